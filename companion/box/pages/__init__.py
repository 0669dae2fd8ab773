"""The pages of the little screen: each shows one face and says what its keys do."""
