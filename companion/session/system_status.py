"""The status of the box: a condition for each part, fine or with advice."""

from __future__ import annotations

from companion.rules.text import Text
from companion.support.frozen_dataclasses import frozen


@frozen
class Condition:
    """The condition of one part."""

    subject: str
    """The part, as a word: its title is in the catalogue under `how.<subject>`."""
    ok: bool
    """False if somebody should look at it."""
    text: Text
    """The condition as a sentence, or briefly as a word or number."""
    advice: Text | None = None
    """Advice; None if there is nothing to do."""


@frozen
class SystemStatus:
    """The status of all parts."""

    conditions: tuple[Condition, ...]
    """The conditions, those with problems first."""
    faults: tuple[str, ...] = ()
    """The latest faults in the program's log, the newest last; without names, codes or seeds."""


@frozen
class Health:
    """The health of the program, for other programs."""

    failing: tuple[str, ...] = ()
    """The failing parts: "desk", "journal"; empty if all work."""
    screen: str | None = None
    """"ok", "lost" or "none"; None if the desk did not answer."""
    journal: str | None = None
    """"ok", "not_saved", "read_only" or "full"; None if the desk did not answer."""
    seconds: int = 0
    """The time since the start, in seconds."""
