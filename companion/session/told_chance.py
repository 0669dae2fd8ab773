"""What an export says of chance: commitments, every draw, what was typed in, and the seeds once they are revealed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.session.draws import Commitment, Drawn
from companion.session.table import Table


def with_chance(table: Table, entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries of an export, each with the line of its draw before it, or with the mark that it was typed in.

    A draw that stands no more, because its move was taken back or changed, comes before the first draw made later
    that stands, or after the last entry; a commitment before the first draw from its seed; the seeds at the end. The
    values are those that `entries` show: null where the move hides them. What stands no more is hidden where any
    chance is.
    """
    if not table.commitments:
        return list(entries)
    hidden = any("chance" in entry and entry["chance"] is None for entry in entries)
    said = _Saying(table, hidden)
    for number, (shown, entry) in enumerate(zip(entries, table.entries, strict=True), 1):
        drawn = entry.played.drawn
        if drawn is not None:
            said.until(drawn.number)
            said.draw(drawn, number, shown["chance"])
        elif entry.played.typed and "chance" in shown:
            said.lines.append({"kind": "typed", "entry": number, "values": shown["chance"]})
        said.lines.append(shown)
    said.until(len(table.draws))
    said.commit(len(table.commitments))
    return said.lines + [{"kind": "seed", "seed": seed} for seed in _shown(table.commitments)]


def taken_back(table: Table) -> int:
    """How many draws stand no more."""
    return len(table.draws) - sum(1 for _ in table.standing_draws())


def _shown(commitments: Iterable[Commitment]) -> list[str]:
    return [one.shown for one in commitments if one.shown is not None]


class _Saying:
    """Lines on their way: which draws and commitments were told."""

    def __init__(self, table: Table, hidden: bool) -> None:
        self.lines: list[dict[str, Any]] = []
        self._table = table
        self._hidden = hidden
        self._standing = {one.number for one in table.standing_draws()}
        self._next = 0
        self._committed = 0
        self.commit(1)

    def until(self, number: int) -> None:
        """Tell the draws before this one that stand no more."""
        for one in self._table.draws[self._next : number]:
            if one.number not in self._standing:
                self.draw(one, None, None if self._hidden else list(one.values))
        self._next = max(self._next, number)

    def draw(self, one: Drawn, entry: int | None, values: Any) -> None:
        """Tell a draw."""
        self.commit(one.commitment + 1)
        line: dict[str, Any] = {"kind": "draw", "entry": entry, "name": one.name, "of": [list(part) for part in one.of]}
        if one.weights:
            line["weights"] = list(one.weights)
        self.lines.append({**line, "values": values, **({"again": True} if one.again else {})})

    def commit(self, count: int) -> None:
        """Tell the commitments up to so many of them."""
        for one in self._table.commitments[self._committed : count]:
            self.lines.append({"kind": "commitment", "sha256": one.sha256, "words": list(one.words)})
        self._committed = max(self._committed, count)
