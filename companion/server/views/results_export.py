"""Results as others read them: a table for spreadsheets, and the link that hands a play to the app BG Stats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.journal.archive import Found, Past
from companion.rules.people_names import same_person
from companion.words.catalogue import Words

FIRST_KNOWN = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
"""A Pi has no clock of its own: what it says before this day it cannot know."""
LAST_KNOWN = int(datetime(2100, 1, 1, tzinfo=UTC).timestamp())
"""No clock is right after this day: what says so was broken, or somebody wrote it."""
COLUMNS = ("number", "game", "date", "seat", "name", "colour", "rank", "total", "players", "note")

_SOURCE = "Table companion"
"""Never to be changed: BG Stats remembers under it which of its players and games ours are."""
_BG_STATS = "bgstats://app.bgstatsapp.com/createPlay.html?data="
_FORMULA = ("=", "+", "-", "@", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}", "\N{FULLWIDTH HYPHEN-MINUS}",
            "\N{FULLWIDTH COMMERCIAL AT}", "\t", "\r")  # fmt: skip


def known_time(seconds: int) -> int | None:
    """Seconds since 1970 where the clock can have been right, else None."""
    return seconds if FIRST_KNOWN <= seconds < LAST_KNOWN else None


def day_of(seconds: int) -> str | None:
    """The day of a time in the box's zone, as 2026-11-21, where the clock can have been right; else None."""
    time = known_time(seconds)
    return datetime.fromtimestamp(time).astimezone().date().isoformat() if time is not None else None


def results_csv(games: Iterable[Past]) -> str:
    """The finished games, a line for each seat, by rank; in the words of moves files, whatever language one reads.

    It begins with a byte order mark: without one Excel takes the accents for something else, and everybody else knows
    to skip it. A name that a spreadsheet would take for a formula gets an apostrophe before it. Dates are the box's.
    The last column says where a result could not be checked, or comes from the file of another table.
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
            name, colour = _no_formula(names[seat - 1]), "+".join(colours[seat - 1])
            note = "noted, not checked" if past.only_noted else "from a file" if past.brought_in else ""
            lines.writerow((past.number, past.game, date, seat, name, colour, rank, total, len(names), note))
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + sheet.getvalue()


def bg_stats_link(found: Found) -> str | None:
    """The link that opens BG Stats with this play filled in, for whoever has the app; None unless the game is over.

    As https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/ has it, with the scheme of
    the app instead of its web site, so that no browser asks anybody outside. `winner`, `startPlayer`, `highestWins` and
    `noPoints` are always there, for the app asks for them; the date is that of the end in UTC.
    """
    past = found.past
    if past.result is None or past.game is None:
        return None
    places = {seat: (rank, total) for seat, rank, total in past.result}
    players = [
        {
            "name": name,
            "sourcePlayerId": same_person(name),
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
    if known_time(found.ended) is not None:
        play["playDate"] = f"{datetime.fromtimestamp(found.ended, UTC):%Y-%m-%d %H:%M:%S}"
    return _BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def title_of(game: str, words: Words) -> str:
    """How a game is called; by its id where this program knows nothing else of it."""
    key = f"game.{game}"
    return words(key) if words.has(key) else game


def _no_formula(name: str) -> str:
    return f"'{name}" if name.lstrip().startswith(_FORMULA) else name
