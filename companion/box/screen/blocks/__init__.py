"""How blocks of a scene are painted: a file for each sort, which knows no game."""
