"""What a game is, and the games. Pure: standard library only, no clock, no chance, no language."""
