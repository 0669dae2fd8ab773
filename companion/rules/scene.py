"""The scene: everything that a game shows, in blocks that know no game.

A scene is pure data; the program draws, prints and speaks it. A game fills blocks with the printed parts and with what
is on them. Possible moves, their prices and refusals come from offers and picks. Every block, piece, die and card has
an id that stays the same from scene to scene and reveals nothing hidden. The field names of all these classes are also
the names in the JSON for pages.

A game fills blocks with `Text`, which has no language yet. `rules.text.translated` turns them into strings, and
everything that shows a block takes it translated. The type variable `W` is either.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar

from companion.rules.components import Amount
from companion.support.frozen_dataclasses import frozen

W = TypeVar("W")


class Role(Enum):
    """Meaning of a mark on a place."""

    GIVES = "gives"
    """A gain for the seat that is there when it counts."""
    LIES = "lies"
    """Something on the place until somebody takes it."""
    ASKS = "asks"
    """A cost for the seat that goes there."""


class Use(Enum):
    """State of a die."""

    ROLL = "roll"
    """Not rolled yet."""
    OPEN = "open"
    """Rolled and free to use."""
    USED = "used"
    KEPT = "kept"


class Lie(Enum):
    """Arrangement of cards."""

    ROW = "row"
    """Side by side."""
    STACK = "stack"
    """On top of each other; only their number is visible."""


class Tint(Enum):
    """Look of a square."""

    LIGHT = "light"
    DARK = "dark"
    SPECIAL = "special"
    """A square that differs from the others, such as a goal or a trap."""
    GAP = "gap"
    """A hole in the board: nothing is drawn."""


class Tone(Enum):
    """Meaning of a note."""

    PLAIN = "plain"
    RULE = "rule"
    """A badge for a house rule, or for something else that holds for the whole game."""
    WARNING = "warning"
    """A badge that asks for attention."""
    NEXT = "next"
    """The next step that the game needs from a seat."""
    TASK = "task"
    """A task to do at the table, which can be ticked off; on a television only if its block sets up the game."""
    ASIDE = "aside"
    """A small hint for players who are doing something by hand; not shown on a television."""


@frozen(kw_only=True, slots=False)
class Mark(Generic[W]):
    """Something printed on a place, or lying there."""

    thing: str
    n: int | None = None
    """Number of things, or their value."""
    role: Role = Role.LIES
    says: W | None = None
    """Meaning in a few words."""
    entry: int | None = None
    """Entry that brought it."""


@frozen(kw_only=True, slots=False)
class Piece(Generic[W]):
    """A piece on a place. It belongs to a seat or to nobody."""

    id: str
    at: str
    """Id of its place or square."""
    thing: str | None = None
    """Component that it is drawn as; None for an ordinary piece of its seat."""
    seat: int | None = None
    colour: str | None = None
    """Colour, if it is not that of its seat."""
    number: int | None = None
    """Number of the piece, if its seat has several."""
    label: W | None = None
    """Letters that distinguish it from other pieces of its seat, instead of a number: those of its colour."""
    says: W | None = None
    """Position in words, for those who cannot see the board: "space 7". A square has its name."""
    entry: int | None = None
    """Entry that brought it."""
    ghost: bool = False
    """True for a piece that is no longer there: before a change it shows where a piece stood. No game has one."""


@frozen(kw_only=True, slots=False)
class Place(Generic[W]):
    """A place of a track."""

    id: str
    label: str = ""
    """Printed text, a character or two."""
    name: W | None = None
    """Name of the place, if it has one."""
    art: str | None = None
    """Name of one of the game's own drawings, shown on the place."""
    marks: tuple[Mark[W], ...] = ()
    touch: str | None = None
    """Name of the place for choices and offers; None if touching it has no effect."""


@frozen(kw_only=True, slots=False)
class Stretch(Generic[W]):
    """A range of consecutive places that belong together."""

    first: str
    last: str
    name: W | None = None
    spent: bool = False
    """True once its purpose is fulfilled."""


@frozen(kw_only=True, slots=False)
class Track(Generic[W]):
    """Places in a row, with their marks and the pieces on them."""

    id: str
    name: W
    places: tuple[Place[W], ...]
    pieces: tuple[Piece[W], ...] = ()
    stretches: tuple[Stretch[W], ...] = ()


@frozen(kw_only=True, slots=False)
class Band(Generic[W]):
    """One ring of a wheel. Rings are listed from the innermost out."""

    id: str
    name: W
    thing: str | None = None
    """Component that it is drawn as."""


@frozen(kw_only=True, slots=False)
class Reading(Generic[W]):
    """Value of a sector on one ring: a number, or something with a name."""

    n: int | None = None
    name: W | None = None
    thing: str | None = None
    """Component to draw instead of a number."""
    stark: bool = False
    """True if it is highlighted among the others."""
    says: W | None = None
    """Meaning when the wheel stops there."""


@frozen(kw_only=True, slots=False)
class Sector(Generic[W]):
    """A sector of a wheel."""

    id: str
    shows: tuple[Reading[W], ...]
    """Its values, one for each band."""
    weight: int = 1
    """Width, as a part of the sum of all weights."""
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class Ring(Generic[W]):
    """A wheel: its rings and sectors, the sector at the pointer, and the announced ring."""

    id: str
    name: W
    bands: tuple[Band[W], ...]
    sectors: tuple[Sector[W], ...]
    announced: str | None = None
    """Id of the announced band."""
    rests: str | None = None
    """Id of the sector at the pointer, after a spin."""
    says: W | None = None
    """Meaning of that sector."""
    large: W | None = None
    """Large text in the middle, if it is not the value of the sector."""
    note: W | None = None
    """A word or two at the edge, such as a notice that this is only a trial wheel."""


@frozen(kw_only=True, slots=False)
class Die(Generic[W]):
    """A die, its position and its value."""

    id: str
    faces: int = 6
    value: int | None = None
    """None before the roll."""
    colour: str | None = None
    use: Use = Use.OPEN
    at: W | None = None
    """Position, if the die is not with its owner."""
    touch: str | None = None
    asks: tuple[str, ...] = ()
    """Touch names by the value that the die shall show, from 1; touching the die asks the player for that value.

    The answer also counts for dice of the same `touch` that are touched later, unless the player changes it for one
    die."""


@frozen(kw_only=True, slots=False)
class DiceGroup(Generic[W]):
    """The dice of one owner."""

    id: str
    dice: tuple[Die[W], ...]
    seat: int | None = None
    name: W | None = None
    """Owner, if it is not a seat."""
    thing: str | None = None
    """Component to draw beside that name."""
    won: bool | None = None
    """True if the group won, False if it lost, where dice are compared with each other."""


@frozen(kw_only=True, slots=False)
class Dice(Generic[W]):
    """Dice, grouped by owner."""

    id: str
    name: W
    groups: tuple[DiceGroup[W], ...]
    against: bool = False
    """True if the groups are rolled against each other."""
    says: W | None = None
    """Outcome of the roll."""


@frozen(kw_only=True, slots=False)
class Card(Generic[W]):
    """A card or tile. A card that is face down or unknown has no `thing`."""

    id: str
    """Id; for an unseen card its position in the row."""
    thing: str | None = None
    entry: int | None = None
    """Entry that brought it, where a player can amend which card it is. Never set for an unseen card."""
    lacks: W | None = None
    """Missing conditions of its use."""
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
    """Component that all cards of a stack are, as far as it is known."""
    count: int | None = None
    """Number of cards, if they are not all listed in `cards`."""
    of: int | None = None
    """Original number of cards."""
    says: W | None = None
    """Remark on the row: what can be done with it, or that it is empty."""


@frozen(kw_only=True, slots=False)
class Cards(Generic[W]):
    """Cards or tiles in rows and stacks."""

    id: str
    name: W
    rows: tuple[CardRow[W], ...]
    seat: int | None = None
    """Seat whose hand this is. The block is shown beside the offers of that seat."""


@frozen(kw_only=True, slots=False)
class Cell:
    """A cell of a grid."""

    value: int | None = None
    """None if it is empty, or hidden from this viewer."""
    touch: str | None = None
    """Name for choices and offers, if the cell is open and can be filled."""


@frozen(kw_only=True, slots=False)
class GridRow(Generic[W]):
    """A row of a grid."""

    id: str
    name: W
    cells: tuple[Cell, ...]
    """One cell for each seat, from seat 1."""
    thing: str | None = None
    """Component that the values count."""
    ruling: str | None = None
    total: bool = False
    """True if it is the sum of the rows above."""


@frozen(kw_only=True, slots=False)
class Grid(Generic[W]):
    """Rows of values, with a column for each seat."""

    id: str
    name: W
    rows: tuple[GridRow[W], ...]


@frozen(kw_only=True, slots=False)
class Stage(Generic[W]):
    """A stage of a road."""

    name: W
    done: bool = False
    now: bool = False
    art: str | None = None
    """Name of one of the game's own drawings, shown above the stage."""
    seats: tuple[int, ...] = ()
    """Seats on the way from the stage before, on a road that all seats share."""


@frozen(kw_only=True, slots=False)
class Need(Generic[W]):
    """A requirement of a road: an amount of something."""

    have: int
    least: int
    most: int | None = None
    """Greatest amount allowed; None if there is no limit."""
    thing: str | None = None
    name: W | None = None
    """Name, if the word of the component is not enough."""

    @property
    def met(self) -> bool:
        """True if the requirement is met."""
        return self.least <= self.have and (self.most is None or self.have <= self.most)


@frozen(kw_only=True, slots=False)
class Road(Generic[W]):
    """Stages on the way to a goal: what one seat has done and what is missing, or where all seats are."""

    id: str
    name: W
    stages: tuple[Stage[W], ...]
    needs: tuple[Need[W], ...] = ()
    lacks: tuple[W, ...] = ()
    """Missing conditions, in words."""
    says: W | None = None
    """A sentence that nothing is missing, or why nothing is known."""
    seat: int | None = None
    """Seat that the road belongs to; None if all seats share it."""
    thing: str | None = None
    """Component that the seats on it are drawn as."""


@frozen(kw_only=True, slots=False)
class Note(Generic[W]):
    """A sentence or a badge."""

    id: str
    says: W
    tone: Tone = Tone.PLAIN
    seat: int | None = None
    """Seat that it is addressed to."""
    name: W | None = None
    """Subject in a word or two, for lists of notes."""
    more: W | None = None
    """Additional text for readers who ask for it."""
    things: tuple[str, ...] = ()
    """Components of a task. If there are any, pages show its name and their print instead of the sentence."""


@frozen(kw_only=True, slots=False)
class Notes(Generic[W]):
    """Sentences and badges."""

    id: str
    name: W
    notes: tuple[Note[W], ...]
    setup: bool = False
    """True if its tasks set up the game: a television shows them large, in place of the board."""


@frozen(kw_only=True, slots=False)
class Spot(Generic[W]):
    """A place on a map."""

    id: str
    x: float
    """Position from 0 at the left edge to 1 at the right edge."""
    y: float
    """Position from 0 at the top to 1 at the bottom, in the scale of `x`: 1 is as far down as the right edge is to the
    right."""
    name: W
    kind: str = ""
    """The game's own word for the type of place, used for its drawing."""
    art: str | None = None
    named: bool = True
    """True if its name is printed beside it. It is read out in any case."""
    marks: tuple[Mark[W], ...] = ()
    space: str | None = None
    """Id of the group of spaces on a board that belongs to it."""
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class Edge:
    """A connection between two places of a map."""

    a: str
    b: str
    cost: Amount | None = None


@frozen(slots=False)
class Onward:
    """A place that is one step away, with the cost of that step."""

    id: str
    cost: Amount | None = None


@frozen(kw_only=True, slots=False)
class Graph(Generic[W]):
    """A map: places and the connections between them."""

    id: str
    name: W
    spots: tuple[Spot[W], ...]
    edges: tuple[Edge, ...] = ()
    pieces: tuple[Piece[W], ...] = ()
    art: str | None = None
    """Name of the drawing below it, in hundredths of the scale of its places; None for plain ground."""
    next: tuple[Onward, ...] = ()
    """Places that the current player can go to next. They are listed in words too."""


@frozen(kw_only=True, slots=False)
class Square(Generic[W]):
    """A square of a board."""

    id: str
    tint: Tint = Tint.LIGHT
    label: str = ""
    """Printed text, a character or two."""
    name: W | None = None
    """Name; None for that of its column and row, such as "c3"."""
    highlighted: bool = False
    """True for the squares of the last move."""
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class SquareRow(Generic[W]):
    """A row of squares, from the left. Rows may have different lengths."""

    id: str
    squares: tuple[Square[W], ...]
    label: str = ""
    """Printed text, such as "3"."""


@frozen(kw_only=True, slots=False)
class Squares(Generic[W]):
    """A board of squares in rows and columns, such as that of draughts or Reversi."""

    id: str
    name: W
    rows: tuple[SquareRow[W], ...]
    """Rows from the top, at most 19 with at most 19 squares each."""
    columns: tuple[str, ...] = ()
    """Printed text of each column, such as "c", or no text at all."""
    pieces: tuple[Piece[W], ...] = ()

    def square_names(self) -> dict[str, W | str]:
        """Return the name of every square, by its id."""
        return {
            square.id: square.name or f"{column}{row.label}" or square.id
            for row in self.rows
            for square, column in zip(row.squares, (*self.columns, *("",) * len(row.squares)), strict=False)
        }


@frozen(kw_only=True, slots=False)
class Lying:
    """A thing on a space."""

    id: str
    thing: str | None = None
    seat: int | None = None
    """Owner; None if it is nobody's."""
    value: int | None = None
    """Value, if it is a die."""
    colour: str | None = None
    """Colour of a die; None if it has its owner's."""


@frozen(kw_only=True, slots=False)
class Rung:
    """A step of a space's ladder: the gain for one value."""

    id: str
    value: int
    gives: tuple[Amount, ...]
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class Slot(Generic[W]):
    """One of the ordered slots of a space."""

    id: str
    asks: W | None = None
    gives: tuple[Amount, ...] = ()
    holds: Lying | None = None
    touch: str | None = None


@frozen(kw_only=True, slots=False)
class Space(Generic[W]):
    """A space of a board: its costs and gains, and the things on it in order of arrival."""

    id: str
    name: W
    thing: str | None = None
    """Component whose drawing stands before its name on pages."""
    costs: tuple[Amount, ...] = ()
    gives: tuple[Amount, ...] = ()
    room: int | None = None
    """Number of things that fit on it; None if there is no limit."""
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
    """Only seat that it is for; None if it is for everybody."""


@frozen(kw_only=True, slots=False)
class Held:
    """A line of a purse: an amount of a component, or the cards of a list."""

    thing: str
    n: int | None = None
    """None if this viewer may not know."""
    things: tuple[str, ...] | None = None
    """Entries of a list; None if it is not a list, or hidden from this viewer."""


@frozen(kw_only=True, slots=False)
class Purse(Generic[W]):
    """The holdings of a seat. The program makes this block; no game's scene contains one."""

    id: str
    name: W
    seat: int
    holds: tuple[Held, ...]
    total: int | None = None
    low: int | None = None
    """Lowest total still possible, as far as this viewer can know; None if the total is known, or if the bounds are too
    wide to tell anything. `high` is the highest."""
    high: int | None = None


Block: TypeAlias = (
    Track[W] | Ring[W] | Dice[W] | Cards[W] | Grid[W] | Road[W] | Notes[W] | Graph[W] | Squares[W] | Board[W] | Purse[W]
)
BLOCKS: tuple[type[Any], ...] = (Track, Ring, Dice, Cards, Grid, Road, Notes, Graph, Squares, Board, Purse)
"""All block classes."""
PieceBlock: TypeAlias = Track[W] | Graph[W] | Squares[W]
"""A block on which pieces stand."""
PIECE_BLOCKS = (Track, Graph, Squares)


@frozen(kw_only=True, slots=False)
class Scene(Generic[W]):
    """All blocks, the most important first."""

    blocks: tuple[Block[W], ...] = ()
    turn: str | None = None
    """Id of the block on the small screen's page of a turn."""
    wide: str | None = None
    """Id of the block that a television shows largest. A list of tasks is unfolded on phones, too."""


@frozen(kw_only=True, slots=False)
class SeatNote(Generic[W]):
    """A few words about a seat: its position, its progress, what it lacks."""

    says: W
    thing: str | None = None
    """Component to draw beside it."""
    colour: str | None = None
    """Colour of the drawing, if it is not that of the seat."""


# Animations: played for everybody when a move is made. The action comes first, the result after it.


@frozen(kw_only=True, slots=False)
class Walk:
    """A piece moves along its places."""

    block: str
    piece: str
    places: tuple[str, ...]
    """All places in order, start and destination included."""


@frozen(kw_only=True, slots=False)
class Share(Generic[W]):
    """The part of a tally that one seat gets."""

    seat: int
    where: W
    """Reason for the payment."""
    pays: int
    total: int
    """Amount that the seat holds after the payment."""
    piece: str | None = None
    """Id of the piece that is paid for, if it is on the board."""
    thing: str | None = None
    """Component that is paid, if it is not the same for all seats."""


@frozen(kw_only=True, slots=False)
class Tally(Generic[W]):
    """A payment, seat by seat, with the reasons."""

    name: W
    shares: tuple[Share[W], ...]
    at: W | None = None
    """Name of the place of the tally, if it has one; shown in large letters."""
    block: str | None = None
    thing: str | None = None
    """Component that is paid."""
    then: W | None = None
    """Actions of the players by hand after the payment."""
    passing: bool = False
    """True for a tally that is frequent and quickly read. Pages play it fast; the box skips it, because there each
    share takes a key press."""


@frozen(kw_only=True, slots=False)
class Spin(Generic[W]):
    """A wheel is spun and comes to rest."""

    block: str
    band: str | None
    sector: str
    says: W
    """Result in words."""
    large: W | None = None
    """Large text in the middle, if it is not the value of the sector."""


@frozen(kw_only=True, slots=False)
class Throw(Generic[W]):
    """Dice are thrown."""

    block: str | None
    groups: tuple[DiceGroup[W], ...]
    says: W
    """Result in words."""
    head: W | None = None
    """Result in one word."""
    then: W | None = None
    """Consequence of the result."""
    ruling: str | None = None


@frozen(kw_only=True, slots=False)
class Reveal(Generic[W]):
    """Hidden cards are turned over."""

    name: W
    rows: tuple[CardRow[W], ...]


@frozen(kw_only=True, slots=False)
class Placed(Generic[W]):
    """The final rank of a seat."""

    seat: int
    rank: int
    total: int
    ties: W | None = None
    """Tie-break in words."""


@frozen(kw_only=True, slots=False)
class Final(Generic[W]):
    """The end: the categories of the score, if the game has any, then the ranks. Always the last animation."""

    name: W
    places: tuple[Placed[W], ...]
    """Ranks, the winner first."""
    rows: tuple[GridRow[W], ...] = ()


Animation: TypeAlias = Walk | Tally[W] | Spin[W] | Throw[W] | Reveal[W] | Final[W]
ANIMATIONS: tuple[type[Any], ...] = (Walk, Tally, Spin, Throw, Reveal, Final)
"""All animation classes."""
