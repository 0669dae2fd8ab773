"""Contracts: taken from the row, drawn, filled, and named when it matters (V15, V26, V29)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.dice import Die, lowest
from companion.games.voyages.moves import Contracts, Fulfil, Keep, Name
from companion.games.voyages.spaces import acting, check_dice, fee_of, laid, pay_fee
from companion.games.voyages.state import Because, Contract, Market, Setup, Source, State
from companion.games.voyages.steps import Step, board_of, check_pays, gained, paid, refused, with_board

SPACE = "contracts"
BONUSES = ("coins", "camels")
Active = tuple[Contract, ...]


def check_row(setup: Setup, state: State, seat: int, names: tuple[str, ...]) -> tuple[Die, ...]:
    """Return the die for the row of contracts. Raises IllegalMoveError."""
    if not state.market.row:
        raise refused("row_empty", "V15")
    dice = check_dice(setup, state, seat, SPACE, names, 1, "V15")
    check_pays(state, seat, fee_of(setup, state, seat, SPACE, dice), "V9")
    return dice


def check_slots(setup: Setup, state: State, slots: Sequence[int], die: int) -> None:
    """Check that these slots of the row may be taken with a die of this value. Raises IllegalMoveError."""
    if not 1 <= len(slots) <= setup.edition.row.most:
        raise refused("slot_count", "V15", n=setup.edition.row.most)
    if not all(1 <= slot <= len(state.market.row) for slot in slots):
        raise refused("no_such_slot", "V15")
    if len(set(slots)) < len(slots):
        raise refused("slot_twice", "V15")
    if max(slots) > die:
        raise refused("slot_too_far", "V15", n=die)


def check_unheld(setup: Setup, state: State, card: str, ruling: str = "V15") -> None:
    """Check that a contract may come out of the row or the special pile. Raises IllegalMoveError."""
    if card not in setup.edition.contract:
        raise refused("no_such_contract", ruling)
    if is_held(state, card):
        raise refused("contract_held", ruling)
    shed = state.market.shed
    if setup.edition.contract[card].starting and card not in shed and None not in shed:
        raise refused("starting_contract", ruling)


def is_held(state: State, card: str) -> bool:
    """Return whether a seat holds this contract or has filled it."""
    return any(card in board.filled or Contract(card) in board.active for board in state.boards)


def named_in_row(setup: Setup, state: State, slots: Sequence[int], cards: Sequence[str | None]) -> State:
    """Return the state in which these slots of the row have these cards. Raises IllegalMoveError."""
    if len(cards) != len(slots):
        raise refused("card_count", "V15", n=len(slots))
    named = [card for card in cards if card is not None]
    if len(set(named)) < len(named):
        raise refused("contract_held", "V15")
    for slot, card in zip(slots, cards, strict=True):
        current = state.market.row[slot - 1]
        if card is None or card == current:
            continue
        if current is not None or card in state.market.row:
            raise refused("other_card", "V15")
        check_unheld(setup, state, card)
        state = _into_row(setup, state, slot, card)
    return state


def _into_row(setup: Setup, state: State, slot: int, card: str) -> State:
    """Return the state in which the card of a slot has its name."""
    state = out_of_shed(setup, state, card)
    row = state.market.row
    return replace(state, market=replace(state.market, row=(*row[: slot - 1], card, *row[slot:])))


def slots_with_bonus(setup: Setup, slots: Sequence[int]) -> list[int]:
    """Return the number of coins or camels of each of these slots that gives any."""
    bonus = dict(setup.edition.row.bonus)
    return [bonus[slot] for slot in slots if slot in bonus]


def room_missing(setup: Setup, active: int, new: int) -> int:
    """Return the number of older contracts that must be discarded for `taken` new ones."""
    return max(0, active + new - setup.edition.row.active)


def take(setup: Setup, state: State, seat: int, move: Contracts) -> Step:
    """Take one or two contracts of the row, up to the value of the die (V15)."""
    dice = check_row(setup, state, seat, move.dice)
    check_slots(setup, state, move.slots, lowest(dice))
    named = named_in_row(setup, state, move.slots, move.contracts)
    worth = slots_with_bonus(setup, move.slots)
    if len(move.bonus) != len(worth) or any(word not in BONUSES for word in move.bonus):
        raise refused("slot_bonus", "V15", n=len(worth))
    _check_discards(setup, state, seat, move)
    state, row = named, named.market.row
    for card in move.discard:
        state = discarded(setup, state, seat, card)
    state, fee = pay_fee(setup, state, seat, SPACE, dice)
    state = laid(acting(state), seat, SPACE, dice)
    for slot in move.slots:
        state = _received(state, seat, row[slot - 1])
    remaining = tuple(card for slot, card in enumerate(row, 1) if slot not in move.slots)
    state = replace(state, market=_refilled(setup, replace(state.market, row=remaining)))
    bonus = Amounts()
    for word, n in zip(move.bonus, worth, strict=True):
        bonus = bonus.plus(Amounts(**{word: n}))
    state, gains = gained(state, seat, bonus, Because(Source.ROW))
    return state, (*fee, *gains)


def _check_discards(setup: Setup, state: State, seat: int, move: Contracts) -> None:
    """Check the discards: as many as room is missing, only older contracts, and none twice (V15)."""
    missing = room_missing(setup, len(board_of(state, seat).active), len(move.slots))
    if len(move.discard) != missing:
        raise refused("discards", "V15", n=missing) if missing else refused("room", "V15")
    named = [card for card in move.discard if card is not None]
    if not {*move.contracts}.isdisjoint(named):
        raise refused("older_only", "V15")
    if len(set(named)) < len(named):
        raise refused("no_contract", "V15")


def _refilled(setup: Setup, market: Market) -> Market:
    """Return the market with an empty row refilled: two from the special pile, or what it has (V15)."""
    if market.row:
        return market
    n = min(setup.edition.row.refill, market.special)
    return replace(market, row=(None,) * n, special=market.special - n)


def new_row(setup: Setup, market: Market) -> Market:
    """Return the market of a new round: leftovers go under the special pile, and the next pile is laid out (V5)."""
    starting_left = [card for card in market.row if card is not None and setup.edition.contract[card].starting]
    row, special = (None,) * setup.edition.row.cards, market.special + len(market.row)
    return replace(market, row=row, special=special, shed=_in_shed(*market.shed, *starting_left))


def keep(setup: Setup, state: State, seat: int, move: Keep) -> Step:
    """Keep a drawn contract; if two are active, discard one of them (V26)."""
    if move.contract is not None:
        if move.contract in state.market.row:
            raise refused("other_card", "V26")
        if move.contract == move.discard:
            raise refused("older_only", "V26")
        check_unheld(setup, state, move.contract, "V26")
        state = out_of_shed(setup, state, move.contract)
    active = board_of(state, seat).active
    missing = room_missing(setup, len(active), 1)
    if not missing and move.discard is not None:
        raise refused("room", "V26")
    if missing and move.discard is None and all(contract.card is not None for contract in active):
        raise refused("discards", "V26", n=missing)
    if missing:
        state = discarded(setup, state, seat, move.discard, "V26")
    state = replace(state, market=replace(state.market, special=state.market.special - 1))
    return _received(state, seat, move.contract), ()


def _received(state: State, seat: int, card: str | None) -> State:
    board = board_of(state, seat)
    return with_board(state, seat, replace(board, active=(*board.active, Contract(card))))


def out_of_shed(setup: Setup, state: State, card: str | None) -> State:
    """Return the state in which a discarded starting contract has left the special pile."""
    if card is None or not setup.edition.contract[card].starting:
        return state
    shed = list(state.market.shed)
    shed.remove(card if card in shed else None)
    return replace(state, market=replace(state.market, shed=tuple(shed)))


def discarded(setup: Setup, state: State, seat: int, card: str | None, ruling: str = "V15") -> State:
    """Return the state with an active contract under the special pile (V15, V26)."""
    state, index = _known_as(setup, state, seat, card, ruling)
    board = board_of(state, seat)
    contract = board.active[index]
    state = with_board(state, seat, replace(board, active=(*board.active[:index], *board.active[index + 1 :])))
    market = state.market
    starting = contract.starting or (contract.card is not None and setup.edition.contract[contract.card].starting)
    shed = _in_shed(*market.shed, contract.card) if starting else market.shed
    return replace(state, market=replace(market, special=market.special + 1, shed=shed))


def _in_shed(*cards: str | None) -> tuple[str | None, ...]:
    """Return the starting contracts of the special pile, sorted."""
    return tuple(sorted(cards, key=lambda card: card or ""))


def at_of(setup: Setup, state: State, seat: int, card: str | None, ruling: str) -> int:
    """Return the index of the seat's active contract that this id means; None means the oldest unknown one.

    An id that the seat does not hold means its oldest unknown contract; a starting contract's id means its starting
    one. Raises IllegalMoveError if there is no such contract, or if the id is another's.
    """
    active = board_of(state, seat).active
    if card is None:
        return _first(active, ruling, lambda contract: contract.card is None)
    if Contract(card) in active:
        return active.index(Contract(card))
    if card not in setup.edition.contract:
        raise refused("no_such_contract", ruling)
    if is_held(state, card):
        raise refused("contract_held", ruling)
    if card in state.market.row:
        raise refused("other_card", ruling)
    if setup.edition.contract[card].starting:
        dealt = [position for position, contract in enumerate(active) if contract.starting]
        if dealt and card not in state.market.shed:
            return dealt[0]
        if card not in state.market.shed and None not in state.market.shed:
            raise refused("no_contract", ruling)
    return _first(active, ruling, lambda contract: contract.card is None and not contract.starting)


def _first(active: Active, ruling: str, wanted: Callable[[Contract], bool]) -> int:
    index = next((position for position, contract in enumerate(active) if wanted(contract)), None)
    if index is None:
        raise refused("no_contract", ruling)
    return index


def _known_as(setup: Setup, state: State, seat: int, card: str | None, ruling: str) -> tuple[State, int]:
    """Return the state in which the contract of this id has its name, and its index among the active ones."""
    index = at_of(setup, state, seat, card, ruling)
    board = board_of(state, seat)
    if card is None or board.active[index].card == card:
        return state, index
    if not board.active[index].starting:
        state = out_of_shed(setup, state, card)
    active = (*board.active[:index], Contract(card), *board.active[index + 1 :])
    return with_board(state, seat, replace(board, active=active)), index


def check_fulfil(setup: Setup, state: State, seat: int, card: str) -> None:
    """Check that a seat can fill this contract. Raises IllegalMoveError."""
    at_of(setup, state, seat, card, "V29")
    check_pays(state, seat, setup.edition.contract[card].cost, "V29")


def fulfil(setup: Setup, state: State, seat: int, move: Fulfil) -> Step:
    """Pay the cost of a contract, take its reward, and put it into the drawer (V29)."""
    check_fulfil(setup, state, seat, move.contract)
    state, index = _known_as(setup, state, seat, move.contract, "V29")
    board, card = board_of(state, seat), setup.edition.contract[move.contract]
    active = (*board.active[:index], *board.active[index + 1 :])
    state = with_board(state, seat, replace(board, active=active, filled=(*board.filled, card.id)))
    because = Because(Source.CONTRACT)
    state, costs = paid(state, seat, card.cost, because)
    state, gains = gained(state, seat, card.reward, because)
    return state, (*costs, *gains)


def check_name(setup: Setup, state: State, seat: int, move: Name) -> None:
    """Check that a contract can be named like this. Raises IllegalMoveError."""
    if move.contract in state.market.row or is_held(state, move.contract):
        raise refused("contract_held", "V15")
    if move.slot is None:
        at_of(setup, state, seat, move.contract, "V15")
        return
    if not 1 <= move.slot <= len(state.market.row):
        raise refused("no_such_slot", "V15")
    if state.market.row[move.slot - 1] is not None:
        raise refused("other_card", "V15")
    check_unheld(setup, state, move.contract)


def name(setup: Setup, state: State, seat: int, move: Name) -> Step:
    """Name a contract before it matters."""
    check_name(setup, state, seat, move)
    if move.slot is None:
        return _known_as(setup, state, seat, move.contract, "V15")[0], ()
    return _into_row(setup, state, move.slot, move.contract), ()
