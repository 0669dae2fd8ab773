"""Tests of the box's parts. Those of keys, lights and screen are contracts: they use nothing that a real part lacks."""
