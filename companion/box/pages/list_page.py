"""Lists: rows with their actions, scrolled by up and down, chosen by ok."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.box.faces.faces import Face, ListFace, ListRow, Strip
from companion.box.pages.page import SEAT_KEYS, FinishedTask, Page, PageHost
from companion.support.frozen_dataclasses import frozen
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import Key


@frozen
class ListItem:
    """A row, the action of choosing it, and a note about it."""

    row: ListRow
    do: Callable[[], None]
    note: str = ""


def table_items(box: PageHost, make: Callable[[Table], list[ListItem]]) -> Callable[[], list[ListItem]]:
    """Return a function for the items that `make` builds from the open game; without a game there are none.

    They are built again only when the game, the language, the ticks of tasks or the dice have changed, since lists can
    be long.
    """
    made_for: tuple[Table, Words, frozenset[FinishedTask], bool] | None = None
    items: list[ListItem] = []

    def current_items() -> list[ListItem]:
        nonlocal made_for, items
        table = box.table
        if table is None:
            return []
        now = (table, box.words, box.finished_tasks, box.real_dice)
        if made_for is None or any(new is not old for new, old in zip(now, made_for, strict=True)):
            made_for, items = now, make(table)
        return items

    return current_items


class ListPage(Page):
    """A list whose items are requested each time it is shown, so that it is never out of date.

    Lists wrap around: up from the first row is the last. A seat's own key chooses its row, if it has exactly one.
    """

    def __init__(
        self,
        box: PageHost,
        title: str | Callable[[], str | Strip],
        items: Callable[[], Sequence[ListItem]],
        chosen: int = 0,
    ) -> None:
        """Create the list; a `title` that may change while it is open, or that is a seat's strip, is a function."""
        super().__init__(box)
        self._title = title
        self._items = items
        self._row: ListRow | None = None
        """The chosen row as it was last shown."""
        self.chosen = chosen
        self.leave: Callable[[], None] = box.pop
        """Called for back."""

    def items(self) -> Sequence[ListItem]:
        """Return the present rows, at least one: an empty list says so in a row that leads back."""
        return self._items() or [ListItem(ListRow(self.word("list.empty")), self.box.pop)]

    def face(self) -> Face:
        items = self.items()
        self.chosen = min(self.chosen, len(items) - 1)
        self._row = items[self.chosen].row
        return ListFace(
            strip=self._strip(),
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.choose")),
            rows=tuple(item.row for item in items),
            chosen=self.chosen,
            note=items[self.chosen].note,
        )

    def press(self, key: Key) -> None:
        items = self.items()
        self.chosen = min(self.chosen, len(items) - 1)
        if key in (Key.UP, Key.DOWN):
            self.chosen = (self.chosen + (1 if key is Key.DOWN else -1)) % len(items)
        elif key in (Key.OK, Key.RIGHT):
            items[self.chosen].do()
        elif key in SEAT_KEYS:
            self._press_seat(items, SEAT_KEYS.index(key) + 1)
        elif key in (Key.LEFT, Key.BACK):
            self.leave()
        else:
            super().press(key)

    def table_changed(self, before: Table, after: Table) -> None:
        """Keep the cursor on its row, wherever that is now."""
        row, rows = self._row, [item.row for item in self.items()]
        same = [
            n for n, candidate in enumerate(rows) if row and (candidate.text, candidate.mark) == (row.text, row.mark)
        ]
        self.chosen = min(same, key=lambda n: abs(n - self.chosen), default=self.chosen)

    def _strip(self) -> Strip:
        title = self._title if isinstance(self._title, str) else self._title()
        return Strip(title=title) if isinstance(title, str) else title

    def _press_seat(self, items: Sequence[ListItem], seat: int) -> None:
        own = [number for number, item in enumerate(items) if item.row.mark and item.row.mark.seat == seat]
        if len(own) == 1:
            self.chosen = own[0]
            items[self.chosen].do()
