"""Faces: what the little screen shows, as plain data, already in the reader's language.

The menus make faces, the screen paints them; neither knows the other. A face holds words and numbers only, never
pixels, so the same face can be painted large or small, and read aloud (`spoken`) by the simulated box.
"""

from __future__ import annotations

from companion.box.faces.block_face import ShownBlock
from companion.support.frozen import frozen
from companion.words.signs import AnyGlyph, Badge, Key, SeatMark


@frozen
class Hint:
    """What a key does now. `pressed` inverts it, as the first answer to a press."""

    key: Key
    text: str
    pressed: bool = False


@frozen
class Strip:
    """The status strip on top: whose turn it is as an inverse bar, or a title when it is nobody's."""

    title: str = ""
    turn: SeatMark | None = None
    badges: tuple[Badge, ...] = ()


@frozen
class Hold:
    """A long press on its way: the bar that fills."""

    text: str
    progress: float
    """From 0 to 1."""


@frozen(kw_only=True)
class Face:
    """What every face has."""

    strip: Strip = Strip()
    hints: tuple[Hint, ...] = ()
    hold: Hold | None = None
    large: bool = False
    """Large text was asked for: fewer and bigger words."""

    def spoken(self) -> tuple[str, ...]:
        """The face in lines of text, for a screen reader; the most important first."""
        head = self.strip.turn.name if self.strip.turn else self.strip.title
        return (head,) if head else ()


@frozen
class Row:
    """One row of a list."""

    text: str
    detail: str = ""
    """Short, set at the right edge: a number, a state, a tick."""
    glyph: AnyGlyph | None = None
    mark: SeatMark | None = None
    ticked: bool | None = None
    """Of a list where several may be chosen: whether this one is; None elsewhere."""
    refused: bool = False
    """Shown, but cannot be chosen now."""
    said: str = ""
    """What is read aloud in place of the text, where that tells only half without the mark."""


@frozen(kw_only=True)
class ListFace(Face):
    """A list, four rows at a time (three when large), the chosen one inverse, with a hair-line scroll mark."""

    rows: tuple[Row, ...]
    chosen: int
    note: str = ""
    """One small line under the list about the chosen row (why it is refused, what it means); may be empty."""

    def spoken(self) -> tuple[str, ...]:
        row = self.rows[self.chosen] if self.rows else None
        here = f"{row.said or row.text} {row.detail}".strip() if row else ""
        return tuple(line for line in (here, self.note, *Face.spoken(self)) if line)


@frozen(kw_only=True)
class HomeFace(Face):
    """The welcome: our drawing, the name of the house and one line of invitation."""

    line: str

    def spoken(self) -> tuple[str, ...]:
        return (*Face.spoken(self), self.line)


@frozen(kw_only=True)
class TurnFace(Face):
    """The table while it waits for a seat: its big number, a block to see, and the action that OK would do."""

    number: int
    unit: AnyGlyph
    """What the number counts, gold for instance."""
    place: str
    """Where the seat stands, e.g. "case 7" or "7 · 12" with two camels."""
    round: str = ""
    """Which round it is, of a game that has rounds; told before the place."""
    action: str
    """What OK does now, e.g. "Avancer en 8"."""
    action_detail: str = ""
    """What it wants or gives, short: "2 chameliers", "+2 or"."""
    action_glyph: AnyGlyph | None = None
    action_refused: bool = False
    actions: int = 1
    """How many actions up and down go through."""
    action_index: int = 0
    block: ShownBlock | None = None
    """What there is to see beside it: a track."""
    last: str = ""
    """What happened last, one short line."""
    last_brief: str = ""
    """The same in fewer letters, for where those have no room."""

    def spoken(self) -> tuple[str, ...]:
        action = f"{self.action}. {self.action_detail}".strip(" .")
        return tuple(x for x in (*Face.spoken(self), str(self.number), self.where, action, self.last) if x)

    @property
    def where(self) -> str:
        """The line of the place, beginning with the round."""
        return " · ".join(filter(None, (self.round, self.place)))


@frozen(kw_only=True)
class ConfirmFace(Face):
    """The last step of a form or a question: what it costs and what it gives, before it is done."""

    question: str
    costs: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    body: str = ""
    """Words in place of costs and gives, wrapped over the lines there are."""

    def spoken(self) -> tuple[str, ...]:
        return tuple(x for x in (self.question, *self.costs, *self.gives, self.body, *Face.spoken(self)) if x)


@frozen(kw_only=True)
class MessageFace(Face):
    """Words to read: a refusal with its ruling, a reason, what the box has to tell. Scrolls when it is long."""

    heading: str
    body: str
    ruling: str = ""
    """The ruling's number, e.g. "E4"; empty if none."""
    glyph: AnyGlyph | None = None
    scroll: int = 0
    """How many lines of the wrapped body are scrolled away above."""

    def spoken(self) -> tuple[str, ...]:
        return tuple(x for x in (self.heading, self.body, self.ruling) if x)


@frozen(kw_only=True)
class BlockFace(Face):
    """A block of the table on a whole page, or several below each other. Scrolls when it is larger than the screen."""

    blocks: tuple[ShownBlock, ...]
    scroll: int = 0
    """How many of its lines are scrolled away above; a drawing is a line as well."""

    def spoken(self) -> tuple[str, ...]:
        told = (line for shown in self.blocks for line in (shown.block.name, *shown.said))
        return tuple(dict.fromkeys((*Face.spoken(self), *told)))


@frozen(kw_only=True)
class LettersFace(Face):
    """A name written letter by letter: what is typed, and the wheel of letters with the chosen one in the middle."""

    typed: str
    wheel: tuple[str, ...]
    """Every entry of the wheel; single characters, and words such as "OK" or "⌫" for the commands at its end."""
    chosen: int
    caption: str = ""

    def spoken(self) -> tuple[str, ...]:
        return (self.wheel[self.chosen], self.typed, *Face.spoken(self))


@frozen(kw_only=True)
class LevelFace(Face):
    """A level to set with up and down: the volume."""

    caption: str
    level: int
    top: int
    """The level goes from 0 to `top`."""

    def spoken(self) -> tuple[str, ...]:
        return (self.caption, f"{self.level} / {self.top}")


@frozen(kw_only=True)
class NumberFace(Face):
    """A number to set with up and down, shown large with its caption and bounds."""

    caption: str
    number: int
    low: int
    high: int
    signed: bool = False
    """Show a plus sign on positive numbers."""
    told: str = ""
    """What the number comes to, where it decides more than itself."""

    def spoken(self) -> tuple[str, ...]:
        whose = Face.spoken(self) if self.strip.turn else ()
        return (self.caption, self.told or str(self.number), *whose)


@frozen(kw_only=True)
class TallyFace(Face):
    """One seat's share of a tally, large enough for a table to follow: where it stood, what that pays, its total."""

    city: str
    """Where it is held; may be empty."""
    mark: SeatMark
    place: str
    """What it is paid for, e.g. "case 15"."""
    pays: int
    total: int
    """What the seat holds after it."""
    step: int
    """Which share this is, from 0."""
    steps: int

    def spoken(self) -> tuple[str, ...]:
        said = (self.city, self.mark.name, self.place, f"+{self.pays}", str(self.total))
        return tuple(one for one in said if one)


@frozen
class Result:
    """One seat's line on the final sheet."""

    rank: int
    mark: SeatMark
    total: int
    place: str
    """What breaks a tie, e.g. "29"."""


@frozen(kw_only=True)
class EndFace(Face):
    """The end of a game: the winner large, then every seat with rank and total on one picture (up to five seats)."""

    headline: str
    """e.g. "Inès gagne !"."""
    results: tuple[Result, ...]
    unit: AnyGlyph
    game: str

    def spoken(self) -> tuple[str, ...]:
        lines = tuple(f"{r.rank}. {r.mark.name} {r.total}" for r in self.results)
        return (self.headline, *lines)


@frozen
class AskedRow:
    """What is noted of a space: in words, and as it is drawn."""

    word: str
    glyph: AnyGlyph | None = None
    n: int | None = None
    """How much of it, where that is drawn; 0 is drawn as nothing in its place."""


@frozen(kw_only=True)
class SpaceFace(Face):
    """One space of a board while the owner copies it: its number large, and what is noted of it."""

    space: str
    """What is printed on it."""
    place: int
    """The how-manieth of them it is, from 1, and how many there are."""
    of: int
    asked: tuple[AskedRow, ...]
    """Two of them at most have room."""
    field: int = 0
    """Which of them is being set, from 0."""

    def spoken(self) -> tuple[str, ...]:
        return (self.space, self.asked[self.field].word)


MOST_MODULES = 29
"""As many modules a side as the little screen has room for with two points each, which is what cameras like."""


@frozen(kw_only=True)
class CodeFace(Face):
    """A code to be typed on a phone, large enough to be read across a table; whose it is stands in the strip."""

    code: str
    """Digits only."""
    line: str
    """What to do with it."""
    modules: tuple[tuple[bool, ...], ...] = ()
    """The same for a camera, as in a QrFace; empty where there is none. At most MOST_MODULES a side."""

    @property
    def grouped(self) -> str:
        """The code in two halves, as one reads it out."""
        half = (len(self.code) + 1) // 2
        return f"{self.code[:half]} {self.code[half:]}".strip()

    def spoken(self) -> tuple[str, ...]:
        return (self.grouped, *Face.spoken(self), self.line)


@frozen(kw_only=True)
class QrFace(Face):
    """A square code for the camera of a phone, and beside it the same in words, to be typed."""

    modules: tuple[tuple[bool, ...], ...]
    """Row by row from the top, True for dark; a square of at most 60 by 60, without the quiet zone around it."""
    line: str
    """What to do with it."""
    words: tuple[str, ...]
    """What it says, as short as it can be typed; the one to be shown first comes first."""

    def spoken(self) -> tuple[str, ...]:
        return (*self.words, *Face.spoken(self), self.line)


@frozen(kw_only=True)
class OffFace(Face):
    """The box is off, or about to be: the one thing that may stay on the glass."""

    line: str

    def spoken(self) -> tuple[str, ...]:
        return (self.line,)
