"""Taking, keeping, discarding, filling and naming contracts, stated independently of `play` (V15, V26, V29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.voyages.state import State
from tests.games.voyages.legal_facts import fee, is_dice, own_colour_twice, pays, printed, values

Active = list[tuple[str | None, bool]]
"""(card, True if it is the unnamed starting contract) of each active contract, oldest first."""
Discards = Sequence[str | None]
"""The starting contracts in the special pile; None for an unnamed one."""


def active_of(state: State, seat: int) -> Active:
    return [(contract.card, contract.starting) for contract in state.boards[seat - 1].active]


def taken_contracts(state: State) -> set[str]:
    """Return the contracts that any seat holds or has filled."""
    cards = {contract.card for board in state.boards for contract in board.active}
    cards |= {card for board in state.boards for card in board.filled}
    return {card for card in cards if card is not None}


def is_starting(match: Any, card: str) -> bool:
    return any(each.id == card and each.starting for each in match.edition.contract_cards)


def is_available(match: Any, state: State, card: str, shed: Discards) -> bool:
    """Return whether this card may be in the row or the special pile."""
    if card not in (each.id for each in match.edition.contract_cards) or card in taken_contracts(state):
        return False
    return not is_starting(match, card) or card in shed or None in shed


def index_meant(match: Any, state: State, held: Active, card: str | None, shed: Discards) -> int | None:
    """Return the index of the active contract that an id (or None) means; None if there is no such contract."""
    if card is None:
        return next((index for index, (name, _) in enumerate(held) if name is None), None)
    if (card, False) in held:
        return held.index((card, False))
    cards = [each.id for each in match.edition.contract_cards]
    if card not in cards or card in taken_contracts(state) or card in state.market.row:
        return None
    if is_starting(match, card):
        dealt = [index for index, (_, first) in enumerate(held) if first]
        if dealt and card not in shed:
            return dealt[0]
        if card not in shed and None not in shed:
            return None
    return next((index for index, (name, first) in enumerate(held) if name is None and not first), None)


def may_name(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether a contract may have this name."""
    card, slot, row = body["contract"], body.get("slot"), state.market.row
    if card in taken_contracts(state) or card in row:
        return False
    if slot is None:
        return index_meant(match, state, active_of(state, seat), card, state.market.starting_discards) is not None
    return (
        1 <= slot <= len(row)
        and row[slot - 1] is None
        and is_available(match, state, card, state.market.starting_discards)
    )


def may_take(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether the action is allowed: one or two contracts of the row (V15)."""
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
    shed = _discards_left(match, state, slots, cards)
    return shed is not None and _discards_are_right(match, state, seat, body, shed)


def without_named(match: Any, shed: Discards, card: str) -> Discards:
    """Return the pile without a starting contract that has been named."""
    if not is_starting(match, card):
        return shed
    index = list(shed).index(card if card in shed else None)
    return [*shed[:index], *shed[index + 1 :]]


def _discards_left(match: Any, state: State, slots: Sequence[int], cards: Sequence[str | None]) -> Discards | None:
    """Return the starting contracts left in the pile after taking these cards; None if they cannot be taken."""
    shed: Discards = state.market.starting_discards
    named = [card for card in cards if card is not None]
    if len(cards) != len(slots) or len({*named}) < len(named):
        return None
    for slot, card in zip(slots, cards, strict=True):
        current = state.market.row[slot - 1]
        if card is None or card == current:
            continue
        if current is not None or card in state.market.row or not is_available(match, state, card, shed):
            return None
        shed = without_named(match, shed, card)
    return shed


def _discards_are_right(match: Any, state: State, seat: int, body: Mapping[str, Any], shed: Discards) -> bool:
    """Return whether the discards are exactly those that room needs, only older ones, and each once (V15)."""
    held, discard = active_of(state, seat), body.get("discard", [])
    if len(discard) != max(0, len(held) + len(body["slots"]) - 2):
        return False
    named = [card for card in (*body["contracts"], *discard) if card is not None]
    if len({*named}) < len(named):
        return False
    for card in discard:
        index = index_meant(match, state, held, card, shed)
        if index is None:
            return False
        name, first = held[index]
        if card is not None and name is None and not first:
            shed = without_named(match, shed, card)
        if first or ((card or name) and is_starting(match, str(card or name))):
            shed = [*shed, card or name]
        held = held[:index] + held[index + 1 :]
    return True


def may_keep(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether a drawn contract may be kept with this discard (V26)."""
    card, discard, held = body["contract"], body.get("discard"), active_of(state, seat)
    shed: Discards = state.market.starting_discards
    if card is not None:
        if card in state.market.row or not is_available(match, state, card, shed):
            return False
        shed = without_named(match, shed, card)
    if len(held) < 2:
        return discard is None
    return (card is None or card != discard) and index_meant(match, state, held, discard, shed) is not None


def may_fulfil(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether the seat holds the contract and can pay its cost (V29)."""
    card = body["contract"]
    if index_meant(match, state, active_of(state, seat), card, state.market.starting_discards) is None:
        return False
    cost = next(each.cost for each in match.edition.contract_cards if each.id == card)
    return pays(state, seat, printed(cost))
