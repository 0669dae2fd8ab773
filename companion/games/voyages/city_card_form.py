"""The form of a city card: die, city, card, number of uses and their ways (V21 to V23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.games.voyages.amounts import HELD, NOTHING, Amounts
from companion.games.voyages.city_cards import (
    card_reward,
    card_use,
    check_card,
    check_limit,
    check_ways,
    direction_of,
    goes_one_way,
    use_limit,
    use_words,
)
from companion.games.voyages.components import component
from companion.games.voyages.labels import amount_label, place_label
from companion.games.voyages.placed_dice_forms import Names, check_any, dice_pick
from companion.games.voyages.printed_parts import CityCard
from companion.games.voyages.spaces import dice_by_names
from companion.games.voyages.state import Setup, State
from companion.games.voyages.state_changes import board_of, lacking_thing, refusal_error
from companion.games.voyages.trading_posts import city_of
from companion.rules.fields import Choice, Field, Items, OneOf, Pick
from companion.rules.rule_errors import IllegalMoveError, Refusal, refusal_from
from companion.rules.text import Text, say

_THINGS = {"coin": "coins", "camel": "camels", "vp": "points"}


def check_any_card(setup: Setup, state: State, seat: int) -> None:
    """Check that at least one city card can be used now. Raises IllegalMoveError."""
    error = refusal_error("no_post", "V21")
    for city in cities_with_post(setup, state, seat):
        for card in possible_cards(setup, state, city):
            try:
                city_card = check_card(setup, state, seat, city, card)
                check_any(state, seat, 1, partial(check_die, setup, state, seat, city_card))
            except IllegalMoveError as refusal:
                error = refusal
            else:
                return
    raise error


def check_die_for_any(setup: Setup, state: State, seat: int, names: Names) -> None:
    """Check that at least one city card can be used with this die. Raises IllegalMoveError."""
    error = refusal_error("no_post", "V21")
    for city in cities_with_post(setup, state, seat):
        for card in possible_cards(setup, state, city):
            refusal = _refusal(setup, state, seat, city, card, names)
            if refusal is None:
                return
            error = refusal
    raise error


def _refusal(setup: Setup, state: State, seat: int, city: str, card: str, names: Names) -> IllegalMoveError | None:
    """Return the reason why a card cannot be used with this die; None if it can."""
    try:
        check_die(setup, state, seat, check_card(setup, state, seat, city, card), names)
    except IllegalMoveError as error:
        return error
    return None


def check_die(setup: Setup, state: State, seat: int, card: CityCard, names: Names) -> None:
    """Check that a card can be used at least once with this die. Raises IllegalMoveError."""
    die = dice_by_names(state, seat, names, 1, "V22")[0].pips
    check_limit(use_limit(state, seat, card, die))
    if not _can_pay_uses(setup, state, seat, card, die, (), 1):
        raise refusal_error("cannot_use", "V22")


def cities_with_post(setup: Setup, state: State, seat: int) -> tuple[str, ...]:
    """Return the cities with a post of this seat."""
    own = board_of(state, seat).posts
    return tuple(city.id for city in setup.edition.cities if city.id in own)


def possible_cards(setup: Setup, state: State, place: str) -> tuple[str, ...]:
    """Return the cards of a city.

    While not all of them are known, any card that belongs to no other city may be one of them.
    """
    city = next(entry for entry in state.cities if entry.id == place)
    if len(city.cards) >= setup.edition.place[place].cards:
        return city.cards
    elsewhere = {card for entry in state.cities if entry.id != place for card in entry.cards}
    return (*city.cards, *(card.id for card in setup.edition.city_deck if card.id not in {*elsewhere, *city.cards}))


def city_card_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """Return the next field of `city_card`."""
    if "dice" not in chosen:
        return dice_pick(state, seat, 1, partial(check_die_for_any, setup, state, seat), items)
    names = tuple(str(name) for name in chosen["dice"])
    if "city" not in chosen:
        return _city_field(setup, state, seat, names)
    city = str(chosen["city"])
    if "card" not in chosen:
        cards = tuple(
            _card_choice(setup, state, seat, city, card, names) for card in possible_cards(setup, state, city)
        )
        return OneOf(name="card", label=say("voyages.field.card"), choices=cards)
    card = check_card(setup, state, seat, city, str(chosen["card"]))
    die = dice_by_names(state, seat, names, 1, "V22")[0].pips
    if "times" not in chosen:
        limit = range(1, use_limit(state, seat, card, die) + 1)
        can = (n for n in limit if _can_pay_uses(setup, state, seat, card, die, (), n))
        choices = tuple(Choice(n, say("voyages.times", n=n)) for n in can)
        return OneOf(name="times", label=say("voyages.field.times"), choices=choices)
    if "ways" in chosen or not use_words(setup, state, seat, card, die):
        return None
    return _ways_pick(setup, state, seat, card, die, items, int(chosen["times"]))


def _city_field(setup: Setup, state: State, seat: int, names: Names) -> OneOf:
    choices = []
    for city in cities_with_post(setup, state, seat):
        refusals = [_refusal(setup, state, seat, city, card, names) for card in possible_cards(setup, state, city)]
        first = None if None in refusals else refusals[0]
        refusal = Refusal.from_error(first) if first is not None else None
        cards = (f"card:{card}" for card in city_of(state, city).cards)
        choices.append(Choice(city, place_label(city), refusal, touches=(f"place:{city}", *cards)))
    return OneOf(name="city", label=say("voyages.field.city"), choices=tuple(choices))


def _card_choice(setup: Setup, state: State, seat: int, city: str, card: str, names: Names) -> Choice:
    thing, error = f"card:{card}", _refusal(setup, state, seat, city, card, names)
    refusal = Refusal.from_error(error) if error is not None else None
    return Choice(card, component(setup, thing).word, refusal, things=(thing,), touches=(thing,))


def _ways_pick(  # noqa: PLR0913 - a card, its die, and the number and ways of its uses
    setup: Setup, state: State, seat: int, card: CityCard, die: int, items: Items, times: int
) -> Pick:
    """Return the pick of the way of each of `times` uses, after the ways in `items`; only ways that can be paid are
    offered.
    """
    picked = tuple(str(item) for item in items)
    town = bool(card_reward(card, die).own_town)

    def goes_on(*words: str) -> bool:
        return _can_pay_uses(setup, state, seat, card, die, (*picked, *words), times)

    def choices() -> Iterator[Choice]:
        for word in use_words(setup, state, seat, card, die):
            most = next((n for n in range(times, 0, -1) if goes_on(*[word] * n)), 0)
            if most:
                yield Choice(word, _way_label(word, town), times=most)

    return Pick(
        name="ways",
        label=say("voyages.field.ways", n=times),
        choices=tuple(choices()),
        least=times,
        most=times,
        items=tuple(items),
        ordered=town,
    )


def _way_label(word: str, town: bool) -> Text:
    """Return the text of a way: a town, a good, two goods, or what is paid for what."""
    if town:
        return place_label(word)
    if ">" in word:
        pays, gets = (say(f"voyages.thing.{_THINGS.get(amount, amount)}", n=1) for amount in word.split(">"))
        return say("voyages.card.for", pays=pays, gets=gets)
    first, *rest = (amount_label(good, 1) for good in word.split("+"))
    return say("list.and", first=first, last=rest[0]) if rest else first


def _can_pay_uses(  # noqa: PLR0913 - a card, its die, and the number and ways of its uses
    setup: Setup, state: State, seat: int, card: CityCard, die: int, chosen: Sequence[str], times: int
) -> bool:
    """Return whether `times` uses that begin in these ways can be paid."""
    words = use_words(setup, state, seat, card, die)
    if not words:
        uniform = not card_reward(card, die).own_town
        return (
            uniform and lacking_thing(board_of(state, seat).purse, card_use(card, die, None).pays.times(times)) is None
        )
    if len(chosen) > times or refusal_from(check_ways, setup, card, chosen) is not None:
        return False
    cost = NOTHING
    for word in chosen:
        cost = cost.plus(card_use(card, die, word).pays)
    if card_reward(card, die).own_town and len(words) < times:
        return False
    mixtures = _words_that_mix(setup, card, words, chosen)
    return any(
        _can_pay_mixture(
            state, seat, cost, tuple(card_use(card, die, word).pays for word in mixture), times - len(chosen)
        )
        for mixture in mixtures
    )


def _words_that_mix(
    setup: Setup, card: CityCard, words: Sequence[str], chosen: Sequence[str]
) -> Iterator[Sequence[str]]:
    """Yield the sets of words that one action may mix, after those in `chosen`: one direction, or all words (V22)."""
    if not goes_one_way(setup, card):
        yield words
        return
    for direction in {direction_of(card, word) for word in chosen[:1] or words}:
        yield [word for word in words if direction_of(card, word) == direction]


def _can_pay_mixture(state: State, seat: int, cost: Amounts, costs: tuple[Amounts, ...], times: int) -> bool:
    """Return whether `times` more uses with any mixture of these costs can be paid in addition to `cost`."""
    purse = board_of(state, seat).purse
    remaining = {name: getattr(purse, name) - getattr(cost, name) for name in HELD if name != "points"}
    if min(remaining.values()) < 0:
        return False
    return _fits_in_purse(remaining, [dict(each.held) for each in costs], times)


def _fits_in_purse(remaining: Mapping[str, int], costs: Sequence[Mapping[str, int]], times: int) -> bool:
    """Return whether `times` of these costs can be paid from what is left, trying as many of each as possible."""
    if times <= 0:
        return True
    if not costs:
        return False
    first, *rest = costs
    needs = {name: n for name, n in first.items() if name != "points"}
    most = min([times, *(remaining[name] // n for name, n in needs.items())])
    for n in range(most, -1, -1):
        rest_of_purse = {name: have - n * needs.get(name, 0) for name, have in remaining.items()}
        if _fits_in_purse(rest_of_purse, rest, times - n):
            return True
    return False
