"""Attacks: what somebody on the same network may try, each of which once worked."""
