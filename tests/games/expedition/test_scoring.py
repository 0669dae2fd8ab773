"""The rulings of Expedition about tallies, ends and seats, E8 to E17."""

from __future__ import annotations

import pytest

from companion.games.expedition.state import CamelStep, Crate, EndTurn, StepPayment
from companion.rules.text import say
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from tests.games.expedition import test_corrections, test_crates_at_dadu, test_moving
from tests.games.expedition.race import Race

STEP = CamelStep(StepPayment.CARDS)


def test_e8_camels_from_11_to_16_are_paid_and_moved() -> None:
    race = Race(5)
    for seat, space in ((2, 11), (3, 13), (4, 14), (5, 10), (1, 15)):
        race.place_camel(seat, space)
    race.cards()
    assert race.spaces == (16, 16, 16, 16, 10)
    assert sorted(race.payments) == [(1, 6, "E8"), (2, 1, "E8"), (3, 3, "E8"), (4, 4, "E8")]


@pytest.mark.parametrize(("space", "gold"), [(10, 0), (11, 1), (12, 2), (13, 3), (14, 4), (15, 5)])
def test_e8_each_space_pays_its_value(space: int, gold: int) -> None:
    race = Race().place_camel(2, space).place_camel(1, 15 if space != 15 else 14).cards()
    assert race.gold == (9, 3 + gold, 3)
    assert race.spaces[1] == (16 if gold else space)


def test_e8_two_camels_on_one_space_are_both_paid() -> None:
    assert Race().place_camel(2, 13).place_camel(3, 13).place_camel(1, 15).cards().gold == (9, 6, 6)


def test_e8_the_shares_come_from_the_furthest_camel_back() -> None:
    race = Race(2).place_camel(1, 12, camel=2).place_camel(1, 15).place_camel(2, 14, camel=2).cards(1, camel=1)
    assert [(line.seat, line.by, line.why) for line in race.last] == [
        (1, 6, say("expedition.why.ganzhou", space=16, camel=1)),
        (2, 4, say("expedition.why.ganzhou", space=14, camel=2)),
        (1, 2, say("expedition.why.ganzhou", space=12, camel=2)),
    ]


def test_e9_ganzhou_holds_any_number_and_blocks_nobody() -> None:
    race = Race(5)
    for seat in (2, 3, 4, 5):
        race.place_camel(seat, 10 + seat)
    race.place_camel(1, 10)
    assert race.cards(1).spaces == (11, 12, 13, 14, 15)
    assert race.cards(1).spaces == (16,) * 5
    assert race.cards(1).spaces == (16, 17, 16, 16, 16)


@pytest.mark.parametrize(("seats", "trigger"), [(3, 1), (3, 3), (5, 2), (5, 5), (2, 1), (2, 2)])
def test_e10_play_continues_with_the_seat_to_the_left(seats: int, trigger: int) -> None:
    race = Race(seats).end(trigger - 1).place_camel(trigger, 15)
    assert race.cards(1, camel=1).turn == trigger % seats + 1


def test_e11_a_late_camel_is_moved_unpaid_and_stops() -> None:
    race = Race().place_camel(1, 15).cards().place_camel(2, 10).cards()
    assert (race.spaces, race.gold, race.turn, race.last) == ((16, 16, 2), (9, 3, 3), 2, ())
    race.refuses_cards("E11").refuses_ballast("E11")
    assert race.end(3).cards().spaces == (16, 17, 2)


@pytest.mark.parametrize("space", range(11, 17))
@pytest.mark.parametrize("late_camel_stops", [True, False])
def test_e11_every_late_landing_is_moved_to_ganzhou(space: int, late_camel_stops: bool) -> None:
    others = {str(other): None for other in range(11, 16) if other != space}  # so that a camel can stand just before it
    race = Race(late_camel_stops=late_camel_stops, tally={"ganzhou": others})
    race.place_camel(1, 15 if space != 15 else 14).cards(1 if space != 15 else 2).place_camel(2, space - 1)
    assert race.cards().spaces == (16, 16, 2)
    assert race.gold == (9, 3, 3)
    if late_camel_stops:
        race.refuses_cards("E11")
    else:
        assert race.cards().spaces == (16, 17, 2)


def test_e11_a_landing_on_ganzhou_is_late_even_unpaid() -> None:
    unpaid = {str(space): None for space in range(11, 17)}
    Race(tally={"ganzhou": unpaid}).place_camel(1, 15).cards().place_camel(2, 15).cards().refuses_cards("E11")


def test_e11_a_late_camel_takes_the_crate_it_landed_on() -> None:
    race = Race(crates={"11": 2}).place_camel(1, 15).cards().place_camel(2, 10).cards()
    assert (race.payments, race.spaces) == ([(2, 2, "E3")], (16, 16, 2))


@pytest.mark.parametrize("late_camel_stops", [True, False])
def test_e11_a_late_camel_may_name_its_crate_once(late_camel_stops: bool) -> None:
    race = Race(late_camel_stops=late_camel_stops).place_camel(1, 15).cards().place_camel(2, 10).cards().crate(2)
    assert (race.gold, race.spaces) == ((9, 5, 3), (16, 16, 2))
    race.refuses_crate().end().place_camel(3, 10).cards().refuses_crate()  # 11 is no longer new


def test_e11_a_step_by_ballast_may_be_late() -> None:
    race = Race().place_camel(1, 11).place_camel(1, 15).cards().place_camel(2, 10).ballast()
    assert (race.spaces, race.payments) == ((16, 16, 2), [(2, -1, "E4")])


def test_e11_before_the_tally_nobody_is_late() -> None:
    assert Race().place_camel(2, 15).place_camel(1, 10).cards(3).spaces == (13, 15, 2)


def test_e12_crates_left_behind_stay() -> None:
    race = Race(5, track={"ormuz": 8}, crates={"11": 2, "12": 1}).cards(4)
    assert race.spaces == (16, 9, 10, 16, 16)
    assert race.gold == (9, 3, 3, 4, 5)  # the tally paid for 11 and 12, their crates stayed
    assert race.cards().payments == [(2, 2, "E3")]


def test_e12_the_transfer_is_not_a_landing() -> None:
    race = Race(crates={"11": 2}).place_camel(2, 11).place_camel(1, 15).cards()
    assert (race.gold, race.spaces) == ((9, 4, 3), (16, 16, 2))
    assert race.place_camel(2, 10).cards().gold == (9, 6, 3)


def test_e13_the_game_ends_at_once_at_dadu() -> None:
    race = Race().after_tally().place_camel(1, 28).cards()
    assert (race.over, race.turn, race.match.active_seats(race.state)) == (True, None, ())
    assert race.spaces == (29, 1, 2)
    for move in (STEP, EndTurn(), Crate(1)):
        for seat in (1, 2, 3):
            race.refuses(move, None, seat=seat)


@pytest.mark.parametrize(("space", "gold"), [(16, 0), (22, 0), (23, 1), (24, 2), (25, 3), (26, 4), (27, 5), (28, 6)])
def test_e13_each_space_pays_its_value(space: int, gold: int) -> None:
    race = Race().after_tally().place_camel(2, space).place_camel(1, 28 if space != 28 else 27).cards()
    assert race.over
    assert race.gold == (10, 3 + gold, 3)
    assert race.spaces[1] == space


def test_e13_camels_elsewhere_get_nothing() -> None:
    race = Race().after_tally().place_camel(2, 10).place_camel(3, 16).place_camel(1, 28).cards()
    assert race.gold == (10, 3, 3)
    assert race.spaces == (29, 10, 16)


def test_e13_both_camels_of_a_player_are_paid() -> None:
    race = (
        Race(2, both_camels=True)
        .after_tally()
        .place_camel(2, 23)
        .place_camel(2, 25, camel=2)
        .place_camel(1, 26)
        .place_camel(1, 28, camel=2)
    )
    race.cards(1, camel=1)
    assert not race.over
    race.correct(1, "crate", 1).correct(1, "gold", -1)  # so that nothing is asked about 27
    assert race.cards(1, camel=2).gold == (3 + 5 + 7, 3 + 1 + 3)
    assert race.over


def test_e14_most_gold_wins() -> None:
    race = Race().after_tally().correct(2, "gold", 20).place_camel(1, 28).cards()
    assert race.ranks == [(2, 1), (1, 2), (3, 3)]


def test_e14_a_tie_goes_to_the_furthest_camel() -> None:
    race = Race().after_tally().correct(2, "gold", 7).place_camel(1, 28).cards()
    assert race.gold == (10, 10, 3)
    assert race.ranks == [(1, 1), (2, 2), (3, 3)]


def test_e14_a_tie_on_ganzhou_is_a_shared_win() -> None:
    race = (
        Race()
        .after_tally()
        .place_camel(2, 16)
        .place_camel(3, 16)
        .correct(2, "gold", 9)
        .correct(3, "gold", 9)
        .place_camel(1, 28)
        .cards()
    )
    assert race.gold == (10, 12, 12)
    assert race.ranks == [(2, 1), (3, 1), (1, 3)]


@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        ((20, 5), (19, 18), [(1, 1), (2, 2)]),
        ((5, 20), (18, 19), [(1, 1), (2, 2)]),
        ((16, 6), (7, 16), [(2, 1), (1, 2)]),
        ((16, 7), (6, 16), [(1, 1), (2, 2)]),
        ((16, 16), (16, 16), [(1, 1), (2, 1)]),
    ],
    ids=["best", "best-whichever", "second", "second-whichever", "shared"],
)
def test_e14_ties_compare_first_then_second_camels(
    first: tuple[int, int], second: tuple[int, int], ranks: list[tuple[int, int]]
) -> None:
    race = Race(2).after_tally()
    for seat, spaces in enumerate((first, second), 1):
        for camel, space in enumerate(spaces, 1):
            race.place_camel(seat, space, camel)
    assert race.ranks == ranks


def test_e15_two_players_have_two_camels_and_three_gold() -> None:
    race = Race(2)
    assert (race.camels, race.gold) == (((0, 2), (1, 3)), (3, 3))
    assert race.payments == [(1, 3, "E15"), (2, 3, "E15")]


def test_e15_one_camel_moves_per_turn() -> None:
    race = Race(2).cards(1, camel=1).refuses_cards("E15", camel=2).refuses_ballast("E15", camel=2).cards(1, camel=1)
    assert race.end(2).cards(1, camel=2).refuses_cards("E15", camel=1).camels == ((5, 4), (1, 3))


def test_e15_a_step_names_its_camel_if_there_are_two() -> None:
    for both_camels in (False, True):
        race = Race(2, both_camels=both_camels)
        race.refuses_cards("E15").refuses_cards("E15", camel=0).refuses_cards("E15", camel=3)
        race.refuses_cards("E15", camel=-1)
    assert Race().cards(1, camel=1).state == Race().cards().state
    Race().refuses_cards("E15", camel=2).refuses_cards("E15", camel=0)


def test_e15_both_camels_are_paid_at_a_tally() -> None:
    race = (
        Race(2)
        .place_camel(1, 12, camel=2)
        .place_camel(1, 15)
        .place_camel(2, 14)
        .place_camel(2, 10, camel=2)
        .cards(1, camel=1)
    )
    assert (race.gold, race.camels) == ((3 + 6 + 2, 3 + 4), ((16, 16), (16, 10)))


def test_e15_an_own_camel_is_jumped_like_any_other() -> None:
    assert Race(2).place_camel(1, 6).place_camel(1, 5, camel=2).cards(1, camel=2).camels[0] == (6, 7)


def test_e15_a_late_camel_leaves_only_the_end_of_turn() -> None:
    race = Race(2).place_camel(1, 15).cards(1, camel=1).place_camel(2, 10).cards(1, camel=1)
    assert race.turn == 2
    race.refuses_cards("E11", camel=1).refuses_cards("E15", camel=2).end()
    assert race.turn == 1


def test_e16_both_camels_move_in_one_turn_in_any_order() -> None:
    race = Race(2, both_camels=True).cards(1, 1).cards(1, 2).cards(1, 1).cards(1, 2).cards(1, 1)
    assert (race.camels, race.turn) == (((8, 7), (1, 3)), 1)


def test_e16_reaching_ganzhou_first_ends_the_turn_of_both() -> None:
    race = Race(2, both_camels=True).place_camel(1, 14).cards(1, camel=2).cards(2, camel=1)
    assert race.turn == 2
    race.refuses(CamelStep(StepPayment.CARDS, 2), None, seat=1)


def test_e16_a_late_camel_stops_only_itself() -> None:
    race = (
        Race(2, both_camels=True)
        .end()
        .place_camel(2, 15, camel=2)
        .cards(1, camel=2)
        .place_camel(1, 10)
        .place_camel(1, 8, camel=2)
    )
    race.cards(1, camel=1).refuses_cards("E11", camel=1).cards(2, camel=2)
    assert (race.camels, race.turn) == (((16, 10), (1, 16)), 1)
    race.cards(1, camel=2).refuses_cards("E11", camel=2).refuses_cards("E11", camel=1)
    assert race.end().turn == 2


def test_e16_is_for_two_players_and_off_by_default() -> None:
    for seats in (2, 3):
        asked_for, left_out = Race(seats, both_camels=False), Race(seats)
        assert (asked_for.state, asked_for.match.both_camels) == (left_out.state, left_out.match.both_camels)


def test_e17_everyone_sees_everything() -> None:
    race = Race(2).cards(2, camel=1)
    expected = {"1": {"gold": 3, "camels": [5, 2]}, "2": {"gold": 3, "camels": [1, 3]}}
    for viewer in (PUBLIC, as_seat(1), as_seat(2), EVERYTHING):
        view = race.match.player_view(race.state, viewer)
        assert {str(seat): race.match.holdings(view, seat) for seat in (1, 2)} == expected
        assert view == race.match.player_view(race.state, EVERYTHING)
        step = CamelStep(StepPayment.CARDS, 1)
        assert race.match.move_view(race.state, 1, step, Race(2).cards(3, camel=1).state, viewer) == {
            "move": "step",
            "by": "cards",
            "camel": 1,
        }


@pytest.mark.parametrize("ruling", range(1, 20))
def test_every_ruling_has_its_test(ruling: int) -> None:
    names = [*vars(test_moving), *vars(test_crates_at_dadu), *vars(test_corrections), *globals()]
    assert [name for name in names if name.startswith(f"test_e{ruling}_")]
