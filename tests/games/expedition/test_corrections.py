"""What the table of an Expedition puts right by hand: gold, crates, and the places of camels (E18)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.fields import OneOf
from companion.rules.game import Correctable
from companion.rules.match_functions import next_pick
from companion.rules.moves import Correct
from companion.rules.text import say
from tests.games.expedition.race import Race

UNPAID: dict[str, Any] = {"ganzhou": {str(space): None for space in range(11, 17)}}


def test_any_seat_may_be_corrected_until_the_end() -> None:
    race = Race().after_tally().correct(2, "gold", 5).place_camel(3, 7)
    assert (race.gold, race.spaces, race.turn) == ((3, 8, 3), (0, 1, 7), 1)
    assert [(line.by, line.ruling) for line in race.last] == [(5, None)]
    race.place_camel(1, 28).cards()
    for seat in (1, 2, 3):
        race.refuses(Correct("gold", 1), None, seat)


def test_corrections_keep_gold_and_camels_within_the_board() -> None:
    race = Race().after_tally()
    for what, by in (("gold", -4), ("space:1", -1), ("space:1", 30), ("space:2", 1), ("camels", 1), ("gold", 0)):
        race.refuses(Correct(what, by), None, seat=1)
    assert race.correct(1, "gold", -3).correct(1, "space:1", 28).state.camels[0] == (28,)
    race.refuses(Correct("gold", -1), None, seat=1)
    assert race.correct(2, "gold", 5).correct(2, "gold", -8).gold == (0, 0, 3)


@pytest.mark.parametrize("space", [16, 17, 28, 29])
def test_e18_before_the_tally_no_camel_is_put_on_ganzhou(space: int) -> None:
    race = Race().refuses(Correct("space:1", space - 1), "E18", seat=2)
    assert race.place_camel(2, 15).spaces == (0, 15, 2)


@pytest.mark.parametrize("space", [11, 12, 13, 14, 15, 29])
def test_e18_after_the_tally_no_camel_is_left_in_it(space: int) -> None:
    race = Race().place_camel(1, 15).cards()
    race.refuses(Correct("space:1", space - 16), "E18", seat=1).refuses(Correct("space:1", space - 1), "E18", seat=2)
    assert race.place_camel(1, 10).place_camel(2, 28).place_camel(3, 16).spaces == (10, 28, 16)


def test_e18_a_camel_is_put_on_an_occupied_space() -> None:
    assert Race().place_camel(1, 2).place_camel(2, 2).spaces == (2, 2, 2)


def test_e18_a_place_put_right_is_no_landing_but_reached() -> None:
    race = Race(crates={"9": 2}).place_camel(3, 9).place_camel(3, 2)
    assert (race.gold, race.state.reached) == ((3, 3, 3), ())
    race.place_camel(1, 8)
    assert race.ballast().payments == [(1, -1, "E4"), (1, 2, "E3")]


def test_e18_what_is_left_out_depends_on_the_profile() -> None:
    tally = {"ganzhou": {"11": None, "13": None}}
    assert gaps_of(Race(tally=tally).after_tally(), 2) == [(12, 12), (14, 15), (29, 29)]
    assert gaps_of(Race(tally=UNPAID).after_tally(), 2) == [(29, 29)]
    assert gaps_of(Race(track={"ganzhou": 12, "dadu": 20}), 2) == [(12, 20)]


def test_e18_a_camel_on_dadu_is_put_back_by_hand() -> None:
    """Only the step was wrong then: the turn goes on."""
    race = Race().after_tally().cards().place_camel(1, 28).cards()
    assert (race.over, race.spaces) == (False, (29, 1, 2))
    race.place_camel(1, 27).cards().end()
    assert (race.spaces, race.turn) == ((28, 1, 2), 2)


def test_e18_the_form_leaves_out_what_is_refused() -> None:
    race = Race().after_tally()
    entry = place_of(race, 2)
    assert (entry.low, entry.high) == (-1, 28)
    field = next_pick(race.match, race.state, 2, "correct", {"what": "space:1"})
    assert isinstance(field, OneOf)
    assert field.piece == "camel:2:1"
    refused = [choice.value for choice in field.choices if choice.refused and choice.refused.ruling]
    assert refused == [number for gap in entry.gaps for number in range(gap.low, gap.high + 1)]
    assert [
        (choice.value, choice.refused.reason) for choice in field.choices if choice.value == 0 and choice.refused
    ] == [(0, say("refused.correct_place"))]


def test_a_camel_that_can_go_nowhere_is_not_offered() -> None:
    """Spaces 0 to 3 were paid, Ganzhou is where it stands, and Dadu is next to it."""
    tally = {"ganzhou": {str(space): 1 if space < 5 else None for space in range(17)}, "dadu": {}}
    race = Race(track={"ganzhou": 4, "dadu": 5}, tally=tally).after_tally()
    race.state = replace(race.state, camels=((4,), (4,), (4,)))
    field = next_pick(race.match, race.state, 1, "correct", {})
    assert [choice.value for choice in getattr(field, "choices", ())] == ["gold"]


def test_a_wrong_crate_is_put_right() -> None:
    race = Race().cards().crate(1).correct(1, "crate", 1)
    assert (race.gold, race.payments) == ((5, 3, 3), [(1, 1, None)])
    race.refuses(Correct("crate", 1), None, seat=1).refuses(Correct("crate", -3), None, seat=1)
    assert race.correct(1, "crate", -2).gold == (3, 3, 3)
    assert race.correct(1, "crate", 2).gold == (5, 3, 3)


def test_a_crate_that_nobody_noted_comes_first() -> None:
    race = Race().cards().crate(1).cards().correct(1, "crate", 1)
    assert [landing.crate for landing in race.state.landings] == [1, 1]
    assert [landing.crate for landing in race.correct(1, "crate", 1).state.landings] == [1, 2]
    assert [landing.crate for landing in race.correct(1, "crate", -1).state.landings] == [1, 1]


def test_the_reason_of_a_corrected_crate_says_late_or_wrong() -> None:
    race = Race().cards().crate(1).cards().correct(1, "crate", -1)
    assert [line.why for line in race.last] == [say("expedition.why.crate_wrong", space=3)]
    race.correct(1, "crate", 2)
    assert [line.why for line in race.last] == [say("expedition.why.crate_late", space=4)]


def test_a_wrong_crate_takes_no_gold_that_is_gone() -> None:
    race = Race(start={"gold": 0}).cards().crate(2).correct(1, "gold", -1)
    race.refuses(Correct("crate", -2), None, seat=1)
    assert race.correct(1, "crate", -1).gold == (0, 0, 0)


def place_of(race: Race, seat: int) -> Correctable:
    """Return the corrections of the place of a seat's first camel."""
    return next(entry for entry in race.match.correctable(race.state, seat) if entry.what == "space:1")


def gaps_of(race: Race, seat: int) -> list[tuple[int, int]]:
    """Return the spaces on which a correction does not put a seat's camel, from the first to the last of each gap."""
    space = race.camels[seat - 1][0]
    return [(space + gap.low, space + gap.high) for gap in place_of(race, seat).gaps]
