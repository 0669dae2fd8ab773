"""Tests of the texts and of what a viewer may see."""
