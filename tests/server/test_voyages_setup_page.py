"""Tests of the set-up of Voyages on phones and on a television: dealing, characters, goals, and what to lay where."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.browser_world import BrowserWorld, card, open_world, play, shown_confirmation, tap, tool

NAMES = ("Anna", "Bao", "Chris")
DEALT_MAP = [10, 1, 8, 1, 6, 1, 1, *(1,) * 9, *(1,) * 6]
"""Values for the ten bonus tiles, nine city cards and six income tiles of the map, in the order of its places."""
TELEVISION: Any = {"path": "tv", "viewport": {"width": 1280, "height": 720}}


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    """Yield a game of three experts in which the box deals."""
    with open_world(browser, tmp_path / "state") as opened:
        opened.start(*NAMES, game="voyages", options={"draft": True, "deal": True, "expert": True})
        yield opened


def deal(world: BrowserWorld, *kinds: str) -> None:
    """Let the first seat deal."""
    for kind in kinds:
        world.play(1, move=kind)


def draft(world: BrowserWorld) -> None:
    """Deal all that lies open, and let every seat take the first character."""
    deal(world, "deal_map", "deal_row", "deal_characters")
    for seat in (3, 2, 1):
        world.play(seat, move="take_character", character=world.table.state.open_characters[0].value)


def draw_goals(world: BrowserWorld) -> None:
    """Let every seat draw its goal cards, after the characters."""
    draft(world)
    for seat in (1, 2, 3):
        world.play(seat, move="deal_goals")


def block(page: Page, name: str) -> Locator:
    """Return a block, whose id may contain a dot."""
    return page.locator(f"[id='block-{name}']")


def step(page: Page) -> Locator:
    """Return what the table waits for."""
    return block(page, "notes").locator(".next-step > span:last-child")


def test_a_character_is_taken_with_one_tap(world: BrowserWorld) -> None:
    """Each is a large card with its portrait and what it does; the button beside them takes it back."""
    deal(world, "deal_map", "deal_row")
    chance = [3, 3, 3, 3]  # Berke, Mercator, Niccolò and Marco, and Kubilai, from those that are left each time
    world.play(1, move="deal_characters", chance=chance)
    page, other_page = world.seat(3), world.seat(1)
    expect(page.locator("#headline")).to_have_text("Your turn, Chris")
    expect(page.locator(".action-card.large")).to_have_count(4)
    expect(page.locator("#block-characters")).to_have_count(0)
    kubilai = card(page, "Kubilai Khan")
    expect(kubilai).to_contain_text("Starts in Beijing, with a post on the space of 10 points.")
    for part, least in (("svg", 40), ("small", 16)):
        measure = (
            "(part) => Math.min(part.getBoundingClientRect().width, parseFloat(getComputedStyle(part).fontSize) * 3)"
        )
        assert kubilai.locator(part).evaluate(measure) >= least
    expect(step(other_page)).to_have_text("Chris chooses a character")
    expect(other_page.locator("#headline")).to_have_text("Waiting for Chris")
    expect(block(other_page, "characters")).to_contain_text("Pays no fee on spaces with dice.")
    expect(other_page.locator(".action-card")).to_have_count(0)
    play(page, "Kubilai Khan")
    expect(step(page)).to_have_text("Bao chooses a character")
    tool(page, "take_back").click()
    expect(kubilai).to_be_visible()
    assert world.moves[-1] == "deal_characters"


def test_a_character_is_refused_to_others_with_a_reason(world: BrowserWorld) -> None:
    deal(world, "deal_map", "deal_row", "deal_characters")
    page, table = world.seat(1), world.table
    move = {"move": "take_character", "character": table.state.open_characters[0].value}
    body = {"id": "0" * 32, "do": "play", "number": table.number, "expected_seq": table.seq, "seat": 1, "move": move}
    answer = page.request.post(
        f"{world.companion.local_address}api/commands", data=body, headers={"Accept-Language": "en"}
    )
    assert (answer.status, answer.json()["reason"]) == (422, "It’s Chris’s turn.")


def test_two_goals_are_kept_by_touching_their_cards(world: BrowserWorld) -> None:
    draw_goals(world)
    page, other_page = world.seat(2), world.phone()
    goals = block(page, "goal_choice").locator(".touchable")
    expect(goals).to_have_count(4)
    wanted = [goals.nth(number).get_attribute("data-touch") for number in (1, 3)]
    for number in (1, 3):
        goals.nth(number).click()
    expect(block(other_page, "goal_choice")).to_have_count(0)
    with page.expect_response("**/api/commands"):
        block(page, "goal_choice").locator(".touched .action", has_text="Keep two goals").click()
    assert [f"goal:{goal}" for goal in world.table.state.boards[1].goals] == sorted(str(touch) for touch in wanted)
    expect(block(page, "goals").locator("li").first).to_be_visible()
    expect(step(other_page)).to_have_text("Anna and Chris choose two goals")
    world.play(1, move="keep_goals", cards=list(world.table.state.boards[0].goal_choice[:2]))
    expect(step(other_page)).to_have_text("Chris chooses two goals")


def test_touched_goals_stay_chosen_while_others_keep_theirs(world: BrowserWorld) -> None:
    draw_goals(world)
    page = world.seat(2)
    goals = block(page, "goal_choice").locator(".touchable")
    way = block(page, "goal_choice").locator(".touched .action", has_text="Keep two goals")
    wanted = [goals.nth(number).get_attribute("data-touch") for number in (0, 2)]
    goals.nth(0).click()
    way.focus()
    world.play(1, move="keep_goals", cards=list(world.table.state.boards[0].goal_choice[:2]))
    expect(step(page)).to_have_text("Bao and Chris choose two goals")
    expect(goals.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(way).to_be_focused()
    goals.nth(2).click()
    expect(way).not_to_contain_text("…")
    with page.expect_response("**/api/commands"):
        way.click()
    assert [f"goal:{goal}" for goal in world.table.state.boards[1].goals] == sorted(str(touch) for touch in wanted)


def test_all_goal_cards_are_drawn_with_one_tap(world: BrowserWorld) -> None:
    draft(world)
    host = world.seat(None)
    play(host, "Draw goal cards (3 players)")
    assert world.moves[-3:] == ["deal_goals"] * 3
    expect(host.locator("#real-dice")).to_have_count(0)


def test_what_lies_there_is_entered_card_by_card(world: BrowserWorld) -> None:
    """Each place offers what is left of its pile; what is entered is its position in that."""
    page = world.seat(1)
    page.get_by_role("checkbox", name="I deal by hand").check()
    tap(page, "Deal the map…")
    form = page.get_by_role("dialog")
    first = form.get_by_label("Moscow: bonus tile")
    expect(first.locator("option")).to_have_count(11)
    first.select_option("1 contract to draw")
    second = form.get_by_label("Karakorum: bonus tile")
    expect(second.locator("option", has_text="1 contract to draw")).to_have_count(0)
    form.get_by_role("button", name="Next").click()
    expect(form.get_by_role("alert").first).to_have_text("Choose one for each place.")
    expect(second).to_be_focused()
    for select in form.locator("select").all()[1:]:
        select.select_option(index=1)
    form.get_by_role("button", name="Next").click()
    expect(shown_confirmation(page)).to_contain_text("typed in")
    first.select_option("1 black die")
    form.locator(".confirm .play[aria-disabled=false]").click()
    expect(form).to_have_count(0)
    assert world.played == {"move": "deal_map", "chance": [10, *(1,) * 21]}
    assert world.table.entries[-1].played.typed
    expect(page.get_by_role("checkbox", name="I deal by hand")).to_be_checked()
    assert page.evaluate("localStorage.getItem('real-dice')") is None


def test_the_newest_list_is_unfolded_on_a_phone(world: BrowserWorld) -> None:
    page = world.seat(1)
    deal(world, "deal_map")
    on_map = block(page, "setup.map").locator("details")
    expect(on_map).to_have_attribute("open", "")
    expect(on_map.locator("li").first).to_contain_text("Moscow: bonus (")
    on_map.locator("input").first.check()
    expect(on_map.locator(".tasks-done")).to_have_text("1/16")
    below = "() => document.querySelector('.act').getBoundingClientRect().bottom"
    assert page.evaluate(below) <= (on_map.bounding_box() or {"y": 0})["y"], "what is to be done comes first"
    deal(world, "deal_row")
    expect(on_map).not_to_have_attribute("open", "")
    expect(on_map.locator(".tasks-done")).to_have_text("1/16")
    expect(block(page, "setup.row").locator("details")).to_have_attribute("open", "")
    on_map.locator("summary").click()
    deal(world, "deal_characters")
    expect(on_map).to_have_attribute("open", "")


def test_a_television_says_what_to_lay_where(world: BrowserWorld) -> None:
    """The newest list is first and largest, without boxes to tick; nothing is cut off."""
    page = world.phone(**TELEVISION)
    deal(world, "deal_map")
    lists = page.locator(".rest > .setup-block")
    expect(lists.first.locator("li").first).to_contain_text("Moscow: bonus (")
    expect(page.locator(".tasks input, #block-map:visible")).to_have_count(0)
    print_of = lists.first.locator("li", has_text="Sumatra").locator(".print")
    expect(print_of).to_have_count(4)
    expect(print_of.first).to_contain_text("bonus")
    deal(world, "deal_row")
    expect(lists.first.locator("h2")).to_have_text("Lay out the contracts")
    sizes = [text.evaluate("(b) => b.getBoundingClientRect().height") for text in lists.locator("li b").all()]
    assert max(sizes[6:]) < min(sizes[:6]), "six contracts, larger than the board"
    assert left_out(page) == []
    deal(world, "deal_characters")
    faces = page.locator(".largest .in-words")
    expect(faces).to_have_count(4)
    assert min(face.evaluate("(face) => parseFloat(getComputedStyle(face).fontSize)") for face in faces.all()) >= 16
    draft_rest(world)
    expect(lists.first.locator("h2")).to_have_text("Set up the players")
    assert left_out(page) == []


def draft_rest(world: BrowserWorld) -> None:
    """Let every seat take the first character."""
    for seat in (3, 2, 1):
        world.play(seat, move="take_character", character=world.table.state.open_characters[0].value)


def left_out(page: Page) -> list[str]:
    """Return the lists that a television has no room for, once it shows the newest state."""
    page.wait_for_function("() => document.querySelector('.rest').style.zoom")
    return page.locator(".rest > .setup-block.no-room").all_inner_texts()


def test_dealt_cards_are_only_counted_among_the_draws(world: BrowserWorld) -> None:
    deal(world, "deal_map", "deal_row")
    page = world.phone()
    page.locator("#chance-card summary").click()
    expect(page.locator(".draws li > span:last-child")).to_have_text(["Anna 6 cards dealt", "Anna 22 cards dealt"])


def test_a_phone_on_turn_shows_its_character_and_amounts(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "begun") as world:
        world.start("Anna", "Bao", game="voyages", options={"characters": ["berke", "wilhelm"]})
        page = world.seat(2)
        own = page.locator('.total[data-seat="2"]')
        expect(own.locator(".stands")).to_have_text("Wilhelm von Rubruk")
        expect(own.locator(".held").first).to_be_visible()
        expect(page.locator('.total[data-seat="1"] .held').first).to_be_hidden()
        for seat in (1, 2):
            world.play(seat, move="roll", chance=[4, 4, 4, 4, 4])
        world.play(1, move="take_five", dice=["blue:4"])
        world.play(1, move="end_turn")
        expect(page.locator("#headline")).to_have_text("Your turn, Bao")
        expect(own.locator(".held").first).to_be_visible()
        own_box, act = own.bounding_box(), page.locator("#act").bounding_box()
        assert own_box is not None
        assert act is not None
        assert own_box["y"] + own_box["height"] <= act["y"], "above what is to be done"
