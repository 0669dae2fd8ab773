"""One game at the table: the journal, take-back, amendment, and the single writer."""
