"""The scene: what there is to see of a game, as blocks that know none. Pure data: the house draws, prints and says it.

A game fills blocks with what is printed and what lies there. What may be done now, its price and its refusal come from
offers and picks. Every block, piece, die and card has an id that lasts from scene to scene and tells nothing hidden.

Blocks are made of words to be (`Text`); `in_words` (`rules.parts`) puts them into a language, and everything that shows
a block takes it so. `W` stands for either.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar

from companion.rules.components import Amount
from companion.support.frozen import frozen

W = TypeVar("W")


class Role(Enum):
    """What a mark on a place means."""

    GIVES = "gives"
    """To whoever stands there when it counts."""
    LIES = "lies"
    """It lies there until somebody takes it."""
    ASKS = "asks"
    """Of whoever goes there."""


class Use(Enum):
    """What may become of a die."""

    ROLL = "roll"
    """It is to be rolled."""
    OPEN = "open"
    """It was rolled and may be used."""
    USED = "used"
    KEPT = "kept"


class Lie(Enum):
    """How cards lie."""

    ROW = "row"
    """Side by side."""
    STACK = "stack"
    """On each other: how many they are is what one sees."""


class Tone(Enum):
    """How a note is meant."""

    PLAIN = "plain"
    RULE = "rule"
    """A rule of the house, or something else that holds for the whole game: a badge."""
    WARNING = "warning"
    """A badge that wants to be looked at."""
    NEXT = "next"
    """What the game wants next, of its seat."""
    TASK = "task"
    """One of the things to be done at the table, which can be ticked off; not on a television."""
    ASIDE = "aside"
    """Said in passing to those who are just doing something by hand: small, and not on a television."""


@frozen(kw_only=True, slots=False)
class Mark(Generic[W]):
    """A thing printed on a place, or lying there."""

    thing: str
    n: int | None = None
    """How many, or how much it is worth."""
    role: Role = Role.LIES
    says: W | None = None
    """What it means, in a few words."""
    entry: int | None = None
    """The entry that brought it."""


@frozen(kw_only=True, slots=False)
class Piece(Generic[W]):
    """What stands on a place, of a seat or of nobody."""

    id: str
    at: str
    """The id of its place."""
    thing: str | None = None
    """What it is drawn as; None for one that is just its seat's."""
    seat: int | None = None
    colour: str | None = None
    """Where it is not its seat's own."""
    number: int | None = None
    """Which one it is, where its seat has several."""
    says: W | None = None
    """Where it stands, for whoever does not see it: "space 7"."""
    entry: int | None = None
    """The entry that brought it."""


@frozen(kw_only=True, slots=False)
class Place(Generic[W]):
    """One place of a track."""

    id: str
    label: str = ""
    """What is printed on it, a figure or two."""
    name: W | None = None
    """What it is called, where it has a name."""
    art: str | None = None
    """A drawing of the game's own that stands there."""
    marks: tuple[Mark[W], ...] = ()
    touch: str | None = None
    """As choices and offers name it; None where touching it means nothing."""


@frozen(kw_only=True, slots=False)
class Stretch(Generic[W]):
    """Some places after each other that belong together."""

    first: str
    last: str
    name: W | None = None
    spent: bool = False
    """What it was there for has been."""


@frozen(kw_only=True, slots=False)
class Track(Generic[W]):
    """Places in a row, with what is marked on them and who stands there."""

    id: str
    name: W
    places: tuple[Place[W], ...]
    pieces: tuple[Piece[W], ...] = ()
    stretches: tuple[Stretch[W], ...] = ()


@frozen(kw_only=True, slots=False)
class Band(Generic[W]):
    """One ring of a wheel, the innermost first."""

    id: str
    name: W
    thing: str | None = None
    """What it is drawn as."""


@frozen(kw_only=True, slots=False)
class Reading(Generic[W]):
    """What a sector shows on one ring: a number, or something that has a name."""

    n: int | None = None
    name: W | None = None
    thing: str | None = None
    """What stands there in place of a number."""
    stark: bool = False
    """It is set off from the others."""
    says: W | None = None
    """What it means, once the wheel rests there."""


@frozen(kw_only=True, slots=False)
class Sector(Generic[W]):
    """One sector of a wheel."""

    id: str
    shows: tuple[Reading[W], ...]
    """On each band."""
    weight: int = 1
    """How wide it is, in parts of the sum."""
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class Ring(Generic[W]):
    """A wheel: its rings, its sectors, the pointer, and which ring was announced."""

    id: str
    name: W
    bands: tuple[Band[W], ...]
    sectors: tuple[Sector[W], ...]
    announced: str | None = None
    """The id of a band."""
    rests: str | None = None
    """The id of the sector at the pointer, once it was turned."""
    says: W | None = None
    """What that means."""
    large: W | None = None
    """What stands large in the middle, where that is not what the sector shows."""
    note: W | None = None
    """A word or two at its edge: that it is only a trial wheel."""


@frozen(kw_only=True, slots=False)
class Die(Generic[W]):
    """A die, where it lies and what it shows."""

    id: str
    faces: int = 6
    value: int | None = None
    """None before it is rolled."""
    colour: str | None = None
    use: Use = Use.OPEN
    at: W | None = None
    """Where it lies, where that is not with its owner."""
    touch: str | None = None
    asks: tuple[str, ...] = ()
    """What touching it may mean, by the value that it is to show, from 1: which one is asked first, once for all dice
    of this touch, unless one is told another."""


@frozen(kw_only=True, slots=False)
class DiceGroup(Generic[W]):
    """The dice of one owner."""

    id: str
    dice: tuple[Die[W], ...]
    seat: int | None = None
    name: W | None = None
    """Whose they are, where it is no seat."""
    thing: str | None = None
    """What is drawn beside that name."""
    won: bool | None = None
    """Whether they won, where dice fight each other."""


@frozen(kw_only=True, slots=False)
class Dice(Generic[W]):
    """Dice by owner."""

    id: str
    name: W
    groups: tuple[DiceGroup[W], ...]
    against: bool = False
    """The groups fight each other."""
    says: W | None = None
    """What came of it."""


@frozen(kw_only=True, slots=False)
class Card(Generic[W]):
    """A card or tile; face down, or not yet known, without its thing."""

    id: str
    """Of one that is unseen its place in a count."""
    thing: str | None = None
    entry: int | None = None
    """The entry that brought it, from where "it is another" amends it. Never of an unseen one."""
    lacks: W | None = None
    """What is missing to use it."""
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class CardRow(Generic[W]):
    """Cards that lie together."""

    id: str
    name: W | None = None
    seat: int | None = None
    lie: Lie = Lie.ROW
    cards: tuple[Card[W], ...] = ()
    thing: str | None = None
    """What all cards of a stack are, as far as one knows."""
    count: int | None = None
    """How many there are, where not each of them stands under `cards`."""
    of: int | None = None
    """How many there were."""
    says: W | None = None
    """What is to be known of the row: what may be done with it, or that it is empty."""


@frozen(kw_only=True, slots=False)
class Cards(Generic[W]):
    """Cards or tiles in rows and stacks."""

    id: str
    name: W
    rows: tuple[CardRow[W], ...]
    seat: int | None = None
    """Of one seat's hand: whose. It stands beside what that seat may do."""


@frozen(kw_only=True, slots=False)
class Cell:
    """A field of a grid."""

    value: int | None = None
    """None: not yet, or not for this viewer."""
    touch: str | None = None
    """It is open, and may be filled."""


@frozen(kw_only=True, slots=False)
class GridRow(Generic[W]):
    """A row of a grid."""

    id: str
    name: W
    cells: tuple[Cell, ...]
    """By seat, from seat 1."""
    thing: str | None = None
    """What its values count."""
    ruling: str | None = None
    total: bool = False
    """It sums up the rows above."""


@frozen(kw_only=True, slots=False)
class Grid(Generic[W]):
    """Rows of values, a column a seat."""

    id: str
    name: W
    rows: tuple[GridRow[W], ...]


@frozen(kw_only=True, slots=False)
class Stage(Generic[W]):
    """A stage of a road."""

    name: W
    done: bool = False
    now: bool = False


@frozen(kw_only=True, slots=False)
class Need(Generic[W]):
    """What a road asks for: so much of a thing."""

    have: int
    least: int
    most: int | None = None
    """More than that is too much; None where it never is."""
    thing: str | None = None
    name: W | None = None
    """Where it is more than its thing's word."""

    @property
    def met(self) -> bool:
        """Whether it is as wanted."""
        return self.least <= self.have and (self.most is None or self.have <= self.most)


@frozen(kw_only=True, slots=False)
class Road(Generic[W]):
    """Stages on the way to something, with what is done and what is lacking."""

    id: str
    name: W
    stages: tuple[Stage[W], ...]
    needs: tuple[Need[W], ...] = ()
    lacks: tuple[W, ...] = ()
    """What is missing, in words."""
    says: W | None = None
    """That nothing is missing, or why nothing is known."""
    seat: int | None = None
    """Whose it is."""


@frozen(kw_only=True, slots=False)
class Note(Generic[W]):
    """A sentence or a badge."""

    id: str
    says: W
    tone: Tone = Tone.PLAIN
    seat: int | None = None
    """Whom it speaks to."""
    name: W | None = None
    """What it is about, in a word or two, where notes are listed."""
    more: W | None = None
    """What else there is to say to whoever asks."""


@frozen(kw_only=True, slots=False)
class Notes(Generic[W]):
    """Sentences and badges."""

    id: str
    name: W
    notes: tuple[Note[W], ...]


@frozen(kw_only=True, slots=False)
class Spot(Generic[W]):
    """A place of a map."""

    id: str
    x: float
    """From 0 at the left edge to 1 at the right one."""
    y: float
    """From 0 at the top to 1 at the bottom; 1 is as far as it is to the right edge."""
    name: W
    kind: str = ""
    """The game's own word for what sort of place it is, which its drawing goes by."""
    art: str | None = None
    named: bool = True
    """Whether its name stands beside it; told it is in any case."""
    marks: tuple[Mark[W], ...] = ()
    space: str | None = None
    """The id of the group of spaces that belongs to it, on a board."""
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class Edge:
    """A way between two places of a map."""

    a: str
    b: str
    cost: Amount | None = None


@frozen(slots=False)
class Onward:
    """A place to which one step leads, and what that step costs."""

    id: str
    cost: Amount | None = None


@frozen(kw_only=True, slots=False)
class Graph(Generic[W]):
    """A map."""

    id: str
    name: W
    spots: tuple[Spot[W], ...]
    edges: tuple[Edge, ...] = ()
    pieces: tuple[Piece[W], ...] = ()
    next: tuple[Onward, ...] = ()
    """The places that come next for whoever plays: they are told as a list too."""


@frozen(kw_only=True, slots=False)
class Lying:
    """What lies on a space."""

    id: str
    thing: str | None = None
    seat: int | None = None
    """Whose it is; None of nobody's."""
    value: int | None = None
    """Of a die, what it shows."""


@frozen(kw_only=True, slots=False)
class Rung:
    """A step of a space's ladder: for this value, that much."""

    id: str
    value: int
    gives: tuple[Amount, ...]
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class Slot(Generic[W]):
    """One of a space's ordered places."""

    id: str
    asks: W | None = None
    gives: tuple[Amount, ...] = ()
    holds: Lying | None = None
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class Space(Generic[W]):
    """A space of a board: what it gives and costs, and what lies there in order of arrival."""

    id: str
    name: W
    costs: tuple[Amount, ...] = ()
    gives: tuple[Amount, ...] = ()
    room: int | None = None
    """How much may lie there; None where that is not bounded."""
    lies: tuple[Lying, ...] = ()
    ladder: tuple[Rung, ...] = ()
    slots: tuple[Slot[W], ...] = ()
    says: W | None = None
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class SpaceGroup(Generic[W]):
    """Spaces that belong together."""

    id: str
    spaces: tuple[Space[W], ...]
    name: W | None = None


@frozen(kw_only=True, slots=False)
class Board(Generic[W]):
    """Named spaces in groups."""

    id: str
    name: W
    groups: tuple[SpaceGroup[W], ...]
    seat: int | None = None
    """For whom alone it is; None where it is everybody's."""


@frozen(kw_only=True, slots=False)
class Held:
    """One line of a purse: so many of a thing, or these cards of it."""

    thing: str
    n: int | None = None
    """None where this viewer may not know."""
    things: tuple[str, ...] | None = None
    """Of a list of things: which; None where it is no list, or not for this viewer."""


@frozen(kw_only=True, slots=False)
class Purse(Generic[W]):
    """What a seat holds. The house makes it: no game's scene has one."""

    id: str
    name: W
    seat: int
    holds: tuple[Held, ...]
    total: int | None = None
    low: int | None = None
    """The least and the most that the total can still be, as far as this viewer can know; None where it is known."""
    high: int | None = None


Block: TypeAlias = (
    Track[W] | Ring[W] | Dice[W] | Cards[W] | Grid[W] | Road[W] | Notes[W] | Graph[W] | Board[W] | Purse[W]
)
BLOCKS: tuple[type[Any], ...] = (Track, Ring, Dice, Cards, Grid, Road, Notes, Graph, Board, Purse)
"""Every sort of block."""


@frozen(kw_only=True, slots=False)
class Scene(Generic[W]):
    """All there is to see, the important first."""

    blocks: tuple[Block[W], ...] = ()
    turn: str | None = None
    """The id of the block that stands on the little screen's page of a turn."""
    wide: str | None = None
    """The id of the block that a television shows largest."""


@frozen(kw_only=True, slots=False)
class SeatNote(Generic[W]):
    """What is said of a seat in a few words: where it stands, how far it is, what it misses."""

    says: W
    thing: str | None = None
    """What is drawn beside it."""
    colour: str | None = None
    """Of the drawing, where it is not the seat's own."""


# Ceremonies: what is played before eyes when a move is made. The deed comes first, the verdict after.


@frozen(kw_only=True, slots=False)
class Walk:
    """A piece goes along its places."""

    block: str
    piece: str
    places: tuple[str, ...]
    """From where it stood to where it stands."""


@frozen(kw_only=True, slots=False)
class Share(Generic[W]):
    """What one seat has of a tally."""

    seat: int
    where: W
    """What it is paid for."""
    pays: int
    total: int
    """What the seat holds after it."""
    piece: str | None = None
    """The id of what it is paid for, where that stands somewhere."""
    thing: str | None = None
    """What it is paid in, where that is not the same for all."""


@frozen(kw_only=True, slots=False)
class Tally(Generic[W]):
    """Paid seat by seat, with the reason."""

    name: W
    shares: tuple[Share[W], ...]
    at: W | None = None
    """Where it is held, where that has a name: it stands there in large."""
    block: str | None = None
    thing: str | None = None
    """What is paid."""
    then: W | None = None
    """What the table does by hand once all is paid."""
    passing: bool = False
    """It comes often and is soon seen: pages play it quickly; on the box, a press a share, the game goes on."""


@frozen(kw_only=True, slots=False)
class Spin(Generic[W]):
    """A wheel is turned, and rests."""

    block: str
    band: str | None
    sector: str
    says: W
    """The verdict."""
    large: W | None = None
    """What stands large in the middle, where that is not what the sector shows."""


@frozen(kw_only=True, slots=False)
class Throw(Generic[W]):
    """Dice are thrown."""

    block: str | None
    groups: tuple[DiceGroup[W], ...]
    says: W
    """The verdict."""
    head: W | None = None
    """The verdict in a word."""
    then: W | None = None
    """What comes of it."""
    ruling: str | None = None


@frozen(kw_only=True, slots=False)
class Reveal(Generic[W]):
    """What was hidden is laid open."""

    name: W
    rows: tuple[CardRow[W], ...]


@frozen(kw_only=True, slots=False)
class Placed(Generic[W]):
    """A seat's place at the end."""

    seat: int
    rank: int
    total: int
    ties: W | None = None
    """What decides among equals."""


@frozen(kw_only=True, slots=False)
class Final(Generic[W]):
    """The end: category by category where there are any, then the places. Always the last."""

    name: W
    places: tuple[Placed[W], ...]
    """The first first."""
    rows: tuple[GridRow[W], ...] = ()


Animation: TypeAlias = Walk | Tally[W] | Spin[W] | Throw[W] | Reveal[W] | Final[W]
ANIMATIONS: tuple[type[Any], ...] = (Walk, Tally, Spin, Throw, Reveal, Final)
"""Every sort of ceremony."""
