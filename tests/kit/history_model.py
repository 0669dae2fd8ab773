"""A model of a game's history to compare with: each change with all entries before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.journal.rows import Row, RowKind
from companion.table.table import Entry, Table

Entries = Sequence[Entry]


@dataclass(frozen=True)
class WholeChange:
    """A change, with all entries before and after it."""

    before: Entries
    after: Entries
    own: bool = False


@dataclass
class WholeHistory:
    """The meaning of the rows of one game, one command at a time."""

    entries: Entries = ()
    done: list[WholeChange] = field(default_factory=list)
    undone: list[WholeChange] = field(default_factory=list)

    def follow(self, rows: Iterable[Row], table: Table) -> None:
        """Apply the rows of one command, which led to this table. Restored entries must equal the earlier ones."""
        changes = [row for row in rows if row.kind in _CHANGES]
        if not changes:
            assert table.entries == self.entries
            return
        kind, body = changes[-1].kind, changes[-1].body
        if kind is RowKind.RESTORED:
            self._restore(table.entries)
        elif kind is RowKind.TAKEN_BACK and "entries" in body:
            self._take_back_own(table.entries, body)
        elif kind is RowKind.TAKEN_BACK:
            self.undone.append(self.done.pop())
            assert table.entries == self.undone[-1].before
        else:
            self.done.append(WholeChange(self.entries, table.entries))
            self.undone = []
        self.entries = table.entries
        assert (len(table.undo_stack), len(table.redo_stack)) == (len(self.done), len(self.undone))

    def _restore(self, after: Entries) -> None:
        change = self.undone.pop()
        if change.own:
            assert after[: len(self.entries)] == self.entries
            self.done.append(WholeChange(self.entries, after))
        else:
            assert after == change.after
            self.done.append(change)

    def _take_back_own(self, remaining: Entries, body: dict[str, Any]) -> None:
        """Turn every change in effect into what it would have been without these entries."""
        removed = {self.entries[number - 1].id for number in body["entries"]}
        done: list[WholeChange] = []
        for change in self.done:
            if any(entry.id in removed for entry in change.after):
                ids = {entry.id for entry in change.after}
                before = done[-1].after if done else ()
                change = replace(change, before=before, after=tuple(entry for entry in remaining if entry.id in ids))
                if len(change.after) == len(before):
                    continue
            done.append(change)
        self.done, self.undone = done, [WholeChange(self.entries, remaining, own=True)]


_CHANGES = (RowKind.PLAYED, RowKind.TAKEN_BACK, RowKind.RESTORED, RowKind.AMENDED, RowKind.INSERTED)
