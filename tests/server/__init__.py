"""Tests of what the network sees."""
