"""Plays golden frames to the spinner's program on any Python, and prints what it answers and shows after each.

    micropython frames.py FIRMWARE FRAMES

Then it plays a spin for a thousand rounds with bytes coming in, with the heap locked: whatever took memory would fail.
"""

import sys

sys.path.insert(0, sys.argv[1])

from spinner import Spinner

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        """Elsewhere memory is taken all the time."""

    heap_unlock = heap_lock

ROUNDS = 1000
FRAME_MS = 16


def unhexed(text):
    """Bytes of their hexadecimal digits."""
    return bytes(int(text[at : at + 2], 16) for at in range(0, len(text), 2))


def hexed(data):
    """Hexadecimal digits of bytes."""
    return "".join("%02x" % byte for byte in data)


def frames():
    """The companion's frames of the file."""
    with open(sys.argv[2]) as file:  # noqa: PTH123 - MicroPython has no paths
        return [unhexed(line.split()[2]) for line in file if line[0] == ">"]


def play(spinner, now, beat, spin):
    """A spin and its rest, a key pressed and let go all the time, bytes coming in at every round."""
    for number in range(ROUNDS):
        now += FRAME_MS
        spinner.step(now, beat, len(beat), number >> 2 & 1)
        spinner.step(now + 1, spin, len(spin), number >> 2 & 1)
        spinner.ring.draw(now)


def main():
    """All of it."""
    spinner = Spinner(0x1A2B)
    now = 0
    for data in frames():
        for _ in range(3):
            now += 7
            count = spinner.step(now, data, len(data), now & 1)
            spinner.ring.draw(now)
            print(hexed(spinner.out[:count]), hexed(spinner.ring.pixels))
    spinner = Spinner(0x1A2B)
    begins = [data for data in frames() if data[2] in (0x50, 0x51, 0x20, 0x21)]
    for data in begins:
        spinner.step(now, data, len(data), 0)
    heap_lock()
    try:
        play(spinner, now, begins[1], begins[-1])
    finally:
        heap_unlock()
    print("nothing taken")


main()
