"""The rulings of Expedition about a turn, E1 to E7, with their edge cases."""

from __future__ import annotations

import pytest

from companion.games.expedition.state import StepPayment, Crate, EndTurn, CamelStep
from companion.rules.moves import Correct
from companion.rules.viewer import PUBLIC
from tests.games.expedition.race import Race

STEP = CamelStep(StepPayment.CARDS)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_e1_everyone_begins_with_three_gold(seats: int) -> None:
    race = Race(seats)
    assert race.gold == (3,) * seats
    assert race.payments == [(seat, 3, "E1") for seat in range(1, seats + 1)]


def test_e1_gold_is_a_number_and_no_heap_of_crates() -> None:
    race = Race().correct(3, "gold", 900).cards(2).end()
    assert race.ballast().gold == (3, 2, 903)  # one of value 3 is changed without asking whether there is change
    assert race.end().place_camel(3, 10).cards().gold == (3, 2, 903)


def test_e2_occupied_spaces_are_jumped_at_no_cost() -> None:
    race = Race(5).cards()
    assert race.spaces == (5, 1, 2, 3, 4)
    assert race.gold == (3,) * 5
    race.place_camel(1, 9).end().ballast()  # one step, one gold, though four spaces on
    assert (race.spaces, race.gold) == ((9, 5, 2, 3, 4), (3, 2, 3, 3, 3))


def test_e2_a_jumped_space_is_not_reached() -> None:
    race = Race(crates={"2": 2}).cards()
    assert (race.spaces, race.gold) == ((3, 1, 2), (3, 3, 3))
    race.end().end().cards().end().end()
    assert race.cards().payments == [(2, 2, "E3")]


def test_e2_camels_of_the_own_seat_are_jumped_too() -> None:
    race = Race(2, both_camels=True).cards(1, camel=2)
    assert race.camels == ((0, 4), (1, 3))
    assert race.cards(2, camel=1).camels == ((5, 4), (1, 3))


def test_e3_the_first_camel_to_land_takes_the_crate_and_no_other_does() -> None:
    race = Race(crates={"3": 2}).cards()
    assert race.payments == [(1, 2, "E3")]
    race.cards().end().cards()
    assert (race.spaces, race.payments) == ((4, 3, 2), [])


def test_e3_a_crate_under_a_camel_of_the_set_up_waits_for_the_first_to_land() -> None:
    race = Race(crates={"1": 1, "2": 2})
    assert race.gold == (3, 3, 3)
    race.end(2).cards().end()
    assert race.cards().payments == [(1, 2, "E3")]


def test_e3_a_crate_is_taken_by_ballast_as_well() -> None:
    race = Race(crates={"2": 2}).place_camel(3, 9)
    assert race.ballast().payments == [(1, -1, "E4"), (1, 2, "E3")]


def test_e3_an_unknown_crate_is_told_once_by_who_just_landed_there() -> None:
    race = Race().cards().refuses_crate(0).refuses_crate(3).refuses_crate(-1)
    assert race.crate(2).payments == [(1, 2, "E3")]
    race.refuses_crate()


def test_e3_a_crate_is_told_before_the_next_step() -> None:
    race = Race().cards(2).crate(1)
    assert race.gold == (4, 3, 3)
    race.refuses_crate().refuses(Crate(1), None, seat=2)


def test_e3_a_crate_cannot_be_told_after_the_turn_nor_before_a_step() -> None:
    Race().refuses_crate().cards().end().refuses_crate().refuses(Crate(1), None, seat=1)


def test_e3_a_crate_cannot_be_told_where_a_camel_landed_before() -> None:
    race = Race().cards(2).end().cards()
    assert race.spaces == (4, 3, 2)
    race.refuses_crate()


def test_e3_a_crate_that_was_not_told_is_put_right_later_and_not_offered() -> None:
    race = Race().cards().end().cards().end(2)
    assert (race.spaces, race.state.untold) == ((3, 4, 2), (1, 1, 0))
    race.refuses_crate()
    race.correct(1, "crate", 2)
    assert race.payments == [(1, 2, None)]
    assert (race.gold, race.state.untold) == ((5, 3, 3), (0, 1, 0))
    race.refuses(Correct("crate", 1), None, seat=1).refuses(Correct("crate", 1), None, seat=3)
    race.refuses(Correct("crate", 3), None, seat=2).refuses(Correct("crate", -1), None, seat=2)


def test_e3_a_crate_put_right_at_once_is_not_asked_for_again() -> None:
    race = Race().cards(2).correct(1, "crate", 1)
    assert (race.gold, race.state.untold) == ((4, 3, 3), (1, 0, 0))
    race.refuses_crate().correct(1, "crate", 2).refuses(Correct("crate", 1), None, seat=1)
    assert race.cards().crate(1).gold == (7, 3, 3)


def test_e3_a_crate_told_in_its_turn_leaves_none_to_put_right() -> None:
    assert Race().cards().crate(2).state.untold == (0, 0, 0)
    assert Race(crates={"3": 0, "4": 2}).cards(2).state.untold == (0, 0, 0)


def test_e3_a_crate_of_another_seat_is_still_asked_for_after_one_is_put_right() -> None:
    race = Race().cards().end().cards().correct(1, "crate", 1)
    assert race.crate(2).gold == (4, 5, 3)


def test_e3_a_crate_that_the_profile_knows_cannot_be_told() -> None:
    Race(crates={"3": 0, "4": 2}).cards().refuses_crate().cards().refuses_crate()


@pytest.mark.parametrize("space", [16, 29])
def test_e3_no_crate_lies_in_a_city(space: int) -> None:
    race = Race().place_camel(1, space - 1)
    race.cards().refuses(Crate(1), None, seat=1)
    assert race.spaces[0] == space


def test_e3_a_space_set_by_correction_was_not_landed_on() -> None:
    race = Race(crates={"9": 2}).place_camel(1, 9)
    assert race.gold == (3, 3, 3)
    assert race.place_camel(1, 0).place_camel(2, 8).end().cards().payments == [(2, 2, "E3")]


def test_e3_a_correction_between_landing_and_telling_changes_nothing_of_it() -> None:
    assert Race().cards().correct(2, "gold", 1).place_camel(1, 12).crate(2).gold == (5, 4, 3)


def test_e4_ballast_costs_one_gold_and_no_cards() -> None:
    race = Race().cards(2).end().ballast()
    assert (race.spaces, race.payments) == ((4, 3, 2), [(2, -1, "E4")])


def test_e4_ballast_is_refused_without_gold() -> None:
    race = Race(start={"gold": 1}).cards(5).end().ballast().end(3)
    assert race.gold == (1, 0, 1)
    race.refuses_ballast("E4")
    assert race.correct(2, "gold", 1).ballast().gold == (1, 0, 1)


def test_e4_ballast_is_refused_a_second_time_and_allowed_again_next_turn() -> None:
    race = Race().cards(5).end().ballast().refuses_ballast("E4").cards().refuses_ballast("E4")
    assert race.end(3).ballast().gold == (3, 1, 3)


@pytest.mark.parametrize("both_camels", [False, True])
def test_e4_ballast_is_once_a_turn_for_the_player_not_for_each_camel(both_camels: bool) -> None:
    race = Race(2, both_camels=both_camels).cards(4, camel=2).end().ballast(camel=1).refuses_ballast("E4", camel=1)
    race.refuses_ballast("E4" if both_camels else "E15", camel=2)


def test_e4_gold_of_a_crate_can_be_thrown_off_in_the_same_turn() -> None:
    race = Race(start={"gold": 0}, crates={"2": 1}).place_camel(3, 9).cards().ballast()
    assert (race.spaces, race.gold) == ((3, 1, 9), (0, 0, 0))


def test_e5_ballast_goes_no_further_than_the_furthest_opposing_camel() -> None:
    race = Race().refuses_ballast("E5").cards().end()
    assert race.spaces == (3, 1, 2)
    race.refuses_ballast("E5")  # jumps 2 and 3 to 4, one further than A
    assert race.cards(1).spaces == (3, 4, 2)


def test_e5_a_space_of_the_set_up_was_reached_by_who_stood_there() -> None:
    race = Race().end(2).cards().end()  # C leaves 2, on which it was set up
    assert race.ballast().spaces == (2, 1, 3)


def test_e5_a_space_that_only_the_own_second_camel_has_reached_does_not_count() -> None:
    race = Race(2).cards(camel=2).end(2)
    assert race.camels == ((0, 4), (1, 3))
    race.refuses_ballast("E5", camel=1)  # jumps 1 to 2: there A's own camel stood, and B's on 3 is only further
    race.end().cards(camel=1).end()
    assert race.camels == ((0, 4), (2, 3))
    assert race.ballast(camel=1).camels == ((1, 4), (2, 3))  # and B's stood on 1


def test_e5_a_transfer_reaches_ganzhou_alone() -> None:
    race = Race().place_camel(3, 12).place_camel(1, 15).cards()
    assert race.spaces == (16, 1, 16)
    assert race.state.visited[2] == (*range(2, 13), 16)


def test_e5_a_camel_that_comes_late_reaches_the_space_it_lands_on_and_ganzhou() -> None:
    race = Race().place_camel(1, 15).cards().place_camel(2, 10).cards()
    assert (race.spaces, race.state.visited[1]) == ((16, 16, 2), (*range(1, 12), 16))


def test_e5_where_a_camel_was_led_by_a_correction_it_may_have_been_everywhere() -> None:
    race = Race().place_camel(3, 9).place_camel(3, 5)
    assert race.state.visited == ((0,), (1,), (2, 3, 4, 5, 6, 7, 8, 9))
    assert race.place_camel(1, 8).ballast().spaces == (9, 1, 5)


def test_e5_the_own_furthest_camel_does_not_count() -> None:
    race = Race(2).cards(3, camel=1).end(2)
    assert race.camels == ((6, 2), (1, 3))
    race.refuses_ballast("E5", camel=2)


def test_e5_the_furthest_of_two_opposing_camels_counts() -> None:
    race = Race(2).end().cards(3, camel=1).end()
    assert race.camels == ((0, 2), (6, 3))
    assert race.ballast(camel=2).camels == ((0, 4), (6, 3))


def test_e5_nobody_is_first_at_ganzhou_by_ballast() -> None:
    race = Race().place_camel(1, 15).place_camel(2, 14).refuses_ballast("E5")
    assert race.place_camel(2, 17).ballast().gold == (8, 3, 3)  # B was put beyond: then it is no lead


def test_e5_ballast_onto_ganzhou_beside_an_opponent_takes_no_lead() -> None:
    race = Race().place_camel(3, 16).place_camel(1, 15).ballast()  # the one on 16 was put there, so the tally is still to come
    assert race.payments == [(1, -1, "E4"), (1, 6, "E8"), (3, 6, "E8")]
    assert race.spaces == (16, 1, 16)


def test_e5_ballast_on_from_ganzhou_needs_an_opponent_beyond() -> None:
    race = Race().place_camel(2, 11).cards(1).place_camel(1, 15).cards()
    assert race.spaces == (16, 16, 2)
    race.refuses_ballast("E5").cards(2).end()
    race.end().ballast()
    assert race.spaces == (17, 18, 2)


def test_e5_nobody_comes_to_dadu_by_ballast() -> None:
    race = Race().place_camel(1, 28).place_camel(2, 27).refuses_ballast("E5")
    assert race.place_camel(2, 28).refuses_ballast("E5").cards().over


def test_e6_steps_by_cards_and_the_one_ballast_mix_freely() -> None:
    for order in ("bccc", "cbcc", "ccbc", "cccb"):
        race = Race().place_camel(3, 12)
        for letter in order:
            race = race.cards() if letter == "c" else race.ballast()
        assert (race.spaces, race.gold) == ((5, 1, 12), (2, 3, 3))


def test_e6_a_turn_without_steps_is_a_pass() -> None:
    before = Race()
    after = Race().end()
    assert (after.camels, after.gold, after.turn, after.last) == (before.camels, before.gold, 2, ())
    assert _told(before, after) == "told.pass"
    assert _told(Race().cards(), Race().cards().end()) == "told.end_turn"


def test_e6_everyone_may_pass_for_ever() -> None:
    race = Race().end(300)
    assert (race.turn, race.over, race.spaces) == (1, False, (0, 1, 2))


def test_e6_a_turn_is_for_its_seat_alone() -> None:
    for move in (STEP, EndTurn(), Crate(1)):
        Race().refuses(move, None, seat=2).refuses(move, None, seat=3)


def test_e7_the_first_camel_at_ganzhou_stops_and_its_turn_ends() -> None:
    race = Race().place_camel(1, 15).cards()
    assert (race.spaces[0], race.turn) == (16, 2)
    for move in (STEP, EndTurn(), Crate(1)):
        race.refuses(move, None, seat=1)


def test_e7_whoever_closed_a_turn_draws_until_the_next_step() -> None:
    race = Race()
    assert race.state.draws is None
    assert [race.end().state.draws, race.cards().state.draws, race.end().state.draws] == [1, None, 2]


def test_e7_who_comes_to_a_city_draws_as_well() -> None:
    race = Race().place_camel(1, 15).cards()
    assert (race.turn, race.state.draws) == (2, 1)
    assert race.place_camel(2, 28).cards().over
    assert race.state.draws == 2


def test_e7_the_turn_begins_anew_for_the_next_seat() -> None:
    race = Race().place_camel(1, 14).place_camel(3, 20).ballast().cards()
    assert race.turn == 2
    assert race.ballast().gold[1] == 2


def test_e7_the_tally_is_held_once() -> None:
    race = Race().place_camel(1, 15).cards().place_camel(2, 15).cards().end().place_camel(3, 15).cards()
    assert (race.spaces, race.gold, race.turn) == ((16, 16, 16), (9, 3, 3), 3)


def _told(before: Race, after: Race) -> str:
    """Return the text of seat 1 ending its turn."""
    return before.match.tell(before.state, 1, EndTurn(), after.state, after.state, PUBLIC).key
