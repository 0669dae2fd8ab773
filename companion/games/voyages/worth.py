"""The most that things are worth, by a list of prices. From what a seat may still gain, that makes an upper bound.

At any prices, no move gains more than it uses up: a die is worth at least its best use, a contract at least what it
gives beyond its cost, and so on. So the value of a seat's holdings and potential, at these prices, is never less than
the seat's final points, and no move increases it. Of several lists, the one with the lowest result is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate

from companion.games.voyages.amounts import GOODS, HELD, Amounts
from companion.games.voyages.cards import CardKind, CityCard, Person
from companion.games.voyages.dice import FACES
from companion.games.voyages.rounds import dice_rolled
from companion.games.voyages.state import Setup
from companion.support.frozen import frozen

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
class CardWorth:
    """The value of using a city card beyond the price of its die."""

    goes_by: str | None
    """`towns` with an own post, `posts` on the map or `filled` contracts; None if it depends on none of these."""
    more: tuple[int, ...]
    """The surplus by the number of these, from 0 to the greatest value of a die."""


@frozen(slots=False)
class Worth:
    """The value of everything for one seat, by one list of prices."""

    setup: Setup
    seat: int
    prices: Prices

    @cached_property
    def one(self) -> Mapping[str, int]:
        """The price of one of each thing that seats hold in numbers."""
        return {name: getattr(self.prices, name) for name in HELD}

    @cached_property
    def any_good(self) -> int:
        """The price of the dearest good."""
        return max(self.one[good] for good in GOODS)

    @cached_property
    def two_goods(self) -> int:
        """The price of the two dearest goods."""
        return sum(sorted(self.one[good] for good in GOODS)[1:])

    @cached_property
    def incomes(self) -> Mapping[str, int]:
        """The value of each income tile, the greatest first; another town's income is at most the greatest."""
        tiles = self.setup.edition.income_deck
        plain = max([0, *(self._fixed(tile.gives) for tile in tiles)])
        values = ((tile.letter, self._fixed(tile.gives) + tile.gives.other_town * plain) for tile in tiles)
        return dict(sorted(values, key=lambda entry: -entry[1]))

    @cached_property
    def towns(self) -> tuple[int, ...]:
        """The same values without their letters."""
        return tuple(self.incomes.values())

    @cached_property
    def town(self) -> int:
        """The value of a gain at a new place, bonus tiles apart."""
        return self.towns[0] if self.towns else 0

    @cached_property
    def black_die(self) -> int:
        """The value of a black die that was not bought: its cost."""
        return self.held(self.setup.edition.spaces.black_die)

    def held(self, amounts: Amounts) -> int:
        """Return the value of the amounts that seats hold in numbers."""
        one, each = amounts, self.prices
        money = one.coins * each.coins + one.camels * each.camels + one.points * each.points
        return money + one.pepper * each.pepper + one.silk * each.silk + one.gold * each.gold

    def _fixed(self, amounts: Amounts) -> int:
        """Return the same, with goods of choice, contracts and black dice."""
        goods = amounts.good * self.any_good + amounts.two_goods * self.two_goods
        cards = amounts.contract * self.prices.contract + amounts.black_die * self.black_die
        return self.held(amounts) + goods + cards

    def gain(self, amounts: Amounts) -> int:
        """Return the value of all amounts, including steps and other towns' incomes."""
        return self.times(amounts, 1)

    def times(self, amounts: Amounts, n: int) -> int:
        """Return the value of `n` times all amounts; all steps are one movement."""
        return n * (self._fixed(amounts) + amounts.other_town * self.town) + self.steps(n * amounts.step)

    def steps(self, n: int) -> int:
        """Return the value of `n` steps of one movement.

        A post can be placed where a figure ends, and where Wilhelm passes (V38, V41).
        """
        passing = self.setup.is_a(self.seat, Person.WILHELM)
        arrivals = n if passing else min(n, self.setup.figures(self.seat))
        return arrivals * (self.prices.post + self.town)

    # Spaces and cards, by the lowest die from one.

    @cached_property
    def _spaces(self) -> Mapping[str, tuple[tuple[int, ...], int]]:
        """The best gain of each action space by the value of the lowest die, and the number of dice that it needs."""
        edition = self.setup.edition
        five, khan = (self.gain(amounts) for amounts in (edition.spaces.take_five, edition.spaces.khan))
        fares = [self.steps(n) - fare * self.prices.coins for n, fare in enumerate(edition.fares, 1)]
        return {
            "take_five": (_each(five), 1),
            **{row.id: (_highest(map(self.gain, row.yields)), row.dice) for row in edition.bazaar},
            "khan": (_each(khan + self.any_good), 1),
            "contracts": (tuple(map(self._row, FACES)), 1),
            "travel": (_highest(fares), edition.travel_dice),
        }

    def _row(self, die: int) -> int:
        """Return the value of one or two contracts, with the bonus of their slots (V15)."""
        row = self.setup.edition.row
        bonus = sorted((n for slot, n in row.bonus if slot <= die), reverse=True)[: row.most]
        return min(die, row.most) * self.prices.contract + sum(bonus) * self.coin_or_camel

    @property
    def coin_or_camel(self) -> int:
        """The higher price of both."""
        return max(self.prices.coins, self.prices.camels)

    @cached_property
    def _cards(self) -> Mapping[str, tuple[str | None, tuple[tuple[int, ...], ...]]]:
        """For each city card, the count that it depends on, and its gains by that count and the value of the die."""
        return {card.id: self._card(card) for card in self.setup.edition.city_deck}

    def _card(self, card: CityCard) -> tuple[str | None, tuple[tuple[int, ...], ...]]:
        counted = (0, *FACES)
        if card.kind is CardKind.EITHER:
            each = max(0, *(self.gain(way.gets) - self._asked(way.pays) for way in card.ways))
            return None, (tuple(die * each for die in FACES),)
        if card.kind in (CardKind.PER_CONTRACT, CardKind.PER_POST):
            goes_by, each = ("filled" if card.kind is CardKind.PER_CONTRACT else "posts"), self.gain(card.reward)
            return goes_by, tuple(tuple(min(n, die) * each for die in FACES) for n in counted)
        rewards, limits = self._uses(card)
        by_times = {id(reward): self._by_times(card, reward) for reward in rewards}
        uses = [(by_times[id(reward)], limit) for reward, limit in zip(rewards, limits, strict=True)]
        if not any(reward.own_town for reward in rewards):
            return None, (tuple(best[limit] for best, limit in uses),)
        return "towns", tuple(tuple(best[min(n, limit)] for best, limit in uses) for n in counted)

    def _uses(self, card: CityCard) -> tuple[Sequence[Amounts], Sequence[int]]:
        """Return the gain of a use by the value of the die, and the number of uses (V22)."""
        if card.kind is CardKind.BY_DIE:
            return card.rows, [max(1, reward.own_town) for reward in card.rows]
        return (card.reward,) * len(FACES), FACES

    def _by_times(self, card: CityCard, reward: Amounts) -> tuple[int, ...]:
        """Return the best gain of up to so many uses, from 0."""
        cost, gets = self._asked(card.cost), partial(self.times, reward)
        towns = [0, *accumulate(self.towns)] if reward.own_town else [0]
        each = (gets(n) + towns[min(n, len(towns) - 1)] - n * cost for n in (0, *FACES))
        return tuple(accumulate(each, max))

    def _asked(self, cost: Amounts) -> int:
        """Return the least value of a cost."""
        goods = sorted(self.one[good] for good in GOODS)
        return self.held(cost) + cost.good * goods[0] + cost.two_goods * (goods[0] + goods[1])

    # Dice.

    @cached_property
    def spaces(self) -> Mapping[str, int]:
        """The value of an action space beyond the price of the dice of the seat's colour that it needs."""
        return {name: max(0, gains[-1] - dice * self.prices.die) for name, (gains, dice) in self._spaces.items()}

    @cached_property
    def cards(self) -> Mapping[str, CardWorth]:
        """The city cards by id whose value exceeds the price of their die, the dearest first."""
        values = {
            name: CardWorth(goes_by, tuple(max(0, *(n - self.prices.die for n in gains)) for gains in by_count))
            for name, (goes_by, by_count) in self._cards.items()
        }
        dear = ((name, card) for name, card in values.items() if card.more[-1])
        return dict(sorted(dear, key=lambda entry: -entry[1].more[-1]))

    @cached_property
    def _on_cards(self) -> tuple[int, ...]:
        """The value of a die on city cards, by the die's value."""
        best = _each(self.gain(self.setup.edition.spaces.take_three))
        for name, (_, by_count) in self._cards.items():
            for gains, more in zip(by_count, self._more_of(name, by_count), strict=True):
                best = tuple(max(own, gain - more) for own, gain in zip(best, gains, strict=True))
        return best

    def _more_of(self, name: str, by_count: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        return self.cards[name].more if name in self.cards else (0,) * len(by_count)

    @cached_property
    def dice(self) -> tuple[int, ...]:
        """The value of a die of the seat's colour, by what it shows."""
        each = ((gains, self.spaces[name], dice) for name, (gains, dice) in self._spaces.items())
        return self._changed([tuple(-(-(gain - more) // dice) for gain in gains) for gains, more, dice in each])

    @cached_property
    def other_dice(self) -> tuple[int, ...]:
        """The value of a black or white die, by what it shows: it may go anywhere at any time (V10)."""
        each = [tuple(-(-gain // dice) for gain in gains) for gains, dice in self._spaces.values()]
        return self._changed([self.dice, *each])

    def _changed(self, uses: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the best use of a die of each value, including after a reroll or a turn (V31, V32)."""
        best = [max(uses_of_value) for uses_of_value in zip(self._on_cards, *uses, strict=True)]
        reroll_cost, turn_cost = (
            self.held(cost) for cost in (self.setup.edition.spaces.reroll, self.setup.edition.spaces.turn_die)
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
    def more_black(self) -> int:
        """The value beyond its cost of a black die that nobody has yet.

        This seat may use it, or Mercator may copy another seat's use.
        """
        return max(0, self.copied, max(self.other_dice) - self.black_die)

    def unrolled(self, own: int, others: int) -> int:
        """Return the value of dice that are still to be rolled: high ones, or low ones with compensation (V7)."""
        high = own * max(self.dice) + others * max(self.other_dice)
        if self.setup.is_a(self.seat, Person.RASCHID):
            return high
        each = self.coin_or_camel
        low = self.setup.edition.start.missing_below * each
        low += own * max(worth - die * each for die, worth in zip(FACES, self.dice, strict=True))
        low += others * max(worth - die * each for die, worth in zip(FACES, self.other_dice, strict=True))
        return max(high, low)

    # Cards and tiles that are won.

    @cached_property
    def tiles(self) -> Mapping[str, int]:
        """The value of bonus tiles beyond a town's income."""
        return {tile.id: max(0, self.gain(tile.gives) - self.town) for tile in self.setup.edition.bonus_deck}

    @cached_property
    def contracts(self) -> Mapping[str, int]:
        """The value of filling each contract beyond its cost."""
        return {
            card.id: max(0, self.gain(card.reward) + self.prices.filled - self.held(card.cost))
            for card in self.setup.edition.contract_cards
        }

    @cached_property
    def dear_contracts(self) -> tuple[tuple[int, str], ...]:
        """The contracts whose value exceeds the price of a contract, as (excess, id), the dearest first."""
        excesses = ((value - self.prices.contract, card) for card, value in self.contracts.items())
        return tuple(sorted((entry for entry in excesses if entry[0] > 0), reverse=True))

    # Rounds.

    @cached_property
    def copied(self) -> int:
        """The most that Mercator gains from a die of another seat (V37)."""
        if not self.setup.is_a(self.seat, Person.MERCATOR):
            return 0
        seats, edition = len(self.setup.names), self.setup.edition
        names = {"camel": "camels"}
        each = [-(-self.one[names.get(row.id, row.id)] // row.dice) for row in edition.bazaar]
        each += [self.prices.camels] if seats <= 3 else []
        each += [2 * self.prices.coins] if seats == 2 else []
        return max(each)

    @cached_property
    def round(self) -> int:
        """The value of a round that has not begun: all incomes, dice and spaces, and the dearest cards."""
        edition, own = self.setup.edition, self.setup.edition.start.dice
        seats = range(1, len(self.setup.names) + 1)
        copied = self.copied * sum(dice_rolled(self.setup, seat) for seat in seats if seat != self.seat)
        room = sum(place.cards for place in edition.places)
        cards = sum([card.more[-1] for card in self.cards.values()][:room])
        dice = self.unrolled(own, dice_rolled(self.setup, self.seat) - own)
        black = edition.start.black_dice * self.more_black
        income = self.gain(edition.character[self.setup.person(self.seat)].income)
        return sum(self.towns) + income + dice + black + sum(self.spaces.values()) + cards + copied


def _each(gain: int) -> tuple[int, ...]:
    """Return the same gain for every value of a die."""
    return (gain,) * len(FACES)


def _highest(gains: Iterable[int]) -> tuple[int, ...]:
    """Return the best gain up to each value, because a lower value may always be used (V11)."""
    return tuple(accumulate(gains, max))
