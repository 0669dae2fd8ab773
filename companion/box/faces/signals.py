"""Output of the box other than pictures, as plain data: lights, lit keys, sounds, and the ring of lights."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import groupby
from typing import TypeAlias

from companion.box.faces.chance_faces import DiceFace, FightFace, SealFace
from companion.box.faces.faces import (
    EndFace,
    Face,
    KeyTestFace,
    LettersFace,
    LevelFace,
    ListFace,
    MessageFace,
    NumberFace,
    OffFace,
    PlaceFace,
    SpaceFace,
    TallyFace,
)
from companion.box.faces.wheel_face import SectorLabel, WheelFace, middle_of, sector_ends
from companion.box.faces.wheel_motion import WheelMotion
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key

PLAIN = ""
"""Colour of things that belong to nobody in particular."""
NEUTRAL = "white"
"""Colour of dice that belong to no seat, among others that do."""
AGAINST = "red"
"""Colour of the die against the traveller's white one."""
MOST_AT_ONCE = 3
"""Most dice that can be distinguished on a ring; more are shown in groups, one after the other."""


@frozen
class RingDark:
    """No light: the box is off."""


@frozen
class RingIdle:
    """No game, or nothing of it to show."""


@frozen
class RingSeats:
    """The seat on turn, and the seats that owe something."""

    colours: tuple[str, ...]
    """Of each seat, by the colour names of games."""
    turn: int
    """From 1; 0 if it is nobody's turn."""
    owing: tuple[int, ...] = ()


@frozen
class RingWheel:
    """A wheel laid out on the ring, the middle of its first sector at the top: the light runs, not the wheel."""

    weights: tuple[int, ...]
    stark: tuple[bool, ...]
    """True for sectors that are set off from the others."""


@frozen
class RingPointer:
    """A wheel with its light at rest, or moved by a hand."""

    wheel: RingWheel
    angle: float
    result: int | None = None
    """Sector of the result, from 0; None before there is one."""
    held: bool = False
    """True while a hand moves it: then only the newest place counts."""


@frozen
class RingSpin:
    """A light that runs to a result and slows down."""

    wheel: RingWheel
    result: int
    start: float
    distance: float
    """Distance it runs, above 0."""
    seconds: float
    began: float
    """Start, in seconds of the edges' clock."""


@frozen
class RingDice:
    """Dice as they fell, or while they are shaken in a hand."""

    dice: tuple[int, ...]
    """Pips of each die; 0 for a die that is not thrown."""
    colours: tuple[str, ...] = ()
    """Colour of each die; empty if colours do not matter."""
    shaken: bool = False

    @property
    def hands(self) -> int:
        """Number of groups of dice shown one after the other; more than MOST_AT_ONCE dice are grouped by colour."""
        if len(self.dice) <= MOST_AT_ONCE:
            return 1
        owned = (len(list(dice)) for _, dice in groupby(self.colours or ("",) * len(self.dice)))
        return sum(-(-dice // MOST_AT_ONCE) for dice in owned)


@frozen
class RingTally:
    """A seat's total, counted from its old to its new value."""

    colour: str
    before: int
    after: int


@frozen
class RingFinal:
    """The end, in the colours of the winners."""

    colours: tuple[str, ...]
    """Colour of each winner, at least one; several share the ring."""


RingShow: TypeAlias = RingDark | RingIdle | RingSeats | RingPointer | RingSpin | RingDice | RingTally | RingFinal


IDLE = RingIdle()


def ring_for(face: Face, seats: RingSeats) -> RingShow:
    """Return what the ring shows with a face: the face's content if light can show it, else whose turn it is.

    `seats` has no colours if no game is played.
    """
    colours = seats.colours
    match face:
        case OffFace():
            return RingDark()
        case WheelFace(sectors=sectors) if len(sectors) > 1:
            return RingPointer(ring_wheel(sectors), -face.angle % 1, face.result)
        case DiceFace():
            return RingDice(face.dice, shaken=bool(face.shaken))
        case FightFace():
            return RingDice((face.white, face.black), (NEUTRAL, AGAINST))
        case TallyFace():
            return RingTally(_colour_of(colours, face.mark.seat), face.total - face.pays, face.total)
        case EndFace(results=results) if results:
            return RingFinal(
                tuple(_colour_of(colours, result.mark.seat) for result in results if result.rank == results[0].rank)
            )
    return seats if colours and (seats.turn or seats.owing) else IDLE


def ring_wheel(sectors: Sequence[SectorLabel]) -> RingWheel:
    """Return a wheel in the form the ring needs."""
    return RingWheel(tuple(max(sector.weight, 1) for sector in sectors), tuple(sector.stark for sector in sectors))


def ring_spin(sectors: Sequence[SectorLabel], result: int, motion: WheelMotion, began: float) -> RingSpin:
    """Return a turning wheel as a light that runs clockwise to the same result, with the same rounds and duration.

    `motion` must not be still.
    """
    start = -motion.position_at(0).angle % 1
    distance = (middle_of(sector_ends(sectors), result) - start) % 1 + motion.turns
    return RingSpin(ring_wheel(sectors), result, start, distance, motion.seconds, began)


def _colour_of(colours: Sequence[str], seat: int) -> str:
    return colours[seat - 1] if 1 <= seat <= len(colours) else PLAIN


MOST_VOLUME = 3
MOST_BRIGHTNESS = 3


class Glow(Enum):
    """State of a seat's light; the patterns differ, not only the colours."""

    OFF = "off"
    STEADY = "steady"
    """It is this seat's turn."""
    BLINK = "blink"
    """This seat owes something though it is not its turn."""


class Sound(Enum):
    """The few sounds of the box."""

    KEY = "key"
    """A press was accepted."""
    DONE = "done"
    """A move was made."""
    GOLD = "gold"
    """A seat gains something: a small rising third."""
    REFUSED = "refused"
    """A low knock."""
    TICK = "tick"
    """One share of a tally or one sector of a wheel: a wooden tick."""
    END = "end"
    """The game is over."""


@frozen
class BoxOutput:
    """Everything the box shows and plays at one moment."""

    face: Face
    glows: tuple[Glow, ...] = ()
    """By seat, from seat 1."""
    sound: Sound | None = None
    sound_number: int = 0
    """Grows with each sound; a player plays each number once, and only the newest."""
    volume: int = 2
    """0 (mute) to MOST_VOLUME."""
    ring: RingShow = IDLE
    """Content of a ring of lights, if there is one."""
    live: frozenset[Key] = frozenset()
    """Keys that do something now."""
    brightness: int = MOST_BRIGHTNESS
    """Of the screen: 1 to MOST_BRIGHTNESS."""
    calm: bool = False
    """Motion is off: everything that would come to rest is at rest at once."""


_STEPS = frozenset({Key.UP, Key.DOWN})
_STEPPED = (LettersFace, LevelFace, NumberFace, PlaceFace, SealFace, SpaceFace, TallyFace)
"""Faces where up and down step without a hint."""


def live_keys(face: Face, *, scrolls: bool, takes_back: bool | None) -> frozenset[Key]:
    """Return the keys that do something.

    Args:
        face: Face on the screen. The keys of its hints are live; up and down are live together or not at all.
        scrolls: True if there is more of it than is in sight.
        takes_back: True if something can be taken back; None if no game is open, because then undo means back.
    """
    if isinstance(face, OffFace):
        return frozenset()
    keys = frozenset(hint.key for hint in face.hints)
    if isinstance(face, KeyTestFace):
        return keys | {part.part for part in face.parts if isinstance(part.part, Key) and not part.worked}
    if keys & _STEPS or scrolls or isinstance(face, _STEPPED) or (isinstance(face, ListFace) and len(face.rows) > 1):
        keys |= _STEPS
    read_or_written = isinstance(face, LettersFace | MessageFace)
    if read_or_written or (takes_back if takes_back is not None else Key.BACK in keys):
        keys |= {Key.UNDO}
    return keys
