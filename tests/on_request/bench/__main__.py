"""`python -m tests.on_request.bench`: measure everything on this machine, and print one table."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from tests.on_request.bench import (
    broker_press,
    browser,
    legal_moves,
    lines,
    long_games,
    memory,
    moves,
    point_bounds,
    press,
    rest,
    row_digests,
    screen,
    spinner,
    start,
    streams,
    view_changes,
    watched_press,
)
from tests.on_request.bench.rows import FULL, QUICK, as_faults, as_json, as_table


def main() -> None:
    """Measure, print, and write the requested file; exit with 1 if a limit is exceeded."""
    parser = argparse.ArgumentParser(prog="python -m tests.on_request.bench", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to this file too")
    parser.add_argument("--quick", action="store_true", help="only a few of each: to see that it works")
    parser.add_argument("--dir", type=Path, help="keep the games here while measuring: the disk to be measured")
    parser.add_argument("--machine", action="store_true", help="on the lines of a virtual machine too")
    options = parser.parse_args()
    counts = QUICK if options.quick else FULL
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=options.dir) as folder:
        parts = (
            press.measure,
            broker_press.measure,
            moves.measure,
            spinner.measure,
            *((lines.measure,) if options.machine else ()),
            screen.measure,
            browser.measure,
            start.measure,
            rest.measure,
            streams.measure,
            watched_press.measure,
            view_changes.measure,
            long_games.measure,
            memory.measure,
            row_digests.measure,
            legal_moves.measure,
            point_bounds.measure,
        )
        rows = [row for measure in parts for row in measure(Path(folder), counts)]
    print(as_table(rows))
    if options.json:
        options.json.write_text(json.dumps(as_json(rows), indent=2) + "\n", "utf-8")
    if faults := as_faults(rows):
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
