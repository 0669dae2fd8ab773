"""The form of a Hasard: what it does, one effect after the other, the owner's own cards first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.classic.called import effect_word
from companion.games.classic.cards import Colour, Effect, Whither
from companion.games.classic.hands import hand_of, may_exist, seats_of
from companion.games.classic.hasard import MOST_EFFECTS
from companion.games.classic.market import buy
from companion.games.classic.moves import Buy
from companion.games.classic.state import State, Terms, Turn
from companion.rules import codec
from companion.rules.fields import Blank, Choice, Field, Items, NumberField, Pick, TextField
from companion.rules.moves import LONGEST_NOTE
from companion.rules.rule_errors import refused_by
from companion.rules.text import say

_SUMS = (10, 20, 30, 40, 50, 60, 80, 100)
"""Besants that are offered; any other sum is said by its number."""


def effects_field(terms: Terms, state: State, turn: Turn, colour: Colour, items: Items) -> Field | None:
    """The next effect of the Hasard just drawn from this stack, after those taken.

    Where hands are not tracked nobody says what was drawn: to stop at once means that it was no Hasard.
    """
    if not terms.edition.hasards:
        return None
    drawn = Buy(colour, hasard=tuple(codec.from_json(Effect, effect) for effect in items))
    after, _ = buy(terms, state, turn, drawn)
    offered = _offered(terms, state, turn, drawn, after)
    return Pick(
        name="hasard",
        label=say("classic.field.hasard"),
        choices=tuple(offered),
        least=1 if terms.rules.full else 0,
        most=MOST_EFFECTS,
        items=tuple(items),
        ordered=True,
    )


def _offered(terms: Terms, state: State, turn: Turn, drawn: Buy, after: State) -> Iterator[Choice]:
    """What may come next, after the effects so far."""
    for effect in terms.edition.effects:
        refused = refused_by(buy, terms, state, turn, replace(drawn, hasard=(*(drawn.hasard or ()), effect)))
        yield replace(_choice(effect), refused=refused)
    for by in (*(-by for by in _SUMS), *_SUMS):
        if abs(by) <= terms.edition.total:
            yield _choice(Effect(besants=by))
    yield _any_sum(terms)
    yield _choice(Effect(miss_turn=True))
    yield _choice(Effect(spin_again=True))
    yield _choice(Effect(move=True))
    yield _choice(Effect(fight=True))
    yield _ANYTHING
    if terms.rules.full:
        others = (Whither(seat=other) for other in seats_of(state) if other != turn.seat)
        for to in (None, Whither(loot=True), *others):
            yield from (_choice(Effect(lose=card, to=to)) for card in dict.fromkeys(hand_of(after, turn.seat).goods))
        gained = (card for card in terms.edition.cards if may_exist(terms, after, turn.seat, card))
        yield from (_choice(Effect(gain=card)) for card in gained)


def _choice(effect: Effect) -> Choice:
    card = effect.lose or effect.gain
    return Choice(codec.to_json(effect), effect_word(effect), things=(str(card),) if card else ())


def _any_sum(terms: Terms) -> Choice:
    """Besants that a card of the owner's brings or takes, whatever it says."""
    label, most = say("classic.effect.sum"), terms.edition.total
    number = NumberField(name="besants", label=label, low=-most, high=most, signed=True, nonzero=True)
    return Choice({}, label, blank=Blank(number, "classic.effect.sum.said"))


_ANYTHING = Choice(
    {},
    say("classic.effect.note"),
    blank=Blank(TextField(name="note", label=say("classic.effect.note"), longest=LONGEST_NOTE), "classic.effect.noted"),
)
"""What the card says beside this, for the table to do: in a few words, or in none."""
