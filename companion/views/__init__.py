"""What a seat or a spectator may see, and the words for it."""
