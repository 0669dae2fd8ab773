"""The state as rules version 0 had it, with board and options in it: digests of old games are over that."""

from __future__ import annotations

from typing import Any

from companion.games.expedition.state import State, Terms
from companion.rules import codec


def flat(terms: Terms, state: State) -> dict[str, Any]:
    """The one object of version 0."""
    now = codec.to_json(state)
    del now["turn_no"]
    return {
        "names": list(terms.names),
        "colours": [list(colours) for colours in terms.colours],
        "board": codec.to_json(terms.board),
        "both_camels": terms.both_camels,
        "late_camel_stops": terms.late_camel_stops,
        **now,
    }
