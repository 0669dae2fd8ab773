"""The pictures on the screen while a golden game is played at the box, and their cost on the screen's bus."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import luma.oled.device

from companion.box.pages.outcome_pages import TallyPage
from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Picture
from companion.box.screen.paint import paint
from companion.devices.board_parts import DisplaySpec, I2c, Spi
from companion.devices.display import Bus, LumaDisplay
from companion.devices.gpio_lines import SimulatedPins
from companion.devices.simulated_oled import SimulatedOled
from tests.input.hands import Hands, plain
from tests.kit.golden_games import golden_file
from tests.kit.random_play import complete_offers
from tests.screen.golden import image_of

Show = Callable[[Picture], None]
"""A function that shows a picture on the glass."""
SCREENS = {
    "ssd1306": DisplaySpec("ssd1306", I2c(1, 0x3C)),
    "sh1106": DisplaySpec("sh1106", Spi(0, 0, 24, 25)),
}
"""A screen with each chip, by the name of its driver."""
GAME = golden_file("expedition", "four_players_crates")
"""Four players, steps by cards and by ballast, crates, and both tallies."""

PLAYERS = ("Xénophon", "Wolfgang", "Guenièvre", "Ozymandias")
"""Long names that the box does not guess: each is written to its end."""


def recorded_game(state: Path) -> tuple[Picture, ...]:
    """Return the pictures from the welcome to the end of GAME, including the players' names and each pressed key.

    `state` is a directory for the box to keep its games in.
    """
    pictures = [BLANK]
    with closing(Hands(state)) as hands:
        pictures.append(paint(hands.face))
        hands.watch = lambda face: pictures.append(paint(face))
        _play(hands)
    return tuple(picture for before, picture in pairwise(pictures) if picture != before)


def by_luma(driver: str, bus: Bus) -> Show:
    """Return luma's own driver, unchanged."""
    with _without_deprecations():
        device = getattr(luma.oled.device, driver)(bus, width=WIDTH, height=HEIGHT)
    device.persist = True

    def show(picture: Picture) -> None:
        with _without_deprecations():
            device.display(image_of(picture))

    return show


def by_ours(driver: str, bus: Bus) -> Show:
    """Return the box's driver."""
    return LumaDisplay(SCREENS[driver], SimulatedPins(), bus).show


def bytes_sent(by: Callable[[str, Bus], Show], driver: str, pictures: Iterable[Picture]) -> list[int]:
    """Return the bytes that each picture costs; check that every one is visible on the glass."""
    panel = SimulatedOled(driver)
    show, counts = by(driver, panel), []
    for picture in pictures:
        before = panel.bytes_sent
        show(picture)
        counts.append(panel.bytes_sent - before)
        assert panel.picture() == picture
    return counts


@contextmanager
def _without_deprecations() -> Iterator[None]:
    """Ignore the warning that luma reads the points of an image in a way that Pillow deprecates."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _play(hands: Hands) -> None:
    _, *moves = map(json.loads, GAME.read_text("utf-8").splitlines())
    hands.new_game(*PLAYERS)
    for move in moves:
        _do(hands, move.pop("seat"), move)
        while isinstance(hands.box.page, TallyPage):
            hands.press("ok")
    assert hands.table.over
    assert len(hands.table.entries) == len(moves)


def _do(hands: Hands, seat: int, move: dict[str, Any]) -> None:
    """Make a move as a hand does: back ends the turn, everything else is ok on the matching action."""
    table = hands.table
    action = next(action for action in complete_offers(table.match, table.state, seat) if action.move() == move)
    if action.ends_turn:
        hands.press("back")
    if len(hands.table.entries) == len(table.entries):  # back only offers to pass an empty turn
        hands.act(plain(hands.box.words.of(action.label, table.names)))
    if action.needs_confirmation:
        hands.press("ok")
