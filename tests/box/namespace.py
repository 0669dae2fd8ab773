"""A machine of its own for network scenes: its interfaces, its name and its view of them, in namespaces of Linux.

A wire joins two of them. Connections to a server in a namespace are made in a thread that enters it. Needs root.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self, TypeVar

from tests.box.vm.debian import debian_root, runnable
from tests.box.vm.parts import CHECKOUT
from tests.terminal import PATIENCE_S

T = TypeVar("T")

_CLONE_NEWNET = 0x40000000
_TUNSETIFF = 0x400454CA
_IFF_TUN, _IFF_NO_PI = 0x0001, 0x1000
_PREPARE = """
mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /run
echo 0 >/proc/sys/net/ipv6/conf/default/accept_dad
"$@" link set lo up
echo ready
exec cat
"""
"""Makes /sys show the interfaces of the namespace, and /run its own daemons; addresses of IPv6 can be used at once.

It ends with its standard input."""
_CARDS = """
umount /sys/class/net 2>/dev/null || true
mount -t tmpfs tmpfs /sys/class/net
for path in /sys/devices/virtual/net/*; do
    name=${path##*/}
    mkdir /sys/class/net/$name
    ln -s $path/* /sys/class/net/$name
    for card in "$@"; do [ $name = $card ] && ln -s $path /sys/class/net/$name/device; done
done
true
"""
"""Lists the interfaces anew. All of them are virtual here; those that are named look like cards."""


class Namespace:
    """A machine with nothing but a loopback interface, until wires are added. Used as a context."""

    def __init__(self) -> None:
        self._ip = [str(word) for word in runnable(debian_root(), "ip")]
        self._cards: tuple[str, ...] = ()
        self._tunnels: list[int] = []

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            ["unshare", "--net", "--uts", "--mount", "sh", "-ec", _PREPARE, "sh", *self._ip],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n", "namespaces take root"
        self._list_cards()
        return self

    def __exit__(self, *_: object) -> None:
        for tunnel in self._tunnels:
            os.close(tunnel)
        self._process.communicate(timeout=PATIENCE_S)

    def inside(self, *words: str | Path) -> list[str]:
        """Return the words that run a command inside, in the folder of this checkout."""
        enter = ("nsenter", f"--target={self._process.pid}", "--net", "--uts", "--mount")
        return [*enter, "env", f"--chdir={CHECKOUT}", *map(str, words)]

    def run(self, *words: str) -> None:
        """Run a command inside. It must succeed."""
        completed = subprocess.run(self.inside(*words), capture_output=True, text=True, check=False)
        assert completed.returncode == 0, (words, completed.stderr)

    def ip(self, line: str) -> None:
        """Run one command of iproute2 inside, without the word `ip`."""
        self.run(*self._ip, *line.split())

    def set_host_name(self, name: bytes) -> None:
        """Give the machine a name: any bytes, as the kernel takes them."""
        octal = "".join(f"\\{byte:03o}" for byte in name)
        self.run("sh", "-c", f"printf '{octal}' >/proc/sys/kernel/hostname")

    def wire(self, name: str, other: Namespace, other_name: str) -> None:
        """Join this machine to another one with a wire; at each end it is an interface that is up."""
        peer = f"peer name {other_name} netns {other._process.pid}"
        self.ip(f"link add {name} type veth {peer}")
        other.ip(f"link set {other_name} up")
        self.ip(f"link set {name} up")
        self._list_cards()

    def card(self, name: str) -> None:
        """Make an interface look like a network card, which a phone in the room may reach."""
        self._cards += (name,)
        self._list_cards()

    def forget_cards(self) -> None:
        """Make all interfaces look virtual, as they are in a container."""
        self._cards = ()
        self._list_cards()

    def link_local(self, interface: str) -> str:
        """Return the link-local address of IPv6 that the kernel gives an interface, once it has."""
        command = self.inside(*self._ip, "-6", "-brief", "address", "show", "dev", interface, "scope", "link")
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            if len(words) > 2:
                return words[2].partition("/")[0]
            time.sleep(0.05)
        raise AssertionError(f"{interface} has no link-local address")

    def bridge(self, name: str, address: str) -> None:
        """Add a bridge with one container on it, as container programs make it."""
        self.ip(f"link add {name} type bridge")
        self.ip(f"link add c-{name} type veth peer name p-{name}")
        self.ip(f"link set c-{name} master {name}")
        for interface in (name, f"c-{name}", f"p-{name}"):
            self.ip(f"link set {interface} up")
        self.address(name, address)
        self._list_cards()

    def tunnel(self, name: str, address: str) -> None:
        """Add the interface of a VPN, whose other end is this process."""

        def opened() -> int:
            tunnel = os.open("/dev/net/tun", os.O_RDWR)
            fcntl.ioctl(tunnel, _TUNSETIFF, struct.pack("16sH22x", name.encode(), _IFF_TUN | _IFF_NO_PI))
            return tunnel

        self._tunnels.append(self.enter(opened))
        self.ip(f"link set {name} up")
        self.address(name, address)
        self._list_cards()

    def address(self, interface: str, address: str) -> None:
        """Add an address with the length of its network to an interface; it can be used at once."""
        self.ip(f"address add {address} dev {interface}")

    def enter(self, work: Callable[[], T]) -> T:
        """Do some work on a thread in the network of this machine. Sockets that it opens stay there."""

        def entered() -> T:
            with Path(f"/proc/{self._process.pid}/ns/net").open("rb") as network:
                if ctypes.CDLL(None, use_errno=True).setns(network.fileno(), _CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), "setns")
            return work()

        with ThreadPoolExecutor(1) as threads:
            return threads.submit(entered).result()

    def connect(self, host: str, port: int) -> socket.socket:
        """Return a connection from this machine to a server."""
        return self.enter(lambda: socket.create_connection((host, port), PATIENCE_S))

    def _list_cards(self) -> None:
        self.run("sh", "-ec", _CARDS, "sh", *self._cards)
