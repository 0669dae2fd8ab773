"""Free dice and the free roulette on the box: without a game, and beside a game that they do not affect."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.chance_faces import DiceFace
from companion.box.faces.faces import MessageFace
from companion.box.faces.signals import Sound
from companion.box.faces.wheel_face import WheelFace
from companion.box.pages.free_dice_page import FreeWheelPage
from companion.box.pages.turn_page import TablePage
from companion.games import GAMES
from companion.rules.fields import ChanceField
from companion.table.commands import StartGame
from companion.table.draw_record import Commitment
from companion.table.free_dice import FreeDice
from companion.table.session_errors import NotSavedError
from tests.input.hands import Hands


class Chance:
    """A source of chance: each value is one more than the last, and the wheel always rests on the same sector."""

    def __init__(self) -> None:
        self.sector = 2
        self.names: list[str] = []

    def __call__(self, seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
        self.names.append(name)
        if wanted.draws[0][0] == "sectors":
            return (self.sector,)
        return tuple(range(1, len(wanted.bounds) + 1))


def tray(hands: Hands) -> FreeDice:
    """Return the free dice and wheel, which must be laid out."""
    assert hands.session.free_dice is not None
    return hands.session.free_dice


@pytest.fixture
def chance() -> Chance:
    return Chance()


@pytest.fixture
def free(tmp_path: Path, chance: Chance) -> Iterator[Hands]:
    """Hands at the choice of dice or roulette, without a game."""
    hands = Hands(tmp_path / "state", games=GAMES, draw=chance)
    hands.press("ok")
    hands.choose("home.free")
    yield hands
    hands.close()


@pytest.fixture
def dice(free: Hands) -> Hands:
    free.choose("free.dice")
    return free


@pytest.fixture
def wheel(free: Hands) -> Hands:
    free.choose("free.wheel")
    return free


def dice_face(hands: Hands) -> DiceFace:
    face = hands.face
    assert isinstance(face, DiceFace), hands.spoken
    return face


def turning(hands: Hands) -> WheelFace:
    face = hands.face
    assert isinstance(face, WheelFace), hands.spoken
    return face


def test_there_are_one_to_six_dice_and_up_adds_one(dice: Hands) -> None:
    counts = [len(dice_face(dice).dice)]
    for key in ("up", "up", "up", "up", "up", "down"):
        dice.press(key)
        counts.append(len(dice_face(dice).dice))
    assert counts == [2, 3, 4, 5, 6, 6, 5]
    dice.press(*["down"] * 7)
    assert dice.spoken == "1 dé | Dés"
    dice.knob(2)
    assert dice.spoken == "3 dés | Dés"


@pytest.mark.parametrize("key", ["ok", "spin"])
def test_dice_rattle_while_held_and_are_thrown_on_release(dice: Hands, chance: Chance, key: str) -> None:
    dice.press("up")
    shaken = set()
    dice.grip(key, 0.0)
    for _ in range(10):
        dice.wait(0.1)
        shaken.add(dice_face(dice).shaken)
    assert len(shaken) > 4
    assert 0 not in shaken
    assert (dice_face(dice).dice, dice_face(dice).total, chance.names) == ((0, 0, 0), None, [])
    dice.let_go(key)
    assert (dice_face(dice).dice, dice_face(dice).shaken) == ((1, 2, 3), 0)
    assert dice.spoken == "6 | 1 + 2 + 3 | total | Dés"
    assert chance.names == ["free/0/dice/1"]


def test_changing_the_number_of_dice_clears_the_throw(dice: Hands) -> None:
    dice.press("ok", "up")
    assert dice_face(dice).dice == (0, 0, 0)
    dice.throw(12.0)
    assert dice_face(dice).dice == (1, 2, 3)


def test_without_motion_dice_do_not_rattle(tmp_path: Path, chance: Chance) -> None:
    hands = Hands(tmp_path / "calm", games=GAMES, draw=chance, calm=True)
    hands.press("ok")
    hands.choose("home.free")
    hands.choose("free.dice")
    hands.grip("ok", 1.0)
    assert dice_face(hands).shaken == 0
    hands.let_go("ok")
    assert dice_face(hands).total == 3
    hands.close()


def test_a_throw_is_saved_before_it_is_shown(dice: Hands, chance: Chance) -> None:
    dice.press("ok")
    dice.pull_the_plug()
    assert [throw.drawn.values for throw in tray(dice).throws] == [(1, 2)]
    dice.press("ok")
    dice.choose("home.free")
    dice.choose("free.dice")
    dice.press("ok")
    assert chance.names == ["free/0/dice/1", "free/0/dice/2"]


def test_a_throw_that_cannot_be_saved_is_not_shown(dice: Hands) -> None:
    dice.fill_the_card()
    dice.press("ok")
    assert not isinstance(dice.face, DiceFace)
    dice.press("ok")
    assert dice_face(dice).total is None


def test_the_free_wheel_announces_turns_and_stops(wheel: Hands, chance: Chance) -> None:
    assert wheel.spoken == "Sur terre | Roulette | Roulette provisoire"
    wheel.press("down")
    assert wheel.spoken.startswith("En mer")
    wheel.grip("ok", 0.5)
    assert turning(wheel).rotation > 0
    wheel.let_go("ok")
    assert (turning(wheel).result, chance.names) == (None, ["free/0/spin/1"])
    wheel.sounds.clear()
    wheel.wait(4.0)
    assert Sound.TICK in wheel.sounds
    assert turning(wheel).result == 2
    assert turning(wheel).rotation == pytest.approx(1 - 2 / 8)
    assert wheel.spoken == "4 | 4 cases | Roulette | Roulette provisoire"


@pytest.mark.parametrize("key", ["ok", "up", "back", "undo"])
def test_any_key_ends_the_turning_and_does_nothing_else(wheel: Hands, key: str) -> None:
    wheel.press("ok")
    assert turning(wheel).result is None
    wheel.press(key)
    assert turning(wheel).result == 2
    wheel.press("ok")
    assert (turning(wheel).result, len(tray(wheel).throws)) == (None, 2)
    wheel.throw(20.0)
    assert turning(wheel).result == 2
    wheel.press("back")
    assert type(wheel.box.page) is not FreeWheelPage


def test_the_other_ring_clears_the_result_but_keeps_the_angle(wheel: Hands) -> None:
    wheel.press("ok", "ok")
    rested = turning(wheel).rotation
    wheel.press("up")
    assert turning(wheel).result is None
    assert turning(wheel).rotation == pytest.approx(rested)
    assert wheel.spoken.startswith("En mer")


def test_the_free_wheel_can_show_an_attack(wheel: Hands, chance: Chance) -> None:
    chance.sector = 7
    wheel.press("ok", "ok")
    assert wheel.spoken.startswith("bandits | Bandits !")


def test_the_owners_wheel_is_used(free: Hands) -> None:
    free.session.note("profile.classic", {"wheel": {"sectors": [{"land": n, "sea": n} for n in (1, 5, 9)]}})
    free.choose("free.wheel")
    assert [sector.label for sector in turning(free).sectors] == ["1", "5", "9"]
    free.press("ok", "ok")
    assert free.spoken == "9 | 9 cases | Roulette"


def test_putting_away_the_dice_reveals_their_seal(free: Hands) -> None:
    assert free.rows == ["Dés", "Roulette", "Tirages scellés"]
    free.press("ok", "ok", "back")
    sealed: Commitment = tray(free).commitment
    free.choose("chance.title")
    assert free.spoken == f"Tirages scellés | {' '.join(sealed.words)}"
    free.press("ok", "ok")
    free.choose("free.put_away")
    free.press("back")
    assert tray(free).commitment == sealed
    free.choose("free.put_away")
    free.press("ok")
    assert free.spoken == f"Sceau ouvert | {' '.join(sealed.words)}"
    free.press("ok", "ok")
    assert free.spoken == f"La graine, révélée | {sealed.seed.hex()}"
    free.press("ok")
    free.choose("chance.title")
    assert tray(free).commitment.sha256 != sealed.sha256
    assert " ".join(tray(free).commitment.words) in free.spoken


def test_painting_the_wheel_reads_no_journal_and_errors_are_shown(free: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    free.choose("free.wheel")

    def unreadable(game: str) -> dict[str, Any]:
        raise NotSavedError("disk I/O error")

    monkeypatch.setattr(free.session, "profile", unreadable)
    free.press("up")
    free.grip("ok", 0.5)
    assert turning(free).rotation > 0
    free.let_go("ok")
    assert isinstance(free.face, MessageFace)
    tray = free.session.free_dice
    assert tray is None or not tray.throws
    free.press("ok", "back")
    free.choose("free.wheel")
    assert isinstance(free.face, MessageFace)


def test_free_throws_do_not_affect_an_open_game(tmp_path: Path, chance: Chance) -> None:
    hands = Hands(tmp_path / "beside", games=GAMES, draw=chance)
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao")))
    before = hands.table
    hands.hold("ok")
    hands.choose("home.free")
    hands.choose("free.dice")
    hands.press("ok")
    assert isinstance(hands.face, DiceFace)
    assert hands.table is before
    hands.hold("back")
    assert isinstance(hands.box.page, TablePage)
    hands.close()
