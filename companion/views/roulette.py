"""Chance of 1983 as the little screen shows it: the wheel's rings in labels, what a spin brought, and what a fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.classic.moves import Fight as FightMove
from companion.games.classic.moves import Route
from companion.games.classic.moves import Spin as SpinMove
from companion.games.classic.road import black_faces
from companion.games.classic.state import Phase, Terms
from companion.games.classic.wheel import Wheel
from companion.rules.accessories import FreeWheel
from companion.session.table import Played, Table
from companion.views.signs import Glyph
from companion.views.texts import Words
from companion.views.wheel_face import Sector

ROUTE_GLYPHS = {Route.LAND: Glyph.CAMEL, Route.SEA: Glyph.SHIP}
"""What stands on the hub for each ring."""


@dataclass(frozen=True, slots=True)
class Spun:
    """What a spin brought."""

    seat: int
    wheel: Wheel
    route: Route
    sector: int
    """From 0."""
    points: int | None
    """How many spaces, a bonus of the house included (C20); None for an attack (C2)."""
    typed: bool
    """It was read from the owner's own wheel, not drawn."""
    again: bool
    """It was drawn before, taken back, and asked for once more."""


@dataclass(frozen=True, slots=True)
class Fought:
    """What both dice of a fight showed (C3)."""

    seat: int
    white: int
    black: int
    faces: int
    """Of the black die, 6 or 8 (C20)."""
    won: bool
    corsairs: bool
    """It was at sea."""
    typed: bool
    again: bool


def wheel_of_table(table: Table) -> Wheel | None:
    """The wheel that is played with, None in a game without one."""
    return table.match.edition.wheel if isinstance(table.match, Terms) else None


def terms_of(table: Table) -> Terms:
    """What was agreed at a table that plays the game of 1983."""
    assert isinstance(table.match, Terms)
    return table.match


def ring(wheel: FreeWheel, route: Route, words: Words) -> tuple[Sector, ...]:
    """One ring of a wheel as a face wants it."""
    return tuple(label_of(wheel.shown(at, route.value), route, words) for at in range(len(wheel.shows)))


def label_of(shown: int | None, route: Route, words: Words) -> Sector:
    """What a sector shows on the ring of this route: a number of spaces, or None for an attack."""
    return Sector(attackers(route, words), attack=True) if shown is None else Sector(str(shown))


def attackers(route: Route, words: Words) -> str:
    """Who attacks on this route."""
    return words("wheel.corsairs" if route is Route.SEA else "wheel.bandits")


def attacked(route: Route, words: Words) -> str:
    """The cry of an attack on this route."""
    return words("wheel.corsairs_cry" if route is Route.SEA else "wheel.bandits_cry")


def spun_at(table: Table, entry: int) -> Spun | None:
    """What the entry of this number, from 1, spun; None where it is no spin, or is none any more."""
    played, state = _at(table, entry)
    if played is None or not isinstance(played.move, SpinMove):
        return None
    move, turn = played.move, state.turn
    points = turn.points if turn is not None and turn.phase is Phase.ARRIVE else None
    again = played.drawn is not None and played.drawn.again
    wheel = table.match.edition.wheel
    return Spun(played.seat, wheel, move.route, move.chance[0], points, played.typed, again)


def fought_at(table: Table, entry: int) -> Fought | None:
    """What the entry of this number, from 1, fought; None where it is no fight, or is none any more."""
    played, state = _at(table, entry)
    if played is None or not isinstance(played.move, FightMove) or state.fight is None:
        return None
    before = table.before(entry).turn
    corsairs = before is not None and before.route is Route.SEA
    again = played.drawn is not None and played.drawn.again
    fight, faces = state.fight, black_faces(terms_of(table))
    return Fought(fight.seat, fight.white, fight.black, faces, fight.won, corsairs, played.typed, again)


def counted(spun: Spun) -> str:
    """What stands large where a bonus of the house makes it another number than the sector's; else ""."""
    shown = spun.wheel.sectors[spun.sector].shows(spun.route)
    return "" if spun.points in (None, shown) else str(spun.points)


def result_said(spun: Spun, words: Words) -> str:
    """What a spin means, as short as it is read beside the wheel."""
    if spun.points is None:
        return attacked(spun.route, words)
    shown = spun.wheel.sectors[spun.sector].shows(spun.route)
    if shown is not None and spun.points != shown:
        return words("wheel.spaces_bonus", shown=shown, bonus=spun.points - shown)
    return words("wheel.spaces", n=spun.points)


def trial_note(trial: bool, words: Words) -> str:
    """What every picture of a trial wheel says; "" once the owner has copied the printed one."""
    return words("wheel.trial") if trial else ""


def _at(table: Table, entry: int) -> tuple[Played | None, Any]:
    """The move of an entry and the state after it."""
    if not 1 <= entry <= len(table.entries) or not isinstance(table.match, Terms):
        return None, table.start
    this = table.entries[entry - 1]
    return this.played, this.state
