"""The match of Lanterns, which answers the `Match` protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.rules.components import Component, ComponentCache
from companion.rules.fields import Field, FieldValues, Items, Json
from companion.rules.game import Bounds, Correctable, Game, PlayedMove, Rematch, SeatMove, Total, move_to_json
from companion.rules.match_functions import describe_correction, rotated_rematch
from companion.rules.moves import Correct, Line, Move
from companion.rules.offers import Offer
from companion.rules.scene import Animation, Scene, SeatNote
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from tests.games.lanterns import animations, components, forms, offers, play, scene
from tests.games.lanterns.player_view import MarketView, market_view
from tests.games.lanterns.state import Hide, Row, Setup, State


@dataclass(frozen=True)
class Figures:
    """The edition: one figure that may be set."""

    rounds: int


@dataclass(frozen=True, kw_only=True)
class Match(ComponentCache, Setup):
    """A game of Lanterns being played."""

    game: Game = field(compare=False, repr=False)
    options: Mapping[str, Json]

    @property
    def edition(self) -> Figures:
        return Figures(self.rounds)

    @property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        return tuple((colour,) for colour in self.game.colours[: len(self.names)])

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        return play.play(self, state, seat, move)

    def over(self, state: State) -> bool:
        return state.over

    def active_seats(self, state: State) -> tuple[int, ...]:
        return play.active_seats(state)

    def turn(self, state: State) -> int | None:
        return state.turn

    def turn_no(self, state: State) -> int | None:
        return state.turn_no if state.turn is not None else None

    def round(self, state: State) -> int | None:
        return state.round

    def offers(self, state: State, seat: int) -> tuple[Offer, ...]:
        return offers.offers(self, state, seat)

    def next_pick(self, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
        return forms.next_pick(self, state, seat, kind, chosen, items)

    def player_view(self, state: State, viewer: Viewer) -> MarketView:
        return market_view(state, viewer)

    def holdings(self, view: MarketView, seat: int) -> dict[str, Json]:
        hidden, wishes = view.hidden[seat - 1], view.wishes[seat - 1]
        return {
            "oil": view.oil[seat - 1],
            "points": view.points[seat - 1],
            "hidden": list(hidden) if hidden is not None else None,
            "wishes": list(wishes) if wishes is not None else None,
            "shown": list(view.shown[seat - 1]),
        }

    def totals(self, view: MarketView) -> tuple[Total, ...]:
        """Return the totals: most points win, then most oil."""
        return tuple(
            Total(points, points, (points, oil), ties=say("lanterns.ties", n=oil))
            for points, oil in zip(view.points, view.oil, strict=True)
        )

    def bounds(self, view: MarketView) -> tuple[Bounds, ...]:
        """Return the bounds of the final totals: a card under the stall brings at least one point (L6)."""
        low = [None if view.over else points + under for points, under in zip(view.points, view.under, strict=True)]
        return tuple((least, None) for least in low)

    @property
    def unit(self) -> str:
        return "points"

    def make(self, name: str) -> Component:
        return components.component(self, name)

    def correctable(self, state: State, seat: int) -> tuple[Correctable, ...]:
        return play.correctable(state, seat)

    def move_view(self, before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
        view = move_to_json(move)
        if not isinstance(move, Hide) or now.over or viewer.sees(seat):
            return view
        card = f"{move.colour.value}:{move.value}"
        if now.shown[seat - 1].count(card) > before.hidden[seat - 1].count(card):
            return view | {"wish": None}  # the card is shown; an equal one under the stall stays secret
        return view | {"colour": None, "value": None, "wish": None}

    def describe_move(self, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
        if isinstance(move, Hide) and (now.over or viewer.sees(seat)):
            card = self.component(f"{move.colour.value}:{move.value}").word
            return say("lanterns.told.hide_this", seat=seat, card=card, wish=move.wish)
        if isinstance(move, Correct):
            held = before.oil if move.what == "oil" else before.points
            return describe_correction(seat, self.component(move.what), move.by, held[seat - 1])
        return say(f"lanterns.told.{move.kind}", seat=seat)

    def follow_renames(self, old: PlayedMove, new: PlayedMove, later: Sequence[SeatMove]) -> tuple[Move, ...]:
        return tuple(move for _, move in later)

    def arrivals(self, before: MarketView, after: MarketView) -> tuple[str, ...]:
        """Return the light of the evening, which moves with each round, and the lanterns that were hung."""
        light = (scene.LIGHT,) if after.round != before.round else ()
        return (*light, *(scene.lantern_id(*place) for place in after.hung[len(before.hung) :]))

    def pending_gains(self, before: State, after: State, seat: int) -> tuple[str, ...]:
        """Return the thanks owed once everyone gave (L7)."""
        return ("thanks",) if seat == after.turn and after.thanks and not before.thanks else ()

    def outcome_is_secret(self, before: State, after: State) -> bool:
        return False

    def describe_turn(self, moves: Sequence[PlayedMove], now: State, viewer: Viewer) -> Text | None:
        return None

    def seat_notes(self, view: MarketView, seat: int) -> tuple[SeatNote[Text], ...]:
        return scene.seat_notes(view, seat)

    def scene(self, view: MarketView, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        row = Row(announced["row"]) if announced and "row" in announced else None
        return scene.scene(self, view, viewer.seat, row)

    def animations(
        self, before: State, seat: int, move: Move, after: State, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        view = self.player_view(after, viewer)
        return tuple(animations.animations(self, before, seat, move, after, lines, view, self.totals(view)))

    def options_view(self, viewer: Viewer) -> dict[str, Json]:
        view = dict(self.options)
        charms = view.get("charms")
        if isinstance(charms, list):
            view["charms"] = [charm if viewer.sees(seat) else None for seat, charm in enumerate(charms, 1)]
        return view

    def rematch(self) -> Rematch:
        """Return the rematch without the charms, which are dealt again."""
        return rotated_rematch(self, without=["charms"])
