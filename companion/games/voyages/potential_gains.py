"""The most that a seat may still gain, whatever it is worth: dice, places, cards, posts and contracts."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from companion.games.voyages.bound_valuation import Valuation
from companion.games.voyages.coloured_dice import ColouredDie
from companion.games.voyages.rounds import dice_rolled
from companion.games.voyages.state import PendingItem, PendingKind, Phase, PlayerBoard, Setup, State
from companion.games.voyages.state_changes import board_of, lacking_thing, seats_of
from companion.support.frozen_dataclasses import frozen

_SPACES = ("take_five", "camel", "pepper", "silk", "gold", "khan", "contracts", "travel")
Cards = tuple[str | None, ...]


@frozen
class PotentialCounts:
    """The most posts that a seat may still place or move, and the most contracts that it may still fill."""

    posts: int
    filled: int


@frozen(slots=False)
class Potential:
    """The most that a seat may still gain, by the state alone; `final_points_bounds` makes a limit of it."""

    setup: Setup
    state: State
    seat: int

    @cached_property
    def board(self) -> PlayerBoard:
        """The player board of the seat."""
        return board_of(self.state, self.seat)

    @cached_property
    def pending(self) -> tuple[PendingItem, ...]:
        """The pending items of the seat."""
        return tuple(item for item in self.state.pending if item.seat == self.seat)

    @cached_property
    def rounds(self) -> int:
        """The number of rounds that have not begun."""
        return self.setup.edition.start.rounds - self.state.round

    @cached_property
    def can_act(self) -> bool:
        """True if the seat may still do anything in this round except end its turn."""
        state = self.state
        if state.phase is not Phase.TURNS or self.board.dice:
            return state.phase in (Phase.ROLLS, Phase.TURNS)
        if state.turn is None or state.turn.seat != self.seat:
            return False
        return bool(self.pending) or self._can_buy_die(bought=state.turn.bought) or self._can_fill

    def _can_buy_die(self, *, bought: bool) -> bool:
        """Return whether it can buy a black die in this turn (V28, V33)."""
        cost = self.setup.edition.spaces.black_die
        return bool(self.state.black) and not bought and lacking_thing(self.board.purse, cost) is None

    @property
    def _can_fill(self) -> bool:
        """True if it can fill a contract, as far as they are known."""
        cards = (contract.card for contract in self.board.active)
        costs = (None if card is None else self.setup.edition.contract[card].cost for card in cards)
        return any(cost is None or lacking_thing(self.board.purse, cost) is None for cost in costs)

    @cached_property
    def finished(self) -> bool:
        """True if it does nothing more in this game except reveal its goals."""
        return not self.can_act and not self.rounds

    @cached_property
    def others_can_act(self) -> bool:
        """True if any other seat may still do anything in this round."""
        return any(
            Potential(self.setup, self.state, seat).can_act for seat in seats_of(self.state) if seat != self.seat
        )

    # Dice.

    @cached_property
    def dice_to_use(self) -> tuple[int, int]:
        """The number of dice in its colour, and in others, that it can still use in this round."""
        if not self.can_act:
            return 0, 0
        if not self.board.rolled:
            own = self.setup.edition.start.dice
            return own, dice_rolled(self.setup, self.seat) - own
        own = sum(die.own for die in self.board.dice)
        return own, len(self.board.dice) - own

    @cached_property
    def may_use_dice(self) -> bool:
        """True if it has dice in this round or may get some."""
        return self.can_act and bool(sum(self.dice_to_use) or self.state.black)

    @cached_property
    def open_spaces(self) -> tuple[str, ...]:
        """The action spaces where the seat may still place dice in its colour in this round: none of its dice
        there, and at the Khan a free slot (V10, V14).
        """
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
        return sum(sum(Potential(self.setup, self.state, seat).dice_to_use) for seat in others)

    # Cards and tiles.

    @cached_property
    def usable_cards(self) -> Cards:
        """The cards in cities with its posts that it may use in this round; None for each unknown one."""
        return tuple(card for city in self._cards_by_city if city[0] in self.board.posts for card in city[1])

    @cached_property
    def cards_elsewhere(self) -> tuple[Cards, ...]:
        """The cards of each of the other cities."""
        return tuple(cards for city, cards in self._cards_by_city if city not in self.board.posts and cards)

    @cached_property
    def _cards_by_city(self) -> tuple[tuple[str, Cards], ...]:
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
        """The bonus tiles that are certainly in a city, and the number of unknown ones."""
        asked_cities = {item.place for item in self.pending if item.kind is PendingKind.BONUS}
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
    def tiles_due(self) -> int:
        """The number of places that it has reached and whose tile it has not received yet."""
        bonus_items = sum(item.kind is PendingKind.BONUS for item in self.pending)
        new_posts = sum(len(item.new_posts) for item in self.pending if item.kind is PendingKind.GAINS)
        return bonus_items + new_posts - sum(item.kind is PendingKind.POST for item in self.pending)

    @cached_property
    def unknown_incomes(self) -> tuple[int, ...]:
        """The number of pending incomes of each town with an unknown tile, the greatest first."""
        counts = Counter(item.place for item in self.pending if item.kind is PendingKind.INCOME)
        return tuple(sorted(counts.values(), reverse=True))

    @cached_property
    def incomes_known(self) -> frozenset[str]:
        """The income tiles whose town is known."""
        return frozenset(town.tile for town in self.state.towns if town.tile is not None)

    @cached_property
    def town_count(self) -> int:
        """The number of towns where it has a post."""
        return sum(town.id in self.board.posts for town in self.setup.edition.towns)

    @cached_property
    def filled_contracts(self) -> frozenset[str]:
        """The contracts that were filled and so cannot be filled again."""
        return frozenset(card for board in self.state.boards for card in board.filled if card is not None)


def value_of_potential(potential: Potential, valuation: Valuation, counts: PotentialCounts) -> int:
    """Return the most that a seat's holdings and potential are worth at these prices.

    The points that are counted at the end come on top.
    """
    board, others = (
        potential.board,
        potential.dice_of_others * valuation.copied_per_die if valuation.copied_per_die else 0,
    )
    held: int = sum(n * getattr(board.purse, name) for name, n in valuation.unit_prices.items())
    if potential.finished:
        black = potential.state.black if potential.others_can_act else 0
        return held + others + black * valuation.copied_per_die
    rounds = potential.rounds * valuation.value_of_round
    return (
        held
        + others
        + rounds
        + _value_of_round(potential, valuation, counts)
        + _contract_and_tile_value(potential, valuation, counts)
    )


def _value_of_round(potential: Potential, valuation: Valuation, counts: PotentialCounts) -> int:
    """Return the value of the dice that can still be used, and of the pending items."""
    if not potential.can_act:
        return potential.state.black * valuation.copied_per_die
    own, others = potential.dice_to_use
    rolled = sum(_die_value(valuation, die) for die in potential.board.dice)
    dice = rolled if potential.board.rolled else valuation.value_of_unrolled(own, others)
    spaces = [valuation.space_surplus[space] for space in potential.open_spaces] if own else []
    dearest = sorted((*spaces, *_card_values(potential, valuation, counts)), reverse=True)
    uses = sum(dearest[: own + others + potential.state.black])
    black = potential.state.black * valuation.black_die_surplus
    pending_value = sum(_pending_value(valuation, item) for item in potential.pending) + _unknown_income_value(
        potential, valuation
    )
    return dice + uses + black + potential.board.missing * valuation.dearer_of_coin_and_camel + pending_value


def _die_value(valuation: Valuation, die: ColouredDie) -> int:
    values = valuation.die_values if die.own else valuation.other_die_values
    return max(values) if die.value is None else values[die.value - 1]


def _pending_value(valuation: Valuation, pending: PendingItem) -> int:
    match pending.kind:
        case PendingKind.GOOD:
            return valuation.best_good
        case PendingKind.TWO_GOODS:
            return valuation.best_two_goods
        case PendingKind.CONTRACT:
            return valuation.prices.contract
        case PendingKind.BLACK_DIE:
            return valuation.black_die
        case PendingKind.STEP:
            return valuation.value_of_steps(pending.n)
        case PendingKind.POST:
            return valuation.prices.post
        case PendingKind.GAINS:
            return len(pending.new_posts) * valuation.best_income
        case PendingKind.INCOME:
            return 0
    return valuation.best_income


def _unknown_income_value(potential: Potential, valuation: Valuation) -> int:
    """Return the value of the incomes whose tile is unknown; no two towns have the same tile."""
    unknown = (value for tile, value in valuation.income_values.items() if tile not in potential.incomes_known)
    return sum(n * value for n, value in zip(potential.unknown_incomes, unknown, strict=False))


def _card_values(potential: Potential, valuation: Valuation, counts: PotentialCounts) -> list[int]:
    """Return the values of the cards that a seat may use: in cities with its posts, and in those that it may reach."""
    most = {
        "towns": potential.town_count + counts.posts,
        "posts": len(potential.board.posts) + counts.posts,
        "filled": len(potential.board.filled) + counts.filled,
    }
    gains = {
        card: value.surplus[-1]
        if value.depends_on is None
        else value.surplus[min(most[value.depends_on], len(value.surplus) - 1)]
        for card, value in valuation.card_values.items()
    }
    usable = [gains[card] for card in potential.usable_cards if card in gains]
    elsewhere = [gains[card] for cards in potential.cards_elsewhere for card in cards if card in gains]
    unplaced = sorted((gain for card, gain in gains.items() if card not in potential.cards_known), reverse=True)
    unknown_here = potential.usable_cards.count(None)
    unknown_elsewhere = sum(cards.count(None) for cards in potential.cards_elsewhere)
    elsewhere = sorted((*elsewhere, *unplaced[unknown_here : unknown_here + unknown_elsewhere]), reverse=True)
    room = sum(sorted(map(len, potential.cards_elsewhere), reverse=True)[: counts.posts])
    return [*usable, *unplaced[:unknown_here], *elsewhere[:room]]


def _contract_and_tile_value(potential: Potential, valuation: Valuation, counts: PotentialCounts) -> int:
    """Return the value of the contracts that may be filled and the bonus tiles that may be taken."""
    contract_value = valuation.contract_values
    active = sum(
        valuation.prices.contract
        if contract.card is None
        else min(valuation.prices.contract, contract_value[contract.card])
        for contract in potential.board.active
    )
    excesses = (excess for excess, card in valuation.excess_contracts if card not in potential.filled_contracts)
    known_tiles, unknown = potential.tiles
    unknown_tiles = sorted(
        (valuation.tile_surplus[tile] for tile in valuation.tile_surplus if tile not in potential.tiles_known),
        reverse=True,
    )
    tiles = sorted((*(valuation.tile_surplus[tile] for tile in known_tiles), *unknown_tiles[:unknown]), reverse=True)
    contracts = sum(excess for excess, _ in zip(excesses, range(counts.filled), strict=False))
    return active + contracts + sum(tiles[: counts.posts + potential.tiles_due])
