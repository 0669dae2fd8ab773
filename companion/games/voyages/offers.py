"""What a seat may do in a game of Voyages: what belongs to the moment, whole where no more words are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.voyages.allowed import ACTIONS, ANY_TIME, BONUS_ACTIONS, answered_by, kinds, kinds_known
from companion.games.voyages.amounts import GOODS
from companion.games.voyages.called import amounts_word, place_word
from companion.games.voyages.card_forms import check_any_name, unnamed
from companion.games.voyages.choices import PLACED
from companion.games.voyages.components import component
from companion.games.voyages.contracts import check_fulfil
from companion.games.voyages.finish import all_known, check_reveal
from companion.games.voyages.forms import answers, asked_label, row_refused
from companion.games.voyages.possible import refusal
from companion.games.voyages.rounds import next_with_dice
from companion.games.voyages.state import Owed, Phase, Setup, State, Want
from companion.games.voyages.steps import board_of
from companion.rules.fields import Json
from companion.rules.offers import Offer
from companion.rules.rule_errors import refused_by
from companion.rules.text import Text, say
from companion.rules.usual_game import FEW

THINGS_OWED: Mapping[Want, str] = {
    Want.GOOD: "good",
    Want.TWO_GOODS: "two_goods",
    Want.TOWN: "other_town",
    Want.CONTRACT: "contract",
    Want.BLACK_DIE: "black_die",
    Want.STEP: "step",
    Want.POST: "posts",
    Want.BONUS: "bonus_tile",
    Want.INCOME: "income_tile",
    Want.GAINS: "posts",
}
"""What stands for each thing that waits."""
_WHOLE = ("roll", "black_die", "decline", "travelled", "post")
"""Kinds that ask for nothing but chance."""
_DRAWN: Mapping[str, str] = {
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
"""What is drawn beside a kind of move."""
_ROWS: Mapping[str, str] = {"camel": "camels"}
_TOUCHES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("take_five", "khan", "take_three", "reroll", "turn_die"), ("die",)),
    "bazaar": ("die", "rung"),
    "contracts": ("die", "slot"),
    "travel": ("die", "place"),
    "city_card": ("die", "place", "card"),
    "step": ("place",),
}
_GROUPS: Mapping[str, tuple[str, ...]] = {"actions": ACTIONS, "bonus": BONUS_ACTIONS}
_MINDS: Mapping[str, tuple[str, ...]] = {"name": ("slot",)}
"""What makes a kind mind what others did: cards of the row slide (V15)."""
_AT: Mapping[str, str] = {"take_five": "space:take_five", "khan": "space:khan"}


def offers(setup: Setup, state: State, seat: int) -> tuple[Offer, ...]:
    """The kinds of moves that belong to this moment, and what any seat may say until the end."""
    if state.phase is Phase.OVER:
        return ()
    mine = kinds(setup, state, seat)
    found = [offer for kind in mine for offer in _of_kind(setup, state, seat, kind)]
    known = kinds_known(setup)
    for kind in ANY_TIME:
        if kind in known and kind not in mine and _may_say(setup, state, seat, kind):
            found += _of_kind(setup, state, seat, kind)
    return tuple(found)


def _may_say(setup: Setup, state: State, seat: int, kind: str) -> bool:
    if kind == "name":
        return refused_by(check_any_name, setup, state, seat) is None
    return refused_by(check_reveal, state, seat) is None


def _of_kind(setup: Setup, state: State, seat: int, kind: str) -> Iterator[Offer]:
    called = say("move.end_turn") if kind == "end_turn" else say(f"voyages.move.{kind}")
    refused = refusal(setup, state, seat, kind)
    plain = Offer(
        kind=kind,
        label=called,
        called=called,
        detail=_cost(setup, kind),
        group=next((say(f"voyages.group.{name}") for name, kinds in _GROUPS.items() if kind in kinds), None),
        thing=_DRAWN.get(kind),
        refused=refused,
        complete=kind in _WHOLE or (kind == "end_turn" and setup.full),
        ends_turn=kind == "end_turn",
        default=kind == _usual(setup, state) and refused is None,
        needs_confirmation=_ends(setup, state, seat, kind),
        any_order=state.phase in (Phase.ROLLS, Phase.GOALS) or kind in ANY_TIME,
        minds=_MINDS.get(kind, ()),
        secret=kind == "reveal_goals",
        at=_AT.get(kind),
        touches=_TOUCHES.get(kind, ()) if kind != "name" else ("slot", unnamed(seat)),
    )
    match kind:
        case "choose":
            yield from _choices(setup, state, seat, plain)
        case "bazaar":
            yield from _rows(setup, state, seat, plain)
        case "fulfil":
            yield from _fulfils(setup, state, seat, plain)
        case _:
            yield plain


def _usual(setup: Setup, state: State) -> str:
    """The kind of move that is made mostly, where one is."""
    if state.phase is Phase.GOALS:
        return "reveal_goals"
    return "end_turn" if setup.full else "score"


def _cost(setup: Setup, kind: str) -> Text | None:
    """What is paid for a bonus action whatever die it is of (V31, V32, V33); points alone are tracked without."""
    spaces = setup.edition.spaces
    costs = {"reroll": spaces.reroll, "turn_die": spaces.turn_die, "black_die": spaces.black_die}
    return say("voyages.offer.costs", what=amounts_word(costs[kind])) if setup.full and kind in costs else None


def _choices(setup: Setup, state: State, seat: int, plain: Offer) -> Iterator[Offer]:
    """Each answer by itself, where there are few."""
    owed = answered_by(state, seat)
    assert owed is not None
    if owed.want is Want.TWO_GOODS:
        for left_out in reversed(GOODS):
            goods: list[Json] = [good for good in GOODS if good != left_out]
            first, last = (component(setup, str(good)).word for good in goods)
            yield replace(
                plain, label=say("list.and", first=first, last=last), chosen=(("goods", goods),), complete=True
            )
        return
    choices = answers(setup, state, seat, owed)
    plain = replace(plain, group=asked_label(owed))
    if len(choices) > FEW:
        yield replace(plain, label=asked_label(owed))
        return
    name = {Want.GOOD: "goods", Want.TOWN: "town", Want.POST: "post", Want.BONUS: "bonus", Want.INCOME: "income"}
    for choice in choices:
        value: Json = [choice.value] if owed.want is Want.GOOD else choice.value
        chosen = ((name[owed.want], value),)
        label = _answered(owed, choice.label)
        yield replace(plain, label=label, chosen=chosen, refused=choice.refused, complete=True)


def _answered(owed: Owed, answer: Text) -> Text:
    """An answer that stands among the offers, with what it is an answer to where that is not plain."""
    if owed.want is Want.POST:
        return say("voyages.offer.post", place=answer)
    if owed.want in PLACED and owed.at is not None:
        return say("voyages.offer.tile", place=place_word(owed.at), tile=answer)
    return answer


def _rows(setup: Setup, state: State, seat: int, plain: Offer) -> Iterator[Offer]:
    """Each row of the bazaar."""
    for row in setup.edition.bazaar_row:
        refused = plain.refused or row_refused(setup, state, seat, row)
        label = say("voyages.offer.bazaar", row=say(f"voyages.row.{row}"))
        drawn, at = _ROWS.get(row, row), f"space:{row}"
        yield replace(plain, label=label, chosen=(("row", row),), refused=refused, thing=drawn, at=at)


def _fulfils(setup: Setup, state: State, seat: int, plain: Offer) -> Iterator[Offer]:
    """Each contract that is known; and the form where one is not."""
    active = board_of(state, seat).active
    for one in active:
        if one.card is not None:
            refused = refused_by(check_fulfil, setup, state, seat, one.card)
            name = f"contract:{one.card}"
            label = say("voyages.offer.fulfil", card=component(setup, name).word)
            chosen = (("contract", one.card),)
            yield replace(plain, label=label, chosen=chosen, refused=refused, thing=name, at=name, complete=True)
    if not active or any(one.card is None for one in active):
        yield plain


def _ends(setup: Setup, state: State, seat: int, kind: str) -> bool:
    """Whether it is certain that this ends the game (V5, V42)."""
    if state.phase is Phase.GOALS:
        return sum((one.goals if setup.full else one.count) is None for one in state.boards) == 1
    if kind != "end_turn" or state.round < setup.edition.start.rounds or not setup.full:
        return False
    return all_known(setup, state) and next_with_dice(state, seat) is None
