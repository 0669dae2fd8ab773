"""The small map: drawn if its places have room, else only in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box.faces.block_view import BlockView
from companion.box.screen.blocks.bands import ROOM
from companion.box.screen.blocks.map_block import HEIGHT, paint_map, places_of
from companion.box.screen.canvas import Canvas
from companion.rules.scene import Graph, Onward, Piece, Spot
from tests.kit.blocks import small_graph
from tests.kit.pictures import as_text
from tests.screen.samples import FIVE


def rows(of: Graph[str]) -> tuple[str, ...]:
    canvas = Canvas()
    paint_map(canvas, 0, BlockView(block=of, seats=FIVE, turn=1), of)
    return as_text(canvas.picture())


def test_places_keep_their_layout_within_the_drawing() -> None:
    places = places_of(small_graph())
    assert set(places) == {"V", "M", "O", "B"}
    assert all(0 <= x < ROOM and 0 <= y < HEIGHT for x, y in places.values())
    assert sorted(places, key=lambda name: places[name][0]) == ["V", "M", "O", "B"]
    assert places["O"][1] > places["V"][1] > places["M"][1] > places["B"][1]


@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_map_without_room_for_its_places_is_not_drawn(count: int) -> None:
    spots: tuple[Spot[str], ...] = tuple(Spot(id=str(n), x=n / 40, y=0.5, name="") for n in range(count))
    assert places_of(replace(small_graph(), spots=spots)) == {}


def test_pieces_marks_and_next_places_are_visible() -> None:
    plain = replace(small_graph(), pieces=(), next=())
    moved: tuple[Piece[str], ...] = (Piece(id="1", at="B", seat=1),)
    pictures = [
        rows(graph)
        for graph in (plain, small_graph(), replace(plain, next=(Onward("B"),)), replace(plain, pieces=moved))
    ]
    assert len(set(pictures)) == len(pictures)
