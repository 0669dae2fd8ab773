"""The rulings of Expedition about a turn, E1 to E7, with their edge cases."""

from __future__ import annotations

import pytest

from companion.games.expedition.state import CamelStep, Crate, EndTurn, StepPayment
from companion.rules.moves import Correct
from companion.rules.rule_errors import refusal_from
from companion.rules.viewer import PUBLIC
from companion.words.catalogue import Words
from tests.games.expedition.race import Race

STEP = CamelStep(StepPayment.CARDS)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_e1_everyone_begins_with_three_gold(seats: int) -> None:
    race = Race(seats)
    assert race.gold == (3,) * seats
    assert race.payments == [(seat, 3, "E1") for seat in range(1, seats + 1)]


def test_e1_gold_is_a_number() -> None:
    race = Race().correct(3, "gold", 900).cards(2).end()
    assert race.ballast().gold == (3, 2, 903)  # a crate of 3 is changed, even if the box lacks small crates
    assert race.end().place_camel(3, 10).cards().gold == (3, 2, 903)


def test_e2_occupied_spaces_are_jumped_at_no_cost() -> None:
    race = Race(5).cards()
    assert race.spaces == (5, 1, 2, 3, 4)
    assert race.gold == (3,) * 5
    race.place_camel(1, 9).end().ballast()  # one step costs one gold, even if it is four spaces
    assert (race.spaces, race.gold) == ((9, 5, 2, 3, 4), (3, 2, 3, 3, 3))


def test_e2_a_jumped_space_is_not_reached() -> None:
    race = Race(crates={"2": 2}).cards()
    assert (race.spaces, race.gold) == ((3, 1, 2), (3, 3, 3))
    race.end().end().cards().end().end()
    assert race.cards().payments == [(2, 2, "E3")]


def test_e2_own_camels_are_jumped_too() -> None:
    race = Race(2, both_camels=True).cards(1, camel=2)
    assert race.camels == ((0, 4), (1, 3))
    assert race.cards(2, camel=1).camels == ((5, 4), (1, 3))


def test_e3_only_the_first_camel_to_land_takes_the_crate() -> None:
    race = Race(crates={"3": 2}).cards()
    assert race.payments == [(1, 2, "E3")]
    race.cards().end().cards()
    assert (race.spaces, race.payments) == ((4, 3, 2), [])


def test_e3_a_camel_placed_at_setup_takes_no_crate() -> None:
    race = Race(crates={"1": 1, "2": 2})
    assert race.gold == (3, 3, 3)
    race.end(2).cards().end()
    assert race.cards().payments == [(1, 2, "E3")]


def test_e3_a_crate_is_taken_by_ballast_as_well() -> None:
    race = Race(crates={"2": 2}).place_camel(3, 9)
    assert race.ballast().payments == [(1, -1, "E4"), (1, 2, "E3")]


def test_e3_an_unknown_crate_is_named_once_after_landing() -> None:
    race = Race().cards().refuses_crate(0).refuses_crate(3).refuses_crate(-1)
    assert race.crate(2).payments == [(1, 2, "E3")]
    race.refuses_crate()


def test_e3_a_crate_is_named_before_the_next_step() -> None:
    race = Race().cards(2).crate(1)
    assert race.gold == (4, 3, 3)
    race.refuses_crate().refuses(Crate(1), None, seat=2)


def test_e3_a_crate_is_named_only_after_a_step() -> None:
    Race().refuses_crate().cards().end().refuses_crate().refuses(Crate(1), None, seat=1)


def test_e3_no_crate_is_named_on_a_reached_space() -> None:
    race = Race().cards(2).end().cards()
    assert race.spaces == (4, 3, 2)
    race.refuses_crate()


def test_e3_an_unnamed_crate_is_corrected_later() -> None:
    race = Race().cards().end().cards().end(2)
    assert (race.spaces, race.state.untold) == ((3, 4, 2), (1, 1, 0))
    race.refuses_crate()
    race.correct(1, "crate", 2)
    assert race.payments == [(1, 2, None)]
    assert (race.gold, race.state.untold) == ((5, 3, 3), (0, 1, 0))
    race.refuses(Correct("crate", 1), None, seat=1).refuses(Correct("crate", 1), None, seat=3)
    race.refuses(Correct("crate", 3), None, seat=2).refuses(Correct("crate", -1), None, seat=2)


def test_e3_a_corrected_crate_is_not_asked_for_again() -> None:
    race = Race().cards(2).correct(1, "crate", 1)
    assert (race.gold, race.state.untold) == ((4, 3, 3), (1, 0, 0))
    race.refuses_crate().correct(1, "crate", 2).refuses(Correct("crate", 2), None, seat=1)
    assert race.cards().crate(1).gold == (7, 3, 3)


def test_e3_a_named_crate_leaves_nothing_to_correct() -> None:
    assert Race().cards().crate(2).state.untold == (0, 0, 0)
    assert Race(crates={"3": 0, "4": 2}).cards(2).state.untold == (0, 0, 0)


def test_e3_a_correction_leaves_other_seats_crates_open() -> None:
    race = Race().cards().end().cards().correct(1, "crate", 1)
    assert race.crate(2).gold == (4, 5, 3)


def test_e3_a_known_crate_cannot_be_named() -> None:
    Race(crates={"3": 0, "4": 2}).cards().refuses_crate().cards().refuses_crate()


@pytest.mark.parametrize("space", [16, 29])
def test_e3_cities_hold_no_crates(space: int) -> None:
    race = Race().place_camel(1, space - 1) if space == 16 else Race().after_tally().place_camel(1, space - 1)
    race.cards().refuses(Crate(1), None, seat=1)
    assert race.spaces[0] == space


def test_e3_a_correction_is_not_a_landing() -> None:
    race = Race(crates={"9": 2}).place_camel(1, 9)
    assert race.gold == (3, 3, 3)
    assert race.place_camel(1, 0).place_camel(2, 8).end().cards().payments == [(2, 2, "E3")]


def test_e3_a_correction_keeps_the_crate_question_open() -> None:
    assert Race().cards().correct(2, "gold", 1).place_camel(1, 12).crate(2).gold == (5, 4, 3)


def test_a_refusal_names_camels_by_their_colours() -> None:
    step = CamelStep(StepPayment.CARDS, 3)
    for seats, reason in ((3, "Tu n’as qu’un chameau."), (2, "Tes chameaux\N{NO-BREAK SPACE}: bleu et vert.")):
        race = Race(seats)
        refused = refusal_from(race.match.play, race.state, 1, step)
        assert refused is not None
        assert Words("fr").of(refused.reason) == reason


def test_e4_ballast_costs_one_gold_and_no_cards() -> None:
    race = Race().cards(2).end().ballast()
    assert (race.spaces, race.payments) == ((4, 3, 2), [(2, -1, "E4")])


def test_e4_ballast_is_refused_without_gold() -> None:
    race = Race(start={"gold": 1}).cards(5).end().ballast().end(3)
    assert race.gold == (1, 0, 1)
    race.refuses_ballast("E4")
    assert race.correct(2, "gold", 1).ballast().gold == (1, 0, 1)


def test_e4_ballast_is_allowed_once_a_turn() -> None:
    race = Race().cards(5).end().ballast().refuses_ballast("E4").cards().refuses_ballast("E4")
    assert race.end(3).ballast().gold == (3, 1, 3)


@pytest.mark.parametrize("both_camels", [False, True])
def test_e4_ballast_is_counted_by_player_not_camel(both_camels: bool) -> None:
    race = Race(2, both_camels=both_camels).cards(4, camel=2).end().ballast(camel=1).refuses_ballast("E4", camel=1)
    race.refuses_ballast("E4" if both_camels else "E15", camel=2)


def test_e4_crate_gold_pays_ballast_in_the_same_turn() -> None:
    race = Race(start={"gold": 0}, crates={"2": 1}).place_camel(3, 3).place_camel(3, 9).cards().ballast()
    assert (race.spaces, race.gold) == ((3, 1, 9), (0, 0, 0))


def test_e5_ballast_goes_no_further_than_the_furthest_opposing_camel() -> None:
    race = Race().refuses_ballast("E5").cards().end()
    assert race.spaces == (3, 1, 2)
    race.refuses_ballast("E5")  # jumps 2 and 3 to 4, one further than A
    assert race.cards(1).spaces == (3, 4, 2)


def test_e5_a_setup_space_counts_as_reached() -> None:
    race = Race().end(2).cards().end()  # C leaves 2, its set-up space
    assert race.ballast().spaces == (2, 1, 3)


def test_e5_an_own_second_camel_does_not_count() -> None:
    race = Race(2).cards(camel=2).end(2)
    assert race.camels == ((0, 4), (1, 3))
    race.refuses_ballast("E5", camel=1)  # jumps 1 to 2: only A's own camel stood there; B's is on 3
    race.end().cards(camel=1).end()
    assert race.camels == ((0, 4), (2, 3))
    assert race.ballast(camel=1).camels == ((1, 4), (2, 3))  # B's camel stood on 1


def test_e5_a_transfer_reaches_only_ganzhou() -> None:
    race = Race().place_camel(3, 12).place_camel(1, 15).cards()
    assert race.spaces == (16, 1, 16)
    assert race.state.visited[2] == (2, 12, 16)


def test_e5_a_late_camel_reaches_its_landing_and_ganzhou() -> None:
    race = Race().place_camel(1, 15).cards().place_camel(2, 10).cards()
    assert (race.spaces, race.state.visited[1]) == ((16, 16, 2), (1, 10, 11, 16))


def test_e5_a_correction_reaches_only_its_space() -> None:
    race = Race().place_camel(3, 9).place_camel(3, 5)
    assert race.state.visited == ((0,), (1,), (2, 5, 9))
    assert race.place_camel(1, 7).refuses_ballast("E5").place_camel(1, 8).ballast().spaces == (9, 1, 5)


def test_e5_an_own_furthest_camel_does_not_count() -> None:
    race = Race(2).cards(3, camel=1).end(2)
    assert race.camels == ((6, 2), (1, 3))
    race.refuses_ballast("E5", camel=2)


def test_e5_the_furthest_of_two_opposing_camels_counts() -> None:
    race = Race(2).end().cards(3, camel=1).end()
    assert race.camels == ((0, 2), (6, 3))
    assert race.ballast(camel=2).camels == ((0, 4), (6, 3))


def test_e5_nobody_is_first_at_ganzhou_by_ballast() -> None:
    Race().place_camel(1, 15).place_camel(2, 14).refuses_ballast("E5")


def test_e5_ballast_onto_ganzhou_is_late_beside_an_opponent() -> None:
    unpaid = {"ganzhou": {str(space): None for space in range(11, 16)}}
    race = Race(tally=unpaid).place_camel(1, 15).cards().place_camel(2, 15).ballast()
    assert (race.spaces, race.payments) == ((16, 16, 2), [(2, -1, "E4")])


def test_e5_ballast_on_from_ganzhou_needs_an_opponent_beyond() -> None:
    race = Race().place_camel(2, 11).cards(1).place_camel(1, 15).cards()
    assert race.spaces == (16, 16, 2)
    race.refuses_ballast("E5").cards(2).end()
    race.end().ballast()
    assert race.spaces == (17, 18, 2)


def test_e5_nobody_comes_to_dadu_by_ballast() -> None:
    race = Race().after_tally().place_camel(1, 28).place_camel(2, 27).refuses_ballast("E5")
    assert race.place_camel(2, 28).refuses_ballast("E5").cards().over


def test_e6_steps_by_cards_and_the_one_ballast_mix_freely() -> None:
    for order in ("bccc", "cbcc", "ccbc", "cccb"):
        race = Race().place_camel(3, 3).place_camel(3, 4).place_camel(3, 5).place_camel(3, 12)
        for letter in order:
            race = race.cards() if letter == "c" else race.ballast()
        assert (race.spaces, race.gold) == ((5, 1, 12), (2, 3, 3))


def test_e6_a_turn_without_steps_is_a_pass() -> None:
    before = Race()
    after = Race().end()
    assert (after.camels, after.gold, after.turn, after.last) == (before.camels, before.gold, 2, ())
    assert _end_turn_text(before, after) == "told.pass"
    assert _end_turn_text(Race().cards(), Race().cards().end()) == "told.end_turn"


def test_e6_everyone_may_pass_forever() -> None:
    race = Race().end(300)
    assert (race.turn, race.over, race.spaces) == (1, False, (0, 1, 2))


def test_e6_only_its_seat_plays_a_turn() -> None:
    for move in (STEP, EndTurn(), Crate(1)):
        Race().refuses(move, None, seat=2).refuses(move, None, seat=3)


def test_e7_the_first_camel_at_ganzhou_ends_its_turn() -> None:
    race = Race().place_camel(1, 15).cards()
    assert (race.spaces[0], race.turn) == (16, 2)
    for move in (STEP, EndTurn(), Crate(1)):
        race.refuses(move, None, seat=1)


def test_e7_a_finished_turn_draws_until_the_next_step() -> None:
    race = Race()
    assert race.state.draws is None
    assert [race.end().state.draws, race.cards().state.draws, race.end().state.draws] == [1, None, 2]


def test_e7_a_turn_ended_by_a_city_draws_too() -> None:
    race = Race().place_camel(1, 15).cards()
    assert (race.turn, race.state.draws) == (2, 1)
    assert race.place_camel(2, 28).cards().over
    assert race.state.draws == 2


def test_e7_the_next_seat_begins_a_fresh_turn() -> None:
    race = Race().place_camel(1, 14).place_camel(3, 15).place_camel(3, 3).ballast().cards()
    assert race.turn == 2
    assert race.ballast().gold[1] == 2


def test_e7_the_tally_is_held_only_once() -> None:
    race = Race().place_camel(1, 15).cards().place_camel(2, 10).cards().end().place_camel(3, 10).cards()
    assert (race.spaces, race.gold, race.turn) == ((16, 16, 16), (9, 3, 3), 3)


def _end_turn_text(before: Race, after: Race) -> str:
    """Return the text of seat 1 ending its turn."""
    return before.match.describe_move(before.state, 1, EndTurn(), after.state, after.state, PUBLIC).key
