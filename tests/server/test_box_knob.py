"""Tests of the simulated box's knob in a real browser: keys, finger and wheel give the right number of detents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.words.signs import Key
from tests.server.box_table import BENCH, BoxTable, key_button, opened_page, presses

pytestmark = pytest.mark.e2e

UP, DOWN = (Key.UP, True), (Key.DOWN, True)
NOTCH_PX = 100


def roll_wheel(page: Page, *deltas: int, lines: bool = False) -> None:
    """Roll the mouse's wheel over the glass, like a browser that counts in pixels, or in lines."""
    page.evaluate(
        """([ways, deltaMode]) => {
            const glass = document.getElementById("glass");
            for (const deltaY of ways) {
                glass.dispatchEvent(new WheelEvent("wheel", { deltaY, deltaMode, bubbles: true, cancelable: true }));
            }
        }""",
        [list(deltas), 1 if lines else 0],
    )


def test_every_kind_of_push_is_one_detent(table: BoxTable, page: Page) -> None:
    key_button(page, Key.DOWN).click()
    page.keyboard.press("ArrowUp")
    key_button(page, Key.UP).evaluate("button => button.click()")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("u")
    assert table.received(6) == [DOWN, UP, UP, DOWN, *presses(Key.UNDO)]


def test_fast_pushes_all_arrive_in_order(table: BoxTable, page: Page) -> None:
    page.evaluate("""() => {
        for (let n = 0; n < 60; n++) {
            const code = n % 3 ? "ArrowUp" : "ArrowDown";
            for (const kind of ["keydown", "keyup"]) {
                document.body.dispatchEvent(new KeyboardEvent(kind, { key: code, code, bubbles: true }));
            }
        }
    }""")
    assert table.received(60) == [DOWN, UP, UP] * 20


def test_a_held_key_keeps_turning_the_knob(table: BoxTable, page: Page) -> None:
    page.keyboard.down("ArrowDown")
    assert table.received(4)[:4] == [DOWN] * 4
    page.keyboard.up("ArrowDown")
    page.keyboard.press("u")
    edges = table.received(4)
    while edges[-1] != presses(Key.UNDO)[-1]:  # a detent may still have been on its way
        edges = table.received(len(edges) + 1)
    assert edges[-2:] == presses(Key.UNDO)
    assert set(edges[:-2]) == {DOWN}


def test_a_held_finger_keeps_turning_the_knob(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address) as page:
        key_button(page, Key.UP).hover()
        page.mouse.down()
        assert table.received(3)[:3] == [UP] * 3
        page.mouse.up()
        expect(key_button(page, Key.UP)).to_have_class("key key-up")


def test_each_notch_of_the_mouse_wheel_is_a_detent(table: BoxTable, page: Page) -> None:
    glass = page.locator("#glass")
    glass.hover()
    for way in (NOTCH_PX, NOTCH_PX, -NOTCH_PX):
        page.mouse.wheel(0, way)
    assert table.received(3) == [DOWN, DOWN, UP]


def test_fine_and_line_based_wheels_turn_as_far(table: BoxTable, page: Page) -> None:
    roll_wheel(page, *[NOTCH_PX // 4] * 8)
    assert table.received(2) == [DOWN] * 2
    roll_wheel(page, -3, -3, lines=True)
    assert table.received(4) == [DOWN] * 2 + [UP] * 2
    roll_wheel(page, 3 * NOTCH_PX)
    assert table.received(7)[4:] == [DOWN] * 3


def test_rolling_back_within_a_notch_turns_nothing(table: BoxTable, page: Page) -> None:
    roll_wheel(page, *[NOTCH_PX // 2, -NOTCH_PX // 2] * 5)
    page.keyboard.press("ArrowUp")
    assert table.received(1) == [UP]


def test_without_a_knob_the_wheel_scrolls_the_page(browser: Browser) -> None:
    keys = MappingProxyType({**BENCH.keys, Key.UP: 17, Key.DOWN: 27})
    table = BoxTable(replace(BENCH, keys=keys, knob=None))
    with opened_page(browser, table.address) as page:
        roll_wheel(page, NOTCH_PX)
        page.keyboard.press("ArrowUp")
        assert table.received(2) == presses(Key.UP)
    table.close()


@pytest.fixture
def thrown() -> Iterator[BoxTable]:
    """Yield a box that can only spin by its spinner."""
    keys: dict[Key, int] = {key: pin for key, pin in BENCH.keys.items() if key is not Key.SPIN}
    table = BoxTable(replace(BENCH, keys=MappingProxyType(keys)))
    yield table
    table.close()


def test_a_spinners_key_throws_it(browser: Browser, thrown: BoxTable) -> None:
    with opened_page(browser, thrown.address) as page:
        key_button(page, Key.SPIN).click()
        assert thrown.received(1) == [(Key.SPIN, True)]
