"""Tests of the simulated box's keys in a real browser: every way to press them gives the right edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.box.input_events import KeyEdge
from companion.box.key_presses import SETTLE_TIME, SHOW_HOLD_AFTER
from companion.words.signs import Key
from tests.server.box_table import BENCH, BoxTable, key_button, opened_page, presses

pytestmark = pytest.mark.e2e

TYPED = {
    **{"ArrowUp": Key.UP, "ArrowDown": Key.DOWN, "ArrowLeft": Key.LEFT, "ArrowRight": Key.RIGHT},
    **{"Enter": Key.OK, " ": Key.OK, "Escape": Key.BACK, "Backspace": Key.BACK, "u": Key.UNDO, "S": Key.SPIN},
    **{"Digit1": Key.SEAT1, "2": Key.SEAT2, "Numpad3": Key.SEAT3, "4": Key.SEAT4, "Digit5": Key.SEAT5},
}

UP_AND_DOWN: dict[Key, int] = {Key.UP: 17, Key.DOWN: 27}
EVERY_KEY = replace(BENCH, keys=MappingProxyType({**BENCH.keys, **UP_AND_DOWN}), knob=None)

ANSWER_MS = 1000
BOUNCE_MS = 25
SLOW_LINE = """answerMs => {
    const ask = fetch;
    window.fetch = async (...all) => {
        window.request = ask(...all);
        const answer = await window.request;
        await new Promise(done => setTimeout(done, answerMs));
        return answer;
    };
}"""


def slow_down(page: Page) -> None:
    """Stop the page's clock, and let every answer take a second of it."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.evaluate(SLOW_LINE, ANSWER_MS)


def receive_answer(page: Page) -> None:
    """Wait until the box has answered the last request, then let the page have the answer."""
    page.evaluate("() => request.then(() => null)")
    page.clock.run_for(ANSWER_MS)


def held_times(table: BoxTable) -> list[float]:
    """Return for how many seconds each key of the box was down."""
    edges = [touch for touch in table.touches.wait_for(lambda touches: True) if isinstance(touch, KeyEdge)]
    return [up.time - down.time for down, up in zip(edges[::2], edges[1::2], strict=True)]


@pytest.fixture
def table() -> Iterator[BoxTable]:
    """Yield a box with every key there is, and none that turns a knob."""
    table = BoxTable(EVERY_KEY)
    yield table
    table.close()


def test_every_key_can_be_clicked(table: BoxTable, page: Page) -> None:
    for key in Key:
        key_button(page, key).click()
    assert table.received(2 * len(Key)) == presses(*Key)


def test_every_key_can_be_typed(table: BoxTable, page: Page) -> None:
    for typed in TYPED:
        page.keyboard.press(typed)
    assert table.received(2 * len(TYPED)) == presses(*TYPED.values())


def test_fast_taps_all_arrive_in_order(table: BoxTable, page: Page) -> None:
    page.evaluate("""() => {
        for (let n = 0; n < 40; n++) {
            const code = n % 2 ? "ArrowUp" : "ArrowDown";
            for (const kind of ["keydown", "keyup"]) {
                document.body.dispatchEvent(new KeyboardEvent(kind, { key: code, code, bubbles: true }));
            }
        }
    }""")
    assert table.received(80) == presses(*[Key.DOWN, Key.UP] * 20)


def test_a_key_held_with_the_mouse_is_released_anywhere(table: BoxTable, page: Page) -> None:
    key_button(page, Key.OK).hover()
    page.mouse.down()
    assert table.received(1) == [(Key.OK, True)]
    expect(key_button(page, Key.OK)).to_have_class("key key-ok down")
    page.mouse.move(5, 5)
    page.mouse.up()
    assert table.received(2) == presses(Key.OK)
    expect(key_button(page, Key.OK)).to_have_class("key key-ok")


def test_keyboard_repeats_are_one_press(table: BoxTable, page: Page) -> None:
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("u")
    assert table.received(4) == presses(Key.OK, Key.UNDO)


def test_two_keys_may_be_held_together(table: BoxTable, page: Page) -> None:
    page.keyboard.down("Enter")
    page.keyboard.down("Escape")
    table.received(2)
    page.keyboard.up("Enter")
    page.keyboard.up("Escape")
    assert table.received(4) == [(Key.OK, True), (Key.BACK, True), (Key.OK, False), (Key.BACK, False)]


@pytest.mark.parametrize("typed", ["Enter", "Escape", "ArrowDown"])
def test_a_tap_over_a_slow_line_is_a_tap(table: BoxTable, page: Page, typed: str) -> None:
    slow_down(page)
    page.keyboard.press(typed)
    assert table.received(2) == presses(TYPED[typed])
    assert SETTLE_TIME < held_times(table)[0] < SHOW_HOLD_AFTER


def test_a_slow_finger_may_tap_over_a_slow_line(table: BoxTable, page: Page) -> None:
    slow_down(page)
    page.keyboard.press("Enter")
    receive_answer(page)
    page.keyboard.down("Enter")
    page.clock.run_for(300)
    page.keyboard.up("Enter")
    assert table.received(4) == presses(Key.OK, Key.OK)
    assert max(held_times(table)) < SHOW_HOLD_AFTER


def test_a_key_can_be_held_over_a_slow_line(table: BoxTable, page: Page) -> None:
    slow_down(page)
    for number in (1, 3):
        page.keyboard.down("Enter")
        page.clock.run_for(round(SHOW_HOLD_AFTER * 1000))
        assert table.received(number)[-1] == (Key.OK, True)
        receive_answer(page)
        page.keyboard.up("Enter")
        page.clock.run_for(BOUNCE_MS)
        assert table.received(number + 1)[-1] == (Key.OK, False)
        receive_answer(page)


def test_a_held_arrow_is_tapped_again_until_released(table: BoxTable, page: Page) -> None:
    page.keyboard.down("ArrowDown")
    assert table.received(6)[:6] == presses(*[Key.DOWN] * 3)
    page.keyboard.up("ArrowDown")
    page.keyboard.press("u")
    edges = table.received(8)
    while edges[-1] != (Key.UNDO, False):  # a tap may still have been on its way
        edges = table.received(len(edges) + 1)
    assert edges == presses(*[Key.DOWN] * (len(edges) // 2 - 1), Key.UNDO)


@pytest.mark.parametrize("event", ["blur", "pagehide"])
def test_a_key_is_released_when_the_window_loses_focus(table: BoxTable, page: Page, event: str) -> None:
    page.keyboard.down("Enter")
    table.received(1)
    page.evaluate("event => dispatchEvent(new Event(event))", event)
    assert table.received(2) == presses(Key.OK)


def test_a_key_is_released_when_the_page_closes(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address) as page:
        page.keyboard.down("Enter")
        table.received(1)
        page.goto("about:blank")
        assert table.received(2) == presses(Key.OK)


def test_a_pending_release_is_sent_when_the_page_closes(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address) as page:
        page.evaluate("() => { performance.now = () => 0; window.setTimeout = () => 0; }")
        page.keyboard.down("u")
        table.received(1)
        page.keyboard.up("u")
        page.evaluate("() => dispatchEvent(new Event('pagehide'))")
        assert table.received(2) == presses(Key.UNDO)


def test_keys_can_be_touched(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address, has_touch=True, viewport={"width": 390, "height": 844}) as page:
        for key in (Key.UP, Key.OK, Key.SEAT5):
            key_button(page, key).tap()
        assert table.received(6) == presses(Key.UP, Key.OK, Key.SEAT5)


def test_enter_presses_the_focused_key_and_clicks_keep_the_focus(table: BoxTable, page: Page) -> None:
    key_button(page, Key.BACK).focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    page.evaluate("() => document.activeElement.blur()")
    key_button(page, Key.UP).click()
    page.keyboard.press("Enter")
    assert table.received(8) == presses(Key.BACK, Key.BACK, Key.UP, Key.OK)


def test_an_assistive_tool_can_press_a_key(table: BoxTable, page: Page) -> None:
    key_button(page, Key.SPIN).evaluate("button => button.click()")
    assert table.received(2) == presses(Key.SPIN)


def test_other_controls_and_shortcuts_keep_their_keys(table: BoxTable, page: Page) -> None:
    page.locator("#sound").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.locator("summary").focus()
    page.keyboard.press(" ")
    expect(page.locator("details")).to_have_attribute("open", "")
    page.keyboard.press("Control+u")
    page.keyboard.press("ArrowUp")
    assert table.received(2) == presses(Key.UP)


def test_a_release_during_an_outage_is_sent_afterwards(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address, quiet=False) as page:
        page.keyboard.down("Enter")
        table.received(1)
        port = table.server.port
        table.server.close()
        expect(page.locator("#lost")).to_be_visible()
        page.keyboard.up("Enter")
        table.server = table.serve(port)
        assert table.received(2) == presses(Key.OK)
