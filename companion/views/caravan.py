"""An Expedition as the screen shows it: the race on its track."""

from __future__ import annotations

from companion.games.expedition.state import Terms
from companion.session.table import Table
from companion.views.faces import Pawn, Race
from companion.views.seats import mark_of
from companion.views.texts import Words


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
