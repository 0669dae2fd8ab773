"""The form of a Hasard card: its effects one after the other, by their kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.classic.cards import Colour, Destination, Effect
from companion.games.classic.hands import hand_of, may_be_in_stack, seats_of
from companion.games.classic.hasard_effects import MOST_EFFECTS
from companion.games.classic.labels import card_word, effect_word
from companion.games.classic.market import buy
from companion.games.classic.moves import Buy
from companion.games.classic.state import Setup, State, Turn
from companion.rules import codec
from companion.rules.fields import Blank, Choice, Field, Items, Json, NumberField, Pick, TextField
from companion.rules.moves import LONGEST_NOTE
from companion.rules.rule_errors import refusal_from
from companion.rules.text import Text, say

_SUMS = (10, 20, 30, 40, 50, 60, 80, 100)
"""The besants offered as choices; other sums are entered as a number."""
_BESANTS, _LOSE, _GAIN = (say(f"classic.effect.kind.{kind}") for kind in ("besants", "lose", "gain"))
"""The kinds of effects with something more to choose."""


def effects_field(setup: Setup, state: State, turn: Turn, colour: Colour, items: Items) -> Field | None:
    """Return the field for the next effect of the Hasard just drawn from this stack, after those already chosen.

    With untracked hands nobody says what was drawn: to stop without any effect means that it was not a Hasard.
    """
    if not setup.edition.hasards:
        return None
    purchase = Buy(colour, hasard=tuple(codec.from_json(Effect, effect) for effect in items))
    after, _ = buy(setup, state, turn, purchase)
    choices = _effect_choices(setup, state, turn, purchase, after)
    return Pick(
        name="hasard",
        label=say("classic.field.hasard"),
        choices=tuple(choices),
        least=1 if setup.rules.full else 0,
        most=MOST_EFFECTS,
        items=tuple(items),
        ordered=True,
    )


def _effect_choices(setup: Setup, state: State, turn: Turn, purchase: Buy, after: State) -> Iterator[Choice]:
    """Yield the choices for the next effect, after the effects so far: the owner's cards, then the kinds of effects."""
    for effect in setup.edition.effects:
        refused = refusal_from(buy, setup, state, turn, replace(purchase, hasard=(*(purchase.hasard or ()), effect)))
        yield replace(_effect_choice(effect), refused=refused)
    destinations = (None, Destination(loot=True), *(Destination(seat=seat) for seat in seats_of(state)))
    others = tuple(to for to in destinations if to is None or to.seat != turn.seat)
    yield from _besant_choices(setup, others)
    if setup.rules.full:
        for card in dict.fromkeys(hand_of(after, turn.seat).goods):
            for to in others:
                yield _effect_choice(Effect(lose=card, to=to), _LOSE, card_word(card))
        gained = (card for card in setup.edition.cards if may_be_in_stack(setup, after, turn.seat, card))
        yield from (_effect_choice(Effect(gain=card), _GAIN) for card in gained)
    yield _effect_choice(Effect(miss_turn=True))
    yield _effect_choice(Effect(spin_again=True))
    yield _effect_choice(Effect(move=True))
    yield _effect_choice(Effect(fight=True))
    yield _NOTE_CHOICE


def _besant_choices(setup: Setup, destinations: tuple[Destination | None, ...]) -> Iterator[Choice]:
    """Yield the besants gained, then those paid to each destination."""
    sums = [besants for besants in _SUMS if besants <= setup.edition.total]
    gain = say("classic.effect.kind.gain_besants")
    yield from (_effect_choice(Effect(besants=besants), _BESANTS, gain) for besants in sums)
    for to in destinations:
        heading = _payment_heading(to)
        yield from (_effect_choice(Effect(besants=-besants, to=to), _BESANTS, heading) for besants in sums)
        if to is not None:
            yield _sum_choice(setup, to, heading)
    yield _sum_choice(setup, None)


def _payment_heading(to: Destination | None) -> Text:
    """Return the heading of payments to the bank, to another seat or into the loot."""
    if to is None:
        return say("classic.effect.kind.pay")
    if to.seat is not None:
        return say("classic.effect.kind.pay_seat", seat=to.seat)
    return say("classic.effect.kind.pay_loot")


def _effect_choice(effect: Effect, *groups: Text) -> Choice:
    card = effect.lose or effect.gain
    return Choice(codec.to_json(effect), effect_word(effect), things=(str(card),) if card else (), groups=groups)


def _sum_choice(setup: Setup, to: Destination | None, *groups: Text) -> Choice:
    """Return the choice for any other sum of besants: gained or paid to the bank, or paid to this destination."""
    label, most = say("classic.effect.sum"), setup.edition.total
    high = most if to is None else -1
    number = NumberField(name="besants", label=label, low=-most, high=high, signed=True, nonzero=True)
    value: dict[str, Json] = {} if to is None else {"to": codec.to_json(to)}
    if to is None:
        blank = Blank(number, "classic.effect.sum.said")
    elif to.seat is not None:
        blank = Blank(number, "classic.effect.sum_seat.said", (("seat", to.seat),))
    else:
        blank = Blank(number, "classic.effect.sum_loot.said")
    return Choice(value, label, blank=blank, groups=(_BESANTS, *groups))


_NOTE_CHOICE = Choice(
    {},
    say("classic.effect.note"),
    blank=Blank(TextField(name="note", label=say("classic.effect.note"), longest=LONGEST_NOTE), "classic.effect.noted"),
)
"""The choice for any other effect on the card, which the players carry out; a short note is optional."""
