"""Saved games: those to go on with, and those that are over with who won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.input.pages.lists import Item, ListPage
from companion.session.commands import Open
from companion.session.journal import Saved
from companion.views.faces import Row

if TYPE_CHECKING:
    from companion.input.box import Box


def unfinished_games(box: Box) -> tuple[Saved, ...]:
    """The games that can be gone on with, newest first."""
    return tuple(saved for saved in reversed(box.session.journal.games()) if saved.result is None and not saved.closed)


def past_games(box: Box, *, finished: bool) -> ListPage:
    """The list of games that are over (or those to go on with), newest first."""

    def items() -> list[Item]:
        games = box.session.journal.games()
        shown = [saved for saved in reversed(games) if saved.result is not None] if finished else unfinished_games(box)
        return [_item(box, saved) for saved in shown]

    return ListPage(box, box.words("home.past" if finished else "home.go_on"), items)


def winners(saved: Saved) -> tuple[str, ...]:
    """The names of who won a game that is over; several when they share it."""
    return tuple(saved.names[seat - 1] for seat, rank, _ in saved.result or () if rank == 1)


def _item(box: Box, saved: Saved) -> Item:
    def open_it() -> None:
        if box.do(Open(number=saved.number)) is not None:
            box.refresh()
            box.to_table()

    word = box.words
    if saved.result is None:
        row = Row(", ".join(saved.names), detail=f"#{saved.number}")
        return Item(row, open_it, note=word(f"game.{saved.game}"))
    won = word("past.won", names=" & ".join(winners(saved)), n=len(winners(saved)))
    total = max(total for _, _, total in saved.result)
    return Item(Row(won, detail=str(total)), open_it, note=f"#{saved.number} · {', '.join(saved.names)}")
