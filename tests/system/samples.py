"""A healthy program and a healthy machine, for tests that spoil one part of them."""

from __future__ import annotations

from companion.devices.board_profiles import DisplaySpec, I2c
from companion.system.machine_facts import DiskSpace, MachineFacts, Memory, Power
from companion.system.status_report import JournalStatus, ProgramStatus

MB = 1024**2
JOURNAL = JournalStatus(games=12, saved=True, aside=None, damaged=0, checked_s=7_300)
PROGRAM = ProgramStatus(
    version="1.4.0",
    python="3.13.5",
    running_s=7_500,
    board="adafruit-bonnet",
    simulated=False,
    display=DisplaySpec("ssd1306", I2c(1, 0x3C)),
    screen_lost=False,
    spinner=None,
    journal=JOURNAL,
    faults=0,
    has_errors=False,
)
MEMORY = Memory(48 * MB, 212 * MB)
SPACE = DiskSpace(21_000 * MB, read_only=False)
FACTS = MachineFacts(
    "Raspberry Pi 4 Model B Rev 1.4", 52.4, Power(low=False, was_low=False, slowed=False), MEMORY, SPACE
)
