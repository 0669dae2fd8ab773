"""Queries on the history of a game: turns and phases, draws and those they replace, typed results, corrections."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.chance.replaced_draws import Occasion, UsedDraw, period, replaced_draws
from companion.chance.seeded_draws import DrawName
from companion.rules.game import Match, PlayedMove, move_from_json, move_to_json
from companion.rules.moves import Correct, Line
from companion.rules.rule_errors import MalformedError, RulesError
from companion.rules.viewer import Viewer
from companion.support.frozen_dataclasses import frozen
from companion.table import amendments
from companion.table.draw_record import DrawRecord
from companion.table.incremental_cache import incremental_list
from companion.table.table import Entry, Table


def count_taken_back_draws(table: Table) -> int:
    """Return the number of draws whose move was taken back."""
    return len(table.draws) - len(_entries_with_draws(table))


def count_typed_moves(table: Table) -> int:
    """Return the number of moves whose chance was typed in."""
    return len(_matching_entries(table, "typed", lambda entry: entry.played.typed))


def has_corrections(table: Table) -> bool:
    """Return whether the game has a correction by hand."""
    return bool(_matching_entries(table, "corrected", lambda entry: isinstance(entry.played.move, Correct)))


def replaced_draw_names(table: Table) -> Mapping[int, str]:
    """Return the draws that replace others: by entry, from 1, the name of the first draw that is replaced.

    A draw replaces another as defined by `replaced_draws`, unless a typed result of the same round spends the other
    one. A draw of an older game does not say what it was made for and is left out.
    """
    return (
        table.cached("replaced", lambda: _replaced_draw_names(table))
        if count_taken_back_draws(table) or moved_draws(table)
        else {}
    )


def moved_draws(table: Table) -> Mapping[int, Occasion]:
    """Return the draws that belong to another round than they were made for: by entry, from 1, their present occasion.

    In a game without rounds it is another turn. This happens when earlier moves were inserted, changed or left out.
    """

    def more(number: int, _: object) -> tuple[tuple[int, Occasion], ...]:
        drawn = table.entries[number - 1].played.drawn
        if drawn is None or drawn.occasion is None:
            return ()
        now = table.occasion_of(number)
        return ((number, now),) if period(now) != period(drawn.occasion) else ()

    return dict(incremental_list(table, "moved draws", tuple, more))


def previous_own_turn(table: Table, seat: int, before: Occasion) -> Occasion | None:
    """Return the last round or turn that a seat has had before this one; None if it has had none.

    A seat has had a round or turn if it made a move in it that is not a correction by hand and was not made in another
    seat's turn. A seat that misses its turn, or whose turn an amendment gave to another seat, has not had it.
    """
    own_turns = _own_turns(table).get(seat, ())
    index = bisect_left(own_turns, period(before))
    return own_turns[index - 1] if index else None


def has_newly_replaced_draws(table: Table) -> bool:
    """Return whether the last change made a draw replace another one that it did not replace before."""
    now = _replacing_draw_names(table)
    if not now or table.closed or table.reveal is not None or not (table.redo_stack or table.undo_stack):
        return False
    try:
        before = amendments.restore(table) if table.redo_stack else amendments.take_back(table)
    except RulesError:  # the rules may refuse to restore what a seat took back alone
        return True
    return not now <= _replacing_draw_names(before)


def _replacing_draw_names(table: Table) -> set[str]:
    drawn = (table.entries[entry - 1].played.drawn for entry in replaced_draw_names(table))
    return {draw.name for draw in drawn if draw is not None}


def _replaced_draw_names(table: Table) -> dict[int, str]:
    moved = moved_draws(table)
    standing_draws = {
        entry: UsedDraw(drawn, moved.get(entry))
        for entry in _entries_with_draws(table)
        if (drawn := table.entries[entry - 1].played.drawn) is not None
    }
    spent = {_spent_draw(table, entry) for entry in _entries_spending_draws(table)}
    names_by_entry = {}
    draws = [_moved_to_next_own_turn(table, draw) for draw in table.draws]
    for (entry, standing_draw), names in zip(
        standing_draws.items(), replaced_draws(draws, [*standing_draws.values()]), strict=True
    ):
        unspent = [name for name in names if (name, standing_draw.period) not in spent]
        if unspent:
            names_by_entry[entry] = unspent[0]
    return names_by_entry


def _moved_to_next_own_turn(table: Table, draw: DrawRecord) -> DrawRecord:
    """Return the draw as if it had been made for the next round or turn, from its own on, that its seat has had."""
    if draw.occasion is None:
        return draw
    made_for = period(draw.occasion)
    own_turns = _own_turns(table).get(draw.seat, ())
    index = bisect_left(own_turns, made_for)
    return replace(draw, occasion=own_turns[index]) if index < len(own_turns) else draw


def _own_turns(table: Table) -> Mapping[int, Sequence[Occasion]]:
    """Return by seat the rounds or turns that it has had, in order; see `previous_own_turn`."""

    def first() -> tuple[tuple[int, Occasion], ...]:
        return ()

    def more(number: int, earlier: Sequence[tuple[int, Occasion]]) -> tuple[tuple[int, Occasion], ...]:
        played, turn = table.entries[number - 1].played, table.match.turn(table.before(number))
        if isinstance(played.move, Correct) or turn not in (None, played.seat):
            return ()
        turn_of_seat = played.seat, period(table.occasion_of(number))
        return () if turn_of_seat in earlier[-len(table.names) :] else (turn_of_seat,)

    def by_seat() -> Mapping[int, Sequence[Occasion]]:
        turns: dict[int, list[Occasion]] = {}
        for seat, period_played in sorted(set(incremental_list(table, "own turns", first, more))):
            turns.setdefault(seat, []).append(period_played)
        return turns

    return table.cached("own turns", by_seat)


def _spent_draw(table: Table, entry: int) -> tuple[str, Occasion]:
    """Return the name of the draw that a typed result spends, and the round or turn of that result."""
    played = table.entries[entry - 1].played
    purpose, n = played.spends or ("", 0)
    return str(DrawName(table.game.id, played.seat, purpose, n)), period(table.occasion_of(entry))


def _entries_with_draws(table: Table) -> Sequence[int]:
    return _matching_entries(table, "drawn", lambda entry: entry.played.drawn is not None)


def _entries_spending_draws(table: Table) -> Sequence[int]:
    return _matching_entries(table, "typed instead", lambda entry: entry.played.spends is not None)


def _matching_entries(table: Table, key: str, is_wanted: Callable[[Entry], bool]) -> Sequence[int]:
    """Return the numbers of the entries that match. The key names the condition."""

    def more(number: int, _: object) -> tuple[int, ...]:
        return (number,) if is_wanted(table.entries[number - 1]) else ()

    return incremental_list(table, key, tuple, more)


_TurnKey = tuple[int | None, int | None]
"""The number of a turn; or None and the round."""


@frozen
class TurnSpan:
    """Consecutive entries that are shown together: those of one turn, or of a phase between turns."""

    first: int
    last: int
    """The numbers of its first and its last entry."""
    turn: int | None
    """The number of the turn; None for a phase."""
    seat: int | None
    """The seat whose turn it is; None in a phase."""
    ended: bool
    """True if no entry can be added any more: another turn or phase has begun, or the game is over."""


def turn_span_at(table: Table, entry: int) -> TurnSpan:
    """Return the turn or phase of the entry with this number, from 1."""
    starts = _turn_starts(table)
    index = bisect_right(starts, entry, key=lambda start: start[0]) - 1
    first, turn_key = starts[index]
    last = starts[index + 1][0] - 1 if index + 1 < len(starts) else len(table.entries)
    ended = last < len(table.entries) or table.over or _turn_key(table.match, table.state) != turn_key
    return TurnSpan(first, last, turn_key[0], table.match.turn(table.before(first)), ended)


def _turn_starts(table: Table) -> Sequence[tuple[int, _TurnKey]]:
    """Return the first entry of every turn and phase, with its key."""

    def more(number: int, before: Sequence[tuple[int, _TurnKey]]) -> Iterator[tuple[int, _TurnKey]]:
        turn_key = _turn_key(table.match, table.before(number))
        if not before or before[-1][1] != turn_key:
            yield number, turn_key

    return incremental_list(table, "begun", tuple, more)


def _turn_key(match: Match, state: Any) -> _TurnKey:
    """Return the turn of a move made in this state; between turns, the round, because a game may have no turns at all.

    The time before the first round counts as round 1.
    """
    number = match.turn_no(state)
    return number, None if number is not None else match.round(state) or 1


def turn_spans(table: Table) -> Iterator[TurnSpan]:
    """Yield every turn and phase that has an entry, the last first. Each is computed only when it is needed."""
    last = len(table.entries)
    while last:
        span = turn_span_at(table, last)
        yield span
        last = span.first - 1


def belongs_to_turn(entry: Entry) -> bool:
    """Return whether an entry is shown with its turn. A correction by hand is shown separately."""
    return not isinstance(entry.played.move, Correct)


def moves_of_span(table: Table, span: TurnSpan) -> tuple[PlayedMove, ...]:
    """Return the moves of a turn or phase with their lines, without corrections.

    Lines that belong to what follows are shown there, with its first move. After the end of the game nothing follows.
    """
    moves: list[PlayedMove] = []
    end = len(table.entries) if table.over else 0
    following = _following_lines(table.entries[span.first - 2]) if span.first > 1 else ()
    for number in range(span.first, span.last + 1):
        entry = table.entries[number - 1]
        if belongs_to_turn(entry):
            lines = (
                *following,
                *(line for line in entry.lines if not line.follows or number < span.last or number == end),
            )
            played = entry.played
            moves.append(PlayedMove(table.before(number), played.seat, played.move, entry.state, lines))
            following = ()
    return tuple(moves)


def replaced_chance(table: Table, entry: int, seat: int, kind: str, viewer: Viewer) -> tuple[int, ...]:
    """Return the result of chance with which a move of this kind of this seat starts when it replaces an entry, from 1.

    Empty if the replaced move is of another kind or seat, or if this viewer may not see its result.
    """
    played = table.entries[entry - 1].played
    if (played.seat, played.move.kind) != (seat, kind):
        return ()
    view = table.match.move_view(table.before(entry), seat, played.move, table.state, viewer)
    values = view.get("chance")
    return tuple(value for value in values if isinstance(value, int)) if isinstance(values, list) else ()


def visible_chance(table: Table, entry: int, viewer: Viewer) -> Any:
    """Return the chance of an entry as this viewer may see it: null where it is hidden, [] for a move without any."""
    played = table.entries[entry - 1].played
    if "chance" not in move_to_json(played.move):
        return []
    return table.match.move_view(table.before(entry), played.seat, played.move, table.state, viewer)["chance"]


def hidden_draws(table: Table, viewer: Viewer) -> frozenset[int]:
    """Return the numbers of the draws that no longer stand and whose values this viewer may not see.

    The same move would have the same values again. So they are hidden if a move with them would hide them now, or if
    another move of its kind hides its chance.
    """
    standing_numbers = {entry.played.drawn.number for entry in table.entries if entry.played.drawn is not None}
    taken_back = [draw for draw in table.draws if draw.number not in standing_numbers]
    if not taken_back:
        return frozenset()
    numbers = range(1, len(table.entries) + 1)
    kinds = {
        table.entries[number - 1].played.move.kind
        for number in numbers
        if visible_chance(table, number, viewer) is None
    }
    return frozenset(draw.number for draw in taken_back if _hides_draw(table, draw, kinds, viewer))


def _hides_draw(table: Table, draw: DrawRecord, hiding_kinds: Collection[str], viewer: Viewer) -> bool:
    kind = draw.purpose.partition(".")[0]
    if kind in hiding_kinds:
        return True
    try:
        move = move_from_json(table.game, {"move": kind, **(draw.fixed or {}), "chance": list(draw.values)})
    except MalformedError:  # an older game does not say what was announced
        return False
    return table.match.move_view(table.state, draw.seat, move, table.state, viewer)["chance"] is None


def _following_lines(entry: Entry) -> tuple[Line, ...]:
    """Return the lines of a turn's last entry that belong to what follows."""
    return tuple(line for line in entry.lines if line.follows)
