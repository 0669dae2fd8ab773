"""Random games played by the product and by a second implementation of its rulings; both must agree on every move."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.rules.game import Game, Match, move_from_json
from companion.rules.match_functions import standings
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.viewer import EVERYTHING

LONGEST_GAME = 20_000
"""Attempts after which a game that has not ended fails."""


class RefusedError(Exception):
    """A move that the reference engine does not accept. The ruling that forbids it may be unknown."""

    def __init__(self, message: str, ruling: str | None = None) -> None:
        super().__init__(message)
        self.ruling = ruling


class ReferenceEngine(Protocol):
    """A game played by the second implementation. A refused move changes nothing."""

    def play(self, seat: int, move: str, fields: dict[str, Any]) -> None: ...

    def is_over(self) -> bool: ...

    def active_seats(self) -> list[int]: ...

    def turn(self) -> int | None: ...

    def holdings(self, seat: int) -> dict[str, Any]: ...

    def total(self, seat: int) -> int: ...

    def rank(self, seat: int) -> int: ...


Engine = TypeVar("Engine", bound=ReferenceEngine)


class Attempt(NamedTuple):
    """A move that is tried, legal or not."""

    seat: int
    move: str
    fields: dict[str, Any]


RandomGame: TypeAlias = tuple[list[str], dict[str, Any]]
"""Names and options."""


def compare_games(
    game: Game,
    engine_class: Callable[[list[str], dict[str, Any]], Engine],
    random_game: Callable[[random.Random], RandomGame],
    random_attempts: Callable[[Engine, int, random.Random], Iterator[Attempt]],
    numbers: range,
) -> None:
    """Play random games, each seeded by its number, in which most kinds of moves are both accepted and refused.

    `random_attempts` gets the engine, which it may ask for whose turn it is, and the number of seats.
    """
    accepted: set[str] = set()
    refused: set[str] = set()
    for number in numbers:
        dice = random.Random(number)
        names, options = random_game(dice)
        engine = engine_class(names, options)
        for attempt, was_accepted in _play(game, engine, names, options, random_attempts(engine, len(names), dice)):
            (accepted if was_accepted else refused).add(attempt.move)
    assert min(len(accepted), len(refused)) > len(game.moves) / 2, "too few kinds of moves"


def _play(
    game: Game,
    engine: ReferenceEngine,
    names: list[str],
    options: dict[str, Any],
    random_attempts: Iterator[Attempt],
) -> Iterator[tuple[Attempt, bool]]:
    """Play a random game to its end, or as long as there are attempts; yield each attempt and whether it was accepted.

    Raises AssertionError where the two disagree, with the moves up to there.
    """
    match, state, _ = game.begin(names, options)
    attempts: list[Attempt] = []
    assert not (different := _differences(_shown_by(match, state), _shown_by_engine(engine, len(names)))), different
    for attempt in random_attempts:
        attempts.append(attempt)
        try:
            engine.play(*attempt)
            ruling: str | None = ""
        except RefusedError as refusal:
            ruling = f"{refusal.ruling} {refusal}"
        try:
            move = move_from_json(game, {"move": attempt.move, **attempt.fields})
            state, _ = match.play(state, attempt.seat, move)
            refused: str | None = ""
        except (IllegalMoveError, MalformedError) as error:
            refused = f"{getattr(error, 'ruling', None)} {error}"
        agree = bool(ruling) == bool(refused)
        assert agree, (
            f"product: {refused or 'accepted'}, reference: {ruling or 'accepted'}\n{names} {options}\n{attempts}"
        )
        different = _differences(_shown_by(match, state), _shown_by_engine(engine, len(names)))
        assert not different, f"{different}\n{names} {options}\n{attempts}"
        assert len(attempts) < LONGEST_GAME, "the game does not end"
        yield attempt, not ruling
        if engine.is_over():
            return


def _shown_by(match: Match, state: Any) -> dict[str, Any]:
    view = match.player_view(state, EVERYTHING)
    ranks = {place.seat: place.rank for place in standings(match, state)}
    shown: dict[str, Any] = {
        "over": match.over(state),
        "active": sorted(match.active_seats(state)),
        "turn": match.turn(state),
    }
    for seat, total in enumerate(match.totals(view), 1):
        shown |= _of_seat(seat, match.holdings(view, seat), total.value, ranks[seat] if shown["over"] else None)
    return shown


def _shown_by_engine(engine: ReferenceEngine, seats: int) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "over": engine.is_over(),
        "active": sorted(engine.active_seats()),
        "turn": engine.turn(),
    }
    for seat in range(1, seats + 1):
        rank = engine.rank(seat) if shown["over"] else None
        shown |= _of_seat(seat, engine.holdings(seat), engine.total(seat), rank)
    return shown


def _of_seat(seat: int, holdings: dict[str, Any], total: int | None, rank: int | None) -> dict[str, Any]:
    """Return the values of a seat without those that are not counted, and with names (of cards, dice) in order."""
    values = {"total": total, "rank": rank, **{name: value for name, value in holdings.items() if value is not None}}
    in_order = {
        name: sorted(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else value
        for name, value in values.items()
    }
    return {f"{name} of seat {seat}": value for name, value in in_order.items()}


def _differences(product: dict[str, Any], reference: dict[str, Any]) -> list[str]:
    names = [*product, *(name for name in reference if name not in product)]
    pairs = {name: (product.get(name, "nothing"), reference.get(name, "nothing")) for name in names}
    return [f"{name}: product {ours}, reference {theirs}" for name, (ours, theirs) in pairs.items() if ours != theirs]
