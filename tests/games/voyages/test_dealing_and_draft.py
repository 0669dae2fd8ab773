"""Properties of the set-up that is played move by move: dealing and the draft of Voyages (V1, V4, V5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.voyages import VOYAGES
from companion.games.voyages.moves import Fulfil
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import Phase, State
from companion.rules.fields import ChanceField
from companion.rules.game import move_from_json
from companion.rules.rule_errors import MalformedError
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.table import amendments
from companion.table import table as tables
from companion.table.table import CompleteMove, Table
from tests.depth import search
from tests.games.voyages.legal_moves import legal_moves
from tests.games.voyages.voyage import Voyage

CITIES = ("MOS", "KAR", "SAM", "LAN", "ALE", "KRC", "SUM")
TOWNS = ("ANX", "KAS", "ORM", "XIA", "ADA", "KOC")
CARD_SPACES = (*CITIES[:-1], "SUM", "SUM", "SUM")
BONUS = [f"B{number:02}" for number in range(1, 11)]
CARDS = [f"C{number:02}" for number in range(1, 32)]
LETTERS = [*"ABCDEF"]
SETUP_KINDS = ("deal_map", "deal_row", "deal_characters", "take_character", "deal_goals", "keep_goals")
CONTRACTS = [f"K{number:02}" for number in range(1, 39)]
GOALS = [f"G{number:02}" for number in range(1, 19)]
PEOPLE = [person.value for person in Person]
MOVES = 60
"""Moves that a game with a draft and one with named characters have in common."""
DEALT = {"draft": True, "deal": True}
STARTING = ["S1", "S2"]

some = search(60)
a_few = search(30)


@st.composite
def layouts(draw: st.DrawFn) -> dict[str, list[tuple[str, str]]]:
    """Return a whole layout of the map, with each place and what lies there, by sort."""
    cards = draw(st.permutations(CARDS))[: len(CARD_SPACES)]
    return {
        "bonus": [*zip(CITIES, draw(st.permutations(BONUS)), strict=False)],
        "card": [*zip(CARD_SPACES, cards, strict=True)],
        "income": [*zip(TOWNS, draw(st.permutations(LETTERS)), strict=True)],
    }


@st.composite
def half_named(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, list[tuple[str, str]]]]:
    """Return options that name a part of a layout, and the layout; of a city with three cards its first ones."""
    layout = draw(layouts())
    named = {sort: [pair for pair in pairs if draw(st.booleans())] for sort, pairs in layout.items()}
    cities: dict[str, list[str]] = {}
    for city, card in named["card"]:
        cities.setdefault(city, []).append(card)
    free = [pair for pair in layout["card"] if pair not in named["card"]]
    in_order = [pair for city in CITIES for pairs in (named["card"], free) for pair in pairs if pair[0] == city]
    options = {"city_cards": cities, "bonus_tiles": dict(named["bonus"]), "income_tiles": dict(named["income"])}
    return {**options, "expert": True}, {**layout, "card": in_order}


def numbers_of(pile: Sequence[str], cards: Sequence[str]) -> list[int]:
    """Return the numbers that deal these cards: each counts the cards up to it that are left of the pile."""
    return [1 + sum(other < card and other not in cards[:index] for other in pile) for index, card in enumerate(cards)]


def map_numbers(options: Mapping[str, Any], layout: Mapping[str, list[tuple[str, str]]]) -> list[int]:
    """Return the numbers that deal the rest of a layout of which the options name a part."""
    cards = [card for cards in options.get("city_cards", {}).values() for card in cards]
    known = {
        "bonus": [*options.get("bonus_tiles", {}).values()],
        "card": cards,
        "income": [*options.get("income_tiles", {}).values()],
    }
    piles = {"bonus": BONUS, "card": CARDS, "income": LETTERS}
    numbers = []
    for sort, pile in piles.items():
        left = [card for card in pile if card not in known[sort]]
        numbers += numbers_of(left, [card for _, card in layout[sort] if card not in known[sort]])
    return numbers


def dealt_map(state: State) -> dict[str, list[tuple[str, str | None]]]:
    return {
        "bonus": [(city.id, city.bonus) for city in state.cities],
        "card": [(city.id, card) for city in state.cities for card in city.cards],
        "income": [(town.id, town.tile) for town in state.towns],
    }


def dice(voyage: Voyage, kind: str, seat: int = 1) -> list[int]:
    """Return the numbers of faces of the dice that deal a step."""
    field = voyage.match.next_pick(voyage.state, seat, kind, {}, ())
    assert isinstance(field, ChanceField)
    return [int(die.removeprefix("d")) for die, _ in field.draws]


def deal(voyage: Voyage, kind: str, chance: Sequence[int] | None = None, seat: int = 1) -> Voyage:
    """Deal a step, by default always the first card."""
    return voyage.play(seat, move=kind, chance=[*(chance or [1] * len(dice(voyage, kind, seat)))])


def kind_now(voyage: Voyage) -> str:
    seat = voyage.active_seats[0]
    kinds = {offer.kind for offer in voyage.match.offers(voyage.state, seat)} & {*SETUP_KINDS}
    [kind] = kinds
    return kind


# What is dealt.


@some
@given(half_named())
def test_numbers_deal_what_is_not_named_of_a_layout(
    named: tuple[dict[str, Any], dict[str, list[tuple[str, str]]]],
) -> None:
    options, layout = named
    voyage = Voyage(2, deal=True, **options)
    chance = map_numbers(options, layout)
    if chance:
        assert kind_now(voyage) == "deal_map"
        deal(voyage, "deal_map", chance)
    assert kind_now(voyage) == "deal_row"
    assert dealt_map(voyage.state) == layout


@some
@given(half_named(), st.data())
def test_no_card_lies_twice_and_what_is_named_stays(
    named: tuple[dict[str, Any], dict[str, list[tuple[str, str]]]], data: st.DataObject
) -> None:
    options, _ = named
    goals = [None, data.draw(st.permutations(GOALS))[:2], None]
    characters = [None, "berke", None]
    voyage = Voyage(3, **DEALT, **options, goals=goals, characters=characters)
    while voyage.state.phase is Phase.SETUP and kind_now(voyage) != "keep_goals":
        seat, kind = voyage.active_seats[-1], kind_now(voyage)
        if kind == "take_character":
            assert voyage.state.open_characters is not None
            voyage.play(seat, move=kind, character=voyage.state.open_characters[0].value)
        else:
            deal(voyage, kind, [data.draw(st.integers(1, size)) for size in dice(voyage, kind, seat)], seat)
    for sort, pile in (("bonus", BONUS), ("card", CARDS), ("income", LETTERS)):
        cards = [card for _, card in dealt_map(voyage.state)[sort]]
        assert len({*cards} & {*pile}) == len(cards)
    assert len({*voyage.state.market.row} & {*CONTRACTS}) == 6
    of_seats = [board.goals or board.goal_choice or () for board in voyage.state.boards]
    assert [len(cards) for cards in of_seats] == [4, 2, 4]
    assert len({card for cards in of_seats for card in cards} & {*GOALS}) == 10
    assert of_seats[1] == tuple(sorted(goals[1] or ()))
    people = [person.value for person in voyage.state.open_characters or ()]
    people += [voyage.match.with_characters(voyage.state).person(seat).value for seat in (1, 2, 3)]
    assert len({*people}) == len(people) == 3
    cities = {city.id: city for city in voyage.state.cities}
    for city, cards in options["city_cards"].items():
        assert [*cities[city].cards[: len(cards)]] == cards
    assert {city: cities[city].bonus for city in options["bonus_tiles"]} == options["bonus_tiles"]
    tiles = {town.id: town.tile for town in voyage.state.towns}
    assert {town: tiles[town] for town in options["income_tiles"]} == options["income_tiles"]


@some
@given(st.permutations(CONTRACTS))
def test_the_numbers_of_six_contracts_deal_them_as_the_row(cards: list[str]) -> None:
    voyage = deal(Voyage(2, deal=True), "deal_map")
    row = cards[:6]
    deal(voyage, "deal_row", numbers_of(CONTRACTS, row))
    assert [*voyage.state.market.row] == row
    assert voyage.state.market.special == 8


@some
@given(st.permutations(PEOPLE), st.sets(st.integers(1, 4), max_size=3))
def test_one_character_more_than_choosing_seats_lies_open(order: list[str], named: set[int]) -> None:
    characters = [order[-seat] if seat in named else None for seat in (1, 2, 3, 4)]
    voyage = deal(deal(Voyage(4, **DEALT, characters=characters), "deal_map"), "deal_row")
    free = [person for person in PEOPLE if person not in characters]
    wanted = [person for person in order if person in free][: 5 - len(named)]
    left, numbers = [*free], []
    for person in wanted:
        numbers.append(left.index(person) + 1)
        left.remove(person)
    deal(voyage, "deal_characters", numbers)
    assert [person.value for person in voyage.state.open_characters or ()] == [p for p in PEOPLE if p in wanted]
    while kind_now(voyage) == "take_character":
        seats = [seat for seat in (1, 2, 3, 4) if not voyage.match.with_characters(voyage.state).has_character(seat)]
        assert voyage.active_seats == (seats[-1],)
        for person in PEOPLE:
            if person not in wanted:
                voyage.refuses("V4", move="take_character", character=person)
        voyage.play(move="take_character", character=wanted.pop())
    assert len(wanted) == 1, "one is left over"
    assert voyage.state.open_characters is None


@some
@given(st.permutations(GOALS), st.booleans(), st.permutations([1, 3, 4]))
def test_goals_are_dealt_by_seat_whatever_the_order_of_draws(cards: list[str], draft: bool, order: list[int]) -> None:
    named, wanted = cards[:2], cards[2:]
    each = 4 if draft else 2
    pile, numbers = sorted(wanted), {}
    for index, seat in enumerate((1, 3, 4)):
        own = wanted[index * each : (index + 1) * each]
        numbers[seat] = numbers_of(pile, own)
        pile = [card for card in pile if card not in own]
    voyage = Voyage(4, deal=True, draft=draft, goals=[None, named, None, None], characters=PEOPLE[4:])
    deal(deal(voyage, "deal_map"), "deal_row")
    for number, seat in enumerate(order):
        assert kind_now(voyage) == "deal_goals"
        assert {*voyage.active_seats} == {*order[number:]}
        deal(voyage, "deal_goals", numbers[seat], seat)
    for index, seat in enumerate((1, 3, 4)):
        kept = tuple(sorted(wanted[index * each : (index + 1) * each]))
        board = voyage.board(seat)
        assert board.goal_choice == (kept if draft else None)
        assert board.goals == (None if draft else kept)
        assert board.goal_draw is None
    assert (voyage.state.phase is Phase.SETUP) is draft


@a_few
@given(st.data(), st.booleans())
def test_the_order_of_draws_and_choices_changes_nothing(data: st.DataObject, draft: bool) -> None:
    dealt = deal(deal(Voyage(3, deal=True, draft=draft, characters=PEOPLE[:3]), "deal_map"), "deal_row")
    numbers = {
        seat: [data.draw(st.integers(1, size)) for size in dice(dealt, "deal_goals", seat)] for seat in (1, 2, 3)
    }
    states = []
    for order in permutations((1, 2, 3)):
        voyage = Voyage(3, deal=True, draft=draft, characters=PEOPLE[:3])
        voyage.state = dealt.state
        for seat in order:
            deal(voyage, "deal_goals", numbers[seat], seat)
        for seat in order if draft else ():
            choice = voyage.board(seat).goal_choice
            assert choice is not None
            voyage.play(seat, move="keep_goals", cards=[choice[3], choice[0]])
        states.append(voyage.state)
    assert all(state == states[0] for state in states)
    assert states[0].phase is Phase.ROLLS


@a_few
@given(st.data(), st.booleans())
def test_the_dice_of_goals_depend_on_nothing_secret(data: st.DataObject, draft: bool) -> None:
    """Two of them may even be the same card of two seats, which must not be seen before the end."""
    voyages = []
    for _ in range(2):
        goals = [data.draw(st.permutations(GOALS))[:2] for _ in range(2)]
        voyage = Voyage(4, deal=True, draft=draft, goals=[goals[0], None, goals[1], None], characters=PEOPLE[:4])
        voyages.append(deal(deal(voyage, "deal_map"), "deal_row"))
    each = 4 if draft else 2
    for voyage in voyages:
        assert dice(voyage, "deal_goals", 2) == [14 - index for index in range(each)]
        assert dice(voyage, "deal_goals", 4) == [14 - each - index for index in range(each)]
        deal(voyage, "deal_goals", seat=4)
    views = [voyage.match.player_view(voyage.state, as_seat(2)) for voyage in voyages]
    assert views[0] == views[1]


def test_a_seat_sees_its_own_four_cards_and_no_draw() -> None:
    voyage = deal(deal(Voyage(2, **DEALT, characters=PEOPLE[:2]), "deal_map"), "deal_row")
    deal(voyage, "deal_goals", [18, 17, 16, 15])
    for viewer in (PUBLIC, as_seat(1), as_seat(2)):
        assert voyage.match.player_view(voyage.state, viewer).boards[0].goal_draw == (None,) * 4
    assert voyage.match.player_view(voyage.state, EVERYTHING).boards[0].goal_draw == (18, 17, 16, 15)
    deal(voyage, "deal_goals", seat=2)
    choices = {
        viewer: voyage.match.player_view(voyage.state, viewer).boards[0].goal_choice
        for viewer in (PUBLIC, as_seat(1), as_seat(2))
    }
    assert choices == {PUBLIC: (None,) * 4, as_seat(1): ("G15", "G16", "G17", "G18"), as_seat(2): (None,) * 4}


def test_the_draw_of_goals_is_shown_once_all_are_open() -> None:
    voyage = deal(deal(Voyage(2, deal=True, characters=["wilhelm", "berke"]), "deal_map"), "deal_row")
    deal(deal(voyage, "deal_goals", [18, 16]), "deal_goals", seat=2).roll_all()
    draw = move_from_json(VOYAGES, {"move": "deal_goals", "chance": [18, 16]})

    def shown(viewer: Viewer) -> Any:
        return voyage.match.move_view(voyage.state, 1, draw, voyage.state, viewer)["chance"]

    assert [shown(viewer) for viewer in (PUBLIC, as_seat(1), as_seat(2))] == [None] * 3
    assert shown(EVERYTHING) == [18, 16]
    voyage.state = replace(voyage.state, round=5)
    voyage.give(acted=True).end_round()
    assert voyage.over
    assert [shown(viewer) for viewer in (PUBLIC, as_seat(1), as_seat(2))] == [[18, 16]] * 3


# The steps.


@pytest.mark.parametrize(
    ("options", "steps"),
    [
        ({"deal": True}, ["deal_map", "deal_row", "deal_goals"]),
        ({"draft": True}, ["take_character", "keep_goals"]),
        ({"draft": True, "tracking": "points"}, ["take_character"]),
        (DEALT, [*SETUP_KINDS]),
        ({**DEALT, "characters": PEOPLE[:2]}, ["deal_map", "deal_row", "deal_goals", "keep_goals"]),
        ({**DEALT, "goals": [GOALS[:2], GOALS[2:4]]}, [*SETUP_KINDS[:4]]),
        ({"deal": True, "goals": [GOALS[:2], GOALS[2:4]]}, ["deal_map", "deal_row"]),
        ({"draft": True, "characters": PEOPLE[:2], "goals": [GOALS[:2], GOALS[2:4]]}, []),
        ({}, []),
    ],
)
def test_steps_of_which_nothing_is_left_are_left_out(options: dict[str, Any], steps: list[str]) -> None:
    voyage, kinds = Voyage(2, **options), []
    while voyage.state.phase is Phase.SETUP:
        assert (voyage.match.round(voyage.state), voyage.turn) == (None, None)
        assert voyage.match.bounds(voyage.state) == ()
        kinds.append(kind_now(voyage))
        play_any(voyage)
    assert [*dict.fromkeys(kinds)] == steps
    assert (voyage.match.round(voyage.state), voyage.turn) == (1, None)


def play_any(voyage: Voyage) -> None:
    """Play a legal move of the set-up."""
    seat, rnd = voyage.active_seats[0], Random(1)
    bodies = legal_moves(voyage.match, voyage.state, seat, rnd)
    voyage.play(seat, **next(body for body in bodies if body["move"] in SETUP_KINDS))


def test_a_map_with_all_of_its_cards_is_not_dealt() -> None:
    cards = {city: [CARDS[index]] for index, city in enumerate(CITIES[:-1])}
    named: dict[str, Any] = {
        "city_cards": {**cards, "SUM": CARDS[6:9]},
        "bonus_tiles": dict(zip(CITIES, BONUS, strict=False)),
    }
    assert kind_now(Voyage(2, deal=True, **named)) == "deal_row"
    tiles = dict(zip(TOWNS, LETTERS, strict=True))
    assert kind_now(Voyage(2, deal=True, expert=True, **named)) == "deal_map"
    assert kind_now(Voyage(2, deal=True, expert=True, **named, income_tiles=tiles)) == "deal_row"


def test_a_tile_whose_town_has_another_is_dealt_too() -> None:
    voyage = Voyage(2, deal=True, income_tiles={"ANX": "F"})
    assert dice(voyage, "deal_map")[-2:] == [23, 1]
    deal(voyage, "deal_map")
    tiles = {town.id: town.tile for town in voyage.state.towns}
    assert tiles == {"ANX": "F", "KAS": "C", "ORM": "B", "XIA": "D", "ADA": "E", "KOC": "A"}


def test_dealing_is_refused_where_cards_are_not_tracked() -> None:
    with pytest.raises(MalformedError) as caught:
        Voyage(2, tracking="points", deal=True)
    assert caught.value.where == "deal"


@pytest.mark.parametrize("wrong", [[0], [39], [1, 1]])
def test_numbers_beyond_a_pile_are_refused_with_its_ruling(wrong: list[int]) -> None:
    voyage = Voyage(2, **DEALT)
    voyage.refuses("V1", move="deal_map", chance=[*wrong, *[1] * 21])
    deal(voyage, "deal_map").refuses("V5", move="deal_row", chance=[*wrong, *[1] * 5])
    deal(voyage, "deal_row").refuses("V4", move="deal_characters", chance=[*wrong, *[1] * 2])
    deal(voyage, "deal_characters")
    voyage.play(move="take_character", character="matteo").play(move="take_character", character="berke")
    voyage.refuses("V1", 2, move="deal_goals", chance=[*wrong, *[1] * 3])


# What follows the set-up.


def test_incomes_are_booked_with_the_last_choice() -> None:
    voyage = Voyage(2, draft=True)
    voyage.play(move="take_character", character="johannes").play(move="take_character", character="niccolo_marco")
    assert voyage.lines == []
    voyage.play(2, move="keep_goals", cards=["G01", "G02"])
    assert voyage.lines == []
    voyage.play(1, move="keep_goals", cards=["G01", "G02"])
    assert voyage.lines == [(1, "camels", 1, "V38"), (2, "coins", 3, "V40")]
    assert [board.rolled for board in voyage.state.boards] == [False, False]


def test_incomes_are_booked_with_the_last_deal() -> None:
    voyage = deal(deal(Voyage(2, deal=True, characters=["johannes", "matteo"]), "deal_map"), "deal_row")
    deal(voyage, "deal_goals", seat=2)
    assert voyage.lines == []
    deal(voyage, "deal_goals", seat=1)
    assert voyage.lines == [(1, "coins", 3, "V40")]
    assert voyage.active_seats == (1, 2)
    assert [item.seat for item in voyage.state.pending] == [2], "a contract for Matteo"


def test_the_dealt_row_is_that_of_the_first_round_only() -> None:
    voyage = deal(deal(Voyage(2, deal=True, characters=["wilhelm", "berke"]), "deal_map"), "deal_row")
    deal(deal(voyage, "deal_goals", seat=2), "deal_goals").roll_all()
    assert [*voyage.state.market.row] == ["K01", "K02", "K03", "K04", "K05", "K06"]
    voyage.refuses("V15", move="contracts", dice=["blue:3"], slots=[2], contracts=["K07"])
    voyage.play(move="contracts", dice=["blue:3"], slots=[2], contracts=["K02"])
    assert [*voyage.state.market.row] == ["K01", "K03", "K04", "K05", "K06"]
    voyage.end_turn().end_round()
    assert voyage.state.round == 2
    assert [*voyage.state.market.row] == [None] * 6
    assert voyage.state.market.special == 8 + 5


@pytest.mark.parametrize("tracking", ["full", "points"])
@pytest.mark.parametrize("person", PEOPLE)
def test_a_chosen_character_plays_as_a_named_one(person: str, tracking: str) -> None:
    """Compare the states, lines, texts, blocks and offers of two games with the same moves."""
    rnd = Random(person)
    other = rnd.choice([name for name in PEOPLE if name != person])
    goals = {"goals": [["G01", "G05"], ["G02", "G12"]]} if tracking == "full" else {}
    named = Voyage(2, tracking=tracking, characters=[other, person], **goals)
    chosen = Voyage(2, tracking=tracking, draft=True)
    chosen.play(2, move="take_character", character=person).play(1, move="take_character", character=other)
    for seat, cards in reversed([*enumerate(goals.get("goals", ()), 1)]):
        chosen.play(seat, move="keep_goals", cards=cards)
    for _ in range(MOVES):
        if named.over:
            break
        check_alike(named, chosen)
        seat = rnd.choice(named.active_seats)
        bodies = legal_moves(named.match, named.state, seat, rnd)
        kind = rnd.choice(sorted({body["move"] for body in bodies}))
        body = rnd.choice([body for body in bodies if body["move"] == kind])
        texts = [text_of(voyage, seat, body) for voyage in (named, chosen)]
        assert texts[0] == texts[1]
        assert named.lines == chosen.lines
    check_alike(named, chosen)


def text_of(voyage: Voyage, seat: int, body: dict[str, Any]) -> tuple[Any, ...]:
    """Play a move and return what is written and shown about it."""
    move, before = move_from_json(VOYAGES, body), voyage.state
    after = voyage.play(seat, **body).state
    text = voyage.match.describe_move(before, seat, move, after, after, PUBLIC)
    return text, voyage.match.animations(before, seat, move, after, voyage.last, PUBLIC)


def check_alike(named: Voyage, chosen: Voyage) -> None:
    boards = tuple(replace(board, person=None) for board in chosen.state.boards)
    assert named.state == replace(chosen.state, boards=boards)
    assert named.match.bounds(named.state) == chosen.match.bounds(chosen.state)
    blocks = [voyage.match.scene(voyage.state, PUBLIC, None).blocks for voyage in (named, chosen)]
    # How cards are chosen is shown until the first roll.
    assert [block for block in blocks[0] if block.id != "setup"] == [
        block for block in blocks[1] if block.id != "setup"
    ]
    for seat in (1, 2):
        assert named.match.offers(named.state, seat) == chosen.match.offers(chosen.state, seat)
        assert named.match.seat_notes(named.state, seat) == chosen.match.seat_notes(chosen.state, seat)
        assert named.match.holdings(named.state, seat) == chosen.match.holdings(chosen.state, seat)


# Amendments.


def played(table: Table, *moves: tuple[int, dict[str, Any]]) -> Table:
    for seat, body in moves:
        table = tables.play(table, [CompleteMove(seat, move_from_json(VOYAGES, body))], len(table.entries) + 1)
    return table


def amended(table: Table, entry: int, **body: Any) -> Table:
    played_move = table.entries[entry - 1].played
    return amendments.amend(table, entry, replace(played_move, move=move_from_json(VOYAGES, body), drawn=None))


def rolled_after_dealing(*deals: dict[str, Any], **options: Any) -> Table:
    """Return a dealt game of rich seats whose goals are named, in the first turn."""
    rich: dict[str, Any] = {"start": {"coins": [40, 40], "camels": 20}, "characters": ["berke", "wilhelm"]}
    named: dict[str, Any] = {"goals": [["G01", "G02"], ["G03", "G04"]], "starting_contracts": STARTING}
    table = tables.start(VOYAGES, ("Ada", "Bao"), {"deal": True, **rich, **named, **options})
    goods = [{"move": "correct", "what": what, "by": 9} for what in ("pepper", "silk", "gold")]
    rolls = [(seat, {"move": "roll", "chance": [3, 3, 3, 3, 3]}) for seat in (1, 2)]
    return played(table, *((1, body) for body in deals), *rolls, *((1, body) for body in goods))


def taken_and_filled() -> Table:
    """Return a dealt game in which seat 1 takes the contract of the second slot, K03, and fills it."""
    deals = {"deal_map": [1] * 16, "deal_row": [1, 2, 2, 2, 2, 2]}
    table = rolled_after_dealing(*({"move": kind, "chance": chance} for kind, chance in deals.items()))
    return played(
        table,
        (1, {"move": "contracts", "dice": ["blue:3"], "slots": [2], "contracts": ["K03"]}),
        (1, {"move": "fulfil", "contract": "K03"}),
    )


def test_an_amended_row_renames_the_contracts_taken_from_it() -> None:
    table = taken_and_filled()
    assert table.before(3).market.row == ("K01", "K03", "K04", "K05", "K06", "K07")
    again = amended(table, 2, move="deal_row", chance=[1, 7, 2, 2, 2, 2])
    assert again.before(3).market.row == ("K01", "K08", "K03", "K04", "K05", "K06")
    assert again.entries[-1].played.move == Fulfil("K08")
    assert again.state.boards[0].filled == ("K08",)
    assert again.state.market.row == ("K01", "K03", "K04", "K05", "K06")


def test_two_cards_of_the_row_may_be_swapped() -> None:
    table = taken_and_filled()
    again = amended(table, 2, move="deal_row", chance=[3, 1, 2, 2, 2, 2])
    assert again.before(3).market.row == ("K03", "K01", "K04", "K05", "K06", "K07")
    assert again.state.boards[0].filled == ("K01",)


def test_an_amended_map_renames_the_city_cards_used_later() -> None:
    deals = {"deal_map": [1] * 9, "deal_row": [1] * 6}
    named = {"bonus_tiles": dict(zip(CITIES, BONUS, strict=False))}
    table = rolled_after_dealing(*({"move": kind, "chance": chance} for kind, chance in deals.items()), **named)
    table = played(
        table,
        (1, {"move": "travel", "dice": ["blue:3", "blue:3"], "paths": [["ALE"]]}),
        (1, {"move": "end_turn"}),
        (2, {"move": "take_five", "dice": ["green:3"]}),
        (2, {"move": "end_turn"}),
        (1, {"move": "city_card", "card": "C05", "city": "ALE", "dice": ["blue:3"], "times": 1}),
    )
    again = amended(table, 1, move="deal_map", chance=[1, 1, 1, 1, 2, 1, 1, 1, 1])
    assert [card for _, card in dealt_map(again.state)["card"]] == [
        *("C01", "C02", "C03", "C04", "C06", "C05", "C07", "C08", "C09"),
    ]
    last = again.entries[-1].played.move
    assert getattr(last, "card", None) == "C06"
    # The tile of Alexandria gave 2 silk. C05 takes two camels and a silk, C06 three camels and a pepper.
    assert (table.state.boards[0].purse.silk, again.state.boards[0].purse.silk) == (10, 11)
    assert (table.state.boards[0].purse.pepper, again.state.boards[0].purse.pepper) == (9, 8)


def test_an_amended_choice_of_a_character_is_played_on() -> None:
    """The camel and the second figure are those of the new character."""
    table = tables.start(VOYAGES, ("Ada", "Bao"), {"draft": True, "starting_contracts": [*STARTING]})
    table = played(
        table,
        (2, {"move": "take_character", "character": "berke"}),
        (1, {"move": "take_character", "character": "kubilai"}),
        (1, {"move": "keep_goals", "cards": ["G01", "G02"]}),
        (2, {"move": "keep_goals", "cards": ["G03", "G04"]}),
        (2, {"move": "roll", "chance": [3, 3, 3, 3, 3]}),
    )
    again = amended(table, 1, move="take_character", character="niccolo_marco")
    assert again.state.boards[1].figures == ("VEN", "VEN")
    assert again.state.boards[1].purse.camels == table.state.boards[1].purse.camels + 1
    assert again.state.boards[0] == table.state.boards[0]
