"""The forms of moves with contracts: taking, drawing, filling and naming them (V15, V26, V29)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.voyages.coloured_dice import die_by_name
from companion.games.voyages.components import contract_label
from companion.games.voyages.contracts import (
    BONUSES,
    active_index,
    check_fulfil,
    check_row,
    check_unheld,
    discard,
    remove_from_discards,
    room_missing,
    slot_bonuses,
    with_names_in_row,
)
from companion.games.voyages.labels import amount_label
from companion.games.voyages.placed_dice_forms import dice_pick
from companion.games.voyages.state import Setup, State
from companion.games.voyages.state_changes import board_of, refusal_error
from companion.rules.fields import Choice, Field, Items, Json, OneOf, Pick
from companion.rules.rule_errors import IllegalMoveError, refusal_from
from companion.rules.text import say

Chosen = Mapping[str, Any]


def contracts_field(setup: Setup, state: State, seat: int, chosen: Chosen, items: Items) -> Field | None:
    """Return the next field of `contracts`."""
    if "dice" not in chosen:
        return dice_pick(state, seat, 1, lambda names: check_row(setup, state, seat, names), items)
    if "slots" not in chosen:
        return _slots_pick(setup, state, chosen, items)
    slots = [int(slot) for slot in chosen["slots"]]
    if "contracts" not in chosen:
        return _cards_pick(setup, state, slots, items)
    worth = slot_bonuses(setup, slots)
    if "bonus" not in chosen and worth:
        return _bonus_pick(worth, items)
    missing = room_missing(setup, len(board_of(state, seat).active), len(slots))
    if "discard" not in chosen and missing:
        named = with_names_in_row(setup, state, slots, chosen["contracts"])
        return _discard_pick(setup, named, seat, [*chosen["contracts"]], items, missing)
    return None


def _slots_pick(setup: Setup, state: State, chosen: Chosen, items: Items) -> Pick:
    die = die_by_name(chosen["dice"][0])
    assert die is not None
    row = state.market.row[: die.value]
    choices = tuple(
        Choice(
            slot,
            say("voyages.slot", slot=slot) if card is None else contract_label(setup, card),
            things=() if card is None else (f"contract:{card}",),
            touches=(f"slot:{slot}",),
        )
        for slot, card in enumerate(row, 1)
        if slot not in items
    )
    return Pick(
        name="slots",
        label=say("voyages.field.slots"),
        choices=choices,
        least=1,
        most=setup.edition.row.most,
        items=tuple(items),
        ordered=True,
    )


def _cards_pick(setup: Setup, state: State, slots: list[int], items: Items) -> Pick:
    count, index = len(slots), min(len(items), len(slots) - 1)
    picked = [None if item is None else str(item) for item in items]
    named_state = with_names_in_row(setup, state, slots[: len(picked)], picked)
    card_in_slot = state.market.row[slots[index] - 1]
    choices: tuple[Choice, ...]
    if card_in_slot is not None:
        choices = (_card_choice(setup, card_in_slot),)
    else:
        choices = (
            _unknown_choice(default=True),
            *(_card_choice(setup, card) for card in drawable_contracts(setup, named_state)),
        )
    label = say("voyages.field.contracts", slot=slots[index])
    return Pick(
        name="contracts", label=label, choices=choices, least=count, most=count, items=tuple(items), ordered=True
    )


def _bonus_pick(worth: list[int], items: Items) -> Pick:
    n = worth[len(items)] if len(items) < len(worth) else worth[-1]
    missing = len(worth) - len(items)
    choices = tuple(Choice(word, amount_label(word, n), things=(word,), times=max(1, missing)) for word in BONUSES)
    label, count = say("voyages.field.bonus"), len(worth)
    return Pick(name="bonus", label=label, choices=choices, least=count, most=count, items=tuple(items), ordered=True)


def _discard_pick(setup: Setup, state: State, seat: int, picked: list[str | None], items: Items, count: int) -> Pick:
    for item in items:
        state = discard(setup, state, seat, None if item is None else str(item))
    excluded = [str(card) for card in (*picked, *items) if card is not None]
    all_go = len(board_of(state, seat).active) <= count - len(items)
    choices = tuple(active_choices(setup, state, seat, excluded, all_go=all_go))
    label = say("voyages.field.discard", n=count)
    return Pick(name="discard", label=label, choices=choices, least=count, most=count, items=tuple(items))


def active_choices(
    setup: Setup, state: State, seat: int, excluded: list[str], *, all_go: bool = False
) -> Iterator[Choice]:
    """Yield the active contracts of a seat, and for an unknown one the names that it may have, except those in `taken`.

    `all_go`: all active contracts are discarded, so that no name is needed.
    """
    active = board_of(state, seat).active
    yield from (_card_choice(setup, contract.card) for contract in active if contract.card is not None)
    if any(contract.card is None for contract in active):
        yield _unknown_choice(default=all_go)
        yield from (_card_choice(setup, card) for card in possible_names(setup, state, seat) if card not in excluded)


def possible_names(setup: Setup, state: State, seat: int) -> Iterator[str]:
    """Yield the ids that an unknown contract of this seat may have."""
    named = {contract.card for contract in board_of(state, seat).active}
    for card in setup.edition.contract:
        if card not in named and refusal_from(active_index, setup, state, seat, card, "V15") is None:
            yield card


def drawable_contracts(setup: Setup, state: State) -> Iterator[str]:
    """Yield the contracts that may come out of the row or the special pile, except those named in the row."""
    for card in setup.edition.contract:
        if card not in state.market.row and refusal_from(check_unheld, setup, state, card) is None:
            yield card


def keep_field(setup: Setup, state: State, seat: int, chosen: Chosen, items: Items) -> Field | None:
    """Return the next field of `keep`."""
    if "contract" not in chosen:
        choices = (
            _unknown_choice(default=True),
            *(_card_choice(setup, card) for card in drawable_contracts(setup, state)),
        )
        return OneOf(name="contract", label=say("voyages.field.contract"), choices=choices)
    if "discard" in chosen or not room_missing(setup, len(board_of(state, seat).active), 1):
        return None
    drawn = chosen["contract"]
    after_draw = remove_from_discards(setup, state, drawn)
    choices = tuple(active_choices(setup, after_draw, seat, [] if drawn is None else [drawn]))
    return OneOf(name="discard", label=say("voyages.field.discard", n=1), choices=choices)


def check_any_fulfil(setup: Setup, state: State, seat: int) -> None:
    """Check that a seat can fill at least one contract. Raises IllegalMoveError.

    An unnamed contract has no price that a reason could name.
    """
    named = [contract.card for contract in board_of(state, seat).active]
    error: IllegalMoveError | None = None
    for card in fillable_contracts(setup, state, seat):
        try:
            check_fulfil(setup, state, seat, card)
        except IllegalMoveError as refusal:
            error = error or (refusal if card in named else unnamed_error())
        else:
            return
    raise error or refusal_error("no_contract", "V29")


def unnamed_error() -> IllegalMoveError:
    """Return the error that refuses to fill an unnamed contract, because none that it may be can be paid."""
    return refusal_error("unnamed_contract", "V29")


def fillable_contracts(setup: Setup, state: State, seat: int) -> tuple[str, ...]:
    """Return the contracts that a seat holds or may hold."""
    active = board_of(state, seat).active
    named = tuple(contract.card for contract in active if contract.card is not None)
    return named if len(named) == len(active) else (*named, *possible_names(setup, state, seat))


def fulfil_field(setup: Setup, state: State, seat: int, chosen: Chosen, items: Items) -> Field | None:
    """Return the field of `fulfil`, which asks what an unnamed contract is even if only one can be paid."""
    if "contract" in chosen:
        return None
    choices = tuple(
        _card_choice(setup, card, lambda card: check_fulfil(setup, state, seat, card))
        for card in fillable_contracts(setup, state, seat)
    )
    unnamed = any(contract.card is None for contract in board_of(state, seat).active)
    label = say("voyages.field.contract")
    return OneOf(name="contract", label=label, choices=choices, states_fact=unnamed and len(choices) > 1)


def check_any_name(setup: Setup, state: State, seat: int) -> None:
    """Check that there is a contract which this seat may name. Raises IllegalMoveError."""
    has_unnamed = any(contract.card is None for contract in board_of(state, seat).active)
    if not has_unnamed and None not in state.market.row:
        raise refusal_error("all_named")


def name_field(setup: Setup, state: State, seat: int, chosen: Chosen, items: Items) -> Field | None:
    """Return the next field of `name`: which contract is meant, and its id."""
    if "slot" not in chosen:
        own = Choice(None, say("voyages.own_contract"), touches=(unnamed_touch(seat),))
        has_unnamed = any(contract.card is None for contract in board_of(state, seat).active)
        unnamed_slots = (slot for slot, card in enumerate(state.market.row, 1) if card is None)
        slots = (Choice(slot, say("voyages.slot", slot=slot), touches=(f"slot:{slot}",)) for slot in unnamed_slots)
        return OneOf(
            name="slot", label=say("voyages.field.which_slot"), choices=((own,) if has_unnamed else ()) + (*slots,)
        )
    if "contract" in chosen:
        return None
    cards = possible_names(setup, state, seat) if chosen["slot"] is None else drawable_contracts(setup, state)
    choices = tuple(_card_choice(setup, card) for card in cards)
    return OneOf(name="contract", label=say("voyages.field.contract"), choices=choices)


def unnamed_touch(seat: int) -> str:
    """Return the touch target of a seat's unknown contract."""
    return f"unnamed:{seat}"


def _unknown_choice(*, default: bool = False) -> Choice:
    """Return the choice of an unnamed contract: it can be named later, when it first matters."""
    return Choice(None, say("voyages.contract.unknown"), default=default)


def _card_choice(setup: Setup, card: str, check: Any = None) -> Choice:
    value: Json = card
    thing = f"contract:{card}"
    refusal = None if check is None else refusal_from(check, card)
    return Choice(value, contract_label(setup, card), refusal, things=(thing,), touches=(thing,))
