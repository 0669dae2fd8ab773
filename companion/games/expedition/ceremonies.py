"""What is played before everybody's eyes in an Expedition: camels that walk, the two tallies, and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.expedition.scene import RACE, camel_id, place_id, place_name
from companion.games.expedition.state import State, Terms
from companion.rules.game import Total
from companion.rules.scene import Ceremony, Final, Placed, Share, Tally, Walk
from companion.rules.sheet import Line
from companion.rules.text import Text, say

_CITIES = {"E8": "ganzhou", "E13": "dadu"}
"""By the ruling that its tally goes by."""


def ceremonies(
    terms: Terms, before: State, after: State, lines: Sequence[Line], totals: Sequence[Total]
) -> Iterator[Ceremony[Text]]:
    """What a move brought to be seen; `totals` are those after it."""
    ended = before.turn is not None and after.turn is None
    tallied = after.tallied and not before.tallied
    paid = _paid(lines)
    yield from _steps(before, after, paid)
    if ended or tallied:
        yield _tally(terms, before, after, lines, "E13" if ended else "E8")
    if tallied:
        yield from _transfers(after, paid)
    if ended:
        yield _final(totals)


def _steps(before: State, after: State, paid: dict[tuple[int, int], Line]) -> Iterator[Walk]:
    """Camels that moved, as far as where a tally found them."""
    for seat, spaces in enumerate(before.camels, 1):
        for camel, here in enumerate(spaces, 1):
            there = after.camels[seat - 1][camel - 1]
            line = paid.get((seat, camel))
            yield from _walk(seat, camel, here, there if line is None else _space(line))


def _transfers(after: State, paid: dict[tuple[int, int], Line]) -> Iterator[Walk]:
    """Camels that were paid where they stood, and are put on to Ganzhou (E12)."""
    for (seat, camel), line in paid.items():
        yield from _walk(seat, camel, _space(line), after.camels[seat - 1][camel - 1])


def _walk(seat: int, camel: int, here: int, there: int) -> Iterator[Walk]:
    if here != there:
        step = 1 if here < there else -1
        places = tuple(place_id(space) for space in range(here, there + step, step))
        yield Walk(block=RACE, piece=camel_id(seat, camel), places=places)


def _tally(terms: Terms, before: State, after: State, lines: Sequence[Line], ruling: str) -> Tally[Text]:
    """Every camel's share, the furthest first, also of those that it pays nothing."""
    gold = list(before.gold)
    for line in lines:
        gold[line.seat - 1] += line.by if line.ruling != ruling else 0
    paid = _paid(lines)
    shares = []
    for seat, camel, space in _in_order(after, paid):
        share = paid.get((seat, camel))
        pays = share.by if share is not None else 0
        gold[seat - 1] += pays
        where = _where(terms, after, seat, camel, space, pays)
        shares.append(Share(seat=seat, piece=camel_id(seat, camel), where=where, pays=pays, total=gold[seat - 1]))
    city = say(f"expedition.{_CITIES[ruling]}")
    then = None
    if after.draws is not None and after.turn is not None:  # at Dadu no card is of use any more
        then = say("expedition.tally.then", seat=after.draws)
    name = say("expedition.tally", city=city)
    return Tally(name=name, shares=tuple(shares), at=city, block=RACE, thing="gold", then=then)


def _where(terms: Terms, after: State, seat: int, camel: int, space: int, pays: int) -> Text:
    """Where a camel stood, and that it went on from there to Ganzhou."""
    if len(after.camels[seat - 1]) > 1:
        where = say("expedition.camel_at", camel=camel, space=space)
    elif pays:
        where = say("expedition.at", space=space)
    else:
        where = place_name(terms, space)
    moved_on = after.turn is not None and after.camels[seat - 1][camel - 1] != space
    return say("expedition.on_to", place=where) if moved_on else where


def _in_order(after: State, paid: dict[tuple[int, int], Line]) -> list[tuple[int, int, int]]:
    """(seat, camel, space) of every camel as the tally found it, the furthest first."""
    camels = []
    for seat, spaces in enumerate(after.camels, 1):
        for camel, at in enumerate(spaces, 1):
            line = paid.get((seat, camel))
            camels.append((seat, camel, at if line is None else _space(line)))
    return sorted(camels, key=lambda one: (-one[2], one[0], one[1]))


def _final(totals: Sequence[Total]) -> Final[Text]:
    """The places, with what breaks a tie (E14)."""
    places = [
        Placed(seat=seat, rank=1 + sum(other.order > one.order for other in totals), total=one.shown, ties=one.ties)
        for seat, one in enumerate(totals, 1)
    ]
    return Final(name=say("expedition.end"), places=tuple(sorted(places, key=lambda one: (one.rank, one.seat))))


def _paid(lines: Sequence[Line]) -> dict[tuple[int, int], Line]:
    """What a tally paid, by seat and camel."""
    return {(line.seat, int(str(dict(line.why.args)["camel"]))): line for line in lines if line.ruling in _CITIES}


def _space(line: Line) -> int:
    """Where the camel stood that a line of a tally pays for."""
    return int(str(dict(line.why.args)["space"]))
