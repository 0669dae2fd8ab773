"""Preferences that a table can set on the box, and their saved form."""

from __future__ import annotations

from typing import Any

from companion.box.faces.signals import MOST_BRIGHTNESS, MOST_VOLUME
from companion.support.frozen_dataclasses import frozen
from companion.words.catalogue import LANGUAGES

PREFERENCES_NOTE = "preferences"
"""Name of the note under which they are saved."""


@frozen
class Preferences:
    """Language, volume, text size, motion and screen. The settings file gives the initial values."""

    language: str = LANGUAGES[0]
    volume: int = 2
    """0 (silent) to MOST_VOLUME."""
    large: bool = False
    muted: bool = False
    """Silent for now; the volume is kept for later."""
    calm: bool = False
    """Nothing moves on the screen: a thrown wheel stops at once."""
    brightness: int = MOST_BRIGHTNESS
    """1 to MOST_BRIGHTNESS."""
    dark_at_night: bool = False
    """At night the screen and the lights go off when nobody plays."""

    @property
    def effective_volume(self) -> int:
        """Volume at which the box plays: 0 while it is muted."""
        return 0 if self.muted else self.volume

    def to_json(self) -> dict[str, Any]:
        """Return the preferences as they are saved."""
        values = {"language": self.language, "volume": self.volume, "large": self.large, "muted": self.muted}
        screen = {"brightness": self.brightness, "dark_at_night": self.dark_at_night}
        return {**values, "calm": self.calm, **screen}


def preferences_from(saved: Any, initial: Preferences) -> Preferences:
    """Return the saved values, with `initial` for those that are missing or invalid."""
    if not isinstance(saved, dict):
        return initial
    language, volume = saved.get("language"), saved.get("volume")
    large, muted, calm = saved.get("large"), saved.get("muted"), saved.get("calm")
    brightness, dark_at_night = saved.get("brightness"), saved.get("dark_at_night")
    return Preferences(
        language if language in LANGUAGES else initial.language,
        volume if type(volume) is int and 0 <= volume <= MOST_VOLUME else initial.volume,
        large if isinstance(large, bool) else initial.large,
        muted if isinstance(muted, bool) else initial.muted,
        calm if isinstance(calm, bool) else initial.calm,
        brightness if type(brightness) is int and 1 <= brightness <= MOST_BRIGHTNESS else initial.brightness,
        dark_at_night if isinstance(dark_at_night, bool) else initial.dark_at_night,
    )
