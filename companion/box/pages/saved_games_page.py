"""Saved games: unfinished ones, finished ones with their winners, those by other rules, and erasing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.box.faces.faces import ListRow
from companion.box.faces.signals import Sound
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.page import PageHost
from companion.journal.journal import SavedGame
from companion.journal.replay import foreign_reason
from companion.table.commands import CloseGame, OpenGame
from companion.table.session_errors import ForeignError, Misfit, MisfitsError, SessionError
from companion.words.catalogue import format_number
from companion.words.signs import Glyph, brief_names, join_names, seat_marks
from companion.words.status_lines import foreign_text, misfit_text

_NAMES_IN_ROW = 2
"""Number of players in a row; the note names all of them."""


def unfinished(games: Sequence[SavedGame]) -> tuple[SavedGame, ...]:
    """Return the games that can continue, newest first."""
    return tuple(saved for saved in reversed(games) if saved.unfinished)


def finished(games: Sequence[SavedGame]) -> tuple[SavedGame, ...]:
    """Return the games that cannot continue, newest first: they are over, were closed or cannot be read."""
    return tuple(saved for saved in reversed(games) if not saved.unfinished)


def winners(saved: SavedGame) -> tuple[str, ...]:
    """Return the names of the winners of a game that is over; several if they share the win."""
    return tuple(saved.names[seat - 1] for seat, rank, _ in saved.result or () if rank == 1)


class SavedGames:
    """The saved games on the screen: read when a menu opens, not with every picture."""

    def __init__(self, box: PageHost) -> None:
        self._box = box
        self.games: tuple[SavedGame, ...] = ()
        """Oldest first."""

    def read(self) -> None:
        """Read them again; an error is shown on top of the open page."""
        self.games = self._box.saved_games()

    def erase(self, number: int) -> None:
        """Erase a game permanently, or show why not."""
        try:
            self._box.queries.erase(number)
        except SessionError as error:
            self._box.show_refusal(error)
            return
        self._box.sound(Sound.DONE)
        self.read()


GameFilter = Callable[[Sequence[SavedGame]], tuple[SavedGame, ...]]
"""Selects the games of a list: `unfinished` or `finished`."""


def saved_games(box: PageHost, saves: SavedGames, games_filter: GameFilter, title: str) -> ListPage:
    """Return a list of saved games; ok opens one, the last row erases one. `title` is a key of the catalogue."""

    def items() -> list[ListItem]:
        rows = [_item(box, saved, partial(_open, box, saves, saved)) for saved in games_filter(saves.games)]
        erase = ListItem(ListRow(box.words("past.erase")), lambda: box.push(_erase_which(box, saves, games_filter)))
        return [*rows, erase] if rows else []

    return ListPage(box, lambda: box.words(title), items)


def open_game(box: PageHost, number: int) -> None:
    """Open the game with this number, or ask its players what to do about it."""
    saves = SavedGames(box)
    saves.read()
    for saved in saves.games:
        if saved.number == number:
            _open(box, saves, saved)


def _open(box: PageHost, saves: SavedGames, saved: SavedGame, without: tuple[int, ...] = ()) -> None:
    """Open a game, or show why not; if other rules refuse some of its moves, ask what to do."""
    try:
        box.do_or_raise(OpenGame(number=saved.number, without=without))
    except MisfitsError as error:
        box.push(_misfits(box, saves, saved, error.misfits))
    except ForeignError as error:
        if error.closable:
            box.push(_closing(box, saves, saved))
        box.show_refusal(error)
    except SessionError as error:
        box.show_refusal(error)
    else:
        box.sound(Sound.DONE)
        box.show_table()


def _misfits(box: PageHost, saves: SavedGames, saved: SavedGame, misfits: tuple[Misfit, ...]) -> ListPage:
    """List the moves that the present rules refuse, after the two choices: continue without them, or close the game."""

    colours = box.queries.summary(saved.number).colours or (("",),) * len(saved.names)

    def go_on() -> None:
        box.pop()
        _open(box, saves, saved, tuple(misfit.entry for misfit in misfits))

    def items() -> list[ListItem]:
        words = box.words
        without = ListRow(words("past.misfits.go_on", n=len(misfits)))
        choices = [
            ListItem(without, go_on, words("past.misfits.refused", n=len(misfits))),
            _close_item(box, saves, saved),
        ]
        return [*choices, *(_misfit_item(box, saved, misfit, colours) for misfit in misfits)]

    return ListPage(box, lambda: box.words("past.game", number=saved.number), items)


def _misfit_item(box: PageHost, saved: SavedGame, misfit: Misfit, colours: Sequence[Sequence[str]]) -> ListItem:
    """Return a row with the seat and kind of a move only: the rest of the move may be secret."""
    reason = box.words.with_interpretation(misfit.reason, saved.names)
    tell = partial(box.show_message, box.words("refused.title"), reason, misfit.ruling or "")
    mark = seat_marks(saved.names, (own[0] for own in colours), box.words)[misfit.seat - 1]
    row = ListRow(box.words.brief(misfit_text(misfit), saved.names), mark=mark, refused=True)
    return ListItem(row, tell, box.words.brief(misfit.reason, saved.names))


def _closing(box: PageHost, saves: SavedGames, saved: SavedGame) -> ListPage:
    """Return the choices for a game that could not even begin by the present rules."""
    return ListPage(box, lambda: box.words("past.game", number=saved.number), lambda: [_close_item(box, saves, saved)])


def _close_item(box: PageHost, saves: SavedGames, saved: SavedGame) -> ListItem:
    def close() -> None:
        box.pop()
        try:
            box.do_or_raise(CloseGame(number=saved.number))
        except SessionError as error:
            box.show_refusal(error)
            return
        box.sound(Sound.DONE)
        saves.read()
        title = box.words("past.game", number=saved.number)
        box.show_message(title, box.words("past.misfits.closed", number=saved.number))

    def ask() -> None:
        title, question = box.words("past.game", number=saved.number), box.words("past.misfits.close_question")
        box.push(ConfirmPage(box, title, question, close, body=box.words("past.misfits.close_body")))

    return ListItem(ListRow(box.words("past.misfits.close")), ask)


def _erase_which(box: PageHost, saves: SavedGames, games_filter: GameFilter) -> ListPage:
    def ask(saved: SavedGame) -> None:
        title, question = box.words("past.erase_game", number=saved.number), box.words("past.erase_question")
        names, erase = ", ".join(brief_names(saved.names)), partial(saves.erase, saved.number)
        box.push(ConfirmPage(box, title, question, erase, body=names))

    def items() -> list[ListItem]:
        return [_item(box, saved, partial(ask, saved)) for saved in games_filter(saves.games)]

    return ListPage(box, lambda: box.words("past.erase_which"), items)


def _item(box: PageHost, saved: SavedGame, do: Callable[[], None]) -> ListItem:
    if saved.unreadable:
        return ListItem(ListRow(box.words("past.unreadable")), do, f"{saved.number}")
    why = foreign_text(
        foreign_reason(saved.game, saved.version, box.queries.games), over=saved.result is not None, closed=saved.closed
    )
    description = box.words.brief(why) if why is not None else ", ".join(brief_names(saved.names))
    note = f"{saved.number} · {description}"
    if saved.result is None:
        detail = box.words("past.closed") if saved.closed else ""
        return ListItem(ListRow(_first_names(saved.names), detail=detail), do, note)
    total = max(total for _, _, total in saved.result)
    row = ListRow(join_names(brief_names(winners(saved)), box.words), detail=format_number(total), glyph=Glyph.CROWN)
    return ListItem(row, do, note)


def _first_names(names: Sequence[str]) -> str:
    """Return the first of these names, and how many more there are."""
    more = f" +{len(names) - _NAMES_IN_ROW}" if len(names) > _NAMES_IN_ROW else ""
    return ", ".join(brief_names(names[:_NAMES_IN_ROW])) + more
