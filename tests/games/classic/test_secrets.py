"""The secrecy of hands in the game of 1983: other viewers see the same, regardless of a seat's cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.box.pages.actions_menu import actions_of
from companion.games.classic import CLASSIC
from companion.games.classic.cards import Colour, GoodsCard, sorted_cards
from companion.games.classic.moves import Location
from companion.games.classic.state import Loot, LootCard, Phase, State
from companion.journal import moves_file
from companion.rules import codec
from companion.rules.fields import NumberField
from companion.rules.game import Match, PlayedMove, move_from_json
from companion.rules.match_functions import next_pick, offered_kinds_of, standings
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, say
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.server.views.scene_view import scene_view
from companion.table import table as tables
from companion.table.random_play import play_move
from companion.table.table import GameStart, Table
from companion.words.catalogue import Words
from tests.games.classic.journey import NAMES, Journey, cards
from tests.kit.cases import CASES, Case, a_few, few_seeds, hands
from tests.kit.random_play import complete_offers, looking_like, some_moment
from tests.views.games import snapshot

WORDS = Words("fr")
FULL = [case for case in CASES if case.game is CLASSIC and case.options.get("tracking") != "dice"]
full_cases = pytest.mark.parametrize("case", FULL, ids=str)


@full_cases
@a_few
@given(seed=few_seeds, rnd=hands)
def test_other_viewers_cannot_tell_hands_apart(case: Case, seed: int, rnd: Random) -> None:
    state: State = some_moment(case, seed, rnd).state
    if case.match.over(state):
        return
    for seat in case.every_seat:
        if state.turn and (state.turn.seat, state.turn.place) == (seat, Location.KHANBALIK):
            continue  # arriving there shows everyone that the hand has the gifts
        twin = _with_another_hand(case.match, state, seat, rnd)
        for viewer in (PUBLIC, *(as_seat(observer) for observer in case.every_seat if observer != seat)):
            assert _everything_seen(case.match, state, viewer, seat) == _everything_seen(case.match, twin, viewer, seat)
        assert [*_refusals(case.match, state, seat, Random(7))] == [*_refusals(case.match, twin, seat, Random(7))]


@full_cases
@a_few
@given(seed=few_seeds, rnd=hands)
def test_the_seat_itself_can_tell_its_hands_apart(case: Case, seed: int, rnd: Random) -> None:
    state: State = some_moment(case, seed, rnd).state
    for seat in case.every_seat:
        twin = _with_another_hand(case.match, state, seat, rnd)
        if twin != state and not case.match.over(state):
            assert _everything_seen(case.match, state, as_seat(seat), 0) != _everything_seen(
                case.match, twin, as_seat(seat), 0
            )


def _with_another_hand(match: Match, state: State, seat: int, rnd: Random) -> State:
    """Return the state with other values of the same colours in a seat's hand, and in the loot it paid."""
    values = [value for value, copies in match.edition.values if copies]

    def another_card(card: GoodsCard) -> GoodsCard:
        return GoodsCard(card.colour, rnd.choice(values))

    hand = state.hands[seat - 1]
    goods = sorted_cards(another_card(card) for card in hand.goods)
    loot = tuple(
        LootCard(loot_card.seat, another_card(loot_card.card))
        if loot_card.seat == seat and loot_card.card
        else loot_card
        for loot_card in state.loot.cards
    )
    hands = (*state.hands[: seat - 1], replace(hand, goods=goods), *state.hands[seat:])
    return replace(state, hands=hands, loot=Loot(state.loot.besants, loot))


def _everything_seen(match: Match, state: State, viewer: Viewer, hidden: int) -> str:
    """Return everything about this state that a viewer gets: facts, and the viewer's own options and forms."""
    own_seats = [] if viewer.seat is None else [viewer.seat]
    forms = [
        (option, next_pick(match, state, seat, option.kind, {}) if option.refused is None else None)
        for seat in own_seats
        for option in offered_kinds_of(match, state, seat)
    ]
    # A host plays the moves of unclaimed seats whose forms show no hand.
    open_to_all = [
        (option.kind, option.refused, next_pick(match, state, hidden, option.kind, {}))
        for option in (offered_kinds_of(match, state, hidden) if hidden else ())
        if not option.secret and option.refused is None
    ]
    unclaimed = {kind for kind, *_ in open_to_all}
    open_offers = [  # without the question that only the seat itself reads
        replace(offer, private_question=None)
        for offer in (complete_offers(match, state, hidden) if hidden else ())
        if offer.kind in unclaimed
    ]
    view = match.player_view(state, viewer)
    holdings = [match.holdings(view, seat) for seat in range(1, len(match.names) + 1)]
    totals = [total.value for total in match.totals(view)]
    table = Table(0, GameStart(match, state, ()), 1)
    pages = scene_view(table, viewer, WORDS)
    facts = (holdings, codec.to_json(view), totals, pages)
    offers = [match.offers(state, seat) for seat in own_seats]
    return repr((json.dumps(facts), standings(match, state), forms, offers, open_to_all, open_offers))


def _refusals(match: Match, state: State, hidden: int, rnd: Random) -> Iterator[str]:
    """Yield the refusals that the others get when they try any move.

    The card named at a trade is left out: its taker has seen it in the other's hand.
    """
    for seat in range(1, len(match.names) + 1):
        for kind in CLASSIC.moves if seat != hidden else ():
            body = looking_like(CLASSIC, kind, rnd, ["blue:80"])
            if kind == "trade":
                body["card"] = None
            try:
                match.play(state, seat, move_from_json(CLASSIC, body))
            except IllegalMoveError as error:
                yield repr((kind, error.reason, error.ruling))
            else:
                yield repr((kind, "played"))


def _entry_seen(table: Table, viewer: Viewer) -> str:
    """Return the last entry as a viewer has it: the move, its text, and the lines that are not secret to the viewer."""
    number = len(table.entries)
    entry, before = table.entries[-1], table.before(number)
    seat, move = entry.played.seat, entry.played.move
    lines = [line for line in entry.lines if not line.secret or viewer.sees(line.seat)]
    text = table.match.describe_move(before, seat, move, entry.state, entry.state, viewer)
    return repr((table.match.move_view(before, seat, move, entry.state, viewer), text, lines))


SECRET_MOVES: list[tuple[str, dict[str, Any], list[int]]] = [
    ("buy", {"move": "buy", "colour": "blue", "value": 50}, [1]),
    ("gain", {"move": "buy", "colour": "blue", "hasard": [{"gain": cards("blue:50")[0]}]}, [1]),
    ("ransom", {"move": "ransom", "pay": "card", "colour": "blue", "value": 50}, [1]),
    ("trade", {"move": "trade", "with": 2, "card": cards("blue:50")[0]}, [1, 2]),
    ("correct", {"move": "correct", "what": "blue:50", "by": 1, "note": "blue:50"}, [1]),
    ("town", {"move": "give_gifts", "cards": cards("blue:80", "blue:80", "blue:80"), "town": "Pagan 50"}, [1]),
]


@pytest.mark.parametrize(("name", "body", "knowing"), SECRET_MOVES, ids=[name for name, *_ in SECRET_MOVES])
def test_a_secret_move_is_known_only_to_its_holders(name: str, body: dict[str, Any], knowing: list[int]) -> None:
    table = _table_before(name)
    table = play_move(table, 1, body)
    assert "50" not in _entry_seen(table, PUBLIC)
    assert [seat for seat in (1, 2, 3) if "50" in _entry_seen(table, as_seat(seat))] == knowing
    assert "50" in _entry_seen(table, EVERYTHING)


def test_a_hidden_value_is_null_and_its_key_stays() -> None:
    for name, body, _ in SECRET_MOVES:
        move = move_from_json(CLASSIC, body)
        before = _table_before(name)
        masked = before.match.move_view(before.state, 1, move, play_move(before, 1, body).state, PUBLIC)
        assert masked.keys() == body.keys()
        assert masked["move"] == body["move"]
        assert None in masked.values() or masked["hasard"] == [{"gain": {"colour": None, "value": None}}]


def test_a_sold_card_is_shown_to_everyone() -> None:
    journey = Journey().give(1, "blue:80").post()
    move = move_from_json(CLASSIC, {"move": "sell", "cards": cards("blue:80")})
    before, now = journey.state, journey.sell("blue:80").state
    assert journey.match.move_view(before, 1, move, now, PUBLIC)["cards"] == cards("blue:80")


def test_a_card_in_the_loot_is_known_to_its_payer() -> None:
    journey = Journey().give(1, "blue:50").lose().ransom("blue:50")
    views: list[Any] = [journey.view_json(as_seat(seat)) for seat in (1, 2)]
    assert [view["loot"]["cards"][0]["card"] for view in views] == [{"colour": "blue", "value": 50}, None]


def test_a_mission_town_is_secret_until_the_table_is_turned() -> None:
    journey = Journey().give(1, "blue:80", "blue:80", "blue:80").go("khanbalik")
    journey.play(move="give_gifts", cards=cards("blue:80", "blue:80", "blue:80"), town="Pagan").end()
    assert "Pagan" not in json.dumps(journey.view_json(PUBLIC))
    assert "Pagan" in json.dumps(journey.view_json(as_seat(1)))
    journey.pass_turns().go("mission").play(move="finish_mission")
    assert "Pagan" in json.dumps(journey.view_json(PUBLIC))


@pytest.mark.parametrize(("town", "key"), [("Pagan", "finish_mission_town"), (None, "finish_mission")])
def test_the_town_is_told_when_the_table_is_turned(town: str | None, key: str) -> None:
    table = play_move(_table_before("town"), 1, {**SECRET_MOVES[-1][1], "town": town})
    table = play_move(table, 1, {"move": "end_turn"})
    for seat, place in ((2, "town"), (3, "town"), (1, "mission")):
        table = play_move(table, seat, {"move": "spin", "route": "land", "chance": [0]})
        table = play_move(table, seat, {"move": "arrive", "place": place})
        assert "Pagan" not in _entry_seen(table, PUBLIC)
        table = play_move(table, seat, {"move": "end_turn" if seat > 1 else "finish_mission"})
    entry, before = table.entries[-1], table.before(len(table.entries))
    text = table.match.describe_move(before, 1, entry.played.move, entry.state, entry.state, PUBLIC)
    assert text == say(f"classic.told.{key}", seat=1, **({"town": town} if town else {}))
    played = PlayedMove(before, 1, entry.played.move, entry.state, entry.lines)
    report = table.match.describe_turn([played], entry.state, PUBLIC)
    assert ("Pagan" in repr(report)) is (town is not None)


def in_venice(besants: int, *names: str) -> Journey:
    """Return a journey with seat 1 in Venice after its mission, with these besants and cards."""
    return Journey().mission().give(1, *names, besants=besants).go("venice")


def question_of(journey: Journey) -> Text | None:
    """Return the question before the end of the turn."""
    [end] = [offer for offer in journey.match.offers(journey.state, 1) if offer.kind == "end_turn"]
    return end.private_question


def test_c14_a_winner_is_asked_before_ending_the_turn() -> None:
    rich = ("blue:80", "green:80", "yellow:80")
    assert question_of(in_venice(380, *rich)) == say("classic.ask.end_turn")
    assert question_of(in_venice(379, *rich)) is None
    assert question_of(in_venice(1500, *rich[:2])) is None
    assert question_of(Journey().give(1, *rich, besants=1900).go("town")) is None


def test_c14_untracked_hands_ask_no_question() -> None:
    journey = Journey(tracking="dice").go("khanbalik").play(move="give_gifts").end().pass_turns()
    journey.go("mission").play(move="finish_mission").end().pass_turns().give(1, besants=2000).go("venice")
    assert question_of(journey) is None


def test_c14_nobody_else_learns_that_a_claim_would_win() -> None:
    """Two evenings differ in a hand alone: with one of them a claim would win."""
    evenings = [in_venice(410, "blue:80", "green:80", last) for last in ("yellow:50", "yellow:30")]
    assert [question_of(evening) is None for evening in evenings] == [False, True]
    tables = [Table(0, GameStart(evening.match, evening.state, ()), 1) for evening in evenings]

    def look(table: Table, role: ViewerRole) -> str:
        return json.dumps(phone_view(snapshot(table), role, WORDS))

    for role in (ViewerRole(), ViewerRole(host=True), ViewerRole(seat=2), ViewerRole(seat=2, host=True)):
        assert look(tables[0], role) == look(tables[1], role)
    assert [actions_of(table, 1)[-1].needs_confirmation for table in tables] == [False, False]
    own = [phone_view(snapshot(table), ViewerRole(seat=1), WORDS)["offers"] for table in tables]
    ends = [next(offer for offer in offers if offer["move"] == {"move": "end_turn"}) for offers in own]
    assert [(end["solemn"], "question" in end) for end in ends] == [(True, True), (False, False)]


def test_a_fortune_is_for_its_seat_alone_until_the_end() -> None:
    journey = Journey().give(1, "blue:80", besants=100)
    totals = [journey.totals(viewer) for viewer in (PUBLIC, as_seat(1), as_seat(2), EVERYTHING)]
    assert totals == [(None, None), (180, None), (None, 240), (180, 240)]
    assert [place.total for place in standings(journey.match, journey.state)] == [240, 100]


def test_before_the_end_ranks_use_only_public_values() -> None:
    journey = Journey(3).give(1, "mauve:80", "mauve:80").give(2, "table", besants=10).give(3, besants=250)
    assert [(place.seat, place.rank) for place in standings(journey.match, journey.state)] == [(2, 1), (3, 2), (1, 3)]


def test_untracked_hands_have_no_secrets() -> None:
    journey = Journey(tracking="dice")
    assert not any(option.secret for option in offered_kinds_of(journey.match, journey.state, 1))
    assert journey.totals(PUBLIC) == (240, 240)


def test_an_arrival_is_secret_only_if_it_reveals_gifts() -> None:
    too_few, enough = (
        Journey().give(1, "blue:30", "blue:30").spin(),
        Journey().give(1, "blue:30", "blue:30", "mauve:30").spin(),
    )
    secret = [offered_kinds_of(journey.match, journey.state, 1)[0].secret for journey in (too_few, enough)]
    assert secret == [False, True]


def test_a_card_is_not_refused_because_others_hold_it() -> None:
    journey = Journey().give(2, "blue:80", "blue:80", "blue:80").post()
    form: Any = next_pick(journey.match, journey.state, 1, "buy", {"colour": "blue"})
    assert [choice.refused for choice in form.choices] == [None] * 4
    journey.buy("blue:80")


def test_an_export_before_the_end_is_partial_and_hides_cards() -> None:
    table = play_move(_table_before("buy"), 1, SECRET_MOVES[0][1])
    head, *_, last = map(json.loads, moves_file.export(table, PUBLIC).splitlines())
    assert head["partial"] is True
    assert last == {"seat": 1, "move": "buy", "colour": None, "value": None}


def _table_before(name: str) -> Table:
    """Return a table for three at which seat 1 may make the secret move of this name; no seat's besants contain 50."""
    table = tables.start(CLASSIC, NAMES[:3], {})
    give = {"ransom": ["blue:50"], "town": ["blue:80"] * 3}.get(name, [])
    for card in give:
        table = play_move(table, 1, {"move": "correct", "what": card, "by": 1})
    if name == "trade":
        table = play_move(table, 2, {"move": "correct", "what": "blue:50", "by": 1})
    if name == "ransom":
        table = play_move(table, 1, {"move": "spin", "route": "land", "chance": [7]})
        table = play_move(table, 1, {"move": "fight", "chance": [1, 6]})
        assert table.state.turn.phase is Phase.RANSOM
        return table
    if name != "town":
        table = _with_company(table)
    place = {"move": "arrive", "place": "khanbalik"} if name == "town" else _post()
    return play_move(play_move(table, 1, {"move": "spin", "route": "land", "chance": [0]}), 1, place)


def _with_company(table: Table) -> Table:
    """Return the table a round later, with seat 2 at a blue post."""
    for seat, place in ((1, {"place": "town"}), (2, {"place": "post", "colour": "blue"}), (3, {"place": "town"})):
        for body in (
            {"move": "spin", "route": "land", "chance": [0]},
            {"move": "arrive", **place},
            {"move": "end_turn"},
        ):
            table = play_move(table, seat, body)
    return table


def _post() -> dict[str, Any]:
    return {"move": "arrive", "place": "post", "colour": Colour.BLUE.value, "shared_with": [2]}


def test_only_its_seat_reads_how_many_cards_were_corrected() -> None:
    few, many = Journey(3).give(2, "blue:80"), Journey(3).give(2, "blue:80", "blue:80")
    move = move_from_json(CLASSIC, {"move": "correct", "what": "blue:80", "by": 1})
    for viewer in (PUBLIC, as_seat(1), as_seat(3)):
        texts = [_correction_text(journey, move, viewer) for journey in (few, many)]
        assert texts == ["Bao corrige une carte"] * 2
    assert [_correction_text(journey, move, as_seat(2)) for journey in (few, many)] == [
        "Bao\N{NO-BREAK SPACE}: 1 → 2 bleu 80, corrigé",
        "Bao\N{NO-BREAK SPACE}: 2 → 3 bleu 80, corrigé",
    ]


def test_everybody_reads_corrections_of_open_amounts() -> None:
    journey = Journey(3)
    move = move_from_json(CLASSIC, {"move": "correct", "what": "besants", "by": -40})
    assert _correction_text(journey, move, PUBLIC) == "Bao\N{NO-BREAK SPACE}: 240 → 200 besants, corrigé"
    form = next_pick(journey.match, journey.state, 2, "correct", {"what": "besants"})
    assert isinstance(form, NumberField)
    assert (form.base, form.low, form.high) == (240, -240, 2040)


def _correction_text(journey: Journey, move: Any, viewer: Viewer) -> str:
    """Return the text of a correction of seat 2 for this viewer."""
    after, _ = journey.match.play(journey.state, 2, move)
    text = journey.match.describe_move(journey.state, 2, move, after, after, viewer)
    return WORDS.of(text, NAMES)
