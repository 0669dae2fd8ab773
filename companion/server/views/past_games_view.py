"""Past games as JSON for the pages: the list of them, one with its moves, and the statistics over all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from companion.journal.archive import ArchivedGame, PastGame
from companion.journal.game_export import moves_head
from companion.journal.replay import ForeignReason
from companion.rules.game import Game
from companion.rules.people_names import name_key
from companion.rules.viewer import PUBLIC
from companion.server.views.history_view import add_neighbouring_parts, moves_view, part_of
from companion.server.views.results_export import bg_stats_link, day_of, plausible_time, title_of
from companion.server.views.table_view import table_view
from companion.server.views.view_types import (
    FiguresView,
    ForeignView,
    GameFiguresView,
    PastGameView,
    PastSeatView,
    PlayerView,
    WholeGameView,
)
from companion.server.views.web_table_view import seat_view
from companion.session.session import Snapshot
from companion.support.frozen_dataclasses import frozen
from companion.table.people import People
from companion.table.session_errors import SessionError
from companion.words.catalogue import Words
from companion.words.signs import seat_marks
from companion.words.status_lines import foreign_text


def games_view(games: Iterable[PastGame], open_game: int | None, words: Words) -> list[PastGameView]:
    """Return the games for a list, in the order given: who played, and who won if the game is over.

    `status` is `over`, `open` (on the table now), `unfinished`, `closed`, or `unreadable`: then the rest is empty.
    `only_noted` says that the result cannot be verified here. `foreign` is present with the reason if the present rules
    cannot read the game; its `opens` says whether opening it may be tried. `places` are the seats as people read them
    out: by rank once the game is over, before that in playing order.
    """
    return [_list_entry(past, open_game, words) for past in games]


def game_view(
    archived: ArchivedGame, open_game: int | None, words: Words, games: Sequence[Game] = (), before: int | None = None
) -> WholeGameView:
    """Return one whole game: its list entry, the table at its end, its moves in words, and its exports.

    `table` is the public view, null for a foreign game, which has no `moves` either. The moves go from the first to the
    last, each with its lines of the sheet. A very long game gives only one part of the moves and the sheet: the part
    before the entry `before`, or the last one; `earlier` and `later` are the neighbouring parts. The game is `partial`
    when its file hides something from the public. In `foreign`, `file` says whether the file is available at all, and
    `chance` whether it mentions draws. `games` are the games whose rules may migrate a foreign game.
    """
    table, head = archived.table, _export_head(archived, games)
    view = _list_entry(archived.past, open_game, words)
    if "foreign" in view:
        has_draws = archived.recorded is not None and bool(archived.recorded.commitments)
        view["foreign"] |= {"file": head is not None, "chance": has_draws}
    whole = cast(WholeGameView, view)
    whole["ended"] = plausible_time(archived.ended_at)
    whole["partial"] = head is None or bool(head.get("partial"))
    whole["table"], whole["moves"] = None, []
    whole["bg_stats"] = bg_stats_link(archived)
    if table is not None:
        part = part_of(table, before)
        whole["table"] = table_view(Snapshot(table, saved=True), PUBLIC, words, part)
        whole["moves"] = moves_view(table, PUBLIC, words, part)
        add_neighbouring_parts(whole, table, part, words)
    return whole


def statistics_view(games: Iterable[PastGame], people: People, words: Words) -> list[PlayerView]:
    """Return every player's figures over the finished games, averages to two places, in the order of `statistics`.

    People have their present names, and those who were merged are one. Seats without a name are left out.
    """
    scores = [
        GameScore(people.present_name(past.names[seat - 1]), past.game, past.number, rank, total)
        for past in games
        if past.game is not None
        for seat, rank, total in past.result or ()
        if not people.is_nobody(past.names[seat - 1])
    ]
    return [_player_view(player, words) for player in statistics(scores)]


def _list_entry(past: PastGame, open_game: int | None, words: Words) -> PastGameView:
    view: PastGameView = {
        "number": past.number,
        "damaged": past.damaged,
        "status": "unreadable",
        "game": None,
        "title": "",
        "started": None,
        "date": None,
        "seats": [],
        "places": [],
    }
    if past.game is None:
        return view
    over = past.result is not None
    on_table = past.number == open_game and past.foreign is None  # a foreign game is migrated before it is opened
    view["status"] = "over" if over else "closed" if past.closed else "open" if on_table else "unfinished"
    view["game"], view["title"] = past.game, title_of(past.game, words)
    if foreign := _foreign_view(past, words):
        view["foreign"] = foreign
    if past.imported:
        view["brought_in"] = True
    if past.unverifiable:
        view["only_noted"] = True
    view["started"], view["date"] = plausible_time(past.started), day_of(past.started)
    view["seats"] = _seats_view(past, words)
    view["places"] = sorted(view["seats"], key=lambda seat: (seat["rank"] or 0, seat["seat"]))
    return view


def _foreign_view(past: PastGame, words: Words) -> ForeignView | None:
    """Return why the present rules cannot read a game; None if they can."""
    reason = foreign_text(past.foreign, over=past.result is not None, closed=past.closed)
    if past.foreign is None or reason is None:
        return None
    opens = past.foreign is ForeignReason.OTHER_RULES and past.result is None and not past.closed
    return {"why": past.foreign.value, "text": words.of(reason), "opens": opens}


def _export_head(archived: ArchivedGame, games: Sequence[Game]) -> dict[str, Any] | None:
    """Return the first line of a game's moves file, None if the file is unavailable."""
    try:
        return moves_head(archived.table, archived.recorded, archived.past.result, games)
    except SessionError:
        return None


def _seats_view(past: PastGame, words: Words) -> list[PastSeatView]:
    """Return the seats in playing order with their marks, and rank and total once the game is over."""
    places = {seat: (rank, total) for seat, rank, total in past.result or ()}
    colours = past.colours or (("",),) * len(past.names)
    seats: list[PastSeatView] = []
    for mark in seat_marks(past.names, (own[0] for own in colours), words):
        rank, total = places.get(mark.seat, (None, None))
        seats.append({**seat_view(mark, colours[mark.seat - 1]), "rank": rank, "total": total})
    return seats


def _player_view(player: PlayerStatistics, words: Words) -> PlayerView:
    by_game: list[GameFiguresView] = [
        {"game": game, "title": title_of(game, words), **_rounded(figures)} for game, figures in player.by_game
    ]
    return {"name": player.name, **_rounded(player.all), "by_game": by_game}


def _rounded(figures: Figures) -> FiguresView:
    return {
        "games": figures.games,
        "wins": figures.wins,
        "average_total": round(figures.average_total, 2),
        "average_rank": round(figures.average_rank, 2),
        "best": {"total": figures.best, "number": figures.best_number},
    }


@frozen
class GameScore:
    """The result of one player in one game."""

    name: str
    game: str
    """The game's id."""
    number: int
    """Number of the game in the journal; greater is later."""
    rank: int
    """Rank from 1; all who share a win have 1."""
    total: int


@frozen
class Figures:
    """Figures of a player over some games, at least one."""

    games: int
    wins: int
    """Number of wins, including shared ones."""
    average_total: float
    average_rank: float
    best: int
    """Highest total."""
    best_number: int
    """Number of the game with the highest total, the first of several."""


@frozen
class PlayerStatistics:
    """Figures of a player over all games, and for each kind of game, because totals of two kinds are not comparable."""

    name: str
    """Name in its most recent spelling."""
    all: Figures
    by_game: tuple[tuple[str, Figures], ...]
    """Figures by the game's id, the most played first."""


def statistics(scores: Iterable[GameScore]) -> tuple[PlayerStatistics, ...]:
    """Return every player's figures: most wins first, then the better average rank, then more games, then by name."""
    people: dict[str, list[GameScore]] = {}
    for score in sorted(scores, key=lambda score: score.number):
        people.setdefault(name_key(score.name), []).append(score)
    players = [
        PlayerStatistics(player_scores[-1].name, _figures(player_scores), _by_game(player_scores))
        for player_scores in people.values()
    ]
    return tuple(sorted(players, key=_order))


def _by_game(own: Sequence[GameScore]) -> tuple[tuple[str, Figures], ...]:
    games: dict[str, list[GameScore]] = {}
    for score in own:
        games.setdefault(score.game, []).append(score)
    figures = ((game, _figures(scores)) for game, scores in games.items())
    return tuple(sorted(figures, key=lambda pair: (-pair[1].games, pair[0])))


def _figures(own: Sequence[GameScore]) -> Figures:
    best = max(own, key=lambda score: (score.total, -score.number))
    return Figures(
        games=len(own),
        wins=sum(score.rank == 1 for score in own),
        average_total=sum(score.total for score in own) / len(own),
        average_rank=sum(score.rank for score in own) / len(own),
        best=best.total,
        best_number=best.number,
    )


def _order(player: PlayerStatistics) -> tuple[int, float, int, str]:
    return (-player.all.wins, player.all.average_rank, -player.all.games, name_key(player.name))
