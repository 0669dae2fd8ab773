"""What each viewer may know of a game of Voyages: goal cards are their seat's alone until the end (V42)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.voyages.amounts import HELD
from companion.games.voyages.moves import RevealGoals
from companion.games.voyages.state import Phase, Setup, State
from companion.games.voyages.steps import board_of
from companion.rules.fields import Json
from companion.rules.game import Total, move_to_json
from companion.rules.moves import Move
from companion.rules.text import say
from companion.rules.viewer import Viewer


def sees(now: State, seat: int, viewer: Viewer) -> bool:
    """Whether this viewer may know the goals of a seat."""
    return now.phase is Phase.OVER or viewer.sees(seat)


def player_view(state: State, viewer: Viewer) -> State:
    """The state as this viewer may know it: that a seat has said its goals, but not which they are."""
    boards = tuple(
        board if sees(state, seat, viewer) or board.goals is None else replace(board, goals=(None, None))
        for seat, board in enumerate(state.boards, 1)
    )
    return replace(state, boards=boards)


def holdings(setup: Setup, seen: State, seat: int) -> dict[str, Json]:
    """What a seat holds; what is not tracked is nobody's to know."""
    board = board_of(seen, seat)
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
    """What lies or stands somewhere since a move: posts, figures, and cards and tiles from when they are known.

    A contract that was named in the row is so before anybody holds it; one under the special pile is known no more.
    Bonus tiles are not among them: whoever says which one lay there has taken it.
    """
    known = {*_lying(before)}
    return tuple(name for name, place in _lying(after) if (name, place) not in known)


def _lying(seen: State) -> Iterator[tuple[str, str | None]]:
    """What is known to lie or stand somewhere, and where, of what goes from place to place."""
    held = (one.card for board in seen.boards for one in board.active)
    yield from ((f"contract:{card}", None) for card in (*held, *seen.market.row) if card is not None)
    yield from ((f"card:{card}", None) for city in seen.cities for card in city.cards)
    yield from ((f"income:{town.tile}", None) for town in seen.towns if town.tile is not None)
    for seat, board in enumerate(seen.boards, 1):
        yield from ((f"post:{seat}:{place}", None) for place in board.posts if place is not None)
        yield from ((f"figure:{seat}:{number}", place) for number, place in enumerate(board.figures, 1))


def camels_of(setup: Setup, state: State, seat: int) -> int:
    """The camels of a seat as far as they are known: they break ties (V46)."""
    board = board_of(state, seat)
    if setup.full:
        return board.purse.camels
    return board.count.camels if board.count else 0


def totals(setup: Setup, seen: State) -> tuple[Total, ...]:
    """Each seat's points; most camels break a tie (V46)."""
    found = []
    for seat, board in enumerate(seen.boards, 1):
        points, camels = board.purse.points, camels_of(setup, seen, seat)
        found.append(Total(points, points, (points, camels), ties=say("voyages.ties", n=camels)))
    return tuple(found)


def move_view(seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
    """The move, with goal cards as null as long as they are secret."""
    view = move_to_json(move)
    if isinstance(move, RevealGoals) and not sees(now, seat, viewer):
        return {**view, "cards": None}
    return view


def options_view(options: dict[str, Json], viewer: Viewer) -> dict[str, Json]:
    """The options, with the goals of others as null."""
    goals = options.get("goals")
    if not isinstance(goals, list):
        return options
    return {**options, "goals": [own if viewer.sees(seat) else None for seat, own in enumerate(goals, 1)]}
