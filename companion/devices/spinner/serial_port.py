"""The serial port that the spinner is plugged into: the only file that names pyserial."""

from __future__ import annotations

import errno
import os
import socket
import termios
from pathlib import Path
from typing import Protocol

BY_NAME = Path("/dev/companion-spinner")
"""The spinner's name among the devices, whichever port it is in: our udev rule gives it."""
_BAUD = 115_200
"""Means nothing on USB; a real serial line between two computers wants it."""
_READ = 4096
_FAILURES = (OSError, termios.error)
"""What goes wrong with a port; pyserial's own errors are among the first."""
_WRITE_S = 0.5
"""Who takes nothing for so long is as good as gone."""


_PICO = (0x2E8A, 0x0005)
"""By which a Pico with MicroPython is known on USB."""


class PortError(Exception):
    """The port is not there, is taken, or is gone. Its text says which."""

    def __init__(self, text: str, number: int | None = None) -> None:
        """`number` is the system's for what is amiss, as errno has them; None where it has none."""
        super().__init__(text)
        self._number = number

    @property
    def missing(self) -> bool:
        """Whether there is no such port."""
        return self._number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}

    @property
    def forbidden(self) -> bool:
        """Whether this user may not have it: it is another group's."""
        return self._number == errno.EACCES

    @property
    def taken(self) -> bool:
        """Whether somebody else has it."""
        return self._number in {errno.EAGAIN, errno.EBUSY}


class Port(Protocol):
    """Bytes both ways."""

    def fileno(self) -> int:
        """What becomes readable when there is something to read, or when the port is gone."""

    def read(self) -> bytes:
        """What has come in since; b"" for nothing. Raises PortError."""

    def write(self, data: bytes) -> None:
        """Send all of this. Raises PortError."""

    def close(self) -> None:
        """Give the port back. The second time does nothing."""


class SerialPort:
    """A port by its path, or by a URL that pyserial knows."""

    def __init__(self, path: str) -> None:
        """Opens it, for nobody else meanwhile.

        Raises:
            PortError: It cannot be had.
        """
        if "://" not in path and not Path(path).exists():
            raise PortError(f"{path}: {os.strerror(errno.ENOENT)}", errno.ENOENT)
        import serial  # only now: a table without a spinner does without it

        try:
            self._serial = serial.serial_for_url(path, _BAUD, timeout=0, write_timeout=_WRITE_S, do_not_open=True)
            if "://" not in path:
                self._serial.exclusive = True
            self._serial.open()
        except (*_FAILURES, ValueError) as error:
            raise PortError(f"{path}: {_reason(error)}", _number(error)) from error

    def fileno(self) -> int:
        number: int = self._serial.fileno()
        return number

    def read(self) -> bytes:
        try:
            data: bytes = self._serial.read(_READ)
        except (*_FAILURES, TypeError) as error:  # of one that was closed meanwhile pyserial makes a TypeError
            raise PortError(_reason(error)) from error
        return data

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (*_FAILURES, TypeError) as error:
            raise PortError(_reason(error)) from error

    def close(self) -> None:
        self._serial.close()


def ports_of_picos() -> list[str]:
    """The serial ports at which a Pico with MicroPython is plugged in, whatever program it has; in order."""
    from serial.tools.list_ports import comports  # only now: the table does not ask for it when it starts

    found = (port for port in comports() if (port.vid, port.pid) == _PICO)
    return sorted(str(port.device) for port in found)


class SocketPort:
    """One end of a pair of sockets: the line to a simulated spinner."""

    def __init__(self, end: socket.socket) -> None:
        """`end` is this end; it is closed with the port."""
        self._end = end
        end.setblocking(False)

    def fileno(self) -> int:
        return self._end.fileno()

    def read(self) -> bytes:
        try:
            data = self._end.recv(_READ)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise PortError(_reason(error)) from error
        if not data:
            raise PortError("the other end was closed")
        return data

    def write(self, data: bytes) -> None:
        try:
            self._end.send(data)  # what has no room is lost, as on a line
        except BlockingIOError:
            pass
        except OSError as error:
            raise PortError(_reason(error)) from error

    def close(self) -> None:
        self._end.close()


def _reason(error: Exception) -> str:
    number = _number(error)
    return os.strerror(number) if number else str(error)


def _number(error: Exception) -> int | None:
    number: int | None = getattr(error, "errno", None)
    return number
