"""A watch for serial ports that are plugged in, so that nothing has to poll for them."""

from __future__ import annotations

import socket

_UEVENTS = 15
"""NETLINK_KOBJECT_UEVENT: the kernel's family of messages about devices (linux/netlink.h)."""
_UDEV_GROUP = 2
"""The group in which udev reports finished work: a device has its name and its group by then."""
_MESSAGE_BYTES = 8192
_SERIAL_PORT = b"SUBSYSTEM=tty\0"
_REMOVED = b"ACTION=remove\0"


class PlugWatch:
    """A receiver of udev's messages about serial ports."""

    def __init__(self, messages: socket.socket) -> None:
        """`messages` brings a message about each device; it is closed with this object."""
        self._messages = messages
        messages.setblocking(False)

    def fileno(self) -> int:
        """Return the file that becomes readable when a message has come."""
        return self._messages.fileno()

    def port_added(self) -> bool:
        """Return whether a serial port has, or may have, been plugged in since the last call."""
        port_added = False
        while True:
            try:
                message = self._messages.recv(_MESSAGE_BYTES)
            except BlockingIOError:
                return port_added
            except OSError:  # more messages came than the buffer holds
                return True
            port_added |= _SERIAL_PORT in message and _REMOVED not in message

    def close(self) -> None:
        """Stop receiving."""
        self._messages.close()


def open_plug_watch() -> PlugWatch | None:
    """Return a receiver of udev's messages from now on; None if they are not available."""
    messages = None
    try:
        messages = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _UEVENTS)
        messages.bind((0, _UDEV_GROUP))
    except OSError:
        if messages is not None:
            messages.close()
        return None
    return PlugWatch(messages)
