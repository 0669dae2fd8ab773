"""Tests of the bytes on the screen's bus: counted over every picture of a golden game, beside luma's own drivers."""

from __future__ import annotations

import pytest

from companion.box.screen.canvas import BLANK, Picture
from tests.devices.helpers import striped
from tests.devices.recorded import SCREENS, by_luma, by_ours, bytes_sent, recorded_game
from tests.screen.wheel_frames import frames

WHOLE = {"ssd1306": (2 + 6) + (2 + 1024), "sh1106": 8 * ((2 + 3) + (2 + 128))}
"""The bytes of a whole picture as luma sends it, by driver: each transfer with its address and its control byte."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Picture, ...]:
    """Return every picture of a golden game."""
    return recorded_game(tmp_path_factory.mktemp("game") / "state")


@pytest.mark.parametrize("driver", SCREENS)
def test_a_game_costs_about_a_quarter_of_lumas_bytes(driver: str, game: tuple[Picture, ...]) -> None:
    ours, lumas = bytes_sent(by_ours, driver, game), bytes_sent(by_luma, driver, game)
    assert set(lumas) == {WHOLE[driver]}
    assert max(ours) <= WHOLE[driver]
    assert sum(ours) <= sum(lumas) * 0.26


@pytest.mark.parametrize("driver", SCREENS)
def test_the_roulette_costs_at_most_half_of_lumas_bytes(driver: str) -> None:
    throw = list(frames())
    assert sum(bytes_sent(by_ours, driver, throw)) <= sum(bytes_sent(by_luma, driver, throw)) / 2


def test_the_recorded_game_is_long_and_always_changing(game: tuple[Picture, ...]) -> None:
    assert len(game) > 300
    assert all(picture != before for before, picture in zip((BLANK, *game), game, strict=False))


@pytest.mark.parametrize("driver", SCREENS)
def test_a_new_picture_costs_no_more_than_a_whole(driver: str) -> None:
    chequered = Picture((int("10" * 64, 2), int("01" * 64, 2)) * 32)
    assert bytes_sent(by_ours, driver, [chequered, striped(5), BLANK, chequered])[-1] == WHOLE[driver]


@pytest.mark.parametrize(("driver", "cost"), [("ssd1306", (2 + 6) + (2 + 1)), ("sh1106", (2 + 3) + (2 + 1))])
def test_a_point_costs_its_byte_and_the_addressing(driver: str, cost: int) -> None:
    point = Picture((1, *BLANK.rows[1:]))
    assert bytes_sent(by_ours, driver, [BLANK, point, BLANK, BLANK]) == [0, cost, cost, 0]
