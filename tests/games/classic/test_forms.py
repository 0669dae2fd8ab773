"""The forms of 1983 that do more than list choices."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.rules.fields import ChanceField, Chosen, Field, OneOf, Pick
from companion.rules.match_functions import next_pick, options_of
from companion.rules.picks import begin
from companion.rules.rule_errors import Refusal
from tests.games.classic.journey import Journey, cards
from tests.kit.walking import wholes


def field(journey: Journey, kind: str, chosen: Chosen | None = None, *items: Any) -> Field | None:
    return next_pick(journey.match, journey.state, journey.active_seats[0], kind, chosen or {}, items)


def offered(one: Field | None) -> dict[Any, str | None]:
    """Return the choices of a field by value, each with the ruling that refuses it."""
    assert isinstance(one, OneOf | Pick)
    return {str(choice.value): _ruling(choice.refused) for choice in one.choices}


def kinds(journey: Journey) -> dict[str, str | None]:
    """Return the kinds of moves of the active seat, each with the ruling that refuses it."""
    options = options_of(journey.match, journey.state, journey.active_seats[0])
    return {option.kind: _ruling(option.refused) for option in options if option.kind != "correct"}


def _ruling(refused: Refusal | None) -> str | None:
    return refused.ruling if refused else None


def test_land_or_sea_and_then_one_of_the_sectors() -> None:
    journey = Journey()
    assert offered(field(journey, "spin")) == {"land": None, "sea": None}
    wheel = field(journey, "spin", {"route": "sea"})
    assert isinstance(wheel, ChanceField)
    assert (wheel.draws, wheel.bounds) == ((("sectors", 8),), (range(8),))
    assert field(journey, "spin", {"route": "sea", "chance": [3]}) is None


def test_two_dice_of_six_or_a_black_one_of_eight() -> None:
    for options, draws, faces in (({}, (("d6", 2),), 6), ({"bandits_d8": True}, (("d6", 1), ("d8", 1)), 8)):
        dice = field(Journey(**options).spin_attack(), "fight")
        assert isinstance(dice, ChanceField)
        assert (dice.draws, dice.bounds) == (draws, (range(1, 7), range(1, faces + 1)))


def test_khanbalik_and_the_mission_stay_in_sight_with_the_ruling_that_refuses_them() -> None:
    places = offered(field(Journey().spin(), "arrive"))
    assert places == {"town": None, "port": None, "post": None, "khanbalik": "C12", "mission": "C13", "venice": "C8"}
    elsewhere = offered(field(Journey().pass_turns(2).spin(), "arrive"))
    assert elsewhere["venice"] is None


def test_a_post_asks_for_its_colour_and_who_is_there() -> None:
    journey = Journey(3).spin()
    assert list(offered(field(journey, "arrive", {"place": "post"}))) == ["blue", "green", "yellow", "mauve"]
    assert list(offered(field(journey, "arrive", {"place": "post", "colour": "blue"}))) == ["2", "3"]
    assert field(journey, "arrive", {"place": "town"}) is None


def test_what_belongs_to_a_place_stays_in_sight() -> None:
    assert kinds(Journey().post()) == {"sell": "C9", "buy": None, "trade": "C11", "end_turn": None}
    assert kinds(Journey().pass_turns(2).go("venice")) == {"claim": "C14", "end_turn": None}
    assert kinds(Journey().go("town")) == {"end_turn": None}
    assert kinds(Journey().spin_attack()) == {"fight": None, "refuse_fight": "C7"}
    assert kinds(Journey().lose()) == {"ransom": None, "sell": "C16"}
    assert kinds(Journey()) == {"spin": None}


def test_who_takes_a_card_is_not_shown_the_hand_it_comes_from() -> None:
    journey = Journey(3).give(2, "blue:80").post("blue", 2, 3)
    assert offered(field(journey, "trade")) == {"2": None, "3": "C11"}
    assert field(journey, "trade", {"with": 2}) is None
    journey.play(move="trade", **{"with": 2})
    assert kinds(journey) == {"trade": None}
    assert list(offered(field(journey, "trade", {"with": 1}))) == [str(cards("blue:80")[0])]


def test_gifts_stand_in_the_order_of_the_hand() -> None:
    journey = Journey().give(1, "mauve:80", "yellow:80", "yellow:80", "blue:80").go("khanbalik")
    blue, yellow, mauve = cards("blue:80", "yellow:80", "mauve:80")
    assert [*offered(field(journey, "give_gifts"))] == [str(blue), str(yellow), str(mauve)]


def test_gifts_are_picked_one_by_one_and_the_last_of_one_colour_is_grey_where_the_house_wants_two() -> None:
    journey = Journey(gifts_two_colours=True).give(1, *["blue:80"] * 3, "green:80").go("khanbalik")
    blue, green = cards("blue:80", "green:80")
    assert set(offered(field(journey, "give_gifts")).values()) == {None}
    assert offered(field(journey, "give_gifts", {}, blue, blue)) == {str(blue): "C20", str(green): None}
    assert begin(partial(next_pick, journey.match, journey.state, 1, "give_gifts")).take(blue).take(blue).said == {
        "cards": [blue, blue, green]
    }


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


def test_cards_that_lead_to_no_fortune_cannot_be_counted_at_the_claim() -> None:
    journey = Journey(tracking="dice").give(1, "table").go("mission").play(move="finish_mission").end().pass_turns()
    journey.go("venice")
    both = cards("blue:80", "blue:80")
    assert offered(field(journey, "claim", {}, *both))[str(cards("blue:50")[0])] == "C14"
    enough = cards("blue:80", "green:80", "yellow:80", "mauve:80", "mauve:80")
    counted = field(journey, "claim", {}, *enough)
    assert isinstance(counted, Pick)
    assert counted.complete
    assert journey.play(move="claim", cards=enough).over


def test_who_is_at_a_post_is_asked_only_where_somebody_was_seen_at_one() -> None:
    def posts(journey: Journey) -> set[bool]:
        found = journey.match.offers(journey.state, journey.active_seats[0])
        return {one.complete for one in found if dict(one.chosen).get("place") == "post"}

    alone = Journey().spin()
    assert posts(alone) == {True}
    assert posts(alone.play(move="arrive", place="town").end().spin()) == {True}
    met = alone.play(move="arrive", place="post", colour="blue").end().spin()
    assert posts(met) == {False}
    asked = field(met, "arrive", {"place": "post", "colour": "green"})
    assert isinstance(asked, Pick)
    assert asked.name == "shared_with"


def test_the_usual_moves_take_one_press() -> None:
    def pressed(journey: Journey) -> list[str]:
        found = wholes(journey.match, journey.state, journey.active_seats[0])
        return [" ".join([offer.kind, *(str(value) for _, value in offer.chosen if value)]) for offer in found]

    assert pressed(Journey()) == ["spin land", "spin sea"]
    assert pressed(Journey().spin_attack()) == ["fight", "refuse_fight"]
    assert pressed(Journey().lose()) == ["ransom besants"]
    assert pressed(Journey().pass_turns(2).go("venice")) == ["claim", "end_turn"]
    assert pressed(Journey().spin())[:2] == ["arrive post blue", "arrive post green"]
