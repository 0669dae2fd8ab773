"""A machine below the table whose board and name a test changes."""

from __future__ import annotations

from companion.rules.text import say
from companion.session.machine_change import AUTOMATIC, MachineChange
from companion.table.session_errors import SessionError


class SimulatedMachine:
    """A machine that remembers its changes, or refuses them."""

    boards = ("adafruit-bonnet", "bench", "pico", "waveshare-oled-hat")
    board = AUTOMATIC
    name = "table"

    def __init__(self) -> None:
        self.changes: list[MachineChange] = []
        self.refuses = False

    def change(self, change: MachineChange) -> None:
        if self.refuses:
            raise SessionError(say("machine.failed", cause="no room"))
        self.changes.append(change)
