"""A game at the table as a value: what stands, what was taken back, and the pure steps forward.

The live session and the resuming one take the same steps, so a replay of the journal leads to what was on the table.
The steps that change what was done are in `amendments`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, TypeVar

from companion.chance.canonical_json import digest
from companion.chance.replaced_draws import Occasion
from companion.rules import codec
from companion.rules.fields import Json
from companion.rules.game import Game, Match, move_to_json
from companion.rules.moves import Line, Move
from companion.rules.offers import Offer
from companion.rules.people_names import check_names
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say
from companion.support.frozen import frozen
from companion.table.draw_record import Commitment, Drawn, says_otherwise
from companion.table.persistent_list import PersistentList, longer
from companion.table.sealed_match import Sealed
from companion.table.spans import Made, Span, Step

T = TypeVar("T")
Moment = tuple[int, int]
"""When something happens in a game: the number of a turn, and 0 in it, 1 in the phase that follows it."""


@frozen
class Played:
    """A move to be made: what an entry is before it is played."""

    seat: int
    move: Move
    typed: bool = False
    """Its chance was typed in from real dice, not drawn."""
    drawn: Drawn | None = None
    """The draw that its chance came from."""
    spends: tuple[str, int] | None = None
    """What its typed chance stands in the place of: the purpose and number of a draw that was made and taken back."""

    @property
    def otherwise(self) -> bool:
        """Whether the move says otherwise than was asked when its chance was drawn: it was corrected afterwards."""
        return self.drawn is not None and says_otherwise(move_to_json(self.move), self.drawn)


@frozen
class Entry:
    """A standing move with what it led to."""

    played: Played
    group: int
    """Entries of one press share a group: they are written together and taken back together."""
    before: Any
    """The state before it."""
    state: Any
    """The state after it."""
    lines: tuple[Line, ...]
    made: Made = (0, 0)
    """The row that brought it, and its place among those that the row brought: it tells this entry from all others."""


@frozen
class Beginning:
    """What a game stands on (entry 0)."""

    match: Match
    state: Any
    """Before the first move."""
    lines: tuple[Line, ...]


@frozen
class Change(Step[Entry]):
    """One step of the history: the entries that it took away and put in, and what it was.

    What comes after them is not kept: it is played again when the change is taken back or restored.
    """

    amended: int | None = None
    """The entry that was amended, 0 for the beginning; None when moves were played or inserted."""
    left_out: bool = False
    """The amended entry was left out, and nothing put in its place."""
    inserted: int | None = None
    """The entry that a move was inserted as; None when none was."""
    game_starts: tuple[Beginning, Beginning] | None = None
    """What the game stood on before and after, where that was amended."""
    own: tuple[Played, ...] = ()
    """Moves that a seat has taken back from among those of others: restoring plays them at the end."""

    @property
    def last(self) -> Entry:
        """The last entry that was played, or that a seat has taken back for itself."""
        span = self.spans[-1]
        return (span.out if self.own else span.into)[-1]


@frozen
class Table:
    """One game at the table."""

    number: int
    """The number of the game in its journal, from 1; 0 outside a journal."""
    beginning: Beginning
    version: int
    """The version of the rules that the journal names."""
    seq: int = 0
    """How many rows of the journal led here."""
    entries: Sequence[Entry] = field(default_factory=PersistentList)
    done: Sequence[Change] = field(default_factory=PersistentList)
    """The changes that stand, oldest first; take-back undoes the last."""
    undone: Sequence[Change] = field(default_factory=PersistentList)
    """Changes taken back, the last one to be restored first; gone with the next new change."""
    closed: bool = False
    claims: Mapping[int, str] = field(default_factory=dict)
    """The phone that each claimed seat has, by seat: the digest of what that phone shows us. At the table it comes from
    the roles; in a replay, from journals that kept none."""
    sealed: tuple[Sealed, ...] = ()
    """What the game began with, and every change of that, each with its salt; none in journals that knew no salts."""
    commitments: tuple[Commitment, ...] = ()
    """The seeds committed to, the one in force last; none in a game without chance."""
    draws: Sequence[Drawn] = field(default_factory=PersistentList)
    """Every draw there ever was, oldest first, whether its move stands or was taken back."""
    migrated: int | None = None
    """The version of the rules that this game was by before it was migrated to other ones."""
    offers: dict[int, tuple[Offer, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)
    """By seat, what may be done here, as far as anybody has asked: kept by `legal_moves.offers_of`."""
    cache: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was made of this table, as far as anybody has asked: kept by `kept`."""
    told: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was made of this game entry by entry, handed on from table to table: kept by `incremental`."""

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.beginning.match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def names(self) -> tuple[str, ...]:
        """Of the seats, from seat 1."""
        return self.match.names

    @property
    def start(self) -> Any:
        """The state before the first move."""
        return self.beginning.state

    @property
    def start_lines(self) -> tuple[Line, ...]:
        """The lines of entry 0."""
        return self.beginning.lines

    @property
    def state(self) -> Any:
        """The state now."""
        return self.entries[-1].state if self.entries else self.start

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.match.over(self.state)

    @property
    def seats(self) -> range:
        """The seats, from 1."""
        return range(1, len(self.names) + 1)

    @property
    def moment(self) -> Moment:
        """Which turn it is, or after which turn this phase comes."""
        now = self.match.turn_no(self.state)
        return (now, 0) if now is not None else (self._turn_before(len(self.entries)), 1)

    @property
    def occasion(self) -> Occasion:
        """What something would be drawn for now."""
        return self.occasion_of(len(self.entries) + 1)

    def occasion_of(self, entry: int) -> Occasion:
        """What the chance of the entry of this number, from 1, is drawn for."""
        state = self.before(entry)
        now, turn = self.match.round(state) or 0, self.match.turn_no(state)
        if turn is None:
            turn = 0 if now else self._turn_before(entry - 1)
        return now, turn

    def _turn_before(self, entry: int) -> int:
        """The number of the last turn in which this entry, from 1, or one before it was made; 0 if none was."""
        states = (self.before(number) for number in range(entry, 0, -1))
        return next((no for state in states if (no := self.match.turn_no(state)) is not None), 0)

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is made of this table alone and of what the key names, made for the first who asks."""
        if key not in self.cache:
            self.cache[key] = make()
        value: T = self.cache[key]
        return value

    def before(self, entry: int) -> Any:
        """The state before the entry of this number, from 1."""
        return self.entries[entry - 2].state if entry > 1 else self.start

    def lines(self, part: range | None = None) -> Iterable[tuple[int, Line]]:
        """Every line of the sheet with its entry, oldest first; set-up is entry 0. With `part`, those of its entries.

        The set-up goes with the first entry.
        """
        part = range(1, len(self.entries) + 1) if part is None else part
        if part.start <= 1:
            yield from ((0, line) for line in self.start_lines)
        for number in part:
            yield from ((number, line) for line in self.entries[number - 1].lines)

    def standing_draws(self) -> Iterable[Drawn]:
        """The draws whose moves stand, newest first."""
        return (entry.played.drawn for entry in reversed(self.entries) if entry.played.drawn is not None)

    def digest(self) -> str:
        """SHA-256 over the state now."""
        return digest(codec.to_json(self.state))


def start(
    game: Game, names: Sequence[object], options: Mapping[str, Json], number: int = 0, seq: int = 0,
    version: int | None = None,
) -> Table:  # fmt: skip
    """A table at its first moment. Raises MalformedError for names or options that will not do.

    `version` is what the journal names the rules by, the present version where nothing is said.
    """
    beginning = begun(game, names, options)
    return Table(number, beginning, game.rules_version if version is None else version, seq=seq)


def begun(game: Game, names: Sequence[object], options: Mapping[str, Json]) -> Beginning:
    """What a game of these names and options stands on. Raises MalformedError."""
    return Beginning(*game.begin(check_names(names, game.seats), options))


def play(table: Table, played: Sequence[Played], group: int) -> Table:
    """The table after these moves of one group. Raises IllegalMoveError; then none of them was made."""
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    entries = with_moves(table, table.entries, played, group)
    new = tuple(entries[len(table.entries) :])
    new_draws = [
        complete_move.drawn
        for complete_move in played
        if complete_move.drawn is not None and complete_move.drawn.number >= len(table.draws)
    ]
    table = replace(table, draws=longer(table.draws, new_draws))
    if table.done and table.done[-1].group == group:
        span = table.done[-1].spans[-1]
        extended = replace(table.done[-1], spans=(replace(span, into=(*span.into, *new)),))
        return replace(table, entries=entries, done=longer(table.done[:-1], (extended,)))
    return with_change(table, entries, Change((Span(len(table.entries), (), new),), group))


def with_moves(
    table: Table, entries: Sequence[Entry], played: Sequence[Played], group: int, *, one_row: bool = False
) -> Sequence[Entry]:
    """These entries and behind them the moves, played on. Raises IllegalMoveError or MalformedError.

    `one_row` says that one row of the journal brings all of them, else each has its own.
    """
    state = entries[-1].state if entries else table.start
    new: list[Entry] = []
    for index, complete_move in enumerate(played):
        check_seat(table, complete_move.seat)
        before = state
        state, lines = table.match.play(before, complete_move.seat, complete_move.move)
        entry_id = (table.seq + 1, index) if one_row else (table.seq + 1 + index, 0)
        new.append(Entry(complete_move, group, before, state, lines, entry_id))
    return longer(entries, new)


def check_seat(table: Table, seat: int) -> None:
    """Raises MalformedError for a seat that there is not."""
    if seat not in table.seats:
        raise MalformedError(say("error.no_seat", seat=seat, last=len(table.names)), "seat")


def rewound(table: Table, entry: int) -> Table:
    """The table as it was before the entry of this number, from 1, with no draws but those that stood by then."""
    entries = table.entries[: entry - 1]
    draws = tuple(earlier.played.drawn for earlier in entries if earlier.played.drawn is not None)
    return replace(table, entries=entries, draws=draws)


def close(table: Table) -> Table:
    """The table closed for good."""
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    return replace(table, closed=True)


def commit(table: Table, commitment: Commitment) -> Table:
    """The table with another seed in force."""
    return replace(table, commitments=(*table.commitments, commitment))


def reveal(table: Table) -> Table:
    """The table with the seed in force revealed."""
    *before, last = table.commitments
    return replace(table, commitments=(*before, replace(last, revealed=True)))


def claim(table: Table, seat: int, phone: str | None) -> Table:
    """The table with a seat linked with a phone, or with none. Raises MalformedError for a seat that there is not."""
    check_seat(table, seat)
    claims = {other: linked for other, linked in table.claims.items() if other != seat}
    return replace(table, claims={**claims, seat: phone} if phone is not None else claims)


def with_change(table: Table, entries: Sequence[Entry], change: Change) -> Table:
    """The table after a new change, which has led to these entries."""
    return replace(table, entries=entries, done=longer(table.done, (change,)), undone=PersistentList())
