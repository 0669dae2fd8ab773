"""Past games as JSON for the pages: the list of them, one with its moves, and the statistics over all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from companion.rules.viewer import PUBLIC
from companion.session.archive import Found, Past
from companion.session.moves_file import export
from companion.session.session import Snapshot
from companion.session.table import Table
from companion.views.history_view import history_view
from companion.views.page_view import seats_view
from companion.views.results import bg_stats_link, day_of, known_time
from companion.views.statistics import Figures, Player, Score, statistics
from companion.views.table_view import table_view
from companion.views.texts import Words


def games_view(games: Iterable[Past], open_game: int | None, words: Words) -> list[dict[str, Any]]:
    """The games as a list shows them, in the order given: who played, and who won where it is over.

    `status` is `over`, `open` (it lies on the table), `unfinished`, `closed`, or `unreadable`: then the rest is empty.
    `places` are the seats as one reads them out: by rank once the game is over, before that in playing order.
    """
    return [_listed(past, open_game, words) for past in games]


def game_view(found: Found, open_game: int | None, words: Words) -> dict[str, Any]:
    """One game whole: what the list says of it, the table at its end, its moves in words, and where it may go.

    `table` is the view of the public; `moves` go from the first to the last, each with its lines of the sheet; it is
    `partial` when its file hides something from the public.
    """
    table = found.table
    return {
        **_listed(found.past, open_game, words),
        "ended": known_time(found.ended),
        "partial": bool(json.loads(export(table, PUBLIC).partition("\n")[0]).get("partial")),
        "table": table_view(Snapshot(table, saved=True), PUBLIC, words),
        "moves": history_view(table, PUBLIC, words)["entries"],
        "bg_stats": bg_stats_link(found),
    }


def statistics_view(games: Iterable[Past], words: Words) -> list[dict[str, Any]]:
    """Every player's figures over the games that are over, averages to two places, in the order of `statistics`."""
    scores = [
        Score(past.start.names[seat - 1], past.start.game.id, past.number, rank, total)
        for past in games
        if past.start is not None
        for seat, rank, total in past.result or ()
    ]
    return [_player(player, words) for player in statistics(scores)]


def joined(names: Sequence[str], words: Words) -> str:
    """Names as one says them: "Ada", "Ada and Bao", "Ada, Bao and Cid"."""
    if len(names) < 2:
        return "".join(names)
    return words("web.games.and", names=", ".join(names[:-1]), last=names[-1])


def _listed(past: Past, open_game: int | None, words: Words) -> dict[str, Any]:
    about: dict[str, Any] = {"number": past.number, "damaged": past.damaged}
    start = past.start
    if start is None:
        nothing: dict[str, Any] = {"game": None, "title": "", "started": None, "date": None, "seats": [], "places": []}
        return {**about, "status": "unreadable", **nothing}
    over = past.result is not None
    status = "over" if over else "closed" if past.closed else "open" if past.number == open_game else "unfinished"
    seats = _seats(past, start, words)
    return {
        **about,
        "status": status,
        "game": start.game.id,
        "title": words(f"game.{start.game.id}"),
        "started": known_time(past.started),
        "date": day_of(past.started),
        "seats": seats,
        "places": sorted(seats, key=lambda seat: (seat["rank"] or 0, seat["seat"])),
    }


def _seats(past: Past, start: Table, words: Words) -> list[dict[str, Any]]:
    """The seats in playing order, each as it is marked, with rank and total once the game is over."""
    places = {seat: (rank, total) for seat, rank, total in past.result or ()}
    seats = []
    for seat in seats_view(start, words):
        del seat["claimed"]  # a matter of the game on the table
        seat["rank"], seat["total"] = places.get(seat["seat"], (None, None))
        seats.append(seat)
    return seats


def _player(player: Player, words: Words) -> dict[str, Any]:
    by_game = [{"game": game, "title": words(f"game.{game}"), **_rounded(figures)} for game, figures in player.by_game]
    return {"name": player.name, **_rounded(player.all), "by_game": by_game}


def _rounded(figures: Figures) -> dict[str, Any]:
    return {
        "games": figures.games,
        "wins": figures.wins,
        "average_total": round(figures.average_total, 2),
        "average_rank": round(figures.average_rank, 2),
        "best": {"total": figures.best, "number": figures.best_number},
    }
