"""What the companion costs on this machine: `python -m tests.bench`. It measures; it asserts no time."""
