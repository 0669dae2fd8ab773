"""Tests of the row of docs/pi/tried.md: what it says about a machine, and what it never says."""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path

import pytest

from companion.devices.board_parts import BoardProfile
from companion.devices.board_profiles import board_names, load_board
from companion.devices.device_checks import DeviceFinding
from companion.devices.new_board.questions import SH1106
from companion.rules.text import say
from companion.support.resources import boards_dir
from companion.system.tested_machine_row import COLUMNS, OWNERS_BOARD, markdown_row
from companion.words.signs import Key
from tests.test_docs import text
from tests.views.catalogue import sentences

KNOWN = board_names(boards_dir())
BENCH = load_board("bench", boards_dir())
PAGE = "docs/pi/tried.md"


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Return the root of a Pi 4."""
    for name, content in (
        ("sys/firmware/devicetree/base/model", "Raspberry Pi 4 Model B Rev 1.4\0"),
        ("etc/os-release", 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\n'),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


def cells(line: str) -> dict[str, str]:
    parts = [cell.strip() for cell in line.strip("|").split("|")]
    return dict(zip(COLUMNS, parts, strict=True))


def test_row_names_machine_and_findings(pi: Path) -> None:
    findings = (
        DeviceFinding(True, "gpiozero", say("doctor.pins.ok")),
        DeviceFinding(True, "ssd1306 0x3C", say("doctor.display.ok")),
        DeviceFinding(True, "/dev/ttyACM0", say("doctor.spinner.ok", version="1.0.0")),
        DeviceFinding(False, "gpio", say("doctor.group.outside")),
    )
    row_cells = cells(markdown_row(BENCH, KNOWN, findings, "0.1.0", pi))
    assert row_cells == {
        "board": "bench",
        "Pi": "Raspberry Pi 4 Model B Rev 1.4",
        "OS": "Debian GNU/Linux 13 (trixie)",
        "kernel": f"{os.uname().release} {os.uname().machine}",
        "screen": "SSD1306, I²C",
        "what was tried": "`doctor` 0.1.0: lines open, screen answers, spinner 1.0.0 answers, 1 problem",
        "by whom": "",
        "when": date.today().isoformat(),
    }


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("doctor.gpio.missing", "no lines"),
        ("doctor.gpio.forbidden", "lines may not be used"),
        ("doctor.bus.missing", "no bus"),
        ("doctor.i2c.off", "I²C off"),
        ("doctor.i2c.off_in_file", "I²C off"),
        ("doctor.spi.off", "SPI off"),
        ("doctor.spi.off_in_file", "SPI off"),
        ("doctor.spi.forbidden", "SPI may not be used"),
    ],
)
def test_row_names_problems_of_lines_and_bus(key: str, expected: str, pi: Path) -> None:
    row_cells = cells(markdown_row(BENCH, KNOWN, (DeviceFinding(False, "/dev/x", say(key)),), "0.1.0", pi))
    assert row_cells["what was tried"] == f"`doctor` 0.1.0: {expected}, 1 problem"
    assert key in sentences("en")


def test_row_has_no_private_names(pi: Path) -> None:
    mine = BoardProfile("anna-in-prague", {Key.OK: 5, Key.BACK: 6}, {}, None, SH1106)
    findings = (
        DeviceFinding(False, "/home/anna/tty", say("doctor.display.unreachable", reason="/home/anna: no")),
        DeviceFinding(False, "anna", say("doctor.group.missing")),
    )
    row = markdown_row(mine, KNOWN, findings, "0.1.0", pi)
    assert "anna" not in row
    assert os.uname().nodename not in row
    assert cells(row)["board"] == OWNERS_BOARD
    assert cells(row)["screen"] == "SH1106, SPI"
    assert cells(row)["what was tried"].endswith("screen cannot be reached, 2 problems")


def test_text_from_the_machine_stays_in_its_cell(pi: Path) -> None:
    (pi / "sys/firmware/devicetree/base/model").write_text("a | b\n| c [x](http://x) <b> \x1b[2J " + "long " * 40)
    row = markdown_row(BENCH, KNOWN, (), "0.1.0", pi)
    assert "\n" not in row
    assert "\x1b" not in row
    assert len(cells(row)["Pi"]) <= 80
    assert not re.search(r"[<>\[\]]", cells(row)["Pi"])


def test_unknown_machine_is_a_question_mark(tmp_path: Path) -> None:
    row_cells = cells(markdown_row(BENCH, KNOWN, (), "0.1.0", tmp_path))
    assert (row_cells["Pi"], row_cells["OS"], row_cells["what was tried"]) == (
        "?",
        "?",
        "`doctor` 0.1.0: no problems",
    )


def test_page_has_these_columns_and_states_when_empty() -> None:
    heads, line, *rows = [line for line in text(PAGE).splitlines() if line.startswith("|")]
    assert cells(heads) == {name: name for name in COLUMNS}
    assert set(line) == {"|", "-"}
    assert ("the table below is empty" in text(PAGE)) == (rows == [])
    assert all(cells(row)["when"] for row in rows)
