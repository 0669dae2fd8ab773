"""Real dice tonight: what dice and wheels show is typed in everywhere, without asking whether the box draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.box.faces.faces import ListFace, NumberFace
from companion.box.faces.wheel_face import WheelFace
from companion.box.pages.spin_wheel_page import WheelPage
from companion.games import GAMES
from companion.table.commands import CloseGame, LeaveGame, StartGame, TakeBack, UseRealDice
from companion.table.history_queries import count_taken_back_draws
from companion.words.catalogue import LANGUAGES
from companion.words.signs import Badge
from tests.input.hands import Hands

NAMES = ("Inès", "Bao")
OPTIONS = {"voyages": {"characters": ["berke", "johannes"]}, "classic": {}}


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Hands]]:
    """Return a function that makes hands at a table of two that uses real dice."""
    boxes: list[Hands] = []

    def make(game: str = "voyages", language: str = "en", *, on: bool = True, large: bool = False) -> Hands:
        hands = Hands(tmp_path / f"state{len(boxes)}", language, games=GAMES, large=large)
        hands.other_hand(StartGame(game=game, names=NAMES, options=OPTIONS[game]))
        hands.press("ok")
        hands.other_hand(UseRealDice(on=on))
        boxes.append(hands)
        return hands

    yield make
    for hands in boxes:
        hands.close()


def type_dice(hands: Hands, *values: int) -> None:
    """Count to each value from 1 and take it."""
    for value in values:
        assert isinstance(hands.face, NumberFace), hands.spoken
        hands.press(*["up"] * (value - 1), "ok")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_dice_are_typed_seat_by_seat_without_asking(make: Callable[..., Hands], language: str, large: bool) -> None:
    hands = make(language=language, large=large)
    assert isinstance(hands.face, ListFace)
    assert [row.mark and row.mark.name for row in hands.face.rows] == ["Inès", "Bao"], "no roll for all at once"
    hands.press("ok")
    type_dice(hands, 1, 2, 3, 4, 6)
    hands.press("ok")
    [entry] = hands.table.entries
    assert (entry.played.typed, entry.played.seat) == (True, 1)
    assert entry.played.move.chance == (1, 2, 3, 4, 6)  # type: ignore[attr-defined]  # a roll has chance
    assert hands.table.draws == ()


def test_the_box_rolls_again_once_it_is_switched_off(make: Callable[..., Hands]) -> None:
    hands = make()
    hands.other_hand(UseRealDice(on=False))
    assert isinstance(hands.face, ListFace)
    assert len(hands.face.rows) == 3, "all at once, and each seat"
    hands.press("ok")
    assert [entry.played.typed for entry in hands.table.entries] == [False, False]


def test_a_wheel_asks_for_its_result_at_once(make: Callable[..., Hands]) -> None:
    hands = make("classic")
    before = len(hands.table.entries)
    hands.press("ok")
    assert isinstance(hands.face, ListFace), "not the wheel to throw"
    hands.press("ok")
    assert [entry.played.typed for entry in hands.table.entries[before:]] == [True]
    assert hands.table.draws == ()


def test_a_throw_of_the_spinner_draws_nothing(make: Callable[..., Hands]) -> None:
    hands = make("classic")
    hands.press("ok", "back")
    assert isinstance(hands.box.page, WheelPage)
    assert isinstance(hands.face, WheelFace)
    for key in ("down", "up", "down"):
        hands.press(key)
        hands.throw(20.0)
    assert hands.table.entries == ()
    hands.press("ok")
    assert isinstance(hands.face, ListFace)


def test_a_drawn_throw_that_was_taken_back_still_binds(make: Callable[..., Hands]) -> None:
    hands = make(on=False)
    hands.press("down", "ok")
    drawn = hands.table.entries[0].played.move.chance  # type: ignore[attr-defined]  # a roll has chance
    hands.other_hand(TakeBack())
    hands.other_hand(UseRealDice(on=True))
    hands.press("seat1", "ok")
    type_dice(hands, *(value % 6 + 1 for value in drawn))
    hands.press("ok")
    assert hands.table.entries[0].played.spends == ("roll", 1), "the drawn throw is used up"
    assert count_taken_back_draws(hands.table) == 1, "everybody sees that it was taken back"


def test_a_badge_shows_real_dice_on_every_page(make: Callable[..., Hands]) -> None:
    hands = make()
    assert Badge.REAL_DICE in hands.face.strip.badges
    hands.hold("ok")
    assert Badge.REAL_DICE in hands.face.strip.badges
    hands.other_hand(UseRealDice(on=False))
    assert Badge.REAL_DICE not in hands.face.strip.badges


def test_real_dice_last_as_long_as_the_evening(make: Callable[..., Hands]) -> None:
    hands = make()
    hands.pull_the_plug()
    assert hands.session.real_dice, "a game is open"
    hands.other_hand(CloseGame(expected_seq=hands.table.seq))
    assert hands.session.real_dice, "a rematch is played with the same dice"
    hands.pull_the_plug()
    assert not hands.session.real_dice
    hands.other_hand(UseRealDice(on=True))
    hands.other_hand(LeaveGame())
    hands.session.open_lobby(GAMES[0])
    hands.pull_the_plug()
    assert hands.session.real_dice, "people sit in the lobby"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_the_rules_of_the_table_switch_real_dice(make: Callable[..., Hands], language: str, large: bool) -> None:
    hands = make(language=language, large=large, on=False)
    hands.hold("ok")
    hands.choose("rules.tonight")
    hands.choose("rules.real_dice")
    assert hands.session.real_dice
    assert (hands.row, hands.details[hands.rows.index(hands.row)]) == (
        hands.words("rules.real_dice"),
        hands.words("yes"),
    )
    hands.press("ok")
    assert not hands.session.real_dice


def test_real_dice_are_switched_before_the_game_begins(tmp_path: Path) -> None:
    with closing(Hands(tmp_path / "state", "en", games=GAMES)) as hands:
        hands.press("ok")
        hands.choose("home.new")
        hands.choose("game.classic")
        hands.choose("rules.tonight")
        hands.choose("rules.real_dice")
        assert hands.session.real_dice
        hands.choose("lobby.game")
        hands.choose("game.expedition")
        assert hands.words("rules.real_dice") not in hands.rows, "nothing is rolled in it"
