"""Tests of the game of 1983 alone."""
