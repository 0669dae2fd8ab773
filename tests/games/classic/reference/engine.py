"""Reference engine of Marco Polo (1983), the roulette game: the one class that tests use."""

from collections.abc import Callable
from typing import Any

from tests.games.classic.reference.arrival import arrive, finish_mission, give_gifts
from tests.games.classic.reference.fields import check_names, integer, integer_in, mapping, named_card, text
from tests.games.classic.reference.hasard import begin_follow_up, do_effect
from tests.games.classic.reference.road import (
    claim,
    end_turn,
    fight,
    pay_debt,
    ransom,
    refuse_fight,
    restart,
    settle_debt,
    spin,
)
from tests.games.classic.reference.setup import make_setup
from tests.games.classic.reference.state import Game, holdings, initial_game
from tests.games.classic.reference.trade import buy, sell, trade
from tests.kit.reference_games import RefusedError

TurnMove = Callable[[Game, dict[str, Any]], None]

TURN_MOVES: dict[str, tuple[TurnMove, tuple[str, ...]]] = {
    "spin": (spin, ("spin", "arrived")),
    "fight": (fight, ("fight",)),
    "refuse_fight": (refuse_fight, ("fight",)),
    "ransom": (ransom, ("ransom",)),
    "arrive": (arrive, ("arrive",)),
    "sell": (sell, ("arrived", "ransom", "debt")),
    "buy": (buy, ("arrived",)),
    "trade": (trade, ("arrived",)),
    "give_gifts": (give_gifts, ("arrived",)),
    "finish_mission": (finish_mission, ("arrived",)),
    "claim": (claim, ("arrived",)),
    "end_turn": (end_turn, ("arrived", "debt")),
}
"""Moves of the seat whose turn it is, with the phases in which they may be made."""

RULING_OF_PHASE = {"spin": "C1", "fight": "C3", "ransom": "C4", "arrive": "C8", "debt": "C16"}
"""Ruling cited when a move is made in a phase that asks for another one."""


class Engine:
    """One game; sums are in besants and seats count from 1."""

    def __init__(self, names: list[str], options: dict[str, Any]) -> None:
        """Begin a game, or raise RefusedError for options that do not exist or do not fit."""
        self._game = initial_game(make_setup(names, options))

    def play(self, seat: int, move: str, fields: dict[str, Any]) -> None:
        """Make a move, or raise RefusedError and change nothing."""
        if self.is_over():
            raise RefusedError("the game is over")
        integer_in(seat, "seat", range(1, self._game.setup.seats + 1))
        draft = Game(self._game.setup, self._game.state.copy())
        _make_move(draft, seat, move, mapping(fields, "fields"))
        _settle(draft)
        self._game = draft

    def is_over(self) -> bool:
        """Tell if a seat has won."""
        return self._game.state.winner is not None

    def active_seats(self) -> list[int]:
        """Return the seats without which the game cannot go on, ascending; a ruined seat is not waited for."""
        return [] if self.is_over() else [self._game.state.turn]

    def turn(self) -> int | None:
        """Return the seat whose turn it is, None when the game is over."""
        return None if self.is_over() else self._game.state.turn

    def holdings(self, seat: int) -> dict[str, Any]:
        """Return what a seat holds, by the names of DESIGN."""
        return holdings(self._game, seat)

    def total(self, seat: int) -> int:
        """Return the fortune of a seat; in `dice` tracking without goods, which are not known."""
        return self._game.fortune(self._game.seat(seat))

    def rank(self, seat: int) -> int:
        """Return the rank of a seat, from 1: the winner first, then by fortune; equal fortunes share a rank."""
        seats = range(1, self._game.setup.seats + 1)
        own = self._rank_key(seat)
        return 1 + sum(self._rank_key(other) > own for other in seats)

    def _rank_key(self, seat: int) -> tuple[bool, int]:
        return (seat == self._game.state.winner, self.total(seat))


def _make_move(game: Game, seat: int, move: str, fields: dict[str, Any]) -> None:
    if move == "correct":
        _correct(game, seat, fields)
    elif move == "restart":
        restart(game, seat, fields)
    elif move not in TURN_MOVES:
        raise RefusedError(f"there is no move {move!r}")
    else:
        function, phases = TURN_MOVES[move]
        if seat != game.state.turn:
            raise RefusedError("it is another seat's turn")
        if game.state.phase not in phases:
            raise RefusedError(f"{move} is not possible now", RULING_OF_PHASE.get(game.state.phase))
        function(game, fields)


def _settle(game: Game) -> None:
    """Do everything that has neither choice nor chance."""
    while not game.state.winner and _settle_one(game):
        pass


def _settle_one(game: Game) -> bool:
    """Do one such thing, and tell if there was one."""
    state, seat = game.state, game.current()
    if state.phase == "debt":
        pay_debt(game)
        if state.debt and game.may_have_something_to_sell(seat):
            return False
        settle_debt(game)
        return True
    if state.phase == "arrived" and state.effects:
        do_effect(game, state.effects.pop(0))
        return True
    if state.phase == "arrived" and state.follow_ups and not game.gifts_wanted() and not game.mission_wanted():
        begin_follow_up(game)
        return True
    return False


def _correct(game: Game, number: int, fields: dict[str, Any]) -> None:
    """Put right what a seat holds, or the besants in the loot space.

    Amounts below 0 are impossible, and cards that do not exist.

    The stage follows from Table and finished mission (C18), so that a corrected Table begins or ends a mission, while a
    corrected Secret changes no stage.
    """
    check_names(fields, ("what", "by"), ("note",))
    what, by = text(fields["what"], "what"), integer(fields["by"], "by")
    text(fields.get("note", ""), "note")
    if not by:
        raise RefusedError("a correction changes something")
    seat = game.seat(number)
    card = named_card(what, game.setup.printed) if game.setup.full else None
    if card is not None:
        seat.goods[card] = _corrected(seat.goods[card], by, game.setup.printed[card])
    elif what == "besants":
        seat.besants = _corrected(seat.besants, by)
    elif what == "table":
        seat.tables = _corrected(seat.tables, by, 1)
        seat.town = seat.town if seat.tables else None
    elif what == "secret":
        seat.secrets = _corrected(seat.secrets, by, 1)
    elif what == "loot":
        game.state.loot_besants = _corrected(game.state.loot_besants, by)
    else:
        raise RefusedError(f"{what!r} cannot be corrected")


def _corrected(amount: int, by: int, most: int | None = None) -> int:
    if amount + by < 0:
        raise RefusedError("nobody holds less than nothing")
    if most is not None and amount + by > most:
        raise RefusedError(f"there are only {most}")
    return amount + by
