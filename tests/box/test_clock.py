"""Tests of the program as a process while the clock of its machine is wrong, is set, or shows midnight.

A game that began in 1970, or on the date of the last evening, has one date everywhere once the clock is right.
Debian's libfaketime changes the time that the program sees.
"""

from __future__ import annotations

import csv
import json
import re
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest

from companion.games import GAMES
from companion.journal.open_journal import open_store
from tests.box.clocked_companion import RIGHT
from tests.box.table import Table
from tests.kept import NAMES, whole_game
from tests.kit.used_box import used_box
from tests.terminal import PATIENCE_S, run_json

ZONE = "Europe/Paris"
FAKE = "faketime/libfaketime.so.1"
"""The library of Debian's package faketime, below /usr/lib/<architecture>."""
MOVES_AT_ONCE = 20
"""As many as one request may have, because the box limits how many a phone may send."""
HALF = 14
"""Number of moves in the first half of a game."""


def local(text: str) -> float:
    """Return the seconds since 1970 of a time in the box's zone, such as 2026-11-21 20:15."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ZONE)).timestamp()


BOOT_1970 = 20.0
LAST_EVENING = local("2026-11-14 23:10")
EVENING = local("2026-11-21 20:15")


@dataclass
class Machine:
    """The clock of a machine, which the test sets."""

    folder: Path

    def set_clock(self, shown: float, *, right: bool) -> None:
        """Have the clock show this time from now on."""
        offset = round(shown - time.time())
        (new := self.folder / "time.new").write_text(f"{offset:+d}\n")
        new.replace(self._time)
        self._right.touch() if right else self._right.unlink(missing_ok=True)

    @property
    def variables(self) -> dict[str, str]:
        [library] = Path("/usr/lib").glob(f"*/{FAKE}")
        return {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._time),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # with it, waits end at once and are repeated without a rest
            RIGHT: str(self._right),
            "TZ": ZONE,
            "PATH": str(self.folder),  # without Avahi, because waiting for another program takes the faked time
        }

    @property
    def _time(self) -> Path:
        return self.folder / "time"

    @property
    def _right(self) -> Path:
        return self.folder / "right"


@dataclass
class Evening:
    """A box, and the phone of its host."""

    table: Table
    machine: Machine
    _ids: Iterator[int] = field(default_factory=lambda: count(1))
    _opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
        )
    )

    def become_host(self) -> None:
        """Use the code that the box shows under *Phones*."""
        for key in ("ok", "down", "down", "ok", "down"):
            self.table.press(key)
        code = self.table.press("ok")["spoken"][0]
        self._post("api/claim", code="".join(filter(str.isdigit, code)))

    def start(self) -> None:
        """Start an Expedition of three."""
        self._do("start", game="expedition", seats=list(NAMES))

    def play(self, start: int, end: int | None = None) -> None:
        """Play these moves of a whole game."""
        moves = whole_game()[start:end]
        for first in range(0, len(moves), MOVES_AT_ONCE):
            batch = moves[first : first + MOVES_AT_ONCE]
            self._do("play", moves=[{"seat": seat, "move": move} for seat, move in batch])

    def show_result(self) -> None:
        """End the reveal of the final scoring."""
        self._do("turn_reveal", step=99)

    def get(self, path: str) -> str:
        """Return a page for an English reader."""
        request = urllib.request.Request(self.table.address + path, headers={"Accept-Language": "en"})
        with self._opener.open(request, timeout=PATIENCE_S) as answer:
            body: bytes = answer.read()
            return body.decode("utf-8-sig")

    def _do(self, what: str, **fields: Any) -> None:
        seq = json.loads(self.get("api/state"))["seq"]
        self._post("api/commands", do=what, id=f"id-{next(self._ids)}", expected_seq=seq, **fields)

    def _post(self, path: str, **fields: Any) -> None:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.table.address + path, json.dumps(fields).encode(), headers)
        self._opener.open(request, timeout=PATIENCE_S).close()


@contextmanager
def evening_at(folder: Path, shown: float, *, right: bool) -> Iterator[Evening]:
    """Run a box that was switched on when its clock showed this time; it has a host."""
    machine = Machine(folder)
    machine.set_clock(shown, right=right)
    with Table(used_box(folder / "state"), "tests.box.clocked_companion", machine.variables) as table:
        evening = Evening(table, machine)
        evening.become_host()
        yield evening
        assert table.end() == 0


def dates_shown(evening: Evening, number: int) -> set[str | None]:
    """Return every day that is said of a game: in the list, on its page, in exports and for BG Stats."""
    listed = next(game for game in json.loads(evening.get("api/games"))["games"] if game["number"] == number)
    whole = json.loads(evening.get(f"api/games/{number}"))
    rows = [row for row in csv.DictReader(evening.get("results.csv").splitlines()) if row["number"] == str(number)]
    play = json.loads(unquote(whole["bg_stats"].partition("?data=")[2]))
    pages = [evening.get(path) for path in ("games", f"games/{number}", f"games/{number}/picture")]
    in_pages = {day for page in pages for day in re.findall(r"\b(?:19|20|21)\d\d-\d\d-\d\d\b", page)}
    in_rows = {day[:10] or None for row in rows for day in (row["date"], row["ended"])}
    values = {listed["date"], listed["evening"], whole["date"], whole["evening"], play.get("playDate", "")[:10] or None}
    assert len(rows) == len(NAMES)
    return {*values, *in_rows, *in_pages}


@pytest.mark.parametrize("shown", [BOOT_1970, LAST_EVENING, EVENING + 7200], ids=["1970", "last evening", "ahead"])
def test_evening_has_one_date_although_it_began_wrong(tmp_path: Path, shown: float) -> None:
    """The network sets the clock in the middle of the game, forwards or back."""
    with evening_at(tmp_path, shown, right=False) as evening:
        evening.start()
        evening.play(0, HALF)
        assert json.loads(evening.get("api/games"))["games"][0]["date"] is None
        assert "datetime" not in evening.get("games")
        evening.machine.set_clock(EVENING, right=True)
        evening.play(HALF)
        evening.show_result()
        wait_for_date(evening)
        assert dates_shown(evening, 1) == {"2026-11-21"}
        assert "2026-11-21 20:1" in evening.get("games"), "the time of day is that of the evening, too"
        assert "1970" not in evening.get("games/1")
    assert times_of_rows(tmp_path)[0] == pytest.approx(shown, abs=60), "rows keep the time that the clock showed"
    status, games = run_json("games", "--state", tmp_path / "state")
    assert (status, games["games"][0]["started"]) == (0, pytest.approx(EVENING, abs=60))


def test_evening_without_a_right_clock_shows_no_date(tmp_path: Path) -> None:
    with evening_at(tmp_path, LAST_EVENING, right=False) as evening:
        evening.start()
        evening.play(0)
        evening.show_result()
        assert dates_shown(evening, 1) == {None}


@pytest.mark.parametrize(
    ("shown", "days"),
    [
        (local("2038-01-19 04:14"), {"2038-01-18", "2038-01-19"}),
        (local("2150-02-01 20:15"), {None}),
    ],
    ids=["2038", "2150"],
)
def test_far_years_are_played_and_dated(tmp_path: Path, shown: float, days: set[str | None]) -> None:
    """In January 2038, 31 bits overflow. A clock of 2150 is wrong, whatever the kernel says."""
    with evening_at(tmp_path, shown, right=True) as evening:
        evening.start()
        evening.play(0)
        evening.show_result()
        assert dates_shown(evening, 1) == days


def test_evening_goes_on_after_midnight(tmp_path: Path) -> None:
    with evening_at(tmp_path, local("2026-11-21 23:58"), right=True) as evening:
        evening.start()
        evening.play(0, HALF)
        evening.machine.set_clock(local("2026-11-22 00:10"), right=True)
        evening.play(HALF)
        evening.show_result()
        evening.start()
        second, first = json.loads(evening.get("api/games"))["games"]
        assert (first["date"], first["evening"]) == ("2026-11-21", "2026-11-21")
        assert (second["date"], second["evening"]) == ("2026-11-22", "2026-11-21")
        assert "night of 2026-11-21 to 2026-11-22" in evening.get("games")


def wait_for_date(evening: Evening) -> None:
    """Wait until the moves before the clock was set count, too: at once after the end of a game, else in a minute."""
    deadline = time.monotonic() + PATIENCE_S
    while json.loads(evening.get("api/games"))["games"][0]["started"] > EVENING:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def times_of_rows(folder: Path) -> Sequence[int]:
    with closing(open_store(folder / "state", GAMES)) as store:
        return [row.time for row in store.journal.rows(1)]
