"""One game on the table as a value: its state, undo and amendments, draws, commands, roles. Pure."""
