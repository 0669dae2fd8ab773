"""Play golden frames to the spinner's program on any Python, and print its answers and its lights after each.

    micropython frames.py FIRMWARE FRAMES

Then play a spin for a thousand rounds with bytes coming in, with the heap locked: any allocation would fail.
"""

import sys

sys.path.insert(0, sys.argv[1])

from spinner import SpinnerCore

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        """Elsewhere memory is taken all the time."""

    heap_unlock = heap_lock

ROUNDS = 1000
FRAME_MS = 16
HEAD = 4
HELLO, BEAT, WHEEL, WIDE_WHEEL, SPIN = 0x50, 0x51, 0x20, 0x28, 0x21


def unhexed(text):
    """Return the bytes of their hexadecimal digits."""
    return bytes(int(text[index : index + 2], 16) for index in range(0, len(text), 2))


def hexed(data):
    """Return the hexadecimal digits of bytes."""
    return "".join("%02x" % byte for byte in data)


def of_companion(column):
    """Return the companion's messages (1) or frames (2) of the file."""
    with open(sys.argv[2]) as file:  # noqa: PTH123 - MicroPython has no paths
        return [unhexed(line.split()[column]) for line in file if line[0] == ">"]


def first(kind):
    """Return the companion's first frame with a message of this kind."""
    kinds = [message[0] for message in of_companion(1)]
    return of_companion(2)[kinds.index(kind)]


def play(spinner, now, beat, spin, wide_wheel):
    """Play a spin and its rest, with a key pressed and released all the time, and bytes coming in at every round."""
    for number in range(ROUNDS):
        now += FRAME_MS
        spinner.step(now, beat, len(beat), number >> 2 & 1)
        spinner.step(now + 1, spin, len(spin), number >> 2 & 1)
        spinner.ring.draw(now)
    spinner.ring.wide_wheel(wide_wheel, HEAD, len(wide_wheel) - HEAD, now, 0)


def main():
    """Play all frames, then the spin."""
    spinner = SpinnerCore(0x1A2B)
    now = 0
    for data in of_companion(2):
        for _ in range(3):
            now += 7
            count = spinner.step(now, data, len(data), now & 1)
            spinner.ring.draw(now)
            print(hexed(spinner.out[:count]), hexed(spinner.ring.pixels))
    spinner = SpinnerCore(0x1A2B)
    beat, spin = first(BEAT), first(SPIN)
    for data in (first(HELLO), beat, first(WHEEL), spin):
        spinner.step(now, data, len(data), 0)
    [wide_wheel] = [message for message in of_companion(1) if message[0] == WIDE_WHEEL]
    heap_lock()
    try:
        play(spinner, now, beat, spin, wide_wheel)
    finally:
        heap_unlock()
    print("nothing taken")


main()
