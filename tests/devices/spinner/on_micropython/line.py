"""The spinner's program on MicroPython's Unix port, with a terminal for its line and its hands on the standard input.

    micropython line.py FIRMWARE TERMINAL [START [BOARD]]

START distinguishes this start from others, up to 65535; BOARD is the board it reports. Each byte of the standard input
is an action: up to 31 sets the keys' lines, a bit for each that is low; `+` and `-` turn the knob by a detent; `.`
pauses for as long as a finger rests on a key; `r` prints the ring in hexadecimal, then the lit keys; `q` ends the
program.
"""

import select
import sys
import time

sys.path.insert(0, sys.argv[1])

from spinner import SpinnerCore

FRAME_MS = 16
BYTES_A_ROUND = 48
DETENT_MS = 15
REST_MS = 80
QUARTERS = {b"+": ((0, 1), (0, 0), (1, 0), (1, 1)), b"-": ((1, 0), (0, 0), (0, 1), (1, 1))}


class Desk:
    """The line, and the hands."""

    def __init__(self, spinner, terminal):
        self.spinner = spinner
        self.levels = 0
        self.ends = False
        self._line, self._out = open(terminal, "rb"), open(terminal, "wb")  # noqa: PTH123, SIM115 - it has no paths
        self._poll = select.poll()
        self._poll.register(self._line, select.POLLIN)
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self._detents = []
        self._turned_at = 0
        self._rests_from = None

    def read(self):
        """Return the bytes that the line brings within a millisecond; handle the actions of hands meanwhile."""
        data = b""
        wait = 1
        while len(data) < BYTES_A_ROUND and not self.ends:
            ready = self._poll.poll(wait)
            if not ready:
                break
            for source, _ in ready:
                if source is self._line:
                    self._line.readinto(self._byte)
                    data += self._byte
                else:
                    self._do(sys.stdin.buffer.read(1))
            wait = 0
        return data

    def turn(self, now):
        """Make the next detent of a knob that is being turned, if it is due."""
        if self._detents and time.ticks_diff(now, self._turned_at) >= DETENT_MS:
            self._turned_at = now
            for a, b in QUARTERS[self._detents.pop(0)]:
                self.spinner.knob.edge(a, b)

    def rest(self, now):
        """End the pause of the hands, if it is over."""
        if self._rests_from is not None and time.ticks_diff(now, self._rests_from) >= REST_MS:
            self._rests_from = None
            self._poll.register(sys.stdin, select.POLLIN)

    def write(self, count):
        """Send the first `count` bytes of the spinner's output."""
        if count:
            self._out.write(self.spinner.out[:count])

    def _do(self, action):
        if not action or action == b"q":
            self.ends = True
        elif action == b"r":
            print("".join("%02x" % level for level in self.spinner.ring.pixels), self.spinner.lit)
        elif action == b".":
            self._rests_from = time.ticks_ms()
            self._poll.unregister(sys.stdin)
        elif action in QUARTERS:
            self._detents.append(action)
        else:
            self.levels = action[0]


def main():
    """Run round after round, as on the Pico."""
    start = int(sys.argv[3]) if len(sys.argv) > 3 else 0x1A2B
    board = sys.argv[4] if len(sys.argv) > 4 else "pico"
    spinner = SpinnerCore(start, board=board.encode())
    desk = Desk(spinner, sys.argv[2])
    framed = 0
    while not desk.ends and not spinner.leaves:
        data = desk.read()
        now = time.ticks_ms()
        desk.turn(now)
        desk.rest(now)
        desk.write(spinner.step(now, data, len(data), desk.levels))
        if time.ticks_diff(now, framed) >= FRAME_MS:
            framed = now
            spinner.ring.draw(now)


main()
