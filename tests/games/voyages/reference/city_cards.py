"""City cards: which card lies where, how often a die may use it, costs first and then all gains (V21 to V23)."""

from __future__ import annotations

from typing import Any

from tests.games.voyages.reference.actions import begin_action
from tests.games.voyages.reference.dice import spend
from tests.games.voyages.reference.figures import GOODS, Amounts
from tests.games.voyages.reference.gains import Source, gain, settle, town_income
from tests.games.voyages.reference.setup import cards_of_city
from tests.games.voyages.reference.state import Fields, Seat, Table, refuse

Use = tuple[Amounts, Source, int]
"""Cost, gain and direction of one use of a card."""


def city_card(table: Table, seat: Seat, fields: Fields) -> None:
    """Use a city card with one die."""
    begin_action(table)
    name: str = fields["card"]
    _check_place(table, seat, name, fields["city"])
    if name in table.used_cards:
        refuse("a die lies on this card", "V21")
    table.used_cards.add(name)
    value = spend(seat, fields["dice"], 1)[0].value
    card: dict[str, Any] = table.figures.tables["city_cards"][name]
    limit = _limit(seat, card, value)
    times = fields.get("times", limit if card["kind"].startswith("per_") else 1)
    if not 1 <= times <= limit:
        refuse(f"1 to {limit} uses", "V22")
    uses = _uses(table, seat, card, value, times, fields.get("ways", []))
    _check_directions(table, name, [direction for _, _, direction in uses])
    seat.pay(_sum([cost for cost, _, _ in uses]), "V22")
    gain(seat, _joined([source for _, source, _ in uses]))
    settle(table, seat)


def _check_place(table: Table, seat: Seat, name: str, city: str) -> None:
    """Refuse a card that is not in this city; a card not yet known is remembered."""
    if name not in table.figures.tables["city_cards"] or city not in table.city_cards:
        refuse(f"no card {name} in {city}", "V21")
    if city not in seat.posts:
        refuse(f"no own post in {city}", "V21")
    cards = table.city_cards[city]
    if name in cards:
        return
    elsewhere = any(name in others for others in table.city_cards.values())
    if elsewhere or len(cards) >= cards_of_city(city):
        refuse(f"{name} does not lie in {city}", "V21")
    cards.append(name)


def _limit(seat: Seat, card: dict[str, Any], value: int) -> int:
    """Return how often a die of this value may use a card (V22)."""
    if card["kind"] == "per_completed_contract":
        return min(value, len(seat.filled))
    if card["kind"] == "per_placed_post":
        return min(value, len(seat.posts))
    if card["kind"] == "by_die":
        return int(card["by_die"][str(value)].get("own_town_income", 1))
    return value


def _uses(table: Table, seat: Seat, card: dict[str, Any], value: int, times: int, ways: list[str]) -> list[Use]:
    """Return cost and gain of each use, by its word where the card has words."""
    if card["kind"] == "either_direction":
        return [_directed(card, way) for way in _words(ways, times)]
    reward: Amounts = card["by_die"][str(value)] if card["kind"] == "by_die" else card["reward"]
    cost: Amounts = card.get("cost", {})
    if "own_town_income" in reward:
        _check_towns(table, seat, _words(ways, times))
        return [(cost, town_income(table, town), 0) for town in ways]
    if "good_any" in reward:
        return [(cost, {_good(way): reward["good_any"]}, 0) for way in _words(ways, times)]
    if "goods_2_different" in cost:
        return [(_pair(way), reward, 0) for way in _words(ways, times)]
    if ways:
        refuse("this card takes no ways", "V22")
    return [(cost, reward, 0)] * times


def _words(ways: list[str], times: int) -> list[str]:
    if len(ways) != times:
        refuse("a word for each use", "V22")
    return ways


def _good(way: str) -> str:
    if way not in GOODS:
        refuse("pepper, silk or gold", "V22")
    return way


def _pair(way: str) -> Amounts:
    """Return the two different goods that C18 costs."""
    goods = way.split("+")
    if len(goods) != 2 or goods[0] == goods[1] or not set(goods) <= set(GOODS):
        refuse("two different goods", "V22")
    return dict.fromkeys(goods, 1)


def _check_towns(table: Table, seat: Seat, towns: list[str]) -> None:
    if len(set(towns)) < len(towns) or any(town not in table.incomes or town not in seat.posts for town in towns):
        refuse("a different town with an own post each time", "V23")


def _directed(card: dict[str, Any], way: str) -> Use:
    """Return the use that a word such as `silk>camel` means: pays > gets."""
    pays, _, gets = way.partition(">")
    for direction, (cost, reward) in enumerate(card["options"]):
        paid, gained = _as(cost, pays), _as(reward, gets)
        if paid and gained:
            return paid, gained, direction
    refuse(f"{way} is no way of this card", "V22")


def _as(amounts: Amounts, thing: str) -> Amounts | None:
    """Return one side of an exchange made with a thing, None where the thing does not fit."""
    [(printed, number)] = amounts.items()
    fits = thing in GOODS if printed == "good_any" else thing == printed
    return {thing: number} if fits else None


def _check_directions(table: Table, name: str, directions: list[int]) -> None:
    """Refuse mixed directions of C20, and of C21 and C22 where `mixed_exchange` is off."""
    if len(set(directions)) > 1 and (name == "C20" or not table.mixed_exchange):
        refuse("one direction for all uses", "V22")


def _sum(amounts: list[Amounts]) -> Amounts:
    total: Amounts = {}
    for each in amounts:
        for thing, number in each.items():
            total[thing] = total.get(thing, 0) + number
    return total


def _joined(sources: list[Source]) -> list[Source]:
    """Join the steps of all uses into one gain (V25); the other gains stay apart, in the order of the uses."""
    rewards = [source for source in sources if isinstance(source, dict)]
    return [_sum(rewards)] if any("step" in reward for reward in rewards) else sources
