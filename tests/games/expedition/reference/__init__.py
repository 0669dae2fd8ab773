"""A second implementation of Expedition, written from the rulings alone, to check the product's rules."""
