"""The tests, in the same folders as what they test; a package, so that they share helpers and `tests.bench` runs."""
