"""The reader of board profiles: parses TOML, checks it, and reports every mistake with its file and line."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.devices.board_parts import (
    LAST_PIN,
    SEATS,
    BoardProfile,
    DisplaySpec,
    I2c,
    Identity,
    KnobSpec,
    PicoSpec,
    Spi,
)
from companion.support.toml_line_numbers import TomlError, parse_toml
from companion.words.signs import Key

REQUIRED_KEYS = (Key.UP, Key.DOWN, Key.OK, Key.BACK)
"""The keys that a game needs."""
KNOB_KEYS = (Key.UP, Key.DOWN)
"""The required keys that a knob replaces."""

_TABLES = ("keys", "knob", "spinner", "lights", "buzzer", "display", "identity", "pico")
_PICO_KNOBS = {"spinner": Key.SPIN, "knob": Key.DOWN}
MOST_PICO_KEYS = 5
"""The number of keys on a spinner."""
_DRIVERS = ("ssd1306", "sh1106")
_I2C_NAMES = ("port", "address")
_SPI_NAMES = ("port", "device", "dc", "reset")
_I2C_ADDRESSES = range(0x08, 0x78)
"""The addresses that the I²C standard leaves to devices."""


class BoardError(ValueError):
    """An error in a board profile. Its text is one sentence with the file and, if there is one, the line."""

    def __init__(self, file: Path, line: int | None, reason: str) -> None:
        """`line` counts from 1; None if the fault concerns the whole file."""
        self.file = file
        self.line = line
        self.reason = reason
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")


def read_board(path: Path) -> BoardProfile:
    """Return the board that a file describes, named after the file.

    Raises:
        BoardError: The file cannot be read or is not a valid profile.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BoardError(path, None, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BoardError(path, None, "is not UTF-8 text") from error
    return _ProfileReader(path, text).board()


def missing_keys(board: BoardProfile) -> tuple[Key, ...]:
    """Return the required keys that a board does not have."""
    return tuple(key for key in REQUIRED_KEYS if key not in board.available_keys)


class _ProfileReader:
    """A reader of one profile that tracks the user of each line."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._users: dict[int, str] = {}
        try:
            self._toml = parse_toml(text)
        except TomlError as error:
            raise BoardError(path, error.line, f"is not TOML: {error}") from error

    def board(self) -> BoardProfile:
        for name in self._toml.entries:
            if name not in _TABLES:
                tables = ", ".join(f"[{table}]" for table in _TABLES)
                raise self._error(name, None, f"unknown entry {name}; there are {tables}")
        # The screen comes first: its lines are fixed, so a conflict with a key is reported at the key.
        display = self._display()
        knob, spinner = self._knob("knob"), self._knob("spinner")
        keys = self._keys(knob)
        lights, buzzer = self._lights(), self._buzzer()
        board = BoardProfile(
            self._path.stem,
            MappingProxyType(keys),
            MappingProxyType(lights),
            buzzer,
            display,
            knob,
            spinner,
            self._identity(),
            self._pico(),
        )
        if absent := missing_keys(board):
            raise self._error("keys", None, f"required keys are missing: {', '.join(key.value for key in absent)}")
        return board

    def _keys(self, knob: KnobSpec | None) -> dict[Key, int]:
        keys = {}
        for name in self._table("keys"):
            if name not in {key.value for key in Key}:
                raise self._error("keys", name, f"unknown key {name}; keys are {', '.join(key.value for key in Key)}")
            if knob is not None and Key(name) in KNOB_KEYS:
                raise self._error("keys", name, f"the knob is up and down: leave out the key {name}, or [knob]")
            keys[Key(name)] = self._pin("keys", name, f"the key {name}")
        return keys

    def _knob(self, table: str) -> KnobSpec | None:
        if table not in self._toml.entries:
            return None
        self._check_entries(table, ("a", "b"))
        return KnobSpec(self._pin(table, "a", f"a of the {table}"), self._pin(table, "b", f"b of the {table}"))

    def _lights(self) -> dict[int, int]:
        seats = {f"seat{seat}": seat for seat in range(1, SEATS + 1)}
        lights = {}
        for name in self._table("lights"):
            if name not in seats:
                raise self._error("lights", name, f"unknown light {name}; lights are {', '.join(seats)}")
            lights[seats[name]] = self._pin("lights", name, f"the light {name}")
        return lights

    def _buzzer(self) -> int | None:
        if "buzzer" not in self._toml.entries:
            return None
        self._check_entries("buzzer", ("pin",))
        return self._pin("buzzer", "pin", "the buzzer")

    def _display(self) -> DisplaySpec | None:
        if "display" not in self._toml.entries:
            return None
        table = self._table("display")
        bus = table.get("bus")
        if bus not in ("i2c", "spi"):
            raise self._error("display", "bus", 'bus must be "i2c" or "spi"')
        self._check_entries("display", ("driver", "bus", *(_I2C_NAMES if bus == "i2c" else _SPI_NAMES)))
        driver = table.get("driver")
        if driver not in _DRIVERS:
            raise self._error("display", "driver", f"driver must be one of: {', '.join(_DRIVERS)}")
        return DisplaySpec(driver, self._read_i2c() if bus == "i2c" else self._read_spi())

    def _read_i2c(self) -> I2c:
        port = self._number("display", "port", range(256), "port must be a number from 0 to 255")
        address = self._number("display", "address", _I2C_ADDRESSES, "address must be a number from 0x08 to 0x77")
        bus = I2c(port, address)
        self._users |= dict.fromkeys(bus.pins, "the display")
        return bus

    def _read_spi(self) -> Spi:
        port = self._number("display", "port", range(1), "port must be 0, the SPI bus of the header")
        device = self._number("display", "device", range(2), "device must be 0 or 1")
        # First the lines of the bus, so that the screen's two other lines are checked against them.
        self._users |= dict.fromkeys(Spi(port, device, 0, 0).pins[:-2], "the display")
        dc = self._pin("display", "dc", "dc of the display")
        return Spi(port, device, dc, self._pin("display", "reset", "reset of the display"))

    def _identity(self) -> Identity | None:
        if "identity" not in self._toml.entries:
            return None
        self._check_entries("identity", ("vendor", "product"))
        return Identity(self._text("identity", "vendor"), self._text("identity", "product"))

    def _pico(self) -> PicoSpec | None:
        """Read the spinner's keys, in their order, and the meaning of its knob."""
        if "pico" not in self._toml.entries:
            return None
        self._check_entries("pico", ("keys", "knob"))
        names, knob = self._table("pico").get("keys"), self._table("pico").get("knob", "spinner")
        keys_by_name = {key.value: key for key in Key}
        if not isinstance(names, list) or not 1 <= len(names) <= MOST_PICO_KEYS:
            raise self._error("pico", "keys", f"keys must be a list of 1 to {MOST_PICO_KEYS} keys")
        for name in names:
            if not isinstance(name, str) or name not in keys_by_name:
                raise self._error("pico", "keys", f"unknown key {name}; keys are {', '.join(keys_by_name)}")
            if names.count(name) > 1:
                raise self._error("pico", "keys", f"the key {name} stands there twice")
        if knob not in _PICO_KNOBS:
            raise self._error("pico", "knob", f"knob must be one of: {', '.join(_PICO_KNOBS)}")
        return PicoSpec(tuple(keys_by_name[name] for name in names), _PICO_KNOBS[knob])

    def _text(self, table: str, name: str) -> str:
        text = self._table(table).get(name)
        if not isinstance(text, str) or not text.strip():
            raise self._error(table, name, f"{name} must be a text")
        return text

    def _pin(self, table: str, name: str, user: str) -> int:
        pin = self._number(
            table, name, range(LAST_PIN + 1), f"the line of {user} must be a number from 0 to {LAST_PIN}"
        )
        if pin in self._users:
            raise self._error(table, name, f"line {pin} of {user} is already taken by {self._users[pin]}")
        self._users[pin] = user
        return pin

    def _number(self, table: str, name: str, allowed: range, reason: str) -> int:
        number = self._table(table).get(name)
        # In Python true is a number; in a profile it is a mistake.
        if not isinstance(number, int) or isinstance(number, bool) or number not in allowed:
            raise self._error(table, name, reason)
        return number

    def _check_entries(self, table: str, names: tuple[str, ...]) -> None:
        for name in self._table(table):
            if name not in names:
                raise self._error(table, name, f"unknown entry {name}; [{table}] has {', '.join(names)}")

    def _table(self, name: str) -> dict[str, Any]:
        table = self._toml.entries.get(name, {})
        if not isinstance(table, dict):
            raise self._error(name, None, f"{name} must be a table: [{name}]")
        return table

    def _error(self, table: str, name: str | None, reason: str) -> BoardError:
        return BoardError(self._path, self._toml.line(*((table, name) if name else (table,))), reason)
