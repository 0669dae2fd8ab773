"""Lists: rows with what each does, scrolled by up and down, chosen by ok."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.input.pages.page import Page
from companion.views.faces import Face, Key, ListFace, Row, Strip

if TYPE_CHECKING:
    from companion.input.box import Box


@dataclass(frozen=True, slots=True)
class Item:
    """A row, what choosing it does, and a line about it."""

    row: Row
    do: Callable[[], None]
    note: str = ""


class ListPage(Page):
    """A list that is made anew each time it is shown, so that it is never out of date.

    Lists go round: up from the first row is the last.
    """

    def __init__(self, box: Box, title: str, items: Callable[[], Sequence[Item]], chosen: int = 0) -> None:
        super().__init__(box)
        self.title = title
        self._items = items
        self.chosen = chosen

    def items(self) -> Sequence[Item]:
        """The rows now; never none: an empty list says so in a row that leads back."""
        items = self._items()
        return items or [Item(Row(self.word("list.empty")), self.box.pop)]

    def strip(self) -> Strip:
        """The strip on top of the list."""
        return Strip(title=self.title)

    def face(self) -> Face:
        items = self.items()
        self.chosen = min(self.chosen, len(items) - 1)
        return ListFace(
            strip=self.strip(),
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.choose")),
            rows=tuple(item.row for item in items),
            chosen=self.chosen,
            note=items[self.chosen].note,
        )

    def press(self, key: Key) -> None:
        items = self.items()
        if key is Key.UP:
            self.chosen = (self.chosen - 1) % len(items)
        elif key is Key.DOWN:
            self.chosen = (self.chosen + 1) % len(items)
        elif key in (Key.OK, Key.RIGHT):
            items[min(self.chosen, len(items) - 1)].do()
        elif key is Key.LEFT:
            super().press(Key.BACK)
        else:
            super().press(key)
