"""The letters of the little screen, and the text written with them."""
