"""Tests of the rules: the protocol that every game keeps, and each game by its rulings."""
