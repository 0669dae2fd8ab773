"""Tests of a whole release: builds of the last commit have the same bytes. `make test-release`; needs root.

They take about four minutes on one Debian, and twenty on fresh roots of two, half of that for pip and OpenSCAD.
"""
