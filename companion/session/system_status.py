"""The status of the box and of all that it stands on: a line for each thing, fine or to be looked at."""

from __future__ import annotations

from companion.rules.text import Text
from companion.support.frozen import frozen


@frozen
class Condition:
    """How one thing is."""

    about: str
    """Which thing, as a word: the catalogue has what it is called under `how.<about>`."""
    well: bool
    """False where somebody should look."""
    text: Text
    """How it is, in a sentence; brief, in a word or a number."""
    advice: Text | None = None
    """What to do; None where nothing is to be done."""


@frozen
class SystemStatus:
    """How everything is."""

    conditions: tuple[Condition, ...]
    """What is amiss first."""
    faults: tuple[str, ...] = ()
    """The newest faults as the program's own log has them, the last one last; no names, codes or seeds."""


@frozen
class Health:
    """Whether the program does its work, for other programs."""

    amiss: tuple[str, ...] = ()
    """What does not, as words: "desk", "journal"; empty when all does."""
    screen: str | None = None
    """"ok", "lost" or "none"; None where nobody could be asked."""
    journal: str | None = None
    """"ok", "not_saved", "read_only" or "full"; None where nobody could be asked."""
    seconds: int = 0
    """Since the start."""
