"""The forms of 1983 that do more than list choices."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.rules.fields import ChanceField, Choice, Field, FieldValues, OneOf, Pick
from companion.rules.form_walk import begin_walk, has_choice
from companion.rules.match_functions import next_pick, offered_kinds_of
from companion.rules.rule_errors import Refusal
from tests.games.classic.journey import Journey, cards
from tests.kit.random_play import complete_offers


def field(journey: Journey, kind: str, chosen: FieldValues | None = None, *items: Any) -> Field | None:
    return next_pick(journey.match, journey.state, journey.active_seats[0], kind, chosen or {}, items)


def choice_rulings(form_field: Field | None) -> dict[Any, str | None]:
    """Return the choices of a field by value, each with the ruling that refuses it."""
    assert isinstance(form_field, OneOf | Pick)
    return {str(choice.value): _ruling(choice.refused) for choice in form_field.choices}


def kind_rulings(journey: Journey) -> dict[str, str | None]:
    """Return the kinds of moves of the active seat, each with the ruling that refuses it."""
    options = offered_kinds_of(journey.match, journey.state, journey.active_seats[0])
    return {option.kind: _ruling(option.refused) for option in options if option.kind != "correct"}


def _ruling(refused: Refusal | None) -> str | None:
    return refused.ruling if refused else None


def test_a_spin_asks_for_route_then_sector() -> None:
    journey = Journey()
    assert choice_rulings(field(journey, "spin")) == {"land": None, "sea": None}
    wheel = field(journey, "spin", {"route": "sea"})
    assert isinstance(wheel, ChanceField)
    assert (wheel.draws, wheel.bounds) == ((("sectors", 8),), (range(8),))
    assert field(journey, "spin", {"route": "sea", "chance": [3]}) is None


def test_a_fight_draws_two_d6_or_a_black_d8() -> None:
    for options, draws, faces in (({}, (("d6", 2),), 6), ({"bandits_d8": True}, (("d6", 1), ("d8", 1)), 8)):
        dice = field(Journey(**options).spin_attack(), "fight")
        assert isinstance(dice, ChanceField)
        assert (dice.draws, dice.bounds) == (draws, (range(1, 7), range(1, faces + 1)))


def test_refused_places_stay_visible_with_their_ruling() -> None:
    places = choice_rulings(field(Journey().spin(), "arrive"))
    assert places == {"town": None, "port": None, "post": None, "khanbalik": "C12", "mission": "C13", "venice": "C8"}
    elsewhere = choice_rulings(field(Journey().pass_turns(2).spin(), "arrive"))
    assert elsewhere["venice"] is None


def test_a_post_asks_for_its_colour_and_who_is_there() -> None:
    journey = Journey(3).spin()
    assert list(choice_rulings(field(journey, "arrive", {"place": "post"}))) == ["blue", "green", "yellow", "mauve"]
    assert list(choice_rulings(field(journey, "arrive", {"place": "post", "colour": "blue"}))) == ["2", "3"]
    assert field(journey, "arrive", {"place": "town"}) is None


def test_the_moves_of_a_place_stay_visible() -> None:
    assert kind_rulings(Journey().post()) == {"sell": "C9", "buy": None, "trade": "C11", "end_turn": None}
    assert kind_rulings(Journey().pass_turns(2).go("venice")) == {"claim": "C14", "end_turn": None}
    assert kind_rulings(Journey().go("town")) == {"end_turn": None}
    assert kind_rulings(Journey().spin_attack()) == {"fight": None, "refuse_fight": "C7"}
    assert kind_rulings(Journey().lose()) == {"ransom": None, "sell": "C16"}
    assert kind_rulings(Journey()) == {"spin": None}


def test_the_taker_of_a_card_does_not_see_the_hand() -> None:
    journey = Journey(3).give(2, "blue:80").post("blue", 2, 3)
    assert choice_rulings(field(journey, "trade")) == {"2": None, "3": "C11"}
    assert field(journey, "trade", {"with": 2}) is None
    journey.play(move="trade", **{"with": 2})
    assert kind_rulings(journey) == {"trade": None}
    assert list(choice_rulings(field(journey, "trade", {"with": 1}))) == [str(cards("blue:80")[0])]


def test_gifts_are_listed_in_the_order_of_the_hand() -> None:
    journey = Journey().give(1, "mauve:80", "yellow:80", "yellow:80", "blue:80").go("khanbalik")
    blue, yellow, mauve = cards("blue:80", "yellow:80", "mauve:80")
    assert [*choice_rulings(field(journey, "give_gifts"))] == [str(blue), str(yellow), str(mauve)]


def test_gifts_of_one_colour_are_refused_by_the_house_rule() -> None:
    journey = Journey(gifts_two_colours=True).give(1, *["blue:80"] * 3, "green:80").go("khanbalik")
    blue, green = cards("blue:80", "green:80")
    assert set(choice_rulings(field(journey, "give_gifts")).values()) == {None}
    assert choice_rulings(field(journey, "give_gifts", {}, blue, blue)) == {str(blue): "C20", str(green): None}
    assert begin_walk(partial(next_pick, journey.match, journey.state, 1, "give_gifts")).take(blue).take(
        blue
    ).move_fields == {"cards": [blue, blue, green]}


def test_the_owners_hasards_come_first() -> None:
    effects: list[Any] = [{"besants": -70}, {"lose": cards("blue:80")[0]}]
    journey = Journey(hasard={"effects": effects}).post()
    drawn = field(journey, "buy", {"colour": "blue", "value": None})
    assert isinstance(drawn, Pick)
    assert not drawn.complete
    assert [(choice.value, choice.refused is None) for choice in drawn.choices[:2]] == [
        ({"besants": -70}, True),
        ({"lose": cards("blue:80")[0]}, False),
    ]
    more = field(journey, "buy", {"colour": "blue", "value": None}, {"gain": cards("blue:80")[0]})
    assert isinstance(more, Pick)
    assert (more.complete, more.choices[1].refused) == (True, None)


def hasard_choices(journey: Journey) -> tuple[Choice, ...]:
    drawn = field(journey, "buy", {"colour": "blue", "value": None})
    assert isinstance(drawn, Pick)
    return drawn.choices


def test_a_hasard_is_asked_by_its_eight_kinds() -> None:
    choices = hasard_choices(Journey(3).give(1, "green:80").post())
    rows = [choice.groups[0] if choice.groups else choice.label for choice in choices]
    assert [text.key.removeprefix("classic.effect.") for text in dict.fromkeys(rows)] == [
        *("kind.besants", "kind.lose", "kind.gain"),
        *("miss_turn", "spin_again", "move", "fight", "note"),
    ]


def test_a_hasard_then_asks_how_much_and_to_whom() -> None:
    choices = hasard_choices(Journey(3).give(1, "green:80").post())
    besants = [choice for choice in choices if choice.groups and choice.groups[0].key.endswith("besants")]
    payees = dict.fromkeys(
        (choice.groups[1].key, choice.groups[1].args) for choice in besants if len(choice.groups) > 1
    )
    prefix = "classic.effect.kind."
    assert list(payees) == [
        *((prefix + name, ()) for name in ("gain_besants", "pay", "pay_loot")),
        *((prefix + "pay_seat", (("seat", seat),)) for seat in (2, 3)),
    ]
    lost = [choice.value for choice in choices if choice.groups and choice.groups[0].key.endswith("lose")]
    card, destinations = cards("green:80")[0], ({"loot": True}, {"seat": 2}, {"seat": 3})
    assert lost == [{"lose": card}, *({"lose": card, "to": to} for to in destinations)]


def test_any_sum_may_be_paid_to_a_seat() -> None:
    journey = Journey().post()
    walk = begin_walk(partial(next_pick, journey.match, journey.state, 1, "buy")).answer(None)
    assert isinstance(walk.field, Pick)
    assert not has_choice(walk.field.open_choices, {"besants": 35, "to": {"seat": 2}})
    paid = walk.take({"besants": -35, "to": {"seat": 2}})
    assert paid.taken_choices[0].label.args == (("besants", -35), ("seat", 2))
    fields: dict[str, Any] = dict(paid.close().move_fields)
    assert journey.play(move="buy", **fields).besants == (185, 275)


def test_without_tracked_hands_no_card_is_lost_or_drawn() -> None:
    choices = hasard_choices(Journey(tracking="dice").post())
    kinds = {choice.groups[0].key for choice in choices if choice.groups}
    assert kinds == {"classic.effect.kind.besants"}


def test_cards_without_a_possible_fortune_are_refused_at_the_claim() -> None:
    journey = Journey(tracking="dice").give(1, "table").go("mission").play(move="finish_mission").end().pass_turns()
    journey.go("venice")
    both = cards("blue:80", "blue:80")
    assert choice_rulings(field(journey, "claim", {}, *both))[str(cards("blue:50")[0])] == "C14"
    enough = cards("blue:80", "green:80", "yellow:80", "mauve:80", "mauve:80")
    counted = field(journey, "claim", {}, *enough)
    assert isinstance(counted, Pick)
    assert counted.complete
    assert journey.play(move="claim", cards=enough).over


def test_company_at_a_post_is_asked_only_if_possible() -> None:
    def post_completeness(journey: Journey) -> set[bool]:
        offers = journey.match.offers(journey.state, journey.active_seats[0])
        return {offer.complete for offer in offers if dict(offer.chosen).get("place") == "post"}

    alone = Journey().spin()
    assert post_completeness(alone) == {True}
    assert post_completeness(alone.play(move="arrive", place="town").end().spin()) == {True}
    met = alone.play(move="arrive", place="post", colour="blue").end().spin()
    assert post_completeness(met) == {True, False}
    assert choice_rulings(field(met, "arrive", {"place": "post", "colour": "blue"})) == {"2": None}
    assert choice_rulings(field(met, "arrive", {"place": "post", "colour": "green"})) == {"2": "C8"}


def test_the_usual_moves_take_one_press() -> None:
    def complete_moves(journey: Journey) -> list[str]:
        offers = complete_offers(journey.match, journey.state, journey.active_seats[0])
        return [" ".join([offer.kind, *(str(value) for _, value in offer.chosen if value)]) for offer in offers]

    assert complete_moves(Journey()) == ["spin land", "spin sea"]
    assert complete_moves(Journey().spin_attack()) == ["fight", "refuse_fight"]
    assert complete_moves(Journey().lose()) == ["ransom besants"]
    assert complete_moves(Journey().pass_turns(2).go("venice")) == ["claim", "end_turn"]
    assert complete_moves(Journey().spin())[:2] == ["arrive post blue", "arrive post green"]
