"""Views of the game on the box: the blocks of its scene by their names, each on a page that is live."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.faces import BlockFace, ListFace, TurnFace
from companion.box.pages.blocks_page import BlocksPage, open_block
from companion.box.screen.paint import last_scroll, shortened
from companion.games.classic import CLASSIC
from companion.rules.scene import BLOCKS
from companion.table.commands import CloseGame, LeaveGame, Play, StartGame
from tests.games.lanterns import LANTERNS
from tests.input.hands import EXPEDITION_ALONE, Hands, plain
from tests.input.test_forms import six_and_five


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    """Inès and Bao in a game of 1983 that has just begun."""
    hands = Hands(tmp_path / "state", games=(CLASSIC,), calm=True)
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao")))
    hands.press("ok")
    assert isinstance(hands.face, TurnFace), hands.spoken
    yield hands
    hands.close()


def play(hands: Hands, seat: int, **move: Any) -> None:
    """Play a move on a phone."""
    hands.other_hand(Play(moves=((seat, move),)))


def open_list(hands: Hands) -> None:
    hands.hold("ok")
    hands.choose("menu.blocks")


def spoken_lines(hands: Hands) -> list[str]:
    face = hands.face
    assert isinstance(face, BlockFace), hands.spoken
    return [plain(line) for line in face.spoken()]


def test_the_table_lists_every_block_that_everybody_may_see(hands: Hands) -> None:
    open_list(hands)
    assert hands.rows == [
        *("La suite", "Mise en place", "La roulette", "Le voyage", "Les piles"),
        *("Bourse d’Inès", "Bourse de Bao"),
    ]


def test_each_block_opens_as_a_page_and_back_leaves_it(hands: Hands) -> None:
    open_list(hands)
    for row in hands.rows:
        hands.choose(row)
        assert spoken_lines(hands)[0] == row
        hands.press("back")
        assert hands.row == row


def test_a_seats_own_key_opens_its_purse(hands: Hands) -> None:
    open_list(hands)
    hands.press("seat2")
    assert spoken_lines(hands)[:2] == ["Bourse de Bao", "besants : 240"]


def test_up_and_down_scroll_to_the_end(hands: Hands) -> None:
    open_list(hands)
    hands.choose("La roulette")
    assert hands.hints == {"back": "retour", "down": "défiler"}
    hands.press("up")
    assert scrolled(hands) == 0
    hands.press(*["down"] * 20)
    last = scrolled(hands)
    assert 0 < last < 20
    assert hands.hints == {"back": "retour"}
    hands.press("up")
    assert scrolled(hands) == last - 1, "nobody has to come back from nowhere"


def scrolled(hands: Hands) -> int:
    face = hands.face
    assert isinstance(face, BlockFace)
    return face.scroll


def test_a_page_shows_the_present_table(hands: Hands) -> None:
    open_list(hands)
    hands.choose("Bourse d’Inès")
    assert "besants : 240" in spoken_lines(hands)
    play(hands, 1, move="correct", what="besants", by=20, note="")
    assert "besants : 260" in spoken_lines(hands)


def test_the_page_of_a_vanished_block_closes(hands: Hands) -> None:
    open_list(hands)
    hands.choose("La suite")
    assert isinstance(hands.box.page, BlocksPage)
    hands.other_hand(CloseGame())
    assert isinstance(hands.face, ListFace)
    assert "La suite" not in hands.rows


def test_the_page_of_a_block_closes_with_its_game(hands: Hands) -> None:
    open_list(hands)
    hands.choose("La roulette")
    hands.other_hand(LeaveGame())
    assert not isinstance(hands.face, BlockFace)


def test_a_missing_block_shows_nothing(hands: Hands) -> None:
    open_block(hands.box, "nothing")
    assert spoken_lines(hands) == []
    hands.press("ok")
    assert isinstance(hands.face, TurnFace)


def test_a_seats_sheet_begins_with_its_purse(hands: Hands) -> None:
    play(hands, 1, move="correct", what="table", by=1, note="")
    hands.press("seat1")
    assert hands.rows[:2] == ["Table d’Or", "+1 Table à la main"]
    hands.press("ok")
    assert "Table d’Or : 1" in spoken_lines(hands)
    hands.press("back", "back")
    assert isinstance(hands.face, TurnFace)


def test_a_sheet_repeats_nothing(tmp_path: Path) -> None:
    hands = Hands(tmp_path / "state", games=EXPEDITION_ALONE, calm=True)
    hands.new_game("Inès", "Bao", "Chloé")
    hands.press("seat1")
    assert [row for row in hands.rows if "gold" in row or row == "Or"] == [], "the title has it"
    hands.close()


@pytest.mark.parametrize(("language", "begins"), [("fr", "manche 1/2"), ("en", "round 1/2")])
def test_the_turn_shows_the_round_of_a_game_with_rounds(tmp_path: Path, language: str, begins: str) -> None:
    hands = Hands(tmp_path / "state", language, games=(LANTERNS,), draw=six_and_five, calm=True)
    hands.other_hand(StartGame(game="lanterns", names=("Inès", "Bao")))
    for seat in (1, 2):
        play(hands, seat, move="hide", colour="red", value=10_000 + seat, wish="peace")
        play(hands, seat, move="hide", colour="blue", value=20_000 + seat, wish="peace")
    hands.press("ok")
    assert hands.turn.round == begins
    assert hands.turn.where.partition(" · ")[0] == begins
    assert begins in hands.spoken
    hands.close()


def test_the_turn_shows_no_round_in_a_game_without_rounds(hands: Hands) -> None:
    assert hands.turn.where == hands.turn.place == "aller"


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_block_of_a_rich_game_fits_its_page(tmp_path: Path, language: str, large: bool) -> None:
    hands = Hands(tmp_path / "state", language, large=large, games=(LANTERNS,), draw=six_and_five, calm=True)
    hands.other_hand(StartGame(game="lanterns", names=("Inès", "Bao", "Jean-Baptiste")))
    for seat in (1, 2, 3):
        play(hands, seat, move="hide", colour="red", value=10_000 + seat, wish="peace")
        play(hands, seat, move="hide", colour="blue", value=20_000 + seat, wish="peace")
    hands.press("ok")
    open_list(hands)
    sorts = set()
    for row in hands.rows:
        hands.choose(row)
        face = hands.face
        assert isinstance(face, BlockFace)
        sorts.add(type(face.blocks[0].block))
        assert spoken_lines(hands)[0] == row
        for scroll in range(last_scroll(face) + 1):
            assert shortened(replace(face, scroll=scroll)) == (), (row, scroll)
        hands.press("back")
    assert sorts == set(BLOCKS)
    hands.close()
