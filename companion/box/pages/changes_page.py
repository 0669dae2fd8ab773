"""The page before a change of earlier moves: its effects seat by seat, and on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from companion.box.faces.block_view import block_view
from companion.box.faces.faces import BlockFace, Hint, ListRow, Strip
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.page import Page, PageHost
from companion.rules.scene import Block, Note, Notes, Track
from companion.rules.viewer import PUBLIC
from companion.table.session_errors import Misfit
from companion.table.table import Table
from companion.words.board_differences import BoardDifferences, board_differences, change_texts, general_texts
from companion.words.catalogue import Words
from companion.words.event_lines import entry_text, nameless_text
from companion.words.signs import Key, seat_mark


class ChangesPage(Page):
    """The effects of a change in words, then the boards with ghosts of the pieces that left a place.

    Ok makes the change, back does not; up and down scroll.
    """

    def __init__(
        self, box: PageHost, title: str, after: Table, do: Callable[[], None], first: str = "", *, last: str = ""
    ) -> None:
        """Create the page; `after` is the table after the change, `first` and `last` are said around the changes."""
        super().__init__(box)
        before = box.table
        assert before is not None  # there is a game to change
        differences = board_differences(before, after, PUBLIC, box.words)  # everyone around the box can read the screen
        own_notes = (Note(id="first", says=first), *_notes(differences, after, box.words), Note(id="last", says=last))
        notes = Notes(id="changes", name=title, notes=tuple(note for note in own_notes if note.says))
        blocks = (notes, *map(_without_print, differences.boards))
        self._views = tuple(block_view(block, after, box.words) for block in blocks)
        self._do = do
        self._scroll = 0

    def face(self) -> BlockFace:
        more = self.hints((Key.DOWN, "key.more")) if self._scroll < self._last_scroll() else ()
        return self._face(*more)

    def press(self, key: Key) -> None:
        if key is Key.OK:
            self.box.pop()
            self._do()
        elif key is Key.DOWN:
            self._scroll = min(self._scroll + 1, self._last_scroll())
        elif key is Key.UP:
            self._scroll = max(self._scroll - 1, 0)
        else:
            super().press(key)

    def _last_scroll(self) -> int:
        return self.box.last_scroll(self._face())

    def _face(self, *more: Hint) -> BlockFace:
        strip = Strip(title=self._views[0].block.name)
        hints = (*self.hints((Key.BACK, "key.no"), (Key.OK, "key.yes")), *more)
        return BlockFace(strip=strip, hints=hints, blocks=self._views, scroll=self._scroll)


def misfits_page(
    box: PageHost, title: str, table: Table, misfits: Sequence[Misfit], leave_out: Callable[[], None]
) -> ListPage:
    """Return the list of every move that no longer fits, with the reason; its first row calls `leave_out`."""

    def items() -> list[ListItem]:
        leave = ListRow(box.words("history.without", n=len(misfits)))
        first = ListItem(leave, leave_out, box.words("history.misfits", n=len(misfits)))
        return [first, *(_misfit_item(box, table, misfit) for misfit in misfits)]

    return ListPage(box, title, items)


def push_for_now(box: PageHost, page: Page) -> None:
    """Push a page about the present table: any change by another hand removes it."""
    page.still_holds = lambda table: False
    box.push(page)


def _misfit_item(box: PageHost, table: Table, misfit: Misfit) -> ListItem:
    text = nameless_text(entry_text(table, misfit.entry), misfit.seat, table.names, box.words)
    row = ListRow(text, mark=seat_mark(table, misfit.seat, box.words), refused=True)
    tell = partial(box.show_message, box.words("refused.title"), misfit.reason, misfit.ruling or "")
    return ListItem(row, tell, box.words.brief(misfit.reason, table.names))


def _notes(differences: BoardDifferences, table: Table, words: Words) -> Iterator[Note[str]]:
    """Yield a note for each change of a seat with its mark, for each line that it gets or loses, and the rest."""
    for difference in differences.seats:
        texts = (*change_texts(difference, table, words), *(line.text for line in difference.lines))
        for number, text in enumerate(texts):
            yield Note(id=f"seat:{difference.seat}:{number}", says=text, seat=difference.seat)
    for number, text in enumerate(general_texts(differences, table, words)):
        yield Note(id=f"all:{number}", says=text)


def _without_print(board: Block[str]) -> Block[str]:
    """Return a track without the marks of its places: here they would only be lines to scroll over."""
    if not isinstance(board, Track):
        return board
    return replace(board, places=tuple(replace(place, marks=()) for place in board.places))
