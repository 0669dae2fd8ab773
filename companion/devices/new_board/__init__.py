"""The dialogue of `board new`, which makes a file for the owner's own board: questions, gestures, and the text."""
