"""The letters of the little screen, and what is written with them."""
