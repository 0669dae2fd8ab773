"""Tests of the simulated chips: the bytes on the bus give the picture that the data sheets say."""

from __future__ import annotations

import pytest

from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Picture
from companion.devices.simulated_oled import SimulatedOled

ON = (0x8D, 0x14, 0xAF)
UPRIGHT = (0xA1, 0xC8)
HORIZONTAL = (0x20, 0x00)
VERTICAL = (0x20, 0x01)
ALL = (0x21, 0, 127, 0x22, 0, 7)
ALL_LIT = Picture(((1 << WIDTH) - 1,) * HEIGHT)


@pytest.fixture
def panel() -> SimulatedOled:
    """Return a panel that is on, upright and cleared."""
    panel = SimulatedOled()
    panel.command(*ON, *UPRIGHT, *HORIZONTAL, *ALL)
    panel.data(bytes(1024))
    panel.command(*ALL)
    return panel


def points(panel: SimulatedOled) -> set[tuple[int, int]]:
    picture = panel.picture()
    return {(x, y) for x in range(WIDTH) for y in range(HEIGHT) if picture.lit(x, y)}


def test_the_glass_is_dark_until_on_with_voltage() -> None:
    panel = SimulatedOled()
    assert (panel.on, panel.picture()) == (False, BLANK)
    panel.command(0xAF)
    assert (panel.on, panel.picture()) == (False, BLANK)
    panel.command(0x8D, 0x14)
    assert panel.on
    assert panel.picture() not in (BLANK, ALL_LIT), "memory holds noise when it gets power"
    panel.command(0xAE)
    assert (panel.on, panel.picture()) == (False, BLANK)


def test_a_byte_is_eight_points_lowest_bit_on_top(panel: SimulatedOled) -> None:
    panel.data([0b10000001])
    assert points(panel) == {(0, 0), (0, 7)}


def test_horizontal_addressing_goes_along_the_page_and_then_down(panel: SimulatedOled) -> None:
    panel.data([1] + [0] * 127 + [1])
    assert points(panel) == {(0, 0), (0, 8)}


def test_vertical_addressing_goes_down_the_pages_and_then_along(panel: SimulatedOled) -> None:
    panel.command(*VERTICAL, *ALL)
    panel.data([1] * 9)
    assert points(panel) == {*((0, 8 * page) for page in range(8)), (1, 0)}


def test_writing_wraps_around_within_its_window(panel: SimulatedOled) -> None:
    panel.command(0x21, 10, 11, 0x22, 3, 4)
    panel.data([1, 1, 1, 1, 2])
    assert points(panel) == {(11, 24), (10, 32), (11, 32), (10, 25)}


def test_page_addressing_stays_on_its_page(panel: SimulatedOled) -> None:
    panel.command(0x20, 0x02, 0xB5, 0x0E, 0x17)  # page 5, column 0x7E
    panel.data([1, 1, 1])
    assert points(panel) == {(126, 40), (127, 40), (0, 40)}


def test_commands_may_be_split_anywhere(panel: SimulatedOled) -> None:
    for byte in (0x21, 10, 11, 0x22, 3, 4):
        panel.command(byte)
    panel.data([1])
    assert points(panel) == {(10, 24)}


def test_invisible_commands_consume_their_arguments(panel: SimulatedOled) -> None:
    clocks = (0xD5, 0x80, 0xD9, 0xF1, 0xDA, 0x12, 0xDB, 0x40, 0xE3, 0x2E)
    scrolls = (0x26, 0, 0, 0, 7, 0, 0xFF, 0x29, 0, 0, 0, 7, 1, 0xA3, 0, 0x40)
    panel.command(*clocks, *scrolls)
    panel.data([1])
    assert points(panel) == {(0, 0)}


def test_registers_hold_the_last_arguments_except_addressing(panel: SimulatedOled) -> None:
    panel.command(0xD5, 0x80, 0x81, 0x10, 0x20, 0x00, 0x81, 0x20)
    assert panel.registers == {0x8D: (0x14,), 0xD5: (0x80,), 0x81: (0x20,)}


def test_without_both_turning_commands_the_picture_is_upside_down(panel: SimulatedOled) -> None:
    panel.command(0xA0, 0xC0)
    panel.data([1])
    assert points(panel) == {(WIDTH - 1, HEIGHT - 1)}


def test_the_mirror_command_affects_only_later_bytes(panel: SimulatedOled) -> None:
    panel.data([1])
    panel.command(0xA0)
    panel.data([1])
    assert points(panel) == {(0, 0), (126, 0)}


def test_inverse_all_lit_and_contrast(panel: SimulatedOled) -> None:
    panel.command(0xA7)
    assert panel.picture() == ALL_LIT
    panel.command(0xA6, 0xA5)
    assert panel.picture() == ALL_LIT
    panel.command(0xA4, 0x81, 0x20)
    assert (panel.picture(), panel.contrast) == (BLANK, 0x20)


def test_the_start_line_moves_the_picture_up(panel: SimulatedOled) -> None:
    panel.data([0b100])
    panel.command(0x40 | 2)
    assert points(panel) == {(0, 0)}


def test_rows_beyond_the_multiplex_are_dark(panel: SimulatedOled) -> None:
    panel.command(0xA8, 31, 0xA7)
    assert {y for _, y in points(panel)} == set(range(32, 64))


def test_bytes_before_the_cable_came_out_arrive(panel: SimulatedOled) -> None:
    panel.fails_after = 5
    panel.data([1, 1])
    with pytest.raises(OSError, match="Remote I/O error"):
        panel.data([1, 1, 1, 1])
    assert panel.failing
    assert points(panel) == {(x, 0) for x in range(5)}


def test_transfers_count_address_control_byte_and_content() -> None:
    panel = SimulatedOled()
    panel.command(0xAF)
    panel.data([1, 2, 3])
    assert panel.bytes_sent == 3 + 5


def test_failing_transfers_neither_arrive_nor_count(panel: SimulatedOled) -> None:
    before = panel.bytes_sent
    panel.failing = True
    with pytest.raises(OSError, match="Remote I/O error"):
        panel.data([1])
    with pytest.raises(OSError, match="Remote I/O error"):
        panel.command(0xAE)
    panel.failing = False
    assert (panel.bytes_sent, points(panel), panel.on) == (before, set(), True)


def test_losing_power_forgets_everything(panel: SimulatedOled) -> None:
    panel.power_cycle()
    assert (panel.on, panel.contrast) == (False, 0x7F)
    panel.command(*ON)
    assert points(panel) != set()


def test_the_watcher_is_called_after_every_transfer(panel: SimulatedOled) -> None:
    views: list[set[tuple[int, int]]] = []
    panel.on_change = lambda: views.append(points(panel))
    panel.data([1])
    panel.command(0xAE)
    assert views == [{(0, 0)}, set()]


@pytest.fixture
def sh1106() -> SimulatedOled:
    """Return an SH1106 that is on, upright and cleared."""
    panel = SimulatedOled("sh1106")
    panel.command(0xAF, *UPRIGHT)
    for page in range(8):
        panel.command(0xB0 | page, 0x00, 0x10)
        panel.data(bytes(132))
    return panel


def test_an_sh1106_starts_with_its_voltage_on() -> None:
    panel = SimulatedOled("sh1106")
    panel.command(0xAF)
    assert panel.on
    panel.command(0x8D, 0x10)
    assert panel.on
    panel.command(0xAD, 0x8A)
    assert not panel.on


def test_an_sh1106_shows_the_middle_of_132_columns(sh1106: SimulatedOled) -> None:
    sh1106.command(0xB1, 0x01, 0x10)
    sh1106.data([1, 1, 1])
    assert points(sh1106) == {(0, 8), (1, 8)}
    sh1106.command(0xB2, 0x01, 0x18)
    sh1106.data([1, 1, 1])
    assert points(sh1106) == {(0, 8), (1, 8), (127, 16)}


def test_an_sh1106_knows_no_windows_and_stays_on_its_page(sh1106: SimulatedOled) -> None:
    sh1106.command(*HORIZONTAL, *ALL, 0xB0, 0x0E, 0x17)  # page 0, column 126
    sh1106.command(*HORIZONTAL, *ALL)
    sh1106.data([1] * 200)
    assert points(sh1106) == {(x, 0) for x in range(124, 128)}


def test_an_sh1106_is_turned_by_the_same_commands(sh1106: SimulatedOled) -> None:
    sh1106.command(0xA0, 0xC0, 0xB0, 0x02, 0x10)
    sh1106.data([1])
    assert points(sh1106) == {(WIDTH - 1, HEIGHT - 1)}


def test_an_unknown_chip_is_refused() -> None:
    with pytest.raises(KeyError, match="ssd1351"):
        SimulatedOled("ssd1351")
