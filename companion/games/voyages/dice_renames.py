"""The change of dice in later moves after an amendment that gives a seat other dice, as for a misread roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.games.voyages.coloured_dice import BLACK, DIE_VALUES, ColouredDie, sorted_dice
from companion.games.voyages.moves import BlackDie, Compensate, Reroll, Roll, TurnDie
from companion.games.voyages.state_changes import board_of
from companion.rules.game import PlayedMove, SeatMove
from companion.rules.moves import Move

_Pair = tuple[ColouredDie, ColouredDie]
"""A die as it was before the amendment and as it is after it."""


def follow_dice(old: PlayedMove, new: PlayedMove, later: Sequence[SeatMove]) -> Iterator[Move]:
    """Yield the later moves; those of the amended seat use its new dice, until it rolls for the next round.

    Of equal dice an unchanged one is used first, so that a move only changes if the seat no longer has its die.
    """
    dice = _ChangedDice.between(old, new)
    for seat, move in later:
        if seat != old.seat or dice is None:
            yield move
        elif isinstance(move, Roll) and len(move.chance) > 1:
            dice = None
            yield move
        else:
            yield dice.follow(move)


class _ChangedDice:
    """The dice that a seat still has, as they were and as they are, while its later moves are gone through."""

    def __init__(self, pairs: Iterable[_Pair], missing: int) -> None:
        """Start with these dice; `missing` is what a new roll lacks (V7)."""
        self._pairs, self._missing = [*pairs], missing

    @classmethod
    def between(cls, old: PlayedMove, new: PlayedMove) -> _ChangedDice | None:
        """Return the dice after a move and after the one that replaces it; None if they cannot be matched, or are
        equal.

        Dice that differ are matched by colour and in the order of their values.
        """
        before, after = board_of(old.after, old.seat), board_of(new.after, new.seat)
        unchanged = Counter(before.dice) & Counter(after.dice)
        old_dice, new_dice = (sorted_dice((Counter(board.dice) - unchanged).elements()) for board in (before, after))
        if not old_dice or [die.colour for die in old_dice] != [die.colour for die in new_dice]:
            return None
        pairs = [*((die, die) for die in unchanged.elements()), *zip(old_dice, new_dice, strict=True)]
        return cls(pairs, after.missing)

    def follow(self, move: Any) -> Move:
        """Return a later move of the seat with its new dice. Dice that it uses leave, those that it rolls come."""
        match move:
            case Compensate() if self._missing:
                camels = min(move.camels, self._missing)
                return Compensate(coins=self._missing - camels, camels=camels)
            case Roll() | BlackDie():
                self._pairs.extend((ColouredDie(BLACK, value),) * 2 for value in move.chance or ())
                return move
            case Reroll():
                was, now = self._take(move.die)
                rolled = ColouredDie(was.colour, move.chance[0])
                self._pairs.append((rolled, rolled))
                return replace(move, die=str(now))
            case TurnDie():
                was, now = self._take(move.die)
                self._pairs.append((_turned(was, move.by), _turned(now, move.by)))
                return replace(move, die=str(now))
        names = getattr(move, "dice", ())
        result: Move = replace(move, dice=tuple(str(self._take(name)[1]) for name in names)) if names else move
        return result

    def _take(self, name: str) -> _Pair:
        """Remove the die with this old name, an unchanged one first, and return it."""
        pair = min((pair for pair in self._pairs if str(pair[0]) == name), key=lambda pair: pair[0] != pair[1])
        self._pairs.remove(pair)
        return pair


def _turned(die: ColouredDie, by: int) -> ColouredDie:
    """Return a die that is turned by this; the same die if it cannot be, because then its move is left out (V32)."""
    value = die.pips + by
    return ColouredDie(die.colour, value) if value in DIE_VALUES else die
