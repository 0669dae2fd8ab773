"""Tests of the paint barrier: it signals when the face is painted, and never makes anybody wait without end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NoReturn

import pytest

from companion.box.faces.faces import Face, MessageFace
from companion.box.screen.paint import paint
from companion.session.publisher import PaintBarrier

SOON = 30.0
ONE, TWO = (MessageFace(heading=heading, body="") for heading in ("one", "two"))


def test_waiting_lasts_until_the_newest_face_is_painted() -> None:
    easel = PaintBarrier(paint)
    easel.expect_face(ONE)
    easel.paint(ONE)
    assert easel.wait_until_painted(0)
    easel.expect_face(TWO)
    assert not easel.wait_until_painted(0)
    with ThreadPoolExecutor(1) as others:
        wait = others.submit(easel.wait_until_painted, SOON)
        easel.paint(TWO)
        assert wait.result(SOON)


def test_a_visible_face_needs_no_wait() -> None:
    easel = PaintBarrier(paint)
    easel.expect_face(ONE)
    easel.paint(ONE)
    easel.expect_face(replace(ONE))
    assert easel.wait_until_painted(0)


def test_before_the_first_picture_there_is_no_wait() -> None:
    easel = PaintBarrier(paint)
    easel.expect_face(ONE)
    assert easel.wait_until_painted(0), "there may be no screen at all"


def test_an_unpaintable_face_ends_the_wait() -> None:
    def broken(face: Face) -> NoReturn:
        raise ZeroDivisionError

    easel = PaintBarrier(broken)
    easel.expect_face(ONE)
    with pytest.raises(ZeroDivisionError):
        easel.paint(ONE)
    assert easel.wait_until_painted(0)
