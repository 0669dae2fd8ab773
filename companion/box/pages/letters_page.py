"""Writing with four keys: letter by letter, from a wheel."""

from __future__ import annotations

from collections.abc import Callable

from companion.box.faces.faces import Face, LettersFace, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.page import Page, PageHost
from companion.words.signs import Key

SHORT_NAME = 14
"""Longest name that can be written on the box: the width of the turn screen."""
DONE = "✓"
ERASE = "⌫"
SPACE = "␣"
_ACCENTED = {"fr": "éèêëàâçîïôùûœ", "en": "éèàçñöü"}
_PLAIN = "abcdefghijklmnopqrstuvwxyz"
_REST = "'-0123456789"
_OK_HINTS = {DONE: "key.done", ERASE: "key.erase"}
"""Meaning of ok on the wheel's signs that are not letters."""


class LettersPage(Page):
    """Asks for a name, or a few words. Done is one step up from A, or ok held; back erases, held it erases all.

    The first letter is a capital; in a name, also the first of each of its parts.
    """

    def __init__(  # noqa: PLR0913 - the question, then keyword options
        self,
        box: PageHost,
        caption: str,
        on_done: Callable[[str], None],
        *,
        strip: Strip | None = None,
        longest: int,
        required: bool = True,
        name: bool = False,
        typed: str = "",
    ) -> None:
        """Create the page; `on_done` gets the finished text, which may be empty only if it is not `required`.

        `strip` shows whose text it is.
        """
        super().__init__(box)
        self._caption, self._strip = caption, strip or Strip(title=caption)
        self._on_done, self._longest, self._required = on_done, longest, required
        self._capitals = " -'" if name else ""
        self._typed = typed
        self._chosen = 1 if required and not typed else 0

    def face(self) -> Face:
        wheel = self._wheel()
        back = "key.erase" if self._typed else "key.back"
        return LettersFace(
            strip=self._strip,
            hints=self.hints((Key.BACK, back), (Key.OK, _OK_HINTS.get(wheel[self._chosen], "key.take"))),
            typed=self._typed,
            wheel=wheel,
            chosen=self._chosen,
            caption=self._caption if self._strip.turn else "",
        )

    def press(self, key: Key) -> None:
        wheel = self._wheel()
        step = {Key.UP: -1, Key.LEFT: -1, Key.DOWN: 1, Key.RIGHT: 1}.get(key)
        if step is not None:
            self._chosen = (self._chosen + step) % len(wheel)
        elif key is Key.OK:
            self._take(wheel[self._chosen])
        elif key is Key.BACK and self._typed:
            self._typed = self._typed[:-1]
        else:
            super().press(key)

    def long_press(self, key: Key) -> None:
        if key is Key.OK:
            self._finish()
        elif self._typed:
            self._typed = ""
        else:
            self.box.pop()

    def undo(self) -> None:
        self.press(Key.BACK)

    def hold_text(self, key: Key) -> str:
        if key is Key.OK:
            return self.word("form.done") if self._may_finish() else ""
        return self.word("hold.erase" if self._typed else "key.back")

    def _wheel(self) -> tuple[str, ...]:
        letters = _PLAIN + _ACCENTED[self.box.words.language]
        if not self._typed or self._typed[-1] in self._capitals:
            letters = letters.upper()
        return (DONE, *letters, *_REST, SPACE, ERASE)

    def _take(self, sign: str) -> None:
        if sign == DONE:
            self._finish()
        elif sign == ERASE:
            self._typed = self._typed[:-1]
        elif len(self._typed) >= self._longest or (sign == SPACE and not self._typed):
            self.box.sound(Sound.REFUSED)
        elif sign == SPACE:
            self._typed += " "
            self._chosen = 1
        else:
            self._typed += sign

    def _may_finish(self) -> bool:
        return bool(self._typed.strip()) or not self._required

    def _finish(self) -> None:
        if self._may_finish():
            self._on_done(self._typed.strip())
        else:
            self.box.sound(Sound.REFUSED)
