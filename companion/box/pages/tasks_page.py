"""Lists of what the table does by hand, such as setting up the game: ok ticks off task after task."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from companion.box.faces.faces import BlockFace, ListRow
from companion.box.pages.blocks_page import BlocksPage
from companion.box.pages.list_page import ListItem
from companion.box.pages.message_page import MessagePage
from companion.box.pages.page import FinishedTask, PageHost
from companion.rules.scene import Block, Note, Notes, Tone
from companion.table.table import Table
from companion.words.signs import Key
from companion.words.translated_scene import set_up_blocks


class TasksPage(BlocksPage):
    """The open tasks of some lists, the next one on top: ok ticks it off.

    After the last task a page says that all is done, so that one ok too many plays no move. Up and down
    scroll; up at the top brings back the task that was ticked off last. Any other key closes the page.
    """

    def __init__(self, box: PageHost, lists: Sequence[str], new: Collection[Note[str]] = ()) -> None:
        """Create the page for the lists with these ids; if all their tasks are ticked off, it starts again.

        A page for `new` tasks has them on top, and closes when the game goes on.
        """
        super().__init__(box, self._open_lists)
        self._lists, self._new = lists, new
        self._ticked: list[FinishedTask] = []
        """Tasks ticked off on this page, the newest last."""
        if box.table is not None and not self._open_lists(box.table):
            box.finished_tasks -= {
                _finished(box.table, block, note) for block in self._chosen_lists(box.table) for note in block.notes
            }

    def face(self) -> BlockFace:
        """Return the open tasks; the strip says how many of the first list are done."""
        face, table = super().face(), self.box.table
        if table is None or not face.blocks:
            return face
        name = face.blocks[0].block.id
        block = next(block for block in self._chosen_lists(table) if block.id == name)
        title = f"{block.name} {_progress(self.box, table, block)}"
        return replace(
            face,
            strip=replace(face.strip, title=title),
            hints=(*face.hints, *self.hints((Key.OK, "key.done"))),
        )

    def press(self, key: Key) -> None:
        if key is Key.OK:
            self._tick()
        elif key is Key.UP and not self._scroll and self._ticked:
            self._change(self.box.finished_tasks - {self._ticked.pop()})
        else:
            super().press(key)

    def table_changed(self, before: Table, after: Table) -> None:
        if self._new and len(after.entries) != len(before.entries):
            self.box.remove(self)
        else:
            super().table_changed(before, after)

    def _tick(self) -> None:
        table = self.box.table
        if table is None:
            return
        block = self._open_lists(table)[0]
        assert isinstance(block, Notes)
        self._ticked.append(_finished(table, block, block.notes[0]))
        self._change(self.box.finished_tasks | {self._ticked[-1]})
        if not self._open_lists(table):
            self.box.pop()
            self.box.push(MessagePage(self.box, block.name, self.word("tasks.finished")))

    def _change(self, finished: frozenset[FinishedTask]) -> None:
        self.box.finished_tasks = finished
        self._scroll, self._made_for = 0, None

    def _chosen_lists(self, table: Table) -> tuple[Notes[str], ...]:
        return tuple(block for block in _lists(self.box, table) if block.id in self._lists)

    def _open_lists(self, table: Table) -> tuple[Block[str], ...]:
        """Return the lists with the tasks that are still open, without lists that are done."""
        lists = []
        for block in self._chosen_lists(table):
            notes = [note for note in block.notes if not _is_finished(self.box, table, block, note)]
            lists.append(replace(block, notes=tuple(sorted(notes, key=lambda note: note not in self._new))))
        return tuple(block for block in lists if block.notes)


def set_up_items(box: PageHost, table: Table) -> list[ListItem]:
    """Return a menu row for each list of what to set up, with its progress once that has begun."""
    return [_item(box, table, block) for block in _lists(box, table)]


def has_open_tasks(box: PageHost, table: Table) -> bool:
    """Return whether something on the lists of what to set up is not ticked off yet."""
    return any(not _is_finished(box, table, block, note) for block in _lists(box, table) for note in block.notes)


def show_new_tasks(box: PageHost, before: Table, after: Table) -> None:
    """Show the lists with tasks that a new entry has added.

    After a result that was typed in from the table they are only in the menu.
    """
    entries = after.entries[len(before.entries) :]
    if not entries or any(entry.played.typed for entry in entries):
        return
    known = {note for block in _lists(box, before) for note in block.notes}
    new = {
        note: block.id
        for block in _lists(box, after)
        for note in block.notes
        if note not in known and not _is_finished(box, after, block, note)
    }
    if new:
        box.push(TasksPage(box, [*new.values()], [*new]))


def _item(box: PageHost, table: Table, block: Notes[str]) -> ListItem:
    begun = any(_is_finished(box, table, block, note) for note in block.notes)
    detail = _progress(box, table, block) if begun else ""
    return ListItem(ListRow(block.name, detail=detail), lambda: box.push(TasksPage(box, (block.id,))))


def _lists(box: PageHost, table: Table) -> tuple[Notes[str], ...]:
    """Return the lists of what to set up, with their tasks alone."""
    return tuple(
        replace(block, notes=tuple(note for note in block.notes if note.tone is Tone.TASK))
        for block in set_up_blocks(table, box.words)
    )


def _progress(box: PageHost, table: Table, block: Notes[str]) -> str:
    count = sum(_is_finished(box, table, block, note) for note in block.notes)
    return f"{count}/{len(block.notes)}"


def _is_finished(box: PageHost, table: Table, block: Notes[str], note: Note[str]) -> bool:
    return _finished(table, block, note) in box.finished_tasks


def _finished(table: Table, block: Notes[str], note: Note[str]) -> FinishedTask:
    return FinishedTask(table.number, block.name, note.says)
