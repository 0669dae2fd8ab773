"""Tests of the journal and the session: take-back, amendments, the single writer, and recovery after a power cut."""
