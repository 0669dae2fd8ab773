"""The distance between the least and the most points that seats can still reach, and the cost of computing them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.games.voyages import VOYAGES
from companion.rules.viewer import PUBLIC
from tests.games.voyages.test_bounds import a_case, played
from tests.on_request.bench.rows import Counts, Row, row

LAST = 5
"""The round at whose beginning they are computed."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Play random games of Voyages in which everything is tracked: all seats, with public knowledge."""
    rnd, widths, times = Random(1), [], []
    for _ in range(counts.starts):
        case = a_case(rnd)
        states = played(case, rnd)
        start = next(state for state in states if state.round == LAST)
        bounds = case.match.bounds(case.match.player_view(start, PUBLIC))
        widths += [float(high - low) for low, high in bounds if high is not None and low is not None]
        for state in rnd.sample(states, 10):
            began = time.perf_counter()
            case.match.bounds(case.match.player_view(state, PUBLIC))
            times.append(1000 * (time.perf_counter() - began))
    yield row(f"least to most at the start of round {LAST}, {VOYAGES.id}", "points", widths)
    yield row(f"least and most of every seat, {VOYAGES.id}", "ms", times)
