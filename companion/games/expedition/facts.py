"""The requirements for the golden games of Expedition as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.expedition import EXPEDITION
from companion.games.expedition.match import Match
from companion.games.expedition.state import State
from companion.rules.fields import Json
from companion.rules.viewer import PUBLIC
from companion.table.game_facts import GameFacts, Generator
from companion.table.table import Table
from tests.games.expedition import legal
from tests.kit.golden_games import Facts


def _checked_values(match: Match, state: State) -> Mapping[str, Any]:
    """Return gold and camels by seat."""
    view = match.player_view(state, PUBLIC)
    holdings: list[Any] = [match.holdings(view, seat) for seat in range(1, len(match.names) + 1)]
    return {
        "gold": tuple(holding["gold"] for holding in holdings),
        "camels": tuple(tuple(holding["camels"]) for holding in holdings),
    }


def _way(table: Table) -> tuple[int, Any]:
    return len(table.names), table.match.options.get("both_camels", False)


FACTS = Facts(
    game=EXPEDITION,
    rulings=tuple(f"E{number}" for number in range(1, 20)),
    # E1 and E15 are cited by the gold of the set-up, which no sheet lists.
    paying=("E3", "E4", "E8", "E13", "E19"),
    forbidding=("E3", "E4", "E5", "E11", "E15", "E18", "E19"),
    cited_where_covered=True,
    uncounted=("space:",),
    extra_facts=_checked_values,
    setup_of=_way,
    setups=frozenset({(2, False), (2, True), (3, False), (4, False), (5, False)}),
    min_games=14,
)


_BOARD: dict[str, Json] = {
    "crates": {"1": 2, "3": 1, "6": 0, "8": 2, "11": 1, "17": 2, "28": 1},
    "requirements": {"5": {"kind": "drivers"}, "8": {"kind": "one_colour", "count": 3}},
}


def _seat(state: Any) -> int | None:
    return state.turn and int(state.turn.seat)


GAME_FACTS = GameFacts(
    options=(
        (2, {"both_camels": True}),
        (2, {"both_camels": True, "late_camel_stops": False, **_BOARD}),
        (3, _BOARD),
        (4, {"late_camel_stops": False}),
        (5, {"track": {"ormuz": 8}, "start": {"gold": 0}}),
    ),
    many_figures={
        "track": {"dadu": 50},
        "crates": {str(space): 1 + space % 2 for space in range(1, 50) if space != 16},
        "requirements": {str(space): {"kind": "drivers"} for space in range(4, 40) if space != 16},
    },
    another_turn=lambda before, kind, after: after.turn is not None and _seat(after) != _seat(before),
    generator=Generator(legal.legal_moves, legal.is_legal, legal.edges),
)
