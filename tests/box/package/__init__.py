"""The Debian package of this checkout and its units, looked at with the tools of the Debian it is for: as root."""
