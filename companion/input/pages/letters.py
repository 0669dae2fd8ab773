"""Writing with four keys: letter by letter, from a wheel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.input.pages.page import Page
from companion.views.faces import Face, Key, LettersFace, Strip

if TYPE_CHECKING:
    from companion.input.box import Box

DONE = "✓"
ERASE = "⌫"
SPACE = "␣"
_ACCENTED = {"fr": "éèêëàâçîïôùûœ", "en": "éèàçñöü"}
_PLAIN = "abcdefghijklmnopqrstuvwxyz"
_REST = "'-0123456789"


class LettersPage(Page):
    """A few words. The first letter of each word is a capital; done is one step up from A, erase is the back key.

    An empty text is only taken when `required` is false. `done` gets the text when it is finished.
    """

    def __init__(
        self, box: Box, title: str, done: Callable[[str], None], *, longest: int, required: bool = True, typed: str = ""
    ) -> None:
        super().__init__(box)
        self._title, self._done, self._longest, self._required = title, done, longest, required
        self._typed = typed
        self._chosen = 1 if not typed else 0

    def face(self) -> Face:
        return LettersFace(
            strip=Strip(title=self._title),
            hints=self.hints((Key.BACK, "key.erase" if self._typed else "key.back"), (Key.OK, "key.take")),
            typed=self._typed,
            wheel=self._wheel(),
            chosen=self._chosen,
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

    def _wheel(self) -> tuple[str, ...]:
        letters = _PLAIN + _ACCENTED[self.box.words.language]
        if not self._typed or self._typed[-1] in " -'":
            letters = letters.upper()
        return (DONE, *letters, *_REST, SPACE, ERASE)

    def _take(self, sign: str) -> None:
        if sign == DONE:
            text = self._typed.strip()
            if text or not self._required:
                self._done(text)
        elif sign == ERASE:
            self._typed = self._typed[:-1]
        elif len(self._typed) < self._longest:
            self._typed += " " if sign == SPACE else sign
            if sign == SPACE:
                self._chosen = 1
