"""The contract of a display: what was painted is what is seen, what is there already costs nothing, errors are one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.boards import DisplaySpec
from companion.devices.display import DisplayLostError, LumaDisplay, probe
from companion.devices.panel import SimulatedPanel
from companion.screen.picture import BLANK, Picture
from tests.devices.helpers import pictures, striped

SPEC = DisplaySpec("ssd1306", 1, 0x3C)
NOWHERE = DisplaySpec("ssd1306", 250, 0x3C)


@pytest.fixture
def panel() -> SimulatedPanel:
    return SimulatedPanel()


def test_a_new_display_is_on_and_dark(panel: SimulatedPanel) -> None:
    LumaDisplay(SPEC, panel)
    assert (panel.on, panel.picture()) == (True, BLANK)


def test_the_picture_stands_upright_and_not_mirrored(panel: SimulatedPanel) -> None:
    LumaDisplay(SPEC, panel).show(striped(3))
    assert panel.picture().rows_as_text() == striped(3).rows_as_text()


@given(st.lists(pictures(), min_size=1, max_size=5))
def test_what_was_painted_is_what_is_seen(shown: list[Picture]) -> None:
    panel = SimulatedPanel()
    display = LumaDisplay(SPEC, panel)
    for picture in shown:
        display.show(picture)
        assert panel.picture() == picture


def test_a_picture_that_is_there_already_sends_no_byte(panel: SimulatedPanel) -> None:
    display = LumaDisplay(SPEC, panel)
    display.show(striped(1))
    sent = panel.bytes_sent
    display.show(Picture(striped(1).rows))
    assert panel.bytes_sent == sent


def test_off_makes_it_dark_and_the_next_picture_lights_it_again(panel: SimulatedPanel) -> None:
    display = LumaDisplay(SPEC, panel)
    display.show(striped(1))
    display.off()
    sent = panel.bytes_sent
    display.off()
    assert (panel.on, panel.bytes_sent) == (False, sent)
    display.show(striped(1))
    assert (panel.on, panel.picture()) == (True, striped(1))


def test_contrast_arrives_and_is_bounded(panel: SimulatedPanel) -> None:
    display = LumaDisplay(SPEC, panel)
    display.contrast(7)
    assert panel.contrast == 7
    with pytest.raises(ValueError, match="contrast goes from 0 to 255, not 256"):
        display.contrast(256)


def test_the_picture_stays_on_the_glass_after_close_and_nothing_can_be_sent_any_more(panel: SimulatedPanel) -> None:
    display = LumaDisplay(SPEC, panel)
    display.show(striped(1))
    display.close()
    display.close()
    assert (panel.on, panel.picture()) == (True, striped(1))
    with pytest.raises(DisplayLostError, match="closed"):
        display.show(BLANK)


def test_a_broken_bus_is_one_error_whatever_was_asked(panel: SimulatedPanel) -> None:
    display = LumaDisplay(SPEC, panel)
    panel.failing = True
    with pytest.raises(DisplayLostError, match="Remote I/O error"):
        display.show(striped(1))
    with pytest.raises(DisplayLostError):
        display.contrast(1)
    with pytest.raises(DisplayLostError):
        display.off()
    with pytest.raises(DisplayLostError):
        LumaDisplay(SPEC, panel)


def test_a_picture_cut_short_by_the_bus_is_sent_again_whole(panel: SimulatedPanel) -> None:
    display = LumaDisplay(SPEC, panel)
    display.show(striped(1))
    panel.failing = True
    with pytest.raises(DisplayLostError):
        display.show(striped(2))
    panel.failing = False
    display.show(striped(1))
    assert panel.picture() == striped(1)


def test_a_bus_that_is_not_there_is_the_same_error() -> None:
    with pytest.raises(DisplayLostError, match="/dev/i2c-250"):
        LumaDisplay(NOWHERE)
    with pytest.raises(DisplayLostError, match="/dev/i2c-250"):
        probe(NOWHERE)
