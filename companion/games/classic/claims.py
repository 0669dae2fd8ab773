"""The return to Venice: what a fortune lacks, and what an uncounted hand could still make of it (C14)."""

from __future__ import annotations

from companion.games.classic.cards import Card
from companion.games.classic.hands import fortune, hand_of, lacking
from companion.games.classic.state import State, Terms, Turn
from companion.rules.text import Text


def claim_lacks(terms: Terms, state: State, turn: Turn, cards: tuple[Card, ...] | None = None) -> tuple[Text, ...]:
    """What a hand lacks for the return: the tracked one, or the cards that are counted now."""
    if cards is None:
        return lacking(terms.edition, fortune(terms, state, turn.seat), hand_of(state, turn.seat).goods)
    return lacking(terms.edition, fortune(terms, state, turn.seat) + sum(card.value for card in cards), cards)


def could_claim(terms: Terms, state: State, turn: Turn, cards: tuple[Card, ...]) -> bool:
    """Whether these cards, and any others of the box besides, could make the fortune of an untracked hand."""
    edition, best = terms.edition, fortune(terms, state, turn.seat)
    for colour in edition.colours:
        here = [card.value for card in cards if card.colour is colour]
        rest = [value for value, copies in edition.values for _ in range(copies)]
        for value in here:
            if value not in rest:
                return False
            rest.remove(value)
        most = edition.max_each if colour in edition.each_of else edition.goods_each
        least = edition.min_each if colour in edition.each_of else 0
        if len(here) > most or len(here) + len(rest) < least:
            return False
        best += sum(here) + sum(rest[: most - len(here)])
    return best >= edition.threshold
