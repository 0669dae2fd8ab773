"""The view that each viewer has of a market: the only module that masks secrets."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.viewer import Viewer
from tests.games.lanterns.state import State


@dataclass(frozen=True, slots=True)
class MarketView:
    """The market at one moment, as far as a viewer may know it; hidden values are None."""

    oil: tuple[int, ...]
    points: tuple[int, ...]
    hidden: tuple[tuple[str, ...] | None, ...]
    under: tuple[int, ...]
    """Number of cards under each stall: anyone can count them."""
    wishes: tuple[tuple[str, ...] | None, ...]
    shown: tuple[tuple[str, ...], ...]
    hung: tuple[tuple[str, int], ...]
    round: int
    rolled: tuple[int, ...]
    thrown: tuple[tuple[int, ...], ...]
    turn: int | None
    feasted: bool
    asked: tuple[int, ...]
    thanks: bool
    missing: tuple[int, ...]
    over: bool


def market_view(state: State, viewer: Viewer) -> MarketView:
    """Return the market as far as this viewer may know it: cards and wishes under a stall are secret until the end."""
    visible = [state.over or viewer.sees(seat) for seat in range(1, len(state.oil) + 1)]
    return MarketView(
        oil=state.oil,
        points=state.points,
        hidden=tuple(own if sees else None for own, sees in zip(state.hidden, visible, strict=True)),
        under=tuple(len(own) for own in state.hidden),
        wishes=tuple(own if sees else None for own, sees in zip(state.wishes, visible, strict=True)),
        shown=state.shown,
        hung=tuple((row.value, place) for row, place in state.hung),
        round=state.round,
        rolled=state.rolled,
        thrown=state.thrown,
        turn=state.turn,
        feasted=state.feasted,
        asked=state.asked,
        thanks=state.thanks,
        missing=state.missing,
        over=state.over,
    )
