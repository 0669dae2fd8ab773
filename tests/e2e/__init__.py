"""Whole tables in a real browser."""
