"""The legal moves of an Expedition, by the rulings E1 to E19, written independently of `play`.

Only the facts of a state, the board and the house rules of the match are used. Nothing here asks for offers or for the
checks of `play`: any disagreement between this module and the program is a mistake in one of them.
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
    """Return all legal moves of a seat, but of the many corrections only the smallest, the largest and one other."""
    if state.turn is None:
        return []
    result = [*_corrections(match, state, seat, rnd)]
    if state.turn.seat != seat:
        return result
    if _is_at_dadu(match, state):
        asked = _asked(state)
        crates = [{"move": "crate", "value": value, "space": space} for space in asked for value in (1, 2)]
        return [*result, *crates, {"move": "no_crates"}]
    result.append({"move": "end_turn"})
    result += [{"move": "crate", "value": value} for value in (1, 2) if state.turn.crate_at is not None]
    result += [
        {"move": "step", "by": by, **camel_field}
        for camel_field in _camel_fields(state, seat)
        for by in ("cards", "ballast")
        if _may_move(match, state, camel_field.get("camel"))
        and (by == "cards" or _may_use_ballast(match, state, camel_field))
    ]
    return result


def is_legal(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether a seat may make this move, including moves that no form can express."""
    if state.turn is None:
        return False
    if body["move"] == "correct":
        return _correct(match, state, seat, body)
    if state.turn.seat != seat:
        return False
    if _is_at_dadu(match, state):  # only answers about crates: the seat that came here gives them for the table (E19)
        is_asked = body["move"] == "crate" and body.get("space") in _asked(state) and body["value"] in (1, 2)
        return body["move"] == "no_crates" or is_asked
    if body["move"] == "no_crates" or body.get("space") is not None:
        return False
    match body["move"]:
        case "crate":  # only after landing first on a space whose crate the board does not know (E3)
            return state.turn.crate_at is not None and body["value"] in (1, 2)
        case "step":
            camel_field = {"camel": body["camel"]} if body.get("camel") is not None else {}
            if camel_field not in _camel_fields(state, seat) and (
                len(state.camels[seat - 1]) > 1 or camel_field != {"camel": 1}
            ):
                return False
            movable = _may_move(match, state, camel_field.get("camel"))
            return movable and (body["by"] == "cards" or _may_use_ballast(match, state, camel_field))
    return True  # a turn may end at any time, also as a pass (E6)


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """Return similar moments: everyone has one gold or none, ballast may be used up, a camel may have come late."""
    if state.turn is None:
        return []
    little_gold = tuple(rnd.randint(0, 1) for _ in state.gold)
    stopped = rnd.choice([(), (), (1,)])
    turn = replace(state.turn, ballast_used=bool(rnd.randint(0, 1)), stopped=stopped)
    fresh_turn = replace(turn, ballast_used=False, stopped=())
    by_ganzhou = _by_ganzhou(match, state, turn.seat, rnd)
    late = replace(state, gold=(1,) * len(state.gold), turn=fresh_turn, tallied=True, camels=by_ganzhou)
    return [replace(state, gold=little_gold, turn=turn), late, *_at_dadu(match, late)]


def _at_dadu(match: Any, state: State) -> list[State]:
    """Return the moment at which the seat in turn has just come to Dadu, if crates are asked about there (E19)."""
    assert state.turn is not None
    if not _asked(state):
        return []
    own = state.camels[state.turn.seat - 1]
    camels = list(state.camels)
    camels[state.turn.seat - 1] = (match.board.dadu, *own[1:])
    return [replace(state, camels=tuple(camels), turn=replace(state.turn, crate_at=None))]


def _is_at_dadu(match: Any, state: State) -> bool:
    """Return whether the seat in turn has come to Dadu, so that it answers for the crates nobody has noted (E19)."""
    return state.turn is not None and match.board.dadu in state.camels[state.turn.seat - 1]


def _asked(state: State) -> list[int]:
    """Return the spaces with a first landing without a noted crate (E19)."""
    return [landing.space for landing in state.landings if landing.crate is None]


def _by_ganzhou(match: Any, state: State, seat: int, rnd: Random) -> tuple[tuple[int, ...], ...]:
    """Return camels with this seat's just before Ganzhou, and the others there, since it holds any number (E9), or
    behind.
    """
    ganzhou = match.board.ganzhou
    behind = iter(range(ganzhou - len(state.camels[seat - 1]) - 1, 0, -1))
    return tuple(
        tuple(
            ganzhou - 1 - index if owner == seat else rnd.choice([ganzhou, next(behind)])
            for index in range(len(camels))
        )
        for owner, camels in enumerate(state.camels, 1)
    )


def _camel_fields(state: State, seat: int) -> list[dict[str, int]]:
    """Return the fields that name the camel of a step: a number if a seat has two (E15)."""
    count = len(state.camels[seat - 1])
    return [{}] if count == 1 else [{"camel": number} for number in range(1, count + 1)]


def _may_move(match: Any, state: State, camel: int | None) -> bool:
    """Return whether a camel may move: one a turn (E15), or both by option (E16); not one late at Ganzhou (E11)."""
    turn = state.turn
    assert turn is not None
    number = 1 if camel is None else camel
    is_stopped = number in turn.stopped
    other_camel_moved = turn.camel is not None and turn.camel != number
    return not is_stopped and (match.both_camels or not other_camel_moved)


def _may_use_ballast(match: Any, state: State, camel_field: Mapping[str, int]) -> bool:
    """Return whether ballast is legal: once a turn, for a gold (E4), only onto a space an opponent reached (E5)."""
    turn = state.turn
    assert turn is not None
    if turn.ballast_used or not state.gold[turn.seat - 1]:
        return False
    reached = {space for owner, spaces in enumerate(state.visited, 1) if owner != turn.seat for space in spaces}
    own = state.camels[turn.seat - 1][camel_field.get("camel", 1) - 1]
    return _next_space(match, state, own) in reached


def _next_space(match: Any, state: State, space: int) -> int:
    """Return the space entered from this one: the next free one (E2); Ganzhou has room for all (E9)."""
    space += 1
    while space != match.board.ganzhou and any(space in camels for camels in state.camels):
        space += 1
    return space


def _corrections_of(match: Any, state: State, seat: int) -> dict[str, list[int]]:
    """Return the amounts that can be corrected: gold down to 0, crates (E3), and the places of camels (E18)."""
    gold = state.gold[seat - 1]
    amounts = {"gold": list(range(-gold, MOST_GOLD_CORRECTED + 1))}
    # A crate not noted is worth 1 or 2, one noted wrongly is worth 0, 1 or 2 instead. Gold does not go below 0.
    noted = [landing.crate for landing in state.landings if landing.seat == seat]
    right = [(0, value) if crate is None else (crate, value) for crate in noted for value in (0, 1, 2)]
    amounts["crate"] = sorted({value - crate for crate, value in right if value - crate >= -gold})
    for number, space in enumerate(state.camels[seat - 1], 1):
        amounts[f"space:{number}"] = [place - space for place in _places(match, state)]
    return {what: [by for by in numbers if by] for what, numbers in amounts.items() if any(numbers)}


def _places(match: Any, state: State) -> Iterator[int]:
    """Yield the spaces where a correction may put a camel (E18).

    Before the tally none from Ganzhou on; after it none that Ganzhou paid for; never Dadu (E13).
    """
    paid = {space for space, _ in match.board.ganzhou_tally}
    for space in range(match.board.ormuz, match.board.dadu):
        if space < match.board.ganzhou if not state.tallied else space == match.board.ganzhou or space not in paid:
            yield space


def _correct(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    amounts = _corrections_of(match, state, seat).get(body["what"], [])
    return int(body["by"]) in amounts and len(body.get("note", "")) <= 200


def _corrections(match: Any, state: State, seat: int, rnd: Random) -> Iterator[Body]:
    for what, amounts in _corrections_of(match, state, seat).items():
        for by in {amounts[0], amounts[-1], rnd.choice(amounts)}:
            yield {"move": "correct", "what": what, "by": by, "note": rnd.choice(["", "counted"])}
