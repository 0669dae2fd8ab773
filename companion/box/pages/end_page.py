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
from companion.rules.game import Ranking
from companion.rules.match_functions import standings
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.signs import Glyph, Key, join_names, seat_mark, unit_of


def end_face(box: PageHost, table: Table, ok: str = "key.scores") -> EndFace:
    """Return a picture of every seat with rank and total; `ok` is the catalogue key of what ok leads to."""
    words = box.words
    places = standings(table.match, table.state)
    best = [table.names[place.seat - 1] for place in places if place.rank == 1]
    headline = words("end.winner", names=join_names(best, words), n=len(best))
    ties = [total.ties for total in table.match.totals(table.match.player_view(table.state, PUBLIC))]
    seats_by_total = Counter(place.total for place in places)

    def result_of(place: Ranking) -> SeatResult:
        tie = ties[place.seat - 1] if table.over and seats_by_total[place.total] > 1 else None
        note = words.note(tie, table.names) if tie is not None else ""
        return SeatResult(place.rank, seat_mark(table, place.seat, words), place.total, note)

    title = words(f"game.{table.game.id}")
    return EndFace(
        strip=Strip(title=title),
        hints=(Hint(Key.BACK, words("key.menu")), Hint(Key.OK, words(ok))),
        headline=headline if table.over else words("end.closed"),
        results=tuple(map(result_of, places)),
        unit=unit_of(table.match),
        game=title,
    )


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
