"""What a whole turn or phase brought, in one line: for the log, the history, and the line of what happened last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from companion.rules.game import Deed
from companion.rules.match_functions import tell_turn
from companion.rules.sheet import Line, gains
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC, Viewer
from companion.table.table import Table
from companion.table.turn_index import Stretch, deeds_of, stretch_at, stretches, told_together
from companion.words.catalogue import Words
from companion.words.component_names import amount_told
from companion.words.event_lines import change_told, in_brief, with_chance_note, with_replaced_note
from companion.words.signs import LETTERS, brief_names

_CLOSED = "told.end_turn"
"""What closes a turn goes without saying once the turn is told as a whole."""


def turn_told(table: Table, stretch: Stretch, words: Words, viewer: Viewer = PUBLIC, *, now: Any = None) -> str:
    """What a turn or phase brought; "" where there is nothing in it but corrections, which are told by themselves.

    `now` is the state that says what is secret no more, that after its last move where none is given.
    """
    deeds = deeds_of(table, stretch)
    if not deeds:
        return ""
    told = tell_turn(table.match, deeds, deeds[-1].after if now is None else now, viewer)
    entries = _told_of(table, stretch)
    if isinstance(told, Text):
        return _noted(words.of(told, table.names), table, entries, words)
    seats = [table.entries[entry - 1].played.seat for entry in entries]
    said = [words.of(told[0], table.names)] if len(told) == 1 else _moves(table, told, seats, stretch, words)
    gains = _gains(table, deeds, stretch, viewer, words)
    if gains and len(said) > 1:
        gains = [words("told.in_all", gains=", ".join(gains))]
    text = ", ".join([*said, *gains])
    if stretch.seat is not None and len(told) > 1:
        text = words("told.turn", name=table.names[stretch.seat - 1], what=text)
    return _noted(text, table, entries, words)


def last_told(table: Table, words: Words, *, brief: bool = False) -> str:
    """What happened last, as one line for the little screen; "" at the start.

    A move, what was taken back, or a change of an earlier move; where a turn has just ended, what it brought. With
    `brief`, for a line in large letters, the seat is told by its letter alone.
    """
    if table.undone:
        return with_replaced_note(
            words("table.taken_back", what=in_brief(table, table.undone[-1], words)), table, words
        )
    if not table.done:
        return ""
    change = table.done[-1]
    if change.group is not None and (told := _last_turn(table, words)):
        return told
    told = in_brief(table, change, words) if brief else change_told(table, change, words)
    return with_replaced_note(told, table, words)


def turn_row(table: Table, stretch: Stretch, words: Words) -> tuple[int, str]:
    """The same for a row of the little screen: a seat, and what the turn brought without its name.

    Without words of the game for it, it is the last thing that was done. There must be more in it than corrections.
    """
    deeds = deeds_of(table, stretch)
    told = tell_turn(table.match, deeds, deeds[-1].after, PUBLIC)
    names = brief_names(table.names)
    if isinstance(told, Text):
        return deeds[-1].seat, words.brief(told, names)
    at = -2 if len(told) > 1 and told[-1].key == _CLOSED else -1
    return deeds[at].seat, words.brief(told[at], names)


def _last_turn(table: Table, words: Words) -> str:
    """The turn of several moves that ended with the last entry; "" where none did."""
    stretch = stretch_at(table, len(table.entries))
    if not stretch.ended or not told_together(table.entries[-1]) or len(deeds_of(table, stretch)) < 2:
        return ""
    seat, text = turn_row(table, stretch, words)
    return f"{LETTERS[seat - 1]} {text}"


def turns_view(table: Table, viewer: Viewer, words: Words, part: range) -> list[dict[str, Any]]:
    """The turns and phases of these entries, oldest first: their entries, whose they are, and what they brought.

    That is told of those that have ended, and of the whole of each, also where the part has not all of it.
    """
    return [
        {
            "first": max(one.first, part.start),
            "last": min(one.last, part.stop - 1),
            "seat": one.seat,
            "ended": one.ended,
            "text": turn_told(table, one, words, viewer, now=table.state) if one.ended else "",
        }
        for one in reversed([*_within(table, part)])
    ]


def _within(table: Table, part: range) -> Iterator[Stretch]:
    """The turns and phases that have some of these entries, the last first."""
    for one in stretches(table):
        if one.last < part.start:
            return
        if one.first < part.stop:
            yield one


def _told_of(table: Table, stretch: Stretch) -> list[int]:
    """The entries of a turn or phase that are told together."""
    entries = range(stretch.first, stretch.last + 1)
    return [entry for entry in entries if told_together(table.entries[entry - 1])]


def _noted(text: str, table: Table, entries: Sequence[int], words: Words) -> str:
    """With a word about the chance of these entries where that is worth one, each word once."""
    noted = {with_chance_note("", table, entry, words): entry for entry in entries}
    for note, entry in noted.items():
        text = with_chance_note(text, table, entry, words) if note else text
    return text


def _moves(table: Table, told: Sequence[Text], seats: Sequence[int], stretch: Stretch, words: Words) -> list[str]:
    """The moves one by one, those alike counted; of the seat whose turn it is without its name: it stands before."""
    pairs = [(text, seat) for text, seat in zip(told, seats, strict=True) if text.key != _CLOSED]
    said = ((words.brief if seat == stretch.seat else words.of)(text, table.names) for text, seat in pairs)
    alike = [(what, len([*same])) for what, same in groupby(said)]
    return [what if n == 1 else words("told.times", what=what, n=n) for what, n in alike]


def _gains(table: Table, deeds: Sequence[Deed], stretch: Stretch, viewer: Viewer, words: Words) -> list[str]:
    """What it came to, as far as this viewer may know: of others than the seat whose turn it is, with their names."""
    lines: list[Line] = [line for deed in deeds for line in deed.lines]
    open_to_them = [line for line in lines if not line.secret or viewer.sees(line.seat) or table.over]
    found = []
    for (seat, what), by in gains(open_to_them).items():
        amount = amount_told(table.match, what, by, words)
        found.append(amount if seat == stretch.seat else f"{table.names[seat - 1]} {amount}")
    return found
