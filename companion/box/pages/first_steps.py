"""The order of the first steps on a new box: each page opens the next one above itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from companion.box.faces.faces import Hint, Strip
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.page import Page, PageHost
from companion.box.preferences import PREFERENCES_NOTE
from companion.table.session_errors import SessionError
from companion.words.signs import Key

PageMaker: TypeAlias = "Callable[[PageHost, FirstSteps], Page]"
"""A function that makes a page of a step."""


class StepPage(Page):
    """A page of the first steps: holding back asks before it leaves them."""

    def long_press(self, key: Key) -> None:
        if key is Key.BACK:
            box = self.box
            box.push(ConfirmPage(box, self.word("first.title"), self.word("first.leave_question"), box.to_table))
        else:
            super().long_press(key)

    def hold_text(self, key: Key) -> str:
        return self.word("first.leave") if key is Key.BACK else super().hold_text(key)


class FirstSteps:
    """The first steps in order. A step may have several pages; they share its number."""

    def __init__(self, box: PageHost, steps: Sequence[Sequence[PageMaker]]) -> None:
        """Create them from functions that make the pages of each step."""
        self._box = box
        self._makers = [(number, make) for number, makers in enumerate(steps, 1) for make in makers]
        self._count = len(steps)
        self._pages: list[Page] = []

    def first_page(self) -> Page:
        """Return the page of the first step."""
        return self._page(0)

    def go_on(self, page: Page) -> None:
        """Open the page after this one; after the last one, close them all and say what comes now."""
        following = self._pages.index(page) + 1
        if following < len(self._makers):
            self._box.push(self._page(following))
            return
        self._box.uncover(self._pages[0])
        self._box.remove(self._pages[0])
        self._box.show_message(self._box.words("first.title"), self._box.words("first.ready"))

    def count(self, page: Page) -> str:
        """Return the number of a page's step among all: "2/6"."""
        number, _ = self._makers[self._pages.index(page)]
        return f"{number}/{self._count}"

    def strip(self, page: Page) -> Strip:
        """Return the title of a page."""
        return Strip(title=f"{self._box.words('first.title')} {self.count(page)}")

    def hints(self, *between: tuple[Key, str]) -> tuple[Hint, ...]:
        """Return the hints of a page: back, those `between` by catalogue keys, and next."""
        hints = ((Key.BACK, "key.back"), *between, (Key.OK, "key.next"))
        return tuple(Hint(key, self._box.words(text)) for key, text in hints)

    def keep_preferences(self) -> None:
        """Save the preferences: with them this is no new box any more. Nobody reads an error while pages are closed."""
        with suppress(SessionError):
            self._box.queries.set_note(PREFERENCES_NOTE, self._box.preferences.to_json())

    def _page(self, index: int) -> Page:
        _, make = self._makers[index]
        page = make(self._box, self)
        self._pages[index:] = [page]
        return page
