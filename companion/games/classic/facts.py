"""The requirements for the golden games of 1983 as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.classic import CLASSIC
from companion.games.classic.cards import GoodsCard
from companion.games.classic.match import Match
from companion.games.classic.moves import Buy, GiveGifts, Ransom, Trade
from companion.games.classic.play import is_card
from companion.games.classic.state import GoldenTable, State
from companion.games.classic.state_changes import new_turn
from companion.rules.fields import Json
from companion.rules.moves import Correct, Move
from companion.rules.viewer import EVERYTHING
from companion.table.game_facts import GameFacts, Generator
from companion.table.table import CompleteMove, Table
from tests.games.classic import legal
from tests.games.classic.edges import edges
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


_SOON_HOME: dict[str, Json] = {
    "return": {"threshold": {"2": 400, "3": 400, "4": 400}, "min_each": 0, "max_each": 9},
    "khan": {"gifts": 1},
    "mission": {"towns": []},
}
"""Figures for short games. With the printed ones, random play takes thousands of moves to come home."""

_HASARDS: list[Json] = [{"besants": -200}, {"miss_turn": True}, {"lose": {"colour": "blue", "value": 80}}]
# Without must_hold_both: a seat that sells a Table at random after the mission could never win.
_HOUSE: dict[str, Json] = {
    **{"trade_each_player": True, "trade_in_venice": True, "bandits_d8": True},
    **{"ties_to_bandits": True, "gifts_two_colours": True, "move_bonus": 2, "strict_arrival": True},
}


def _other(table: Table, played: CompleteMove, rnd: Random) -> Move:
    edition, move = table.match.edition, played.move
    values = [value for value, copies in edition.values if copies]
    match move:
        case Buy(value=int()):
            return replace(move, value=rnd.choice(values))
        case Buy(hasard=tuple(effects)):
            gained = [effect.gain and GoodsCard(effect.gain.colour, rnd.choice(values)) for effect in effects]
            return replace(
                move, hasard=tuple(replace(effect, gain=g) for effect, g in zip(effects, gained, strict=True))
            )
        case Ransom(value=int()):
            return replace(move, colour=rnd.choice(edition.colours), value=rnd.choice(values))
        case Trade(card=GoodsCard() as card):
            return replace(move, card=GoodsCard(card.colour, rnd.choice(values)))
        case GiveGifts(town=str()):
            return replace(move, town=f"Pagan {rnd.randrange(100)}")
        case Correct(what=what) if is_card(what):
            return replace(move, what=f"{what.partition(':')[0]}:{rnd.choice(values)}")
    return move


def _another_turn(before: Any, kind: str, after: Any) -> bool:
    """Return whether another turn begins. A seat that refuses a fight, or restarts, spins again in the same turn."""
    fresh = after.turn is not None and after.turn == new_turn(after, after.turn.seat)
    return bool(fresh and before.turn != after.turn and kind not in ("refuse_fight", "restart"))


def _unseen_town(state: Any, seat: int) -> set[str]:
    hand = state.hands[seat - 1]
    return {hand.town} if hand.town and hand.table is GoldenTable.UNTURNED else set()


GAME_FACTS = GameFacts(
    plain=_SOON_HOME,
    options=(
        (2, {"tracking": "dice"}),
        (3, {"tracking": "dice", **_SOON_HOME, **_HOUSE, "khan": {"gifts": 3}}),
        (2, {**_SOON_HOME, **_HOUSE, "khan": {"gifts": 2}}),
        (4, {**_SOON_HOME, "hasard": {"effects": _HASARDS}, "goods": {"hasard": 40, "values": {"30": 1}}}),
    ),
    ends_otherwise=True,  # cards are counted at the claim
    many_figures={
        "wheel": {"sectors": [{"land": 1 + index % 9, "sea": 2, "weight": 1 + index % 3} for index in range(36)]},
        "mission": {"towns": [f"Pagan {n}" for n in range(20)]},
    },
    another_turn=_another_turn,
    secrets=_unseen_town,
    other=_other,
    generator=Generator(legal.legal_moves, legal.is_legal, edges),
)
