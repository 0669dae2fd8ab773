"""What things are worth at most, by a list of prices: of what may still come to a seat, that makes an upper bound.

Whatever prices are taken, no move gains more than it uses up: a die is worth at least what it brings anywhere, a
contract at least what it gives beyond what it costs, and so on. So what a seat holds and what may still come to it, all
at these prices, is never less than what it ends with, and no move makes it more. Of several lists the least holds.
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
"""Prices are in sixtieths of a point, so that they are whole."""


@frozen(kw_only=True)
class Prices:
    """What one of each is taken to be worth."""

    coins: int
    camels: int
    pepper: int
    silk: int
    gold: int
    contract: int
    """One that is held and not filled yet."""
    post: int
    """A place that a figure comes to and wants a post at, without what is found there."""
    die: int
    """One of the seat's colour, beyond what is the dearest of the space or the card that it goes to."""
    points: int
    filled: int
    """A contract that was filled, besides what it gives."""


@frozen
class CardWorth:
    """What the use of a city card brings beyond what its die is worth."""

    goes_by: str | None
    """`towns` with an own post, `posts` on the map or contracts `filled`; None where it does not depend on any."""
    more: tuple[int, ...]
    """By how many there are of these, from none to as many as a die can show."""


@frozen(slots=False)
class Worth:
    """What everything is worth to one seat, by one list of prices."""

    setup: Setup
    seat: int
    prices: Prices

    @cached_property
    def one(self) -> Mapping[str, int]:
        """One of each thing that seats hold in numbers."""
        return {name: getattr(self.prices, name) for name in HELD}

    @cached_property
    def any_good(self) -> int:
        """The dearest good."""
        return max(self.one[good] for good in GOODS)

    @cached_property
    def two_goods(self) -> int:
        """The two dearest goods."""
        return sum(sorted(self.one[good] for good in GOODS)[1:])

    @cached_property
    def incomes(self) -> Mapping[str, int]:
        """What each income tile is worth, the dearest first; another town's is at most the dearest."""
        tiles = self.setup.edition.income_deck
        plain = max([0, *(self._fixed(one.gives) for one in tiles)])
        found = ((one.letter, self._fixed(one.gives) + one.gives.other_town * plain) for one in tiles)
        return dict(sorted(found, key=lambda one: -one[1]))

    @cached_property
    def towns(self) -> tuple[int, ...]:
        """The same without their letters."""
        return tuple(self.incomes.values())

    @cached_property
    def town(self) -> int:
        """What is found at a new place, bonus tiles apart."""
        return self.towns[0] if self.towns else 0

    @cached_property
    def black_die(self) -> int:
        """A black die that comes without being bought: what it would cost."""
        return self.held(self.setup.edition.spaces.black_die)

    def held(self, amounts: Amounts) -> int:
        """What seats hold in numbers of these amounts."""
        one, each = amounts, self.prices
        money = one.coins * each.coins + one.camels * each.camels + one.points * each.points
        return money + one.pepper * each.pepper + one.silk * each.silk + one.gold * each.gold

    def _fixed(self, amounts: Amounts) -> int:
        """The same with goods of one's choice, contracts and black dice."""
        goods = amounts.good * self.any_good + amounts.two_goods * self.two_goods
        cards = amounts.contract * self.prices.contract + amounts.black_die * self.black_die
        return self.held(amounts) + goods + cards

    def gain(self, amounts: Amounts) -> int:
        """All of it, steps and another town's income too."""
        return self.times(amounts, 1)

    def times(self, amounts: Amounts, n: int) -> int:
        """So many times all of it; the steps of all are one movement."""
        return n * (self._fixed(amounts) + amounts.other_town * self.town) + self.steps(n * amounts.step)

    def steps(self, n: int) -> int:
        """So many steps of one movement: a post where a figure ends, of Wilhelm also where he passes (V38, V41)."""
        passing = self.setup.is_a(self.seat, Person.WILHELM)
        arrivals = n if passing else min(n, self.setup.figures(self.seat))
        return arrivals * (self.prices.post + self.town)

    # Spaces and cards, by the lowest die from one.

    @cached_property
    def _spaces(self) -> Mapping[str, tuple[tuple[int, ...], int]]:
        """What each action space brings at most by the value of the lowest die, and how many dice it wants."""
        edition = self.setup.edition
        five, khan = (self.gain(one) for one in (edition.spaces.take_five, edition.spaces.khan))
        fares = [self.steps(n) - fare * self.prices.coins for n, fare in enumerate(edition.fares, 1)]
        return {
            "take_five": (_each(five), 1),
            **{row.id: (_highest(map(self.gain, row.yields)), row.dice) for row in edition.bazaar},
            "khan": (_each(khan + self.any_good), 1),
            "contracts": (tuple(map(self._row, FACES)), 1),
            "travel": (_highest(fares), edition.travel_dice),
        }

    def _row(self, die: int) -> int:
        """One or two contracts, with what their slots add (V15)."""
        row = self.setup.edition.row
        bonus = sorted((n for slot, n in row.bonus if slot <= die), reverse=True)[: row.most]
        return min(die, row.most) * self.prices.contract + sum(bonus) * self.coin_or_camel

    @property
    def coin_or_camel(self) -> int:
        """The dearer of both."""
        return max(self.prices.coins, self.prices.camels)

    @cached_property
    def _cards(self) -> Mapping[str, tuple[str | None, tuple[tuple[int, ...], ...]]]:
        """What city cards go by, and what they bring by how many there are of it and the value of the die."""
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
        """What a use gives by the value of the die, and how many uses there are (V22)."""
        if card.kind is CardKind.BY_DIE:
            return card.rows, [max(1, reward.own_town) for reward in card.rows]
        return (card.reward,) * len(FACES), FACES

    def _by_times(self, card: CityCard, reward: Amounts) -> tuple[int, ...]:
        """The most of using it up to so many times, from none."""
        cost, gets = self._asked(card.cost), partial(self.times, reward)
        towns = [0, *accumulate(self.towns)] if reward.own_town else [0]
        each = (gets(n) + towns[min(n, len(towns) - 1)] - n * cost for n in (0, *FACES))
        return tuple(accumulate(each, max))

    def _asked(self, cost: Amounts) -> int:
        """The least that it can cost."""
        goods = sorted(self.one[good] for good in GOODS)
        return self.held(cost) + cost.good * goods[0] + cost.two_goods * (goods[0] + goods[1])

    # Dice.

    @cached_property
    def spaces(self) -> Mapping[str, int]:
        """What an action space brings beyond what dice of the seat's colour are worth there."""
        return {name: max(0, gains[-1] - dice * self.prices.die) for name, (gains, dice) in self._spaces.items()}

    @cached_property
    def cards(self) -> Mapping[str, CardWorth]:
        """City cards by id that bring more than that, the dearest first."""
        found = {
            name: CardWorth(goes_by, tuple(max(0, *(n - self.prices.die for n in gains)) for gains in by_count))
            for name, (goes_by, by_count) in self._cards.items()
        }
        dear = ((name, card) for name, card in found.items() if card.more[-1])
        return dict(sorted(dear, key=lambda one: -one[1].more[-1]))

    @cached_property
    def _on_cards(self) -> tuple[int, ...]:
        """What a die of each value is worth on cards."""
        found = _each(self.gain(self.setup.edition.spaces.take_three))
        for name, (_, by_count) in self._cards.items():
            for gains, more in zip(by_count, self._more_of(name, by_count), strict=True):
                found = tuple(max(own, gain - more) for own, gain in zip(found, gains, strict=True))
        return found

    def _more_of(self, name: str, by_count: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        return self.cards[name].more if name in self.cards else (0,) * len(by_count)

    @cached_property
    def dice(self) -> tuple[int, ...]:
        """What a die of the seat's colour is worth, by its value."""
        each = ((gains, self.spaces[name], dice) for name, (gains, dice) in self._spaces.items())
        return self._changed([tuple(-(-(gain - more) // dice) for gain in gains) for gains, more, dice in each])

    @cached_property
    def other_dice(self) -> tuple[int, ...]:
        """What a black or a white die is worth: it may go anywhere at any time (V10)."""
        each = [tuple(-(-gain // dice) for gain in gains) for gains, dice in self._spaces.values()]
        return self._changed([self.dice, *each])

    def _changed(self, uses: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """The dearest use of a die of each value, also after it was rolled again or turned (V31, V32)."""
        best = [max(one) for one in zip(self._on_cards, *uses, strict=True)]
        again, turned = (
            self.held(one) for one in (self.setup.edition.spaces.reroll, self.setup.edition.spaces.turn_die)
        )
        high = max(best)
        return tuple(
            max(high - again, *(worth - abs(to - at) * turned for to, worth in enumerate(best)), own)
            for at, own in enumerate(best)
        )

    @cached_property
    def more_black(self) -> int:
        """What a black die brings beyond its cost that nobody has yet: this seat, or Mercator if another uses it."""
        return max(0, self.copied, max(self.other_dice) - self.black_die)

    def unrolled(self, own: int, others: int) -> int:
        """Dice that are still to be rolled: high ones, or low ones with compensation (V7)."""
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
        """What bonus tiles are worth beyond a town's income."""
        return {tile.id: max(0, self.gain(tile.gives) - self.town) for tile in self.setup.edition.bonus_deck}

    @cached_property
    def contracts(self) -> Mapping[str, int]:
        """What filling each contract brings beyond what it costs."""
        return {
            card.id: max(0, self.gain(card.reward) + self.prices.filled - self.held(card.cost))
            for card in self.setup.edition.contract_cards
        }

    @cached_property
    def dear_contracts(self) -> tuple[tuple[int, str], ...]:
        """Those that bring more than a contract is taken to be worth, and how much more; the dearest first."""
        dear = ((value - self.prices.contract, card) for card, value in self.contracts.items())
        return tuple(sorted((one for one in dear if one[0] > 0), reverse=True))

    # Rounds.

    @cached_property
    def copied(self) -> int:
        """What a die of another brings to Mercator (V37)."""
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
        """A round that has not begun: every income, all dice, every space and the dearest cards."""
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
    """The same for every value of a die."""
    return (gain,) * len(FACES)


def _highest(gains: Iterable[int]) -> tuple[int, ...]:
    """The dearest up to each value: less may always be taken (V11)."""
    return tuple(accumulate(gains, max))
