"""Tests of the request before a draw against the move that uses it, and of the dice of one purpose."""

from __future__ import annotations

from typing import Any

import pytest

from companion.chance.chance_lines import DrawSpec, recompute_draw
from companion.chance.verify_chance import move_kind_of
from tests.chance.test_commitment_reader import PARTIAL, committed_match, match
from tests.chance.test_verify_chance import (
    HEAD,
    OTHER,
    SEED,
    SPIN,
    Body,
    checked,
    committed,
    draw,
    problems_of,
    revealed,
    spin,
    warnings_of,
)

LAND: Body = {"route": "land"}
SEA: Body = {"route": "sea"}
NAME = "classic/1/spin/1"
WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 8]
FEWER: DrawSpec = (("sectors", 5),)


def requested_spin(entry: int | None = 1, asked: Any = LAND, n: int = 1, **more: Any) -> Body:
    """Return a spin with a request."""
    return draw(entry, f"classic/1/spin/{n}", asked=asked, **more)


def thrown(n: int, *counts: int) -> Body:
    """Return the throw of this number: dice with 6 faces, then dice with 8."""
    return draw(None, f"classic/1/fight/{n}", tuple(zip(("d6", "d8"), counts, strict=False)), asked={})


def spun(of: DrawSpec = SPIN, n: int = 1, weights: Any = (), **more: Any) -> Body:
    """Return the move that uses a spin of another wheel."""
    return {**spin(n=n), "chance": [*recompute_draw(SEED, f"classic/1/spin/{n}", of, weights)], **more}


def test_a_move_matches_its_request() -> None:
    assert warnings_of(committed(), requested_spin(), spin(), revealed()) == []
    assert (
        warnings_of(
            committed(), requested_spin(asked={**LAND, "paths": [[1], {"a": True}]}), spin(paths=[[1], {"a": True}])
        )
        == []
    )
    assert warnings_of(committed(), requested_spin(asked={}), {**spin(), "route": None}, revealed()) == []


def test_a_corrected_move_is_a_warning() -> None:
    lines = [requested_spin(asked=SEA, corrected=True), spin()]
    assert warnings_of(committed(), *lines, revealed()) == [(3, 1, "corrected")]
    [chance_line] = checked(committed(), *lines, revealed()).chance_lines
    assert (chance_line.asked, chance_line.corrected) == (SEA, True)


def test_older_draws_have_no_request() -> None:
    assert warnings_of(committed(), draw(None, NAME), draw(1, NAME, again=True), spin(), revealed()) == []
    assert warnings_of(committed(), draw(None, NAME), requested_spin(again=True), spin(), revealed()) == []


def test_a_repeated_draw_with_another_request_is_a_warning() -> None:
    lines = [requested_spin(None), requested_spin(1, SEA, again=True), {**spin(), "route": "sea"}]
    assert warnings_of(committed(), *lines, revealed()) == [(4, 1, "asked_otherwise")]
    assert warnings_of(committed(), requested_spin(None), requested_spin(1, again=True), spin(), revealed()) == []
    third = [requested_spin(None, SEA, again=True), requested_spin(1, again=True), spin()]
    assert warnings_of(committed(), requested_spin(None), *third, revealed()) == [(4, None, "asked_otherwise")]
    both = [requested_spin(None, SEA), requested_spin(1, LAND, again=True, corrected=True), {**spin(), "route": "sea"}]
    assert warnings_of(committed(), *both, revealed()) == [(4, 1, "asked_otherwise"), (4, 1, "corrected")]


def test_a_partial_file_may_hide_the_request() -> None:
    hidden = {**spin(), "route": None}
    for request in (None, {"route": None}):
        assert warnings_of(committed(), requested_spin(asked=request), hidden, revealed(), head=PARTIAL) == []
        assert warnings_of(committed(), requested_spin(asked=request), spin(wish=None), revealed(), head=PARTIAL) == []
        corrected = [requested_spin(asked=request, corrected=True), hidden]
        assert warnings_of(committed(), *corrected, revealed(), head=PARTIAL) == [(3, 1, "corrected")]
        repeated = [
            requested_spin(None, request),
            requested_spin(1, SEA, again=True),
            {**spin(wish=None), "route": "sea"},
        ]
        assert warnings_of(committed(), *repeated, revealed(), head=PARTIAL) == []
        repeated = [requested_spin(None, SEA), requested_spin(1, request, again=True), hidden]
        assert warnings_of(committed(), *repeated, revealed(), head=PARTIAL) == []
    assert warnings_of(committed(), requested_spin(), hidden, revealed(), head=PARTIAL) == []
    differing = [requested_spin(asked={"route": None, "way": 1}), {**hidden, "way": 2}]
    assert problems_of(committed(), *differing, revealed(), head=PARTIAL) == [(3, 1, "wrong_asked")]
    assert problems_of(committed(), requested_spin(corrected=True), hidden, revealed(), head=PARTIAL) == [
        (3, 1, "wrong_asked")
    ]


WRONG: list[tuple[str, list[Body | bytes], tuple[int, int | None, str]]] = [
    ("asked otherwise", [requested_spin(asked=SEA), spin()], (3, 1, "wrong_asked")),
    ("less asked", [requested_spin(asked={}), spin()], (3, 1, "wrong_asked")),
    ("more asked", [requested_spin(asked={**LAND, "way": 1}), spin()], (3, 1, "wrong_asked")),
    ("true asked", [requested_spin(asked={"way": True}), {**spin(), "route": None, "way": 1}], (3, 1, "wrong_asked")),
    ("a broken number asked for", [requested_spin(asked={**LAND, "way": 1}), spin(way=0.5)], (3, 1, "wrong_asked")),
    ("a move with a broken number", [requested_spin(), spin(way=0.5)], (3, 1, "wrong_asked")),
    ("another order", [requested_spin(asked={**LAND, "to": [1, 2]}), spin(to=[2, 1])], (3, 1, "wrong_asked")),
    ("corrected to the same", [requested_spin(corrected=True), spin()], (3, 1, "wrong_asked")),
    ("corrected is false", [requested_spin(corrected=False), spin()], (3, 1, "unreadable")),
    ("corrected though nothing was asked", [draw(1, NAME, corrected=True), spin()], (3, 1, "unreadable")),
    ("corrected and taken back", [requested_spin(None, corrected=True)], (3, None, "unreadable")),
    ("asked hidden", [requested_spin(asked=None), spin()], (3, 1, "unreadable")),
    ("a field of it hidden", [requested_spin(asked={"route": None}), spin()], (3, 1, "unreadable")),
    ("asked is a list", [requested_spin(asked=[]), spin()], (3, 1, "unreadable")),
    ("a move asked for", [requested_spin(asked={**LAND, "move": "spin"}), spin()], (3, 1, "unreadable")),
    ("a seat asked for", [requested_spin(asked={**LAND, "seat": 1}), spin()], (3, 1, "unreadable")),
    ("values asked for", [requested_spin(asked={**LAND, "chance": [1]}), spin()], (3, 1, "unreadable")),
    ("half a letter asked for", [requested_spin(asked={"route": "\ud800"}), spin()], (3, 1, "unreadable")),
    ("half a number asked for", [requested_spin(asked={"route": 0.5}), spin()], (3, 1, "unreadable")),
    ("another wheel", [requested_spin(), spin(), requested_spin(None, n=2, of=FEWER)], (5, None, "other_dice")),
    ("other weights", [requested_spin(), spin(), requested_spin(None, n=2, weights=WEIGHTS)], (5, None, "other_dice")),
    (
        "another wheel of another seat",
        [requested_spin(None), draw(None, "classic/2/spin/1", FEWER, asked={})],
        (4, None, "other_dice"),
    ),
    ("more dice of another kind", [thrown(1, 2), thrown(2, 1, 2)], (4, None, "other_dice")),
    ("fewer dice of another kind", [thrown(1, 2, 1), thrown(2, 1), thrown(3, 1, 1)], (5, None, "other_dice")),
]
"""Lines between a commitment and its seed, and the first problem in them."""


@pytest.mark.parametrize(("lines", "problem"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_faults_of_a_request_are_named(lines: list[Body | bytes], problem: tuple[int, int | None, str]) -> None:
    assert problems_of(committed(), *lines, revealed())[0] == problem


def test_a_commitment_to_a_match_requires_a_request() -> None:
    assert problems_of(match(), committed_match(), draw(None, NAME), revealed()) == [(4, None, "wrong_asked")]
    assert problems_of(match(), committed_match(), requested_spin(None), revealed()) == []


def test_another_purpose_may_have_other_dice() -> None:
    assert (
        problems_of(
            committed(), requested_spin(None), draw(None, "classic/1/spin.late/1", FEWER, asked=LAND), revealed()
        )
        == []
    )


def test_a_purpose_may_have_fewer_of_its_dice() -> None:
    lines = [thrown(1, 2), thrown(2, 2, 2), thrown(3, 1), thrown(4, 2, 1)]
    assert problems_of(committed(), *lines, revealed()) == []
    fewest, most = (line["values"] for line in (thrown(1, 1), thrown(1, 2, 2)))
    assert most[: len(fewest)] == fewest, "fewer dice are the first of more"


def test_older_draws_may_have_any_dice() -> None:
    lines = [draw(None, NAME), draw(None, "classic/1/spin/2", FEWER), draw(None, "classic/1/spin/3")]
    assert problems_of(committed(), *lines, revealed()) == []


def test_a_repeat_with_other_dice_uses_the_same_numbers() -> None:
    """It uses the seed of the first draw, though another is in force now."""
    lines = [committed(), requested_spin(None), committed(OTHER), requested_spin(1, of=FEWER, again=True), spun(FEWER)]
    assert warnings_of(*lines, revealed(), revealed(OTHER)) == [(4, 1, "another_commitment")]
    lines = [committed(), requested_spin(None), committed(OTHER), requested_spin(1, of=FEWER, seed=OTHER, again=True)]
    lines.append({**spin(), "chance": lines[-1]["values"]})
    assert (5, 1, "wrong_draw") in problems_of(*lines, revealed(), revealed(OTHER))


def test_an_older_repeat_with_other_dice_uses_the_current_seed() -> None:
    lines = [committed(), draw(None, NAME), committed(OTHER), draw(1, NAME, FEWER, OTHER, again=True)]
    lines.append({**spin(), "chance": lines[-1]["values"]})
    assert problems_of(*lines, revealed(), revealed(OTHER)) == []


def test_draws_in_use_share_dice_after_a_changed_match() -> None:
    beginning = [match(), match(changed=True), committed_match()]
    lines = [
        requested_spin(None),
        requested_spin(1, of=FEWER, again=True),
        spun(FEWER),
        requested_spin(2, n=2, of=FEWER),
        spun(FEWER, 2),
    ]
    assert warnings_of(*beginning, *lines, revealed()) == [(3, None, "changed_match")]
    lines = [requested_spin(), spin(), requested_spin(2, n=2, of=FEWER), spun(FEWER, 2)]
    assert problems_of(*beginning, *lines, revealed()) == [(7, 2, "other_dice")]


@pytest.mark.parametrize(("purpose", "kind"), [("spin", "spin"), ("wind.late", "wind"), ("a.b.c", "a")])
def test_a_purpose_names_its_kind_of_move(purpose: str, kind: str) -> None:
    assert move_kind_of(purpose) == kind


def test_a_current_game_is_valid() -> None:
    lines = [match(), committed_match(), requested_spin(), spin(), requested_spin(None, SEA, n=2), revealed()]
    assert warnings_of(*lines, head=HEAD) == []
