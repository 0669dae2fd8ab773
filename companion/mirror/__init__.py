"""What the network sees: pages, interface, event stream, and who may see it."""
