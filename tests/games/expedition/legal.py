"""What may be done in an Expedition, by the rulings E1 to E17 in other words than those of `play`.

Only the facts of a state, the board and the house rules of the match are looked at. Nothing here asks what is offered
or what `play` checks: what these words and the program do not agree on is a mistake in one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.expedition.state import State

Body = dict[str, Any]
MOST_GOLD_CORRECTED = 999


def legal_moves(match: Any, state: State, seat: int, rnd: Random) -> list[Body]:
    """All moves of a seat; of corrections, whose numbers are many, the least, the most and one between."""
    if state.turn is None:
        return []
    found = [*_corrections(match, state, seat, rnd)]
    if state.turn.seat != seat:
        return found
    found.append({"move": "end_turn"})
    found += [{"move": "crate", "value": value} for value in (1, 2) if state.turn.crate_at is not None]
    found += [
        {"move": "step", "by": by, **figure}
        for figure in _figures(state, seat)
        for by in ("cards", "ballast")
        if _may_move(match, state, figure.get("camel")) and (by == "cards" or _may_throw_off(match, state, figure))
    ]
    return found


def is_legal(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Whether a seat may make this move, whatever it says that a form would not let it say."""
    if state.turn is None:
        return False
    if body["move"] == "correct":
        return _right_correction(match, state, seat, body)
    if state.turn.seat != seat:
        return False
    match body["move"]:
        case "crate":  # only whoever just landed where nobody had, and the board does not say (E3)
            return state.turn.crate_at is not None and body["value"] in (1, 2)
        case "step":
            figure = {"camel": body["camel"]} if body.get("camel") is not None else {}
            if figure not in _figures(state, seat) and (len(state.camels[seat - 1]) > 1 or figure != {"camel": 1}):
                return False
            movable = _may_move(match, state, figure.get("camel"))
            return movable and (body["by"] == "cards" or _may_throw_off(match, state, figure))
    return True  # a turn may be closed at any time, a pass is one (E6)


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """A like moment in which everyone has one gold or none, ballast thrown off or not, a camel come late or not."""
    if state.turn is None:
        return []
    few = tuple(rnd.randint(0, 1) for _ in state.gold)
    stopped = rnd.choice([(), (), (1,)])
    turn = replace(state.turn, ballast_used=bool(rnd.randint(0, 1)), stopped=stopped)
    near = replace(turn, ballast_used=False, stopped=())
    by_ganzhou = _by_ganzhou(match, state, turn.seat, rnd)
    late = replace(state, gold=(1,) * len(state.gold), turn=near, tallied=True, camels=by_ganzhou)
    return [replace(state, gold=few, turn=turn), late]


def _by_ganzhou(match: Any, state: State, seat: int, rnd: Random) -> tuple[tuple[int, ...], ...]:
    """The camels of this seat just before Ganzhou, the others there, where there is room for all (E9), or behind."""
    ganzhou = match.board.ganzhou
    behind = iter(range(ganzhou - len(state.camels[seat - 1]) - 1, 0, -1))
    return tuple(
        tuple(ganzhou - 1 - at if other == seat else rnd.choice([ganzhou, next(behind)]) for at in range(len(camels)))
        for other, camels in enumerate(state.camels, 1)
    )


def _figures(state: State, seat: int) -> list[dict[str, int]]:
    """How a step names its camel: by number where there are two (E15)."""
    count = len(state.camels[seat - 1])
    return [{}] if count == 1 else [{"camel": number} for number in range(1, count + 1)]


def _may_move(match: Any, state: State, camel: int | None) -> bool:
    """One camel a turn (E15), unless the house lets both (E16); who came late to Ganzhou rests (E11)."""
    turn = state.turn
    assert turn is not None
    number = 1 if camel is None else camel
    rests = number in turn.stopped
    begun = turn.camel is not None and turn.camel != number
    return not rests and (match.both_camels or not begun)


def _may_throw_off(match: Any, state: State, figure: Mapping[str, int]) -> bool:
    """Ballast: once a turn, for a gold (E4), and only where an opposing camel has been (E5)."""
    turn = state.turn
    assert turn is not None
    if turn.ballast_used or not state.gold[turn.seat - 1]:
        return False
    been = {space for other, spaces in enumerate(state.visited, 1) if other != turn.seat for space in spaces}
    own = state.camels[turn.seat - 1][figure.get("camel", 1) - 1]
    return _entered(match, state, own) in been


def _entered(match: Any, state: State, space: int) -> int:
    """The space entered from this one: the next that no camel stands on (E2); Ganzhou has room for all (E9)."""
    space += 1
    while space != match.board.ganzhou and any(space in camels for camels in state.camels):
        space += 1
    return space


def _bounds(match: Any, state: State, seat: int) -> dict[str, tuple[int, int]]:
    """Gold down to none; each camel to any space of the track but Dadu, where the game ends (E13).

    Besides, one crate of 1 or 2 for every space on which a seat was first and told of none (E3).
    """
    found = {"gold": (-state.gold[seat - 1], MOST_GOLD_CORRECTED)}
    if state.untold[seat - 1]:
        found["crate"] = (1, 2)
    for number, space in enumerate(state.camels[seat - 1], 1):
        found[f"space:{number}"] = (match.board.ormuz - space, match.board.dadu - 1 - space)
    return found


def _right_correction(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    bounds = _bounds(match, state, seat)
    if body["what"] not in bounds or len(body.get("note", "")) > 200:
        return False
    (low, high), by = bounds[body["what"]], int(body["by"])
    return by != 0 and low <= by <= high


def _corrections(match: Any, state: State, seat: int, rnd: Random) -> Iterator[Body]:
    for what, (low, high) in _bounds(match, state, seat).items():
        for by in {low, high, rnd.randint(low, high)} - {0}:
            yield {"move": "correct", "what": what, "by": by, "note": rnd.choice(["", "counted"])}
