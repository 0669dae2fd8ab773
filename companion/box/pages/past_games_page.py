"""Saved games: those to go on with, those that are over with who won, those by other rules, and erasing one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.box.faces.faces import Row
from companion.box.faces.signals import Sound
from companion.box.pages.list_page import Item, ListPage
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.page import Host
from companion.journal.journal import Saved
from companion.journal.replay import foreign_of
from companion.table.commands import Close, Open
from companion.table.table_errors import ForeignError, Misfit, MisfitsError, SessionError
from companion.words.catalogue import figure
from companion.words.signs import Glyph, brief_names, mark_for, named_together
from companion.words.status_lines import foreign_told, misfit_told

_NAMED = 2
"""How many players stand in a row; all of them stand in the note."""


def unfinished(games: Sequence[Saved]) -> tuple[Saved, ...]:
    """The games that can be gone on with, newest first."""
    return tuple(saved for saved in reversed(games) if saved.goes_on)


def finished(games: Sequence[Saved]) -> tuple[Saved, ...]:
    """The games that do not go on, newest first: they are over, were closed or cannot be read."""
    return tuple(saved for saved in reversed(games) if not saved.goes_on)


def winners(saved: Saved) -> tuple[str, ...]:
    """The names of who won a game that is over; several when they share it."""
    return tuple(saved.names[seat - 1] for seat, rank, _ in saved.result or () if rank == 1)


class SavedGames:
    """The saved games as they are shown: read when a menu opens, not with every picture."""

    def __init__(self, box: Host) -> None:
        self._box = box
        self.games: tuple[Saved, ...] = ()
        """Oldest first."""

    def read(self) -> None:
        """Read them again; what cannot be read is told on top of the page that is open."""
        self.games = self._box.saved_games()

    def erase(self, number: int) -> None:
        """Erase a game for good, or say why not."""
        try:
            self._box.records.erase(number)
        except SessionError as error:
            self._box.refuse(error)
            return
        self._box.sound(Sound.DONE)
        self.read()


Which = Callable[[Sequence[Saved]], tuple[Saved, ...]]
"""Picks the games of a list: `unfinished` or `finished`."""


def saved_games(box: Host, saves: SavedGames, which: Which, title: str) -> ListPage:
    """A list of saved games; ok opens one, the last row erases one. `title` is a key of the catalogue."""

    def items() -> list[Item]:
        rows = [_item(box, saved, partial(_open, box, saves, saved)) for saved in which(saves.games)]
        erase = Item(Row(box.words("past.erase")), lambda: box.push(_erase_which(box, saves, which)))
        return [*rows, erase] if rows else []

    return ListPage(box, lambda: box.words(title), items)


def take_up(box: Host, number: int) -> None:
    """Lay the game of this number on the table, or ask what its players want of it."""
    saves = SavedGames(box)
    saves.read()
    for saved in saves.games:
        if saved.number == number:
            _open(box, saves, saved)


def _open(box: Host, saves: SavedGames, saved: Saved, without: tuple[int, ...] = ()) -> None:
    """Lay a game on the table, or say why not; where other rules refuse some of its moves, ask what is to be done."""
    try:
        box.ask(Open(number=saved.number, without=without))
    except MisfitsError as error:
        box.push(_misfits(box, saves, saved, error.misfits))
    except ForeignError as error:
        if error.closable:
            box.push(_closing(box, saves, saved))
        box.refuse(error)
    except SessionError as error:
        box.refuse(error)
    else:
        box.sound(Sound.DONE)
        box.show_table()


def _misfits(box: Host, saves: SavedGames, saved: Saved, misfits: tuple[Misfit, ...]) -> ListPage:
    """The moves that the present rules refuse, behind what can be done about it: going on without, or closing it."""

    colours = box.records.summary(saved.number).colours or ()

    def go_on() -> None:
        box.pop()
        _open(box, saves, saved, tuple(misfit.entry for misfit in misfits))

    def items() -> list[Item]:
        words = box.words
        without = Row(words("past.misfits.go_on", n=len(misfits)))
        ways = [Item(without, go_on, words("past.misfits.refused", n=len(misfits))), _close_item(box, saves, saved)]
        return [*ways, *(_misfit_item(box, saved, misfit, colours) for misfit in misfits)]

    return ListPage(box, lambda: box.words("past.game", number=saved.number), items)


def _misfit_item(box: Host, saved: Saved, misfit: Misfit, colours: Sequence[Sequence[str]]) -> Item:
    """Whose move it is and of what kind: more of it may be a secret."""
    reason = box.words.with_reading(misfit.reason, saved.names)
    tell = partial(box.tell, box.words("refused.title"), reason, misfit.ruling or "")
    colour = colours[misfit.seat - 1][0] if colours else ""
    mark = mark_for(misfit.seat, saved.names[misfit.seat - 1], colour, box.words)
    row = Row(box.words.brief(misfit_told(misfit), saved.names), mark=mark, refused=True)
    return Item(row, tell, box.words.brief(misfit.reason, saved.names))


def _closing(box: Host, saves: SavedGames, saved: Saved) -> ListPage:
    """What can be done about a game that could not even begin by the present rules."""
    return ListPage(box, lambda: box.words("past.game", number=saved.number), lambda: [_close_item(box, saves, saved)])


def _close_item(box: Host, saves: SavedGames, saved: Saved) -> Item:
    def close() -> None:
        box.pop()
        try:
            box.ask(Close(number=saved.number))
        except SessionError as error:
            box.refuse(error)
            return
        box.sound(Sound.DONE)
        saves.read()
        title = box.words("past.game", number=saved.number)
        box.tell(title, box.words("past.misfits.closed", number=saved.number))

    def ask() -> None:
        title, question = box.words("past.game", number=saved.number), box.words("past.misfits.close_question")
        box.push(ConfirmPage(box, title, question, close, body=box.words("past.misfits.close_body")))

    return Item(Row(box.words("past.misfits.close")), ask)


def _erase_which(box: Host, saves: SavedGames, which: Which) -> ListPage:
    def ask(saved: Saved) -> None:
        title, question = box.words("past.erase_game", number=saved.number), box.words("past.erase_question")
        names, erase = ", ".join(brief_names(saved.names)), partial(saves.erase, saved.number)
        box.push(ConfirmPage(box, title, question, erase, body=names))

    def items() -> list[Item]:
        return [_item(box, saved, partial(ask, saved)) for saved in which(saves.games)]

    return ListPage(box, lambda: box.words("past.erase_which"), items)


def _item(box: Host, saved: Saved, do: Callable[[], None]) -> Item:
    if saved.unreadable:
        return Item(Row(box.words("past.unreadable")), do, f"{saved.number}")
    why = foreign_told(
        foreign_of(saved.game, saved.version, box.records.games), over=saved.result is not None, closed=saved.closed
    )
    about = box.words.brief(why) if why is not None else ", ".join(brief_names(saved.names))
    note = f"{saved.number} · {about}"
    if saved.result is None:
        detail = box.words("past.closed") if saved.closed else ""
        return Item(Row(_some(saved.names), detail=detail), do, note)
    total = max(total for _, _, total in saved.result)
    row = Row(named_together(brief_names(winners(saved))), detail=figure(total), glyph=Glyph.CROWN)
    return Item(row, do, note)


def _some(names: Sequence[str]) -> str:
    """The first of these names, and how many more there are."""
    more = f" +{len(names) - _NAMED}" if len(names) > _NAMED else ""
    return ", ".join(brief_names(names[:_NAMED])) + more
