"""Contracts of keys, lights, knob, spinner and screen: the same for the simulated parts and for the real ones.

Here they run over simulated lines and glass. With COMPANION_LINES=kernel in the environment they run over the lines of
a kernel, through each installed library; `tests/box/test_contracts.py` runs those of the screen over a real bus.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

import pytest

from companion.box.input_events import KeyEdge, KnobThrow, KnobTurn
from companion.box.key_presses import SETTLE_TIME, Debouncer, KeyTransition
from companion.box.knob import REST_TIME
from companion.box.screen.canvas import BLANK, Picture
from companion.devices.board_profiles import BoardProfile, DisplaySpec, I2c, KnobSpec
from companion.devices.display import Display, DisplayLostError, LumaDisplay
from companion.devices.gpio_devices import (
    Keys,
    Knob,
    Lights,
    OutputLine,
    Pins,
    PinsError,
    SimulatedPins,
    Spinner,
    open_pins,
)
from companion.devices.gpio_library import MODULES
from companion.devices.simulated_oled import SimulatedOled
from companion.words.signs import Key
from tests.box.inside.lines import Lines
from tests.devices.helpers import Collected, striped

BOARD = BoardProfile(
    "small",
    MappingProxyType({Key.OK: 22, Key.BACK: 4, Key.SEAT1: 23}),
    MappingProxyType({1: 9, 3: 11}),
    None,
    None,
    KnobSpec(17, 27),
    KnobSpec(5, 6),
)
MARK = 21
"""A line that nobody uses."""
BOUNCE_S, PAUSE_S = 0.002, 0.03
"""The time between two bounces of a real contact, and between two moves of a hand."""
OUT = 10
CLOCKWISE = ((0, True), (1, True), (0, False), (1, False))
"""A detent: the index of the line (first or second), and whether it goes low."""
BOUNCES = 3


class World(ABC):
    """Lines to use, and a hand and an eye at their other end."""

    pins: Pins

    @abstractmethod
    def pull(self, pin: int, *lows: bool) -> None:
        """Pull a line to ground, or let it go up, once or several times, as a contact would."""

    @abstractmethod
    def low(self, pin: int) -> bool:
        """Return whether a line is low."""

    @abstractmethod
    def close(self) -> None:
        """Release every line."""

    def turn(self, knob: KnobSpec, detents: int, bounces: int = 0) -> None:
        """Turn a knob, clockwise above 0, with contacts that bounce this many times."""
        lines = (knob.a, knob.b) if detents > 0 else (knob.b, knob.a)
        for _ in range(abs(detents)):
            for which, low in CLOCKWISE:
                self.pull(lines[which], *[low, not low] * bounces, low)

    def lit(self) -> dict[int, bool]:
        """Return the lights that are on, by seat."""
        return {seat: not self.low(pin) for seat, pin in BOARD.lights.items()}


class SimulatedWorld(World):
    """Simulated lines. A pull has been reported when it returns."""

    def __init__(self) -> None:
        self.pins = self._simulated = SimulatedPins()

    def pull(self, pin: int, *lows: bool) -> None:
        for low in lows:
            self._simulated.pull(pin, low)

    def low(self, pin: int) -> bool:
        return self._simulated.low(pin)

    def close(self) -> None:
        self.pins.close()


class KernelWorld(World):
    """Lines of a kernel. A hand takes its time, as hands do: a pull is reported meanwhile, or later."""

    def __init__(self, lines: Lines, library: str) -> None:
        self._lines = lines
        self._lines.let_go()
        self.pins = open_pins(simulated=False, library=library)

    def pull(self, pin: int, *lows: bool) -> None:
        script = [(number * BOUNCE_S, pin, low) for number, low in enumerate(lows)]
        self._lines.play([*script, (len(lows) * BOUNCE_S + PAUSE_S, MARK, False)])

    def low(self, pin: int) -> bool:
        return self._lines.low(pin)

    def close(self) -> None:
        self.pins.close()


class Clock:
    """A clock that a test puts forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def header() -> Iterator[Lines | None]:
    """Return the lines of the kernel, if there are any."""
    if os.environ.get("COMPANION_LINES") == "kernel":
        with closing(Lines(Path(os.environ["SIM_DIR"]))) as lines:
            yield lines
    else:
        yield None


@pytest.fixture(params=tuple(MODULES) if os.environ.get("COMPANION_LINES") == "kernel" else ["simulated"])
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, header: Lines | None) -> Iterator[World]:
    monkeypatch.setenv("RPI_LGPIO_REVISION", "c03115")  # rpi-lgpio looks for it in a real Pi's device tree
    world = KernelWorld(header, request.param) if header else SimulatedWorld()
    yield world
    world.close()


def first_edges(edges: Collected[KeyEdge], count: int) -> list[tuple[Key, bool]]:
    """Return the first edges, as soon as there are `count` of them."""
    return [(edge.key, edge.down) for edge in edges.wait_for(lambda edges: len(edges) >= count)]


# Keys


def test_every_press_is_reported_with_its_key_and_direction(world: World) -> None:
    edges: Collected[KeyEdge] = Collected()
    keys = Keys(BOARD, world.pins, edges.add, Clock())
    for pin in BOARD.keys.values():
        world.pull(pin, True)
        world.pull(pin, False)
    assert first_edges(edges, 2 * len(BOARD.keys)) == [(key, down) for key in BOARD.keys for down in (True, False)]
    keys.close()


def test_keys_held_together_are_distinguished(world: World) -> None:
    edges: Collected[KeyEdge] = Collected()
    keys = Keys(BOARD, world.pins, edges.add, Clock())
    order = [(Key.OK, True), (Key.BACK, True), (Key.OK, False), (Key.BACK, False)]
    for key, down in order:
        world.pull(BOARD.keys[key], down)
    assert first_edges(edges, len(order)) == order
    keys.close()


@pytest.mark.parametrize("bounces", [0, 1, 2, 3])
def test_a_bouncing_press_is_one_press(world: World, bounces: int) -> None:
    clock = Clock()
    edges: Collected[KeyEdge] = Collected()
    keys = Keys(BOARD, world.pins, edges.add, lambda: clock() + world.pins.factory.ticks())
    for down in (True, False):
        world.pull(BOARD.keys[Key.OK], *[down, not down] * bounces, down)
        clock.now += 10 * SETTLE_TIME
    world.pull(BOARD.keys[Key.BACK], True)
    edges.wait_for(lambda edges: edges[-1].key is Key.BACK)
    assert debounced(edges) == [(Key.OK, True), (Key.OK, False), (Key.BACK, True)]
    keys.close()


def debounced(edges: Collected[KeyEdge]) -> list[tuple[Key, bool]]:
    """Return the debounced edges."""
    debouncer = Debouncer()
    changes: list[KeyTransition] = [change for edge in edges for change in debouncer.edge(edge)]
    changes += debouncer.tick(float("inf"))
    return [(change.key, change.down) for change in changes]


def test_an_edge_has_the_time_of_the_change(world: World) -> None:
    clock = world.pins.factory.ticks
    edges: Collected[KeyEdge] = Collected()
    keys = Keys(BOARD, world.pins, edges.add, clock)
    before = clock()
    world.pull(BOARD.keys[Key.OK], True)
    edges.wait_for(bool)
    after = clock()
    assert [before <= edge.time <= after for edge in edges] == [True]
    keys.close()


def test_closed_keys_report_nothing_and_free_their_lines(world: World) -> None:
    edges: Collected[KeyEdge] = Collected()
    keys = Keys(BOARD, world.pins, edges.add, Clock())
    keys.close()
    keys.close()
    world.pull(BOARD.keys[Key.OK], True)
    world.pull(BOARD.keys[Key.OK], False)
    assert not len(edges)
    keys = Keys(BOARD, world.pins, edges.add, Clock())
    world.pull(BOARD.keys[Key.OK], True)
    assert first_edges(edges, 1) == [(Key.OK, True)]
    keys.close()


def test_a_line_in_use_is_reported_and_the_others_released(world: World) -> None:
    other_user = OutputLine(BOARD.keys[Key.SEAT1], world.pins)
    with pytest.raises(PinsError, match=r"^Line 23 cannot be used: "):
        Keys(BOARD, world.pins, lambda edge: None, Clock())
    other_user.close()
    Keys(BOARD, world.pins, lambda edge: None, Clock()).close()


# Lights, and any other output


def test_lights_keep_their_last_state(world: World) -> None:
    lights = Lights(BOARD, world.pins)
    assert world.lit() == {1: False, 3: False}
    for lit in ((False, True, True), (True, False, False), (True, True, True), (), (True,)):
        lights.show(lit)
        assert world.lit() == {seat: seat <= len(lit) and lit[seat - 1] for seat in BOARD.lights}
    lights.close()


def test_lights_start_dark_after_closing(world: World) -> None:
    lights = Lights(BOARD, world.pins)
    lights.show((True, True, True))
    lights.close()
    lights.close()
    lights = Lights(BOARD, world.pins)
    assert world.lit() == {1: False, 3: False}
    lights.close()


def test_an_output_begins_low_and_keeps_its_level(world: World) -> None:
    output = OutputLine(OUT, world.pins)
    assert world.low(OUT)
    for high in (True, False, True):
        output.set(high)
        assert world.low(OUT) is not high
    output.close()
    assert output.closed
    with pytest.raises(PinsError, match=r"^Line 10 cannot be used: "):
        output.set(True)


# Knob and spinner


@pytest.mark.parametrize("bounces", [0, BOUNCES])
def test_exactly_the_detents_of_the_knob_are_reported(world: World, bounces: int) -> None:
    turns: Collected[KnobTurn] = Collected()
    knob = Knob(knob_of(BOARD), world.pins, turns.add, Clock())
    for detents in (3, -2, 1, -4):
        world.turn(knob_of(BOARD), detents, bounces)
    reported = turns.wait_for(lambda turns: len(turns) >= 10)
    assert [turn.steps for turn in reported] == [1] * 3 + [-1] * 2 + [1] + [-1] * 4
    knob.close()


def test_a_knob_slipping_back_into_its_detent_reports_nothing(world: World) -> None:
    turns: Collected[KnobTurn] = Collected()
    spec = knob_of(BOARD)
    knob = Knob(spec, world.pins, turns.add, Clock())
    for pin, low in ((spec.a, True), (spec.b, True), (spec.b, False), (spec.a, False)):
        world.pull(pin, low)
    world.turn(spec, -1)
    assert [turn.steps for turn in turns.wait_for(bool)] == [-1]
    knob.close()


def test_a_closed_knob_reports_nothing_and_frees_its_lines(world: World) -> None:
    turns: Collected[KnobTurn] = Collected()
    knob = Knob(knob_of(BOARD), world.pins, turns.add, Clock())
    knob.close()
    knob.close()
    world.turn(knob_of(BOARD), 1)
    assert not len(turns)
    knob = Knob(knob_of(BOARD), world.pins, turns.add, Clock())
    world.turn(knob_of(BOARD), -1)
    assert [turn.steps for turn in turns.wait_for(bool)] == [-1]
    knob.close()


def test_a_knob_without_its_second_line_releases_the_first(world: World) -> None:
    other_user = OutputLine(knob_of(BOARD).b, world.pins)
    with pytest.raises(PinsError, match=r"^Line 27 cannot be used: "):
        Knob(knob_of(BOARD), world.pins, lambda turn: None, Clock())
    other_user.close()
    Knob(knob_of(BOARD), world.pins, lambda turn: None, Clock()).close()


def test_a_spin_is_one_throw_until_it_rests(world: World) -> None:
    clock = Clock()
    throws: Collected[KnobThrow] = Collected()
    assert BOARD.spinner is not None
    spinner = Spinner(BOARD.spinner, world.pins, throws.add, clock)
    for spin in (1, 2):
        world.turn(BOARD.spinner, 6)
        throws.wait_for(lambda throws, spin=spin: len(throws) >= spin)  # type: ignore[misc]  # the loop's number
        clock.now += 10 * REST_TIME
    assert len(throws) == 2
    assert all(throw.speed > 0 for throw in throws)
    spinner.close()


def knob_of(board: BoardProfile) -> KnobSpec:
    assert board.knob is not None
    return board.knob


# All lines


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_closing_in_any_order_frees_every_line(world: World, order: tuple[int, int, int, int]) -> None:
    def everything() -> list[Callable[[], None]]:
        lights = Lights(BOARD, world.pins)
        lights.show((True,) * 3)
        keys = Keys(BOARD, world.pins, lambda edge: None, Clock())
        return [keys.close, lights.close, Knob(knob_of(BOARD), world.pins, lambda turn: None, Clock()).close]

    parts = everything()
    for number in (number for number in order if number < len(parts)):
        parts[number]()
    # Once more, with all lines closed before some of their users.
    parts = [*everything(), world.pins.close]
    for number in order:
        parts[number]()


# Screen


class Glass(Protocol):
    """A screen as the box uses it, and an eye and a hand in front of it."""

    def show(self, picture: Picture) -> None:
        """Show a picture; reopen a screen that was lost. Raises DisplayLostError."""

    def picture_shown(self) -> Picture:
        """Return the picture on the glass."""

    def pull(self) -> None:
        """Pull its cable."""

    def plug(self) -> None:
        """Plug it in again, with an empty memory."""


class SimulatedGlass:
    """A screen whose bytes go directly to a simulated panel."""

    def __init__(self, driver: str) -> None:
        self.panel = SimulatedOled(driver)
        self._spec = DisplaySpec(driver, I2c(1, 0x3C))
        self._pins = SimulatedPins()
        self._display: Display | None = None

    def show(self, picture: Picture) -> None:
        try:
            self._display = self._display or LumaDisplay(self._spec, self._pins, self.panel)
            self._display.show(picture)
        except DisplayLostError:
            self._display = None
            raise

    def picture_shown(self) -> Picture:
        return self.panel.picture() if self.panel.on else BLANK

    def pull(self) -> None:
        self.panel.failing = True

    def plug(self) -> None:
        self.panel.power_cycle()
        self.panel.failing = False

    def close(self) -> None:
        with suppress(DisplayLostError):
            if self._display is not None:
                self._display.close()
        self._pins.close()


@pytest.fixture(params=["ssd1306", "sh1106"])
def glass(request: pytest.FixtureRequest) -> Iterator[Glass]:
    glass = SimulatedGlass(request.param)
    yield glass
    glass.close()


def one_point_more(picture: Picture) -> Picture:
    return replace(picture, rows=(*picture.rows[:-1], picture.rows[-1] ^ 0b1000))


def test_the_screen_shows_every_picture_as_it_was_painted(glass: Glass) -> None:
    pictures = [striped(1), one_point_more(striped(1)), striped(3), striped(3), BLANK, striped(5)]
    for picture in pictures:
        glass.show(picture)
        assert glass.picture_shown() == picture


def test_a_screen_without_its_cable_raises_at_every_call(glass: Glass) -> None:
    glass.show(striped(1))
    glass.pull()
    for _ in range(3):
        with pytest.raises(DisplayLostError):
            glass.show(striped(2))


def test_a_replugged_screen_shows_the_whole_picture(glass: Glass) -> None:
    glass.show(striped(1))
    glass.pull()
    with pytest.raises(DisplayLostError):
        glass.show(one_point_more(striped(1)))
    glass.plug()
    glass.show(one_point_more(striped(1)))
    assert glass.picture_shown() == one_point_more(striped(1))
