"""The whole box in one piece: opens every part of a board, real or simulated, and closes them again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from companion.devices.boards import Board, DisplaySpec
from companion.devices.display import Display, LumaDisplay
from companion.devices.gpio import Buzzer, Keys, Lights, SimulatedPins, open_pins
from companion.devices.panel import SimulatedPanel
from companion.devices.screen_thread import ScreenThread
from companion.devices.signal_thread import SignalThread
from companion.devices.simulated import SimulatedBox
from companion.input.edges import Edge
from companion.screen.picture import Picture
from companion.session.publish import Publisher
from companion.views.faces import Face
from companion.views.signals import Output

log = logging.getLogger(__name__)

_GLASS = DisplaySpec("ssd1306", 1, 0x3C)
"""What a simulated box looks through when its board names no screen."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box that is open. Close it once; that releases every line."""

    simulated: SimulatedBox | None
    """The world outside, if it is simulated."""
    panel: SimulatedPanel | None
    """Its glass, if it is simulated: for tests that pull the cable."""
    _parts: ExitStack

    def close(self) -> None:
        """Show and play what came last, then stop every thread and give back every line."""
        self._parts.close()


def open_box(
    board: Board,
    simulated: bool,
    *,
    outputs: Publisher[Output],
    paint: Callable[[Face], Picture],
    on_edge: Callable[[Edge], None],
    on_screen_health: Callable[[bool], None],
    clock: Callable[[], float],
) -> Box:
    """Open a box and set it going.

    Args:
        board: Which parts there are, and where.
        simulated: Whether there is nothing attached: lines and glass are then simulated.
        outputs: What to show, light and play.
        paint: Makes the picture of a face.
        on_edge: Gets the bare edges of the keys, on the lines' own thread; must return at once.
        on_screen_health: Gets False when the screen is lost, True when it is back, on the screen's thread.
        clock: Counts seconds and never goes back.

    Raises:
        PinsError: The lines cannot be had. What was opened until then is closed again. A missing screen raises
            nothing: it is looked for as long as the box is open.
    """
    with ExitStack() as parts:
        pins = open_pins(simulated)
        parts.callback(pins.close)
        world = panel = None
        if isinstance(pins, SimulatedPins):
            panel = SimulatedPanel()
            world = SimulatedBox(board, pins, panel)
            parts.callback(world.close)
        _open_signals(parts, board, pins, outputs, world)
        _open_screen(parts, board, panel, outputs, paint, on_screen_health, clock)
        # Keys come last and go first: no press may meet a box that is only half there.
        parts.callback(Keys(board, pins, on_edge, clock).close)
        return Box(world, panel, parts.pop_all())


def _open_signals(
    parts: ExitStack, board: Board, pins: object, outputs: Publisher[Output], world: SimulatedBox | None
) -> None:
    lights = Lights(board, pins)
    parts.callback(lights.close)
    buzzer = Buzzer(board, pins)
    parts.callback(buzzer.close)

    def play(tune: tuple[tuple[int, int], ...], volume: int) -> None:
        buzzer.play(tune, volume)
        if world is not None:
            world.hear(tune, volume)

    slot = outputs.subscribe()
    parts.callback(outputs.unsubscribe, slot)
    signals = SignalThread(slot, lights.show, play, world.read if world is not None else None)
    parts.callback(signals.close)
    signals.start()


def _open_screen(
    parts: ExitStack,
    board: Board,
    panel: SimulatedPanel | None,
    outputs: Publisher[Output],
    paint: Callable[[Face], Picture],
    on_health: Callable[[bool], None],
    clock: Callable[[], float],
) -> None:
    spec = board.display or (_GLASS if panel is not None else None)
    if spec is None:
        log.info("the board %s has no screen", board.name)
        return

    def open_display() -> Display:
        return LumaDisplay(spec, panel)

    slot = outputs.subscribe()
    parts.callback(outputs.unsubscribe, slot)
    screen = ScreenThread(slot, paint, open_display, on_health, clock)
    parts.callback(screen.close)
    screen.start()
