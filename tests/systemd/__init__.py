"""What makes a Raspberry Pi start as a box: the package, its units, and what they may."""
