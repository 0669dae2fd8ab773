"""The page that sets the volume."""

from __future__ import annotations

from dataclasses import replace

from companion.box.faces.faces import Face, LevelFace, Strip
from companion.box.faces.signals import MOST_VOLUME, Sound
from companion.box.pages.page import Page
from companion.words.signs import Key


class VolumePage(Page):
    """The volume, played as it is set."""

    clockwise_is_up = True

    def face(self) -> Face:
        return LevelFace(
            strip=Strip(title=self.word("settings.volume")),
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.ok")),
            caption=self.word("settings.volume"),
            level=self.box.preferences.volume,
            top=MOST_VOLUME,
        )

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        if step is None:
            self.box.pop()
            return
        volume = min(MOST_VOLUME, max(0, self.box.preferences.volume + step))
        self.box.set_preferences(replace(self.box.preferences, volume=volume, muted=False))
        self.box.sound(Sound.GOLD)
