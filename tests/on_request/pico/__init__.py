"""The spinner's program on an emulated Pico, under the official MicroPython: `make test-pico`, `make bench-pico`."""
