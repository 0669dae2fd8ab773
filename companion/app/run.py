"""A companion as a program of its own: started from a terminal or by the system, until somebody stops it."""

from __future__ import annotations

import codecs
import ctypes
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

from companion.app import startup_errors
from companion.app.application import Before, Companion
from companion.app.stop import Stop
from companion.rules.text import Text
from companion.support import qr_code
from companion.support.settings_errors import SettingsError
from companion.system.addresses import EVERYWHERE, only_here
from companion.system.detection_report import read_found
from companion.system.settings import settings_from, settings_of_service
from companion.system.storage import fleeting_here
from companion.system.systemd_notify import Service, comes_back, notifier_from
from companion.words.catalogue import Words

log = logging.getLogger(__name__)

LOG_LEVEL = "COMPANION_LOG"
"""The variable of the environment that says how much is logged: debug, info, warning or error."""

_MOST_HEAPS = -8
"""What glibc's `mallopt` calls the number of heaps, M_ARENA_MAX."""


def run_companion(  # noqa: PLR0913 - every word of the command line, by name
    state: Path,
    settings_file: Path | None,
    *,
    simulate: bool,
    port: int | None,
    board: str | None,
    words: Words,
    show: Callable[[str], None],
    as_service: bool = False,
) -> None:
    """Run a companion until it is stopped: by its own page, by Ctrl-C or by the system.

    Arguments that are None leave the setting as it is; `show` gets the lines that say where the table is. As a service
    it tells the system how it is, opens also where a setting or the box cannot be, and is there again where the machine
    could not be switched off. Raises SettingsError, SessionError, or CannotStartError.
    """
    _log_to_terminal()
    share_one_heap()
    system = Service(notifier_from(os.environ), partial(comes_back, os.environ)) if as_service else None
    kind = fleeting_here(state)
    forgets = (startup_errors.of_storage(state, kind),) if kind else ()
    left = read_found() if as_service else None
    found = left.pressing if left is not None else ()

    def opened(stop: Stop, before: Before | None, failed: tuple[Text, ...]) -> Companion:
        """A companion by the settings as they are now."""
        service, slips = system, list[SettingsError]()
        if system is None:
            settings = settings_from(state, settings_file, port=port, board=board)
        else:
            settings = settings_of_service(settings_file, slips.append, port=port, board=board)
            service = replace(system, known=(*failed, *forgets, *found, *map(startup_errors.of_slip, slips)))
        companion = Companion(settings, state, simulated=simulate, service=service, stop=stop, before=before)
        for trouble in companion.startup_errors or forgets:
            log.warning("%s", Words("en").of(trouble))
        return companion

    failed: tuple[Text, ...] = ()
    while True:
        with _stop_of_signals() as stop:
            before: Before | None = None
            while True:
                with opened(stop, before, failed) as companion:
                    if before is None:
                        for line in _greeting(companion, words, simulate=simulate, draws=_draws(sys.stdout)):
                            show(line)
                    companion.wait()
                if (before := companion.goes_on()) is None:
                    break
        if system is None or companion.failure is None or stop.signalled:
            return
        failed = (companion.failure,)


def share_one_heap() -> bool:
    """Have all threads take their memory from one heap, where the C library can be told so; whether it could.

    Else every thread of the server keeps for itself what it once needed for a long answer, and a box has little. It
    costs no time: the threads wait for Python's own lock anyway.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_MOST_HEAPS, 1) == 1


@contextmanager
def _stop_of_signals() -> Iterator[Stop]:
    """What SIGTERM and Ctrl-C ask, from the first moment on; afterwards both mean again what they meant before."""
    stop = Stop()
    before = {number: signal.signal(number, lambda *_: stop.signal()) for number in (signal.SIGTERM, signal.SIGINT)}
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


def _draws(stream: TextIO) -> bool:
    """Whether whoever reads a stream can see a square code: a terminal that has the blocks it is made of."""
    return stream.isatty() and codecs.lookup(stream.encoding).name == "utf-8"


def _greeting(companion: Companion, words: Words, *, simulate: bool, draws: bool) -> list[str]:
    lines = _of_box(companion, words) if simulate else []
    address, named = companion.address, companion.named_address
    if address:
        lines.append(words("run.phones", address=address))
        if named:
            lines.append(words("run.named", address=named))
        if draws:
            lines.extend(qr_code.terminal_lines(address))
    else:
        lines.append(words("run.at", address=companion.local_address))
    return [*lines, words("run.stop")] if simulate else lines


def _of_box(companion: Companion, words: Words) -> list[str]:
    """Where the simulated box is; from another device its keys work only with the key in the address."""
    lines = []
    if only_here(companion.settings.host) or companion.settings.host in EVERYWHERE:
        lines.append(words("run.box", address=f"{companion.local_address}box"))
    if companion.address:
        lines.append(words("run.box_elsewhere", address=f"{companion.address}box#{companion.link_key}"))
    return lines
