"""The least and the most that a seat can still reach: always correct, never taken back, and finally the score."""

from __future__ import annotations

import os
import secrets
from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import PendingKind, Phase, State
from companion.rules.fields import Json
from companion.rules.game import move_from_json
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.scene_view import scene_view
from companion.table import table as tables
from companion.table.random_play import play_move as walked
from companion.words.catalogue import Words
from tests.depth import enough
from tests.games.voyages.edges import edges
from tests.games.voyages.legal_moves import legal_moves
from tests.games.voyages.test_endgame import after_reveals, last_round
from tests.games.voyages.test_points import FINAL, game_over, points
from tests.games.voyages.voyage import Voyage, first_turn
from tests.kit.cases import Case

GAMES, MANY_GAMES = enough(2, fewest=1), 40
games = [pytest.param(n, marks=[pytest.mark.long] if n >= GAMES else []) for n in range(MANY_GAMES)]
MOMENTS = 3
"""Number of states of each game that are compared with edge cases like them."""
LIKELY_MOVES = {"fulfil": 9, "city_card": 6, "travel": 6, "step": 6, "keep": 6, "black_die": 4}
"""Weights of moves that lead far and are chosen more often."""
UNLIKELY_MOVES = {"reroll": 0.3, "turn_die": 0.3, "name": 0.1, "reveal_goals": 0.1, "decline": 0.3, "end_turn": 0.3}
NO_POINTS_PAID = {
    **{"MOS": ["C01"], "SAM": ["C02"], "KAR": ["C03"], "LAN": ["C04"], "ALE": ["C05"], "KRC": ["C06"]},
    "SUM": ["C07", "C08", "C09"],
}
"""City cards of all cities, none of which costs points (C21)."""
Range = tuple[Any, Any]
"""The least and the most; None where there is no bound."""


@pytest.fixture
def rnd() -> Random:
    """Return a random generator whose seed is printed."""
    seed = int(os.environ.get("BOUNDS_SEED") or secrets.randbits(32))
    print(f"BOUNDS_SEED={seed}")
    return Random(seed)


def a_case(rnd: Random) -> Case:
    seats = rnd.choice([2, 3, 4])
    people = rnd.sample([person.value for person in Person], seats)
    draft = rnd.random() < 0.5
    characters = [None if draft and rnd.random() < 0.7 else person for person in people]
    options: dict[str, Json] = {"characters": [*characters], "expert": rnd.random() < 0.5, "deal": rnd.random() < 0.5}
    return Case(VOYAGES, seats, {**options, "draft": draft})


def is_correction(state: State, seat: int, body: dict[str, Any]) -> bool:
    """Return whether a move takes back what was certain: a correction, or other goals than the seat has said (V42)."""
    return body["move"] == "correct" or (body["move"] == "reveal_goals" and state.boards[seat - 1].goals is not None)


def after_random_move(case: Case, state: State, rnd: Random) -> State:
    """Return the state after a legal move that is not a correction."""
    seat = rnd.choice(case.match.active_seats(state))
    bodies = [body for body in legal_moves(case.match, state, seat, rnd) if not is_correction(state, seat, body)]
    kinds = sorted({body["move"] for body in bodies})
    [kind] = rnd.choices(kinds, [LIKELY_MOVES.get(kind, UNLIKELY_MOVES.get(kind, 1)) for kind in kinds])
    body = rnd.choice([body for body in bodies if body["move"] == kind])
    return after(case, state, seat, body)


def after(case: Case, state: State, seat: int, body: dict[str, Any]) -> State:
    played: State = case.match.play(state, seat, move_from_json(case.game, body))[0]
    return played


def played(case: Case, rnd: Random) -> list[State]:
    """Return every state of a random game from the first round to its end; there are no bounds before."""
    states = [VOYAGES.begin(case.names, case.options)[1]]
    while not case.match.over(states[-1]):
        states.append(after_random_move(case, states[-1], rnd))
    return [state for state in states if state.phase is not Phase.SETUP]


def bounds_for(match: Any, state: State, viewer: Viewer) -> list[Range]:
    """Return the least and the most of each seat for this viewer."""
    return [*match.bounds(match.player_view(state, viewer))]


def viewers(case: Case) -> list[Viewer]:
    return [PUBLIC, EVERYTHING, *map(as_seat, case.every_seat)]


def narrows(before: list[Range], now: list[Range]) -> bool:
    pairs = zip(before, now, strict=True)
    return all(low <= now_low <= now_high <= high for (low, high), (now_low, now_high) in pairs)


@pytest.mark.parametrize("game", games)
def test_bounds_hold_and_never_widen_for_any_viewer(game: int, rnd: Random) -> None:
    case = a_case(rnd)
    states = played(case, rnd)
    final = [board.purse.points for board in states[-1].boards]
    for viewer in viewers(case):
        bounds_by_state = [bounds_for(case.match, state, viewer) for state in states]
        for before, now in pairwise(bounds_by_state):
            assert narrows(before, now), f"{before} became {now}"
        assert all(
            low <= end <= high for moment in bounds_by_state for (low, high), end in zip(moment, final, strict=True)
        )
        assert bounds_by_state[-1] == [(end, end) for end in final]
    for state in states:
        assert all(
            board.purse.points <= high
            for board, (_, high) in zip(state.boards, bounds_for(case.match, state, PUBLIC), strict=True)
        )


@pytest.mark.parametrize("game", games)
def test_no_move_widens_bounds_in_edge_cases(game: int, rnd: Random) -> None:
    """States that random play hardly reaches: many posts, few camels, the last round, pending items."""
    case = a_case(rnd)
    for state in rnd.sample(played(case, rnd), MOMENTS):
        for moment in edge_cases_like(case, state, rnd):
            before = {viewer: bounds_for(case.match, moment, viewer) for viewer in (PUBLIC, EVERYTHING)}
            for seat in case.match.active_seats(moment):
                for body in legal_moves(case.match, moment, seat, rnd):
                    if not is_correction(moment, seat, body):
                        now = after(case, moment, seat, body)
                        assert all(narrows(then, bounds_for(case.match, now, who)) for who, then in before.items()), (
                            body
                        )


def edge_cases_like(case: Case, state: State, rnd: Random) -> list[State]:
    """Return edge cases like this state, in its round and in the last."""
    states = [made_consistent(edge) for edge in edges(case.match, state, rnd)]
    return [*states, *(replace(state_of_case, round=5) for state_of_case in states)]


def made_consistent(state: State) -> State:
    """Return a consistent state: a city with a post has given its bonus tile.

    Only a pending item asks for such a tile.
    """
    asked_cities = {item.place for item in state.pending if item.kind is PendingKind.BONUS}
    with_posts = {place for board in state.boards for place in board.posts} | asked_cities
    cities = tuple(
        replace(
            city, visited=city.visited or city.id in with_posts, bonus=None if city.id in asked_cities else city.bonus
        )
        for city in state.cities
    )
    return replace(state, cities=cities)


def test_a_correction_of_points_moves_both_bounds_equally(rnd: Random) -> None:
    case = a_case(rnd)
    state = rnd.choice(played(case, rnd)[:-1])
    [(low, high), *_] = bounds_for(case.match, state, PUBLIC)
    corrected = after(case, state, 1, {"move": "correct", "what": "points", "by": -7, "note": ""})
    assert bounds_for(case.match, corrected, PUBLIC)[0] == (low - 7, high - 7)


def test_goals_narrow_the_bounds_only_for_viewers_who_see_them() -> None:
    voyages = [last_round(goals=[None, pair]) for pair in (["G01", "G03"], ["G13", "G17"], None)]
    for voyage in voyages:
        voyage.give(2, posts="MOS XIA KAS", dice="")
    for viewer in (PUBLIC, as_seat(1)):
        first, *others = (bounds_for(voyage.match, voyage.state, viewer)[1] for voyage in voyages)
        assert others == [first, first]
    (low, high), (other_low, other_high), unknown = (
        bounds_for(voyage.match, voyage.state, as_seat(2))[1] for voyage in voyages
    )
    # Moscow and Xian 4, Moscow and Kashgar 7, three places 6; of the other pair only Kashgar, 1. Nothing else counts.
    assert (low, other_low, unknown[0]) == (17, 1, 0)
    assert (high, other_high) == (17, 1)
    assert unknown[1] == 17, "no goals bring more with these three posts"


def test_both_bounds_are_the_score_when_the_game_is_over() -> None:
    voyage = after_reveals(last_round().give(posts="MOS XIA BEI", coins=27, silk=3, points=5, filled="K01"))
    assert bounds_for(voyage.match, voyage.state, PUBLIC) == [(5 + 4 + 3 + 2 + 10 + 1 + 7,) * 2, (0, 0)]


def test_without_dice_in_the_last_round_only_goals_are_uncertain() -> None:
    voyage = last_round().give(posts="MOS BEI", coins=27, silk=3, points=5, filled="K01").give(2, dice="", coins=19)
    voyage.give(dice="", acted=True).give(2, dice="green:1").play(move="end_turn")
    # 2 for coins, 10 for Beijing, 1 for goods: certain. Goals: 25 would need four places, these posts allow one.
    [(low, high), _] = bounds_for(voyage.match, voyage.state, PUBLIC)
    assert low == 5 + 2 + 10 + 1
    # Two cards that both have Moscow give one place. And most contracts, unless seat 2 fills as many.
    assert high == 5 + 2 + 10 + 1 + 1 + 7


def test_most_contracts_are_certain_once_nobody_can_overtake() -> None:
    voyage = last_round().give(filled="K01 K02", dice="", acted=True).give(2, dice="green:1", active="")
    voyage.play(move="end_turn")
    assert bounds_for(voyage.match, voyage.state, PUBLIC)[0] == (0, 7)
    voyage.play(2, move="take_five", dice=["green:1"])
    # Seat 2 has no dice, camels or contract: with any goals, it overtakes nobody.
    assert bounds_for(voyage.match, voyage.state, PUBLIC) == [(7, 7), (0, 0)]


def test_a_card_that_costs_points_lowers_the_least() -> None:
    def least(**options: Any) -> int:
        voyage = last_round(**options).give(posts="MOS", points=9).give(2, dice="")
        return int(bounds_for(voyage.match, voyage.state, PUBLIC)[0][0])

    rest = {
        "SAM": ["C02"],
        "KAR": ["C03"],
        "LAN": ["C04"],
        "ALE": ["C05"],
        "KRC": ["C06"],
        "SUM": ["C07", "C08", "C09"],
    }
    assert least(city_cards={"MOS": ["C01"], **rest}) == 9
    assert least(city_cards={"MOS": ["C21"], **rest}) == 3
    assert least() == 3, "it may lie anywhere"


def test_points_of_posts_are_certain_until_one_may_move() -> None:
    def least(posts: str) -> int:
        voyage = last_round(goals=[None, ["G01", "G05"]], city_cards=NO_POINTS_PAID).give(dice="")
        voyage.give(2, posts=posts, dice="green:1", active="")
        voyage.state = replace(voyage.state, black=0)
        return int(bounds_for(voyage.match, voyage.state, as_seat(2))[1][0])

    # Moscow and Xian 4, two places 3, Beijing 10.
    assert least("BEI MOS XIA") == 4 + 3 + 10
    # All nine are placed: one more place means moving a post, possibly that of Beijing.
    assert least("BEI MOS XIA KAS ORM ADA LAN SUM ALE") <= 4 + 3


def test_posts_that_move_up_raise_only_the_most() -> None:
    def highest(seat: int, posts: str, **options: Any) -> tuple[int, int]:
        voyage = first_turn("kubilai", "berke", "johannes", goals=[["G01", "G02"]] * 3, **options)
        for others in (2, 3):
            voyage.give(others, posts="BEI", dice="", active="", coins=0)
        voyage.state = replace(voyage.state, round=5, black=0)
        voyage.give(posts=posts, dice="blue:6 blue:6", active="", coins=30, camels=9)
        low, high = bounds_for(voyage.match, voyage.state, as_seat(seat))[seat - 1]
        return low, high

    eight = "KAR SAM LAN ALE KRC SUM XIA ORM"
    slides = {"beijing_slides": True}
    for seat, space, more in ((2, 7, 3), (3, 4, 3)):
        low, high = highest(seat, eight)
        assert low == space
        # Kubilai may have to move the post on the 10: those below it rise by one space, 4 to 7 and 7 to 10.
        assert highest(seat, eight, **slides) == (low, high + more)
        assert highest(seat, "KAR", **slides) == highest(seat, "KAR"), "he has posts left, so that none has to move"


def test_points_tracking_has_no_bounds_before_the_final_count() -> None:
    voyage = points().play(move="score", by=4, why="")
    assert bounds_for(voyage.match, voyage.state, PUBLIC) == [(None, None)] * 2
    voyage.play(move="contract", by=3)
    game_over(voyage)
    assert bounds_for(voyage.match, voyage.state, PUBLIC) == [(14, None), (0, None)]
    voyage.play(2, **{**FINAL, "coins": 25, "beijing": 4, "goods": 3})
    assert bounds_for(voyage.match, voyage.state, PUBLIC) == [(14, None), (7, 7)]
    voyage.play(1, **FINAL)
    assert voyage.state.phase is Phase.OVER
    assert bounds_for(voyage.match, voyage.state, PUBLIC) == [(14, 14), (7, 7)]


@pytest.mark.parametrize(
    "table",
    [
        {"spaces": {"reroll": {"points": 1}}},
        {"income_deck": {"A": {"gives": {"step": 1}}}},
        {"income_deck": {"A": {"gives": {"other_town": 1}}}},
    ],
)
def test_figures_that_leave_nothing_certain_have_no_bounds(table: dict[str, Any]) -> None:
    voyage = Voyage(2, **table)
    assert bounds_for(voyage.match, voyage.state, PUBLIC) == [(None, None)] * 2


def test_bounds_depend_on_what_their_viewer_knows() -> None:
    table = tables.start(VOYAGES, ("Ada", "Bao"), {"characters": ["wilhelm", "berke"]})
    table = walked(table, 2, {"move": "reveal_goals", "cards": ["G13", "G10"]})

    def bounds(viewer: Viewer) -> Range:
        return bounds_for(table.match, table.state, viewer)[1]

    assert bounds(PUBLIC) == bounds(as_seat(1))
    # Four and four, with 10 for four places, while unknown goals count as seven and eight.
    assert bounds(as_seat(2)) == (bounds(PUBLIC)[0], bounds(PUBLIC)[1] - 7)
    blocks = scene_view(table, PUBLIC, Words("en"))["blocks"]
    [purse] = [block for block in blocks if block["id"] == "purse:2"]
    assert "low" not in purse  # so wide bounds are not shown


def test_width_of_the_bounds_when_the_last_round_begins() -> None:
    rnd, widths = Random(1), []
    for _ in range(3):
        case = a_case(rnd)
        start = next(state for state in played(case, rnd) if state.round == 5)
        widths += [high - low for low, high in bounds_for(case.match, start, PUBLIC)]
    print(f"least and most at the start of round 5: {median(widths)} points apart (median of {len(widths)} seats)")
    assert median(widths) <= 170


def test_bounds_are_wide_at_the_start() -> None:
    voyage = first_turn()
    for low, high in bounds_for(voyage.match, voyage.state, PUBLIC):
        assert low <= 0 < 100 < high
