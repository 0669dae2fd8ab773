"""Tests of the package for a Raspberry Pi: its units, and their rights."""
