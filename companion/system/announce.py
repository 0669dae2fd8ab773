"""Answers on the own network for this machine's name, `<name>.local`, and notices when its address changes."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
import threading
from collections.abc import Callable
from ipaddress import AddressValueError, IPv4Address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger(__name__)

_SERVICE = "_http._tcp.local."
_ASKING_MS = 1300.0
"""How long to listen whether somebody answers for the name already: who has just done so, may wait for a second."""
_MOST_OF_NAME = 40
"""Letters of the machine's name in the name of the service, which has bounds."""
_ADDRESSES_AND_ROUTES = 0x10 | 0x40
"""RTMGRP_IPV4_IFADDR and RTMGRP_IPV4_ROUTE of Linux: an address comes first, and the way out of it a moment later."""
_NEWS = 65536
"""Bytes of news taken at once; what they say is not read, only that there are some."""

Watch = Callable[[], socket.socket | None]
"""Opens a socket that has something to read whenever an address may have changed; None where there is no such thing."""


def address_changes() -> socket.socket | None:
    """The news of the Linux kernel about this machine's addresses. Raises OSError where they may not be heard."""
    if sys.platform != "linux":
        return None
    news = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
    try:
        news.bind((0, _ADDRESSES_AND_ROUTES))
    except OSError:
        news.close()
        raise
    return news


class Announcer:
    """Has a thread of its own, which sleeps until a question comes from the network, or news from the kernel.

    Whatever goes wrong is logged once and ends at most the answering: the table goes on without.
    """

    def __init__(
        self,
        name: str,
        port: int,
        address: Callable[[], str],
        changed: Callable[[], None],
        watch: Watch = address_changes,
    ) -> None:
        """`name` is the first part of the name, "" to answer for none; `address` tells this machine's numeric address
        now, "" without a network. `changed` is called on the thread when the address or the name is another one.
        """
        self._name = name
        self._port = port
        self._address = address
        self._changed = changed
        self._watch = watch
        self._answering = bool(name)
        self._told = False
        self._closed, self._close = socket.socketpair()
        self._closed.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def start(self) -> None:
        """Begin, on the thread: this returns at once."""
        self._thread.start()

    def close(self) -> None:
        """Take leave of the network and end."""
        self._close.close()
        if self._thread.is_alive():
            self._thread.join()
        self._closed.close()

    @property
    def name(self) -> str:
        """The name by which this machine is found, `<name>.local`; "" if nobody answers for it."""
        return f"{self._name}.local" if self._answering else ""

    def _run(self) -> None:
        try:
            asyncio.run(self._until_closed())
        except Exception:  # the table does not depend on it
            log.exception("the address of this machine is watched no longer")

    async def _until_closed(self) -> None:
        """Answer for the name where the address is, and move when that does."""
        closed = asyncio.create_task(asyncio.get_running_loop().sock_recv(self._closed, 1))
        news = self._opened()
        try:
            while not closed.done():
                await self._at(self._address(), news, closed)
        finally:
            if news is not None:
                news.close()

    async def _at(self, address: str, news: socket.socket | None, closed: asyncio.Task[bytes]) -> None:
        """Answer at this address, until it is another one or all is closed."""
        answer = asyncio.create_task(self._answer(address)) if address and self._name else None
        try:
            while not closed.done() and self._address() == address:
                await _next(news, closed)
            if not closed.done():
                log.debug("the address of this machine is another one now")
                self._answering = bool(self._name)
                self._changed()
        finally:
            if answer is not None:
                answer.cancel()  # once only: it has to take leave
                await asyncio.wait((answer,))

    def _opened(self) -> socket.socket | None:
        try:
            news = self._watch()
        except OSError as error:
            log.warning("changes of this machine's address go unnoticed: %s", error)
            return None
        if news is not None:
            news.setblocking(False)
        return news

    async def _answer(self, address: str) -> None:
        """Answer for the name at this address, until cancelled."""
        from zeroconf import Error, IPVersion
        from zeroconf.asyncio import AsyncZeroconf

        try:
            _check(address)
            network = AsyncZeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
            try:
                await _started(network)
                await self._register(network, address)
                await asyncio.get_running_loop().create_future()
            finally:
                await network.async_close()
        except (OSError, AddressValueError, Error) as error:
            self._cannot("%s.local cannot be announced: %s", self._name, str(error) or type(error).__name__)

    async def _register(self, network: AsyncZeroconf, address: str) -> None:
        # Theirs, as their examples show; only their list of exports forgets it.
        from zeroconf import AddressResolverIPv4, DNSQuestionType, ServiceInfo  # type: ignore[attr-defined]

        host = f"{self._name}.local."
        asked = AddressResolverIPv4(host)
        # Not for an answer to us alone: of several who listen on this machine, it would reach only one.
        await asked.async_request(network.zeroconf, _ASKING_MS, DNSQuestionType.QM)
        answered = asked.parsed_addresses()
        if answered and address not in answered:
            self._cannot("another machine is called %s.local already: %s", self._name, ", ".join(answered))
            return
        # Where something on this machine answers for its name already (Avahi does), only the service is added to it.
        info = ServiceInfo(
            _SERVICE,
            f"Table companion ({self._name[:_MOST_OF_NAME]}).{_SERVICE}",
            port=self._port,
            server=host,
            parsed_addresses=[] if answered else [address],
            properties={"path": "/"},
        )
        await (await network.async_register_service(info, allow_name_change=True))
        log.debug("answering for %s.local", self._name)

    def _cannot(self, why: str, *about: str) -> None:
        log.log(logging.DEBUG if self._told else logging.WARNING, why, *about)
        self._told = True
        self._answering = False
        self._changed()


def _check(address: str) -> None:
    """Raise what is wrong with an address beforehand: the library would leave sockets open."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((str(IPv4Address(address)), 0))


async def _started(network: AsyncZeroconf) -> None:
    """Wait until the library runs, also when cancelled meanwhile: before that it could not be closed."""
    started = asyncio.ensure_future(network.zeroconf.async_wait_for_start())
    try:
        await asyncio.shield(started)
    except asyncio.CancelledError:
        await asyncio.wait((started,))
        raise


async def _next(news: socket.socket | None, closed: asyncio.Task[bytes]) -> None:
    """Wait until there are news, or all is closed."""
    heard = asyncio.create_task(_heard(news))
    await asyncio.wait((heard, closed), return_when=asyncio.FIRST_COMPLETED)
    if heard.done():
        heard.result()
    heard.cancel()


async def _heard(news: socket.socket | None) -> None:
    """Wait for news; for ever where there are none to be had."""
    loop = asyncio.get_running_loop()
    try:
        if news is None or not await loop.sock_recv(news, _NEWS):
            await loop.create_future()
    except OSError as error:
        if error.errno != errno.ENOBUFS:  # more came than there was room for: that is news, too
            raise
