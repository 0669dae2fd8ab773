"""A watch for serial ports that are plugged in, so that nothing has to poll for them."""

from __future__ import annotations

import socket

_UEVENTS = 15
"""NETLINK_KOBJECT_UEVENT: the kernel's family of messages about devices (linux/netlink.h)."""
_OF_UDEV = 2
"""The group in which udev reports finished work: a device has its name and its group by then."""
_MOST = 8192
_A_PORT = b"SUBSYSTEM=tty\0"
_LEFT = b"ACTION=remove\0"


class Plugs:
    """A receiver of udev's messages about serial ports."""

    def __init__(self, heard: socket.socket) -> None:
        """`messages` brings a message about each device; it is closed with this object."""
        self._heard = heard
        heard.setblocking(False)

    def fileno(self) -> int:
        """Return the file that becomes readable when a message has come."""
        return self._heard.fileno()

    def plugged(self) -> bool:
        """Return whether a serial port has, or may have, been plugged in since the last call."""
        plugged = False
        while True:
            try:
                told = self._heard.recv(_MOST)
            except BlockingIOError:
                return plugged
            except OSError:  # more messages came than the buffer holds
                return True
            plugged |= _A_PORT in told and _LEFT not in told

    def close(self) -> None:
        """Stop receiving."""
        self._heard.close()


def plugs_of_udev() -> Plugs | None:
    """Return a receiver of udev's messages from now on; None if they are not available."""
    heard = None
    try:
        heard = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _UEVENTS)
        heard.bind((0, _OF_UDEV))
    except OSError:
        if heard is not None:
            heard.close()
        return None
    return Plugs(heard)
