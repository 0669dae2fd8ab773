"""Blocks as the little screen gets them: with a sign for each component, and the track of the turn page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box.faces.block_view import ComponentSign, block_view, turn_block_view
from companion.games.classic import CLASSIC
from companion.rules.components import with_glyph
from companion.rules.scene import Purse, Role, Track
from companion.rules.viewer import PUBLIC, as_seat
from companion.table import table as tables
from companion.words.catalogue import Words
from companion.words.signs import Glyph, glyph_of, unit_of
from companion.words.translated_scene import scene_of
from tests.games.pebbles import PEBBLES, Match
from tests.views.games import NAMES, expedition, play_moves, with_move

FRENCH = Words("fr")


def test_the_turn_page_shows_the_track_with_all_camels() -> None:
    view = turn_block_view(play_moves(expedition(), "step", "end"), PUBLIC, FRENCH)
    assert view is not None
    track = view.block
    assert isinstance(track, Track)
    gives = [index for index, place in enumerate(track.places) if any(mark.role is Role.GIVES for mark in place.marks)]
    assert gives == [*range(11, 17), *range(23, 30)]
    assert [(index, place.name) for index, place in enumerate(track.places) if place.name] == [
        (0, "Ormuz"),
        (16, "Ganzhou"),
        (29, "Dadu"),
    ]
    assert [(piece.seat, piece.says, piece.number) for piece in track.pieces] == [
        (1, "case\N{NO-BREAK SPACE}3", None),
        (2, "case\N{NO-BREAK SPACE}1", None),
        (3, "case\N{NO-BREAK SPACE}2", None),
    ]
    assert (view.turn, [mark.letter for mark in view.seats]) == (2, ["I", "B", "C"])


def test_no_seat_has_the_turn_at_the_end() -> None:
    view = turn_block_view(
        play_moves(expedition(), *["step"] * 14, "end", "end", *["step"] * 13, "no crates"), PUBLIC, FRENCH
    )
    assert view is not None
    assert view.turn is None


def test_the_turn_page_is_empty_without_a_turn_block() -> None:
    assert turn_block_view(tables.start(CLASSIC, NAMES[:2], {}, number=1), PUBLIC, FRENCH) is None


def test_components_in_a_block_and_kinds_of_cards_have_signs() -> None:
    table = tables.start(CLASSIC, NAMES[:2], {}, number=1)
    table = with_move(table, 1, {"move": "correct", "what": "blue:80", "by": 1, "note": ""})
    purse = next(
        block for block in scene_of(table, as_seat(1), FRENCH).blocks if isinstance(block, Purse) and block.seat == 1
    )
    view = block_view(purse, table, FRENCH)
    coin, card, sort = (view.sign(name) for name in ("besants", "blue:80", "blue"))
    assert coin == ComponentSign(
        name="besants", title="besants", singular="bes.", plural="bes.", glyph=Glyph.COIN, worth=1
    )
    assert card is not None
    assert (card.worth, card.family) == (80, "blue")
    assert sort is not None
    assert (sort.title, sort.family) == ("bleu", None)
    assert view.sign("nothing") is None


def test_a_missing_drawing_is_left_out_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, *_ = PEBBLES.begin(("Ada", "Bao"), {})
    pebble = with_glyph(replace(match.component("pebbles")), "no_such_drawing")
    monkeypatch.setattr(Match, "components", {"pebbles": pebble})
    assert (unit_of(match), glyph_of(match, "pebbles")) == (Glyph.CROWN, None)
    assert "no_such_drawing" in caplog.text
