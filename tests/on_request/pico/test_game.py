"""Tests of whole games at the spinner: the keys are the Pico's pins, and the ring is read from its wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.application import Companion
from companion.box.faces.faces import Face
from companion.box.faces.signals import BoxOutput, RingPointer, RingSpin
from companion.devices.spinner.ring_messages import messages_of
from companion.journal.moves_file import export
from companion.system.settings import Settings
from companion.words.signs import Key
from tests.hands import wait_for
from tests.input.hands import TAP, Hands
from tests.input.whole_classic import Players, whole_game
from tests.kit.used_box import used_box
from tests.on_request.pico.emulated import KEYS, Pico
from tests.on_request.pico.given_images import Images
from tests.on_request.pico.images import firmware_files
from tests.on_request.pico.reference_ring import ReferenceRing

ON_PICO = (Key.BACK, Key.UP, Key.DOWN, Key.OK, Key.UNDO)
"""The meaning of its keys, as in the board `pico`."""
IDLE_LIGHTS = 4
SECOND_US = 1_000_000


class SpinnerHands(Hands):
    """Hands that press the pins of a Pico, and eyes on the companion at its line."""

    def __init__(self, companion: Companion, pico: Pico) -> None:
        self.companion, self.pico = companion, pico
        self.box, self.session, self.store = companion.box, companion.session, companion.store
        self.used = set()
        self.rested: list[int] = []
        """The sectors on which the ring was seen at rest, one for each spin."""

    def grip(self, key: str, seconds: float = TAP) -> None:
        self.used.add(Key(key))
        self._before = self.output.sound_number
        self.pico.bounce(KEYS[ON_PICO.index(Key(key))], 0)
        self.pico.pass_us(int(seconds * SECOND_US))

    def let_go(self, key: str) -> None:
        self.pico.bounce(KEYS[ON_PICO.index(Key(key))], 1)
        wait_for(self.companion.outputs, lambda output: output.sound_number > self._before)
        self.pico.wait(lambda: Key(key) not in self.box.down)
        self.companion.ask(lambda: None)  # wait for the effects of the release
        self.pico.pass_us(int(TAP * SECOND_US))
        self.check_ring()

    def check_ring(self) -> None:
        """If the ring should rest on a result, check that it does, light by light."""
        ring = self.output.ring
        if isinstance(ring, RingPointer) and ring.result is not None:
            lights = ReferenceRing(*messages_of(ring, lambda wheel: 1, 0.0)).lights_at(0)
            self.pico.wait(lambda: self.pico.frame.lights == lights)
            self.rested.append(ring.result)

    @property
    def output(self) -> BoxOutput:
        """The companion's newest output."""
        assert self.companion.outputs.newest is not None
        return self.companion.outputs.newest

    @property
    def face(self) -> Face:
        return self.output.face


@contextmanager
def at_spinner(images: Images, folder: Path, *, calm: bool) -> Iterator[SpinnerHands]:
    """Yield a companion that has met a Pico, both as slow as this machine makes the Pico."""
    with Pico(images, firmware_files(), folder) as pico:
        settings = Settings(host="127.0.0.1", port=0, board="pico", spinner=pico.url)
        with Companion(settings, used_box(folder / "state"), simulated=True, clock=pico.now) as companion:
            companion.ask(lambda: companion.box.set_preferences(replace(companion.box.preferences, calm=calm)))
            pico.wait(lambda: bool(pico.frames) and shining(pico.frame.lights) == IDLE_LIGHTS)
            yield SpinnerHands(companion, pico)


def shining(lights: tuple[str, ...]) -> int:
    """Return the number of lights that are not dark."""
    return sum(light != "000000" for light in lights)


class Onlookers(Players):
    """Players who watch while the light runs, and press nothing until it rests."""

    def __init__(self, hands: SpinnerHands) -> None:
        super().__init__(hands)
        self.spinner = hands
        self.frame_counts: list[int] = []
        """The number of different frames of each spin."""

    def to_table(self) -> None:
        ring = self.spinner.output.ring
        if isinstance(ring, RingSpin):
            began = len(self.spinner.pico.frames)
            wait_for(self.spinner.companion.outputs, lambda output: isinstance(output.ring, RingPointer))
            self.spinner.check_ring()
            self.frame_counts.append(len({frame.lights for frame in self.spinner.pico.frames[began:]}))
        super().to_table()


def sit_down(hands: SpinnerHands) -> SpinnerHands:
    """Let Inès and Bao set up a game of 1983."""
    hands.press("ok")
    hands.choose("home.new")
    hands.choose("game.classic")
    hands.add_player("Inès")
    hands.add_player("Bao")
    hands.choose("setup.begin", n=2)
    hands.press("ok")
    return hands


def spin_results(hands: SpinnerHands) -> list[int]:
    """Return the results of all spins so far, as the journal has them."""
    moves = [json.loads(line) for line in export(hands.table).splitlines()]
    return [move["chance"][0] for move in moves if move.get("move") == "spin"]


@pytest.mark.timeout(1200)
def test_a_game_of_1983_is_played_at_the_pins(images: Images, tmp_path: Path) -> None:
    with at_spinner(images, tmp_path, calm=True) as hands:
        whole_game(Players(sit_down(hands)))
        assert len(hands.rested) == len(spin_results(hands))
        assert [boot.why for boot in hands.pico.boots] == ["power"]


@pytest.mark.timeout(600)
def test_the_light_rests_on_the_journals_result(images: Images, tmp_path: Path) -> None:
    with at_spinner(images, tmp_path, calm=False) as hands:
        players = Onlookers(sit_down(hands))
        for turn in range(1, 4):
            players.drawn_turn()
            assert hands.rested == spin_results(hands)
            assert len(players.frame_counts) == turn
        assert min(players.frame_counts) > 50
