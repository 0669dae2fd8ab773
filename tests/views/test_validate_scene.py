"""Faults in scenes are left out and logged; the rest is shown, and the table goes on."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.components import Amount
from companion.rules.scene import (
    Band,
    Board,
    Card,
    CardRow,
    Cards,
    Cell,
    Dice,
    DiceGroup,
    Die,
    Edge,
    Graph,
    Grid,
    GridRow,
    Lying,
    Mark,
    Note,
    Notes,
    Onward,
    Piece,
    Place,
    Purse,
    Reading,
    Ring,
    Scene,
    Sector,
    Space,
    SpaceGroup,
    Spot,
    Square,
    SquareRow,
    Squares,
    Stretch,
    Tint,
    Track,
)
from companion.rules.text import Text
from companion.rules.validate_scene import MOST_SQUARES, validate_scene
from companion.rules.viewer import PUBLIC
from companion.server.views.scene_view import scene_view
from companion.words.catalogue import LANGUAGES, Words
from companion.words.translated_scene import scene_of
from tests.views.given_scene import plain_text, table_with_scene

FRENCH = Words("fr")
NAME = plain_text("here")
LONG = "The Lighthouse of the Four Quiet Mornings"[:40]
MATCH = table_with_scene().match


def validated(*blocks: Any, **named: str) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """Return the blocks that are remaining, and their faults."""
    scene, faults = validate_scene(Scene(blocks=blocks, **named), MATCH)
    return scene.blocks, faults


def validated_block(block: Any) -> tuple[Any, tuple[str, ...]]:
    """Return what is left of a single block, and its faults."""
    (remaining,), faults = validated(block)
    return remaining, faults


def track_of_three(**parts: Any) -> Track[Text]:
    """Return a track of three places."""
    return Track(id="path", name=NAME, places=tuple(Place[Text](id=f"{n}") for n in range(3)), **parts)


def map_of_two(**parts: Any) -> Graph[Text]:
    """Return a map of two places."""
    return Graph(id="map", name=NAME, spots=tuple(Spot(id=name, x=0, y=0, name=NAME) for name in "ab"), **parts)


def squares_of(*rows: tuple[str, ...], **parts: Any) -> Squares[Text]:
    """Return a board with squares of these ids."""
    return Squares(
        id="board",
        name=NAME,
        rows=tuple(
            SquareRow[Text](id=f"row{number}", squares=tuple(Square[Text](id=name) for name in names))
            for number, names in enumerate(rows)
        ),
        **parts,
    )


def test_a_scene_without_faults_is_unchanged() -> None:
    block = track_of_three(
        pieces=(Piece(id="a", at="1", seat=3, thing="oil"),), stretches=(Stretch[Text](first="0", last="2"),)
    )
    assert validated_block(block) == (block, ())


# Unknown names.


def test_a_piece_on_an_unknown_place_is_left_out() -> None:
    remaining, faults = validated_block(
        track_of_three(pieces=(Piece(id="lost", at="9", seat=1), Piece(id="found", at="2", seat=1)))
    )
    assert [piece.id for piece in remaining.pieces] == ["found"]
    assert faults == ("there is no '9'",)


def test_stretches_and_edges_need_both_ends() -> None:
    remaining, faults = validated_block(
        track_of_three(stretches=(Stretch[Text](first="0", last="9"), Stretch[Text](first="1", last="2")))
    )
    assert ([stretch.first for stretch in remaining.stretches], faults) == (["1"], ("there is no '9'",))
    edges = (Edge(a="a", b="z"), Edge(a="a", b="b"), Edge(a="x", b="b"))
    remaining, faults = validated_block(map_of_two(edges=edges, next=(Onward("b"), Onward("y"))))
    assert (remaining.edges, remaining.next) == (edges[1:2], (Onward("b"),))
    assert faults == ("there is no 'z'", "there is no 'x'", "there is no 'y'")


def test_cards_and_marks_of_unknown_components_are_left_out() -> None:
    remaining, faults = validated_block(
        Cards(id="hand", name=NAME, rows=(CardRow(id="row", cards=_cards("mauve:1", "red:11111")),))
    )
    assert [card.thing for card in remaining.rows[0].cards] == ["red:11111"]
    assert faults == ("hand: there is no thing 'mauve:1'",)
    places = (Place[Text](id="0", marks=(Mark(thing="gold"), Mark(thing="oil", n=2))),)
    remaining, faults = validated_block(Track(id="path", name=NAME, places=places))
    assert (remaining.places[0].marks, faults) == ((Mark(thing="oil", n=2),), ("path: there is no thing 'gold'",))


def test_a_task_with_an_unknown_component_keeps_its_sentence() -> None:
    task = Note[Text](id="task", says=NAME, things=("oil", "gold"))
    remaining, faults = validated_block(Notes(id="set_up", name=NAME, notes=(task,)))
    assert (remaining.notes[0].says, remaining.notes[0].things) == (NAME, ())
    assert faults == ("set_up: there is an unknown thing among ('oil', 'gold')",)


def test_a_piece_of_an_unknown_component_is_drawn_without_it() -> None:
    remaining, faults = validated_block(track_of_three(pieces=(Piece(id="a", at="1", seat=1, thing="camel"),)))
    assert (remaining.pieces, faults) == ((Piece(id="a", at="1", seat=1),), ("path: there is no thing 'camel'",))


def test_amounts_of_unknown_components_are_left_out() -> None:
    remaining, faults = validated_block(map_of_two(edges=(Edge(a="a", b="b", cost=Amount("gold", 1)),)))
    assert (remaining.edges, len(faults)) == ((Edge(a="a", b="b"),), 1)
    space = Space(id="inn", name=NAME, costs=(Amount("oil", 1), Amount("gold", 2)), lies=(Lying(id="x", thing="hat"),))
    remaining, faults = validated_block(Board(id="board", name=NAME, groups=(SpaceGroup(id="all", spaces=(space,)),)))
    (space_left,) = remaining.groups[0].spaces
    assert (space_left.costs, space_left.lies, len(faults)) == ((Amount("oil", 1),), (Lying(id="x"),), 2)


@pytest.mark.parametrize("seat", [0, 4, 99, -1])
def test_parts_of_unknown_seats_are_left_out(seat: int) -> None:
    remaining, faults = validated_block(
        track_of_three(pieces=(Piece(id="a", at="1", seat=seat), Piece(id="b", at="1", seat=3)))
    )
    assert ([piece.id for piece in remaining.pieces], faults) == (["b"], (f"path: there is no seat {seat}",))
    remaining, faults = validated_block(
        Notes(id="notes", name=NAME, notes=(Note(id="a", says=NAME, seat=seat), Note(id="b", says=NAME)))
    )
    assert ([note.id for note in remaining.notes], len(faults)) == (["b"], 1)
    remaining, faults = validated_block(
        Dice(id="dice", name=NAME, groups=(DiceGroup(id="g", seat=seat, dice=(Die(id="d"),)),))
    )
    assert (remaining.groups, len(faults)) == ((), 1)


@pytest.mark.parametrize("seat", [0, 4])
def test_blocks_of_unknown_seats_are_left_out(seat: int) -> None:
    remaining, faults = validated(Cards(id="hand", name=NAME, rows=(), seat=seat), track_of_three())
    assert ([block.id for block in remaining], faults) == (["path"], (f"hand: there is no seat {seat}",))


def test_missing_turn_and_television_blocks_become_none() -> None:
    scene, faults = validate_scene(Scene(blocks=(track_of_three(),), turn="path", wide="map"), MATCH)
    assert (scene.turn, scene.wide, len(faults)) == ("path", None, 1)
    scene, faults = validate_scene(Scene(blocks=(track_of_three(),), turn="map", wide="path"), MATCH)
    assert (scene.turn, scene.wide) == (None, "path")
    assert faults == ("the scene has no block 'map' for its turn",)


def test_a_group_without_dice_is_left_out() -> None:
    groups = (DiceGroup[Text](id="a", dice=()), DiceGroup[Text](id="b", dice=(Die(id="1"),)))
    remaining, faults = validated_block(Dice(id="dice", name=NAME, groups=groups))
    assert ([group.id for group in remaining.groups], faults) == (["b"], ())


# Duplicates and missing parts.


def test_of_two_parts_with_one_id_the_first_is_kept() -> None:
    twice = track_of_three(pieces=(Piece(id="a", at="0", seat=1), Piece(id="a", at="2", seat=2)))
    remaining, faults = validated_block(twice)
    assert ([piece.at for piece in remaining.pieces], faults) == (["0"], ("path: 'a' is there twice",))
    blocks, faults = validated(track_of_three(), map_of_two(), track_of_three(pieces=twice.pieces[:1]))
    assert [(type(block), block.id) for block in blocks] == [(Track, "path"), (Graph, "map")]
    assert (blocks[0].pieces, faults) == ((), ("the scene: 'path' is there twice",))
    places = (Place[Text](id="a", label="1"), Place[Text](id="a", label="2"))
    remaining, faults = validated_block(Track(id="path", name=NAME, places=places))
    assert (remaining.places, faults) == (places[:1], ("path: 'a' is there twice",))


def test_a_square_of_two_rows_is_kept_in_the_first() -> None:
    board = squares_of(("a", "b"), ("b", "c"), pieces=(Piece(id="1", at="c", seat=1), Piece(id="2", at="d", seat=1)))
    remaining, faults = validated_block(board)
    assert remaining == squares_of(("a", "b"), ("c",), pieces=board.pieces[:1])
    assert faults == ("board: 'b' is there twice", "there is no 'd'")


def test_a_board_has_at_most_nineteen_rows_and_columns() -> None:
    rows = [tuple(f"{row}.{column}" for column in range(MOST_SQUARES)) for row in range(MOST_SQUARES)]
    whole = squares_of(*rows)
    assert validated_block(whole) == (whole, ())
    pieces = (Piece[Text](id="1", at="below", seat=1),)
    larger = (squares_of(*rows, ("below",), pieces=pieces), squares_of((*rows[0], "below"), *rows[1:], pieces=pieces))
    for board in larger:
        remaining, faults = validated_block(board)
        assert (remaining, len(faults)) == (whole, 2)
        assert faults[0] == "board: there is room for 19 rows of 19 squares"
    assert validated_block(squares_of()) == (squares_of(), ())


def test_a_square_has_a_name_of_column_and_row() -> None:
    squares = (
        Square[Text](id="1"),
        Square[Text](id="2", name=NAME, tint=Tint.GAP),
        Square[Text](id="3"),
    )
    board: Squares[Text] = Squares(
        id="board", name=NAME, columns=("a", "b"), rows=(SquareRow(id="row", label="7", squares=squares),)
    )
    assert board.square_names() == {"1": "a7", "2": NAME, "3": "7"}
    assert replace(board, columns=("a",)).square_names()["3"] == "7"
    assert squares_of(("x",)).square_names() == {"x": "x"}


def test_sectors_with_missing_readings_or_no_width_are_left_out() -> None:
    shows = (Reading[Text](n=1), Reading[Text](n=2))
    ring = Ring(
        id="wheel",
        name=NAME,
        bands=(Band(id="in", name=NAME), Band(id="out", name=NAME)),
        sectors=(
            Sector(id="whole", shows=shows),
            Sector(id="short", shows=shows[:1]),
            Sector(id="thin", shows=shows, weight=0),
        ),
        announced="between",
        rests="short",
    )
    remaining, faults = validated_block(ring)
    assert [sector.id for sector in remaining.sectors] == ["whole"]
    assert (remaining.announced, remaining.rests) == (None, None)
    assert faults == ("wheel: 2 sectors do not fit its bands", "there is no 'between'", "there is no 'short'")
    remaining, faults = validated_block(replace(ring, sectors=ring.sectors[:2], announced="in"))
    assert ([sector.id for sector in remaining.sectors], remaining.announced, remaining.rests) == (
        ["whole"],
        "in",
        None,
    )
    assert faults == ("wheel: 1 sectors do not fit its bands", "there is no 'short'")


def test_a_grid_row_gets_one_cell_for_each_seat() -> None:
    cells = tuple(Cell(value=n) for n in range(5))
    rows = (GridRow(id="long", name=NAME, cells=cells), GridRow(id="short", name=NAME, cells=cells[:2]))
    remaining, faults = validated_block(Grid(id="grid", name=NAME, rows=rows))
    assert [[cell.value for cell in row.cells] for row in remaining.rows] == [[0, 1, 2], [0, 1, None]]
    assert faults == ("long: 5 cells for 3 seats", "short: 2 cells for 3 seats")


# Scenes with faults at a table.


def test_faults_are_logged_with_game_and_entry(caplog: pytest.LogCaptureFixture) -> None:
    table = table_with_scene(track_of_three(pieces=(Piece(id="lost", at="9", seat=1),)), turn="gone")
    with caplog.at_level(logging.WARNING):
        scene = scene_of(table, PUBLIC, FRENCH)
    assert [block.id for block in scene.blocks] == ["path", "purse:1", "purse:2", "purse:3"]
    assert [record.getMessage() for record in caplog.records] == [
        "game 7, entry 0: there is no '9'",
        "game 7, entry 0: the scene has no block 'gone' for its turn",
    ]


def test_a_scene_with_many_faults_still_gives_a_view(caplog: pytest.LogCaptureFixture) -> None:
    table = table_with_scene(
        track_of_three(pieces=(Piece(id="p", at="nowhere", seat=12),)),
        Cards(id="hand", name=NAME, rows=(CardRow(id="row", cards=_cards("dragon", "red:11111")),)),
        Notes(id="notes", name=NAME, notes=(Note(id="n", says=NAME, seat=8),)),
    )
    with caplog.at_level(logging.WARNING):
        view = scene_view(table, PUBLIC, Words("en"))
    assert json.loads(json.dumps(view)) == view
    track, hand, notes, *purses = view["blocks"]
    assert (track.get("pieces", []), [card["id"] for card in hand["rows"][0]["cards"]]) == ([], ["1"])
    assert notes["notes"] == []
    assert len(purses) == 3
    assert "game 7, entry 0: path: there is no seat 12" in caplog.text
    assert "game 7, entry 0: hand: there is no thing 'dragon'" in caplog.text


def test_a_fault_is_logged_once_for_many_viewers(caplog: pytest.LogCaptureFixture) -> None:
    table = table_with_scene(track_of_three(pieces=(Piece(id="lost", at="9", seat=1),)))
    for _ in range(3):
        scene_of(table, PUBLIC, FRENCH)
    assert len(caplog.records) == 1


@pytest.mark.parametrize("count", [40, 200])
def test_blocks_of_any_size_are_kept(count: int) -> None:
    places = tuple(Place[Text](id=str(number), label=str(number), name=plain_text("x" * 40)) for number in range(count))
    remaining, faults = validated_block(Track(id="path", name=NAME, places=places))
    assert (len(remaining.places), faults) == (count, ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scene_larger_than_any_screen_is_kept_whole(language: str) -> None:
    places = tuple(Place(id=f"{n}", label=f"{n}", name=plain_text(LONG)) for n in range(40))
    pieces = tuple(Piece[Text](id=f"piece:{seat}", at="39", seat=seat) for seat in range(1, 13))
    names = tuple(f"{LONG[:37]} {n}" for n in range(1, 13))
    table = table_with_scene(Track(id="path", name=plain_text(LONG), places=places, pieces=pieces), names=names)
    view = scene_view(table, PUBLIC, Words(language))
    track, *purses = view["blocks"]
    assert (len(track["places"]), {place["name"] for place in track["places"]}) == (40, {LONG})
    assert len(track["spoken"]) == 12
    assert track["spoken"][11].startswith(names[11])
    assert [purse["seat"] for purse in purses] == [*range(1, 13)]
    assert isinstance(scene_of(table, PUBLIC, Words(language)).blocks[-1], Purse)


def _cards(*names: str) -> tuple[Card[Text], ...]:
    return tuple(Card(id=f"{index}", thing=thing) for index, thing in enumerate(names))
