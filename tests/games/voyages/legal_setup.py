"""Moves of the set-up, stated independently of `play`: dealing, characters and goal cards (V1, V4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.voyages.state import State
from tests.games.voyages.legal_facts import character_of, every_seat, goal_places, is_full

CHARACTERS = ("raschid", "matteo", "berke", "mercator", "niccolo_marco", "kubilai", "johannes", "wilhelm")


def setup_step(match: Any, state: State) -> tuple[str, list[int]]:
    """Return the kind of the present step, and the seats that may make its move.

    The step is that of the first kind in this order of which something is left.
    """
    for kind in ("deal_map", "deal_row", "deal_characters", "take_character", "deal_goals", "keep_goals"):
        if seats := _seats_of(match, state, kind):
            return kind, seats
    raise AssertionError("nothing is left of the set-up, but the first round has not begun")


def _seats_of(match: Any, state: State, kind: str) -> list[int]:
    draft, deal, full = match.options.get("draft", False), match.options.get("deal", False), is_full(match)
    if kind == "take_character" and draft:
        return _without_character(match, state)[-1:]
    if kind == "keep_goals" and draft and full:
        return [seat for seat in every_seat(state) if state.boards[seat - 1].goals is None]
    if not deal:
        return []
    if kind == "deal_goals":
        dealt = [(board.goals, board.goal_choice, board.goal_draw) for board in state.boards]
        return [seat for seat in every_seat(state) if not any(dealt[seat - 1])]
    open_characters = draft and state.open_characters is None and _without_character(match, state)
    needed = {"deal_map": draw_sizes(match, state, 1, "deal_map"), "deal_row": not state.market.row}
    return [1] if {**needed, "deal_characters": open_characters}.get(kind) else []


def draw_sizes(match: Any, state: State, seat: int, kind: str) -> list[int]:
    """Return the number of cards that may be meant by each value of a draw."""
    if kind == "deal_map":
        spaces = sum(3 if city.id == "SUM" else 1 for city in state.cities)
        cards = sum(len(city.cards) for city in state.cities)
        tiles = sum(city.bonus is not None for city in state.cities)
        letters = sum(town.tile is not None for town in state.towns)
        return [*range(10 - tiles, 3, -1), *range(31 - cards, 31 - spaces, -1), *range(6 - letters, 0, -1)]
    if kind == "deal_row":
        return [38, 37, 36, 35, 34, 33]
    if kind == "deal_characters":
        choosing = len(_without_character(match, state))
        free = len(CHARACTERS) - len(state.boards) + choosing
        return [*range(free, free - choosing - 1, -1)]
    named = match.options.get("goals") or [None] * len(state.boards)
    before = sum(cards is None for cards in named[: seat - 1])
    each = 4 if match.options.get("draft") else 2
    most = len(goal_places(match)) - 2 * sum(cards is not None for cards in named) - each * before
    return [*range(most, most - each, -1)]


def _without_character(match: Any, state: State) -> list[int]:
    return [seat for seat in every_seat(state) if character_of(match, state, seat) is None]


def characters_left(match: Any, state: State) -> list[str]:
    """Return the characters that may be taken: those that lie open, or else all that nobody has."""
    if state.open_characters is not None:
        return [person.value for person in state.open_characters]
    taken = [character_of(match, state, seat) for seat in every_seat(state)]
    return [name for name in CHARACTERS if name not in taken]


def is_setup_move(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether a seat may make this move of the set-up."""
    kind, seats = setup_step(match, state)
    if body["move"] != kind or seat not in seats:
        return False
    if kind == "take_character":
        return body["character"] in characters_left(match, state)
    if kind == "keep_goals":
        return _may_keep(match, body["cards"], state.boards[seat - 1].goal_choice)
    sizes = draw_sizes(match, state, seat, kind)
    values = body["chance"]
    return len(values) == len(sizes) and all(0 < value <= size for value, size in zip(values, sizes, strict=True))


def _may_keep(match: Any, cards: Sequence[str], dealt: Sequence[str | None] | None) -> bool:
    """Return whether these are two different goal cards, of those dealt if any were (V1)."""
    pile = [*goal_places(match)] if dealt is None else dealt
    return len(cards) == 2 and cards[0] != cards[1] and {*cards} <= {*pile}
