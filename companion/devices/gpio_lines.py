"""The lines of the header, real or simulated, and the libraries behind them. Only gpio_lines*.py import gpiozero."""

from __future__ import annotations

import contextlib
import tempfile
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from gpiozero import InputDevice, OutputDevice, PWMOutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.devices.gpio_library import (
    AUTO,
    MODULES,
    NoHeaderError,
    has_both_packages,
    library_problem,
    resolve_library,
)
from companion.rules.text import Text, say

_MAX_AGE_S = 5.0
"""The highest believable age of a change; an older timestamp comes from another clock."""
_UNKNOWN_MACHINE = "SOC peripheral base address"
"""The words with which RPi.GPIO reports an unknown machine; its error class, RuntimeError, is not specific."""


class PinsError(OSError):
    """An error for lines that are not available."""

    def __init__(self, reason: str, text: Text | None = None) -> None:
        """`reason` is for the log; `text` tells people what is wrong and what to do, for errors that we can explain."""
        super().__init__(reason)
        self.message: Text | str = reason if text is None else text


class Pins:
    """The lines of a machine.

    Closing them also closes every device that is still open, so that none is closed too late.
    """

    def __init__(self, factory: Any, *, reads_late: bool = False) -> None:
        """Take one of gpiozero's factories, which is closed with this object.

        `reads_late` is True if the library reads a line's level only some time after the change that it reports.
        """
        self.factory = factory
        self.reads_late = reads_late
        self._devices: list[Any] = []

    def take(self, device_class: Any, pin: int, **options: Any) -> Any:
        """Open a gpiozero device on a line. Raises PinsError."""
        with as_pins_error(pin):
            device = device_class(pin, pin_factory=self.factory, **options)
        self._devices.append(device)
        return device

    def other_user(self, pin: int) -> str:
        """Return the name of another program that has a line; empty if no program has it or the system does not say."""
        watch = getattr(self.factory, "watch", None)  # neither RPi.GPIO nor the simulated factory has one
        return "" if watch is None else str(watch.other_user(pin))

    def release(self, device: Any) -> None:
        """Close a device, if it is not closed yet."""
        if device in self._devices:
            self._devices.remove(device)
            _close(device)

    def close(self) -> None:
        """Release every line, even if releasing another one fails."""
        # gpiozero closes its factory even while lines are in use; a line closed after that finds no chip.
        with contextlib.ExitStack() as parts:
            parts.callback(self.factory.close)  # runs last
            while self._devices:
                parts.callback(_close, self._devices.pop(0))


class InputLine:
    """A line with a pull-up resistor, low while something connects it to ground."""

    def __init__(self, pin: int, pins: Pins) -> None:
        """Claim the line. It reports nothing before `watch`. Raises PinsError."""
        self._pin = pin
        self._pins = pins
        self._device = pins.take(InputDevice, pin, pull_up=True)
        self._on_change: Callable[[bool, float], None] | None = None
        self._reported: bool | None = None

    @property
    def low(self) -> bool:
        """True if the line is low at this moment."""
        return not self._device.pin.state

    def watch(self, on_change: Callable[[bool, float], None]) -> None:
        """Report every change on the lines' own thread: whether the line went low, and how many seconds ago.

        Raises:
            PinsError: The changes of the line cannot be watched.
        """
        self._on_change = on_change
        line = self._device.pin
        with as_pins_error(self._pin):
            line.bounce = None
            line.edges = "both"
            # gpiozero keeps only a weak reference to this: it ends with this object.
            line.when_changed = self._changed

    def close(self) -> None:
        """Release the line; nothing is reported afterwards. Raises PinsError."""
        self._on_change = None
        with as_pins_error(self._pin):
            self._pins.release(self._device)

    def _changed(self, ticks: Any, high: Any) -> None:
        low, on_change = not high, self._on_change
        # A level that is read late may belong to a later change, which is reported too: then skip this one.
        if on_change is None or (self._pins.reads_late and low == self._reported):
            return
        self._reported = low
        on_change(low, self._age(ticks))

    def _age(self, ticks: Any) -> float:
        """Return the seconds since a change: on a busy machine the kernel noticed it well before this thread ran."""
        factory = self._pins.factory
        age: float = factory.ticks_diff(factory.ticks(), ticks)
        return age if 0 <= age < _MAX_AGE_S else 0.0


class OutputLine:
    """A line that this machine sets high or low. It begins low."""

    def __init__(self, pin: int, pins: Pins) -> None:
        """Claim the line. Raises PinsError."""
        self._pin = pin
        self._pins = pins
        self._device = pins.take(OutputDevice, pin)

    @property
    def closed(self) -> bool:
        """True if the line was released, by `close` or with all the others."""
        return bool(self._device.closed)

    def set(self, high: bool) -> None:
        """Set the line high or low. Raises PinsError."""
        with as_pins_error(self._pin):
            self._device.value = high

    def close(self) -> None:
        """Release the line; nothing drives it any more. Raises PinsError."""
        with as_pins_error(self._pin):
            self._pins.release(self._device)


class ToneLine:
    """A line that sounds: it alternates between high and low at a pitch. It begins silent."""

    def __init__(self, pin: int, pins: Pins) -> None:
        """Claim the line. Raises PinsError."""
        self._pin = pin
        self._pins = pins
        self._device = pins.take(PWMOutputDevice, pin)
        self.silence()

    def sound(self, pitch: int, duty: float) -> None:
        """Sound a pitch in Hz; `duty` is the share of each wave for which the line is high, from 0 to 1.

        Raises:
            PinsError: The line fails.
        """
        with as_pins_error(self._pin):
            self._device.frequency = pitch
            self._device.value = duty

    def silence(self) -> None:
        """Keep the line low; do nothing if it was already released with all the others. Raises PinsError."""
        # Without a frequency nothing is modulated: at rest the line costs no wake-ups. lgpio stops anywhere in a wave
        # and leaves the line at that level, so set it low afterwards.
        with as_pins_error(self._pin):
            if not self._device.closed:
                self._device.frequency = None
                self._device.value = 0

    def close(self) -> None:
        """Release the line. Raises PinsError."""
        with as_pins_error(self._pin):
            self._pins.release(self._device)


class SimulatedPins(Pins):
    """Simulated lines: the simulated world outside pulls keys and reads lights."""

    def __init__(self) -> None:
        """Start with all lines as on a Pi: free, and pulled as their users ask."""
        super().__init__(_SimulatedFactory())

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` whenever a light changes, on the thread that changes it."""
        self.factory.watcher = watcher

    def pull(self, pin: int, low: bool) -> None:
        """Pull an input line to ground, or let it go up again. The change has been reported when this returns."""
        line = self.factory.pin(pin)
        if low:
            line.drive_low()
        else:
            line.drive_high()

    def low(self, pin: int) -> bool:
        """Return whether a line is low: an input pulled to ground, or an output that is off."""
        return not self.factory.pin(pin).state

    def tone(self, pin: int) -> tuple[float | None, float]:
        """Return the sound of a line: its pitch in Hz (None at rest) and its duty."""
        line = self.factory.pin(pin)
        return line.frequency, line.state


class _SimulatedFactory(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """gpiozero's factory for tests, extended to report changes made from inside."""

    def __init__(self) -> None:
        # Both are given, so that no environment variable changes the simulation.
        super().__init__(revision="c03111", pin_class=_SimulatedPin)
        self.watcher: Callable[[], None] = lambda: None


class _SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero publishes no types
    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self.factory.watcher()


def no_pins() -> Pins:
    """Return the lines of a board that has none: each line asked of it is a mock."""
    return Pins(MockFactory())


def open_pins(simulated: bool, library: str = AUTO) -> Pins:
    """Open the lines of this machine through one of MODULES or the library that AUTO finds, or open simulated ones.

    Raises:
        PinsError: This machine has no lines, they may not be used, or the library is missing or broken.
    """
    if simulated:
        return SimulatedPins()
    if library == "rpi-gpio" and has_both_packages():
        raise _unusable_library(library, say("doctor.library.both"))
    try:
        return Pins(_factory(library), reads_late=library == "rpi-gpio")
    except ImportError as error:
        raise _unusable_library(library, library_problem(library), error) from error
    except NoHeaderError as error:
        raise PinsError(str(error), say("start.no_header")) from error
    except Exception as error:  # lgpio has its own error class, and only its text says what is wrong
        message = say("start.lines", reason=_reason(error))
        raise _pins_error(error, f"The lines of this machine cannot be used: {error}", message) from error


@contextlib.contextmanager
def as_pins_error(pin: int) -> Iterator[None]:
    """Turn every error that a library raises about a line into PinsError."""
    try:
        yield
    except Exception as error:  # errors of gpiozero, the system and lgpio have no common base
        message = say("start.line", pin=pin, reason=_reason(error))
        # The failed device lives in this traceback, and gpiozero counts its line as used until then.
        traceback.clear_frames(error.__traceback__)
        raise _pins_error(error, f"Line {pin} cannot be used: {error}", message) from error


def _factory(library: str) -> Any:
    try:
        return _LIBRARIES[library]()()
    except ImportError:
        if library != AUTO:
            raise
        return _gpiod()()


def _gpiod() -> Any:
    from companion.devices.gpio_lines_gpiod import GpiodFactory

    return GpiodFactory


def _lgpio() -> Any:
    with _in_temporary_folder():
        from companion.devices.gpio_lines_lgpio import WatchingFactory
    return WatchingFactory


def _rpi_gpio() -> Any:
    with _in_temporary_folder():
        from gpiozero.pins.rpigpio import RPiGPIOFactory
    return RPiGPIOFactory


_LIBRARIES = {AUTO: _lgpio, "lgpio": _lgpio, "gpiod": _gpiod, "rpi-gpio": _rpi_gpio}
"""Functions that import and return a library's pin factory class. AUTO tries lgpio first."""


@contextlib.contextmanager
def _in_temporary_folder() -> Iterator[None]:
    # lgpio, which rpi-lgpio uses, puts a pipe into the current folder when it is first imported, and fails if it
    # cannot; our folder may be read-only, and the pipe would stay there.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield


def _close(device: Any) -> None:
    device.pin.when_changed = None
    device.close()


def _pins_error(error: Exception, reason: str, message: Text) -> PinsError:
    if _UNKNOWN_MACHINE in str(error):
        return _unusable_library("rpi-gpio", say("doctor.library.too_new"), error)
    return PinsError(reason, message)


def _reason(error: Exception) -> str:
    return str(error).rstrip(".")


def _unusable_library(library: str, problem: Text | None, error: Exception | None = None) -> PinsError:
    """Return the error for an unusable library. Without a known problem, it is installed but does not load."""
    module = MODULES[resolve_library(library)]
    message = problem or say("doctor.library.spoilt", reason=str(error))
    return PinsError(
        f"{module} cannot be used: {error or message.key}", say("doctor.part", subject=module, what=message)
    )
