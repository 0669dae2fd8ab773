"""Tests of what a phone shows without scrolling, in a real browser: the turn, the offers, all totals."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.table.commands import CloseGame, LeaveGame
from tests.fonts import in_wider_letters
from tests.server.browser_world import NAMES, PHONE, BrowserWorld, card, play, tool
from tests.server.watched_table import overflow
from tests.views.catalogue import WITH_DE

pytestmark = pytest.mark.e2e
FIVE = (*NAMES, "Ωmega", "Maximilienne-Alexandrine de Montmorency")
CARD = {"move": "hide", "colour": "red", "wish": "a boat"}


def feast(world: BrowserWorld) -> None:
    """Set up two stalls of Lanterns; Inès, whose turn it is, has asked Marc something."""
    world.start("Inès", "Marc", game="lanterns")
    for seat in (1, 1, 2, 2):
        world.play(seat, value=10_000 + len(world.moves), **CARD)
    for seat in (1, 2):
        world.play(seat, move="roll", chance=[3, 3])
    world.play(1, move="feast", first=2)


def is_visible(element: Locator) -> bool:
    """Return whether a whole element is visible, once it exists, on an unscrolled page."""
    expect(element).to_be_visible()
    box = element.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]


def begins_visible(element: Locator, by: int) -> bool:
    """Return whether the top `by` pixels of an element are visible on an unscrolled page."""
    box = element.bounding_box()
    return box is not None and box["y"] + by <= PHONE["height"]


@in_wider_letters
@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
@pytest.mark.parametrize("names", [NAMES, FIVE], ids=["three", "five"])
def test_a_turn_of_the_race_shows_without_scrolling(world: BrowserWorld, names: tuple[str, ...], language: str) -> None:
    world.start(*names)
    page = world.seat(1, language)
    page.locator(".action-card.usual .action").click()
    expect(tool(page, "take_back")).to_be_visible()
    expect(page.locator(".action-card").nth(3)).to_be_visible()
    wanted = [page.locator("#headline"), tool(page, "take_back")]
    wanted += page.locator(".action-card").all() + page.locator("#totals .total").all()
    assert len(wanted) >= 2 + 4 + len(names)
    assert [element.inner_text() for element in wanted if not is_visible(element)] == []
    assert begins_visible(page.locator("#block-race"), 90)
    assert overflow(page) == 0


def test_a_turn_of_1983_shows_without_scrolling(world: BrowserWorld) -> None:
    world.start(*NAMES, "Ωmega", game="classic", options={"move_bonus": 1})
    page = world.seat(1)
    expect(page.locator("#block-wheel .wheel-disc")).to_be_visible()
    assert all(
        map(is_visible, [page.locator(".wheel-call"), page.locator(".wheel-face"), *page.locator(".total").all()])
    )
    world.play(1, move="spin", route="land", chance=[3])
    expect(card(page, "A town and end the turn")).to_be_visible()
    wanted = [page.locator("#headline"), page.locator("#block-next"), *page.locator(".action-card, .total").all()]
    assert [element.inner_text() for element in wanted if not is_visible(element)] == []
    assert begins_visible(page.locator("#hand"), 90)


@in_wider_letters
def test_the_default_offer_is_largest_and_refusals_explain_themselves(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(1)
    page.wait_for_function(
        """() => {
            const size = (card) => card.getBoundingClientRect().width * card.getBoundingClientRect().height;
            const cards = [...document.querySelectorAll(".action-card")].sort((a, b) => size(b) - size(a));
            return cards.length > 2 && cards[0].matches(".usual") && size(cards[0]) > 1.5 * size(cards[1]);
        }"""
    )
    refused = card(page, "Drop ballast → 3")
    reason = "No ballast to 3: no opposing camel has been there. (E5)"
    expect(refused.locator("small:not(.unseen)")).to_have_text(reason)


def test_seats_keep_the_order_of_the_table(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.phone()
    world.play(3, move="correct", what="gold", by=9)
    expect(page.locator('#totals [data-seat="3"] [data-part=total]')).to_have_text("12")
    expect(page.locator("#totals [data-part=name]")).to_have_text(list(NAMES))
    expect(page.locator("#totals [data-part=rank]")).to_have_text(["3", "2", "1"])
    page.reload()
    expect(page.locator("#totals [data-part=name]")).to_have_text(list(NAMES))


def test_tied_seats_have_the_same_rank(world: BrowserWorld) -> None:
    world.start(*NAMES, game="classic")
    world.play(2, move="correct", what="besants", by=10)
    expect(world.phone().locator("#totals [data-part=rank]")).to_have_text(["2", "1", "2"])


def test_a_new_game_shows_every_seat_in_its_new_colour(world: BrowserWorld) -> None:
    world.start(*NAMES, options={"colours": ["green", "blue", "red"]})
    page = world.seat(1)
    mark = page.locator("#turn-sign .mark")
    expect(mark).to_have_attribute("data-colour", "green")
    world.companion.ask(lambda: world.companion.session.do(LeaveGame()))
    world.start(*NAMES, options={"colours": ["blue", "green", "red"]})
    expect(page.locator("#turn")).to_have_attribute("data-colour", "blue")
    expect(mark).to_have_attribute("data-colour", "blue")


def colours_of(page: Page, where: str) -> list[str | None]:
    """Return the colours in which Inès is marked."""
    marks = page.locator(f"{where} .mark", has=page.get_by_text("I", exact=True)).all()
    return [element.get_attribute("data-colour") for element in marks]


def test_events_are_marked_in_their_own_games_colours(world: BrowserWorld) -> None:
    for colours in (["green", "blue", "red"], ["blue", "green", "red"]):
        if world.companion.snapshots.newest and world.companion.snapshots.newest.table:
            world.companion.ask(lambda: world.companion.session.do(LeaveGame()))
        else:
            page = world.phone()
        world.start(*NAMES, options={"colours": colours})
        world.play(1, move="step", by="cards")
        expect(page.locator('#totals [data-seat="1"]')).to_have_attribute("data-colour", colours[0])
        expect(page.locator("#events .mark")).to_have_attribute("data-colour", colours[0])
        assert colours_of(page, "#events") == [colours[0]]


@in_wider_letters
def test_a_pending_answer_comes_first_with_its_button(world: BrowserWorld) -> None:
    feast(world)
    asked_page, turn, looks_on = world.seat(2), world.seat(1), world.phone()
    expect(asked_page.locator("#headline")).to_have_text("Your turn to answer, Marc")
    expect(asked_page.locator("#turn-sign .mark b")).to_have_text("M")
    answer = asked_page.locator(".act button").first
    expect(answer).to_be_visible()
    button, headline = answer.bounding_box(), asked_page.locator("#turn").bounding_box()
    assert button
    assert headline
    assert button["y"] + button["height"] <= headline["y"]
    expect(turn.locator("#headline")).to_have_text("Your turn, Inès")
    expect(looks_on.locator("#headline")).to_have_text("Inès’s turn")


def test_a_race_turn_takes_one_tap_per_step_and_one(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(1)
    for step in ("Step to 3", "Step to 4", "Step to 5"):
        play(page, step)
    play(page, "End the turn")
    expect(page.locator("#headline")).not_to_contain_text("Your turn")
    assert world.moves == ["step", "step", "step", "end_turn"]


# Views of a later version of the box, made by changing the view on its way to the page.

OUTLOOK = [{"seat": 1, "amount": "+6 gold", "text": "tally at Ganzhou", "ruling": "E8"}]


def change_views(page: Page, change: str) -> None:
    """Apply a change to every view that a page gets; `change` is the body of a function of `view`."""
    page.add_init_script(
        "const parse = JSON.parse; JSON.parse = (text, ...more) => { const view = parse(text, ...more);"
        f"if (view?.offers?.length) {{ {change} }} return view; }};"
    )
    page.reload()


def test_a_move_group_takes_one_tap_and_one_command(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(1)
    change_views(
        page,
        "const [step] = view.offers; const { seat, move } = step;"
        "view.offers = [{ ...step, text: 'Step and end', usual: true,"
        "moves: [{ seat, move }, { seat, move: { move: 'end_turn' } }] }];",
    )
    commands: list[object] = []

    def lose(route: Route) -> None:
        commands.append(route.request.post_data_json)
        route.abort()

    page.route("**/api/commands", lose)
    card(page, "Step and end").locator(".action").click()
    expect(page.locator("#said")).to_have_text("Not sent yet. Trying again…")
    command = commands[0]
    assert isinstance(command, dict)
    assert command["do"] == "play"
    assert command["moves"] == [
        {"seat": 1, "move": {"move": "step", "by": "cards"}},
        {"seat": 1, "move": {"move": "end_turn"}},
    ]
    assert not {"seat", "move"} & set(command)


def test_an_offers_outlook_is_shown_before_the_preview_arrives(world: BrowserWorld) -> None:
    world.start(*NAMES)
    world.play(1, move="correct", what="space:1", by=15)
    page = world.seat(1)
    change_views(page, f"view.offers[0].outlook = {json.dumps(OUTLOOK)};")
    page.route("**/api/preview", lambda route: None)
    card(page, "Step to 16").locator(".action").click()
    expect(page.locator(".confirm .changes li")).to_have_text("+6 gold · tally at Ganzhou · E8")
    expect(page.locator(".confirm .play")).to_have_attribute("aria-disabled", "true")


# Forms.

SEEN = (
    "async ([fields, then]) => { const { Picks } = await import('/scripts/offers/picks.js'); const picks = new Picks();"
)
"""Script that asks the page's own module what it draws of some fields."""


def test_an_open_list_hides_later_fields_until_done(world: BrowserWorld) -> None:
    page = world.phone()
    red, blue = ({"value": field, "text": field, "refused": None} for field in ("red", "blue"))
    pick: dict[str, Any] = {
        "name": "cards",
        "type": "several_of",
        "least": 1,
        "most": 2,
        "whole": True,
        "value": ["red"],
    }
    fields: list[dict[str, Any]] = [{**pick, "taken": [red], "choices": [blue]}, {"name": "why", "type": "text"}]
    script = (
        f"{SEEN} const before = picks.visibleFields(fields); picks.close('cards');"
        " return [before, picks.visibleFields(fields)]; }"
    )
    before, after = page.evaluate(script, [fields, None])
    assert (before["open"], [field["name"] for field in before["fields"]]) == (True, ["cards"])
    assert (after["open"], [field["name"] for field in after["fields"]]) == (False, ["cards", "why"])
    full = [{**fields[0], "taken": [red, blue], "choices": [], "value": ["red", "blue"]}, fields[1]]
    assert page.evaluate(f"{SEEN} return picks.visibleFields(fields); }}", [full, None])["open"] is False


def test_the_page_joins_de_to_a_name(world: BrowserWorld) -> None:
    script = """async (names) => {
      const { t } = await import("/scripts/lib/words.js");
      return names.map((name) => t("Le tour {name:de}.", { name }));
    }"""
    names = [name for name, _ in WITH_DE]
    assert world.seat(None).evaluate(script, names) == [f"Le tour {joined}." for _, joined in WITH_DE]


def test_a_long_list_is_narrowed_by_colour_and_value(world: BrowserWorld) -> None:
    page = world.seat(None)
    page.evaluate(
        """async () => {
          const { ChoiceQuestion } = await import("/scripts/offers/fields.js");
          const worths = [80, 50, 30, 20];
          const { registerThings } = await import("/scripts/lib/things.js");
          const told = (short, worth) => ({ word: short, short, worth, kind: "card", glyph: null, colour: null });
          const things = ["blue", "green", "mauve"].flatMap((one) => worths.map((worth) => `${one}:${worth}`));
          for (const one of things) registerThings({ [one]: told(one.replace(":", " "), Number(one.split(":")[1])) });
          const choices = things.map((thing) => ({ value: thing, text: thing, things: [thing], refused: null }));
          const question = new ChoiceQuestion({ name: "card", label: "Card", type: "one_of", choices }, {});
          document.querySelector("main").replaceChildren(question.element);
        }"""
    )
    cards, chips = page.locator(".choice-card:visible"), page.locator(".chip")
    expect(cards).to_have_count(12)
    chips.filter(has_text="green").press("Enter")
    expect(cards).to_have_count(4)
    chips.filter(has_text="80").click()
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("green:80")
    chips.filter(has_text="green").click()
    expect(cards).to_have_count(12)


def test_a_long_list_is_narrowed_by_costs_and_gains(world: BrowserWorld) -> None:
    """Use made-up tiles: 1 to 3 of one of two goods for 1 or 2 points, one for nothing; and a choice without a tile."""
    page = world.seat(None)
    page.evaluate(
        """async () => {
          const { narrowableList } = await import("/scripts/offers/narrow.js");
          const { choiceButton } = await import("/scripts/lib/buttons.js");
          const { showPrintedFaces } = await import("/scripts/lib/printed.js");
          const { registerThings } = await import("/scripts/lib/things.js");
          const plain = { kind: "amount", colour: null, worth: null };
          registerThings({ salt: { ...plain, word: "salt", plural: "salt", short: "salt", glyph: "crate" } });
          registerThings({ rope: { ...plain, word: "rope", plural: "ropes", short: "rope", glyph: null } });
          registerThings({ point: { ...plain, word: "point", plural: "points", short: "pt", glyph: "crown" } });
          const costs = ["salt", "rope"].flatMap((thing) => [1, 2, 3].map((n) => [{ thing, n }]));
          const tiles = [...costs.flatMap((cost) => [[cost, 1], [cost, 2]]), [[], 1]];
          const choices = tiles.map(([costs, n], i) => {
            const ways = [{ costs, gives: [{ thing: "point", n }], die: null }];
            const tile = { ...plain, kind: "tile", word: `tile ${i}`, short: "", glyph: null, printed: { ways } };
            registerThings({ [`tile:${i}`]: tile });
            return { text: `tile ${i}`, things: [`tile:${i}`], refused: null };
          });
          choices.push({ text: "not known", refused: null });
          const cards = choices.map((one) => showPrintedFaces(choiceButton(one, () => {}), one));
          document.querySelector("main").replaceChildren(narrowableList(choices, cards));
        }"""
    )
    cards, chips = page.locator(".choice-card:visible"), page.locator(".chip")
    expect(cards).to_have_count(14)
    expect(cards.nth(10)).to_contain_text("3 ropes")
    for place, name in enumerate(("1 salt", "2 salt", "3 salt", "1 rope", "2 ropes", "3 ropes", "0")):
        expect(chips.nth(place)).to_have_accessible_name(name)
    chips.nth(4).click()
    expect(cards).to_have_count(3)
    page.get_by_role("button", name="2 points", exact=True).click()
    expect(cards).to_have_count(2)
    expect(cards.last).to_have_text("not known")
    chips.nth(6).click()
    expect(cards).to_have_count(2)
    chips.nth(6).click()
    expect(cards).to_have_count(14)


def test_a_drawn_card_has_no_text_beside_it(world: BrowserWorld) -> None:
    page = world.phone()
    texts = page.evaluate(
        """async () => {
          const { choiceButton } = await import("/scripts/lib/buttons.js");
          const { registerThings } = await import("/scripts/lib/things.js");
          const blue = { word: "blue 80", short: "blue 80", worth: 80, kind: "card", glyph: null, colour: "blue" };
          registerThings({ "blue:80": blue });
          const card = (text) => choiceButton({ text, things: ["blue:80"], refused: null }, () => {});
          const name = (text) => card(text).querySelector(".card-name");
          return ["blue 80", "a gift"].map((text) => name(text).classList.contains("unseen"));
        }"""
    )
    assert texts == [True, False]


def test_a_phone_reports_the_loss_of_its_seat(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(1)
    world.release(1)
    expect(page.locator("#said")).to_have_text("This phone has no seat any more: it only watches.")
    other_page = world.seat(2)
    world.companion.ask(lambda: world.companion.session.do(CloseGame()))
    other_page.wait_for_function("() => document.companionView.closed")
    world.start("Aïcha", "Léo")
    expect(other_page.locator("#said")).to_have_text("The game is over. Join again for the next one.")
    expect(other_page.get_by_role("button", name="Join the table")).to_be_visible()


def test_nothing_of_a_paused_game_stays_on_the_page(world: BrowserWorld) -> None:
    world.start(*NAMES, game="classic")
    page = world.seat(1)
    expect(page.locator("#blocks-hand .block")).not_to_have_count(0)
    expect(page.locator("#chance-card")).to_be_visible()
    expect(page.locator("#totals")).to_be_visible()
    world.companion.ask(lambda: world.companion.session.do(LeaveGame()))
    expect(page.locator("#said")).to_have_text("The game is paused. The box continues it.")
    expect(page.locator("#lobby")).to_contain_text("Nobody has opened a game yet")
    for gone in ("#hand", "#chance-card", "#rematch", "#headline", "#totals"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator(".block")).to_have_count(0)


def test_the_setup_checklist_is_shown_until_the_first_step(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(1)
    setup = page.locator("#block-setup")
    expect(setup.locator("summary")).to_have_text("Set-up 0/6")
    expect(setup.get_by_role("checkbox")).to_have_count(0)
    setup.locator("summary").click()
    setup.get_by_role("checkbox", name="Everyone gets a crate of 3").check()
    expect(setup.locator("summary")).to_have_text("Set-up 1/6")
    world.play(2, move="correct", what="gold", by=1, note="")  # a new view, and what was ticked stays so
    expect(page.locator(".badge")).to_have_text("Corrected by hand")
    expect(setup.get_by_role("checkbox", checked=True)).to_have_count(1)
    world.play(1, move="step", by="cards")
    expect(setup).to_have_count(0)


def test_the_draw_reminder_is_shown_until_the_next_step(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(2)
    world.play(1, move="step", by="cards")
    world.play(1, move="end_turn")
    expect(page.locator("#block-table .asides")).to_contain_text(f"{NAMES[0]} draws a card")
    world.play(2, move="step", by="cards")
    expect(page.locator("#block-table")).to_have_count(0)


def test_the_next_step_unfolds_hints_about_the_board(world: BrowserWorld) -> None:
    world.start(*NAMES, game="classic")
    page = world.seat(1)
    world.play(1, move="spin", route="land", chance=[3])
    asides = page.locator("#block-next .asides")
    expect(page.locator("#block-next summary")).to_contain_text("say where you stop")
    expect(asides).to_be_hidden()
    page.locator("#block-next summary").click()
    expect(asides).to_contain_text("our reading, unless “Exact arrival” is on")
    expect(asides).to_contain_text("Don’t go back to where your turn began")


def test_a_reason_from_our_own_reading_names_its_option(world: BrowserWorld) -> None:
    world.start(*NAMES)
    page = world.seat(2)
    for seat, by in ((1, 15), (2, 9)):
        world.play(seat, move="correct", what="space:1", by=by, note="")
    for _ in range(2):
        world.play(world.table.match.turn(world.table.state) or 0, move="step", by="cards")
    page.locator(".action-card.refused .action", has_text="Step").first.click()
    expect(page.locator("p.why-not")).to_have_text(
        "This camel came late to Ganzhou. It moves on next turn. (E11 · our reading: option “Rest at Ganzhou”)"
    )
