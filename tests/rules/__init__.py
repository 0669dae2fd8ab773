"""Tests of the rules: the protocols that every game implements, and the code that all games share."""
