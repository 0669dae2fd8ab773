"""Tests of acting from phones, in a real browser with the real box: joining, playing, taking back, and the host."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.depth import deep
from tests.fonts import in_wider_letters
from tests.server.browser_world import (
    FROM_BOX,
    NAMES,
    PHONE,
    BrowserWorld,
    card,
    join,
    open_confirmation,
    play,
    shown_confirmation,
    tap,
    tool,
)
from tests.server.helpers import wait_until

pytestmark = pytest.mark.e2e


@pytest.fixture
def before_tally(race: BrowserWorld) -> BrowserWorld:
    """Put the first camel before Ganzhou, where the next step brings a tally, which needs confirmation."""
    race.play(1, move="correct", what="space:1", by=15)
    return race


def test_a_spectator_joins_with_the_digits_on_the_box(race: BrowserWorld) -> None:
    page = race.phone()
    expect(page.locator(".action-card")).to_have_count(0)
    expect(page.locator(".tool")).to_have_text(["All moves", "Tonight’s rules", "How does it go?", "Sounds"])
    page.get_by_role("button", name="Join the table").click()
    field = page.get_by_label("The six digits shown on the box")
    expect(field).to_be_focused()
    assert (field.get_attribute("inputmode"), field.get_attribute("autocomplete")) == ("numeric", "off")
    code = race.code(1)
    field.press_sequentially(code[:4])
    expect(field).to_have_value(f"{code[:3]} {code[3]}")
    page.get_by_role("dialog").get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert").filter(has_text="six digits")).to_be_visible()
    field.fill("000000" if code != "000000" else "111111")
    field.press("Enter")
    expect(page.locator(".join .refusal")).not_to_have_text("A code has six digits.")
    expect(page.locator(".join .refusal")).not_to_be_empty()
    field.fill(f"{code[:3]} {code[3:]}")
    field.press("Enter")
    expect(page.locator("#said")).to_have_text("You are Inès.")
    expect(card(page, "Step to 3")).to_be_visible()


def test_too_many_wrong_codes_are_explained(race: BrowserWorld) -> None:
    page = race.phone("fr-FR")
    code = race.code(1)
    page.locator("[data-key=join]").click()
    for _ in range(4):
        page.locator("#code").fill("123456" if code != "123456" else "654321")
        with page.expect_response("**/api/claim") as answer:
            page.locator("#code").press("Enter")
    assert answer.value.status == 429
    expect(page.locator(".join .refusal")).to_contain_text("Trop d’essais en ce moment")
    expect(page.locator(".join .refusal")).to_contain_text("Ce n’est pas le code")


def test_a_late_response_about_an_earlier_code_is_ignored(race: BrowserWorld) -> None:
    page, held = race.phone(), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/claim", hold)
    page.locator("[data-key=join]").click()
    for number in (1, 2):
        page.locator("#code").fill(f"00000{number}")
        page.locator("#code").press("Enter")
        wait_until(page, lambda number=number: len(held) == number)  # type: ignore[misc]  # the loop's name
    for route, reason in ((held[1], "the second"), (held[0], "the first")):
        with page.expect_response("**/api/claim") as answer:
            route.fulfill(headers=FROM_BOX, status=403, json={"error": "refused", "reason": reason})
        answer.value.finished()
        page.evaluate("() => new Promise(done => setTimeout(done))")
    expect(page.locator(".join .refusal")).to_have_text("the second")


def test_a_tap_counts_although_the_cards_are_redrawn_meanwhile(race: BrowserWorld) -> None:
    race.play(2, move="correct", what="gold", by=1)  # so that the badge for corrections is already shown
    page = race.seat(1)
    card(page, "Step to 3").locator(".action").hover()
    page.mouse.down()
    race.play(3, move="correct", what="gold", by=1)
    expect(page.locator("#events")).to_contain_text("Zoé")
    page.mouse.up()
    expect(card(page, "Step to 4")).to_be_visible()


def test_a_step_takes_one_tap_and_is_announced(race: BrowserWorld) -> None:
    page, other_page = race.seat(1), race.seat(2)
    expect(other_page.locator(".others")).to_have_text("You are M Marc")
    play(page, "Step to 3")
    expect(card(page, "Step to 4")).to_be_visible()
    expect(tool(page, "take_back")).to_contain_text("Inès steps to 3")
    expect(page.locator("#said")).to_be_empty()
    assert race.moves == ["step"]
    play(page, "Crate of 2")
    expect(tool(page, "take_back")).to_contain_text("Inès takes a crate of 2")
    expect(page.locator("#said")).to_have_text("+2 gold")
    play(page, "End the turn")
    expect(other_page.locator(".action-card.usual")).to_contain_text("Step to")


def test_the_preview_of_a_tally_names_everybody_in_columns(before_tally: BrowserWorld) -> None:
    before_tally.play(2, move="correct", what="space:1", by=11)
    page = before_tally.seat(1, "fr-FR")
    strip = open_confirmation(page, "Avancer sur la 16")
    rows = strip.locator(".changes.of-all > li")
    expect(rows.locator(".whose")).to_have_text([re.compile(f"{name}$") for name in NAMES])
    for part in (".mark", "b", ":scope > span"):
        boxes = [row.locator(part).last.bounding_box() for row in rows.all()]
        assert all(box is not None for box in boxes)
        assert len({box["x"] + (box["width"] if part == "b" else 0) for box in boxes if box}) == 1
        if part == ".mark":
            assert len({(box["width"], box["height"]) for box in boxes if box}) == 1


def test_a_move_that_brings_a_tally_needs_confirmation(before_tally: BrowserWorld) -> None:
    page = before_tally.seat(1)
    strip = open_confirmation(page, "Step to 16")
    expect(strip.locator(".happens")).to_have_text("Inès reaches Ganzhou")
    expect(strip.locator(".changes li").first).to_contain_text("gold")
    expect(strip.get_by_role("button", name="Play")).to_be_focused()
    assert before_tally.moves == ["correct"]
    strip.get_by_role("button", name="Play").click()
    expect(page.locator("#said")).to_contain_text("Inès reaches Ganzhou")
    assert before_tally.moves == ["correct", "step"]


def test_a_refused_card_stays_visible_and_explains_itself_when_tapped(race: BrowserWorld) -> None:
    page = race.seat(1)
    ballast = card(page, "Drop ballast → 3")
    expect(ballast).to_have_class("action-card refused")
    ballast.locator(".action").click()
    expect(ballast.locator(".why-not")).to_contain_text("No ballast to 3")
    expect(ballast.locator(".why-not")).to_contain_text("(E")
    ballast.locator(".action").click()
    expect(ballast.locator(".why-not")).to_have_count(0)
    assert race.moves == []


def test_the_likely_card_alone_is_filled(race: BrowserWorld) -> None:
    page = race.seat(1)
    grounds = page.locator(".act .action").evaluate_all(
        "(actions) => actions.map((action) => getComputedStyle(action).backgroundColor !== 'rgba(0, 0, 0, 0)')"
    )
    likely = page.locator(".act .action").evaluate_all("(actions) => actions.map((one) => one.matches('.usual > *'))")
    assert grounds == likely
    assert sum(likely) == 1


def test_the_move_that_ends_the_turn_is_the_last_card(race: BrowserWorld) -> None:
    page = race.seat(1)
    expect(page.locator(".action-card").last).to_contain_text("Pass")
    expect(page.locator(".action-card").last).to_contain_text("draw a card")


def test_escape_and_cancel_close_the_confirmation(before_tally: BrowserWorld) -> None:
    page = before_tally.seat(1)
    open_confirmation(page, "Step to 16")
    page.keyboard.press("Escape")
    expect(page.locator(".confirm")).to_have_count(0)
    expect(card(page, "Step to 16").locator(".action")).to_be_focused()
    open_confirmation(page, "Step to 16").get_by_role("button", name="Cancel").click()
    expect(page.locator(".confirm")).to_have_count(0)
    assert before_tally.moves == ["correct"]


SLOW_DOUBLE_TAP = """() => {
  const { setTimeout } = window;
  window.setTimeout = (done, ms) => setTimeout(done, ms === 400 ? 2500 : ms);
}"""
"""Script that lengthens the 400 ms of a double tap, because the test machine may be slow."""


def test_a_double_tap_is_one_move(race: BrowserWorld) -> None:
    page = race.seat(1)
    page.evaluate(SLOW_DOUBLE_TAP)
    card(page, "Step to 3").locator(".action").evaluate("b => { b.click(); b.click(); b.click(); }")
    expect(card(page, "Step to 4")).to_be_visible()
    card(page, "Step to 4").locator(".action").click()  # at the same place: a slow double tap
    expect(page.locator("#act")).not_to_contain_class("resting")
    assert race.moves == ["step"]
    card(page, "Step to 4").locator(".action").dblclick()
    expect(card(page, "Step to 5")).to_be_visible()
    expect(page.locator("#act")).not_to_contain_class("resting")
    assert race.moves == ["step", "step"]


def test_a_tap_waits_for_the_answer_to_the_one_before(race: BrowserWorld) -> None:
    page = race.seat(1)
    play(page, "Step to 3")
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/api/commands", lambda route: held.append((route, route.fetch())), times=1)
    tool(page, "take_back").click()
    tap(page, "Step to 3")  # the page shows the table as it was before, but the command has no answer yet
    assert race.moves == []
    ((route, answer),) = held
    route.fulfill(response=answer)
    expect(card(page, "Step to 4")).to_be_visible()
    assert race.moves == ["step"]


def test_a_double_tap_leaves_the_confirmation_open(before_tally: BrowserWorld) -> None:
    page = before_tally.seat(1)
    card(page, "Step to 16").locator(".action").dblclick()
    expect(page.locator(".confirm")).to_be_visible()


def test_a_double_tap_on_a_confirmation_counts_once(before_tally: BrowserWorld) -> None:
    page = before_tally.seat(1)
    open_confirmation(page, "Step to 16")
    page.evaluate("() => { const b = document.querySelector('.confirm .play'); b.click(); b.click(); b.click(); }")
    expect(page.locator("#headline")).to_contain_text("Marc")
    assert before_tally.moves == ["correct", "step"]


def test_a_lost_response_is_requested_again_without_a_second_move(race: BrowserWorld) -> None:
    page = race.seat(1)
    requests: list[Any] = []

    def lose_the_first_answers(route: Route) -> None:
        requests.append(route.request.post_data_json)
        if len(requests) == 1:
            route.fetch()
        if len(requests) < 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/api/commands", lose_the_first_answers)
    tap(page, "Step to 3")
    expect(page.locator("#said")).to_have_text("Not sent yet. Trying again…")
    expect(page.locator("#said")).to_be_empty()
    expect(tool(page, "take_back")).to_contain_text("Inès steps to 3")
    assert race.moves == ["step"]
    assert len({command["id"] for command in requests}) == 1


def test_a_tap_without_network_is_sent_once_it_is_back(race: BrowserWorld) -> None:
    page = race.seat(1)
    page.context.set_offline(True)
    tap(page, "Step to 3")
    expect(page.locator("#said")).to_have_text("Not sent yet. Trying again…")
    expect(page.locator("#banner")).to_have_text("Connection lost. Trying again…")
    page.context.set_offline(False)
    expect(card(page, "Step to 4")).to_be_visible()
    expect(page.locator("#banner")).to_be_hidden()
    assert race.moves == ["step"]


def test_the_slower_of_two_phones_is_refused_with_a_message(race: BrowserWorld) -> None:
    deaf = race.seat(None, "fr-FR")
    deaf.route("**/api/events*", lambda route: route.abort())
    deaf.reload()
    expect(card(deaf, "Avancer sur la 3")).to_be_visible()
    play(race.seat(None), "Step to 3")
    tap(deaf, "Avancer sur la 3")
    expect(deaf.locator("#said")).to_have_text("La partie a avancé\u00a0: regarde où on en est.")
    assert race.moves == ["step"]
    deaf.unroute("**/api/events*")
    expect(card(deaf, "Avancer sur la 4")).to_be_visible()


def test_the_slower_phones_confirmation_is_refused_with_a_message(before_tally: BrowserWorld) -> None:
    deaf = before_tally.seat(None, "fr-FR")
    deaf.route("**/api/events*", lambda route: route.abort())
    deaf.reload()
    open_confirmation(deaf, "Avancer sur la 16")
    before_tally.play(1, move="step", by="cards")
    deaf.locator(".confirm .play").click()
    expect(deaf.locator("#said")).to_have_text("La partie a avancé\u00a0: regarde où on en est.")
    expect(deaf.locator(".confirm")).to_have_count(0)
    assert before_tally.moves == ["correct", "step"]


@pytest.fixture
def held_scripts(before_tally: BrowserWorld) -> tuple[Page, list[Route]]:
    """Open the page of a host whose scripts for confirmations do not arrive until the test continues their routes."""
    page, held = before_tally.seat(None), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/tapped\.js|/confirm\.js"), hold)
    page.reload()
    expect(card(page, "Step to 16")).to_be_visible()
    return page, held


def test_a_confirmation_opens_although_somebody_joins_meanwhile(
    before_tally: BrowserWorld, held_scripts: tuple[Page, list[Route]]
) -> None:
    page, held = held_scripts
    tap(page, "Step to 16")
    before_tally.seat(2)
    page.wait_for_function("() => document.companionView.seats[1].claimed")
    for route in held:
        route.continue_()
    expect(shown_confirmation(page).get_by_role("button", name="Play")).to_be_focused()


def test_a_confirmation_that_loads_too_late_leaves_a_message(
    before_tally: BrowserWorld, held_scripts: tuple[Page, list[Route]]
) -> None:
    page, held = held_scripts
    tap(page, "Step to 16")
    before_tally.play(2, move="correct", what="gold", by=1)
    page.wait_for_function("() => document.companionView.seq === 3")
    for route in held:
        route.continue_()
    expect(page.locator("#said")).to_have_text("The game has moved on: have another look.")
    expect(page.locator(".confirm")).to_have_count(0)


def test_a_confirmation_closes_with_a_message_when_the_table_changes(before_tally: BrowserWorld) -> None:
    page = before_tally.seat(None)
    open_confirmation(page, "Step to 16")
    before_tally.play(2, move="correct", what="gold", by=1)
    expect(page.locator(".confirm")).to_have_count(0)
    expect(page.locator("#said")).to_have_text("The game has moved on: have another look.")
    assert before_tally.moves == ["correct", "correct"]


def test_the_focus_stays_in_a_confirmation_when_somebody_joins(before_tally: BrowserWorld) -> None:
    page = before_tally.seat(1)
    strip = open_confirmation(page, "Step to 16")
    expect(strip.get_by_role("button", name="Play")).to_be_focused()
    before_tally.seat(2)
    page.wait_for_function("() => document.companionView.seats[1].claimed")
    expect(strip.get_by_role("button", name="Play")).to_be_focused()


def test_a_focused_card_keeps_the_focus_when_its_table_changes(race: BrowserWorld) -> None:
    page = race.seat(1)
    action = card(page, "Step to 3").locator(".action")
    action.focus()
    action.evaluate("button => { button.isMarked = true; }")
    race.play(3, move="correct", what="gold", by=1)
    expect(page.locator("#events")).to_contain_text("Zoé")
    expect(action).to_be_focused()
    assert action.evaluate("button => button.isMarked")


def test_a_take_back_names_its_move_and_can_be_restored(race: BrowserWorld) -> None:
    page = race.seat(1)
    play(page, "Step to 3")
    expect(tool(page, "take_back")).to_contain_text("Inès steps to 3")
    tool(page, "take_back").click()
    expect(card(page, "Step to 3")).to_be_visible()
    assert race.moves == []
    tool(page, "restore").click()
    expect(card(page, "Step to 4")).to_be_visible()
    assert race.moves == ["step"]


def test_a_message_covers_neither_headline_nor_cards(race: BrowserWorld) -> None:
    page = race.seat(1)
    play(page, "Step to 3")
    play(page, "Crate of 2")
    message = page.locator("#said")
    expect(message).to_have_text("+2 gold")
    box, turn = message.bounding_box(), page.locator("#act").bounding_box()
    assert box is not None
    assert turn is not None
    assert box["y"] >= turn["y"] + turn["height"]
    assert box["y"] + box["height"] <= PHONE["height"]


def test_a_phone_says_nothing_three_times(race: BrowserWorld) -> None:
    page, other = race.seat(1), race.seat(2)
    play(page, "Step to 3")
    for phone, times in ((page, 2), (other, 1)):
        expect(phone.locator("body")).to_contain_text("Inès steps to 3")
        expect(
            phone.get_by_text("Inès steps to 3", exact=True).locator("visible=true").filter(visible=True)
        ).to_have_count(times)
    tool(page, "take_back").click()
    expect(tool(page, "restore")).to_be_visible()
    expect(page.locator("#said")).to_be_empty()
    expect(page.locator("#last")).to_have_text("Taken back: Inès steps to 3")
    expect(page.get_by_text("Taken back").filter(visible=True)).to_have_count(2)  # the other is only read aloud


def test_the_move_of_another_is_taken_back_after_a_question(race: BrowserWorld) -> None:
    ines, marc, tv = race.seat(1), race.seat(2, "fr-FR"), race.phone(path="tv")
    play(ines, "Step to 3")
    expect(tool(ines, "take_back")).to_be_visible()
    expect(marc.locator("#last")).to_have_text("Inès va sur la 3")
    expect(tool(marc, "take_back")).to_have_count(0)
    tool(marc, "moves").click()
    tool(marc, "take_back_other").click()
    question = marc.get_by_role("alertdialog", name="Reprendre le coup d’Inès\N{NO-BREAK SPACE}?")
    expect(question).to_contain_text("Inès va sur la 3")
    question.get_by_role("button", name="Annuler").click()
    assert race.moves == ["step"]
    tool(marc, "take_back_other").click()
    question.get_by_role("button", name="Reprendre le coup").click()
    news = "Marc took back Inès’s move: steps to 3"
    expect(ines.locator("#said")).to_have_text(news)
    expect(tv.locator("#last")).to_have_text(news)
    expect(marc.get_by_role("dialog").locator(".word")).to_have_text(
        "Marc a repris le coup d’Inès\N{NO-BREAK SPACE}: va sur la 3"
    )
    assert race.moves == []


def test_a_host_plays_for_seats_without_a_phone(race: BrowserWorld) -> None:
    page = race.seat(None)
    expect(page.locator(".act-group h2")).to_have_text("I Inès")
    race.seat(1)
    expect(page.locator(".action-card")).to_have_count(0)
    expect(page.locator(".others")).to_have_text("Waiting for I Inès")
    race.seat(2)
    race.seat(3)
    expect(page.locator(".others")).to_contain_text("Every seat has a phone")


def test_a_seat_can_be_left_after_a_confirmation(race: BrowserWorld) -> None:
    page = race.seat(1)
    tool(page, "forget").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    tool(page, "forget").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Join the table")).to_be_visible()
    expect(page.locator(".tool")).to_have_text(["All moves", "Tonight’s rules", "How does it go?", "Sounds"])


def test_a_host_puts_games_away_or_closes_them(race: BrowserWorld) -> None:
    page = race.seat(None)
    tool(page, "leave").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.keyboard.press("Escape")
    tool(page, "leave").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Pause").click()
    expect(page.get_by_role("link", name="Set up a game")).to_be_visible()
    race.start(*NAMES)
    tool(page, "close").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("for good")
    page.get_by_role("button", name="End it").click()
    expect(page.get_by_role("link", name="Rematch", exact=True)).to_have_attribute("href", "/setup?rematch=1")
    expect(tool(page, "new")).to_have_attribute("href", "/setup")
    assert race.table.closed


@pytest.mark.parametrize(("first", "key", "second"), [(None, "join_seat", 2), (2, "join_host", None)])
def test_a_phone_can_be_host_and_seat(race: BrowserWorld, first: int | None, key: str, second: int | None) -> None:
    page = race.seat(first)
    tool(page, key).click()
    page.locator("#code").press_sequentially(race.code(second))
    page.locator(".join .play").click()
    expect(tool(page, "forget_both")).to_be_visible()
    expect(tool(page, "release")).to_be_visible()
    for name in ("join_seat", "join_host", "forget", "forget_host"):
        expect(tool(page, name)).to_have_count(0)


def test_a_seat_phone_has_no_tools_of_the_host(race: BrowserWorld) -> None:
    page = race.seat(1)
    for name in ("leave", "close", "new"):
        expect(tool(page, name)).to_have_count(0)
    expect(page.locator("#rematch")).to_be_hidden()


def test_everything_can_be_played_by_keys_alone(race: BrowserWorld) -> None:
    page = race.phone()
    tab_to(page, page.locator("[data-key=join]"))
    page.keyboard.press("Enter")
    expect(page.locator("#code")).to_be_focused()  # its script is loaded only now
    page.keyboard.type(race.code(1))
    page.keyboard.press("Enter")
    first = card(page, "Step to 3").locator(".action")
    tab_to(page, first)
    page.keyboard.press("Enter")
    expect(card(page, "Step to 4").locator(".action")).to_be_focused()
    assert race.moves == ["step"]


def tab_to(page: Page, wanted: Any) -> None:
    """Go there with the tabulator key, as people without a mouse do."""
    expect(wanted).to_be_visible()
    for _ in range(40):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("no way there by keys")


@in_wider_letters
@pytest.mark.parametrize("width", [320, 390, 820, 1920])
@pytest.mark.parametrize("language", ["fr-FR", pytest.param("en-GB", marks=deep)])
def test_it_fits_every_screen_and_every_target_is_large_enough(race: BrowserWorld, width: int, language: str) -> None:
    race.play(1, move="step", by="cards")
    race.play(1, move="correct", what="space:1", by=12)
    page = race.seat(1, language, viewport={"width": width, "height": 800})
    page.locator(".usual .action").click()
    expect(page.locator(".confirm .play")).to_have_attribute("aria-disabled", "false")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    small = [
        (control.text_content(), box)
        for control in page.locator("#act :is(button, a):visible, #tools :is(button, a):visible").all()
        if (box := control.bounding_box()) and min(box["width"], box["height"]) < 44
    ]
    assert small == []


def test_a_name_is_always_shown_as_text(race: BrowserWorld) -> None:
    race.start("<b id=x>", "&amp;", "'\"")
    page = race.phone()
    join(page, race.code(1))
    expect(page.locator("#said")).to_have_text("You are <b id=x>.")
    expect(page.locator("#x")).to_have_count(0)


def test_a_confirmation_waits_until_its_preview_has_arrived(before_tally: BrowserWorld) -> None:
    page = before_tally.seat(1)
    page.route("**/api/preview", lambda route: route.abort())
    tap(page, "Step to 16")
    expect(page.locator(".confirm .refusal")).to_have_text("The box doesn’t answer. Try again.")
    page.unroute("**/api/preview")
    page.locator(".confirm").get_by_role("button", name="Try again").click()
    expect(page.locator(".confirm .happens")).to_have_text("Inès reaches Ganzhou")
    assert before_tally.moves == ["correct"]


def test_an_unsaved_move_is_reported_and_can_be_retried(race: BrowserWorld) -> None:
    page = race.seat(1)
    error = {"error": "not_saved", "reason": "It could not be saved, so nothing was done."}
    page.route("**/api/commands", lambda route: route.fulfill(headers=FROM_BOX, status=507, json=error))
    tap(page, "Step to 3")
    expect(page.locator("#said")).to_have_text(error["reason"])
    page.unroute("**/api/commands")
    tap(page, "Step to 3")
    expect(card(page, "Step to 4")).to_be_visible()


def test_an_unsaved_move_can_be_retried_in_its_confirmation(before_tally: BrowserWorld) -> None:
    page = before_tally.seat(1)
    error = {"error": "not_saved", "reason": "It could not be saved, so nothing was done."}
    page.route("**/api/commands", lambda route: route.fulfill(headers=FROM_BOX, status=507, json=error))
    open_confirmation(page, "Step to 16").locator(".play").click()
    expect(page.locator(".confirm .refusal")).to_have_text(error["reason"])
    page.unroute("**/api/commands")
    page.locator(".confirm .play").click()
    expect(page.locator("#headline")).to_contain_text("Marc")


def test_a_second_press_of_enter_takes_nothing_back(race: BrowserWorld) -> None:
    page = race.seat(1)
    card(page, "Pass").locator(".action").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_contain_text("Marc")
    expect(page.locator(".action-card")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#act")).to_be_focused()
    assert race.moves == ["end_turn"]
