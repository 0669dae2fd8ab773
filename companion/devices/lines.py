"""Lines of the header, real or simulated: what they can do and who hands them out. Only lines*.py know gpiozero."""

from __future__ import annotations

import contextlib
import tempfile
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from gpiozero import InputDevice, OutputDevice, PWMOutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.devices.gpio_library import AUTO, MODULES, NoHeaderError, chosen, overwritten, trouble
from companion.rules.text import Text, say

_STALE_S = 5.0
"""A change said to be older than this carries a time of another clock."""
_TOO_NEW_SAYS = "SOC peripheral base address"
"""By these words RPi.GPIO tells that it does not know the machine; its class of error, RuntimeError, tells nothing."""


class PinsError(OSError):
    """The lines cannot be had."""

    def __init__(self, reason: str, text: Text | None = None) -> None:
        """`reason` is for the log; `text` says it to people, and what to do, where we have words of our own for it."""
        super().__init__(reason)
        self.told: Text | str = reason if text is None else text


class Pins:
    """The lines of a machine. Closed, it takes back whatever is still out: nothing may be closed too late."""

    def __init__(self, factory: Any, *, late: bool = False) -> None:
        """`factory` is one of gpiozero's, which is closed with this. `late`: the library reads a line's level only some
        time after the change that it reports."""
        self.factory = factory
        self.late = late
        self._out: list[Any] = []

    def take(self, device: Any, pin: int, **options: Any) -> Any:
        """A device of gpiozero's on a line. Raises PinsError."""
        with telling_of(pin):
            taken = device(pin, pin_factory=self.factory, **options)
        self._out.append(taken)
        return taken

    def stranger(self, pin: int) -> str:
        """Who else than a companion has a line, as the system tells it; empty where that is nobody, or nobody knows."""
        watch = getattr(self.factory, "watch", None)  # neither RPi.GPIO nor the simulated ones have one
        return "" if watch is None else str(watch.stranger(pin))

    def give_back(self, taken: Any) -> None:
        """Close a device, if it is not closed yet."""
        if taken in self._out:
            self._out.remove(taken)
            _close(taken)

    def close(self) -> None:
        """Give every line back; one that cannot be given back keeps no other."""
        # gpiozero closes its factory without looking who still uses it; a line closed after that finds no chip.
        with contextlib.ExitStack() as parts:
            parts.callback(self.factory.close)  # the last one
            while self._out:
                parts.callback(_close, self._out.pop(0))


class Input:
    """A line that is pulled up, and low while something connects it to ground."""

    def __init__(self, pin: int, pins: Pins) -> None:
        """Reports nothing before `watch`. Raises PinsError."""
        self._pin = pin
        self._pins = pins
        self._device = pins.take(InputDevice, pin, pull_up=True)
        self._on_change: Callable[[bool, float], None] | None = None
        self._reported: bool | None = None

    @property
    def low(self) -> bool:
        """How the line stands at this moment."""
        return not self._device.pin.state

    def watch(self, on_change: Callable[[bool, float], None]) -> None:
        """Have every change told, on the lines' own thread: whether the line went low, and how many seconds ago.

        Raises:
            PinsError: The line's changes cannot be had.
        """
        self._on_change = on_change
        line = self._device.pin
        with telling_of(self._pin):
            line.bounce = None
            line.edges = "both"
            # gpiozero keeps this by a weak reference only: it ends with this object.
            line.when_changed = self._changed

    def close(self) -> None:
        """Give the line back; nothing is told afterwards. Raises PinsError."""
        self._on_change = None
        with telling_of(self._pin):
            self._pins.give_back(self._device)

    def _changed(self, ticks: Any, high: Any) -> None:
        low, on_change = not high, self._on_change
        # Read late, a level may be that of a change which is told as well: then it tells nothing by itself.
        if on_change is None or (self._pins.late and low == self._reported):
            return
        self._reported = low
        on_change(low, self._age(ticks))

    def _age(self, ticks: Any) -> float:
        """On a busy machine the kernel noted a change well before this thread ran."""
        factory = self._pins.factory
        age: float = factory.ticks_diff(factory.ticks(), ticks)
        return age if 0 <= age < _STALE_S else 0.0


class Output:
    """A line that this machine makes high or low. It begins low."""

    def __init__(self, pin: int, pins: Pins) -> None:
        """Raises PinsError."""
        self._pin = pin
        self._pins = pins
        self._device = pins.take(OutputDevice, pin)

    @property
    def closed(self) -> bool:
        """Whether the line was given back, by `close` or with all the others."""
        return bool(self._device.closed)

    def set(self, high: bool) -> None:
        """Make the line high or low. Raises PinsError."""
        with telling_of(self._pin):
            self._device.value = high

    def close(self) -> None:
        """Give the line back; what hangs on it is left to itself. Raises PinsError."""
        with telling_of(self._pin):
            self._pins.give_back(self._device)


class Tone:
    """A line that sounds: high and low by turns, at a pitch. It begins silent."""

    def __init__(self, pin: int, pins: Pins) -> None:
        """Raises PinsError."""
        self._pin = pin
        self._pins = pins
        self._device = pins.take(PWMOutputDevice, pin)
        self.silence()

    def sound(self, pitch: int, duty: float) -> None:
        """Sound a pitch in Hz; `duty` is the share of each wave for which the line is high, from 0 to 1.

        Raises:
            PinsError: The line fails.
        """
        with telling_of(self._pin):
            self._device.frequency = pitch
            self._device.value = duty

    def silence(self) -> None:
        """Stay low; nothing to do where the line was given back with all the others. Raises PinsError."""
        # Without a frequency nothing is modulated at all: at rest the line costs no wake-ups. lgpio ends that wherever
        # in a wave it is, and leaves the line so; only then can it be made low.
        with telling_of(self._pin):
            if not self._device.closed:
                self._device.frequency = None
                self._device.value = 0

    def close(self) -> None:
        """Give the line back. Raises PinsError."""
        with telling_of(self._pin):
            self._pins.give_back(self._device)


class SimulatedPins(Pins):
    """Lines of no machine: keys are pulled and lights read back by whoever plays the world outside."""

    def __init__(self) -> None:
        """All lines are as on a Pi: free, and pulled as their users ask."""
        super().__init__(_SimulatedFactory())

    def watch(self, watcher: Callable[[], None]) -> None:
        """Have `watcher` called, on whatever thread it happens, whenever a light changes."""
        self.factory.watcher = watcher

    def pull(self, pin: int, low: bool) -> None:
        """Pull an input line to ground, or let it go up again. Reports its change before it returns."""
        line = self.factory.pin(pin)
        if low:
            line.drive_low()
        else:
            line.drive_high()

    def low(self, pin: int) -> bool:
        """Whether a line is low: an input pulled to ground, an output that is off."""
        return not self.factory.pin(pin).state

    def tone(self, pin: int) -> tuple[float | None, float]:
        """What a line sounds: its pitch in Hz, None at rest, and its duty."""
        line = self.factory.pin(pin)
        return line.frequency, line.state


class _SimulatedFactory(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """gpiozero's factory for tests, which tells when something changes from inside."""

    def __init__(self) -> None:
        # Both said, so that no variable of the environment changes what is simulated.
        super().__init__(revision="c03111", pin_class=_SimulatedPin)
        self.watcher: Callable[[], None] = lambda: None


class _SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero publishes no types
    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self.factory.watcher()


def no_pins() -> Pins:
    """The lines of a board that has none: whoever asks for one all the same gets one that leads nowhere."""
    return Pins(MockFactory())


def open_pins(simulated: bool, library: str = AUTO) -> Pins:
    """The lines: those of this machine through one of MODULES or what AUTO finds, or simulated ones.

    Raises:
        PinsError: This machine has no lines, they may not be used, or the library is missing or spoilt.
    """
    if simulated:
        return SimulatedPins()
    if library == "rpi-gpio" and overwritten():
        raise _unfit(library, say("doctor.library.both"))
    try:
        return Pins(_factory(library), late=library == "rpi-gpio")
    except ImportError as error:
        raise _unfit(library, trouble(library), error) from error
    except NoHeaderError as error:
        raise PinsError(str(error), say("start.no_header")) from error
    except Exception as error:  # lgpio raises a class of its own, of which only the words say what is wrong
        told = say("start.lines", reason=_reason(error))
        raise _refusal(error, f"The lines of this machine cannot be used: {error}", told) from error


@contextlib.contextmanager
def telling_of(pin: int) -> Iterator[None]:
    """Turn whatever a library raises about a line into PinsError."""
    try:
        yield
    except Exception as error:  # gpiozero's own, the system's or lgpio's, which have nothing in common
        told = say("start.line", pin=pin, reason=_reason(error))
        # The failed device lives in this traceback, and gpiozero counts its line as taken for as long.
        traceback.clear_frames(error.__traceback__)
        raise _refusal(error, f"Line {pin} cannot be used: {error}", told) from error


def _factory(library: str) -> Any:
    try:
        return _LIBRARIES[library]()()
    except ImportError:
        if library != AUTO:
            raise
        return _gpiod()()


def _gpiod() -> Any:
    from companion.devices.lines_gpiod import GpiodFactory

    return GpiodFactory


def _lgpio() -> Any:
    with _no_pipe_left():
        from companion.devices.lines_lgpio import WatchingFactory
    return WatchingFactory


def _rpi_gpio() -> Any:
    with _no_pipe_left():
        from gpiozero.pins.rpigpio import RPiGPIOFactory
    return RPiGPIOFactory


_LIBRARIES = {AUTO: _lgpio, "lgpio": _lgpio, "gpiod": _gpiod, "rpi-gpio": _rpi_gpio}
"""What gives the class of a library's lines, once it is asked for. AUTO begins with lgpio."""


@contextlib.contextmanager
def _no_pipe_left() -> Iterator[None]:
    # lgpio, on which rpi-lgpio stands, puts a pipe into the folder that it is first imported in, and cannot do without;
    # ours may be read-only, and would keep it.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield


def _close(taken: Any) -> None:
    taken.pin.when_changed = None
    taken.close()


def _refusal(error: Exception, reason: str, told: Text) -> PinsError:
    if _TOO_NEW_SAYS in str(error):
        return _unfit("rpi-gpio", say("doctor.library.too_new"), error)
    return PinsError(reason, told)


def _reason(error: Exception) -> str:
    return str(error).rstrip(".")


def _unfit(library: str, what: Text | None, error: Exception | None = None) -> PinsError:
    """A library that cannot be used. Where nothing is known against it, it is there but does not load."""
    module = MODULES[chosen(library)]
    told = what or say("doctor.library.spoilt", reason=str(error))
    return PinsError(f"{module} cannot be used: {error or told.key}", say("doctor.part", subject=module, what=told))
