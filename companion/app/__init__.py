"""One companion: its parts put together, started and stopped."""
