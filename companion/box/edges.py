"""What comes from the lines of a box: bare edges of keys, bounces and all; a knob's detents, and a spinner's throws."""

from __future__ import annotations

from companion.support.frozen import frozen
from companion.words.signs import Key


@frozen
class Edge:
    """A key's line changed."""

    key: Key
    down: bool
    at: float
    """When, in seconds of a clock that never goes back."""
    spinner: bool = False
    """Whether it is a key of the spinner: that one has its own contact, beside the one of the same key on the box."""


@frozen
class KnobTurn:
    """A knob was turned."""

    steps: int
    """How many detents: above 0 clockwise, below 0 back; nearly always one."""
    at: float
    """When, in seconds of a clock that never goes back."""


@frozen
class KnobThrow:
    """A spinner was spun by a hand."""

    speed: float
    """In detents a second, above 0. For the animation alone: what is thrown is drawn, and never depends on it."""
    at: float
    """When, in seconds of a clock that never goes back."""


@frozen
class LetGo:
    """The spinner is gone: what was held there means nothing any more."""

    at: float
    """When, in seconds of a clock that never goes back."""


Touch = Edge | KnobTurn | KnobThrow | LetGo
"""Anything that a hand does to a box, and that it cannot go on doing it."""
