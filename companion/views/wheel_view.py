"""Chance of 1983 as the pages show it: the wheel with its last spin, and both dice of the last fight, as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.classic.accessories import as_free
from companion.games.classic.moves import Fight, Spin
from companion.games.classic.road import WHITE_FACES, black_faces
from companion.games.classic.state import Phase, Terms
from companion.rules.accessories import FreeWheel
from companion.rules.viewer import PUBLIC
from companion.session.table import Entry, Table
from companion.views.texts import Words
from companion.views.told import told


def wheel_view(table: Table, words: Words) -> dict[str, Any] | None:
    """The wheel of the edition, and the last spin that stands. None for other games.

    `points` counts spaces, a bonus of the house included (C20); it is null for an attack (C2). `again`: the spin was
    taken back before, and asked for once more. `awaits` is the seat whose spin or fight is due, and which of the two.
    """
    if not isinstance(table.match, Terms):
        return None
    wheel = table.match.edition.wheel
    spin = next((_spin(table, number, entry, words) for number, entry in _newest(table, Spin)), None)
    awaits = _awaits(table)
    return {"sectors": sectors_view(as_free(wheel)), "placeholder": wheel.placeholder, "spin": spin, "awaits": awaits}


def fight_view(table: Table, words: Words) -> dict[str, Any] | None:
    """The last fight that stands, with both dice (C3). None where there was none, and for other games."""
    return next((_fight(table, number, entry, words) for number, entry in _newest(table, Fight)), None)


def sectors_view(wheel: FreeWheel) -> list[dict[str, Any]]:
    """Every sector, from sector 0: what its rings show, null for an attack, and its weight in parts of the whole."""
    return [
        {**dict(zip(wheel.rings, shown, strict=True)), "weight": weight}
        for shown, weight in zip(wheel.shows, wheel.weights, strict=True)
    ]


def _awaits(table: Table) -> dict[str, Any] | None:
    """Whose chance decides next, if anybody's: `what` is "spin" or "fight", `faces` those of the dice, white first."""
    turn = table.state.turn
    due = turn is not None and not table.closed and turn.phase in (Phase.SPIN, Phase.FIGHT)
    return {"seat": turn.seat, "what": turn.phase.value, "faces": _faces(table)} if due else None


def _faces(table: Table) -> list[int]:
    """How many faces each die of a fight has, the white one first (C3, C20)."""
    assert isinstance(table.match, Terms)
    return [WHITE_FACES, black_faces(table.match)]


def _newest(table: Table, kind: type[Spin] | type[Fight]) -> Iterator[tuple[int, Entry]]:
    """Entries of this kind of move with their numbers from 1, the newest first."""
    for number in range(len(table.entries), 0, -1):
        entry = table.entries[number - 1]
        if isinstance(entry.played.move, kind):
            yield number, entry


def _spin(table: Table, number: int, entry: Entry, words: Words) -> dict[str, Any] | None:
    move, turn = entry.played.move, entry.state.turn
    if not isinstance(move, Spin):
        return None
    moves_on = turn is not None and turn.phase is Phase.ARRIVE
    return {
        "entry": number,
        "seat": entry.played.seat,
        "route": move.route.value,
        "sector": move.chance[0],
        "points": turn.points if moves_on else None,
        "text": words.of(told(table, number, PUBLIC), table.names),
        **_origin(entry),
    }


def _fight(table: Table, number: int, entry: Entry, words: Words) -> dict[str, Any] | None:
    fight = entry.state.fight
    if fight is None:
        return None
    return {
        "entry": number,
        "seat": fight.seat,
        "white": fight.white,
        "black": fight.black,
        "won": fight.won,
        "faces": _faces(table),
        "text": words.of(told(table, number, PUBLIC), table.names),
        **_origin(entry),
    }


def _origin(entry: Entry) -> dict[str, bool]:
    """Whether the chance of an entry was typed in from the real thing, and whether it had been drawn before."""
    drawn = entry.played.drawn
    return {"typed": entry.played.typed, "again": drawn is not None and drawn.again}
