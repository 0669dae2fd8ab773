"""Every screen of the box, reached by its keys: tours through it that take a picture at each stop."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.input.pages.page import Page
from companion.rules.game import Game
from companion.rules.registry import GAMES
from companion.session.table import Table
from companion.views.faces import Face
from tests.input.golden import tours_around, tours_of_table
from tests.input.hands import Hands
from tests.rules.lanterns import LANTERNS

LARGE = (
    *("welcome", "menu", "players_two", "letters", "colour", "settings", "volume", "off", "board_crate"),
    *("turn_start", "turn_crate", "turn_refused", "turn_two_camels", "turn_known", "refused", "tally", "end"),
    *("actions_refused", "confirm", "correct_by", "seat_sheet", "reason"),
    *("phones_seats", "find", "code_seat", "code_too_late", "forget_question", "past_erase_question"),
)
"""The screens that are also taken in large text."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One stop of a tour."""

    page: type[Page]
    face: Face


class Album:
    """Takes the pictures of a tour."""

    def __init__(self, hands: Hands, *, large: bool = False) -> None:
        self.hands, self.large = hands, large
        self.screens: dict[str, Screen] = {}

    def snap(self, name: str) -> None:
        """Take a picture of what is shown now."""
        if self.large and name not in LARGE:
            return
        name = f"{name}_large" if self.large else name
        assert name not in self.screens, name
        self.screens[name] = Screen(type(self.hands.box.page), self.hands.face)


def screens(language: str) -> dict[str, Screen]:
    """Every screen in one language, by its name."""
    found: dict[str, Screen] = {}
    for tour, games in TOURS.items():
        for large in (False, True):
            with tempfile.TemporaryDirectory() as directory:
                hands = Hands(Path(directory), language, large=large, games=games, draw=_fours)
                album = Album(hands, large=large)
                tour(hands, album.snap)
                hands.close()
            assert not found.keys() & album.screens.keys()
            found |= album.screens
    return found


def _fours(table: Table, seat: int, kind: str, draws: tuple[tuple[str, int], ...]) -> list[int]:
    return [4 for _, count in draws for _ in range(count)]


TOURS: dict[Callable[[Hands, Callable[[str], None]], None], tuple[Game[Any], ...]] = {
    tours_around.setting_up: GAMES,
    tours_of_table.playing: GAMES,
    tours_of_table.forms: GAMES,
    tours_of_table.two_players: GAMES,
    tours_of_table.whole_game: GAMES,
    tours_of_table.shared: GAMES,
    tours_around.board: GAMES,
    tours_around.settings: GAMES,
    tours_around.phones: GAMES,
    tours_around.troubles: GAMES,
    tours_of_table.another_game: (LANTERNS,),
}
"""Every tour, and the games that the box knows on it."""
