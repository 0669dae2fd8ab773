"""Writing with four keys: letter by letter, from a wheel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import islice

from companion.box.faces.faces import Face, LettersFace, Strip
from companion.box.faces.signals import Sound
from companion.box.name_guesses import NameGuesses
from companion.box.pages.page import Page, PageHost
from companion.rules.people_names import LONGEST_NAME
from companion.words.signs import Key

SHORT_NAME = 14
"""Longest name that can be written on the box: the width of the turn screen."""
DONE = "✓"
ERASE = "⌫"
SPACE = "␣"
_ACCENTED = {"fr": "éèêëàâçîïôùûœ", "en": "éèàçñöü"}
_ACCENTS = {"a": "àâä", "c": "ç", "e": "éèêë", "i": "îï", "n": "ñ", "o": "ôöœ", "s": "ß", "u": "ùûü"}
"""The accented forms of letters: with guesses, the last letter written can be turned into them."""
_PLAIN = "abcdefghijklmnopqrstuvwxyz"
_REST = "'-0123456789"
_NEAR = 12
"""Ranks among likely letters up to which accented ones are on the wheel."""
_ACCENT_STEPS = 7
"""Steps up from the cursor to the accents of the last letter."""
_DONE_STEPS = 7
"""Steps up to the sign that finishes: ok held is quicker."""
_FEW_LETTERS = 2
"""Letters from which a text may well be complete."""
_OK_HINTS = {DONE: "key.done", ERASE: "key.erase"}
"""Meaning of ok on the wheel's signs that are not letters."""


class LettersPage(Page):
    """Asks for a name, or a few words. Done is one step up from A, or ok held; back erases, held it erases all.

    The first letter is a capital; in a name, also the first of each of its parts. With guesses, the likelier a letter,
    the nearer it is to the cursor, above or below. One step up is the whole name that is guessed; if no other name
    begins so, the cursor is on it. A few steps up are the accents of the last letter.
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
        guesses: NameGuesses | None = None,
    ) -> None:
        """Create the page; `on_done` gets the finished text, which may be empty only if it is not `required`.

        `strip` shows whose text it is. `guesses` make writing a name quick.
        """
        super().__init__(box)
        self._caption, self._strip = caption, strip or Strip(title=caption)
        self._on_done, self._longest, self._required = on_done, longest, required
        self._capitals = " -'" if name else ""
        self._typed = typed
        self._guesses = guesses
        self._chosen = 1 if required and not typed else 0
        if guesses is not None:
            self._chosen = self._wheel().index(DONE) if typed else 0

    def face(self) -> Face:
        wheel = self._wheel()
        back = "key.erase" if self._typed else "key.back"
        return LettersFace(
            strip=self._strip,
            hints=self.hints((Key.BACK, back), (Key.OK, self._ok_hint(wheel[self._chosen]))),
            typed=self._typed,
            wheel=wheel,
            chosen=self._chosen,
            caption=self._caption if self._strip.turn else self._how_to_write(),
        )

    def press(self, key: Key) -> None:
        wheel = self._wheel()
        step = {Key.UP: -1, Key.LEFT: -1, Key.DOWN: 1, Key.RIGHT: 1}.get(key)
        if step is not None:
            self._chosen = (self._chosen + step) % len(wheel)
        elif key is Key.OK:
            self._take(wheel[self._chosen])
        elif key is Key.BACK and self._typed:
            self._write(self._typed[:-1])
        else:
            super().press(key)

    def long_press(self, key: Key) -> None:
        if key is Key.OK:
            self._finish()
        elif self._typed:
            self._write("")
        else:
            self.box.pop()

    def undo(self) -> None:
        self.press(Key.BACK)

    def hold_text(self, key: Key) -> str:
        if key is Key.OK:
            return self.word("form.done") if self._may_finish() else ""
        return self.word("hold.erase" if self._typed else "key.back")

    def _how_to_write(self) -> str:
        """Return how to find a letter, and once there are a few, how to finish: no key of the hints says that."""
        is_ready = len(self._typed) >= _FEW_LETTERS
        return self.word("letters.finish" if is_ready else "letters.find")

    def _ok_hint(self, sign: str) -> str:
        is_name = len(sign) > 1 and sign != _accents_of(self._typed)
        return "key.done" if is_name else _OK_HINTS.get(sign, "key.take")

    def _wheel(self) -> tuple[str, ...]:
        if self._guesses is not None:
            return self._guessed_wheel(self._guesses)
        letters = _PLAIN + _ACCENTED[self.box.words.language]
        return (DONE, *self._in_case(letters), *_REST, SPACE, ERASE)

    def _guessed_wheel(self, guesses: NameGuesses) -> tuple[str, ...]:
        """Return the wheel from the cursor down; the signs above the cursor are at its end, the nearest one last."""
        names = [*islice(guesses.names(self._typed, self._longest), 2)]
        ordered = guesses.letters(self._typed, _PLAIN + "".join(_ACCENTS.values()))
        likely = [letter for rank, letter in enumerate(ordered) if rank < _NEAR or letter in _PLAIN]
        letters = [self._in_case(letter) for letter in likely]
        guess = names[:1]
        signs = [*guess, *letters] if len(names) == 1 else [letters[0], *guess, *letters[1:]]
        below, above = signs[::2], signs[1::2]
        if accents := _accents_of(self._typed):
            above.insert(_ACCENT_STEPS - 1, accents)
        above.insert(_DONE_STEPS - 1, DONE)
        return (*below, *_REST, SPACE, ERASE, *reversed(above))

    def _in_case(self, letters: str) -> str:
        return letters.upper() if not self._typed or self._typed[-1] in self._capitals else letters

    def _take(self, sign: str) -> None:
        if sign == DONE:
            self._finish()
        elif sign == ERASE:
            self._write(self._typed[:-1])
        elif sign == _accents_of(self._typed):
            self._write(self._typed[:-1] + sign[0])
        elif len(sign) > 1:
            self._write(sign)
            self._finish()
        elif len(self._typed) >= self._longest or (sign == SPACE and not self._typed):
            self.box.sound(Sound.REFUSED)
        elif sign == SPACE:
            self._write(self._typed + " ")
            self._chosen = 1 if self._guesses is None else 0
        else:
            self._write(self._typed + sign)

    def _write(self, text: str) -> None:
        """Replace the text; with guesses, the cursor goes to the likeliest letter."""
        self._typed = text
        if self._guesses is not None:
            self._chosen = 0

    def _may_finish(self) -> bool:
        return bool(self._typed.strip()) or not self._required

    def _finish(self) -> None:
        if self._may_finish():
            self._on_done(self._typed.strip())
        else:
            self.box.sound(Sound.REFUSED)


def _accents_of(typed: str) -> str:
    """Return the other forms of the last letter, the next one first: of "Zo" these are "ôöœo"; empty without any."""
    last = typed[-1:]
    forms = next((plain + accented for plain, accented in _ACCENTS.items() if last.casefold() in plain + accented), "")
    position = forms.find(last.casefold()) + 1
    turned = forms[position:] + forms[: position - 1]
    return turned.upper() if last.isupper() else turned


def name_page(
    box: PageHost,
    on_done: Callable[[str], None],
    typed: str = "",
    *,
    known: Sequence[str] = (),
    taken: Collection[str] = (),
) -> LettersPage:
    """Return a page that asks for a person's name; it guesses `known` people and common names, but none in `taken`."""
    return LettersPage(
        box,
        box.words("setup.name"),
        on_done,
        longest=min(SHORT_NAME, LONGEST_NAME),
        name=True,
        typed=typed,
        guesses=NameGuesses(known, taken),
    )
