"""Tests of correcting the beginning of a game from all moves, on phones in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.browser_world import NAMES, BrowserWorld, shown_confirmation, tool

pytestmark = pytest.mark.e2e
SPIN = {"move": "spin", "route": "land", "chance": [7]}
FIGHT = {"move": "fight", "chance": [1, 8]}
HIDDEN = {"move": "correct", "what": "blue:80", "by": 1}
UNSEEN = "Some moves are secret, and another option could give away their cards. Only names and colours can change now."


@pytest.fixture
def road(world: BrowserWorld) -> BrowserWorld:
    """Set up 1983 without cards, by a house rule: Inès has spun and fought with an eight."""
    world.start(*NAMES, game="classic", options={"tracking": "dice", "bandits_d8": True})
    world.play(1, **SPIN)
    world.play(1, **FIGHT)
    return world


def open_beginning(page: Page) -> Locator:
    """Open the oldest row of all moves; return its sheet."""
    tool(page, "moves").click()
    sheet = page.get_by_role("dialog")
    sheet.locator(".beginning-row").click()
    expect(sheet.locator(".beginning")).to_be_visible()
    return sheet


def check(sheet: Locator) -> Locator:
    """Go on to what changes; return the confirmation once it shows it."""
    sheet.locator(".beginning .next").click()
    return shown_confirmation(sheet.page)


def test_name_colour_and_rule_are_corrected_at_once(road: BrowserWorld) -> None:
    host, guest = road.seat(None), road.seat(2, "fr-FR")
    sheet = open_beginning(host)
    sheet.get_by_label("Name of player 1").fill("Agnès")
    sheet.get_by_label("Name of player 1").press("Tab")
    sheet.locator(".player").nth(1).locator("summary").click()
    sheet.get_by_role("group", name="Colour for Marc").get_by_label("yellow").check()
    sheet.locator(".house-rules summary").first.click()
    sheet.get_by_role("checkbox", name="Ties go to bandits").check()
    expect(sheet.locator(".house-rules summary").first).to_have_text(
        "House rules: Bandits roll a d8, Ties go to bandits"
    )
    looked = check(sheet)
    changes = "Inès is now called Agnès · Marc now plays yellow · House rule added: Ties go to bandits"
    expect(looked.locator(".happens")).to_have_text(changes)
    expect(looked).to_contain_text("All later moves still fit.")
    looked.get_by_role("button", name="Correct").click()
    expect(host.get_by_role("dialog")).to_have_count(0)
    assert road.table.names == ("Agnès", "Marc", "Zoé")
    assert road.table.match.colours[1] == ("yellow",)
    assert road.table.match.options["ties_to_bandits"] is True
    assert road.moves == ["spin", "fight"]
    correction = "Corrigé\N{NO-BREAK SPACE}: Inès s’appelle maintenant Agnès"
    expect(guest.locator("#said")).to_contain_text(correction)
    expect(guest.locator("#last")).to_contain_text("Règle maison ajoutée\N{NO-BREAK SPACE}: Égalité aux bandits")
    expect(tool(host, "take_back")).to_contain_text("Corrected: Inès is now called Agnès")
    tool(host, "moves").click()
    expect(host.get_by_role("dialog").locator(".beginning-row")).to_contain_text("The beginning, corrected")


def test_a_take_back_restores_the_names(road: BrowserWorld) -> None:
    host = road.seat(None)
    sheet = open_beginning(host)
    sheet.get_by_label("Name of player 3").fill("Zora")
    sheet.get_by_label("Name of player 3").press("Tab")
    check(sheet).get_by_role("button", name="Correct").click()
    expect(host.get_by_role("dialog")).to_have_count(0)
    tool(host, "take_back").click()
    expect(tool(host, "restore")).to_contain_text("Corrected: Zoé is now called Zora")
    assert road.table.names == NAMES


def test_moves_that_no_longer_fit_are_named_before(road: BrowserWorld) -> None:
    sheet = open_beginning(road.seat(None))
    sheet.locator(".house-rules summary").first.click()
    sheet.get_by_role("checkbox", name="Bandits roll a d8").uncheck()
    looked = check(sheet)
    expect(looked.locator(".misfits li")).to_have_count(1)
    expect(looked.locator(".misfits")).to_contain_text("Inès")
    assert road.moves == ["spin", "fight"]
    looked.get_by_role("button", name="Correct, and remove 1 move").click()
    expect(sheet).to_have_count(0)
    assert road.moves == ["spin"]
    assert road.table.match.options["bandits_d8"] is False


def test_the_name_of_another_exchanges_the_two(road: BrowserWorld) -> None:
    sheet = open_beginning(road.seat(None, "fr-FR"))
    sheet.get_by_label("Nom pour la place 1").fill("Marc")
    sheet.get_by_label("Nom pour la place 1").press("Tab")
    expect(sheet.get_by_role("status")).to_have_text("Marc et Inès ont échangé leurs places.")
    expect(sheet.get_by_label("Nom pour la place 2")).to_have_value("Inès")
    check(sheet).get_by_role("button", name="Corriger").click()
    expect(sheet).to_have_count(0)
    assert road.table.names == ("Marc", "Inès", "Zoé")


def test_nothing_is_sent_without_a_change(road: BrowserWorld) -> None:
    sheet = open_beginning(road.seat(None))
    sheet.get_by_label("Name of player 1").fill(" ")
    sheet.get_by_label("Name of player 1").press("Tab")
    expect(sheet.locator(".player .fault").first).to_have_text("Type a name first.")
    sheet.locator(".beginning .next").click()
    expect(sheet.get_by_role("status")).to_have_text("Nothing has changed yet.")
    assert sheet.locator(".confirm").count() == 0


def test_hidden_moves_are_told_at_the_options(world: BrowserWorld) -> None:
    world.start(*NAMES, game="classic")
    world.play(2, **HIDDEN)
    sheet = open_beginning(world.seat(None))
    expect(sheet.locator("#option-tracking .why-not")).to_have_text(UNSEEN)
    expect(sheet.locator("#option-tracking input").first).to_be_disabled()
    sheet.locator(".house-rules summary").first.click()
    expect(sheet.locator(".house-rules .why-not")).to_have_text([UNSEEN])
    expect(sheet.get_by_role("checkbox", name="Ties go to bandits")).to_be_disabled()
    sheet.get_by_label("Name of player 2").fill("Marco")
    sheet.get_by_label("Name of player 2").press("Tab")
    check(sheet).get_by_role("button", name="Correct").click()
    expect(sheet).to_have_count(0)
    assert world.table.names == ("Inès", "Marco", "Zoé")


def test_a_way_to_play_that_moves_cannot_follow_is_closed(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", game="voyages", options={"characters": ["wilhelm", "kubilai"]})
    for seat in (1, 2):
        world.play(seat, move="roll", chance=[3, 3, 3, 3, 3])
    choice = {"slots": [2, 3], "contracts": ["K04", "K06"], "discard": [None]}
    world.play(1, move="contracts", dice=["blue:3"], **choice)
    sheet = open_beginning(world.seat(None, "fr-FR"))
    closed = sheet.locator("#option-tracking .choice-card", has_text="ne va pas avec cela")
    expect(closed).not_to_have_count(0)
    expect(closed.first.get_by_role("radio")).to_be_disabled()
    expect(sheet.locator(".beginning")).to_contain_text("Des coups joués nomment les couleurs")
    expect(sheet.locator(".swatches")).to_have_count(0)
    expect(sheet.locator(".beginning")).to_contain_text("Il y a 2 joueurs dans cette partie.")


def test_others_read_how_the_game_began_and_why_it_stays(road: BrowserWorld) -> None:
    sheet = open_beginning(road.seat(2, "fr-FR"))
    expect(sheet.locator(".why-not")).to_have_text("Seuls le téléphone de l’hôte et la boîte changent le début.")
    expect(sheet.locator(".who li")).to_have_count(3)
    expect(sheet.locator(".changes li")).to_have_text(
        ["Suivi\N{NO-BREAK SPACE}: Roulette et dés", "Règle maison\N{NO-BREAK SPACE}: Bandits au dé à 8"]
    )
    expect(sheet.locator("input")).to_have_count(0)


def test_moves_of_others_leave_the_form_as_it_is(road: BrowserWorld) -> None:
    host = road.seat(None)
    sheet = open_beginning(host)
    sheet.get_by_label("Name of player 1").fill("Agnès")
    sheet.get_by_label("Name of player 1").press("Tab")
    seq = road.table.seq
    road.play(1, move="correct", what="besants", by=1)
    expect(host.locator("#last")).to_contain_text("corrected")
    expect(sheet.get_by_label("Name of player 1")).to_have_value("Agnès")
    check(sheet).get_by_role("button", name="Correct").click()
    expect(sheet).to_have_count(0)
    assert road.table.names[0] == "Agnès"
    assert road.table.seq == seq + 2
