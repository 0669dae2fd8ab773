"""Lines of the header: keys, lights and the buzzer over gpiozero. The only file that knows it."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Callable, Sequence
from typing import Any

from gpiozero import LED, InputDevice, PWMOutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.devices.boards import Board
from companion.devices.sounds import Tune, loudness
from companion.input.edges import Edge
from companion.session.publish import Slot
from companion.views.signals import Glow
from companion.views.signs import Key

Pins = Any
"""A factory of gpiozero's: it hands out lines and takes them back. Close it after everything that uses it."""

_BLINK_S = 0.5
"""How long a blinking light is on, and how long off."""
_STALE_S = 5.0
"""An edge said to be older than this carries a time of another clock."""


class PinsError(OSError):
    """The lines cannot be had; its text says in a sentence what to do."""


class _SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A line of no machine, which tells its factory when a light or the buzzer on it changes."""

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self.factory.told()


class SimulatedPins(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """Lines of no machine: keys are pulled and lights read back by whoever plays the world outside."""

    def __init__(self) -> None:
        """All lines are as on a Pi: free, and pulled as their users ask."""
        # Both said, so that no variable of the environment changes what is simulated.
        super().__init__(revision="c03111", pin_class=_SimulatedPin)
        self._watcher: Callable[[], None] | None = None

    def watch(self, watcher: Callable[[], None]) -> None:
        """Have `watcher` called, on whatever thread it happens, whenever a light changes."""
        self._watcher = watcher

    def told(self) -> None:
        """Pass on that a line was set from inside."""
        if self._watcher is not None:
            self._watcher()

    def pull(self, pin: int, low: bool) -> None:
        """Pull an input line to ground, or let it go up again. Reports its edge before it returns."""
        line = self.pin(pin)
        if low:
            line.drive_low()
        else:
            line.drive_high()

    def low(self, pin: int) -> bool:
        """Whether a line is low: an input pulled to ground, an output that is off."""
        return not self.pin(pin).state


def open_pins(simulated: bool) -> Pins:
    """The lines: those of this machine through lgpio, or simulated ones.

    Raises:
        PinsError: This machine has no lines, they may not be used, or lgpio is missing.
    """
    if simulated:
        return SimulatedPins()
    try:
        # lgpio puts a pipe into the folder it is first imported in, and cannot do without; ours may be read-only.
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            from gpiozero.pins.lgpio import LGPIOFactory
        return LGPIOFactory()
    except ImportError as error:
        raise PinsError("The module lgpio is missing: install python3-lgpio, or companion[pi].") from error
    except Exception as error:  # lgpio raises a class of its own, of which only the words say what is wrong
        raise PinsError(f"The lines of this machine cannot be used: {error}") from error


class Keys:
    """The keys of a board: reports every change of their lines, bounces and all, and does nothing else.

    A key connects its line to ground, so a low line is a key that is down.
    """

    def __init__(self, board: Board, pins: Pins, on_edge: Callable[[Edge], None], clock: Callable[[], float]) -> None:
        """`on_edge` is called on the lines' own thread and must return at once; `clock` counts seconds, never back.

        Raises:
            PinsError: A line cannot be had.
        """
        self._pins = pins
        self._on_edge = on_edge
        self._clock = clock
        self._lines: list[Any] = []
        # gpiozero keeps its callbacks by weak references only: these are the strong ones.
        self._callbacks = {key: self._callback(key) for key in board.keys}
        try:
            for key, pin in board.keys.items():
                line = _taken(InputDevice, pin, pins, pull_up=True)
                self._lines.append(line)
                line.pin.bounce = None
                line.pin.edges = "both"
                line.pin.when_changed = self._callbacks[key]
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the lines back; nothing is reported afterwards."""
        for line in self._lines:
            if not line.closed:
                line.pin.when_changed = None
                line.close()
        self._lines.clear()

    def _callback(self, key: Key) -> Callable[[Any, Any], None]:
        def changed(ticks: Any, state: Any) -> None:
            self._on_edge(Edge(key, not state, self._moment(ticks)))

        return changed

    def _moment(self, ticks: Any) -> float:
        """When an edge was, by our clock: on a busy machine the kernel noted it well before this thread ran."""
        age = self._pins.ticks_diff(self._pins.ticks(), ticks)
        return self._clock() - (age if 0 <= age < _STALE_S else 0)


class Lights:
    """The lights of the seats; a seat without one is passed over."""

    def __init__(self, board: Board, pins: Pins) -> None:
        """All lights begin dark.

        Raises:
            PinsError: A line cannot be had.
        """
        self._lights: dict[int, Any] = {}
        self._glows: dict[int, Glow] = {}
        try:
            for seat, pin in board.lights.items():
                self._lights[seat] = _taken(LED, pin, pins)
                self._glows[seat] = Glow.OFF
        except BaseException:
            self.close()
            raise

    def show(self, glows: Sequence[Glow]) -> None:
        """Let each seat's light do what is said, from seat 1; seats not named are dark."""
        for seat, light in self._lights.items():
            glow = glows[seat - 1] if seat <= len(glows) else Glow.OFF
            # A light that blinks already must not start over: its rhythm would stumble at every press.
            if glow is self._glows[seat]:
                continue
            self._glows[seat] = glow
            match glow:
                case Glow.OFF:
                    light.off()
                case Glow.STEADY:
                    light.on()
                case Glow.BLINK:
                    light.blink(on_time=_BLINK_S, off_time=_BLINK_S)

    def close(self) -> None:
        """Go dark and give the lines back."""
        for light in self._lights.values():
            if not light.closed:
                light.off()
                light.close()
        self._lights.clear()


class Buzzer:
    """The buzzer: plays tunes on a thread of its own, the newest only. Without a buzzer on the board it is silent."""

    def __init__(self, board: Board, pins: Pins) -> None:
        """Begins silent.

        Raises:
            PinsError: The line cannot be had.
        """
        self._tunes: Slot[tuple[Tune, int]] = Slot()
        self._line: Any = None
        self._thread: threading.Thread | None = None
        if board.buzzer is not None:
            self._line = _taken(PWMOutputDevice, board.buzzer, pins)
            self._silence()
            self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
            self._thread.start()

    def play(self, tune: Tune, volume: int) -> None:
        """Play a tune in place of the one that plays now; volume 0 only ends that one. Returns at once.

        Raises:
            ValueError: `volume` is not from 0 to MOST_VOLUME.
        """
        self._tunes.put((tune if loudness(volume) else (), volume))

    def close(self) -> None:
        """Fall silent and give the line back."""
        self._tunes.close()
        if self._thread is not None:
            self._thread.join()
        if self._line is not None:
            self._line.close()

    def _run(self) -> None:
        asked = self._tunes.take()
        while not self._tunes.closed:
            # A newer tune cuts the one that plays; None means that it came to its end.
            asked = (self._played(*asked) if asked else None) or self._tunes.take()
        self._silence()

    def _played(self, tune: Tune, volume: int) -> tuple[Tune, int] | None:
        """Play to the end, or until there is a newer tune: that one, else None."""
        newer = None
        for pitch, length_ms in tune:
            self._sound(pitch, loudness(volume))
            newer = self._tunes.take(length_ms / 1000)
            if newer is not None or self._tunes.closed:
                break
        self._silence()
        return newer

    def _sound(self, pitch: int, duty: float) -> None:
        if pitch:
            self._line.frequency = pitch
            self._line.value = duty
        else:
            self._silence()

    def _silence(self) -> None:
        # Without a frequency nothing is modulated at all: at rest the line costs no wake-ups.
        self._line.value = 0
        self._line.frequency = None


def _taken(device: Any, pin: int, pins: Pins, **options: Any) -> Any:
    """A device of gpiozero's on a line, or PinsError."""
    try:
        return device(pin, pin_factory=pins, **options)
    except Exception as error:  # gpiozero's own, the system's or lgpio's, which have nothing in common
        raise PinsError(f"Line {pin} cannot be used: {error}") from error
