"""The table as JSON, as each viewer may see it."""
