"""Tests of whole tables in a real browser."""
