"""The pile of a box's pages: the top one has the screen and the keys, and what lies below decides who may look."""

from __future__ import annotations

from companion.box.pages.page import Page
from companion.rules.viewer import PUBLIC, Viewer, as_seat


class Pile:
    """Pages on top of each other. Every page that is taken off, in whatever way, is told so."""

    def __init__(self) -> None:
        """Nothing lies on it yet: a first page comes before anything else is asked."""
        self._pages: list[Page] = []

    @property
    def page(self) -> Page:
        """The page on top."""
        return self._pages[-1]

    @property
    def viewer(self) -> Viewer:
        """Who looks at the screen: everyone, or alone the seat that the box was handed to."""
        seat = next((page.held_by for page in self._pages if page.held_by is not None), None)
        return PUBLIC if seat is None else as_seat(seat)

    @property
    def _kept(self) -> int:
        """How many of the lowest pages `pop` leaves."""
        return 1

    def push(self, page: Page) -> None:
        """Lay a page on top."""
        self._pages.append(page)

    def pop(self, pages: int = 1) -> None:
        """Take pages off the top; those that are kept stay."""
        self._take_off(self._pages[max(self._kept, len(self._pages) - pages) :])

    def remove(self, page: Page) -> None:
        """Take a page off, wherever it lies."""
        if page in self._pages[1:]:
            self._take_off([page])

    def uncover(self, page: Page) -> None:
        """Take off everything that lies above a page."""
        if page in self._pages:
            self._take_off(self._pages[self._pages.index(page) + 1 :])

    def _take_off(self, pages: list[Page]) -> None:
        for page in pages:
            self._pages.remove(page)
            page.gone()
