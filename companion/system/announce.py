"""Announcement of the table on the local network through Avahi, and a watch on this machine's address and name."""

from __future__ import annotations

import errno
import logging
import selectors
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import IO

log = logging.getLogger(__name__)

_PUBLISH = ("avahi-publish", "--service", "--no-fail")
"""Command that keeps a service announced while it runs. It waits for Avahi, and writes a line after each new name."""
_ASK_NAME = (
    "busctl", "--system", "--auto-start=no", "call",
    "org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn",
)  # fmt: skip
_ASK_TIMEOUT_S = 2.0
"""Seconds that Avahi may take to answer with its name; it needs a few milliseconds."""
_MAX_NAME = 40
"""Letters of the machine's name in the name of the service, whose length is limited."""
_LINKS_ADDRESSES_AND_ROUTES = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
"""RTMGRP_LINK, and RTMGRP_…_IFADDR and …_ROUTE of IPv4 and IPv6: an address comes first, and its route later."""
_CHUNK = 65536
"""Bytes read at once from the kernel or from `avahi-publish`."""

Watch = Callable[[], socket.socket | None]
"""Opens a socket that becomes readable when an address may have changed; returns None on a system without such news."""


def address_changes() -> socket.socket | None:
    """Open the Linux kernel's notifications about this machine's addresses; None on other systems.

    Raises OSError where they are forbidden.
    """
    if sys.platform != "linux":
        return None
    news = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
    try:
        news.bind((0, _LINKS_ADDRESSES_AND_ROUTES))
    except OSError:
        news.close()
        raise
    return news


class Announcer:
    """Announcer that lists the table among the services of the network, and knows the name that Avahi answers to.

    It never answers for a name directly: Avahi does, and two programs that answer for one name contradict each other.
    Its thread sleeps until Avahi or the kernel has news. An error is logged, and the table goes on without a name.
    """

    def __init__(
        self,
        name: str,
        port: int,
        addresses: Callable[[], Sequence[str]],
        changed: Callable[[], None],
        watch: Watch = address_changes,
    ) -> None:
        """`name` is the name the table is listed by, "" to announce nothing; `addresses` returns this machine's
        current addresses. `changed` is called on the thread after they or the name changed.
        """
        self.name = ""
        """The machine's name on the network, such as `table.local`; "" while Avahi has none."""
        self._label = name
        self._port = port
        self._addresses = addresses
        self._changed = changed
        self._watch = watch
        self._last_output = ""
        self._closed, self._close = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def start(self) -> None:
        """Ask for the name, and start to announce on the thread."""
        self.name = self._ask_name()
        self._thread.start()

    def close(self) -> None:
        """Withdraw the table from the network, and end the thread."""
        self._close.close()
        if self._thread.is_alive():
            self._thread.join()
        self._closed.close()

    def _run(self) -> None:
        try:
            self._watch_until_closed()
        except Exception:  # the table works without it
            log.exception("the address of this machine is watched no longer")

    def _watch_until_closed(self) -> None:
        with ExitStack() as stack:
            sources = stack.enter_context(selectors.DefaultSelector())
            sources.register(self._closed, selectors.EVENT_READ)
            if news := self._open_watch():
                sources.register(stack.enter_context(news), selectors.EVENT_READ)
            if publisher := self._publish():
                stack.enter_context(publisher)
                stack.callback(publisher.kill)  # Avahi withdraws the service as soon as this program is gone
                sources.register(_output(publisher), selectors.EVENT_READ)
            addresses = self._addresses()
            while self._closed not in (ready := {key.fileobj for key, _ in sources.select()}):
                if news in ready and not _receive(news):
                    sources.unregister(news)
                if publisher and (output := _output(publisher)) in ready:
                    if not self._follow(publisher):
                        sources.unregister(output)
                elif addresses == self._addresses():
                    continue
                before = addresses, self.name
                addresses, self.name = self._addresses(), self._ask_name()
                if before != (addresses, self.name):
                    log.debug("this machine has another address or another name now")
                    self._changed()

    def _open_watch(self) -> socket.socket | None:
        try:
            return self._watch()
        except OSError as error:
            log.warning("changes of this machine's address go unnoticed: %s", error)
            return None

    def _publish(self) -> subprocess.Popen[bytes] | None:
        if not self._label:
            return None
        service = (f"Table companion ({self._label[:_MAX_NAME]})", "_http._tcp", str(self._port), "path=/")
        try:
            return subprocess.Popen(
                (*_PUBLISH, *service),
                bufsize=0, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            )  # fmt: skip
        except OSError as error:
            log.debug("the table is not listed among the services of the network: %s", error)
            return None

    def _follow(self, publisher: subprocess.Popen[bytes]) -> bool:
        """Read what the publisher wrote; return whether it still runs."""
        if chunk := _output(publisher).read(_CHUNK):
            self._last_output = chunk.decode(errors="replace").strip()
            log.debug("avahi-publish: %s", self._last_output)
            return True
        if publisher.wait():
            log.warning("the table is no longer listed among the services of the network: %s", self._last_output)
        return False

    def _ask_name(self) -> str:
        """Return the name that Avahi answers to, "" without one."""
        if not self._label:
            return ""
        try:
            completed = subprocess.run(_ASK_NAME, capture_output=True, text=True, timeout=_ASK_TIMEOUT_S, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            log.debug("Avahi has no name for this machine: %s", error)
            return ""
        return completed.stdout.removeprefix('s "').removesuffix('"\n')


def _output(publisher: subprocess.Popen[bytes]) -> IO[bytes]:
    assert publisher.stderr is not None  # Popen got a pipe
    return publisher.stderr


def _receive(news: socket.socket) -> bool:
    """Discard the kernel's notification; return whether more can follow."""
    try:
        return bool(news.recv(_CHUNK))
    except OSError as error:
        if error.errno != errno.ENOBUFS:  # the buffer overflowed: that is news, too
            raise
        return True
