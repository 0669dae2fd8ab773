"""Liveness of the program: its desk answers, and its journal can be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from companion.session.system_status import Health
from companion.system.machine_facts import space
from companion.system.status_report import NO_SPACE

T = TypeVar("T")
PATIENCE_S = 3.0
"""How long the desk has for an answer, in seconds: a card that is slow at writing takes less."""


class Desk(Protocol):
    """Where alone the table may be touched."""

    def ask(self, work: Callable[[], T], timeout: float) -> T:
        """What the work gives there. Raises TimeoutError after so many seconds."""


class Session(Protocol):
    """What is kept."""

    saved: bool
    """Whether the newest that was to be kept was."""


def health(desk: Desk, screen: Callable[[], str], session: Session, state: Path, seconds: float) -> Health:
    """Ask for it, waiting at most PATIENCE_S; raises nothing.

    Args:
        desk: Is asked for all the rest.
        screen: Tells on the desk how the screen is: "ok", "lost" or "none".
        session: Looked at on the desk.
        state: The directory where games are kept.
        seconds: How long the program has run.
    """
    try:
        shown, saved = desk.ask(lambda: (screen(), session.saved), PATIENCE_S)
    except TimeoutError:
        return Health(("desk",), seconds=int(seconds))
    journal = _journal(state, saved=saved)
    return Health(() if journal == "ok" else ("journal",), shown, journal, int(seconds))


def _journal(state: Path, *, saved: bool) -> str:
    if not saved:
        return "not_saved"
    room = space(state)
    if room is None or room.read_only:
        return "read_only"
    return "full" if room.free < NO_SPACE else "ok"
