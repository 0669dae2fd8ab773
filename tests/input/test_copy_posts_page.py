"""Copying at the box which places of the game of 1983 are trading posts: spaces with names, not numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.faces.faces import MessageFace, SpaceFace
from companion.games import GAMES
from companion.table.game_setup import PROFILE_PREFIX
from tests.input.hands import Hands

NOTE = f"{PROFILE_PREFIX}classic"


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Hands]:
    """Hands at the first place."""
    hands = Hands(tmp_path / "state", games=GAMES)
    hands.session.note(NOTE, {"mission": {"towns": ["Samarcande"]}})
    hands.press("ok")
    hands.choose("copy.title")
    hands.choose("classic.copy_posts")
    yield hands
    hands.close()


def test_places_are_shown_by_their_names(board: Hands) -> None:
    assert board.spoken == "Khanbalik | pas noté"
    board.press("ok")
    assert board.spoken == "Samarcande | pas noté"
    assert (board.face.strip.title, getattr(board.face, "space", None)) == ("Samarcande", "2")


def test_a_colour_and_no_post_are_noted(board: Hands) -> None:
    assert isinstance(board.face, SpaceFace)
    board.press("down", "ok", "up", "ok")
    assert isinstance(board.face, MessageFace)
    assert board.face.body == "2 lieux notés."
    assert board.session.journal.note(NOTE)["posts"] == {"khanbalik": "blue", "Samarcande": False}
