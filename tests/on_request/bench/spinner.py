"""A press on the spinner: from its contact, through its program on MicroPython and its line, to the journal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

from companion.app.application import Companion
from companion.box.box import Box
from companion.devices.board_parts import PicoSpec
from companion.devices.spinner.serial_port import SerialPort
from companion.devices.spinner.spinner_check import SpinnerProbe
from companion.journal.journal import Journal
from companion.system.settings import Settings
from companion.words.signs import Key
from tests.devices.spinner.micropython_unix import NoisyLine, SpinnerProcess
from tests.on_request.bench.press import BEGIN, TURNS, Ended, wait, watched
from tests.on_request.bench.rows import Counts, Row, row

KEYS = PicoSpec().keys
HAND_S = 0.04
"""The shortest press: the spinner takes anything shorter for a bounce."""
NEAR, FAR = 0, 1


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Measure echoes, then the presses of turns, each of which is an entry of the journal."""
    with closing(NoisyLine(0)) as line, closing(SpinnerProcess(line.ends[NEAR])) as spinner:
        with closing(SerialPort(line.ends[FAR])) as port:
            talk = SpinnerProbe(port, 1)
            assert talk.wait_for_spinner() is not None
            figures = [talk.measure(1).median_ms for _ in range(counts.presses)]
        yield row("spinner: an echo there and back", "ms", figures)
        ended: Ended = SimpleQueue()
        settings = Settings(board="pico", spinner=line.ends[FAR], host="127.0.0.1", port=0, announce=False)
        with (
            watched(Box, "edge", ended),
            watched(Journal, "append", ended),
            Companion(settings, folder / "spinner", simulated=True) as companion,
        ):
            while companion.box.spinner_lost:
                time.sleep(HAND_S)
            took: list[tuple[float, float]] = []
            while len(took) < counts.presses:
                companion.ask(lambda: companion.session.do(BEGIN))
                for _ in range(TURNS):
                    took += [_press(spinner, ended, key) for key in (Key.OK, Key.BACK)]
    yield row("spinner: key to the box", "ms", [1000 * box for box, _ in took])
    yield row("spinner: key to journaled", "ms", [1000 * journaled for _, journaled in took])


def _press(spinner: SpinnerProcess, ended: Ended, key: Key) -> tuple[float, float]:
    """Return the seconds from a key's release, which counts, to the box and to the journal."""
    place = KEYS.index(key)
    spinner.contact(place, True)
    wait(ended, "edge")
    time.sleep(HAND_S)
    began = time.monotonic()
    spinner.contact(place, False)
    # The box gets the key before the journal has the entry, and its own call ends after that.
    journaled = wait(ended, "append")
    box = wait(ended, "edge")
    time.sleep(HAND_S)
    return box - began, journaled - began
