"""City cards: the cost and gain of a use, the number of uses, and the words for their ways (V21, V22, V23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from companion.games.voyages.amounts import GOODS, NOTHING, Amounts
from companion.games.voyages.coloured_dice import lowest_value
from companion.games.voyages.incomes import gain_town_income
from companion.games.voyages.moves import UseCard
from companion.games.voyages.printed_parts import CardKind, CityCard, Direction
from companion.games.voyages.spaces import dice_by_names, remove_dice, with_action_played
from companion.games.voyages.state import LineSource, Reason, Setup, State
from companion.games.voyages.state_changes import Lines, Outcome, board_of, check_can_pay, gain, pay, refusal_error
from companion.games.voyages.trading_posts import city_of, with_city
from companion.support.frozen_dataclasses import frozen

_WORDS = {"coins": "coin", "camels": "camel", "points": "vp"}
"""The words for amounts in ways, where they differ from the name of the amount."""


@frozen
class CardUse:
    """One use of a card: its cost and its gain."""

    pays: Amounts
    gets: Amounts
    town: str | None = None
    """The town whose income it gives as well (V23)."""


def check_card(setup: Setup, state: State, seat: int, city: str, card: str) -> CityCard:
    """Return the card if this seat may use it in this city, regardless of its die. Raises IllegalMoveError."""
    if city not in (each.id for each in state.cities):
        raise refusal_error("no_such_city", "V21")
    if card not in setup.edition.city_card:
        raise refusal_error("no_such_card", "V21")
    state_of_city = city_of(state, city)
    if card not in state_of_city.cards:
        elsewhere = any(card in each.cards for each in state.cities)
        if elsewhere or len(state_of_city.cards) >= setup.edition.place[city].cards:
            raise refusal_error("card_elsewhere", "V21")
    if city not in board_of(state, seat).posts:
        raise refusal_error("no_post", "V21")
    if card in state_of_city.used:
        raise refusal_error("card_used", "V21")
    return setup.edition.city_card[card]


def card_reward(card: CityCard, die: int) -> Amounts:
    """Return the gain of one use: the card's reward, or the row of the die.

    It is nothing where the way decides it (V22).
    """
    return card.rows[die - 1] if card.kind is CardKind.BY_DIE else card.reward


def use_limit(state: State, seat: int, card: CityCard, die: int) -> int:
    """Return the most uses of a card with such a die (V22)."""
    board = board_of(state, seat)
    match card.kind:
        case CardKind.PER_CONTRACT:
            return min(die, len(board.filled))
        case CardKind.PER_POST:
            return min(die, len(board.posts))
        case CardKind.BY_DIE:
            return max(1, card_reward(card, die).own_town)
    return die


def check_limit(limit: int) -> None:
    """Check that a card may be used at all: one that counts contracts needs a filled one.

    Raises IllegalMoveError.
    """
    if not limit:
        raise refusal_error("no_filled", "V22")


def default_times(state: State, seat: int, card: CityCard, die: int) -> int:
    """Return the number of uses when the move does not say it."""
    each = card.kind in (CardKind.PER_CONTRACT, CardKind.PER_POST)
    return use_limit(state, seat, card, die) if each else 1


def use_words(setup: Setup, state: State, seat: int, card: CityCard, die: int) -> tuple[str, ...]:
    """Return the words that a use may have; none for a card whose uses are all alike."""
    reward = card_reward(card, die)
    if card.kind is CardKind.EITHER:
        return tuple(_uses_by_direction(card))
    if card.cost.two_goods:
        return tuple("+".join(pair) for pair in combinations(GOODS, 2))
    if reward.good:
        return GOODS
    if reward.own_town:
        own_posts = board_of(state, seat).posts
        return tuple(town.id for town in setup.edition.towns if town.id in own_posts)
    return ()


def card_use(card: CityCard, die: int, word: str | None) -> CardUse:
    """Return one use of a card in the way of this word."""
    if card.kind is CardKind.EITHER:
        return _uses_by_direction(card)[word or ""]
    reward = card_reward(card, die)
    if word is None:
        return CardUse(card.cost, reward)
    if card.cost.two_goods:
        return CardUse(replace(card.cost, two_goods=0).plus(Amounts(**dict.fromkeys(word.split("+"), 1))), reward)
    if reward.good:
        return CardUse(card.cost, replace(reward, good=0).plus(Amounts(**{word: 1})))
    return CardUse(card.cost, replace(reward, own_town=0), word)


def _uses_by_direction(card: CityCard) -> dict[str, CardUse]:
    """Return the uses of a card with two directions, by their words."""
    return {word: use for direction in card.ways for word, use in _uses_in_direction(direction).items()}


def _uses_in_direction(direction: Direction) -> dict[str, CardUse]:
    uses = {}
    for paying, pays in _words_and_amounts(direction.pays):
        for getting, gets in _words_and_amounts(direction.gets):
            uses[f"{paying}>{getting}"] = CardUse(pays, gets)
    return uses


def _words_and_amounts(amounts: Amounts) -> Iterator[tuple[str, Amounts]]:
    """Yield the words for amounts of one thing; a good of choice has one word for each good."""
    if amounts.good:
        yield from ((good, Amounts(**{good: amounts.good})) for good in GOODS)
        return
    name, _ = next(amounts.every)
    yield _WORDS.get(name, name), amounts


def same_word(first: str, second: str) -> bool:
    """Return whether two words of ways mean the same, in either order of goods."""
    return sorted(first.split("+")) == sorted(second.split("+"))


def card_uses(setup: Setup, state: State, seat: int, move: UseCard, card: CityCard) -> tuple[CardUse, ...]:
    """Return the uses that a move makes of a card. Raises IllegalMoveError for too many or for unknown ways."""
    die = lowest_value(dice_by_names(state, seat, move.dice, 1, "V21"))
    limit = use_limit(state, seat, card, die)
    times = default_times(state, seat, card, die) if move.times is None else move.times
    check_limit(limit)
    if not 1 <= times <= limit:
        raise refusal_error("times", "V22", n=limit)
    words = use_words(setup, state, seat, card, die)
    if not words and not card_reward(card, die).own_town:
        if move.ways:
            raise refusal_error("no_ways", "V22")
        return (card_use(card, die, None),) * times
    if len(move.ways) != times:
        raise refusal_error("ways", "V22", n=times)
    chosen = [next((word for word in words if same_word(word, way)), None) for way in move.ways]
    check_ways(setup, card, chosen)
    return tuple(card_use(card, die, word) for word in chosen)


def direction_of(card: CityCard, word: str) -> int | None:
    """Return the index of the direction in which a way goes; None for a card without directions."""
    for index, direction in enumerate(card.ways):
        if word in _uses_in_direction(direction):
            return index
    return None


def goes_one_way(setup: Setup, card: CityCard) -> bool:
    """Return whether all uses of a card in one action go in the same direction (V22, `mixed_exchange`)."""
    return card.kind is CardKind.EITHER and (card.same or not setup.agreed.mixed_exchange)


def check_ways(setup: Setup, card: CityCard, words: Sequence[str | None]) -> None:
    """Check that the ways of one action may be combined. Raises IllegalMoveError."""
    by_town = card.reward.own_town or any(row.own_town for row in card.rows)
    if None in words:
        raise refusal_error("own_town" if by_town else "no_such_way", "V23" if by_town else "V22")
    if goes_one_way(setup, card) and len({direction_of(card, word) for word in words if word is not None}) > 1:
        raise refusal_error("one_direction", "V22")
    if by_town and len(set(words)) < len(words):
        raise refusal_error("another_town", "V23")


def check_use(setup: Setup, state: State, seat: int, move: UseCard) -> tuple[CardUse, ...]:
    """Return the uses that this move makes of a city card, if the seat can pay for all. Raises IllegalMoveError."""
    card = check_card(setup, state, seat, move.city, move.card)
    uses = card_uses(setup, state, seat, move, card)
    cost = NOTHING
    for use in uses:
        cost = cost.plus(use.pays)
    check_can_pay(state, seat, cost, "V22")
    return uses


def use_card(setup: Setup, state: State, seat: int, move: UseCard) -> Outcome:
    """Use a city card: pay for all uses first, then book their gains (V22)."""
    uses = check_use(setup, state, seat, move)
    dice = dice_by_names(state, seat, move.dice, 1, "V21")
    city = city_of(state, move.city)
    cards = city.cards if move.card in city.cards else (*city.cards, move.card)
    state = with_city(state, replace(city, cards=cards, used=(*city.used, move.card)))
    state = remove_dice(with_action_played(state), seat, dice)
    reason, pays, gets = Reason(LineSource.CARD, move.city), NOTHING, NOTHING
    for use in uses:
        pays, gets = pays.plus(use.pays), gets.plus(use.gets)
    state, costs = pay(state, seat, pays, reason)
    state, gains = gain(state, seat, gets, reason)
    lines: Lines = (*costs, *gains)
    for use in uses:
        if use.town is not None:
            state, more = gain_town_income(setup, state, seat, use.town, Reason(LineSource.OWN_TOWN, use.town))
            lines = (*lines, *more)
    return state, lines
