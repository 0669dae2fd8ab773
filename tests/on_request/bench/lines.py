"""A press on the lines of a real kernel, in the virtual machine: to gpiozero's bare callback, and to the journal.

`python -m tests.on_request.bench.lines RUNS N` measures inside the machine and prints the results, with N alone a
single run; `measure` starts it.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from statistics import median
from typing import Any
from unittest.mock import patch

from companion.app.application import Companion
from companion.session.session import Session
from companion.system.settings import Settings
from companion.words.signs import Key
from tests.box.inside.lines import Lines
from tests.box.inside.playing import PINS, board_of_keys
from tests.box.inside.process import Process
from tests.box.machine import VirtualMachine
from tests.hands import HELD_S, PATIENCE_S
from tests.on_request.bench.press import BEGIN, TURNS
from tests.on_request.bench.process import resident_mb
from tests.on_request.bench.rest import SETTLED_S, Used
from tests.on_request.bench.rows import RATIO, Counts, Row, row

MOST_TIMES = 1.5
"""The limit for the time from a press to the session, compared to a bare callback; there the rules and the commit
begin."""
MOST_SECONDS = 300.0
REST_S = 60.0
"""The time during which nobody touches anything."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the journal, in seconds of `time.monotonic`."""

    commanded: float
    """The time at which the session got the command."""
    stored: float
    """The time at which the entry was on the disk."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Start the machine and measure everything inside, in the same run."""
    presses = max(1, counts.presses // counts.runs)
    with VirtualMachine(f"python -m tests.on_request.bench.lines {counts.runs} {presses}", own_time=True) as machine:
        status = machine.end(MOST_SECONDS)
        assert status == 0, "".join(machine.lines)
        measured: dict[str, list[float]] = json.loads(machine.lines[-1])
    bare = row("line to a bare gpiozero callback, in the machine", "ms", measured["bare"])
    yield bare
    yield row("line to command, in the machine", "ms", measured["command"], bare)
    yield row(f"command beside bare, in the machine, of {MOST_TIMES}", RATIO, measured["times"], most=MOST_TIMES)
    yield row("command to journaled, in the machine", "ms", measured["commit"])
    yield row("processor at rest, in the machine", "%", measured["busy"])
    yield row("wake-ups at rest, in the machine", "1/min", measured["wakes"])
    yield row("resident memory at rest, in the machine", "MB", measured["resident"])


def inside(runs: int, presses: int) -> dict[str, list[float]]:
    """Measure in milliseconds, for gpiozero alone and for a companion alternately; then let it rest.

    Each run is a process: within one, lgpio reports nothing any more once its lines were released.
    """
    results: dict[str, list[float]] = {name: [] for name in ("bare", "command", "commit", "times")}
    for _ in range(runs):
        command = [sys.executable, "-m", "tests.on_request.bench.lines", str(presses)]
        output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        for name, values in json.loads(output.splitlines()[-1]).items():
            results[name] += values
    with closing(Lines(Path(os.environ["SIM_DIR"]))), tempfile.TemporaryDirectory(dir="/run") as folder:
        before, after, resident = _at_rest(Path(folder))
    return results | {
        "busy": [100 * (after.seconds - before.seconds) / REST_S],
        "wakes": [60 * (after.wakes - before.wakes) / REST_S],
        "resident": [resident],
    }


def one_run(presses: int) -> dict[str, list[float]]:
    """Press one key many times, for gpiozero alone and for a companion; add the ratio of both."""
    with closing(Lines(Path(os.environ["SIM_DIR"]))) as lines, tempfile.TemporaryDirectory(dir="/run") as folder:
        bare = _bare(lines, presses)
        entries = list(_to_journal(lines, Path(folder), presses))
    command = [entry.commanded - edge for edge, entry in entries]
    return {
        "bare": [1000 * second for second in bare],
        "command": [1000 * second for second in command],
        "commit": [1000 * (entry.stored - entry.commanded) for _, entry in entries],
        "times": [median(command) / median(bare)],
    }


def _bare(lines: Lines, count: int) -> list[float]:
    """Return the seconds from a line's change to gpiozero's callback, as anybody would write it.

    The release of each press is timed, as with a companion: only the release counts there.
    """
    from gpiozero import Button
    from gpiozero.pins.lgpio import LGPIOFactory

    pressed: SimpleQueue[float] = SimpleQueue()
    with closing(LGPIOFactory()) as factory, closing(Button(PINS[Key.OK], pin_factory=factory)) as button:
        button.when_pressed = lambda: pressed.put(time.monotonic())
        button.when_released = lambda: pressed.put(time.monotonic())
        seconds = []
        for _ in range(count):
            _pull(lines, PINS[Key.OK], low=True)
            pressed.get(timeout=PATIENCE_S)
            edge = _pull(lines, PINS[Key.OK], low=False)
            seconds.append(pressed.get(timeout=PATIENCE_S) - edge)
        return seconds


def _to_journal(lines: Lines, folder: Path, count: int) -> Iterator[tuple[float, Entry]]:
    """Play turns with two keys, each of which makes an entry. Yield the time of the line's change, and the entry."""
    entries: SimpleQueue[Entry] = SimpleQueue()
    settings = Settings(host="127.0.0.1", port=0, board=str(board_of_keys(folder)))
    with (
        patch.object(Session, "do", _timed(Session.do, entries)),
        Companion(settings, folder / "state", simulated=False) as companion,
    ):
        presses = 0
        while presses < count:
            companion.ask(lambda: companion.session.do(BEGIN))
            entries.get(timeout=PATIENCE_S)
            for _ in range(TURNS):
                for key in (Key.OK, Key.BACK):
                    yield _press(lines, PINS[key]), entries.get(timeout=PATIENCE_S)
                    presses += 1


def _at_rest(folder: Path) -> tuple[Used, Used, float]:
    """Return the resources of a companion process before and after a rest, and its megabytes."""
    state = folder / "rest"
    state.mkdir()
    with Process(state) as companion:
        select.select((), (), (), SETTLED_S)
        before = Used.by(companion.pid)
        select.select((), (), (), REST_S)
        return before, Used.by(companion.pid), resident_mb(companion.pid)


def _press(lines: Lines, line: int) -> float:
    """Press a key and release it. Return the time of the release, which counts."""
    _pull(lines, line, low=True)
    return _pull(lines, line, low=False)


def _pull(lines: Lines, line: int, low: bool) -> float:
    """Pull a line or release it when everything is at rest. Return the time right before."""
    select.select((), (), (), HELD_S)
    return lines.pull(line, low)


def _timed(do: Callable[..., Any], entries: SimpleQueue[Entry]) -> Callable[..., Any]:
    def timed(*args: Any, **more: Any) -> Any:
        commanded = time.monotonic()
        answer = do(*args, **more)
        entries.put(Entry(commanded, time.monotonic()))
        return answer

    return timed


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    print(json.dumps(one_run(*numbers) if len(numbers) == 1 else inside(*numbers)))
