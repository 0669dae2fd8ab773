"""An Expedition as the screen shows it: the race on its track, and the tallies share by share."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.expedition.state import State, Terms
from companion.session.table import Table
from companion.views.faces import Pawn, Race
from companion.views.seats import mark_of
from companion.views.signs import SeatMark
from companion.views.texts import Words


@dataclass(frozen=True, slots=True)
class Share:
    """One camel's share of a tally, as it is read out to the table."""

    mark: SeatMark
    place: str
    pays: int
    total: int
    """The seat's gold after this share."""
    camel: int | None = None
    """1 or 2 when the seat has two camels, else None."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A tally to be read out, the furthest camel first."""

    city: str
    shares: tuple[Share, ...]


def race_of(table: Table, words: Words) -> Race | None:
    """The race of a table that plays Expedition, None for other games."""
    terms, state = table.match, table.state
    if not isinstance(terms, Terms):
        return None
    turn = state.turn.seat if state.turn else None
    pawns = [
        Pawn(at, mark_of(table, seat, words), camel if len(state.camels[seat - 1]) > 1 else None, seat == turn)
        for seat in table.seats
        for camel, at in enumerate(state.camels[seat - 1], 1)
    ]
    board = terms.board
    zones = tuple(space for space, _ in (*board.ganzhou_tally, *board.dadu_tally))
    crates = tuple(space for space, value in board.crates if value and space not in state.reached)
    return Race(board.dadu, board.ganzhou, tuple(pawns), zones, crates)


def tally_at(table: Table, entry: int, words: Words) -> Tally | None:
    """The tally that an entry (from 1) brought, also camels that it pays nothing; None if it brought none."""
    terms, before, after = table.match, table.before(entry), table.entries[entry - 1].state
    if not isinstance(terms, Terms):
        return None
    city = "Dadu" if before.turn and not after.turn else "Ganzhou" if after.tallied and not before.tallied else None
    if city is None:
        return None
    ruling = "E13" if city == "Dadu" else "E8"
    gold = list(before.gold)
    paid: dict[tuple[int, int], tuple[int, int]] = {}
    for line in table.entries[entry - 1].lines:
        if line.ruling == ruling:
            args = dict(line.why.args)
            paid[line.seat, int(str(args["camel"]))] = (int(str(args["space"])), line.by)
        else:
            gold[line.seat - 1] += line.by
    shares = []
    for seat, camel, at, pays in _in_order(after, paid):
        gold[seat - 1] += pays
        place = words("expedition.at", space=at)
        two = len(after.camels[seat - 1]) > 1
        if two:
            place = words("expedition.camel_at", camel=camel, space=at)
        elif not pays:
            place = _named(terms, words).get(at, place)
        if after.turn and after.camels[seat - 1][camel - 1] != at:
            place = words("expedition.on_to", place=place)
        shares.append(Share(mark_of(table, seat, words), place, pays, gold[seat - 1], camel if two else None))
    return Tally(city, tuple(shares))


def _named(terms: Terms, words: Words) -> dict[int, str]:
    """The spaces that have a name."""
    return {terms.board.ormuz: words("expedition.ormuz"), terms.board.ganzhou: "Ganzhou", terms.board.dadu: "Dadu"}


def _in_order(after: State, paid: dict[tuple[int, int], tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """(seat, camel, space, pays) of every camel, the furthest first."""
    camels = []
    for seat, spaces in enumerate(after.camels, 1):
        for camel, at in enumerate(spaces, 1):
            space, pays = paid.get((seat, camel), (at, 0))
            camels.append((seat, camel, space, pays))
    return sorted(camels, key=lambda share: (-share[2], share[0], share[1]))
