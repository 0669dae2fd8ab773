"""The outcome of an offer or a command as JSON, before the player confirms it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.rules.game import move_to_json
from companion.rules.moves import Line
from companion.rules.offers import Offer
from companion.rules.viewer import PUBLIC, Viewer
from companion.server.views.history_view import entry_text, misfit_view
from companion.server.views.table_view import sheet_line_view, standings_view
from companion.table.offer_preview import OfferPreview, hides_something, preview_offer
from companion.table.session_errors import Misfit
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import component_title

_OUTLOOK_FIELDS = ("seat", "amount", "text", "ruling", "reading")
"""Fields of a line of the sheet that an outlook has."""


def preview_view(
    before: Table | None,
    after: Table,
    viewer: Viewer,
    words: Words,
    *,
    entry: int | None = None,
    misfits: Sequence[Misfit] = (),
) -> dict[str, Any]:
    """Return the outcome of a command: the new lines, the standings, and the moves that an amendment would remove.

    `entry` is the one that an amendment changes; otherwise the lines are those of the new entries. A preview of the
    last move of a game shows nothing that only its end may reveal. A preview of typed chance shows nothing that only
    real chance may reveal, such as the cards in a loot space.
    """
    entries_before = len(before.entries) if before is not None and before.number == after.number else 0
    numbers = [entry] if entry is not None else list(range(entries_before + 1, len(after.entries) + 1))
    numbers = [number for number in numbers if number <= len(after.entries)]
    lines = [(number, line) for number in numbers for line in after.entries[number - 1].lines]
    if not numbers and not entries_before:
        lines = [(0, line) for line in after.setup_lines]
    unproven = {number for number, line in lines if line.secret and _has_chance(after, number)}
    hides_end = before is not None and after.over and not before.over and hides_something(before, viewer)
    if hides_end:
        lines = [(number, line) for number, line in lines if viewer.sees(line.seat)]
    return {
        "seq": before.seq if before is not None else 0,
        "entry": len(after.entries),
        "over": after.over,
        "told": entry_text(after, numbers[-1], viewer, words) if numbers and not hides_end else "",
        "lines": [
            sheet_line_view(number, line, after, PUBLIC if number in unproven else viewer, words)
            for number, line in lines
        ],
        "standings": None if hides_end else standings_view(after, PUBLIC if unproven else viewer),
        "misfits": [misfit_view(before, misfit, viewer, words) for misfit in misfits] if before is not None else [],
    }


def outlook_view(table: Table, seat: int, offer: Offer, viewer: Viewer, words: Words) -> list[dict[str, Any]]:
    """Return the future lines of the sheet: the seat's own, what it would be owed, and those of others.

    Empty if the outcome is uncertain.
    """
    result = preview_offer(table, seat, offer, viewer)
    if result is None:
        return []
    entry = len(table.entries) + 1

    def line_view(line: Line) -> dict[str, Any]:
        row = sheet_line_view(entry, line, table, viewer, words)
        return {name: row[name] for name in _OUTLOOK_FIELDS if name in row}

    reason = words("outlook.owed")
    amounts = [component_title(table.match, what, words) for what in result.owed]
    owed_lines = [{"seat": seat, "amount": amount, "text": reason, "ruling": None} for amount in amounts]
    return [*map(line_view, result.own), *owed_lines, *map(line_view, result.others)]


def brings_view(result: OfferPreview) -> dict[str, list[dict[str, Any]]]:
    """Return the costs and gains of an outlook by component; a component that would be owed has no number.

    A component that is paid and returned in one move appears on both sides.
    """
    costs: Counter[str] = Counter()
    gives: Counter[str] = Counter()
    for line in result.own:
        (costs if line.by < 0 else gives)[line.what] += abs(line.by)
    paid, gained = ([{"thing": what, "n": n} for what, n in side.items()] for side in (costs, gives))
    return {"costs": paid, "gives": [*gained, *({"thing": what} for what in result.owed)]}


def _has_chance(table: Table, entry: int) -> bool:
    return entry > 0 and "chance" in move_to_json(table.entries[entry - 1].played.move)
