"""A second implementation of the game of 1983, written from the rulings alone, to check the product's rules."""
