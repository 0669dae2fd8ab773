"""Forms of contracts: from the row, drawn, filled, named (V15, V26, V29)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.voyages.called import so_many
from companion.games.voyages.components import contract_row
from companion.games.voyages.contracts import (
    BONUSES,
    at_of,
    check_fulfil,
    check_row,
    check_unheld,
    discarded,
    named_in_row,
    out_of_shed,
    room_missing,
    slots_with_bonus,
)
from companion.games.voyages.dice import die_named
from companion.games.voyages.dice_forms import dice_pick
from companion.games.voyages.state import Setup, State
from companion.games.voyages.steps import board_of, refused
from companion.rules.fields import Choice, Field, Items, Json, OneOf, Pick
from companion.rules.rule_errors import IllegalMoveError, refused_by
from companion.rules.text import say

Chosen = Mapping[str, Any]


def contracts_field(setup: Setup, state: State, seat: int, chosen: Chosen, items: Items) -> Field | None:
    """The next field of `contracts`."""
    if "dice" not in chosen:
        return dice_pick(state, seat, 1, lambda names: check_row(setup, state, seat, names), items)
    if "slots" not in chosen:
        return _slots_pick(setup, state, chosen, items)
    slots = [int(slot) for slot in chosen["slots"]]
    if "contracts" not in chosen:
        return _cards_pick(setup, state, slots, items)
    worth = slots_with_bonus(setup, slots)
    if "bonus" not in chosen and worth:
        return _bonus_pick(worth, items)
    missing = room_missing(setup, len(board_of(state, seat).active), len(slots))
    if "discard" not in chosen and missing:
        named = named_in_row(setup, state, slots, chosen["contracts"])
        return _discard_pick(setup, named, seat, [*chosen["contracts"]], items, missing)
    return None


def _slots_pick(setup: Setup, state: State, chosen: Chosen, items: Items) -> Pick:
    die = die_named(chosen["dice"][0])
    assert die is not None
    row = state.market.row[: die.value]
    choices = tuple(
        Choice(
            slot,
            say("voyages.slot", slot=slot) if card is None else contract_row(setup, card),
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
    count, at = len(slots), min(len(items), len(slots) - 1)
    taken = [None if item is None else str(item) for item in items]
    known = named_in_row(setup, state, slots[: len(taken)], taken)
    lies = state.market.row[slots[at] - 1]
    choices: tuple[Choice, ...]
    if lies is not None:
        choices = (_card_choice(setup, lies),)
    else:
        choices = (_unknown(usual=True), *(_card_choice(setup, card) for card in unheld(setup, known)))
    label = say("voyages.field.contracts", slot=slots[at])
    return Pick(
        name="contracts", label=label, choices=choices, least=count, most=count, items=tuple(items), ordered=True
    )


def _bonus_pick(worth: list[int], items: Items) -> Pick:
    n = worth[len(items)] if len(items) < len(worth) else worth[-1]
    left = len(worth) - len(items)
    choices = tuple(Choice(word, so_many(word, n), things=(word,), times=max(1, left)) for word in BONUSES)
    label, count = say("voyages.field.bonus"), len(worth)
    return Pick(name="bonus", label=label, choices=choices, least=count, most=count, items=tuple(items), ordered=True)


def _discard_pick(setup: Setup, state: State, seat: int, taken: list[str | None], items: Items, count: int) -> Pick:
    for item in items:
        state = discarded(setup, state, seat, None if item is None else str(item))
    used = [str(card) for card in (*taken, *items) if card is not None]
    all_go = len(board_of(state, seat).active) <= count - len(items)
    choices = tuple(held_choices(setup, state, seat, used, all_go=all_go))
    label = say("voyages.field.discard", n=count)
    return Pick(name="discard", label=label, choices=choices, least=count, most=count, items=tuple(items))


def held_choices(setup: Setup, state: State, seat: int, taken: list[str], *, all_go: bool = False) -> Iterator[Choice]:
    """The active contracts of a seat; one that is not known may be named, but not as one of these.

    `all_go`: nothing is chosen among them, and so no name is needed.
    """
    active = board_of(state, seat).active
    yield from (_card_choice(setup, one.card) for one in active if one.card is not None)
    if any(one.card is None for one in active):
        yield _unknown(usual=all_go)
        yield from (_card_choice(setup, card) for card in namable(setup, state, seat) if card not in taken)


def namable(setup: Setup, state: State, seat: int) -> Iterator[str]:
    """What an unknown contract of this seat may be."""
    known = {one.card for one in board_of(state, seat).active}
    for card in setup.edition.contract:
        if card not in known and refused_by(at_of, setup, state, seat, card, "V15") is None:
            yield card


def unheld(setup: Setup, state: State) -> Iterator[str]:
    """What may come out of the row or the special pile, besides what is named in the row."""
    for card in setup.edition.contract:
        if card not in state.market.row and refused_by(check_unheld, setup, state, card) is None:
            yield card


def keep_field(setup: Setup, state: State, seat: int, chosen: Chosen, items: Items) -> Field | None:
    """The next field of `keep`."""
    if "contract" not in chosen:
        choices = (_unknown(usual=True), *(_card_choice(setup, card) for card in unheld(setup, state)))
        return OneOf(name="contract", label=say("voyages.field.contract"), choices=choices)
    if "discard" in chosen or not room_missing(setup, len(board_of(state, seat).active), 1):
        return None
    kept = chosen["contract"]
    left = out_of_shed(setup, state, kept)
    choices = tuple(held_choices(setup, left, seat, [] if kept is None else [kept]))
    return OneOf(name="discard", label=say("voyages.field.discard", n=1), choices=choices)


def check_any_fulfil(setup: Setup, state: State, seat: int) -> None:
    """Whether a seat can fill any contract. Raises IllegalMoveError."""
    error: IllegalMoveError | None = None
    for card in fillable(setup, state, seat):
        try:
            check_fulfil(setup, state, seat, card)
        except IllegalMoveError as refusal:
            error = error or refusal
        else:
            return
    raise error or refused("no_contract", "V29")


def fillable(setup: Setup, state: State, seat: int) -> tuple[str, ...]:
    """The contracts that a seat holds or may hold."""
    active = board_of(state, seat).active
    known = tuple(one.card for one in active if one.card is not None)
    return known if len(known) == len(active) else (*known, *namable(setup, state, seat))


def fulfil_field(setup: Setup, state: State, seat: int, chosen: Chosen, items: Items) -> Field | None:
    """The field of `fulfil`."""
    if "contract" in chosen:
        return None
    choices = tuple(
        _card_choice(setup, card, lambda card: check_fulfil(setup, state, seat, card))
        for card in fillable(setup, state, seat)
    )
    return OneOf(name="contract", label=say("voyages.field.contract"), choices=choices)


def check_any_name(setup: Setup, state: State, seat: int) -> None:
    """Whether there is a contract that this seat may name. Raises IllegalMoveError."""
    own = any(one.card is None for one in board_of(state, seat).active)
    if not own and None not in state.market.row:
        raise refused("all_named")


def name_field(setup: Setup, state: State, seat: int, chosen: Chosen, items: Items) -> Field | None:
    """The next field of `name`: which contract is meant, and what it is."""
    if "slot" not in chosen:
        own = Choice(None, say("voyages.own_contract"), touches=(unnamed(seat),))
        held = any(one.card is None for one in board_of(state, seat).active)
        lie = (slot for slot, card in enumerate(state.market.row, 1) if card is None)
        slots = (Choice(slot, say("voyages.slot", slot=slot), touches=(f"slot:{slot}",)) for slot in lie)
        return OneOf(name="slot", label=say("voyages.field.which_slot"), choices=((own,) if held else ()) + (*slots,))
    if "contract" in chosen:
        return None
    cards = namable(setup, state, seat) if chosen["slot"] is None else unheld(setup, state)
    choices = tuple(_card_choice(setup, card) for card in cards)
    return OneOf(name="contract", label=say("voyages.field.contract"), choices=choices)


def unnamed(seat: int) -> str:
    """What is touched where a seat's own contract lies that is not known."""
    return f"unnamed:{seat}"


def _unknown(*, usual: bool = False) -> Choice:
    """A contract that is not named: it may be at any time, and mostly is where it first matters."""
    return Choice(None, say("voyages.contract.unknown"), default=usual)


def _card_choice(setup: Setup, card: str, check: Any = None) -> Choice:
    name: Json = card
    name_of = f"contract:{card}"
    refusal = None if check is None else refused_by(check, card)
    return Choice(name, contract_row(setup, card), refusal, things=(name_of,), touches=(name_of,))
