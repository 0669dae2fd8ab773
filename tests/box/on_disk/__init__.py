"""Tests that run inside the virtual machine, on a disk of their own."""
