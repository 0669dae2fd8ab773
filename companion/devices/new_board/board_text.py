"""The text of a board's file, with the pin of the header behind every line, as in the profiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.devices.board_parts import HEADER_PINS, BoardProfile, DisplaySpec, I2c, KnobSpec, Spi
from companion.words.signs import Key

_HEAD = """\
# Your own board, as `companion board new` found it.
#
# Numbers are those of the processor (BCM), each with its pin on the 40-pin header.
"""

_OTHER = {"ssd1306": "sh1106", "sh1106": "ssd1306"}


def text_of_board(board: BoardProfile) -> str:
    """Return the text of a file that describes a board; `read_board` makes the same board of it.

    Facts that only this program's own profiles have, such as the board's maker or its spinner, are left out.
    """
    tables = [
        _knob("[knob] # for up and down; turned clockwise, a goes low first", board.knob),
        _table("[keys] # each between its line and ground", {key.value: board.keys.get(key) for key in Key}),
        _knob("[spinner] # a second knob, for spinning the wheel", board.spinner),
        _table("[lights] # each from its line to ground", {f"seat{seat}": board.lights[seat] for seat in board.lights}),
        _table("[buzzer]", {"pin": board.buzzer}),
        _display(board.display),
    ]
    return "\n".join([_HEAD, *("".join(f"{line}\n" for line in table) for table in tables if table)])


def _table(head: str, lines: Mapping[str, int | None]) -> list[str]:
    """Return a table with these lines; nothing if it has no lines."""
    entries = [_line(name, line) for name, line in lines.items() if line is not None]
    return [head, *entries] if entries else []


def _knob(head: str, spec: KnobSpec | None) -> list[str]:
    return [] if spec is None else _table(head, {"a": spec.a, "b": spec.b})


def _display(spec: DisplaySpec | None) -> Iterable[str]:
    if spec is None:
        return []
    driver = f'driver = "{spec.driver}" # "{_OTHER[spec.driver]}" where the picture is shifted by two points'
    if isinstance(spec.bus, I2c):
        where = f"# data on BCM 2, pin {HEADER_PINS[2]}; clock on BCM 3, pin {HEADER_PINS[3]}"
        address = f"address = 0x{spec.bus.address:02X}"
        return [f"[display] {where}", driver, 'bus = "i2c"', f"port = {spec.bus.port}", address]
    return [*_spi_head(spec.bus), driver, 'bus = "spi"', *_spi(spec.bus)]


def _spi_head(bus: Spi) -> list[str]:
    select = (8, 7)[bus.device]
    places = {"data": 10, "clock": 11, "select": select}
    return [
        "[display] # " + "; ".join(f"{name} on BCM {line}, pin {HEADER_PINS[line]}" for name, line in places.items())
    ]


def _spi(bus: Spi) -> list[str]:
    device = f"device = {bus.device} # /dev/spidev{bus.port}.{bus.device}"
    return [f"port = {bus.port}", device, _line("dc", bus.dc), _line("reset", bus.reset)]


def _line(name: str, line: int) -> str:
    return f"{name} = {line} # pin {HEADER_PINS[line]}"
