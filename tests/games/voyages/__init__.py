"""Tests of Voyages alone."""
