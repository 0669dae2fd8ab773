"""Tests of an evening of Lanterns on a phone and on a television: the whole game is shown, touched and read aloud."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.browser_world import BrowserWorld, play, shown_confirmation, tap

pytestmark = pytest.mark.e2e
TELEVISION: Any = {"width": 1920, "height": 1080}
SAID = {
    "What is going on": """
- paragraph: "Ada: Hang lanterns, show cards, or call a feast."
- list:
  - listitem: "Bo: Two sixes: no turn this round."
""",
    "The market": """
- 'img /The market. river 2: a lantern hangs there. Next: gate 1 for 1 oil, .* river 1 for 1 oil, river 3 for 1 oil/'
""",
    "Dice for oil": """
- list:
  - listitem:
    - paragraph: Ada
    - list:
      - listitem: shows 2, used
      - listitem: shows 3, used
  - listitem:
    - paragraph: Bo
    - list:
      - listitem: shows 6, used
      - listitem: shows 6, used
""",
    "Cards of the stalls": """
- list:
  - listitem:
    - paragraph: Ada
    - paragraph: No cards.
  - listitem:
    - paragraph: Ada
    - paragraph: 2 of 2
""",
    "A turn at the market": """
- heading "Light" [level=3]
- list:
  - listitem:
    - text: Hang a lantern
    - paragraph: costs 1 oil gives 2 points
""",
    "The accounts": """
- table:
  - rowgroup:
    - row /oil 5 13/
  - rowgroup:
    - row /Cards shown .* 0 0/
  - rowgroup:
    - row /Points 2 0/
""",
    "Ada’s purse": """
- list:
  - listitem: "oil: 5"
""",
}
"""Lines that are read aloud of each block on a television during the first turn, in this order."""


@pytest.fixture
def market(world: BrowserWorld) -> BrowserWorld:
    """Set up two stalls without hidden cards."""
    world.start("Ada", "Bo", game="lanterns", options={"rounds": 2})
    return world


def block(page: Page, name: str) -> Locator:
    """Return a block by its heading."""
    return page.get_by_role("region", name=name, exact=True)


def hide(market: BrowserWorld, seat: int, value: int) -> None:
    market.play(seat, move="hide", colour="red", value=value, wish="a boat")


def roll(market: BrowserWorld) -> None:
    """Roll five for Ada and two sixes for Bo."""
    market.play(1, move="roll", chance=[2, 3])
    market.play(2, move="roll", chance=[6, 6])


def do(page: Page) -> None:
    """Tap the move for the touched components, once the tap no longer counts as part of a double tap."""
    expect(page.locator("#act")).not_to_contain_class("resting")
    with page.expect_response("**/api/commands"):
        page.locator(".touched .action").first.click()


def test_only_the_own_seat_sees_a_secret_choice(market: BrowserWorld) -> None:
    page, other_page = market.seat(1), market.phone()
    tap(page, "Hide a card…")
    page.locator('fieldset[data-field="colour"]').get_by_label("blue").check()
    page.locator('fieldset[data-field="value"]').get_by_role("spinbutton").fill("20001")
    page.keyboard.press("Enter")
    expect(page.locator('fieldset[data-field="wish"] input')).to_be_focused()
    page.keyboard.type("a boat")
    page.keyboard.press("Enter")
    shown_confirmation(page).get_by_role("button", name="Play").click()
    expect(block(page, "Under your stall").last).to_contain_text("blue 20001")
    expect(other_page.locator("#last")).to_contain_text("Ada hides a card")
    assert "20001" not in other_page.content()
    assert "a boat" not in other_page.content()


def test_an_evening_on_a_phone(market: BrowserWorld) -> None:
    for seat, value in ((1, 10_001), (2, 10_002), (1, 20_001), (2, 20_002)):
        hide(market, seat, value)
    page = market.seat(1)

    # Dice are touched to be rolled; here they are real ones, and the other stall misses its turn.
    expect(block(page, "Dice for oil").get_by_role("button", name="not rolled yet")).to_have_count(2)
    roll(market)
    expect(page.locator("#headline")).to_have_text("Your turn, Ada")
    expect(page.locator("#game-title")).to_contain_text("round 1")
    expect(block(page, "What is going on")).to_contain_text("Two sixes: no turn this round.")
    expect(block(page, "Dice for oil")).to_contain_text("shows 6, used")

    # Lanterns are hung by touching places of the map.
    for place in ("river 2", "river 3"):
        block(page, "The market").get_by_role("group").get_by_role("button", name=place).click()
    do(page)
    expect(block(page, "The accounts").get_by_role("row", name="Points")).to_contain_text("4")
    assert market.played == {"move": "hang", "row": "river", "path": [2, 3], "flame": "small"}
    expect(block(page, "The evening")).to_contain_text("lantern: 2 of 9")

    # A card of one's own is touched to be shown.
    block(page, "Under your stall").get_by_role("button", name="red 10001").click()
    do(page)
    expect(block(page, "Cards of the stalls")).to_contain_text("red 10001")
    expect(block(page, "The accounts").get_by_role("row", name="Cards shown")).to_contain_text("3")

    # What there is once a turn stands under its heading.
    once = page.get_by_role("list", name="Once a turn")
    expect(once.locator(".action")).to_have_text(["Call a feast…"])
    expect(page.get_by_role("heading", name="Once a turn")).to_be_visible()

    # A feast: who is asked touches the oil of theirs; then there is but one thing to do.
    tap(page, "Call a feast…")
    shown_confirmation(page).get_by_role("button", name="Play").click()
    bo = market.seat(2)
    block(bo, "The accounts").get_by_role("row", name="oil").get_by_role("button").click()
    expect(page.locator(".action-card .action").first).to_contain_text("Give thanks")
    play(page, "Give thanks")

    # The wind is a wheel: what the real one showed is touched.
    block(page, "The wind").get_by_role("button", name="Gate 4, River 4").click()
    do(page)
    assert market.played == {"move": "wind", "row": "gate", "chance": [4]}
    oil = str(market.table.state.oil[0])
    expect(block(page, "The accounts").get_by_role("row", name="oil").get_by_role("cell").first).to_have_text(oil)

    # The purse tells what there is; the turn ends, Bo misses theirs, and the next round begins.
    page.locator("#totals summary").first.click()
    expect(page.locator(".purse-block").first).to_contain_text("oil")
    play(page, "End the turn")
    expect(page.locator("#game-title")).to_contain_text("round 2")
    assert market.table.match.turn(market.table.state) is None


def test_an_evening_on_a_television(market: BrowserWorld) -> None:
    page = market.phone(viewport=TELEVISION)
    page.goto(f"{market.companion.local_address}tv")
    page.reload()  # now the browser has the fonts, whose width decides what fits
    for seat, value in ((1, 10_001), (2, 10_002), (1, 20_001), (2, 20_002)):
        hide(market, seat, value)
    expect(page.get_by_role("main")).to_contain_text("roll for oil")
    assert not any(card in page.content() for card in ("10001", "10002", "20001", "20002"))
    roll(market)
    market.play(1, move="hang", row="river", path=[2])
    expect(page.get_by_role("main")).to_contain_text("Lanterns · round 1")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada’s turn")
    for name, lines in SAID.items():
        expect(block(page, name)).to_match_aria_snapshot(lines)
    expect(block(page, "Rounds").get_by_role("img", name="Rounds. lantern: round 1")).to_be_visible()
    expect(block(page, "The wind").get_by_role("img", name="The wind")).to_be_visible()

    # A feast: Bo is waited for, and then there is but one thing to do.
    market.play(1, move="feast", first=2)
    expect(block(page, "What is going on")).to_contain_text("Bo: A feast is called: will you give 1 oil?")
    market.play(2, move="answer", gives=True)
    expect(block(page, "What is going on")).to_contain_text("thanks")
    market.play(1, move="thank")

    # The next round, and the end with everything laid open.
    market.play(1, move="end_turn")
    expect(page.get_by_role("main")).to_contain_text("Lanterns · round 2")
    for seat in (1, 2):
        market.play(seat, move="roll", chance=[1, 2])
    for seat in (1, 2):
        market.play(seat, move="end_turn")
    expect(page.get_by_role("heading", level=1)).to_have_text("The final scoring")
    market.turn_reveal()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada wins!")
    expect(block(page, "Where the points came from")).to_match_aria_snapshot("- row /Total 4 3/")
