"""The view that each viewer has of a game of 1983: hands are secret until the end."""

from __future__ import annotations

from companion.games.classic.cards import Colour, Effect, GoodsCard
from companion.games.classic.edition import KnownPost
from companion.games.classic.hands import besants_paid_out, fortune, hand_of, seats_of, stack_size
from companion.games.classic.moves import Buy, GiveGifts, Location, Ransom, Trade
from companion.games.classic.play import is_card
from companion.games.classic.state import (
    FightResult,
    GoldenTable,
    Hand,
    JourneyStage,
    Loot,
    LootCard,
    Setup,
    State,
    Turn,
)
from companion.rules import codec
from companion.rules.fields import Json
from companion.rules.game import Total, move_to_json
from companion.rules.moves import Correct, Move
from companion.rules.viewer import Viewer
from companion.support.frozen_dataclasses import frozen

_STAGES = list(JourneyStage)


@frozen
class HandView:
    """The visible part of one seat's hand."""

    besants: int
    cards: int | None
    """Number of goods cards; None if the companion does not know."""
    goods: tuple[GoodsCard, ...] | None
    """None if they are secret or untracked."""
    fortune: int | None
    """None if it is secret."""
    table: GoldenTable | None
    secrets: int
    done: bool
    stage: JourneyStage
    town: str | None
    misses: int
    place: Location
    colour: Colour | None
    moved: bool | None


@frozen
class ClassicView:
    """The game at one moment, as far as a viewer may know it."""

    tracked: bool
    """True if hands are tracked."""
    hands: tuple[HandView, ...]
    turn: Turn | None
    turn_no: int
    loot: Loot
    fight: FightResult | None
    winner: int | None
    stacks: tuple[int, ...] | None
    """Number of goods left of each colour of the edition: anyone can count that (C19). None if not tracked."""
    out: int
    """Besants that the bank has paid out."""
    posts: tuple[KnownPost, ...] | None
    """Posts that arrivals showed: Khanbalik and mission towns."""


def may_see_hand(now: State, seat: int, viewer: Viewer) -> bool:
    """Return whether this viewer may look into the hand of a seat."""
    return now.turn is None or viewer.sees(seat)


def player_view(setup: Setup, state: State, viewer: Viewer) -> ClassicView:
    """Return the state as far as this viewer may know it."""
    loot = tuple(_loot_card_view(state, loot_card, viewer) for loot_card in state.loot.cards)
    full = setup.rules.full
    return ClassicView(
        tracked=full,
        hands=tuple(_hand(setup, state, seat, viewer) for seat in seats_of(state)),
        turn=state.turn,
        turn_no=state.turn_no,
        loot=Loot(state.loot.besants, loot),
        fight=state.fight,
        winner=state.winner,
        stacks=tuple(stack_size(setup, state, colour) for colour in setup.edition.colours) if full else None,
        out=besants_paid_out(state),
        posts=state.posts,
    )


def holdings(view: ClassicView, seat: int) -> dict[str, Json]:
    """Return the holdings of a seat. Untracked goods are known only for a winner who has counted them."""
    hand = view.hands[seat - 1]
    return {
        "besants": hand.besants,
        "cards": hand.cards,
        "goods": [str(card) for card in hand.goods] if hand.goods is not None else None,
        "table": int(hand.table is not None),
        "secret": hand.secrets,
        "stage": hand.stage.value,
    }


def totals(view: ClassicView) -> tuple[Total, ...]:
    """Return each seat's fortune, the winner ranked first.

    Before the end the ranking uses only what everyone sees: stage, then besants. Untracked goods count nothing.
    """
    result = []
    for seat, hand in enumerate(view.hands, 1):
        if view.turn is None:
            shown, first = hand.fortune or 0, int(view.winner == seat)
        else:
            shown = hand.besants if view.tracked else hand.fortune or 0
            first = _STAGES.index(hand.stage)
        result.append(Total(hand.fortune, shown, (first, shown)))
    return tuple(result)


def move_view(before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
    """Return the move as JSON, with null for what only its seat may know, as long as the hands are secret."""
    view = move_to_json(move)
    if may_see_hand(now, seat, viewer):
        return view
    match move:
        case Buy():
            return _masked(view, "colour", "value") if move.hasard is None else _mask_effects(view, move, viewer)
        case Ransom():
            return _masked(view, "colour", "value")
        case Trade() if not viewer.sees(move.other):
            return _masked(view, "card")
        case GiveGifts():
            return _masked(view, "town")
        case Correct() if is_card(move.what):
            return _masked(view, "what", "by", "note")
    return view


def _hand(setup: Setup, state: State, seat: int, viewer: Viewer) -> HandView:
    hand: Hand = hand_of(state, seat)
    visible = may_see_hand(state, seat, viewer)
    tracked = setup.rules.full or state.winner == seat
    return HandView(
        besants=hand.besants,
        cards=len(hand.goods) if tracked else None,
        goods=hand.goods if tracked and visible else None,
        fortune=fortune(setup, state, seat) if visible or not setup.rules.full else None,
        table=hand.table,
        secrets=hand.secrets,
        done=hand.done,
        stage=hand.stage,
        town=hand.town if visible or hand.table is GoldenTable.TURNED else None,
        misses=hand.misses,
        place=hand.place,
        colour=hand.colour,
        moved=hand.moved,
    )


def _loot_card_view(state: State, loot_card: LootCard, viewer: Viewer) -> LootCard:
    return loot_card if may_see_hand(state, loot_card.seat, viewer) else LootCard(loot_card.seat, None)


def _masked(view: dict[str, Json], *names: str) -> dict[str, Json]:
    return {name: None if name in names else value for name, value in view.items()}


def received_card(effect: Effect, viewer: Viewer) -> bool:
    """Return whether this viewer may know a card because a Hasard gave it to them."""
    return effect.to is not None and effect.to.seat is not None and viewer.sees(effect.to.seat)


def _mask_effects(view: dict[str, Json], move: Buy, viewer: Viewer) -> dict[str, Json]:
    """Hide the card that a Hasard lets its seat draw, give to another seat or put into the loot; all else is public."""
    effect_views: list[Json] = []
    for effect in move.hasard or ():
        effect_view = codec.to_json(effect)
        handed_on = effect.lose is not None and effect.to is not None
        masked = effect.gain is not None or (handed_on and not received_card(effect, viewer))
        effect_views.append({**effect_view, effect.kind: {"colour": None, "value": None}} if masked else effect_view)
    return {**view, "hasard": effect_views}
