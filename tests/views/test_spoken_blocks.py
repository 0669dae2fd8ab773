"""Blocks read aloud in both languages, for people who cannot see them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.scene import BLOCKS, Held, Note, Notes, Road, Stage
from companion.words.catalogue import Words
from companion.words.spoken_blocks import block_lines
from tests.kit.blocks import BOARD, DICE, GRID, LONG, MAP, NOTES, RING, ROAD, SQUARES, STALLS, TRACK, blocks_for, purses
from tests.views.given_scene import table_with_scene

TABLE = table_with_scene()
ENGLISH = Words("en")
(GRID_OF_THREE,) = (block for block in blocks_for(3) if block.id == GRID.id)
(FULL_PURSE,) = purses(1)
PURSE = replace(FULL_PURSE, holds=(*FULL_PURSE.holds, Held(thing="wishes", n=0, things=())))
SPOKEN: tuple[tuple[Any, str, str], ...] = (
    (
        TRACK,
        f"Ada : 7. Bao, huile : 7. 3. Bao, 2 : {LONG}. huile : {LONG}. Ada : far ahead",
        f"Ada: 7. Bao, oil: 7. 3. Bao, 2: {LONG}. oil: {LONG}. Ada: far ahead",
    ),
    (
        MAP,
        f"Ada : Hill 3. Bao : Hill 3. huile : Hill 9. Hill 0 : 0 huile. {LONG} : 5 huile. "
        f"Hill 10 : 10 huile, a crown. Hill 15 : 15 huile. Hill 20 : 20 huile. Ensuite : Hill 4, {LONG}",
        f"Ada: Hill 3. Bao: Hill 3. oil: Hill 9. Hill 0: 0 oil. {LONG}: 5 oil. "
        f"Hill 10: 10 oil, a crown. Hill 15: 15 oil. Hill 20: 20 oil. Next: Hill 4, {LONG}",
    ),
    (
        SQUARES,
        "Dernier coup : e5, d4. Ada : a1, c1, e1, g1, a3. Bao : b7, d7, f7. Bao, huile, K : d4. huile : a3",
        "Last move: e5, d4. Ada: a1, c1, e1, g1, a3. Bao: b7, d7, f7. Bao, oil, K: d4. oil: a3",
    ),
    (RING, "Between : The storm rages.", "Between: The storm rages."),
    (
        DICE,
        "The night wins. Ada : 1 + 2 + 3 + 4 + 5 + 6 + 3 + 2. The night : 8 + –",
        "The night wins. Ada: 1 + 2 + 3 + 4 + 5 + 6 + 3 + 2. The night: 8 + –",
    ),
    (
        STALLS,
        "Open : rouge 11111, rouge 11111, bleu 12345, rouge 22222 (2 oil are missing), caché. Ada : bleu 12345. "
        "Left : rouge 11111 : 12 sur 20. Take one. Bao : 0. Nothing lies here. Bao : No cards.",
        "Open: red 11111, red 11111, blue 12345, red 22222 (2 oil are missing), hidden. Ada: blue 12345. "
        "Left: red 11111: 12 of 20. Take one. Bao: 0. Nothing lies here. Bao: No cards.",
    ),
    (
        GRID_OF_THREE,
        f"Ones : Ada 3, Chloé 3. {LONG} : Ada −1, Chloé −1. Charm. In all : Ada 2, Bao 0, Chloé 2",
        f"Ones: Ada 3, Chloé 3. {LONG}: Ada −1, Chloé −1. Charm. In all: Ada 2, Bao 0, Chloé 2",
    ),
    (
        ROAD,
        f"{LONG}. huile : 2, il en faut 3 ou 4. point : 250 sur 900. Gifts : 5, il en faut 3. "
        "One oil is missing. 650 points are missing.",
        f"{LONG}. oil: 2 (needs 3 or 4). point: 250 of 900. Gifts: 5 (needs 3). "
        "One oil is missing. 650 points are missing.",
    ),
    (
        NOTES,
        "Ada : Light a lantern. Fill every lantern. Mind the wind. House rule: lanterns burn twice. "
        "The oil runs out. It is night.",
        "Ada: Light a lantern. Fill every lantern. Mind the wind. House rule: lanterns burn twice. "
        "The oil runs out. It is night.",
    ),
    (
        BOARD,
        "The oil press : coûte 2 points, donne 3 huile. Ada 4, huile. "
        f"{LONG} : 1 : 1 huile, 2 : 2 huile, 3 : 3 huile, 4 : 4 huile, 5 : 5 huile, 6 : 6 huile. "
        "Higher dice press more. "
        "The harbour : a 5 or 6, 5 points : libre, two alike : Bao 2, Ada. The field",
        "The oil press: costs 2 points, gives 3 oil. Ada 4, oil. "
        f"{LONG}: 1: 1 oil, 2: 2 oil, 3: 3 oil, 4: 4 oil, 5: 5 oil, 6: 6 oil. Higher dice press more. "
        "The harbour: a 5 or 6, 5 points: free, two alike: Bao 2, Ada. The field",
    ),
    (
        PURSE,
        "huile : 3. cartes montrées : rouge 11111, rouge 11111, bleu 12345. cartes sous l’étal : caché. vœux : rien",
        "oil: 3. cards shown: red 11111, red 11111, blue 12345. cards under the stall: hidden. wishes: none",
    ),
)
"""Blocks with their lines in French and in English, joined."""


@pytest.mark.parametrize(("block", "french", "english"), SPOKEN, ids=lambda case: getattr(case, "id", ""))
def test_a_block_is_read_aloud_in_both_languages(block: Any, french: str, english: str) -> None:
    for language, expected in (("fr", french), ("en", english)):
        lines = block_lines(block, TABLE, Words(language))
        aloud = " ".join(f"{line.removesuffix('.')}." for line in lines)
        assert aloud == f"{expected.removesuffix('.')}."


def test_a_shared_road_names_the_seats_on_their_way() -> None:
    stages = (Stage(name="The gate", seats=(1, 3)), Stage(name="The well"), Stage(name="Home", seats=(2,)))
    road = Road(id="road", name="The road", stages=stages, says="It is far.")
    assert block_lines(road, TABLE, ENGLISH) == ("It is far.", "The gate: Ada, Chloé", "Home: Bao")


def test_a_piece_that_left_its_square_is_not_read_aloud() -> None:
    gone = replace(SQUARES.pieces[0], ghost=True)
    numbered = replace(SQUARES.pieces[2], number=2)
    board = replace(SQUARES, rows=SQUARES.rows[-1:], pieces=(gone, SQUARES.pieces[1], numbered))
    assert block_lines(board, TABLE, ENGLISH) == ("Ada: c1", "Ada, 2: e1")


def test_every_type_of_block_is_tested() -> None:
    assert {type(block) for block, _, _ in SPOKEN} == {*BLOCKS}


def test_a_wheel_is_read_aloud_with_its_announcement() -> None:
    assert block_lines(RING, TABLE, ENGLISH) == ("Between: The storm rages.",)
    assert block_lines(replace(RING, announced=None), TABLE, ENGLISH) == ("The storm rages.",)
    assert block_lines(replace(RING, says=None), TABLE, ENGLISH) == ("Between",)
    assert block_lines(replace(RING, announced=None, says=None), TABLE, ENGLISH) == ()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Draw a card.", "Ada: Draw a card."),
        ("Ada draws a card.", "Ada draws a card."),
        ("Ada, draw a card.", "Ada, draw a card."),
        ("Adapt the board.", "Ada: Adapt the board."),
    ],
)
def test_a_note_names_its_seat_once(text: str, line: str) -> None:
    notes = Notes(id="notes", name="Notes", notes=(Note(id="note", says=text, seat=1),))
    assert block_lines(notes, TABLE, ENGLISH) == (line,)
