"""Output of the box: a tour of its pages with its keys, with the text that each says aloud."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.kept.program import Hands, Sitting, at_the_box, rows_of, sitting

PAGES = ("menu.sheet", "rules.title", "chance.title", "menu.history", "menu.correct")
"""The pages of a game on the tour, by the keys of their rows in the menu of the table."""
AROUND = ("home.go_on", "home.past", "phones.title", "home.free")
"""The same in the menu without a game."""
SEALS = ("chance.title",)
"""The same in the menu of free throws."""
MOST = 40
"""Maximum number of key presses until the end of a page that is no list."""
Told = tuple[str, list[str]]
"""The title of a page, and all the lines spoken there."""


def on_the_box(state: Path, language: str) -> str:
    """Return everything that the box says about this state directory in a language, page by page."""
    with at_the_box(state, language) as hands:
        tour = _at_the_table(hands, here) if (here := sitting(hands)) else _around(hands)
        return "".join("\n".join((f"== {title}", "", *lines, "", "")) for title, lines in tour)


def _around(hands: Hands) -> Iterator[Told]:
    yield "welcome", [hands.spoken]
    yield "menu", _menu(hands)
    for row in AROUND:
        yield from _chosen(hands, row)
    hands.press("ok")
    hands.choose("home.free")
    for row in SEALS:
        if hands.says(row) in hands.rows:
            hands.choose(row)
            yield f"home.free, {row}", _read(hands)


def _at_the_table(hands: Hands, here: Sitting) -> Iterator[Told]:
    if here.carried:
        yield "carried", [hands.spoken]
        hands.press("ok")
    yield "table", [hands.spoken] if here.ended else _read(hands)
    for seat in range(1, len(here.names) + 1):
        table = hands.spoken
        hands.press(f"seat{seat}")
        if hands.spoken != table:
            yield f"seat {seat}", _read(hands)
            hands.hold("back")
    yield "menu", _menu(hands)
    for row in PAGES:
        yield from _chosen(hands, row)
    for name in here.waiting:
        yield from _chosen(hands, hands.says("menu.actions", name=name))
    for name in here.names:
        yield from _chosen(hands, hands.says("hand.of", name=name), then=("ok",))


def _menu(hands: Hands) -> list[str]:
    hands.hold("ok")
    read = _read(hands)
    hands.hold("back")
    return read


def _chosen(hands: Hands, row: str, then: tuple[str, ...] = ()) -> Iterator[Told]:
    """Yield the page behind a row of the menu, if there is such a row, and its lines after these keys."""
    hands.hold("ok")
    if hands.says(row) in hands.rows:
        hands.choose(row)
        said = _read(hands)
        for key in then:
            hands.press(key)
            said += _read(hands)
        yield row, said
    hands.hold("back")


def _read(hands: Hands) -> list[str]:
    """Return all lines of a page while moving down it, until it starts again."""
    said = [hands.spoken]
    rows = rows_of(hands)
    for _ in range(rows - 1 if rows else MOST):
        hands.press("down")
        if not rows and hands.spoken in said:
            break
        said.append(hands.spoken)
    return said
