"""The state as rules version 0 had it, with figures and options in it: digests of old games are over that."""

from __future__ import annotations

from typing import Any

from companion.games.classic.state import State, Terms
from companion.rules import codec


def flat(terms: Terms, state: State) -> dict[str, Any]:
    """The one object of version 0."""
    now = codec.to_json(state)
    del now["turn_no"]
    return {
        "names": list(terms.names),
        "colours": [list(colours) for colours in terms.colours],
        "edition": codec.to_json(terms.edition),
        "rules": codec.to_json(terms.rules),
        **now,
    }
