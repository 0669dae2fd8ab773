"""Faces: what the box shows and gives, as plain data."""
