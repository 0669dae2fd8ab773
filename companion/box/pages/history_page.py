"""The history, newest first, and its amendments: an entry replaced, left out or inserted, and the rest replayed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.box.faces.faces import ListRow
from companion.box.pages.beginning_page import beginning_item
from companion.box.pages.changes_page import ChangesPage, misfits_page, push_for_now
from companion.box.pages.form_page import OnDone, show_form
from companion.box.pages.list_page import ListItem, ListPage, table_items
from companion.box.pages.message_page import MessagePage, cited_card
from companion.box.pages.page import PageHost
from companion.box.pages.private_hand_page import show_privately
from companion.rules.moves import Line
from companion.rules.offers import OfferedKind
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import PUBLIC
from companion.table.commands import Amend, Insert
from companion.table.history_queries import TurnSpan, moves_of_span, replaced_chance, turn_spans
from companion.table.legal_moves import options_of, refused_by_hidden_cards
from companion.table.revealing_amendments import check_amend
from companion.table.session_errors import Misfit, MisfitsError, SessionError
from companion.table.table import Entry, Table, rewind
from companion.words.catalogue import Words, format_signed
from companion.words.event_lines import entry_name, entry_text, nameless_text, turn_row, with_chance_note
from companion.words.signs import amount_text, seat_mark

_MOST_LETTERS = 26
"""Length of a title that has room beside a badge, in letters."""


def history(box: PageHost) -> ListPage:
    """List the entries, newest first: a turn that has ended is one row, which opens to its entries."""

    def items(table: Table) -> list[ListItem]:
        moves = [item for stretch in turn_spans(table) for item in _items(box, table, stretch)]
        return [*moves, beginning_item(box, table)]

    return ListPage(box, lambda: box.words("menu.history"), table_items(box, items))


def _items(box: PageHost, table: Table, stretch: TurnSpan) -> list[ListItem]:
    """Return the one row of a finished turn or phase; of one that is going on, or of a single move, its entries."""
    entries = [*range(stretch.last, stretch.first - 1, -1)]
    if not stretch.ended or len(entries) < 2 or not moves_of_span(table, stretch):
        return [_entry_item(box, table, number) for number in entries]
    seat, text = turn_row(table, stretch, box.words)
    note = box.words("history.moves", n=len(entries))
    return [ListItem(ListRow(text, mark=seat_mark(table, seat, box.words)), partial(_open_turn, box, entries), note)]


def _open_turn(box: PageHost, numbers: list[int]) -> None:
    """List the entries of a turn, newest first, for as long as none of them changes."""
    table = box.table
    if table is None:
        return
    entries = {number: table.entries[number - 1] for number in numbers}

    def items(table: Table) -> list[ListItem]:
        return [_entry_item(box, table, number) for number in numbers]

    page = ListPage(box, lambda: box.words("menu.history"), table_items(box, items))
    page.still_holds = lambda table: all(_is_unchanged(entry, number, table) for number, entry in entries.items())
    box.push(page)


def _entry_item(box: PageHost, table: Table, number: int) -> ListItem:
    return ListItem(_row(box, table, number), partial(_push_entry_page, box, number))


def _row(box: PageHost, table: Table, number: int) -> ListRow:
    seat = table.entries[number - 1].played.seat
    text = nameless_text(entry_text(table, number), seat, table.names, box.words)
    return ListRow(text, mark=seat_mark(table, seat, box.words))


def _push_entry_page(box: PageHost, number: int) -> None:
    """List what can be done about an entry: read it, and until the game is closed, change it."""
    table = box.table
    if table is None:
        return
    entry = table.entries[number - 1]

    def items() -> list[ListItem]:
        word = box.words
        read = ListItem(ListRow(word("history.read")), partial(_read_entry, box, number))
        if table.closed:
            return [replace(read, note=word("refused.closed"))]
        return [
            ListItem(ListRow(word("history.replace")), partial(_replace_entry, box, number)),
            ListItem(ListRow(word("history.leave_out")), partial(_amend, box, number, None)),
            ListItem(ListRow(word("history.put_in")), partial(_choose_seat, box, number)),
            read,
        ]

    page = ListPage(box, lambda: _name(box, number), items)
    page.still_holds = lambda table: _is_unchanged(entry, number, table)
    box.push(page)


def _is_unchanged(entry: Entry, number: int, table: Table) -> bool:
    """Return whether this entry is still unchanged at its position."""
    return number <= len(table.entries) and table.entries[number - 1].played == entry.played


def _name(box: PageHost, number: int) -> str:
    """Return the name of an entry for a title: the letter of its seat, and its move in few words."""
    table = box.table
    return _cut(entry_name(table, number, box.words)) if table is not None and number <= len(table.entries) else ""


def _read_entry(box: PageHost, number: int) -> None:
    """Show an entry in full: its move with a note about its chance, its number, and below them its lines."""
    if (table := box.table) is None:
        return
    words = box.words
    text = with_chance_note(words.of(entry_text(table, number), table.names), table, number, words)
    lines = [_line_text(table, line, words) for line in table.entries[number - 1].lines]
    cited = dict.fromkeys(line.ruling for line in table.entries[number - 1].lines if line.ruling)
    cards = [card for ruling in cited if (card := cited_card(box, ruling))]
    body = "\n".join([words("history.numbered", what=text, number=number), *lines, *cards])
    box.push(MessagePage(box, _name(box, number), body))


def _line_text(table: Table, line: Line, words: Words) -> str:
    """Return a line of the sheet with its seat, reason and ruling; secrets stay hidden, since all see the screen."""
    hidden = line.secret and not table.over
    amount = format_signed(line.by) if hidden else amount_text(table.match, line.what, line.by, words, seat=line.seat)
    why = words("sheet.secret") if hidden else words.with_interpretation(line.why, table.names)
    parts = (amount, why, "" if hidden else line.ruling)
    return words("told.turn", name=table.names[line.seat - 1], what=" · ".join(filter(None, parts)))


def _replace_entry(box: PageHost, number: int) -> None:
    """List what the seat could have done instead, as it was then."""
    if (table := box.table) is not None:
        seat = table.entries[number - 1].played.seat
        _choose_kind(box, "history.replacing", number, seat, partial(_amend, box, number), replaces=True)


def _choose_seat(box: PageHost, number: int) -> None:
    """Ask whose move was forgotten before an entry; the cursor starts on the seat of that entry."""
    table = box.table
    if table is None:
        return
    names = [seat_mark(table, seat, box.words) for seat in table.seats]

    def items() -> list[ListItem]:
        return [
            ListItem(ListRow(mark.name, mark=mark), partial(_insert_before, box, number, mark.seat)) for mark in names
        ]

    chosen = table.entries[number - 1].played.seat - 1
    push_for_now(box, ListPage(box, lambda: _title(box, "history.before", number), items, chosen))


def _insert_before(box: PageHost, number: int, seat: int) -> None:
    """List what a seat could have done before an entry."""
    _choose_kind(box, "history.before", number, seat, partial(_insert, box, number, seat))


def _choose_kind(box: PageHost, title: str, number: int, seat: int, on_done: OnDone, *, replaces: bool = False) -> None:
    """List the kinds of moves that a seat had before an entry; each opens its form.

    If the move `replaces` the entry, its chance starts as it was.
    """
    table = box.table
    if table is None:
        return
    past_table = rewind(table, number)

    def items() -> list[ListItem]:
        options = options_of(past_table, seat)
        return [
            ListItem(
                ListRow(box.words.of(option.label, table.names)),
                partial(
                    _show_form,
                    box,
                    past_table,
                    seat,
                    option,
                    on_done,
                    replaced_chance(table, number, seat, option.kind, PUBLIC) if replaces else (),
                ),
            )
            for option in options
            if option.refused is None or refused_by_hidden_cards(past_table, seat, option.kind)
        ]

    push_for_now(box, ListPage(box, lambda: _title(box, title, number), items))


def _show_form(
    box: PageHost, past_table: Table, seat: int, option: OfferedKind, on_done: OnDone, start: tuple[int, ...]
) -> None:
    """Show the form of a move without a question at its end, since the final question also shows the consequences."""
    begin = partial(show_form, box, past_table, seat, option.kind, on_done, in_the_past=True, start=start)
    if option.secret:
        show_privately(box, seat, begin)
    else:
        begin()


def _amend(box: PageHost, number: int, move: dict[str, Any] | None) -> None:
    if (table := box.table) is not None:
        _confirm_amendment(box, Amend(entry=number, move=move), table.entries[number - 1].played.seat)


def _insert(box: PageHost, number: int, seat: int, move: dict[str, Any]) -> None:
    _confirm_amendment(box, Insert(entry=number, seat=seat, move=move), seat)


def _confirm_amendment(box: PageHost, amendment: Amend | Insert, seat: int) -> None:
    """Ask before an amendment is made, with every later entry that would no longer fit."""
    table = box.table
    if table is None:
        return
    command = replace(amendment, expected_seq=table.seq)
    try:
        check_amend(table, command, PUBLIC)  # everyone around the box can read the screen
        after = box.preview(command)
    except MisfitsError as error:
        push_for_now(box, _misfits(box, table, command, error.misfits))
    except (RulesError, SessionError) as error:
        box.show_refusal(error, seat)
    else:
        _show_changes(box, command, after)


def _show_changes(box: PageHost, command: Amend | Insert, after: Table) -> None:
    """Show what an amendment does before it is made; `after` is the table after it."""
    new_move = box.words.of(entry_text(after, command.entry), after.names) if command.move is not None else ""
    title, do = _title(box, _title_key(command), command.entry), partial(box.do_at_table, command)
    fits = "" if command.without else box.words("page.moves.all_fit")
    push_for_now(box, ChangesPage(box, title, after, do, new_move, last=fits))


def _misfits(box: PageHost, table: Table, command: Amend | Insert, misfits: tuple[Misfit, ...]) -> ListPage:
    """List every later entry that no longer fits; the first row shows what changes without them."""
    command = replace(command, without=tuple(misfit.entry for misfit in misfits))
    title = _title(box, _title_key(command), command.entry)
    return misfits_page(box, title, table, misfits, lambda: _show_changes(box, command, box.preview(command)))


def _title(box: PageHost, key: str, number: int) -> str:
    """Return a title with the name of an entry, cut to the room on top of a page."""
    return _cut(box.words(key, what=_name(box, number)))


def _cut(title: str) -> str:
    return title if len(title) <= _MOST_LETTERS else f"{title[: _MOST_LETTERS - 1].rstrip(' ,:')}…"


def _title_key(command: Amend | Insert) -> str:
    if isinstance(command, Insert):
        return "history.before"
    return "history.replacing" if command.move else "history.leaving"
