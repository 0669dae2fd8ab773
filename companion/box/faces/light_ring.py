"""What a ring of lights shows, as plain data: the same blocks and ceremonies as the screens, in light alone.

Angles are in turns, clockwise from the top. Nobody reads a number off a ring: it tells from across the table what
everyone may see, and the screens say the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias

from companion.box.faces.chance_faces import DiceFace, FightFace
from companion.box.faces.faces import EndFace, Face, OffFace, TallyFace
from companion.box.faces.wheel_face import Sector, WheelFace, bounds, middle_of
from companion.box.faces.wheel_motion import Turning
from companion.support.frozen import frozen

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
