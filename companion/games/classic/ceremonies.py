"""What is played before everybody's eyes in a game of 1983: the wheel, a fight, and the end with every hand open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.classic.moves import Fight, Route, Spin
from companion.games.classic.scene import FIGHT, fight_groups, revealed
from companion.games.classic.seen import Seen
from companion.games.classic.state import Phase, State, Terms
from companion.games.classic.told import fight_told
from companion.games.classic.wheel_block import WHEEL, cry, sector_id
from companion.rules.game import Move
from companion.rules.match import Total
from companion.rules.scene import Cell, Ceremony, Final, GridRow, Placed, Reveal, Throw
from companion.rules.scene import Spin as Spun
from companion.rules.text import Text, say


def ceremonies(
    terms: Terms, before: State, move: Move, after: State, seen: Seen, totals: Sequence[Total]
) -> Iterator[Ceremony[Text]]:
    """What a move brought to be seen; `seen` and `totals` are those after it, for whom it is played."""
    match move:
        case Spin():
            yield _spun(terms, move, after)
        case Fight():
            yield _fought(terms, before, after)
    if before.turn is not None and after.turn is None:
        if rows := revealed(seen):
            yield Reveal(name=say("classic.hands"), rows=rows)
        yield _final(seen, totals)


def _spun(terms: Terms, move: Spin, after: State) -> Spun[Text]:
    """The sector, and what it means: so many spaces, a bonus of the house told apart, or an attack (C2, C20)."""
    turn = after.turn
    shown = terms.edition.wheel.sectors[move.chance[0]].shows(move.route)
    points = turn.points if turn is not None and turn.phase is Phase.ARRIVE else None
    large = None
    if points is None or shown is None:
        says = cry(move.route)
    elif points != shown:
        says, large = say("classic.spaces_bonus", shown=shown, bonus=points - shown), say("classic.count", n=points)
    else:
        says = say("classic.spaces", n=points)
    return Spun(block=WHEEL, band=move.route.value, sector=sector_id(move.chance[0]), says=says, large=large)


def _fought(terms: Terms, before: State, after: State) -> Throw[Text]:
    """White against black: the loot, or a ransom (C3 to C5)."""
    fight, loot = after.fight, before.loot
    assert fight is not None  # the move has just set it
    route = (before.turn.route if before.turn else None) or Route.LAND
    if not fight.won:
        then = say("classic.fight.ransom", n=terms.edition.ransom)
    else:
        then = say("classic.fight.loot" if loot.besants or loot.cards else "classic.fight.no_loot")
    return Throw(
        block=FIGHT,
        groups=fight_groups(terms, fight.seat, route, fight.white, fight.black, fight.won),
        says=fight_told(fight),
        head=say("classic.fight.won" if fight.won else "classic.fight.lost"),
        then=then,
        ruling="C3",
    )


def _final(seen: Seen, totals: Sequence[Total]) -> Final[Text]:
    """Fortunes by what they are made of, then the places: who has won comes first (C14)."""
    places: list[Placed[Text]] = [
        Placed(seat=seat, rank=1 + sum(other.order > total.order for other in totals), total=total.shown)
        for seat, total in enumerate(totals, 1)
    ]
    return Final(
        name=say("classic.end"),
        places=tuple(sorted(places, key=lambda one: (one.rank, one.seat))),
        rows=tuple(_rows(seen)) if seen.tracked else (),
    )


def _rows(seen: Seen) -> Iterator[GridRow[Text]]:
    hands = seen.hands
    goods = [sum(card.value for card in hand.goods or ()) for hand in hands]
    honours = [(hand.fortune or 0) - hand.besants - worth for hand, worth in zip(hands, goods, strict=True)]
    for name, values in (("besants", [hand.besants for hand in hands]), ("goods", goods), ("honours", honours)):
        cells = tuple(Cell(value=value) for value in values)
        yield GridRow(id=name, name=say(f"classic.final.{name}"), cells=cells, thing="besants")
    whole = tuple(Cell(value=hand.fortune) for hand in hands)
    yield GridRow(id="fortune", name=say("classic.final.fortune"), cells=whole, thing="besants", total=True)
