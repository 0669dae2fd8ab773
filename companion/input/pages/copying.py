"""Which of the owner's own games to copy into the box: the board of one, the wheel of another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from companion.input.pages.copy_board import copy_board
from companion.input.pages.copy_wheel import copy_wheel
from companion.input.pages.lists import Item, ListPage
from companion.input.pages.page import Host
from companion.views.faces.faces import Row
from companion.views.words.signs import Glyph

_COPIES: Mapping[str, tuple[str, Glyph, Callable[[Host], None]]] = MappingProxyType(
    {
        "expedition": ("home.board", Glyph.CRATE, copy_board),
        "classic": ("wheel.copy", Glyph.WIND_ROSE, copy_wheel),
    }
)
"""By game: what its row says, its drawing, and what it does."""


def copying(box: Host) -> list[Item]:
    """The row of the menu that leads to copying; it asks what, where there is more than one thing to copy."""
    items = _items(box)
    if len(items) < 2:
        return items
    page = partial(ListPage, box, lambda: box.words("home.copy"), lambda: _items(box))
    return [Item(Row(box.words("home.copy"), glyph=Glyph.CRATE), lambda: box.push(page()))]


def _items(box: Host) -> list[Item]:
    copies = [_COPIES[game.id] for game in box.records.games if game.id in _COPIES]
    return [Item(Row(box.words(key), glyph=glyph), partial(do, box)) for key, glyph, do in copies]
