"""The facts that the golden games of Voyages must cover together."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.games.voyages import VOYAGES
from companion.games.voyages.final_scoring import goals_open
from companion.games.voyages.match import Match
from companion.games.voyages.moves import DealGoals, KeepGoals, RevealGoals
from companion.games.voyages.state import State
from companion.rules.game import move_from_json
from companion.rules.moves import Move
from companion.rules.viewer import EVERYTHING
from companion.table.game_facts import GameFacts, Generator
from companion.table.random_play import complete_move
from companion.table.table import CompleteMove, Table
from tests.games.voyages import legal_moves
from tests.games.voyages.edges import edges
from tests.games.voyages.legal import is_legal
from tests.kit.golden_games import Facts

_BY_SEAT = ("coins", "camels", "pepper", "silk", "gold", "points", "posts", "contracts")


def _holdings(match: Match, state: State) -> Mapping[str, Any]:
    """Return everything that a seat has, by seat; its dice, still on the board, are sorted."""
    view = match.player_view(state, EVERYTHING)
    holdings: list[Any] = [match.holdings(view, seat) for seat in range(1, len(match.names) + 1)]
    return {
        **{what: tuple(held[what] for held in holdings) for what in _BY_SEAT},
        "dice": tuple(tuple(sorted(held["dice"])) for held in holdings),
        "round": match.round(state) or 0,
        "waiting": match.active_seats(state),
    }


def _options_key(table: Table) -> tuple[Any, ...]:
    options = table.match.options
    switches = (bool(options.get(name, False)) for name in ("expert", "draft", "deal"))
    return len(table.names), options.get("tracking", "full"), *switches


FACTS = Facts(
    game=VOYAGES,
    rulings=tuple(f"V{number}" for number in range(1, 47)),
    paying=(
        *("V7", "V9", "V12", "V13", "V14", "V15", "V16", "V17", "V20", "V21", "V22", "V23", "V24", "V25", "V29", "V30"),
        *("V31", "V32", "V33", "V37", "V38", "V40", "V41", "V42", "V43", "V44", "V45"),
    ),
    forbidding=(
        *("V1", "V4", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12", "V13", "V14", "V15", "V16", "V17", "V18"),
        *("V21", "V22", "V23", "V24", "V25", "V26", "V28", "V29", "V31", "V32", "V33", "V34", "V35", "V42", "V44"),
    ),
    summed=True,
    extra_facts=_holdings,
    setup_of=_options_key,
    setups=frozenset(
        {
            *((seats, tracking, False, False, False) for seats in (2, 3, 4) for tracking in ("full", "points")),
            (4, "full", True, False, False),
            (3, "full", True, True, True),
            (2, "points", False, True, False),
        }
    ),
    min_games=8,
)


def _other(table: Table, played: CompleteMove, rnd: Random) -> Move:
    """Deal, keep or reveal other goals (V1, V42), as long as nobody has seen what they scored."""
    move = played.move
    if isinstance(move, RevealGoals) and not goals_open(table.state):
        return RevealGoals(tuple(rnd.sample(list(table.match.edition.goal), 2)))
    if isinstance(move, DealGoals | KeepGoals) and not goals_open(table.state):
        own = (entry for entry in table.entries if entry.played.seat == played.seat)
        before = next(entry.before for entry in own if entry.played.move.kind == move.kind)
        return move_from_json(table.game, complete_move(table.match, before, played.seat, move.kind, rnd))
    return move


GAME_FACTS = GameFacts(
    options=(
        (2, {"tracking": "points"}),
        (4, {"tracking": "points", "characters": ["wilhelm", "kubilai", "matteo", "raschid"]}),
        (3, {"expert": True, "characters": ["niccolo_marco", "johannes", "wilhelm"], "row": {"special": 2}}),
        (
            2,
            {
                "characters": ["matteo", "kubilai"],
                "mixed_exchange": False,
                "beijing_slides": True,
                "goals": [["G01", "G02"], ["G03", "G04"]],
                "bonus_tiles": {"MOS": "B10"},
            },
        ),
        (3, {"expert": True, "draft": True, "deal": True, "goals": [None, ["G01", "G02"], ["G03", "G04"]]}),
        (2, {"draft": True, "characters": [None, "kubilai"]}),
        (2, {"deal": True, "city_cards": {"SUM": ["C01", "C02"]}, "bonus_tiles": {"MOS": "B10"}}),
        (3, {"tracking": "points", "draft": True}),
    ),
    ends_otherwise=True,  # with points alone, it ends with the last count
    secrets=lambda state, seat: set(),
    other=_other,
    generator=Generator(legal_moves.legal_moves, is_legal, edges),
)
