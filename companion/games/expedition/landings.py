"""First landings on spaces whose crates the board profile does not know, and the crates noted there (E3, E19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.expedition.state import Landing, Setup, State
from companion.rules.game import Correctable

MOST_IN_CRATE = 2
"""The greatest value of a crate on the board."""


def is_waiting(setup: Setup, state: State) -> bool:
    """Return whether a camel stands on Dadu, and its seat still answers for the crates nobody has noted (E19)."""
    return state.turn is not None and setup.board.dadu in state.camels[state.turn.seat - 1]


def open_landings(state: State) -> tuple[Landing, ...]:
    """Return the first landings whose crates nobody has noted, by space."""
    return tuple(sorted((landing for landing in state.landings if landing.crate is None), key=lambda it: it.space))


def with_landing(state: State, landing: Landing) -> State:
    """Return the state with one more first landing on a space whose crate is not known."""
    return _with_landings(state, (*state.landings, landing))


def with_crate(state: State, noted: Landing) -> State:
    """Return the state with the crate of a space as it was noted; its seat is not asked about it again."""
    landings = tuple(noted if landing.space == noted.space else landing for landing in state.landings)
    state = _with_landings(state, landings)
    if state.turn is None or state.turn.crate_at != noted.space:
        return state
    return replace(state, turn=replace(state.turn, crate_at=None))


def without_more_crates(state: State) -> State:
    """Return the state in which there was no crate wherever nobody has noted one."""
    return _with_landings(state, tuple(replace(each, crate=each.crate or 0) for each in state.landings))


def corrected_landing(state: State, seat: int, by: int) -> Landing | None:
    """Return the landing of a seat that a correction of its crate by this much is about, as it is after it.

    It is the last one whose crate nobody has noted, if that fits; otherwise the last one whose crate was noted wrongly
    by this much. None if there is no such landing.
    """
    own = [landing for landing in reversed(state.landings) if landing.seat == seat]
    by_likelihood = sorted(own, key=lambda landing: landing.crate is not None)
    fitting = (landing for landing in by_likelihood if _fits(landing, by))
    return next((replace(landing, crate=(landing.crate or 0) + by) for landing in fitting), None)


def correctable_crate(state: State, seat: int) -> Correctable | None:
    """Return the corrections of a seat's crates: not noted, or noted wrongly; None without one."""
    low = max(-MOST_IN_CRATE, -state.gold[seat - 1])
    amounts = [by for by in range(low, MOST_IN_CRATE + 1) if corrected_landing(state, seat, by)]
    return Correctable("crate", amounts[0], amounts[-1]) if amounts else None


def _fits(landing: Landing, by: int) -> bool:
    """Return whether the crate here may be off by this much, or may be worth it if nobody has noted it."""
    return by != 0 and 0 <= (landing.crate or 0) + by <= MOST_IN_CRATE


def _with_landings(state: State, landings: Sequence[Landing]) -> State:
    """Return the state with these landings, and with the number of those without a noted crate by seat."""
    counts = tuple(
        sum(landing.seat == seat and landing.crate is None for landing in landings)
        for seat in range(1, len(state.gold) + 1)
    )
    return replace(state, landings=tuple(landings), untold=counts)
