"""Values for the upper bound of a seat's final points: the most that things are worth by a list of prices.

At any prices, no move gains more than it uses up: a die is worth at least its best use, a contract at least what it
gives beyond its cost, and so on. So the value of a seat's holdings and potential, at these prices, is never less than
the seat's final points, and no move increases it. Of several lists, the one with the lowest result is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate

from companion.games.voyages.amounts import GOODS, HELD, Amounts
from companion.games.voyages.coloured_dice import DIE_VALUES
from companion.games.voyages.printed_parts import CardKind, CityCard, Person
from companion.games.voyages.rounds import dice_rolled
from companion.games.voyages.state import Setup
from companion.support.frozen_dataclasses import frozen

POINT = 60
"""The price of a point: prices are in sixtieths of a point, so that they are integers."""


@frozen(kw_only=True)
class Prices:
    """The price of one of each thing."""

    coins: int
    camels: int
    pepper: int
    silk: int
    gold: int
    contract: int
    """A contract that is held and not filled yet."""
    post: int
    """A place that a figure reaches and that needs a post, without the gains there."""
    die: int
    """A die of the seat's colour, without the surplus of its space or card."""
    points: int
    filled: int
    """A filled contract, in addition to its reward."""


@frozen
class CardValue:
    """The surplus of using a city card over the price of its die."""

    depends_on: str | None
    """`towns` with an own post, `posts` on the map or `filled` contracts; None if it depends on none of these."""
    surplus: tuple[int, ...]
    """The surplus by the number of these, from 0 to the greatest value of a die."""


@frozen(slots=False)
class Valuation:
    """The value of everything for one seat, by one list of prices."""

    setup: Setup
    seat: int
    prices: Prices

    @cached_property
    def unit_prices(self) -> Mapping[str, int]:
        """The price of one of each thing that seats hold in numbers."""
        return {name: getattr(self.prices, name) for name in HELD}

    @cached_property
    def best_good(self) -> int:
        """The price of the dearest good."""
        return max(self.unit_prices[good] for good in GOODS)

    @cached_property
    def best_two_goods(self) -> int:
        """The price of the two dearest goods."""
        return sum(sorted(self.unit_prices[good] for good in GOODS)[1:])

    @cached_property
    def income_values(self) -> Mapping[str, int]:
        """The value of each income tile, the greatest first; another town's income is at most the greatest."""
        tiles = self.setup.edition.income_deck
        plain = max([0, *(self._value_of_fixed(tile.gives) for tile in tiles)])
        values = ((tile.letter, self._value_of_fixed(tile.gives) + tile.gives.other_town * plain) for tile in tiles)
        return dict(sorted(values, key=lambda entry: -entry[1]))

    @cached_property
    def sorted_income_values(self) -> tuple[int, ...]:
        """The values of the income tiles, the greatest first."""
        return tuple(self.income_values.values())

    @cached_property
    def best_income(self) -> int:
        """The most that a new place gives, bonus tiles apart: the dearest income."""
        return self.sorted_income_values[0] if self.sorted_income_values else 0

    @cached_property
    def black_die(self) -> int:
        """The value of a black die that was not bought: its cost."""
        return self.value_of_held(self.setup.edition.spaces.black_die)

    def value_of_held(self, amounts: Amounts) -> int:
        """Return the value of the amounts that seats hold in numbers."""
        prices = self.prices
        money = amounts.coins * prices.coins + amounts.camels * prices.camels + amounts.points * prices.points
        return money + amounts.pepper * prices.pepper + amounts.silk * prices.silk + amounts.gold * prices.gold

    def _value_of_fixed(self, amounts: Amounts) -> int:
        """Return the value of held amounts, goods of choice, contracts and black dice."""
        goods = amounts.good * self.best_good + amounts.two_goods * self.best_two_goods
        cards = amounts.contract * self.prices.contract + amounts.black_die * self.black_die
        return self.value_of_held(amounts) + goods + cards

    def value_of(self, amounts: Amounts) -> int:
        """Return the value of all amounts, including steps and other towns' incomes."""
        return self.value_of_times(amounts, 1)

    def value_of_times(self, amounts: Amounts, n: int) -> int:
        """Return the value of `n` times all amounts; all steps are one movement."""
        return n * (self._value_of_fixed(amounts) + amounts.other_town * self.best_income) + self.value_of_steps(
            n * amounts.step
        )

    def value_of_steps(self, n: int) -> int:
        """Return the value of `n` steps of one movement.

        A post can be placed where a figure ends, and where Wilhelm passes (V38, V41).
        """
        passing = self.setup.is_person(self.seat, Person.WILHELM)
        arrivals = n if passing else min(n, self.setup.figures(self.seat))
        return arrivals * (self.prices.post + self.best_income)

    # Spaces and cards, by the value of the lowest die, from 1.

    @cached_property
    def _gains_by_space(self) -> Mapping[str, tuple[tuple[int, ...], int]]:
        """The best gain of each action space by the value of the lowest die, and the number of dice that it needs."""
        edition = self.setup.edition
        five, khan = (self.value_of(amounts) for amounts in (edition.spaces.take_five, edition.spaces.khan))
        fares = [self.value_of_steps(n) - fare * self.prices.coins for n, fare in enumerate(edition.fares, 1)]
        return {
            "take_five": (_same_for_each_value(five), 1),
            **{row.id: (_running_max(map(self.value_of, row.yields)), row.dice) for row in edition.bazaar},
            "khan": (_same_for_each_value(khan + self.best_good), 1),
            "contracts": (tuple(map(self._contract_row_gain, DIE_VALUES)), 1),
            "travel": (_running_max(fares), edition.travel_dice),
        }

    def _contract_row_gain(self, die: int) -> int:
        """Return the value of one or two contracts, with the bonus of their slots (V15)."""
        row = self.setup.edition.row
        bonus = sorted((n for slot, n in row.bonus if slot <= die), reverse=True)[: row.most]
        return min(die, row.most) * self.prices.contract + sum(bonus) * self.dearer_of_coin_and_camel

    @property
    def dearer_of_coin_and_camel(self) -> int:
        """The higher of the prices of a coin and a camel."""
        return max(self.prices.coins, self.prices.camels)

    @cached_property
    def _gains_by_card(self) -> Mapping[str, tuple[str | None, tuple[tuple[int, ...], ...]]]:
        """For each city card, the count that it depends on, and its gains by that count and the value of the die."""
        return {card.id: self._card_gains(card) for card in self.setup.edition.city_deck}

    def _card_gains(self, card: CityCard) -> tuple[str | None, tuple[tuple[int, ...], ...]]:
        counted = (0, *DIE_VALUES)
        if card.kind is CardKind.EITHER:
            each = max(0, *(self.value_of(way.gets) - self._least_cost(way.pays) for way in card.ways))
            return None, (tuple(die * each for die in DIE_VALUES),)
        if card.kind in (CardKind.PER_CONTRACT, CardKind.PER_POST):
            depends_on, each = ("filled" if card.kind is CardKind.PER_CONTRACT else "posts"), self.value_of(card.reward)
            return depends_on, tuple(tuple(min(n, die) * each for die in DIE_VALUES) for n in counted)
        rewards, limits = self._rewards_and_limits(card)
        by_times = {id(reward): self._gain_by_uses(card, reward) for reward in rewards}
        uses = [(by_times[id(reward)], limit) for reward, limit in zip(rewards, limits, strict=True)]
        if not any(reward.own_town for reward in rewards):
            return None, (tuple(best[limit] for best, limit in uses),)
        return "towns", tuple(tuple(best[min(n, limit)] for best, limit in uses) for n in counted)

    def _rewards_and_limits(self, card: CityCard) -> tuple[Sequence[Amounts], Sequence[int]]:
        """Return the gain of a use by the value of the die, and the number of uses (V22)."""
        if card.kind is CardKind.BY_DIE:
            return card.rows, [max(1, reward.own_town) for reward in card.rows]
        return (card.reward,) * len(DIE_VALUES), DIE_VALUES

    def _gain_by_uses(self, card: CityCard, reward: Amounts) -> tuple[int, ...]:
        """Return the best gain by the greatest number of uses, from 0."""
        cost, gets = self._least_cost(card.cost), partial(self.value_of_times, reward)
        towns = [0, *accumulate(self.sorted_income_values)] if reward.own_town else [0]
        each = (gets(n) + towns[min(n, len(towns) - 1)] - n * cost for n in (0, *DIE_VALUES))
        return tuple(accumulate(each, max))

    def _least_cost(self, cost: Amounts) -> int:
        """Return the least value of a cost."""
        goods = sorted(self.unit_prices[good] for good in GOODS)
        return self.value_of_held(cost) + cost.good * goods[0] + cost.two_goods * (goods[0] + goods[1])

    # Dice.

    @cached_property
    def space_surplus(self) -> Mapping[str, int]:
        """The value of an action space beyond the price of the dice of the seat's colour that it needs."""
        return {
            name: max(0, gains[-1] - dice * self.prices.die) for name, (gains, dice) in self._gains_by_space.items()
        }

    @cached_property
    def card_values(self) -> Mapping[str, CardValue]:
        """The city cards by id whose value exceeds the price of their die, the dearest first."""
        values = {
            name: CardValue(depends_on, tuple(max(0, *(n - self.prices.die for n in gains)) for gains in by_count))
            for name, (depends_on, by_count) in self._gains_by_card.items()
        }
        dear = ((name, card) for name, card in values.items() if card.surplus[-1])
        return dict(sorted(dear, key=lambda entry: -entry[1].surplus[-1]))

    @cached_property
    def _best_on_cards(self) -> tuple[int, ...]:
        """The value of a die on city cards, by the die's value."""
        best = _same_for_each_value(self.value_of(self.setup.edition.spaces.take_three))
        for name, (_, by_count) in self._gains_by_card.items():
            for gains, more in zip(by_count, self._surplus_of(name, by_count), strict=True):
                best = tuple(max(own, gain - more) for own, gain in zip(best, gains, strict=True))
        return best

    def _surplus_of(self, name: str, by_count: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        return self.card_values[name].surplus if name in self.card_values else (0,) * len(by_count)

    @cached_property
    def die_values(self) -> tuple[int, ...]:
        """The value of a die of the seat's colour, by what it shows."""
        each = ((gains, self.space_surplus[name], dice) for name, (gains, dice) in self._gains_by_space.items())
        return self._best_use([tuple(-(-(gain - more) // dice) for gain in gains) for gains, more, dice in each])

    @cached_property
    def other_die_values(self) -> tuple[int, ...]:
        """The value of a black or white die, by what it shows: it may go anywhere at any time (V10)."""
        each = [tuple(-(-gain // dice) for gain in gains) for gains, dice in self._gains_by_space.values()]
        return self._best_use([self.die_values, *each])

    def _best_use(self, uses: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the best use of a die of each value, including after a reroll or a turn (V31, V32)."""
        best = [max(uses_of_value) for uses_of_value in zip(self._best_on_cards, *uses, strict=True)]
        reroll_cost, turn_cost = (
            self.value_of_held(cost) for cost in (self.setup.edition.spaces.reroll, self.setup.edition.spaces.turn_die)
        )
        high = max(best)
        return tuple(
            max(
                high - reroll_cost,
                *(worth - abs(target - value) * turn_cost for target, worth in enumerate(best)),
                unchanged,
            )
            for value, unchanged in enumerate(best)
        )

    @cached_property
    def black_die_surplus(self) -> int:
        """The value beyond its cost of a black die that nobody has yet.

        This seat may use it, or Mercator may copy another seat's use.
        """
        return max(0, self.copied_per_die, max(self.other_die_values) - self.black_die)

    def value_of_unrolled(self, own: int, others: int) -> int:
        """Return the value of dice that are still to be rolled: high ones, or low ones with compensation (V7)."""
        high = own * max(self.die_values) + others * max(self.other_die_values)
        if self.setup.is_person(self.seat, Person.RASCHID):
            return high
        each = self.dearer_of_coin_and_camel
        low = self.setup.edition.start.missing_below * each
        low += own * max(worth - die * each for die, worth in zip(DIE_VALUES, self.die_values, strict=True))
        low += others * max(worth - die * each for die, worth in zip(DIE_VALUES, self.other_die_values, strict=True))
        return max(high, low)

    # Contracts and bonus tiles.

    @cached_property
    def tile_surplus(self) -> Mapping[str, int]:
        """The value of bonus tiles beyond a town's income."""
        return {tile.id: max(0, self.value_of(tile.gives) - self.best_income) for tile in self.setup.edition.bonus_deck}

    @cached_property
    def contract_values(self) -> Mapping[str, int]:
        """The value of filling each contract beyond its cost."""
        return {
            card.id: max(0, self.value_of(card.reward) + self.prices.filled - self.value_of_held(card.cost))
            for card in self.setup.edition.contract_cards
        }

    @cached_property
    def excess_contracts(self) -> tuple[tuple[int, str], ...]:
        """The contracts whose value exceeds the price of a contract, as (excess, id), the dearest first."""
        excesses = ((value - self.prices.contract, card) for card, value in self.contract_values.items())
        return tuple(sorted((entry for entry in excesses if entry[0] > 0), reverse=True))

    # Rounds.

    @cached_property
    def copied_per_die(self) -> int:
        """The most that Mercator gains from a die of another seat (V37)."""
        if not self.setup.is_person(self.seat, Person.MERCATOR):
            return 0
        seats, edition = len(self.setup.names), self.setup.edition
        names = {"camel": "camels"}
        each = [-(-self.unit_prices[names.get(row.id, row.id)] // row.dice) for row in edition.bazaar]
        each += [self.prices.camels] if seats <= 3 else []
        each += [2 * self.prices.coins] if seats == 2 else []
        return max(each)

    @cached_property
    def value_of_round(self) -> int:
        """The value of a round that has not begun: all incomes, dice and spaces, and the dearest cards."""
        edition, own = self.setup.edition, self.setup.edition.start.dice
        seats = range(1, len(self.setup.names) + 1)
        copied = self.copied_per_die * sum(dice_rolled(self.setup, seat) for seat in seats if seat != self.seat)
        room = sum(place.cards for place in edition.places)
        cards = sum([card.surplus[-1] for card in self.card_values.values()][:room])
        dice = self.value_of_unrolled(own, dice_rolled(self.setup, self.seat) - own)
        black = edition.start.black_dice * self.black_die_surplus
        income = self.value_of(edition.character[self.setup.person(self.seat)].income)
        return (
            sum(self.sorted_income_values) + income + dice + black + sum(self.space_surplus.values()) + cards + copied
        )


def _same_for_each_value(gain: int) -> tuple[int, ...]:
    """Return the same gain for every value of a die."""
    return (gain,) * len(DIE_VALUES)


def _running_max(gains: Iterable[int]) -> tuple[int, ...]:
    """Return the best gain up to each value, because a lower value may always be used (V11)."""
    return tuple(accumulate(gains, max))
