"""Points that a seat may still pay away: by a city card that takes some, or a contract (V22, V29)."""

from __future__ import annotations

from companion.games.voyages.cards import CardKind, CityCard
from companion.games.voyages.dice import FACES
from companion.games.voyages.prospects import Counts, Prospects


def payable(ahead: Prospects, counts: Counts) -> int:
    """How many, at most."""
    losses = {card.id: n for card in ahead.terms.edition.city_deck if (n := loss_of(card))}
    usable = sum(n * _times(ahead, counts, card) for card, n in losses.items())
    filled = ahead.filled_by_all
    contracts = sorted(
        max(0, card.cost.points - card.reward.points)
        for card in ahead.terms.edition.contract_cards
        if card.id not in filled
    )
    return usable + (sum(contracts[-counts.filled :]) if counts.filled else 0)


def loss_of(card: CityCard) -> int:
    """How many points a card may take with one die."""
    if card.kind is CardKind.EITHER:
        each = max(way.pays.points - way.gets.points for way in card.ways)
    else:
        rewards = card.rows if card.kind is CardKind.BY_DIE else (card.reward,)
        each = max(card.cost.points - row.points for row in rewards)
    return FACES[-1] * max(0, each)


def _times(ahead: Prospects, counts: Counts, card: str) -> int:
    """In how many rounds a seat may use a card, as far as is known where it lies."""
    cities = ahead.state.cities
    at = [city for city in cities if card in city.cards]
    known = bool(at)
    if not known:
        at = [city for city in cities if len(city.cards) < ahead.terms.edition.place[city.id].cards]
    if not any(counts.posts or city.id in ahead.board.posts for city in at):
        return 0
    used = known and card in at[0].used
    return ahead.rounds + int(not used and ahead.may_use_dice)
