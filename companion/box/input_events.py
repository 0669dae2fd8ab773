"""Input from the lines of a box: raw edges of keys with their bounces, a knob's detents, and a spinner's throws."""

from __future__ import annotations

from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key


@frozen
class KeyEdge:
    """A change of a key's line."""

    key: Key
    down: bool
    time: float
    """In seconds of a clock that never goes back."""
    spinner: bool = False
    """True for a key of the spinner, which has its own contact beside the one of the same key on the box."""


@frozen
class KnobTurn:
    """A turn of a knob."""

    steps: int
    """Number of detents: positive clockwise, negative counter-clockwise; nearly always one."""
    time: float
    """In seconds of a clock that never goes back."""


@frozen
class KnobThrow:
    """A spin of the spinner by a hand."""

    speed: float
    """In detents a second, above 0. For the animation alone: the result is drawn and never depends on it."""
    time: float
    """In seconds of a clock that never goes back."""


@frozen
class SpinnerLost:
    """The loss of the spinner: keys that were held on it are released without effect."""

    time: float
    """In seconds of a clock that never goes back."""


BoxInput = KeyEdge | KnobTurn | KnobThrow | SpinnerLost
"""Any input from a hand, and the loss of the spinner."""
