"""Tests of the tunes: a small buzzer can play them, and they are short enough for a table that talks."""

from __future__ import annotations

import pytest

from companion.box.faces.signals import MOST_VOLUME, Sound
from companion.devices.light_sound_thread import TUNES, loudness, tune_of


@pytest.mark.parametrize("sound", Sound)
def test_every_sound_has_a_tune_that_a_buzzer_can_play(sound: Sound) -> None:
    tune = tune_of(sound)
    assert all(pitch == 0 or 100 <= pitch <= 4000 for pitch, _ in tune)
    assert all(length > 0 for _, length in tune)


@pytest.mark.parametrize("sound", [sound for sound in Sound if sound is not Sound.END])
def test_all_tunes_but_the_last_are_short(sound: Sound) -> None:
    assert sum(length for _, length in tune_of(sound)) <= 300


def test_the_final_tune_takes_less_than_two_seconds() -> None:
    assert sum(length for _, length in tune_of(Sound.END)) < 2000


def test_the_gold_tune_rises_by_a_third() -> None:
    first, last = (pitch for pitch, _ in tune_of(Sound.GOLD) if pitch)
    assert last / first == pytest.approx(5 / 4, rel=0.01)


def test_the_refusal_tune_is_the_lowest() -> None:
    lowest = {sound: min(pitch for pitch, _ in tune if pitch) for sound, tune in TUNES.items()}
    assert min(lowest, key=lambda sound: lowest[sound]) is Sound.REFUSED


def test_loudness_grows_with_the_volume_from_zero() -> None:
    levels = [loudness(volume) for volume in range(MOST_VOLUME + 1)]
    assert levels[0] == 0
    assert levels == sorted(set(levels))
    assert levels[-1] <= 0.5
    with pytest.raises(ValueError, match="volume"):
        loudness(-1)
