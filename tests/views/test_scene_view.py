"""The scene as JSON: the blocks added to the game's own, the fields left out, and the viewer of each part."""

from __future__ import annotations

import json
from dataclasses import replace

from companion.games.voyages import VOYAGES
from companion.rules.components import Amount
from companion.rules.scene import (
    Card,
    CardRow,
    Cards,
    Lie,
    Need,
    Note,
    Notes,
    Piece,
    Place,
    Road,
    Slot,
    Stage,
    Tone,
    Track,
)
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.scene_view import as_json, scene_view, seat_notes_view
from companion.table.random_play import play_move
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.translated_scene import purses_of, scene_of
from tests.games.lanterns import LANTERNS
from tests.kit.cases import Case
from tests.kit.random_play import cut_table, whole_game
from tests.views.given_scene import NAMES, plain_text, table_with_scene

ENGLISH = Words("en")
PATH = Track(id="path", name=plain_text("The path"), places=(Place(id="0", label="1"),))
NOTES = Notes(
    id="notes",
    name=plain_text("Notes"),
    notes=(
        Note(id="next", says=plain_text("Go."), tone=Tone.NEXT),
        Note(id="rule", says=plain_text("No."), tone=Tone.RULE),
    ),
)


def blocks_of(table: Table, viewer: Viewer = PUBLIC) -> list[dict[str, object]]:
    return list(scene_view(table, viewer, ENGLISH)["blocks"])


def purse_lines(table: Table, seat: int, viewer: Viewer) -> dict[str, tuple[int | None, tuple[str, ...] | None]]:
    """Return the content of a purse: the number of each component, and the list of them."""
    purse = purses_of(table.match, table.match.player_view(table.state, viewer))[seat - 1]
    return {held.thing: (held.n, held.things) for held in purse.holds}


def with_hidden_card() -> Table:
    """Return a table on which seat 1 has hidden one card under its stall."""
    body = {"move": "hide", "colour": "red", "value": 11_111, "wish": "rain"}
    return play_move(table_with_scene(PATH), 1, body)


# JSON.


def test_default_values_are_left_out() -> None:
    assert as_json(Place[str](id="0")) == {"id": "0"}
    assert as_json(Place[str](id="0", label="1", touch="place:0")) == {"id": "0", "label": "1", "touch": "place:0"}
    assert as_json(Card[str](id="1")) == {"id": "1"}


def test_fields_without_a_default_are_always_included() -> None:
    assert as_json(Need[str](have=0, least=0)) == {"have": 0, "least": 0}
    assert as_json(Track[str](id="path", name="", places=())) == {"id": "path", "name": "", "places": []}


def test_parts_become_objects_lists_and_strings() -> None:
    row = CardRow[str](id="row", lie=Lie.STACK, cards=(Card(id="1", thing="red:11111"),), count=0)
    assert as_json(row) == {"id": "row", "lie": "stack", "cards": [{"id": "1", "thing": "red:11111"}], "count": 0}
    assert as_json(Slot[str](id="s", gives=(Amount("oil", 2),))) == {"id": "s", "gives": [{"thing": "oil", "n": 2}]}
    assert as_json(Stage[str](name="here", now=True)) == {"name": "here", "now": True}


def test_a_block_has_its_type_and_spoken_lines() -> None:
    path, *_ = blocks_of(table_with_scene(replace(PATH, pieces=(Piece(id="a", at="0", seat=2),))))
    assert list(path) == ["block", "id", "name", "places", "pieces", "spoken"]
    assert (path["block"], path["name"], path["spoken"]) == ("track", "The path", ["Bao: 1"])


# Blocks added to the game's own, and their order.


def test_the_games_blocks_come_before_the_purses() -> None:
    road = Road(id="road", name=plain_text("The road"), stages=())
    view = scene_view(table_with_scene(road, NOTES, PATH, turn="path", wide="road"), PUBLIC, ENGLISH)
    assert [block["id"] for block in view["blocks"]] == ["road", "notes", "path", "purse:1", "purse:2", "purse:3"]
    assert (view["turn"], view["wide"]) == ("path", "road")


def test_a_game_without_blocks_has_purses() -> None:
    view = scene_view(table_with_scene(), PUBLIC, ENGLISH)
    assert [block["name"] for block in view["blocks"]] == [f"{name}’s purse" for name in NAMES]
    assert (view["turn"], view["wide"]) == (None, None)


def test_the_scene_is_cached_for_each_viewer_and_language() -> None:
    table = table_with_scene(PATH)
    assert scene_of(table, PUBLIC, ENGLISH) is scene_of(table, PUBLIC, Words("en"))
    assert scene_of(table, PUBLIC, ENGLISH) is not scene_of(table, as_seat(1), ENGLISH)
    assert scene_of(table, PUBLIC, ENGLISH) is not scene_of(table, PUBLIC, Words("fr"))


def test_a_closed_table_has_no_notes_about_next_actions() -> None:
    begun = table_with_scene(NOTES)
    closed = replace(begun, closed=True)
    assert [len(block["notes"]) for block in scene_view(begun, PUBLIC, ENGLISH)["blocks"] if "notes" in block] == [2]
    assert [block["notes"] for block in scene_view(closed, PUBLIC, ENGLISH)["blocks"] if "notes" in block] == [
        [{"id": "rule", "says": "No.", "tone": "rule"}]
    ]
    only_next = replace(NOTES, notes=NOTES.notes[:1])
    assert [block["id"] for block in blocks_of(replace(table_with_scene(only_next), closed=True))][:1] == ["purse:1"]


# Purses.


def test_a_purse_has_amounts_and_lists_but_no_facts() -> None:
    assert purse_lines(with_hidden_card(), 1, as_seat(1)) == {
        "oil": (1, None),
        "points": (0, None),
        "hidden": (1, ("red:11111",)),
        "shown": (0, ()),
    }


def test_hidden_contents_of_a_purse_have_no_number() -> None:
    for viewer in (PUBLIC, as_seat(2)):
        assert purse_lines(with_hidden_card(), 1, viewer)["hidden"] == (None, None)
    assert purse_lines(with_hidden_card(), 1, EVERYTHING)["hidden"] == (1, ("red:11111",))
    public = next(block for block in blocks_of(with_hidden_card()) if block["id"] == "purse:1")
    assert "11111" not in json.dumps(public)
    assert {"thing": "hidden"} in list(public["holds"])  # type: ignore[call-overload]


def test_a_purse_has_its_total_and_lower_bound() -> None:
    purse = purses_of(with_hidden_card().match, with_hidden_card().match.player_view(with_hidden_card().state, PUBLIC))[
        0
    ]
    assert (purse.total, purse.low, purse.high) == (0, 1, None)
    ended = whole_game(Case(LANTERNS, 3, {"rounds": 1}), 1)
    at_the_end = purses_of(ended.match, ended.match.player_view(ended.state, PUBLIC))[0]
    assert (at_the_end.total, at_the_end.low) == (ended.state.points[0], None)


def test_a_purse_leaves_out_bounds_that_are_wide() -> None:
    table = cut_table(whole_game(Case(VOYAGES, 2), 1), 1)
    view = table.match.player_view(table.state, PUBLIC)
    (low, high), *_ = table.match.bounds(view)
    assert low is not None
    assert high is not None
    assert high - low > 100
    assert [(purse.low, purse.high) for purse in purses_of(table.match, view)] == [(None, None)] * 2


# Seat notes.


def test_seat_notes_are_shown_only_to_permitted_viewers() -> None:
    notes = [note["says"] for note in seat_notes_view(with_hidden_card(), 1, as_seat(1), ENGLISH)]
    assert notes == ["1 card under the stall", "your wish: rain"]
    assert [note["says"] for note in seat_notes_view(with_hidden_card(), 1, as_seat(2), ENGLISH)] == notes[:1]


# Views of a market.


def test_own_cards_are_face_up_and_others_are_counted() -> None:
    table = cut_table(whole_game(Case(LANTERNS, 3, {"rounds": 1}), 1), 6)
    scene = scene_of(table, as_seat(1), ENGLISH)
    (own,) = [block for block in scene.blocks if isinstance(block, Cards) and block.seat == 1]
    assert [card.thing for card in own.rows[0].cards] == list(table.state.hidden[0])
    assert not [block for block in scene_of(table, PUBLIC, ENGLISH).blocks if getattr(block, "id", "") == "under"]
    (cards,) = [block for block in scene.blocks if block.id == "cards"]
    assert isinstance(cards, Cards)
    assert [(row.count, row.of) for row in cards.rows if row.lie is Lie.STACK] == [(2, 2)] * 3


def test_the_wheel_shows_the_announced_row() -> None:
    table = whole_game(Case(LANTERNS, 3, {"rounds": 1}), 1)
    view = table.match.player_view(table.state, PUBLIC)
    scenes = [table.match.scene(view, PUBLIC, announced) for announced in (None, {"row": "river"})]
    assert [getattr(block, "announced", None) for scene in scenes for block in scene.blocks if block.id == "wind"] == [
        None,
        "river",
    ]
