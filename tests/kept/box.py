"""Output of the box: a tour of its pages with its keys, with the text that each says aloud."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.kept.program import Hands, OpenGame, open_game, row_count, run_box

PAGES = ("menu.sheet", "rules.tonight", "chance.title", "menu.history", "menu.correct")
"""The pages of a game on the tour, by the keys of their rows in the menu of the table."""
PAGES_WITHOUT_GAME = ("home.go_on", "home.past", "phones.title", "home.free")
"""The same in the menu without a game."""
FREE_THROW_PAGES = ("chance.title",)
"""The same in the menu of free throws."""
MOST_PRESSES = 40
"""Maximum number of key presses until the end of a page that is no list."""
PageLines = tuple[str, list[str]]
"""The title of a page, and all the lines spoken there."""


def box_output(state: Path, language: str) -> str:
    """Return everything that the box says about this state directory in a language, page by page."""
    with run_box(state, language) as hands:
        tour = _tour_of_game(hands, game) if (game := open_game(hands)) else _tour_without_game(hands)
        return "".join("\n".join((f"== {title}", "", *lines, "", "")) for title, lines in tour)


def _tour_without_game(hands: Hands) -> Iterator[PageLines]:
    yield "welcome", [hands.spoken]
    yield "menu", _read_menu(hands)
    for row in PAGES_WITHOUT_GAME:
        yield from _visit_row(hands, row)
    hands.press("ok")
    hands.choose("home.free")
    for row in FREE_THROW_PAGES:
        if hands.words(row) in hands.rows:
            hands.choose(row)
            yield f"home.free, {row}", _read_page(hands)


def _tour_of_game(hands: Hands, game: OpenGame) -> Iterator[PageLines]:
    if game.migrated:
        yield "carried", [hands.spoken]
        hands.press("ok")
    yield "table", [hands.spoken] if game.ended else _read_page(hands)
    for seat in range(1, len(game.names) + 1):
        table = hands.spoken
        hands.press(f"seat{seat}")
        if hands.spoken != table:
            yield f"seat {seat}", _read_page(hands)
            hands.hold("back")
    yield "menu", _read_menu(hands)
    for row in PAGES:
        yield from _visit_row(hands, row)
    for name in game.active_names:
        yield from _visit_row(hands, hands.words("menu.actions", name=name))
    for name in game.names:
        yield from _visit_row(hands, hands.words("hand.of", name=name), then=("ok",))


def _read_menu(hands: Hands) -> list[str]:
    hands.hold("ok")
    lines = _read_page(hands)
    hands.hold("back")
    return lines


def _visit_row(hands: Hands, row: str, then: tuple[str, ...] = ()) -> Iterator[PageLines]:
    """Yield the page behind a row of the menu, if there is such a row, and its lines after these keys."""
    hands.hold("ok")
    if hands.words(row) in hands.rows:
        hands.choose(row)
        lines = _read_page(hands)
        for key in then:
            hands.press(key)
            lines += _read_page(hands)
        yield row, lines
    hands.hold("back")


def _read_page(hands: Hands) -> list[str]:
    """Return all lines of a page while moving down it, until it starts again."""
    lines = [hands.spoken]
    rows = row_count(hands)
    for _ in range(rows - 1 if rows else MOST_PRESSES):
        hands.press("down")
        if not rows and hands.spoken in lines:
            break
        lines.append(hands.spoken)
    return lines
