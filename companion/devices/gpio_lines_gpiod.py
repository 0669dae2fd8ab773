"""gpiozero's lines through gpiod alone, for machines without lgpio: inputs, outputs, their changes, and a tone."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

import gpiod
from gpiod.line import Bias, Direction, Value
from gpiozero import (
    PinFixedPull,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMFixedValue,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from companion.devices.board_parts import HEADER_CHIPS
from companion.devices.gpio_library import NoHeaderError
from companion.devices.gpio_line_watch import CONSUMER, PULLS, LineWatch
from companion.support.frozen_dataclasses import frozen

log = logging.getLogger(__name__)

_BUSY_WAIT_S = 0.00008
"""The last part of a wait that the thread spends awake: the system wakes a sleeper up to this much too late."""


@frozen(eq=False)
class _ToneRequest:
    """One call of `sound`; a second call with the same pitch is another request."""

    hertz: float
    duty: float


class SquareWave:
    """A square wave on one line. May be used from any thread.

    Python gives its threads turns: while another one computes, a wave may come late. What follows is late with it, so
    that the ear hears a short breath and no chirp.
    """

    def __init__(
        self,
        write: Callable[[bool], None],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Begin silent.

        Args:
            write: Sets the line high or low. An error that it raises is logged, and ends the sound.
            clock: Counts seconds and never goes back.
            sleep: Waits for some seconds, or hardly longer.
        """
        self._write = write
        self._clock = clock
        self._sleep = sleep
        self._changed = threading.Condition()
        self._request: _ToneRequest | None = None
        self._ended = False
        self._thread: threading.Thread | None = None

    def sound(self, hertz: float, duty: float) -> None:
        """Sound a pitch in Hz, above 0, until the next call; `duty` is the high share of each wave, from 0 to 1."""
        with self._changed:
            self._request = _ToneRequest(hertz, duty)
            self._changed.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="tone", daemon=True)
                self._thread.start()

    def silence(self) -> None:
        """Stop writing; the line keeps its level, wherever in a wave it is."""
        with self._changed:
            self._request = None

    def close(self) -> None:
        """Stop writing, and end the thread."""
        with self._changed:
            self._ended, self._request = True, None
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (request := self._next()) is not None:
            try:
                self._play(request)
            except Exception:  # a line that fails must not be written thousands of times a second, nor end the thread
                log.exception("a line cannot be sounded")
                with self._changed:
                    self._request = None if self._request is request else self._request

    def _next(self) -> _ToneRequest | None:
        with self._changed:
            self._changed.wait_for(lambda: self._request is not None or self._ended)
            return self._request

    def _play(self, request: _ToneRequest) -> None:
        shares = [
            (high, share / request.hertz) for high, share in ((True, request.duty), (False, 1 - request.duty)) if share
        ]
        due = self._clock()
        while True:
            for high, seconds in shares:
                with self._changed:
                    if self._request is not request:
                        return
                    self._write(high)
                now = self._clock()
                due = (now if now - due > 1 / request.hertz else due) + seconds
                self._wait_until(due)

    def _wait_until(self, time: float) -> None:
        while (remaining := time - self._clock()) > 0:
            if remaining > _BUSY_WAIT_S:
                self._sleep(remaining - _BUSY_WAIT_S)


_DEV = Path("/dev")


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """gpiozero's factory over gpiod. A line is claimed with its first use, and free again once it is closed."""

    def __init__(self) -> None:
        """Open the header's chip.

        Raises:
            OSError: The chip may not be used.
            NoHeaderError: This machine is no Pi (or gpiozero's PinUnknownPi).
        """
        super().__init__()
        self.pin_class = _GpiodPin
        self.chip = header_chip()
        self.watch = LineWatch(self.chip)
        try:
            self.board_info  # noqa: B018 - which Pi this is; found out here, so that no line fails of it later
        except BaseException:
            self.watch.close()
            raise

    def close(self) -> None:
        """Release every line and the watch on the chip."""
        super().close()
        self.watch.close()


def header_chip(dev: Path = _DEV) -> str:
    """Return the path of the chip that has the lines of the header.

    Args:
        dev: The folder of the system's devices.

    Raises:
        NoHeaderError: No chip is the header's.
        OSError: A chip may not be used, and no other is the header's.
    """
    refused: OSError | None = None
    for path in sorted(dev.glob("gpiochip*")):
        try:
            with gpiod.Chip(str(path)) as chip:
                label = chip.get_info().label
        except OSError as error:
            refused = refused or OSError(error.errno, error.strerror, str(path))
            continue
        if label in HEADER_CHIPS:
            return str(path)
    raise refused or NoHeaderError(f"none of {dev / 'gpiochip*'} is the header of a Raspberry Pi")


class _GpiodPin(LocalPiPin):  # type: ignore[misc]  # gpiozero publishes no types
    # Each line is requested separately, so that one can be released without the others. gpiozero calls these methods
    # from one thread; a tone writes from its own thread, which is silenced before anything else is done.

    def __init__(self, factory: GpiodFactory, info: object) -> None:
        super().__init__(factory, info)
        self._request: gpiod.LineRequest | None = None
        self._output = False
        self._pull = "floating"
        self._wave: SquareWave | None = None
        self._tone: tuple[float, float] | None = None

    def close(self) -> None:
        """Free the line, as an input without a pull resistor; the second call does nothing."""
        self.when_changed = None
        if self._wave is not None:
            self._wave.close()
            self._wave = self._tone = None
        if self._request is not None:
            try:
                self._claim(output=False, pull="floating")
            finally:
                self._release()

    def output_with_state(self, state: float) -> None:
        """Become an output that has this state from its first moment."""
        self._claim(output=True, high=bool(state))

    def input_with_pull(self, pull: str) -> None:
        """Become an input that has this pull from its first moment."""
        self._claim(output=False, pull=self._checked_pull(pull))

    def _get_function(self) -> str:
        return "output" if self._output else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._set_frequency(None)
        self._claim(output=value == "output", pull="floating")

    def _get_state(self) -> float:
        if self._tone is not None:
            return self._tone[1]
        high = self.factory.watch.high(self._number)
        return float(self._claimed().get_value(self._number) is Value.ACTIVE if high is None else high)

    def _set_state(self, value: float) -> None:
        if not self._output:
            raise PinSetInput(f"cannot set state of pin {self!r}")
        if self._tone is None:
            self._write(bool(value))
        else:
            self._sound(self._tone[0], value)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._output:
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self._claim(output=False, pull=self._checked_pull(value))

    def _get_frequency(self) -> float | None:
        return None if self._tone is None else self._tone[0]

    def _set_frequency(self, value: float | None) -> None:
        if value:
            if not self._output:
                raise PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
            self._sound(value, 0.0 if self._tone is None else self._tone[1])
        elif self._tone is not None:
            self._tone = None
            if self._wave is not None:
                self._wave.silence()

    def _get_edges(self) -> str:
        return "both"

    def _set_edges(self, value: str) -> None:
        if value != "both":
            raise PinInvalidEdges(f'only "both" edges are told of pin {self!r}')

    def _enable_event_detect(self) -> None:
        self._release()
        self.factory.watch.add(self._number, self._pull, self._changed)

    def _disable_event_detect(self) -> None:
        self.factory.watch.remove(self._number)
        self._claim(output=False, pull=self._pull)

    def _changed(self, high: bool, nanoseconds: int) -> None:
        self._call_when_changed(nanoseconds / 1e9, int(high))

    def _checked_pull(self, pull: str) -> str:
        if pull not in PULLS:
            raise PinInvalidPull(f'invalid pull "{pull}" for pin {self!r}')
        if self.info.pull not in (pull, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        return pull

    def _claim(self, *, output: bool, pull: str = "floating", high: bool = False) -> None:
        """Claim the line, or reconfigure it if it is already claimed."""
        settings = gpiod.LineSettings(
            direction=Direction.OUTPUT if output else Direction.INPUT,
            bias=Bias.AS_IS if output else PULLS[pull],
            output_value=Value.ACTIVE if high else Value.INACTIVE,
        )
        if self._request is None:
            self._request = gpiod.request_lines(self.factory.chip, {self._number: settings}, CONSUMER)
        else:
            self._request.reconfigure_lines({self._number: settings})
        self._output, self._pull = output, pull

    def _claimed(self) -> gpiod.LineRequest:
        """Return the line's request; claim the line first, as it was last configured, if it is not claimed."""
        if self._request is None:
            self._claim(output=self._output, pull=self._pull)
        assert self._request is not None
        return self._request

    def _release(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            request.release()

    def _write(self, high: bool) -> None:
        self._claimed().set_value(self._number, Value.ACTIVE if high else Value.INACTIVE)

    def _sound(self, hertz: float, duty: float) -> None:
        self._tone = (hertz, duty)
        if 0 < duty < 1:
            self._wave = self._wave or SquareWave(self._write)
            self._wave.sound(hertz, duty)
            return
        if self._wave is not None:
            self._wave.silence()
        self._write(bool(duty))
