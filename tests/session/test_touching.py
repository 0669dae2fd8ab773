"""What is touched, put into what a seat may do: cards of a hand, places of the race, sectors of a wheel."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.rules.errors import IllegalMoveError
from companion.session import table as tables
from companion.session.asking import offers_of, touched_at
from companion.session.table import Table
from tests.kit.walking import played

NAMES = ("Inès", "Bao", "Chloé")


def at_a_post(*cards: str, **options: Any) -> Table:
    """Seat 1 stands at the blue post with these cards in its hand."""
    table = tables.start(CLASSIC, NAMES, options)
    for card in cards:
        table = played(table, 1, {"move": "correct", "what": card, "by": 1})
    table = played(table, 1, {"move": "spin", "route": "land", "chance": [3]})
    return played(table, 1, {"move": "arrive", "place": "post", "colour": "blue"})


def touch(table: Table, seat: int, *touches: str) -> dict[str, tuple[dict[str, Any], bool] | str]:
    """By kind of move: what is filled in and whether it is whole, or why touching is of no use."""
    found: dict[str, tuple[dict[str, Any], bool] | str] = {}
    for one in touched_at(table, seat, touches, offers_of(table, seat)):
        key = f"{one.offer.kind} {dict(one.offer.chosen).get('route', '')}".strip()
        if one.refused:
            found[key] = one.refused.reason.key
        elif one.walk:
            found[key] = (one.walk.said, one.walk.whole)
        else:
            found[key] = (one.offer.move(), True)
    return found


def card(text: str) -> dict[str, Any]:
    colour, _, value = text.partition(":")
    return {"colour": colour, "value": int(value)}


def test_cards_of_a_hand_fill_in_a_sale_each_as_often_as_it_is_touched() -> None:
    table = at_a_post("blue:80", "blue:80", "mauve:30")
    one, two = touch(table, 1, "card:blue:80"), touch(table, 1, "card:mauve:30", "card:blue:80", "card:blue:80")
    assert one["sell"] == ({"cards": [card("blue:80")]}, True)
    assert two["sell"] == ({"cards": [card("blue:80"), card("blue:80"), card("mauve:30")]}, True)
    assert touch(table, 1, "card:mauve:30", "card:mauve:30")["sell"] == "refused.touch"
    assert touch(table, 1, "card:green:80")["sell"] == "refused.touch"


def test_a_card_that_takes_itself_is_touched_all_the_same() -> None:
    assert touch(at_a_post("mauve:30"), 1, "card:mauve:30")["sell"] == ({"cards": [card("mauve:30")]}, True)


def test_one_touch_may_fill_several_fields() -> None:
    table = tables.start(CLASSIC, NAMES, {})
    for what in ("blue:50", "green:30", "green:80"):
        table = played(table, 1, {"move": "correct", "what": what, "by": 1})
    table = played(table, 1, {"move": "spin", "route": "land", "chance": [_attack(table)]})
    table = played(table, 1, {"move": "fight", "chance": [1, 6]})
    ransom = {"pay": "card", "colour": "green", "value": 80}
    assert touch(table, 1, "card:green:80")["ransom"] == (ransom, True)
    assert touch(table, 1, "card:green:80", "card:blue:50")["ransom"] == "refused.touch"


def test_a_refused_kind_says_why() -> None:
    table = tables.start(CLASSIC, NAMES, {})
    table = played(table, 1, {"move": "spin", "route": "land", "chance": [3]})
    table = played(table, 1, {"move": "arrive", "place": "post", "colour": "blue"})
    assert touch(table, 1, "card:blue:80")["sell"] == "classic.refused.nothing_to_sell"


def test_a_sector_that_is_touched_is_typed_in_on_either_route() -> None:
    table = tables.start(CLASSIC, NAMES, {})
    assert touch(table, 1, "sector:3") == {
        "spin land": ({"route": "land", "chance": [3]}, True),
        "spin sea": ({"route": "sea", "chance": [3]}, True),
    }
    assert set(touch(table, 1, "sector:8").values()) == {"refused.touch"}


def test_a_place_of_the_race_is_the_step_that_leads_there() -> None:
    table = tables.start(EXPEDITION, NAMES, {})
    there = {one.at for one in offers_of(table, 1) if one.refused is None and one.at}
    assert len(there) == 1
    [at] = there
    assert touch(table, 1, at or "")["step"] != "refused.touch"
    assert set(touch(table, 1, at or "", "place:9").values()) - {"refused.touch"} <= {
        one.refused.reason.key for one in offers_of(table, 1) if one.refused
    }


def test_what_nothing_carries_is_refused_with_a_word() -> None:
    for nothing in ("place:1", "unicorn:4", "x", "card:blue:80"):
        with pytest.raises(IllegalMoveError) as caught:
            touch(tables.start(EXPEDITION, NAMES, {}), 1, nothing)
        assert caught.value.reason.key == "refused.touched_nothing"


def _attack(table: Table) -> int:
    wheel = table.match.edition.wheel
    return next(index for index, sector in enumerate(wheel.sectors) if sector.land is None)
