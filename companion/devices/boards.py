"""Board profiles: which key, light, buzzer and screen is on which line, read from TOML and checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.views.signs import Key

REQUIRED = (Key.UP, Key.DOWN, Key.OK, Key.BACK)
"""The keys without which a game cannot be played."""
LAST_PIN = 27
"""Lines are 0 to 27, as the processor numbers them (BCM)."""
SEATS = 5
"""Seat keys and seat lights go up to this one."""

_I2C_PINS = {0: (0, 1), 1: (2, 3)}
"""The lines that each I²C port of the 40-pin header takes."""
_I2C_ADDRESSES = range(0x08, 0x78)
"""What the I²C standard leaves to devices."""
_DRIVERS = ("ssd1306",)


class BoardError(ValueError):
    """A board profile cannot be used. Its text is one sentence with the file and, where there is one, the line."""

    def __init__(self, file: Path, line: int | None, reason: str) -> None:
        """`line` counts from 1; None when the fault is of the file as a whole."""
        self.file = file
        self.line = line
        self.reason = reason
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")


class UnknownBoardError(LookupError):
    """No board profile has this name. Its text names those there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """`known` are the names there are."""
        self.name = name
        self.known = known
        super().__init__(f"There is no board named {name}; the boards are: {', '.join(known) or 'none'}.")


@dataclass(frozen=True, slots=True)
class DisplaySpec:
    """Which screen there is and how it is reached."""

    driver: str
    """The chip, "ssd1306"."""
    port: int
    """The number of the I²C bus: 1 is /dev/i2c-1."""
    address: int
    """On that bus, from 0x08 to 0x77."""

    @property
    def pins(self) -> tuple[int, ...]:
        """The lines that the screen takes."""
        return _I2C_PINS.get(self.port, ())


@dataclass(frozen=True, slots=True)
class Board:
    """One kind of box. Lines are BCM numbers, no two the same."""

    name: str
    keys: Mapping[Key, int]
    """Each key's line; the required ones are always there."""
    lights: Mapping[int, int]
    """Each seat's light, by seat from 1; a seat may have none."""
    buzzer: int | None
    display: DisplaySpec | None


def board_names(boards_dir: Path) -> tuple[str, ...]:
    """The names of the profiles in a folder, sorted."""
    return tuple(sorted(file.stem for file in boards_dir.glob("*.toml")))


def load_board(name_or_path: str | Path, boards_dir: Path) -> Board:
    """A board by its name in `boards_dir`, or by the path of its file (which ends in `.toml`).

    Raises:
        UnknownBoardError: No profile in `boards_dir` has this name.
        BoardError: The file cannot be read or says something that cannot be.
    """
    path = Path(name_or_path)
    if path.suffix != ".toml":
        known = board_names(boards_dir)
        if str(name_or_path) not in known:
            raise UnknownBoardError(str(name_or_path), known)
        path = boards_dir / f"{name_or_path}.toml"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BoardError(path, None, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BoardError(path, None, "is not UTF-8 text") from error
    return _Reader(path, text).board()


class _Reader:
    """Reads one profile, and knows which line each of its entries is on."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = _lines_of(text)
        self._taken: dict[int, str] = {}
        try:
            self._tables: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            line = int(found[1]) if found else text.count("\n") + 1
            raise BoardError(path, line, f"is not TOML: {error}") from error

    def board(self) -> Board:
        for name in self._tables:
            if name not in ("keys", "lights", "buzzer", "display"):
                raise self._fault(name, None, f"unknown entry {name}; there are [keys], [lights], [buzzer], [display]")
        # The screen comes first: it has its lines by nature, so that a key on one of them is the key's fault.
        display = self._display()
        keys = self._keys()
        return Board(self._path.stem, MappingProxyType(keys), MappingProxyType(self._lights()), self._buzzer(), display)

    def _keys(self) -> dict[Key, int]:
        keys = {}
        for name in self._table("keys"):
            if name not in {key.value for key in Key}:
                raise self._fault("keys", name, f"unknown key {name}; keys are {', '.join(key.value for key in Key)}")
            keys[Key(name)] = self._pin("keys", name, f"the key {name}")
        if missing := [key.value for key in REQUIRED if key not in keys]:
            raise self._fault("keys", None, f"required keys are missing: {', '.join(missing)}")
        return keys

    def _lights(self) -> dict[int, int]:
        seats = {f"seat{seat}": seat for seat in range(1, SEATS + 1)}
        lights = {}
        for name in self._table("lights"):
            if name not in seats:
                raise self._fault("lights", name, f"unknown light {name}; lights are {', '.join(seats)}")
            lights[seats[name]] = self._pin("lights", name, f"the light {name}")
        return lights

    def _buzzer(self) -> int | None:
        if "buzzer" not in self._tables:
            return None
        self._only("buzzer", ("pin",))
        return self._pin("buzzer", "pin", "the buzzer")

    def _display(self) -> DisplaySpec | None:
        if "display" not in self._tables:
            return None
        self._only("display", ("driver", "bus", "port", "address"))
        table = self._table("display")
        driver = table.get("driver")
        if driver not in _DRIVERS:
            raise self._fault("display", "driver", f"driver must be one of: {', '.join(_DRIVERS)}")
        if table.get("bus") != "i2c":
            raise self._fault("display", "bus", 'bus must be "i2c"')
        port = self._number("display", "port", range(256), "port must be a number from 0 to 255")
        address = self._number("display", "address", _I2C_ADDRESSES, "address must be a number from 0x08 to 0x77")
        spec = DisplaySpec(driver, port, address)
        self._taken |= dict.fromkeys(spec.pins, "the display")
        return spec

    def _pin(self, table: str, name: str, user: str) -> int:
        pin = self._number(
            table, name, range(LAST_PIN + 1), f"the line of {user} must be a number from 0 to {LAST_PIN}"
        )
        if pin in self._taken:
            raise self._fault(table, name, f"line {pin} of {user} is already taken by {self._taken[pin]}")
        self._taken[pin] = user
        return pin

    def _number(self, table: str, name: str, allowed: range, reason: str) -> int:
        number = self._table(table).get(name)
        # In Python true is a number; in a profile it is a slip.
        if not isinstance(number, int) or isinstance(number, bool) or number not in allowed:
            raise self._fault(table, name, reason)
        return number

    def _only(self, table: str, names: tuple[str, ...]) -> None:
        for name in self._table(table):
            if name not in names:
                raise self._fault(table, name, f"unknown entry {name}; [{table}] has {', '.join(names)}")

    def _table(self, name: str) -> dict[str, Any]:
        table = self._tables.get(name, {})
        if not isinstance(table, dict):
            raise self._fault(name, None, f"{name} must be a table: [{name}]")
        return table

    def _fault(self, table: str, name: str | None, reason: str) -> BoardError:
        line = self._lines.get((table, name)) or self._lines.get((table, None))
        return BoardError(self._path, line, reason)


def _lines_of(text: str) -> dict[tuple[str, str | None], int]:
    """Where each table and each entry of a plain TOML file begins; lines count from 1."""
    found: dict[tuple[str, str | None], int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*\"?([\w.-]+)", line):
            table = header[1]
            found.setdefault((table, None), number)
        elif entry := re.match(r"\s*\"?([\w-]+)\"?\s*(?:=|\.)", line):
            found.setdefault((table, entry[1]) if table else (entry[1], None), number)
    return found
