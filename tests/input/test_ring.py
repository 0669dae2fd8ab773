"""The ring of lights at each page of the box: it shows only what everyone may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.chance_faces import DiceFace, FightFace
from companion.box.faces.faces import EndFace, OffFace, SeatResult, Strip, TallyFace
from companion.box.faces.signals import (
    IDLE,
    RingDark,
    RingDice,
    RingFinal,
    RingPointer,
    RingSeats,
    RingShow,
    RingSpin,
    RingTally,
    ring_for,
    ring_spin,
    ring_wheel,
)
from companion.box.faces.wheel_face import SectorLabel, WheelFace, middle_of, sector_at, sector_ends
from companion.box.faces.wheel_motion import wheel_motion
from companion.box.input_events import KeyEdge, SpinnerLost
from companion.games.classic import CLASSIC
from companion.games.voyages import VOYAGES
from companion.rules.fields import ChanceField
from companion.table.commands import Play, StartGame, TakeBack
from companion.words.signs import Glyph, Key, SeatMark, Shape
from tests.input.hands import Hands

SECTOR = 5
ADA = SeatMark(2, "B", Shape.TRIANGLE, "Ada", "rouge")
SHARED_WIN = tuple(
    SeatResult(rank, replace(ADA, seat=seat), total, "") for rank, seat, total in ((1, 2, 9), (1, 1, 9), (3, 3, 5))
)
SEATS = RingSeats(("blue", "red", "green"), 3, (1,))


def drawn(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
    return (SECTOR,) * len(wanted.bounds)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Hands]:
    hands = Hands(tmp_path / "state", games=(CLASSIC,), draw=drawn)
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao")))
    hands.press("ok")
    yield hands
    hands.close()


def ring(hands: Hands) -> RingShow:
    return hands.box.output().ring


def test_the_ring_shows_whose_turn_it_is(tmp_path: Path) -> None:
    hands = Hands(tmp_path / "state", games=(CLASSIC,), draw=drawn)
    assert ring(hands) == IDLE
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao")))
    hands.press("ok")
    assert ring(hands) == RingSeats(("blue", "red"), 1)
    hands.close()


def test_a_wheel_is_shown_held_turned_and_at_rest(table: Hands) -> None:
    table.press("ok")
    lies = ring(table)
    assert isinstance(lies, RingPointer)
    assert (lies.result, lies.held) == (None, False)
    assert len(lies.wheel.weights) == len(table.table.match.edition.wheel.sectors)
    assert any(lies.wheel.stark)
    table.grip("ok", 0.5)
    held = ring(table)
    assert isinstance(held, RingPointer)
    assert held.held
    assert held.angle != lies.angle
    table.let_go("ok")
    runs = ring(table)
    assert isinstance(runs, RingSpin)
    assert (runs.wheel, runs.result) == (lies.wheel, SECTOR)
    table.wait(runs.seconds / 2)
    assert ring(table) == runs, "on its way it is told once"
    table.wait(runs.seconds)
    rests = ring(table)
    assert isinstance(rests, RingPointer)
    assert (rests.wheel, rests.result) == (lies.wheel, SECTOR)
    assert rests.angle == pytest.approx((runs.start + runs.distance) % 1)


def test_any_key_stops_the_running_light(table: Hands) -> None:
    table.press("ok")
    table.throw(15.0)
    table.wait(0.2)
    assert isinstance(ring(table), RingSpin)
    table.press("back")
    assert isinstance(ring(table), RingPointer)


def test_a_faster_throw_runs_further(table: Hands) -> None:
    distances = []
    for speed in (5.0, 35.0):
        table.press("ok")
        table.throw(speed)
        table.wait(0.1)
        runs = ring(table)
        assert isinstance(runs, RingSpin)
        distances.append((int(runs.distance), runs.seconds))
        table.other_hand(TakeBack())
    assert distances[0] < distances[1]


def test_without_motion_nothing_runs(tmp_path: Path) -> None:
    hands = Hands(tmp_path / "state", games=(CLASSIC,), draw=drawn, calm=True)
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao")))
    hands.press("ok", "ok", "ok")
    stands = ring(hands)
    assert isinstance(stands, RingPointer)
    assert stands.result == SECTOR
    assert hands.box.output().calm
    hands.close()


def test_private_pages_are_not_shown_on_the_ring(table: Hands) -> None:
    table.hold("ok")
    table.choose("hand.of", name="Inès")
    table.press("ok")
    assert table.box.viewer.sees(1)
    assert ring(table) == RingSeats(("blue", "red"), 1)


@pytest.fixture
def rolled(tmp_path: Path) -> Iterator[Hands]:
    """Start a game in which all have just rolled their dice, except Anna, who plays Raschid's."""
    hands = Hands(tmp_path / "state", "en", games=(VOYAGES,))
    hands.other_hand(StartGame(game="voyages", names=("Anna", "Bao", "Chris", "Dora")))
    hands.press("ok")
    hands.other_hand(Play(moves=((2, {"move": "decline"}),)))
    assert hands.table.match.active_seats(hands.table.state) == (2, 3, 4)
    throws = ((2, [6, 3, 5, 5, 2, 5]), (3, [5, 3, 5, 6, 2]), (4, [1, 3, 5, 6, 2]))
    hands.other_hand(Play(moves=tuple((seat, {"move": "roll", "chance": dice}) for seat, dice in throws)))
    hands.wait(0.1)
    yield hands
    hands.close()


def test_the_dice_of_a_round_stay_until_a_press(rolled: Hands) -> None:
    dice = ring(rolled)
    assert isinstance(dice, RingDice)
    own = [rolled.table.match.colours[seat - 1][0] for seat in (2, 3, 4)]
    assert dice.colours == (own[0],) * 6 + (own[1],) * 5 + (own[2],) * 5
    assert sorted(dice.dice[6:11]) == [2, 3, 5, 5, 6]
    rolled.wait(5.0)
    assert ring(rolled) == dice
    rolled.press("down")
    assert isinstance(ring(rolled), RingSeats)


def test_the_dice_of_a_round_disappear_after_a_while(rolled: Hands) -> None:
    rolled.wait(30.0)
    assert isinstance(ring(rolled), RingSeats)
    assert rolled.box.deadline() is None


@pytest.mark.parametrize(
    ("face", "expected"),
    [
        (OffFace(line="…"), RingDark()),
        (DiceFace(dice=(3, 0)), RingDice((3, 0))),
        (DiceFace(dice=(0, 0), shaken=4), RingDice((0, 0), shaken=True)),
        (FightFace(white=4, black=8, faces=8, headline=""), RingDice((4, 8), ("white", "red"))),
        (TallyFace(city="", mark=ADA, place="", pays=6, total=53, step=0, steps=1), RingTally("red", 47, 53)),
        (EndFace(headline="", results=(SeatResult(1, ADA, 9, ""),), unit=Glyph.COIN, game=""), RingFinal(("red",))),
        (EndFace(headline="", results=SHARED_WIN,
                 unit=Glyph.COIN, game=""),
         RingFinal(("red", "blue"))),
        (EndFace(headline="", results=(), unit=Glyph.COIN, game=""), SEATS),
        (WheelFace(sectors=(), rotation=0.0), SEATS),
        (WheelFace(sectors=(SectorLabel("1"), SectorLabel("2", True, weight=3)), rotation=0.25, result=1),
         RingPointer(ring_wheel((SectorLabel("1"), SectorLabel("2", True, weight=3))), 0.75, 1)),
        (DiceFace(strip=Strip(), dice=()), RingDice(())),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_the_ring_shows_the_content_of_a_face(face: Any, expected: RingShow) -> None:
    assert ring_for(face, SEATS) == expected


def test_without_a_seat_on_turn_the_ring_shows_none() -> None:
    assert ring_for(DiceFace(dice=(1,)), RingSeats((), 0)) == RingDice((1,))
    assert ring_for(WheelFace(sectors=(), rotation=0.0), RingSeats(("blue",), 0)) == IDLE
    assert ring_for(WheelFace(sectors=(), rotation=0.0), RingSeats(("blue",), 0, (1,))) == RingSeats(("blue",), 0, (1,))


@pytest.mark.parametrize("weights", [(1,) * 36, (1, 5), (3, 1, 1, 7)])
@pytest.mark.parametrize("start", [0.0, 0.3, 0.99])
def test_the_light_stops_in_the_middle_of_the_result(weights: tuple[int, ...], start: float) -> None:
    sectors = tuple(SectorLabel(str(number), weight=weight) for number, weight in enumerate(weights))
    ends = sector_ends(sectors)
    for result in range(len(sectors)):
        way = wheel_motion(ends, result, start, 25.0)
        runs = ring_spin(sectors, result, way, 12.5)
        end = (runs.start + runs.distance) % 1
        assert end == pytest.approx(middle_of(ends, result) % 1, abs=1e-9)
        assert sector_at(ends, end) == result
        assert int(runs.distance) == way.turns
        assert (runs.seconds, runs.began) == (way.seconds, 12.5)


def test_a_press_on_a_lost_spinner_has_no_effect(table: Hands) -> None:
    before = table.spoken
    table.box.edge(KeyEdge(Key.OK, True, table.now, spinner=True))
    table.wait(0.1)
    assert table.box.down == {Key.OK}
    table.box.release_spinner(SpinnerLost(table.now))
    table.wait(2.0)
    assert table.box.down == frozenset()
    assert table.spoken == before
    assert table.box.deadline() is None


def test_a_key_is_down_while_either_of_its_contacts_is(table: Hands) -> None:
    before = table.spoken
    table.box.edge(KeyEdge(Key.OK, True, table.now))
    table.wait(0.1)
    table.box.edge(KeyEdge(Key.OK, True, table.now, spinner=True))
    table.wait(0.1)
    table.box.edge(KeyEdge(Key.OK, False, table.now))
    table.wait(0.1)
    assert table.box.down == {Key.OK}
    assert table.spoken == before
    table.box.edge(KeyEdge(Key.OK, False, table.now, spinner=True))
    table.wait(0.1)
    assert table.box.down == frozenset()
    assert table.spoken != before
