"""The features that Lanterns covers: secrets, rolls in any order, answers out of turn, fields that depend on each
other.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

import pytest

from companion.journal import moves_file
from companion.rules.fields import (
    ChanceField,
    FieldValues,
    NumberField,
    OneOf,
    Pick,
    SeatField,
    TextField,
    YesNoField,
)
from companion.rules.form_walk import begin_walk
from companion.rules.game import move_from_json
from companion.rules.match_functions import next_pick, offered_kinds_of, standings
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.scene import Graph
from companion.rules.text import say
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.table import table as tables
from companion.table.legal_moves import touched_offers
from companion.table.random_play import play_move
from companion.table.table import Table
from companion.words.event_lines import entry_text
from tests.games.lanterns import LANTERNS, LANTERNS_REPRINTED, Lanterns
from tests.games.lanterns.state import Answer, Feast

NAMES = ("Ada", "Bao", "Chen")


def test_everyone_hides_cards_at_once_in_any_order() -> None:
    table = tables.start(LANTERNS, NAMES, {})
    assert table.match.active_seats(table.state) == (1, 2, 3)
    assert table.match.turn(table.state) is None
    for seat, active in ((3, (1, 2, 3)), (1, (1, 2, 3)), (3, (1, 2)), (2, (1, 2)), (2, (1,)), (1, (1, 2, 3))):
        table = _hide(table, seat, 20_000 + seat)
        assert table.match.active_seats(table.state) == active
    assert table.match.round(table.state) == 1


def test_moves_in_any_order_are_marked() -> None:
    table = tables.start(LANTERNS, NAMES, {})
    assert {option.kind for option in offered_kinds_of(table.match, table.state, 1) if option.any_order} == {
        "hide",
        "correct",
    }
    assert {option.kind for option in offered_kinds_of(table.match, _hidden().state, 1) if option.any_order} == {
        "roll",
        "correct",
    }
    assert {option.kind for option in offered_kinds_of(table.match, _rolled().state, 1) if option.any_order} == {
        "correct"
    }


def test_a_roll_asks_for_chance() -> None:
    table = _hidden()
    field = next_pick(table.match, table.state, 2, "roll", {})
    assert isinstance(field, ChanceField)
    assert field.draws == (("d6", 2),)
    table = _play(table, 2, move="roll", chance=[6, 5])
    assert table.state.oil == (1, 12, 1)
    _expect_refusal(table, 2, None, move="roll", chance=[1, 1])
    _expect_refusal(table, 1, "L2", move="roll", chance=[7, 1])


def test_an_owed_answer_blocks_all_but_corrections() -> None:
    table = _play(_rolled(), 1, move="feast", first=3)
    assert (table.match.turn(table.state), table.match.active_seats(table.state)) == (1, (3,))
    for seat in (1, 2):
        _expect_refusal(table, seat, None, move="end_turn")
        _expect_refusal(table, seat, None, move="answer", gives=True)
    _expect_refusal(table, 3, None, move="end_turn")
    table = _play(table, 2, move="correct", what="oil", by=-3)
    table = _play(table, 3, move="answer", gives=True)
    assert table.match.active_seats(table.state) == (2,)
    table = _play(table, 2, move="answer", gives=False)
    assert (table.match.active_seats(table.state), table.state.points) == ((1,), (0, 0, 1))
    _expect_refusal(table, 1, "L5", move="feast", first=2)


@pytest.mark.parametrize(("first", "order"), [(2, (2, 3, 4)), (3, (3, 4, 2)), (4, (4, 2, 3))])
def test_a_feast_is_answered_in_seat_order(first: int, order: tuple[int, ...]) -> None:
    match, state, _ = LANTERNS.begin(("Ada", "Bao", "Chen", "Dara"), {})
    state = replace(state, round=1, rolled=(1, 2, 3, 4), turn=1)
    state, _ = match.play(state, 1, Feast(first))
    answering = []
    while state.asked:
        (seat,) = match.active_seats(state)
        answering.append(seat)
        state, _ = match.play(state, seat, Answer(gives=False))
    assert tuple(answering) == order


def test_the_possible_places_depend_on_the_row() -> None:
    table = _rolled()
    row = next_pick(table.match, table.state, 1, "hang", {})
    assert isinstance(row, OneOf)
    gate, river = (_path(table, {"row": name}) for name in ("gate", "river"))
    assert ([choice.value for choice in gate.choices], gate.complete) == ([1, 2, 3], False)
    assert [choice.value for choice in river.choices] == [1, 2, 3, 4, 5, 6]
    onward = _path(table, {"row": "gate"}, 2)
    assert ([choice.value for choice in onward.choices], onward.complete) == ([3], True)
    assert _path(table, {"row": "gate"}, 2, 3).full
    far = _path(table, {"row": "river"}, 2)
    assert [(choice.value, choice.prerequisites) for choice in far.choices] == [
        (3, ()),
        (4, (3,)),
        (5, (3, 4)),
        (6, (3, 4, 5)),
    ]
    flame = next_pick(table.match, table.state, 1, "hang", {"row": "gate", "path": [2, 3]})
    assert isinstance(flame, OneOf)
    assert [(choice.value, choice.default, choice.refused) for choice in flame.choices] == [
        ("small", True, None),
        ("large", False, None),
    ]


def test_large_flames_cost_an_oil_and_bring_a_point() -> None:
    table = _rolled()
    after = _play(table, 1, move="hang", row="river", path=[1, 2], flame="large").state
    assert (after.oil[0], after.points[0]) == (table.state.oil[0] - 3, 5)
    walk = begin_walk(
        partial(next_pick, table.match, table.state, 1, "hang"), {"row": "river", "path": [1, 2, 3, 4, 5]}
    )
    assert (walk.field, walk.move_fields["flame"]) == (None, "small"), "there is no oil for large ones"
    _expect_refusal(table, 1, "L3", move="hang", row="river", path=[1, 2, 3, 4, 5], flame="large")


def test_the_map_connects_the_places_of_a_row() -> None:
    match, state = LANTERNS.begin(("Ada", "Bao"), {})[:2]
    blocks = match.scene(match.player_view(state, PUBLIC), PUBLIC, None).blocks
    edges = next(block.edges for block in blocks if isinstance(block, Graph))
    assert [(edge.a, edge.b) for edge in edges] == [
        *(("gate:1", "gate:2"), ("gate:2", "gate:3")),
        *((f"river:{place}", f"river:{place + 1}") for place in range(1, 6)),
    ]


def test_a_taken_place_is_refused_with_its_ruling() -> None:
    table = _play(_rolled(), 1, move="hang", row="gate", path=[2])
    choices = {choice.value: choice.refused for choice in _path(table, {"row": "gate"}).choices}
    assert [choices[1], choices[3]] == [None, None]
    assert choices[2] is not None
    assert choices[2].ruling == "L3"
    for path in ([2], [1, 2], [1, 3], [], [3, 4], [3, 3]):
        _expect_refusal(table, 1, "L3", move="hang", row="gate", path=path)


def test_only_own_cards_are_shown() -> None:
    table = _rolled()
    field = next_pick(table.match, table.state, 1, "show", {})
    assert isinstance(field, Pick)
    assert ([choice.value for choice in field.choices], field.least, field.most) == (["red:11001", "red:11002"], 1, 2)
    for cards in ([], ["red:21001"], ["red:11001", "red:11001"]):
        _expect_refusal(table, 1, "L4", move="show", cards=cards)
    table = _play(table, 1, move="show", cards=["red:11002", "red:11001"])
    assert (table.state.points, table.state.shown[0]) == ((6, 0, 0), ("red:11002", "red:11001"))


def test_a_refusal_keeps_its_private_reason_private() -> None:
    table = _rolled()
    with pytest.raises(IllegalMoveError) as caught:
        table.match.play(table.state, 1, move_from_json(LANTERNS, {"move": "show", "cards": ["red:99999"]}))
    assert "11001" in repr(caught.value.private)
    assert "11001" not in repr(caught.value.reason) + str(caught.value)


def test_a_hidden_move_has_null_values_for_others() -> None:
    table = tables.start(LANTERNS, NAMES, {})
    move = move_from_json(LANTERNS, {"move": "hide", "colour": "blue", "value": 12_345, "wish": "rain"})
    masked = {"move": "hide", "colour": None, "value": None, "wish": None}
    unmasked = {"move": "hide", "colour": "blue", "value": 12_345, "wish": "rain"}
    now, _ = table.match.play(table.state, 2, move)
    views = [
        table.match.move_view(table.state, 2, move, now, viewer)
        for viewer in (PUBLIC, as_seat(1), as_seat(2), EVERYTHING)
    ]
    assert views == [masked, masked, unmasked, unmasked]


def test_the_end_shows_everything_and_pays_for_cards_never_shown() -> None:
    table = _rolled(rounds=1)
    assert _holdings(table, PUBLIC)[1]["hidden"] is None
    table = _play(table, 1, move="show", cards=["red:11001"])
    for seat in (1, 2, 3):
        table = _play(table, seat, move="end_turn")
    assert table.over
    assert table.state.points == (3 + 1, 2, 2)
    assert _holdings(table, PUBLIC) == _holdings(table, EVERYTHING)
    assert _holdings(table, PUBLIC)[1]["hidden"] == ["red:21001", "red:21002"]
    assert [(place.seat, place.rank) for place in standings(table.match, table.state)] == [(1, 1), (3, 2), (2, 3)]


def test_a_generous_feast_is_followed_by_thanks() -> None:
    table = _play(_rolled(), 1, move="feast", first=2)
    table = _play(_play(table, 2, move="answer", gives=True), 3, move="answer", gives=True)
    assert (table.match.active_seats(table.state), table.match.turn(table.state)) == ((1,), 1)
    assert [option.kind for option in offered_kinds_of(table.match, table.state, 1)] == ["thank", "correct"]
    assert next_pick(table.match, table.state, 1, "thank", {}) is None
    _expect_refusal(table, 1, None, move="end_turn")
    table = _play(_play(table, 1, move="thank"), 1, move="end_turn")
    assert table.match.turn(table.state) == 2


def test_no_thanks_if_any_stall_gave_nothing() -> None:
    table = _play(_rolled(), 1, move="feast", first=2)
    table = _play(_play(table, 2, move="answer", gives=True), 3, move="answer", gives=False)
    _expect_refusal(table, 1, None, move="thank")
    assert _play(table, 1, move="end_turn").state.turn == 2


@pytest.mark.parametrize(
    ("burnt", "turns"),
    [((), [1, 2, 3]), ((1,), [2, 3]), ((2,), [1, 3]), ((1, 3), [2]), ((1, 2, 3), [])],
)
def test_two_sixes_miss_the_turn_of_their_round(burnt: tuple[int, ...], turns: list[int]) -> None:
    table = _hidden()
    for seat in (2, 3, 1):
        table = _play(table, seat, move="roll", chance=[6, 6] if seat in burnt else [6, 5])
    for number, seat in enumerate(turns, 1):
        assert (table.match.turn(table.state), table.match.turn_no(table.state)) == (seat, number)
        table = _play(table, seat, move="end_turn")
    assert (table.match.round(table.state), table.match.turn(table.state)) == (2, None)
    assert table.match.turn_no(table.state) is None
    for seat in (1, 2, 3):
        table = _play(table, seat, move="roll", chance=[1, 1])
    assert (table.match.turn(table.state), table.match.turn_no(table.state)) == (1, len(turns) + 1)


def test_the_wind_brings_oil_once_a_turn() -> None:
    for row, face, oil in (("gate", 2, 1), ("gate", 3, 0), ("river", 3, 1), ("river", 6, 0)):
        before = _rolled()
        table = _play(before, 1, move="wind", row=row, chance=[face])
        assert table.state.oil[0] - before.state.oil[0] == oil
        _expect_refusal(table, 1, "L9", move="wind", row=row, chance=[face])


def test_the_wind_has_another_die_in_the_last_round() -> None:
    for rounds, faces, word, purpose in ((2, 6, "", "wind"), (1, 8, "late", "wind.late")):
        table = _rolled(rounds)
        field = next_pick(table.match, table.state, 1, "wind", {"row": "gate"})
        assert isinstance(field, ChanceField)
        assert (field.draws, field.purpose_suffix, field.purpose("wind")) == (((f"d{faces}", 1),), word, purpose)
        _play(table, 1, move="wind", row="gate", chance=[faces])
        _expect_refusal(table, 1, "L9", move="wind", row="gate", chance=[faces + 1])


@pytest.mark.parametrize(("charm", "points"), [("red", 3 + 1 + 2), ("blue", 3 + 1), (None, 3 + 1)])
def test_a_charm_pays_for_a_shown_card_at_the_end(charm: str | None, points: int) -> None:
    table = _play(_rolled(rounds=1, charms=[charm, "red", None]), 1, move="show", cards=["red:11001"])
    for seat in (1, 2, 3):
        table = _play(table, seat, move="end_turn")
    assert table.state.points == (points, 2, 2)
    paid = [(line.seat, line.by) for _, line in table.lines() if line.ruling == "L10"]
    assert paid == ([(1, 2)] if charm == "red" else [])


def test_a_charm_is_secret_until_the_end() -> None:
    table = tables.start(LANTERNS, NAMES, {"charms": ["red", None, "blue"]})
    for viewer, charms in ((PUBLIC, [None] * 3), (as_seat(1), ["red", None, None]), (as_seat(3), [None, None, "blue"])):
        head = json.loads(moves_file.export(table, viewer).splitlines()[0])
        assert head["options"] == {"charms": charms}
        assert head["partial"] is True
    full_head = json.loads(moves_file.export(table, EVERYTHING).splitlines()[0])
    assert full_head == {"game": "lanterns", "seats": [*NAMES], "options": {"charms": ["red", None, "blue"]}}
    ended = _rolled(rounds=1, charms=["red", None, "blue"])
    for seat in (1, 2, 3):
        ended = _play(ended, seat, move="end_turn")
    assert json.loads(moves_file.export(ended, PUBLIC).splitlines()[0])["options"]["charms"] == ["red", None, "blue"]


@pytest.mark.parametrize("charms", [["red"], ["red", "red", "mauve"], "red", [1, 2, 3]])
def test_invalid_charms_are_refused_with_their_path(charms: Any) -> None:
    with pytest.raises(MalformedError) as caught:
        tables.start(LANTERNS, NAMES, {"charms": charms})
    assert caught.value.where.startswith("charms")


def test_a_correction_has_the_common_text() -> None:
    table = _play(tables.start(LANTERNS, NAMES, {}), 1, move="correct", what="oil", by=2)
    oil = table.match.component("oil").counted(3)
    assert entry_text(table, 1) == say("told.correct", seat=1, what=oil, before=1, after=3)


def test_only_the_shown_one_of_two_equal_cards_is_known() -> None:
    table = tables.start(LANTERNS, NAMES[:2], {})
    for seat, value in ((1, 11_111), (1, 11_111), (2, 22_222), (2, 22_222)):
        table = _hide(table, seat, value)
    table = _play(_play(table, 1, move="roll", chance=[1, 2]), 2, move="roll", chance=[1, 2])
    table = _play(table, 1, move="show", cards=["red:11111"])
    hides = [(table.before(n), entry.played) for n, entry in enumerate(table.entries, 1) if n <= 4]
    views = [table.match.move_view(before, move.seat, move.move, table.state, PUBLIC) for before, move in hides]
    assert [view["value"] for view in views] == [11_111, None, None, None]


def test_the_reprint_pays_more_and_shows_single_cards() -> None:
    assert (LANTERNS.rules_version, LANTERNS_REPRINTED.rules_version) == (1, 2)
    assert not LANTERNS.compatible_versions & LANTERNS_REPRINTED.compatible_versions
    table = _rolled(game=LANTERNS_REPRINTED)
    field = next_pick(table.match, table.state, 1, "show", {})
    assert isinstance(field, Pick)
    assert (field.least, field.most) == (1, 1)
    _expect_refusal(table, 1, "L4", move="show", cards=["red:11001", "red:11002"])
    for card, points in (("red:11001", 4), ("red:11002", 8)):
        table = _play(table, 1, move="show", cards=[card])
        assert table.state.points[0] == points


def test_every_type_of_field_is_used() -> None:
    before, table = tables.start(LANTERNS, NAMES, {}).state, _rolled()
    after_feast = _play(table, 1, move="feast", first=2).state
    questions: list[tuple[Any, int, str, FieldValues]] = [
        (before, 1, "hide", {}),
        (before, 1, "hide", {"colour": "red"}),
        (before, 1, "hide", {"colour": "red", "value": 12_345}),
        (_hidden().state, 1, "roll", {}),
        (table.state, 1, "hang", {"row": "gate"}),
        (table.state, 1, "show", {}),
        (table.state, 1, "feast", {}),
        (after_feast, 2, "answer", {}),
    ]
    field_types = {type(next_pick(table.match, state, seat, kind, chosen)) for state, seat, kind, chosen in questions}
    assert field_types == {OneOf, NumberField, TextField, ChanceField, Pick, SeatField, YesNoField}


def _hide(table: Table, seat: int, value: int) -> Table:
    return _play(table, seat, move="hide", colour="red", value=value, wish=f"wish of {seat}")


def _hidden(rounds: int = 2, charms: Any = None, game: Lanterns = LANTERNS) -> Table:
    """Return a table where seat 1 has hidden the cards 11001 and 11002, seat 2 21001 and 21002, and so on."""
    table = tables.start(game, NAMES, {"rounds": rounds, **({"charms": charms} if charms else {})})
    for number in (1, 2):
        for seat in (1, 2, 3):
            table = _hide(table, seat, seat * 10_000 + 1_000 + number)
    return table


def _rolled(rounds: int = 2, charms: Any = None, game: Lanterns = LANTERNS) -> Table:
    """Return a table where all have rolled, seat 3 the most, and it is the turn of seat 1."""
    table = _hidden(rounds, charms, game)
    for seat in (3, 1, 2):
        table = _play(table, seat, move="roll", chance=[seat, 3])
    return table


def _play(table: Table, seat: int, **body: Any) -> Table:
    return play_move(table, seat, body)


def _holdings(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    view = table.match.player_view(table.state, viewer)
    return [table.match.holdings(view, seat) for seat in table.seats]


def _expect_refusal(table: Table, seat: int, ruling: str | None, **body: Any) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        table.match.play(table.state, seat, move_from_json(LANTERNS, body))
    assert caught.value.ruling == ruling


def _path(table: Table, chosen: Any, *items: int) -> Pick:
    field = next_pick(table.match, table.state, 1, "hang", chosen, items)
    assert isinstance(field, Pick)
    return field


def _touch_results(table: Table, seat: int, *touches: str) -> list[tuple[str, dict[str, object], object]]:
    """Return kind, fields so far and refusal of each offer that reacts to these touches."""
    results = touched_offers(table, seat, touches, table.match.offers(table.state, seat))
    return [(result.offer.kind, dict(result.walk.chosen) if result.walk else {}, result.refused) for result in results]


def test_touching_places_in_order_hangs_lanterns() -> None:
    table = _rolled()
    [(kind, fields, refused)] = _touch_results(table, 1, "place:river:2", "place:river:3")
    assert (kind, fields, refused) == ("hang", {"row": "river"}, None)
    [(_, _, conflict)] = _touch_results(table, 1, "place:river:2", "place:gate:1")
    assert conflict is not None


def test_touching_an_own_card_shows_it() -> None:
    table = _rolled()
    card = table.state.hidden[0][0]
    assert [kind for kind, _, _ in _touch_results(table, 1, f"card:{card}")] == ["show"]


def test_touching_a_sector_offers_either_row() -> None:
    results = _touch_results(_rolled(), 1, "sector:4")
    assert [(kind, fields["row"], fields["chance"]) for kind, fields, _ in results] == [
        ("wind", "gate", [4]),
        ("wind", "river", [4]),
    ]
    assert all(refused is not None for _, _, refused in _touch_results(_rolled(), 1, "sector:9"))


def test_the_scene_names_every_touch() -> None:
    """Dice to be rolled, places, sectors, the seat's own cards, and the oil of a seat that is asked for it."""
    hidden, rolled = _hidden(), _rolled()
    feast = _play(rolled, 1, move="feast", first=2)
    for table, seat, wanted in (
        (hidden, 1, {"place", "sector", "die", "card"}),
        (rolled, 1, {"place", "sector", "card"}),
        (feast, 2, {"place", "sector", "card", "oil"}),
    ):
        viewer = as_seat(seat)
        scene = table.match.scene(table.match.player_view(table.state, viewer), viewer, None)
        assert {touch.partition(":")[0] for touch in _touches_in(scene)} == wanted
    assert [offer.touch for offer in feast.match.offers(feast.state, 2) if offer.touch] == ["oil:2"]
    assert [offer.touch for offer in hidden.match.offers(hidden.state, 2) if offer.touch] == ["die:2"]


def _touches_in(part: object) -> set[str]:
    """Return every touch that a scene names, at any depth."""
    if isinstance(part, tuple):
        return {touch for item in part for touch in _touches_in(item)}
    if not is_dataclass(part) or isinstance(part, type):
        return set()
    own = getattr(part, "touch", None)
    touches = {touch for field in fields(part) for touch in _touches_in(getattr(part, field.name))}
    return touches | ({own} if own is not None else set())
