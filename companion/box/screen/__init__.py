"""The little screen: faces painted as 1-bit pictures, with our own letters and drawings."""
