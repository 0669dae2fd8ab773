"""Sentences for everything that is shown: the catalogues of the house and of the games, French first."""
