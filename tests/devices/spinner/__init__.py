"""Tests of the spinner: its line, what it shows, and its program itself."""
