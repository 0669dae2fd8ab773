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
from companion.rules.game import Game
from companion.rules.people_names import name_key
from companion.rules.viewer import PUBLIC
from companion.server.views.game_times import day_of, minute_of, plausible_time
from companion.table.people import People
from companion.table.table import Table
from companion.words.catalogue import Words

COLUMNS = ("number", "game", "date", "seat", "name", "colour", "rank", "total", "players", "note", "ended", "minutes",
           "turns")  # fmt: skip
"""The columns; the catalogue has their headings. New ones are added at the end."""

_SOURCE = "Table companion"
"""Name under which BG Stats remembers our players and games. Never change it."""
_ANONYMOUS = "Anonymous player"
"""Name of a seat without a person: that of the player that BG Stats has for such seats."""
_BG_STATS = "bgstats://app.bgstatsapp.com/createPlay.html?data="
_FORMULA = ("=", "+", "-", "@", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}", "\N{FULLWIDTH HYPHEN-MINUS}",
            "\N{FULLWIDTH COMMERCIAL AT}", "\t", "\r")  # fmt: skip


def results_csv(games: Iterable[PastGame], words: Words) -> str:
    """Return the finished games as CSV, a line for each seat by rank.

    Headings, notes and the separator, which Excel expects, are those of the reader's language; all other values are the
    same in all. The text begins with a byte order mark: without it Excel garbles accents, and other programs skip it. A
    name that a spreadsheet would read as a formula gets an apostrophe before it. Times are in the box's zone. The note
    marks results that could not be verified or come from another table's file. What is unknown is empty, and so are the
    times of a game from another table's file, which are those of the import.
    """
    sheet = io.StringIO()
    separator = ";" if words("web.games.point") == "," else ","  # as in Excel, where numbers have a decimal comma
    lines = csv.writer(sheet, delimiter=separator)  # with the line ends of RFC 4180
    lines.writerow(words(f"csv.heading_{column}") for column in COLUMNS)
    for past in games:
        if past.game is None or past.result is None:
            continue
        names, colours = past.names, past.colours or ((),) * len(past.names)
        date = day_of(past.started) if not past.imported else None
        ended = minute_of(past.ended) if not past.imported else None
        played = (_note_of(past, words), ended, past.minutes, past.turns)
        for seat, rank, total in past.result:
            name, colour = _escape_formula(names[seat - 1]), "+".join(colours[seat - 1])
            lines.writerow((past.number, past.game, date, seat, name, colour, rank, total, len(names), *played))
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + sheet.getvalue()


def _note_of(past: PastGame, words: Words) -> str:
    """Return the note about a result that nobody here saw or could verify; empty for any other."""
    if past.unverifiable:
        return words("csv.not_checked")
    return words("csv.from_file") if past.imported else ""


def bg_stats_link(archived: ArchivedGame, games: Iterable[Game], people: People) -> str | None:
    """Return the link that opens the app BG Stats with this play filled in; None unless the game is over.

    It follows https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/, with the scheme
    of the app instead of its web site, so that no browser contacts the internet. `winner`, `startPlayer`,
    `highestWins` and `noPoints` are always included because the app requires them. The date is that of the start, in
    UTC, except for a game from another table's file. `games` are the known games: one of them may have the number by
    which the app finds the game. The role is a character. A seat without a person has no id, so that the app remembers
    nobody for it; its colour is its role.
    """
    past = archived.past
    if past.result is None or past.game is None:
        return None
    places = {seat: (rank, total) for seat, rank, total in past.result}
    players = [
        {
            **_player(archived, seat, people),
            "startPlayer": seat == 1,
            "winner": places[seat][0] == 1,
            "rank": places[seat][0],
            "score": places[seat][1],
        }
        for seat in range(1, len(past.names) + 1)
    ]
    game: dict[str, Any] = {"name": title_of(past.game, Words("en")), "sourceGameId": past.game}
    bgg_id = next((known.bgg_id for known in games if known.id == past.game), None)
    if bgg_id is not None:
        game["bggId"] = bgg_id
    play: dict[str, Any] = {
        "sourceName": _SOURCE,
        "sourcePlayId": f"{past.number}-{past.first_time}",
        "game": {**game, "highestWins": True, "noPoints": False},
        "players": players,
    }
    if plausible_time(past.started) is not None and not past.imported:
        play["playDate"] = f"{datetime.fromtimestamp(past.started, UTC):%Y-%m-%d %H:%M:%S}"
    if past.minutes is not None:
        play["durationMin"] = past.minutes
    return _BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(archived: ArchivedGame, seat: int, people: People) -> dict[str, str]:
    """Return who sat at a seat, as the app asks for it."""
    past, name = archived.past, archived.past.names[seat - 1]
    if not people.is_nobody(name):
        player, roles = {"name": name, "sourcePlayerId": name_key(name)}, [_character_of(archived.table, seat)]
    else:
        colour = "+".join(past.colours[seat - 1]) if past.colours else name
        player, roles = {"name": _ANONYMOUS}, [colour, _character_of(archived.table, seat)]
    role = ", ".join(filter(None, roles))
    return {**player, "role": role} if role else player


def _character_of(table: Table | None, seat: int) -> str:
    """Return the English name of the character that a seat plays, a card of its notes; empty without one."""
    if table is None:
        return ""
    view = table.match.player_view(table.state, PUBLIC)
    things = (note.thing for note in table.match.seat_notes(view, seat) if note.thing is not None)
    components = (table.match.component(thing) for thing in things)
    return next((Words("en").of(each.title, table.names) for each in components if each.face is not None), "")


def title_of(game: str, words: Words) -> str:
    """Return the title of a game, or its id if this program knows no title for it."""
    key = f"game.{game}"
    return words(key) if words.has(key) else game


def _escape_formula(name: str) -> str:
    return f"'{name}" if name.lstrip().startswith(_FORMULA) else name
