"""Tests of the game of 1983 on pages, in a real browser: purses, hands, the road home, forms, and the final reveal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.classic.cards import Colour, Effect
from companion.games.classic.moves import Buy
from companion.table.commands import LeaveGame, Play
from companion.table.game_setup import PROFILE_PREFIX
from tests.fonts import in_wider_letters
from tests.kit.golden_games import golden_file
from tests.server.browser_world import FROM_BOX, BrowserWorld, card, play, shown_confirmation, tool, unfold
from tests.server.watched_table import overflow

pytestmark = pytest.mark.e2e
NAMES = ("Ada", "Bao", "Chen")
SPIN = {"move": "spin", "route": "land", "chance": [3]}
JUST_HOMEWARD = 40
"""Number of moves of the golden game after which Ada, without goods, is on the way home and on turn."""
TELEVISION: Any = {"width": 1920, "height": 1080}


def start(world: BrowserWorld, **options: Any) -> None:
    world.start(*NAMES, game="classic", options=options)


def give_cards(world: BrowserWorld, seat: int, *cards: str) -> None:
    """Put cards into the hand of a seat."""
    for name in cards:
        world.play(seat, move="correct", what=name, by=1)


def at_a_post(world: BrowserWorld, colour: str = "green", *others: int) -> None:
    """Move Ada to a trading post, where others have arrived before."""
    for seat_number in (1, 2, 3) if others else ():
        world.play(seat_number, **SPIN)
        place = {"place": "post", "colour": colour} if seat_number in others else {"place": "town"}
        world.play(seat_number, move="arrive", **place)
        world.play(seat_number, move="end_turn")
    world.play(1, **SPIN)
    world.play(1, move="arrive", place="post", colour=colour, shared_with=list(others))


def play_golden(world: BrowserWorld, name: str, moves: int | None = None) -> None:
    """Play a golden game's first moves."""
    lines = [json.loads(line) for line in golden_file("classic", name).read_text("utf-8").splitlines()]
    played = [(move.pop("seat"), move) for move in lines[1:]]
    world.start(*lines[0]["seats"], game="classic", options=lines[0]["options"])
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(played[:moves]))))


def seat(world: BrowserWorld, number: int, **options: Any) -> Page:
    return world.seat(number, **options)


def row(page: Page, number: int) -> Locator:
    return page.locator(f'#totals .total[data-seat="{number}"]')


def total(page: Page, number: int) -> Locator:
    return row(page, number).locator('[data-part="total"]')


def form(page: Page, text: str) -> None:
    card(page, f"{text}…").locator(".action").click()
    expect(page.locator(".sheet .fields")).to_be_visible()


def form_without_card(page: Page, text: str) -> None:
    """Open the form of a kind of move that has no card."""
    page.locator("[data-key=more]").click()
    page.locator(".sheet .choice-card", has_text=text).click()
    expect(page.locator(".sheet .fields")).to_be_visible()


def choices(page: Page) -> Locator:
    return page.locator(".sheet .choice-card")


# What lies open.


def test_scores_show_besants_while_fortunes_are_secret(world: BrowserWorld) -> None:
    start(world)
    give_cards(world, 2, "mauve:80")
    watcher, bao = world.phone(), seat(world, 2)
    for page in (watcher, bao):
        expect(total(page, 2)).to_have_text("240")
        expect(row(page, 2)).to_contain_text("to Khanbalik")
        expect(row(page, 2)).to_contain_text("1 card")
    expect(row(bao, 2)).to_contain_text("your fortune: 320")
    expect(row(watcher, 2)).not_to_contain_text("fortune")
    world.play(1, move="correct", what="besants", by=-40)
    expect(total(watcher, 1)).to_have_text("200")


def test_a_secret_total_is_labelled_as_such(world: BrowserWorld) -> None:
    world.start("Ada", "Bao", game="lanterns")
    world.play(1, move="hide", colour="red", value=10_000, wish="peace")
    page = world.phone()
    expect(page.locator("#totals")).not_to_contain_text("null")
    assert "None" not in (page.request.get(world.companion.local_address).text())


def test_everyone_sees_loot_stacks_and_next_steps(world: BrowserWorld) -> None:
    start(world)
    page = world.phone()
    expect(page.locator("#block-next")).to_contain_text("Say land or sea")
    expect(page.locator("#block-loot")).to_have_count(0)
    world.play(1, move="spin", route="land", chance=[7])
    expect(page.locator("#block-next")).to_contain_text("You’re under attack!")
    world.play(1, move="fight", chance=[1, 6])
    world.play(1, move="ransom", pay="besants")
    expect(page.locator("#block-loot")).to_contain_text("30 besants")
    give_cards(world, 2, "mauve:80")
    expect(page.locator('[data-row="stack:mauve"] .pile-count')).to_have_text("8")


@in_wider_letters
@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_on_a_television_open_cards_do_not_touch_the_wheel(world: BrowserWorld, language: str) -> None:
    world.start("Inès", "Paul", "Zoé", "Noé", game="classic", options={})
    television = world.phone(language, viewport=TELEVISION)
    television.goto(f"{world.companion.local_address}tv")
    expect(television.locator("#block-stacks .card-row")).to_have_count(4)
    expect(television.locator("#block-wheel")).to_be_visible()
    wheel = television.locator("#block-wheel").bounding_box()
    assert wheel
    for element in television.locator(".rest :is(h2, p, b, .face)").all():
        box = element.bounding_box()
        assert box
        assert box["x"] + box["width"] <= wheel["x"]


def test_house_rules_are_on_every_page(world: BrowserWorld) -> None:
    start(world, bandits_d8=True, ties_to_bandits=True)
    television = world.phone(viewport=TELEVISION)
    television.goto(f"{world.companion.local_address}tv")
    for page in (world.phone(), television):
        for rule in ("Bandits roll a d8", "Ties go to bandits"):
            expect(page.locator("#badges").get_by_text(rule)).to_be_visible()


def test_dice_tracking_shows_only_what_is_tracked(world: BrowserWorld) -> None:
    start(world, tracking="dice")
    page = seat(world, 1)
    expect(page.locator("#block-stacks")).to_have_count(0)
    expect(total(page, 1)).to_have_text("240")
    expect(page.locator("#hand .needs > li")).to_have_count(1)
    expect(page.locator("#hand")).to_contain_text("counted in Venice")
    expect(row(page, 1)).not_to_contain_text("card")


# The own hand.


def test_a_hand_shows_purse_cards_and_the_road_home(world: BrowserWorld) -> None:
    start(world)
    give_cards(world, 1, "blue:80", "blue:80", "green:50")
    page = seat(world, 1)
    hand = page.locator("#hand")
    expect(total(page, 1)).to_have_text("240")
    expect(hand.locator(".faces li .face > .unseen")).to_have_text(["blue 80", "blue 80", "green 50"])
    expect(hand.locator(".needs")).to_contain_text("450 of 900")
    expect(hand.locator(".needs li.good")).to_have_count(2)
    expect(hand.locator(".missing li")).to_have_count(2)
    expect(seat(world, 2).locator("#hand .faces li")).to_have_count(0)
    expect(world.phone().locator("#hand")).to_be_hidden()


def test_a_folded_hand_stays_folded(world: BrowserWorld) -> None:
    start(world)
    page = seat(world, 1)
    page.locator("#hand summary").click()
    expect(page.locator("#block-hand")).to_be_hidden()
    give_cards(world, 1, "blue:80")
    expect(row(page, 1)).to_contain_text("1 card")
    expect(page.locator("#block-hand")).to_be_hidden()


def test_a_card_is_sold_or_bought_with_one_tap(world: BrowserWorld) -> None:
    start(world)
    give_cards(world, 1, "blue:80", "blue:50")
    at_a_post(world)
    page = seat(world, 1)
    expect(page.locator(".action-card", has_text="Sell")).to_have_count(0)
    page.get_by_role("button", name="Sell blue 80").press("Enter")
    expect(total(page, 1)).to_have_text("320")
    expect(page.locator("#block-hand .faces .face")).to_have_count(1)
    tool(page, "take_back").click()
    expect(total(page, 1)).to_have_text("240")
    play(page, "Buy green 50")
    expect(total(page, 1)).to_have_text("220")
    expect(page.locator("#block-hand .faces .face")).to_have_count(3)
    expect(page.get_by_role("button", name="Sell blue 80")).to_have_count(0)


def test_only_the_present_seat_sees_the_market(world: BrowserWorld) -> None:
    start(world)
    give_cards(world, 1, "blue:80")
    at_a_post(world)
    page = seat(world, 1)
    expect(page.locator('[data-row="stack:green"] .pile-count')).to_have_text("9")
    expect(page.locator("#block-next")).to_contain_text("buy up to 3")
    page.locator("[data-key=more]").click()
    expect(page.locator(".sheet .choice-card:disabled", has_text="C11").first).to_be_visible()
    expect(seat(world, 2).locator(".action-card")).to_have_count(0)


@in_wider_letters
def test_a_hand_fits_a_narrow_phone(world: BrowserWorld) -> None:
    start(world)
    give_cards(
        world, 1, *[f"{colour}:{value}" for colour in ("blue", "green", "yellow", "mauve") for value in (80, 50, 30)]
    )
    at_a_post(world)
    page = seat(world, 1, viewport={"width": 320, "height": 640})
    expect(page.locator("#hand .faces").first).to_be_visible()
    assert overflow(page) == 0
    form_without_card(page, "Sell")
    assert overflow(page) == 0


# Forms.


def test_selling_adds_up_and_knows_two_cards_that_are_alike(world: BrowserWorld) -> None:
    start(world)
    give_cards(world, 1, "blue:80", "blue:80", "mauve:30")
    at_a_post(world)
    page = seat(world, 1)
    form_without_card(page, "Sell")
    selected = page.locator(".sheet .taken")
    for number in range(3):
        choices(page).first.click()
        expect(selected).to_have_count(number + 1)
    expect(page.locator(".sheet .count")).to_contain_text("In all: 190 besants")
    selected.first.click()
    expect(page.locator(".sheet .count")).to_contain_text("In all: 110 besants")
    expect(selected.locator(".thing")).to_have_text(["80blue", "30mauve"])
    page.locator(".sheet .next").click()
    shown_confirmation(page).locator(".play").click()
    expect(page.locator("#hand .faces li .face > .unseen")).to_have_text(["blue 80"])
    assert world.table.state.hands[0].besants == 350


def test_buying_is_offered_by_the_drawn_card(world: BrowserWorld) -> None:
    start(world)
    at_a_post(world)
    page = seat(world, 1)
    texts = ["Buy green 80", "Buy green 50", "Buy green 30", "Buy: a Hasard…"]
    expect(page.locator(".action-card", has_text="Buy").locator("b")).to_have_text(texts)
    play(page, "Buy green 50")
    expect(page.locator("#hand .faces li .face > .unseen")).to_have_text(["green 50"])


def test_a_hasard_is_entered_effect_by_effect(world: BrowserWorld) -> None:
    start(world, hasard={"effects": [{"besants": -40}, {"miss_turn": True}]})
    at_a_post(world)
    page = seat(world, 1)
    form(page, "Buy: a Hasard")
    path = page.locator('.sheet [data-field="hasard"]')
    path.locator(".cards .choice-card").first.click()
    expect(path.locator(".taken-so-far li")).to_have_count(1)
    page.locator(".sheet .next:visible").click()
    shown_confirmation(page).locator(".play").click()
    expect(total(page, 1)).to_have_text("180")


def test_a_hasard_accepts_any_sum_and_words(world: BrowserWorld) -> None:
    start(world, hasard={"effects": [{"miss_turn": True}]})
    at_a_post(world)
    page = seat(world, 1)
    form(page, "Buy: a Hasard")
    path = page.locator('.sheet [data-field="hasard"]')
    path.get_by_text("gains or pays besants", exact=True).click()
    path.get_by_role("button", name="another amount", exact=True).filter(visible=True).click()
    path.get_by_role("spinbutton").fill("-35")
    path.get_by_role("spinbutton").press("Enter")
    expect(path.locator(".taken-so-far li")).to_have_text(["−35 besants×"])
    path.get_by_role("button", name="something else", exact=True).click()
    path.get_by_role("textbox").fill("go to Cyprus")
    path.locator(".field .next").click()
    expect(path.locator(".taken-so-far li")).to_have_text(["−35 besants×", "go to Cyprus×"])
    page.locator(".sheet .next:visible").click()
    shown_confirmation(page).locator(".play").click()
    expect(total(page, 1)).to_have_text("185")
    effects = (Effect(besants=-35), Effect(note="go to Cyprus"))
    assert world.table.entries[-1].played.move == Buy(Colour.GREEN, hasard=effects)


def test_arriving_offers_six_labelled_places(world: BrowserWorld) -> None:
    start(world)
    world.play(1, **SPIN)
    page = seat(world, 1)
    form(page, "Arrive")
    expect(choices(page)).to_have_count(6)
    expect(choices(page).locator(".card-note")).to_have_count(6)
    expect(choices(page).filter(has_text="Khanbalik").locator(".why-not")).to_contain_text("C12")


def test_a_cards_form_does_not_repeat_its_own_choice(world: BrowserWorld) -> None:
    start(world)
    at_a_post(world)
    world.play(1, move="end_turn")
    world.play(2, **SPIN)
    page = seat(world, 2)
    card(page, "Trading post, green…").click()
    expect(page.locator(".sheet fieldset")).to_have_count(1)
    expect(page.locator(".sheet legend")).to_have_text("Who is there already?")


def test_arriving_alone_at_a_post_is_one_tap(world: BrowserWorld) -> None:
    start(world)
    world.play(1, **SPIN)
    page = seat(world, 1)
    both = page.locator(".action-card", has_text="and end the turn")
    expect(both).to_have_text([f"{place} and end the turn" for place in ("A town", "A port")])
    expect(page.locator(".action-card")).to_have_count(10)
    play(page, "Trading post, blue")
    assert world.played == {"move": "arrive", "place": "post", "colour": "blue", "shared_with": []}


def test_an_arrival_without_further_moves_also_ends_the_turn(world: BrowserWorld) -> None:
    start(world)
    world.play(1, **SPIN)
    page = seat(world, 1)
    play(page, "A port and end the turn")
    assert world.moves[-2:] == ["arrive", "end_turn"]
    expect(page.locator("#headline")).to_have_text("Bao’s turn")
    with page.expect_response("**/api/commands"):
        page.locator('.tool[data-key="take_back"]').click()
    expect(card(page, "A port and end the turn")).to_be_visible()
    assert world.moves[-1] == "spin"


def test_a_host_learns_where_hidden_moves_are_made(world: BrowserWorld) -> None:
    start(world)
    at_a_post(world)
    page = world.seat(None)
    buy = card(page, "Buy")
    expect(buy).to_have_class("action-card refused")
    buy.locator(".action").click()
    expect(buy.locator(".why-not")).to_have_text("Ada has to do this, at the box or on their own phone.")
    expect(card(seat(world, 1), "Buy green 80")).to_be_visible()
    expect(card(page, "Buy")).to_have_count(0)


def test_a_ransom_is_besants_or_a_card(world: BrowserWorld) -> None:
    start(world)
    give_cards(world, 1, "mauve:30")
    world.play(1, move="spin", route="sea", chance=[7])
    world.play(1, move="fight", chance=[1, 6])
    page = seat(world, 1)
    expect(card(page, "Pay the ransom")).to_be_visible()
    form(page, "Pay the ransom")
    choices(page).filter(has_text="A goods card").click()
    shown_confirmation(page).locator(".play").click()
    expect(page.locator("#block-loot .face:not(.back)")).to_have_count(1)
    expect(world.phone().locator("#block-loot .face.back")).to_have_count(1)
    expect(world.phone().locator("#block-loot .face:not(.back)")).to_have_count(0)


def test_the_asked_phone_alone_says_which_card_was_taken(world: BrowserWorld) -> None:
    start(world)
    give_cards(world, 2, "blue:30", "mauve:80")
    at_a_post(world, "green", 2)
    world.play(1, move="trade", **{"with": 2})
    bao, ada = seat(world, 2), seat(world, 1)
    expect(ada.locator(".action-card")).to_have_count(0)
    form(bao, "Name the card taken")
    expect(bao.locator(".sheet .field-note").first).to_have_text("Ada took a card from you at random. Which one?")
    choices(bao).filter(has_text="mauve").click()
    shown_confirmation(bao).locator(".play").click()
    expect(ada.locator("#hand .faces li .face > .unseen")).to_have_text(["mauve 80"])


def test_only_the_own_seat_learns_what_its_claim_lacks(world: BrowserWorld) -> None:
    play_golden(world, "two_players", JUST_HOMEWARD)
    world.play(1, **SPIN)
    world.play(1, move="arrive", place="venice")
    ada, bao = seat(world, 1), seat(world, 2)
    card(ada, "Fortune made!").locator(".action").click()
    expect(ada.locator(".why-not")).to_contain_text("C14")
    expect(ada.locator("#hand .missing li").first).to_be_visible()
    assert "lacks" not in json.dumps(bao.evaluate("document.companionView.hands"))


def test_an_only_move_is_large_and_its_confirmation_mentions_it(world: BrowserWorld) -> None:
    start(world)
    for what, by in (("blue:80", 3), ("blue:50", 1), ("green:80", 2), ("yellow:80", 2)):
        world.play(1, move="correct", what=what, by=by, note="")
    page = seat(world, 1)
    cards = [{"colour": "blue", "value": 80}] * 3
    for place in ("khanbalik", "mission", "venice"):
        world.play(1, **SPIN)
        world.play(1, move="arrive", place=place)
        if place == "khanbalik":
            world.play(1, move="give_gifts", cards=cards)
        if place == "mission":
            expect(page.locator(".action-card.usual")).to_have_text("Complete the mission and end the turn")
            world.play(1, move="finish_mission")
        if place == "venice":
            break
        world.play(1, move="end_turn")
        for other_seat in (2, 3):
            world.play(other_seat, **SPIN)
            world.play(other_seat, move="arrive", place="town")
            world.play(other_seat, move="end_turn")
    card(page, "Fortune made!").locator(".action").click()
    expect(page.locator(".confirm .outlook")).to_have_text("This move ends the game.")


def test_a_winner_alone_is_asked_before_the_turn_ends(world: BrowserWorld) -> None:
    start(world)
    for what, by in (("table", 1), ("blue:80", 1), ("green:80", 1), ("yellow:80", 1), ("besants", 400)):
        world.play(1, move="correct", what=what, by=by, note="")
    for place in ("mission", "town", "town", "venice"):
        acting = world.table.state.turn.seat
        world.play(acting, **SPIN)
        world.play(acting, move="arrive", place=place)
        if place == "mission":
            world.play(acting, move="finish_mission")
        if place != "venice":
            world.play(acting, move="end_turn")
    ada = seat(world, 1)
    card(ada, "End the turn").locator(".action").click()
    expect(ada.locator(".confirm")).to_contain_text("Your fortune is made: announce it, and you win.")
    host = world.seat(None)
    expect(card(host, "End the turn").locator(".confirm")).to_have_count(0)
    ada.locator(".confirm .play").click()
    expect(ada.locator("#headline")).to_have_text("Bao’s turn")


# The end, and past games.


def test_at_the_end_every_page_shows_all_hands(world: BrowserWorld) -> None:
    play_golden(world, "two_players")
    world.turn_reveal()
    television, past = world.phone(viewport=TELEVISION), world.phone()
    television.goto(f"{world.companion.local_address}tv")
    past.goto(f"{world.companion.local_address}games/1")
    for page in (world.phone(), television, past):
        expect(page.locator('#block-hands [data-row^="goods:"]')).to_have_count(2)
        expect(page.locator("#block-hands .card-row").first.locator(".faces li")).to_have_count(6)
        expect(total(page, 1)).to_have_text("1100")
        expect(page.locator("#chart svg")).to_be_visible()
    expect(television.locator("#block-wheel")).to_be_hidden()
    row(past, 1).locator("summary").click()
    expect(row(past, 1).locator(".lines")).to_contain_text("blue 80")


def test_an_abandoned_game_hides_its_hands(world: BrowserWorld) -> None:
    play_golden(world, "two_players", 20)
    world.companion.ask(lambda: world.companion.session.do(LeaveGame()))
    page = world.phone()
    page.goto(f"{world.companion.local_address}games/1")
    expect(total(page, 1)).to_have_text("230")
    expect(page.locator("#block-hands")).to_have_count(0)
    assert "None" not in page.locator("main").inner_text()


# Before the game.


def host_page(world: BrowserWorld, path: str) -> Page:
    """Return a host's phone on this page."""
    page = world.phone()
    claimed = page.context.request.post(f"{world.companion.local_address}api/claim", data={"code": world.code(None)})
    assert claimed.ok
    page.goto(f"{world.companion.local_address}{path}")
    return page


def profile(world: BrowserWorld) -> Any:
    return world.companion.ask(lambda: world.companion.session.journal.note(f"{PROFILE_PREFIX}classic"))


def test_the_tracking_options_are_explained(world: BrowserWorld) -> None:
    page = host_page(world, "setup")
    page.locator('input[name="game"][value="classic"]').check()
    for name in NAMES:
        page.locator("#name").fill(name)
        page.locator("#name").press("Enter")
    tracking = unfold(page, "tracking").locator(".choice-card")
    expect(tracking.locator("small")).to_have_count(2)
    expect(tracking.first.locator("input")).to_be_checked()
    expect(page.locator("#option-list input[type=checkbox]:checked")).to_have_count(0)
    page.locator("#own-links a[href='/edition']").click()
    expect(page).to_have_url(f"{world.companion.local_address}edition")


def test_an_edition_is_saved_line_by_line_beside_other_figures(world: BrowserWorld) -> None:
    wheel = {"sectors": [{"land": 1, "sea": 2}, {"land": "bandit", "sea": 3}]}
    world.companion.ask(lambda: world.companion.session.note(f"{PROFILE_PREFIX}classic", {"wheel": wheel}))
    page = host_page(world, "edition")
    page.locator("[data-list='hasard.effects'] > button").click()
    page.locator("[id='hasard.effects-0-value']").fill("-40")
    page.locator("[id='hasard.effects-0-value']").press("Tab")
    expect(page.locator("#kept")).to_have_text("Saved for the next games.")
    page.locator("[data-list='hasard.effects'] > button").click()
    page.locator("[id='hasard.effects-1']").select_option("lose")
    page.locator("[data-list='mission.towns'] > button").click()
    page.locator("[id='mission.towns-0']").fill("Samarcande")
    page.locator("[id='mission.towns-0']").press("Tab")
    expect(page.locator("#kept")).to_have_text("Saved for the next games.")
    page.reload()
    expect(page.locator("[id='hasard.effects-0-value']")).to_have_value("−40")
    expect(page.locator("[id='mission.towns-0']")).to_have_value("Samarcande")
    assert profile(world) == {
        "wheel": wheel,
        "hasard": {"effects": [{"besants": -40}, {"lose": {"colour": "blue", "value": 80}}]},
        "mission": {"towns": ["Samarcande"]},
    }
    page.locator("[data-list='hasard.effects'] li").first.get_by_role("button").click()
    expect(page.locator("[data-list='hasard.effects'] li")).to_have_count(1)
    expect(page.locator("#kept")).to_have_text("Saved for the next games.")
    assert profile(world)["hasard"]["effects"] == [{"lose": {"colour": "blue", "value": 80}}]


def test_an_invalid_line_shows_its_error_in_place(world: BrowserWorld) -> None:
    page = host_page(world, "edition")
    page.locator("[data-list='hasard.effects'] > button").click()
    page.locator("[id='hasard.effects-0-value']").fill("many")
    page.locator("[id='hasard.effects-0-value']").press("Tab")
    expect(page.locator("[data-list='hasard.effects'] li").first.locator(".fault")).to_contain_text(
        "Type a whole number"
    )
    page.route("**/api/profile", lambda route: route.fulfill(
        status=400,
        headers=FROM_BOX,
        content_type="application/json",
        body=json.dumps({"error": "malformed", "reason": "Too long.", "where": "mission.towns.0"}),
    ) if route.request.method == "POST" else route.continue_())  # fmt: skip
    page.locator("[data-list='mission.towns'] > button").click()
    page.locator("[id='mission.towns-0']").fill("Xanadu")
    page.locator("[id='mission.towns-0']").press("Tab")
    expect(page.locator("[data-list='mission.towns'] li").first.locator(".fault")).to_have_text("Too long.")
    expect(page.locator("#kept")).to_contain_text("Not saved")


def test_a_guest_is_asked_for_the_code_of_the_table(world: BrowserWorld) -> None:
    page = world.phone()
    page.goto(f"{world.companion.local_address}edition")
    expect(page.locator("#guest")).to_be_visible()
    expect(page.locator("#edition")).to_be_hidden()
