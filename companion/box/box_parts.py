"""The parts of the box that hands use, as far as the pages need to know them."""

from __future__ import annotations

from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key, TurnedPart


@frozen
class BoxParts:
    """The keys and turned parts that are connected now. Every box has a screen."""

    keys: tuple[Key, ...] = (Key.UP, Key.DOWN, Key.OK, Key.BACK)
    """Keys that are pressed, in the order of Key."""
    turned: tuple[TurnedPart, ...] = ()
    lit_ring: bool = False
    """True if a spinner with a ring of lights is connected."""
