"""Contracts: taken from the row, drawn, filled, and named once it matters (V15, V26, V29)."""

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
    """The die for the row of contracts. Raises IllegalMoveError."""
    if not state.market.row:
        raise refused("row_empty", "V15")
    dice = check_dice(setup, state, seat, SPACE, names, 1, "V15")
    check_pays(state, seat, fee_of(setup, state, seat, SPACE, dice), "V9")
    return dice


def check_slots(setup: Setup, state: State, slots: Sequence[int], die: int) -> None:
    """Whether these slots of the row may be taken by such a die. Raises IllegalMoveError."""
    if not 1 <= len(slots) <= setup.edition.row.most:
        raise refused("slot_count", "V15", n=setup.edition.row.most)
    if not all(1 <= slot <= len(state.market.row) for slot in slots):
        raise refused("no_such_slot", "V15")
    if len(set(slots)) < len(slots):
        raise refused("slot_twice", "V15")
    if max(slots) > die:
        raise refused("slot_too_far", "V15", n=die)


def check_unheld(setup: Setup, state: State, card: str, ruling: str = "V15") -> None:
    """Whether a contract may come out of the row or the special pile. Raises IllegalMoveError."""
    if card not in setup.edition.contract:
        raise refused("no_such_contract", ruling)
    if is_held(state, card):
        raise refused("contract_held", ruling)
    shed = state.market.shed
    if setup.edition.contract[card].starting and card not in shed and None not in shed:
        raise refused("starting_contract", ruling)


def is_held(state: State, card: str) -> bool:
    """Whether a seat holds this contract, or has filled it."""
    return any(card in board.filled or Contract(card) in board.active for board in state.boards)


def named_in_row(setup: Setup, state: State, slots: Sequence[int], cards: Sequence[str | None]) -> State:
    """The state in which these cards are known to be what lies in these slots. Raises IllegalMoveError."""
    if len(cards) != len(slots):
        raise refused("card_count", "V15", n=len(slots))
    named = [card for card in cards if card is not None]
    if len(set(named)) < len(named):
        raise refused("contract_held", "V15")
    for slot, card in zip(slots, cards, strict=True):
        lies = state.market.row[slot - 1]
        if card is None or card == lies:
            continue
        if lies is not None or card in state.market.row:
            raise refused("other_card", "V15")
        check_unheld(setup, state, card)
        state = _into_row(setup, state, slot, card)
    return state


def _into_row(setup: Setup, state: State, slot: int, card: str) -> State:
    """The state in which the card of a slot has its name."""
    state = out_of_shed(setup, state, card)
    row = state.market.row
    return replace(state, market=replace(state.market, row=(*row[: slot - 1], card, *row[slot:])))


def slots_with_bonus(setup: Setup, slots: Sequence[int]) -> list[int]:
    """How many coins or camels each of these slots brings that brings some."""
    bonus = dict(setup.edition.row.bonus)
    return [bonus[slot] for slot in slots if slot in bonus]


def room_missing(setup: Setup, active: int, taken: int) -> int:
    """How many older contracts have to go so that so many come in."""
    return max(0, active + taken - setup.edition.row.active)


def take(setup: Setup, state: State, seat: int, move: Contracts) -> Step:
    """One or two contracts of the row, by the value of the die (V15)."""
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
    left = tuple(card for slot, card in enumerate(row, 1) if slot not in move.slots)
    state = replace(state, market=_refilled(setup, replace(state.market, row=left)))
    bonus = Amounts()
    for word, n in zip(move.bonus, worth, strict=True):
        bonus = bonus.plus(Amounts(**{word: n}))
    state, gains = gained(state, seat, bonus, Because(Source.ROW))
    return state, (*fee, *gains)


def _check_discards(setup: Setup, state: State, seat: int, move: Contracts) -> None:
    """Whether as many contracts go as room is missing, none of them one that only now comes, and none twice (V15)."""
    missing = room_missing(setup, len(board_of(state, seat).active), len(move.slots))
    if len(move.discard) != missing:
        raise refused("discards", "V15", n=missing) if missing else refused("room", "V15")
    known = [card for card in move.discard if card is not None]
    if not {*move.contracts}.isdisjoint(known):
        raise refused("older_only", "V15")
    if len(set(known)) < len(known):
        raise refused("no_contract", "V15")


def _refilled(setup: Setup, market: Market) -> Market:
    """An empty row gets two from the special pile, or what it has (V15)."""
    if market.row:
        return market
    n = min(setup.edition.row.refill, market.special)
    return replace(market, row=(None,) * n, special=market.special - n)


def new_row(setup: Setup, market: Market) -> Market:
    """The row of a new round: what was left goes under the special pile, the next pile is laid out (V5)."""
    left = [card for card in market.row if card is not None and setup.edition.contract[card].starting]
    row, special = (None,) * setup.edition.row.cards, market.special + len(market.row)
    return replace(market, row=row, special=special, shed=_in_shed(*market.shed, *left))


def keep(setup: Setup, state: State, seat: int, move: Keep) -> Step:
    """A drawn contract is kept; where two are active, one of them goes (V26)."""
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
    if missing and move.discard is None and all(one.card is not None for one in active):
        raise refused("discards", "V26", n=missing)
    if missing:
        state = discarded(setup, state, seat, move.discard, "V26")
    state = replace(state, market=replace(state.market, special=state.market.special - 1))
    return _received(state, seat, move.contract), ()


def _received(state: State, seat: int, card: str | None) -> State:
    board = board_of(state, seat)
    return with_board(state, seat, replace(board, active=(*board.active, Contract(card))))


def out_of_shed(setup: Setup, state: State, card: str | None) -> State:
    """The state in which a starting contract that somebody discarded lies no longer in the special pile."""
    if card is None or not setup.edition.contract[card].starting:
        return state
    shed = list(state.market.shed)
    shed.remove(card if card in shed else None)
    return replace(state, market=replace(state.market, shed=tuple(shed)))


def discarded(setup: Setup, state: State, seat: int, card: str | None, ruling: str = "V15") -> State:
    """The state with an active contract under the special pile (V15, V26)."""
    state, at = _known_as(setup, state, seat, card, ruling)
    board = board_of(state, seat)
    gone = board.active[at]
    state = with_board(state, seat, replace(board, active=(*board.active[:at], *board.active[at + 1 :])))
    market = state.market
    starting = gone.starting or (gone.card is not None and setup.edition.contract[gone.card].starting)
    shed = _in_shed(*market.shed, gone.card) if starting else market.shed
    return replace(state, market=replace(market, special=market.special + 1, shed=shed))


def _in_shed(*cards: str | None) -> tuple[str | None, ...]:
    """Starting contracts in the special pile, in one order."""
    return tuple(sorted(cards, key=lambda card: card or ""))


def at_of(setup: Setup, state: State, seat: int, card: str | None, ruling: str) -> int:
    """Which of the seat's active contracts is meant by this id; by none, the oldest that is not known.

    An id that the seat does not hold is that of its oldest unknown one, a starting contract's that of the starting
    one. Raises IllegalMoveError where there is no such contract, or the id is another's.
    """
    active = board_of(state, seat).active
    if card is None:
        return _first(active, ruling, lambda one: one.card is None)
    if Contract(card) in active:
        return active.index(Contract(card))
    if card not in setup.edition.contract:
        raise refused("no_such_contract", ruling)
    if is_held(state, card):
        raise refused("contract_held", ruling)
    if card in state.market.row:
        raise refused("other_card", ruling)
    if setup.edition.contract[card].starting:
        dealt = [at for at, one in enumerate(active) if one.starting]
        if dealt and card not in state.market.shed:
            return dealt[0]
        if card not in state.market.shed and None not in state.market.shed:
            raise refused("no_contract", ruling)
    return _first(active, ruling, lambda one: one.card is None and not one.starting)


def _first(active: Active, ruling: str, wanted: Callable[[Contract], bool]) -> int:
    found = next((at for at, one in enumerate(active) if wanted(one)), None)
    if found is None:
        raise refused("no_contract", ruling)
    return found


def _known_as(setup: Setup, state: State, seat: int, card: str | None, ruling: str) -> tuple[State, int]:
    """The state in which the contract that this id means is known by it, and which of the active ones it is."""
    at = at_of(setup, state, seat, card, ruling)
    board = board_of(state, seat)
    if card is None or board.active[at].card == card:
        return state, at
    if not board.active[at].starting:
        state = out_of_shed(setup, state, card)
    active = (*board.active[:at], Contract(card), *board.active[at + 1 :])
    return with_board(state, seat, replace(board, active=active)), at


def check_fulfil(setup: Setup, state: State, seat: int, card: str) -> None:
    """Whether a seat can fill this contract. Raises IllegalMoveError."""
    at_of(setup, state, seat, card, "V29")
    check_pays(state, seat, setup.edition.contract[card].cost, "V29")


def fulfil(setup: Setup, state: State, seat: int, move: Fulfil) -> Step:
    """Pay what a contract asks for, take its reward, and put it into the drawer (V29)."""
    check_fulfil(setup, state, seat, move.contract)
    state, at = _known_as(setup, state, seat, move.contract, "V29")
    board, card = board_of(state, seat), setup.edition.contract[move.contract]
    active = (*board.active[:at], *board.active[at + 1 :])
    state = with_board(state, seat, replace(board, active=active, filled=(*board.filled, card.id)))
    because = Because(Source.CONTRACT)
    state, costs = paid(state, seat, card.cost, because)
    state, gains = gained(state, seat, card.reward, because)
    return state, (*costs, *gains)


def check_name(setup: Setup, state: State, seat: int, move: Name) -> None:
    """Whether this id can be that of the seat's oldest unknown contract, or of that slot. Raises IllegalMoveError."""
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
    """A contract by its name, before it matters."""
    check_name(setup, state, seat, move)
    if move.slot is None:
        return _known_as(setup, state, seat, move.contract, "V15")[0], ()
    return _into_row(setup, state, move.slot, move.contract), ()
