"""A real Avahi on a machine in a namespace, with a message bus of its own, and questions to it over multicast DNS."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.box.namespace import Namespace
from tests.box.vm.debian import debian_root, runnable

A, AAAA, SRV = 1, 28, 33
"""Types of records."""
_GROUP, _GROUP6, _PORT = "224.0.0.251", "ff02::fb", 5353
_LARGEST = 9000
"""Bytes of a packet."""
_ATTEMPT_S, _ATTEMPTS = 0.5, 60
_POINTER = 0xC0
_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
  <policy context="default">
    <allow own="*"/><allow send_destination="*" eavesdrop="true"/><allow receive_sender="*" eavesdrop="true"/>
  </policy>
</busconfig>
"""
_DAEMON = "[server]\nuse-ipv4=yes\nuse-ipv6=yes\nallow-point-to-point=no\n"
_USER = """
for list in passwd group; do
    cp /etc/$list "$1/$list"
    mount --bind "$1/$list" /etc/$list
done
echo avahi:x:65533:65533::/:/bin/false >>/etc/passwd
echo avahi:x:65533: >>/etc/group
"""
"""Adds the user of Avahi, for which it asks even where it stays root, on this machine alone."""
_CLIENTS = ("busctl", "avahi-publish")
"""Programs that the companion runs to reach Avahi."""


@contextmanager
def avahi(machine: Namespace, folder: Path) -> Iterator[dict[str, str]]:
    """Run Debian's Avahi on a machine; yield the environment variables with which programs there find it."""
    folder.mkdir()
    root, bus = debian_root(), f"unix:path={folder / 'bus'}"
    (folder / "bus.conf").write_text(_BUS.format(socket=folder / "bus"))
    (folder / "avahi.conf").write_text(_DAEMON)
    for program in _CLIENTS:
        wrapper = folder / program
        wrapper.write_text(f'#!/bin/sh\nexec {" ".join(map(str, runnable(root, program)))} "$@"\n')
        wrapper.chmod(0o755)
    machine.run("sh", "-ec", _USER, "sh", str(folder))
    variables = {"DBUS_SYSTEM_BUS_ADDRESS": bus}
    options = (f"--config-file={folder / 'bus.conf'}", "--nofork", "--nopidfile", "--print-address")
    dbus = machine.inside(*runnable(root, "dbus-daemon"), *options)
    daemon = machine.inside(
        *runnable(root, "avahi-daemon"), f"--file={folder / 'avahi.conf'}",
        "--no-drop-root", "--no-chroot", "--no-proc-title", "--no-rlimits",
    )  # fmt: skip
    with subprocess.Popen(dbus, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as first:
        try:
            assert first.stdout is not None
            assert first.stdout.readline().startswith("unix:"), "the bus did not start"
            with subprocess.Popen(daemon, env={**os.environ, **variables}, stderr=subprocess.PIPE, text=True) as second:
                try:
                    assert second.stderr is not None
                    log = ""
                    for line in second.stderr:
                        log += line
                        if "Server startup complete" in line:
                            break
                    else:
                        raise AssertionError(log)
                    yield {**variables, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
                finally:
                    second.kill()
        finally:
            first.kill()


def resolve(machine: Namespace, interface: str, name: str, kind: int = A, *, ipv6: bool = False) -> list[bytes]:
    """Ask the network at an interface of a machine for a name by multicast DNS; return the data of the records.

    It is asked again until something answers: a packet is lost where an interface has just come up.
    """
    labels = [label.encode() for label in name.split(".")]
    question = b"".join(bytes((len(label),)) + label for label in labels) + b"\0" + struct.pack("!HH", kind, 1)
    packet = struct.pack("!6H", 0, 0, 1, 0, 0, 0) + question

    def asked() -> list[bytes]:
        index = socket.if_nametoindex(interface)
        with socket.socket(socket.AF_INET6 if ipv6 else socket.AF_INET, socket.SOCK_DGRAM) as client:
            if ipv6:
                client.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
            else:
                client.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, struct.pack("8xi", index))
            client.settimeout(_ATTEMPT_S)
            for _ in range(_ATTEMPTS):
                client.sendto(packet, (_GROUP6 if ipv6 else _GROUP, _PORT))
                try:
                    return _records(client.recv(_LARGEST), kind)
                except TimeoutError:
                    continue
        raise AssertionError(f"nobody answers for {name}")

    return machine.enter(asked)


def _records(packet: bytes, kind: int) -> list[bytes]:
    """Return the data of all records of a kind in an answer."""
    _, _, questions, *counts = struct.unpack_from("!6H", packet)
    position, records = 12, []
    for _ in range(questions):
        position = _after_name(packet, position) + 4
    for _ in range(sum(counts)):
        position = _after_name(packet, position)
        record_kind, _, _, length = struct.unpack_from("!HHIH", packet, position)
        position += 10
        if record_kind == kind:
            records.append(packet[position : position + length])
        position += length
    return records


def _after_name(packet: bytes, position: int) -> int:
    while length := packet[position]:
        if length >= _POINTER:
            return position + 2
        position += 1 + length
    return position + 1
