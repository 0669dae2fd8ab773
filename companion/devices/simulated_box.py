"""The simulated box: stands in for the world outside, pulls key lines, reads lights and glass, listens, reads aloud."""

from __future__ import annotations

import threading
from dataclasses import replace

from companion.devices.board_profiles import BoardProfile, KnobSpec
from companion.devices.gpio_devices import SimulatedPins
from companion.devices.light_sound_thread import Tune
from companion.devices.simulated_oled import SimulatedOled
from companion.devices.spinner.simulated_spinner import RingState, SimulatedSpinner
from companion.session.publisher import Publisher
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key

_THROW_DETENTS = 8
"""The detents by which a hand spins the spinner."""


@frozen
class SimulatedBoxState:
    """Everything that somebody in front of the box sees and hears."""

    picture: bytes
    """The glass, decoded from the bytes on its bus: row by row, eight points a byte, leftmost first."""
    on: bool
    """True if the glass is on."""
    lights: tuple[bool, ...]
    """True for each seat, from seat 1, whose light is on at this moment. A seat without a light is dark."""
    tune: Tune
    """The tune that was played last: notes of (Hz, milliseconds)."""
    tune_number: int
    """A number that grows with every tune; 0 before the first. A listener plays each number once."""
    volume: int
    """The volume of that tune: 0 (mute, an empty tune that ends the one before) to MOST_VOLUME."""
    spoken: tuple[str, ...]
    """The face in words, the most important line first."""
    ring: bytes = b""
    """Red, green and blue of each light of the spinner's ring, from the top clockwise; b"" without a spinner."""
    lit: tuple[Key, ...] = ()
    """The keys of the spinner that are lit."""


class SimulatedBox:
    """The world outside a simulated box. Every method may be called from any thread."""

    def __init__(self, board: BoardProfile, pins: SimulatedPins, panel: SimulatedOled) -> None:
        """Watch `pins` and `panel` from now on; make this object before the parts that use them."""
        self.states: Publisher[SimulatedBoxState] = Publisher()
        """Every change of what is seen and heard."""
        self.spinner: SimulatedSpinner | None = None
        """The spinner beside the box, if there is one; `press` plays it."""
        self._board = board
        self._pins = pins
        self._panel = panel
        self._turning = threading.Lock()
        self._lock = threading.Lock()
        self._state = SimulatedBoxState(panel.picture().to_bytes(), panel.on, (), (), 0, 0, ())
        panel.on_change = self._publish_screen
        pins.watch(self._publish_screen)
        self._publish_screen()

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that a hand can give this box, by pressing or by turning, including those of a simulated spinner."""
        board = self._board if self.spinner is not None else replace(self._board, pico=None)
        return board.available_keys

    @property
    def turned_keys(self) -> tuple[Key, ...]:
        """The keys given by turning: each push is one detent, or one throw, however long it lasts."""
        pressed = {*self._board.keys, *(self._board.pico.keys if self._board.pico is not None else ())}
        return tuple(key for key in self.keys if key not in pressed)

    @property
    def spinner_keys(self) -> tuple[Key, ...] | None:
        """The keys beside the spinner's ring, from its first; None without a spinner beside the box."""
        return self._board.pico.keys if self.spinner is not None and self._board.pico is not None else None

    def press(self, key: Key, down: bool) -> None:
        """Push a key down or let it go, as a finger does; its effects have been reported when this returns.

        On a box with a knob instead of the keys up and down, pushing one of them turns the knob by one detent; with a
        spinner, pushing spin throws it.

        Raises:
            KeyError: This box has no such key.
        """
        if (pin := self._board.keys.get(key)) is not None:
            self._pins.pull(pin, low=down)
            return
        if self.spinner is not None and self._use_spinner(self.spinner, key, down):
            return
        knob, detents = self._turned_knobs()[key]
        if down:
            self._turn(knob, detents)

    def publish_ring(self, state: RingState) -> None:
        """Publish a new state of the spinner's lights."""
        keys = self._board.pico.keys if self._board.pico is not None else ()
        lit = tuple(key for place, key in enumerate(keys) if state.lit >> place & 1)
        with self._lock:
            self._publish(replace(self._state, ring=state.pixels, lit=lit))

    def _use_spinner(self, spinner: SimulatedSpinner, key: Key, down: bool) -> bool:
        """Push a key of the spinner, or turn its knob. Return whether it has such a key."""
        spec = self._board.pico
        assert spec is not None  # a simulated spinner exists only if the board has one
        if key in spec.keys:
            spinner.press(spec.keys.index(key), down)
        elif key in spec.available_keys and down:
            spinner.turn({Key.SPIN: _THROW_DETENTS, Key.UP: -1, Key.DOWN: 1}[key])
        return key in spec.available_keys

    def _turned_knobs(self) -> dict[Key, tuple[KnobSpec, int]]:
        """Return the knob to turn for each key, and by how many detents."""
        knob, spinner = self._board.knob, self._board.spinner
        up_and_down = {Key.UP: (knob, -1), Key.DOWN: (knob, 1)} if knob else {}
        return up_and_down | ({Key.SPIN: (spinner, _THROW_DETENTS)} if spinner else {})

    def _turn(self, knob: KnobSpec, detents: int) -> None:
        """Turn a knob by some detents: clockwise above 0, back below 0."""
        first, second = (knob.a, knob.b) if detents > 0 else (knob.b, knob.a)
        with self._turning:
            for _ in range(abs(detents)):
                for pin, low in ((first, True), (second, True), (first, False), (second, False)):
                    self._pins.pull(pin, low)

    def publish_tune(self, tune: Tune, volume: int) -> None:
        """Publish a tune that the buzzer plays."""
        with self._lock:
            played = tune if volume else ()
            self._publish(replace(self._state, tune=played, tune_number=self._state.tune_number + 1, volume=volume))

    def publish_spoken(self, spoken: tuple[str, ...]) -> None:
        """Publish the face in words."""
        with self._lock:
            self._publish(replace(self._state, spoken=spoken))

    def close(self) -> None:
        """Tell every subscriber that nothing more will come."""
        self.states.close()

    def _publish_screen(self) -> None:
        with self._lock:
            picture = self._panel.picture().to_bytes()
            self._publish(replace(self._state, picture=picture, on=self._panel.on, lights=self._lights()))

    def _lights(self) -> tuple[bool, ...]:
        lights = self._board.lights
        return tuple(
            seat in lights and not self._pins.low(lights[seat]) for seat in range(1, max(lights, default=0) + 1)
        )

    def _publish(self, state: SimulatedBoxState) -> None:
        if state != self._state or self.states.newest is None:
            self._state = state
            self.states.publish(state)
