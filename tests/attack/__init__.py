"""Attacks by somebody on the same network, each of which once worked."""
