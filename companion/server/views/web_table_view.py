"""The fields of the table view for the web pages alone: headline, seats, events, the course of the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.rules.match_functions import standings
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer
from companion.server.views.scene_view import seat_notes_view
from companion.server.views.view_types import EventView, LogEventView, RevealView, SeatView, TableSeatView
from companion.table.end_reveal import EndReveal
from companion.table.history_queries import TurnSpan, belongs_to_turn, replaced_draw_names, turn_span_at
from companion.table.incremental_cache import AppendOnlyList, cached_for_entry, incremental_list
from companion.table.table import Table
from companion.table.turning_point import ending_entry
from companion.words.catalogue import Words
from companion.words.event_lines import (
    entry_text,
    full_change_line,
    taken_back_by_others,
    taken_back_line,
    turn_line,
    with_chance_note,
    with_replaced_note,
)
from companion.words.signs import SeatMark, join_names, seat_mark
from companion.words.translated_scene import newest_entries

MOST_EVENTS = 12


def headline(table: Table, viewer: Viewer, words: Words) -> str:
    """Return whose turn it is, whom the table waits for, or who has won: the most important line of a page."""
    if table.reveal is not None:
        return words("reveal.title")
    if table.over:
        return _winners(table, viewer, words)
    if table.closed:
        return words("end.closed")
    seat = table.match.turn(table.state)
    if seat is not None and viewer.seat not in (None, seat) and viewer.seat in table.match.active_seats(table.state):
        return words("table.owed_you", name=table.names[viewer.seat - 1])
    if seat is not None:
        return words("table.turn_you" if viewer.seat == seat else "table.turn", name=table.names[seat - 1])
    active = table.match.active_seats(table.state)
    names = [table.names[seat - 1] for seat in active]
    if active == (viewer.seat,):
        return words("table.turn_you", name=names[0])
    return words("table.waiting", names=join_names(names, words))


def _winners(table: Table, viewer: Viewer, words: Words) -> str:
    """Return the sentence that names the winners, addressed to the viewer if they are among them."""
    best = [place.seat for place in standings(table.match, table.state) if place.rank == 1]
    others = [table.names[seat - 1] for seat in best if seat != viewer.seat]
    if len(others) == len(best):
        return words("end.winner", names=join_names(others, words), n=len(others))
    return words("end.winner_you_with", names=join_names(others, words)) if others else words("end.winner_you")


def margin(table: Table, words: Words) -> str:
    """Return how far the winners of a game are ahead of the next seats, in words; empty with a single seat."""
    places = standings(table.match, table.state)
    first, *others = places
    if not others:
        return ""
    if others[0].rank == 1:
        return words("end.margin.shared", total=first.total)
    second = others[0].total
    names = join_names([table.names[place.seat - 1] for place in others if place.rank == others[0].rank], words)
    if second == first.total:
        return words("end.margin.tie", names=names, total=second)
    if second > first.total:  # something else decides, or few of them win
        return words("end.totals", first=first.total, second=second)
    return words("end.margin", first=first.total, second=second, n=first.total - second, names=names)


def seats_view(table: Table, viewer: Viewer, words: Words) -> list[TableSeatView]:
    """Return every seat with its marks and notes, from seat 1; `claimed` when a phone is linked with it."""
    colours = table.match.colours
    seats: list[TableSeatView] = []
    for seat in table.seats:
        mark = seat_mark(table, seat, words)
        notes = seat_notes_view(table, seat, viewer, words)
        seats.append({**seat_view(mark, colours[seat - 1]), "about": notes, "claimed": seat in table.claims})
    return seats


def seat_view(mark: SeatMark, colours: Sequence[str]) -> SeatView:
    """Return a seat with its marks; `colours` are those of its pieces."""
    return {
        "seat": mark.seat,
        "name": mark.name,
        "colour": colours[0],
        "colours": list(colours),
        "colour_name": mark.colour,
        "letter": mark.letter,
        "shape": mark.shape.value,
    }


def events_view(table: Table, viewer: Viewer, words: Words) -> list[EventView]:
    """Return the newest events first, at most MOST_EVENTS: the last take-back, then the standing moves.

    A move has its present text, even where it was changed later; `entry` and `seat` are null if there are none.
    """
    events = _events(table, viewer, words)
    return [event for event, _ in zip(events, range(MOST_EVENTS), strict=False)]


def log_view(table: Table, viewer: Viewer, words: Words) -> list[LogEventView]:
    """Return the events for people, newest first, at most MOST_EVENTS: a finished turn is one of them.

    The moves of the present turn, corrections, take-backs and changes are separate, as in the events. `turn` is true
    for a whole turn or phase: then `entry` is its last entry and `first` its first.
    """
    return [event for event, _ in zip(_log_events(table, viewer, words), range(MOST_EVENTS), strict=False)]


def _log_events(table: Table, viewer: Viewer, words: Words) -> Iterator[LogEventView]:
    seen_turns: set[int] = set()
    for event in _events(table, viewer, words):
        number = event["entry"]
        stretch = turn_span_at(table, number) if number and belongs_to_turn(table.entries[number - 1]) else None
        if stretch is None or not stretch.ended:
            yield {**event, "first": number, "turn": False}
        elif stretch.first not in seen_turns:
            seen_turns.add(stretch.first)
            yield _turn_event(table, stretch, viewer, words)


def _turn_event(table: Table, stretch: TurnSpan, viewer: Viewer, words: Words) -> LogEventView:
    """Return the event of a finished turn or phase, made once."""
    key = ("turn", viewer, words.language, *_replaced_draws(table, range(stretch.first, stretch.last + 1)))
    return cached_for_entry(table, key, stretch.last, lambda: _make_turn_event(table, stretch, viewer, words))


def _make_turn_event(table: Table, stretch: TurnSpan, viewer: Viewer, words: Words) -> LogEventView:
    """Return the event of a turn or phase; `again` and `typed` are true if they hold for any of its chance."""
    moves = [entry.played for entry in table.entries[stretch.first - 1 : stretch.last]]
    return {
        "entry": stretch.last,
        "seat": stretch.seat,
        "text": turn_line(table, stretch, words, viewer),
        "again": any(move.drawn is not None and move.drawn.repeated for move in moves),
        "typed": any(move.typed for move in moves),
        "first": stretch.first,
        "turn": True,
    }


def reveal_view(reveal: EndReveal) -> RevealView:
    """Return how far a reveal has come."""
    view: RevealView = {"shown": reveal.shown, "steps": len(reveal.steps)}
    known = [{seat for seat, total in enumerate(step.totals, 1) if total is not None} for step in reveal.steps]
    if known and len(known[0]) == 1:
        before: list[set[int]] = [set(), *known]
        view["seats"] = [seat for new, old in zip(known, before, strict=False) for seat in new - old][: reveal.shown]
    return view


def undo_text(table: Table, viewer: Viewer, words: Words) -> str | None:
    """Return the step that undo would take back, in words; None without one. The end of a game has no details."""
    if table.reveal is not None or (table.over and ending_entry(table) in newest_entries(table)):
        return words("reveal.end")
    return (
        full_change_line(table, table.undo_stack[-1], words, viewer) if table.undo_stack and not table.closed else None
    )


def redo_text(table: Table, viewer: Viewer, words: Words) -> str | None:
    """Return the step that redo would restore, in words; None without one."""
    return (
        full_change_line(table, table.redo_stack[-1], words, viewer) if table.redo_stack and not table.closed else None
    )


def chart_view(table: Table) -> AppendOnlyList[list[Any]]:
    """Return the course of the totals: [entry, [total of each seat]] at the start (entry 0) and at each change.

    Only an entry with lines can change a total, so the others are skipped. The list is shared by all viewers, and grows
    with the game.
    """

    def more(number: int, before: Sequence[list[Any]]) -> Iterator[list[Any]]:
        entry = table.entries[number - 1]
        if entry.lines and (totals := _totals(table, entry.state)) != before[-1][1]:
            yield [number, totals]

    return incremental_list(table, "chart", lambda: [[0, _totals(table, table.initial_state)]], more)


def rounds_view(table: Table) -> AppendOnlyList[list[Any]]:
    """Return the starts of rounds: [entry, round], 0 being the start; for games that have rounds."""

    def more(number: int, before: Sequence[list[Any]]) -> Iterator[list[Any]]:
        current = table.match.round(table.entries[number - 1].state)
        if current and (not before or current != before[-1][1]):
            yield [number, current]

    first = table.match.round(table.initial_state)
    return incremental_list(table, "rounds", lambda: [[0, first]] if first else [], more)


def turns_view(table: Table) -> AppendOnlyList[list[Any]]:
    """Return the starts of turns: [entry, turn], 0 being the start; for games that have turns."""

    def more(number: int, before: Sequence[list[Any]]) -> Iterator[list[Any]]:
        current = table.match.turn_no(table.before(number))
        if current and (not before or current != before[-1][1]):
            yield [number - 1, current]

    return incremental_list(table, "turns", tuple, more)


def _totals(table: Table, state: Any) -> list[int | None]:
    """Return the public part of the totals in this state; once the game is over, the whole totals."""
    if table.over:
        return [total.value for total in table.match.totals(table.match.player_view(state, EVERYTHING))]
    return [total.public for total in table.match.totals(table.match.player_view(state, PUBLIC))]


def _events(table: Table, viewer: Viewer, words: Words) -> Iterator[EventView]:
    if table.redo_stack:
        event = _event_without_move(taken_back_line(table, words, viewer))
        yield {**event, "notice": True} if taken_back_by_others(table.redo_stack[-1]) else event
    number = len(table.entries)
    for index, change in enumerate(reversed(table.undo_stack)):
        if change.group is None:
            text = full_change_line(table, change, words, viewer)
            last = index == 0 and not table.redo_stack
            event = _event_without_move(with_replaced_note(text, table, words) if last else text)
            yield {**event, "notice": True} if last and change.amended == 0 else event
            continue
        # The groups of standing entries ascend, except for a move inserted later, which is listed as a change.
        while number and (group := table.entries[number - 1].group) >= change.group:
            if group == change.group:
                yield _move_event(table, number, viewer, words)
            number -= 1


def _move_event(table: Table, number: int, viewer: Viewer, words: Words) -> EventView:
    """Return the event of a standing move; its text mentions chance that was typed in or kept after a take-back."""
    key = ("event", viewer, words.language, *_replaced_draws(table, range(number, number + 1)))
    return cached_for_entry(table, key, number, lambda: _make_move_event(table, number, viewer, words))


def _replaced_draws(table: Table, entries: range) -> tuple[int, ...]:
    """Return those of these entries whose draw replaces another. Other entries decide it, so it is in cache keys."""
    return tuple(entry for entry in replaced_draw_names(table) if entry in entries)


def _make_move_event(table: Table, number: int, viewer: Viewer, words: Words) -> EventView:
    played = table.entries[number - 1].played
    again = played.drawn is not None and played.drawn.repeated
    text = with_chance_note(words.of(entry_text(table, number, viewer), table.names), table, number, words)
    return {"entry": number, "seat": played.seat, "text": text, "again": again, "typed": played.typed}


def _event_without_move(text: str) -> EventView:
    """Return an event that is not a move, such as a take-back or a change."""
    return {"entry": None, "seat": None, "text": text, "again": False, "typed": False}
