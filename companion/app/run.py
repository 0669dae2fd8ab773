"""The companion as a program: run from a terminal or as a service, until somebody stops it."""

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
from companion.app.application import Companion, PreviousCompanion
from companion.app.stop_request import StopRequest
from companion.rules.text import Text
from companion.support import qr_code
from companion.support.settings_errors import SettingsError
from companion.system.addresses import ALL_ADDRESSES, is_local_only
from companion.system.detection_report import read_report
from companion.system.settings import service_settings, settings_from
from companion.system.systemd_notify import Service, is_restarting, notifier_from
from companion.system.volatile_storage import volatile_kind_here
from companion.words.catalogue import Words

log = logging.getLogger(__name__)

LOG_LEVEL = "COMPANION_LOG"
"""The environment variable for the log level: debug, info, warning or error."""

_M_ARENA_MAX = -8
"""glibc's number for `mallopt`'s limit of heaps, M_ARENA_MAX."""


def run_companion(  # noqa: PLR0913 - every option of the command line
    state: Path,
    settings_file: Path | None,
    *,
    simulate: bool,
    port: int | None,
    board: str | None,
    games: str | None = None,
    words: Words,
    show: Callable[[str], None],
    as_service: bool = False,
) -> None:
    """Run a companion until its own page, Ctrl-C or the system stops it.

    Arguments that are None leave the setting as it is. `show` receives the lines that say where the table is. A service
    reports its state to systemd, also opens when a setting or the box is unusable, and starts again if the machine
    could not be switched off. Raises SettingsError, SessionError, or CannotStartError.
    """
    _log_to_terminal()
    share_one_heap()
    system = Service(notifier_from(os.environ), partial(is_restarting, os.environ)) if as_service else None
    kind = volatile_kind_here(state)
    storage_errors = (startup_errors.storage_error(state, kind),) if kind else ()
    detection = read_report() if as_service else None
    detection_errors = detection.urgent if detection is not None else ()

    def open_companion(stop: StopRequest, previous: PreviousCompanion | None, failures: tuple[Text, ...]) -> Companion:
        """Return a companion with the current settings."""
        service, slips = system, list[SettingsError]()
        if system is None:
            settings = settings_from(state, settings_file, port=port, board=board, games=games)
        else:
            settings = service_settings(settings_file, slips.append, port=port, board=board, games=games)
            service = replace(
                system,
                news=detection.news if detection is not None and previous is None else (),
                startup_errors=(
                    *failures,
                    *storage_errors,
                    *detection_errors,
                    *map(startup_errors.setting_error, slips),
                ),
            )
        companion = Companion(settings, state, simulated=simulate, service=service, stop=stop, previous=previous)
        for error in companion.startup_errors or storage_errors:
            log.warning("%s", Words("en").of(error))
        return companion

    failures: tuple[Text, ...] = ()
    while True:
        with _stop_of_signals() as stop:
            previous: PreviousCompanion | None = None
            while True:
                with open_companion(stop, previous, failures) as companion:
                    if previous is None:
                        for line in _greeting(companion, words, simulate=simulate, show_qr=_can_show_qr(sys.stdout)):
                            show(line)
                    companion.wait()
                if (previous := companion.successor()) is None:
                    break
        if system is None or companion.failure is None or stop.signalled:
            return
        failures = (companion.failure,)


def share_one_heap() -> bool:
    """Make all threads allocate from one heap if the C library allows it. Return whether it does.

    Otherwise each thread of the server keeps the memory that a long answer once needed, and a box has little. It costs
    no time: the threads wait for Python's own lock anyway.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_ARENA_MAX, 1) == 1


@contextmanager
def _stop_of_signals() -> Iterator[StopRequest]:
    """Turn SIGTERM and Ctrl-C into requests to stop, and restore the handlers afterwards."""
    stop = StopRequest()
    handlers = {number: signal.signal(number, lambda *_: stop.signal()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _log_to_terminal() -> None:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    level = logging.getLevelNamesMapping().get(os.environ.get(LOG_LEVEL, "").upper())
    if level is not None:
        logging.getLogger("companion").setLevel(level)


def _can_show_qr(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that can show a square code."""
    return stream.isatty() and codecs.lookup(stream.encoding).name == "utf-8"


def _greeting(companion: Companion, words: Words, *, simulate: bool, show_qr: bool) -> list[str]:
    lines = _box_lines(companion, words) if simulate else []
    address, named = companion.address, companion.named_address
    if address:
        lines.append(words("run.phones", address=address))
        others = [*companion.more_addresses, *([named] if named else [])]
        lines.extend(words("run.named", address=other) for other in others)
        if show_qr:
            lines.extend(qr_code.terminal_lines(address))
    else:
        lines.append(words("run.at", address=companion.local_address))
        if not is_local_only(companion.settings.host):
            lines.append(words(companion.why_no_address))
    return [*lines, words("run.stop")] if simulate else lines


def _box_lines(companion: Companion, words: Words) -> list[str]:
    """Return the lines about the simulated box. From another device its keys need the key in the address."""
    lines = []
    if is_local_only(companion.settings.host) or companion.settings.host in ALL_ADDRESSES:
        lines.append(words("run.box", address=f"{companion.local_address}box"))
    if companion.address:
        lines.append(words("run.box_elsewhere", address=f"{companion.address}box#{companion.link_key}"))
    return lines
