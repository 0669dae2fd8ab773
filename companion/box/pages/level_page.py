"""The pages that set the volume and the brightness of the screen."""

from __future__ import annotations

from dataclasses import replace

from companion.box.faces.faces import Face, LevelFace, Strip
from companion.box.faces.signals import MOST_BRIGHTNESS, MOST_VOLUME, Sound
from companion.box.pages.page import Page
from companion.words.signs import Key


class LevelPage(Page):
    """A level that up and down change at once."""

    clockwise_is_up = True
    caption: str
    """Key of the level's name."""
    bounds: tuple[int, int]
    """The lowest level and the highest."""

    @property
    def level(self) -> int:
        """The level as it is set."""
        raise NotImplementedError

    def set_level(self, level: int) -> None:
        """Set the level."""
        raise NotImplementedError

    def face(self) -> Face:
        return LevelFace(
            strip=Strip(title=self.word(self.caption)),
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.ok")),
            caption=self.word(self.caption),
            level=self.level,
            top=self.bounds[1],
        )

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        if step is None:
            self.box.pop()
            return
        low, high = self.bounds
        self.set_level(min(high, max(low, self.level + step)))


class VolumePage(LevelPage):
    """The volume, played as it is set."""

    caption = "settings.volume"
    bounds = (0, MOST_VOLUME)

    @property
    def level(self) -> int:
        return self.box.preferences.volume

    def set_level(self, level: int) -> None:
        self.box.set_preferences(replace(self.box.preferences, volume=level, muted=False))
        self.box.sound(Sound.GOLD)


class BrightnessPage(LevelPage):
    """The brightness of the screen."""

    caption = "settings.brightness"
    bounds = (1, MOST_BRIGHTNESS)

    @property
    def level(self) -> int:
        return self.box.preferences.brightness

    def set_level(self, level: int) -> None:
        self.box.set_preferences(replace(self.box.preferences, brightness=level))
