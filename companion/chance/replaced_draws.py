"""The occasion of a draw, and which draws stand in place of others by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from companion.support.frozen import frozen

Occasion = tuple[int, int]
"""What something is drawn for: the round, 0 in a game without rounds, and the number of the turn, 0 in a phase.

A phase of a game without rounds has the number of the turn before it.
"""
_NOWHERE: Occasion = (-1, 0)
"""Before every round: no move stands on the draw."""


class MadeDraw(Protocol):
    """A draw: what its name says, and what it was made for."""

    @property
    def name(self) -> str:
        """All of its name."""

    @property
    def seat(self) -> int:
        """Whose it is, from 1."""

    @property
    def purpose(self) -> str:
        """What it is for."""

    @property
    def n(self) -> int:
        """Its number among those of its seat and purpose, from 1."""

    @property
    def occasion(self) -> Occasion | None:
        """What it was made for; None where it does not say, as in older games."""


@frozen
class StandingDraw:
    """A draw on which a move stands."""

    draw: MadeDraw
    moved_to: Occasion | None = None
    """Where it stands, if that is not the occasion that it was made for."""

    @property
    def period(self) -> Occasion | None:
        """The round in which it stands, or the turn; None for a draw of an older game."""
        return None if self.draw.occasion is None else period(self.moved_to or self.draw.occasion)


def replaced_draws(made: Iterable[MadeDraw], standing: Sequence[StandingDraw]) -> list[tuple[str, ...]]:
    """Return, for each standing draw, the names of the draws in whose place it stands, the lowest number first.

    Such a draw is of the same seat and purpose and has a lower number. It was made for the round in which the standing
    draw stands or for a later one (in a game without rounds, the turn), and its name stands in no such round: no move
    stands on it any more, or one of an earlier round. So its seat has seen two results for one round.

    Args:
        made: Every draw there ever was, repeats included.
        standing: The draws on which a move stands.
    """
    stands = {one.draw.name: one.period for one in standing}
    missed: dict[tuple[int, str], dict[str, tuple[int, Occasion]]] = {}
    for draw in made:
        if draw.occasion is None:
            continue
        made_for, now = period(draw.occasion), stands.get(draw.name)
        if draw.name not in stands or (now is not None and now < made_for):
            names = missed.setdefault((draw.seat, draw.purpose), {})
            _, latest = names.get(draw.name, (draw.n, made_for))
            names[draw.name] = draw.n, max(made_for, latest)

    def replaced_by(one: StandingDraw) -> tuple[str, ...]:
        now = one.period
        if now is None:
            return ()
        names = missed.get((one.draw.seat, one.draw.purpose), {})
        seen = [
            (n, name)
            for name, (n, latest) in names.items()
            if n < one.draw.n and latest >= now and (stands.get(name) or _NOWHERE) < now
        ]
        return tuple(name for _, name in sorted(seen))

    return [replaced_by(one) for one in standing]


def period(occasion: Occasion) -> Occasion:
    """Return the part of an occasion that counts: the round; in a game without rounds the turn.

    Players may split a turn of a round in two: its number says nothing of what came before.
    """
    number, _ = occasion
    return (number, 0) if number else occasion
