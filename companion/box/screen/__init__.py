"""The little screen: a face becomes a 1-bit picture, with letters and drawings of our own."""
