"""The rulebook on the box: "How does it go?", its chapters, and the card of each ruling."""

from __future__ import annotations

from functools import partial

from companion.box.faces.faces import ListRow
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.message_page import MessagePage, show_ruling
from companion.box.pages.page import PageHost
from companion.rules.game import Game
from companion.rules.rulings import Chapter, rulebook


def rulebook_items(box: PageHost, game: Game | None = None) -> list[ListItem]:
    """Return the row "How does it go?" of a menu: for this game, or without one for each; none without a rulebook."""
    games = [other for other in box.queries.games if rulebook(other) and game in (None, other)]
    if not games:
        return []
    pages = _chapters(box, games[0]) if len(games) == 1 else _games(box, games)
    return [ListItem(ListRow(box.words("rulebook.title")), lambda: box.push(pages))]


def _games(box: PageHost, games: list[Game]) -> ListPage:
    """List the games that have a rulebook."""

    def items() -> list[ListItem]:
        return [ListItem(ListRow(box.words(f"game.{game.id}")), partial(_push_chapters, box, game)) for game in games]

    return ListPage(box, lambda: box.words("rulebook.title"), items)


def _push_chapters(box: PageHost, game: Game) -> None:
    box.push(_chapters(box, game))


def _chapters(box: PageHost, game: Game) -> ListPage:
    """List the chapters of a game's rulebook."""

    def items() -> list[ListItem]:
        return [
            ListItem(ListRow(box.words.of(chapter.title)), partial(_open_chapter, box, game, chapter))
            for chapter in rulebook(game)
        ]

    return ListPage(box, lambda: box.words(f"game.{game.id}"), items)


def _open_chapter(box: PageHost, game: Game, chapter: Chapter) -> None:
    """List a chapter: its introduction, then its rulings; a chapter without rulings is read at once."""
    title = box.words.of(chapter.title)
    read = partial(_read, box, title, chapter)
    if not chapter.rulings:
        read()
        return

    def items() -> list[ListItem]:
        rows = [ListItem(ListRow(box.words("rulebook.opening")), read)]
        for ruling in chapter.rulings:
            row = ListRow(box.words.of(ruling.title), detail=ruling.number)
            rows.append(ListItem(row, partial(show_ruling, box, game, ruling)))
        return rows

    box.push(ListPage(box, lambda: box.words.of(chapter.title), items))


def _read(box: PageHost, title: str, chapter: Chapter) -> None:
    box.push(MessagePage(box, title, box.words.of(chapter.says)))
