"""The last pages of a box that goes off, or is back in a moment."""

from __future__ import annotations

from companion.box.faces.faces import Face, OffFace
from companion.box.pages.page import Page
from companion.words.signs import Key


class OffPage(Page):
    """The last picture on the glass."""

    def face(self) -> Face:
        return OffFace(line=self.word("off.done"))

    def press(self, key: Key) -> None:
        """Ignore the key: the box is shutting down."""

    def long_press(self, key: Key) -> None:
        """Ignore the key, as `press` does."""

    def undo(self) -> None:
        """Ignore the key, as `press` does."""

    def hold_text(self, key: Key) -> str:
        return ""


class MomentPage(OffPage):
    """The last picture on the glass of a box that is back in a moment."""

    def face(self) -> Face:
        return OffFace(line=self.word("moment"))
