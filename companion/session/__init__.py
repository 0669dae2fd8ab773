"""The single writer: the session, the desk that calls it, the publisher of its snapshots, and the pairing codes."""
