"""Counts of what a seat may still gain, whatever it is worth: dice, places, cards, posts and contracts."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from companion.games.voyages.dice import Die
from companion.games.voyages.rounds import dice_rolled
from companion.games.voyages.state import Owed, Phase, PlayerBoard, Setup, State, Want
from companion.games.voyages.steps import board_of, lacking, seats_of
from companion.games.voyages.worth import Worth
from companion.support.frozen import frozen

_SPACES = ("take_five", "camel", "pepper", "silk", "gold", "khan", "contracts", "travel")
Cards = tuple[str | None, ...]


@frozen
class Counts:
    """The most posts that a seat may still place or move, and the most contracts that it may still fill."""

    posts: int
    filled: int


@frozen(slots=False)
class Prospects:
    """The potential of a seat, calculated from the state alone."""

    setup: Setup
    state: State
    seat: int

    @cached_property
    def board(self) -> PlayerBoard:
        """The player board of the seat."""
        return board_of(self.state, self.seat)

    @cached_property
    def owed(self) -> tuple[Owed, ...]:
        """The pending items of the seat."""
        return tuple(item for item in self.state.owed if item.seat == self.seat)

    @cached_property
    def rounds(self) -> int:
        """The number of rounds that have not begun."""
        return self.setup.edition.start.rounds - self.state.round

    @cached_property
    def acts(self) -> bool:
        """True if the seat may still do anything in this round except end its turn."""
        state = self.state
        if state.phase is not Phase.TURNS or self.board.dice:
            return state.phase in (Phase.ROLLS, Phase.TURNS)
        if state.turn is None or state.turn.seat != self.seat:
            return False
        return bool(self.owed) or self._buys(bought=state.turn.bought) or self._fills

    def _buys(self, *, bought: bool) -> bool:
        """Return whether it can buy a black die in this turn (V28, V33)."""
        cost = self.setup.edition.spaces.black_die
        return bool(self.state.black) and not bought and lacking(self.board.purse, cost) is None

    @property
    def _fills(self) -> bool:
        """True if it can fill a contract, as far as they are known."""
        cards = (contract.card for contract in self.board.active)
        costs = (None if card is None else self.setup.edition.contract[card].cost for card in cards)
        return any(cost is None or lacking(self.board.purse, cost) is None for cost in costs)

    @cached_property
    def done(self) -> bool:
        """True if it does nothing more in this game except reveal its goals."""
        return not self.acts and not self.rounds

    @cached_property
    def others_act(self) -> bool:
        """True if any other seat may still do anything in this round."""
        return any(Prospects(self.setup, self.state, seat).acts for seat in seats_of(self.state) if seat != self.seat)

    # Dice.

    @cached_property
    def dice(self) -> tuple[int, int]:
        """The number of dice of its own colour, and of others, that it can still use in this round."""
        if not self.acts:
            return 0, 0
        if not self.board.rolled:
            own = self.setup.edition.start.dice
            return own, dice_rolled(self.setup, self.seat) - own
        own = sum(die.own for die in self.board.dice)
        return own, len(self.board.dice) - own

    @cached_property
    def may_use_dice(self) -> bool:
        """True if it has dice in this round or may get some."""
        return self.acts and bool(sum(self.dice) or self.state.black)

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """The spaces where it may still place dice of its own colour in this round (V10, V14)."""
        on_spaces = self.state.spaces
        return tuple(
            space
            for space in _SPACES
            if not any(placed.seat == self.seat and placed.die.own for placed in getattr(on_spaces, space))
            and (space != "khan" or len(on_spaces.khan) < self.setup.edition.spaces.khan_slots)
        )

    @cached_property
    def dice_of_others(self) -> int:
        """The number of dice that the other seats can still use in this round."""
        others = (seat for seat in seats_of(self.state) if seat != self.seat)
        return sum(sum(Prospects(self.setup, self.state, seat).dice) for seat in others)

    # Cards and tiles.

    @cached_property
    def cards_here(self) -> Cards:
        """The cards in cities with its posts that it may use in this round; None for each unknown one."""
        return tuple(card for city in self._cards if city[0] in self.board.posts for card in city[1])

    @cached_property
    def cards_there(self) -> tuple[Cards, ...]:
        """The cards of each of the other cities."""
        return tuple(cards for city, cards in self._cards if city not in self.board.posts and cards)

    @cached_property
    def _cards(self) -> tuple[tuple[str, Cards], ...]:
        result = []
        for city in self.state.cities:
            unknown = (None,) * (self.setup.edition.place[city.id].cards - len(city.cards))
            result.append((city.id, (*(card for card in city.cards if card not in city.used), *unknown)))
        return tuple(result)

    @cached_property
    def cards_known(self) -> frozenset[str]:
        """The cards whose city is known."""
        return frozenset(card for city in self.state.cities for card in city.cards)

    @cached_property
    def tiles(self) -> tuple[tuple[str, ...], int]:
        """The bonus tiles that are certain to lie in a city, and the number of unknown ones."""
        asked_cities = {item.at for item in self.owed if item.want is Want.BONUS}
        known_tiles = tuple(city.bonus for city in self.state.cities if city.bonus is not None and not city.visited)
        unknown = sum(
            city.bonus is None and (not city.visited or city.id in asked_cities) for city in self.state.cities
        )
        return known_tiles, unknown

    @cached_property
    def tiles_known(self) -> frozenset[str]:
        """The bonus tiles whose city is known, including those that were taken."""
        return frozenset(city.bonus for city in self.state.cities if city.bonus is not None)

    @cached_property
    def tiles_awaited(self) -> int:
        """The number of places that it has reached and whose tile it has not received yet."""
        asked = sum(item.want is Want.BONUS for item in self.owed)
        placed = sum(len(item.placed) for item in self.owed if item.want is Want.GAINS)
        return asked + placed - sum(item.want is Want.POST for item in self.owed)

    @cached_property
    def incomes_asked(self) -> tuple[int, ...]:
        """The number of pending incomes of each town with an unknown tile, the greatest first."""
        counts = Counter(item.at for item in self.owed if item.want is Want.INCOME)
        return tuple(sorted(counts.values(), reverse=True))

    @cached_property
    def incomes_known(self) -> frozenset[str]:
        """The income tiles whose town is known."""
        return frozenset(town.tile for town in self.state.towns if town.tile is not None)

    @cached_property
    def towns(self) -> int:
        """The number of towns where it has a post."""
        return sum(town.id in self.board.posts for town in self.setup.edition.towns)

    @cached_property
    def filled_by_all(self) -> frozenset[str]:
        """The contracts that were filled and so cannot be filled again."""
        return frozenset(card for board in self.state.boards for card in board.filled if card is not None)


def worth_of(potential: Prospects, valuation: Worth, counts: Counts) -> int:
    """Return the most that a seat's holdings and potential are worth at these prices.

    The points that are counted at the end come on top.
    """
    board, others = potential.board, potential.dice_of_others * valuation.copied if valuation.copied else 0
    held: int = sum(n * getattr(board.purse, name) for name, n in valuation.one.items())
    if potential.done:
        black = potential.state.black if potential.others_act else 0
        return held + others + black * valuation.copied
    rounds = potential.rounds * valuation.round
    return (
        held
        + others
        + rounds
        + _of_the_round(potential, valuation, counts)
        + _cards_and_tiles(potential, valuation, counts)
    )


def _of_the_round(potential: Prospects, valuation: Worth, counts: Counts) -> int:
    """Return the value of the dice that can still be used, and of the pending items."""
    if not potential.acts:
        return potential.state.black * valuation.copied
    own, others = potential.dice
    rolled = sum(_die(valuation, die) for die in potential.board.dice)
    dice = rolled if potential.board.rolled else valuation.unrolled(own, others)
    spaces = [valuation.spaces[space] for space in potential.spaces] if own else []
    dearest = sorted((*spaces, *_dearest_cards(potential, valuation, counts)), reverse=True)
    uses = sum(dearest[: own + others + potential.state.black])
    black = potential.state.black * valuation.more_black
    pending_value = sum(_owed(valuation, item) for item in potential.owed) + _incomes(potential, valuation)
    return dice + uses + black + potential.board.missing * valuation.coin_or_camel + pending_value


def _die(valuation: Worth, die: Die) -> int:
    values = valuation.dice if die.own else valuation.other_dice
    return max(values) if die.value is None else values[die.value - 1]


def _owed(valuation: Worth, pending: Owed) -> int:
    match pending.want:
        case Want.GOOD:
            return valuation.any_good
        case Want.TWO_GOODS:
            return valuation.two_goods
        case Want.CONTRACT:
            return valuation.prices.contract
        case Want.BLACK_DIE:
            return valuation.black_die
        case Want.STEP:
            return valuation.steps(pending.n)
        case Want.POST:
            return valuation.prices.post
        case Want.GAINS:
            return len(pending.placed) * valuation.town
        case Want.INCOME:
            return 0
    return valuation.town


def _incomes(potential: Prospects, valuation: Worth) -> int:
    """Return the value of the incomes whose tile is unknown; no two towns have the same tile."""
    unknown = (value for tile, value in valuation.incomes.items() if tile not in potential.incomes_known)
    return sum(n * value for n, value in zip(potential.incomes_asked, unknown, strict=False))


def _dearest_cards(potential: Prospects, valuation: Worth, counts: Counts) -> list[int]:
    """Return the values of the cards that a seat may use: in cities with its posts, and in those that it may reach."""
    most = {
        "towns": potential.towns + counts.posts,
        "posts": len(potential.board.posts) + counts.posts,
        "filled": len(potential.board.filled) + counts.filled,
    }
    gains = {
        card: value.more[-1] if value.goes_by is None else value.more[min(most[value.goes_by], len(value.more) - 1)]
        for card, value in valuation.cards.items()
    }
    usable = [gains[card] for card in potential.cards_here if card in gains]
    elsewhere = [gains[card] for cards in potential.cards_there for card in cards if card in gains]
    unplaced = sorted((gain for card, gain in gains.items() if card not in potential.cards_known), reverse=True)
    unknown_here = potential.cards_here.count(None)
    unknown_elsewhere = sum(cards.count(None) for cards in potential.cards_there)
    elsewhere = sorted((*elsewhere, *unplaced[unknown_here : unknown_here + unknown_elsewhere]), reverse=True)
    room = sum(sorted(map(len, potential.cards_there), reverse=True)[: counts.posts])
    return [*usable, *unplaced[:unknown_here], *elsewhere[:room]]


def _cards_and_tiles(potential: Prospects, valuation: Worth, counts: Counts) -> int:
    """Return the value of the contracts that may be filled and the bonus tiles that may be taken."""
    contract_value = valuation.contracts
    active = sum(
        valuation.prices.contract
        if contract.card is None
        else min(valuation.prices.contract, contract_value[contract.card])
        for contract in potential.board.active
    )
    excesses = (excess for excess, card in valuation.dear_contracts if card not in potential.filled_by_all)
    known_tiles, unknown = potential.tiles
    unknown_tiles = sorted(
        (valuation.tiles[tile] for tile in valuation.tiles if tile not in potential.tiles_known), reverse=True
    )
    tiles = sorted((*(valuation.tiles[tile] for tile in known_tiles), *unknown_tiles[:unknown]), reverse=True)
    contracts = sum(excess for excess, _ in zip(excesses, range(counts.filled), strict=False))
    return active + contracts + sum(tiles[: counts.posts + potential.tiles_awaited])
