"""Liveness of the program: its desk answers, and its journal can be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from companion.session.system_status import Health
from companion.system.machine_facts import disk_space
from companion.system.status_report import NO_SPACE

T = TypeVar("T")
PATIENCE_S = 3.0
"""Seconds that the desk has for an answer; a slow card takes less."""


class DeskLike(Protocol):
    """The part of the desk that the check needs: only the desk may touch the table."""

    def ask(self, work: Callable[[], T], timeout: float) -> T:
        """Return the result of the work, done on the desk. Raises TimeoutError after `timeout` seconds."""


class SessionLike(Protocol):
    """The part of the session that the check needs."""

    saved: bool
    """True if the newest entry was saved."""


def health(desk: DeskLike, screen: Callable[[], str], session: SessionLike, state_dir: Path, seconds: float) -> Health:
    """Return the program's health, waiting at most PATIENCE_S; raises nothing.

    Args:
        desk: Runs the other questions.
        screen: Returns, on the desk, the state of the screen: "ok", "lost" or "none".
        session: Read on the desk.
        state_dir: The directory where games are kept.
        seconds: Seconds since the program started.
    """
    try:
        screen_state, saved = desk.ask(lambda: (screen(), session.saved), PATIENCE_S)
    except TimeoutError:
        return Health(("desk",), seconds=int(seconds))
    journal = _journal_state(state_dir, saved=saved)
    return Health(() if journal == "ok" else ("journal",), screen_state, journal, int(seconds))


def _journal_state(state_dir: Path, *, saved: bool) -> str:
    if not saved:
        return "not_saved"
    disk = disk_space(state_dir)
    if disk is None or disk.read_only:
        return "read_only"
    return "full" if disk.free < NO_SPACE else "ok"
