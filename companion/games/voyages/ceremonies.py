"""What is played before everybody's eyes in a game of Voyages: rolls, and the end category by category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.voyages.called import die_word
from companion.games.voyages.dice import BLACK, WHITE
from companion.games.voyages.dice import Die as OwnDie
from companion.games.voyages.moves import BlackDie, Reroll, Roll
from companion.games.voyages.scene import DICE
from companion.games.voyages.seen import totals
from companion.games.voyages.state import Phase, PlayerBoard, State, Terms
from companion.rules.moves import Move
from companion.rules.scene import (
    Card,
    CardRow,
    Cell,
    Ceremony,
    DiceGroup,
    Die,
    Final,
    GridRow,
    Placed,
    Reveal,
    Share,
    Tally,
    Throw,
)
from companion.rules.sheet import Line
from companion.rules.text import Text, say

_ROWS = ("V42", "V43", "V44", "V45")
"""The categories of the final scoring, by ruling."""


def ceremonies(
    terms: Terms, before: State, seat: int, move: Move, after: State, lines: Sequence[Line]
) -> Iterator[Ceremony[Text]]:
    """What a move brought to be seen."""
    if isinstance(move, Roll | Reroll | BlackDie) and move.chance:
        yield _thrown(terms, seat, move, move.chance)
    if after.round > before.round and lines:
        yield _incomes(before, after, lines)
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        if rows := tuple(_revealed(after)):
            yield Reveal(name=say("voyages.block.goals"), rows=rows)
        yield _final(terms, after, lines)


def _incomes(before: State, after: State, lines: Sequence[Line]) -> Tally[Text]:
    """What the towns and the characters bring as a round begins, thing by thing (V5)."""
    held = {(seat, line.what): getattr(board.purse, line.what) for line in lines for seat, board in _boards(before)}
    shares = []
    for line in lines:
        held[line.seat, line.what] += line.by
        total = held[line.seat, line.what]
        shares.append(Share(seat=line.seat, where=line.why, pays=line.by, total=total, thing=line.what))
    name = say("voyages.incomes", number=after.round)
    return Tally(name=name, shares=tuple(sorted(shares, key=lambda share: share.seat)), passing=True)


def _boards(state: State) -> Iterator[tuple[int, PlayerBoard]]:
    return enumerate(state.boards, 1)


def _revealed(after: State) -> Iterator[CardRow[Text]]:
    """The goals of each seat, which were secret until now (V42)."""
    for seat, board in enumerate(after.boards, 1):
        cards = tuple(
            Card[Text](id=f"goal:{seat}:{at}", thing=f"goal:{card}")
            for at, card in enumerate(board.goals or (), 1)
            if card is not None
        )
        if cards:
            yield CardRow(id=f"goals:{seat}", seat=seat, cards=cards)


def _thrown(terms: Terms, seat: int, move: Move, chance: Sequence[int]) -> Throw[Text]:
    dice = [*_rolled(terms, seat, move, chance)]
    shown = tuple(
        Die[Text](id=f"throw:{seat}:{at}", value=die.value, colour=die.colour) for at, die in enumerate(dice, 1)
    )
    if len(dice) == 1:
        says = say("voyages.throw.one", die=die_word(dice[0]))
    else:
        says = say("voyages.throw.all", sum=sum(chance))
    return Throw(block=DICE, groups=(DiceGroup(id=f"seat:{seat}", dice=shown, seat=seat),), says=says)


def _rolled(terms: Terms, seat: int, move: Move, chance: Sequence[int]) -> Iterator[OwnDie]:
    """The dice of a throw: Matteo's last one is white, a black one is thrown alone."""
    if isinstance(move, Reroll):
        yield OwnDie(move.die.partition(":")[0], chance[0])
    elif len(chance) == 1:
        yield OwnDie(BLACK, chance[0])
    else:
        own = terms.edition.start.dice
        yield from (OwnDie(terms.colour(seat) if at < own else WHITE, value) for at, value in enumerate(chance))


def _final(terms: Terms, after: State, lines: Sequence[Line]) -> Final[Text]:
    found = totals(terms, after)
    order = [total.order for total in found]
    ranks = [1 + sum(other > own for other in order) for own in order]
    seats = sorted(range(1, len(found) + 1), key=lambda seat: (ranks[seat - 1], seat))
    places = tuple(
        Placed[Text](seat=seat, rank=ranks[seat - 1], total=found[seat - 1].value or 0, ties=found[seat - 1].ties)
        for seat in seats
    )
    rows = tuple(
        GridRow[Text](
            id=ruling,
            name=say(f"voyages.final.{ruling.lower()}"),
            cells=tuple(
                Cell(value=sum(line.by for line in lines if line.seat == seat and line.ruling == ruling))
                for seat in range(1, len(found) + 1)
            ),
            thing="points",
            ruling=ruling,
        )
        for ruling in _ROWS
    )
    return Final(name=say("game.voyages"), places=places, rows=rows)
