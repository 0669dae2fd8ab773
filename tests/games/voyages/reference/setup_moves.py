"""Set-up played move by move: dealing, the choice of characters, and goal cards, before round 1 (V1, V4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.games.voyages.reference.rounds import start_round
from tests.games.voyages.reference.setup import CHARACTERS, cards_of_city, goal_cards, set_up_character
from tests.games.voyages.reference.state import Fields, Seat, Table, refuse

ROW_LENGTH = 6
KEPT_GOALS = 2


def begin_if_set_up(table: Table) -> None:
    """Begin round 1 once no step of the set-up is left."""
    if table.phase == "setup" and not seats_of_step(table):
        start_round(table)


def seats_of_step(table: Table) -> dict[str, list[int]]:
    """Return the present step, with the seats that may make its move; nothing once the set-up is complete."""
    steps: dict[str, Iterable[Seat]] = {
        "deal_map": table.seats[:1] if table.deal and map_sizes(table) else [],
        "deal_row": table.seats[:1] if table.deal and not table.row else [],
        "deal_characters": table.seats[:1] if table.deal and table.open is None and _choosing(table) else [],
        "take_character": _choosing(table)[-1:],
        "deal_goals": [seat for seat in _drawing(table) if seat.drawn is None] if table.deal else [],
        "keep_goals": [seat for seat in table.seats if seat.goals is None] if table.draft and table.full else [],
    }
    for step, seats in steps.items():
        numbers = [seat.number for seat in seats]
        if numbers:
            return {step: numbers}
    return {}


def _choosing(table: Table) -> list[Seat]:
    """Return the seats that have no character yet; without a draft there are none."""
    return [seat for seat in table.seats if not seat.character]


def _drawing(table: Table) -> list[Seat]:
    """Return the seats that get their goal cards by dealing, those that have them already included."""
    return [seat for seat in table.seats if not seat.goals_from_setup]


def sizes(table: Table, seat: Seat, step: str) -> list[int]:
    """Return how many cards are left before each card of a step is dealt."""
    if step == "deal_map":
        return map_sizes(table)
    if step == "deal_row":
        return _falling(len(_row_pile(table)), ROW_LENGTH)
    if step == "deal_characters":
        return _falling(len(free_characters(table)), len(_choosing(table)) + 1)
    each = _goals_each(table)
    before = [other for other in _drawing(table) if other.number < seat.number]
    named = len(table.seats) - len(_drawing(table))
    return _falling(len(_all_goals(table)) - KEPT_GOALS * named - each * len(before), each)


def map_sizes(table: Table) -> list[int]:
    """Return the sizes of the three piles of the map, card by card."""
    piles = (
        (_bonus_pile(table), _places_without(table.bonus_tiles)),
        (_card_pile(table), _card_spaces(table)),
        (_income_pile(table), _places_without(table.incomes)),
    )
    return [size for pile, places in piles for size in _falling(len(pile), len(places))]


def _falling(most: int, count: int) -> list[int]:
    return [most - index for index in range(count)]


def _places_without(tiles: dict[str, str | None]) -> list[str]:
    return [place for place, tile in tiles.items() if tile is None]


def _card_spaces(table: Table) -> list[str]:
    spaces: list[str] = []
    for city, cards in table.city_cards.items():
        spaces += [city] * (cards_of_city(city) - len(cards))
    return spaces


def _bonus_pile(table: Table) -> list[str]:
    return [tile for tile in table.figures.ids("bonus_tiles") if tile not in table.bonus_tiles.values()]


def _card_pile(table: Table) -> list[str]:
    known = {card for cards in table.city_cards.values() for card in cards}
    return [card for card in table.figures.ids("city_cards") if card not in known]


def _income_pile(table: Table) -> list[str]:
    return [letter for letter in table.figures.ids("town_incomes") if letter not in table.incomes.values()]


def _row_pile(table: Table) -> list[str]:
    return [name for name in table.figures.ids("contracts") if name.startswith("K")]


def _all_goals(table: Table) -> list[str]:
    return list(table.figures.tables["goal_cards"]["list"])


def free_characters(table: Table) -> list[str]:
    """Return the characters that a seat may take now."""
    if table.open is not None:
        return table.open
    taken = [seat.character for seat in table.seats]
    return [name for name in CHARACTERS if name not in taken]


def _goals_each(table: Table) -> int:
    return 4 if table.draft else KEPT_GOALS


def play_set_up(table: Table, seat: Seat, move: str, fields: Fields) -> None:
    """Play a move of the set-up; round 1 begins by itself after the last one."""
    if seat.number not in seats_of_step(table).get(move, []):
        refuse(f"{move} of seat {seat.number} is not the present step of the set-up", "V1")
    if "chance" in fields:
        _check_chance(sizes(table, seat, move), fields["chance"])
    HANDLERS[move](table, seat, fields)
    begin_if_set_up(table)


def _check_chance(wanted: list[int], values: list[int]) -> None:
    if len(values) != len(wanted) or not all(1 <= value <= size for value, size in zip(values, wanted, strict=True)):
        refuse(f"a number up to each of {wanted}", "V1")


def _draw(pile: list[str], values: Iterable[int]) -> list[str]:
    """Take cards out of a pile, each by its number among those that are left."""
    return [pile.pop(value - 1) for value in values]


def _deal_map(table: Table, _seat: Seat, fields: Fields) -> None:
    values: list[int] = list(fields["chance"])

    def deal(pile: list[str], places: list[str]) -> Iterable[tuple[str, str]]:
        own, values[:] = values[: len(places)], values[len(places) :]
        return zip(places, _draw(pile, own), strict=True)

    table.bonus_tiles.update(deal(_bonus_pile(table), _places_without(table.bonus_tiles)))
    for city, card in deal(_card_pile(table), _card_spaces(table)):
        table.city_cards[city].append(card)
    table.incomes.update(deal(_income_pile(table), _places_without(table.incomes)))


def _deal_row(table: Table, _seat: Seat, fields: Fields) -> None:
    table.row = list(_draw(_row_pile(table), fields["chance"]))


def _deal_characters(table: Table, _seat: Seat, fields: Fields) -> None:
    table.open = _draw(free_characters(table), fields["chance"])


def _take_character(table: Table, seat: Seat, fields: Fields) -> None:
    character: str = fields["character"]
    free = free_characters(table)
    if character not in free:
        refuse(f"{character} is not free", "V4")
    if table.open is not None:
        table.open = [name for name in free if name != character]
    seat.character = character
    set_up_character(table, seat)


def _deal_goals(table: Table, seat: Seat, fields: Fields) -> None:
    """Note the draw; the last one lets every seat have its cards, by seat."""
    seat.drawn = list(fields["chance"])
    if any(other.drawn is None for other in _drawing(table)):
        return
    named = {card for other in table.seats for card in other.goals or ()}
    pile = [card for card in _all_goals(table) if card not in named]
    for other in _drawing(table):
        cards = _draw(pile, other.drawn or [])
        if table.draft:
            other.dealt_goals = cards
        else:
            other.goals = tuple(cards)


def _keep_goals(table: Table, seat: Seat, fields: Fields) -> None:
    cards = goal_cards(table.figures, fields["cards"])
    if seat.dealt_goals is not None and not set(cards) <= set(seat.dealt_goals):
        refuse("two of the cards dealt to this seat", "V1")
    seat.goals = cards


HANDLERS: dict[str, Callable[[Table, Seat, dict[str, Any]], None]] = {
    "deal_map": _deal_map,
    "deal_row": _deal_row,
    "deal_characters": _deal_characters,
    "take_character": _take_character,
    "deal_goals": _deal_goals,
    "keep_goals": _keep_goals,
}
