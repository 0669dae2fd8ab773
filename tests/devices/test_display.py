"""The contract of a display with any chip: pictures are visible, unchanged ones are not sent, there is one error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Picture
from companion.devices.board_parts import DisplaySpec, I2c
from companion.devices.display import BRIGHT, DisplayLostError, LumaDisplay, probe
from companion.devices.gpio_lines import SimulatedPins
from companion.devices.simulated_oled import SimulatedOled
from tests.devices.helpers import pictures, striped
from tests.devices.recorded import SCREENS
from tests.kit.pictures import as_text

NOWHERE = DisplaySpec("ssd1306", I2c(250, 0x3C))


class Stage:
    """A display with a simulated panel behind it."""

    def __init__(self, driver: str) -> None:
        self.spec = SCREENS[driver]
        self.panel = SimulatedOled(driver)
        self.display = self.open()

    def open(self) -> LumaDisplay:
        return LumaDisplay(self.spec, SimulatedPins(), self.panel)


@pytest.fixture(params=SCREENS)
def stage(request: pytest.FixtureRequest) -> Stage:
    """Return a new display, with each chip."""
    return Stage(request.param)


def test_a_new_display_is_on_and_blank(stage: Stage) -> None:
    assert (stage.panel.on, stage.panel.contrast, stage.panel.picture()) == (True, BRIGHT, BLANK)


def test_the_picture_stands_upright_and_not_mirrored(stage: Stage) -> None:
    stage.display.show(striped(3))
    assert as_text(stage.panel.picture()) == as_text(striped(3))


def test_an_unchanged_picture_sends_no_byte(stage: Stage) -> None:
    stage.display.show(striped(1))
    before = stage.panel.bytes_sent
    stage.display.show(Picture(striped(1).rows))
    assert stage.panel.bytes_sent == before


def test_off_lasts_until_the_next_picture(stage: Stage) -> None:
    stage.display.show(striped(1))
    stage.display.off()
    before = stage.panel.bytes_sent
    stage.display.off()
    assert (stage.panel.on, stage.panel.bytes_sent) == (False, before)
    stage.display.show(striped(1))
    assert (stage.panel.on, stage.panel.picture()) == (True, striped(1))


def test_contrast_arrives_and_is_bounded(stage: Stage) -> None:
    stage.display.contrast(7)
    assert stage.panel.contrast == 7
    with pytest.raises(ValueError, match="contrast goes from 0 to 255, not 256"):
        stage.display.contrast(256)


def test_closing_keeps_the_picture_and_refuses_more(stage: Stage) -> None:
    stage.display.show(striped(1))
    stage.display.close()
    stage.display.close()
    assert (stage.panel.on, stage.panel.picture()) == (True, striped(1))
    with pytest.raises(DisplayLostError, match="closed"):
        stage.display.show(BLANK)


def test_a_broken_bus_raises_one_kind_of_error(stage: Stage) -> None:
    stage.panel.failing = True
    with pytest.raises(DisplayLostError, match="Remote I/O error"):
        stage.display.show(striped(1))
    for ask in (stage.display.check, stage.display.refresh, stage.display.off, lambda: stage.display.contrast(1)):
        with pytest.raises(DisplayLostError):
            ask()
    with pytest.raises(DisplayLostError):
        stage.open()


def test_a_check_changes_nothing_and_costs_little(stage: Stage) -> None:
    stage.display.show(striped(1))
    before = stage.panel.bytes_sent
    stage.display.check()
    assert (stage.panel.bytes_sent - before, stage.panel.picture()) == (3, striped(1))


def test_a_refresh_is_invisible_on_a_working_screen(stage: Stage) -> None:
    stage.display.show(striped(1))
    stage.display.contrast(20)
    views = []
    stage.panel.on_change = lambda: views.append((stage.panel.on, stage.panel.contrast, stage.panel.picture()))
    stage.display.refresh()
    assert set(views) == {(True, 20, striped(1))}


def test_a_refresh_restores_a_screen_without_showing_noise(
    stage: Stage,
) -> None:
    stage.display.show(striped(1))
    stage.display.contrast(20)
    stage.panel.power_cycle()
    views = []
    stage.panel.on_change = lambda: views.append((stage.panel.on, stage.panel.picture()))
    stage.display.refresh()
    assert set(views) == {(False, BLANK), (True, striped(1))}
    assert stage.panel.contrast == 20


def test_a_refresh_leaves_a_dark_screen_dark(stage: Stage) -> None:
    stage.display.show(striped(1))
    stage.display.off()
    stage.display.refresh()
    assert not stage.panel.on


def test_a_missing_bus_raises_the_same_error() -> None:
    with pytest.raises(DisplayLostError, match="/dev/i2c-250"):
        LumaDisplay(NOWHERE, SimulatedPins())
    with pytest.raises(DisplayLostError, match="/dev/i2c-250"):
        probe(NOWHERE)


@dataclass(frozen=True)
class Step:
    """A picture to show, and the cable's faults meanwhile."""

    picture: Picture
    cuts: tuple[int, ...]
    """The bytes after which the cable comes out, at each attempt."""
    replugged: bool
    """True if the screen loses its power, each time with the cable, and once more after the picture."""


@st.composite
def changes(draw: st.DrawFn) -> list[Picture]:
    """Draw pictures, each a new one, or one changed only within a rectangle."""
    drawn = [draw(pictures())]
    for _ in range(draw(st.integers(1, 6))):
        drawn.append(draw(pictures()) if draw(st.booleans()) else draw(altered(drawn[-1])))
    return drawn


@st.composite
def altered(draw: st.DrawFn, picture: Picture) -> Picture:
    """Draw the picture with a rectangle of it inverted."""
    top, left = draw(st.integers(0, HEIGHT - 1)), draw(st.integers(0, WIDTH - 1))
    bottom, width = draw(st.integers(top + 1, HEIGHT)), draw(st.integers(1, WIDTH - left))
    mask = ((1 << width) - 1) << (WIDTH - left - width)
    return Picture(tuple(row ^ mask if top <= y < bottom else row for y, row in enumerate(picture.rows)))


@st.composite
def steps(draw: st.DrawFn) -> list[Step]:
    """Draw pictures, and a cable that may come out at any byte of them, and of the repair."""
    cuts = st.lists(st.one_of(st.integers(0, 40), st.integers(0, 1100)), max_size=2).map(tuple)
    return [Step(picture, draw(cuts), draw(st.booleans())) for picture in draw(changes())]


@pytest.mark.parametrize("driver", SCREENS)
@given(drawn=changes())
def test_the_painted_picture_is_visible(driver: str, drawn: list[Picture]) -> None:
    stage = Stage(driver)
    for picture in drawn:
        stage.display.show(picture)
        assert stage.panel.picture() == picture


@pytest.mark.parametrize("driver", SCREENS)
@given(steps=steps())
def test_an_interrupted_transfer_is_repaired_by_the_same_display(driver: str, steps: list[Step]) -> None:
    stage = Stage(driver)
    for step in steps:
        for cut in step.cuts:
            with cable_out(stage.panel, cut, step.replugged):
                stage.display.show(step.picture)
        stage.display.show(step.picture)
        if step.replugged:
            stage.panel.power_cycle()
            stage.display.refresh()
        assert_well(stage, step.picture)


@pytest.mark.parametrize("driver", SCREENS)
@given(steps=steps())
def test_an_interrupted_transfer_is_repaired_by_a_new_display(driver: str, steps: list[Step]) -> None:
    stage = Stage(driver)
    for step in steps:
        for cut in step.cuts:
            with cable_out(stage.panel, cut, step.replugged):
                stage.display = stage.open()
                stage.display.show(step.picture)
        stage.display = stage.open()
        stage.display.show(step.picture)
        assert_well(stage, step.picture)


@pytest.mark.parametrize("cut", range(40))
def test_interrupted_registers_are_repaired(stage: Stage, cut: int) -> None:
    with cable_out(stage.panel, cut, replugged=False):
        stage.display.refresh()
    stage.display.show(striped(1))
    assert_well(stage, striped(1))
    with cable_out(stage.panel, cut, replugged=False):
        stage.open()
    stage.display = stage.open()
    stage.display.show(striped(2))
    assert_well(stage, striped(2))


@contextmanager
def cable_out(panel: SimulatedOled, cut: int, replugged: bool) -> Iterator[None]:
    """Pull the cable after `cut` bytes, if as many are sent; plug it in again afterwards."""
    panel.fails_after = cut
    with suppress(DisplayLostError):
        yield
    panel.failing, panel.fails_after = False, None
    if replugged:
        panel.power_cycle()


def assert_well(stage: Stage, picture: Picture) -> None:
    """Check that the picture is visible, and every register is as without any fault."""
    assert (stage.panel.on, stage.panel.picture()) == (True, picture)
    assert stage.panel.registers == Stage(stage.spec.driver).panel.registers
