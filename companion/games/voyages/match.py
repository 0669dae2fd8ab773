"""A match of Voyages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.games.voyages import (
    allowed_kinds,
    components,
    forms,
    id_renames,
    narration,
    offers,
    play,
    player_view,
    scene,
    turn_report,
)
from companion.games.voyages.bound_prices import PriceLists, price_lists
from companion.games.voyages.dice_renames import follow_dice
from companion.games.voyages.final_points_bounds import bounds_of
from companion.games.voyages.final_scoring import goals_open
from companion.games.voyages.options import DEALT_OPTIONS
from companion.games.voyages.pending import first_pending
from companion.games.voyages.scene import BoardPrint
from companion.games.voyages.state import Phase, Setup, State
from companion.rules.base_game import BaseMatch, TurnMixin
from companion.rules.components import Component, ComponentCache
from companion.rules.fields import Field, FieldValues, Items, Json
from companion.rules.game import Bounds, Correctable, PlayedMove, Rematch, SeatMove, Total
from companion.rules.match_functions import rotated_rematch
from companion.rules.moves import Line, Move
from companion.rules.offers import Offer
from companion.rules.scene import Animation, Scene, SeatNote
from companion.rules.text import Text
from companion.rules.viewer import Viewer


@dataclass(frozen=True, kw_only=True)
class Match(TurnMixin, ComponentCache, Setup, BaseMatch):
    """The match protocol for Voyages: each question goes to the module that answers it. What changes is in `State`."""

    unit = "points"

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        return play.play(self.with_characters(state), state, seat, move)

    def active_seats(self, state: State) -> tuple[int, ...]:
        return allowed_kinds.active_seats(self.with_characters(state), state)

    def round(self, state: State) -> int | None:
        return None if state.phase is Phase.SETUP else state.round

    @property
    def rounds(self) -> int | None:
        return self.edition.start.rounds

    def offers(self, state: State, seat: int) -> tuple[Offer, ...]:
        return offers.offers(self.with_characters(state), state, seat)

    def next_pick(self, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
        return forms.next_pick(self.with_characters(state), state, seat, kind, chosen, items)

    def player_view(self, state: State, viewer: Viewer) -> State:
        return player_view.player_view(state, viewer)

    def holdings(self, view: State, seat: int) -> dict[str, Json]:
        return player_view.holdings(self, view, seat)

    def totals(self, view: State) -> tuple[Total, ...]:
        return player_view.totals(self, view)

    def bounds(self, view: State) -> tuple[Bounds, ...]:
        if view.phase is Phase.SETUP:
            return ()
        match = self.with_characters(view)
        return bounds_of(match, match._prices, view)

    @cached_property
    def _prices(self) -> tuple[PriceLists, ...]:
        return price_lists(self)

    def make(self, name: str) -> Component:
        return components.component(self, name)

    def correctable(self, state: State, seat: int) -> tuple[Correctable, ...]:
        return play.correctable(self, state, seat)

    def move_view(self, before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
        return player_view.move_view(seat, move, now, viewer)

    def describe_move(self, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
        setup = self.with_characters(after)
        return narration.describe_move(setup, PlayedMove(before, seat, move, after, ()), now, viewer)

    def describe_turn(self, moves: Sequence[PlayedMove], now: State, viewer: Viewer) -> Text | None:
        setup = self.with_characters(moves[-1].after) if moves else self
        return turn_report.describe_turn(setup, moves)

    def follow_renames(self, old: PlayedMove, new: PlayedMove, later: Sequence[SeatMove]) -> tuple[Move, ...]:
        with_dice = follow_dice(old, new, later)
        return tuple(id_renames.follow_rename(old, new, move) for move in with_dice)

    def pending_gains(self, before: State, after: State, seat: int) -> tuple[str, ...]:
        """Return the component of the item that is pending for this seat, if it has become the next one."""
        pending = first_pending(after, seat)
        return (
            (offers.PENDING_COMPONENTS[pending.kind],)
            if pending is not None and pending != first_pending(before, seat)
            else ()
        )

    def outcome_is_secret(self, before: State, after: State) -> bool:
        """Return whether a move opens all goals: only then it is known whether two seats have the same card (V42)."""
        return self.full and goals_open(after) and not goals_open(before)

    def seat_notes(self, view: State, seat: int) -> tuple[SeatNote[Text], ...]:
        return scene.seat_notes(self.with_characters(view), view, seat)

    def scene(self, view: State, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        return scene.scene(self.with_characters(view), self._board_print, view, viewer)

    @cached_property
    def _board_print(self) -> BoardPrint:
        return scene.board_print(self)

    def arrivals(self, before: State, after: State) -> tuple[str, ...]:
        return player_view.arrivals(before, after)

    def animations(
        self, before: Any, seat: int, move: Move, after: Any, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        return tuple(narration.animations(self.with_characters(after), before, seat, move, after, lines))

    def options_view(self, viewer: Viewer) -> dict[str, Json]:
        return player_view.options_view(dict(self.options), viewer)

    def rematch(self) -> Rematch:
        return rotated_rematch(self, without=DEALT_OPTIONS)
