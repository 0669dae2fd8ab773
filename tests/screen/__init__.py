"""Tests of the little screen."""
