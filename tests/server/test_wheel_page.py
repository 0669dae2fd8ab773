"""Tests of the wheel and the dice on the table page, in a real browser: announcing, throwing, watching, fighting."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page, expect

from companion.table.commands import TakeBack, UseRealDice
from tests.chromium import MOVING
from tests.depth import some_of
from tests.fonts import in_wider_letters
from tests.kit.golden_games import golden_file
from tests.server.browser_world import FROM_BOX, NAMES, BrowserWorld, tool
from tests.server.watched_table import overflow

pytestmark = pytest.mark.e2e

OWN = {
    "sectors": [
        {"land": 4, "sea": 9, "weight": 5},
        {"land": "bandit", "sea": 1},
        {"land": 2, "sea": "corsair", "weight": 2},
        {"land": 7, "sea": 3},
    ]
}
RESULT = "#block-wheel .told"
FIGHT = "#block-fight"
ARRIVED = {"move": "arrive", "place": "town"}
HELD = """
window.turns = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...about) {
  const motion = animate.apply(this, about);
  if (this.matches(".wheel-disc, .die") && motion.effect.getTiming().iterations === 1) {
    motion.pause();
    window.turns.push(motion);
  }
  return motion;
};
"""
"""Script that has wheel and dice turn until the test lets them stop."""


@pytest.fixture
def world(world: BrowserWorld) -> BrowserWorld:
    world.start(*NAMES, game="classic", options={"wheel": OWN, "tracking": "dice"})
    return world


def throw(page: Page) -> Locator:
    return page.locator(".throw")


def announce(page: Page, route: str) -> None:
    page.locator(f".band-card:has([value={route}])").click()
    expect(throw(page)).to_have_attribute("aria-disabled", "false")


def stop_wheel(page: Page) -> None:
    """Let everything that turns come to rest."""
    page.evaluate("turns.forEach((motion) => motion.finish())")
    expect(page.locator("html.playing")).to_have_count(0)


def skip_animation(page: Page) -> None:
    """Skip the animation: everything stops at once."""
    expect(page.locator("html")).to_have_class("playing")
    page.keyboard.press("Shift")


def sector_at_pointer(page: Page, ring: str) -> int:
    """Return the sector under the pointer."""
    sector: str = page.evaluate(
        """(ring) => {
          const face = document.querySelector(".wheel-face");
          face.scrollIntoView();
          const { left, top, width } = face.getBoundingClientRect();
          for (const one of document.querySelectorAll(".sector")) one.style.pointerEvents = "auto";
          const depth = { sea: 0.135, land: 0.225 }[ring];
          const under = document.elementsFromPoint(left + width / 2, top + width * depth);
          return under.map((element) => element.closest(".sector")).find(Boolean).dataset.sector.split(":")[1];
        }""",
        ring,
    )
    return int(sector)


def watching_page(world: BrowserWorld, path: str = "", **options: Any) -> Page:
    """Return a page that watches, once its wheel is there."""
    page = world.phone(before=HELD, **{**MOVING, **options})
    if path:
        page.goto(f"{world.companion.local_address}{path}")
    expect(page.locator(".wheel-disc")).to_be_visible()
    return page


# Announcing and throwing


def test_no_throw_before_an_announcement(world: BrowserWorld) -> None:
    page = world.seat(1)
    throw(page).click(force=True)  # it is marked as disabled
    expect(page.locator("#said")).to_have_text("Announce first: By land · By sea.")
    assert world.moves == []


def test_holding_and_releasing_the_button_throws(world: BrowserWorld) -> None:
    page = world.seat(1, **MOVING)
    announce(page, "sea")
    throw(page).hover()
    page.mouse.down()
    expect(throw(page)).to_have_class("throw held")
    assert world.moves == []
    page.mouse.up()
    skip_animation(page)
    expect(page.locator(RESULT)).not_to_be_empty()
    assert world.moves == ["spin"]
    assert world.played["route"] == "sea"
    assert not world.table.entries[0].played.typed


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_key_throws_as_well(world: BrowserWorld, key: str) -> None:
    page = world.seat(1)
    page.locator("input[value=land]").focus()
    page.keyboard.press("Space")
    throw(page).focus()
    page.keyboard.down(key)
    expect(throw(page)).to_have_class("throw held")
    page.keyboard.up(key)
    expect(page.locator(RESULT)).not_to_be_empty()
    assert world.played["route"] == "land"
    assert world.moves == ["spin"]


def test_a_screen_readers_click_throws(world: BrowserWorld) -> None:
    page = world.seat(1)
    announce(page, "land")
    throw(page).evaluate("(button) => button.click()")
    expect(page.locator(RESULT)).not_to_be_empty()
    assert world.moves == ["spin"]


def test_a_finger_that_slides_off_throws_nothing(world: BrowserWorld) -> None:
    page = world.seat(1)
    announce(page, "land")
    throw(page).hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(throw(page)).to_have_class("throw")
    assert world.moves == []


def test_only_a_phone_that_may_spin_throws(world: BrowserWorld) -> None:
    page = world.seat(2)
    expect(page.locator(".wheel-disc")).to_be_visible()
    expect(throw(page)).to_have_count(0)
    expect(page.locator(".wheel-call")).to_be_hidden()


def test_a_host_throws_for_a_named_seat_without_phone(world: BrowserWorld) -> None:
    page = world.seat(None)
    expect(page.locator(".wheel-call")).to_contain_text("Inès")
    announce(page, "land")
    throw(page).click()
    expect(page.locator(RESULT)).not_to_be_empty()
    assert world.moves == ["spin"]


def test_a_refused_throw_is_explained_and_can_be_retried(world: BrowserWorld) -> None:
    page = world.seat(1, **MOVING)
    announce(page, "land")
    refusal = {"error": "not_saved", "reason": "The disk is full."}
    page.route("**/api/commands", lambda route: route.fulfill(headers=FROM_BOX, status=507, json=refusal))
    throw(page).click()
    expect(page.locator("#said")).to_contain_text("The disk is full.")
    page.unroute("**/api/commands")
    expect(throw(page)).to_have_attribute("aria-disabled", "false")
    throw(page).click()
    skip_animation(page)
    expect(page.locator(RESULT)).not_to_be_empty()
    assert world.moves == ["spin"]


def test_a_real_spin_is_typed_by_the_announced_ring(world: BrowserWorld) -> None:
    page = world.seat(1, language="fr-FR")
    announce(page, "sea")
    page.locator(".wheel-below button").click()
    cards = page.locator(".sector-cards .choice-card")
    expect(cards).to_have_count(4)
    expect(cards.nth(0)).to_contain_text("9")
    expect(cards.nth(2)).to_contain_text("corsaire")
    cards.nth(3).click()
    page.locator(".sheet .confirm .play").click()
    expect(page.locator(RESULT)).to_have_text("3 cases · saisi à la main")
    assert world.played == {"move": "spin", "route": "sea", "chance": [3]}
    assert world.table.entries[0].played.typed


# Watching


def test_the_result_appears_when_the_wheel_rests(world: BrowserWorld) -> None:
    page = watching_page(world)
    world.play(1, move="spin", route="land", chance=[0])
    expect(page.locator("html")).to_have_class("playing")
    expect(page.locator("#last")).to_be_empty()
    expect(page.locator("#events")).to_be_empty()
    expect(page.locator("#spoken")).to_be_empty()
    expect(page.locator(".hub b")).to_have_count(0)
    stop_wheel(page)
    expect(page.locator("#last")).to_contain_text("spins 4 by land")
    expect(page.locator("#events")).to_contain_text("spins 4 by land")
    expect(page.locator("#spoken")).to_contain_text("spins 4 by land")
    expect(page.locator(".hub b")).to_have_text("4")


@pytest.mark.parametrize("sector", some_of(range(4), share=2))
@pytest.mark.parametrize("route", ["land", "sea"])
def test_the_sector_drawn_is_the_one_under_the_pointer(world: BrowserWorld, route: str, sector: int) -> None:
    page = watching_page(world)
    world.play(1, move="spin", route=route, chance=[sector])
    expect(page.locator("html")).to_have_class("playing")
    stop_wheel(page)
    assert sector_at_pointer(page, route) == sector
    assert page.locator(".sector.hit").get_attribute("data-sector") == f"sector:{sector}"


def test_a_tap_anywhere_ends_the_animation(world: BrowserWorld) -> None:
    page = watching_page(world)
    world.play(1, move="spin", route="land", chance=[3])
    expect(page.locator("html")).to_have_class("playing")
    page.mouse.click(5, 5)
    expect(page.locator(".hub b")).to_have_text("7")
    expect(page.locator("html.playing")).to_have_count(0)


def test_a_key_ends_the_animation(world: BrowserWorld) -> None:
    page = watching_page(world)
    world.play(1, move="spin", route="land", chance=[3])
    skip_animation(page)
    expect(page.locator(".hub b")).to_have_text("7")


def test_the_table_goes_on_without_waiting_for_the_wheel(world: BrowserWorld) -> None:
    page = watching_page(world)
    world.play(1, move="spin", route="land", chance=[0])
    expect(page.locator("html")).to_have_class("playing")
    world.play(1, **ARRIVED)
    expect(page.locator("#last")).to_contain_text("Inès")
    expect(page.locator("html.playing")).to_have_count(0)
    expect(page.locator(".hub b")).to_have_text("4")


def test_a_joining_phone_does_not_stop_the_wheel(world: BrowserWorld) -> None:
    page = watching_page(world)
    world.play(1, move="spin", route="land", chance=[0])
    expect(page.locator("html")).to_have_class("playing")
    world.seat(3)
    expect(page.locator("html")).to_have_class("playing")
    stop_wheel(page)
    expect(page.locator("#last")).to_contain_text("spins 4 by land")


def test_with_reduced_motion_the_result_is_announced_at_once(world: BrowserWorld) -> None:
    page = watching_page(world, reduced_motion="reduce")
    world.play(1, move="spin", route="sea", chance=[3])
    expect(page.locator("#spoken")).to_contain_text("spins 3 by sea")
    assert page.evaluate("turns.length") == 0
    assert sector_at_pointer(page, "sea") == 3


def test_a_take_back_lets_the_wheel_spin_again(world: BrowserWorld) -> None:
    page = watching_page(world, reduced_motion="reduce")
    world.play(1, move="spin", route="sea", chance=[3])
    expect(page.locator(".hub b")).to_have_text("3")
    world.companion.ask(lambda: world.companion.session.do(TakeBack()))
    expect(page.locator(".hub b")).to_have_count(0)
    expect(page.locator(RESULT)).to_be_empty()


def test_a_repeated_spin_says_so(world: BrowserWorld) -> None:
    page = watching_page(world, reduced_motion="reduce")
    world.play(1, move="spin", route="sea")
    world.companion.ask(lambda: world.companion.session.do(TakeBack()))
    world.play(1, move="spin", route="sea")
    expect(page.locator(RESULT)).to_contain_text("same draw as before")


def test_a_trial_wheel_links_to_the_copying_page(world: BrowserWorld) -> None:
    page = watching_page(world)
    expect(page.locator(".wheel-note")).to_be_hidden()
    world.start(*NAMES, game="classic")
    expect(page.locator(".wheel-note a")).to_have_text("Trial wheel: copy yours")
    page.locator(".wheel-note a").click()
    page.wait_for_url("**/wheel")


def test_another_game_has_no_wheel(world: BrowserWorld) -> None:
    page = watching_page(world)
    world.start(*NAMES)
    expect(page.locator("#block-race")).to_be_visible()
    expect(page.locator("#block-wheel")).to_be_hidden()
    expect(page.locator("#chance-card")).to_be_hidden()


@in_wider_letters
@pytest.mark.parametrize("path", ["", "tv"])
def test_nothing_is_wider_than_the_page_while_the_wheel_turns(world: BrowserWorld, path: str) -> None:
    page = watching_page(world, path, viewport={"width": 320 if not path else 1280, "height": 720})
    world.play(1, move="spin", route="land", chance=[0])
    expect(page.locator("html")).to_have_class("tv playing" if path else "playing")
    page.evaluate("turns.forEach((motion) => (motion.currentTime = 700))")
    assert overflow(page) == 0


# Reading the numbers


def ink(page: Page, part: str) -> Image.Image:
    """Return the points of the wheel that change when a part of it is hidden, in white on black."""
    shots = []
    for visibility in ("visible", "hidden"):
        for element in page.locator(f".wheel-face {part}").all():
            element.evaluate("(element, visibility) => { element.style.visibility = visibility; }", visibility)
        shots.append(Image.open(io.BytesIO(page.locator(".wheel-room").screenshot())).convert("RGB"))
    page.evaluate("document.querySelectorAll('.wheel-face *').forEach((e) => { e.style.visibility = ''; })")
    changed = ImageChops.difference(*shots).convert("L")
    return changed.point(lambda light: 255 * (light > 64))  # a picture that is drawn once more differs a little


@pytest.mark.parametrize("sector", [0, 1, 2, 3])
@pytest.mark.parametrize("sectors", [4, 9])
def test_the_pointer_never_covers_a_number(world: BrowserWorld, sectors: int, sector: int) -> None:
    wheel = {"sectors": [{"land": 1 + place, "sea": 9 - place} for place in range(sectors)]}
    world.start(*NAMES, game="classic", options={"wheel": wheel, "tracking": "dice"})
    world.play(1, move="spin", route="sea", chance=[sector])
    page = world.phone()
    expect(page.locator(".hub b")).to_have_text(str(9 - sector))
    expect(page.locator("html.playing")).to_have_count(0)
    numbers, pin = ink(page, ".sector text"), ink(page, ".wheel-pin")
    assert numbers.getbbox()
    assert pin.getbbox()
    assert not ImageChops.multiply(numbers, pin).getbbox()


def test_six_and_nine_are_underlined_on_the_wheel(world: BrowserWorld) -> None:
    wheel = {"sectors": [{"land": 1 + place, "sea": 9 - place} for place in range(9)]}
    world.start(*NAMES, game="classic", options={"wheel": wheel, "tracking": "dice"})
    page = world.phone()
    numbers = page.locator(".sector text")
    expect(numbers).to_have_count(18)
    lines = numbers.evaluate_all("all => all.map((e) => [e.textContent, getComputedStyle(e).textDecorationLine])")
    assert {number for number, line in lines if line == "underline"} == {"6", "9"}
    assert sum(line == "underline" for _, line in lines) == 4


# The fight


def test_a_fight_on_a_phone_is_visible_to_all(world: BrowserWorld) -> None:
    page = world.seat(1)
    tv = watching_page(world, "tv", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    expect(page.locator(FIGHT)).to_be_hidden()
    world.play(1, move="spin", route="land", chance=[1])
    expect(tv.locator(f"{FIGHT} .told")).to_have_text("Inès is about to roll the dice.")
    expect(tv.locator(f"{FIGHT} button")).to_have_count(0)
    expect(page.locator(f"{FIGHT} h2")).to_have_text("Bandits!")
    page.locator(".action-card.usual .action").click()
    expect(page.locator(f"{FIGHT} .die.white circle")).not_to_have_count(0)
    white, black = world.played["chance"]
    for each in (page, tv):
        expect(each.locator(".die.white circle")).to_have_count(white)
        expect(each.locator(".die.black circle")).to_have_count(black)
        won = each.locator("[data-won=true] .die")
        expect(won).to_have_class("die white" if white >= black else "die black")


def test_the_dice_tumble_before_the_result(world: BrowserWorld) -> None:
    world.play(1, move="spin", route="sea", chance=[2])
    page = watching_page(world)
    world.play(1, move="fight", chance=[6, 2])
    expect(page.locator("html")).to_have_class("playing")
    expect(page.locator("#headline")).to_have_text("Inès’s turn")
    expect(page.locator(f"{FIGHT} .told")).to_have_count(0)
    stop_wheel(page)
    expect(page.locator("#headline")).to_have_text("Marc’s turn")
    expect(page.locator(f"{FIGHT} .told")).to_contain_text("wins the fight")
    expect(page.locator(".against")).to_have_text(">")


def test_a_die_of_eight_faces_shows_a_number(world: BrowserWorld) -> None:
    world.start(*NAMES, game="classic", options={"wheel": OWN, "bandits_d8": True})
    world.play(1, move="spin", route="land", chance=[1])
    page = watching_page(world, reduced_motion="reduce")
    world.play(1, move="fight", chance=[3, 8])
    expect(page.locator(".die.black text")).to_have_text("8")
    expect(page.locator(".die.white circle")).to_have_count(3)


def test_real_dice_are_typed_by_colour(world: BrowserWorld) -> None:
    world.play(1, move="spin", route="land", chance=[1])
    page = world.seat(1)
    page.get_by_role("checkbox", name="I roll real dice").check()
    page.locator(".action-card.usual .action").click()
    for die, value in (("White die", "2"), ("Black die", "5")):
        page.get_by_role("group", name=die, exact=True).get_by_role("radio", name=value).check()
    page.locator(".sheet .confirm .play").click()
    expect(page.locator(f"{FIGHT} .told")).to_contain_text("loses the fight")
    assert world.played == {"move": "fight", "chance": [2, 5]}
    tool(page, "take_back").click()
    page.reload()
    switch = page.get_by_role("checkbox", name="I roll real dice")
    expect(switch).to_be_checked()
    switch.uncheck()
    with page.expect_response("**/api/commands"):
        page.locator(".action-card.usual .action").click()
    assert (world.moves[-1], world.table.entries[-1].played.typed) == ("fight", False)


def test_real_dice_tonight_are_typed_on_every_phone(world: BrowserWorld) -> None:
    page, host, television = world.seat(1), world.seat(None), world.phone(path="tv")
    throw = page.locator(".throw")
    expect(throw).to_be_visible()
    host.get_by_role("switch", name="Real dice tonight").click()
    expect(host.get_by_role("switch", name="Real dice tonight")).to_be_checked()
    for each in (page, host, television):
        expect(each.locator("#badges")).to_contain_text("Real dice tonight")
    expect(throw).to_have_count(0)
    page.get_by_role("button", name="I spun the real wheel").click()
    sheet = page.get_by_role("dialog")
    sheet.locator(".choice-card").first.click()
    expect(sheet.get_by_text("Let the box")).to_have_count(0)
    sheet.locator(".sector-cards .choice-card").first.click()
    page.locator(".sheet .confirm .play").click()
    expect(page.locator(".sheet")).to_have_count(0)
    assert (world.moves, world.table.entries[-1].played.typed, len(world.table.draws)) == (["spin"], True, 0)
    host.get_by_role("switch", name="Real dice tonight", checked=True).click()
    expect(page.locator("#badges")).not_to_contain_text("Real dice tonight")


def test_real_dice_tonight_are_typed_without_a_switch(world: BrowserWorld) -> None:
    world.play(1, move="spin", route="land", chance=[1])
    page = world.seat(1)
    world.companion.ask(lambda: world.companion.session.do(UseRealDice(on=True)))
    expect(page.locator(".action-card.usual .action")).to_contain_text("…")
    expect(page.get_by_role("checkbox", name="I roll real dice")).to_have_count(0)
    page.locator(".action-card.usual .action").click()
    for die, value in (("White die", "2"), ("Black die", "5")):
        page.get_by_role("group", name=die, exact=True).get_by_role("radio", name=value).check()
    page.locator(".sheet .confirm .play").click()
    expect(page.locator(f"{FIGHT} .told")).to_contain_text("loses the fight")
    assert world.table.entries[-1].played.typed


def test_a_house_bonus_is_shown_beside_the_result(world: BrowserWorld) -> None:
    world.start(*NAMES, game="classic", options={"wheel": OWN, "tracking": "dice", "move_bonus": 1})
    page = world.phone()
    world.play(1, move="spin", route="land", chance=[0])
    expect(page.locator(RESULT)).to_contain_text("4 + 1")
    expect(page.locator(".hub b")).to_have_text("5")


def test_a_finished_game_hides_the_wheel(world: BrowserWorld) -> None:
    head, *moves = map(json.loads, golden_file("classic", "three_players_dice").read_text("utf-8").splitlines())
    world.start(*head["seats"], game="classic", options=head["options"])
    page = world.phone()
    for move in moves:
        world.play(**move)
    world.turn_reveal()
    expect(page.locator("#turn")).to_have_class(re.compile("won"))
    expect(page.locator("#block-wheel")).to_have_count(0)


# In wide windows and on televisions.


def test_the_wheel_is_whole_in_a_wide_window(world: BrowserWorld) -> None:
    page = world.seat(1, viewport={"width": 1440, "height": 900})
    expect(throw(page)).to_be_visible()
    box = page.locator(".wheel-face").bounding_box()
    assert box is not None
    assert box["width"] >= 240
    assert box["y"] + box["height"] <= 900


def test_a_television_shows_a_pencil_for_typed_results(world: BrowserWorld) -> None:
    world.play(1, move="spin", route="land", chance=[2])
    page = world.phone("fr-FR", path="tv", viewport={"width": 1280, "height": 720})
    last = page.locator("#last")
    expect(last).to_have_text(re.compile("· saisi à la main$"))  # still read aloud
    expect(last.locator(".by-hand .drawing")).to_be_visible()
    text = last.evaluate("(last) => last.firstChild.textContent")
    assert "saisi" not in text
    world.play(1, **ARRIVED)
    expect(last.locator(".by-hand")).to_have_count(0)
    expect(world.phone("fr-FR").locator("#last")).not_to_be_empty()
