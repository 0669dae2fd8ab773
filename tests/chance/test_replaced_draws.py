"""Tests of draws that replace others, and of typed results that do, as far as a file alone can show."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chance.test_commitment_reader import DOCUMENT, committed_match, match
from tests.chance.test_verify_chance import FIGHT, Body, committed, draw, problems_of, revealed, spin, warnings_of

FIRST, SECOND, THIRD = (f"classic/1/spin/{n}" for n in (1, 2, 3))
GONE = draw(None, FIRST, occasion=[0, 1])
LATER = draw(None, FIRST, occasion=[0, 3])


def second_draw(**more: Any) -> list[Body | bytes]:
    """Return a second draw with the move that uses it."""
    return [draw(1, SECOND, occasion=[0, 1], **more), spin(n=2)]


def draw_and_move(entry: int, n: int, occasion: Any, **more: Any) -> list[Body | bytes]:
    """Return a draw with this number and occasion, and the move that uses it."""
    return [draw(entry, f"classic/1/spin/{n}", occasion=occasion, **more), spin(n=n)]


def typed_result(seat: int = 1, **more: Any) -> list[Body | bytes]:
    """Return a typed result with its move."""
    return [{"kind": "typed", "entry": 1, "values": [3], **more}, spin(seat, chance=[3])]


def made_for(occasion: Any) -> list[Body | bytes]:
    """Return a draw with this occasion, and its move."""
    return [draw(1, FIRST, occasion=occasion), spin()]


def test_a_second_draw_is_a_warning() -> None:
    assert warnings_of(committed(), GONE, *second_draw(instead_of=FIRST), revealed()) == [(4, 1, "replaced_draw")]
    assert problems_of(committed(), GONE, *second_draw(), revealed()) == [(4, 1, "wrong_replaced")], (
        "it does not say so"
    )
    between = [draw(None, SECOND, occasion=[1, 0]), draw(1, THIRD, instead_of=FIRST, occasion=[0, 1]), spin(n=3)]
    assert warnings_of(committed(), GONE, *between, revealed()) == [(5, 1, "replaced_draw")]


def test_a_draw_used_up_earlier_is_replaced() -> None:
    used_up = [LATER, *draw_and_move(1, 1, [0, 1], again=True)]
    second = draw_and_move(2, 2, [0, 3], instead_of=FIRST)
    assert warnings_of(committed(), *used_up, *second, revealed()) == [(6, 2, "replaced_draw")]
    assert warnings_of(committed(), *used_up, *draw_and_move(2, 2, [0, 4]), revealed()) == [], (
        "it was for an earlier turn"
    )
    in_order = [LATER, *draw_and_move(1, 1, [0, 3], again=True), *draw_and_move(2, 2, [0, 3])]
    assert warnings_of(committed(), *in_order, revealed()) == []
    for_later = [draw(None, FIRST, occasion=[0, 5]), *draw_and_move(1, 1, [0, 3], again=True)]
    assert warnings_of(committed(), *for_later, *draw_and_move(2, 2, [0, 3]), revealed()) == [], (
        "it stands in the same turn"
    )
    in_rounds = [draw(None, FIRST, occasion=[2, 9]), *draw_and_move(1, 1, [1, 2], again=True)]
    assert warnings_of(committed(), *in_rounds, *draw_and_move(2, 2, [2, 8], instead_of=FIRST), revealed()) == [
        (6, 2, "replaced_draw")
    ], "of two turns of one round none is earlier"


def test_a_moved_draw_belongs_where_it_says() -> None:
    moved = draw_and_move(1, 1, [0, 3], moved_to=[0, 1])
    marked = draw_and_move(2, 2, [0, 3], instead_of=FIRST)
    assert warnings_of(committed(), *moved, *marked, revealed()) == [(3, 1, "moved_draw"), (5, 2, "replaced_draw")]
    assert problems_of(committed(), *moved, *draw_and_move(2, 2, [0, 3]), revealed()) == [(5, 2, "wrong_replaced")]
    both = [*moved, *draw_and_move(2, 2, [0, 5], moved_to=[0, 4])]
    assert warnings_of(committed(), *both, revealed()) == [(3, 1, "moved_draw")], "it is said once"
    away = [GONE, *draw_and_move(1, 2, [0, 1], moved_to=[0, 2])]
    assert warnings_of(committed(), *away, revealed()) == [(4, 1, "moved_draw")]


def test_draws_of_older_games_replace_nothing() -> None:
    older = [draw(None, FIRST), draw(1, SECOND), spin(n=2)]
    assert warnings_of(committed(), *older, revealed()) == []
    went_on = [*older, *draw_and_move(2, 3, [0, 1])]
    assert warnings_of(committed(), *went_on, revealed()) == []
    stood = [draw(1, FIRST), spin(), draw(None, FIRST, again=True, occasion=[0, 3]), *draw_and_move(2, 2, [0, 3])]
    assert warnings_of(committed(), *stood, revealed()) == []


def test_a_typed_result_may_account_for_the_first_draw() -> None:
    after = [GONE, *typed_result(spends=FIRST)]
    assert warnings_of(committed(), *after, *draw_and_move(2, 2, [0, 1]), revealed()) == []
    marked = draw_and_move(2, 2, [0, 1], instead_of=FIRST)
    assert warnings_of(committed(), *after, *marked, revealed()) == [(6, 2, "replaced_draw")]
    more = [GONE, draw(None, SECOND, occasion=[0, 1]), *typed_result(spends=FIRST)]
    for name, problems in ((FIRST, []), (SECOND, []), (None, [(7, 2, "wrong_replaced")])):
        mark = {} if name is None else {"instead_of": name}
        assert problems_of(committed(), *more, *draw_and_move(2, 3, [0, 1], **mark), revealed()) == problems


def test_a_match_may_promise_an_occasion_for_every_draw() -> None:
    promise = {**DOCUMENT, "occasions": True}
    head = [match(occasions=True), committed_match(document=promise)]
    request: dict[str, Any] = {"asked": {"route": "land"}}
    assert problems_of(*head, *draw_and_move(1, 1, [0, 1], **request), revealed()) == []
    without = [draw(1, FIRST, **request), spin()]
    assert problems_of(*head, *without, revealed()) == [(4, 1, "wrong_occasion")]
    assert problems_of(*head, draw(1, FIRST, occasion=None, **request), spin(), revealed()) == [
        (4, 1, "wrong_occasion")
    ]
    assert problems_of(match(), committed_match(document=promise), *without, revealed()) == [
        (6, None, "wrong_commitment")
    ]
    assert problems_of(match(occasions=False), committed_match(), *without, revealed())[0] == (2, None, "unreadable")
    later = [match(), match(occasions=True, changed=True), committed_match()]
    assert problems_of(*later, *without, revealed()) == [], "the first match is what the commitment covers"


def test_a_replaced_draw_may_be_repeated_later() -> None:
    again = draw(None, FIRST, again=True, occasion=[0, 1])
    assert warnings_of(committed(), GONE, *second_draw(instead_of=FIRST), again, revealed()) == [
        (4, 1, "replaced_draw")
    ]


def test_a_missed_earlier_turn_is_left_to_the_rules() -> None:
    """The seat may have missed the turn that an earlier, unused draw was made for."""
    for mark, remarks in (({}, []), ({"instead_of": FIRST}, [(4, 1, "replaced_draw")])):
        lines = [committed(), GONE, *draw_and_move(1, 2, [0, 2], **mark), revealed()]
        assert problems_of(*lines) == []
        assert warnings_of(*lines) == remarks


def test_a_missed_turn_after_an_earlier_use() -> None:
    """The draw was made for a turn that its seat may have missed; a move of an earlier turn uses it."""
    used_before = [draw(None, FIRST, occasion=[0, 2]), *draw_and_move(1, 1, [0, 1], again=True)]
    for mark, remarks in (({}, []), ({"instead_of": FIRST}, [(6, 2, "replaced_draw")])):
        lines = [committed(), *used_before, *draw_and_move(2, 2, [0, 3], **mark), revealed()]
        assert problems_of(*lines) == []
        assert warnings_of(*lines) == remarks


def test_a_draw_spent_by_a_typed_result_is_no_warning() -> None:
    assert warnings_of(committed(), GONE, *typed_result(spends=FIRST), revealed()) == []
    assert warnings_of(committed(), *typed_result(spends=FIRST), GONE, revealed()) == [], (
        "it may be told after the last move"
    )


WRONG: list[tuple[str, list[Body | bytes], tuple[int, int | None, str]]] = [
    ("in place of none that is told", second_draw(instead_of=FIRST), (3, 1, "wrong_name")),
    ("in place of nothing", [GONE, *second_draw(instead_of="")], (4, 1, "wrong_replaced")),
    ("in place of itself", [GONE, *second_draw(instead_of=SECOND)], (4, 1, "wrong_replaced")),
    ("in place of a later one", [GONE, *second_draw(instead_of=THIRD), draw(None, THIRD)], (4, 1, "wrong_replaced")),
    (
        "in place of one that stands",
        [draw(1, FIRST), spin(), draw(2, SECOND, instead_of=FIRST), spin(n=2)],
        (5, 2, "wrong_replaced"),
    ),
    (
        "in place of another seat's",
        [draw(None, "classic/2/spin/1"), GONE, *second_draw(instead_of="classic/2/spin/1")],
        (5, 1, "wrong_replaced"),
    ),
    (
        "in place of another purpose's",
        [draw(None, "classic/1/fight/1", FIGHT), GONE, *second_draw(instead_of="classic/1/fight/1")],
        (5, 1, "wrong_replaced"),
    ),
    ("in place of none that it says", [GONE, *second_draw()], (4, 1, "wrong_replaced")),
    (
        "in place of one that stands in the same turn",
        [*draw_and_move(1, 1, [0, 3]), *draw_and_move(2, 2, [0, 3], instead_of=FIRST)],
        (5, 2, "wrong_replaced"),
    ),
    (
        "in place of one that stands in an earlier turn",
        [*draw_and_move(1, 1, [0, 1]), *draw_and_move(2, 2, [0, 2], instead_of=FIRST)],
        (5, 2, "wrong_replaced"),
    ),
    (
        "in place of one that stands in the turn it was made for again",
        [
            draw(None, FIRST, occasion=[0, 2]),
            *draw_and_move(1, 1, [0, 2], again=True),
            *draw_and_move(2, 2, [0, 3], instead_of=FIRST),
        ],
        (6, 2, "wrong_replaced"),
    ),
    (
        "in place of one that stands, of an older game",
        [
            *(draw(1, FIRST), spin(), draw(None, FIRST, again=True, occasion=[0, 2])),
            *draw_and_move(2, 2, [0, 3], instead_of=FIRST),
        ],
        (6, 2, "wrong_replaced"),
    ),
    (
        "in place of one that was used up earlier, and does not say it",
        [LATER, *draw_and_move(1, 1, [0, 1], again=True), *draw_and_move(2, 2, [0, 3])],
        (6, 2, "wrong_replaced"),
    ),
    (
        "in place of the second that was used up, not of the first",
        [LATER, draw(None, SECOND, occasion=[0, 3]), *draw_and_move(1, 3, [0, 3], instead_of=SECOND)],
        (5, 1, "wrong_replaced"),
    ),
    ("for nothing, though the one before says it", [GONE, draw(1, SECOND), spin(n=2)], (4, 1, "wrong_occasion")),
    ("moved, though it stands where it was", draw_and_move(1, 1, [0, 1], moved_to=[0, 1]), (3, 1, "wrong_occasion")),
    ("moved in its round", draw_and_move(1, 1, [2, 7], moved_to=[2, 8]), (3, 1, "wrong_occasion")),
    ("moved from nowhere", [draw(1, FIRST, moved_to=[0, 1]), spin()], (3, 1, "wrong_occasion")),
    ("taken back, and moved", [draw(None, FIRST, occasion=[0, 1], moved_to=[0, 2])], (3, None, "unreadable")),
    ("moved by a number", draw_and_move(1, 1, [0, 1], moved_to=3), (3, 1, "unreadable")),
    ("in place of a number", [GONE, *second_draw(instead_of=1)], (4, 1, "unreadable")),
    ("in place of half a letter", [GONE, *second_draw(instead_of="\ud800")], (4, 1, "unreadable")),
    ("taken back, and in place of one", [GONE, draw(None, SECOND, instead_of=FIRST)], (4, None, "unreadable")),
    *(
        (f"for {occasion}", made_for(occasion), (3, 1, "unreadable"))
        for occasion in ([0], [0, 1, 2], [0, -1], [0, "1"], [0, True], [0, 0.5], {"0": 1}, 1, "01")
    ),
    ("spends none that is told", typed_result(spends=FIRST), (3, 1, "wrong_name")),
    (
        "spends one that stands",
        [draw(1, FIRST), spin(), {"kind": "typed", "entry": 2, "values": [3], "spends": FIRST}, spin(chance=[3])],
        (5, 2, "wrong_name"),
    ),
    ("spends another seat's", [GONE, *typed_result(2, spends=FIRST)], (4, 1, "wrong_name")),
    (
        "spends another purpose's",
        [draw(None, "classic/1/fight/1", FIGHT), *typed_result(spends="classic/1/fight/1")],
        (4, 1, "wrong_name"),
    ),
    ("spends a number", [GONE, *typed_result(spends=1)], (4, 1, "unreadable")),
]


@pytest.mark.parametrize(("lines", "problem"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_the_first_fault_is_named(lines: list[Body | bytes], problem: tuple[int, int | None, str]) -> None:
    assert problems_of(committed(), *lines, revealed())[0] == problem
