"""Views of the game: the blocks of its scene, each on a page, and the active house rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.box.faces.block_view import BlockView, block_by_id, block_view, seat_of
from companion.box.faces.faces import BlockFace, ListRow, Strip
from companion.box.pages.list_page import ListItem, ListPage, table_items
from companion.box.pages.message_page import MessagePage
from companion.box.pages.page import Page, PageHost
from companion.rules.scene import Block, Note, Tone
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import Key, seat_mark
from companion.words.translated_scene import notes_of, scene_of


class BlocksPage(Page):
    """Blocks below each other, as the table is now. Up and down scroll, any other key closes the page.

    When the game changes so that none of the blocks exists any more, the page removes itself.
    """

    def __init__(self, box: PageHost, find: Callable[[Table], tuple[Block[str], ...]], seat: int | None = None) -> None:
        """Create the page; its heading is the name of its first block, beside the mark of `seat` if there is one."""
        super().__init__(box)
        self._find, self._seat = find, seat
        self._scroll = 0
        self._made_for: tuple[Table, Words] | None = None
        self._views: tuple[BlockView, ...] = ()

    def face(self) -> BlockFace:
        face = self._face()
        last = self.box.last_scroll(face)
        more = self.hints((Key.DOWN, "key.more")) if self._scroll < last else ()
        return BlockFace(
            strip=face.strip, hints=(*face.hints, *more), blocks=face.blocks, scroll=min(self._scroll, last)
        )

    def press(self, key: Key) -> None:
        last = self.box.last_scroll(self._face())
        if key is Key.DOWN:
            self._scroll = min(self._scroll + 1, last)
        elif key is Key.UP:
            self._scroll = max(min(self._scroll, last) - 1, 0)
        else:
            self.box.pop()

    def table_changed(self, before: Table, after: Table) -> None:
        if not self._find(after):
            self.box.remove(self)

    def _face(self) -> BlockFace:
        views = self._blocks()
        title = views[0].block.name if views else ""
        mark = views[0].mark(self._seat) if views else None
        strip = Strip(title=title, turn=mark)
        return BlockFace(strip=strip, hints=self.hints((Key.BACK, "key.back")), blocks=views, scroll=self._scroll)

    def _blocks(self) -> tuple[BlockView, ...]:
        """Return the blocks, made again only when the table or the language has changed."""
        table, words = self.box.table, self.box.words
        if table is None:
            return ()
        if self._made_for is None or self._made_for[0] is not table or self._made_for[1] is not words:
            self._made_for = (table, words)
            self._views = tuple(block_view(block, table, words) for block in self._find(table))
        return self._views


def all_blocks(box: PageHost) -> ListPage:
    """List every block that everybody may see, by its name; ok shows it."""

    def items(table: Table) -> list[ListItem]:
        return [_item(box, table, block) for block in scene_of(table, PUBLIC, box.words).blocks]

    return ListPage(box, lambda: box.words("menu.blocks"), table_items(box, items))


def open_block(box: PageHost, name: str) -> None:
    """Show the block with this id, as everybody sees it."""

    def find(table: Table) -> tuple[Block[str], ...]:
        block = block_by_id(scene_of(table, PUBLIC, box.words), name)
        return (block,) if block is not None else ()

    box.push(BlocksPage(box, find))


def _item(box: PageHost, table: Table, block: Block[str]) -> ListItem:
    seat = seat_of(block)
    mark = seat_mark(table, seat, box.words) if seat is not None else None
    return ListItem(ListRow(block.name, mark=mark), partial(open_block, box, block.id))


def rules_items(box: PageHost, table: Table) -> list[ListItem]:
    """Return the menu row of the house rules, if there are any."""
    notes = notes_of(table, box.words)
    if not notes:
        return []
    warning = next((note.says for note in notes if note.tone is Tone.WARNING), "")
    return [
        ListItem(ListRow(box.words("rules.title"), detail=str(len(notes))), lambda: box.push(house_rules(box)), warning)
    ]


def house_rules(box: PageHost) -> ListPage:
    """List the house rules; ok shows one in full."""

    def items(table: Table) -> list[ListItem]:
        return [_note_item(box, note) for note in notes_of(table, box.words)]

    return ListPage(box, lambda: box.words("rules.title"), table_items(box, items))


def _note_item(box: PageHost, note: Note[str]) -> ListItem:
    body = f"{note.says}. {note.more}" if note.more else note.says
    return ListItem(ListRow(note.name or note.says), lambda: box.push(MessagePage(box, box.words("rules.title"), body)))
