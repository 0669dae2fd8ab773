"""What is played before everybody's eyes in a game of 1983: the wheel, a fight, and the end with every hand open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.classic.moves import Fight, Route, Spin
from companion.games.classic.scene import FIGHT, account, fight_groups, revealed
from companion.games.classic.seen import Seen
from companion.games.classic.state import State, Terms
from companion.games.classic.telling import fight_told
from companion.games.classic.wheel_block import WHEEL, sector_id, verdict
from companion.rules.game import Total
from companion.rules.moves import Move
from companion.rules.scene import Ceremony, Final, Placed, Reveal, Throw
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
    """The sector, and what it means."""
    sector, turn = move.chance[0], after.turn
    says, large = verdict(terms.edition.wheel, sector, move.route, turn.points if turn is not None else 0)
    return Spun(block=WHEEL, band=move.route.value, sector=sector_id(sector), says=says, large=large)


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
        rows=account(seen),
    )
