"""What the box gives besides pictures, as plain data: lights, lit keys, sounds, and what a ring of lights shows."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import groupby
from typing import TypeAlias

from companion.box.faces.chance_faces import DiceFace, FightFace, SealFace
from companion.box.faces.faces import (
    EndFace,
    Face,
    LettersFace,
    LevelFace,
    ListFace,
    MessageFace,
    NumberFace,
    OffFace,
    SpaceFace,
    TallyFace,
)
from companion.box.faces.wheel_face import Sector, WheelFace, bounds, middle_of
from companion.box.faces.wheel_motion import Turning
from companion.support.frozen import frozen
from companion.words.signs import Key

PLAIN = ""
"""The colour of what is nobody's in particular."""
NEUTRAL = "white"
"""That of dice which are no seat's among others that are."""
AGAINST = "red"
"""That of the die which the traveller's white one fights."""
MOST_AT_ONCE = 3
"""As many dice as can be told apart on a ring; more are shown hand by hand."""


@frozen
class RingDark:
    """Nothing: the box is off."""


@frozen
class RingIdle:
    """There is no game, or nothing of it to show."""


@frozen
class RingSeats:
    """Whose turn it is, and who owes something."""

    colours: tuple[str, ...]
    """Of each seat, by its name as games have them."""
    turn: int
    """From 1; 0 when it is nobody's."""
    owing: tuple[int, ...] = ()


@frozen
class RingWheel:
    """A wheel laid out on the ring, the middle of its first sector at the top: the light runs, not the wheel."""

    weights: tuple[int, ...]
    stark: tuple[bool, ...]
    """Which sectors are set off from the others."""


@frozen
class RingStands:
    """A wheel on which the light stands, or is moved by a hand."""

    wheel: RingWheel
    at: float
    result: int | None = None
    """The sector it stands on as a result, from 0."""
    held: bool = False
    """Whether a hand moves it at this moment: then only the newest place counts."""


@frozen
class RingSpin:
    """A light that runs to a result, ever slower."""

    wheel: RingWheel
    result: int
    start: float
    way: float
    """How far it runs, above 0."""
    seconds: float
    began: float
    """When, in seconds of the edges' clock."""


@frozen
class RingDice:
    """Dice as they fell, or while they are shaken in a hand."""

    dice: tuple[int, ...]
    """The pips of each; 0 for one that is not thrown."""
    colours: tuple[str, ...] = ()
    """Whose each is; none where that is all the same."""
    shaken: bool = False

    @property
    def hands(self) -> int:
        """How many hands of dice are shown one after the other; of more than MOST_AT_ONCE those of a colour alone."""
        if len(self.dice) <= MOST_AT_ONCE:
            return 1
        owned = (len(list(dice)) for _, dice in groupby(self.colours or ("",) * len(self.dice)))
        return sum(-(-dice // MOST_AT_ONCE) for dice in owned)


@frozen
class RingTally:
    """What somebody has, counted from what it was to what it is."""

    colour: str
    before: int
    after: int


@frozen
class RingFinal:
    """The end, in the winner's colour."""

    colour: str


RingShow: TypeAlias = RingDark | RingIdle | RingSeats | RingStands | RingSpin | RingDice | RingTally | RingFinal


IDLE = RingIdle()


def ring_of(face: Face, seats: RingSeats) -> RingShow:
    """What the ring shows with a face: its matter where light can tell it, else whose turn it is.

    `seats` has none where no game is played.
    """
    colours = seats.colours
    match face:
        case OffFace():
            return RingDark()
        case WheelFace(sectors=sectors) if len(sectors) > 1:
            return RingStands(wheel_of(sectors), -face.turned % 1, face.result)
        case DiceFace():
            return RingDice(face.dice, shaken=bool(face.shaken))
        case FightFace():
            return RingDice((face.white, face.black), (NEUTRAL, AGAINST))
        case TallyFace():
            return RingTally(_at(colours, face.mark.seat), face.total - face.pays, face.total)
        case EndFace(results=results) if results:
            return RingFinal(_at(colours, results[0].mark.seat))
    return seats if colours and (seats.turn or seats.owing) else IDLE


def wheel_of(sectors: Sequence[Sector]) -> RingWheel:
    """A wheel as the ring wants it."""
    return RingWheel(tuple(max(one.weight, 1) for one in sectors), tuple(one.stark for one in sectors))


def spin_of(sectors: Sequence[Sector], result: int, way: Turning, began: float) -> RingSpin:
    """A wheel on its way, as the light that runs clockwise to the same result, as often round and as long.

    `way` must not be still.
    """
    start = -way.at(0).angle % 1
    far = (middle_of(bounds(sectors), result) - start) % 1 + way.turns
    return RingSpin(wheel_of(sectors), result, start, far, way.seconds, began)


def _at(colours: Sequence[str], seat: int) -> str:
    return colours[seat - 1] if 1 <= seat <= len(colours) else PLAIN


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


_STEPS = frozenset({Key.UP, Key.DOWN})
_STEPPED = (LettersFace, LevelFace, NumberFace, SealFace, SpaceFace, TallyFace)
"""Faces on which up and down step, which needs no hint there."""


def live_keys(face: Face, *, scrolls: bool, takes_back: bool | None) -> frozenset[Key]:
    """The keys that do something.

    Args:
        face: What is shown; what its hints name does something, and of up and down never one alone.
        scrolls: Whether there is more of it than is in sight.
        takes_back: Whether something can be taken back; None where no game is open, then undo is the same as back.
    """
    if isinstance(face, OffFace):
        return frozenset()
    keys = frozenset(hint.key for hint in face.hints)
    if keys & _STEPS or scrolls or isinstance(face, _STEPPED) or (isinstance(face, ListFace) and len(face.rows) > 1):
        keys |= _STEPS
    read_or_written = isinstance(face, LettersFace | MessageFace)
    if read_or_written or (takes_back if takes_back is not None else Key.BACK in keys):
        keys |= {Key.UNDO}
    return keys
