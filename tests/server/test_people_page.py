"""Tests of the page of people in a real browser: renaming, merging after a question, colours and forgetting."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.table.commands import Play
from tests.kept import whole_game
from tests.server.browser_world import BrowserWorld
from tests.server.test_games_page import open_page

pytestmark = pytest.mark.e2e


@pytest.fixture
def world(world: BrowserWorld) -> BrowserWorld:
    """Set up a finished game, and one on the table with another spelling of Anna."""
    world.start("Anna", "Marc", "<b>Zoé</b>")
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(whole_game()))))
    world.start("Annie", "Marc")
    return world


def row(page: Page, name: str) -> Locator:
    return page.locator(".person").filter(has=page.locator("b").get_by_text(name, exact=True))


def unfold(page: Page, name: str) -> Locator:
    """Open the row of a person by keyboard and return it."""
    row(page, name).locator("summary").press("Enter")
    return row(page, name)


def test_hosts_come_from_past_games_to_people(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    page.get_by_role("link", name="Players", exact=True).click()
    expect(page.locator(".person b")).to_have_text(["Annie", "Marc", "Anna", "<b>Zoé</b>"])
    expect(row(page, "Marc").locator("small")).to_have_text("red · 2 games")


def test_a_person_is_renamed_and_the_row_says_so(world: BrowserWorld) -> None:
    page = open_page(world, "people", host=True)
    person = unfold(page, "Marc")
    person.get_by_label("Name", exact=True).fill("Аnna")
    person.get_by_label("Name", exact=True).press("Enter")
    expect(person.get_by_role("alert")).to_have_text("Аnna looks too much like Anna.")
    person.get_by_label("Name", exact=True).fill("Marco")
    person.get_by_role("button", name="Rename").click()
    expect(page.locator("#said")).to_have_text("Marc is now called Marco.")
    expect(row(page, "Marco").locator("small")).to_have_text("red · 2 games")


def test_two_people_become_one_after_a_question(world: BrowserWorld) -> None:
    page = open_page(world, "people", host=True)
    for answer, names in (("Cancel", ["Annie", "Marc", "Anna", "<b>Zoé</b>"]), ("Make them one", None)):
        person = row(page, "Anna") if names is None else unfold(page, "Anna")
        person.get_by_label("Name", exact=True).fill("annie")
        person.get_by_role("button", name="Rename").click()
        question = page.get_by_role("alertdialog", name="Anna and Annie become one person, Annie.")
        question.get_by_role("button", name=answer).click()
        expect(page.locator(".person b")).to_have_text(names or ["Annie", "Marc", "<b>Zoé</b>"])
    expect(row(page, "Annie").locator("small")).to_have_text("blue · 2 games")


def test_a_tap_chooses_the_preferred_colour(world: BrowserWorld) -> None:
    page = open_page(world, "people", host=True)
    chips = unfold(page, "Marc").get_by_role("group", name="Preferred colour of Marc")
    expect(chips.get_by_role("button", name="red", pressed=True)).to_be_visible()
    chips.get_by_role("button", name="violet").press("Space")
    expect(chips.get_by_role("button", name="violet", pressed=True)).to_be_focused()
    expect(row(page, "Marc").locator("small")).to_have_text("violet · 2 games")


def test_a_forgotten_person_leaves_the_list_alone(world: BrowserWorld) -> None:
    page = open_page(world, "people", host=True)
    unfold(page, "<b>Zoé</b>").get_by_role("button", name="Forget").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("Past games and their statistics keep the name until those games are erased.")
    question.get_by_role("button", name="Forget").click()
    expect(page.locator("#said")).to_have_text("Name forgotten: <b>Zoé</b>.")
    expect(page.locator(".person")).to_have_count(3)
    page.goto(f"{world.companion.local_address}games")
    expect(page.locator("[aria-labelledby=people] tbody")).to_contain_text("<b>Zoé</b>")


def test_spectators_get_no_page_of_people(world: BrowserWorld) -> None:
    page = open_page(world, "people")
    expect(page.locator(".person")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
