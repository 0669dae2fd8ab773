"""A companion in a process of its own over the kernel's lines, and the table that its pages show."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

from companion.devices.gpio_library import AUTO
from tests.box.events import Event
from tests.box.inside.lines import PATIENCE_S
from tests.box.running import Running

View = Event


class Process(Running):
    """`companion run --board bench` on a state directory, its buzzer at its loudest: half of the time the line is high.

    Used as a context: it has ended afterwards.
    """

    def __init__(self, state: Path, library: str = AUTO) -> None:
        """`library` drives the lines."""
        settings = f'host = "127.0.0.1"\nlanguage = "en"\nvolume = 3\ngpio = "{library}"\n'
        (state / "settings.toml").write_text(settings)
        super().__init__(state, "--board", "bench", stream="api/events")

    @property
    def view(self) -> View:
        """The table as its pages show it now."""
        return self.newest

    def wait_for(self, good: Callable[[View], bool], seconds: float = PATIENCE_S) -> bool:
        """Whether the table comes to show something within that time."""
        return self.comes(good, seconds) is not None

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to end: its exit status, and what it had logged."""
        self._process.send_signal(how)
        log = self._process.communicate(timeout=PATIENCE_S)[1]
        return self._process.returncode, log


def complaints(log: str) -> list[str]:
    """The lines of a log but for those about what this machine has not: a screen, and a card that keeps anything."""
    return [line for line in log.splitlines() if "screen" not in line and "not on lasting storage" not in line]
