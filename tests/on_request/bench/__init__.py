"""Measurements of the companion on this machine: `python -m tests.on_request.bench`. They assert no time."""
