"""The screen on its real road: luma and smbus2 write to /dev/i2c-1, and a simulated chip decodes what came through."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Picture
from companion.devices.simulated_panel import SimulatedPanel
from tests.box.i2c.bus import MockedBus
from tests.devices.recorded import recorded_game
from tests.kept import keep
from tests.kit.pictures import picture_of_bytes

SHOW, PLAY = "tests.box.i2c.show", "tests.box.i2c.play"
SEED = 4


@pytest.fixture(params=["ssd1306", "sh1106"])
def driver(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def bus(driver: str) -> Iterator[MockedBus]:
    with MockedBus(SimulatedPanel(driver)) as bus:
        yield bus


def digits(picture: Picture) -> str:
    return picture.to_bytes().hex()


def read(text: str) -> Picture:
    return picture_of_bytes(bytes.fromhex(text))


def any_pictures(count: int) -> list[Picture]:
    """Dark, then by turns whole new pictures and some that differ from the one before in a few points."""
    chance = random.Random(SEED)
    pictures = [BLANK]
    while len(pictures) < count:
        rows = list(pictures[-1].rows)
        for _ in range(chance.randrange(1, 40)):
            rows[chance.randrange(HEIGHT)] ^= 1 << chance.randrange(WIDTH)
        new = len(pictures) % 5 == 1
        pictures.append(picture_of_bytes(chance.randbytes(WIDTH * HEIGHT // 8)) if new else Picture(tuple(rows)))
    return pictures


def test_any_pictures_arrive_as_they_were_painted(bus: MockedBus, driver: str) -> None:
    with bus.python(SHOW, driver, "0x3C") as screen:
        for picture in any_pictures(60):
            assert screen.ask(digits(picture)) == "shown"
            bus.settle()
            assert bus.panel.picture() == picture


def test_a_recorded_game_arrives_as_it_was_painted(bus: MockedBus, driver: str, tmp_path: Path) -> None:
    pictures = recorded_game(tmp_path)
    assert len(pictures) > 100
    with bus.python(SHOW, driver, "0x3C") as screen:
        for picture in pictures:
            assert screen.ask(digits(picture)) == "shown"
            bus.settle()
            assert bus.panel.picture() == picture


def test_a_cable_that_comes_out_within_a_picture_is_told_and_the_next_one_is_whole(bus: MockedBus, driver: str) -> None:
    _, one, *_, other = any_pictures(7)
    with bus.python(SHOW, driver, "0x3C") as screen:
        for through in (0, 1, 5, 40, 700):
            assert screen.ask(digits(one)) == "shown"
            bus.pull(after=through)
            bus.settle()
            assert screen.ask(digits(other)).startswith("lost: ")
            assert screen.ask(digits(other)).startswith("lost: "), "it is asked for again, in vain"
            bus.plug()
            bus.settle()
            assert screen.ask(digits(other)) == "shown"
            bus.settle()
            assert (bus.panel.on, bus.panel.picture()) == (True, other)


def test_a_table_finds_its_screen_again_and_draws_it_whole(bus: MockedBus, driver: str, tmp_path: Path) -> None:
    keep(tmp_path)
    with bus.python(PLAY, driver, tmp_path) as table:
        for key in ("ok", "back") * 3:
            bus.shows(read(table.ask(key)))
        bus.pull(after=10)
        bus.settle()
        told = {table.ask("ok"), table.ask()}
        assert "lost" in told
        (belongs,) = told - {"lost"}
        bus.plug()
        assert table.ask() == "back"
        bus.shows(read(belongs))
        bus.shows(read(table.ask("back")))


def test_an_address_at_which_nothing_answers_is_a_clear_error(bus: MockedBus, driver: str) -> None:
    with bus.python(SHOW, driver, "0x3D") as screen:
        assert screen.ask(digits(BLANK)) == "lost: I2C device not found on address: 0x3D"


@pytest.mark.parametrize("driver", ["ssd1306"])
def test_doctor_finds_the_screen_and_misses_it(bus: MockedBus, tmp_path: Path) -> None:
    doctor = ("companion", "doctor", "--board", "bench", "--state", tmp_path)
    found = bus.python(*doctor).rest()[0].splitlines()
    assert "ok  /dev/i2c-1: may be used" in found
    assert "ok  ssd1306 0x3C: answers" in found
    bus.pull()
    bus.settle()
    (missed,) = (line for line in bus.python(*doctor).rest()[0].splitlines() if "ssd1306" in line)
    assert missed.startswith("!!  ssd1306 0x3C: does not answer")
    assert "I2C device not found on address: 0x3C" in missed
