"""Tests of the sounds of phones and televisions, in a real browser whose audio notes what it is asked to play."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.box.faces.signals import Sound
from companion.box.pages import end_reveal_page
from companion.devices.light_sound_thread import TUNES
from companion.table.commands import ThrowFreeDice
from tests.chromium import MOVING
from tests.kit.golden_games import golden_file
from tests.server.browser_world import NAMES, BrowserWorld, tool

pytestmark = pytest.mark.e2e

LISTEN = """
window.contexts = [];
window.notes = [];
window.loudest = 0;
let isAllowed = location.search === "?allowed";
for (const type of ["keydown", "mousedown", "pointerup"]) {
  addEventListener(type, ({ isTrusted }) => isAllowed ||= isTrusted, { capture: true });
}
window.AudioContext = class extends EventTarget {
  state = "suspended"; destination = {}; begun = performance.now(); waiting = [];
  constructor() { super(); contexts.push(this); }
  get currentTime() { return (performance.now() - this.begun) / 1000; }
  become(state) { this.state = state; this.dispatchEvent(new Event("statechange")); }
  resume() {
    return new Promise((done) => {
      this.waiting.push(done);
      if (!isAllowed) return;
      this.become("running");
      this.waiting.splice(0).forEach((each) => each());
    });
  }
  async suspend() { this.become("suspended"); }
  async close() { this.become("closed"); }
  createGain() {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime: (level) => loudest = Math.max(loudest, level) };
    return { gain, connect: (next) => next, disconnect() {} };
  }
  createOscillator() {
    const frequency = {};
    return { frequency, connect: (next) => next, stop() {}, start: (time) => notes.push([frequency.value, time]) };
  }
};
"""
"""Script that puts a loudspeaker in place of the browser's. It notes each tone, and needs a touch of the page first,
unless the address ends in "?allowed"."""
NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
HELD = """
window.turns = [];
window.pins = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...about) {
  const motion = animate.apply(this, about);
  if (this.matches(".wheel-pin")) window.pins += 1;
  if (this.matches(".die") && motion.effect.getTiming().iterations === 1) {
    motion.pause();
    window.turns.push(motion);
  }
  return motion;
};
"""
"""Script that has dice tumble until the test lets them rest, and counts how often the wheel's pointer is bent."""
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
WHEEL = {"sectors": [{"land": "bandit", "sea": 9}, *({"land": n, "sea": n} for n in (2, 3, 4, 5, 6))]}
SPIN = {"move": "spin", "route": "land", "chance": [1]}
TELEVISION: Any = {"width": 1280, "height": 720}
KNOCK = [294]


def pitches(sound: Sound) -> list[int]:
    """Return the pitches of a sound of the box, in Hz."""
    return [pitch for pitch, _ in TUNES[sound] if pitch]


def heard(page: Page) -> list[int]:
    """Return the pitches that the page has played, in Hz."""
    notes: list[int] = page.evaluate("notes.map(([pitch]) => pitch)")
    return notes


def listening(world: BrowserWorld, path: str = "", seat: int | None = None, more: str = "", **options: Any) -> Page:
    """Return a page whose sounds were switched on; the notes that it played at that are forgotten."""
    page = world.phone(before=LISTEN + HELD + more, path=path, **options)
    if seat is not None:
        code = {"code": world.code(seat)}
        assert page.context.request.post(f"{world.companion.local_address}api/claim", data=code).ok
        page.reload()
        expect(page.locator("html.tv, .tool[data-key=forget]").first).to_be_visible()
    page.locator("#sounds, .tool[data-key=sounds]").click()
    page.wait_for_function("() => notes.length === 2")
    page.evaluate("notes.splice(0)")
    return page


def wheel(world: BrowserWorld) -> None:
    world.start(*NAMES, game="classic", options={"wheel": WHEEL, "tracking": "dice"})


def golden_game(world: BrowserWorld) -> tuple[int, dict[str, Any]]:
    """Play a game up to the move that ends it; return that move."""
    first, *lines = [json.loads(line) for line in golden_file("classic", "two_players").read_text("utf-8").splitlines()]
    moves = [(line.pop("seat"), line) for line in lines]
    world.start(*first["seats"], game="classic", options=first["options"])
    for seat, move in moves[:-1]:
        world.play(seat, **move)
    return moves[-1]


# The switch


@pytest.mark.usefixtures("separate_files")
@pytest.mark.parametrize("path", ["", "tv"])
def test_nothing_is_loaded_or_made_while_sounds_are_off(world: BrowserWorld, path: str) -> None:
    wheel(world)
    page = world.phone(before=LISTEN, **MOVING)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{world.companion.local_address}{path}")
    expect(page.locator(".wheel-disc")).to_be_visible()
    page.keyboard.press("Shift")
    world.play(1, **SPIN)
    expect(page.locator("html.playing")).to_have_count(1)
    expect(page.locator("html.playing")).to_have_count(0)
    assert any("/blocks/wheel.js" in url for url in asked)
    assert not [url for url in asked if "sounds.js" in url or "loudspeaker.js" in url]
    assert page.evaluate("contexts.length") == 0


@pytest.mark.usefixtures("bundling")
def test_every_phone_switches_its_sounds_and_keeps_that(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.phone(before=LISTEN)
    expect(tool(page, "sounds")).to_have_attribute("aria-checked", "false")
    tool(page, "sounds").click()
    expect(tool(page, "sounds")).to_have_attribute("aria-checked", "true")
    expect(tool(page, "sounds")).to_have_text("Sounds✓")
    page.wait_for_function("() => notes.length === 2")
    assert heard(page) == pitches(Sound.GOLD), "so that one hears how loud it is"
    page.reload()
    expect(tool(page, "sounds")).to_have_attribute("aria-checked", "true")
    page.wait_for_function("() => contexts.length === 1")
    tool(page, "sounds").click()
    expect(tool(page, "sounds")).to_have_attribute("aria-checked", "false")
    assert page.evaluate("contexts[0].state") == "closed"
    page.reload()
    expect(tool(page, "sounds")).to_have_attribute("aria-checked", "false")
    assert page.evaluate("contexts.length") == 0


def test_the_switch_works_where_nothing_may_be_stored(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = listening(world, seat=2, more=NO_STORAGE)
    expect(tool(page, "sounds")).to_have_attribute("aria-checked", "true")
    world.play(1, move="step", by="cards")
    world.play(1, move="end_turn")
    page.wait_for_function("() => notes.length === 2")
    page.reload()
    expect(tool(page, "sounds")).to_have_attribute("aria-checked", "false")


def test_a_lost_script_leaves_the_sounds_off(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.phone(before=LISTEN)
    page.route(re.compile(r"(tapped|sounds)\.js"), lambda route: route.abort())
    page.reload()
    tool(page, "sounds").click()
    expect(page.locator("#said")).to_have_attribute("data-kind", "refused")
    expect(tool(page, "sounds")).to_have_attribute("aria-checked", "false")


def test_a_television_asks_for_one_press_of_its_remote(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.phone("fr-FR", before=LISTEN, path="tv", viewport=TELEVISION)
    note = page.locator("#sounds-wait")
    page.locator("#sounds").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sounds")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => notes.length === 2")
    expect(note).to_be_hidden()
    page.reload()
    expect(note).to_have_text(
        "Les sons sont activés\N{NO-BREAK SPACE}: appuie une fois sur la touche OK de la télécommande."
    )
    expect(note).to_be_visible()
    expect(page.locator("#sounds")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(note).to_be_hidden()
    assert page.evaluate("contexts[0].state") == "running"
    assert heard(page) == []
    page.reload()
    expect(note).to_be_visible()
    page.locator("#sounds").evaluate("(button) => button.click()")
    expect(note).to_be_hidden()


# What is heard


@pytest.mark.parametrize("path", ["", "tv"])
def test_the_wheel_ticks_whenever_its_pointer_is_bent(world: BrowserWorld, path: str) -> None:
    wheel(world)
    page = listening(world, path, viewport=TELEVISION, **MOVING)
    world.play(1, **SPIN)
    expect(page.locator("html.playing")).to_have_count(1)
    expect(page.locator("html.playing")).to_have_count(0)
    ticks = heard(page)
    assert len(ticks) == page.evaluate("pins") > 6
    assert set(ticks) == {*pitches(Sound.TICK)}
    times = page.evaluate("notes.map(([, time]) => time)")
    assert times == sorted(set(times))


def test_dice_knock_once_when_all_of_them_rest(world: BrowserWorld) -> None:
    wheel(world)
    world.play(1, **{**SPIN, "chance": [0]})
    page = listening(world, **MOVING)
    world.play(1, move="fight", chance=[6, 2])
    page.wait_for_function("() => turns.length === 2")
    page.evaluate("turns[0].finish()")
    assert heard(page) == []
    page.evaluate("turns[1].finish()")
    expect(page.locator("html.playing")).to_have_count(0)
    assert heard(page) == KNOCK


def test_where_nothing_moves_each_throw_is_heard_once(world: BrowserWorld) -> None:
    wheel(world)
    page = listening(world)
    world.play(1, **{**SPIN, "chance": [0]})
    expect(page.locator("#last")).to_contain_text("bandits")
    assert heard(page) == pitches(Sound.TICK)
    world.seat(3)  # the same throw in another view
    world.play(1, move="fight", chance=[6, 2])
    expect(page.locator("#last")).to_contain_text("fight won")
    assert heard(page) == [*pitches(Sound.TICK), *KNOCK]


def test_the_third_is_for_the_phone_whose_turn_it_is(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page, watcher, tv = listening(world, seat=2), listening(world), listening(world, "tv", seat=3, viewport=TELEVISION)
    world.play(1, move="step", by="cards")
    expect(page.locator("#last")).to_contain_text("Inès")
    assert heard(page) == []
    world.play(1, move="end_turn")
    for each in (page, watcher, tv):
        expect(each.locator("#headline")).to_contain_text("Marc")
    page.wait_for_function("() => notes.length === 2")
    world.play(2, move="step", by="cards")
    expect(watcher.locator("#last")).to_contain_text("Marc")
    world.play(2, move="end_turn")
    for each in (page, watcher, tv):
        expect(each.locator("#headline")).to_contain_text("Zoé")
    assert heard(page) == pitches(Sound.GOLD)
    assert heard(watcher) == heard(tv) == []


def test_a_reloaded_page_plays_no_old_turn(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = listening(world, seat=1)
    page.goto(f"{page.url}?allowed")
    page.wait_for_function("() => contexts[0]?.state === 'running'")
    expect(page.locator("#turn")).to_contain_class("yours")
    world.play(1, move="step", by="cards")
    expect(page.locator("#events li")).to_have_count(1)
    assert heard(page) == []


def test_a_turn_is_heard_after_its_dice(world: BrowserWorld) -> None:
    wheel(world)
    world.play(1, **{**SPIN, "chance": [0]})
    page = listening(world, seat=2, **MOVING)
    world.play(1, move="fight", chance=[6, 2])
    page.wait_for_function("() => turns.length === 2")
    page.evaluate("turns.forEach((motion) => motion.finish())")
    expect(page.locator("#headline")).to_have_text("Your turn, Marc")
    page.wait_for_function("() => notes.length === 3")
    assert heard(page) == [*KNOCK, *pitches(Sound.GOLD)]
    first, second, _ = page.evaluate("notes.map(([, time]) => time)")
    assert second >= first + 0.04, "not at the same time"


@pytest.mark.parametrize("path", ["", "tv"])
def test_the_fanfare_is_that_of_the_box(world: BrowserWorld, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(end_reveal_page, "STEP_S", 3600.0)
    seat, move = golden_game(world)
    page = listening(world, path, viewport=TELEVISION)
    world.play(seat, **move)
    for step in (1, 2, 3):
        world.turn_reveal(step)
        expect(page.locator("#ending tbody tr")).to_have_count(step)
    page.wait_for_function("() => notes.length >= 6")
    assert heard(page) == pitches(Sound.GOLD) * 3, "each step as the box plays it"
    page.evaluate("notes.splice(0)")
    world.turn_reveal()
    expect(page.locator("#ending .podium > li")).to_have_count(2)
    page.wait_for_function("() => notes.length")
    assert heard(page) == pitches(Sound.END)
    times = page.evaluate("notes.map(([, time]) => Math.round((time - notes[0][1]) * 1000))")
    assert 0 < page.evaluate("loudest") < 0.1, "of 1"
    starts = accumulate((length for _, length in TUNES[Sound.END]), initial=0)
    assert times == [start for start, (pitch, _) in zip(starts, TUNES[Sound.END], strict=False) if pitch]
    page.goto(f"{page.url}?allowed")
    page.wait_for_function("() => contexts[0]?.state === 'running'")
    expect(page.locator("#ending .podium > li")).to_have_count(2)
    assert heard(page) == []


def test_a_page_in_the_background_is_silent(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = listening(world, seat=2)
    page.evaluate(HIDE, True)
    assert page.evaluate("contexts[0].state") == "suspended"
    world.play(1, move="step", by="cards")
    world.play(1, move="end_turn")
    expect(page.locator("#turn")).to_contain_class("yours")
    page.evaluate(HIDE, False)
    page.wait_for_function("() => contexts[0].state === 'running'")
    world.play(2, move="step", by="cards")
    expect(page.locator("#events li").first).to_contain_text("Marc")
    assert heard(page) == []


@pytest.mark.parametrize("options", [{}, MOVING])
def test_free_dice_knock_where_the_sounds_are_on(world: BrowserWorld, options: Any) -> None:
    world.start(*NAMES)
    page = listening(world, **options)
    page.goto(f"{world.companion.local_address}free")
    expect(page.locator(".wheel-disc")).to_be_visible()
    page.keyboard.press("Shift")
    page.wait_for_function("() => contexts[0]?.state === 'running'")
    world.companion.ask(lambda: world.companion.session.do(ThrowFreeDice(dice=2)))
    if options:
        page.wait_for_function("() => turns.length === 2")
        assert heard(page) == []
        page.evaluate("turns.forEach((motion) => motion.finish())")
    expect(page.locator("#throws li")).to_have_count(1)
    assert heard(page) == KNOCK
