"""What may still come to a seat, counted, whatever it is worth: dice, places, cards, posts and contracts."""

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
    """How many posts a seat may still place or move, and how many contracts fill, at most."""

    posts: int
    filled: int


@frozen(slots=False)
class Prospects:
    """What a seat has before it, by the state alone."""

    setup: Setup
    state: State
    seat: int

    @cached_property
    def board(self) -> PlayerBoard:
        """What lies before it."""
        return board_of(self.state, self.seat)

    @cached_property
    def owed(self) -> tuple[Owed, ...]:
        """What waits for its answer."""
        return tuple(one for one in self.state.owed if one.seat == self.seat)

    @cached_property
    def rounds(self) -> int:
        """How many rounds are still to begin."""
        return self.setup.edition.start.rounds - self.state.round

    @cached_property
    def acts(self) -> bool:
        """Whether it may still do anything in this round but end its turn."""
        state = self.state
        if state.phase is not Phase.TURNS or self.board.dice:
            return state.phase in (Phase.ROLLS, Phase.TURNS)
        if state.turn is None or state.turn.seat != self.seat:
            return False
        return bool(self.owed) or self._buys(bought=state.turn.bought) or self._fills

    def _buys(self, *, bought: bool) -> bool:
        """Whether it can buy a black die in this turn (V28, V33)."""
        cost = self.setup.edition.spaces.black_die
        return bool(self.state.black) and not bought and lacking(self.board.purse, cost) is None

    @property
    def _fills(self) -> bool:
        """Whether it can fill a contract, as far as they are known."""
        cards = (one.card for one in self.board.active)
        costs = (None if card is None else self.setup.edition.contract[card].cost for card in cards)
        return any(cost is None or lacking(self.board.purse, cost) is None for cost in costs)

    @cached_property
    def done(self) -> bool:
        """Whether it does nothing more in this game but say its goals."""
        return not self.acts and not self.rounds

    @cached_property
    def others_act(self) -> bool:
        """Whether any other seat may still do anything in this round."""
        return any(Prospects(self.setup, self.state, seat).acts for seat in seats_of(self.state) if seat != self.seat)

    # Dice.

    @cached_property
    def dice(self) -> tuple[int, int]:
        """How many dice of its own colour, and how many others, it has still to use in this round."""
        if not self.acts:
            return 0, 0
        if not self.board.rolled:
            own = self.setup.edition.start.dice
            return own, dice_rolled(self.setup, self.seat) - own
        own = sum(die.own for die in self.board.dice)
        return own, len(self.board.dice) - own

    @cached_property
    def may_use_dice(self) -> bool:
        """Whether it has dice in this round, or may get some."""
        return self.acts and bool(sum(self.dice) or self.state.black)

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """Where it may still place dice of its own colour in this round (V10, V14)."""
        lying = self.state.spaces
        return tuple(
            space
            for space in _SPACES
            if not any(one.seat == self.seat and one.die.own for one in getattr(lying, space))
            and (space != "khan" or len(lying.khan) < self.setup.edition.spaces.khan_slots)
        )

    @cached_property
    def dice_of_others(self) -> int:
        """The dice that the others have still to use in this round."""
        others = (seat for seat in seats_of(self.state) if seat != self.seat)
        return sum(sum(Prospects(self.setup, self.state, seat).dice) for seat in others)

    # Cards and tiles.

    @cached_property
    def cards_here(self) -> Cards:
        """The cards that it may use in this round, where it has posts; None of those that are not known."""
        return tuple(card for city in self._cards if city[0] in self.board.posts for card in city[1])

    @cached_property
    def cards_there(self) -> tuple[Cards, ...]:
        """Those of each of the other cities."""
        return tuple(cards for city, cards in self._cards if city not in self.board.posts and cards)

    @cached_property
    def _cards(self) -> tuple[tuple[str, Cards], ...]:
        found = []
        for city in self.state.cities:
            unknown = (None,) * (self.setup.edition.place[city.id].cards - len(city.cards))
            found.append((city.id, (*(card for card in city.cards if card not in city.used), *unknown)))
        return tuple(found)

    @cached_property
    def cards_known(self) -> frozenset[str]:
        """The cards of which it is known where they lie."""
        return frozenset(card for city in self.state.cities for card in city.cards)

    @cached_property
    def tiles(self) -> tuple[tuple[str, ...], int]:
        """The bonus tiles that lie there for certain, and how many do that are not known."""
        asked = {one.at for one in self.owed if one.want is Want.BONUS}
        known = tuple(city.bonus for city in self.state.cities if city.bonus is not None and not city.visited)
        unknown = sum(city.bonus is None and (not city.visited or city.id in asked) for city in self.state.cities)
        return known, unknown

    @cached_property
    def tiles_known(self) -> frozenset[str]:
        """The bonus tiles of which it is known where they lie or lay."""
        return frozenset(city.bonus for city in self.state.cities if city.bonus is not None)

    @cached_property
    def tiles_awaited(self) -> int:
        """How many places it has come to whose tile it has not had yet."""
        asked = sum(one.want is Want.BONUS for one in self.owed)
        placed = sum(len(one.placed) for one in self.owed if one.want is Want.GAINS)
        return asked + placed - sum(one.want is Want.POST for one in self.owed)

    @cached_property
    def incomes_asked(self) -> tuple[int, ...]:
        """How often the income of each town waits of which it is not known, the most often first."""
        asked = Counter(one.at for one in self.owed if one.want is Want.INCOME)
        return tuple(sorted(asked.values(), reverse=True))

    @cached_property
    def incomes_known(self) -> frozenset[str]:
        """The income tiles of which it is known where they lie."""
        return frozenset(town.tile for town in self.state.towns if town.tile is not None)

    @cached_property
    def towns(self) -> int:
        """In how many towns it has a post."""
        return sum(town.id in self.board.posts for town in self.setup.edition.towns)

    @cached_property
    def filled_by_all(self) -> frozenset[str]:
        """The contracts that nobody fills again."""
        return frozenset(card for board in self.state.boards for card in board.filled if card is not None)


def worth_of(ahead: Prospects, worth: Worth, counts: Counts) -> int:
    """What a seat holds and what may still come to it, at most, at these prices; what is counted at the end apart."""
    board, others = ahead.board, ahead.dice_of_others * worth.copied if worth.copied else 0
    held: int = sum(n * getattr(board.purse, name) for name, n in worth.one.items())
    if ahead.done:
        black = ahead.state.black if ahead.others_act else 0
        return held + others + black * worth.copied
    rounds = ahead.rounds * worth.round
    return held + others + rounds + _of_the_round(ahead, worth, counts) + _cards_and_tiles(ahead, worth, counts)


def _of_the_round(ahead: Prospects, worth: Worth, counts: Counts) -> int:
    """What dice bring that are still to be used, and what waits."""
    if not ahead.acts:
        return ahead.state.black * worth.copied
    own, others = ahead.dice
    rolled = sum(_die(worth, die) for die in ahead.board.dice)
    dice = rolled if ahead.board.rolled else worth.unrolled(own, others)
    spaces = [worth.spaces[space] for space in ahead.spaces] if own else []
    dearest = sorted((*spaces, *_dearest_cards(ahead, worth, counts)), reverse=True)
    uses = sum(dearest[: own + others + ahead.state.black])
    black = ahead.state.black * worth.more_black
    owed = sum(_owed(worth, one) for one in ahead.owed) + _incomes(ahead, worth)
    return dice + uses + black + ahead.board.missing * worth.coin_or_camel + owed


def _die(worth: Worth, die: Die) -> int:
    values = worth.dice if die.own else worth.other_dice
    return max(values) if die.value is None else values[die.value - 1]


def _owed(worth: Worth, owed: Owed) -> int:
    match owed.want:
        case Want.GOOD:
            return worth.any_good
        case Want.TWO_GOODS:
            return worth.two_goods
        case Want.CONTRACT:
            return worth.prices.contract
        case Want.BLACK_DIE:
            return worth.black_die
        case Want.STEP:
            return worth.steps(owed.n)
        case Want.POST:
            return worth.prices.post
        case Want.GAINS:
            return len(owed.placed) * worth.town
        case Want.INCOME:
            return 0
    return worth.town


def _incomes(ahead: Prospects, worth: Worth) -> int:
    """Towns whose tile is asked for: no two have the same."""
    unknown = (value for tile, value in worth.incomes.items() if tile not in ahead.incomes_known)
    return sum(n * value for n, value in zip(ahead.incomes_asked, unknown, strict=False))


def _dearest_cards(ahead: Prospects, worth: Worth, counts: Counts) -> list[int]:
    """What the cards bring that a seat may use: where it has posts, and in as many cities as it may come to."""
    most = {
        "towns": ahead.towns + counts.posts,
        "posts": len(ahead.board.posts) + counts.posts,
        "filled": len(ahead.board.filled) + counts.filled,
    }
    gains = {
        card: one.more[-1] if one.goes_by is None else one.more[min(most[one.goes_by], len(one.more) - 1)]
        for card, one in worth.cards.items()
    }
    here = [gains[card] for card in ahead.cards_here if card in gains]
    there = [gains[card] for cards in ahead.cards_there for card in cards if card in gains]
    new = sorted((gain for card, gain in gains.items() if card not in ahead.cards_known), reverse=True)
    slots, elsewhere = ahead.cards_here.count(None), sum(cards.count(None) for cards in ahead.cards_there)
    there = sorted((*there, *new[slots : slots + elsewhere]), reverse=True)
    room = sum(sorted(map(len, ahead.cards_there), reverse=True)[: counts.posts])
    return [*here, *new[:slots], *there[:room]]


def _cards_and_tiles(ahead: Prospects, worth: Worth, counts: Counts) -> int:
    """Contracts that may be filled, and bonus tiles that may be found."""
    value = worth.contracts
    active = sum(
        worth.prices.contract if one.card is None else min(worth.prices.contract, value[one.card])
        for one in ahead.board.active
    )
    dear = (more for more, card in worth.dear_contracts if card not in ahead.filled_by_all)
    known, unknown = ahead.tiles
    new = sorted((worth.tiles[tile] for tile in worth.tiles if tile not in ahead.tiles_known), reverse=True)
    tiles = sorted((*(worth.tiles[tile] for tile in known), *new[:unknown]), reverse=True)
    contracts = sum(more for more, _ in zip(dear, range(counts.filled), strict=False))
    return active + contracts + sum(tiles[: counts.posts + ahead.tiles_awaited])
