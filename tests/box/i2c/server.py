"""The server behind /dev/i2c-1, which forwards every written byte. For Debian's own Python: it needs umockdev.

Orders come in and events go out, one JSON object a line. The first event is `{"root": folder}`: a process that runs
under `umockdev-wrapper` with this folder as UMOCKDEV_DIR finds the bus. After that:

| order | effect |
|---|---|
| `{"do": "pull", "after": n}` | after n more bytes nothing answers on the bus any more, like a pulled cable |
| `{"do": "plug"}` | the screen answers again; the event `{"plugged": true}` |
| `{"do": "mark"}` | the event `{"mark": true}`: everything that was sent before has been forwarded |

Each transfer, or its transmitted part, is the event `{"address": n, "bytes": hex}`. The server ends with its orders.
"""

from __future__ import annotations

import errno
import json
import struct
import sys
import threading
from enum import IntEnum
from typing import Any

import gi  # type: ignore[import-not-found]  # the system's, not the checkout's

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # type: ignore[import-not-found]  # noqa: E402  # the version must be set first


class Request(IntEnum):
    """The requests to a bus, as in the kernel's uapi/linux/i2c-dev.h."""

    SLAVE = 0x0703
    FUNCS = 0x0705
    RDWR = 0x0707
    SMBUS = 0x0720


# Structures as there and in uapi/linux/i2c.h.
FUNC_I2C, FUNC_SMBUS_EMUL = 0x00000001, 0x0EFF0008
SMBUS_WRITE, SMBUS_I2C_BLOCK, SMBUS_BLOCK_MAX = 0, 8, 32
LONG = struct.Struct("@L")
SMBUS_CALL = struct.Struct("@BBIP")
"""Read or write, command, size, pointer to the data."""
RDWR_CALL = struct.Struct("@PI")
"""Pointer to the messages, and their number."""
MESSAGE = struct.Struct("@HHHP")
"""Address, flags, length, pointer to the bytes."""
SMBUS_POINTER_AT, MESSAGE_POINTER_AT = SMBUS_CALL.size - LONG.size, MESSAGE.size - LONG.size

SCREEN = 0x3C
"""The only address that answers."""
DEVICE = "P: /devices/i2c-1\nN: i2c-1\nE: DEVNAME=/dev/i2c-1\nE: SUBSYSTEM=i2c-dev\n"


class Bus(UMockdev.IoctlBase):  # type: ignore[misc]  # gi publishes no types
    """The bus, used by one process at a time. The handler runs on a thread of umockdev's."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._address = 0
        self._left: int | None = None
        """Bytes that are transmitted until the cable is out; None while it is in."""

    def obey(self, order: dict[str, Any]) -> None:
        """Carry out an order."""
        with self._lock:
            match order["do"]:
                case "pull":
                    self._left = order["after"]
                case "plug":
                    self._left = None
                    tell(plugged=True)
                case "mark":
                    tell(mark=True)

    def do_handle_ioctl(self, client: Any) -> bool:
        """Serve one request of the process; umockdev refuses the others."""
        request, argument = client.get_request(), client.get_arg()
        try:
            with self._lock:
                served = self._serve(request, argument)
        except OSError as error:
            client.complete(-1, error.errno)
            return True
        if served:
            client.complete(0, 0)
        return served

    def _serve(self, request: int, argument: Any) -> bool:
        match request:
            case Request.SLAVE:
                (self._address,) = LONG.unpack(bytes(argument.retrieve()))
            case Request.FUNCS:
                argument.resolve(0, LONG.size).update(0, LONG.pack(FUNC_I2C | FUNC_SMBUS_EMUL))
            case Request.SMBUS:
                self._smbus(argument.resolve(0, SMBUS_CALL.size))
            case Request.RDWR:
                self._messages(argument.resolve(0, RDWR_CALL.size))
            case _:
                return False
        return True

    def _smbus(self, call: Any) -> None:
        direction, command, size, _ = SMBUS_CALL.unpack(bytes(call.retrieve()))
        if (direction, size) != (SMBUS_WRITE, SMBUS_I2C_BLOCK):
            raise OSError(errno.EOPNOTSUPP, "only blocks are written here")
        length, *block = bytes(call.resolve(SMBUS_POINTER_AT, SMBUS_BLOCK_MAX + 2).retrieve())
        self._transfer(self._address, bytes([command, *block[:length]]))

    def _messages(self, call: Any) -> None:
        _, count = RDWR_CALL.unpack(bytes(call.retrieve())[: RDWR_CALL.size])
        messages = call.resolve(0, MESSAGE.size * count)
        for number, message in enumerate(MESSAGE.iter_unpack(bytes(messages.retrieve()))):
            address, flags, length, _ = message
            if flags:
                raise OSError(errno.EOPNOTSUPP, "nothing is read here")
            content = messages.resolve(number * MESSAGE.size + MESSAGE_POINTER_AT, length)
            self._transfer(address, bytes(content.retrieve()))

    def _transfer(self, address: int, content: bytes) -> None:
        if address != SCREEN:
            raise OSError(errno.EREMOTEIO, "nobody there")
        through = content if self._left is None else content[: self._left]
        if through:
            tell(address=address, bytes=through.hex())
        if self._left is not None:
            self._left -= len(through)
            if self._left == 0:
                raise OSError(errno.EREMOTEIO, "the cable is out")


def tell(**event: Any) -> None:
    """Send an event."""
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Serve until the orders end."""
    testbed = UMockdev.Testbed.new()
    testbed.add_from_string(DEVICE)
    bus = Bus()
    testbed.attach_ioctl("/dev/i2c-1", bus)
    tell(root=testbed.get_root_dir())
    for line in sys.stdin:
        bus.obey(json.loads(line))
    testbed.detach_ioctl("/dev/i2c-1")


if __name__ == "__main__":
    main()
