"""Tests of forms on phones, in a real browser with the real box: all fields, corrections, and amendments."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from companion.words.catalogue import Words
from tests.server.browser_world import NAMES, BrowserWorld, card, open_world, play, shown_confirmation, tool

pytestmark = pytest.mark.e2e
CARD = {"move": "hide", "colour": "red", "wish": "a boat"}


@pytest.fixture
def market(world: BrowserWorld) -> BrowserWorld:
    """Set up two stalls of Lanterns, a game made for tests with every kind of field, with hidden cards."""
    world.start("Inès", "Marc", game="lanterns")
    for seat in (1, 1, 2, 2):
        world.play(seat, value=10_000 + len(world.moves), **CARD)
    return world


def roll(market: BrowserWorld) -> None:
    """Roll the dice: both have oil, and it is Inès's turn."""
    for seat in (1, 2):
        market.play(seat, move="roll", chance=[3, 3])


def field(page: Page, name: str) -> Locator:
    return page.locator(f'fieldset[data-field="{name}"]')


def open_form(page: Page, kind: str) -> None:
    called = Words("en")(f"lanterns.{kind}")
    card(page, f"{called}…").locator(".action").click()


def type_real_dice(page: Page, *values: int) -> None:
    """Switch to real dice, open the roll, and type in these values."""
    page.get_by_role("checkbox", name="I roll real dice").check()
    card(page, "Roll for oil…").locator(".action").click()
    for die, value in enumerate(values):
        faces(page, die).get_by_role("radio", name=str(value)).check()


def faces(page: Page, die: int) -> Locator:
    """Return the faces of a die to choose from."""
    return page.locator(".die-faces").nth(die)


def test_a_number_that_decides_more_than_itself_is_a_slider(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state") as opened:
        opened.start(*NAMES, game="voyages")
        opened.play(3, move="roll", chance=[1, 2, 2, 3, 2])
        page = opened.seat(3)
        card(page, "Take compensation…").locator(".action").click()
        slider = field(page, "coins").get_by_role("slider", name="Coins, out of 5")
        expect(field(page, "coins").locator("output")).to_have_text("1 coin and 4 camels")
        slider.press("End")
        expect(field(page, "coins").locator("output")).to_have_text("5 coins")
        expect(slider).to_have_attribute("aria-valuetext", "5 coins")
        field(page, "coins").get_by_role("button", name="One less").click()
        expect(field(page, "coins").locator("output")).to_have_text("4 coins and 1 camel")
        slider.press("Enter")
        expect(shown_confirmation(page).locator(".changes li")).to_contain_text(["+4 coins", "+1 camel"])
        slider.press("ArrowRight")
        expect(page.locator(".changes li")).to_have_count(1)
        shown_confirmation(page).get_by_role("button", name="Play").click()
        expect(card(page, "Take compensation…")).to_have_count(0)
        assert opened.played == {"move": "compensate", "coins": 5, "camels": 0}


def test_a_choice_a_number_and_a_few_words(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state") as market:
        market.start("Inès", "Marc", game="lanterns")
        page = market.seat(1)
        open_form(page, "hide")
        field(page, "colour").get_by_label("blue").check()
        number = field(page, "value").get_by_role("spinbutton")
        expect(number).to_be_focused()
        expect(field(page, "value")).to_contain_text("From 10000 to 99999")
        number.fill("9")
        field(page, "value").get_by_role("button", name="Next").click()
        expect(field(page, "value").get_by_role("alert")).to_contain_text("whole number from 10000")
        number.fill("20000")
        field(page, "value").get_by_role("button", name="One more").click()
        field(page, "value").get_by_role("button", name="Next").click()
        expect(field(page, "wish").get_by_role("textbox")).to_be_focused()
        page.keyboard.press("Enter")
        expect(field(page, "wish").get_by_role("alert")).to_have_text("Type something here.")
        page.keyboard.type("a boat")
        page.keyboard.press("Enter")
        expect(shown_confirmation(page).locator(".changes li")).to_contain_text("+1 blue 20001")
        field(page, "colour").get_by_label("red").check()
        expect(page.locator(".changes li")).to_contain_text("+1 red 20001")
        expect(field(page, "wish").get_by_role("textbox")).to_have_value("a boat")
        shown_confirmation(page).get_by_role("button", name="Play").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert market.table.state.hidden[0] == ("red:20001",)


def test_a_switch_lets_dice_be_typed_in(market: BrowserWorld) -> None:
    page, other_page = market.seat(1), market.seat(2)
    play(other_page, "Roll for oil")
    assert market.moves[-1] == "roll"
    type_real_dice(page)
    expect(page.locator(".die-faces")).to_have_count(2)
    faces(page, 0).get_by_role("radio", name="6").check()
    expect(page.locator(".confirm")).to_have_count(0)
    faces(page, 1).get_by_role("radio", name="5").check()
    expect(shown_confirmation(page).locator(".changes li").first).to_contain_text("+11 oil")
    faces(page, 1).get_by_role("radio", name="5").press("ArrowLeft")
    expect(page.locator(".changes li").first).to_contain_text("+10 oil")
    expect(faces(page, 1).get_by_role("radio", name="4")).to_be_focused()
    shown_confirmation(page).get_by_role("button", name="Play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert market.table.entries[-1].played.typed


def test_a_path_grows_by_place_and_can_be_shortened(market: BrowserWorld) -> None:
    roll(market)
    market.play(1, move="hang", row="gate", path=[2])
    page = market.seat(1)
    open_form(page, "hang")
    field(page, "row").get_by_label("gate").check()
    places = field(page, "path").locator(".choice-card")
    expect(places.nth(1)).to_be_disabled()
    expect(places.nth(1)).to_contain_text("A lantern hangs there already. (L3)")
    field(page, "row").get_by_label("river").check()
    expect(places).to_have_count(6)
    selected = field(page, "path").locator(".taken-so-far li")
    places.nth(1).click()
    expect(selected).to_have_count(1)
    places.first.click()
    expect(selected).to_have_count(2)
    selected.last.get_by_role("button").click()
    expect(selected).to_have_count(1)
    expect(page.locator(".confirm")).to_have_count(0)
    field(page, "path").get_by_role("button", name="Done").click()
    expect(shown_confirmation(page).locator(".changes li")).to_contain_text(["−1 oil", "+2 points"])
    shown_confirmation(page).get_by_role("button", name="Play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert market.played["path"] == [2]


def test_a_distant_place_is_reached_by_one_tap(market: BrowserWorld) -> None:
    roll(market)
    page = market.seat(1)
    open_form(page, "hang")
    field(page, "row").get_by_label("river").check()
    field(page, "path").get_by_role("button", name="place 1").click()
    selected = field(page, "path").locator(".taken-so-far li")
    expect(selected).to_contain_text(["1"])
    field(page, "path").get_by_role("button", name="place 4").click()
    expect(selected).to_contain_text(["1", "2", "3", "4"])
    field(page, "path").get_by_role("button", name="Done").click()
    shown_confirmation(page).get_by_role("button", name="Play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert market.played["path"] == [1, 2, 3, 4]


def test_many_distant_places_are_folded_away(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state") as opened:
        opened.start("Inès", "Marc", game="voyages", options={"characters": ["berke", "kubilai"]})
        for seat in (1, 2):
            opened.play(seat, move="roll", chance=[4, 4, 4, 4, 4])
        opened.play(1, move="correct", what="coins", by=20, note="")
        opened.play(1, move="correct", what="camels", by=3, note="")
        page = opened.seat(1)
        card(page, "Travel…").locator(".action").click()
        way = field(page, "paths")
        anxi = way.get_by_role("button", name="Anxi")
        expect(anxi).to_be_hidden()
        way.get_by_text("Further away").click()
        anxi.click()
        expect(way.locator(".taken-so-far li")).to_contain_text(["Moscow", "Moscow", "Anxi"])


def test_taps_faster_than_the_box_all_count(market: BrowserWorld) -> None:
    roll(market)
    page = market.seat(1)
    open_form(page, "hang")
    field(page, "row").get_by_label("river").check()
    selected = field(page, "path").locator(".taken-so-far li")
    expect(field(page, "path").locator(".choice-card")).to_have_count(6)
    quickly = "(cards, taps) => taps.forEach(tap => cards[tap].click())"
    field(page, "path").locator(".choice-card").evaluate_all(quickly, [1, 2])
    expect(selected).to_contain_text(["2", "3"])


def test_a_finger_that_taps_twice_takes_one_card(market: BrowserWorld) -> None:
    roll(market)
    page = market.seat(1)
    open_form(page, "show")
    cards = field(page, "cards").locator(".choice-card")
    expect(cards).not_to_have_count(0)
    cards.evaluate_all("cards => { cards[1].click(); cards[1].click(); }")
    expect(field(page, "cards").locator(".count")).to_have_text("1 of 2 chosen")


def test_several_cards_up_to_the_limit(market: BrowserWorld) -> None:
    roll(market)
    page = market.seat(1)
    open_form(page, "show")
    cards = field(page, "cards").locator(".choice-card")
    selected = field(page, "cards").locator(".taken")
    done_button = field(page, "cards").get_by_role("button", name="Done")
    expect(field(page, "cards")).to_contain_text("Choose 1 or 2")
    expect(done_button).to_have_count(0)
    cards.nth(1).click()
    expect(selected).to_have_count(1)
    expect(done_button).to_be_visible()
    expect(page.locator(".confirm")).to_have_count(0)
    cards.nth(0).click()
    expect(field(page, "cards").locator(".count")).to_have_text("2 of 2 chosen")
    shown_confirmation(page)
    selected.first.click()
    expect(selected).to_have_count(1)
    selected.first.click()
    expect(selected).to_have_count(0)
    expect(page.locator(".confirm")).to_have_count(0)
    cards.nth(1).click()
    expect(selected).to_have_count(1)
    cards.nth(0).click()
    shown_confirmation(page).get_by_role("button", name="Play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert market.played["cards"] == ["red:10000", "red:10001"], "in no order but that of the hand"


def test_a_seat_without_a_choice_is_not_asked(market: BrowserWorld) -> None:
    roll(market)
    page, other_page = market.seat(1), market.seat(2)
    open_form(page, "feast")
    expect(field(page, "first")).to_have_count(0)  # there is only one other seat
    shown_confirmation(page).get_by_role("button", name="Play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    play(other_page, "Keep it")
    assert market.moves[-2:] == ["feast", "answer"]


def test_an_open_form_follows_the_table_or_closes(market: BrowserWorld) -> None:
    page = market.seat(1)
    type_real_dice(page, 6, 5)
    shown_confirmation(page)
    market.play(2, move="roll", chance=[1, 1])
    expect(page.get_by_role("dialog")).to_contain_text("The game has moved on. Here is how it stands now.")
    expect(shown_confirmation(page).locator(".play")).to_be_visible()
    market.play(1, move="roll", chance=[1, 1])
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#said")).not_to_be_empty()


def test_half_typed_dice_stay_when_the_table_changes(market: BrowserWorld) -> None:
    page = market.seat(1)
    type_real_dice(page)
    die = faces(page, 0).get_by_role("radio", name="6")
    die.check()
    market.play(2, move="roll", chance=[1, 1])
    expect(page.get_by_role("dialog")).to_contain_text("The game has moved on. Here is how it stands now.")
    expect(die).to_be_focused()
    expect(die).to_be_checked()


def test_the_focus_stays_in_a_list_when_the_table_changes(market: BrowserWorld) -> None:
    roll(market)
    page = market.seat(1)
    open_form(page, "hang")
    field(page, "row").get_by_label("river").check()
    place = field(page, "path").locator(".choice-card").nth(1)
    place.focus()
    with page.expect_response("**/api/form"):
        market.play(2, move="correct", what="oil", by=1)
    expect(page.get_by_role("dialog")).to_contain_text("The game has moved on. Here is how it stands now.")
    expect(place).to_be_focused()
    place.press("Enter")
    expect(field(page, "path").locator(".taken-so-far li")).to_have_count(1)


def test_arrow_keys_move_between_radio_cards_and_enter_confirms(market: BrowserWorld) -> None:
    roll(market)
    page = market.seat(1)
    open_form(page, "hang")
    radios = field(page, "row").get_by_role("radio")
    expect(radios.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(radios.nth(1)).to_be_checked()
    expect(field(page, "path")).to_be_visible()
    expect(radios.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(field(page, "path").locator(".choice-card").first).to_be_focused()


def test_an_amount_is_corrected_by_its_new_value(race: BrowserWorld) -> None:
    page = race.seat(2)
    tool(page, "correct").click()
    field(page, "what").get_by_label("gold", exact=True).check()
    by = field(page, "by")
    expect(by.locator("legend")).to_have_text("3 → how many?")
    expect(by.locator(".field-note")).to_have_text("From 0 to 1002")
    number = by.get_by_role("spinbutton")
    expect(number).to_have_value("3")
    number.press("Enter")
    expect(by.get_by_role("alert")).to_have_text("That is the amount now.")
    number.fill("1003")
    number.press("Enter")
    expect(by.get_by_role("alert")).to_have_text("Type a whole number from 0 to 1002.")
    number.fill("2")
    number.press("ArrowUp")
    expect(number).to_have_value("4")
    number.fill("7")
    number.press("Enter")
    expect(page.locator(".happens")).to_have_text("Marc: 3 → 7 gold, corrected")
    shown_confirmation(page).get_by_role("button", name="Correct", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert race.played == {"move": "correct", "what": "gold", "by": 4, "note": ""}
    expect(page.locator("body")).to_contain_text("Marc: 3 → 7 gold, corrected")


def test_an_answer_is_asked_again_once_the_amount_has_changed(race: BrowserWorld) -> None:
    page = race.seat(2)
    tool(page, "correct").click()
    field(page, "what").get_by_label("gold", exact=True).check()
    number = field(page, "by").get_by_role("spinbutton")
    number.fill("7")
    number.press("Enter")
    shown_confirmation(page)
    race.play(2, move="correct", what="gold", by=1)
    expect(field(page, "by").locator("legend")).to_have_text("4 → how many?")
    expect(number).to_have_value("4")
    expect(page.locator(".confirm")).to_have_count(0)
    field(page, "what").get_by_label("camel", exact=True).check()
    expect(field(page, "by").locator("legend")).to_have_text("Space 1 → where?")
    expect(page.locator(".confirm")).to_have_count(0)


def space(page: Page, number: int) -> Locator:
    """Return a space of the track in the open form."""
    return page.locator(f'.place-track [data-touch="place:{number}"]')


def test_a_camel_is_put_right_by_touching_its_space(race: BrowserWorld) -> None:
    page = race.seat(2)
    tool(page, "correct").click()
    field(page, "what").get_by_label("camel", exact=True).check()
    by = field(page, "by")
    expect(by.locator("legend")).to_have_text("Space 1 → where?")
    expect(by.locator(".all-places")).not_to_have_attribute("open", "")
    space(page, 20).dispatch_event("click")
    expect(by.get_by_role("alert")).to_contain_text("Before the tally at Ganzhou, a camel only comes to 16 or further")
    assert page.locator(".confirm").count() == 0
    space(page, 6).click()
    expect(by.locator("output")).to_have_text("Space 1 → 6")
    expect(space(page, 6)).to_have_attribute("aria-pressed", "true")
    expect(space(page, 1)).to_contain_class("left-behind")
    expect(page.locator(".place-track .pawn.ghost")).to_have_count(1)
    expect(by.locator(".refusal")).to_be_empty()
    space(page, 9).press("Enter")
    expect(page.locator(".happens")).to_have_text("Marc: space 1 → 9, corrected")
    shown_confirmation(page).get_by_role("button", name="Correct", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert race.played == {"move": "correct", "what": "space:1", "by": 8, "note": ""}


def test_a_camel_is_put_right_from_the_list_of_places(race: BrowserWorld) -> None:
    page = race.seat(2)
    tool(page, "correct").click()
    field(page, "what").get_by_label("camel", exact=True).check()
    field(page, "by").get_by_text("All places in a list").click()
    field(page, "by").get_by_role("radio", name="Space 4", exact=True).check()
    expect(field(page, "by").locator("output")).to_have_text("Space 1 → 4")
    shown_confirmation(page).get_by_role("button", name="Correct", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert race.played == {"move": "correct", "what": "space:1", "by": 3, "note": ""}


def test_touching_the_table_starts_no_correction(race: BrowserWorld) -> None:
    page = race.seat(2)
    place = page.locator('.track-block [data-touch="place:9"]')
    expect(place).to_be_visible()
    expect(place).not_to_contain_class("touchable")
    place.click(force=True)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".touched .action")).to_have_count(0)
    assert race.moves == []


def test_a_correction_by_hand(race: BrowserWorld) -> None:
    page = race.seat(1, "fr-FR")
    tool(page, "correct").click()
    field(page, "what").get_by_label("or", exact=True).check()
    field(page, "by").get_by_role("button", name="Un de moins").click()
    field(page, "by").get_by_role("button", name="Suivant").click()
    field(page, "note").get_by_role("textbox").fill("mal compté")
    field(page, "note").get_by_role("textbox").press("Enter")
    expect(page.locator(".board-changes li")).to_contain_text("or : 3 → 2")
    expect(page.locator(".board-changes li small")).to_contain_text("mal compté")
    expect(page.locator(".happens")).to_have_text("Inès\N{NO-BREAK SPACE}: 3 → 2 or, corrigé")
    shown_confirmation(page).get_by_role("button", name="Corriger", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#badges")).to_contain_text("Corrigé")
    assert race.moves == ["correct"]


def note_field(page: Page) -> Locator:
    """Return the note field of a correction, whose form is complete without it."""
    tool(page, "correct").click()
    field(page, "what").get_by_label("gold", exact=True).check()
    field(page, "by").get_by_role("button", name="One more").click()
    field(page, "by").get_by_role("button", name="Next").click()
    note = field(page, "note").get_by_role("textbox")
    note.press("Enter")
    return note


def test_a_fields_present_text_is_sent_by_an_immediate_press(race: BrowserWorld) -> None:
    page = race.seat(1)
    note = note_field(page)
    play_it = shown_confirmation(page).get_by_role("button", name="Correct", exact=True)
    expect(play_it).to_be_enabled()
    note.press_sequentially("miscounted")
    play_it.click(no_wait_after=True)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert race.played == {"move": "correct", "what": "gold", "by": 1, "note": "miscounted"}


def test_a_button_press_during_a_field_update_counts(race: BrowserWorld) -> None:
    page = race.seat(1)
    note = note_field(page)
    play_it = shown_confirmation(page).get_by_role("button", name="Correct", exact=True)
    expect(play_it).to_be_enabled()
    note.press_sequentially("miscounted")
    play_it.hover(no_wait_after=True)
    note.press("!")
    with page.expect_response("**/api/preview"):
        page.mouse.down()  # the text is applied, and the form is redrawn under the finger
    expect(page.locator(".confirm").get_by_text("miscounted!")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert race.played == {"move": "correct", "what": "gold", "by": 1, "note": "miscounted!"}


def hold_previews(page: Page) -> list[Route]:
    """Hold back the previews that a page asks for from now on; return them, to be answered by the test."""
    looks: list[Route] = []

    def keep(route: Route) -> None:
        looks.append(route)

    page.route("**/api/preview", keep)
    return looks


def test_a_tap_before_the_updated_preview_still_counts(race: BrowserWorld) -> None:
    page = race.seat(1)
    note = note_field(page)
    act = shown_confirmation(page).get_by_role("button", name="Correct", exact=True)
    expect(act).to_be_enabled()
    looks = hold_previews(page)
    with page.expect_request("**/api/preview"):
        note.fill("miscounted")
        note.press("Enter")
    act.dispatch_event("click")
    assert race.moves == []
    for look in looks:
        look.continue_()
    page.unroute("**/api/preview")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert race.played["note"] == "miscounted"


def test_a_tap_before_any_preview_is_ignored(race: BrowserWorld) -> None:
    page = race.seat(1)
    looks = hold_previews(page)
    tool(page, "correct").click()
    field(page, "what").get_by_label("gold", exact=True).check()
    field(page, "by").get_by_role("button", name="One more").click()
    field(page, "by").get_by_role("button", name="Next").click()
    with page.expect_request("**/api/preview"):
        field(page, "note").get_by_role("textbox").press("Enter")
    act = page.locator(".confirm .play")
    act.dispatch_event("click")
    for look in looks:
        look.continue_()
    page.unroute("**/api/preview")
    expect(act).to_have_attribute("aria-disabled", "false")
    assert race.moves == []


def test_a_host_says_first_whom_a_correction_is_for(race: BrowserWorld) -> None:
    page = race.seat(None)
    tool(page, "correct").click()
    page.get_by_role("dialog").get_by_role("button", name="Marc").click()
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_contain_text("Marc")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog").get_by_role("button", name="Zoé")).to_be_visible()


def test_moves_of_an_ended_turn_are_listed_under_its_outcome(race: BrowserWorld) -> None:
    race.play(1, move="step", by="cards")
    race.play(1, move="crate", value=2)
    race.play(1, move="end_turn")
    race.play(2, move="step", by="cards")
    page = race.seat(1)
    tool(page, "moves").click()
    turns = page.locator(".move-turn")
    expect(turns.locator("h3 > span:last-child")).to_have_text(["Marc’s turn", "Inès’s turn"])
    expect(turns.locator(".turn-result")).to_have_text(["under way", "0 → 3, +2 gold"])
    expect(turns.last.locator(".move-number")).to_have_text(["3", "2", "1"])
    expect(page.locator(".move-list > li > .move")).to_have_count(4)
    turns.last.locator("button.move").last.click()
    expect(page.get_by_role("button", name="Remove this move")).to_be_visible()


def test_a_move_is_removed_after_its_misfits_were_shown(race: BrowserWorld) -> None:
    race.play(1, move="step", by="cards")
    race.play(1, move="crate", value=2)
    page = race.seat(1)
    tool(page, "moves").click()
    expect(page.locator(".move-list li")).to_contain_text(["Inès takes a crate of 2", "Inès steps to 3"])
    page.locator("button.move").last.click()
    page.get_by_role("button", name="Remove this move").click()
    misfits = shown_confirmation(page).locator(".misfits")
    expect(misfits).to_contain_text("This later move no longer fits and will be removed:")
    expect(misfits.locator("li")).to_contain_text("Inès takes a crate of 2")
    expect(misfits.locator("li")).to_contain_text("(E")
    assert race.moves == ["step", "crate"]
    page.get_by_role("button", name="Remove, and 1 more").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#said")).to_have_text("Removed: Inès steps to 3 (1 later move left out)")
    assert race.moves == []


def test_a_move_is_replaced_by_the_form_of_that_time(race: BrowserWorld) -> None:
    race.play(1, move="step", by="cards")
    race.play(1, move="crate", value=2)
    page = race.seat(1)
    tool(page, "moves").click()
    page.locator("button.move").first.click()
    page.get_by_role("button", name="Replace this move").click()
    expect(page.locator("#sheet-title")).to_have_text("Replace: Inès takes a crate of 2")
    page.get_by_role("dialog").get_by_role("button", name="Take a crate").click()
    expect(page.locator("#sheet-title")).to_have_text("Take a crate, instead of: Inès takes a crate of 2")
    field(page, "value").get_by_role("radio").first.check()
    expect(shown_confirmation(page)).to_contain_text("All later moves still fit.")
    expect(page.locator(".board-changes li")).to_contain_text("gold: 5 → 4")
    expect(page.locator(".board-changes li small")).to_have_text(
        ["no longer: +2 gold: crate on space 3", "new: +1 gold: crate on space 3"]
    )
    page.get_by_role("button", name="Replace").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#said")).to_have_text("Changed: Inès takes a crate of 2 → 1")
    assert (race.moves, race.played["value"]) == (["step", "crate"], 1)


def test_moves_of_others_can_be_read_but_not_changed(race: BrowserWorld) -> None:
    race.play(1, move="step", by="cards")
    page = race.seat(2)
    tool(page, "moves").click()
    expect(page.locator(".move-list li")).to_have_count(1)
    page.locator("button.move").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".choice-card:disabled")).to_have_text(["Replace this move", "Remove this move"])
    expect(dialog.locator(".choice-card:enabled")).to_have_text(["A move was forgotten before this"])


def test_a_table_change_returns_from_a_move_to_the_list(race: BrowserWorld) -> None:
    race.play(1, move="step", by="cards")
    page = race.seat(1)
    tool(page, "moves").click()
    page.locator("button.move").click()
    page.get_by_role("button", name="Remove this move").click()
    shown_confirmation(page)
    race.play(1, move="step", by="cards")
    expect(page.locator(".move-list li")).to_have_count(2)
    expect(page.get_by_role("dialog")).to_contain_text("The game has moved on: have another look.")


def test_a_list_ended_without_an_item_is_not_asked_again(world: BrowserWorld) -> None:
    """A seat without a completed goal answers the question after its empty list of goals (V42)."""
    options = {"tracking": "points", "characters": ["berke", "johannes"]}
    world.start("Inès", "Marc", game="voyages", options=options)
    for _ in range(5):
        for seat in (1, 2):
            world.play(seat, move="roll", chance=[3, 3, 3, 3, 3])
        for seat in (1, 2):
            world.play(seat, move="end_turn", used=5)
    page = world.seat(1)
    card(page, "Do your final count…").locator(".action").click()
    for name in ("coins", "camels", "goods"):
        field(page, name).get_by_role("button", name="Next").click()
    field(page, "beijing").locator("label, button").first.click()
    field(page, "goals").get_by_role("button", name="Done").click()
    field(page, "reached").locator("label, button").first.click()
    expect(shown_confirmation(page)).to_be_visible()
    shown_confirmation(page).get_by_role("button", name="Play").click()
    expect(page.locator("#headline")).to_have_text("Waiting for Marc")
    assert (world.played["move"], world.played["goals"], world.played["reached"]) == ("final", [], 0)
