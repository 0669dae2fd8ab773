"""Forms as a phone draws them: every form filled in as its JSON allows is a legal move."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.games.voyages import VOYAGES
from companion.rules import codec
from companion.rules.game import move_from_json
from companion.rules.match_functions import offered_kinds_of
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.server.views.form_view import Form, fill_form, options_view
from companion.server.views.view_types import FieldView
from companion.table import table as tables
from companion.table.random_play import open_kinds
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import Words
from tests.games.lanterns import LANTERNS
from tests.kit.cases import CASES, Case, a_few, every_case, hands
from tests.kit.random_play import play_on

WORDS = Words("en")
MOST_STEPS = 60
LONG = 40
WRONG: tuple[Any, ...] = (None, -(10**12), 10**12, "no such thing", [], [[]], {}, True, 1.5, ["no such thing"])


def form(table: Table, seat: int, kind: str, chosen: dict[str, Any]) -> Form:
    """Return the form as it arrives at a phone: through JSON and back."""
    received = json.loads(json.dumps(chosen))
    answer = fill_form(table, seat, kind, received, WORDS)
    parts = json.loads(json.dumps([answer.fields, answer.chosen, answer.complete, answer.played]))
    return Form(tuple(parts[0]), *parts[1:])


def random_value(field: FieldView, rnd: Random) -> Any:
    """Return a random value for a field, chosen from its JSON alone."""
    match field["type"]:
        case "number":
            refused = {number for gap in field.get("gaps", ()) for number in range(gap["low"], gap["high"] + 1)}
            bounds = range(max(field["low"], -50), min(field["high"], 99_999) + 1)
            numbers = [number for number in bounds if number and number not in refused] or [1]
            return rnd.choice([numbers[0], numbers[-1], rnd.choice(numbers)])
        case "one_of" | "seat":
            return rnd.choice([choice["value"] for choice in field["choices"] if not choice["refused"]])
        case "several_of" | "path":
            free = [choice["value"] for choice in field["choices"] if not choice["refused"]]
            chosen = [choice["value"] for choice in field["taken"]]
            assert chosen == field["value"]
            return chosen if field["whole"] and rnd.random() < 0.4 else [*chosen, rnd.choice(free)]
        case "text":
            return "x" * rnd.randint(1, field["longest"])
        case "yes_no":
            return rnd.random() < 0.5
        case "chance":
            return [1] * sum(1 if kind == "sectors" else count for kind, count in field["draws"])
    raise AssertionError(f"a phone cannot draw {field['type']}")


def random_move(table: Table, seat: int, kind: str, rnd: Random) -> dict[str, Any]:
    """Return a complete move, filled in at random from the JSON alone, field by field."""
    answer = form(table, seat, kind, {})
    for _ in range(MOST_STEPS):
        open_field = answer.fields[-1] if answer.fields else None
        choices = open_field.get("choices", []) if open_field is not None else []
        more = any(not choice["refused"] for choice in choices)
        ends = answer.complete and (
            open_field is None or not more or open_field["type"] != "path" or rnd.random() < 0.4
        )
        waits = open_field is not None and open_field["type"] == "chance" and "value" not in open_field
        if (ends or (answer.complete and open_field and not choices)) and not waits:
            return {"move": kind, **answer.played}
        assert open_field is not None
        lists = [field for field in answer.fields[:-1] if field["type"] in ("several_of", "path")]
        ended: dict[str, Any] = {
            field["name"]: [] for field in lists if not field["value"]
        }  # the reader went on without taking any
        chosen = {**answer.chosen, open_field["name"]: random_value(open_field, rnd)}
        answer = form(table, seat, kind, {**ended, **chosen})
        is_list = open_field["type"] in ("several_of", "path")
        assert chosen.items() <= answer.chosen.items() or is_list, "what is allowed is taken"
    raise AssertionError(f"the form of {kind} has no end")


@every_case
@a_few
@given(rnd=hands)
def test_every_form_completed_from_its_json_is_a_legal_move(case: Case, rnd: Random) -> None:
    table = play_on(tables.start(case.game, case.names, case.options), rnd, rnd.randint(0, LONG))
    if table.over:
        return
    for seat in case.every_seat:
        for kind in open_kinds(case.match, table.state, seat):
            move = random_move(table, seat, kind, rnd)
            tables.play(table, [CompleteMove(seat, move_from_json(case.game, move))], table.seq + 1)


@every_case
@a_few
@given(rnd=hands)
def test_wrong_values_are_dropped_from_a_form(case: Case, rnd: Random) -> None:
    table = play_on(tables.start(case.game, case.names, case.options), rnd, rnd.randint(0, LONG))
    if table.over:
        return
    seat = rnd.choice(table.match.active_seats(table.state))
    for kind in open_kinds(case.match, table.state, seat):
        move = random_move(table, seat, kind, rnd)
        for name in (name for name in move if name != "move"):
            wrongs: tuple[Any, ...] = (
                None,
                -(10**12),
                10**12,
                "no such thing",
                [],
                [[]],
                {},
                True,
                1.5,
                ["no such thing"],
            )
            for wrong in wrongs:
                answer = form(table, seat, kind, {**move, name: wrong})
                if answer.chosen.get(name, wrong) == wrong and name in answer.chosen:
                    codec.to_json(move_from_json(case.game, {**move, **answer.chosen}))  # an accepted value is valid


def test_every_type_of_field_occurs() -> None:
    types: set[str] = set()
    for case in CASES:
        for seed in range(12):
            rnd = Random(seed)
            table = play_on(tables.start(case.game, case.names, case.options), rnd, 6 * seed)
            for seat in () if table.over else case.every_seat:
                for kind in open_kinds(case.match, table.state, seat):
                    types |= {
                        field["type"] for field in form(table, seat, kind, random_move(table, seat, kind, rnd)).fields
                    }
    assert types == {"number", "one_of", "several_of", "path", "seat", "text", "yes_no", "chance"}


def test_a_deal_lists_its_piles_and_places() -> None:
    """Those of goal cards, which are secret, are not listed."""
    table = tables.start(VOYAGES, ("Inès", "Bao"), {"deal": True}, number=1)
    [dealt] = form(table, 1, "deal_map", {}).fields
    bonus, cards = dealt["deals"]
    assert (bonus["places"][0], bonus["choices"][0]["text"]) == ("Moscow: bonus tile", "3 coins")
    assert [len(deal["choices"]) for deal in (bonus, cards)] == [10, 31]
    assert len(dealt["bounds"]) == len(bonus["places"]) + len(cards["places"])
    assert dealt["bounds"][:2] == [[1, 10], [1, 9]]
    for kind in ("deal_map", "deal_row"):
        values = [low for low, _ in form(table, 1, kind, {}).fields[0]["bounds"]]
        move = move_from_json(VOYAGES, {"move": kind, "chance": values})
        table = tables.play(table, [CompleteMove(1, move)], table.seq + 1)
    assert form(table, 2, "deal_goals", {}).fields[0]["deals"] == []


def test_refused_and_unknown_kinds_of_moves_have_no_form() -> None:
    case = next(case for case in CASES if case.game is LANTERNS)
    table = tables.start(case.game, case.names, case.options)
    with pytest.raises(IllegalMoveError):
        form(table, 1, "roll", {})
    with pytest.raises(MalformedError):
        form(table, 1, "fly", {})
    options = options_view(offered_kinds_of(table.match, table.state, 1), table.names, WORDS)
    assert [option["move"] for option in options] == ["hide", "correct"]
    assert options[0]["any_order"] is True
