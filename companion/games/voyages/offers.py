"""The moves that a seat is offered: those of its moment, complete where nothing else has to be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.voyages.allowed_kinds import (
    ACTIONS,
    ANY_TIME_KINDS,
    BONUS_ACTIONS,
    kinds_for,
    open_kinds,
    pending_of,
    taking_kind,
)
from companion.games.voyages.amounts import GOODS
from companion.games.voyages.can_complete_move import refusal_of_kind
from companion.games.voyages.components import component
from companion.games.voyages.contract_forms import check_any_name, unnamed_error, unnamed_touch
from companion.games.voyages.contracts import check_fulfil
from companion.games.voyages.final_scoring import all_reported, check_reveal, goals_open
from companion.games.voyages.forms import answer_choices, question, row_refusal
from companion.games.voyages.labels import amount_label, amounts_label, character_power, person_label, place_label
from companion.games.voyages.pending import decline_word
from companion.games.voyages.pending_choices import ASKED_BY_PLACE
from companion.games.voyages.rounds import next_with_dice
from companion.games.voyages.setup_steps import free_characters
from companion.games.voyages.state import PendingItem, PendingKind, Phase, Setup, State
from companion.games.voyages.state_changes import board_of
from companion.rules.base_game import MOST_DIRECT_CHOICES
from companion.rules.fields import Json
from companion.rules.offers import Offer
from companion.rules.rule_errors import Refusal, refusal_from
from companion.rules.text import Text, say

PENDING_COMPONENTS: Mapping[PendingKind, str] = {
    PendingKind.GOOD: "good",
    PendingKind.TWO_GOODS: "two_goods",
    PendingKind.TOWN: "other_town",
    PendingKind.CONTRACT: "contract",
    PendingKind.BLACK_DIE: "black_die",
    PendingKind.STEP: "step",
    PendingKind.POST: "posts",
    PendingKind.BONUS: "bonus_tile",
    PendingKind.INCOME: "income_tile",
    PendingKind.GAINS: "posts",
}
"""The component that represents each kind of pending item."""
_GIVING_UP = frozenset({"decline", "leave_goals"})
"""The kinds by which a seat does without a contract, a black die, steps or other goals (V25, V26, V27, V42)."""
_CHANCE_ONLY = (
    *("deal_map", "deal_row", "deal_characters", "deal_goals"),
    *("roll", "black_die", "decline", "travelled", "post", "leave_goals"),
)
"""The kinds that ask for nothing but chance."""
_KIND_COMPONENTS: Mapping[str, str] = {
    "deal_map": "bonus_tile",
    "deal_row": "contracts",
    "roll": "dice",
    "take_five": "coins",
    "bazaar": "camels",
    "khan": "camels",
    "contracts": "contracts",
    "travel": "step",
    "city_card": "posts",
    "fulfil": "contracts",
    "take_three": "coins",
    "reroll": "dice",
    "turn_die": "dice",
    "black_die": "dice",
    "score": "points",
    "travelled": "step",
    "post": "posts",
    "contract": "contracts",
}
"""The component that is drawn beside each kind of move."""
_ROW_COMPONENTS: Mapping[str, str] = {"camel": "camels"}
_TOUCHES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("take_five", "khan", "take_three", "reroll", "turn_die"), ("die",)),
    "bazaar": ("die", "rung"),
    "contracts": ("die", "slot"),
    "travel": ("die", "place"),
    "city_card": ("die", "place", "card"),
    "step": ("place",),
    "keep_goals": ("goal",),
}
_GROUPS: Mapping[str, tuple[str, ...]] = {"actions": ACTIONS, "bonus": BONUS_ACTIONS}
_MINDED_FIELDS: Mapping[str, tuple[str, ...]] = {"name": ("slot",)}
"""The fields that make a kind depend on what others did: cards of the row slide (V15)."""
_SPACE_TOUCHES: Mapping[str, str] = {"take_five": "space:take_five", "khan": "space:khan"}


def offers(setup: Setup, state: State, seat: int) -> tuple[Offer, ...]:
    """Return the offers of the moves of this moment, and of what any seat may send until the end."""
    if state.phase is Phase.OVER:
        return ()
    mine = kinds_for(setup, state, seat)
    result = [offer for kind in mine for offer in _of_kind(setup, state, seat, kind)]
    for kind in open_kinds(setup, state):
        if kind not in mine and _may_send(setup, state, seat, kind):
            result += (replace(offer, aside=True) for offer in _of_kind(setup, state, seat, kind))
    return tuple(result)


def _may_send(setup: Setup, state: State, seat: int, kind: str) -> bool:
    match kind:
        case "name":
            return refusal_from(check_any_name, setup, state, seat) is None
        case "reveal_goals":
            return refusal_from(check_reveal, setup, state, seat) is None
    return True


def _of_kind(setup: Setup, state: State, seat: int, kind: str) -> Iterator[Offer]:
    label = _label(state, seat, kind)
    refusal_now = refusal_of_kind(setup, state, seat, kind)
    offer = Offer(
        kind=kind,
        label=label,
        kind_label=label,
        detail=_cost(setup, kind) or _gained(state, seat, kind),
        group=next((say(f"voyages.group.{name}") for name, kinds in _GROUPS.items() if kind in kinds), None),
        thing=_component_of(state, seat, kind),
        refused=refusal_now,
        complete=kind in _CHANCE_ONLY or (kind == "end_turn" and setup.full),
        ends_turn=kind == "end_turn",
        gives_up=kind in _GIVING_UP,
        default=kind == _default_kind(setup, state, seat) and refusal_now is None,
        needs_confirmation=_ends_game(setup, state, seat, kind),
        any_order=_is_any_order(state, kind),
        order_sensitive_fields=_MINDED_FIELDS.get(kind, ()),
        secret=kind in ("keep_goals", "reveal_goals") and not goals_open(state),
        touch=_SPACE_TOUCHES.get(kind),
        form_touches=_TOUCHES.get(kind, ()) if kind != "name" else ("slot", unnamed_touch(seat)),
    )
    match kind:
        case "take_character":
            yield from _characters(setup, state, offer)
        case "choose":
            yield from _choices(setup, state, seat, offer)
        case "bazaar":
            yield from _rows(setup, state, seat, offer)
        case "fulfil":
            yield from _fulfils(setup, state, seat, offer)
        case _:
            yield offer


def _is_any_order(state: State, kind: str) -> bool:
    """Return whether moves of other seats leave this kind as it is; goals are left only as everybody sees them now."""
    side_by_side = state.phase in (Phase.ROLLS, Phase.GOALS) and kind != "leave_goals"
    return side_by_side or kind in (*ANY_TIME_KINDS, "deal_goals", "keep_goals")


def _component_of(state: State, seat: int, kind: str) -> str | None:
    """Return the component drawn beside a kind of move; for an answer that takes or declines something, that one."""
    pending = pending_of(state, seat)
    if pending is not None and kind in (taking_kind(pending), "decline"):
        return PENDING_COMPONENTS[pending.kind]
    return _KIND_COMPONENTS.get(kind)


def _label(state: State, seat: int, kind: str) -> Text:
    if kind == "end_turn":
        return say("move.end_turn")
    if kind == "reveal_goals" and goals_open(state):
        return say("voyages.move.reveal_again")
    if kind == "roll" and pending_of(state, seat) is not None:
        return say("voyages.move.roll_die")
    return say(f"voyages.move.{decline_word(state, seat) if kind == 'decline' else kind}")


def _default_kind(setup: Setup, state: State, seat: int) -> str | None:
    """Return the kind of move that is most likely now; None while the first open one is.

    A seat usually takes what it has gained, although it may decline it.
    """
    pending = pending_of(state, seat)
    if pending is not None:
        return taking_kind(pending)
    if state.phase is Phase.ROLLS:
        return None
    if state.phase is Phase.GOALS:
        return "reveal_goals"
    return "end_turn" if setup.full else "score"


def _cost(setup: Setup, kind: str) -> Text | None:
    """Return the label of a bonus action's cost, which is the same for every die (V31, V32, V33).

    None where only points are tracked.
    """
    spaces = setup.edition.spaces
    costs = {"reroll": spaces.reroll, "turn_die": spaces.turn_die, "black_die": spaces.black_die}
    return say("voyages.offer.costs", what=amounts_label(costs[kind])) if setup.full and kind in costs else None


def _gained(state: State, seat: int, kind: str) -> Text | None:
    """Return the label of the contract or the steps that a seat takes or declines; None for other moves."""
    pending = pending_of(state, seat)
    if pending is None or kind not in ("keep", "step"):
        return None
    return amount_label(PENDING_COMPONENTS[pending.kind], pending.n)


def _choices(setup: Setup, state: State, seat: int, offer: Offer) -> Iterator[Offer]:
    """Yield one offer for each answer if there are few, otherwise one that opens the form."""
    pending = pending_of(state, seat)
    assert pending is not None
    if pending.kind is PendingKind.TWO_GOODS:
        for left_out in reversed(GOODS):
            goods: list[Json] = [good for good in GOODS if good != left_out]
            first, last = (component(setup, str(good)).word for good in goods)
            yield replace(
                offer, label=say("list.and", first=first, last=last), chosen=(("goods", goods),), complete=True
            )
        return
    choices = answer_choices(setup, state, seat, pending)
    offer = replace(offer, group=question(pending))
    if len(choices) > MOST_DIRECT_CHOICES:
        yield replace(offer, label=question(pending))
        return
    field_of = {
        PendingKind.GOOD: "goods",
        PendingKind.TOWN: "town",
        PendingKind.POST: "post",
        PendingKind.BONUS: "bonus",
        PendingKind.INCOME: "income",
    }
    for choice in choices:
        value: Json = [choice.value] if pending.kind is PendingKind.GOOD else choice.value
        chosen = ((field_of[pending.kind], value),)
        label = _answer_label(pending, choice.label)
        yield replace(offer, label=label, chosen=chosen, refused=choice.refused, complete=True)


def _answer_label(pending: PendingItem, answer: Text) -> Text:
    """Return the label of an answer among offers; it names the question where that is not obvious."""
    if pending.kind is PendingKind.POST:
        return say("voyages.offer.post", place=answer)
    if pending.kind in ASKED_BY_PLACE and pending.place is not None:
        return say("voyages.offer.tile", place=place_label(pending.place), tile=answer)
    return answer


def _characters(setup: Setup, state: State, offer: Offer) -> Iterator[Offer]:
    """Yield an offer for each character that may be taken (V4)."""
    for person in free_characters(setup, state):
        name = f"person:{person.value}"
        yield replace(
            offer, label=person_label(person), detail=character_power(setup, person), group=offer.kind_label,
            chosen=(("character", person.value),), thing=name, touch=name, complete=True,
        )  # fmt: skip


def _rows(setup: Setup, state: State, seat: int, offer: Offer) -> Iterator[Offer]:
    """Yield an offer for each row of the bazaar."""
    for row in setup.edition.bazaar_row:
        refusal_of_row = offer.refused or row_refusal(setup, state, seat, row)
        label = say("voyages.offer.bazaar", row=say(f"voyages.row.{row}"))
        thing, space = _ROW_COMPONENTS.get(row, row), f"space:{row}"
        yield replace(offer, label=label, chosen=(("row", row),), refused=refusal_of_row, thing=thing, touch=space)


def _fulfils(setup: Setup, state: State, seat: int, offer: Offer) -> Iterator[Offer]:
    """Yield an offer for each known contract, and the form if one is unknown."""
    active = board_of(state, seat).active
    for contract in active:
        if contract.card is not None:
            refusal_of_card = refusal_from(check_fulfil, setup, state, seat, contract.card)
            thing = f"contract:{contract.card}"
            label = say("voyages.offer.fulfil", gives=amounts_label(setup.edition.contract[contract.card].reward))
            chosen = (("contract", contract.card),)
            yield replace(
                offer, label=label, chosen=chosen, refused=refusal_of_card, thing=thing, touch=thing, complete=True
            )
    if not active:
        yield offer
    elif any(contract.card is None for contract in active):
        yield offer if offer.refused is None else replace(offer, refused=Refusal.from_error(unnamed_error()))


def _ends_game(setup: Setup, state: State, seat: int, kind: str) -> bool:
    """Return whether this move ends the game, unless two seats have the same goal card, which nobody knows before
    (V5, V42).
    """
    if goals_open(state):
        return kind == "leave_goals"
    if state.phase is Phase.GOALS:
        return sum((board.goals if setup.full else board.count) is None for board in state.boards) == 1
    if kind != "end_turn" or state.round < setup.edition.start.rounds or not setup.full:
        return False
    return all_reported(setup, state) and next_with_dice(state, seat) is None
