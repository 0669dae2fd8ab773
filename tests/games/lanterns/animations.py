"""The animations of Lanterns: one of every type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.game import Total
from companion.rules.moves import Line, Move
from companion.rules.scene import Animation, Final, Placed, Reveal, Share, Spin, Tally, Throw, Use, Walk
from companion.rules.text import Text, say
from tests.games.lanterns.player_view import MarketView
from tests.games.lanterns.scene import OIL, ROUNDS, WIND, account_rows, dice_of, face_id, revealed_rows, round_id
from tests.games.lanterns.state import BURNT, Answer, Roll, Row, Setup, State, Wind


def animations(  # noqa: PLR0913 - what every game plays a move from
    setup: Setup,
    before: State,
    seat: int,
    move: Move,
    after: State,
    lines: Sequence[Line],
    view: MarketView,
    totals: Sequence[Total],
) -> Iterator[Animation[Text]]:
    """Yield the animations of this seat's move; `view` and `totals` are those after it, of the viewer who sees them."""
    match move:
        case Roll(chance=chance):
            text = say("lanterns.roll.burnt") if chance == BURNT else say("lanterns.roll.brings", n=sum(chance))
            yield Throw(block=OIL, groups=(dice_of(seat, chance, Use.USED),), says=text, ruling="L2")
        case Wind(row=row, chance=(face,)):
            brings = (face % 2 == 0) is (row is Row.GATE)
            text = say("lanterns.wind.brings" if brings else "lanterns.wind.still")
            yield Spin(block=WIND, band=row.value, sector=face_id(face), says=text)
    if isinstance(move, Answer) and lines:
        yield _feast_tally(before, lines)
    ended = after.over and not before.over
    if ended:
        yield Reveal(name=say("lanterns.reveal"), rows=revealed_rows(view))
        yield from _end_tally(before, after, lines)
        yield _final(setup, view, totals)
    elif after.round > before.round > 0:
        walked = tuple(round_id(number) for number in range(before.round, after.round + 1))
        yield Walk(block=ROUNDS, piece="light", places=walked)


def _feast_tally(before: State, lines: Sequence[Line]) -> Tally[Text]:
    """Return the oil and points that a feast moves from stall to stall (L5)."""
    held = {"oil": list(before.oil), "points": list(before.points)}
    shares = []
    for line in lines:
        held[line.what][line.seat - 1] += line.by
        total = held[line.what][line.seat - 1]
        shares.append(Share(seat=line.seat, where=line.why, pays=line.by, total=total, thing=line.what))
    return Tally(name=say("lanterns.feast"), shares=tuple(shares), passing=True)


def _end_tally(before: State, after: State, lines: Sequence[Line]) -> Iterator[Tally[Text]]:
    """Yield the payments at the end, stall by stall (L6, L10)."""
    points = list(before.points)
    shares = []
    for line in lines:
        if line.what == "points":
            points[line.seat - 1] += line.by
            shares.append(Share(seat=line.seat, where=line.why, pays=line.by, total=points[line.seat - 1]))
    if shares:
        assert tuple(points) == after.points
        yield Tally(name=say("lanterns.tally"), shares=tuple(shares), thing="points", then=say("lanterns.tally.then"))


def _final(setup: Setup, view: MarketView, totals: Sequence[Total]) -> Final[Text]:
    """Return the places: most points, then most oil (L6)."""
    places = [
        Placed(
            seat=seat, rank=1 + sum(rival.order > total.order for rival in totals), total=total.public, ties=total.ties
        )
        for seat, total in enumerate(totals, 1)
    ]
    sorted_places = tuple(sorted(places, key=lambda place: (place.rank, place.seat)))
    return Final(name=say("lanterns.end"), places=sorted_places, rows=account_rows(setup, view))
