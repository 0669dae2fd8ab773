"""Tests of a board file of one's own."""
