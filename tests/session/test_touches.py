"""Touched things are filled into the moves of a seat: cards of a hand, places of the race, sectors of a wheel."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.games.voyages import VOYAGES
from companion.rules.rule_errors import IllegalMoveError
from companion.table import table as tables
from companion.table.legal_moves import offers_of, touched_offers
from companion.table.random_play import play_move
from companion.table.table import Table

NAMES = ("Inès", "Bao", "Chloé")


def table_at_post(*cards: str, **options: Any) -> Table:
    """Return a table on which seat 1 is at the blue post with these cards in its hand."""
    table = tables.start(CLASSIC, NAMES, options)
    for card in cards:
        table = play_move(table, 1, {"move": "correct", "what": card, "by": 1})
    table = play_move(table, 1, {"move": "spin", "route": "land", "chance": [3]})
    return play_move(table, 1, {"move": "arrive", "place": "post", "colour": "blue"})


def touch(table: Table, seat: int, *touches: str) -> dict[str, tuple[dict[str, Any], bool] | str]:
    """Return by kind of move the fields and whether it is complete, or the reason why the touch has no effect.

    Offers that a single touch plays are left out.
    """
    result: dict[str, tuple[dict[str, Any], bool] | str] = {}
    offers = [offer for offer in offers_of(table, seat) if not offer.phone_only]
    for touched in touched_offers(table, seat, touches, offers):
        key = f"{touched.offer.kind} {dict(touched.offer.chosen).get('route', '')}".strip()
        if touched.refused:
            result[key] = touched.refused.reason.key
        elif touched.walk:
            result[key] = (touched.walk.move_fields, touched.walk.complete)
        else:
            result[key] = (touched.offer.move(), True)
    return result


def card(text: str) -> dict[str, Any]:
    colour, _, value = text.partition(":")
    return {"colour": colour, "value": int(value)}


def test_each_touch_of_a_card_adds_one_to_the_sale() -> None:
    table = table_at_post("blue:80", "blue:80", "mauve:30")
    first_touch, two = touch(table, 1, "card:blue:80"), touch(table, 1, "card:mauve:30", "card:blue:80", "card:blue:80")
    assert first_touch["sell"] == ({"cards": [card("blue:80")]}, True)
    assert two["sell"] == ({"cards": [card("blue:80"), card("blue:80"), card("mauve:30")]}, True)
    assert touch(table, 1, "card:mauve:30", "card:mauve:30")["sell"] == "refused.touch"
    assert touch(table, 1, "card:green:80")["sell"] == "refused.touch"


def test_a_card_that_fills_its_field_alone_can_be_touched() -> None:
    assert touch(table_at_post("mauve:30"), 1, "card:mauve:30")["sell"] == ({"cards": [card("mauve:30")]}, True)


def test_one_touch_may_fill_several_fields() -> None:
    table = tables.start(CLASSIC, NAMES, {})
    for what in ("blue:50", "green:30", "green:80"):
        table = play_move(table, 1, {"move": "correct", "what": what, "by": 1})
    table = play_move(table, 1, {"move": "spin", "route": "land", "chance": [_attack(table)]})
    table = play_move(table, 1, {"move": "fight", "chance": [1, 6]})
    ransom = {"pay": "card", "colour": "green", "value": 80}
    assert touch(table, 1, "card:green:80")["ransom"] == (ransom, True)
    assert touch(table, 1, "card:green:80", "card:blue:50")["ransom"] == "refused.touch"


def test_a_refused_kind_has_its_reason() -> None:
    table = tables.start(CLASSIC, NAMES, {})
    table = play_move(table, 1, {"move": "spin", "route": "land", "chance": [3]})
    table = play_move(table, 1, {"move": "arrive", "place": "post", "colour": "blue"})
    assert touch(table, 1, "card:blue:80")["sell"] == "classic.refused.nothing_to_sell"


def test_a_touched_sector_is_typed_on_either_route() -> None:
    table = tables.start(CLASSIC, NAMES, {})
    assert touch(table, 1, "sector:3") == {
        "spin land": ({"route": "land", "chance": [3]}, True),
        "spin sea": ({"route": "sea", "chance": [3]}, True),
    }
    assert set(touch(table, 1, "sector:8").values()) == {"refused.touch"}


def test_a_touched_place_is_the_step_that_leads_there() -> None:
    table = tables.start(EXPEDITION, NAMES, {})
    places = {offer.touch for offer in offers_of(table, 1) if offer.refused is None and offer.touch}
    assert len(places) == 1
    [place] = places
    assert touch(table, 1, place or "")["step"] != "refused.touch"
    assert set(touch(table, 1, place or "", "place:9").values()) - {"refused.touch"} <= {
        offer.refused.reason.key for offer in offers_of(table, 1) if offer.refused
    }


def test_a_touch_that_no_offer_accepts_is_refused() -> None:
    for nothing in ("place:1", "unicorn:4", "x", "card:blue:80"):
        with pytest.raises(IllegalMoveError) as caught:
            touch(tables.start(EXPEDITION, NAMES, {}), 1, nothing)
        assert caught.value.reason.key == "refused.touched_nothing"


def voyage(*, coins: int = 0) -> Table:
    """Return a table in Berke's turn, with these dice and coins."""
    table = tables.start(VOYAGES, NAMES[:2], {"characters": ["berke", "kubilai"]})
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "roll", "chance": [4, 3, 5, 5, 2]})
    return play_move(table, 1, {"move": "correct", "what": "coins", "by": coins}) if coins else table


def touch_dice(table: Table, *touches: str) -> dict[str, Any]:
    """Return by kind and row the fields of an offer, that the touch has no effect, or why not."""
    result: dict[str, Any] = {}
    for touched in touched_offers(table, 1, touches, offers_of(table, 1)):
        row = dict(touched.offer.chosen).get("row", "")
        key = f"{touched.offer.kind} {row}".strip()
        texts = touched.walk.settled.move_fields if touched.walk else None
        result[key] = (
            texts if touched.refused is None else (touched.refused.reason.key if touched.of_use else "of no use")
        )
    return result


def test_dice_fill_every_offer_that_can_use_them() -> None:
    two = touch_dice(voyage(), "die:blue:5", "die:blue:5")
    assert two["bazaar silk"] == {"row": "silk", "dice": ["blue:5", "blue:5"], "column": 5}
    assert two["travel"] == {"dice": ["blue:5", "blue:5"]}
    assert {two[kind] for kind in ("take_five", "khan", "bazaar camel", "reroll", "city_card")} == {"of no use"}
    result = touch_dice(voyage(), "die:blue:4")
    assert result["take_five"] == result["khan"] == {"dice": ["blue:4"]}
    assert result["bazaar gold"] == {"row": "gold", "dice": ["blue:4"]}


def test_dice_that_nobody_touched_are_confirmed() -> None:
    """With three dice left, one touched die leaves no choice for gold; it names only one of the three."""
    table = voyage()
    for seat, move in (
        (1, {"move": "bazaar", "row": "silk", "dice": ["blue:4", "blue:3"]}),
        (1, {"move": "end_turn"}),
        (2, {"move": "take_five", "dice": ["green:4"]}),
        (2, {"move": "end_turn"}),
    ):
        table = play_move(table, seat, move)
    gold = [offer for offer in offers_of(table, 1) if ("row", "gold") in offer.chosen]
    for touches, more in ((["die:blue:5"], True), (["die:blue:2", "die:blue:5", "die:blue:5"], False)):
        [touched] = touched_offers(table, 1, touches, gold)
        assert touched.walk is not None
        assert (touched.walk.complete, touched.takes_more) == (True, more)


def test_the_main_thing_of_an_offer_opens_it() -> None:
    """The space alone opens it; with a die it is used; and no other offer can use that space."""
    table = voyage()
    assert touch_dice(table, "space:khan") == {"khan": None}
    result = touch_dice(table, "die:blue:4", "space:khan")
    assert result["khan"] == {"dice": ["blue:4"]}
    assert result["take_five"] == "of no use"
    after = play_move(table, 1, {"move": "take_five", "dice": ["blue:4"]})
    assert touch_dice(after, "space:take_five", "die:blue:3")["take_five"] == "voyages.refused.one_action"
    assert touch_dice(after, "die:blue:3")["take_five"] == "of no use", "whatever die it would be"


def test_a_later_field_of_a_form_may_be_touched_first() -> None:
    result = touch_dice(voyage(coins=20), "place:ALE", "die:blue:3", "die:blue:5")
    assert result["travel"] == {"dice": ["blue:3", "blue:5"], "paths": [["ALE"]]}
    assert touch_dice(voyage(), "place:ALE")["travel"] == "refused.touch_first"
    assert touch_dice(voyage(), "rung:silk:2")["bazaar silk"] == "refused.touch_first"


def test_a_field_without_choice_may_be_touched_too() -> None:
    table = tables.start(VOYAGES, NAMES[:2], {"characters": ["berke", "kubilai"], "city_cards": {"ALE": ["C16"]}})
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "roll", "chance": [4, 4, 5, 5, 2]})
    table = play_move(table, 1, {"move": "correct", "what": "coins", "by": 30})
    table = play_move(table, 1, {"move": "travel", "dice": ["blue:5", "blue:5"], "paths": [["ALE"]]})
    table = play_move(table, 1, {"move": "choose", "bonus": "B01"})
    table = play_move(table, 1, {"move": "end_turn"})
    table = play_move(table, 2, {"move": "take_five", "dice": ["green:5"]})
    table = play_move(table, 2, {"move": "end_turn"})
    for touches in (("die:blue:4",), ("die:blue:4", "place:ALE"), ("place:ALE", "die:blue:4", "card:C16")):
        assert touch_dice(table, *touches)["city_card"] == {"dice": ["blue:4"], "city": "ALE", "card": "C16"}
    assert touch_dice(table, "die:blue:4", "place:MOS")["city_card"] == "of no use"


def test_a_place_that_cannot_be_paid_has_its_reason() -> None:
    result = touch_dice(voyage(), "die:blue:3", "die:blue:5", "place:O2")
    assert result["travel"] == "voyages.refused.lacks_camels"


def _attack(table: Table) -> int:
    wheel = table.match.edition.wheel
    return next(index for index, sector in enumerate(wheel.sectors) if sector.land is None)
