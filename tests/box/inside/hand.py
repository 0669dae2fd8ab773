"""A hand in a process of its own, which nothing that it plays with holds up: it pulls lines at their moments.

Each line of its input is a script, `[[seconds, line, low], …]` in order, the seconds counted from the script's begin.
It answers with the moments at which it pulled, in seconds of the monotonic clock. Standard library alone, so that it
is there at once.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from pathlib import Path

PULLS = (b"pull-up", b"pull-down")
"""What a line is told, by whether it is to be low."""
_AWAKE_S = 0.0001
"""So long before a moment the hand waits awake: the system's timers are not exact to that."""
_LEAD_S = 0.005
"""From the end of the preparations to the script's begin."""


def play(script: list[tuple[float, int, bool]], folder: Path, opened: dict[int, int]) -> list[float]:
    """Pull lines as the script says; returns the moment right before each pull. `opened` keeps the files by line."""
    for _, line, _ in script:
        if line not in opened:
            opened[line] = os.open(folder / f"sim_gpio{line}" / "pull", os.O_WRONLY)
    begin = time.monotonic() + _LEAD_S
    moments = []
    for seconds, line, low in script:
        _wait_until(begin + seconds)
        moments.append(time.monotonic())
        os.pwrite(opened[line], PULLS[low], 0)
        # Whoever was held up is late with all that follows: what the script keeps apart stays so far apart.
        begin = max(begin, moments[-1] - seconds)
    return moments


def _wait_until(moment: float) -> None:
    while (left := moment - time.monotonic()) > 0:
        if left > _AWAKE_S:
            select.select((), (), (), left - _AWAKE_S)


def main() -> None:
    """Play script after script, until there are no more; before everything else, but for the kernel's own threads."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    opened: dict[int, int] = {}
    for text in sys.stdin:
        print(json.dumps(play(json.loads(text), Path(sys.argv[1]), opened)), flush=True)


if __name__ == "__main__":
    main()
