"""A press while an MQTT broker listens, is dead, or is in no setting: from the edge to the picture, in turns."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from companion.app import application
from companion.app.application import Companion
from companion.devices.display import LumaDisplay
from companion.journal.journal import Journal
from companion.session.system_status import Condition
from companion.system.settings import Settings
from tests.box.mosquitto import free_port, running_broker
from tests.hands import CLOCK, PATIENCE_S
from tests.on_request.bench.press import Ended, play, watched
from tests.on_request.bench.rows import Counts, Row, row

LOOK_AGAIN_S = 0.05


@dataclass
class _Case:
    """A broker, or none, and what was measured with it."""

    what: str
    address: str
    ready: Callable[[Condition | None], bool]
    """Tells by the status of the broker whether the presses may begin."""
    painted_ms: list[float] = field(default_factory=list)


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Press in rounds: in each of them with every broker."""
    ended: Ended = Ended()
    with ExitStack() as stack:
        for owner, name in ((Journal, "append"), (application, "paint"), (LumaDisplay, "show")):
            stack.enter_context(watched(owner, name, ended))
        live = stack.enter_context(running_broker(folder))
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        cases = (
            _Case("no broker", "", lambda line: line is None),
            _Case("a broker", live.address, lambda line: line is not None and line.text.key == "how.broker.well"),
            _Case("a refusing broker", _here(free_port()), lambda line: line is not None and not line.ok),
            _Case("a silent broker", _here(silent.getsockname()[1]), _accepted(silent, stack)),
        )
        for _ in range(counts.runs):
            for case in cases:
                case.painted_ms += _painted_ms(case, folder / f"press with {case.what}", ended)
    alone = row(f"edge to painted, {cases[0].what}", "ms", cases[0].painted_ms)
    yield alone
    for case in cases[1:]:
        yield row(f"edge to painted, {case.what}", "ms", case.painted_ms, alone)


def _here(port: int) -> str:
    return f"mqtt://127.0.0.1:{port}"


def _accepted(silent: socket.socket, stack: ExitStack) -> Callable[[object], bool]:
    """Return a function that waits until a broker has accepted a connection, which it never reads nor answers."""

    def accept(_: object) -> bool:
        stack.enter_context(silent.accept()[0])
        return True

    return accept


def _painted_ms(case: _Case, state: Path, ended: Ended) -> list[float]:
    """Return the milliseconds from each edge to its picture, in a game with this broker."""
    settings = Settings(host="127.0.0.1", port=0, mqtt=case.address)
    with Companion(settings, state, simulated=True, clock=CLOCK) as companion:
        _wait_for_status(companion, case)
        play(companion, ended)  # not counted: it warms everything up
        return [1000 * press.painted_s for press in play(companion, ended)]


def _wait_for_status(companion: Companion, case: _Case) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not case.ready(next((line for line in companion.status().conditions if line.subject == "broker"), None)):
        assert time.monotonic() < deadline, case.what
        time.sleep(LOOK_AGAIN_S)
