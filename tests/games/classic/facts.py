"""The requirements for the golden games of 1983 as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.classic import CLASSIC
from companion.games.classic.match import Match
from companion.games.classic.state import State
from companion.rules.viewer import EVERYTHING
from companion.table.table import Table
from tests.kit.golden_games import Facts


def _checked_values(match: Match, state: State) -> Mapping[str, Any]:
    """Return the holdings by seat, and the loot as (besants, number of cards)."""
    view = match.player_view(state, EVERYTHING)
    holdings: list[Any] = [match.holdings(view, seat) for seat in range(1, len(match.names) + 1)]
    return {
        "besants": tuple(holding["besants"] for holding in holdings),
        "goods": tuple(tuple(holding["goods"] or ()) for holding in holdings),
        "stages": tuple(holding["stage"] for holding in holdings),
        "loot": (state.loot.besants, len(state.loot.cards)),
    }


def _way(table: Table) -> tuple[int, Any]:
    return len(table.names), table.match.options.get("tracking", "full")


FACTS = Facts(
    game=CLASSIC,
    rulings=tuple(f"C{number}" for number in range(1, 21)),
    # A sale of Table or Secret (C18) pays a debt, so its lines cite C16.
    paying=("C4", "C5", "C9", "C10", "C11", "C12", "C13", "C14", "C16", "C17"),
    # C1 is a required field of the move, and C5 only gives: neither can refuse a move.
    forbidding=tuple(f"C{number}" for number in range(1, 21) if number not in (1, 5)),
    extra_facts=_checked_values,
    setup_of=_way,
    setups=frozenset({(2, "full"), (3, "dice"), (4, "full")}),
    min_games=3,
)
