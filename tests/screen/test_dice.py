"""Dice on the little screen: the right number of pips, and the black die is the inverse of the white one."""

from __future__ import annotations

import pytest

from companion.box.faces.chance_faces import DiceFace, FightFace
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.canvas import WIDTH
from companion.box.screen.paint import paint
from companion.box.screen.paint_dice import die

SIDES = (18, 23, 29, 36)


def lit(drawing: Bitmap) -> set[tuple[int, int]]:
    """Return the lit points of a drawing."""
    return {
        (x, y) for y, row in enumerate(drawing.rows) for x in range(drawing.width) if row >> (drawing.width - 1 - x) & 1
    }


def spots(points: set[tuple[int, int]]) -> int:
    """Return the number of groups of points that touch each other."""
    left, count = set(points), 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            edge.extend(near)
    return count


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("value", range(1, 9))
def test_a_die_has_the_right_number_of_pips(value: int, side: int) -> None:
    assert spots(lit(die(0, side)) - lit(die(value, side))) == value


@pytest.mark.parametrize("value", range(1, 9))
def test_black_and_white_dice_have_pips_in_the_same_places(value: int) -> None:
    white = lit(die(0, 29)) - lit(die(value, 29))
    assert white == lit(die(value, 29, dark=True)) - lit(die(0, 29, dark=True))


@pytest.mark.parametrize("value", [0, 9, -1, 1000])
def test_an_impossible_value_is_a_blank_face(value: int) -> None:
    assert die(value, 18) == die(0, 18)


@pytest.mark.parametrize("cut", [2, 8])
def test_pips_do_not_touch_the_edge_of_black_dice(cut: int) -> None:
    for value in range(1, 9):
        blank = lit(die(0, 29, cut=cut, dark=True))
        assert spots(lit(die(value, 29, cut=cut, dark=True)) - blank) == value
        assert spots(lit(die(value, 29, cut=cut, dark=True))) == value + spots(blank)


def test_white_is_light_and_black_is_dark() -> None:
    assert len(lit(die(5, 29))) > 29 * 29 / 2 > len(lit(die(5, 29, dark=True)))


def test_both_dice_of_a_fight_look_different() -> None:
    pictures = {
        paint(FightFace(white=white, black=black, headline="Gagné !")) for white in range(1, 7) for black in range(1, 7)
    }
    assert len(pictures) == 36


@pytest.mark.parametrize("count", range(1, 7))
def test_dice_do_not_touch_their_sum(count: int) -> None:
    face = DiceFace(dice=(6,) * count, line="")
    bare = paint(DiceFace(dice=(0,) * count, line=""))
    columns = {x for x in range(WIDTH) for y in range(12, 53) if bare.lit(x, y)}
    added = {
        (x, y)
        for y in range(12, 53)
        for x in range(WIDTH)
        if paint(face).lit(x, y) and not bare.lit(x, y) and x not in columns
    }
    assert (min(x for x, _ in added) > max(columns) + 1) if count > 1 else not added


def test_single_and_blank_dice_have_no_sum() -> None:
    assert DiceFace(dice=(4,), line="1 dé").spoken() == ("4", "1 dé")
    assert DiceFace(dice=(4, 2), line="total").spoken() == ("6", "4 + 2", "total")
    assert DiceFace(dice=(0, 0), line="2 dés").spoken() == ("2 dés",)
    assert DiceFace(dice=(), line="").total is None
