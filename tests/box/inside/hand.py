"""A hand in a separate process, which nothing delays: it pulls lines at given times.

Each line of its input is a script, `[[seconds, line, low], …]` in order, with seconds since the script's start. It
answers with the times of its pulls, in seconds of the monotonic clock. Uses only the standard library, so that it
starts at once.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from pathlib import Path

PULLS = (b"pull-up", b"pull-down")
"""The value to write to a line: high, low."""
_AWAKE_S = 0.0001
"""Seconds before a pull during which the hand waits busily: the system's timers are less exact."""
_LEAD_S = 0.005
"""Seconds from the end of the preparations to the script's start."""


def play(script: list[tuple[float, int, bool]], folder: Path, opened: dict[int, int]) -> list[float]:
    """Pull lines as the script says; return the time right before each pull. `opened` keeps the files by line."""
    for _, line, _ in script:
        if line not in opened:
            opened[line] = os.open(folder / f"sim_gpio{line}" / "pull", os.O_WRONLY)
    begin = time.monotonic() + _LEAD_S
    moments = []
    for seconds, line, low in script:
        _wait_until(begin + seconds)
        moments.append(time.monotonic())
        os.pwrite(opened[line], PULLS[low], 0)
        # After a delay, everything that follows is late, too: the distances in the script stay the same.
        begin = max(begin, moments[-1] - seconds)
    return moments


def _wait_until(moment: float) -> None:
    while (remaining := moment - time.monotonic()) > 0:
        if remaining > _AWAKE_S:
            select.select((), (), (), remaining - _AWAKE_S)


def main() -> None:
    """Play script after script until the input ends, with priority over everything but the kernel's own threads."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    opened: dict[int, int] = {}
    for text in sys.stdin:
        print(json.dumps(play(json.loads(text), Path(sys.argv[1]), opened)), flush=True)


if __name__ == "__main__":
    main()
