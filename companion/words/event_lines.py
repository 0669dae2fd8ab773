"""Events of a game in words: single moves and whole turns, for the history and the line of the last event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Annotated, Any, TypedDict

from companion.rules.game import PlayedMove
from companion.rules.match_functions import describe_turn
from companion.rules.moves import Correct, Line, gains
from companion.rules.text import Text, say
from companion.rules.viewer import PUBLIC, Viewer
from companion.table.amendments import seats_of_change
from companion.table.history_queries import (
    TurnSpan,
    belongs_to_turn,
    has_newly_replaced_draws,
    moves_of_span,
    replaced_draw_names,
    turn_span_at,
    turn_spans,
)
from companion.table.table import Entry, Table, TableChange
from companion.words.catalogue import Words, format_signed
from companion.words.signs import amount_text, brief_names, seat_letters
from companion.words.start_lines import corrected_start_line, start_change_line


def entry_text(table: Table, entry: int, viewer: Viewer = PUBLIC) -> Text:
    """Return what an entry, counted from 1, did, as this viewer could know it right after the move."""
    return _entry_text(table, entry, table.entries[entry - 1].state, viewer)


def entry_text_now(table: Table, entry: int, viewer: Viewer = PUBLIC) -> Text:
    """Return the same, as this viewer may know it now: after the end nothing is secret any more."""
    return _entry_text(table, entry, table.state, viewer)


def _entry_text(table: Table, entry: int, state: Any, viewer: Viewer) -> Text:
    this_entry = table.entries[entry - 1]
    return table.match.describe_move(
        table.before(entry), this_entry.played.seat, this_entry.played.move, this_entry.state, state, viewer
    )


def with_chance_note(text: str, table: Table, entry: int, words: Words) -> str:
    """Return the text of an entry, with a note about its chance if there is something unusual.

    Its draw replaces another, or repeats one, or the move was corrected after it; or the result was typed in.
    """
    played = table.entries[entry - 1].played
    if entry in replaced_draw_names(table):
        return words("table.replaced", what=text)
    if played.differs_from_draw:
        return words("table.otherwise", what=text)
    if played.drawn is not None and played.drawn.repeated:
        return words("table.again", what=text)
    return words("table.typed", what=text) if played.typed else text


def with_replaced_note(text: str, table: Table, words: Words) -> str:
    """Return the text of the last change, with a note if a draw replaces another since then."""
    return words("table.replaced_now", what=text) if has_newly_replaced_draws(table) else text


def change_line(table: Table, change: TableChange, words: Words) -> str:
    """Return one step of the history as one line."""
    names = brief_names(table.names)
    if change.amended == 0:
        return corrected_start_line(change, words, brief=True)
    if change.group is None and not change.own_moves:
        return amendment_line(table, change, words, names)
    return words.of(last_move_text(table, change), names)


def seat_of_change(change: TableChange) -> int | None:
    """Return the seat whose moves a change is; None for moves of several seats, corrections and amendments."""
    if change.group is None or change.own_moves:
        return None
    moves = [entry.played for span in change.spans for entry in span.inserted]
    seats = {move.seat for move in moves}
    return seats.pop() if len(seats) == 1 and all(move.move.kind != Correct.kind for move in moves) else None


def amendment_line(
    table: Table, change: TableChange, words: Words, names: Sequence[str], viewer: Viewer = PUBLIC
) -> str:
    """Return the line of a change of an earlier move, or of the setup; `names` are those of the seats.

    It names the moves as this viewer could know each right after it was played.
    """
    if change.amended == 0:
        return corrected_start_line(change, words)
    span = change.spans[0]
    if change.inserted is not None:
        return words("table.inserted", what=words.of(_move_text(table, span.inserted[0], viewer), names))
    what = words.of(_move_text(table, span.removed[0], viewer), names)
    if change.removed:
        return words("table.left_out", what=what)
    old, new = span.removed[0].played.seat, span.inserted[0].played.seat
    instead = words.of(_move_text(table, span.inserted[0], viewer), names)
    if instead == what:
        return words("table.amended", what=what)  # only what this viewer may not know has changed
    if _ARROW in what or _ARROW in instead:
        difference = _difference(instead, what) if old == new else ""
        return words("table.amended_from", what=difference or what, instead=instead)
    beginning = f"{names[new - 1]} " if old == new else ""
    return words("table.amended_to", what=what, instead=_differing_end(what, instead, beginning))


_ARROW = " → "
"""Sign between two amounts or places. A text with it is not followed by another arrow."""

_SPACES = re.compile("([ \N{NO-BREAK SPACE}])")
"""A space between words, which stays where a text is split."""


def _difference(text: str, other: str) -> str:
    """Return the words of another text between its beginning and its end, which both texts share.

    It is empty if the texts differ in their number of words.
    """
    words, others = _SPACES.split(text), _SPACES.split(other)
    differing = [n for n, pair in enumerate(zip_longest(words, others)) if pair[0] != pair[1]]
    return "".join(others[differing[0] : differing[-1] + 1]) if len(words) == len(others) else ""


def _differing_end(text: str, instead: str, beginning: str) -> str:
    """Return the end of another text where it differs: "5" of "Inès steps to 5", after "Inès steps to 4".

    Numbers in a row, as of several dice, stay together.
    If the texts differ in their number of words, return the other text without this beginning.
    """
    words, others = _SPACES.split(text), _SPACES.split(instead)
    common = next(n for n, pair in enumerate(zip_longest(words, others)) if pair[0] != pair[1])
    while common > 1 and others[common - 2].isdigit():
        common -= 2
    return "".join(others[common:]) if len(words) == len(others) else instead.removeprefix(beginning)


def full_change_line(table: Table, change: TableChange, words: Words, viewer: Viewer) -> str:
    """Return one step of the history as one line with full names, and with the number of moves that it left out too."""
    if change.group is None and not change.own_moves:
        line = amendment_line(table, change, words, table.names, viewer)
        left_out = _also_left_out(change)
        return words("table.and_left_out", what=line, n=left_out) if left_out else line
    return words.of(last_move_text(table, change, viewer), table.names)


def _also_left_out(change: TableChange) -> int:
    """Return how many later moves a change of an earlier one, or of the beginning, has left out."""
    is_of_move = bool(change.inserted or change.amended)  # its first span
    return sum(len(span.removed) - len(span.inserted) for span in change.spans[is_of_move:])


def brief_change_line(table: Table, change: TableChange, words: Words) -> str:
    """Return the line of a change in short form, for a line shared with other words: the seat is only its letter."""
    names = brief_names(table.names)
    if change.amended == 0:
        return words("table.amended_start")
    if change.group is None and not change.own_moves:
        return amendment_line(table, change, words, seat_letters(table.names))
    seat = change.last.played.seat
    return f"{seat_letters(table.names)[seat - 1]} {nameless_text(last_move_text(table, change), seat, names, words)}"


def last_move_text(table: Table, change: TableChange, viewer: Viewer = PUBLIC) -> Text:
    """Return the text of the last move of a change; for moves that a seat took back itself, from where they stood."""
    return _move_text(table, change.last, viewer)


def _move_text(table: Table, entry: Entry, viewer: Viewer) -> Text:
    """Return what a move did, as this viewer could know it right after it, wherever it stands."""
    return table.match.describe_move(
        entry.before, entry.played.seat, entry.played.move, entry.state, entry.state, viewer
    )


def nameless_text(text: Text, seat: int, names: Sequence[str], words: Words) -> str:
    """Return a move in few words, without the name of its seat, for lines that show the seat already."""
    return words.brief(text, names).removeprefix(f"{names[seat - 1]} ")


def entry_name(table: Table, entry: int, words: Words) -> str:
    """Return a public name of an entry, from 1, for titles: its move in few words, with letters for the seats."""
    seat = table.entries[entry - 1].played.seat
    letters = seat_letters(table.names)
    return f"{letters[seat - 1]} {nameless_text(entry_text(table, entry), seat, letters, words)}"


_END_TURN = "told.end_turn"
"""Key of a move that ends a turn: it is left out where the turn is described as a whole."""


def turn_line(table: Table, stretch: TurnSpan, words: Words, viewer: Viewer = PUBLIC, *, now: Any = None) -> str:
    """Return the events of a turn or phase; "" if there is nothing in it but corrections, which have their own lines.

    `now` is the state that decides what is still secret, by default that after its last move.
    """
    deeds = moves_of_span(table, stretch)
    if not deeds:
        return ""
    texts = describe_turn(table.match, deeds, deeds[-1].after if now is None else now, viewer)
    entries = _grouped_entries(table, stretch)
    if isinstance(texts, Text):
        return _with_chance_notes(words.of(texts, table.names), table, entries, words)
    seats = [table.entries[entry - 1].played.seat for entry in entries]
    moves, gained = _moves_by_seat(texts, seats, table.names, words), _gains_by_seat(table, deeds, viewer)
    unnamed = seats[0] if len(texts) == 1 else None
    reports = [
        _seat_report(table, seat, moves.get(seat, ()), gained.get(seat, {}), words, named=seat != unnamed)
        for seat in dict.fromkeys([*moves, *gained])
    ]
    return _with_chance_notes(" · ".join(reports), table, entries, words)


def taken_back_by_others(change: TableChange) -> bool:
    """Return whether a phone took back moves of other seats."""
    by, seats = change.taken_back_by, seats_of_change(change)
    return by is not None and not (set(seats) <= set(by) if seats else not by)


def taken_back_line(table: Table, words: Words, viewer: Viewer = PUBLIC, *, brief: bool = False) -> str:
    """Return the line of the newest take-back. It names who did it for others; in short form, with letters of seats."""
    change = table.redo_stack[-1]
    by = change.taken_back_by
    names = seat_letters(table.names) if brief else table.names
    what = brief_change_line(table, change, words) if brief else full_change_line(table, change, words, viewer)
    if change.amended == 0 and not brief:
        what = start_change_line(change, words)
    if by is None or not taken_back_by_others(change):
        return with_replaced_note(words("table.taken_back", what=what), table, words)
    doer = names[by[0] - 1] if by else words.brief(say("table.host")) if brief else words("table.host")
    if brief or change.group is None or change.own_moves:
        return with_replaced_note(words("table.taken_back_by", name=doer, what=what), table, words)
    seat = change.last.played.seat
    move = nameless_text(last_move_text(table, change, viewer), seat, table.names, words)
    line = words("table.taken_back_move", name=doer, other=names[seat - 1], what=move)
    return with_replaced_note(line, table, words)


def take_back_question(table: Table, words: Words) -> str:
    """Return the question before the last change is taken back: whose move it is."""
    change = table.undo_stack[-1]
    if change.group is None:
        return words("table.take_back_change")
    return words.of(say("table.take_back_of", seat=change.last.played.seat), table.names)


def last_event_line(table: Table, words: Words, *, brief: bool = False) -> str:
    """Return the last event as one line for the little screen; "" at the start.

    The event is a move, a take-back, or a change of an earlier move; after the end of a turn, the whole turn. With
    `brief`, for a line in large letters, the seat is only its letter.
    """
    if table.redo_stack:
        return taken_back_line(table, words, brief=True)
    if not table.undo_stack:
        return ""
    change = table.undo_stack[-1]
    if change.group is not None and (line := _last_turn(table, words)):
        return line
    line = brief_change_line(table, change, words) if brief else change_line(table, change, words)
    return with_replaced_note(line, table, words)


def turn_row(table: Table, stretch: TurnSpan, words: Words) -> tuple[int, str]:
    """Return a turn for a row of the little screen: its seat, and its events without the seat's name.

    If the game has no words for the whole turn, it is the last move. There must be more in the turn than
    corrections.
    """
    deeds = moves_of_span(table, stretch)
    texts = describe_turn(table.match, deeds, deeds[-1].after, PUBLIC)
    names = brief_names(table.names)
    if isinstance(texts, Text):
        return stretch.seat or deeds[-1].seat, words.brief(texts, names)
    index = -2 if len(texts) > 1 and texts[-1].key == _END_TURN else -1
    seat = deeds[index].seat
    return seat, nameless_text(texts[index], seat, names, words)


def _last_turn(table: Table, words: Words) -> str:
    """Return the turn of several moves that ended with the last entry; "" if none did."""
    stretch = turn_span_at(table, len(table.entries))
    if not stretch.ended or not belongs_to_turn(table.entries[-1]) or len(moves_of_span(table, stretch)) < 2:
        return ""
    seat, text = turn_row(table, stretch, words)
    return f"{seat_letters(table.names)[seat - 1]} {text}"


class TurnView(TypedDict):
    """A turn or phase; its text is empty until it has ended."""

    first: int
    last: int
    seat: int | None
    ended: bool
    text: str
    title: Annotated[str, "Whose turn it is, or that all act, and in which round."]
    result: Annotated[str, "The text without the name of its seat."]


def turns_view(table: Table, viewer: Viewer, words: Words, part: range) -> list[TurnView]:
    """Return the turns and phases of these entries, oldest first: their entries, their seat, and their events.

    Only turns that have ended have a text, which covers the whole turn, even if the part does not have all of it.
    """
    turns: list[TurnView] = []
    for stretch in reversed([*_stretches_within(table, part)]):
        text = turn_line(table, stretch, words, viewer, now=table.state) if stretch.ended else ""
        turns.append(
            {
                "first": max(stretch.first, part.start),
                "last": min(stretch.last, part.stop - 1),
                "seat": stretch.seat,
                "ended": stretch.ended,
                "text": text,
                "title": turn_title(table, stretch, words),
                "result": without_name(text, table.names[stretch.seat - 1]) if stretch.seat else text,
            }
        )
    return turns


def turn_title(table: Table, stretch: TurnSpan, words: Words) -> str:
    """Return the heading of a turn or phase: whose turn it is, or that all act, and the round if there are rounds."""
    number = table.match.round(table.before(stretch.first))
    if stretch.seat is None and number == 0:
        return words("moves.before_rounds")
    what = words("moves.phase") if stretch.seat is None else words.of(say("moves.turn", seat=stretch.seat), table.names)
    return words("moves.in_round", what=what, n=number) if number else what


def without_name(text: str, name: str) -> str:
    """Return the text of a turn without the name of its seat at the beginning, which its heading shows."""
    rest = text.removeprefix(name)
    bare = rest.lstrip(" :\N{NO-BREAK SPACE}")
    return bare if bare != rest else text


def _stretches_within(table: Table, part: range) -> Iterator[TurnSpan]:
    """Yield the turns and phases that have some of these entries, the last first."""
    for stretch in turn_spans(table):
        if stretch.last < part.start:
            return
        if stretch.first < part.stop:
            yield stretch


def _grouped_entries(table: Table, stretch: TurnSpan) -> list[int]:
    """Return the entries of a turn or phase that are described together."""
    entries = range(stretch.first, stretch.last + 1)
    return [entry for entry in entries if belongs_to_turn(table.entries[entry - 1])]


def _with_chance_notes(text: str, table: Table, entries: Sequence[int], words: Words) -> str:
    """Return a text with the notes about the chance of these entries, each note once."""
    notes = {with_chance_note("", table, entry, words): entry for entry in entries}
    for note, entry in notes.items():
        text = with_chance_note(text, table, entry, words) if note else text
    return text


def _moves_by_seat(
    texts: Sequence[Text], seats: Sequence[int], names: Sequence[str], words: Words
) -> dict[int, list[str]]:
    """Return each seat's moves without its name, equal ones counted; a single move with its name."""
    if len(texts) == 1:
        return {seats[0]: [words.of(texts[0], names)]}
    moves: dict[int, list[str]] = {}
    for text, seat in zip(texts, seats, strict=True):
        if text.key != _END_TURN:
            moves.setdefault(seat, []).append(nameless_text(text, seat, names, words))
    return {seat: [*_counted(sentences, words)] for seat, sentences in moves.items()}


def _counted(sentences: Sequence[str], words: Words) -> Iterator[str]:
    for what, equal in groupby(sentences):
        n = len([*equal])
        yield what if n == 1 else words("told.times", what=what, n=n)


def _gains_by_seat(table: Table, deeds: Sequence[PlayedMove], viewer: Viewer) -> dict[int, dict[str, int]]:
    """Return the amounts that this viewer may know, by seat and component."""
    lines: list[Line] = [line for deed in deeds for line in deed.lines]
    visible_lines = [line for line in lines if not line.secret or viewer.sees(line.seat) or table.over]
    gained: dict[int, dict[str, int]] = {}
    for (seat, what), by in gains(visible_lines).items():
        gained.setdefault(seat, {})[what] = by
    return gained


def _seat_report(
    table: Table, seat: int, moves: Sequence[str], gained: Mapping[str, int], words: Words, *, named: bool
) -> str:
    """Return the moves of a seat with its gains; moves that bring only the unit of the totals need not name it."""
    bare = bool(moves) and [*gained] == [table.match.unit]
    amounts = [format_signed(by) if bare else amount_text(table.match, what, by, words) for what, by in gained.items()]
    what, result = ", ".join(moves), ", ".join(amounts)
    report = words("told.in_all", what=what, gains=result) if what and result else what or result
    return words("told.turn", name=table.names[seat - 1], what=report) if named else report
