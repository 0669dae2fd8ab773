"""The forms of all moves of Voyages, field by field, from the first roll to the final count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.voyages.allowed_kinds import pending_of
from companion.games.voyages.amounts import GOODS, Amounts
from companion.games.voyages.bonus_actions import check_die, check_turn_by
from companion.games.voyages.can_complete_move import check_available, check_row_of_bazaar
from companion.games.voyages.city_card_form import city_card_field
from companion.games.voyages.coin_and_goods_actions import check_bazaar, check_khan, check_take_five
from companion.games.voyages.coloured_dice import ColouredDie, die_by_name, lowest_value
from companion.games.voyages.components import component, goal_label
from companion.games.voyages.contract_forms import contracts_field, fulfil_field, keep_field, name_field
from companion.games.voyages.final_scoring import beijing_space_free, reached_bounds
from companion.games.voyages.labels import amount_label, amounts_label, place_label
from companion.games.voyages.movement_forms import check_travel_dice, step_paths, travel_paths
from companion.games.voyages.options import GOALS_EACH
from companion.games.voyages.pending_choices import (
    ANSWER_FIELDS,
    ASKED_BY_PLACE,
    check_bonus,
    check_income,
    check_moved_post,
    check_town,
)
from companion.games.voyages.placed_dice_forms import dice_pick, die_field
from companion.games.voyages.points_only_moves import LONGEST_WHY, MOST_POINTS
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.rounds import dice_rolled
from companion.games.voyages.setup_move_forms import character_field, deal_field, kept_goals_field
from companion.games.voyages.setup_steps import DEALING_STEPS
from companion.games.voyages.spaces import dice_by_names
from companion.games.voyages.state import PendingItem, PendingKind, Setup, State
from companion.games.voyages.state_changes import board_of
from companion.rules.fields import ChanceField, Choice, Field, FieldValues, Items, NumberField, OneOf, Pick, TextField
from companion.rules.rule_errors import MalformedError, Refusal, refusal_from
from companion.rules.text import Text, say


def next_pick(setup: Setup, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a move's form; None when the move is complete."""
    if kind not in FORMS:
        raise MalformedError(say("error.unknown_move", move=kind), "move")
    check_available(setup, state, seat, kind)
    return FORMS[kind](setup, state, seat, chosen, items)


def _no_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    return None


def _roll(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    if "chance" in chosen:
        return None
    n = 1 if pending_of(state, seat) is not None else dice_rolled(setup, seat)
    word = "" if n == setup.edition.start.dice else "gained" if n == 1 else "white"
    return _dice(n, word)


def _dice(n: int, word: str = "") -> ChanceField:
    return ChanceField(name="chance", label=say("voyages.field.roll", n=n), draws=(("d6", n),), purpose_suffix=word)


def _compensate(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    missing = board_of(state, seat).missing
    if "coins" not in chosen:
        labels = tuple(amounts_label(Amounts(coins=n, camels=missing - n)) for n in range(missing + 1))
        return NumberField(
            name="coins", label=say("voyages.field.coins_of", n=missing), low=0, high=missing, outcomes=labels
        )
    if "camels" in chosen:
        return None
    n = missing - int(chosen["coins"])
    return OneOf(name="camels", label=say("voyages.thing.camels", n=2), choices=(Choice(n, amount_label("camels", n)),))


def _choose(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    pending = pending_of(state, seat)
    assert pending is not None
    name = ANSWER_FIELDS[pending.kind]
    if name in chosen:
        return None
    label = question(pending)
    choices = answer_choices(setup, state, seat, pending)
    if name != "goods":
        return OneOf(name=name, label=label, choices=choices)
    count = 2 if pending.kind is PendingKind.TWO_GOODS else 1
    open_choices = tuple(choice for choice in choices if choice.value not in items)
    return Pick(name=name, label=label, choices=open_choices, least=count, most=count, items=tuple(items))


def question(pending: PendingItem) -> Text:
    """Return the question of a pending item, with its place; for a post that is moved, with its new place."""
    if pending.kind in ASKED_BY_PLACE and pending.place is not None:
        return say(f"voyages.asked.{pending.kind.value}", place=place_label(pending.place))
    return say(f"voyages.field.{pending.kind.value}")


def answer_choices(setup: Setup, state: State, seat: int, pending: PendingItem) -> tuple[Choice, ...]:
    """Return the possible answers to a pending item. Only posts that may not be moved are kept, with the reason."""
    match pending.kind:
        case PendingKind.GOOD | PendingKind.TWO_GOODS:
            return tuple(Choice(good, amount_label(good, 1), things=(good,)) for good in GOODS)
        case PendingKind.TOWN:
            towns = (
                town.id for town in setup.edition.towns if refusal_from(check_town, setup, town.id, pending) is None
            )
            return tuple(Choice(town, place_label(town), touches=(f"place:{town}",)) for town in towns)
        case PendingKind.POST:
            return tuple(
                Choice(post, place_label(post), refusal_from(check_moved_post, state, seat, post, pending))
                for post in board_of(state, seat).posts
                if post is not None
            )
        case PendingKind.BONUS:
            free = (tile for tile in setup.edition.bonus if refusal_from(check_bonus, setup, state, tile) is None)
            return tuple(_tile(setup, tile, f"bonus:{tile}") for tile in free)
    free = (tile for tile in setup.edition.income if refusal_from(check_income, setup, state, tile) is None)
    return tuple(_tile(setup, tile, f"income:{tile}") for tile in free)


def _tile(setup: Setup, tile: str, name: str) -> Choice:
    return Choice(tile, component(setup, name).word, things=(name,))


def _take_five(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    if "dice" in chosen:
        return None
    return dice_pick(state, seat, 1, lambda names: check_take_five(setup, state, seat, names), items)


def _bazaar(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    if "row" not in chosen:
        rows = tuple(
            Choice(row, say(f"voyages.row.{row}"), row_refusal(setup, state, seat, row), touches=(f"space:{row}",))
            for row in setup.edition.bazaar_row
        )
        return OneOf(name="row", label=say("voyages.field.row"), choices=rows)
    row = setup.edition.bazaar_row[str(chosen["row"])]
    if "dice" not in chosen:
        return dice_pick(state, seat, row.dice, lambda names: check_bazaar(setup, state, seat, row.id, names), items)
    if "column" in chosen:
        return None
    low = lowest_value([die for name in chosen["dice"] if (die := die_by_name(name)) is not None])
    columns = tuple(
        Choice(
            column, say("voyages.column", column=column), touches=(f"rung:{row.id}:{column}",), default=column == low
        )
        for column in range(low, 0, -1)
    )
    return OneOf(name="column", label=say("voyages.field.column"), choices=columns)


def row_refusal(setup: Setup, state: State, seat: int, row: str) -> Refusal | None:
    """Return the reason why a row of the bazaar cannot be used; None if it can."""
    return refusal_from(check_row_of_bazaar, setup, state, seat, row)


def _khan(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    if "dice" not in chosen:
        return dice_pick(state, seat, 1, lambda names: check_khan(setup, state, seat, names), items)
    if "good" in chosen:
        return None
    goods = tuple(Choice(good, amount_label(good, 1), things=(good,)) for good in GOODS)
    return OneOf(name="good", label=say("voyages.field.good"), choices=goods)


def _travel(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    if "dice" not in chosen:
        count = setup.edition.travel_dice
        return dice_pick(state, seat, count, lambda names: check_travel_dice(setup, state, seat, names), items)
    return None if "paths" in chosen else travel_paths(setup, state, seat, chosen, items)


def _step(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    pending = pending_of(state, seat)
    assert pending is not None
    return None if "paths" in chosen else step_paths(setup, state, seat, pending.n, items)


def _take_three(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    if "dice" in chosen:
        return None
    return dice_pick(state, seat, 1, lambda names: dice_by_names(state, seat, names, 1, "V30"), items)


def _reroll(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    if "die" not in chosen:
        return die_field(state, seat, "die", lambda die: None)
    check_die(state, seat, str(chosen["die"]))  # an announced throw may name a die that is no longer there
    return None if "chance" in chosen else _dice(1)


def _turn_die(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    if "die" not in chosen:
        return die_field(state, seat, "die", lambda die: None)
    if "by" in chosen:
        return None
    die = die_by_name(str(chosen["die"]))
    assert die is not None
    choices = tuple(Choice(by, say(_UP_OR_DOWN[by]), _turn_refusal(die, by)) for by in _UP_OR_DOWN)
    return OneOf(name="by", label=say("voyages.field.by"), choices=choices)


_UP_OR_DOWN = {1: "voyages.turn.up", -1: "voyages.turn.down"}


def _turn_refusal(die: ColouredDie, by: int) -> Refusal | None:
    return refusal_from(check_turn_by, die, by)


def _black_die(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    return None if "chance" in chosen or setup.is_person(seat, Person.RASCHID) else _dice(1)


MOST_COUNTED = 999
"""The most coins, camels or goods that a form accepts."""
_COUNTED = ("coins", "camels", "goods")


def goals_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """Return the field for the two goal cards of a seat."""
    return None if "cards" in chosen else _goals(setup, "cards", "voyages.field.goals", items, GOALS_EACH)


def _goals(setup: Setup, name: str, label: str, items: Items, least: int) -> Pick:
    choices = tuple(
        Choice(card, goal_label(setup, card), things=(f"goal:{card}",))
        for card in setup.edition.goal
        if card not in items
    )
    return Pick(name=name, label=say(label), choices=choices, least=least, most=GOALS_EACH, items=tuple(items))


def end_turn_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """Return the field for the number of dice that left the board in this turn, where uses are not tracked."""
    if setup.full or "used" in chosen:
        return None
    choices = tuple(Choice(n, say("voyages.used", n=n)) for n in range(1, board_of(state, seat).dice_left + 1))
    return OneOf(name="used", label=say("voyages.field.used"), choices=choices)


def score_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """Return the fields for a number of points and the reason."""
    if "by" not in chosen:
        label = say("voyages.field.points")
        return NumberField(name="by", label=label, low=-MOST_POINTS, high=MOST_POINTS, signed=True, nonzero=True)
    return None if "why" in chosen else TextField(name="why", label=say("voyages.field.why"), longest=LONGEST_WHY)


def contract_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """Return the field for the points of a contract."""
    label = say("voyages.field.contract_points")
    return None if "by" in chosen else NumberField(name="by", label=label, low=0, high=MOST_POINTS)


def final_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """Return the next field of a seat's final count."""
    for name in _COUNTED:
        if name not in chosen:
            return NumberField(name=name, label=say(f"voyages.field.final_{name}"), low=0, high=MOST_COUNTED)
    if "beijing" not in chosen:
        spaces = (0, *setup.edition.scoring.beijing)
        free = (points for points in dict.fromkeys(spaces) if beijing_space_free(setup, state, points))
        choices = tuple(Choice(points, _space_word(points)) for points in free)
        return OneOf(name="beijing", label=say("voyages.field.beijing"), choices=choices)
    if "goals" not in chosen:
        return _goals(setup, "goals", "voyages.field.completed", items, 0)
    if "reached" in chosen:
        return None
    low, high = reached_bounds(setup.edition, chosen["goals"])
    reached = tuple(Choice(n, say("voyages.reached", n=n)) for n in range(low, high + 1))
    return OneOf(name="reached", label=say("voyages.field.reached"), choices=reached)


def _space_word(points: int) -> Text:
    """Return the label of a Beijing space by its points; 0 means no post there."""
    return say("voyages.beijing_space", n=points) if points else say("voyages.beijing_none")


Form = Callable[[Setup, State, int, Mapping[str, Any], Items], Field | None]


FORMS: Mapping[str, Form] = {
    **{step.value: deal_field(step) for step in DEALING_STEPS},
    "take_character": character_field,
    "keep_goals": kept_goals_field,
    "roll": _roll,
    "compensate": _compensate,
    "choose": _choose,
    "take_five": _take_five,
    "bazaar": _bazaar,
    "khan": _khan,
    "contracts": contracts_field,
    "travel": _travel,
    "city_card": city_card_field,
    "fulfil": fulfil_field,
    "take_three": _take_three,
    "reroll": _reroll,
    "turn_die": _turn_die,
    "black_die": _black_die,
    "step": _step,
    "keep": keep_field,
    "name": name_field,
    "decline": _no_field,
    "reveal_goals": goals_field,
    "leave_goals": _no_field,
    "end_turn": end_turn_field,
    "score": score_field,
    "travelled": _no_field,
    "post": _no_field,
    "contract": contract_field,
    "final": final_field,
}
"""The forms by kind of move."""
