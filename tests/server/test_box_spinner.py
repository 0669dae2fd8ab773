"""Tests of the spinner on the simulated box's page in a real browser: its lights, its knob, and its keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.box.faces.faces import HomeFace
from companion.box.faces.signals import BoxOutput, RingDark, RingFinal, RingSeats
from companion.words.signs import Key
from tests.chromium import MOVING
from tests.depth import deep
from tests.fonts import in_wider_letters
from tests.server.box_table import BoxTable, key_button, opened_page, presses
from tests.server.helpers import catalogue_text, wait_until
from tests.server.ring_lights import LIGHTS, PICO, ring_lights

pytestmark = pytest.mark.e2e

KEYS = (Key.BACK, Key.UP, Key.DOWN, Key.OK, Key.UNDO)
SEATS = RingSeats(("blue", "red"), turn=1)


@pytest.fixture
def table() -> Iterator[BoxTable]:
    """Yield a box that is a spinner, with a screen beside it."""
    table = BoxTable(PICO)
    yield table
    table.close()


def shows_seats(page: Page) -> bool:
    """Return whether the ring shows two seats: a bright one in blue, a faint one in red, a dark light after each."""
    lights = ring_lights(page)
    if not lights:
        return False
    blue, red, apart = lights[:11], lights[12:23], (lights[11], lights[23])
    return (
        all(light.blue > 200 and light.blue > light.red for light in blue)
        and all(light.red > 1.5 * light.blue and light.red < 200 for light in red)
        and all(light.dark for light in apart)
    )


def test_lights_have_their_colours_and_dark_ones_look_like_glass(table: BoxTable, page: Page) -> None:
    table.show("two", ring=SEATS)
    wait_until(page, lambda: shows_seats(page))
    table.show("two", ring=RingDark())
    wait_until(page, lambda: [light.dark for light in ring_lights(page)] == [True] * LIGHTS)


def test_a_later_page_shows_the_whole_ring(browser: Browser, table: BoxTable, page: Page) -> None:
    table.show("two", ring=SEATS)
    wait_until(page, lambda: shows_seats(page))
    with opened_page(browser, table.address) as later:
        wait_until(later, lambda: shows_seats(later))
        expect(later.locator("#spoken")).to_have_text("two")


def test_the_ring_is_a_named_picture_without_announcements(table: BoxTable, page: Page) -> None:
    expect(page.locator("#ring")).to_have_role("img")
    expect(page.locator("#ring")).to_have_accessible_name(catalogue_text("fr", "box.ring"))
    assert page.locator("[aria-live] #ring, #ring[aria-live]").count() == 0


@deep
def test_a_ring_that_moves_does_not_draw_the_glass_again(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address, **MOVING) as page:
        table.show("two", ring=RingFinal(("blue",)))
        expect(page.locator("#spoken")).to_have_text("two")
        page.evaluate("""() => {
            window.glass = window.rings = 0;
            const { putImageData, clearRect } = CanvasRenderingContext2D.prototype;
            CanvasRenderingContext2D.prototype.putImageData = function (...all) {
                window.glass++;
                putImageData.apply(this, all);
            };
            CanvasRenderingContext2D.prototype.clearRect = function (...all) {
                window.rings++;
                clearRect.apply(this, all);
            };
        }""")
        # The picture may arrive after its words; once it is there, only the ring moves.
        page.wait_for_function("() => window.rings > 40")
        page.evaluate("window.glass = window.rings = 0")
        page.wait_for_function("() => window.rings > 20")
        assert page.evaluate("window.glass") == 0
        table.show("three", ring=RingFinal(("blue",)))
        page.wait_for_function("() => window.glass > 0")


@deep
def test_with_reduced_motion_the_ring_changes_once_a_second(table: BoxTable, page: Page) -> None:
    wait_until(page, lambda: len(ring_lights(page)) == LIGHTS)
    page.evaluate("""() => {
        window.rings = [];
        const { clearRect } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.clearRect = function (...all) {
            window.rings.push(performance.now());
            clearRect.apply(this, all);
        };
    }""")
    table.show("two", ring=RingFinal(("blue",)))
    page.wait_for_function("() => window.rings.length > 3")
    drawn = page.evaluate("window.rings")
    assert min(later - before for before, later in pairwise(drawn)) >= 999


def test_the_keys_and_the_knob_are_the_spinners(table: BoxTable, page: Page) -> None:
    assert [button.get_attribute("data-key") for button in page.locator(".arcade button").all()] == [
        key.value for key in KEYS
    ]
    assert page.locator("[data-key]").count() == len(KEYS) + 1
    table.show("two", ring=SEATS)
    wait_until(page, lambda: shows_seats(page))  # a spinner that was not detected yet takes no keys
    for key in KEYS:
        key_button(page, key).click()
    assert table.received(2 * len(KEYS)) == presses(*KEYS)
    key_button(page, Key.SPIN).click()
    assert table.received(2 * len(KEYS) + 1)[-1] == (Key.SPIN, True)


def test_a_throw_turns_the_knob_unless_motion_is_reduced(browser: Browser, table: BoxTable, page: Page) -> None:
    with opened_page(browser, table.address, **MOVING) as moving:
        for each_page, rotation in ((page, "none"), (moving, "210deg")):
            each_page.keyboard.press("s")
            expect(each_page.locator("#grip")).to_have_css("rotate", rotation)


def test_keys_that_do_something_are_lit(table: BoxTable, page: Page) -> None:
    table.outputs.publish(BoxOutput(HomeFace(line="two"), live=frozenset({Key.OK})))
    expect(page.locator(".cap.lit")).to_have_count(1)
    expect(key_button(page, Key.OK)).to_contain_class("lit")
    expect(key_button(page, Key.OK)).to_have_accessible_name(catalogue_text("fr", "box.key.ok"))


@in_wider_letters
@pytest.mark.parametrize(("width", "height", "ratio"), [(320, 568, 2), (390, 844, 3), (820, 1180, 1), (1280, 800, 1)])
def test_it_fits_from_the_smallest_phone_to_a_desk(
    browser: Browser, table: BoxTable, width: int, height: int, ratio: float
) -> None:
    size = {"width": width, "height": height}
    with opened_page(browser, table.address, viewport=size, device_scale_factor=ratio) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == width
        times = page.evaluate("document.getElementById('glass').getBoundingClientRect().width * devicePixelRatio / 128")
        assert times == pytest.approx(round(times), abs=0.01), "whole points only"
        wait_until(page, lambda: len(ring_lights(page)) == LIGHTS)
        ring_box = page.locator("#ring").bounding_box()
        assert ring_box is not None
        assert ring_box["width"] == pytest.approx(ring_box["height"]), "round"
        assert page.evaluate("document.getElementById('ring').width") == round(ring_box["width"] * ratio)
        boxes = [box for key in (*KEYS, Key.SPIN) if (box := key_button(page, key).bounding_box())]
        assert len(boxes) == len(KEYS) + 1
        assert all(min(box["width"], box["height"]) >= 44 for box in boxes)
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
