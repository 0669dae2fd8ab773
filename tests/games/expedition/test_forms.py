"""The offers of Expedition: moves with their refusals, forms field by field, and complete moves."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.fields import Field, NumberField, OneOf, TextField
from companion.rules.match_functions import next_pick, offered_kinds_of
from companion.rules.moves import LONGEST_NOTE
from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import Text, say
from tests.games.expedition.race import Race
from tests.kit.random_play import complete_offers

CARDS, SOME_CARDS = say("expedition.costs.cards"), say("expedition.costs.some_cards")
BALLAST = say("expedition.costs.ballast")


def test_only_the_active_seat_is_offered_more_than_corrections() -> None:
    race = Race()
    offered = {
        option.kind: option.refused and option.refused.ruling for option in offered_kinds_of(race.match, race.state, 1)
    }
    assert offered == {"step": None, "crate": "E3", "end_turn": None, "correct": None}
    assert [option.kind for option in offered_kinds_of(race.match, race.state, 2)] == ["correct"]
    assert race.match.offers(race.state, 2) == ()


def test_only_corrections_may_be_made_in_any_order() -> None:
    options = offered_kinds_of(Race().match, Race().state, 1)
    assert {option.kind for option in options if option.any_order} == {"correct"}


def test_nothing_is_offered_after_the_end() -> None:
    race = Race().after_tally().place_camel(1, 28).cards()
    for seat in (1, 2, 3):
        assert offered_kinds_of(race.match, race.state, seat) == ()
        assert race.match.offers(race.state, seat) == ()


@pytest.mark.parametrize("both_camels", [False, True])
def test_a_late_camel_refuses_the_step_unless_another_may_move(both_camels: bool) -> None:
    race = Race(2, both_camels=both_camels).place_camel(1, 15).cards(1, camel=1).place_camel(2, 10).cards(1, camel=1)
    step = next(option for option in offered_kinds_of(race.match, race.state, 2) if option.kind == "step")
    assert (step.refused and step.refused.ruling) == (None if both_camels else "E11")
    if not both_camels:
        with pytest.raises(IllegalMoveError) as caught:
            next_pick(race.match, race.state, 2, "step", {})
        assert caught.value.ruling == "E11"


def test_with_one_camel_a_step_asks_only_for_payment() -> None:
    race = Race()
    assert _choices(race, "step", "by") == {"cards": None, "ballast": "E5"}
    assert next_pick(race.match, race.state, 1, "step", {"by": "cards"}) is None


def test_with_two_camels_a_step_asks_for_camel_and_payment() -> None:
    race = Race(2).cards(2, camel=1).end()
    assert _choices(race, "step", "camel") == {1: None, 2: None}
    assert _choices(race, "step", "by", camel=1) == {"cards": None, "ballast": None}
    race.cards(4, camel=2)
    assert race.camels == ((5, 2), (1, 8))
    assert _choices(race, "step", "camel") == {1: "E15", 2: None}
    assert _choices(race, "step", "by", camel=2) == {"cards": None, "ballast": "E5"}
    assert next_pick(race.match, race.state, 2, "step", {"camel": 2, "by": "cards"}) is None


def test_a_crate_asks_for_its_value() -> None:
    race = Race().cards()
    assert _choices(race, "crate", "value") == {1: None, 2: None}
    assert next_pick(race.match, race.state, 1, "crate", {"value": 2}) is None


def test_an_end_of_turn_has_no_fields() -> None:
    assert next_pick(Race().match, Race().state, 1, "end_turn", {}) is None


def test_a_correction_asks_for_thing_amount_and_note() -> None:
    race = Race(2).cards(2, camel=1)
    names = ("gold", "crate", "space:1", "space:2")
    assert _choices(race, "correct", "what", seat=1) == dict.fromkeys(names)
    bounds: dict[str, tuple[Any, Any]] = {}
    for what, base in (("gold", 3), ("crate", None)):
        by = _field(race, "correct", seat=1, what=what)
        assert isinstance(by, NumberField)
        assert (by.name, by.base, by.signed, by.nonzero) == ("by", base, base is None, base is None)
        bounds[what] = (by.low, by.high)
    for what in ("space:1", "space:2"):
        place = _field(race, "correct", seat=1, what=what)
        assert isinstance(place, OneOf)
        bounds[what] = (place.choices[0].value, place.choices[-1].value)
    assert bounds == {"gold": (-3, 999), "crate": (1, 2), "space:1": (-5, 24), "space:2": (-2, 27)}
    note = _field(race, "correct", seat=1, what="gold", by=1)
    assert isinstance(note, TextField)
    assert (note.name, note.longest, note.required) == ("note", LONGEST_NOTE, False)
    assert next_pick(race.match, race.state, 1, "correct", {"what": "gold", "by": 1, "note": ""}) is None


def test_an_unknown_kind_has_no_form() -> None:
    with pytest.raises(MalformedError) as caught:
        next_pick(Race().match, Race().state, 1, "fly", {})
    assert caught.value.where == "move"


def test_the_default_step_is_first_the_end_last() -> None:
    race = Race().cards()
    assert [offer.move() for offer in _complete_offers(race)] == [
        {"move": "step", "by": "cards"},
        {"move": "crate", "value": 1},
        {"move": "crate", "value": 2},
        {"move": "step", "by": "ballast"},
        {"move": "end_turn"},
    ]
    assert [offer.ends_turn for offer in _complete_offers(race)] == [False] * 4 + [True]


def test_with_two_camels_each_has_its_steps() -> None:
    assert [offer.move() for offer in _complete_offers(Race(2))] == [
        {"move": "step", "by": "cards", "camel": 1},
        {"move": "step", "by": "cards", "camel": 2},
        {"move": "step", "by": "ballast", "camel": 1},
        {"move": "step", "by": "ballast", "camel": 2},
        {"move": "end_turn"},
    ]


def test_ending_a_turn_without_steps_is_a_pass() -> None:
    assert _complete_offers(Race())[-1].label == say("expedition.offer.pass")
    assert _complete_offers(Race().cards())[-1].label == say("expedition.offer.end")


def test_an_offer_names_the_space_it_enters() -> None:
    assert _complete_offers(Race())[0].label == say("expedition.offer.cards", space=3)
    race = Race(2).cards(2, camel=1).end().cards(1, camel=2)
    assert race.camels == ((5, 2), (1, 4))
    labels = [offer.label for offer in _complete_offers(race)[:2]]
    assert labels == [
        say("expedition.offer.cards_camel", space=space, colour=say(f"colour.{colour}"))
        for colour, space in (("red", 3), ("yellow", 6))
    ]


def test_a_form_names_current_and_next_spaces() -> None:
    race = Race(2).cards(2, camel=1).end()
    camel_field = _field(race, "step")
    assert isinstance(camel_field, OneOf)
    assert [choice.label for choice in camel_field.choices] == [
        say("expedition.field.camel_at", colour=say(f"colour.{colour}"), space=space)
        for colour, space in (("red", 1), ("yellow", 3))
    ]
    payment = [_field(race.place_camel(2, 7, camel=1), "step", camel=camel) for camel in (1, 2)]
    assert [field and field.label for field in payment] == [say("expedition.field.by", space=space) for space in (8, 4)]


def test_an_offer_names_its_cost() -> None:
    race = Race(requirements={"3": {"kind": "drivers"}}).place_camel(3, 9)
    assert _details(race.place_camel(1, 2)) == {"cards": say("expedition.wants.drivers", n=2), "ballast": BALLAST}
    assert _details(race.place_camel(1, 3)) == {"cards": CARDS, "ballast": BALLAST}


def test_an_offer_names_the_crate_once() -> None:
    race = Race(crates={"3": 2, "4": 0}).place_camel(3, 9).place_camel(1, 2)
    gives = say("expedition.gives", n=2)
    assert _details(race) == {
        "cards": say("expedition.cost_gives", cost=SOME_CARDS, gives=gives),
        "ballast": say("expedition.cost_gives", cost=BALLAST, gives=gives),
    }
    assert _details(race.cards()) == {"cards": CARDS, "ballast": BALLAST}  # 4 is empty
    assert _details(race.place_camel(1, 2)) == {"cards": CARDS, "ballast": BALLAST}  # 3 has been emptied


def test_an_offer_names_the_transfer_of_a_late_camel() -> None:
    race = Race().place_camel(1, 15).cards().place_camel(2, 10)
    assert _details(race)["cards"] == say("expedition.cost_then_late", cost=SOME_CARDS)
    assert _details(race.place_camel(2, 9))["cards"] == CARDS


def test_a_refused_offer_names_its_reason() -> None:
    refused = {offer.kind: offer.refused for offer in _complete_offers(Race()) if offer.refused}
    assert {kind: refusal.ruling for kind, refusal in refused.items()} == {"step": "E5"}


def _complete_offers(race: Race) -> list[Offer]:
    return complete_offers(race.match, race.state, race.turn or 0)


def _details(race: Race) -> dict[str, Text | None]:
    """Return the cost and gain of each way to step."""
    return {str(dict(offer.chosen)["by"]): offer.detail for offer in _complete_offers(race) if offer.kind == "step"}


def _field(race: Race, kind: str, seat: int = 0, **chosen: Any) -> Field | None:
    return next_pick(race.match, race.state, seat or race.turn or 0, kind, chosen)


def _choices(race: Race, kind: str, name: str, seat: int = 0, **chosen: Any) -> dict[Any, str | None]:
    """Return the choices of this field, each with the ruling that refuses it."""
    field = _field(race, kind, seat, **chosen)
    assert isinstance(field, OneOf)
    assert field.name == name
    return {choice.value: choice.refused.ruling if choice.refused else None for choice in field.choices}
