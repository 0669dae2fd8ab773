"""The single writer: the session, the desk that works for it, what it publishes, and the codes that let phones in."""
