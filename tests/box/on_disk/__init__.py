"""Tests that run inside the virtual machine, on a separate disk."""
