"""An Expedition as the pages show it: the track with all that lies on it, and the tally that was just held, as JSON."""

from __future__ import annotations

from typing import Any

from companion.games.expedition.state import Terms
from companion.rules.text import say
from companion.session.table import Table
from companion.views.ceremonies import tally_at
from companion.views.texts import Words


def race_view(table: Table, words: Words) -> dict[str, Any] | None:
    """The race: towns, tallies, crates that still lie, what spaces ask for, and the camels. None for other games.

    Spaces are keys, so they are strings. `camel` is 1 or 2 where a seat has two, else null.
    """
    terms, state = table.match, table.state
    if not isinstance(terms, Terms):
        return None
    board = terms.board
    crates = {space: value for space, value in board.crates if value and space not in state.reached}
    names = {board.ormuz: words("expedition.ormuz"), board.ganzhou: "Ganzhou", board.dadu: "Dadu"}
    return {
        "ormuz": board.ormuz,
        "ganzhou": board.ganzhou,
        "dadu": board.dadu,
        "names": _by_space(names),
        "tally": {"ganzhou": _by_space(dict(board.ganzhou_tally)), "dadu": _by_space(dict(board.dadu_tally))},
        "tallied": state.tallied,
        "crates": _by_space(crates),
        "wants": {
            str(space): {
                "kind": wanted.kind.value,
                "count": wanted.count,
                "text": words.of(say(f"expedition.wants.{wanted.kind.value}", n=wanted.count)),
            }
            for space, wanted in board.requirements
        },
        "pawns": [
            {
                "seat": seat,
                "camel": camel if len(spaces) > 1 else None,
                "space": space,
                "turn": state.turn is not None and state.turn.seat == seat,
                "place": names.get(space) or words("expedition.at", space=space),
            }
            for seat, spaces in enumerate(state.camels, 1)
            for camel, space in enumerate(spaces, 1)
        ],
    }


def tally_view(table: Table, words: Words) -> dict[str, Any] | None:
    """The tally that the newest change brought, to be read out; None if it brought none, or was taken back."""
    if table.undone or not table.done or table.done[-1].group is None:
        return None
    played = table.done[-1]
    for entry in range(len(played.before) + 1, len(played.after) + 1):
        if (tally := tally_at(table, entry, words)) is not None:
            return {
                "entry": entry,
                "title": tally.name,
                "shares": [
                    {
                        "seat": share.seat,
                        "piece": share.piece,
                        "place": share.where,
                        "pays": share.pays,
                        "total": share.total,
                    }
                    for share in tally.shares
                ],
            }
    return None


def _by_space(values: dict[int, Any]) -> dict[str, Any]:
    return {str(space): value for space, value in sorted(values.items())}
