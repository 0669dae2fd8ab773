"""The outcome of an offer as JSON: the lines it would book, shown before somebody confirms it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.rules.offers import Offer
from companion.rules.sheet import Line
from companion.rules.viewer import Viewer
from companion.server.views.table_view import sheet_line
from companion.table.offer_preview import Outlook, outlook
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.component_names import title_of_thing

_TOLD = ("seat", "amount", "text", "ruling", "reading")
"""What an outlook tells of a line of the sheet."""


def outlook_view(table: Table, seat: int, offer: Offer, viewer: Viewer, words: Words) -> list[dict[str, Any]]:
    """Lines of the sheet to be: the seat's own, what it would be owed, and those of others; none where it is open."""
    found = outlook(table, seat, offer, viewer)
    if found is None:
        return []
    entry = len(table.entries) + 1

    def told(line: Line) -> dict[str, Any]:
        whole = sheet_line(entry, line, table, viewer, words)
        return {name: whole[name] for name in _TOLD if name in whole}

    waits = words("outlook.owed")
    things = [title_of_thing(table.match, what, words) for what in found.owed]
    owed = [{"seat": seat, "amount": thing, "text": waits, "ruling": None} for thing in things]
    return [*map(told, found.own), *owed, *map(told, found.others)]


def brings_view(found: Outlook) -> dict[str, list[dict[str, Any]]]:
    """What an outlook costs and gives its seat, by things; what it would be owed is given without a number.

    What is paid and got back in one is told on both sides.
    """
    costs: Counter[str] = Counter()
    gives: Counter[str] = Counter()
    for line in found.own:
        (costs if line.by < 0 else gives)[line.what] += abs(line.by)
    paid, got = ([{"thing": what, "n": n} for what, n in side.items()] for side in (costs, gives))
    return {"costs": paid, "gives": [*got, *({"thing": what} for what in found.owed)]}
