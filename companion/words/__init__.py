"""Texts for everything that is shown: the program's own catalogues and those of the games, French first."""
