"""Faces: the content of the little screen as plain data, already in the reader's language.

The pages make faces and the screen paints them; neither knows the other. A face holds words and numbers only, never
pixels, so the same face can be painted large or small, and read aloud (`spoken`) by the simulated box.
"""

from __future__ import annotations

from typing import TypeAlias

from companion.box.faces.block_view import BlockView
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import AnyGlyph, Badge, Key, SeatMark, TurnedPart


@frozen
class Hint:
    """The present meaning of a key. `pressed` inverts it, as the first answer to a press."""

    key: Key
    text: str
    pressed: bool = False


@frozen
class Strip:
    """The status strip on top: the seat on turn as an inverse bar, or a title when it is nobody's turn."""

    title: str = ""
    turn: SeatMark | None = None
    badges: tuple[Badge, ...] = ()


@frozen
class Hold:
    """A long press that is coming: the bar that fills. An empty bar also says that a key was let go too early."""

    text: str
    progress: float
    """From 0 to 1."""
    brief: str = ""
    """The text in fewer letters, for a bar with less room."""


@frozen(kw_only=True)
class Face:
    """The common part of all faces."""

    strip: Strip = Strip()
    hints: tuple[Hint, ...] = ()
    hold: Hold | None = None
    large: bool = False
    """Large text is set: fewer and bigger words."""

    def spoken(self) -> tuple[str, ...]:
        """Return the face in lines of text for a screen reader, the most important first."""
        head = self.strip.turn.name if self.strip.turn else self.strip.title
        return (head,) if head else ()


@frozen
class ListRow:
    """One row of a list."""

    text: str
    detail: str = ""
    """Short, set at the right edge: a number, a state, a tick."""
    glyph: AnyGlyph | None = None
    mark: SeatMark | None = None
    ticked: bool | None = None
    """True if it is chosen, in a list where several rows may be; None elsewhere."""
    refused: bool = False
    """Visible, but not available now."""
    spoken_text: str = ""
    """Read aloud instead of the text, if the text is incomplete without the mark."""


@frozen(kw_only=True)
class ListFace(Face):
    """A list, four rows at a time (three when large), the chosen row inverse, with a thin scroll mark."""

    rows: tuple[ListRow, ...]
    chosen: int
    note: str = ""
    """One small line under the list about the chosen row (why it is refused, its meaning); may be empty."""

    def spoken(self) -> tuple[str, ...]:
        row = self.rows[self.chosen] if self.rows else None
        line = f"{row.spoken_text or row.text} {row.detail}".strip() if row else ""
        return tuple(line for line in (line, self.note, *Face.spoken(self)) if line)


@frozen(kw_only=True)
class HomeFace(Face):
    """The welcome: our drawing, the name of the house and one line of invitation."""

    line: str

    def spoken(self) -> tuple[str, ...]:
        return (*Face.spoken(self), self.line)


@frozen(kw_only=True)
class TurnFace(Face):
    """The table while it waits for a seat: its big number, a block to see, and the action that OK executes."""

    number: int
    unit: AnyGlyph
    """Drawing of the unit that the number counts, gold for instance."""
    place: str
    """The seat's position, e.g. "case 7" or "7 · 12" with two camels."""
    round: str = ""
    """The round, in a game with rounds; shown before the place."""
    action: str
    """Label of the action that OK executes now, e.g. "Avancer en 8"."""
    action_detail: str = ""
    """Its cost or gain, short: "2 chameliers", "+2 or"; or its effect, over several lines."""
    action_detail_brief: str = ""
    """The same in fewer letters, in case those lines are too few."""
    action_glyph: AnyGlyph | None = None
    action_refused: bool = False
    actions: int = 1
    """Number of actions that up and down go through."""
    action_index: int = 0
    block: BlockView | None = None
    """A track to show beside it."""
    last: str = ""
    """The last event, one short line."""
    last_brief: str = ""
    """The same event in fewer letters, for pages with less room."""
    reminder: str = ""
    """Task that a seat still does by hand; it takes the place of the key hints until somebody presses a key."""

    def spoken(self) -> tuple[str, ...]:
        action = f"{self.action}. {self.action_detail}".strip(" .")
        lines = (*Face.spoken(self), str(self.number), self.where, action, self.last, self.reminder)
        return tuple(line for line in lines if line)

    @property
    def where(self) -> str:
        """Line of the place, beginning with the round."""
        return " · ".join(filter(None, (self.round, self.place)))


@frozen(kw_only=True)
class ConfirmFace(Face):
    """The last step of a form or a question: costs and gains, before anything is done."""

    question: str
    costs: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    body: str = ""
    """Text instead of costs and gains, wrapped over the available lines."""

    def spoken(self) -> tuple[str, ...]:
        return tuple(x for x in (self.question, *self.costs, *self.gives, self.body, *Face.spoken(self)) if x)


@frozen(kw_only=True)
class MessageFace(Face):
    """A text to read: a refusal with its ruling, a reason, a message of the box. Scrolls when it is long."""

    heading: str
    body: str
    ruling: str = ""
    """The ruling's number, e.g. "E4"; empty if none."""
    card: str = ""
    """The card of that ruling, to be read below the body; empty if none."""
    glyph: AnyGlyph | None = None
    scroll: int = 0
    """Number of lines of the wrapped body that are scrolled out above; in large text, of pages."""

    def spoken(self) -> tuple[str, ...]:
        return tuple(x for x in (self.heading, self.body, self.ruling, self.card) if x)


@frozen(kw_only=True)
class BlockFace(Face):
    """A block of the table on a whole page, or several below each other. Scrolls when it is larger than the screen."""

    blocks: tuple[BlockView, ...]
    scroll: int = 0
    """Number of lines that are scrolled out above, a drawing counts as one line; in large text, of pages."""

    def spoken(self) -> tuple[str, ...]:
        lines = (line for view in self.blocks for line in (view.block.name, *view.spoken))
        return tuple(dict.fromkeys((*Face.spoken(self), *lines)))


@frozen(kw_only=True)
class LettersFace(Face):
    """A text written letter by letter: the typed part, and the wheel of letters with the chosen one in the middle."""

    typed: str
    wheel: tuple[str, ...]
    """Every entry of the wheel; single characters, and words such as "OK" or "⌫" for the commands at its end."""
    chosen: int
    caption: str = ""

    def spoken(self) -> tuple[str, ...]:
        return (self.wheel[self.chosen], self.typed, *Face.spoken(self))


@frozen(kw_only=True)
class LevelFace(Face):
    """A level to set with up and down: the volume, or the brightness."""

    caption: str
    level: int
    top: int
    """The level goes from 0 to `top`."""

    def spoken(self) -> tuple[str, ...]:
        return (self.caption, f"{self.level} / {self.top}")


@frozen
class CheckedPart:
    """A key, a knob or a spinner that a hand is asked to try."""

    part: Key | TurnedPart
    name: str
    """Its name, for readers aloud."""
    worked: bool = False
    """True once a hand has used it."""


@frozen(kw_only=True)
class KeyTestFace(Face):
    """The keys of the box as signs, inverse once they were pressed."""

    parts: tuple[CheckedPart, ...]
    line: str
    """Instruction: what to try next."""
    note: str
    """Everything that is plugged in, in words."""

    def spoken(self) -> tuple[str, ...]:
        return (self.line, *(part.name for part in self.parts if not part.worked), *Face.spoken(self), self.note)


@frozen(kw_only=True)
class NumberFace(Face):
    """A number to set with up and down, shown large with its caption and bounds."""

    caption: str
    number: int
    low: int
    high: int
    signed: bool = False
    """Show a plus sign on positive numbers."""
    consequence: str = ""
    """Consequence of the number, if it decides more than itself."""
    refused: str = ""
    """Short reason why this number cannot be taken now; empty if it can."""

    def spoken(self) -> tuple[str, ...]:
        whose = Face.spoken(self) if self.strip.turn else ()
        refused = (self.refused,) if self.refused else ()
        return (self.caption, self.consequence or str(self.number), *refused, *whose)


@frozen(kw_only=True)
class PlaceFace(Face):
    """A place to choose on a track with up and down: the piece stands on it, and in grey on the place it comes from."""

    block: BlockView
    """The track with the piece on the chosen place."""
    piece: str
    """Id of the piece."""
    start: str
    """Id of the place that it comes from."""
    change: str
    """Both places in words: "Space 6 → 7"."""
    refused: str = ""
    """Short reason why this place cannot be taken now; empty if it can."""

    def spoken(self) -> tuple[str, ...]:
        refused = (self.refused,) if self.refused else ()
        return (self.change, *refused, *Face.spoken(self))


@frozen(kw_only=True)
class TallyFace(Face):
    """One seat's share of a tally, large enough for a table to follow: its position, its pay and its total."""

    city: str
    """Place of the tally; may be empty."""
    mark: SeatMark
    place: str
    """Reason of the pay, e.g. "case 15"."""
    pays: int
    total: int
    """The seat's total after it."""
    step: int
    """Index of this share, from 0."""
    steps: int

    def spoken(self) -> tuple[str, ...]:
        lines = (self.city, self.mark.name, self.place, f"+{self.pays}", str(self.total))
        return tuple(text for text in lines if text)


@frozen
class SeatResult:
    """One seat's line on the final sheet."""

    rank: int | None
    """None while the game has not ended, as when it was stopped."""
    mark: SeatMark
    total: int
    place: str
    """Tie-breaker between seats with this total, e.g. "camels: 29"; empty if no other seat has it."""


LAST_CROWN_STEP = 6
"""Index of the last picture of the crown that is drawn at the end, from 0."""
WINNER_STEP = LAST_CROWN_STEP + 1
"""Index of the picture of a single winner, which follows the crown."""


@frozen(kw_only=True)
class EndFace(Face):
    """The end of a game: the winner large, then every seat with rank and total (up to five seats), page by page.

    The facts of the game are on further pages.
    """

    headline: str
    """e.g. "Inès gagne !"."""
    results: tuple[SeatResult, ...]
    unit: AnyGlyph
    game: str
    facts: tuple[str, ...] = ()
    """A short line for each thing that decided the game, and for its length."""
    scroll: int = 0
    """Index of the page in sight, from 0."""
    crown: int | None = None
    """Step of the crown that is drawn above the headline instead of all this, from 0, and then of the winner; None once
    they are over.
    """

    def spoken(self) -> tuple[str, ...]:
        return (self.headline, *map(_spoken_result, self.results), *self.facts)


def _spoken_result(result: SeatResult) -> str:
    rank = f"{result.rank}. " if result.rank is not None else ""
    return f"{rank}{result.mark.name} {result.total}" + f" ({result.place})" * bool(result.place)


@frozen
class RevealColumn:
    """One seat's column while the end is revealed."""

    mark: SeatMark
    amount: str
    """Amount that the step on the screen brings it; empty for nothing."""
    total: int | None
    """Its total after that step; None while its end is still to come."""


@frozen(kw_only=True)
class RevealFace(Face):
    """A step of the final scoring: what it brings every seat, over the totals that it leads to.

    The strip names the step, or has the seat whose end it is. Before the first step a line says what comes.
    """

    columns: tuple[RevealColumn, ...]
    line: str = ""
    """Sentence in the place of the amounts; empty in a step that has any."""
    lines: tuple[str, ...] = ()
    """Reasons of the amounts, to be read aloud."""
    reasons: tuple[str, ...] = ()
    """The same in few words, drawn beside a single amount as far as there is room."""
    amounts: tuple[str, ...] = ()
    """Every amount of the final scoring: all of its steps are drawn in one size."""
    totals: tuple[str, ...] = ()
    """Every total of the final scoring, likewise."""
    scroll: int = 0
    """Index of the page in sight, from 0, if the columns of large text need several."""

    def spoken(self) -> tuple[str, ...]:
        heading = self.strip.turn.name if self.strip.turn is not None else self.strip.title
        lines = (self.line,) if self.line else self.lines
        return (heading, *lines, *(_spoken_column(column) for column in self.columns))


ScrolledFace: TypeAlias = MessageFace | BlockFace | EndFace | RevealFace
"""The faces that may be larger than the screen."""


def _spoken_column(column: RevealColumn) -> str:
    total = "–" if column.total is None else str(column.total).replace("-", "−")
    return " ".join(part for part in (column.mark.name, column.amount, "=", total) if part)


@frozen
class SpaceAnswer:
    """The owner's answer about a space: in words, and as it is drawn."""

    word: str
    glyph: AnyGlyph | None = None
    n: int | None = None
    """Amount, if that is drawn; 0 is drawn as an empty space."""


@frozen(kw_only=True)
class SpaceFace(Face):
    """One space of a board while the owner copies it: its label large, and the answers about it."""

    space: str
    """Label printed on it."""
    name: str = ""
    """Name of the space, if it has one, which the strip shows; read aloud instead of the label."""
    place: int
    """Ordinal of the space, from 1; `of` is the number of spaces."""
    of: int
    asked: tuple[SpaceAnswer, ...]
    """There is room for two at most."""
    field: int = 0
    """Index of the answer that is being set, from 0."""

    def spoken(self) -> tuple[str, ...]:
        return (self.name or self.space, self.asked[self.field].word)


MOST_MODULES = 29
"""Most modules a side for which the little screen has room at two points each, the size that cameras read well."""


@frozen(kw_only=True)
class CodeFace(Face):
    """A code to type on a phone, large enough to read across a table; the strip shows the seat it belongs to."""

    code: str
    """Digits only."""
    line: str
    """Instruction for the code."""
    modules: tuple[tuple[bool, ...], ...] = ()
    """The same code for a camera, as in a QrFace; may be empty. At most MOST_MODULES a side."""

    @property
    def grouped(self) -> str:
        """The code in two halves, as people read it out."""
        half = (len(self.code) + 1) // 2
        return f"{self.code[:half]} {self.code[half:]}".strip()

    def spoken(self) -> tuple[str, ...]:
        return (self.grouped, *Face.spoken(self), self.line)


@frozen(kw_only=True)
class LobbyFace(CodeFace):
    """The code of the lobby with the marks of the people who sit, and for a moment the one who has just sat down."""

    marks: tuple[SeatMark, ...] = ()
    """Of everybody who sits, around the table."""
    arrival: str = ""
    """Name of the person who has just sat down."""
    arrival_line: str = ""
    """Words below that name."""

    def spoken(self) -> tuple[str, ...]:
        arrival = f"{self.arrival} {self.arrival_line}".strip()
        names = ", ".join(mark.name for mark in self.marks)
        return tuple(line for line in (arrival, self.grouped, *Face.spoken(self), names, self.line) if line)


@frozen(kw_only=True)
class QrFace(Face):
    """A square code for the camera of a phone, and beside it the same in words, for typing."""

    modules: tuple[tuple[bool, ...], ...]
    """Row by row from the top, True for dark; a square of at most 60 by 60, without the quiet zone around it."""
    line: str
    """Instruction for the code."""
    words: tuple[str, ...]
    """Its content, as short as it can be typed; the most important comes first."""

    def spoken(self) -> tuple[str, ...]:
        return (*self.words, *Face.spoken(self), self.line)


@frozen(kw_only=True)
class OffFace(Face):
    """The box is off, or about to be: the only picture that may stay on the glass."""

    line: str

    def spoken(self) -> tuple[str, ...]:
        return (self.line,)
