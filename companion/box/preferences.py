"""Preferences that a table can set on the box, and their saved form."""

from __future__ import annotations

from typing import Any

from companion.box.faces.signals import MOST_VOLUME
from companion.support.frozen import frozen
from companion.words.catalogue import LANGUAGES

NOTE = "preferences"
"""Name of the note under which they are saved."""


@frozen
class Preferences:
    """Language, volume, text size and motion. The settings file gives the initial values."""

    language: str = LANGUAGES[0]
    volume: int = 2
    """0 (silent) to MOST_VOLUME."""
    large: bool = False
    muted: bool = False
    """Silent for now; the volume is kept for later."""
    calm: bool = False
    """Nothing moves on the screen: a thrown wheel stops at once."""

    @property
    def heard(self) -> int:
        """Volume at which the box plays: 0 while it is muted."""
        return 0 if self.muted else self.volume

    def to_json(self) -> dict[str, Any]:
        """Return the preferences as they are saved."""
        kept = {"language": self.language, "volume": self.volume, "large": self.large, "muted": self.muted}
        return {**kept, "calm": self.calm}


def preferences_from(kept: Any, first: Preferences) -> Preferences:
    """Return the saved values, with `first` for those that are missing or invalid."""
    if not isinstance(kept, dict):
        return first
    language, volume = kept.get("language"), kept.get("volume")
    large, muted, calm = kept.get("large"), kept.get("muted"), kept.get("calm")
    return Preferences(
        language if language in LANGUAGES else first.language,
        volume if type(volume) is int and 0 <= volume <= MOST_VOLUME else first.volume,
        large if isinstance(large, bool) else first.large,
        muted if isinstance(muted, bool) else first.muted,
        calm if isinstance(calm, bool) else first.calm,
    )
