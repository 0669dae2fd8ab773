"""The whole box: opens every part of a board, real or simulated, and closes them again."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextlib import ExitStack

from companion.box.faces.faces import Face
from companion.box.faces.signals import BoxOutput
from companion.box.input_events import BoxInput
from companion.box.screen.canvas import Picture
from companion.devices.board_parts import PicoSpec
from companion.devices.board_profiles import BoardProfile, DisplaySpec, I2c
from companion.devices.display import Display, LumaDisplay
from companion.devices.gpio_devices import Buzzer, Keys, Knob, Lights, Pins, SimulatedPins, Spinner, no_pins, open_pins
from companion.devices.light_sound_thread import LightSoundThread
from companion.devices.screen_thread import ScreenThread
from companion.devices.simulated_box import SimulatedBox
from companion.devices.simulated_oled import SimulatedOled
from companion.devices.spinner.link import SpinnerState
from companion.devices.spinner.plug_watch import open_plug_watch
from companion.devices.spinner.serial_port import BY_NAME, Port, SerialPort
from companion.devices.spinner.simulated_spinner import SimulatedSpinner
from companion.devices.spinner.spinner_thread import SpinnerThread
from companion.session.publisher import Publisher
from companion.support.frozen_dataclasses import frozen
from companion.support.resources import firmware_dir

log = logging.getLogger(__name__)

AUTO, OFF = "auto", "off"
"""The two settings of the spinner besides a port: any one that is plugged in, or none."""
_DEFAULT_SCREEN = DisplaySpec("ssd1306", I2c(1, 0x3C))
"""The screen of a simulated box whose board names none."""


@frozen
class OpenBox:
    """An open box. Close it once; that releases every line."""

    simulated: SimulatedBox | None
    """The simulated world outside, of a simulated box."""
    panel: SimulatedOled | None
    """The simulated glass, for tests that pull the cable."""
    _parts: ExitStack
    has_parts: bool = True
    """False for the empty box of `no_box`."""

    def close(self) -> None:
        """Show and play the last output, then stop every thread and release every line."""
        self._parts.close()


def open_box(  # noqa: PLR0913 - every part of a box, by name
    board: BoardProfile,
    simulated: bool,
    *,
    outputs: Publisher[BoxOutput],
    paint: Callable[[Face], Picture],
    on_edge: Callable[[BoxInput], None],
    on_screen_health: Callable[[bool], None],
    clock: Callable[[], float],
    library: str = "auto",
    spinner: str = AUTO,
    on_spinner: Callable[[SpinnerState], None] = lambda state: None,
) -> OpenBox:
    """Open a box and start it.

    Args:
        board: The parts and their lines.
        simulated: True if no hardware is attached: lines and glass are then simulated.
        outputs: Everything to show, light and play.
        paint: Makes the picture of a face.
        on_edge: Gets the raw edges of the keys, and turns of the knobs, on the lines' own thread; must return at once.
        on_screen_health: Gets False when the screen is lost, True when it is back, on the screen's thread.
        clock: Counts seconds and never goes back.
        library: The library for real lines: one of MODULES, or "auto".
        spinner: The port of the spinner; AUTO for any that is plugged in, OFF for none.
        on_spinner: Gets the state of the spinner, whenever that changes, on the spinner's thread.

    Raises:
        PinsError: The lines are not available. Everything opened until then is closed again. A missing screen raises
            nothing: it is looked for as long as the box is open.
    """
    with ExitStack() as parts:
        pins = open_pins(simulated, library) if simulated or board.has_lines else no_pins()
        parts.callback(pins.close)
        simulated_box = panel = None
        if isinstance(pins, SimulatedPins):
            panel = SimulatedOled((board.display or _DEFAULT_SCREEN).driver)
            simulated_box = SimulatedBox(board, pins, panel)
            parts.callback(simulated_box.close)
        _open_signals(parts, board, pins, outputs, simulated_box, clock)
        _open_screen(parts, board, pins, panel, outputs, paint, on_screen_health, clock)
        # Keys are opened last and closed first: no press may reach a box that is only half open.
        _open_keys(parts, board, pins, on_edge, clock)
        _open_spinner(parts, board, spinner, simulated_box, outputs, on_edge, on_spinner, clock)
        return OpenBox(simulated_box, panel, parts.pop_all())


def no_box() -> OpenBox:
    """Return a box without any parts, for a table whose own box cannot be opened."""
    return OpenBox(None, None, ExitStack(), has_parts=False)


def _open_keys(
    parts: ExitStack, board: BoardProfile, pins: Pins, on_edge: Callable[[BoxInput], None], clock: Callable[[], float]
) -> None:
    parts.callback(Keys(board, pins, on_edge, clock).close)
    if board.knob is not None:
        parts.callback(Knob(board.knob, pins, on_edge, clock).close)
    if board.spinner is not None:
        parts.callback(Spinner(board.spinner, pins, on_edge, clock).close)


def _open_signals(
    parts: ExitStack,
    board: BoardProfile,
    pins: Pins,
    outputs: Publisher[BoxOutput],
    simulated_box: SimulatedBox | None,
    clock: Callable[[], float],
) -> None:
    lights = Lights(board, pins)
    parts.callback(lights.close)
    buzzer = Buzzer(board, pins)
    parts.callback(buzzer.close)

    def play(tune: tuple[tuple[int, int], ...], volume: int) -> None:
        buzzer.play(tune, volume)
        if simulated_box is not None:
            simulated_box.publish_tune(tune, volume)

    slot = outputs.subscribe()
    parts.callback(outputs.unsubscribe, slot)
    speak = simulated_box.publish_spoken if simulated_box is not None else None
    signals = LightSoundThread(slot, lights.show, play, speak, seats=board.lights, clock=clock)
    parts.callback(signals.close)
    signals.start()


def _open_screen(  # noqa: PLR0913 - every part of a box, by name
    parts: ExitStack,
    board: BoardProfile,
    pins: Pins,
    panel: SimulatedOled | None,
    outputs: Publisher[BoxOutput],
    paint: Callable[[Face], Picture],
    on_health: Callable[[bool], None],
    clock: Callable[[], float],
) -> None:
    spec = board.display or (_DEFAULT_SCREEN if panel is not None else None)
    if spec is None:
        log.info("the board %s has no screen", board.name)
        return

    def open_display() -> Display:
        return LumaDisplay(spec, pins, panel)

    slot = outputs.subscribe()
    parts.callback(outputs.unsubscribe, slot)
    screen = ScreenThread(slot, paint, open_display, on_health, clock)
    parts.callback(screen.close)
    screen.start()


def _open_spinner(  # noqa: PLR0913 - every part of a box, by name
    parts: ExitStack,
    board: BoardProfile,
    spinner: str,
    simulated_box: SimulatedBox | None,
    outputs: Publisher[BoxOutput],
    on_touch: Callable[[BoxInput], None],
    on_state: Callable[[SpinnerState], None],
    clock: Callable[[], float],
) -> None:
    open_port = _spinner_port_opener(parts, board, spinner, simulated_box)
    if open_port is None:
        return
    thread = SpinnerThread(
        outputs,
        board.pico or PicoSpec(),
        open_port,
        on_touch,
        on_state,
        session=1 + secrets.randbelow(0xFFFF),
        clock=clock,
        sounds=board.buzzer is None,
        expected=board.pico is not None or spinner != AUTO,
        plug_watch=open_plug_watch() if spinner == AUTO and simulated_box is None else None,
    )
    parts.callback(thread.close)
    thread.start()


def _spinner_port_opener(
    parts: ExitStack, board: BoardProfile, spinner: str, simulated_box: SimulatedBox | None
) -> Callable[[], Port] | None:
    """Return the function that opens the spinner's port, or None without a spinner. Makes the simulated spinner of a
    simulated box.
    """
    if spinner == OFF or (spinner == AUTO and simulated_box is not None and board.pico is None):
        return None
    if spinner == AUTO and simulated_box is not None:
        simulated_spinner = SimulatedSpinner(firmware_dir(), simulated_box.publish_ring)
        parts.callback(simulated_spinner.close)
        simulated_box.spinner = simulated_spinner
        return simulated_spinner.open_port
    return lambda: SerialPort(str(BY_NAME) if spinner == AUTO else spinner)
