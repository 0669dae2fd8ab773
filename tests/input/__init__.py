"""Tests of the box, played with its keys."""
