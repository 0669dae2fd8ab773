"""Tests of fair chance."""
