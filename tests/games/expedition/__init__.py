"""Tests of Expedition alone."""
