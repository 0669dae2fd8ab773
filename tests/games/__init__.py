"""Tests of single games, a folder each, and the golden games."""
