"""Tests of the screen on its real path: luma and smbus2 write to /dev/i2c-1, and a simulated chip decodes it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Picture
from companion.devices.simulated_oled import SimulatedOled
from tests.box.i2c.bus import MockedBus
from tests.devices.recorded import recorded_game
from tests.kept import save_game
from tests.kit.pictures import picture_of_bytes

SHOW, PLAY = "tests.box.i2c.show", "tests.box.i2c.play"
SEED = 4


@pytest.fixture(params=["ssd1306", "sh1106"])
def driver(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def bus(driver: str) -> Iterator[MockedBus]:
    with MockedBus(SimulatedOled(driver)) as bus:
        yield bus


def digits(picture: Picture) -> str:
    return picture.to_bytes().hex()


def read(text: str) -> Picture:
    return picture_of_bytes(bytes.fromhex(text))


def any_pictures(count: int) -> list[Picture]:
    """Return a dark picture, then alternately new pictures and some that differ from the last in a few pixels."""
    chance = random.Random(SEED)
    pictures = [BLANK]
    while len(pictures) < count:
        rows = list(pictures[-1].rows)
        for _ in range(chance.randrange(1, 40)):
            rows[chance.randrange(HEIGHT)] ^= 1 << chance.randrange(WIDTH)
        new = len(pictures) % 5 == 1
        pictures.append(picture_of_bytes(chance.randbytes(WIDTH * HEIGHT // 8)) if new else Picture(tuple(rows)))
    return pictures


def test_any_pictures_arrive_unchanged(bus: MockedBus, driver: str) -> None:
    with bus.python(SHOW, driver, "0x3C") as screen:
        for picture in any_pictures(60):
            assert screen.ask(digits(picture)) == "shown"
            bus.settle()
            assert bus.panel.picture() == picture


def test_recorded_game_arrives_unchanged(bus: MockedBus, driver: str, tmp_path: Path) -> None:
    pictures = recorded_game(tmp_path)
    assert len(pictures) > 100
    with bus.python(SHOW, driver, "0x3C") as screen:
        for picture in pictures:
            assert screen.ask(digits(picture)) == "shown"
            bus.settle()
            assert bus.panel.picture() == picture


def test_cable_pulled_within_a_picture_is_reported(bus: MockedBus, driver: str) -> None:
    _, first, *_, second = any_pictures(7)
    with bus.python(SHOW, driver, "0x3C") as screen:
        for through in (0, 1, 5, 40, 700):
            assert screen.ask(digits(first)) == "shown"
            bus.pull(after=through)
            bus.settle()
            assert screen.ask(digits(second)).startswith("lost: ")
            assert screen.ask(digits(second)).startswith("lost: "), "it is asked for again, in vain"
            bus.plug()
            bus.settle()
            assert screen.ask(digits(second)) == "shown"
            bus.settle()
            assert (bus.panel.on, bus.panel.picture()) == (True, second)


def test_table_redraws_a_screen_that_returns(bus: MockedBus, driver: str, tmp_path: Path) -> None:
    save_game(tmp_path)
    with bus.python(PLAY, driver, tmp_path) as table:
        for key in ("ok", "back") * 3:
            bus.shows(read(table.ask(key)))
        bus.pull(after=10)
        bus.settle()
        message = {table.ask("ok"), table.ask()}
        assert "lost" in message
        (belongs,) = message - {"lost"}
        bus.plug()
        assert table.ask() == "back"
        bus.shows(read(belongs))
        bus.shows(read(table.ask("back")))


def test_silent_address_is_a_clear_error(bus: MockedBus, driver: str) -> None:
    with bus.python(SHOW, driver, "0x3D") as screen:
        assert screen.ask(digits(BLANK)) == "lost: I2C device not found on address: 0x3D"


@pytest.mark.parametrize("driver", ["ssd1306"])
def test_doctor_reports_present_and_missing_screens(bus: MockedBus, tmp_path: Path) -> None:
    doctor = ("companion", "doctor", "--board", "bench", "--state", tmp_path)
    output = bus.python(*doctor).rest()[0].splitlines()
    assert "ok  /dev/i2c-1: can be used" in output
    assert "ok  ssd1306 0x3C: answers" in output
    bus.pull()
    bus.settle()
    (missed,) = (line for line in bus.python(*doctor).rest()[0].splitlines() if "ssd1306" in line)
    assert missed.startswith("!!  ssd1306 0x3C: doesn’t answer")
    assert "I2C device not found on address: 0x3C" in missed
