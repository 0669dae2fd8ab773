"""Tests of the spinner: its line, its pictures, and its program itself."""
