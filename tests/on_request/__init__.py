"""Benches, the gallery and the tests of an emulated Pico: `make test` leaves them out; run them when you need them."""
