"""The thread for everything the box emits besides pictures: lights, tunes, and words for a screen reader."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.box.faces.signals import MOST_VOLUME, BoxOutput, Glow, Sound
from companion.session.publisher import SubscriberSlot

Tune = tuple[tuple[int, int], ...]
"""Notes in order: each has its pitch in Hz (0: a rest) and its length in milliseconds."""

_LOUDNESS = (0.0, 0.03, 0.1, 0.5)
"""By volume: the share of each wave for which the line is high. Half is the loudest that a piezo disc can be; a quiet
evening needs far less."""

TUNES: Mapping[Sound, Tune] = MappingProxyType(
    {
        # A finger on the box: barely audible.
        Sound.KEY: ((1760, 6),),
        # Two pieces of wood.
        Sound.DONE: ((784, 35), (0, 25), (988, 45)),
        # A third upwards, C to E: a coin.
        Sound.GOLD: ((1047, 70), (0, 15), (1319, 130)),
        # A knuckle on the table, twice.
        Sound.REFUSED: ((147, 60), (0, 50), (131, 90)),
        # The wheel's peg against a sector.
        Sound.TICK: ((1175, 10),),
        # The caravan comes home: up in fourths and a second, and a long breath on the last.
        Sound.END: (
            *((587, 140), (0, 20), (784, 140), (0, 20), (880, 140), (0, 20), (1175, 280), (0, 40)),
            *((988, 140), (0, 20), (880, 140), (0, 20), (1175, 520)),
        ),
    }
)


def tune_of(sound: Sound) -> Tune:
    """Return the tune of a sound."""
    return TUNES[sound]


def loudness(volume: int) -> float:
    """Return the duty cycle of a volume, from 0 (mute) to 0.5.

    Raises:
        ValueError: `volume` is not from 0 to MOST_VOLUME.
    """
    if not 0 <= volume <= MOST_VOLUME:
        raise ValueError(f"the volume goes from 0 to {MOST_VOLUME}, not {volume}")
    return _LOUDNESS[volume]


PERIOD_S = 5.0
"""The period of the light of the seat whose turn it is. In each period it …"""
LEAD_S = 0.6
"""… shines this long, …"""
WINK_S = 0.12
"""… goes dark this long, as many times as the number of its seat, …"""
BETWEEN_S = 0.2
"""… shines this long after each of these winks, and then to the end of the period."""
BLINK_S = 0.5
"""The time for which the light of a seat that owes something is on, and then off."""
REST_S = 900.0
"""The time without news after which the lights only shine, so that at rest nothing wakes the machine."""

_TOLERANCE_S = 0.001
"""The tolerance for waking too early: without it the thread would have to wake once more for nothing."""


def light_state(glow: Glow, seat: int, elapsed: float) -> tuple[bool, float | None]:
    """Return whether a light is on, and in how many seconds that changes (None: never).

    Args:
        glow: The behaviour of the light.
        seat: From 1; also the number of winks if it is this seat's turn.
        elapsed: Seconds since the light began this behaviour, from 0.
    """
    match glow:
        case Glow.OFF:
            return False, None
        case Glow.STEADY:
            return _state_at(elapsed, PERIOD_S, _wink_times(seat))
        case Glow.BLINK:
            return _state_at(elapsed, 2 * BLINK_S, (BLINK_S, 2 * BLINK_S))


def _wink_times(seat: int) -> tuple[float, ...]:
    """Return the times within its period at which a light changes: dark, on, dark, on and so on.

    The last time lies beyond the period: on again, which is no change.
    """
    starts = [LEAD_S + wink * (WINK_S + BETWEEN_S) for wink in range(seat)]
    return (*(time for start in starts for time in (start, start + WINK_S)), PERIOD_S + LEAD_S)


def _state_at(elapsed: float, period: float, changes: Sequence[float]) -> tuple[bool, float]:
    """Return the state of a light that begins every period on and toggles at `changes`, and how long it stays so."""
    position = (elapsed + _TOLERANCE_S) % period
    passed = sum(change <= position for change in changes)
    return passed % 2 == 0, changes[passed] - position + _TOLERANCE_S


@dataclass(slots=True)
class _Light:
    glow: Glow
    since: float


class LightRhythm:
    """The rhythm of every light. A light whose behaviour stays the same keeps its rhythm, whatever the others do."""

    def __init__(self, seats: Iterable[int]) -> None:
        """`seats` are those with a light, from 1."""
        self._lights = {seat: _Light(Glow.OFF, 0.0) for seat in seats}
        self._changed_at = 0.0

    def show(self, glows: Sequence[Glow], now: float) -> None:
        """Set the behaviour of each light from `now` on, in seconds of any clock.

        `glows` begins with seat 1; a light beyond its end is dark.
        """
        self._changed_at = now
        for seat, light in self._lights.items():
            glow = glows[seat - 1] if seat <= len(glows) else Glow.OFF
            if glow is not light.glow:
                light.glow, light.since = glow, now

    def states_at(self, now: float) -> tuple[tuple[bool, ...], float | None]:
        """Return which lights are on, from seat 1, and in how many seconds to ask again (None: never)."""
        remaining = self._changed_at + REST_S - now
        states = {seat: light_state(light.glow, seat, now - light.since) for seat, light in self._lights.items()}
        if remaining <= _TOLERANCE_S:
            states = {seat: (self._lights[seat].glow is not Glow.OFF, None) for seat in states}
        waits = [wait for _, wait in states.values() if wait is not None]
        seats = range(1, max(self._lights, default=0) + 1)
        lights_on = tuple(seat in states and states[seat][0] for seat in seats)
        return lights_on, min(*waits, remaining) if waits else None


log = logging.getLogger(__name__)


class LightSoundThread:
    """A thread that passes on the lights and sounds of the newest output, each sound once. At rest it sleeps.

    It also keeps the rhythm of all lights: one thread for each would wake as often and cost more.
    """

    def __init__(
        self,
        slot: SubscriberSlot[BoxOutput],
        light: Callable[[Sequence[bool]], None],
        play: Callable[[Tune, int], None],
        speak: Callable[[tuple[str, ...]], None] | None = None,
        *,
        seats: Iterable[int],
        clock: Callable[[], float],
    ) -> None:
        """`close` closes the slot. The callables are called on this thread.

        Args:
            slot: The source of the outputs.
            light: Switches the lights of the seats on or off, from seat 1.
            play: Plays a tune at a volume instead of the current one; volume 0 only ends the current one.
            speak: Gets every face in words, the most important line first.
            seats: The seats with a light, from 1.
            clock: Counts seconds and never goes back.
        """
        self._slot = slot
        self._light = light
        self._play = play
        self._speak = speak
        self._rhythm = LightRhythm(seats)
        self._clock = clock
        self._newest: BoxOutput | None = None
        self._newest_sound = 0
        self._volume = 0
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Pass on the last output and stop."""
        self._slot.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        wait = None
        while (output := self._slot.take(wait)) is not None or not self._slot.closed:
            try:
                if output is not None:
                    self._pass_on(output)
                wait = self._update_lights()
            except Exception:  # a light that fails must not stop the sounds, nor the next output
                log.exception("cannot pass on lights or sounds")
                wait = None

    def _update_lights(self) -> float | None:
        """Switch the lights to their state of this moment. Return the seconds until it changes, None if it does not."""
        lit, wait = self._rhythm.states_at(self._clock())
        self._light(lit)
        return wait

    def _pass_on(self, output: BoxOutput) -> None:
        if self._speak is not None:
            self._speak(output.face.spoken())
        if output.sound is not None and output.sound_number > self._newest_sound:
            self._play(tune_of(output.sound), output.volume)
        elif output.volume == 0 and self._volume:
            self._play((), 0)
        self._newest_sound = max(self._newest_sound, output.sound_number)
        self._volume = output.volume
        if output != self._newest:
            self._newest = output
            self._rhythm.show(output.glows, self._clock())
