"""Tests of draws that replace others, and of typed results that do, as far as a file alone can show."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chance.test_file_beginning import DOCUMENT, covering, match
from tests.chance.test_verify_chance import FIGHT, Body, committed, draw, named, remarked, revealed, spin

FIRST, SECOND, THIRD = (f"classic/1/spin/{n}" for n in (1, 2, 3))
GONE = draw(None, FIRST, occasion=[0, 1])
LATER = draw(None, FIRST, occasion=[0, 3])


def second(**more: Any) -> list[Body | bytes]:
    """Return a second draw with the move that uses it."""
    return [draw(1, SECOND, occasion=[0, 1], **more), spin(n=2)]


def stands(entry: int, n: int, occasion: Any, **more: Any) -> list[Body | bytes]:
    """Return a draw with this number and occasion, and the move that uses it."""
    return [draw(entry, f"classic/1/spin/{n}", occasion=occasion, **more), spin(n=n)]


def typed(seat: int = 1, **more: Any) -> list[Body | bytes]:
    """Return a typed result with its move."""
    return [{"kind": "typed", "entry": 1, "values": [3], **more}, spin(seat, chance=[3])]


def made_for(occasion: Any) -> list[Body | bytes]:
    """Return a draw with this occasion, and its move."""
    return [draw(1, FIRST, occasion=occasion), spin()]


def test_a_second_draw_is_a_warning() -> None:
    assert remarked(committed(), GONE, *second(instead_of=FIRST), revealed()) == [(4, 1, "replaced_draw")]
    assert named(committed(), GONE, *second(), revealed()) == [(4, 1, "wrong_replaced")], "it does not say so"
    between = [draw(None, SECOND, occasion=[1, 0]), draw(1, THIRD, instead_of=FIRST, occasion=[0, 1]), spin(n=3)]
    assert remarked(committed(), GONE, *between, revealed()) == [(5, 1, "replaced_draw")]


def test_a_draw_used_up_earlier_is_replaced() -> None:
    used_up = [LATER, *stands(1, 1, [0, 1], again=True)]
    second = stands(2, 2, [0, 3], instead_of=FIRST)
    assert remarked(committed(), *used_up, *second, revealed()) == [(6, 2, "replaced_draw")]
    assert remarked(committed(), *used_up, *stands(2, 2, [0, 4]), revealed()) == [], "it was for an earlier turn"
    in_order = [LATER, *stands(1, 1, [0, 3], again=True), *stands(2, 2, [0, 3])]
    assert remarked(committed(), *in_order, revealed()) == []
    for_later = [draw(None, FIRST, occasion=[0, 5]), *stands(1, 1, [0, 3], again=True)]
    assert remarked(committed(), *for_later, *stands(2, 2, [0, 3]), revealed()) == [], "it stands in the same turn"
    in_rounds = [draw(None, FIRST, occasion=[2, 9]), *stands(1, 1, [1, 2], again=True)]
    assert remarked(committed(), *in_rounds, *stands(2, 2, [2, 8], instead_of=FIRST), revealed()) == [
        (6, 2, "replaced_draw")
    ], "of two turns of one round none is earlier"


def test_a_moved_draw_belongs_where_it_says() -> None:
    moved = stands(1, 1, [0, 3], moved_to=[0, 1])
    marked = stands(2, 2, [0, 3], instead_of=FIRST)
    assert remarked(committed(), *moved, *marked, revealed()) == [(3, 1, "moved_draw"), (5, 2, "replaced_draw")]
    assert named(committed(), *moved, *stands(2, 2, [0, 3]), revealed()) == [(5, 2, "wrong_replaced")]
    both = [*moved, *stands(2, 2, [0, 5], moved_to=[0, 4])]
    assert remarked(committed(), *both, revealed()) == [(3, 1, "moved_draw")], "it is said once"
    away = [GONE, *stands(1, 2, [0, 1], moved_to=[0, 2])]
    assert remarked(committed(), *away, revealed()) == [(4, 1, "moved_draw")]


def test_draws_of_older_games_replace_nothing() -> None:
    older = [draw(None, FIRST), draw(1, SECOND), spin(n=2)]
    assert remarked(committed(), *older, revealed()) == []
    went_on = [*older, *stands(2, 3, [0, 1])]
    assert remarked(committed(), *went_on, revealed()) == []
    stood = [draw(1, FIRST), spin(), draw(None, FIRST, again=True, occasion=[0, 3]), *stands(2, 2, [0, 3])]
    assert remarked(committed(), *stood, revealed()) == []


def test_a_typed_result_may_account_for_the_first_draw() -> None:
    after = [GONE, *typed(spends=FIRST)]
    assert remarked(committed(), *after, *stands(2, 2, [0, 1]), revealed()) == []
    marked = stands(2, 2, [0, 1], instead_of=FIRST)
    assert remarked(committed(), *after, *marked, revealed()) == [(6, 2, "replaced_draw")]
    more = [GONE, draw(None, SECOND, occasion=[0, 1]), *typed(spends=FIRST)]
    for name, problems in ((FIRST, []), (SECOND, []), (None, [(7, 2, "wrong_replaced")])):
        mark = {} if name is None else {"instead_of": name}
        assert named(committed(), *more, *stands(2, 3, [0, 1], **mark), revealed()) == problems


def test_a_match_may_promise_an_occasion_for_every_draw() -> None:
    promise = {**DOCUMENT, "occasions": True}
    head = [match(occasions=True), covering(document=promise)]
    request: dict[str, Any] = {"asked": {"route": "land"}}
    assert named(*head, *stands(1, 1, [0, 1], **request), revealed()) == []
    without = [draw(1, FIRST, **request), spin()]
    assert named(*head, *without, revealed()) == [(4, 1, "wrong_occasion")]
    assert named(*head, draw(1, FIRST, occasion=None, **request), spin(), revealed()) == [(4, 1, "wrong_occasion")]
    assert named(match(), covering(document=promise), *without, revealed()) == [(6, None, "wrong_commitment")]
    assert named(match(occasions=False), covering(), *without, revealed())[0] == (2, None, "unreadable")
    later = [match(), match(occasions=True, changed=True), covering()]
    assert named(*later, *without, revealed()) == [], "the first match is what the commitment covers"


def test_a_replaced_draw_may_be_repeated_later() -> None:
    again = draw(None, FIRST, again=True, occasion=[0, 1])
    assert remarked(committed(), GONE, *second(instead_of=FIRST), again, revealed()) == [(4, 1, "replaced_draw")]


def test_a_missed_earlier_turn_is_left_to_the_rules() -> None:
    """The seat may have missed the turn that an earlier, unused draw was made for."""
    for mark, remarks in (({}, []), ({"instead_of": FIRST}, [(4, 1, "replaced_draw")])):
        lines = [committed(), GONE, *stands(1, 2, [0, 2], **mark), revealed()]
        assert named(*lines) == []
        assert remarked(*lines) == remarks


def test_a_draw_spent_by_a_typed_result_is_no_warning() -> None:
    assert remarked(committed(), GONE, *typed(spends=FIRST), revealed()) == []
    assert remarked(committed(), *typed(spends=FIRST), GONE, revealed()) == [], "it may be told after the last move"


WRONG: list[tuple[str, list[Body | bytes], tuple[int, int | None, str]]] = [
    ("in place of none that is told", second(instead_of=FIRST), (3, 1, "wrong_name")),
    ("in place of nothing", [GONE, *second(instead_of="")], (4, 1, "wrong_replaced")),
    ("in place of itself", [GONE, *second(instead_of=SECOND)], (4, 1, "wrong_replaced")),
    ("in place of a later one", [GONE, *second(instead_of=THIRD), draw(None, THIRD)], (4, 1, "wrong_replaced")),
    (
        "in place of one that stands",
        [draw(1, FIRST), spin(), draw(2, SECOND, instead_of=FIRST), spin(n=2)],
        (5, 2, "wrong_replaced"),
    ),
    (
        "in place of another seat's",
        [draw(None, "classic/2/spin/1"), GONE, *second(instead_of="classic/2/spin/1")],
        (5, 1, "wrong_replaced"),
    ),
    (
        "in place of another purpose's",
        [draw(None, "classic/1/fight/1", FIGHT), GONE, *second(instead_of="classic/1/fight/1")],
        (5, 1, "wrong_replaced"),
    ),
    ("in place of none that it says", [GONE, *second()], (4, 1, "wrong_replaced")),
    (
        "in place of one that stands in the same turn",
        [*stands(1, 1, [0, 3]), *stands(2, 2, [0, 3], instead_of=FIRST)],
        (5, 2, "wrong_replaced"),
    ),
    (
        "in place of one that stands in an earlier turn",
        [*stands(1, 1, [0, 1]), *stands(2, 2, [0, 2], instead_of=FIRST)],
        (5, 2, "wrong_replaced"),
    ),
    (
        "in place of one that was used up earlier, and does not say it",
        [LATER, *stands(1, 1, [0, 1], again=True), *stands(2, 2, [0, 3])],
        (6, 2, "wrong_replaced"),
    ),
    (
        "in place of the second that was used up, not of the first",
        [LATER, draw(None, SECOND, occasion=[0, 3]), *stands(1, 3, [0, 3], instead_of=SECOND)],
        (5, 1, "wrong_replaced"),
    ),
    ("for nothing, though the one before says it", [GONE, draw(1, SECOND), spin(n=2)], (4, 1, "wrong_occasion")),
    ("moved, though it stands where it was", stands(1, 1, [0, 1], moved_to=[0, 1]), (3, 1, "wrong_occasion")),
    ("moved in its round", stands(1, 1, [2, 7], moved_to=[2, 8]), (3, 1, "wrong_occasion")),
    ("moved from nowhere", [draw(1, FIRST, moved_to=[0, 1]), spin()], (3, 1, "wrong_occasion")),
    ("taken back, and moved", [draw(None, FIRST, occasion=[0, 1], moved_to=[0, 2])], (3, None, "unreadable")),
    ("moved by a number", stands(1, 1, [0, 1], moved_to=3), (3, 1, "unreadable")),
    ("in place of a number", [GONE, *second(instead_of=1)], (4, 1, "unreadable")),
    ("in place of half a letter", [GONE, *second(instead_of="\ud800")], (4, 1, "unreadable")),
    ("taken back, and in place of one", [GONE, draw(None, SECOND, instead_of=FIRST)], (4, None, "unreadable")),
    *(
        (f"for {occasion}", made_for(occasion), (3, 1, "unreadable"))
        for occasion in ([0], [0, 1, 2], [0, -1], [0, "1"], [0, True], [0, 0.5], {"0": 1}, 1, "01")
    ),
    ("spends none that is told", typed(spends=FIRST), (3, 1, "wrong_name")),
    (
        "spends one that stands",
        [draw(1, FIRST), spin(), {"kind": "typed", "entry": 2, "values": [3], "spends": FIRST}, spin(chance=[3])],
        (5, 2, "wrong_name"),
    ),
    ("spends another seat's", [GONE, *typed(2, spends=FIRST)], (4, 1, "wrong_name")),
    (
        "spends another purpose's",
        [draw(None, "classic/1/fight/1", FIGHT), *typed(spends="classic/1/fight/1")],
        (4, 1, "wrong_name"),
    ),
    ("spends a number", [GONE, *typed(spends=1)], (4, 1, "unreadable")),
]


@pytest.mark.parametrize(("lines", "problem"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_the_first_fault_is_named(lines: list[Body | bytes], problem: tuple[int, int | None, str]) -> None:
    assert named(committed(), *lines, revealed())[0] == problem
