"""What Lanterns is there for: secrets, rolls in any order, answers owed off one's turn, forms that hang together."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.errors import IllegalMoveError
from companion.rules.fields import (
    ChanceField,
    Chosen,
    NumberField,
    OneOf,
    PathField,
    SeatField,
    SeveralOf,
    TextField,
    YesNoField,
)
from companion.rules.game import move_from_json
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.session import table as tables
from companion.session.table import Table
from tests.rules.lanterns import LANTERNS
from tests.rules.walking import played

NAMES = ("Ada", "Bao", "Chen")


def test_everyone_hides_cards_at_once_in_any_order() -> None:
    table = tables.start(LANTERNS, NAMES, {})
    assert LANTERNS.waiting(table.state) == (1, 2, 3)
    assert LANTERNS.turn(table.state) is None
    for seat, left in ((3, (1, 2, 3)), (1, (1, 2, 3)), (3, (1, 2)), (2, (1, 2)), (2, (1,)), (1, (1, 2, 3))):
        table = _hide(table, seat, 20_000 + seat)
        assert LANTERNS.waiting(table.state) == left
    assert LANTERNS.round(table.state) == 1


def test_what_may_be_done_in_any_order_says_so() -> None:
    table = tables.start(LANTERNS, NAMES, {})
    assert {option.kind for option in LANTERNS.options(table.state, 1) if option.any_order} == {"hide", "correct"}
    assert {option.kind for option in LANTERNS.options(_hidden().state, 1) if option.any_order} == {"roll", "correct"}
    assert {option.kind for option in LANTERNS.options(_rolled().state, 1) if option.any_order} == {"correct"}


def test_a_roll_asks_for_chance_and_carries_it_as_a_fact() -> None:
    table = _hidden()
    field = LANTERNS.next_field(table.state, 2, "roll", {})
    assert isinstance(field, ChanceField)
    assert field.draws == (("d6", 2),)
    table = _play(table, 2, move="roll", chance=[6, 5])
    assert table.state.oil == (1, 12, 1)
    _refused(table, 2, None, move="roll", chance=[1, 1])
    _refused(table, 1, "L2", move="roll", chance=[7, 1])


def test_an_answer_owed_holds_up_everyone_but_corrections() -> None:
    table = _play(_rolled(), 1, move="feast", first=3)
    assert (LANTERNS.turn(table.state), LANTERNS.waiting(table.state)) == (1, (3,))
    for seat in (1, 2):
        _refused(table, seat, None, move="end_turn")
        _refused(table, seat, None, move="answer", gives=True)
    _refused(table, 3, None, move="end_turn")
    table = _play(table, 2, move="correct", what="oil", by=-3)
    table = _play(table, 3, move="answer", gives=True)
    assert LANTERNS.waiting(table.state) == (2,)
    table = _play(table, 2, move="answer", gives=False)
    assert (LANTERNS.waiting(table.state), table.state.points) == ((1,), (0, 0, 1))
    _refused(table, 1, "L5", move="feast", first=2)


def test_the_places_of_a_row_hang_on_the_row_and_each_prefix_is_a_move() -> None:
    state = _rolled().state
    row = LANTERNS.next_field(state, 1, "hang", {})
    assert isinstance(row, OneOf)
    gate, river = (_path(state, {"row": name}) for name in ("gate", "river"))
    assert ([choice.value for choice in gate.choices], gate.whole) == ([1, 2, 3], False)
    assert [choice.value for choice in river.choices] == [1, 2, 3, 4, 5, 6]
    onward = _path(state, {"row": "gate", "path": [2]})
    assert ([choice.value for choice in onward.choices], onward.whole) == ([3], True)
    assert LANTERNS.next_field(state, 1, "hang", {"row": "gate", "path": [2, 3]}) is None


def test_a_place_that_is_taken_is_greyed_out_with_its_ruling() -> None:
    table = _play(_rolled(), 1, move="hang", row="gate", path=[2])
    choices = {choice.value: choice.refused for choice in _path(table.state, {"row": "gate"}).choices}
    assert [choices[1], choices[3]] == [None, None]
    assert choices[2] is not None
    assert choices[2].ruling == "L3"
    for path in ([2], [1, 2], [1, 3], [], [3, 4], [3, 3]):
        _refused(table, 1, "L3", move="hang", row="gate", path=path)


def test_cards_are_shown_one_or_several_and_only_ones_own() -> None:
    table = _rolled()
    field = LANTERNS.next_field(table.state, 1, "show", {})
    assert isinstance(field, SeveralOf)
    assert ([choice.value for choice in field.choices], field.least, field.most) == (["red:11001", "red:11002"], 1, 2)
    for cards in ([], ["red:21001"], ["red:11001", "red:11001"]):
        _refused(table, 1, "L4", move="show", cards=cards)
    table = _play(table, 1, move="show", cards=["red:11002", "red:11001"])
    assert (table.state.points, table.state.shown[0]) == ((6, 0, 0), ("red:11002", "red:11001"))


def test_a_refusal_keeps_what_is_private_for_its_seat() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        LANTERNS.play(_rolled().state, 1, move_from_json(LANTERNS, {"move": "show", "cards": ["red:99999"]}))
    assert "11001" in repr(caught.value.private)
    assert "11001" not in repr(caught.value.reason) + str(caught.value)


def test_a_hidden_move_is_null_to_others_its_keys_stay() -> None:
    table = tables.start(LANTERNS, NAMES, {})
    move = move_from_json(LANTERNS, {"move": "hide", "colour": "blue", "value": 12_345, "wish": "rain"})
    masked = {"move": "hide", "colour": None, "value": None, "wish": None}
    whole = {"move": "hide", "colour": "blue", "value": 12_345, "wish": "rain"}
    views = [
        LANTERNS.move_view(table.state, 2, move, viewer) for viewer in (PUBLIC, as_seat(1), as_seat(2), EVERYTHING)
    ]
    assert views == [masked, masked, whole, whole]


def test_the_end_shows_everything_and_pays_for_cards_never_shown() -> None:
    table = _rolled(rounds=1)
    assert LANTERNS.holdings(table.state, PUBLIC)["2"]["hidden"] is None
    table = _play(table, 1, move="show", cards=["red:11001"])
    for seat in (1, 2, 3):
        table = _play(table, seat, move="end_turn")
    assert table.over
    assert table.state.points == (3 + 1, 2, 2)
    assert LANTERNS.holdings(table.state, PUBLIC) == LANTERNS.holdings(table.state, EVERYTHING)
    assert LANTERNS.holdings(table.state, PUBLIC)["2"]["hidden"] == ["red:21001", "red:21002"]
    assert [(place.seat, place.rank) for place in LANTERNS.standings(table.state)] == [(1, 1), (3, 2), (2, 3)]


def test_every_sort_of_field_is_met() -> None:
    before, table = tables.start(LANTERNS, NAMES, {}).state, _rolled()
    asked = _play(table, 1, move="feast", first=2).state
    asks: list[tuple[Any, int, str, Chosen]] = [
        (before, 1, "hide", {}),
        (before, 1, "hide", {"colour": "red"}),
        (before, 1, "hide", {"colour": "red", "value": 12_345}),
        (_hidden().state, 1, "roll", {}),
        (table.state, 1, "hang", {"row": "gate"}),
        (table.state, 1, "show", {}),
        (table.state, 1, "feast", {}),
        (asked, 2, "answer", {}),
    ]
    met = {type(LANTERNS.next_field(state, seat, kind, chosen)) for state, seat, kind, chosen in asks}
    assert met == {OneOf, NumberField, TextField, ChanceField, PathField, SeveralOf, SeatField, YesNoField}


def _hide(table: Table, seat: int, value: int) -> Table:
    return _play(table, seat, move="hide", colour="red", value=value, wish=f"wish of {seat}")


def _hidden(rounds: int = 2) -> Table:
    """Seat 1 has hidden the cards 11001 and 11002, seat 2 21001 and 21002, and so on."""
    table = tables.start(LANTERNS, NAMES, {"rounds": rounds})
    for number in (1, 2):
        for seat in (1, 2, 3):
            table = _hide(table, seat, seat * 10_000 + 1_000 + number)
    return table


def _rolled(rounds: int = 2) -> Table:
    """All have rolled, seat 3 the most, and it is the turn of seat 1."""
    table = _hidden(rounds)
    for seat in (3, 1, 2):
        table = _play(table, seat, move="roll", chance=[seat, 3])
    return table


def _play(table: Table, seat: int, **body: Any) -> Table:
    return played(table, seat, body)


def _refused(table: Table, seat: int, ruling: str | None, **body: Any) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        LANTERNS.play(table.state, seat, move_from_json(LANTERNS, body))
    assert caught.value.ruling == ruling


def _path(state: Any, chosen: Any) -> PathField:
    field = LANTERNS.next_field(state, 1, "hang", chosen)
    assert isinstance(field, PathField)
    return field
