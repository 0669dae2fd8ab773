"""Tonight's rules in real browsers: few lines in the lobby, which its leader unfolds, and a sheet of the table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.rules.game import find_game
from tests.games.lanterns import LANTERNS
from tests.server.browser_world import NAMES, BrowserWorld, tool, unfold
from tests.server.test_lobby_page import LobbyWorld

pytestmark = pytest.mark.e2e

VOYAGES = [
    "Game: The Voyages of Marco Polo",
    "Players: 3 · Ada begins",
    "Tracking: Everything",
    "Options: none",
    "Entered by hand: nothing",
    "House rules: none",
]


@pytest.fixture
def lobby(world: BrowserWorld) -> LobbyWorld:
    """Open the lobby of Voyages."""
    lobby = LobbyWorld(world)
    session = world.companion.session
    world.companion.ask(lambda: session.choose_game(find_game("voyages", session.games)))
    return lobby


def three(lobby: LobbyWorld) -> tuple[Page, Page]:
    """Let three people sit down; return the phone of Ada, who leads, and that of Bao."""
    ada, bao = lobby.sitting("Ada"), lobby.sitting("Bao")
    lobby.world.companion.ask(lambda: lobby.world.companion.session.sit_down("Cid"))
    return ada, bao


def expect_lines(page: Page, *lines: str) -> None:
    """Expect these lines, unfolded or not, of who leads or of anybody else; the switch of the dice is no such line."""
    own = ":is(#rules-form > details, #option-list > details) > summary:visible, #rules-read > li > span:visible"
    expect(
        page.locator(f"{own}, #rules-read > li > details > summary:visible").filter(has_not_text="Real dice")
    ).to_have_text(list(lines))


def test_all_lines_are_folded_and_say_how_it_is(lobby: LobbyWorld) -> None:
    ada, bao = three(lobby)
    for page in (ada, bao):
        expect_lines(page, *VOYAGES)
        expect(page.locator("#rules details[open]")).to_have_count(0)
    expect(ada.locator("#rules input:not([role=switch]):visible, #rules select:visible")).to_have_count(0)


def test_a_phone_that_does_not_lead_only_reads(lobby: LobbyWorld) -> None:
    _, bao = three(lobby)
    expect(bao.locator("#rules-form")).to_be_hidden()
    bao.locator("#rules-read summary").last.press("Enter")
    expect(bao.locator("#rules-read small").last).to_be_visible()
    assert bao.locator("#rules-read :is(input, select, button)").count() == 0
    action = {"do": "options", "options": {"beijing_slides": True}}
    refused = bao.context.request.post(f"{lobby.world.companion.local_address}api/lobby", data=action)
    assert refused.status == 403
    assert lobby.lobby.options == {}


def test_a_changed_line_says_so_on_every_phone(lobby: LobbyWorld) -> None:
    ada, bao = three(lobby)
    unfold(ada, "house").get_by_label("Posts in Beijing move up").check()
    unfold(ada, "options").locator("#option-deal input").check()
    unfold(ada, "players").locator("#begins").select_option(label="Bao")
    unfold(ada, "tracking").locator("input").nth(1).check()
    unfold(ada, "dealt")
    ada.locator("#option-bonus_tiles summary").click()
    ada.locator("#option-bonus_tiles").get_by_label("Moscow").select_option(index=1)
    for page in (ada, bao):
        expect_lines(
            page,
            "Game: The Voyages of Marco Polo",
            "Players: 3 · Bao begins",
            "Tracking: Points",
            "Options: The box deals",
            "Entered by hand: 1 card or tile",
            "House rules: Posts in Beijing move up",
        )
    expect(ada.locator("#rule-house")).to_have_attribute("open", "")
    unfold(ada, "game").locator('input[value="classic"]').check()
    for page in (ada, bao):
        expect(page.locator("#rules")).to_contain_text("House rules: none")
        expect(page.locator("#rules")).not_to_contain_text("Options")
    assert lobby.lobby.game.id == "classic"


def test_a_rule_that_is_switched_off_is_named_so(lobby: LobbyWorld) -> None:
    ada, bao = three(lobby)
    unfold(ada, "house").get_by_label("Exchange both ways").uncheck()
    for page in (ada, bao):
        expect(page.locator("#rules")).to_contain_text("House rules: Exchange both ways: no")


def test_a_rule_is_changed_by_keyboard_and_keeps_the_focus(lobby: LobbyWorld) -> None:
    ada, _ = three(lobby)
    summary = ada.locator("#rule-options > summary")
    summary.focus()
    ada.keyboard.press("Enter")
    for _ in range(3):
        ada.keyboard.press("Tab")
    deal = ada.locator("#option-deal input")
    expect(deal).to_be_focused()
    ada.keyboard.press("Space")
    expect(summary).to_have_text("Options: The box deals")
    expect(deal).to_be_checked()
    expect(deal).to_be_focused()
    for _ in range(3):
        ada.keyboard.press("Shift+Tab")
    expect(summary).to_be_focused()
    ada.keyboard.press("Enter")
    expect(deal).to_be_hidden()


def test_the_games_are_unfolded_until_a_name_is_added(world: BrowserWorld) -> None:
    page = world.seat(None)
    page.goto(f"{world.companion.local_address}setup")
    expect(page.locator("#rule-game")).to_have_attribute("open", "")
    page.locator('#games input[value="voyages"]').check()
    expect(page.locator("#rule-game > summary")).to_have_text("Game: The Voyages of Marco Polo")
    page.locator("#name").fill("Ada")
    page.locator("#name").press("Enter")
    expect(page.locator("#rule-players > summary")).to_have_text("Players: 1 · Ada begins")
    expect(page.locator("#games")).to_be_hidden()


def test_who_leads_now_may_change_the_rules(lobby: LobbyWorld) -> None:
    ada, bao = three(lobby)
    lobby.world.companion.ask(lambda: lobby.world.companion.session.change_lobby(lambda lobby: lobby.hand_on(2)))
    expect(ada.locator("#rules-form")).to_be_hidden()
    unfold(bao, "house").get_by_label("Posts in Beijing move up").check()
    expect_lines(ada, *VOYAGES[:-1], "House rules: Posts in Beijing move up")


def test_secret_options_are_on_no_phone(world: BrowserWorld) -> None:
    lobby = LobbyWorld(world)
    world.companion.ask(lambda: world.companion.session.choose_game(LANTERNS))
    ada, bao = three(lobby)
    for page in (ada, bao):
        expect_lines(page, "Game: Lanterns", "Players: 3 · Ada begins", "Rounds: 2")


# At the table.


def open_rules(page: Page) -> Any:
    """Open tonight's rules at the table, and return their lines."""
    tool(page, "rules").click()
    lines = page.locator(".sheet .rule")
    expect(lines.first).to_be_visible()
    return lines


@pytest.mark.parametrize(
    ("language", "expected", "note"),
    [
        (
            "en-GB",
            [
                "Game: Marco Polo (1983)",
                "Players: Inès, Marc, Zoé",
                "Real dice: no",
                "Track: Besants and cards",
                "House rules: Bandits roll a d8",
            ],
            "Bandits roll a d8: The black die has eight faces",
        ),
        (
            "fr-FR",
            [
                "Jeu : Marco Polo (1983)",
                "Joueurs : Inès, Marc, Zoé",
                "Vrais dés : non",
                "Suivi : Besants et cartes",
                "Règles maison : Bandits au dé à 8",
            ],
            "Bandits au dé à 8 : Le dé noir a huit faces",
        ),
    ],
)
def test_everybody_reads_the_rules_of_the_table(
    world: BrowserWorld, language: str, expected: list[str], note: str
) -> None:
    world.start(*NAMES, game="classic", options={"bandits_d8": True})
    for page in (world.phone(language), world.seat(1, language)):
        lines = open_rules(page)
        expect(lines.locator("> span, > details > summary")).to_have_text(expected)
        lines.last.locator("summary").click()
        expect(lines.last.locator("small")).to_have_text(note)
        expect(page.locator(".sheet .answers")).to_have_count(0)


def test_a_host_corrects_the_beginning_from_the_rules(world: BrowserWorld) -> None:
    world.start(*NAMES, game="classic")
    host, watcher = world.seat(None), world.phone()
    watched_lines = open_rules(watcher)
    expect(watched_lines.last).to_have_text("House rules: none")
    open_rules(host)
    host.get_by_role("button", name="Correct the beginning").click()
    host.locator(".sheet .house-rules > summary").click()
    host.locator(".sheet").get_by_label("Bandits roll a d8").check()
    host.get_by_role("button", name="See what changes").click()
    host.locator(".confirm .play").click()
    expect(watched_lines.last).to_contain_text("House rules: Bandits roll a d8")
    assert world.table.match.options["bandits_d8"] is True


def test_the_correction_names_a_rule_that_is_off(world: BrowserWorld) -> None:
    world.start(*NAMES, game="voyages")
    host = world.seat(None)
    open_rules(host)
    host.get_by_role("button", name="Correct the beginning").click()
    house = host.locator(".sheet .house-rules")
    expect(house.locator("> summary")).to_have_text("House rules: none")
    house.locator("> summary").click()
    house.get_by_label("Exchange both ways").uncheck()
    expect(house.locator("> summary")).to_have_text("House rules: Exchange both ways: no")
