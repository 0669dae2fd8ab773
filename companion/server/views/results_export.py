"""Results for other programs: a table for spreadsheets, and the link that sends a play to the app BG Stats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.journal.archive import ArchivedGame, PastGame
from companion.rules.people_names import name_key
from companion.words.catalogue import Words

FIRST_PLAUSIBLE = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
"""Earliest plausible time: a Pi has no battery-backed clock, so an earlier time is wrong."""
LAST_PLAUSIBLE = int(datetime(2100, 1, 1, tzinfo=UTC).timestamp())
"""Latest plausible time: a later one comes from a broken clock or an edited file."""
COLUMNS = ("number", "game", "date", "seat", "name", "colour", "rank", "total", "players", "note")

_SOURCE = "Table companion"
"""Name under which BG Stats remembers our players and games. Never change it."""
_BG_STATS = "bgstats://app.bgstatsapp.com/createPlay.html?data="
_FORMULA = ("=", "+", "-", "@", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}", "\N{FULLWIDTH HYPHEN-MINUS}",
            "\N{FULLWIDTH COMMERCIAL AT}", "\t", "\r")  # fmt: skip


def plausible_time(seconds: int) -> int | None:
    """Return seconds since 1970 if they are plausible, else None."""
    return seconds if FIRST_PLAUSIBLE <= seconds < LAST_PLAUSIBLE else None


def day_of(seconds: int) -> str | None:
    """Return the day of a time in the box's zone, as 2026-11-21, if it is plausible; else None."""
    time = plausible_time(seconds)
    return datetime.fromtimestamp(time).astimezone().date().isoformat() if time is not None else None


def results_csv(games: Iterable[PastGame]) -> str:
    """Return the finished games as CSV, a line for each seat by rank, with the column names of moves files.

    The columns are the same in every language. The text begins with a byte order mark: without it Excel garbles
    accents, and other programs skip it. A name that a spreadsheet would read as a formula gets an apostrophe before
    it. Dates are in the box's zone. The last column marks results that could not be verified or come from another
    table's file.
    """
    sheet = io.StringIO()
    lines = csv.writer(sheet)  # with the line ends of RFC 4180
    lines.writerow(COLUMNS)
    for past in games:
        if past.game is None or past.result is None:
            continue
        names, colours = past.names, past.colours or ((),) * len(past.names)
        date = day_of(past.started) or ""
        for seat, rank, total in past.result:
            name, colour = _escape_formula(names[seat - 1]), "+".join(colours[seat - 1])
            note = "noted, not checked" if past.unverifiable else "from a file" if past.imported else ""
            lines.writerow((past.number, past.game, date, seat, name, colour, rank, total, len(names), note))
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + sheet.getvalue()


def bg_stats_link(archived: ArchivedGame) -> str | None:
    """Return the link that opens the app BG Stats with this play filled in; None unless the game is over.

    It follows https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/, with the scheme
    of the app instead of its web site, so that no browser contacts the internet. `winner`, `startPlayer`,
    `highestWins` and `noPoints` are always included because the app requires them. The date is that of the end, in UTC.
    """
    past = archived.past
    if past.result is None or past.game is None:
        return None
    places = {seat: (rank, total) for seat, rank, total in past.result}
    players = [
        {
            "name": name,
            "sourcePlayerId": name_key(name),
            "startPlayer": seat == 1,
            "winner": places[seat][0] == 1,
            "rank": places[seat][0],
            "score": places[seat][1],
        }
        for seat, name in enumerate(past.names, 1)
    ]
    game = {"name": title_of(past.game, Words("en")), "sourceGameId": past.game}
    play: dict[str, Any] = {
        "sourceName": _SOURCE,
        "sourcePlayId": f"{past.number}-{past.started}",
        "game": {**game, "highestWins": True, "noPoints": False},
        "players": players,
    }
    if plausible_time(archived.ended_at) is not None:
        play["playDate"] = f"{datetime.fromtimestamp(archived.ended_at, UTC):%Y-%m-%d %H:%M:%S}"
    return _BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def title_of(game: str, words: Words) -> str:
    """Return the title of a game, or its id if this program knows no title for it."""
    key = f"game.{game}"
    return words(key) if words.has(key) else game


def _escape_formula(name: str) -> str:
    return f"'{name}" if name.lstrip().startswith(_FORMULA) else name
