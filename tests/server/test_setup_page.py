"""Tests of setting a game up by phone, and of copying the board, in a real browser with a whole companion."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from companion.table.commands import Play
from companion.table.game_setup import PROFILE_PREFIX
from companion.words.catalogue import Words
from companion.words.signs import SHAPE_OF_COLOUR, SeatMark, seat_mark, seat_marks
from tests.fonts import in_wider_letters
from tests.games.pebbles import PEBBLES
from tests.kept import whole_game
from tests.server.browser_world import BrowserWorld, open_world, unfold

pytestmark = pytest.mark.e2e

LONG = "Maximilienne-Élisabeth de La Rochefoucau"
STRANGE = "<b>=1+1</b>"


def host_page(world: BrowserWorld, path: str, **options: Any) -> Page:
    """Return a host's phone on this page."""
    page = world.phone(**options)
    claimed = page.context.request.post(f"{world.companion.local_address}api/claim", data={"code": world.code(None)})
    assert claimed.ok
    page.goto(f"{world.companion.local_address}{path}")
    return page


@pytest.fixture
def page(world: BrowserWorld) -> Page:
    page = host_page(world, "setup")
    expect(page.locator("#plan")).to_be_visible()
    return page


def type_name(page: Page, name: str) -> None:
    page.locator("#name").fill(name)
    page.locator("#name").press("Enter")


def add(page: Page, *names: str) -> None:
    for name in names:
        type_name(page, name)
        expect(row(page, name)).to_be_visible()


def expect_sitting(page: Page, *names: str) -> None:
    expect(page.locator(".player .who b")).to_have_text(list(names))


def row(page: Page, name: str) -> Locator:
    """Return the row of a person."""
    return page.locator(".player", has=page.locator(".who").get_by_text(name, exact=True))


def expect_colours(page: Page, **colours: str) -> None:
    for name, colour in colours.items():
        expect(row(page, name).locator("p.colours > span")).to_have_text(colour)


def remove(page: Page, name: str) -> None:
    row(page, name).locator("summary").click()
    page.get_by_role("button", name=f"Remove {name} from the table", exact=True).click()
    expect(row(page, name)).to_have_count(0)


def shown_marks(page: Page) -> list[tuple[str, str | None]]:
    """Return letter and shape of each player in the list."""
    marks = page.locator(".player > .mark").all()
    return [(mark.inner_text(), mark.locator(".drawing").get_attribute("data-drawing")) for mark in marks]


def table_marks(world: BrowserWorld) -> list[SeatMark]:
    return [seat_mark(world.table, seat, Words("en")) for seat in world.table.seats]


def option(world: BrowserWorld, name: str) -> Any:
    return world.table.match.options[name]


def begin(page: Page) -> None:
    page.locator("#begin").click()
    page.wait_for_url(lambda url: "/setup" not in url)


# Who plays


def test_a_game_of_three_is_set_up_and_begun(world: BrowserWorld, page: Page) -> None:
    expect(page.locator("#begin-note")).to_have_text("2 more players are needed.")
    expect(page.locator("#begin")).to_have_text("Start")
    add(page, "Ada", LONG, STRANGE)
    expect(page.locator("#begin-note")).to_have_text("Ada begins.")
    page.get_by_label(f"Move {STRANGE} earlier", exact=True).click()
    page.get_by_label(f"Move {STRANGE} earlier", exact=True).click()
    expect_sitting(page, STRANGE, "Ada", LONG)
    expect(page.locator("#begin-note")).to_have_text("Ada begins.")
    unfold(page, "players").locator("#begins").select_option(label=STRANGE)
    expect(page.locator("#begin-note")).to_have_text(f"{STRANGE} begins.")
    row(page, "Ada").locator("summary").click()
    row(page, "Ada").get_by_text("violet", exact=True).click()
    unfold(page, "late_camel_stops").get_by_role("checkbox").uncheck()
    expect(page.locator("#begin")).to_have_text("Start (3 players)")
    begin(page)
    assert world.table.names == (STRANGE, "Ada", LONG)
    assert option(world, "colours") == ["green", "violet", "red"]
    assert option(world, "late_camel_stops") is False
    expect(page.locator("#headline")).to_contain_text(STRANGE)


def test_outdated_figures_are_reported_with_field_and_reason(world: BrowserWorld, page: Page) -> None:
    unfit = {"khan": {"gift_value": 77}}
    world.companion.ask(lambda: world.companion.session.note(f"{PROFILE_PREFIX}classic", unfit))
    page.reload()
    page.locator('input[name="game"][value="classic"]').check()
    add(page, "Ada", "Bao")
    page.locator("#begin").click()
    expect(page.locator("#begin-fault")).to_contain_text("khan.gift_value")
    expect(page.locator("#begin-fault")).to_contain_text("Your values no longer fit together")
    expect(page.locator("#begin-fault")).to_contain_text("77")


def test_a_taken_colour_is_swapped(page: Page) -> None:
    add(page, "Ada", "Bao", "Cid")
    row(page, "Ada").locator("summary").click()
    row(page, "Ada").get_by_text("green", exact=True).click()
    expect_colours(page, Ada="green", Bao="red", Cid="blue")
    expect(page.locator("#told")).to_contain_text("New colour for Cid: blue.")


def test_without_a_choice_each_seat_gets_a_colour(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "plain", games=(PEBBLES,)) as world:
        page = host_page(world, "setup")
        add(page, "Inès", "Marc")
        marks = page.locator(".player .mark")
        expect(marks).to_have_count(2)
        assert [mark.get_attribute("data-colour") for mark in marks.all()] == ["blue", "red"]
        row(page, "Marc").locator("summary").click()
        expect(row(page, "Marc").locator("input")).to_have_count(1)
        assert shown_marks(page) == [("I", "circle"), ("M", "triangle")]


def test_players_keep_their_marks_when_the_game_starts(world: BrowserWorld, page: Page) -> None:
    add(page, "Éva", "Edda", "Ida")
    row(page, "Edda").locator("summary").click()
    row(page, "Edda").get_by_text("white", exact=True).click()
    row(page, "Éva").locator("summary").click()
    row(page, "Éva").get_by_text("violet", exact=True).click()
    expect_colours(page, Éva="violet", Edda="white")
    marks = shown_marks(page)
    assert marks == [("E", "pentagon"), ("D", "circle"), ("I", "square")]
    swatches = row(page, "Edda").locator(".swatch .drawing")
    shapes = [swatch.get_attribute("data-drawing") for swatch in swatches.all()]
    assert shapes == ["circle", "triangle", "square", "diamond", "circle", "circle", "diamond"]
    begin(page)
    assert marks == [(mark.letter, mark.shape.value) for mark in table_marks(world)]


def test_the_page_makes_marks_as_the_program_does(page: Page) -> None:
    rnd, alphabet = Random(7), "aAbÉéèœŒßøłđ小7- nÑij"
    seats = [
        ["".join(rnd.choices(alphabet, k=rnd.randint(1, 5))) for _ in range(rnd.randint(0, 5))] for _ in range(400)
    ]
    tables = [(names, [rnd.choice([*SHAPE_OF_COLOUR, "", "black"]) for _ in names]) for names in seats]
    shapes = {colour: shape.value for colour, shape in SHAPE_OF_COLOUR.items()}
    shown = page.evaluate(
        """async ([tables, shapes]) => {
          const { seatMarks } = await import("/scripts/setup/seat_marks.js");
          const marks = tables.map(([names, colours]) => seatMarks(names, colours, shapes));
          return marks.map((seats) => seats.map(({ letter, shape }) => [letter, shape]));
        }""",
        [tables, shapes],
    )
    expected = [seat_marks(names, colours, Words("en")) for names, colours in tables]
    assert shown == [[[mark.letter, mark.shape.value] for mark in marks] for marks in expected]


def test_two_players_have_two_colours_each_and_their_own_options(world: BrowserWorld, page: Page) -> None:
    add(page, "Ada", "Bao")
    expect_colours(page, Ada="blue + green")
    row(page, "Ada").locator("summary").click()
    second = row(page, "Ada").locator(".swatches").nth(1)
    second.get_by_text("violet", exact=True).click()
    expect_colours(page, Ada="blue + violet")
    unfold(page, "options").locator("#option-both_camels").get_by_role("checkbox").check()
    begin(page)
    assert option(world, "colours") == [["blue", "violet"], ["red", "yellow"]]
    assert option(world, "both_camels") is True


def test_options_of_another_number_of_players_are_left_out(world: BrowserWorld, page: Page) -> None:
    add(page, "Ada", "Bao")
    unfold(page, "options").locator("#option-both_camels").get_by_role("checkbox").check()
    add(page, "Cid")
    expect(page.locator("#option-both_camels")).to_have_count(0)
    begin(page)
    assert "both_camels" not in world.table.match.options


def test_a_name_is_typed_once_renamed_and_removed(page: Page) -> None:
    add(page, "Ada")
    type_name(page, "ada")
    expect(page.locator("#name-fault")).to_have_text("Ada sits at the table already.")
    expect(page.locator("#name")).to_have_value("ada")
    type_name(page, "   ")
    expect(page.locator("#name-fault")).to_have_text("Type a name first.")
    add(page, "Bao")
    row(page, "Bao").locator("summary").click()
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_label("Name of player 2").press("Tab")
    expect_sitting(page, "Ada", "Ben")
    remove(page, "Ada")
    expect_sitting(page, "Ben")
    expect(page.locator("#begin-note")).to_have_text("One more player is needed.")
    expect(page.locator("#begin")).to_have_attribute("aria-disabled", "true")
    page.locator("#begin").press("Enter")
    expect(page.locator("#begin-fault")).to_have_text("One more player is needed.")


def test_the_setup_works_by_keyboard(world: BrowserWorld, page: Page) -> None:
    page.locator("#name").focus()
    for name in ("Ada", "Bao", "Cid"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect_sitting(page, "Ada", "Bao", "Cid")
    page.get_by_label("Move Cid earlier").focus()
    page.keyboard.press("Enter")
    expect_sitting(page, "Ada", "Cid", "Bao")
    expect(page.get_by_label("Move Cid earlier")).to_be_focused()
    page.keyboard.press("Enter")
    expect_sitting(page, "Cid", "Ada", "Bao")
    row(page, "Cid").locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect_colours(page, Cid="yellow")
    expect(row(page, "Cid").locator("input:checked")).to_be_focused()
    page.locator("#begin").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/setup" not in url)
    assert world.table.names == ("Ada", "Bao", "Cid"), "who begins stays the same"


def test_a_typed_name_that_was_not_added_counts(world: BrowserWorld, page: Page) -> None:
    add(page, "Ada", "Bao")
    page.locator("#name").fill("Cid")
    page.locator("#begin").click()
    expect(page.locator("#begin")).to_have_text("Start (3 players)")
    begin(page)
    assert world.table.names == ("Ada", "Bao", "Cid")


def test_a_sixth_player_cannot_be_added(page: Page) -> None:
    add(page, "Ada", "Bao", "Cid", "Dom", "Eve")
    expect(page.locator("#adding")).to_be_hidden()
    expect(page.locator("#begin")).to_have_text("Start (5 players)")


def test_names_of_past_games_are_a_tap_away(world: BrowserWorld, page: Page) -> None:
    world.start("Inès", "Marc")
    page.wait_for_url(lambda url: "/setup" not in url)
    page.goto(f"{world.companion.local_address}setup")
    expect(page.locator("#kept")).to_be_visible()
    page.locator("#chips .chip", has_text="Marc").click()
    expect_sitting(page, "Marc")
    expect(page.locator("#chips .chip")).to_have_text(["Inès"])


def test_the_form_is_restored_after_a_visit_to_the_board(page: Page) -> None:
    add(page, "Ada", "Bao")
    page.locator("#own-links a").click()
    expect(page.locator("#space-title")).to_have_text("Space 1")
    page.go_back()
    expect_sitting(page, "Ada", "Bao")


def test_only_an_unfinished_game_needs_a_confirmation(world: BrowserWorld) -> None:
    world.start("Inès", "Marc", "Zoé")
    page = host_page(world, "setup")
    expect(page.locator("#kept")).to_be_visible()
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(whole_game()))))
    world.turn_reveal()
    page.reload()
    expect(page.locator("#plan")).to_be_visible()
    expect(page.locator("#kept")).to_be_hidden()


@in_wider_letters
def test_the_continue_button_hides_no_choice(page: Page) -> None:
    add(page, "Ada", "Bao", "Cid", "Dom")
    options = page.locator("#rules").bounding_box()
    begin = page.locator(".begin").bounding_box()
    assert options is not None
    assert begin is not None
    assert options["y"] + options["height"] <= begin["y"]


def test_a_rematch_has_the_same_people_on_their_seats(world: BrowserWorld) -> None:
    world.start("Ada", "Bao", "Cid", options={"colours": ["red", "green", "blue"], "late_camel_stops": False})
    page = host_page(world, "setup?rematch=1")
    expect_sitting(page, "Ada", "Bao", "Cid")
    expect_colours(page, Ada="red", Bao="green", Cid="blue")
    begin(page)
    assert world.table.number == 2
    assert option(world, "late_camel_stops") is False


def test_dealt_characters_are_entered_per_seat_and_differ(world: BrowserWorld, page: Page) -> None:
    page.get_by_text("The Voyages of Marco Polo", exact=True).click()
    add(page, "Ada", "Bao", "Cid")
    unfold(page, "dealt")
    closed_panel = page.locator("#option-characters")
    expect(closed_panel.locator("select").first).to_be_hidden()
    closed_panel.locator("summary").click()
    assert closed_panel.locator(".apart > label").all_inner_texts() == ["Cid", "Bao", "Ada"]
    closed_panel.get_by_label("Cid", exact=True).select_option(label="Matteo Polo")
    expect(closed_panel.get_by_label("Cid", exact=True)).to_be_focused()
    expect(closed_panel.get_by_label("Ada", exact=True).locator("option", has_text="Matteo Polo")).to_have_count(0)
    cards = page.locator("#option-city_cards")
    cards.locator("summary").click()
    cards.locator("select").nth(0).select_option(index=1)
    cards.locator("select").nth(0).select_option(index=0)
    tiles = page.locator("#option-bonus_tiles")
    tiles.locator("summary").click()
    tiles.get_by_label("Moscow").select_option(index=1)
    page.reload()
    expect(page.locator("#option-characters select").first).to_have_value("Matteo Polo")
    remove(page, "Ada")
    begin(page)
    assert option(world, "bonus_tiles") == {"MOS": "B01"}
    assert option(world, "characters") == [None, "matteo"], "they stay with the person"
    assert {"city_cards", "starting_contracts"}.isdisjoint(world.table.match.options)


def test_each_seats_character_reaches_the_table(world: BrowserWorld, page: Page) -> None:
    page.get_by_text("The Voyages of Marco Polo", exact=True).click()
    add(page, "Ada", "Bao")
    unfold(page, "dealt")
    page.locator("#option-characters summary").click()
    page.locator("#option-characters").get_by_label("Bao", exact=True).select_option(label="Wilhelm von Rubruk")
    begin(page)
    assert option(world, "characters") == [None, "wilhelm"]


# What goes wrong


def test_options_that_exclude_each_other_are_refused_and_kept(world: BrowserWorld, page: Page) -> None:
    page.locator('input[name="game"][value="voyages"]').check()
    add(page, "Ada", "Bao")
    unfold(page, "options")
    for name in ("deal", "draft"):
        page.locator(f"#option-{name} input").check()
    unfold(page, "tracking")
    page.locator("#option-tracking input").nth(1).check()
    page.locator("#begin").click()
    expect(page.locator("#option-deal .fault")).to_have_text("The box deals only where everything is tracked.")
    expect_sitting(page, "Ada", "Bao")
    expect(page.locator("#option-deal input")).to_be_checked()
    page.locator("#option-tracking input").nth(0).check()
    begin(page)
    assert {name: option(world, name) for name in ("deal", "draft")} == {"deal": True, "draft": True}
    assert world.table.match.round(world.table.state) is None


def test_a_refusal_is_shown_at_its_field(page: Page) -> None:
    add(page, "Ada", "Bao")
    type_name(page, "a\ue000b")
    expect(page.locator("#name-fault")).to_have_text("A name has 1 to 40 readable letters.")
    expect(page.locator("#name")).to_be_focused()
    row(page, "Bao").locator("summary").click()
    page.get_by_label("Name of player 2").fill("ADA")
    page.get_by_label("Name of player 2").press("Enter")
    expect(page.locator("#name-2-fault")).to_have_text("Ada sits at the table already.")
    expect_sitting(page, "Ada", "Bao")


def test_every_page_follows_a_start_elsewhere(world: BrowserWorld, page: Page) -> None:
    add(page, "Ada", "Bao")
    world.start("Inès", "Marc")
    page.wait_for_url(lambda url: "/setup" not in url)
    expect(page.locator("#headline")).to_contain_text("Inès")


def test_a_guest_is_told_how_to_become_host(world: BrowserWorld) -> None:
    page = world.phone()
    page.goto(f"{world.companion.local_address}setup")
    expect(page.locator("#guest")).to_contain_text("Nobody has opened a game yet: press OK on the box.")
    expect(page.locator("#guest")).to_contain_text("six digits")
    expect(page.locator("#plan")).to_be_hidden()
    page.locator("#guest button").click()
    page.locator("#code").press_sequentially(world.code(None))
    page.locator(".join .play").click()
    expect(page.locator("#plan")).to_be_visible()
    expect(page.locator("#guest")).to_be_hidden()


# The board


def test_a_board_is_copied_step_by_step_and_used(world: BrowserWorld) -> None:
    page = host_page(world, "board")
    page.get_by_text("3 identical goods (no drivers)", exact=True).click()
    page.get_by_text("crate of 2", exact=True).click()
    expect(page.locator("#kept")).to_have_text("Saved for the next games.")
    page.locator("#next").click()
    expect(page.locator("#space-title")).to_have_text("Space 2")
    page.locator("#requirements-5").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#space-title")).to_have_text("Space 3")
    expect(page.locator("#progress")).to_have_text(
        "2 of 29 spaces noted. 1 is incomplete. Crates: 1 of 11 found. Another number is fine."
    )
    page.goto(f"{world.companion.local_address}setup")
    expect(page.locator("#own-words")).to_have_text("You play with the values you copied.")
    add(page, "Ada", "Bao")
    begin(page)
    board = world.table.match.edition
    assert board.crates_by_space == {1: 2}
    assert {space: (wants.kind.value, wants.count) for space, wants in board.requirements_by_space.items()} == {
        1: ("identical_goods", 3),
        2: ("drivers", 2),
        16: ("all_goods", 4),
    }


@in_wider_letters
def test_a_selection_does_not_move_the_page(world: BrowserWorld) -> None:
    page = host_page(world, "board")
    expect(page.locator("#next")).to_be_visible()
    before = page.locator("#next").bounding_box()
    page.get_by_text("3 identical goods (no drivers)", exact=True).click()
    expect(page.locator("#kept")).to_have_text("Saved for the next games.")
    assert page.locator("#next").bounding_box() == before


def test_a_city_is_asked_about_like_any_space(world: BrowserWorld) -> None:
    page = host_page(world, "board")
    page.locator(".tile.city").first.click()
    expect(page.locator("#space-title")).to_have_text("Ganzhou (space 16)")
    expect(page.locator(".asked")).to_have_count(2)
    page.locator(".tile").first.click()
    expect(page.locator(".asked")).to_have_count(2)


def test_rarer_figures_are_changed_with_errors_at_their_fields(world: BrowserWorld) -> None:
    page = host_page(world, "board")
    page.locator(".figures summary").click()
    page.get_by_label("Starting gold").fill("5")
    page.get_by_label("Starting gold").press("Tab")
    expect(page.locator("#kept")).to_have_text("Saved for the next games.")
    page.get_by_label("Space of Ganzhou").fill("40")
    page.get_by_label("Space of Ganzhou").press("Tab")
    expect(page.locator("[id='track.dadu-fault']")).to_contain_text("41")
    page.get_by_label("Space of Ganzhou").fill("16")
    page.get_by_label("Space of Ganzhou").press("Tab")
    expect(page.locator("#kept")).to_have_text("Saved for the next games.")
    figures = world.companion.ask(lambda: world.companion.session.journal.note(f"{PROFILE_PREFIX}expedition"))
    assert figures == {"start": {"gold": 5}}


def test_quickly_changed_figures_are_all_saved(world: BrowserWorld) -> None:
    page = host_page(world, "board")
    page.locator(".figures summary").click()
    requests: list[Route] = []
    page.route("**/api/copied?*", lambda route: route.continue_() if requests else requests.append(route))
    page.get_by_label("Starting gold").fill("5")
    page.get_by_label("Starting gold").press("Tab")
    expect(page.locator("#kept")).to_have_text("Saved for the next games.")
    page.get_by_label("Starting gold").fill("7")
    page.get_by_label("Starting gold").press("Tab")
    while not requests:
        page.wait_for_timeout(10)
    with page.expect_response("**/api/profile"):
        requests[0].continue_()
    figures = world.companion.ask(lambda: world.companion.session.journal.note(f"{PROFILE_PREFIX}expedition"))
    assert figures == {"start": {"gold": 7}}


def test_a_board_is_forgotten_after_a_confirmation(world: BrowserWorld) -> None:
    world.companion.ask(lambda: world.companion.session.note(f"{PROFILE_PREFIX}expedition", {"crates": {"3": 1}}))
    page = host_page(world, "board")
    page.locator("#printed").click()
    page.locator(".ask .grave").click()
    expect(page.locator("#kept")).to_have_text("The original values count again.")
    expect(page.locator("#printed")).to_be_hidden()
    assert world.companion.ask(lambda: world.companion.session.journal.note(f"{PROFILE_PREFIX}expedition")) is None


def test_a_number_is_typed_while_another_rule_changes(world: BrowserWorld) -> None:
    page = host_page(world, "setup")
    page.locator('input[name="game"][value="classic"]').check()
    add(page, "Inès", "Marc")
    page.locator(".house-rules > summary").press("Enter")
    number = page.locator("#option-move_bonus input")
    number.select_text()
    world.companion.ask(
        lambda: world.companion.session.change_lobby(lambda lobby: lobby.with_options({"bandits_d8": True}))
    )
    expect(page.get_by_label("Bandits roll a d8")).to_be_checked()
    expect(number).to_be_focused()
    page.keyboard.type("2")
    expect(number).to_have_value("2")


def test_a_line_unfolds_while_another_rule_changes(world: BrowserWorld) -> None:
    page = host_page(world, "setup")
    page.locator('input[name="game"][value="classic"]').check()
    add(page, "Inès", "Marc")
    house = page.locator(".house-rules")
    house.locator("summary").hover()
    page.mouse.down()
    world.companion.ask(
        lambda: world.companion.session.change_lobby(
            lambda lobby: lobby.with_options({"bandits_d8": True}).begin_with(2)
        )
    )
    expect(page.locator("#begins")).to_have_value("2")
    page.mouse.up()
    expect(house).to_have_attribute("open", "")
    expect(house.get_by_label("Bandits roll a d8")).to_be_checked()


@pytest.mark.parametrize(
    ("language", "none", "some", "rule"),
    [
        ("en-GB", "House rules: none", "House rules: Bandits roll a d8, Extra spaces: 2", "Bandits roll a d8"),
        (
            "fr-FR",
            "Règles maison : aucune",
            "Règles maison : Bandits au dé à 8, Cases en plus : 2",
            "Bandits au dé à 8",
        ),
    ],
)
def test_house_rules_are_folded_and_named(world: BrowserWorld, language: str, none: str, some: str, rule: str) -> None:
    page = host_page(world, "setup", language=language)
    page.locator('input[name="game"][value="classic"]').check()
    add(page, "Inès", "Marc")
    house = page.locator(".house-rules")
    expect(house.locator("> summary")).to_have_text(none)
    expect(page.get_by_label(rule)).to_be_hidden()
    house.locator("> summary").press("Enter")
    page.get_by_label(rule).focus()
    page.keyboard.press("Space")
    expect(page.get_by_label(rule)).to_be_checked()
    expect(page.get_by_label(rule)).to_be_focused()
    page.locator("#option-move_bonus input").fill("2")
    page.locator("#option-move_bonus input").press("Tab")
    expect(house.locator("> summary")).to_have_text(some)
    expect(house).to_have_attribute("open", "")
    page.locator("#begin").click()
    expect(page.locator("#table")).to_be_visible()
    assert (option(world, "bandits_d8"), option(world, "move_bonus")) == (True, 2)
