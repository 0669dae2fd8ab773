"""What systemd is told: that the program is ready, how it is, that it works still; and what only a service has."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import field
from pathlib import Path

from companion.rules.text import Text
from companion.support.frozen import frozen

log = logging.getLogger(__name__)

_ADDRESS, _WATCHDOG, _WATCHED = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
_BEATS = 2
"""How often in the time that the watchdog leaves: a beat that comes late is not the last."""
RESTARTING = "restarting"
"""The file in the service's runtime directory that whoever stops it leaves there, to start it again at once."""


class Notifier:
    """Tells the service manager. Without an address nothing is told; what cannot be told is logged, never raised."""

    def __init__(self, address: str = "", watchdog_s: float | None = None) -> None:
        """`address` is a path, or a name of Linux's own after "@"; `watchdog_s` after how many seconds without a sign
        the program is taken for hung, None where nobody watches.
        """
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.beat_s = watchdog_s / _BEATS if address and watchdog_s is not None else None
        """How often `works` wants to be called, in seconds; None where nobody waits for it."""

    def ready(self, status: str) -> None:
        """Everything is there that a table needs; `status` says in words how it is."""
        self._tell(f"READY=1\n{_status(status)}")

    def status(self, status: str) -> None:
        """How it is now, in words."""
        self._tell(_status(status))

    def works(self) -> None:
        """The program still does what it is there for."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """It is about to end, as it was asked to."""
        self._tell("STOPPING=1")

    def _tell(self, news: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
                way.setblocking(False)  # whoever listens too slowly must not hold up the table
                way.sendto(news.encode(), self._address)
        except OSError as error:
            log.warning("the service manager was not told %r: %s", news, error)


@frozen
class Service:
    """How a companion stands to the system that started it."""

    notifier: Notifier = field(default_factory=Notifier)
    comes_back: Callable[[], bool] = bool
    """Whether it is stopped only to be started again, as for an upgrade: looked for when it is."""
    known: tuple[Text, ...] = ()
    """What was found amiss before: it is told with what is found later."""


def notifier_from(environment: MutableMapping[str, str]) -> Notifier:
    """The way to the service manager that the environment names; what names it is taken out of it, for no child of this
    program may speak in its place.
    """
    address, watchdog, watched = (environment.pop(name, "") for name in (_ADDRESS, _WATCHDOG, _WATCHED))
    if not address.startswith(("/", "@")):
        return Notifier()
    mine = not watched or watched == str(os.getpid())
    microseconds = int(watchdog) if watchdog.isascii() and watchdog.isdecimal() else 0
    return Notifier(address, microseconds / 1_000_000 if mine and microseconds else None)


def comes_back(environment: Mapping[str, str]) -> bool:
    """Whether somebody has left word that the service is started again at once.

    A stop without that word may well be the machine going down, which a service cannot tell soundly from the inside;
    and on a glass that keeps its light "just a moment" would then stand for ever.
    """
    folders = environment.get("RUNTIME_DIRECTORY", "").split(":")
    return any(Path(folder, RESTARTING).exists() for folder in folders if folder)


def _status(words: str) -> str:
    return f"STATUS={' '.join(words.splitlines())}"
