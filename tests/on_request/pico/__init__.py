"""The spinner's program on an emulated Pico, under the official MicroPython: `make test-pico`, `make bench-pico`.

`pico.mjs` emulates an RP2040 with npm's `rp2040js` (Node.js 18 or later). What runs on it runs on a Pico; it takes
three times as long, but all times that are measured are the Pico's.

`IMAGE=` is `RPI_PICO-20260406-v1.28.0.uf2` from https://micropython.org/download/RPI_PICO, as downloaded. `BOOTROM=` is
the ROM in the chip of every Pico. A Pico that runs MicroPython and nothing else gives it:

    mpremote exec "import uctypes; f = open('rom', 'wb'); f.write(uctypes.bytearray_at(0, 16384)); f.close()"
    mpremote cp :rom bootrom.bin + rm :rom
"""
