"""A row of docs/pi/tried.md: the machine and board that the program was tried on, and the findings of doctor."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Iterable
from datetime import date
from pathlib import Path

from companion.devices.board_parts import Board, DisplaySpec, I2c
from companion.devices.device_checks import Finding
from companion.system.machine_facts import ROOT, model

COLUMNS = ("board", "Pi", "OS", "kernel", "screen", "what was tried", "by whom", "when")
OWN = "a board of its own"
"""Replaces a profile that is not the project's: the name of its file may reveal something about its owner."""
UNKNOWN = "?"
_LONGEST = 80
"""Letters of one cell that come from the machine, at most."""
_TOLD = {
    "doctor.gpio.missing": "no lines",
    "doctor.gpio.forbidden": "lines may not be used",
    "doctor.bus.missing": "no bus",
    "doctor.i2c.off": "I²C off",
    "doctor.i2c.off_in_file": "I²C off",
    "doctor.i2c.forbidden": "I²C may not be used",
    "doctor.spi.off": "SPI off",
    "doctor.spi.off_in_file": "SPI off",
    "doctor.spi.forbidden": "SPI may not be used",
    "doctor.pins.ok": "lines open",
    "doctor.pins.failed": "lines do not open",
    "doctor.display.ok": "screen answers",
    "doctor.display.blind": "screen can be sent a picture",
    "doctor.display.silent": "screen does not answer",
    "doctor.display.unreachable": "screen cannot be reached",
    "doctor.spinner.ok": "spinner {version} answers",
    "doctor.spinner.older": "spinner {version} answers",
    "doctor.spinner.newer": "spinner {version} answers",
    "doctor.spinner.taken": "spinner in use by the table",
    "doctor.spinner.silent": "spinner does not answer",
}
"""The words for a finding, by its key. Of other findings the row only counts the problems."""


def row(board: Board, known: Collection[str], found: Iterable[Finding], version: str, root: Path = ROOT) -> str:
    """Return the row as a line of Markdown. It holds no path, no address, no name of a person or a network.

    Args:
        board: The board that the program was tried with.
        known: The names of the project's boards; any other name is left out.
        found: The findings of doctor on the board's parts.
        version: The version of this program.
        root: The folder where the system's files begin.
    """
    system = os.uname()
    cells = (
        board.name if board.name in known else OWN,
        _plain(model(root) or UNKNOWN),
        _plain(_system(root)),
        _plain(f"{system.release} {system.machine}"),
        _screen(board.display),
        f"`doctor` {version}: {_told(tuple(found))}",
        "",
        date.today().isoformat(),
    )
    return f"| {' | '.join(cells)} |"


def _told(found: tuple[Finding, ...]) -> str:
    told = [_TOLD[one.text.key].format(**dict(one.text.args)) for one in found if one.text.key in _TOLD]
    amiss = sum(not one.ok for one in found)
    return ", ".join([*told, f"{amiss} amiss" if amiss else "nothing amiss"])


def _screen(display: DisplaySpec | None) -> str:
    if display is None:
        return "none"
    return f"{display.driver.upper()}, {'I²C' if isinstance(display.bus, I2c) else 'SPI'}"


def _system(root: Path) -> str:
    """Return the system's own name, such as "Debian GNU/Linux 13 (trixie)"."""
    for place in ("etc/os-release", "usr/lib/os-release"):
        try:
            told = (root / place).read_text("utf-8", errors="replace")
        except OSError:
            continue
        if found := re.search(r"^PRETTY_NAME=[\"']?(.*?)[\"']?$", told, re.MULTILINE):
            return found[1]
    return UNKNOWN


def _plain(text: str) -> str:
    """Return a text that cannot end its cell, be a link or steer a terminal."""
    letters = (" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    return re.sub(r"[|`<>\[\]\\*]", "", " ".join("".join(letters).split()))[:_LONGEST]
