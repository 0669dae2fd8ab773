"""The first page: what a table can begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.input.pages.lists import Item, ListPage
from companion.input.pages.page import Page
from companion.input.pages.past import past_games, unfinished_games
from companion.input.pages.settings import power_off, settings
from companion.views.faces import Face, Glyph, HomeFace, Key, Row, Strip

if TYPE_CHECKING:
    from companion.input.box import Box


class HomePage(Page):
    """The welcome; any key opens the menu."""

    def face(self) -> Face:
        return HomeFace(
            strip=Strip(title=self.word("home.title")),
            hints=self.hints((Key.OK, "key.menu")),
            line=self.word("home.invitation"),
        )

    def press(self, key: Key) -> None:
        self.box.push(main_menu(self.box))

    def long(self, key: Key) -> None:
        self.press(key)

    def held(self, key: Key) -> str:
        return ""


def main_menu(box: Box) -> ListPage:
    """The menu behind the welcome."""
    from companion.input.pages.copy_board import copy_board
    from companion.input.pages.setup import choose_game

    def items() -> list[Item]:
        word = box.words
        rows = [Item(Row(word("home.new"), glyph=Glyph.CAMEL), lambda: choose_game(box))]
        if box.table is not None:
            rows.insert(0, Item(Row(word("home.table"), glyph=Glyph.LANTERN), box.to_table))
        if unfinished := unfinished_games(box):
            count = str(len(unfinished))
            rows.append(Item(Row(word("home.go_on"), detail=count), lambda: box.push(past_games(box, finished=False))))
        rows.append(Item(Row(word("home.past")), lambda: box.push(past_games(box, finished=True))))
        rows.append(Item(Row(word("home.board"), glyph=Glyph.CRATE), lambda: copy_board(box)))
        rows.append(Item(Row(word("home.settings")), lambda: box.push(settings(box))))
        rows.append(Item(Row(word("home.off")), lambda: power_off(box)))
        return rows

    return ListPage(box, box.words("home.menu"), items)
