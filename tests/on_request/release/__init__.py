"""Tests of a whole release: two builds of the last commit have the same bytes. `make test-release`; needs root."""
