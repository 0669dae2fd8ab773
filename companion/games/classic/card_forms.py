"""The forms of moves that cards go through: ransom, sale, purchase, trade, gifts, claim and Hasard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.classic.called import card_word, colour_word, effect_word
from companion.games.classic.cards import Card, Colour, Effect, Whither, in_order
from companion.games.classic.components import component
from companion.games.classic.conditions import check_honour, check_partner, must_sell
from companion.games.classic.court import claim_lacks, could_claim
from companion.games.classic.edition import LONGEST_TOWN
from companion.games.classic.hands import gifts_of, gifts_please, hand_of, may_exist, no_goods, seats_of, stack
from companion.games.classic.hasard import MOST_EFFECTS
from companion.games.classic.market import buy, check_left
from companion.games.classic.moves import Buy, Pay, Sold
from companion.games.classic.state import Setup, State, Turn
from companion.rules import codec
from companion.rules.fields import Blank, Choice, Chosen, Field, Items, NumberField, OneOf, Pick, TextField
from companion.rules.moves import LONGEST_NOTE
from companion.rules.picks import left_of
from companion.rules.rule_errors import Refusal, refused_by
from companion.rules.text import say

_SUMS = (10, 20, 30, 40, 50, 60, 80, 100)
"""Besants that are offered; any other sum is said by its number."""


def effects_field(setup: Setup, state: State, turn: Turn, colour: Colour, items: Items) -> Field | None:
    """The next effect of the Hasard just drawn from this stack, after those taken.

    Where hands are not tracked nobody says what was drawn: to stop at once means that it was no Hasard.
    """
    if not setup.edition.hasards:
        return None
    drawn = Buy(colour, hasard=tuple(codec.from_json(Effect, effect) for effect in items))
    after, _ = buy(setup, state, turn, drawn)
    offered = _offered(setup, state, turn, drawn, after)
    return Pick(
        name="hasard",
        label=say("classic.field.hasard"),
        choices=tuple(offered),
        least=1 if setup.rules.full else 0,
        most=MOST_EFFECTS,
        items=tuple(items),
        ordered=True,
    )


def _offered(setup: Setup, state: State, turn: Turn, drawn: Buy, after: State) -> Iterator[Choice]:
    """What may come next, after the effects so far."""
    for effect in setup.edition.effects:
        refused = refused_by(buy, setup, state, turn, replace(drawn, hasard=(*(drawn.hasard or ()), effect)))
        yield replace(_choice(effect), refused=refused)
    for by in (*(-by for by in _SUMS), *_SUMS):
        if abs(by) <= setup.edition.total:
            yield _choice(Effect(besants=by))
    yield _any_sum(setup)
    yield _choice(Effect(miss_turn=True))
    yield _choice(Effect(spin_again=True))
    yield _choice(Effect(move=True))
    yield _choice(Effect(fight=True))
    yield _ANYTHING
    if setup.rules.full:
        others = (Whither(seat=other) for other in seats_of(state) if other != turn.seat)
        for to in (None, Whither(loot=True), *others):
            yield from (_choice(Effect(lose=card, to=to)) for card in dict.fromkeys(hand_of(after, turn.seat).goods))
        gained = (card for card in setup.edition.cards if may_exist(setup, after, turn.seat, card))
        yield from (_choice(Effect(gain=card)) for card in gained)


def _choice(effect: Effect) -> Choice:
    card = effect.lose or effect.gain
    return Choice(codec.to_json(effect), effect_word(effect), things=(str(card),) if card else ())


def _any_sum(setup: Setup) -> Choice:
    """Besants that a card of the owner's brings or takes, whatever it says."""
    label, most = say("classic.effect.sum"), setup.edition.total
    number = NumberField(name="besants", label=label, low=-most, high=most, signed=True, nonzero=True)
    return Choice({}, label, blank=Blank(number, "classic.effect.sum.said"))


_ANYTHING = Choice(
    {},
    say("classic.effect.note"),
    blank=Blank(TextField(name="note", label=say("classic.effect.note"), longest=LONGEST_NOTE), "classic.effect.noted"),
)
"""What the card says beside this, for the table to do: in a few words, or in none."""


def ransom_field(setup: Setup, state: State, turn: Turn, chosen: Chosen, items: Items) -> Field | None:
    """Besants or a card; then, of a tracked hand, which."""
    goods = hand_of(state, turn.seat).goods
    if "pay" not in chosen:
        notes = min(setup.edition.ransom, hand_of(state, turn.seat).besants)
        short = must_sell(setup, state, turn)
        no_notes = Refusal(say("classic.refused.ransom_notes", n=short), "C4") if short else None
        no_card = Refusal(say("classic.refused.ransom_card"), "C4") if setup.rules.full and not goods else None
        paid = say("classic.besants", n=setup.edition.ransom if no_notes else notes)
        choices = (
            Choice(Pay.BESANTS.value, paid, no_notes),
            Choice(
                Pay.CARD.value,
                say("classic.a_card"),
                no_card,
                note=say("classic.field.card_colour.note"),
                touches=_touches(goods),
            ),
        )
        return OneOf(name="pay", label=say("classic.field.pay"), choices=choices)
    if chosen["pay"] == Pay.BESANTS.value or not goods:
        return None
    if "colour" not in chosen:
        colours = {card.colour: card.colour.value for card in goods}
        named = tuple(
            Choice(name, colour_word(colour), things=(name,), touches=_touches(goods, colour))
            for colour, name in colours.items()
        )
        return OneOf(name="colour", label=say("classic.field.card_colour"), choices=named)
    if "value" not in chosen:
        values = tuple(_value_choice(card) for card in dict.fromkeys(_of(goods, chosen)))
        return OneOf(name="value", label=say("classic.field.value"), choices=values)
    return None


def sell_field(setup: Setup, state: State, turn: Turn, chosen: Chosen, items: Items) -> Field | None:
    """Goods, the Table or a Secret; then which goods."""
    hand = hand_of(state, turn.seat)
    if "what" not in chosen and (hand.table or hand.secrets):
        return OneOf(name="what", label=say("classic.field.sell"), choices=tuple(_sold(setup, state, turn)))
    if chosen.get("what", Sold.CARDS.value) != Sold.CARDS.value:
        return None
    if "cards" in chosen or (setup.rules.full and not hand.goods):
        return None
    # Where nobody knows the hand, it may be any card there is.
    known = (
        Counter(hand.goods) if setup.rules.full else {card: setup.edition.copies(card) for card in setup.edition.cards}
    )
    choices = tuple(_card_choice(card, times) for card, times in known.items())
    return Pick(
        name="cards",
        label=say("classic.field.cards"),
        choices=left_of(choices, items),
        least=1,
        most=sum(known.values()),
        items=tuple(items),
    )


def buy_field(setup: Setup, state: State, turn: Turn, chosen: Chosen, items: Items) -> Field | None:
    """The value of the card drawn, or that it is a Hasard and what it does."""
    if "colour" not in chosen:
        colours = (turn.colour,) if turn.colour else setup.edition.colours
        return OneOf(
            name="colour", label=say("classic.field.colour"), choices=tuple(_stacks(setup, state, turn, colours))
        )
    if setup.rules.full and "value" not in chosen:
        return OneOf(name="value", label=say("classic.field.drawn"), choices=_drawn(setup, state, turn, chosen))
    if chosen.get("value") is not None or "hasard" in chosen:
        return None
    return effects_field(setup, state, turn, Colour(chosen["colour"]), items)


def trade_field(setup: Setup, state: State, turn: Turn, chosen: Chosen, items: Items) -> Field | None:
    """Whom to take a card from; and that player then says, alone, which it was."""
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
    for other in turn.shared_with:
        refused = refused_by(check_partner, setup, state, turn, other)
        others.append(Choice(other, say("classic.seat", seat=other), refused))
    return OneOf(name="with", label=say("classic.field.with", price=setup.edition.trade_price), choices=tuple(others))


def gifts_field(setup: Setup, state: State, turn: Turn, chosen: Chosen, items: Items) -> Field | None:
    """The gifts as a whole, and the town of the Table for those who wish it kept."""
    if setup.rules.full and "cards" not in chosen:
        return _gifts(setup, state, turn, _cards(items), items)
    if "town" in chosen or not setup.rules.full:
        return None
    if setup.edition.towns:
        towns = tuple(Choice(town, say("classic.town", town=town)) for town in dict.fromkeys(setup.edition.towns))
        untold = Choice(None, say("classic.town.untold"))
        return OneOf(name="town", label=say("classic.field.town"), choices=(*towns, untold))
    return TextField(name="town", label=say("classic.field.town"), longest=LONGEST_TOWN)


def claim_field(setup: Setup, state: State, turn: Turn, chosen: Chosen, items: Items) -> Field | None:
    """Nothing to say of a tracked hand; else its cards one after the other, as far as they can still win."""
    if setup.rules.full:
        return None
    if "cards" in chosen:
        return None
    cards = _cards(items)
    return Pick(
        name="cards",
        label=say("classic.field.counted"),
        choices=tuple(_counted(setup, state, turn, cards, card) for card in setup.edition.cards),
        least=len(cards) + bool(claim_lacks(setup, state, turn, cards)),
        most=sum(map(setup.edition.copies, setup.edition.cards)),
        items=tuple(items),
    )


def _gifts(setup: Setup, state: State, turn: Turn, given: tuple[Card, ...], items: Items) -> Pick:
    """The gifts one by one; those that can no longer please are grey."""
    ways = gifts_of(setup, state, turn.seat)
    pleasing = [Counter(way) for way in ways if gifts_please(setup, state, way)]
    one_colour = Refusal(say("classic.refused.gift_colours"), "C20")
    held = Counter(hand_of(state, turn.seat).goods)
    dear = tuple(
        replace(
            _card_choice(card, held[card]),
            refused=None if any(Counter((*given, card)) <= way for way in pleasing) else one_colour,
        )
        for card in in_order({card for way in ways for card in way})
    )
    most = setup.edition.gifts
    label, choices = say("classic.field.gifts"), left_of(dear, items)
    return Pick(name="cards", label=label, choices=choices, least=most, most=most, items=tuple(items))


def _sold(setup: Setup, state: State, turn: Turn) -> Iterator[Choice]:
    hand = hand_of(state, turn.seat)
    none_held = Refusal(say("classic.refused.nothing_to_sell"), "C9") if setup.rules.full and not hand.goods else None
    yield Choice(Sold.CARDS.value, say("classic.goods"), none_held, touches=_touches(hand.goods))
    refused = refused_by(check_honour, setup, state, turn)
    for honour, held in ((Sold.TABLE, hand.table), (Sold.SECRET, hand.secrets)):
        if held:
            yield Choice(honour.value, component(setup, honour.value).word, refused, things=(honour.value,))


def _stacks(setup: Setup, state: State, turn: Turn, colours: Iterable[Colour]) -> Iterator[Choice]:
    for colour in colours:
        chosen: Chosen = {"colour": colour.value}
        drawable = not setup.rules.full or any(choice.refused is None for choice in _drawn(setup, state, turn, chosen))
        empty = None if drawable else Refusal(no_goods(setup), "C19")
        goods = stack(setup, state, colour)
        left = (say("classic.field.left", n=goods) if goods else no_goods(setup)) if setup.rules.full else None
        yield Choice(colour.value, colour_word(colour), empty, things=(colour.value,), note=left)


def _drawn(setup: Setup, state: State, turn: Turn, chosen: Chosen) -> tuple[Choice, ...]:
    """The values that may have been drawn, and the Hasard, which has none."""
    found = []
    for card in setup.edition.cards:
        if card.colour.value == chosen["colour"]:
            refused = refused_by(check_left, setup, state, turn.seat, card)
            found.append(replace(_value_choice(card), refused=refused))
    if setup.edition.hasards:
        found.append(Choice(None, say("classic.hasard"), things=("hasard",)))
    return tuple(found)


def _counted(setup: Setup, state: State, turn: Turn, cards: tuple[Card, ...], card: Card) -> Choice:
    """One card more of a hand that is counted now; refused where no way leads on from it to a fortune."""
    leads_on = could_claim(setup, state, turn, (*cards, card))
    refused = None if leads_on else Refusal(say("classic.refused.leads_nowhere"), "C14")
    return Choice(codec.to_json(card), card_word(card), refused, things=(str(card),))


def _card_choice(card: Card, times: int = 1) -> Choice:
    return Choice(codec.to_json(card), card_word(card), things=(str(card),), times=times, touches=_touches((card,)))


def _value_choice(card: Card) -> Choice:
    """A card of a colour that is known already: what goes into the move is its value alone."""
    return Choice(card.value, card_word(card), things=(str(card),), touches=_touches((card,)))


def _touches(cards: Iterable[Card], colour: Colour | None = None) -> tuple[str, ...]:
    """What one touches to take one of these cards, of a colour or of any."""
    return tuple(dict.fromkeys(f"card:{card}" for card in cards if colour in (None, card.colour)))


def _of(goods: tuple[Card, ...], chosen: Chosen) -> list[Card]:
    return [card for card in goods if card.colour.value == chosen["colour"]]


def _cards(items: Items) -> tuple[Card, ...]:
    return in_order(codec.from_json(Card, item) for item in items)
