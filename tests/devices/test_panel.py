"""The simulated chip: what a viewer sees follows from the bytes on the bus as the data sheet says."""

from __future__ import annotations

import pytest

from companion.devices.panel import SimulatedPanel
from companion.screen.picture import BLANK, HEIGHT, WIDTH, Picture

ON = (0x8D, 0x14, 0xAF)
UPRIGHT = (0xA1, 0xC8)
HORIZONTAL = (0x20, 0x00)
VERTICAL = (0x20, 0x01)
ALL = (0x21, 0, 127, 0x22, 0, 7)
ALL_LIT = Picture(((1 << WIDTH) - 1,) * HEIGHT)


@pytest.fixture
def panel() -> SimulatedPanel:
    """A panel that is on, upright and cleared."""
    panel = SimulatedPanel()
    panel.command(*ON, *UPRIGHT, *HORIZONTAL, *ALL)
    panel.data(bytes(1024))
    panel.command(*ALL)
    return panel


def points(panel: SimulatedPanel) -> set[tuple[int, int]]:
    picture = panel.picture()
    return {(x, y) for x in range(WIDTH) for y in range(HEIGHT) if picture.lit(x, y)}


def test_it_is_dark_until_it_is_switched_on_and_given_voltage() -> None:
    panel = SimulatedPanel()
    assert (panel.on, panel.picture()) == (False, BLANK)
    panel.command(0xAF)
    assert (panel.on, panel.picture()) == (False, BLANK)
    panel.command(0x8D, 0x14)
    assert panel.on
    assert panel.picture() not in (BLANK, ALL_LIT), "memory holds noise when it gets power"
    panel.command(0xAE)
    assert (panel.on, panel.picture()) == (False, BLANK)


def test_a_byte_is_eight_points_of_a_column_the_lowest_bit_on_top(panel: SimulatedPanel) -> None:
    panel.data([0b10000001])
    assert points(panel) == {(0, 0), (0, 7)}


def test_horizontal_addressing_goes_along_the_page_and_then_down(panel: SimulatedPanel) -> None:
    panel.data([1] + [0] * 127 + [1])
    assert points(panel) == {(0, 0), (0, 8)}


def test_vertical_addressing_goes_down_the_pages_and_then_along(panel: SimulatedPanel) -> None:
    panel.command(*VERTICAL, *ALL)
    panel.data([1] * 9)
    assert points(panel) == {*((0, 8 * page) for page in range(8)), (1, 0)}


def test_a_window_bounds_what_is_written_and_begins_anew_at_its_end(panel: SimulatedPanel) -> None:
    panel.command(0x21, 10, 11, 0x22, 3, 4)
    panel.data([1, 1, 1, 1, 2])
    assert points(panel) == {(11, 24), (10, 32), (11, 32), (10, 25)}


def test_page_addressing_stays_on_its_page(panel: SimulatedPanel) -> None:
    panel.command(0x20, 0x02, 0xB5, 0x0E, 0x17)  # page 5, column 0x7E
    panel.data([1, 1, 1])
    assert points(panel) == {(126, 40), (127, 40), (0, 40)}


def test_commands_may_be_cut_anywhere(panel: SimulatedPanel) -> None:
    for byte in (0x21, 10, 11, 0x22, 3, 4):
        panel.command(byte)
    panel.data([1])
    assert points(panel) == {(10, 24)}


def test_commands_that_change_nothing_seen_keep_their_arguments_to_themselves(panel: SimulatedPanel) -> None:
    clocks = (0xD5, 0x80, 0xD9, 0xF1, 0xDA, 0x12, 0xDB, 0x40, 0xE3, 0x2E)
    scrolls = (0x26, 0, 0, 0, 7, 0, 0xFF, 0x29, 0, 0, 0, 7, 1, 0xA3, 0, 0x40)
    panel.command(*clocks, *scrolls)
    panel.data([1])
    assert points(panel) == {(0, 0)}


def test_without_its_two_turns_the_picture_is_upside_down(panel: SimulatedPanel) -> None:
    panel.command(0xA0, 0xC0)
    panel.data([1])
    assert points(panel) == {(WIDTH - 1, HEIGHT - 1)}


def test_the_mirror_command_turns_what_is_written_later(panel: SimulatedPanel) -> None:
    panel.data([1])
    panel.command(0xA0)
    panel.data([1])
    assert points(panel) == {(0, 0), (126, 0)}


def test_inverse_all_lit_and_contrast(panel: SimulatedPanel) -> None:
    panel.command(0xA7)
    assert panel.picture() == ALL_LIT
    panel.command(0xA6, 0xA5)
    assert panel.picture() == ALL_LIT
    panel.command(0xA4, 0x81, 0x20)
    assert (panel.picture(), panel.contrast) == (BLANK, 0x20)


def test_the_start_line_moves_the_picture_up(panel: SimulatedPanel) -> None:
    panel.data([0b100])
    panel.command(0x40 | 2)
    assert points(panel) == {(0, 0)}


def test_rows_beyond_the_multiplex_are_dark(panel: SimulatedPanel) -> None:
    panel.command(0xA8, 31, 0xA7)
    assert {y for _, y in points(panel)} == set(range(32, 64))


def test_it_counts_address_control_byte_and_content_of_every_transfer() -> None:
    panel = SimulatedPanel()
    panel.command(0xAF)
    panel.data([1, 2, 3])
    assert panel.bytes_sent == 3 + 5


def test_while_it_fails_nothing_arrives_and_nothing_is_counted(panel: SimulatedPanel) -> None:
    sent = panel.bytes_sent
    panel.failing = True
    with pytest.raises(OSError, match="Remote I/O error"):
        panel.data([1])
    with pytest.raises(OSError, match="Remote I/O error"):
        panel.command(0xAE)
    panel.failing = False
    assert (panel.bytes_sent, points(panel), panel.on) == (sent, set(), True)


def test_power_taken_away_is_everything_forgotten(panel: SimulatedPanel) -> None:
    panel.replug()
    assert (panel.on, panel.contrast) == (False, 0x7F)
    panel.command(*ON)
    assert points(panel) != set()


def test_whoever_watches_is_told_after_every_transfer(panel: SimulatedPanel) -> None:
    seen: list[set[tuple[int, int]]] = []
    panel.on_change = lambda: seen.append(points(panel))
    panel.data([1])
    panel.command(0xAE)
    assert seen == [{(0, 0)}, set()]
