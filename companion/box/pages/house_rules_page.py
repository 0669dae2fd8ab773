"""The rules of the house that are on at this table, and what else everybody should know of it."""

from __future__ import annotations

from companion.box.faces.faces import Row
from companion.box.pages.list_page import Item, ListPage, of_table
from companion.box.pages.message_page import MessagePage
from companion.box.pages.page import Host
from companion.rules.scene import Note, Tone
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import Badge
from companion.words.table_notes import notes_of


def table_badges(table: Table, words: Words) -> tuple[Badge, ...]:
    """The signs for the status strip: house rules that are on, something that wants to be looked at."""
    tones = {note.tone for note in notes_of(table, words)}
    signs = ((Badge.HOUSE_RULES, Tone.RULE in tones), (Badge.LOOK, Tone.WARNING in tones))
    return tuple(badge for badge, shown in signs if shown)


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
