"""Contracts in other words: which may be taken, kept, discarded, filled and named (V15, V26, V29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.voyages.state import State
from tests.games.voyages.legal_facts import fee, is_dice, own_colour_twice, pays, printed, values

Held = list[tuple[str | None, bool]]
"""(card, whether it is the starting one that nobody has named) of the active contracts, the older first."""
Shed = Sequence[str | None]
"""The starting contracts in the special pile; None of one that nobody has named."""


def held_by(state: State, seat: int) -> Held:
    return [(one.card, one.starting) for one in state.boards[seat - 1].active]


def spoken_for(state: State) -> set[str]:
    """Held or filled by anybody."""
    known = {one.card for board in state.boards for one in board.active}
    known |= {card for board in state.boards for card in board.filled}
    return {card for card in known if card is not None}


def starting(match: Any, card: str) -> bool:
    return any(one.id == card and one.starting for one in match.edition.contract_cards)


def comes_up(match: Any, state: State, card: str, shed: Shed) -> bool:
    """Whether this card may lie in the row or the special pile."""
    if card not in (one.id for one in match.edition.contract_cards) or card in spoken_for(state):
        return False
    return not starting(match, card) or card in shed or None in shed


def taken_away(match: Any, state: State, held: Held, card: str | None, shed: Shed) -> int | None:
    """Which of these active contracts is meant by an id, or by none; None where there is no such one."""
    if card is None:
        return next((at for at, (known, _) in enumerate(held) if known is None), None)
    if (card, False) in held:
        return held.index((card, False))
    cards = [one.id for one in match.edition.contract_cards]
    if card not in cards or card in spoken_for(state) or card in state.market.row:
        return None
    if starting(match, card):
        dealt = [at for at, (_, first) in enumerate(held) if first]
        if dealt and card not in shed:
            return dealt[0]
        if card not in shed and None not in shed:
            return None
    return next((at for at, (known, first) in enumerate(held) if known is None and not first), None)


def may_name(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Whether a contract may have this name."""
    card, slot, row = body["contract"], body.get("slot"), state.market.row
    if card in spoken_for(state) or card in row:
        return False
    if slot is None:
        return taken_away(match, state, held_by(state, seat), card, state.market.starting_discards) is not None
    return (
        1 <= slot <= len(row) and row[slot - 1] is None and comes_up(match, state, card, state.market.starting_discards)
    )


def may_take(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """The action: one or two contracts of the row (V15)."""
    dice, slots, cards = body["dice"], body["slots"], body["contracts"]
    if not state.market.row or not is_dice(state, seat, dice, 1):
        return False
    if own_colour_twice(match, state, seat, "contracts", dice):
        return False
    if not pays(state, seat, fee(match, state, seat, "contracts", dice)):
        return False
    reach = min(values(dice)[0], len(state.market.row))
    if len(slots) not in (1, 2) or len({*slots}) < len(slots) or not {*slots} <= {*range(1, reach + 1)}:
        return False
    bonus = body.get("bonus", [])
    if len(bonus) != len({*slots} & {5, 6}) or not {*bonus} <= {"coins", "camels"}:
        return False
    shed = _shed_left(match, state, slots, cards)
    return shed is not None and _room_is_made(match, state, seat, body, shed)


def without(match: Any, shed: Shed, card: str) -> Shed:
    """The pile without a starting contract that has been named."""
    if not starting(match, card):
        return shed
    at = list(shed).index(card if card in shed else None)
    return [*shed[:at], *shed[at + 1 :]]


def _shed_left(match: Any, state: State, slots: Sequence[int], cards: Sequence[str | None]) -> Shed | None:
    """What is left of the starting contracts in the pile once these are taken; None where they cannot be."""
    shed: Shed = state.market.starting_discards
    named = [card for card in cards if card is not None]
    if len(cards) != len(slots) or len({*named}) < len(named):
        return None
    for slot, card in zip(slots, cards, strict=True):
        lies = state.market.row[slot - 1]
        if card is None or card == lies:
            continue
        if lies is not None or card in state.market.row or not comes_up(match, state, card, shed):
            return None
        shed = without(match, shed, card)
    return shed


def _room_is_made(match: Any, state: State, seat: int, body: Mapping[str, Any], shed: Shed) -> bool:
    """Exactly what lacks room goes, only older ones, and each once (V15)."""
    held, discard = held_by(state, seat), body.get("discard", [])
    if len(discard) != max(0, len(held) + len(body["slots"]) - 2):
        return False
    named = [card for card in (*body["contracts"], *discard) if card is not None]
    if len({*named}) < len(named):
        return False
    for card in discard:
        at = taken_away(match, state, held, card, shed)
        if at is None:
            return False
        whose, first = held[at]
        if card is not None and whose is None and not first:
            shed = without(match, shed, card)
        if first or ((card or whose) and starting(match, str(card or whose))):
            shed = [*shed, card or whose]
        held = held[:at] + held[at + 1 :]
    return True


def may_keep(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """A drawn contract, and what makes room for it (V26)."""
    card, discard, held = body["contract"], body.get("discard"), held_by(state, seat)
    shed: Shed = state.market.starting_discards
    if card is not None:
        if card in state.market.row or not comes_up(match, state, card, shed):
            return False
        shed = without(match, shed, card)
    if len(held) < 2:
        return discard is None
    return (card is None or card != discard) and taken_away(match, state, held, discard, shed) is not None


def may_fulfil(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """An own one whose cost is at hand (V29)."""
    card = body["contract"]
    if taken_away(match, state, held_by(state, seat), card, state.market.starting_discards) is None:
        return False
    cost = next(one.cost for one in match.edition.contract_cards if one.id == card)
    return pays(state, seat, printed(cost))
