"""The thread for what the box gives besides pictures: lights and their rhythm, tunes, and words for a screen reader."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.box.faces.signals import MOST_VOLUME, Glow, Output, Sound
from companion.session.publisher import Slot

Tune = tuple[tuple[int, int], ...]
"""Notes in order: each its pitch in Hz (0: a rest) and its length in milliseconds."""

_LOUDNESS = (0.0, 0.03, 0.1, 0.5)
"""By volume: the share of each wave for which the line is high. Half is the loudest a piezo disc can be; much less than
that is what a quiet evening wants."""

TUNES: Mapping[Sound, Tune] = MappingProxyType(
    {
        # A finger on the box: barely there.
        Sound.KEY: ((1760, 6),),
        # Two pieces of wood.
        Sound.DONE: ((784, 35), (0, 25), (988, 45)),
        # A third upwards, C to E, as a coin would say it.
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
    """The tune of a sound."""
    return TUNES[sound]


def loudness(volume: int) -> float:
    """The duty cycle of a volume, from 0 (mute) to 0.5.

    Raises:
        ValueError: `volume` is not from 0 to MOST_VOLUME.
    """
    if not 0 <= volume <= MOST_VOLUME:
        raise ValueError(f"the volume goes from 0 to {MOST_VOLUME}, not {volume}")
    return _LOUDNESS[volume]


PERIOD_S = 5.0
"""The light of the seat whose turn it is winks again every so often: …"""
LEAD_S = 0.6
"""… it shines, …"""
WINK_S = 0.12
"""… goes dark for as long as this, once for every number of its seat, …"""
BETWEEN_S = 0.2
"""… with so much light between two winks and after the last, and shines on to the end of the period."""
BLINK_S = 0.5
"""How long the light of a seat that owes something is on, and how long off."""
REST_S = 900.0
"""After so long without anything new the lights only shine, so that at rest nothing wakes."""

_HAIR_S = 0.001
"""Who wakes this much early is in time: otherwise it would have to wake once more for nothing."""


def lit(glow: Glow, seat: int, t: float) -> tuple[bool, float | None]:
    """Whether a light is on, and in how many seconds that changes; None: it stays.

    Args:
        glow: What the light does.
        seat: From 1; as often as this winks the one whose turn it is.
        t: Seconds since the light began to do so, from 0.
    """
    match glow:
        case Glow.OFF:
            return False, None
        case Glow.STEADY:
            return _at(t, PERIOD_S, _winks(seat))
        case Glow.BLINK:
            return _at(t, 2 * BLINK_S, (BLINK_S, 2 * BLINK_S))


def _winks(seat: int) -> tuple[float, ...]:
    """When within its period a light changes: dark, on, dark, on …, and once more on, which is no change."""
    starts = [LEAD_S + wink * (WINK_S + BETWEEN_S) for wink in range(seat)]
    return (*(moment for start in starts for moment in (start, start + WINK_S)), PERIOD_S + LEAD_S)


def _at(t: float, period: float, changes: Sequence[float]) -> tuple[bool, float]:
    """The state at a moment, of a light that begins every period on and changes at these; and how long it stays so."""
    within = (t + _HAIR_S) % period
    passed = sum(change <= within for change in changes)
    return passed % 2 == 0, changes[passed] - within + _HAIR_S


@dataclass(slots=True)
class _Light:
    glow: Glow
    since: float


class Rhythm:
    """Every light in its rhythm. One that goes on doing the same never stumbles, whatever the others do."""

    def __init__(self, seats: Iterable[int]) -> None:
        """`seats` are those with a light, from 1."""
        self._lights = {seat: _Light(Glow.OFF, 0.0) for seat in seats}
        self._new_at = 0.0

    def show(self, glows: Sequence[Glow], now: float) -> None:
        """From now on, in seconds of any clock, each light does this, from seat 1; one that is not named is dark."""
        self._new_at = now
        for seat, light in self._lights.items():
            glow = glows[seat - 1] if seat <= len(glows) else Glow.OFF
            if glow is not light.glow:
                light.glow, light.since = glow, now

    def lit(self, now: float) -> tuple[tuple[bool, ...], float | None]:
        """Which lights are on, from seat 1, and in how many seconds this is worth asking again; None: never."""
        left = self._new_at + REST_S - now
        states = {seat: lit(light.glow, seat, now - light.since) for seat, light in self._lights.items()}
        if left <= _HAIR_S:
            states = {seat: (self._lights[seat].glow is not Glow.OFF, None) for seat in states}
        waits = [wait for _, wait in states.values() if wait is not None]
        seats = range(1, max(self._lights, default=0) + 1)
        on = tuple(seat in states and states[seat][0] for seat in seats)
        return on, min(*waits, left) if waits else None


log = logging.getLogger(__name__)


class SignalThread:
    """Passes on lights and sounds of the newest output; each sound once. At rest it sleeps.

    It also keeps the lights in their rhythm, all of them: a thread for each would wake as often and cost more.
    """

    def __init__(
        self,
        slot: Slot[Output],
        light: Callable[[Sequence[bool]], None],
        play: Callable[[Tune, int], None],
        speak: Callable[[tuple[str, ...]], None] | None = None,
        *,
        seats: Iterable[int],
        clock: Callable[[], float],
    ) -> None:
        """`slot` is closed by `close`; the others are called on this thread.

        Args:
            slot: Where outputs come from.
            light: Makes the lights of the seats be on or off, from seat 1.
            play: Plays a tune at a volume, in place of what plays; volume 0 only ends that.
            speak: Gets every face in words, the most important line first.
            seats: Those with a light, from 1.
            clock: Counts seconds and never goes back.
        """
        self._slot = slot
        self._light = light
        self._play = play
        self._speak = speak
        self._rhythm = Rhythm(seats)
        self._clock = clock
        self._newest: Output | None = None
        self._newest_sound = 0
        self._volume = 0
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def close(self) -> None:
        """Pass on what came last and stop."""
        self._slot.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        wait = None
        while (output := self._slot.take(wait)) is not None or not self._slot.closed:
            try:
                if output is not None:
                    self._pass_on(output)
                wait = self._shine()
            except Exception:  # a light that fails must not take the sounds down, nor the next output
                log.exception("cannot pass on lights or sounds")
                wait = None

    def _shine(self) -> float | None:
        """Light what is on at this moment; in how many seconds that changes, None: it does not by itself."""
        lit, wait = self._rhythm.lit(self._clock())
        self._light(lit)
        return wait

    def _pass_on(self, output: Output) -> None:
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
