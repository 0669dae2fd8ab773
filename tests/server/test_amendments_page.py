"""Tests of inserting a forgotten move before an earlier one, on phones in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.table.commands import CloseGame, LeaveGame
from tests.e2e.rooms import play_golden
from tests.server.browser_world import NAMES, BrowserWorld, open_world, shown_confirmation, tool

pytestmark = pytest.mark.e2e
CARD = {"move": "hide", "colour": "red", "wish": "a boat"}


@pytest.fixture
def market(world: BrowserWorld) -> BrowserWorld:
    """Set up two stalls of Lanterns: cards hidden (moves 1 to 4), both have rolled, Inès has ended her turn (7)."""
    world.start("Inès", "Marc", game="lanterns")
    for number, seat in enumerate((1, 1, 2, 2)):
        world.play(seat, value=10_001 + number, **CARD)
    world.play(1, move="roll", chance=[2, 3])
    world.play(2, move="roll", chance=[1, 3])
    world.play(1, move="end_turn")
    return world


@pytest.fixture
def race(world: BrowserWorld) -> BrowserWorld:
    """Set up an Expedition in which Inès stepped to 3 and ended her turn without a crate, and Marc stepped."""
    world.start(*NAMES)
    world.play(1, move="step", by="cards")
    world.play(1, move="end_turn")
    world.play(2, move="step", by="cards")
    return world


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def open_move(page: Page, number: int) -> Locator:
    """Open an earlier move in the list; return its sheet."""
    tool(page, "moves").click()
    page.locator("button.move", has=page.locator(".move-number").get_by_text(str(number), exact=True)).click()
    return sheet(page)


def field(page: Page, name: str) -> Locator:
    return page.locator(f'fieldset[data-field="{name}"]')


def test_a_forgotten_move_is_inserted_by_its_form(market: BrowserWorld) -> None:
    page = market.seat(None)
    open_move(page, 7).get_by_role("button", name="A move was forgotten before this").click()
    sheet(page).get_by_role("button", name="Inès").click()
    expect(sheet(page).get_by_role("heading").first).to_have_text("Inès, before: Inès ends the turn")
    sheet(page).get_by_role("button", name="Ask the wind").click()
    expect(sheet(page).get_by_role("heading").first).to_have_text("Ask the wind, before: Inès ends the turn")
    field(page, "row").get_by_label("gate").check()
    expect(field(page, "chance")).to_be_visible()
    expect(sheet(page).get_by_role("button", name="Let the box")).to_have_count(0)
    field(page, "chance").get_by_role("radio", name="6").check()
    look = shown_confirmation(page)
    expect(look).to_contain_text("All later moves still fit.")
    look.get_by_role("button", name="Insert").click()
    expect(sheet(page)).to_have_count(0)
    assert market.moves[4:] == ["roll", "roll", "wind", "end_turn"]
    put_in = market.table.entries[6].played
    assert (put_in.seat, put_in.typed) == (1, True)
    expect(page.locator("#last")).to_contain_text("Forgotten move: Inès asks the wind")


def test_the_page_and_the_api_insert_the_same_move(race: BrowserWorld) -> None:
    page = race.seat(1)
    with page.expect_request(lambda request: request.url.endswith("/api/commands")) as expected:
        open_move(page, 2).get_by_role("button", name="A move was forgotten before this").click()
        sheet(page).get_by_role("button", name="Take a crate").click()
        field(page, "value").get_by_role("radio").first.check()
        changed = re.compile(r"Inès\s*gold: 3 → 4\s*new: \+1 gold: crate on space\s3")
        expect(page.locator(".board-changes li")).to_have_text(changed)
        shown_confirmation(page).get_by_role("button", name="Insert").click()
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
    command = expected.value.post_data_json
    assert command is not None
    assert {name: command[name] for name in body} == body


def test_a_seat_inserts_only_its_own_moves(race: BrowserWorld) -> None:
    page = race.seat(1, "fr-FR")
    open_move(page, 3)
    expect(sheet(page).get_by_role("button", name="Supprimer ce coup")).to_be_disabled()
    expect(sheet(page).get_by_role("button", name="Remplacer ce coup")).to_be_disabled()
    sheet(page).get_by_role("button", name="Un coup a été oublié avant celui-ci").click()
    expect(sheet(page).get_by_role("heading").first).to_have_text("Inès, avant\N{NO-BREAK SPACE}: Marc va sur la 4")
    expect(sheet(page).locator(".choice-card")).to_have_text(["Corriger à la main"])
    sheet(page).get_by_role("button", name="Corriger à la main").click()
    field(page, "what").get_by_label("or", exact=True).check()
    field(page, "by").get_by_role("button", name="Un de plus").click()
    field(page, "by").get_by_role("button", name="Suivant").click()
    field(page, "note").get_by_role("textbox").press("Enter")
    shown_confirmation(page).get_by_role("button", name="Ajouter", exact=True).click()
    expect(sheet(page)).to_have_count(0)
    assert race.moves == ["step", "end_turn", "correct", "step"]


def test_a_past_place_is_corrected_where_the_piece_was(race: BrowserWorld) -> None:
    page = race.seat(None)
    open_move(page, 2).get_by_role("button", name="A move was forgotten before this").click()
    sheet(page).get_by_role("button", name="Marc").click()
    sheet(page).get_by_role("button", name="Correct by hand").click()
    field(page, "what").get_by_label("camel", exact=True).check()
    expect(field(page, "by").locator("legend")).to_have_text("Space 1 → where?")
    expect(page.locator(".place-track .pawn")).to_have_count(1)
    page.locator('.place-track [data-touch="place:2"]').click()
    expect(field(page, "by").locator("output")).to_have_text("Space 1 → 2")
    expect(page.locator(".happens").first).to_contain_text("space 1 → 2, corrected")


def test_misfits_are_shown_before_and_removed(race: BrowserWorld) -> None:
    page = race.seat(None)
    open_move(page, 2).get_by_role("button", name="A move was forgotten before this").click()
    sheet(page).get_by_role("button", name="Inès").click()
    sheet(page).get_by_role("button", name="End the turn").click()
    misfits = shown_confirmation(page).locator(".misfits")
    expect(misfits.locator("li")).to_have_text(["Inès ends the turnIt’s Marc’s turn."])
    assert race.moves == ["step", "end_turn", "step"]
    page.get_by_role("button", name="Insert, and remove 1").click()
    expect(sheet(page)).to_have_count(0)
    assert race.moves == ["step", "end_turn", "step"]
    assert len(race.table.undo_stack) == 4


def test_secret_later_moves_explain_the_refusal(market: BrowserWorld) -> None:
    page = market.seat(1)
    before = market.table
    open_move(page, 2).get_by_role("button", name="A move was forgotten before this").click()
    sheet(page).get_by_role("button", name="Hide a card").click()
    field(page, "colour").get_by_label("blue").check()
    field(page, "value").get_by_role("spinbutton").fill("20001")
    field(page, "value").get_by_role("spinbutton").press("Enter")
    field(page, "wish").get_by_role("textbox").fill("a boat")
    field(page, "wish").get_by_role("textbox").press("Enter")
    expect(page.locator(".confirm .refusal")).to_contain_text("Later moves are secret")
    expect(page.locator(".confirm .play")).to_have_attribute("aria-disabled", "true")
    assert market.table is before


def test_a_spectator_only_reads_the_moves(race: BrowserWorld) -> None:
    page = race.phone()
    moves = page.request.get(f"{race.companion.local_address}api/history").json()
    assert (moves["acts_for"], len(moves["entries"])) == ([], 3)
    host, ines = race.seat(None), race.seat(1)
    address = f"{race.companion.local_address}api/history"
    assert host.request.get(address).json()["acts_for"] == [2, 3]
    assert ines.request.get(address).json()["acts_for"] == [1]


def test_an_open_list_of_moves_outlives_its_game(race: BrowserWorld) -> None:
    page = race.seat(None)
    tool(page, "moves").click()
    expect(sheet(page).locator(".move")).to_have_count(3)
    race.companion.ask(lambda: race.companion.session.do(LeaveGame()))
    expect(sheet(page)).to_contain_text("No moves yet.")
    expect(sheet(page).get_by_role("status")).to_have_text("")


# From a piece or card to the move that placed it.


def test_a_piece_leads_to_the_move_that_placed_it(market: BrowserWorld) -> None:
    market.play(2, move="end_turn")
    marc, ines = market.seat(2), market.seat(1)
    evening = marc.get_by_role("region", name="Rounds")
    light = evening.get_by_role("button", name="change this move")
    expect(light).to_have_accessible_name("lantern, round 2: change this move")
    expect(ines.get_by_role("region", name="Rounds")).to_be_visible()
    expect(ines.get_by_role("button", name="change this move")).to_have_count(0)
    light.click()
    expect(sheet(marc).get_by_role("heading").first).to_have_text("Marc ends the turn")
    expect(sheet(marc).get_by_role("button", name="Remove this move")).to_be_visible()
    marc.keyboard.press("Escape")
    expect(sheet(marc).get_by_role("heading").first).to_have_text("All moves")
    marc.keyboard.press("Escape")
    expect(sheet(marc)).to_have_count(0)
    light.press("Enter")
    expect(sheet(marc).get_by_role("heading").first).to_have_text("Marc ends the turn")
    sheet(marc).get_by_role("button", name="Remove this move").click()
    shown_confirmation(marc).get_by_role("button", name="Remove").click()
    expect(sheet(marc)).to_have_count(0)
    expect(light).to_have_attribute("data-entry", "4")  # by which the round began where it is now
    assert market.moves[-1] == "end_turn"
    assert len(market.moves) == 7


@pytest.fixture
def contracts(world: BrowserWorld) -> BrowserWorld:
    """Set up Voyages for two: Inès has taken two contracts (move 3) and ended her turn."""
    world.start("Inès", "Marc", game="voyages", options={"characters": ["wilhelm", "kubilai"]})
    for seat in (1, 2):
        world.play(seat, move="roll", chance=[3, 3, 3, 3, 3])
    choice = {"slots": [2, 3], "contracts": ["K04", "K06"], "discard": [None]}
    world.play(1, move="contracts", dice=["blue:3"], **choice)
    world.play(1, move="end_turn")
    return world


def test_a_wrongly_named_card_is_corrected(contracts: BrowserWorld) -> None:
    ines, marc = contracts.seat(1, "fr-FR"), contracts.seat(2)
    cards = ines.get_by_role("button", name="changer ce coup")
    expect(cards).to_have_count(2)
    expect(cards.first).to_have_accessible_name(re.compile("contrat.*: changer ce coup"))
    cards.last.click()
    expect(sheet(ines).get_by_role("heading").first).to_have_text("Inès prend 2 contrats")
    expect(marc.get_by_role("region", name="Contracts")).to_be_visible()
    expect(marc.get_by_role("button", name="change this move")).to_have_count(0)


def test_the_touched_piece_of_a_map_leads_to_its_move(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state") as world:
        play_golden(world, "two_seats_wilhelm", ("Inès", "Marc"), 80, game="voyages")
        ines = world.seat(1)
        post = ines.get_by_role("button", name="trading post, Inès, Karakorum: change this move")
        post.click()
        expect(sheet(ines).get_by_role("heading").first).to_have_text("Inès travels to Lan-Zhou via Anxi and Karakorum")
        expect(ines.get_by_role("button", name="Marc, Adana: change this move")).to_have_count(0)


def test_components_touched_for_a_move_do_not_open_amendments(contracts: BrowserWorld) -> None:
    contracts.play(2, move="take_five", dice=["green:3"])
    contracts.play(2, move="end_turn")
    ines = contracts.seat(1)
    expect(ines.locator(".touchable").first).to_be_visible()
    expect(ines.locator(".another")).to_have_count(2)
    expect(ines.locator(".touchable.another")).to_have_count(0)


def test_a_closed_game_cannot_be_amended(contracts: BrowserWorld) -> None:
    host = contracts.seat(None)
    expect(host.get_by_role("button", name="change this move")).to_have_count(2)
    contracts.companion.ask(lambda: contracts.companion.session.do(CloseGame()))
    expect(host.get_by_role("button", name="change this move")).to_have_count(0)


def test_a_host_reads_why_it_cannot_change_a_move(race: BrowserWorld) -> None:
    host, ines = race.seat(None, "fr-FR"), race.seat(1)
    page = open_move(host, 1)
    reason = "Inès joue sur son téléphone\N{NO-BREAK SPACE}: seuls ce téléphone et la boîte changent ses coups."
    expect(page.locator(".why-not")).to_have_text(reason)
    expect(page.get_by_role("button", name="Supprimer ce coup")).to_be_disabled()
    expect(page.get_by_role("button", name="Un coup a été oublié avant celui-ci")).to_be_visible()
    open_move(ines, 3)
    expect(sheet(ines).locator(".why-not")).to_have_text("Only a host’s phone and the box change Marc’s moves.")


def test_a_phone_reads_why_it_adds_no_move(race: BrowserWorld) -> None:
    page = open_move(race.phone(), 2)
    expect(page.get_by_role("heading").first).to_have_text("Inès ends the turn")
    expect(page.locator(".move-facts")).to_have_text("I Inès’s turn · Move 2")
    expect(page.locator("p.why-not")).to_have_text("Only a host’s phone and the box change Inès’s moves.")
    expect(page.locator(".choice-card:enabled")).to_have_count(0)
    nobody = "This phone plays for nobody. Only phones that play, and the box, add forgotten moves."
    expect(page.locator("small.why-not")).to_have_text(nobody)


def test_a_closed_game_is_read_with_its_reason(race: BrowserWorld) -> None:
    host = race.seat(None)
    race.companion.ask(lambda: race.companion.session.do(CloseGame()))
    page = open_move(host, 3)
    expect(page.locator(".why-not")).to_have_text(["This game was ended.", "This game was ended."])
    expect(page.locator(".choice-card:enabled")).to_have_count(0)


def test_a_move_is_shown_in_full(race: BrowserWorld) -> None:
    race.play(2, move="correct", what="gold", by=2, note="paid twice")
    page = open_move(race.seat(1), 4)
    expect(page.get_by_role("heading").first).to_have_text("Marc: 3 → 5 gold, corrected")
    expect(page.locator(".changes li")).to_have_text(["+2 gold · corrected by hand: paid twice"])
    expect(page.locator(".move-facts p")).to_have_text(["M Marc’s turn · Move 4"])


def test_a_drawn_and_a_typed_move_say_so(market: BrowserWorld) -> None:
    market.play(2, move="wind", row="gate")
    page = market.phone("fr-FR")
    open_move(page, 8)
    expect(sheet(page).locator(".move-facts")).to_contain_text("Tirage\N{NO-BREAK SPACE}: fait par la boîte")
    page.keyboard.press("Escape")
    page.locator("button.move", has_text="Inès lance").click()
    expect(sheet(page).locator(".move-facts")).to_contain_text("Tirage\N{NO-BREAK SPACE}: saisi à la main")


def test_what_hidden_moves_forbid_is_said_before_a_try(market: BrowserWorld) -> None:
    page = market.seat(1)
    secret = "Later moves are secret. A change that could give them away is refused."
    open_move(page, 1)
    expect(sheet(page).locator("p.about-move")).to_have_text([secret, secret])
    page.keyboard.press("Escape")
    page.locator("button.move", has_text="Inès ends the turn").click()
    expect(sheet(page).get_by_text(secret)).to_have_count(0)


def test_a_move_is_reached_by_keyboard_alone(race: BrowserWorld) -> None:
    page = race.seat(1)
    tool(page, "moves").focus()
    page.keyboard.press("Enter")
    rows = sheet(page).locator("button.move")
    expect(rows).to_have_count(3)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.move')"):
            break
    page.keyboard.press("Tab")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(sheet(page).get_by_role("heading").first).to_be_focused()
    expect(sheet(page).get_by_role("heading")).to_have_text(
        ["Inès ends the turn", "Change or remove", "A forgotten move"]
    )
    page.keyboard.press("Escape")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)


def test_a_long_list_is_where_it_was_after_a_look(race: BrowserWorld) -> None:
    race.play(2, move="end_turn")
    for number in range(60):
        race.play(1 + (number + 2) % 3, move="end_turn")
    page = race.phone()
    tool(page, "moves").click()
    row = page.locator("button.move").nth(40)
    row.scroll_into_view_if_needed()
    row.focus()
    before = row.evaluate("row => row.getBoundingClientRect().top")
    row.press("Enter")
    expect(sheet(page).get_by_role("heading").first).to_contain_text("passes")
    sheet(page).get_by_role("button", name="Back").click()
    expect(row).to_be_focused()
    is_back = "([row, before]) => Math.abs(row.getBoundingClientRect().top - before) < 5"
    page.wait_for_function(is_back, arg=[row.element_handle(), before])
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert page.evaluate(is_back, [row.element_handle(), before])
    assert page.locator("dialog.sheet").evaluate("sheet => sheet.scrollTop") > 500


def test_the_moves_of_one_seat_are_shown_alone(race: BrowserWorld) -> None:
    page = race.phone()
    tool(page, "moves").click()
    seats = page.get_by_role("group", name="Whose moves").get_by_role("button")
    expect(seats).to_have_text(["All", "IInès", "MMarc", "ZZoé"])
    seats.nth(2).click()
    expect(seats.nth(2)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("button.move:visible")).to_contain_text(["Marc steps to 4"])
    expect(page.locator(".move-turn:visible h3")).to_have_text(["MMarc’s turn"])
    race.play(2, move="end_turn")
    expect(page.locator("button.move:visible")).to_have_count(2)
    seats.nth(3).click()
    expect(page.get_by_text("No moves yet.")).to_be_visible()
    seats.first.click()
    expect(page.locator("button.move:visible")).to_have_count(4)


def test_headings_and_lists_tell_the_turns(race: BrowserWorld) -> None:
    page = race.phone("fr-FR")
    tool(page, "moves").click()
    headings = page.get_by_role("dialog").get_by_role("heading", level=3)
    expect(headings).to_have_text(["MTour de Marc", "ITour d’Inès"])
    lists = page.get_by_role("dialog").get_by_role("list")
    expect(lists.last).to_have_accessible_name("Tour d’Inès")
    expect(lists.last.get_by_role("listitem")).to_have_count(2)


def test_a_move_that_is_read_stays_while_others_play(race: BrowserWorld) -> None:
    page = race.phone()
    open_move(page, 1)
    with page.expect_response("**/api/history"):
        race.play(2, move="end_turn")
    expect(sheet(page).get_by_role("heading").first).to_have_text("Inès steps to 3")
    page.keyboard.press("Escape")
    expect(page.locator("button.move")).to_have_count(4)


def test_the_reason_stands_too_if_all_have_phones(race: BrowserWorld) -> None:
    for seat in (1, 2, 3):
        race.seat(seat)
    page = open_move(race.seat(None), 3)
    reason = "Marc has a phone: only that phone and the box change Marc’s moves."
    expect(page.locator("p.why-not")).to_have_text(reason)
    expect(page.get_by_role("button", name="A move was forgotten before this")).to_be_disabled()


def test_an_onlooker_reads_no_reasons(race: BrowserWorld) -> None:
    page = race.phone()
    history = page.request.get(f"{race.companion.local_address}api/history").json()
    assert [move for move in history["entries"] if "why_not" in move] == []


def test_the_board_shows_what_a_change_does(race: BrowserWorld) -> None:
    race.play(2, move="step", by="cards")
    page = race.seat(None)
    open_move(page, 1).get_by_role("button", name="Remove this move").click()
    look = shown_confirmation(page)
    expect(look.locator(".board-changes li")).to_have_count(2)
    expect(look.locator(".board-changes li").first).to_contain_text("Inèsspace 3 → Ormuz")
    expect(look).to_contain_text("Zoé: as before")
    expect(look.locator(".board-changes svg .pawn")).to_have_count(5)
    expect(look.locator(".board-changes svg .pawn.ghost")).to_have_count(2)
    expect(page.locator("#block-race svg .pawn.ghost")).to_have_count(0)
    look.get_by_role("button", name="Remove").click()
    expect(sheet(page)).to_have_count(0)
    expect(page.locator("#block-race title").first).to_have_text(re.compile("Inès: Ormuz"))


def test_replaced_dice_start_with_their_values(market: BrowserWorld) -> None:
    page = market.seat(None)
    open_move(page, 5).get_by_role("button", name="Replace this move").click()
    sheet(page).get_by_role("button", name="Roll for oil").click()
    dice = page.locator(".die-faces")
    expect(dice.nth(0).get_by_role("radio", name="2")).to_be_checked()
    expect(dice.nth(1).get_by_role("radio", name="3")).to_be_checked()
    field(page, "chance").get_by_role("button", name="Next").click()
    expect(shown_confirmation(page)).to_be_visible()


def test_a_replaced_spin_starts_at_its_sector(world: BrowserWorld) -> None:
    """Its sector is marked; one tap on it takes it, for a spin whose way alone was wrong."""
    world.start("Inès", "Marc", game="classic")
    world.play(1, move="spin", route="land", chance=[3])
    page = world.seat(None)
    open_move(page, 1).get_by_role("button", name="Replace this move").click()
    sheet(page).get_by_role("button", name=re.compile("^Spin|wheel", re.IGNORECASE)).first.click()
    field(page, "route").get_by_role("radio").nth(1).check()
    sectors = field(page, "chance").get_by_role("radio")
    expect(sectors.nth(3)).to_be_checked()
    sectors.nth(3).click()
    expect(shown_confirmation(page)).to_be_visible()
