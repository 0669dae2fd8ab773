"""The occasion of a draw, and the draws that another draw of the same occasion replaces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from companion.support.frozen_dataclasses import frozen

Occasion = tuple[int, int]
"""Round and turn that a draw is made for: the round, or 0 in a game without rounds, and the turn number, or 0 in a
phase.

A phase of a game without rounds has the number of the turn before it."""
NOWHERE: Occasion = (-1, 0)
"""Occasion before every round: no move uses the draw."""


class MadeDraw(Protocol):
    """A draw: the parts of its name, and its occasion."""

    @property
    def name(self) -> str:
        """Complete name."""

    @property
    def seat(self) -> int:
        """Seat that draws, from 1."""

    @property
    def purpose(self) -> str:
        """Purpose of the draw: its kind of move, with a suffix if there are several."""

    @property
    def n(self) -> int:
        """Ordinal among the draws of its seat and purpose, from 1."""

    @property
    def occasion(self) -> Occasion | None:
        """Occasion that it was made for; None in older games, which do not say."""


@frozen
class UsedDraw:
    """A draw that a move uses."""

    draw: MadeDraw
    moved_to: Occasion | None = None
    """Occasion that it belongs to now, if it differs from the one it was made for."""

    @property
    def period(self) -> Occasion | None:
        """Round that it belongs to, or turn; None for a draw of an older game."""
        return None if self.draw.occasion is None else period(self.moved_to or self.draw.occasion)


def replaced_draws(all_draws: Iterable[MadeDraw], in_use: Sequence[UsedDraw]) -> list[tuple[str, ...]]:
    """Return, for each draw in use, the names of the draws that it replaces, the lowest number first.

    A replaced draw is of the same seat and purpose and has a lower number. It was made for the round of the draw
    in use or for a later one (in a game without rounds, the turn), and it is not in use in such a round: no move uses
    its name any more, or only a move of an earlier round. So its seat has seen two results for one round.

    Args:
        all_draws: All draws ever made, repeats included.
        in_use: The draws that moves use.
    """
    current_periods = {used.draw.name: used.period for used in in_use}
    replaceable: dict[tuple[int, str], dict[str, tuple[int, Occasion]]] = {}
    for draw in all_draws:
        if draw.occasion is None:
            continue
        made_for, now = period(draw.occasion), current_periods.get(draw.name)
        if draw.name not in current_periods or (now is not None and now < made_for):
            names = replaceable.setdefault((draw.seat, draw.purpose), {})
            _, latest = names.get(draw.name, (draw.n, made_for))
            names[draw.name] = draw.n, max(made_for, latest)

    def replaced_by(used: UsedDraw) -> tuple[str, ...]:
        now = used.period
        if now is None:
            return ()
        names = replaceable.get((used.draw.seat, used.draw.purpose), {})
        replaced = [
            (n, name)
            for name, (n, latest) in names.items()
            if n < used.draw.n and latest >= now and (current_periods.get(name) or NOWHERE) < now
        ]
        return tuple(name for _, name in sorted(replaced))

    return [replaced_by(used) for used in in_use]


def period(occasion: Occasion) -> Occasion:
    """Return the part of an occasion that counts: the round; in a game without rounds the turn.

    Players may split a turn of a round in two: its number says nothing of what came before.
    """
    number, _ = occasion
    return (number, 0) if number else occasion
