"""Faces: everything the box shows and plays, as plain data."""
