"""Tests of the sources of the box."""
