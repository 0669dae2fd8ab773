"""What each viewer may know of a game of 1983: hands stay with their seats until the end."""

from __future__ import annotations

from companion.games.classic.cards import Card, Effect
from companion.games.classic.hands import fortune, hand_of, notes_out, seats_of, stack
from companion.games.classic.moves import Buy, GiveGifts, Place, Ransom, Trade
from companion.games.classic.play import is_card
from companion.games.classic.state import Fight, GoldenTable, Hand, Loot, LootCard, Setup, Stage, State, Turn
from companion.rules import codec
from companion.rules.fields import Json
from companion.rules.game import Total, move_to_json
from companion.rules.moves import Correct, Move
from companion.rules.viewer import Viewer
from companion.support.frozen import frozen

_STAGES = list(Stage)


@frozen
class SeenHand:
    """What a viewer knows of what one seat has."""

    besants: int
    cards: int | None
    """How many; None where nobody knows."""
    goods: tuple[Card, ...] | None
    """None where they are secret, or nobody knows them."""
    fortune: int | None
    """None where it is secret."""
    table: GoldenTable | None
    secrets: int
    done: bool
    stage: Stage
    town: str | None
    misses: int
    place: Place


@frozen
class Seen:
    """What a viewer knows of a game at one moment."""

    tracked: bool
    """Whether hands are."""
    hands: tuple[SeenHand, ...]
    turn: Turn | None
    turn_no: int
    loot: Loot
    fight: Fight | None
    winner: int | None
    stacks: tuple[int, ...] | None
    """How many goods are left of each colour of the edition: anyone can count that (C19). None where not tracked."""
    out: int
    """Besants that the bank has given out."""


def sees(now: State, seat: int, viewer: Viewer) -> bool:
    """Whether this viewer may look into the hand of a seat."""
    return now.turn is None or viewer.sees(seat)


def player_view(setup: Setup, state: State, viewer: Viewer) -> Seen:
    """The state as this viewer may know it."""
    loot = tuple(_lying(state, lying, viewer) for lying in state.loot.cards)
    full = setup.rules.full
    return Seen(
        tracked=full,
        hands=tuple(_hand(setup, state, seat, viewer) for seat in seats_of(state)),
        turn=state.turn,
        turn_no=state.turn_no,
        loot=Loot(state.loot.besants, loot),
        fight=state.fight,
        winner=state.winner,
        stacks=tuple(stack(setup, state, colour) for colour in setup.edition.colours) if full else None,
        out=notes_out(state),
    )


def holdings(seen: Seen, seat: int) -> dict[str, Json]:
    """What a seat holds. Goods that are not tracked are known of nobody but a winner who has counted them."""
    hand = seen.hands[seat - 1]
    return {
        "besants": hand.besants,
        "cards": hand.cards,
        "goods": [str(card) for card in hand.goods] if hand.goods is not None else None,
        "table": int(hand.table is not None),
        "secret": hand.secrets,
        "stage": hand.stage.value,
    }


def totals(seen: Seen) -> tuple[Total, ...]:
    """Each seat's fortune. The winner comes first; before the end only what everyone sees counts: stage, then besants.

    Goods that are not tracked count nothing.
    """
    found = []
    for seat, hand in enumerate(seen.hands, 1):
        if seen.turn is None:
            shown, first = hand.fortune or 0, int(seen.winner == seat)
        else:
            shown = hand.besants if seen.tracked else hand.fortune or 0
            first = _STAGES.index(hand.stage)
        found.append(Total(hand.fortune, shown, (first, shown)))
    return tuple(found)


def move_view(before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
    """The move, with what only its seat may know as null, as long as the hands are secret."""
    view = move_to_json(move)
    if sees(now, seat, viewer):
        return view
    match move:
        case Buy():
            return _masked(view, "colour", "value") if move.hasard is None else _unseen_cards(view, move, viewer)
        case Ransom():
            return _masked(view, "colour", "value")
        case Trade() if not viewer.sees(move.other):
            return _masked(view, "card")
        case GiveGifts():
            return _masked(view, "town")
        case Correct() if is_card(move.what):
            return _masked(view, "what", "by", "note")
    return view


def _hand(setup: Setup, state: State, seat: int, viewer: Viewer) -> SeenHand:
    hand: Hand = hand_of(state, seat)
    known = sees(state, seat, viewer)
    tracked = setup.rules.full or state.winner == seat
    return SeenHand(
        besants=hand.besants,
        cards=len(hand.goods) if tracked else None,
        goods=hand.goods if tracked and known else None,
        fortune=fortune(setup, state, seat) if known or not setup.rules.full else None,
        table=hand.table,
        secrets=hand.secrets,
        done=hand.done,
        stage=hand.stage,
        town=hand.town if known or hand.table is GoldenTable.TURNED else None,
        misses=hand.misses,
        place=hand.place,
    )


def _lying(state: State, lying: LootCard, viewer: Viewer) -> LootCard:
    return lying if sees(state, lying.seat, viewer) else LootCard(lying.seat, None)


def _masked(view: dict[str, Json], *names: str) -> dict[str, Json]:
    return {name: None if name in names else value for name, value in view.items()}


def got(effect: Effect, viewer: Viewer) -> bool:
    """Whether this viewer may know a card for having got it by a Hasard."""
    return effect.to is not None and effect.to.seat is not None and viewer.sees(effect.to.seat)


def _unseen_cards(view: dict[str, Json], move: Buy, viewer: Viewer) -> dict[str, Json]:
    """A Hasard is shown to all, but not the card that it lets one draw, hand on or put into the loot."""
    hidden: list[Json] = []
    for effect in move.hasard or ():
        told = codec.to_json(effect)
        unseen = effect.gain is not None or (effect.to is not None and not got(effect, viewer))
        hidden.append({**told, effect.sort: {"colour": None, "value": None}} if unseen else told)
    return {**view, "hasard": hidden}
