"""Which of the owner's own games to copy into the box: the board of one, the wheel of another."""

from __future__ import annotations

from functools import partial

from companion.box.faces.faces import Row
from companion.box.pages.copy_board_page import CopyBoardPage
from companion.box.pages.copy_wheel_page import CopyWheelPage
from companion.box.pages.list_page import Item, ListPage
from companion.box.pages.page import Host
from companion.rules.accessories import CopiedBoard, CopiedWheel
from companion.rules.game import Game
from companion.words.signs import Glyph, glyph_named


def copying(box: Host) -> list[Item]:
    """The row of the menu that leads to copying; it asks what, where there is more than one thing to copy.

    Lists are written on pages alone: four keys are no pen.
    """
    items = _items(box)
    if len(items) < 2:
        return items
    page = partial(ListPage, box, lambda: box.words("copy.title"), lambda: _items(box))
    return [Item(Row(box.words("copy.title"), glyph=Glyph.CRATE), lambda: box.push(page()))]


def _items(box: Host) -> list[Item]:
    return [
        Item(Row(box.words.of(one.copy), glyph=glyph_named(one.glyph, game.words)), partial(_copy, box, game, one))
        for game in box.records.games
        for one in game.accessories.copied
        if isinstance(one, CopiedBoard | CopiedWheel)
    ]


def _copy(box: Host, game: Game, one: CopiedBoard | CopiedWheel) -> None:
    """Lay the first page of copying on top."""
    page = CopyBoardPage(box, game, one) if isinstance(one, CopiedBoard) else CopyWheelPage(box, game, one)
    box.push(page)
