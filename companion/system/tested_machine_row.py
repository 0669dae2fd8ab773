"""The Markdown row for docs/pi/tried.md: the machine and board that the program was tried on, and doctor's findings."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Iterable
from datetime import date
from pathlib import Path

from companion.devices.board_parts import BoardProfile, DisplaySpec, I2c
from companion.devices.device_checks import DeviceFinding
from companion.system.machine_facts import ROOT, model

COLUMNS = ("board", "Pi", "OS", "kernel", "screen", "what was tried", "by whom", "when")
OWNERS_BOARD = "the owner's own board"
"""Replaces a profile that is not the project's: the name of its file may reveal something about its owner."""
UNKNOWN = "?"
_MAX_LETTERS = 80
"""Letters of one cell that come from the machine, at most."""
_PHRASES = {
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


def markdown_row(
    board: BoardProfile,
    project_boards: Collection[str],
    findings: Iterable[DeviceFinding],
    version: str,
    root: Path = ROOT,
) -> str:
    """Return the row as a line of Markdown. It holds no path, no address, no name of a person or a network.

    Args:
        board: The board that the program was tried with.
        project_boards: The names of the project's boards; any other name is left out.
        findings: The findings of doctor on the board's parts.
        version: The version of this program.
        root: The folder where the system's files begin.
    """
    system = os.uname()
    cells = (
        board.name if board.name in project_boards else OWNERS_BOARD,
        _cell(model(root) or UNKNOWN),
        _cell(_system(root)),
        _cell(f"{system.release} {system.machine}"),
        _screen(board.display),
        f"`doctor` {version}: {_summary(tuple(findings))}",
        "",
        date.today().isoformat(),
    )
    return f"| {' | '.join(cells)} |"


def _summary(findings: tuple[DeviceFinding, ...]) -> str:
    phrases = [
        _PHRASES[finding.text.key].format(**dict(finding.text.args))
        for finding in findings
        if finding.text.key in _PHRASES
    ]
    problems = sum(not finding.ok for finding in findings)
    return ", ".join([*phrases, f"{problems} problems" if problems > 1 else "1 problem" if problems else "no problems"])


def _screen(display: DisplaySpec | None) -> str:
    if display is None:
        return "none"
    return f"{display.driver.upper()}, {'I²C' if isinstance(display.bus, I2c) else 'SPI'}"


def _system(root: Path) -> str:
    """Return the system's own name, such as "Debian GNU/Linux 13 (trixie)"."""
    for place in ("etc/os-release", "usr/lib/os-release"):
        try:
            content = (root / place).read_text("utf-8", errors="replace")
        except OSError:
            continue
        if name := re.search(r"^PRETTY_NAME=[\"']?(.*?)[\"']?$", content, re.MULTILINE):
            return name[1]
    return UNKNOWN


def _cell(text: str) -> str:
    """Return a text that cannot end its cell, be a link or steer a terminal."""
    letters = (" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text)
    return re.sub(r"[|`<>\[\]\\*]", "", " ".join("".join(letters).split()))[:_MAX_LETTERS]
