"""What dice and sectors are called where their results are typed in: as one sees them on the table."""

from __future__ import annotations

from companion.games.classic.moves import Route
from companion.games.classic.state import Terms
from companion.rules.fields import Chosen
from companion.session.table import Table
from companion.views.roulette import attackers
from companion.views.texts import Words


def die_named(game: str, kind: str, index: int, words: Words) -> str:
    """A die of a kind of move, by its place in the order it is typed in, from 0: its own name, or its number."""
    key = f"{game}.die.{kind}.{index + 1}"
    return words(key) if words.has(key) else words("form.die", number=index + 1)


def sectors_shown(table: Table, kind: str, chosen: Chosen, words: Words) -> tuple[str, ...]:
    """Every sector of the wheel, from 0, by its number and what it shows on the ring that was announced.

    Empty where no wheel is spun.
    """
    route = chosen.get("route")
    if not isinstance(table.match, Terms) or kind != "spin" or route not in {one.value for one in Route}:
        return ()
    ring = Route(route)
    shown = [sector.shows(ring) for sector in table.match.edition.wheel.sectors]
    attack = attackers(ring, words)
    return tuple(
        words("classic.sector", number=number, shows=attack if points is None else words("wheel.spaces", n=points))
        for number, points in enumerate(shown, 1)
    )
