"""Told by turns: what a whole turn brought, in the words of the game or else in those of its moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.rules.sheet import Line
from companion.rules.text import Text
from companion.rules.viewer import Viewer

if TYPE_CHECKING:
    from companion.rules.game import Move
    from companion.rules.match import Match


@dataclass(frozen=True, slots=True)
class Deed:
    """A move of a turn or a phase, with the states around it and the lines that are told there."""

    before: Any
    seat: int
    move: Move
    after: Any
    lines: tuple[Line, ...]


def tell_turn(match: Match, deeds: Sequence[Deed], now: Any, viewer: Viewer) -> Text | tuple[Text, ...]:
    """The game's own words for all of these together, or else a text for each of them; hides as `Match.tell` does."""
    whole = match.tell_turn(deeds, now, viewer)
    if whole is not None:
        return whole
    return tuple(match.tell(one.before, one.seat, one.move, one.after, now, viewer) for one in deeds)


def gains(lines: Sequence[Line]) -> dict[tuple[int, str], int]:
    """What these lines come to for each seat and thing, in the order they come; what cancels out is left out."""
    sums: dict[tuple[int, str], int] = {}
    for line in lines:
        sums[line.seat, line.what] = sums.get((line.seat, line.what), 0) + line.by
    return {who: by for who, by in sums.items() if by}
