"""A second implementation of Voyages, written from the rulings alone, to check the product's rules."""
