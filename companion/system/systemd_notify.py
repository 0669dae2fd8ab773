"""Notifications to systemd: ready, status and watchdog; and what the program knows only as a service."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import field
from pathlib import Path

from companion.rules.text import Text
from companion.support.frozen_dataclasses import frozen

log = logging.getLogger(__name__)

_ADDRESS, _WATCHDOG, _WATCHED = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
_BEATS = 2
"""Watchdog signals within the watchdog's limit: one late signal does no harm."""
RESTARTING = "restarting"
"""File in the service's runtime directory that marks a stop as the first half of a restart."""


class Notifier:
    """Sender of notifications to the service manager.

    Without an address nothing is sent. A failed notification is logged, never raised.
    """

    def __init__(self, address: str = "", watchdog_s: float | None = None) -> None:
        """`address` is a path, or an abstract name of Linux after "@". `watchdog_s` is the number of seconds without a
        signal after which the program counts as hung, None without a watchdog.
        """
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.beat_s = watchdog_s / _BEATS if address and watchdog_s is not None else None
        """Seconds between calls of `alive`; None without a watchdog."""

    def ready(self, status: str) -> None:
        """Announce that the table can be used; `status` says in words how the program is."""
        self._send(f"READY=1\n{_status(status)}")

    def status(self, status: str) -> None:
        """Send the current status, in words."""
        self._send(_status(status))

    def alive(self) -> None:
        """Signal that the program still does its work."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Announce that the program is about to end, as requested."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)  # a slow reader must not hold up the table
                sender.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("the service manager was not told %r: %s", message, error)


@frozen
class Service:
    """The program's relation to the system that started it."""

    notifier: Notifier = field(default_factory=Notifier)
    is_restarting: Callable[[], bool] = bool
    """Returns whether the service is stopped only to be started again, as for an upgrade; called at the stop."""
    startup_errors: tuple[Text, ...] = ()
    """Problems found before the start; they are shown with those found later."""
    news: tuple[Text, ...] = ()
    """Changes that the system made before this start, to be shown once."""


def notifier_from(environment: MutableMapping[str, str]) -> Notifier:
    """Return the notifier for the service manager that the environment names, and remove those variables from it.

    They are removed because no child process may send notifications in this program's name.
    """
    address, watchdog, watched = (environment.pop(name, "") for name in (_ADDRESS, _WATCHDOG, _WATCHED))
    if not address.startswith(("/", "@")):
        return Notifier()
    is_ours = not watched or watched == str(os.getpid())
    microseconds = int(watchdog) if watchdog.isascii() and watchdog.isdecimal() else 0
    return Notifier(address, microseconds / 1_000_000 if is_ours and microseconds else None)


def is_restarting(environment: Mapping[str, str]) -> bool:
    """Return whether the service is marked to be started again at once.

    A stop without that mark may be a shutdown of the machine, which a service cannot recognise reliably; a screen that
    keeps its light would then show "just a moment" forever.
    """
    folders = environment.get("RUNTIME_DIRECTORY", "").split(":")
    return any(Path(folder, RESTARTING).exists() for folder in folders if folder)


def _status(words: str) -> str:
    return f"STATUS={' '.join(words.splitlines())}"
