"""The rules of the house that are on at this table, and what else everybody should know of it."""

from __future__ import annotations

from companion.box.faces.faces import Row
from companion.box.pages.list_page import Item, ListPage, of_table
from companion.box.pages.message_page import MessagePage
from companion.box.pages.page import Host
from companion.rules.scene import Note, Tone
from companion.table.table import Table
from companion.words.scene_texts import notes_of


def rules_items(box: Host, table: Table) -> list[Item]:
    """The row that leads to them, where there are any."""
    notes = notes_of(table, box.words)
    if not notes:
        return []
    warning = next((note.says for note in notes if note.tone is Tone.WARNING), "")
    return [Item(Row(box.words("rules.title"), detail=str(len(notes))), lambda: box.push(house_rules(box)), warning)]


def house_rules(box: Host) -> ListPage:
    """Each of them in a row; ok reads it out."""

    def items(table: Table) -> list[Item]:
        return [_item(box, note) for note in notes_of(table, box.words)]

    return ListPage(box, lambda: box.words("rules.title"), of_table(box, items))


def _item(box: Host, note: Note[str]) -> Item:
    body = f"{note.says}. {note.more}" if note.more else note.says
    return Item(Row(note.name or note.says), lambda: box.push(MessagePage(box, box.words("rules.title"), body)))
