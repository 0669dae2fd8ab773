"""The race on the little screen: it has separate rows below the words, or is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.screen import paint_turn
from companion.box.screen.blocks.track_block import FLAT_HEIGHT, HEIGHT, is_flat, paint_flat_track_strip
from companion.box.screen.canvas import Canvas
from companion.box.screen.paint_status_and_hints import HINTS_TOP
from companion.rules.scene import Track
from tests.screen.samples import race, race_of_two, turn_faces

ABOVE_TRACK = FLAT_HEIGHT - 3
"""Rows of a race in one lane that show nothing but pieces."""
FACE = replace(turn_faces()["turn"], hints=())
SPACES = st.integers(0, 29)
RACES = st.one_of(
    st.tuples(SPACES, SPACES, SPACES, SPACES, SPACES).map(lambda spaces: race(*spaces, turn=2)),
    st.tuples(SPACES, SPACES, SPACES, SPACES).map(lambda spaces: race_of_two(spaces[:2], spaces[2:])),
)
WORDS = st.sampled_from(
    ("", "Léa avance en 4", "Éléonore jette jusqu’à 9 gypaètes", "Maximilienne prend une caisse, +2", "Bao passe")
)
ACTIONS = st.sampled_from(("Avancer en 8", "Délestage : 2 en 14", "Passer", "Prendre une caisse jusqu’à 9", "Piège"))
DETAILS = st.sampled_from(("", "2 chameliers", "pioche une carte", "−1 or"))


class Rows:
    """The rows that words and the race take on a canvas."""

    def __init__(self, face: Any) -> None:
        self.words: set[int] = set()
        self.race: set[int] = set()
        canvas, write = Canvas(), Canvas.text
        draw = {name: getattr(paint_turn, name) for name in ("paint_track_strip", "paint_flat_track_strip")}

        def text(on: Canvas, *args: Any, **more: Any) -> int:
            before = on.picture().rows
            width = write(on, *args, **more)
            self.words |= _changed(before, on)
            return width

        def track(name: str) -> Any:
            def painted(on: Canvas, *args: Any) -> None:
                before = on.picture().rows
                draw[name](on, *args)
                self.race |= _changed(before, on)

            return painted

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Canvas, "text", text)
            for name in draw:
                patch.setattr(paint_turn, name, track(name))
            paint_turn.paint_turn(canvas, face)


def _changed(before: tuple[int, ...], canvas: Canvas) -> set[int]:
    return {y for y, (old, new) in enumerate(zip(before, canvas.picture().rows, strict=True)) if old != new}


@given(RACES, WORDS, ACTIONS, DETAILS)
def test_the_race_and_the_words_have_separate_rows(block: Any, last: str, action: str, detail: str) -> None:
    rows = Rows(replace(FACE, block=block, last=last, action=action, action_detail=detail))
    if rows.race:
        assert max(rows.words) + 1 < min(rows.race), "a dark row is between"
        assert max(rows.race) < HINTS_TOP


@given(RACES)
def test_the_last_event_has_room_unless_camels_crowd(block: Any) -> None:
    rows = Rows(replace(FACE, block=block, last="Léa avance en 4"))
    assert rows.race
    assert (max(rows.words) > HINTS_TOP - HEIGHT) is is_flat(block.block)


def test_bunched_camels_leave_room_for_the_last_event() -> None:
    bunched = replace(FACE, block=race(3, 4, 6, 7, 8), last="Léa avance en 4")
    rows = Rows(bunched)
    assert min(rows.race) >= HINTS_TOP - FLAT_HEIGHT
    assert len(rows.words) > len(Rows(replace(bunched, last="")).words)


def test_a_track_without_room_is_left_out() -> None:
    rows = Rows(replace(FACE, block=race(4, 4, 4, 4, 4), action="Délestage jusqu’à 9", action_detail=""))
    assert not rows.race
    assert max(rows.words) > HINTS_TOP - HEIGHT


@given(st.tuples(SPACES, SPACES, SPACES, SPACES, SPACES))
def test_pieces_side_by_side_do_not_overlap(spaces: tuple[int, int, int, int, int]) -> None:
    view = race(*spaces, turn=0)
    assert isinstance(view.block, Track)

    def lit(track: Track[str]) -> int:
        canvas = Canvas()
        paint_flat_track_strip(canvas, view, track, 0)
        return sum(row.bit_count() for row in canvas.picture().rows[:ABOVE_TRACK])

    assert lit(view.block) == sum(lit(replace(view.block, pieces=(piece,))) for piece in view.block.pieces)
