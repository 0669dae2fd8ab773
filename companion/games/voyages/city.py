"""City cards: the cost and gain of a use, the number of uses, and the words for their ways (V21, V22, V23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from companion.games.voyages.amounts import GOODS, NOTHING, Amounts
from companion.games.voyages.cards import CardKind, CityCard
from companion.games.voyages.dice import lowest
from companion.games.voyages.incomes import town_gained
from companion.games.voyages.moves import UseCard
from companion.games.voyages.posts import city_of, with_city
from companion.games.voyages.spaces import acting, dice_named, off_board
from companion.games.voyages.state import Because, Setup, Source, State
from companion.games.voyages.steps import Lines, Step, board_of, check_pays, gained, paid, refused
from companion.support.frozen import frozen

_WORDS = {"coins": "coin", "camels": "camel", "points": "vp"}
"""The words for amounts in ways, where they differ from the name of the amount."""


@frozen
class Use:
    """One use of a card: its cost and its gain."""

    pays: Amounts
    gets: Amounts
    town: str | None = None
    """The town whose income it gives as well (V23)."""


def check_card(setup: Setup, state: State, seat: int, city: str, card: str) -> CityCard:
    """Return the card if this seat may use it in this city, regardless of its die. Raises IllegalMoveError."""
    if city not in (other.id for other in state.cities):
        raise refused("no_such_city", "V21")
    if card not in setup.edition.city_card:
        raise refused("no_such_card", "V21")
    state_of_city = city_of(state, city)
    if card not in state_of_city.cards:
        elsewhere = any(card in other.cards for other in state.cities)
        if elsewhere or len(state_of_city.cards) >= setup.edition.place[city].cards:
            raise refused("card_elsewhere", "V21")
    if city not in board_of(state, seat).posts:
        raise refused("no_post", "V21")
    if card in state_of_city.used:
        raise refused("card_used", "V21")
    return setup.edition.city_card[card]


def reward_of(card: CityCard, die: int) -> Amounts:
    """Return the gain of one use: the card's reward, or the row of the die.

    It is nothing where the way decides it (V22).
    """
    return card.rows[die - 1] if card.kind is CardKind.BY_DIE else card.reward


def limit_of(state: State, seat: int, card: CityCard, die: int) -> int:
    """Return the most uses of a card with such a die (V22)."""
    board = board_of(state, seat)
    match card.kind:
        case CardKind.PER_CONTRACT:
            return min(die, len(board.filled))
        case CardKind.PER_POST:
            return min(die, len(board.posts))
        case CardKind.BY_DIE:
            return max(1, reward_of(card, die).own_town)
    return die


def check_limit(limit: int) -> None:
    """Check that a card may be used at all: one that counts contracts needs a filled one.

    Raises IllegalMoveError.
    """
    if not limit:
        raise refused("no_filled", "V22")


def default_times(state: State, seat: int, card: CityCard, die: int) -> int:
    """Return the number of uses when the move does not say it."""
    each = card.kind in (CardKind.PER_CONTRACT, CardKind.PER_POST)
    return limit_of(state, seat, card, die) if each else 1


def words_of(setup: Setup, state: State, seat: int, card: CityCard, die: int) -> tuple[str, ...]:
    """Return the words that a use may have; none for a card whose uses are all alike."""
    reward = reward_of(card, die)
    if card.kind is CardKind.EITHER:
        return tuple(_directions(card))
    if card.cost.two_goods:
        return tuple("+".join(pair) for pair in combinations(GOODS, 2))
    if reward.good:
        return GOODS
    if reward.own_town:
        own_posts = board_of(state, seat).posts
        return tuple(town.id for town in setup.edition.towns if town.id in own_posts)
    return ()


def use_of(card: CityCard, die: int, word: str | None) -> Use:
    """Return one use of a card in the way of this word."""
    if card.kind is CardKind.EITHER:
        return _directions(card)[word or ""]
    reward = reward_of(card, die)
    if word is None:
        return Use(card.cost, reward)
    if card.cost.two_goods:
        return Use(replace(card.cost, two_goods=0).plus(Amounts(**dict.fromkeys(word.split("+"), 1))), reward)
    if reward.good:
        return Use(card.cost, replace(reward, good=0).plus(Amounts(**{word: 1})))
    return Use(card.cost, replace(reward, own_town=0), word)


def _directions(card: CityCard) -> dict[str, Use]:
    """Return the uses of a card with two directions, by their words."""
    uses = {}
    for direction in card.ways:
        for paying, pays in _said(direction.pays):
            for getting, gets in _said(direction.gets):
                uses[f"{paying}>{getting}"] = Use(pays, gets)
    return uses


def _said(amounts: Amounts) -> Iterator[tuple[str, Amounts]]:
    """Yield the words for amounts of one thing; a good of choice has one word for each good."""
    if amounts.good:
        yield from ((good, Amounts(**{good: amounts.good})) for good in GOODS)
        return
    name, _ = next(amounts.every)
    yield _WORDS.get(name, name), amounts


def same_word(first: str, second: str) -> bool:
    """Return whether two words of ways mean the same, in either order of goods."""
    return sorted(first.split("+")) == sorted(second.split("+"))


def uses_of(setup: Setup, state: State, seat: int, move: UseCard, card: CityCard) -> tuple[Use, ...]:
    """Return the uses that a move makes of a card. Raises IllegalMoveError for too many or for unknown ways."""
    die = lowest(dice_named(state, seat, move.dice, 1, "V21"))
    limit = limit_of(state, seat, card, die)
    times = default_times(state, seat, card, die) if move.times is None else move.times
    check_limit(limit)
    if not 1 <= times <= limit:
        raise refused("times", "V22", n=limit)
    words = words_of(setup, state, seat, card, die)
    if not words and not reward_of(card, die).own_town:
        if move.ways:
            raise refused("no_ways", "V22")
        return (use_of(card, die, None),) * times
    if len(move.ways) != times:
        raise refused("ways", "V22", n=times)
    chosen = [next((word for word in words if same_word(word, way)), None) for way in move.ways]
    check_ways(card, chosen)
    return tuple(use_of(card, die, word) for word in chosen)


def check_ways(card: CityCard, words: Sequence[str | None]) -> None:
    """Check that the ways of one action may be combined. Raises IllegalMoveError."""
    by_town = card.reward.own_town or any(row.own_town for row in card.rows)
    if None in words:
        raise refused("own_town" if by_town else "no_such_way", "V23" if by_town else "V22")
    if card.same and len(set(words)) > 1:
        raise refused("one_direction", "V22")
    if by_town and len(set(words)) < len(words):
        raise refused("another_town", "V23")


def check_use(setup: Setup, state: State, seat: int, move: UseCard) -> tuple[Use, ...]:
    """Return the uses that this move makes of a city card, if the seat can pay for all. Raises IllegalMoveError."""
    card = check_card(setup, state, seat, move.city, move.card)
    uses = uses_of(setup, state, seat, move, card)
    cost = NOTHING
    for use in uses:
        cost = cost.plus(use.pays)
    check_pays(state, seat, cost, "V22")
    return uses


def use_card(setup: Setup, state: State, seat: int, move: UseCard) -> Step:
    """Use a city card: pay for all uses first, then book their gains (V22)."""
    uses = check_use(setup, state, seat, move)
    dice = dice_named(state, seat, move.dice, 1, "V21")
    city = city_of(state, move.city)
    cards = city.cards if move.card in city.cards else (*city.cards, move.card)
    state = with_city(state, replace(city, cards=cards, used=(*city.used, move.card)))
    state = off_board(acting(state), seat, dice)
    because, pays, gets = Because(Source.CARD, move.city), NOTHING, NOTHING
    for use in uses:
        pays, gets = pays.plus(use.pays), gets.plus(use.gets)
    state, costs = paid(state, seat, pays, because)
    state, gains = gained(state, seat, gets, because)
    lines: Lines = (*costs, *gains)
    for use in uses:
        if use.town is not None:
            state, more = town_gained(setup, state, seat, use.town, Because(Source.OWN_TOWN, use.town))
            lines = (*lines, *more)
    return state, lines
