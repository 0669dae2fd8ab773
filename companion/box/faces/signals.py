"""What the box gives besides pictures: lights and sounds, as plain data."""

from __future__ import annotations

from enum import Enum

from companion.box.faces.faces import Face
from companion.box.faces.light_ring import IDLE, RingShow
from companion.support.frozen import frozen
from companion.words.signs import Key

MOST_VOLUME = 3


class Glow(Enum):
    """What the light of a seat does; told apart by pattern, not by colour alone."""

    OFF = "off"
    STEADY = "steady"
    """It is this seat's turn."""
    BLINK = "blink"
    """This seat owes something though it is not its turn."""


class Sound(Enum):
    """The few sounds of the box."""

    KEY = "key"
    """A press was taken."""
    DONE = "done"
    """A move stands."""
    GOLD = "gold"
    """Somebody gains: a small rising third."""
    REFUSED = "refused"
    """A low knock."""
    TICK = "tick"
    """One share of a tally, one sector of a wheel: a wooden tick."""
    END = "end"
    """The game is over."""


@frozen
class Output:
    """Everything the box shows at one moment."""

    face: Face
    glows: tuple[Glow, ...] = ()
    """By seat, from seat 1."""
    sound: Sound | None = None
    sound_number: int = 0
    """Grows with every sound; a player plays each number once, the newest only."""
    volume: int = 2
    """0 (mute) to MOST_VOLUME."""
    ring: RingShow = IDLE
    """What a ring of lights shows, where there is one."""
    live: frozenset[Key] = frozenset()
    """The keys that do something now."""
    calm: bool = False
    """Motion is not wanted: what comes to rest lies there at once."""
