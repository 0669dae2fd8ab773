"""Whatever a table says, in words: the one way from texts to sentences."""
