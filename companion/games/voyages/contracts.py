"""Contracts: taken from the row, drawn, filled, and named when it matters (V15, V26, V29)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.coloured_dice import ColouredDie, lowest_value
from companion.games.voyages.moves import Contracts, Fulfil, Keep, Name
from companion.games.voyages.spaces import check_dice, fee_of, pay_fee, place_dice, with_action_played
from companion.games.voyages.state import Contract, LineSource, Market, Reason, Setup, State
from companion.games.voyages.state_changes import Outcome, board_of, check_can_pay, gain, pay, refusal_error, with_board
from companion.rules.seat_values import with_value

SPACE = "contracts"
BONUSES = ("coins", "camels")
Active = tuple[Contract, ...]


def check_row(setup: Setup, state: State, seat: int, names: tuple[str, ...]) -> tuple[ColouredDie, ...]:
    """Return the die for the row of contracts. Raises IllegalMoveError."""
    if not state.market.row:
        raise refusal_error("row_empty", "V15")
    dice = check_dice(setup, state, seat, SPACE, names, 1, "V15")
    check_can_pay(state, seat, fee_of(setup, state, seat, SPACE, dice), "V9")
    return dice


def check_slots(setup: Setup, state: State, slots: Sequence[int], die: int) -> None:
    """Check that these slots of the row may be taken with a die of this value. Raises IllegalMoveError."""
    if not 1 <= len(slots) <= setup.edition.row.most:
        raise refusal_error("slot_count", "V15", n=setup.edition.row.most)
    if not all(1 <= slot <= len(state.market.row) for slot in slots):
        raise refusal_error("no_such_slot", "V15")
    if len(set(slots)) < len(slots):
        raise refusal_error("slot_twice", "V15")
    if max(slots) > die:
        raise refusal_error("slot_too_far", "V15", n=die)


def check_unheld(setup: Setup, state: State, card: str, ruling: str = "V15") -> None:
    """Check that a contract may come out of the row or the special pile. Raises IllegalMoveError."""
    if card not in setup.edition.contract:
        raise refusal_error("no_such_contract", ruling)
    if is_held(state, card):
        raise refusal_error("contract_held", ruling)
    shed = state.market.starting_discards
    if setup.edition.contract[card].starting and card not in shed and None not in shed:
        raise refusal_error("starting_contract", ruling)


def is_held(state: State, card: str) -> bool:
    """Return whether a seat holds this contract or has filled it."""
    return any(card in board.filled or Contract(card) in board.active for board in state.boards)


def with_names_in_row(setup: Setup, state: State, slots: Sequence[int], cards: Sequence[str | None]) -> State:
    """Return the state in which these slots of the row have these cards. Raises IllegalMoveError."""
    if len(cards) != len(slots):
        raise refusal_error("card_count", "V15", n=len(slots))
    named = [card for card in cards if card is not None]
    if len(set(named)) < len(named):
        raise refusal_error("contract_held", "V15")
    for slot, card in zip(slots, cards, strict=True):
        current = state.market.row[slot - 1]
        if card is None or card == current:
            continue
        if current is not None or card in state.market.row:
            raise refusal_error("other_card", "V15")
        check_unheld(setup, state, card)
        state = _with_slot_named(setup, state, slot, card)
    return state


def _with_slot_named(setup: Setup, state: State, slot: int, card: str) -> State:
    """Return the state in which the card of a slot has its name."""
    state = remove_from_discards(setup, state, card)
    row = state.market.row
    return replace(state, market=replace(state.market, row=(*row[: slot - 1], card, *row[slot:])))


def slot_bonuses(setup: Setup, slots: Sequence[int]) -> list[int]:
    """Return the number of coins or camels of each of these slots that gives any."""
    bonus = dict(setup.edition.row.bonus)
    return [bonus[slot] for slot in slots if slot in bonus]


def room_missing(setup: Setup, active: int, new: int) -> int:
    """Return the number of older contracts that must be discarded for `new` ones."""
    return max(0, active + new - setup.edition.row.active)


def take_from_row(setup: Setup, state: State, seat: int, move: Contracts) -> Outcome:
    """Take one or two contracts of the row, up to the value of the die (V15)."""
    dice = check_row(setup, state, seat, move.dice)
    check_slots(setup, state, move.slots, lowest_value(dice))
    named = with_names_in_row(setup, state, move.slots, move.contracts)
    worth = slot_bonuses(setup, move.slots)
    if len(move.bonus) != len(worth) or any(word not in BONUSES for word in move.bonus):
        raise refusal_error("slot_bonus", "V15", n=len(worth))
    _check_discards(setup, state, seat, move)
    state, row = named, named.market.row
    for card in move.discard:
        state = discard(setup, state, seat, card)
    state, fee = pay_fee(setup, state, seat, SPACE, dice)
    state = place_dice(with_action_played(state), seat, SPACE, dice)
    for slot in move.slots:
        state = _with_active(state, seat, row[slot - 1])
    remaining = tuple(card for slot, card in enumerate(row, 1) if slot not in move.slots)
    state = replace(state, market=_refill(setup, replace(state.market, row=remaining)))
    bonus = Amounts()
    for word, n in zip(move.bonus, worth, strict=True):
        bonus = bonus.plus(Amounts(**{word: n}))
    state, gains = gain(state, seat, bonus, Reason(LineSource.ROW))
    return state, (*fee, *gains)


def _check_discards(setup: Setup, state: State, seat: int, move: Contracts) -> None:
    """Check the discards: as many as room is missing, only older contracts, and none twice (V15)."""
    missing = room_missing(setup, len(board_of(state, seat).active), len(move.slots))
    if len(move.discard) != missing:
        raise refusal_error("discards", "V15", n=missing) if missing else refusal_error("room", "V15")
    named = [card for card in move.discard if card is not None]
    if not {*move.contracts}.isdisjoint(named):
        raise refusal_error("older_only", "V15")
    if len(set(named)) < len(named):
        raise refusal_error("no_contract", "V15")


def _refill(setup: Setup, market: Market) -> Market:
    """Return the market with an empty row refilled: two from the special pile, or what it has (V15)."""
    if market.row:
        return market
    n = min(setup.edition.row.refill, market.special)
    return replace(market, row=(None,) * n, special=market.special - n)


def new_row(setup: Setup, market: Market) -> Market:
    """Return the market of a new round: leftovers go under the special pile, and the next pile is laid out (V5)."""
    starting_left = [card for card in market.row if card is not None and setup.edition.contract[card].starting]
    row, special = (None,) * setup.edition.row.cards, market.special + len(market.row)
    return replace(
        market, row=row, special=special, starting_discards=_sorted_discards(*market.starting_discards, *starting_left)
    )


def keep_drawn(setup: Setup, state: State, seat: int, move: Keep) -> Outcome:
    """Keep a drawn contract; if two are active, discard one of them (V26)."""
    if move.contract is not None:
        if move.contract in state.market.row:
            raise refusal_error("other_card", "V26")
        if move.contract == move.discard:
            raise refusal_error("older_only", "V26")
        check_unheld(setup, state, move.contract, "V26")
        state = remove_from_discards(setup, state, move.contract)
    active = board_of(state, seat).active
    missing = room_missing(setup, len(active), 1)
    if not missing and move.discard is not None:
        raise refusal_error("room", "V26")
    if missing and move.discard is None and all(contract.card is not None for contract in active):
        raise refusal_error("discards", "V26", n=missing)
    if missing:
        state = discard(setup, state, seat, move.discard, "V26")
    state = replace(state, market=replace(state.market, special=state.market.special - 1))
    return _with_active(state, seat, move.contract), ()


def _with_active(state: State, seat: int, card: str | None) -> State:
    board = board_of(state, seat)
    return with_board(state, seat, replace(board, active=(*board.active, Contract(card))))


def remove_from_discards(setup: Setup, state: State, card: str | None) -> State:
    """Return the state in which a discarded starting contract has left the special pile."""
    if card is None or not setup.edition.contract[card].starting:
        return state
    discards = list(state.market.starting_discards)
    discards.remove(card if card in discards else None)
    return replace(state, market=replace(state.market, starting_discards=tuple(discards)))


def discard(setup: Setup, state: State, seat: int, card: str | None, ruling: str = "V15") -> State:
    """Return the state with an active contract under the special pile (V15, V26)."""
    state, index = _with_name(setup, state, seat, card, ruling)
    board = board_of(state, seat)
    contract = board.active[index]
    state = with_board(state, seat, replace(board, active=(*board.active[:index], *board.active[index + 1 :])))
    market = state.market
    starting = contract.starting or (contract.card is not None and setup.edition.contract[contract.card].starting)
    discards = _sorted_discards(*market.starting_discards, contract.card) if starting else market.starting_discards
    return replace(state, market=replace(market, special=market.special + 1, starting_discards=discards))


def _sorted_discards(*cards: str | None) -> tuple[str | None, ...]:
    """Return the starting contracts of the special pile, sorted."""
    return tuple(sorted(cards, key=lambda card: card or ""))


def active_index(setup: Setup, state: State, seat: int, card: str | None, ruling: str) -> int:
    """Return the index of the seat's active contract that this id means; None means the oldest unknown one.

    An id that the seat does not hold means its oldest unknown contract; a starting contract's id means its starting
    one. Raises IllegalMoveError if there is no such contract, or if the id is another's.
    """
    active = board_of(state, seat).active
    if card is None:
        return _first_index(active, ruling, lambda contract: contract.card is None)
    if Contract(card) in active:
        return active.index(Contract(card))
    if card not in setup.edition.contract:
        raise refusal_error("no_such_contract", ruling)
    if is_held(state, card):
        raise refusal_error("contract_held", ruling)
    if card in state.market.row:
        raise refusal_error("other_card", ruling)
    if setup.edition.contract[card].starting:
        dealt = [position for position, contract in enumerate(active) if contract.starting]
        if dealt and card not in state.market.starting_discards:
            return dealt[0]
        if card not in state.market.starting_discards and None not in state.market.starting_discards:
            raise refusal_error("no_contract", ruling)
    return _first_index(active, ruling, lambda contract: contract.card is None and not contract.starting)


def _first_index(active: Active, ruling: str, wanted: Callable[[Contract], bool]) -> int:
    index = next((position for position, contract in enumerate(active) if wanted(contract)), None)
    if index is None:
        raise refusal_error("no_contract", ruling)
    return index


def _with_name(setup: Setup, state: State, seat: int, card: str | None, ruling: str) -> tuple[State, int]:
    """Return the state in which the contract of this id has its name, and its index among the active ones."""
    index = active_index(setup, state, seat, card, ruling)
    board = board_of(state, seat)
    if card is None or board.active[index].card == card:
        return state, index
    if not board.active[index].starting:
        state = remove_from_discards(setup, state, card)
    active = with_value(board.active, index + 1, Contract(card))
    return with_board(state, seat, replace(board, active=active)), index


def check_fulfil(setup: Setup, state: State, seat: int, card: str) -> None:
    """Check that a seat can fill this contract. Raises IllegalMoveError."""
    active_index(setup, state, seat, card, "V29")
    check_can_pay(state, seat, setup.edition.contract[card].cost, "V29")


def fulfil(setup: Setup, state: State, seat: int, move: Fulfil) -> Outcome:
    """Pay the cost of a contract, take its reward, and put it into the drawer (V29)."""
    check_fulfil(setup, state, seat, move.contract)
    state, index = _with_name(setup, state, seat, move.contract, "V29")
    board, card = board_of(state, seat), setup.edition.contract[move.contract]
    active = (*board.active[:index], *board.active[index + 1 :])
    state = with_board(state, seat, replace(board, active=active, filled=(*board.filled, card.id)))
    reason = Reason(LineSource.CONTRACT)
    state, costs = pay(state, seat, card.cost, reason)
    state, gains = gain(state, seat, card.reward, reason)
    return state, (*costs, *gains)


def check_name(setup: Setup, state: State, seat: int, move: Name) -> None:
    """Check that a contract can be named like this. Raises IllegalMoveError."""
    if move.contract in state.market.row or is_held(state, move.contract):
        raise refusal_error("contract_held", "V15")
    if move.slot is None:
        active_index(setup, state, seat, move.contract, "V15")
        return
    if not 1 <= move.slot <= len(state.market.row):
        raise refusal_error("no_such_slot", "V15")
    if state.market.row[move.slot - 1] is not None:
        raise refusal_error("other_card", "V15")
    check_unheld(setup, state, move.contract)


def name_contract(setup: Setup, state: State, seat: int, move: Name) -> Outcome:
    """Name a contract before it matters."""
    check_name(setup, state, seat, move)
    if move.slot is None:
        return _with_name(setup, state, seat, move.contract, "V15")[0], ()
    return _with_slot_named(setup, state, move.slot, move.contract), ()
