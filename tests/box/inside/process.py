"""A companion in a separate process over the kernel's lines, and the table on its pages."""

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
    """`companion run --board bench` on a state directory, with the loudest buzzer: half of the time its line is high.

    Used as a context: the process has ended afterwards.
    """

    def __init__(self, state: Path, library: str = AUTO) -> None:
        """`library` drives the lines."""
        settings = f'host = "127.0.0.1"\nlanguage = "en"\nvolume = 3\ngpio = "{library}"\n'
        (state / "settings.toml").write_text(settings)
        super().__init__(state, "--board", "bench", stream="api/events")

    @property
    def view(self) -> View:
        """The current table of its pages."""
        return self.newest

    def wait_for(self, good: Callable[[View], bool], seconds: float = PATIENCE_S) -> bool:
        """Return whether the table satisfies `good` within that time."""
        return self.event_within(good, seconds) is not None

    def end(self, signal_number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to end; return its exit status and its log."""
        self._process.send_signal(signal_number)
        log = self._process.communicate(timeout=PATIENCE_S)[1]
        return self._process.returncode, log


def complaints(log: str) -> list[str]:
    """Return the lines of a log, without those about things that this machine lacks: a screen, and a lasting card."""
    return [line for line in log.splitlines() if "screen" not in line and "not on lasting storage" not in line]
