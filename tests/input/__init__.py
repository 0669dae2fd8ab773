"""Tests of the box's inner life, played by its keys."""
