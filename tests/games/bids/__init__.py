"""Bids: everybody bids in secret, all at once, for 2 to 5 players.

B1  Each has the cards from 1 to the number of rounds. As many prizes, worth 1 and more, are in a pile.
B2  In each round another seat turns up a prize. Then everyone bids one of its cards, face down and in any order.
B3  When all have bid, the bids are shown. The highest that nobody else has bid wins the prize; without one,
    it is gone.
B4  Every card is bid once. After the last round, most points win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.rules.base_game import Lines, PlainGame, PlainMatch, one_of
from companion.rules.components import Component, ComponentKind, component_word
from companion.rules.fields import ChanceField, Field, Json, NumberField, SetupField
from companion.rules.moves import Line, Move
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.scene import Animation, Card, CardRow, Cards, Lie, Reveal, Scene
from companion.rules.seat_values import with_value
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer

MOST_ROUNDS = 9


@dataclass(frozen=True, slots=True)
class TurnUp(Move):
    """Turn up the prize of the round (B2)."""

    kind: ClassVar[str] = "turn_up"
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Bid a card in secret (B2)."""

    kind: ClassVar[str] = "bid"
    card: int


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game at one moment, and a viewer's view of it."""

    points: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Cards of each seat. The card that it bids stays among them until all bids are shown."""
    pile: tuple[int, ...]
    """Prizes that were not turned up yet, in order."""
    bids: tuple[int | None, ...]
    """Bid of each seat in this round; 0 before it has bid, None if it is hidden from the viewer."""
    shown: tuple[int, ...] = ()
    """Bids of the round before."""
    prize: int = 0
    """Prize of this round; 0 before it is turned up."""
    round: int = 1


@dataclass(frozen=True, kw_only=True)
class Match(PlainMatch):
    """A game of Bids being played."""

    length: int
    """Number of rounds."""

    unit = "points"
    secret_kinds = frozenset({"bid"})
    any_order_kinds = frozenset({"bid"})
    components: ClassVar[Mapping[str, Component]] = {
        "points": Component(
            name="points", word=component_word("bids.thing.points"), kind=ComponentKind.AMOUNT, worth=1
        ),
        **{
            f"{sort}:{number}": Component(
                name=f"{sort}:{number}",
                word=component_word(f"bids.thing.{sort}", number=number),
                kind=ComponentKind.CARD,
            )
            for sort in ("card", "prize")
            for number in range(1, MOST_ROUNDS + 1)
        },
    }

    def active_seats(self, state: State) -> tuple[int, ...]:
        if state.round > self.length:
            return ()
        if not state.prize:
            return ((state.round - 1) % len(self.names) + 1,)
        return tuple(seat for seat in self._seats if state.bids[seat - 1] == 0)

    def round(self, state: State) -> int | None:
        return min(state.round, self.length)

    @property
    def rounds(self) -> int | None:
        return self.length

    def holdings(self, view: State, seat: int) -> dict[str, Json]:
        return {"points": view.points[seat - 1]}

    def check(self, state: State, seat: int, kind: str) -> None:
        super().check(state, seat, kind)
        if (kind == "bid") is not bool(state.prize):
            raise IllegalMoveError(say("bids.refused.bid" if state.prize else "bids.refused.prize"), "B2")

    def form(self, state: State, seat: int, kind: str) -> tuple[Field, ...]:
        if kind == "bid":
            label = say("bids.which_card")
            return (
                one_of("card", label, state.hands[seat - 1], lambda n: self.component(f"card:{n}").word, touch=_touch),
            )
        left = len(state.pile)
        draws = ((f"d{left}", 1),)
        return (ChanceField(name="chance", label=say("bids.pile"), draws=draws, purpose_suffix=f"{left}_left"),)

    def apply(self, state: State, seat: int, move: TurnUp | Bid) -> tuple[State, Lines]:
        if isinstance(move, TurnUp):
            prize = state.pile[move.chance[0] - 1]
            return replace(state, prize=prize, pile=tuple(n for n in state.pile if n != prize), shown=()), ()
        bids: Any = with_value(state.bids, seat, move.card)
        if 0 in bids:
            return replace(state, bids=bids), ()
        hands = tuple(tuple(card for card in hand if card != bid) for hand, bid in zip(state.hands, bids, strict=True))
        best = max((bid for bid, seats in Counter(bids).items() if seats == 1), default=None)
        why = say("bids.why.prize", number=state.prize)
        lines = () if best is None else (Line(bids.index(best) + 1, "points", state.prize, why, "B3"),)
        return replace(state, hands=hands, bids=(0,) * len(bids), shown=bids, prize=0, round=state.round + 1), lines

    def player_view(self, state: State, viewer: Viewer) -> State:
        bids = (bid and (bid if viewer.sees(seat) else None) for seat, bid in enumerate(state.bids, 1))
        return replace(state, bids=tuple(bids))

    def move_view(self, before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
        view = super().move_view(before, seat, move, now, viewer)
        hidden = isinstance(move, Bid) and not _is_shown(before, seat, now, viewer)
        return {**view, "card": None} if hidden else view

    def describe_move(self, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
        if isinstance(move, Bid) and _is_shown(before, seat, now, viewer):
            return say("bids.told.bid_this", seat=seat, card=self.component(f"card:{move.card}").word)
        return super().describe_move(before, seat, move, after, now, viewer)

    def outcome_is_secret(self, before: State, after: State) -> bool:
        return after.round > before.round

    def scene(self, view: State, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        prize = (Card[Text](id=f"prize:{view.prize}", thing=f"prize:{view.prize}"),) if view.prize else ()
        pile = CardRow[Text](id="pile", name=say("bids.pile"), lie=Lie.STACK, count=len(view.pile))
        turned_up = CardRow(
            id="prize", name=say("bids.prize"), cards=prize, says=None if prize else say("bids.no_prize")
        )
        bids = say("bids.last_bids" if view.shown else "bids.bids")
        blocks = [
            Cards(id="table", name=say("bids.table"), rows=(turned_up, pile)),
            Cards(id="bids", name=bids, rows=tuple(_bid_rows(view.shown or view.bids))),
        ]
        if viewer.seat:
            hand = _hand(view, viewer.seat)
            blocks.append(Cards(id="hand", name=say("bids.hand"), rows=(hand,), seat=viewer.seat))
        return Scene(blocks=tuple(blocks), wide="table")

    def animations(
        self, before: State, seat: int, move: Move, after: State, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        end = super().animations(before, seat, move, after, lines, viewer)
        if after.round == before.round:
            return end
        return (Reveal(name=say("bids.bids"), rows=tuple(_bid_rows(after.shown))), *end)


def _is_shown(before: State, seat: int, now: State, viewer: Viewer) -> bool:
    """Return whether a viewer knows a bid: its round is over, or the bid is its own."""
    return now.round > before.round or viewer.sees(seat)


def _touch(card: int) -> str:
    return f"card:{card}"


def _bid_rows(bids: Sequence[int | None]) -> Iterator[CardRow[Text]]:
    """Yield a row for each seat with its bid, face down if it is hidden."""
    for seat, bid in enumerate(bids, 1):
        card = Card[Text](id=f"bid:{seat}", thing=f"card:{bid}" if bid else None)
        says = say("bids.no_bid") if bid == 0 else None
        yield CardRow(id=f"bid:{seat}", seat=seat, cards=() if bid == 0 else (card,), says=says)


def _hand(view: State, seat: int) -> CardRow[Text]:
    cards = tuple(Card[Text](id=str(card), thing=f"card:{card}", touch=_touch(card)) for card in view.hands[seat - 1])
    return CardRow(id="hand", seat=seat, cards=cards, says=None if cards else say("bids.no_cards"))


class Bids(PlainGame):
    """The game Bids."""

    id = "bids"
    seats = range(2, 6)
    kinds = (TurnUp, Bid)
    state_type = State
    words = __name__

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        return (SetupField(NumberField(name="length", label=say("bids.option.length"), low=2, high=MOST_ROUNDS), 7),)

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, Lines]:
        length: Any = self.checked_options(len(names), options)["length"]
        cards, none = tuple(range(1, length + 1)), (0,) * len(names)
        match = Match(game=self, names=tuple(names), options=options, length=length)
        return match, State(none, (cards,) * len(names), cards, none), ()


BIDS = Bids()
