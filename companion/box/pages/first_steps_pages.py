"""The first steps on a new box: language, keys, volume, text size, phones, and practice with dice and wheel."""

from __future__ import annotations

from dataclasses import replace

from companion.box.faces.faces import CheckedPart, Face, Hint, KeyTestFace, ListRow, MessageFace, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.first_steps import FirstSteps, PageMaker, StepPage
from companion.box.pages.level_page import VolumePage
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.page import SEAT_KEYS, Page, PageHost
from companion.box.pages.phones_page import FindPage
from companion.box.pages.practice_pages import DicePracticePage, WheelPracticePage
from companion.table.free_dice import most_free_dice, wheel_lender
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import Key, TurnedPart

_DICE = 2
"""Dice to practise with."""


def first_steps(box: PageHost) -> Page:
    """Return the first page of the first steps."""
    games = box.queries.games
    practice: list[PageMaker] = [DicePracticePage] if most_free_dice(games) >= _DICE else []
    if wheel_lender(games) is not None:
        practice.append(WheelPracticePage)
    steps: list[list[PageMaker]] = [[LanguagePage], [KeyTestPage], [VolumeStepPage], [TextSizePage], [PhonesStepPage]]
    return FirstSteps(box, [*steps, practice] if practice else steps).first_page()


class LanguagePage(ListPage, StepPage):
    """The languages, each in its own words. The hints are in the language under the cursor."""

    def __init__(self, box: PageHost, steps: FirstSteps) -> None:
        super().__init__(box, "", self._languages, LANGUAGES.index(box.preferences.language))
        self._steps = steps

    def face(self) -> Face:
        titles = " · ".join(Words(language)("settings.language") for language in LANGUAGES)
        words = Words(LANGUAGES[self.chosen])
        return replace(
            super().face(),
            strip=Strip(title=f"{self._steps.count(self)} {titles}"),
            hints=(
                Hint(Key.BACK, words("key.leave")),
                Hint(Key.DOWN, words("key.other")),
                Hint(Key.OK, words("key.choose")),
            ),
        )

    def on_removed(self) -> None:
        """Save that this is no new box any more, however the first steps ended; the language that was read stays."""
        if self.box.preferences.language != LANGUAGES[self.chosen]:
            self._take_language()
        self._steps.keep_preferences()

    def _languages(self) -> list[ListItem]:
        names = [Words(language)("language.name") for language in LANGUAGES]
        return [ListItem(ListRow(name[:1].upper() + name[1:]), self._choose) for name in names]

    def _choose(self) -> None:
        self._take_language()
        self._steps.go_on(self)

    def _take_language(self) -> None:
        self.box.set_preferences(replace(self.box.preferences, language=LANGUAGES[self.chosen]))


class KeyTestPage(StepPage):
    """The parts that are plugged in. Every key only ticks its sign the first time, so ok goes on the second time."""

    def __init__(self, box: PageHost, steps: FirstSteps) -> None:
        super().__init__(box)
        self._steps = steps
        self._worked: set[Key | TurnedPart] = set()

    def face(self) -> Face:
        connected = self._connected()
        return KeyTestFace(
            strip=self._steps.strip(self),
            hints=self._hints(),
            parts=tuple(CheckedPart(part, self._name(part), part in self._worked) for part in connected),
            line=self._next_line(connected),
            note=self._plugged_in(),
        )

    def press(self, key: Key) -> None:
        if key in self._connected() and key not in self._worked:
            self._tick(key)
        elif key is Key.OK:
            self._steps.go_on(self)
        elif key is Key.BACK:
            self.box.pop()

    def turn(self, step: int) -> None:
        self._tick(TurnedPart.KNOB)

    def throw(self, speed: float) -> None:
        self._tick(TurnedPart.SPINNER)

    def undo(self) -> None:
        self.press(Key.UNDO)

    def _connected(self) -> tuple[Key | TurnedPart, ...]:
        parts = self.box.parts()
        return (*parts.keys, *parts.turned)

    def _tick(self, part: Key | TurnedPart) -> None:
        was_complete = self._worked.issuperset(self._connected())
        self._worked.add(part)
        if not was_complete and self._worked.issuperset(self._connected()):
            self.box.sound(Sound.GOLD)

    def _hints(self) -> tuple[Hint, ...]:
        back = [(Key.BACK, "key.back")] if Key.BACK in self._worked else []
        return self.hints(*back, (Key.OK, "key.next" if Key.OK in self._worked else "first.twice"))

    def _next_line(self, connected: tuple[Key | TurnedPart, ...]) -> str:
        missing = [part for part in connected if part not in self._worked]
        if not connected or any(isinstance(part, Key) for part in missing):
            return self.word("first.press")
        if missing:
            return self.word("first.turn" if missing[0] is TurnedPart.KNOB else "first.spin")
        return self.word("first.works")

    def _name(self, part: Key | TurnedPart) -> str:
        if part in SEAT_KEYS:
            return self.word("box.key.seat", seat=SEAT_KEYS.index(part) + 1)
        return self.word(f"box.key.{part.value}" if isinstance(part, Key) else f"first.{part.value}")

    def _plugged_in(self) -> str:
        parts = self.box.parts()
        names = [self.word("how.screen"), self.word("first.keys", n=len(parts.keys))]
        names += [self._name(part) for part in parts.turned]
        if parts.lit_ring:
            names.append(self.word("first.lights"))
        return ", ".join(names)


class VolumeStepPage(VolumePage, StepPage):
    """The volume as a step."""

    def __init__(self, box: PageHost, steps: FirstSteps) -> None:
        super().__init__(box)
        self._steps = steps

    def face(self) -> Face:
        hints = self._steps.hints((Key.DOWN, "key.change"))
        return replace(super().face(), strip=self._steps.strip(self), hints=hints)

    def press(self, key: Key) -> None:
        if key is Key.OK:
            self._steps.go_on(self)
        elif key in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.BACK):
            super().press(key)


class TextSizePage(ListPage, StepPage):
    """The text size, shown as it is chosen."""

    def __init__(self, box: PageHost, steps: FirstSteps) -> None:
        super().__init__(box, lambda: steps.strip(self), self._sizes, int(box.preferences.large))
        self._steps = steps

    def face(self) -> Face:
        return replace(super().face(), hints=self._steps.hints((Key.DOWN, "key.change")))

    def press(self, key: Key) -> None:
        super().press(key)
        if key in (Key.UP, Key.DOWN):
            self.box.set_preferences(replace(self.box.preferences, large=bool(self.chosen)))

    def _sizes(self) -> list[ListItem]:
        texts = (self.word("first.normal"), self.word("settings.large"))
        return [ListItem(ListRow(text), lambda: self._steps.go_on(self)) for text in texts]


class PhonesStepPage(StepPage):
    """The way in for phones: a few words, then the address if there is a network."""

    def __init__(self, box: PageHost, steps: FirstSteps) -> None:
        super().__init__(box)
        self._steps = steps
        self._wants_address = False
        self._scroll = 0

    def face(self) -> Face:
        return self._address_face() if self._shows_address else self._words_face()

    def press(self, key: Key) -> None:
        if key in (Key.UP, Key.DOWN) and not self._shows_address:
            last = self.box.last_scroll(self._words_face())
            self._scroll = min(max(self._scroll + (1 if key is Key.DOWN else -1), 0), last)
        elif key in (Key.OK, Key.RIGHT):
            if self._shows_address or not self.box.address():
                self._steps.go_on(self)
            else:
                self._wants_address = True
        elif key in (Key.BACK, Key.LEFT):
            if self._shows_address:
                self._wants_address = False
            else:
                self.box.pop()

    @property
    def _shows_address(self) -> bool:
        return self._wants_address and bool(self.box.address())

    def _address_face(self) -> Face:
        hints = self.hints((Key.OK, "key.next"))  # the square leaves no room for more
        return replace(FindPage(self.box).face(), strip=self._steps.strip(self), hints=hints)

    def _words_face(self) -> MessageFace:
        body = self.word("first.phones" if self.box.address() else "first.no_network", row=self.word("phones.title"))
        face = MessageFace(strip=self._steps.strip(self), heading="", body=body, scroll=self._scroll)
        more = [(Key.DOWN, "first.read_on")] if self._scroll < self.box.last_scroll(face) else []
        return replace(face, hints=self._steps.hints(*more))
