"""The serial port of the spinner. Only this file names pyserial."""

from __future__ import annotations

import errno
import os
import socket
import termios
from pathlib import Path
from typing import Protocol

BY_NAME = Path("/dev/companion-spinner")
"""The spinner's device name, whichever port it is in: our udev rule creates it."""
_BAUD = 115_200
"""The speed of a real serial line between two computers; USB ignores it."""
_READ = 4096
_ERRORS = (OSError, termios.error)
"""The errors of a port; pyserial's own errors are OSErrors."""
_WRITE_S = 0.5
"""The time after which a receiver that takes nothing counts as gone."""


_PICO = (0x2E8A, 0x0005)
"""The USB vendor and product numbers of a Pico with MicroPython."""


class PortError(Exception):
    """An error for a port that is missing, in use, or gone. Its text says which."""

    def __init__(self, text: str, number: int | None = None) -> None:
        """Keep the system's error number, as in errno; None if unknown."""
        super().__init__(text)
        self._number = number

    @property
    def missing(self) -> bool:
        """True if there is no such port."""
        return self._number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}

    @property
    def foreign(self) -> bool:
        """True if it is there, but is no serial port: a file or a directory."""
        return self._number in {errno.ENOTTY, errno.EISDIR}

    @property
    def forbidden(self) -> bool:
        """True if this user may not use it: it belongs to another group."""
        return self._number == errno.EACCES

    @property
    def in_use(self) -> bool:
        """True if another program uses it."""
        return self._number in {errno.EAGAIN, errno.EBUSY}


class Port(Protocol):
    """A connection that carries bytes both ways."""

    def fileno(self) -> int:
        """Return the file that becomes readable when bytes have come in, or when the port is gone."""

    def read(self) -> bytes:
        """Return the bytes that have come in; b"" for none. Raises PortError."""

    def write(self, data: bytes) -> None:
        """Send all of these bytes. Raises PortError."""

    def close(self) -> None:
        """Close the port. The second call does nothing."""


class SerialPort:
    """A port by its path, or by a URL that pyserial knows."""

    def __init__(self, path: str) -> None:
        """Open the port, for exclusive use.

        Raises:
            PortError: It cannot be opened.
        """
        if "://" not in path and not Path(path).exists():
            raise PortError(f"{path}: {os.strerror(errno.ENOENT)}", errno.ENOENT)
        import serial  # only now: a table without a spinner does not need it

        try:
            self._serial = serial.serial_for_url(path, _BAUD, timeout=0, write_timeout=_WRITE_S, do_not_open=True)
            if "://" not in path:
                self._serial.exclusive = True
            self._serial.open()
        except (*_ERRORS, ValueError) as error:
            raise PortError(f"{path}: {_reason_of(error)}", _errno_of(error)) from error

    def fileno(self) -> int:
        number: int = self._serial.fileno()
        return number

    def read(self) -> bytes:
        try:
            data: bytes = self._serial.read(_READ)
        except (*_ERRORS, TypeError) as error:  # pyserial raises TypeError for a port closed meanwhile
            raise PortError(_reason_of(error)) from error
        return data

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (*_ERRORS, TypeError) as error:
            raise PortError(_reason_of(error)) from error

    def close(self) -> None:
        self._serial.close()


def pico_ports() -> list[str]:
    """Return the serial ports with a Pico that runs MicroPython, whatever program it has, in order."""
    from serial.tools.list_ports import comports  # only now: the table does not need it when it starts

    ports = (port for port in comports() if (port.vid, port.pid) == _PICO)
    return sorted(str(port.device) for port in ports)


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
            raise PortError(_reason_of(error)) from error
        if not data:
            raise PortError("the other end was closed")
        return data

    def write(self, data: bytes) -> None:
        try:
            self._end.send(data)  # bytes without room are lost, as on a real line
        except BlockingIOError:
            pass
        except OSError as error:
            raise PortError(_reason_of(error)) from error

    def close(self) -> None:
        self._end.close()


def _reason_of(error: Exception) -> str:
    number = _errno_of(error)
    return os.strerror(number) if number else str(error)


def _errno_of(error: Exception) -> int | None:
    """Return the system's error number. pyserial drops that of a file that cannot be configured as a port."""
    cause = error.__context__ if isinstance(error.__context__, termios.error) else error
    number: int | None = cause.args[0] if isinstance(cause, termios.error) else getattr(error, "errno", None)
    return number
