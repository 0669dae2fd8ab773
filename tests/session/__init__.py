"""The tests of the session: the journal, take-back, amendment, the single writer, and what a power cut leaves."""
