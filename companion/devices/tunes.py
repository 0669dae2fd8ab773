"""The sounds of the box as tunes: what a buzzer on the table and a browser's loudspeaker both can play."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.box.faces.signals import MOST_VOLUME, Sound

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
