"""The end of a game: the sheet one would photograph, and what comes after."""

from __future__ import annotations

from companion.input.pages.actions import parting, undoing
from companion.input.pages.blocks import all_blocks
from companion.input.pages.chance import chance_items
from companion.input.pages.history import history
from companion.input.pages.lists import Item, ListPage, of_table
from companion.input.pages.page import Host
from companion.input.pages.phones import phones
from companion.input.pages.setup import choose_game, rematch
from companion.input.pages.sheet import totals
from companion.rules.match import standings
from companion.rules.viewer import PUBLIC
from companion.session.table import Table
from companion.views.faces.faces import EndFace, Hint, Result, Row, Strip
from companion.views.words.seats import mark_of, named_together
from companion.views.words.signs import Glyph, Key
from companion.views.words.things import unit_of


def end_face(box: Host, table: Table) -> EndFace:
    """Every seat with rank and total on one picture."""
    words = box.words
    places = standings(table.match, table.state)
    best = [table.names[place.seat - 1] for place in places if place.rank == 1]
    headline = words("end.winner", names=named_together(best), n=len(best))
    ties = [total.ties for total in table.match.totals(table.match.seen(table.state, PUBLIC))]
    tied = ["" if tie is None else words.of(tie) for tie in ties]
    results = [
        Result(place.rank, mark_of(table, place.seat, words), place.total, tied[place.seat - 1]) for place in places
    ]
    title = words(f"game.{table.game.id}")
    return EndFace(
        strip=Strip(title=title),
        hints=(Hint(Key.OK, words("key.menu")),),
        headline=headline if table.over else words("end.closed"),
        results=tuple(results),
        unit=unit_of(table.match),
        game=title,
    )


def end_menu(box: Host) -> ListPage:
    """What a table may want when a game is over."""

    def items(table: Table) -> list[Item]:
        word = box.words
        rows = [
            Item(Row(word("end.rematch"), glyph=Glyph.CAMEL), lambda: rematch(box)),
            Item(Row(word("menu.sheet"), glyph=Glyph.COIN), lambda: box.push(totals(box))),
            Item(Row(word("menu.blocks")), lambda: box.push(all_blocks(box))),
            Item(Row(word("menu.history")), lambda: box.push(history(box))),
            *chance_items(box),
            Item(Row(word("home.new")), lambda: choose_game(box)),
            Item(Row(word("phones.title")), lambda: box.push(phones(box))),
        ]
        return [*rows, *undoing(box, table), *parting(box)]

    return ListPage(box, lambda: box.words("end.menu"), of_table(box, items))
