"""Tells when something is plugged into a serial port, so that nobody has to look for it all the time."""

from __future__ import annotations

import socket

_UEVENTS = 15
"""NETLINK_KOBJECT_UEVENT: the kernel's family of messages about devices (linux/netlink.h)."""
_OF_UDEV = 2
"""Its group in which udev says what it has done: a device has its name and its group by then."""
_MOST = 8192
_A_PORT = b"SUBSYSTEM=tty\0"
_LEFT = b"ACTION=remove\0"


class Plugs:
    """Hears what udev says about serial ports."""

    def __init__(self, heard: socket.socket) -> None:
        """`heard` brings a message about each device; it is closed with this."""
        self._heard = heard
        heard.setblocking(False)

    def fileno(self) -> int:
        """What becomes readable when there is something to tell."""
        return self._heard.fileno()

    def plugged(self) -> bool:
        """Whether a serial port has come since this was asked last, or may have."""
        plugged = False
        while True:
            try:
                told = self._heard.recv(_MOST)
            except BlockingIOError:
                return plugged
            except OSError:  # more was told than there is room for
                return True
            plugged |= _A_PORT in told and _LEFT not in told

    def close(self) -> None:
        """Hear no more."""
        self._heard.close()


def plugs_of_udev() -> Plugs | None:
    """What udev says from now on; None where it cannot be heard."""
    heard = None
    try:
        heard = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _UEVENTS)
        heard.bind((0, _OF_UDEV))
    except OSError:
        if heard is not None:
            heard.close()
        return None
    return Plugs(heard)
