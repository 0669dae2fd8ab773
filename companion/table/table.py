"""A game at the table as a value: its entries, its undo history, and the pure steps forward.

The live session and a replay of the journal use the same steps, so a replay leads to the same table. The steps that
change earlier moves are in `amendments`.
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
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import Commitment, DrawRecord, differs_from_draw
from companion.table.end_reveal import EndReveal
from companion.table.list_edits import EntryId, HistoryStep, Span
from companion.table.persistent_list import PersistentList, extended_list
from companion.table.salted_match_hash import SealedMatch

T = TypeVar("T")
Moment = tuple[int, int]
"""A time in a game: the number of a turn, and 0 for the turn itself or 1 for the phase that follows it."""


@frozen
class CompleteMove:
    """A move with everything that is needed to play it: an entry before it is played."""

    seat: int
    move: Move
    typed: bool = False
    """True if its chance was typed in from real dice, not drawn."""
    drawn: DrawRecord | None = None
    """The draw of its chance."""
    spends: tuple[str, int] | None = None
    """The draw that its typed chance replaces, by purpose and number: it was made and taken back."""

    @property
    def differs_from_draw(self) -> bool:
        """True if the move has other fixed fields than when its chance was drawn: it was corrected afterwards."""
        return self.drawn is not None and differs_from_draw(move_to_json(self.move), self.drawn)


@frozen
class Entry:
    """A played move with its results."""

    played: CompleteMove
    group: int
    """Entries of one press share a group: they are written and taken back together."""
    before: Any
    """The state before the move."""
    state: Any
    """The state after the move."""
    lines: tuple[Line, ...]
    id: EntryId = (0, 0)
    """The row that added it, and its position among the entries of that row: no other entry has the same id."""


@frozen
class GameStart:
    """The start of a game (entry 0)."""

    match: Match
    state: Any
    """The state before the first move."""
    lines: tuple[Line, ...]


@frozen
class TableChange(HistoryStep[Entry]):
    """One step of the history: the entries that it removed and inserted, and its kind.

    Later entries are not stored: they are replayed when the change is taken back or restored.
    """

    amended: int | None = None
    """The number of the entry that was amended, 0 for the start; None if moves were played or inserted."""
    removed: bool = False
    """True if the amended entry was left out, without a replacement."""
    inserted: int | None = None
    """The number of the entry that was inserted; None if none was."""
    game_starts: tuple[GameStart, GameStart] | None = None
    """The starts of the game before and after, if the start was amended."""
    own_moves: tuple[CompleteMove, ...] = ()
    """Moves that a seat took back from among those of others. Restoring plays them at the end."""
    taken_back_by: tuple[int, ...] | None = None
    """The seats of the phone that took it back, empty for a host without a seat. None if it stands, or if the box took
    it back or an older journal does not tell who did."""

    @property
    def last(self) -> Entry:
        """The last entry that was played, or that a seat has taken back for itself."""
        span = self.spans[-1]
        return (span.removed if self.own_moves else span.inserted)[-1]


@frozen
class Table:
    """One game at the table."""

    number: int
    """The number of the game in its journal, from 1; 0 without a journal."""
    game_start: GameStart
    version: int
    """The version of the rules in the journal."""
    seq: int = 0
    """The number of journal rows that led to this table."""
    entries: Sequence[Entry] = field(default_factory=PersistentList)
    undo_stack: Sequence[TableChange] = field(default_factory=PersistentList)
    """The changes made so far, oldest first. A take-back undoes the last one."""
    redo_stack: Sequence[TableChange] = field(default_factory=PersistentList)
    """The changes taken back; the last one is restored first. A new change clears it."""
    closed: bool = False
    claims: Mapping[int, str] = field(default_factory=dict)
    """The phone of each claimed seat, by seat: the digest of the phone's token. At the table it comes from the roles;
    in a replay, from journals that stored none."""
    sealed: tuple[SealedMatch, ...] = ()
    """The start of the game, and every change of it, each with its salt; empty in journals older than salts."""
    commitments: tuple[Commitment, ...] = ()
    """The commitments to seeds, the one in force last; empty in a game without chance."""
    draws: Sequence[DrawRecord] = field(default_factory=PersistentList)
    """Every draw ever made, oldest first, whether its move stands or was taken back."""
    migrated: int | None = None
    """The version of the rules that this game had before it was migrated."""
    reveal: EndReveal | None = None
    """The reveal that goes on, in a table whose end is still concealed."""
    offers: dict[int, tuple[Offer, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)
    """The offers of each seat, cached by `legal_moves.offers_of`."""
    cache: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Results computed from this table, cached by `cached`."""
    shared_cache: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """Results computed from this game entry by entry, shared by all of its tables and cached by `incremental`."""

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.game_start.match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, from seat 1."""
        return self.match.names

    @property
    def initial_state(self) -> Any:
        """The state before the first move."""
        return self.game_start.state

    @property
    def setup_lines(self) -> tuple[Line, ...]:
        """The lines of entry 0."""
        return self.game_start.lines

    @property
    def state(self) -> Any:
        """The present state."""
        return self.entries[-1].state if self.entries else self.initial_state

    @property
    def over(self) -> bool:
        """True if the game has ended by its rules."""
        return self.match.over(self.state)

    @property
    def seats(self) -> range:
        """The seats, from 1."""
        return range(1, len(self.names) + 1)

    @property
    def moment(self) -> Moment:
        """The present turn, or the turn before the present phase."""
        now = self.match.turn_no(self.state)
        return (now, 0) if now is not None else (self._turn_before(len(self.entries)), 1)

    @property
    def occasion(self) -> Occasion:
        """The round and turn that chance would be drawn for now."""
        return self.occasion_of(len(self.entries) + 1)

    def occasion_of(self, entry: int) -> Occasion:
        """Return the round and turn that the chance of the entry of this number, from 1, is drawn for."""
        state = self.before(entry)
        now, turn = self.match.round(state) or 0, self.match.turn_no(state)
        if turn is None:
            turn = 0 if now else self._turn_before(entry - 1)
        return now, turn

    def _turn_before(self, entry: int) -> int:
        """Return the number of the last turn up to this entry, from 1; 0 if there was none."""
        states = (self.before(number) for number in range(entry, 0, -1))
        return next((no for state in states if (no := self.match.turn_no(state)) is not None), 0)

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a result that depends on this table and the key alone. It is computed at the first call."""
        if key not in self.cache:
            self.cache[key] = make()
        value: T = self.cache[key]
        return value

    def before(self, entry: int) -> Any:
        """Return the state before the entry of this number, from 1."""
        return self.entries[entry - 2].state if entry > 1 else self.initial_state

    def lines(self, part: range | None = None) -> Iterable[tuple[int, Line]]:
        """Yield every line of the sheet with its entry number, oldest first, or only those of the entries in `part`.

        The lines of the set-up have entry number 0 and belong to every part that begins with entry 1.
        """
        part = range(1, len(self.entries) + 1) if part is None else part
        if part.start <= 1:
            yield from ((0, line) for line in self.setup_lines)
        for number in part:
            yield from ((number, line) for line in self.entries[number - 1].lines)

    def standing_draws(self) -> Iterable[DrawRecord]:
        """Yield the draws whose moves stand, newest first."""
        return (entry.played.drawn for entry in reversed(self.entries) if entry.played.drawn is not None)

    def digest(self) -> str:
        """Return the SHA-256 of the present state."""
        return digest(codec.to_json(self.state))


def start(
    game: Game, names: Sequence[object], options: Mapping[str, Json], number: int = 0, seq: int = 0,
    version: int | None = None,
) -> Table:  # fmt: skip
    """Return a table before its first move. Raises MalformedError for invalid names or options.

    `version` is the version of the rules for the journal; None means the present one.
    """
    beginning = set_up_game(game, names, options)
    return Table(number, beginning, game.rules_version if version is None else version, seq=seq)


def set_up_game(game: Game, names: Sequence[object], options: Mapping[str, Json]) -> GameStart:
    """Return the start of a game with these names and options. Raises MalformedError."""
    return GameStart(*game.begin(check_names(names, game.seats), options))


def play(table: Table, played: Sequence[CompleteMove], group: int) -> Table:
    """Return the table after these moves of one group. Raises IllegalMoveError if one of them is refused."""
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    entries = with_moves(table, table.entries, played, group)
    new = tuple(entries[len(table.entries) :])
    new_draws = [
        complete_move.drawn
        for complete_move in played
        if complete_move.drawn is not None and complete_move.drawn.number >= len(table.draws)
    ]
    table = replace(table, draws=extended_list(table.draws, new_draws))
    if table.undo_stack and table.undo_stack[-1].group == group:
        span = table.undo_stack[-1].spans[-1]
        extended = replace(table.undo_stack[-1], spans=(replace(span, inserted=(*span.inserted, *new)),))
        return replace(table, entries=entries, undo_stack=extended_list(table.undo_stack[:-1], (extended,)))
    return with_change(table, entries, TableChange((Span(len(table.entries), (), new),), group))


def with_moves(
    table: Table, entries: Sequence[Entry], played: Sequence[CompleteMove], group: int, *, one_row: bool = False
) -> Sequence[Entry]:
    """Return these entries with the moves played after them. Raises IllegalMoveError or MalformedError.

    With `one_row`, a single row of the journal adds all of them; otherwise each has its own row.
    """
    state = entries[-1].state if entries else table.initial_state
    new: list[Entry] = []
    for index, complete_move in enumerate(played):
        check_seat(table, complete_move.seat)
        before = state
        state, lines = table.match.play(before, complete_move.seat, complete_move.move)
        entry_id = (table.seq + 1, index) if one_row else (table.seq + 1 + index, 0)
        new.append(Entry(complete_move, group, before, state, lines, entry_id))
    return extended_list(entries, new)


def check_seat(table: Table, seat: int) -> None:
    """Raise MalformedError for a seat that does not exist."""
    if seat not in table.seats:
        raise MalformedError(say("error.no_seat", seat=seat, last=len(table.names)), "seat")


def rewind(table: Table, entry: int) -> Table:
    """Return the table as it was before the entry of this number, from 1. It keeps only the draws of the entries
    before.
    """
    entries = table.entries[: entry - 1]
    draws = tuple(earlier.played.drawn for earlier in entries if earlier.played.drawn is not None)
    return replace(table, entries=entries, draws=draws)


def close(table: Table) -> Table:
    """Return the table closed for good. Raises IllegalMoveError if it is closed already."""
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    return replace(table, closed=True)


def commit(table: Table, commitment: Commitment) -> Table:
    """Return the table with another seed in force."""
    return replace(table, commitments=(*table.commitments, commitment))


def reveal(table: Table) -> Table:
    """Return the table with the seed in force revealed."""
    *before, last = table.commitments
    return replace(table, commitments=(*before, replace(last, revealed=True)))


def claim(table: Table, seat: int, phone: str | None) -> Table:
    """Return the table with a seat given to a phone, or to none. Raises MalformedError for a seat that does not
    exist.
    """
    check_seat(table, seat)
    claims = {other: linked for other, linked in table.claims.items() if other != seat}
    return replace(table, claims={**claims, seat: phone} if phone is not None else claims)


def with_change(table: Table, entries: Sequence[Entry], change: TableChange) -> Table:
    """Return the table after a new change, with the entries that it led to."""
    return replace(
        table, entries=entries, undo_stack=extended_list(table.undo_stack, (change,)), redo_stack=PersistentList()
    )


def share_newest(table: Table, other: Table | None) -> Table:
    """Return an equal table that has its newest entry and change in common with another table of the same game.

    Two tables of a long game then need little more memory than one. Where they differ, the table stays as it is.
    """
    if other is None:
        return table
    entries = _with_common_last(table.entries, other.entries)
    undo_stack = _with_common_last(table.undo_stack, other.undo_stack)
    if entries is table.entries and undo_stack is table.undo_stack:
        return table
    return replace(table, entries=entries, undo_stack=undo_stack)


def _with_common_last(items: Sequence[T], others: Sequence[T]) -> Sequence[T]:
    last = len(items) - 1
    if not 0 <= last < len(others) or items[last] != others[last]:
        return items
    return extended_list(items[:last], (others[last],))
