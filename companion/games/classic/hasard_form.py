"""The form of a Hasard: what it does, one effect after the other, the owner's own cards first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.classic.called import effect_word
from companion.games.classic.cards import Colour, Effect
from companion.games.classic.hands import hand_of, may_exist
from companion.games.classic.hasard import MOST_EFFECTS
from companion.games.classic.market import buy
from companion.games.classic.moves import Buy
from companion.games.classic.state import State, Terms, Turn
from companion.rules import codec
from companion.rules.fields import Choice, Field, Items, Pick, refused_by
from companion.rules.text import say

_SUMS = (10, 20, 30, 40, 50, 60, 80, 100)
"""Besants that are offered; any other sum may be typed in a moves file."""


def effects_field(terms: Terms, state: State, turn: Turn, colour: Colour, items: Items) -> Field | None:
    """The next effect of the Hasard just drawn from this stack, after those taken.

    Where hands are not tracked nobody says what was drawn: to stop at once means that it was no Hasard.
    """
    if not terms.edition.hasards:
        return None
    drawn = Buy(colour, hasard=tuple(codec.from_json(Effect, effect) for effect in items))
    after, _ = buy(terms, state, turn, drawn)
    choices = tuple(_choice(terms, state, turn, drawn, effect) for effect in _offered(terms, after, turn.seat))
    return Pick(
        name="hasard",
        label=say("classic.field.hasard"),
        choices=choices,
        least=1 if terms.rules.full else 0,
        most=MOST_EFFECTS,
        items=tuple(items),
        ordered=True,
    )


def _offered(terms: Terms, after: State, seat: int) -> Iterator[Effect]:
    """What may come next, after the effects so far."""
    yield from terms.edition.effects
    yield from (Effect(besants=by) for by in (*(-by for by in _SUMS), *_SUMS) if abs(by) <= terms.edition.total)
    yield Effect(miss_turn=True)
    yield Effect(spin_again=True)
    yield Effect(note="")
    if terms.rules.full:
        yield from (Effect(lose=card) for card in dict.fromkeys(hand_of(after, seat).goods))
        yield from (Effect(gain=card) for card in terms.edition.cards if may_exist(terms, after, seat, card))


def _choice(terms: Terms, state: State, turn: Turn, drawn: Buy, effect: Effect) -> Choice:
    refused = None
    if effect in terms.edition.effects:
        refused = refused_by(buy, terms, state, turn, Buy(drawn.colour, hasard=(*(drawn.hasard or ()), effect)))
    card = effect.lose or effect.gain
    return Choice(codec.to_json(effect), effect_word(effect), refused, things=(str(card),) if card else ())
