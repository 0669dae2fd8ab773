"""The road of 1983: spins, fights, ransoms and arrivals, rulings C1 to C8."""

from __future__ import annotations

import pytest

from companion.games.classic.state import FightResult, Phase
from companion.rules.rule_errors import MalformedError
from tests.games.classic.journey import ATTACK, Journey


def test_c1_land_or_sea_is_announced_before_the_wheel_turns() -> None:
    journey = Journey()
    with pytest.raises(MalformedError) as caught:
        journey.play(move="spin", chance=[0])
    assert caught.value.where == "route"
    journey.refuses("C8", move="arrive", place="town")
    journey.refuses("C8", move="end_turn")


def test_c1_the_inner_ring_is_land_the_outer_sea() -> None:
    by_land, by_sea = Journey().spin(6, "land").state.turn, Journey().spin(6, "sea").state.turn
    assert by_land is not None
    assert by_sea is not None
    assert (by_land.points, by_sea.points) == (3, 6)


@pytest.mark.parametrize("chance", [[], [8], [-1], [0, 1]])
def test_c2_an_unknown_sector_is_refused(chance: list[int]) -> None:
    Journey().refuses("C2", move="spin", route="sea", chance=chance)


def test_c2_the_wheel_turns_once() -> None:
    journey = Journey().spin(3)
    journey.refuses("C2", move="spin", route="land", chance=[0])
    journey.play(move="arrive", place="town").refuses("C2", move="spin", route="land", chance=[0])


@pytest.mark.parametrize("route", ["land", "sea"])
def test_c3_a_sector_of_either_ring_may_be_an_attack(route: str) -> None:
    journey = Journey().spin_attack(route)
    journey.refuses("C3", move="end_turn")
    journey.refuses("C3", move="spin", route="land", chance=[0])


@pytest.mark.parametrize(("white", "black", "won"), [(6, 1, True), (4, 4, True), (3, 4, False), (1, 6, False)])
def test_c3_black_above_white_loses_the_fight(white: int, black: int, won: bool) -> None:
    journey = Journey().spin_attack().fight(white, black)
    assert journey.state.fight == FightResult(1, white, black, won)
    assert journey.turn == (2 if won else 1)


def test_c3_the_player_wins_21_of_36_throws() -> None:
    throws = [(white, black) for white in range(1, 7) for black in range(1, 7)]
    assert sum(Journey().spin_attack().fight(*throw).turn == 2 for throw in throws) == 21


@pytest.mark.parametrize("chance", [[7, 1], [1, 7], [0, 1], [1], [1, 1, 1]])
def test_c3_dice_have_six_faces_and_there_are_two(chance: list[int]) -> None:
    Journey().spin_attack().refuses("C3", move="fight", chance=chance)


def test_c3_nobody_fights_without_an_attack() -> None:
    journey = Journey()
    journey.refuses("C3", move="fight", chance=[6, 1])
    journey.spin().refuses("C3", move="fight", chance=[6, 1])


def test_c4_thirty_besants_go_into_the_loot_space() -> None:
    journey = Journey().lose()
    journey.refuses("C4", move="end_turn")
    journey.ransom()
    assert journey.lines == [(1, "besants", -30, "C4")]
    assert (journey.besants, journey.state.loot.besants, journey.turn) == ((210, 240), 30, 2)


def test_c4_a_ransom_may_be_a_card() -> None:
    journey = Journey().give(1, "blue:30", "green:80").lose()
    journey.refuses("C4", move="ransom", pay="card")
    journey.refuses("C4", move="ransom", pay="card", colour="blue", value=80)
    journey.ransom("blue:30")
    assert journey.lines == [(1, "blue:30", -1, "C4")]
    assert (journey.holding(1, "goods"), journey.besants[0]) == (["green:80"], 240)
    assert [str(loot_card.card) for loot_card in journey.state.loot.cards] == ["blue:30"]


def test_c4_a_seat_without_anything_pays_nothing() -> None:
    journey = Journey().give(1, besants=0).lose().ransom()
    assert (journey.lines, journey.turn) == ([], 2)


def test_c5_the_winner_takes_everything_in_the_loot_space() -> None:
    journey = Journey(3).give(1, "mauve:50").lose().ransom("mauve:50").lose().ransom()
    journey.spin_attack().fight(5, 5)
    assert journey.lines == [(3, "besants", 30, "C5"), (3, "mauve:50", 1, "C5")]
    assert (journey.holding(3, "goods"), journey.besants) == (["mauve:50"], (240, 210, 270))
    assert (journey.state.loot.besants, journey.state.loot.cards) == (0, ())


def test_c5_the_loot_space_may_be_empty() -> None:
    assert Journey().spin_attack().fight(6, 1).lines == []


def test_c6_a_fight_allows_neither_move_nor_trade() -> None:
    journey = Journey().give(1, "blue:30").lose()
    for body in ({"move": "arrive", "place": "town"}, {"move": "buy", "colour": "blue", "value": 80}):
        journey.refuses("C6", **body)
    journey.refuses("C16", move="sell", cards=[{"colour": "blue", "value": 30}])
    assert journey.ransom().turn == 2
    assert journey.spin_attack().fight(6, 1).turn == 1


def test_c7_an_unturned_table_spares_every_fight() -> None:
    journey = Journey().give(1, "table")
    for _ in range(3):
        journey.spin_attack().play(move="refuse_fight")
    journey.go("town")
    assert journey.turn == 1


def test_c7_only_the_mission_spares_the_fight() -> None:
    Journey().spin_attack().refuses("C7", move="refuse_fight")
    journey = Journey().mission()
    assert journey.holding(1, "table") == 1
    journey.spin_attack().refuses("C7", move="refuse_fight")


def test_c7_a_safe_conduct_does_not_forbid_the_fight() -> None:
    assert Journey().give(1, "table").spin_attack().fight(6, 1).turn == 2


def test_c8_a_seat_must_move() -> None:
    Journey().spin().refuses("C8", move="end_turn")


def test_c8_only_a_trading_post_is_shared() -> None:
    journey = Journey(3).spin()
    journey.refuses("C8", move="arrive", place="port", shared_with=[2])
    for shared in ([1], [4], [2, 2]):
        journey.refuses("C8", move="arrive", place="post", colour="blue", shared_with=shared)
    journey.stand(2, "post", "blue").stand(3, "post", "blue")
    journey.play(move="arrive", place="post", colour="blue", shared_with=[3, 2])


def test_c8_only_a_trading_post_has_a_colour() -> None:
    Journey().spin().refuses("C10", move="arrive", place="town", colour="blue")


def test_c8_the_player_decides_where_to_arrive() -> None:
    journey = Journey(strict_arrival=True).pass_turns(2).spin(3).play(move="arrive", place="venice")
    assert "strict_arrival" in journey.match.rules.enabled
    assert journey.end().turn == 2


def test_c8_a_turn_never_leads_back_to_its_start() -> None:
    Journey().spin().refuses("C8", move="arrive", place="venice")
    twice = Journey().pass_turns(2).go("venice").end().pass_turns()
    twice.spin().refuses("C8", move="arrive", place="venice")
    twice.play(move="arrive", place="town").end().pass_turns().go("venice")


def test_c8_another_spin_belongs_to_the_same_turn() -> None:
    safe = Journey().give(1, "table").spin_attack().play(move="refuse_fight").spin()
    safe.refuses("C8", move="arrive", place="venice")
    again = Journey().post().hasard({"spin_again": True}).spin()
    again.refuses("C8", move="arrive", place="venice")


def test_c8_towns_and_posts_have_no_names() -> None:
    assert Journey().post().end().pass_turns().post().end().turn == 2


def test_turns_go_round_from_seat_one() -> None:
    journey = Journey(4)
    seats = []
    for _ in range(5):
        seats.append(journey.turn)
        journey.pass_turns()
    assert seats == [1, 2, 3, 4, 1]


def test_nobody_plays_out_of_turn() -> None:
    journey = Journey()
    journey.refuses(None, 2, move="spin", route="land", chance=[0])
    journey.spin(ATTACK)
    journey.refuses(None, 2, move="fight", chance=[1, 1])
    assert journey.state.turn is not None
    assert journey.state.turn.phase is Phase.FIGHT
