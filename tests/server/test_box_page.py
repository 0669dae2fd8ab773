"""Tests of the simulated box's page in a real browser: what it shows, says and plays, and how it fits the reader."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.box.faces.signals import Glow, Sound
from companion.box.screen.canvas import Picture
from companion.words.signs import Key
from tests.fonts import in_wider_letters
from tests.kit.pictures import picture_of_text
from tests.server.box_table import PICTURES, BoxTable, key_button, opened_page, presses
from tests.server.helpers import LINK_KEY, catalogue_text, wait_until

pytestmark = pytest.mark.e2e


def glass(page: Page) -> Picture:
    """Return the picture on the canvas."""
    rows = page.evaluate("""() => {
        const canvas = document.getElementById("glass");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return Array.from({ length: canvas.height }, (_, y) => Array.from(
            { length: canvas.width }, (_, x) => data[(y * canvas.width + x) * 4 + 3] ? "#" : ".").join(""));
    }""")
    return picture_of_text(rows)


def test_the_canvas_shows_exactly_the_pixels_on_the_bus(table: BoxTable, page: Page) -> None:
    for name in ("two", "three", "one"):
        table.show(name)
        expect(page.locator("#spoken")).to_have_text(name)
        wait_until(page, lambda name=name: glass(page) == PICTURES[name])  # type: ignore[misc]  # the loop's name


def test_the_face_is_read_aloud_once(table: BoxTable, page: Page) -> None:
    expect(page.locator("#spoken")).to_have_attribute("aria-live", "polite")
    page.evaluate("""() => {
        window.read = 0;
        new MutationObserver(() => window.read++).observe(document.getElementById("spoken"), { childList: true });
    }""")
    table.show("two")
    expect(page.locator("#spoken p")).to_have_text(["two"])
    table.show("two", glows=(Glow.STEADY,))
    expect(page.locator('[data-seat="1"]')).to_have_class("light lit")
    assert page.evaluate("window.read") == 1


def test_lights_are_named_in_words_too(table: BoxTable, page: Page) -> None:
    table.show("one", glows=(Glow.OFF, Glow.STEADY))
    expect(page.locator('[data-seat="2"]')).to_have_attribute(
        "aria-label", catalogue_text("fr", "box.light.on", seat=2)
    )
    expect(page.locator('[data-seat="1"]')).to_have_attribute(
        "aria-label", catalogue_text("fr", "box.light.off", seat=1)
    )


LISTEN = """
window.played = [];
window.AudioContext = class {
    state = "running"; currentTime = 0; destination = {};
    createGain() {
        return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {} }, connect: x => x, disconnect() {} };
    }
    createOscillator() {
        const frequency = {};
        return { frequency, connect: x => x, stop() {}, start: () => window.played.push(frequency.value) };
    }
};
"""


def test_sounds_are_played_after_the_first_touch_unless_switched_off(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address) as page:
        page.add_init_script(LISTEN)
        page.reload()
        expect(page.locator("#spoken")).to_have_text("one")
        table.show("two", sound=Sound.GOLD, sound_number=1)
        expect(page.locator("#spoken")).to_have_text("two")
        key_button(page, Key.UP).click()
        table.show("three", sound=Sound.GOLD, sound_number=2)
        page.wait_for_function("() => window.played.length === 2")
        assert page.evaluate("window.played") == [1047, 1319]
        page.locator("#sound").click()
        table.show("one", sound=Sound.END, sound_number=3)
        expect(page.locator("#spoken")).to_have_text("one")
        page.reload()
        expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")


def test_a_lost_connection_is_reported_and_recovers(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address, quiet=False) as page:
        port = table.server.port
        table.server.close()
        expect(page.locator("#lost")).to_be_visible()
        expect(page.locator("#lost")).to_have_text(catalogue_text("fr", "box.lost"))
        with page.expect_event("requestfailed", lambda request: request.method == "POST"):
            page.keyboard.press("Enter")
        table.show("two")
        table.server = table.serve(port)
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator("#spoken")).to_have_text("two")
        page.keyboard.press("u")
        assert table.received(2) == presses(Key.UNDO), "a press that nobody heard does not come late"


def test_an_excess_page_waits_until_another_leaves(browser: Browser) -> None:
    table = BoxTable(streams=1)
    with opened_page(browser, table.address) as first:
        second = first.context.new_page()
        second.goto(table.address)
        expect(second.locator("#lost")).to_have_text(catalogue_text("fr", "box.crowded"))
        first.goto("about:blank")
        expect(second.locator("#lost")).to_be_hidden()
        expect(second.locator("#spoken")).to_have_text("one")
    table.close()


def test_the_link_opens_the_box_and_hides_its_key(browser: Browser, table: BoxTable) -> None:
    elsewhere = f"http://table-pi:{table.server.port}/box"
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    answer = page.goto(elsewhere)
    assert answer is not None
    assert answer.status == 403
    expect(page.locator("main")).to_contain_text(catalogue_text("en", "web.error.box_closed"))
    page.goto(f"{elsewhere}#wrong")
    page.reload()
    expect(page.locator("main")).to_contain_text(catalogue_text("en", "web.error.box_closed"))
    page.goto("about:blank")
    page.goto(f"{elsewhere}#{LINK_KEY}")
    expect(page.locator("#spoken")).to_have_text("one")
    assert page.url == elsewhere
    key_button(page, Key.OK).click()
    assert table.received(2) == presses(Key.OK)
    context.close()


@in_wider_letters
@pytest.mark.parametrize(
    ("width", "height", "ratio"),
    [(320, 568, 1), (320, 568, 3), (390, 844, 2), (820, 1180, 1), (1280, 800, 1), (1366, 768, 1.25), (1920, 1080, 2)],
)
def test_it_fits_from_the_smallest_phone_to_a_desk(
    browser: Browser, table: BoxTable, width: int, height: int, ratio: float
) -> None:
    size: Any = {"width": width, "height": height}
    with opened_page(browser, table.address, viewport=size, device_scale_factor=ratio) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == width
        times = page.evaluate("document.getElementById('glass').getBoundingClientRect().width * devicePixelRatio / 128")
        assert times == pytest.approx(round(times), abs=0.01), "whole points only"
        room = page.locator(".glass").bounding_box()
        assert room is not None
        assert 128 * times / ratio <= room["width"]
        small = [
            (box["width"], box["height"])
            for control in page.locator("button:visible, a:visible, summary:visible").all()
            if (box := control.bounding_box()) and min(box["width"], box["height"]) < 44
        ]
        assert small == []
        keys = [box for key in Key if (box := key_button(page, key).bounding_box())]
        assert len(keys) == len(Key)
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in keys)


def test_the_chosen_theme_is_remembered(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address, color_scheme="dark") as page:
        html = page.locator("html")
        expect(html).to_have_attribute("data-theme", "dark")
        page.emulate_media(color_scheme="light")
        expect(html).to_have_attribute("data-theme", "light")
        for theme in ("light", "dark", "black"):
            page.locator("#theme").click()
            expect(html).to_have_attribute("data-theme", theme)
            expect(page.locator("#theme")).to_have_text(catalogue_text("fr", f"web.theme.{theme}"))
        page.reload()
        expect(html).to_have_attribute("data-theme", "black")


def test_the_language_can_be_switched(browser: Browser, table: BoxTable) -> None:
    with opened_page(browser, table.address, locale="fr-CA") as page:
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        page.get_by_role("link", name=catalogue_text("en", "language.name")).click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.goto(table.address)
        expect(page.locator(".plate")).to_have_text(catalogue_text("en", "box.simulated"))
