"""Tests of what the box is built from."""
