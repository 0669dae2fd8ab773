"""The machine below the program: what the system tells of it, and what it is told."""
