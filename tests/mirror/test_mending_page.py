"""Putting a forgotten move in before an earlier one, on phones in a real browser: whose, which, what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.mirror.acting import NAMES, World, ready, tool, world

pytestmark = pytest.mark.e2e
CARD = {"move": "hide", "colour": "red", "wish": "a boat"}


@pytest.fixture
def market(browser: Browser, tmp_path: Path) -> Iterator[World]:
    """Two stalls of Lanterns: cards are hidden (moves 1 to 4), both have rolled, and Inès has ended her turn (7)."""
    with world(browser, tmp_path / "state") as opened:
        opened.start("Inès", "Marc", game="lanterns")
        for number, seat in enumerate((1, 1, 2, 2)):
            opened.play(seat, value=10_001 + number, **CARD)
        opened.play(1, move="roll", chance=[2, 3])
        opened.play(2, move="roll", chance=[1, 3])
        opened.play(1, move="end_turn")
        yield opened


@pytest.fixture
def race(browser: Browser, tmp_path: Path) -> Iterator[World]:
    """An Expedition in which Inès has stepped to 3 and ended her turn without a crate, and Marc has stepped."""
    with world(browser, tmp_path / "state") as opened:
        opened.start(*NAMES)
        opened.play(1, move="step", by="cards")
        opened.play(1, move="end_turn")
        opened.play(2, move="step", by="cards")
        yield opened


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def opened(page: Page, number: int) -> Locator:
    """The sheet of an earlier move, opened in the list of them."""
    tool(page, "moves").click()
    page.locator("button.move", has=page.locator(".move-number").get_by_text(str(number), exact=True)).click()
    return sheet(page)


def field(page: Page, name: str) -> Locator:
    return page.locator(f'fieldset[data-field="{name}"]')


def test_a_forgotten_move_is_put_in_by_its_form_with_typed_chance(market: World) -> None:
    page = market.seat(None)
    opened(page, 7).get_by_role("button", name="Put a move in before it").click()
    sheet(page).get_by_role("button", name="Inès").click()
    expect(sheet(page).get_by_role("heading").first).to_have_text("Inès, before move 7")
    sheet(page).get_by_role("button", name="Ask the wind").click()
    expect(sheet(page).get_by_role("heading").first).to_have_text("Ask the wind, before move 7")
    field(page, "row").get_by_label("gate").check()
    expect(field(page, "chance")).to_be_visible()
    expect(sheet(page).get_by_role("button", name="Let the box")).to_have_count(0)
    field(page, "chance").get_by_role("spinbutton").first.fill("6")
    field(page, "chance").get_by_role("spinbutton").first.press("Enter")
    look = ready(page)
    expect(look).to_contain_text("Every later move still fits.")
    look.get_by_role("button", name="Put it in").click()
    expect(sheet(page)).to_have_count(0)
    assert market.moves[4:] == ["roll", "roll", "wind", "end_turn"]
    put_in = market.table.entries[6].played
    assert (put_in.seat, put_in.typed) == (1, True)
    expect(page.locator("#last")).to_contain_text("A move put in as move 7")


def test_what_is_put_in_by_the_page_is_what_the_interface_puts_in(race: World) -> None:
    page = race.seat(1)
    with page.expect_request(lambda request: request.url.endswith("/api/commands")) as asked:
        opened(page, 2).get_by_role("button", name="Put a move in before it").click()
        sheet(page).get_by_role("button", name="Take a crate").click()
        field(page, "value").get_by_role("radio").first.check()
        expect(page.get_by_role("list", name="The scores become")).to_have_text("A Inès 3 → 4")
        ready(page).get_by_role("button", name="Put it in").click()
    expect(sheet(page)).to_have_count(0)
    by_page = race.table
    assert race.moves == ["step", "crate", "end_turn", "step"]
    assert by_page.entries[1].played.seat == 1

    body = {"do": "insert", "entry": 2, "seat": 1, "move": {"move": "crate", "value": 1}}
    address = f"{race.companion.local_address}api/commands"
    back = {"do": "take_back", "id": "one", "expected_seq": by_page.seq}
    assert page.request.post(address, data=back).ok
    assert race.moves == ["step", "end_turn", "step"]
    assert page.request.post(address, data={**body, "id": "two", "expected_seq": race.table.seq}).ok
    assert race.table.digest() == by_page.digest()
    assert [entry.played for entry in race.table.entries] == [entry.played for entry in by_page.entries]
    sent = asked.value.post_data_json
    assert sent is not None
    assert {name: sent[name] for name in body} == body


def test_before_the_moves_of_others_a_seat_puts_in_its_own_alone(race: World) -> None:
    page = race.seat(1, "fr-FR")
    opened(page, 3)
    expect(sheet(page).get_by_role("button", name="Supprimer ce coup")).to_have_count(0)
    expect(sheet(page).get_by_role("heading", name="Remplacer par")).to_have_count(0)
    sheet(page).get_by_role("button", name="Ajouter un coup avant").click()
    expect(sheet(page).get_by_role("heading").first).to_have_text("Inès, avant le coup 3")
    expect(sheet(page).locator(".choice-card")).to_have_text(["Corriger à la main"])
    sheet(page).get_by_role("button", name="Corriger à la main").click()
    field(page, "what").get_by_label("or", exact=True).check()
    field(page, "by").get_by_role("button", name="Suite").click()
    field(page, "note").get_by_role("textbox").press("Enter")
    ready(page).get_by_role("button", name="Ajouter", exact=True).click()
    expect(sheet(page)).to_have_count(0)
    assert race.moves == ["step", "end_turn", "correct", "step"]


def test_what_no_longer_fits_is_shown_before_and_left_out(race: World) -> None:
    page = race.seat(None)
    opened(page, 2).get_by_role("button", name="Put a move in before it").click()
    sheet(page).get_by_role("button", name="Inès").click()
    sheet(page).get_by_role("button", name="End the turn").click()
    misfits = ready(page).locator(".misfits")
    expect(misfits.locator("li")).to_have_text(["Inès ends the turnIt is Marc’s turn."])
    assert race.moves == ["step", "end_turn", "step"]
    page.get_by_role("button", name="Put it in, and leave out 1").click()
    expect(sheet(page)).to_have_count(0)
    assert race.moves == ["step", "end_turn", "step"]
    assert len(race.table.done) == 4


def test_where_later_moves_are_secret_it_says_why_not(market: World) -> None:
    page = market.seat(1)
    before = market.table
    opened(page, 2).get_by_role("button", name="Put a move in before it").click()
    sheet(page).get_by_role("button", name="Hide a card").click()
    field(page, "colour").get_by_label("blue").check()
    field(page, "value").get_by_role("spinbutton").fill("20001")
    field(page, "value").get_by_role("spinbutton").press("Enter")
    field(page, "wish").get_by_role("textbox").fill("a boat")
    field(page, "wish").get_by_role("textbox").press("Enter")
    expect(page.locator(".confirm .refusal")).to_contain_text("Later moves are secret")
    expect(page.locator(".confirm .play")).to_have_attribute("aria-disabled", "true")
    assert market.table is before


def test_whoever_looks_on_reads_the_moves_alone(race: World) -> None:
    page = race.phone()
    moves = page.request.get(f"{race.companion.local_address}api/history").json()
    assert (moves["acts_for"], len(moves["entries"])) == ([], 3)
    host, ines = race.seat(None), race.seat(1)
    address = f"{race.companion.local_address}api/history"
    assert host.request.get(address).json()["acts_for"] == [2, 3]
    assert ines.request.get(address).json()["acts_for"] == [1]
