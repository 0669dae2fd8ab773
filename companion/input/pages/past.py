"""Saved games: those to go on with, and those that are over with who won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.input.pages.lists import Item, ListPage
from companion.session.commands import Open
from companion.session.journal import Saved
from companion.views.faces import Glyph, Row
from companion.views.seats import brief_names
from companion.views.texts import figure

if TYPE_CHECKING:
    from companion.input.box import Box

_NAMED = 2
"""How many players stand in a row; all of them stand in the note."""


def unfinished(games: Sequence[Saved]) -> tuple[Saved, ...]:
    """The games that can be gone on with, newest first."""
    return tuple(saved for saved in reversed(games) if saved.result is None and not saved.closed)


def finished(games: Sequence[Saved]) -> tuple[Saved, ...]:
    """The games that are over or were closed, newest first."""
    return tuple(saved for saved in reversed(games) if saved.result is not None or saved.closed)


def winners(saved: Saved) -> tuple[str, ...]:
    """The names of who won a game that is over; several when they share it."""
    return tuple(saved.names[seat - 1] for seat, rank, _ in saved.result or () if rank == 1)


def saved_games(box: Box, games: Sequence[Saved], title: str) -> ListPage:
    """A list of saved games; ok opens one. `title` is a key of the catalogue."""
    return ListPage(box, lambda: box.words(title), lambda: [_item(box, saved) for saved in games])


def _item(box: Box, saved: Saved) -> Item:
    open_it = partial(box.do_at_table, Open(number=saved.number))
    note = f"{saved.number} · {', '.join(brief_names(saved.names))}"
    if saved.result is None:
        detail = box.words("past.closed") if saved.closed else ""
        return Item(Row(_some(saved.names), detail=detail), open_it, note)
    total = max(total for _, _, total in saved.result)
    row = Row(" & ".join(brief_names(winners(saved))), detail=figure(total), glyph=Glyph.CROWN)
    return Item(row, open_it, note)


def _some(names: Sequence[str]) -> str:
    """The first of these names, and how many more there are."""
    more = f" +{len(names) - _NAMED}" if len(names) > _NAMED else ""
    return ", ".join(brief_names(names[:_NAMED])) + more
