"""Tests of the Debian package of this checkout and its units, with the tools of its Debian: as root."""
