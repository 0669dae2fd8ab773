"""One press, end to end: from the edge on a mock pin to the journal, to the picture, to the simulated glass."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from unittest.mock import patch

from companion.app import application
from companion.app.application import Companion
from companion.devices.display import LumaDisplay
from companion.journal.journal import Journal
from companion.system.settings import Settings
from companion.table.commands import StartGame
from companion.words.signs import Key
from tests.hands import CLOCK, PATIENCE_S, move
from tests.kept import NAMES
from tests.on_request.bench.rows import Counts, Row, row

TURNS = 10
"""The turns played of each game: few enough that nobody reaches a town yet, whose tally would be read out."""
BEGIN = StartGame(game="expedition", names=NAMES)
Ended = SimpleQueue[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Press:
    """The cost of one press: seconds from the edge that counts, bytes on the screen's bus since the key went down."""

    journaled_s: float
    painted_s: float
    shown_s: float
    sent_bytes: int


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Press "step" and "end turn", each of which is an entry of the journal and a new picture."""
    ended: Ended = SimpleQueue()
    with (
        watched(Journal, "append", ended),
        watched(application, "paint", ended),
        watched(LumaDisplay, "show", ended),
        Companion(Settings(host="127.0.0.1", port=0), folder / "press", simulated=True, clock=CLOCK) as companion,
    ):
        play(companion, ended)  # not counted: it warms everything up
        presses: list[Press] = []
        while len(presses) < counts.presses:
            presses += play(companion, ended)
    yield row("edge to journaled", "ms", [1000 * press.journaled_s for press in presses])
    yield row("edge to picture painted", "ms", [1000 * press.painted_s for press in presses])
    yield row("edge to picture on the simulated glass", "ms", [1000 * press.shown_s for press in presses])
    yield row("sent to the screen per press", "bytes", [press.sent_bytes for press in presses])


def play(companion: Companion, ended: Ended) -> list[Press]:
    """Begin a game and play some turns of it."""
    companion.ask(lambda: companion.session.do(BEGIN))
    for part in ("append", "paint", "show"):
        wait(ended, part)
    return [_press(companion, ended, key) for _ in range(TURNS) for key in (Key.OK, Key.BACK)]


def _press(companion: Companion, ended: Ended, key: Key) -> Press:
    panel = companion.devices.panel
    assert panel is not None
    before = panel.bytes_sent
    move(companion, key, down=True)
    wait(ended, "show")  # the picture of the pressed key
    edge = time.monotonic()
    move(companion, key, down=False)
    journaled, painted, shown = (wait(ended, part) for part in ("append", "paint", "show"))
    return Press(journaled - edge, painted - edge, shown - edge, panel.bytes_sent - before)


@contextmanager
def watched(owner: Any, name: str, ended: Ended) -> Iterator[None]:
    """Report the end of each call of a function."""
    real: Callable[..., Any] = getattr(owner, name)

    def watched(*args: Any, **more: Any) -> Any:
        result = real(*args, **more)
        ended.put((name, time.monotonic()))
        return result

    with patch.object(owner, name, watched):
        yield


def wait(ended: Ended, name: str) -> float:
    """Return when the next call of this function ended; forget all earlier ends."""
    while True:
        ended_name, time = ended.get(timeout=PATIENCE_S)
        if ended_name == name:
            return time


def forget(ended: Ended) -> None:
    """Forget everything that has ended until now."""
    while not ended.empty():
        ended.get()
