"""Practice with dice and wheel on a new box: no game, and nothing is written."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from companion.box.faces.chance_faces import DiceFace
from companion.box.faces.faces import Face, Hint
from companion.box.faces.signals import Sound
from companion.box.faces.wheel_face import WheelFace
from companion.box.pages.first_steps import FirstSteps, StepPage
from companion.box.pages.free_dice_page import FreeDicePage, FreeWheelPage
from companion.box.pages.page import PageHost
from companion.box.pages.wheel_spin import GRIPPED
from companion.table.free_dice import FreeThrow
from companion.words.signs import Key


class _Exercise(Enum):
    """The exercises with the dice, in order."""

    THROW = "throw"
    TAKE_BACK = "take_back"
    AGAIN = "again"
    SAME = "same"
    """Nothing: the same values came again."""
    MENU = "menu"
    DONE = "done"


_THROWS = (_Exercise.THROW, _Exercise.AGAIN)
_BEFORE_MENU = (_Exercise.TAKE_BACK, _Exercise.SAME)
"""The exercises from which a short ok leads to the menu; from the last ones it leads to the next page."""


class DicePracticePage(FreeDicePage, StepPage):
    """Exercises with two dice: throw, take back, throw again, open the menu."""

    def __init__(self, box: PageHost, steps: FirstSteps) -> None:
        super().__init__(box)
        self._steps = steps
        self._exercise = _Exercise.THROW
        self._tray = box.queries.practice_dice()
        """The dice as they lie before the throw, so that a throw that was taken back is repeated."""

    @property
    def grips(self) -> frozenset[Key]:
        return GRIPPED if self._exercise in _THROWS else frozenset()

    def face(self) -> Face:
        face = super().face()
        assert isinstance(face, DiceFace)
        lesson = self.word(f"first.dice.{self._exercise.value}")
        return replace(face, strip=self._steps.strip(self), hints=self._exercise_hints(), line="", lesson=lesson)

    def press(self, key: Key) -> None:
        if key is Key.OK:
            self._skip()
        elif key is Key.BACK:
            if self._exercise is _Exercise.TAKE_BACK:
                self.box.sound(Sound.REFUSED)  # it was not held long enough, and must not take back all the same
            else:
                self.box.pop()

    def long_press(self, key: Key) -> None:
        if key is Key.OK and self._exercise is _Exercise.MENU:
            self._exercise = _Exercise.DONE
            self.box.sound(Sound.DONE)
        elif key is Key.BACK and self._exercise is _Exercise.TAKE_BACK:
            self._take_back()
        elif key is Key.OK and self._exercise in _BEFORE_MENU:
            self.box.sound(Sound.REFUSED)  # held as for a roll: that must not skip what is to be learnt
        else:
            super().long_press(key)

    def undo(self) -> None:
        if self._exercise is _Exercise.TAKE_BACK:
            self._take_back()

    def hold_text(self, key: Key) -> str:
        if key is Key.OK:
            return self.word("hold.menu") if self._exercise is _Exercise.MENU else ""
        return self.word("hold.take_back") if self._exercise is _Exercise.TAKE_BACK else super().hold_text(key)

    def throw(self, speed: float) -> None:
        if self._exercise not in _THROWS:
            return
        thrown = self.box.queries.practice_throw(self._tray, dice=self._count)
        self._values = thrown.throws[-1].drawn.values
        self._exercise = _Exercise.TAKE_BACK if self._exercise is _Exercise.THROW else _Exercise.SAME
        self.box.sound(Sound.DONE)

    def _take_back(self) -> None:
        self._values = ()
        self._exercise = _Exercise.AGAIN
        self.box.sound(Sound.DONE)

    def _skip(self) -> None:
        if self._exercise in _BEFORE_MENU:
            self._exercise = _Exercise.MENU
        else:
            self._steps.go_on(self)

    def _exercise_hints(self) -> tuple[Hint, ...]:
        match self._exercise:
            case _Exercise.THROW | _Exercise.AGAIN if self._winding.held:
                return self.hints((self._winding.key, "key.let_go"))
            case _Exercise.THROW | _Exercise.AGAIN:
                return self.hints((Key.BACK, "key.back"), (Key.OK, "key.hold"))
            case _Exercise.TAKE_BACK:
                return self.hints((Key.BACK, "key.hold"), (Key.OK, "key.skip"))
            case _Exercise.MENU:
                return self.hints((Key.BACK, "key.back"), (Key.OK, "key.skip"))
            case _:
                return self._steps.hints()


class WheelPracticePage(FreeWheelPage, StepPage):
    """A first spin of the wheel. Once it rests, ok goes on."""

    def __init__(self, box: PageHost, steps: FirstSteps) -> None:
        wheel = box.queries.free_wheel()
        assert wheel is not None  # the page is made only if a game lends one
        super().__init__(box, wheel)
        self._steps = steps
        self._tray = box.queries.practice_dice()

    @property
    def grips(self) -> frozenset[Key]:
        return frozenset() if self._rests else super().grips

    def face(self) -> Face:
        face = super().face()
        assert isinstance(face, WheelFace)
        strip = self._steps.strip(self)
        if self._rests:
            return replace(face, strip=strip, hints=self._steps.hints(), note="")
        line = "" if self._is_turning or self._winding.held else self.word("first.wheel")
        return replace(face, strip=strip, line=line, note="")

    def press(self, key: Key) -> None:
        if key is Key.OK:
            self._steps.go_on(self)
        else:
            super().press(key)

    def undo(self) -> None:
        self.press(Key.BACK)

    def throw(self, speed: float) -> None:
        if not self._rests:
            super().throw(speed)

    @property
    def _rests(self) -> bool:
        return self._spun is not None and not self._is_turning

    def _throw_wheel(self, ring: str) -> FreeThrow | None:
        self._tray = self.box.queries.practice_throw(self._tray, route=ring, wheel=self._wheel)
        return self._tray.throws[-1]
