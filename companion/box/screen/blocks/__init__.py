"""Painting of blocks of a scene: a file for each kind, independent of any game."""
