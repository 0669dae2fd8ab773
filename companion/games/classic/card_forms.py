"""The forms of moves with cards: ransom, sale, purchase, trade, gifts, claim and Hasard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.classic.cards import Colour, GoodsCard, sorted_cards
from companion.games.classic.components import component
from companion.games.classic.conditions import check_honour_sale, check_needed, check_partner, shortfall_to_sell_for
from companion.games.classic.destination_moves import could_still_win, missing_for_claim
from companion.games.classic.edition import LONGEST_TOWN
from companion.games.classic.hands import (
    empty_stack_text,
    gift_choices,
    gifts_acceptable,
    hand_of,
    stack_size,
)
from companion.games.classic.hasard_forms import effects_field
from companion.games.classic.labels import card_word, colour_word
from companion.games.classic.market import check_in_stack
from companion.games.classic.moves import RansomPayment, SaleItem
from companion.games.classic.state import Setup, State, Turn
from companion.rules import codec
from companion.rules.fields import Choice, Field, FieldValues, Items, OneOf, Pick, TextField
from companion.rules.form_walk import remaining_choices
from companion.rules.rule_errors import Refusal, refusal_from
from companion.rules.text import say


def ransom_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a ransom: besants or a card; then, from a tracked hand, which card."""
    goods = hand_of(state, turn.seat).goods
    if "pay" not in chosen:
        payable = min(setup.edition.ransom, hand_of(state, turn.seat).besants)
        deficit = shortfall_to_sell_for(setup, state, turn)
        besants_refusal = Refusal(say("classic.refused.ransom_notes", n=deficit), "C4") if deficit else None
        card_refusal = Refusal(say("classic.refused.ransom_card"), "C4") if setup.rules.full and not goods else None
        if turn.sold:
            card_refusal = Refusal(say("classic.refused.ransom_sold"), "C16")
        besants_label = say("classic.besants", n=setup.edition.ransom if besants_refusal else payable)
        choices = (
            Choice(RansomPayment.BESANTS.value, besants_label, besants_refusal),
            Choice(
                RansomPayment.CARD.value,
                say("classic.a_card"),
                card_refusal,
                note=say("classic.field.card_colour.note"),
                touches=_touches(goods),
            ),
        )
        return OneOf(name="pay", label=say("classic.field.pay"), choices=choices)
    if chosen["pay"] == RansomPayment.BESANTS.value or not goods:
        return None
    if "colour" not in chosen:
        colours = {card.colour: card.colour.value for card in goods}
        colour_choices = tuple(
            Choice(name, colour_word(colour), things=(name,), touches=_touches(goods, colour))
            for colour, name in colours.items()
        )
        return OneOf(name="colour", label=say("classic.field.card_colour"), choices=colour_choices)
    if "value" not in chosen:
        values = tuple(_value_choice(card) for card in dict.fromkeys(_goods_of_colour(goods, chosen)))
        return OneOf(name="value", label=say("classic.field.value"), choices=values)
    return None


def sell_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a sale: goods, the Table or a Secret; then which goods."""
    hand = hand_of(state, turn.seat)
    if "what" not in chosen and (hand.table or hand.secrets):
        return OneOf(name="what", label=say("classic.field.sell"), choices=tuple(_sale_choices(setup, state, turn)))
    if chosen.get("what", SaleItem.CARDS.value) != SaleItem.CARDS.value:
        return None
    if "cards" in chosen or (setup.rules.full and not hand.goods):
        return None
    # An untracked hand may hold any card of the edition.
    sellable = (
        Counter(hand.goods) if setup.rules.full else {card: setup.edition.copies(card) for card in setup.edition.cards}
    )
    taken_cards = _cards_from(items)
    choices = tuple(
        replace(
            _card_choice(card, times),
            refused=refusal_from(check_needed, setup, state, turn, (*taken_cards, card)),
        )
        for card, times in sellable.items()
    )
    return Pick(
        name="cards",
        label=say("classic.field.cards"),
        choices=remaining_choices(choices, items),
        least=1,
        most=sum(sellable.values()),
        items=tuple(items),
    )


def buy_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a purchase: the value of the card drawn, or the effects of a Hasard."""
    if "colour" not in chosen:
        colours = (turn.colour,) if turn.colour else setup.edition.colours
        return OneOf(
            name="colour", label=say("classic.field.colour"), choices=tuple(_stack_choices(setup, state, turn, colours))
        )
    if setup.rules.full and "value" not in chosen:
        return OneOf(name="value", label=say("classic.field.drawn"), choices=drawn_choices(setup, state, turn, chosen))
    if chosen.get("value") is not None or "hasard" in chosen:
        return None
    return effects_field(setup, state, turn, Colour(chosen["colour"]), items)


def trade_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a trade: the player to take a card from.

    That player then names the card, in a form that only this player sees.
    """
    if turn.asked:
        if "with" not in chosen:
            taker = (Choice(turn.seat, say("classic.seat", seat=turn.seat)),)
            return OneOf(name="with", label=say("classic.field.taken_by"), choices=taker)
        if "card" in chosen:
            return None
        cards = tuple(_card_choice(card) for card in dict.fromkeys(hand_of(state, turn.asked).goods))
        return OneOf(name="card", label=say("classic.field.taken", seat=turn.seat), choices=cards)
    if "with" in chosen:
        return None
    others = []
    for partner in turn.shared_with:
        refused = refusal_from(check_partner, setup, state, turn, partner)
        others.append(Choice(partner, say("classic.seat", seat=partner), refused))
    return OneOf(name="with", label=say("classic.field.with", price=setup.edition.trade_price), choices=tuple(others))


def gifts_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of the gifts: the cards, then the Table's town, which a player may note."""
    if setup.rules.full and "cards" not in chosen:
        return _gifts_pick(setup, state, turn, _cards_from(items), items)
    if "town" in chosen or not setup.rules.full:
        return None
    if setup.edition.towns:
        towns = tuple(Choice(town, say("classic.town", town=town)) for town in dict.fromkeys(setup.edition.towns))
        no_town = Choice(None, say("classic.town.untold"))
        return OneOf(name="town", label=say("classic.field.town"), choices=(*towns, no_town))
    return TextField(name="town", label=say("classic.field.town"), longest=LONGEST_TOWN)


def claim_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a claim.

    A tracked hand needs none. An untracked hand names its cards one by one, as long as they can still win.
    """
    if setup.rules.full:
        return None
    if "cards" in chosen:
        return None
    cards = _cards_from(items)
    return Pick(
        name="cards",
        label=say("classic.field.counted"),
        choices=tuple(_counted_choice(setup, state, turn, cards, card) for card in setup.edition.cards),
        least=len(cards) + bool(missing_for_claim(setup, state, turn, cards)),
        most=sum(map(setup.edition.copies, setup.edition.cards)),
        items=tuple(items),
    )


def _gifts_pick(setup: Setup, state: State, turn: Turn, taken_cards: tuple[GoodsCard, ...], items: Items) -> Pick:
    """Return the field that picks the gifts one by one; cards that no longer fit are refused."""
    combinations = gift_choices(setup, state, turn.seat)
    acceptable = [Counter(combination) for combination in combinations if gifts_acceptable(setup, state, combination)]
    one_colour = Refusal(say("classic.refused.gift_colours"), "C20")
    held = Counter(hand_of(state, turn.seat).goods)
    gift_cards = tuple(
        replace(
            _card_choice(card, held[card]),
            refused=None
            if any(Counter((*taken_cards, card)) <= combination for combination in acceptable)
            else one_colour,
        )
        for card in sorted_cards({card for combination in combinations for card in combination})
    )
    most = setup.edition.gifts
    label, choices = say("classic.field.gifts"), remaining_choices(gift_cards, items)
    return Pick(name="cards", label=label, choices=choices, least=most, most=most, items=tuple(items))


def _sale_choices(setup: Setup, state: State, turn: Turn) -> Iterator[Choice]:
    hand = hand_of(state, turn.seat)
    none_held = Refusal(say("classic.refused.nothing_to_sell"), "C9") if setup.rules.full and not hand.goods else None
    yield Choice(SaleItem.CARDS.value, say("classic.goods"), none_held, touches=_touches(hand.goods))
    refused = refusal_from(check_honour_sale, setup, state, turn)
    for honour, held in ((SaleItem.TABLE, hand.table), (SaleItem.SECRET, hand.secrets)):
        if held:
            yield Choice(honour.value, component(setup, honour.value).word, refused, things=(honour.value,))


def _stack_choices(setup: Setup, state: State, turn: Turn, colours: Iterable[Colour]) -> Iterator[Choice]:
    for colour in colours:
        chosen: FieldValues = {"colour": colour.value}
        drawable = not setup.rules.full or any(
            choice.refused is None for choice in drawn_choices(setup, state, turn, chosen)
        )
        empty = None if drawable else Refusal(empty_stack_text(setup), "C19")
        goods = stack_size(setup, state, colour)
        note = (say("classic.field.left", n=goods) if goods else empty_stack_text(setup)) if setup.rules.full else None
        yield Choice(colour.value, colour_word(colour), empty, things=(colour.value,), note=note)


def drawn_choices(setup: Setup, state: State, turn: Turn, chosen: FieldValues) -> tuple[Choice, ...]:
    """Return the values that may have been drawn, and the Hasard, which has none."""
    choices = []
    for card in setup.edition.cards:
        if card.colour.value == chosen["colour"]:
            refused = refusal_from(check_in_stack, setup, state, turn.seat, card)
            choices.append(replace(_value_choice(card), refused=refused))
    if setup.edition.hasards:
        choices.append(Choice(None, say("classic.hasard"), things=("hasard",)))
    return tuple(choices)


def _counted_choice(setup: Setup, state: State, turn: Turn, cards: tuple[GoodsCard, ...], card: GoodsCard) -> Choice:
    """Return the choice of one more card for a hand counted now; refused if it leaves no way to a fortune."""
    reachable = could_still_win(setup, state, turn, (*cards, card))
    refused = None if reachable else Refusal(say("classic.refused.leads_nowhere"), "C14")
    return Choice(codec.to_json(card), card_word(card), refused, things=(str(card),))


def _card_choice(card: GoodsCard, times: int = 1) -> Choice:
    return Choice(codec.to_json(card), card_word(card), things=(str(card),), times=times, touches=_touches((card,)))


def _value_choice(card: GoodsCard) -> Choice:
    """Return the choice of a card by its value: its colour is already known."""
    return Choice(card.value, card_word(card), things=(str(card),), touches=_touches((card,)))


def _touches(cards: Iterable[GoodsCard], colour: Colour | None = None) -> tuple[str, ...]:
    """Return the touches that choose one of these cards, of one colour or of any."""
    return tuple(dict.fromkeys(f"card:{card}" for card in cards if colour in (None, card.colour)))


def _goods_of_colour(goods: tuple[GoodsCard, ...], chosen: FieldValues) -> list[GoodsCard]:
    return [card for card in goods if card.colour.value == chosen["colour"]]


def _cards_from(items: Items) -> tuple[GoodsCard, ...]:
    return sorted_cards(codec.from_json(GoodsCard, item) for item in items)
