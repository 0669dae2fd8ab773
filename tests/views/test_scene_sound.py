"""A scene that does not hold: what is wrong is left out and told, and the rest is seen."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.scene import (
    Band,
    Block,
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
    Mark,
    Note,
    Notes,
    Onward,
    Piece,
    Place,
    Reading,
    Ring,
    Scene,
    Sector,
    Spot,
    Stretch,
    Track,
)
from companion.rules.text import Text, say
from companion.rules.viewer import PUBLIC
from companion.views.json.scene_view import scene_view
from companion.views.words.scene_sound import sound
from companion.views.words.texts import Words
from tests.views.games import expedition

TABLE = expedition()
NAME = say("expedition.race")
PLACES: tuple[Place[Text], ...] = (Place(id="a", label="1"), Place(id="b", label="2"))


def looked(*blocks: Block[Text], turn: str | None = None) -> tuple[Any, ...]:
    """The blocks that are left, and what was wrong."""
    scene, faults = sound(Scene(blocks=blocks, turn=turn), TABLE.match)
    return (*scene.blocks, faults)


def track(**about: Any) -> Track[Text]:
    return Track(id="track", name=NAME, places=PLACES, **about)


def test_what_holds_is_left_as_it_is() -> None:
    good = track(pieces=(Piece(id="p", at="a", thing="camels", seat=1),), stretches=(Stretch(first="a", last="b"),))
    assert looked(good) == (good, ())


def test_a_piece_on_a_place_that_is_not_there_is_left_out() -> None:
    stands = Piece[Text](id="p", at="a")
    left, faults = looked(track(pieces=(stands, Piece(id="q", at="z"))))
    assert left.pieces == (stands,)
    assert faults == ("there is no 'z'",)


def test_a_piece_of_a_seat_that_is_not_there_is_left_out() -> None:
    left, faults = looked(track(pieces=(Piece(id="p", at="a", seat=9),)))
    assert (left.pieces, faults) == ((), ("track: there is no seat 9",))


def test_what_is_drawn_as_an_unknown_thing_stands_without_its_drawing() -> None:
    left, faults = looked(track(pieces=(Piece(id="p", at="a", thing="dragon"),)))
    assert left.pieces == (Piece(id="p", at="a"),)
    assert faults == ("track: there is no thing 'dragon'",)


def test_a_mark_that_is_an_unknown_thing_is_left_out() -> None:
    marked = Place[Text](id="c", marks=(Mark(thing="dragon"), Mark(thing="crate", n=2)))
    left, faults = looked(Track(id="track", name=NAME, places=(marked,)))
    assert left.places[0].marks == (Mark(thing="crate", n=2),)
    assert faults == ("track: there is no thing 'dragon'",)


def test_a_stretch_and_a_way_need_both_ends() -> None:
    left, faults = looked(track(stretches=(Stretch(first="a", last="z"),)))
    assert (left.stretches, faults) == ((), ("there is no 'z'",))
    spots: tuple[Spot[Text], ...] = (Spot(id="a", x=0, y=0, name=NAME), Spot(id="b", x=1, y=0, name=NAME))
    graph = Graph(
        id="map",
        name=NAME,
        spots=spots,
        edges=(Edge(a="a", b="b"), Edge(a="y", b="b")),
        next=(Onward("a"), Onward("q")),
    )
    left, faults = looked(graph)
    assert (left.edges, left.next) == ((Edge(a="a", b="b"),), (Onward("a"),))
    assert faults == ("there is no 'y'", "there is no 'q'")


def test_an_id_that_is_there_twice_is_there_once() -> None:
    twice: tuple[Place[Text], ...] = (Place(id="a", label="1"), Place(id="a", label="2"))
    left, faults = looked(Track(id="track", name=NAME, places=twice))
    assert left.places == twice[:1]
    assert faults == ("track: 'a' is there twice",)
    assert looked(track(), track())[1:] == (("the scene: 'track' is there twice",),)


def test_a_sector_that_does_not_fit_its_bands_is_left_out() -> None:
    bands: tuple[Band[Text], ...] = (Band(id="in", name=NAME), Band(id="out", name=NAME))
    whole = Sector[Text](id="0", shows=(Reading(n=1), Reading(n=2)))
    ring = Ring(id="ring", name=NAME, bands=bands, sectors=(whole, Sector(id="1", shows=(Reading(n=3),))))
    left, faults = looked(replace(ring, announced="in", rests="1"))
    assert (left.sectors, left.announced, left.rests) == ((whole,), "in", None)
    assert faults == ("ring: 1 sectors do not fit its bands", "there is no '1'")


def test_a_row_has_a_cell_for_every_seat_and_no_more() -> None:
    grid = Grid(id="grid", name=NAME, rows=(GridRow(id="row", name=NAME, cells=(Cell(value=1),) * 7),))
    left, faults = looked(grid)
    assert (len(left.rows[0].cells), faults) == (3, ("row: 7 cells for 3 seats",))


def test_an_owner_without_dice_is_left_out() -> None:
    dice = Dice(id="dice", name=NAME, groups=(DiceGroup(id="a", dice=()), DiceGroup(id="b", dice=(Die(id="1"),))))
    left, faults = looked(dice)
    assert ([group.id for group in left.groups], faults) == (["b"], ())


def test_a_block_for_the_turn_that_is_not_there_is_none() -> None:
    scene, faults = sound(Scene(blocks=(track(),), turn="map", wide="track"), TABLE.match)
    assert (scene.turn, scene.wide) == (None, "track")
    assert faults == ("the scene has no block 'map' for its turn",)


def test_the_table_goes_on_and_the_log_tells(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    strange = Scene(
        blocks=(
            Track(id="race", name=NAME, places=PLACES, pieces=(Piece(id="p", at="nowhere", seat=12),)),
            Cards(id="hand", name=NAME, rows=(CardRow(id="row", cards=(Card(id="1", thing="dragon"), Card(id="2"))),)),
            Notes(id="notes", name=NAME, notes=(Note(id="n", says=NAME, seat=8),)),
        )
    )
    table = expedition()
    monkeypatch.setattr(type(table.match), "scene", lambda *_: strange)
    monkeypatch.setattr(type(table.game), "scenes_tested", False)
    with caplog.at_level(logging.WARNING):
        view = scene_view(table, PUBLIC, Words("en"))
    assert json.loads(json.dumps(view)) == view
    race, hand, notes, *purses = view["blocks"]
    assert (race.get("pieces", []), [card["id"] for card in hand["rows"][0]["cards"]]) == ([], ["2"])
    assert notes["notes"] == []
    assert len(purses) == 3
    assert "game 1, entry 0: race: there is no seat 12" in caplog.text
    assert "game 1, entry 0: hand: there is no thing 'dragon'" in caplog.text


@pytest.mark.parametrize("many", [40, 200])
def test_a_block_of_any_size_is_seen(many: int) -> None:
    places = tuple(Place[Text](id=str(number), label=str(number), name=say("x" * 40)) for number in range(many))
    left, faults = looked(Track(id="track", name=NAME, places=places))
    assert (len(left.places), faults) == (many, ())
