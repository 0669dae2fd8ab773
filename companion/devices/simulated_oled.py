"""A simulated screen: takes the bytes of the bus as an SSD1306 or an SH1106 does, and makes the visible picture."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterable, Mapping

from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Picture
from companion.support.frozen_dataclasses import frozen

_ADDRESSING = (0x20, 0x21, 0x22)
_COMMON_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


@frozen
class _Chip:
    """The differences between the two chips."""

    columns: int
    """The number of columns in its memory. The glass shows the middle 128 of them."""
    windows: bool
    """True if it has windows and addressing modes (20, 21, 22); else it writes along one page at a time."""
    pump: int
    """The command that switches its own high voltage on and off."""
    pump_bit: int
    """The bit of the argument that switches it."""
    pumps_at_once: bool
    """True if it has that voltage after a reset."""
    arguments: Mapping[int, int]
    """The number of argument bytes after each command; commands not listed have none."""

    @property
    def first_visible(self) -> int:
        """The first visible column."""
        return (self.columns - WIDTH) // 2


_CHIPS = {
    # Solomon Systech's data sheet, chapter 9.
    "ssd1306": _Chip(
        128, True, 0x8D, 4, False, _COMMON_ARGUMENTS | {0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2},
    ),
    # Sino Wealth's data sheet, "Commands". There is no 20, 21, 22 and 8D, though luma sends some of them to this chip:
    # the next page and column commands undo any effect of them and of the bytes behind them.
    "sh1106": _Chip(132, False, 0xAD, 1, True, _COMMON_ARGUMENTS | {0xAD: 1}),
}  # fmt: skip
_PAGES = HEIGHT // 8
_FULL_ROW = (1 << WIDTH) - 1
_HORIZONTAL, _VERTICAL, _BY_PAGE = 0, 1, 2

# A chip's memory holds noise after power-on: a driver has to clear it.
_NOISE = bytes((7 * n ^ n >> 3) & 0xFF for n in range(132))

# For each bit, a table from a byte to that bit's binary digit.
_DIGITS = tuple(bytes(ord("1") if byte >> bit & 1 else ord("0") for byte in range(256)) for bit in range(8))


class SimulatedOled:
    """A chip and its glass behind luma's serial interface (`command`, `data`, `cleanup`). Safe for several threads."""

    def __init__(self, driver: str = "ssd1306") -> None:
        """`driver` is the chip, by its name in board profiles: "ssd1306" or "sh1106".

        Raises:
            KeyError: It is another one.
        """
        self._chip = _CHIPS[driver]
        self.on_change: Callable[[], None] | None = None
        """A callback on the sender's thread, after anything that may have changed the visible picture."""
        self.failing = False
        """While true, every transfer fails as with an unplugged cable."""
        self.fails_after: int | None = None
        """The number of further bytes after which the cable comes out, even in the middle of a transfer; None: it
        holds."""
        self.bytes_sent = 0
        """Bytes on the bus since the beginning: of each transfer its address, its control byte and its content."""
        self._lock = threading.Lock()
        self._reset()

    def command(self, *cmd: int) -> None:
        """Take commands; a command may be split anywhere between two transfers.

        Raises:
            OSError: The cable is out, or comes out.
        """
        self._take(bytes(cmd), self._command_byte)

    def data(self, data: Iterable[int]) -> None:
        """Take bytes for the memory.

        Raises:
            OSError: The cable is out, or comes out.
        """
        self._take(bytes(data), self._write)

    def cleanup(self) -> None:
        """Release the bus; the glass stays as it is."""

    @property
    def on(self) -> bool:
        """True if the glass is lit: switched on, and with the voltage that it needs."""
        return self._on and self._pumped

    @property
    def contrast(self) -> int:
        """The brightness of lit points, from 0 to 255."""
        return self._contrast

    @property
    def registers(self) -> dict[int, tuple[int, ...]]:
        """The last arguments of each command with arguments, except the commands for addressing."""
        return dict(self._registers)

    def picture(self) -> Picture:
        """Return the visible picture, as the usual modules are mounted: upright after the commands A1 and C8."""
        with self._lock:
            return Picture(tuple(self._row(y) for y in range(HEIGHT))) if self.on else BLANK

    def power_cycle(self) -> None:
        """Cut its power and restore it: it forgets everything."""
        with self._lock:
            self._reset()
        self._notify()

    def _reset(self) -> None:
        """Set every register to its value after a reset, as in the data sheet."""
        # By page and by place from the left edge of the glass, where the last segment is.
        self._memory = [bytearray(_NOISE[: self._chip.columns]) for _ in range(_PAGES)]
        self._pending: list[int] = []
        self._registers: dict[int, tuple[int, ...]] = {}
        self._mode = _BY_PAGE
        self._columns, self._column = (0, WIDTH - 1), 0
        self._pages, self._page = (0, _PAGES - 1), 0
        self._page_mode_column = 0
        self._on = self._inverse = self._all_lit = False
        self._pumped = self._chip.pumps_at_once
        self._remapped = self._downwards = False
        self._start_line = self._offset = 0
        self._multiplex = HEIGHT
        self._contrast = 0x7F

    def _take(self, content: bytes, take: Callable[[int], None]) -> None:
        with self._lock:
            arriving = self._arriving(content)
            for byte in arriving:
                take(byte)
        self._notify()
        if len(arriving) < len(content):
            raise _unplugged()

    def _arriving(self, content: bytes) -> bytes:
        """Return the part of a transfer that arrives before the cable comes out: mostly all of it."""
        if self.failing:
            raise _unplugged()
        if self.fails_after is not None:
            self.failing = len(content) > self.fails_after
            content = content[: self.fails_after]
            self.fails_after = None if self.failing else self.fails_after - len(content)
        self.bytes_sent += 2 + len(content)
        return content

    def _notify(self) -> None:
        if self.on_change is not None:
            self.on_change()

    def _row(self, y: int) -> int:
        # The top of the glass is common line 63; C8 scans from the last common line to the first.
        common = HEIGHT - 1 - y
        scanned = self._multiplex - 1 - common if self._downwards else common
        if not 0 <= scanned < self._multiplex:
            return 0
        if self._all_lit:
            return _FULL_ROW
        line = (scanned + self._start_line + self._offset) % HEIGHT
        visible = self._memory[line // 8][self._chip.first_visible : self._chip.first_visible + WIDTH]
        row = int(visible.translate(_DIGITS[line % 8]), 2)
        return row ^ _FULL_ROW if self._inverse else row

    def _write(self, byte: int) -> None:
        if self._column < self._chip.columns:
            place = self._column if self._remapped else self._chip.columns - 1 - self._column
            self._memory[self._page][place] = byte
        if not self._chip.windows:
            self._column += 1  # bytes beyond the last column are lost
        elif self._mode == _BY_PAGE:
            self._column = (self._column + 1) % WIDTH
        elif self._mode == _HORIZONTAL:
            self._column, over = _next_position(self._column, self._columns)
            if over:
                self._page, _ = _next_position(self._page, self._pages)
        else:
            self._page, over = _next_position(self._page, self._pages)
            if over:
                self._column, _ = _next_position(self._column, self._columns)

    def _command_byte(self, byte: int) -> None:
        self._pending.append(byte)
        command, *arguments = self._pending
        if len(arguments) == self._chip.arguments.get(command, 0):
            self._pending = []
            if arguments and command not in _ADDRESSING:
                self._registers[command] = tuple(arguments)
            self._execute(command, arguments)

    def _execute(self, command: int, arguments: list[int]) -> None:  # noqa: C901 - one line a command of the chip
        match command:
            case 0x20 | 0x21 | 0x22 if not self._chip.windows:
                pass
            case 0x20:
                self._mode = arguments[0] & 3
            case 0x21:
                self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
                self._column = self._columns[0]
            case 0x22:
                self._pages = (arguments[0] & 7, arguments[1] & 7)
                self._page = self._pages[0]
            case 0x81:
                self._contrast = arguments[0]
            case self._chip.pump:
                self._pumped = bool(arguments[0] & self._chip.pump_bit)
            case 0xA0 | 0xA1:
                self._remapped = command == 0xA1
            case 0xA4 | 0xA5:
                self._all_lit = command == 0xA5
            case 0xA6 | 0xA7:
                self._inverse = command == 0xA7
            case 0xA8:
                # The data sheet calls anything under 16 rows invalid.
                self._multiplex = max(16, (arguments[0] & 0x3F) + 1)
            case 0xAE | 0xAF:
                self._on = command == 0xAF
            case 0xC0 | 0xC8:
                self._downwards = command == 0xC8
            case 0xD3:
                self._offset = arguments[0] & 0x3F
            case _ if command < 0x20:
                self._set_page_mode_column(command)
            case _ if 0x40 <= command < 0x80:
                self._start_line = command & 0x3F
            case _ if 0xB0 <= command < 0xB8 and self._mode == _BY_PAGE:
                self._page = command & 7
            case _:
                pass  # clocks, voltages and scrolling change nothing visible here

    def _set_page_mode_column(self, command: int) -> None:
        """Set the low or the high half of the column, which only page addressing has."""
        half = command & 0xF
        low = command < 0x10
        other_half = self._page_mode_column & (0xF0 if low else 0x0F)
        self._page_mode_column = other_half | (half if low else half << 4)
        if self._mode == _BY_PAGE:
            self._column = self._page_mode_column & (0x7F if self._chip.windows else 0xFF)


def _next_position(position: int, window: tuple[int, int]) -> tuple[int, bool]:
    """Return the next position within a window (first, last), and whether it wrapped around."""
    first, last = window
    return (first, True) if position >= last else (position + 1, False)


def _unplugged() -> OSError:
    return OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
