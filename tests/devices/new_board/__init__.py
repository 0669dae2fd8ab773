"""Tests of the dialogue for a new board's file."""
