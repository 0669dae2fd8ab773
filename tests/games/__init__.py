"""What is true of one game alone, a folder each, and the golden games."""
