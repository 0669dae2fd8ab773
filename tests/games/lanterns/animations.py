"""What is played before everybody's eyes at a market: every ceremony there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.game import Total
from companion.rules.moves import Line, Move
from companion.rules.scene import Animation, Final, Placed, Reveal, Share, Spin, Tally, Throw, Use, Walk
from companion.rules.text import Text, say
from tests.games.lanterns.scene import OIL, ROUNDS, WIND, accounts, dice_of, face_id, revealed, round_id
from tests.games.lanterns.seen import Seen
from tests.games.lanterns.state import BURNT, Answer, Roll, Row, Setup, State, Wind


def animations(  # noqa: PLR0913 - what every game plays a move from
    setup: Setup,
    before: State,
    seat: int,
    move: Move,
    after: State,
    lines: Sequence[Line],
    seen: Seen,
    totals: Sequence[Total],
) -> Iterator[Animation[Text]]:
    """What a move of this seat brought; `seen` and `totals` are those after it, for whom it is played."""
    match move:
        case Roll(chance=chance):
            says = say("lanterns.roll.burnt") if chance == BURNT else say("lanterns.roll.brings", n=sum(chance))
            yield Throw(block=OIL, groups=(dice_of(seat, chance, Use.USED),), says=says, ruling="L2")
        case Wind(row=row, chance=(face,)):
            brings = (face % 2 == 0) is (row is Row.GATE)
            says = say("lanterns.wind.brings" if brings else "lanterns.wind.still")
            yield Spin(block=WIND, band=row.value, sector=face_id(face), says=says)
    if isinstance(move, Answer) and lines:
        yield _given(before, lines)
    ended = after.over and not before.over
    if ended:
        yield Reveal(name=say("lanterns.reveal"), rows=revealed(seen))
        yield from _tally(before, after, lines)
        yield _final(setup, seen, totals)
    elif after.round > before.round > 0:
        walked = tuple(round_id(number) for number in range(before.round, after.round + 1))
        yield Walk(block=ROUNDS, piece="light", places=walked)


def _given(before: State, lines: Sequence[Line]) -> Tally[Text]:
    """What a feast moves from stall to stall (L5)."""
    held = {"oil": list(before.oil), "points": list(before.points)}
    shares = []
    for line in lines:
        held[line.what][line.seat - 1] += line.by
        total = held[line.what][line.seat - 1]
        shares.append(Share(seat=line.seat, where=line.why, pays=line.by, total=total, thing=line.what))
    return Tally(name=say("lanterns.feast"), shares=tuple(shares), passing=True)


def _tally(before: State, after: State, lines: Sequence[Line]) -> Iterator[Tally[Text]]:
    """What the end pays, stall by stall (L6, L10)."""
    points = list(before.points)
    shares = []
    for line in lines:
        if line.what == "points":
            points[line.seat - 1] += line.by
            shares.append(Share(seat=line.seat, where=line.why, pays=line.by, total=points[line.seat - 1]))
    if shares:
        assert tuple(points) == after.points
        yield Tally(name=say("lanterns.tally"), shares=tuple(shares), thing="points", then=say("lanterns.tally.then"))


def _final(setup: Setup, seen: Seen, totals: Sequence[Total]) -> Final[Text]:
    """Most points, then most oil (L6)."""
    places = [
        Placed(seat=seat, rank=1 + sum(other.order > one.order for other in totals), total=one.shown, ties=one.ties)
        for seat, one in enumerate(totals, 1)
    ]
    in_order = tuple(sorted(places, key=lambda one: (one.rank, one.seat)))
    return Final(name=say("lanterns.end"), places=in_order, rows=accounts(setup, seen))
