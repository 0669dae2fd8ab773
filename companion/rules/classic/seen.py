"""What each viewer may see of a game of 1983: hands stay with their seats until the end."""

from __future__ import annotations

from typing import Any

from companion.rules import codec
from companion.rules.classic.claims import claim_lacks
from companion.rules.classic.hands import fortune, hand_of, notes_out, seats_of, stack
from companion.rules.classic.moves import Buy, GiveGifts, Ransom, Trade
from companion.rules.classic.play import is_card
from companion.rules.classic.state import GoldenTable, Stage, State, Turn
from companion.rules.fields import Json
from companion.rules.game import Correct, Move, Standing, move_to_json
from companion.rules.viewer import Viewer

_STAGES = list(Stage)


def sees(state: State, seat: int, viewer: Viewer) -> bool:
    """Whether this viewer may look into the hand of a seat."""
    return state.turn is None or viewer.sees(seat)


def holdings(state: State, viewer: Viewer) -> dict[str, dict[str, Json]]:
    """What each seat holds. Goods that are not tracked are known of nobody but a winner who has counted them."""
    held: dict[str, dict[str, Json]] = {}
    for seat in seats_of(state):
        hand = hand_of(state, seat)
        tracked = state.rules.full or state.winner == seat
        cards: list[Json] = [str(card) for card in hand.goods]
        held[str(seat)] = {
            "besants": hand.besants,
            "cards": len(hand.goods) if tracked else None,
            "goods": cards if tracked and sees(state, seat, viewer) else None,
            "table": int(hand.table is not None),
            "secret": hand.secrets,
            "stage": hand.stage.value,
        }
    return held


def totals(state: State, viewer: Viewer) -> tuple[int | None, ...]:
    """Each seat's fortune, by seat; None where this viewer may not know it. Untracked goods count nothing."""
    open_to_all = not state.rules.full
    return tuple(fortune(state, seat) if open_to_all or sees(state, seat, viewer) else None for seat in seats_of(state))


def standings(state: State) -> tuple[Standing, ...]:
    """The winner, then by fortune. Before the end only what everyone sees counts: the stage, then the besants."""
    keys: list[tuple[int, int]] = []
    shown: list[int] = []
    for seat in seats_of(state):
        hand = hand_of(state, seat)
        if state.turn is None:
            shown.append(fortune(state, seat))
            keys.append((int(state.winner == seat), shown[-1]))
        else:
            shown.append(hand.besants if state.rules.full else fortune(state, seat))
            keys.append((_STAGES.index(hand.stage), shown[-1]))
    places = [Standing(seat, 1 + sum(key > own for key in keys), shown[seat - 1]) for seat, own in enumerate(keys, 1)]
    return tuple(sorted(places, key=lambda place: (place.rank, place.seat)))


def state_view(state: State, viewer: Viewer) -> dict[str, Json]:
    """The state, with what the pages want to show besides: stacks, bank, options that are on, and the road home."""
    view: dict[str, Any] = codec.to_json(state)
    for seat, hand in enumerate(state.hands, 1):
        seen = sees(state, seat, viewer)
        told = view["hands"][seat - 1]
        if not seen:
            told["goods"] = None
        turned = hand.table is GoldenTable.TURNED
        told["town"] = hand.town if seen or turned else None
    for lying, told in zip(state.loot.cards, view["loot"]["cards"], strict=True):
        if lying.card is not None and not sees(state, lying.seat, viewer):
            told["card"] = None
    out = notes_out(state)
    view["bank"] = {"out": out, "total": state.edition.total, "warning": out > state.edition.total}
    view["stacks"] = {c.value: stack(state, c) for c in state.edition.colours} if state.rules.full else None
    view["on"] = list(state.rules.on)
    view["road"] = [_road(state, seat) if sees(state, seat, viewer) else None for seat in seats_of(state)]
    return view


def move_view(state: State, seat: int, move: Move, viewer: Viewer) -> dict[str, Json]:
    """The move, with what only its seat may know as null. `state` is the one before it."""
    view = move_to_json(move)
    if sees(state, seat, viewer):
        return view
    match move:
        case Buy():
            return _masked(view, "colour", "value") if move.hasard is None else _unseen_gains(view)
        case Ransom():
            return _masked(view, "colour", "value")
        case Trade() if not viewer.sees(move.other):
            return _masked(view, "card")
        case GiveGifts():
            return _masked(view, "town")
        case Correct() if is_card(move.what):
            return _masked(view, "what", "by", "note")
    return view


def _masked(view: dict[str, Json], *names: str) -> dict[str, Json]:
    return {name: None if name in names else value for name, value in view.items()}


def _unseen_gains(view: dict[str, Json]) -> dict[str, Json]:
    """A Hasard is shown to all, but not the card that it lets one draw."""
    effects = view["hasard"]
    hidden: list[Json] = []
    for effect in effects if isinstance(effects, list) else ():
        drawn = isinstance(effect, dict) and "gain" in effect
        hidden.append({"gain": {"colour": None, "value": None}} if drawn else effect)
    return {**view, "hasard": hidden}


def _road(state: State, seat: int) -> dict[str, Json]:
    """How far a seat is from the return: its fortune, and how many cards of each colour that counts (C14)."""
    edition, hand = state.edition, hand_of(state, seat)
    counts: dict[str, Json] = {
        colour.value: sum(card.colour is colour for card in hand.goods) for colour in edition.each_of
    }
    return {
        "fortune": fortune(state, seat),
        "threshold": edition.threshold,
        "colours": counts if state.rules.full else None,
        "lacks": len(claim_lacks(state, Turn(seat))) if state.rules.full else None,
    }
