"""Counts of a game: turns and phases, draws and those that they replace, typed results, and corrections."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.chance.replaced_draws import Occasion, StandingDraw, period, replaced_draws
from companion.chance.seeded_draws import DrawName
from companion.rules.game import Match, PlayedMove
from companion.rules.moves import Correct, Line
from companion.rules.rule_errors import RulesError
from companion.support.frozen import frozen
from companion.table import amendments
from companion.table.draw_record import Drawn
from companion.table.incremental import grown
from companion.table.table import Entry, Table


def taken_back(table: Table) -> int:
    """How many draws stand no more."""
    return len(table.draws) - len(_entries_with_draws(table))


def typed(table: Table) -> int:
    """How many moves stand whose chance was typed in."""
    return len(_matching_entries(table, "typed", lambda entry: entry.played.typed))


def corrected(table: Table) -> bool:
    """Whether a correction by hand stands."""
    return bool(_matching_entries(table, "corrected", lambda entry: isinstance(entry.played.move, Correct)))


def replaced(table: Table) -> Mapping[int, str]:
    """Return the draws that stand in place of others: by entry, from 1, the name of the first of the others.

    A draw stands in place of another as `replaced_draws` says, unless a result that was typed in stands in the same
    round and spends the other. A draw of an older game does not say what it was made for, and is left out.
    """
    return (
        table.kept("replaced", lambda: _replaced_draw_names(table)) if taken_back(table) or moved_draws(table) else {}
    )


def moved_draws(table: Table) -> Mapping[int, Occasion]:
    """Return the draws that stand in another round than they were made for: by entry, from 1, where they stand now.

    In a game without rounds it is another turn. Moves before them were inserted, changed or left out.
    """

    def more(number: int, _: object) -> tuple[tuple[int, Occasion], ...]:
        drawn = table.entries[number - 1].played.drawn
        if drawn is None or drawn.occasion is None:
            return ()
        now = table.occasion_of(number)
        return ((number, now),) if period(now) != period(drawn.occasion) else ()

    return dict(grown(table, "moved draws", tuple, more))


def previous_own_turn(table: Table, seat: int, before: Occasion) -> Occasion | None:
    """Return the last round or turn that a seat has had before this one; None if it has had none.

    It had the one in which a move of its own stands that is no correction by hand and was not made in somebody else's
    turn. A seat that misses its turn, or whose turn an amendment gave to another, has not had it.
    """
    own_turns = _own_turns(table).get(seat, ())
    index = bisect_left(own_turns, period(before))
    return own_turns[index - 1] if index else None


def newly_replaced(table: Table) -> bool:
    """Whether since the last change a draw stands in place of another that did not before."""
    now = _replacing_draw_names(table)
    if not now or table.closed or not (table.undone or table.done):
        return False
    try:
        before = amendments.restore(table) if table.undone else amendments.take_back(table)
    except RulesError:  # what a seat has taken back for itself need not be restorable
        return True
    return not now <= _replacing_draw_names(before)


def _replacing_draw_names(table: Table) -> set[str]:
    drawn = (table.entries[entry - 1].played.drawn for entry in replaced(table))
    return {draw.name for draw in drawn if draw is not None}


def _replaced_draw_names(table: Table) -> dict[int, str]:
    moved = moved_draws(table)
    standing_draws = {
        entry: StandingDraw(drawn, moved.get(entry))
        for entry in _entries_with_draws(table)
        if (drawn := table.entries[entry - 1].played.drawn) is not None
    }
    spent = {_spent_draw(table, entry) for entry in _entries_spending_draws(table)}
    names_by_entry = {}
    draws = [_moved_to_next_own_turn(table, draw) for draw in table.draws]
    for (entry, standing), names in zip(
        standing_draws.items(), replaced_draws(draws, [*standing_draws.values()]), strict=True
    ):
        unspent = [name for name in names if (name, standing.period) not in spent]
        if unspent:
            names_by_entry[entry] = unspent[0]
    return names_by_entry


def _moved_to_next_own_turn(table: Table, draw: Drawn) -> Drawn:
    """The draw as if it had been made for the first round or turn, from its own on, that its seat has had."""
    if draw.occasion is None:
        return draw
    made_for = period(draw.occasion)
    own_turns = _own_turns(table).get(draw.seat, ())
    index = bisect_left(own_turns, made_for)
    return replace(draw, occasion=own_turns[index]) if index < len(own_turns) else draw


def _own_turns(table: Table) -> Mapping[int, Sequence[Occasion]]:
    """Return by seat the rounds or turns that it has had, in order; see `last_had`."""

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
        for seat, period_played in sorted(set(grown(table, "own turns", first, more))):
            turns.setdefault(seat, []).append(period_played)
        return turns

    return table.kept("own turns", by_seat)


def _spent_draw(table: Table, entry: int) -> tuple[str, Occasion]:
    """Return the name of the draw that a typed result spends, and the round or turn in which that result stands."""
    played = table.entries[entry - 1].played
    purpose, n = played.spends or ("", 0)
    return str(DrawName(table.game.id, played.seat, purpose, n)), period(table.occasion_of(entry))


def _entries_with_draws(table: Table) -> Sequence[int]:
    return _matching_entries(table, "drawn", lambda entry: entry.played.drawn is not None)


def _entries_spending_draws(table: Table) -> Sequence[int]:
    return _matching_entries(table, "typed instead", lambda entry: entry.played.spends is not None)


def _matching_entries(table: Table, key: str, is_wanted: Callable[[Entry], bool]) -> Sequence[int]:
    """The numbers of the entries that are wanted; the key names what is wanted."""

    def more(number: int, _: object) -> tuple[int, ...]:
        return (number,) if is_wanted(table.entries[number - 1]) else ()

    return grown(table, key, tuple, more)


_TurnKey = tuple[int | None, int | None]
"""The number of a turn, or None and the round."""


@frozen
class Stretch:
    """Entries in a row that are told together: those of one turn, or of a phase between turns."""

    first: int
    last: int
    """The numbers of its first and its last entry."""
    turn: int | None
    """The number of the turn; None of a phase."""
    seat: int | None
    """Whose turn it is; None in a phase."""
    ended: bool
    """Nothing more can come to it: another turn or phase has begun, or the game is over."""


def stretch_at(table: Table, entry: int) -> Stretch:
    """The turn or phase in which the entry of this number, from 1, was made."""
    starts = _turn_starts(table)
    index = bisect_right(starts, entry, key=lambda start: start[0]) - 1
    first, turn_key = starts[index]
    last = starts[index + 1][0] - 1 if index + 1 < len(starts) else len(table.entries)
    ended = last < len(table.entries) or table.over or _turn_key(table.match, table.state) != turn_key
    return Stretch(first, last, turn_key[0], table.match.turn(table.before(first)), ended)


def _turn_starts(table: Table) -> Sequence[tuple[int, _TurnKey]]:
    """The first entry of every turn and phase, and as what it is told."""

    def more(number: int, before: Sequence[tuple[int, _TurnKey]]) -> Iterator[tuple[int, _TurnKey]]:
        turn_key = _turn_key(table.match, table.before(number))
        if not before or before[-1][1] != turn_key:
            yield number, turn_key

    return grown(table, "begun", tuple, more)


def _turn_key(match: Match, state: Any) -> _TurnKey:
    """The turn that a move made now belongs to, and between turns the round: a game may have no turns at all.

    What comes before the first round belongs to it.
    """
    number = match.turn_no(state)
    return number, None if number is not None else match.round(state) or 1


def stretches(table: Table) -> Iterator[Stretch]:
    """Every turn and phase in which something was done, the last first; each is looked for as it is asked for."""
    last = len(table.entries)
    while last:
        span = stretch_at(table, last)
        yield span
        last = span.first - 1


def told_together(entry: Entry) -> bool:
    """Whether an entry is told with its turn: a correction by hand is told by itself."""
    return not isinstance(entry.played.move, Correct)


def deeds_of(table: Table, span: Stretch) -> tuple[PlayedMove, ...]:
    """The moves of a turn or phase, corrections aside, with their lines.

    Lines that belong to what follows are told there: with its first move. After the end nothing follows.
    """
    moves: list[PlayedMove] = []
    end = len(table.entries) if table.over else 0
    following = _following_lines(table.entries[span.first - 2]) if span.first > 1 else ()
    for number in range(span.first, span.last + 1):
        entry = table.entries[number - 1]
        if told_together(entry):
            lines = (
                *following,
                *(line for line in entry.lines if not line.follows or number < span.last or number == end),
            )
            played = entry.played
            moves.append(PlayedMove(table.before(number), played.seat, played.move, entry.state, lines))
            following = ()
    return tuple(moves)


def _following_lines(entry: Entry) -> tuple[Line, ...]:
    """The lines of the entry that closed a turn which belong to what comes after it."""
    return tuple(line for line in entry.lines if line.follows)
