"""The end of a game: the sheet that players photograph, and the menu that follows."""

from __future__ import annotations

from collections import Counter

from companion.box.faces.faces import EndFace, Hint, ListRow, SeatResult, Strip
from companion.box.pages.actions_menu import closing_items, undo_items
from companion.box.pages.blocks_page import all_blocks
from companion.box.pages.history_page import history
from companion.box.pages.list_page import ListItem, ListPage, table_items
from companion.box.pages.lobby_page import choose_game, rematch
from companion.box.pages.page import PageHost
from companion.box.pages.phones_page import phones
from companion.box.pages.seal_page import seal_items
from companion.box.pages.sheet_page import totals
from companion.journal.archive import PastGame
from companion.journal.game_records import records_of
from companion.rules.game import Ranking
from companion.rules.match_functions import standings
from companion.rules.viewer import PUBLIC
from companion.table.session_errors import SessionError
from companion.table.table import Table
from companion.table.turning_point import count_turns, turning_point
from companion.words.catalogue import Words
from companion.words.signs import Glyph, Key, join_names, seat_mark, unit_of
from companion.words.story_lines import brief_turning_point, length_text


def end_face(box: PageHost, table: Table, ok: str = "key.scores") -> EndFace:
    """Return a picture of every seat with rank and total; `ok` is the catalogue key of what ok leads to."""
    words = box.words
    places = standings(table.match, table.state)
    best = [table.names[place.seat - 1] for place in places if place.rank == 1]
    headline = words("end.winner", names=join_names(best, words), n=len(best)) if table.over else words("end.closed")
    ties = [total.ties for total in table.match.totals(table.match.player_view(table.state, PUBLIC))]
    seats_by_total = Counter(place.total for place in places)

    def result_of(place: Ranking) -> SeatResult:
        tie = ties[place.seat - 1] if table.over and seats_by_total[place.total] > 1 else None
        note = words.note(tie, table.names) if tie is not None else ""
        rank = place.rank if table.over else None
        return SeatResult(rank, seat_mark(table, place.seat, words), place.total, note)

    title = words(f"game.{table.game.id}")
    return EndFace(
        strip=Strip(title=title),
        hints=(Hint(Key.BACK, words("key.menu")), Hint(Key.OK, words(ok))),
        headline=headline,
        results=tuple(map(result_of, places)),
        unit=unit_of(table.match),
        game=title,
    )


def end_facts(box: PageHost, table: Table, face: EndFace) -> tuple[tuple[str, ...], bool]:
    """Return what decided a finished game, how long it took, and its records, a short line each.

    The second value is False if the list of past games has yet to show the end of the game: then a later call may
    return more.
    """
    if not table.over:
        return (), True
    words, past = box.words, _past_game(box, table)
    point, turns = table.cached(("turning point", "turns"), lambda: (turning_point(table), count_turns(table)))
    facts = [
        _margin(face, words),
        length_text(turns, past.minutes if past is not None else None, words),
        brief_turning_point(point, words) if point is not None else "",
        *_records(box, table),
    ]
    return tuple(fact for fact in facts if fact), past is not None and past.result is not None


def _margin(face: EndFace, words: Words) -> str:
    """Return the totals of the winner and the next seat; empty with a single seat."""
    first, *others = face.results
    if not others:
        return ""
    if others[0].rank == 1:
        return words("end.margin.shared", total=first.total)
    return words("end.totals", first=first.total, second=others[0].total)


def _past_game(box: PageHost, table: Table) -> PastGame | None:
    """Return the open game as the journal lists it; None if it cannot be read."""
    try:
        return next((past for past in box.past_games() if past.number == table.number), None)
    except SessionError:
        return None


def _records(box: PageHost, table: Table) -> list[str]:
    """Return the records that the open game has set, in words; none if the journal cannot be read."""
    try:
        records = records_of(box.past_games(), box.queries.people)
    except SessionError:
        return []
    return [box.words.of(text, table.names) for text in records.get(table.number, ())]


def end_menu(box: PageHost) -> ListPage:
    """Return the menu of a table when its game is over.

    The cursor is on the sheet: pressing ok again and again never begins another game.
    """

    def items(table: Table) -> list[ListItem]:
        word = box.words
        rows = [
            ListItem(ListRow(word("menu.sheet"), glyph=Glyph.COIN), lambda: box.push(totals(box))),
            ListItem(ListRow(word("end.rematch"), glyph=Glyph.CAMEL), lambda: rematch(box)),
            ListItem(ListRow(word("menu.blocks")), lambda: box.push(all_blocks(box))),
            ListItem(ListRow(word("menu.history")), lambda: box.push(history(box))),
            *seal_items(box),
            ListItem(ListRow(word("home.new")), lambda: choose_game(box)),
            ListItem(ListRow(word("phones.title")), lambda: box.push(phones(box))),
        ]
        return [*rows, *undo_items(box, table), *closing_items(box)]

    return ListPage(box, lambda: box.words("end.menu"), table_items(box, items))
