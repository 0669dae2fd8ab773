"""A preview as JSON: what a command would cost and give, before anybody confirms it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.game import move_to_json
from companion.rules.viewer import PUBLIC, Viewer
from companion.server.views.history_view import misfit_view, told_to
from companion.server.views.table_view import sheet_line, standings_view
from companion.table.offer_preview import hides_something
from companion.table.table import Table
from companion.table.table_errors import Misfit
from companion.words.catalogue import Words


def preview_view(
    before: Table | None,
    after: Table,
    viewer: Viewer,
    words: Words,
    *,
    entry: int | None = None,
    misfits: Sequence[Misfit] = (),
) -> dict[str, Any]:
    """What would stand after a command: the new lines, the standings, and what an amendment would leave out.

    `entry` is the one that an amendment changes; else the new lines are those of the entries that come on top. A look
    at the last move of a game shows nothing that only its end may show, and a look at chance that is typed in nothing
    that only real chance may bring, such as the cards in a loot space.
    """
    known = len(before.entries) if before is not None and before.number == after.number else 0
    numbers = [entry] if entry is not None else list(range(known + 1, len(after.entries) + 1))
    numbers = [number for number in numbers if number <= len(after.entries)]
    lines = [(number, line) for number in numbers for line in after.entries[number - 1].lines]
    if not numbers and not known:
        lines = [(0, line) for line in after.start_lines]
    tried = {number for number, line in lines if line.secret and _has_chance(after, number)}
    early = before is not None and after.over and not before.over and hides_something(before, viewer)
    if early:
        lines = [(number, line) for number, line in lines if viewer.sees(line.seat)]
    return {
        "seq": before.seq if before is not None else 0,
        "entry": len(after.entries),
        "over": after.over,
        "told": told_to(after, numbers[-1], viewer, words) if numbers and not early else "",
        "lines": [
            sheet_line(number, line, after, PUBLIC if number in tried else viewer, words) for number, line in lines
        ],
        "standings": None if early else standings_view(after, PUBLIC if tried else viewer),
        "misfits": [misfit_view(before, misfit, viewer, words) for misfit in misfits] if before is not None else [],
    }


def _has_chance(table: Table, entry: int) -> bool:
    return entry > 0 and "chance" in move_to_json(table.entries[entry - 1].played.move)
