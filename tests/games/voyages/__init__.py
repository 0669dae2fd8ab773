"""Tests of Voyages: its rulings one by one, and an independent statement of its rules."""
