"""Tests of the card "Chance" on the table page and on a past game's: seals, counts, and every draw with its marks."""

from __future__ import annotations

import hashlib

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.table.commands import CloseGame, Command, LeaveGame, TakeBack
from tests.server.browser_world import NAMES, BrowserWorld

pytestmark = pytest.mark.e2e


@pytest.fixture
def world(world: BrowserWorld) -> BrowserWorld:
    world.start(*NAMES, game="classic", options={"tracking": "dice"})
    return world


def do(world: BrowserWorld, command: Command) -> None:
    world.companion.ask(lambda: world.companion.session.do(command))


def card(page: Page) -> Locator:
    """Return the card, unfolded."""
    page.locator("#chance-card > summary").click()
    expect(page.locator("#chance-card .seal").first).to_be_visible()
    return page.locator("#chance-card")


def table(world: BrowserWorld) -> Page:
    page = world.phone()
    expect(page.locator(".wheel-disc")).to_be_visible()
    return page


def play_varied_draws(world: BrowserWorld) -> None:
    """Play a spin that is taken back and asked for once more, a typed one, and a fight."""
    world.play(1, move="spin", route="sea")
    do(world, TakeBack())
    world.play(1, move="spin", route="sea")
    do(world, TakeBack())
    world.play(1, move="spin", route="land", chance=[7])
    world.play(1, move="fight")


def listed(card: Locator) -> list[str]:
    expect(card.locator(".draws li").first).to_be_visible()
    return [" ".join(text.split()) for text in card.locator(".draws li > span:last-child").all_inner_texts()]


def test_the_seal_precedes_the_first_draw_without_its_seed(world: BrowserWorld) -> None:
    chance_card = card(table(world))
    commitment = world.table.commitments[-1]
    expect(chance_card.locator(".seal")).to_have_attribute("data-sha256", commitment.sha256)
    assert chance_card.locator(".seal-words span").all_inner_texts() == list(commitment.words)
    chance_card.locator(".seal summary").click()
    expect(chance_card.locator("code")).to_have_text(commitment.sha256)
    expect(chance_card).to_contain_text("stays sealed")
    assert commitment.seed.hex() not in chance_card.inner_html()
    expect(chance_card.locator(".draws")).to_contain_text("No draws yet.")


def test_all_draws_are_listed_with_their_fate(world: BrowserWorld) -> None:
    play_varied_draws(world)
    chance_card = card(table(world))
    first, fight = world.table.draws[0].values[0] + 1, world.table.draws[-1].values
    assert [line.partition(" ")[2] for line in listed(chance_card)] == [
        f"White die {fight[0]} · Black die {fight[1]}",
        "wheel, sector 8 typed in",
        f"wheel, sector {first} same as before taken back",
        f"wheel, sector {first} taken back",
    ]
    expect(chance_card.locator(".chance-counts")).to_have_text("3 draws · 2 taken back · 1 typed in")


def test_the_open_list_follows_the_game(world: BrowserWorld) -> None:
    chance_card = card(table(world))
    world.play(1, move="spin", route="land", chance=[0])
    expect(chance_card.locator(".draws li")).to_have_count(1)
    expect(chance_card.locator(".draws")).to_contain_text("sector 1")
    do(world, TakeBack())
    expect(chance_card.locator(".draws")).to_contain_text("No draws yet.")


def test_the_digits_can_be_copied(world: BrowserWorld) -> None:
    page = table(world)
    chance_card = card(page)
    chance_card.locator(".seal summary").click()
    page.evaluate("document.addEventListener('copy', () => (window.copied = getSelection().toString()))")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")  # as over plain HTTP
    chance_card.locator(".digits button").click()
    expect(chance_card.locator(".digits .hint")).to_have_text("Copied.")


def test_a_past_game_shows_its_seed_and_draws(world: BrowserWorld) -> None:
    play_varied_draws(world)
    do(world, CloseGame())
    seed, match = world.table.commitments[-1].seed, world.table.sealed[0].digest()
    fight = world.table.draws[-1].values
    do(world, LeaveGame())
    page = world.phone()
    page.goto(f"{world.companion.local_address}games/1")
    chance_card = card(page)
    expect(chance_card.locator("code").nth(1)).to_have_text(seed.hex())
    sha256 = chance_card.locator(".seal").get_attribute("data-sha256")
    assert sha256 == hashlib.sha256(seed + bytes.fromhex(match)).hexdigest()
    assert [line.partition(" ")[2].partition(",")[0] for line in listed(chance_card)] == [
        f"White die {fight[0]} · Black die {fight[1]}",
        "wheel",
        "wheel",
        "wheel",
    ]
    expect(chance_card.locator("a[href='/games/1/moves.jsonl']")).to_be_visible()
    expect(chance_card.locator("a[href^='/verify.html']")).to_be_visible()


def test_a_game_without_chance_has_no_card(world: BrowserWorld) -> None:
    page = table(world)
    world.start(*NAMES)
    expect(page.locator("#block-race")).to_be_visible()
    expect(page.locator("#chance-card")).to_be_hidden()
