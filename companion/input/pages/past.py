"""Saved games: those to go on with, those that are over with who won, and erasing one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.input.pages.lists import Item, ListPage
from companion.input.pages.message import ConfirmPage
from companion.session.commands import Open
from companion.session.errors import SessionError
from companion.session.journal import Saved
from companion.views.faces import Row
from companion.views.seats import brief_names
from companion.views.signals import Sound
from companion.views.signs import Glyph
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


class SavedGames:
    """The saved games as they are shown: read when a menu opens, not with every picture."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self.games: tuple[Saved, ...] = ()
        """Oldest first."""

    def read(self) -> None:
        """Read them again; what cannot be read is told on top of the page that is open."""
        self.games = self._box.saved_games()

    def erase(self, number: int) -> None:
        """Erase a game for good, or say why not."""
        try:
            self._box.session.erase(number)
        except SessionError as error:
            self._box.refuse(error)
            return
        self._box.sound(Sound.DONE)
        self.read()


Which = Callable[[Sequence[Saved]], tuple[Saved, ...]]
"""Picks the games of a list: `unfinished` or `finished`."""


def saved_games(box: Box, saves: SavedGames, which: Which, title: str) -> ListPage:
    """A list of saved games; ok opens one, the last row erases one. `title` is a key of the catalogue."""

    def items() -> list[Item]:
        rows = [_item(box, saved, partial(box.do_at_table, Open(number=saved.number))) for saved in which(saves.games)]
        erase = Item(Row(box.words("past.erase")), lambda: box.push(_erase_which(box, saves, which)))
        return [*rows, erase] if rows else []

    return ListPage(box, lambda: box.words(title), items)


def _erase_which(box: Box, saves: SavedGames, which: Which) -> ListPage:
    def ask(saved: Saved) -> None:
        title, question = box.words("past.erase_game", number=saved.number), box.words("past.erase_question")
        names, erase = ", ".join(brief_names(saved.names)), partial(saves.erase, saved.number)
        box.push(ConfirmPage(box, title, question, erase, body=names))

    def items() -> list[Item]:
        return [_item(box, saved, partial(ask, saved)) for saved in which(saves.games)]

    return ListPage(box, lambda: box.words("past.erase_which"), items)


def _item(box: Box, saved: Saved, do: Callable[[], None]) -> Item:
    note = f"{saved.number} · {', '.join(brief_names(saved.names))}"
    if saved.result is None:
        detail = box.words("past.closed") if saved.closed else ""
        return Item(Row(_some(saved.names), detail=detail), do, note)
    total = max(total for _, _, total in saved.result)
    row = Row(" & ".join(brief_names(winners(saved))), detail=figure(total), glyph=Glyph.CROWN)
    return Item(row, do, note)


def _some(names: Sequence[str]) -> str:
    """The first of these names, and how many more there are."""
    more = f" +{len(names) - _NAMED}" if len(names) > _NAMED else ""
    return ", ".join(brief_names(names[:_NAMED])) + more
