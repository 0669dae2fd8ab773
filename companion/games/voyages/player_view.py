"""The view of a game for each viewer: goal cards are visible to their seat alone until the end (V42)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.voyages.amounts import HELD
from companion.games.voyages.final_scoring import goals_open
from companion.games.voyages.moves import DealGoals, KeepGoals, RevealGoals
from companion.games.voyages.state import PlayerBoard, Setup, State
from companion.games.voyages.state_changes import board_of
from companion.rules.fields import Json
from companion.rules.game import Total, move_to_json
from companion.rules.moves import Move
from companion.rules.text import say
from companion.rules.viewer import Viewer


def may_see_goals(now: State, seat: int, viewer: Viewer) -> bool:
    """Return whether this viewer may know the goals of a seat."""
    return goals_open(now) or viewer.sees(seat)


def player_view(state: State, viewer: Viewer) -> State:
    """Return the state as this viewer may see it: a seat has goals, or cards to choose from, but not which."""
    if viewer.everything:
        return state
    boards = tuple(_board_view(state, seat, board, viewer) for seat, board in enumerate(state.boards, 1))
    return replace(state, boards=boards)


def _board_view(state: State, seat: int, board: PlayerBoard, viewer: Viewer) -> PlayerBoard:
    if board.goal_draw is not None:
        board = replace(board, goal_draw=(None,) * len(board.goal_draw))
    if may_see_goals(state, seat, viewer):
        return board
    goals = None if board.goals is None else (None, None)
    choice = None if board.goal_choice is None else (None,) * len(board.goal_choice)
    return replace(board, goals=goals, goal_choice=choice)


def holdings(setup: Setup, view: State, seat: int) -> dict[str, Json]:
    """Return the holdings of a seat; amounts that are not tracked are None."""
    board = board_of(view, seat)
    purse: dict[str, Json] = {name: getattr(board.purse, name) for name in HELD}
    if not setup.full:
        purse = {name: value if name == "points" else None for name, value in purse.items()}
    return {
        **purse,
        "posts": len(board.posts),
        "contracts": len(board.filled),
        "dice": [str(die) for die in board.dice] if board.dice_left else [],
    }


def arrivals(before: State, after: State) -> tuple[str, ...]:
    """Return the names of what has come to a new place with a move.

    These are posts and figures, and cards and tiles from the moment when they are known. A contract counts from when it
    was named in the row, before anybody holds it; one under the special pile is no longer known. Bonus tiles are not
    among them: the seat that names one has already taken it.
    """
    before_move = {*_positions(before)}
    return tuple(name for name, place in _positions(after) if (name, place) not in before_move)


def _positions(view: State) -> Iterator[tuple[str, str | None]]:
    """Yield what is known to lie or stand somewhere, with the place of what moves from place to place."""
    held = (contract.card for board in view.boards for contract in board.active)
    yield from ((f"contract:{card}", None) for card in (*held, *view.market.row) if card is not None)
    yield from ((f"card:{card}", None) for city in view.cities for card in city.cards)
    yield from ((f"income:{town.tile}", None) for town in view.towns if town.tile is not None)
    for seat, board in enumerate(view.boards, 1):
        yield from ((f"post:{seat}:{place}", None) for place in board.posts if place is not None)
        yield from ((f"figure:{seat}:{number}", place) for number, place in enumerate(board.figures, 1))


def camels_of(setup: Setup, state: State, seat: int) -> int:
    """Return the camels of a seat as far as they are known: they break ties (V46)."""
    board = board_of(state, seat)
    if setup.full:
        return board.purse.camels
    return board.count.camels if board.count else 0


def totals(setup: Setup, view: State) -> tuple[Total, ...]:
    """Return each seat's points; most camels break a tie (V46)."""
    result = []
    for seat, board in enumerate(view.boards, 1):
        points, camels = board.purse.points, camels_of(setup, view, seat)
        result.append(Total(points, points, (points, camels), ties=say("voyages.ties", n=camels)))
    return tuple(result)


def move_view(seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
    """Return the move as JSON, with goal cards as null while they are secret.

    The draw of goals stays hidden from its own seat, too: with its own cards it would reveal some of those of others.
    """
    view = move_to_json(move)
    if isinstance(move, RevealGoals | KeepGoals) and not may_see_goals(now, seat, viewer):
        return {**view, "cards": None}
    if isinstance(move, DealGoals) and not (goals_open(now) or viewer.everything):
        return {**view, "chance": None}
    return view


def options_view(options: dict[str, Json], viewer: Viewer) -> dict[str, Json]:
    """Return the options, with the goals of other seats as null."""
    goals = options.get("goals")
    if not isinstance(goals, list):
        return options
    return {**options, "goals": [own if viewer.sees(seat) else None for seat, own in enumerate(goals, 1)]}
