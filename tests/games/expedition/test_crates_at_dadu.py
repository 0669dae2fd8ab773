"""Crates that nobody noted: where the board is not copied, Dadu waits for the answers of the table (E19)."""

from __future__ import annotations

import pytest

from companion.games.expedition.landings import open_landings
from companion.games.expedition.state import CamelStep, Crate, EndTurn, NoCrates, StepPayment
from companion.rules.fields import OneOf
from companion.rules.match_functions import next_pick, offered_kinds_of
from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.table import amendments
from companion.table.table import CompleteMove
from tests.games.expedition.race import Race
from tests.views.games import expedition, play_moves, with_move

STEP = CamelStep(StepPayment.CARDS)


def at_dadu(*, known: int = 0) -> Race:
    """Return a race in which A landed on 3, 4 and 5, and B on 6; then B came to Dadu.

    The profile knows the first `known` of these spaces.
    """
    return before_dadu(known).cards()


def before_dadu(known: int = 0) -> Race:
    """Return the race one step before that."""
    race = Race(crates={str(space): 0 for space in range(3, 3 + known)}).after_tally()
    return race.cards(3).end().cards(3).place_camel(2, 28)


def test_e19_the_step_onto_dadu_waits_for_crates() -> None:
    race = at_dadu()
    assert (race.over, race.turn, race.match.active_seats(race.state)) == (False, 2, (2,))
    assert (race.spaces, race.gold, race.last) == ((5, 29, 2), (3, 3, 3), ())
    race.refuses(STEP, "E19").refuses(EndTurn(), "E19").refuses(Crate(1), "E3")


def test_e19_a_crate_goes_to_the_seat_that_landed_first() -> None:
    race = at_dadu().crate(2, space=4)
    assert (race.payments, race.turn, race.over) == ([(1, 2, "E19")], 2, False)
    race.refuses(Crate(1, 4), "E19").refuses(Crate(3, 5), "E3").refuses(Crate(0, 5), "E3")
    race.refuses(Crate(1, 29), "E19").refuses(Crate(1, 16), "E19").refuses(Crate(1, 2), "E19")
    assert race.crate(1, space=6).payments == [(2, 1, "E19")]


def test_e19_no_more_crates_brings_tally_and_end() -> None:
    race = at_dadu().crate(2, space=4).no_crates()
    assert (race.over, race.gold, race.payments) == (True, (5, 10, 3), [(2, 7, "E13")])
    assert (race.state.draws, race.state.untold) == (2, (0, 0, 0))
    race.refuses(NoCrates(), None, seat=2)


def test_e19_the_last_crate_brings_tally_and_end() -> None:
    race = at_dadu(known=3).crate(1, space=6)
    assert (race.over, race.payments) == (True, [(2, 1, "E19"), (2, 7, "E13")])


def test_e19_where_nothing_is_asked_dadu_pays_at_once() -> None:
    assert at_dadu(known=4).over
    noted = Race().after_tally().cards().crate(2).correct(1, "crate", -2).place_camel(1, 28)
    assert noted.cards().over


def test_e19_a_noted_or_corrected_crate_is_not_asked_about() -> None:
    race = Race().after_tally().cards(3).crate(1).correct(1, "crate", 1).place_camel(1, 28).cards()
    assert [landing.space for landing in race.state.landings if landing.crate is None] == [3]


def test_e19_a_correction_while_waiting_does_not_end_the_game() -> None:
    race = at_dadu(known=3).correct(2, "crate", 2)
    assert (race.over, race.turn, [offer.kind for offer in offers(race)]) == (False, 2, ["no_crates"])
    with pytest.raises(IllegalMoveError) as caught:
        next_pick(race.match, race.state, 2, "crate", {})
    assert caught.value.ruling == "E19"
    assert race.no_crates().gold == (3, 3 + 2 + 7, 3)


def test_e19_no_answer_is_given_on_the_way() -> None:
    Race().cards().refuses(NoCrates(), "E19").refuses(Crate(1, 3), "E19").refuses(NoCrates(), None, seat=2)


def test_e19_only_the_seat_at_dadu_answers() -> None:
    at_dadu().refuses(NoCrates(), None, seat=1).refuses(Crate(1, 4), None, seat=3)


def test_e19_few_spaces_are_asked_about_one_by_one() -> None:
    race = at_dadu(known=2)
    assert [offer.move() for offer in offers(race)] == [
        {"move": "crate", "value": 1, "space": 5},
        {"move": "crate", "value": 2, "space": 5},
        {"move": "crate", "value": 1, "space": 6},
        {"move": "crate", "value": 2, "space": 6},
        {"move": "no_crates"},
    ]
    first, *_, last = offers(race)
    assert (first.label, first.detail) == (
        say("expedition.offer.crate_on", space=5, value=1),
        say("expedition.gives_to", n=1, to_seat=1),
    )
    assert (first.touch, first.needs_confirmation) == ("place:5", False)
    assert (last.complete, last.default, last.needs_confirmation) == (True, True, True)
    assert offers(race.crate(1, space=5))[0].needs_confirmation, "the last answer brings tally and end"


def test_e19_many_spaces_are_asked_about_in_a_form() -> None:
    race = at_dadu().place_camel(2, 27).cards(2)
    assert [(offer.kind, offer.complete) for offer in offers(race)] == [("crate", False), ("no_crates", True)]
    field = next_pick(race.match, race.state, 2, "crate", {})
    assert isinstance(field, OneOf)
    assert [(choice.value, dict(choice.label.args)["to_seat"], choice.touches) for choice in field.choices] == [
        (3, 1, ("place:3",)),
        (4, 1, ("place:4",)),
        (5, 1, ("place:5",)),
        (6, 2, ("place:6",)),
        (28, 2, ("place:28",)),
    ]
    value = next_pick(race.match, race.state, 2, "crate", {"space": 28})
    assert isinstance(value, OneOf)
    assert [choice.value for choice in value.choices] == [1, 2]
    assert next_pick(race.match, race.state, 2, "crate", {"space": 28, "value": 2}) is None


def test_e19_steps_are_not_offered_while_dadu_waits() -> None:
    race = at_dadu()
    assert [option.kind for option in offered_kinds_of(race.match, race.state, 2)] == ["crate", "no_crates", "correct"]
    for kind in ("step", "end_turn"):
        with pytest.raises(IllegalMoveError) as caught:
            next_pick(race.match, race.state, 2, kind, {})
        assert caught.value.ruling == "E19"


def test_e19_a_step_is_confirmed_only_if_the_end_follows() -> None:
    for known, confirmed in ((4, True), (3, False)):
        assert offers(before_dadu(known))[0].needs_confirmation is confirmed


def test_e19_answers_are_taken_back_and_follow_inserted_moves() -> None:
    """A crate forgotten on 3 is inserted before the rest: the answers at Dadu stay, and nobody asks about 3."""
    moves = ["step", "end", "end", "end", *["step"] * 13, "end", "end", *["step"] * 13]
    asked = play_moves(expedition(), *moves)
    noted = with_move(asked, 1, {"move": "crate", "value": 2, "space": 5})
    assert amendments.take_back(noted).state == asked.state
    ended = with_move(noted, 1, {"move": "no_crates"})
    assert amendments.take_back(ended).state == noted.state
    assert amendments.restore(amendments.take_back(ended)).state == ended.state
    after = amendments.insert(ended, 2, CompleteMove(1, Crate(1)))
    assert after.over
    assert after.state.gold[0] == ended.state.gold[0] + 1
    assert 3 not in [landing.space for landing in open_landings(after.entries[-3].state)]


def offers(race: Race) -> tuple[Offer, ...]:
    return race.match.offers(race.state, race.turn or 0)
