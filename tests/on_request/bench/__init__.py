"""What the companion costs on this machine: `python -m tests.on_request.bench`. It measures; it asserts no time."""
