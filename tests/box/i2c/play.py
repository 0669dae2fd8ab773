"""A whole companion in a process: its keys are simulated, its screen is a real one on the bus.

`python -m tests.box.i2c.play DRIVER STATE` presses the keys that it reads, a line each, and answers with the expected
picture, as the hexadecimal digits of its bytes. In between it prints the state of the screen.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from pathlib import Path

from companion.app.application import Companion
from companion.box.screen.paint import paint
from companion.devices.board_profiles import DisplaySpec, I2c
from companion.devices.display import Display, LumaDisplay
from companion.devices.gpio_devices import SimulatedPins
from companion.devices.screen_thread import ScreenThread
from companion.system.settings import Settings
from companion.words.signs import Key
from tests.hands import CLOCK, press

RETRIES_S = (0.02,)
"""Seconds between attempts to open the screen, short so that no test waits."""


def main(driver: str, state: str) -> None:
    """Press every key that is read."""
    # The state of the screen is printed here already.
    logging.getLogger("companion").setLevel(logging.ERROR)
    spec = DisplaySpec(driver, I2c(1, 0x3C))
    pins = SimulatedPins()
    settings = Settings(host="127.0.0.1", port=0)
    with Companion(settings, Path(state), simulated=True, clock=CLOCK) as companion:

        def open_display() -> Display:
            return LumaDisplay(spec, pins)

        def health(ok: bool) -> None:
            _say("back" if ok else "lost")

        slot = companion.outputs.subscribe()
        screen = ScreenThread(slot, paint, open_display, health, time.monotonic, RETRIES_S)
        screen.start()
        for line in sys.stdin:
            press(companion, Key(line.strip()))
            newest = companion.outputs.newest
            assert newest is not None
            _say(paint(newest.face).to_bytes().hex())
        companion.outputs.unsubscribe(slot)
        screen.close()
    pins.close()


_speaking = threading.Lock()


def _say(line: str) -> None:
    with _speaking:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
