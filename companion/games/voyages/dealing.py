"""Dealing: from which piles the box deals, and to which places (option `deal`; V1, V4, V5, V24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.games.voyages.moves import DealCharacters, DealGoals, DealMap, DealRow
from companion.games.voyages.options import GOALS_EACH
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.setup_steps import SetupStep, drafting_seats, free_characters, goals_dealt_each
from companion.games.voyages.state import City, PlayerBoard, Setup, State, Town
from companion.games.voyages.state_changes import Outcome, board_of, refusal_error, seats_of, with_board
from companion.support.frozen_dataclasses import frozen


@frozen
class Pile:
    """A pile that is shuffled, and the places that get a card of it each."""

    sort: str
    """The sort of its cards, as in the names of components: `bonus`, `card`, `income`, `contract` or `person`."""
    cards: tuple[str, ...]
    """Ids, in the order of the edition."""
    places: tuple[str, ...]
    """Ids of places on the map, or numbers of slots, in the order in which they get their cards."""


def piles(setup: Setup, state: State, step: SetupStep) -> tuple[Pile, ...]:
    """Return the piles of a step that everybody sees; those of goals are secret."""
    match step:
        case SetupStep.MAP:
            return _map_piles(setup, state)
        case SetupStep.ROW:
            cards = tuple(card.id for card in setup.edition.contract_cards if not card.starting)
            return (Pile("contract", cards, _numbers(setup.edition.row.cards)),)
        case SetupStep.OPEN_CHARACTERS:
            people = tuple(person.value for person in free_characters(setup, state))
            return (Pile("person", people, _numbers(len(drafting_seats(setup, state)) + 1)),)
    return ()


def _numbers(n: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, n + 1))


def _map_piles(setup: Setup, state: State) -> tuple[Pile, ...]:
    """Return the piles of bonus tiles, city cards and income tiles, without what is known; none that nothing needs."""
    edition = setup.edition
    known_tiles = [city.bonus for city in state.cities]
    known_cards = [card for city in state.cities for card in city.cards]
    known_incomes = [town.tile for town in state.towns]
    spaces = [city.id for city in state.cities for _ in range(edition.place[city.id].cards - len(city.cards))]
    all_piles = (
        Pile("bonus", _without(edition.bonus, known_tiles), tuple(c.id for c in state.cities if c.bonus is None)),
        Pile("card", _without(edition.city_card, known_cards), tuple(spaces)),
        Pile("income", _without(edition.income, known_incomes), tuple(t.id for t in state.towns if t.tile is None)),
    )
    return tuple(pile for pile in all_piles if pile.places)


def _without(cards: Iterable[str], known: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(card for card in cards if card not in known)


def cards_left(setup: Setup, state: State, seat: int, step: SetupStep) -> tuple[int, ...]:
    """Return for each card that a step deals the number of cards left in its pile, of which it is one."""
    if step is SetupStep.GOALS:
        return tuple(_goals_left(setup, state, seat))
    return tuple(len(pile.cards) - index for pile in piles(setup, state, step) for index, _ in enumerate(pile.places))


def _goals_left(setup: Setup, state: State, seat: int) -> range:
    """Return the numbers of goal cards left for each card of a seat.

    They depend on public facts alone: two cards are missing for each seat whose goals the options name, even if two of
    these seats have the same card.
    """
    drawing = _seats_with_dealt_goals(setup, state)
    each = goals_dealt_each(setup)
    named = len(setup.names) - len(drawing)
    left = len(setup.edition.goal_deck) - named * GOALS_EACH - drawing.index(seat) * each
    return range(left, left - each, -1)


def _seats_with_dealt_goals(setup: Setup, state: State) -> list[int]:
    return [seat for seat in seats_of(state) if seat not in setup.seats_with_named_goals]


def _deal(cards: Sequence[str], chance: Sequence[int]) -> tuple[str, ...]:
    """Return the cards of these indexes, from 1, each into what is left."""
    left = list(cards)
    return tuple(left.pop(index - 1) for index in chance)


def _check(setup: Setup, state: State, seat: int, step: SetupStep, chance: Sequence[int], ruling: str) -> None:
    """Check that each value is an index into the cards left. Raises IllegalMoveError."""
    left = cards_left(setup, state, seat, step)
    if len(chance) != len(left) or any(not 1 <= index <= n for index, n in zip(chance, left, strict=True)):
        raise refusal_error("deal", ruling, n=len(left))


def _dealt(setup: Setup, state: State, step: SetupStep, chance: Sequence[int]) -> Mapping[str, list[tuple[str, str]]]:
    """Return the places with their cards, by the sort of the pile."""
    dealt = {}
    for pile in piles(setup, state, step):
        own, chance = chance[: len(pile.places)], chance[len(pile.places) :]
        dealt[pile.sort] = [*zip(pile.places, _deal(pile.cards, own), strict=True)]
    return dealt


def deal_map(setup: Setup, state: State, seat: int, move: DealMap) -> Outcome:
    """Lay the tiles and cards on the map that are not known yet (V1)."""
    _check(setup, state, seat, SetupStep.MAP, move.chance, "V1")
    dealt = _dealt(setup, state, SetupStep.MAP, move.chance)
    tiles, letters = dict(dealt.get("bonus", ())), dict(dealt.get("income", ()))
    cities = tuple(
        City(
            city.id,
            (*city.cards, *(card for place, card in dealt.get("card", ()) if place == city.id)),
            bonus=city.bonus or tiles[city.id],
        )
        for city in state.cities
    )
    towns = tuple(Town(town.id, town.tile or letters[town.id]) for town in state.towns)
    return replace(state, cities=cities, towns=towns), ()


def deal_row(setup: Setup, state: State, seat: int, move: DealRow) -> Outcome:
    """Lay out the contracts of the first round (V5)."""
    _check(setup, state, seat, SetupStep.ROW, move.chance, "V5")
    row = tuple(card for _, card in _dealt(setup, state, SetupStep.ROW, move.chance)["contract"])
    return replace(state, market=replace(state.market, row=row)), ()


def deal_characters(setup: Setup, state: State, seat: int, move: DealCharacters) -> Outcome:
    """Lay open the characters to choose from, one more than there are seats that choose (V4)."""
    _check(setup, state, seat, SetupStep.OPEN_CHARACTERS, move.chance, "V4")
    people = [Person(word) for _, word in _dealt(setup, state, SetupStep.OPEN_CHARACTERS, move.chance)["person"]]
    return replace(state, open_characters=tuple(person for person in Person if person in people)), ()


def deal_goals(setup: Setup, state: State, seat: int, move: DealGoals) -> Outcome:
    """Draw the goal cards of a seat; all get their cards once the last seat has drawn (V1).

    So the order in which seats draw changes nothing, and nobody learns from it.
    """
    _check(setup, state, seat, SetupStep.GOALS, move.chance, "V1")
    state = with_board(state, seat, replace(board_of(state, seat), goal_draw=move.chance))
    drawing = _seats_with_dealt_goals(setup, state)
    if any(board_of(state, other).goal_draw is None for other in drawing):
        return state, ()
    named = [card for board in state.boards for card in board.goals or ()]
    left = list(_without(setup.edition.goal, named))
    for other in drawing:
        board = board_of(state, other)
        cards = tuple(sorted(left.pop(index - 1) for index in board.goal_draw or () if index is not None))
        state = with_board(state, other, _with_goals(setup, board, cards))
    return state, ()


def _with_goals(setup: Setup, board: PlayerBoard, cards: tuple[str, ...]) -> PlayerBoard:
    """Return the board with these goal cards: to choose from in a draft, else as the seat's goals."""
    if setup.agreed.draft:
        return replace(board, goal_draw=None, goal_choice=cards)
    first, second = cards
    return replace(board, goal_draw=None, goals=(first, second))
