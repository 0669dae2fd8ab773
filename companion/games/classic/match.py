"""The match of the game of 1983, which answers the `Match` protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.classic import components, forms, narration, offers, play, player_view, scene, turn_summary
from companion.games.classic.moves import Route
from companion.games.classic.player_view import ClassicView, holdings, totals
from companion.games.classic.state import Setup, State
from companion.rules.base_game import BaseMatch, TurnMixin
from companion.rules.components import Component, ComponentCache
from companion.rules.fields import Field, FieldValues, Items, Json
from companion.rules.game import Correctable, PlayedMove, Rematch, Total
from companion.rules.match_functions import same_seats_rematch
from companion.rules.moves import Line, Move
from companion.rules.offers import Offer
from companion.rules.scene import Animation, Scene, SeatNote
from companion.rules.text import Text
from companion.rules.viewer import Viewer


@dataclass(frozen=True, kw_only=True)
class Match(TurnMixin, ComponentCache, Setup, BaseMatch):
    """A game of 1983 being played. The cards of a seat are its secret until the end."""

    unit = "besants"

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        return play.play(self, state, seat, move)

    def active_seats(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is, or the player who still has to name the card taken (C11)."""
        return (state.turn.asked or state.turn.seat,) if state.turn else ()

    def offers(self, state: State, seat: int) -> tuple[Offer, ...]:
        return offers.offers(self, state, seat)

    def next_pick(self, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
        return forms.next_pick(self, state, seat, kind, chosen, items)

    def player_view(self, state: State, viewer: Viewer) -> ClassicView:
        return player_view.player_view(self, state, viewer)

    def holdings(self, view: ClassicView, seat: int) -> dict[str, Json]:
        return holdings(view, seat)

    def totals(self, view: ClassicView) -> tuple[Total, ...]:
        return totals(view)

    def make(self, name: str) -> Component:
        return components.component(self, name)

    def correctable(self, state: State, seat: int) -> tuple[Correctable, ...]:
        return play.correctable(self, state, seat)

    def move_view(self, before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
        return player_view.move_view(before, seat, move, now, viewer)

    def describe_move(self, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
        return narration.describe_move(self, before, seat, move, after, now, viewer)

    def describe_turn(self, moves: Sequence[PlayedMove], now: State, viewer: Viewer) -> Text | None:
        return turn_summary.describe_turn(moves, now, viewer)

    def seat_notes(self, view: ClassicView, seat: int) -> tuple[SeatNote[Text], ...]:
        return scene.seat_notes(view, seat)

    def scene(self, view: ClassicView, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        route = Route(announced["route"]) if announced and "route" in announced else None
        return scene.scene(self, view, viewer, route)

    def rematch(self) -> Rematch:
        """Return the rematch: the youngest begins again."""
        return same_seats_rematch(self)

    def animations(
        self, before: State, seat: int, move: Move, after: State, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        view = self.player_view(after, viewer)
        return tuple(narration.animations(self, before, move, after, view, totals(view)))
