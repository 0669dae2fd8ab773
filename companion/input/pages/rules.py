"""The rules of the house that are on at this table, and what else everybody should know of it."""

from __future__ import annotations

from companion.input.pages.lists import Item, ListPage, of_table
from companion.input.pages.message import MessagePage
from companion.input.pages.page import Host
from companion.session.table import Table
from companion.views.faces import Row
from companion.views.hand_view import house_badges
from companion.views.signs import Badge
from companion.views.texts import Words

_BANK = "bank"


def table_badges(table: Table, words: Words) -> tuple[Badge, ...]:
    """The signs for the status strip: house rules that are on, a bank that has given out too much."""
    keys = {key for key, _ in _notes(table, words)}
    signs = ((Badge.HOUSE_RULES, bool(keys - {_BANK})), (Badge.BANK, _BANK in keys))
    return tuple(badge for badge, shown in signs if shown)


def rules_items(box: Host, table: Table) -> list[Item]:
    """The row that leads to them, where there are any."""
    notes = _notes(table, box.words)
    if not notes:
        return []
    bank = next((text for key, text in notes if key == _BANK), "")
    return [Item(Row(box.words("rules.title"), detail=str(len(notes))), lambda: box.push(house_rules(box)), bank)]


def house_rules(box: Host) -> ListPage:
    """Each of them in a row; ok reads it out."""

    def items(table: Table) -> list[Item]:
        return [_item(box, key, text) for key, text in _notes(table, box.words)]

    return ListPage(box, lambda: box.words("rules.title"), of_table(box, items))


def _item(box: Host, key: str, text: str) -> Item:
    option = f"classic.option.{key.removeprefix('rule.')}"
    note = box.words(f"{option}.note") if box.words.has(f"{option}.note") else ""
    name = box.words(option) if box.words.has(option) else box.words(f"rules.{key}")
    body = f"{text}. {note}".strip(". ") if note else text
    return Item(Row(name), lambda: box.push(MessagePage(box, box.words("rules.title"), body)))


def _notes(table: Table, words: Words) -> tuple[tuple[str, str], ...]:
    """Key and sentence of each."""
    return tuple((badge["key"], badge["text"]) for badge in house_badges(table, words))
