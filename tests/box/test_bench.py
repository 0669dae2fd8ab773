"""Tests of the bench: it measures everything it promises; people judge the times."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.devices.recorded import SCREENS
from tests.on_request.bench import (
    broker_press,
    browser,
    legal_moves,
    long_games,
    memory,
    moves,
    press,
    rest,
    row_digests,
    screen,
    start,
    streams,
    view_changes,
    watched_press,
)
from tests.on_request.bench.__main__ import main
from tests.on_request.bench.browser import MOST_KB, PAGE
from tests.on_request.bench.long_tables import CORRECTED
from tests.on_request.bench.memory import MOST_FILE_MB
from tests.on_request.bench.memory import MOST_MB as MOST_LONG_MB
from tests.on_request.bench.moves import LONG, MOST_OF_MEDIAN, SHORT
from tests.on_request.bench.moves import MOST_TIMES as MOST_OF_SHORT
from tests.on_request.bench.process import installed
from tests.on_request.bench.rest import MOST_PERCENT
from tests.on_request.bench.rows import QUICK, RATIO, Row, as_faults, as_json, as_table, percentile, row
from tests.on_request.bench.start import MOST_MB
from tests.on_request.bench.view_changes import LINES, MOST_BYTES
from tests.on_request.bench.watched_press import MOST_TIMES, PHONES
from tests.terminal import environment


def _press_measures(game: str) -> Iterator[str]:
    """Yield the measures of a press while phones watch."""
    none, *some = PHONES
    yield f"edge to painted, {game}, {none} phones"
    for phones in some:
        yield f"edge to painted, {game}, {phones} phones"
        yield f"edge to the last phone, {game}, {phones} phones"
    yield f"painted with {some[-1]} phones, of {MOST_TIMES} times, {game}"


def _sending_measures(game: str) -> Iterator[str]:
    """Yield the measures of sending changes to phones."""
    yield f"six phones told anew, {game}"
    for lines in (LINES, QUICK.lines):
        yield f"six phones told, {game}, {lines:,} lines"
        yield f"told beside anew, {game}, {lines:,} lines"
        yield f"bytes a phone, {game}, {lines:,} lines, of {MOST_BYTES}"


MEASURED = [
    "edge to journaled",
    "edge to picture painted",
    "edge to picture on the simulated glass",
    "sent to the screen per press",
    "edge to painted, no broker",
    "edge to painted, a broker",
    "edge to painted, a refusing broker",
    "edge to painted, a silent broker",
    *(
        what
        for game in ("expedition", "classic", "voyages")
        for what in (
            f"a move by ok to its picture, {game}",
            f"its slowest of a hundred, of {MOST_OF_MEDIAN} times, {game}",
        )
    ),
    f"a move of {LONG} beside {SHORT}, of {MOST_OF_SHORT}",
    "spinner: an echo there and back",
    "spinner: key to the box",
    "spinner: key to journaled",
    *(
        f"a picture of {what} to {driver}, {whose}"
        for driver in SCREENS
        for what in ("a game", "the roulette")
        for whose in ("luma", "ours")
    ),
    *(f"finding the windows for {driver}" for driver in SCREENS),
    *(f"work on a picture for {driver}, {whose}" for driver in SCREENS for whose in ("luma", "ours")),
    "edge to page changed in a browser",
    "edge to page painted in a browser",
    PAGE,
    "page over the wire with all headers",
    "start of the process to first picture",
    "start of the process to first page served",
    f"resident memory at rest, of {MOST_MB} MB",
    "resident memory with 0 streams",
    "resident memory with 10 streams",
    "resident memory with 50 streams",
    f"processor at rest, of {MOST_PERCENT} % of one core",
    "wake-ups at rest, all threads",
    "memory at rest without a broker",
    "processor at rest with a broker",
    "wake-ups at rest with a broker",
    "memory at rest with a broker",
    "entry received by 10 pages",
    "entry received by 10 pages, werkzeug",
    "entry received by 50 pages",
    "entry received by 50 pages, werkzeug",
    *(what for game in CORRECTED for what in _press_measures(game)),
    *(what for game in CORRECTED for what in _sending_measures(game)),
    "resume, 100 entries",
    "resume, 1,000 entries",
    "resume, 10,000 entries",
    "play by the rules alone, 100 entries",
    "play by the rules alone, 1,000 entries",
    "play by the rules alone, 10,000 entries",
    "play to the journal, 100 entries",
    "play to the journal, 1,000 entries",
    "play to the journal, 10,000 entries",
    *(
        what
        for of in ("expedition, corrections", "expedition, moves", "classic, moves")
        for what in (f"peak at start, {of}", f"peak, {of}, of {MOST_LONG_MB} MB")
    ),
    *(f"peak of {command}, of {MOST_FILE_MB} MB" for command in ("replay", "verify")),
    *(
        what
        for edition in ("classic", "carrying figures")
        for what in (
            f"bytes a row, {edition}: with the figures",
            f"bytes a row, {edition}: the state alone",
            f"digest, {edition}: with the figures",
            f"digest, {edition}: the state alone",
            f"play by the rules, {edition}",
        )
    ),
    *(f"offers of a full hand, classic{touched}" for touched in ("", ": 3 touched")),
    *(f"offers of a first turn, voyages{touched}" for touched in ("", ": 2 touched")),
    *(
        what
        for game in ("expedition", "classic", "voyages")
        for what in (
            f"offers of a turn, {game}",
            f"offers of a turn, {game}: asked again",
            f"a move played, {game}, first half",
            f"a move played, {game}, second half",
        )
    ),
    "least to most at the start of round 5, voyages",
    "least and most of every seat, voyages",
]

BESIDE_ANOTHER = (
    "the state alone",
    "1,000 entries",
    "10,000 entries",
    "with 10 streams",
    "with 50 streams",
    "werkzeug",
    "with a broker",
    ", a broker",
    "refusing broker",
    "silent broker",
    ", ours",
    "asked again",
    " touched",
    "second half",
    *(f"edge to painted, {game}, {phones} phones" for game in CORRECTED for phones in PHONES[1:]),
    "six phones told, ",
)


def test_quick_bench_measures_everything(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    command = [sys.executable, "-m", "tests.on_request.bench", "--quick", "--json", str(file), "--dir", str(tmp_path)]
    completed = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=200, check=False)
    assert file.exists(), completed.stderr
    body = json.loads(file.read_text("utf-8"))
    missed = [entry["what"] for entry in body["rows"] if Row(**entry).missed]
    assert (completed.returncode, [line.partition(":")[0] for line in completed.stderr.splitlines()]) == (
        bool(missed),
        missed,
    )
    assert [entry["what"] for entry in body["rows"]] == MEASURED
    for entry in body["rows"]:
        assert 0 < entry["median"] <= entry["p99"] < math.inf
        assert entry["count"] >= 1
        assert (entry["ratio"] is not None) == any(words in entry["what"] for words in BESIDE_ANOTHER), entry["what"]
    assert next(entry["median"] for entry in body["rows"] if entry["what"] == PAGE) < MOST_KB
    assert {"system", "python", "cores"} == set(body["machine"])
    assert [line[:48].rstrip() for line in completed.stdout.splitlines()] == ["", *MEASURED]
    assert [path.name for path in tmp_path.iterdir()] == ["bench.json"]


def test_only_an_excessive_size_is_a_fault() -> None:
    rows = [row("kept", "MB", [50, 60], most=60), row("late", "ms", [9_000]), row("too much", "MB", [50, 61], most=60)]
    assert as_faults(rows) == ["too much: 61 MB, of 60 at most"]


def test_median_of_a_ratio_is_judged() -> None:
    rows = [row("well", RATIO, [0.1, 1.5, 9], most=1.5), row("slow", RATIO, [0.1, 1.51, 1.6], most=1.5)]
    assert as_faults(rows) == ["slow: 1.51 times, of 1.5 at most"]


def test_bench_ends_with_an_error_after_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for part in (
        press,
        broker_press,
        moves,
        screen,
        browser,
        start,
        rest,
        streams,
        watched_press,
        view_changes,
        long_games,
        row_digests,
        legal_moves,
    ):
        monkeypatch.setattr(part, "measure", lambda *_: ())
    monkeypatch.setattr(memory, "measure", lambda *_: [row("too much", "MB", [61], most=60)])
    monkeypatch.setattr(sys, "argv", ["bench", "--dir", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == "too much: 61 MB, of 60 at most"


def test_start_is_measured_like_an_installed_companion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without bytecode files, the bench would also measure the compilation."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in installed()


@pytest.mark.parametrize(("percent", "value"), [(0, 1), (50, 5), (90, 9), (99, 10), (100, 10)])
def test_percentile_is_one_of_the_values(percent: int, value: int) -> None:
    assert percentile([10, 3, 1, 2, 9, 4, 8, 5, 7, 6], percent) == value
    assert percentile([7], percent) == 7


def test_row_is_compared_with_another() -> None:
    first = row("short", "ms", [1.0, 2.0, 9.0])
    assert first == Row("short", "ms", 2.0, 9.0, 3)
    second = row("long", "ms", [5.0], first)
    assert second == Row("long", "ms", 5.0, 5.0, 1, ratio=2.5)
    assert as_table([first, second]).splitlines()[2].split() == ["long", "5.000", "5.000", "ms", "1", "2.50"]
    assert [figures_row["ratio"] for figures_row in as_json([first, second])["rows"]] == [None, 2.5]
