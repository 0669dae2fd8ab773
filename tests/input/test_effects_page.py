"""Effects of moves, watched on the box: pieces walk and hidden rows are revealed, and nobody waits for either."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.box.faces.block_view import BlockView
from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import BlockFace, EndFace, ListFace, TurnFace
from companion.box.pages.outcome_pages import RevealPage, TallyPage
from companion.box.pages.turn_page import TablePage
from companion.box.pages.walk_animation import WalkAnimation, WalkPage
from companion.games.expedition import EXPEDITION
from companion.rules.scene import Cards, Squares, Track, Walk
from companion.table.commands import Play, Restore, StartGame, TakeBack
from tests.games.lanterns import LANTERNS
from tests.input.hands import Hands
from tests.kit.blocks import SQUARES

LONGEST_WALK = 1.0
LONGEST_REVEAL = 1.5
"""Most seconds that these take."""


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Hands]]:
    """Return a function that makes hands that never wait, at a market of two with cards under the stalls."""
    boxes: list[Hands] = []

    def make(rounds: int = 2, *, calm: bool = False, large: bool = False) -> Hands:
        hands = Hands(tmp_path / "state", games=(LANTERNS, EXPEDITION), calm=calm, large=large)
        hands.waits = False
        boxes.append(hands)
        hands.other_hand(StartGame(game="lanterns", names=("Inès", "Bao"), options={"rounds": rounds}))
        hands.press("ok")
        for seat in (1, 1, 2, 2):
            hide = {"move": "hide", "colour": "red", "value": 10_000 + seat, "wish": "paix"}
            hands.other_hand(Play(moves=((seat, hide),)))
        return hands

    yield make
    for hands in boxes:
        hands.close()


def pass_a_round(hands: Hands) -> None:
    """Let everyone roll and do nothing else."""
    hands.other_hand(Play(moves=tuple((seat, {"move": "roll", "chance": [1, 2]}) for seat in (1, 2))))
    for seat in (1, 2):
        hands.other_hand(Play(moves=((seat, {"move": "end_turn"}),)))


def block(hands: Hands) -> Track[str] | Cards[str]:
    face = hands.face
    assert isinstance(face, BlockFace | TurnFace), hands.spoken
    view = face.blocks[0] if isinstance(face, BlockFace) else face.block
    assert view is not None
    assert isinstance(view.block, Track | Cards)
    return view.block


def light(hands: Hands) -> str:
    """Return the place of the round's light."""
    track = block(hands)
    assert isinstance(track, Track)
    return track.pieces[0].at


def rows(hands: Hands) -> int:
    """Return the number of revealed rows."""
    cards = block(hands)
    assert isinstance(cards, Cards)
    return len(cards.rows)


def camel(hands: Hands) -> str:
    """Return the place of seat 1's first camel on the little screen."""
    track = block(hands)
    assert isinstance(track, Track)
    return next(piece.at for piece in track.pieces if piece.seat == 1)


@pytest.mark.parametrize("large", [False, True])
def test_the_light_walks_on_a_page_that_closes_after_it(make: Callable[..., Hands], large: bool) -> None:
    market = make(large=large)
    pass_a_round(market)
    assert isinstance(market.box.page, WalkPage)
    assert light(market) == "round:1"
    market.wait(0.2)
    assert light(market) == "round:2"
    market.wait(LONGEST_WALK)
    assert isinstance(market.box.page, TablePage)


@pytest.mark.parametrize("key", ["ok", "back", "up", "seat1", "spin"])
def test_any_key_ends_a_walk_and_does_nothing_else(make: Callable[..., Hands], key: str) -> None:
    market = make()
    pass_a_round(market)
    market.grip(key, 0.0)
    assert isinstance(market.box.page, TablePage)
    before = market.spoken
    market.let_go(key)
    assert (market.spoken, isinstance(market.box.page, TablePage)) == (before, True)


def test_without_motion_nothing_walks_and_revealed_rows_rest(make: Callable[..., Hands]) -> None:
    market = make(calm=True)
    pass_a_round(market)
    assert isinstance(market.box.page, TablePage)
    pass_a_round(market)
    market.press("ok")
    assert isinstance(market.box.page, RevealPage)
    assert (rows(market), market.hints) == (1, {"ok": "suite"})
    assert market.box.deadline() is None


def test_a_walk_covers_no_other_page(make: Callable[..., Hands]) -> None:
    market = make()
    market.other_hand(Play(moves=tuple((seat, {"move": "roll", "chance": [1, 2]}) for seat in (1, 2))))
    market.other_hand(Play(moves=((1, {"move": "end_turn"}),)))
    market.press("seat1")
    sheet = market.box.page
    market.other_hand(Play(moves=((2, {"move": "end_turn"}),)))
    assert market.box.page is sheet


def test_the_winner_comes_before_hands_sheet_and_closing_words(make: Callable[..., Hands]) -> None:
    market = make(rounds=1)
    pass_a_round(market)
    assert isinstance(market.face, EndFace)
    market.wait(600)
    assert isinstance(market.face, EndFace)
    assert market.hints == {"back": "menu", "down": "défiler", "ok": "suite"}
    market.press("ok")
    assert isinstance(market.box.page, RevealPage)
    market.press("ok", "ok")
    assert market.spoken.endswith("Feuille de score")
    market.press("back")
    assert isinstance(market.face, SealFace)
    market.press("ok")
    assert isinstance(market.face, EndFace)
    assert market.hints == {"back": "menu", "down": "défiler", "ok": "scores"}
    market.press("ok", "back")
    assert isinstance(market.face, EndFace)


def test_each_row_of_the_end_menu_stands_once(make: Callable[..., Hands]) -> None:
    market = make(rounds=1)
    pass_a_round(market)
    market.press("back")
    assert sorted(set(market.rows)) == sorted(market.rows)


def test_each_revealed_row_has_a_page_and_rests(make: Callable[..., Hands]) -> None:
    market = make(rounds=1)
    pass_a_round(market)
    market.press("ok")
    first = market.spoken
    assert (rows(market), market.hints) == (1, {"ok": "suite"})
    assert market.box.deadline() is None
    assert "rouge 10002" not in market.spoken
    market.press("down")
    assert (rows(market), market.hints) == (1, {"ok": "suite"})
    assert "rouge 10002" in market.spoken
    market.press("up", "up")
    assert market.spoken == first
    market.press("ok", "ok")
    assert isinstance(market.face, ListFace)


def test_back_closes_a_reveal(make: Callable[..., Hands]) -> None:
    market = make(rounds=1)
    pass_a_round(market)
    market.press("ok", "back")
    assert isinstance(market.face, ListFace)


def test_a_large_reveal_scrolls_once_all_is_open(make: Callable[..., Hands]) -> None:
    market = make(rounds=1, large=True)
    pass_a_round(market)
    market.press("ok", "ok")
    assert market.hints == {"ok": "suite", "down": "défiler"}
    first_page = market.face
    market.press("down")
    assert market.hints == {"ok": "suite"}, "a press goes on by a page, and there are two"
    market.press("up")
    assert isinstance(market.box.page, RevealPage)
    assert market.face == first_page
    market.press("ok")
    assert isinstance(market.face, ListFace)


def test_a_taken_back_reveal_closes_and_is_not_shown_again(make: Callable[..., Hands]) -> None:
    market = make(rounds=1)
    pass_a_round(market)
    market.press("ok")
    market.other_hand(TakeBack())
    assert isinstance(market.box.page, TablePage)
    market.other_hand(Restore())
    assert isinstance(market.box.page, TallyPage)


def test_an_animation_shows_what_is_already_in_the_journal(make: Callable[..., Hands]) -> None:
    market = make(rounds=1)
    pass_a_round(market)
    assert isinstance(market.face, EndFace)
    market.pull_the_plug()
    assert market.table.over


def test_a_piece_walks_from_square_to_square(make: Callable[..., Hands]) -> None:
    market = make()
    walking = WalkAnimation(market.box, (Walk(block="squares", piece="2:king", places=("f6", "e5", "d4")),))
    squares = []
    for seconds in (0.0, 0.01, 0.17, 0.4):
        walking.update(market.box.now + seconds)
        board = walking.with_pieces_moved(BlockView(block=SQUARES)).block
        assert isinstance(board, Squares)
        squares.append([piece.at for piece in board.pieces if piece.id == "2:king"])
        assert len(board.pieces) == len(SQUARES.pieces)
    assert squares == [["f6"], ["f6"], ["e5"], ["d4"]]
    assert walking.arrived


def test_a_camel_walks_on_the_turn_page_without_losing_presses(tmp_path: Path) -> None:
    race = Hands(tmp_path / "race")
    race.waits = False
    race.new_game("Inès", "Bao", "Chloé")
    before = camel(race)
    race.press("ok")
    assert (type(race.box.page), camel(race)) == (TablePage, before)
    race.wait(LONGEST_WALK)
    after = camel(race)
    assert after != before
    race.press("ok")
    assert len(race.table.entries) == 2
    race.close()


def test_camels_walk_before_the_tally_is_shown(tmp_path: Path) -> None:
    race = Hands(tmp_path / "race")
    race.waits = False
    race.other_hand(StartGame(game="expedition", names=("Inès", "Bao"), options={}))
    watched = []
    for _ in range(200):
        entries = len(race.table.entries)
        race.press("ok")
        if len(race.table.entries) > entries and isinstance(race.box.page, WalkPage):
            watched.append(type(race.box.page))
            race.wait(LONGEST_WALK)
            watched.append(type(race.box.page))
            break
    assert watched == [WalkPage, TallyPage]
    race.close()
