"""A companion as a program of its own: started from a terminal or by the system, until somebody stops it."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.addresses import EVERYWHERE, only_here
from companion.app import Companion, Stop
from companion.config import settings_from
from companion.views.texts import Words

LOG_LEVEL = "COMPANION_LOG"
"""The variable of the environment that says how much is logged: debug, info, warning or error."""


def run_companion(
    state: Path,
    settings_file: Path | None,
    *,
    simulate: bool,
    port: int | None,
    board: str | None,
    words: Words,
    show: Callable[[str], None],
) -> None:
    """Run a companion until it is stopped: by its own page, by Ctrl-C or by the system.

    Arguments that are None leave the setting as it is; `show` gets the lines that say where the table is. Raises
    SettingsError, SessionError, or CannotStartError.
    """
    _log_to_terminal()
    settings = settings_from(state, settings_file, port=port, board=board)
    with _stop_of_signals() as stop, Companion(settings, state, simulated=simulate, stop=stop) as companion:
        for line in _greeting(companion, simulate, words):
            show(line)
        companion.wait()


@contextmanager
def _stop_of_signals() -> Iterator[Stop]:
    """What SIGTERM and Ctrl-C ask, from the first moment on; afterwards both mean again what they meant before."""
    stop = Stop()
    before = {number: signal.signal(number, lambda *_: stop.ask()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _log_to_terminal() -> None:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    level = logging.getLevelNamesMapping().get(os.environ.get(LOG_LEVEL, "").upper())
    if level is not None:
        logging.getLogger("companion").setLevel(level)


def _greeting(companion: Companion, simulate: bool, words: Words) -> list[str]:
    here = companion.local_address
    if not simulate:
        return [words("run.at", address=companion.address or here)]
    lines = []
    if only_here(companion.settings.host) or companion.settings.host in EVERYWHERE:
        lines.append(words("run.box", address=f"{here}box"))
    if companion.address:
        lines.append(words("run.box_elsewhere", address=f"{companion.address}box#{companion.link_key}"))
    return [*lines, words("run.stop")]
