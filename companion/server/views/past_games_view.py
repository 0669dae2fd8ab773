"""Past games as JSON for the pages: the list of them, one with its moves, the statistics over all, and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from companion.journal.archive import ArchivedGame, PastGame
from companion.journal.game_export import moves_head
from companion.journal.game_records import records_of
from companion.journal.game_statistics import (
    BestGames,
    BestScore,
    Figures,
    GameLead,
    PlayerStatistics,
    statistics_of,
)
from companion.journal.replay import ForeignReason
from companion.rules.game import Game
from companion.rules.people_names import name_key
from companion.rules.viewer import PUBLIC
from companion.server.views.evenings import Evening, evening_day
from companion.server.views.game_times import day_of, plausible_time
from companion.server.views.history_view import add_neighbouring_parts, moves_view, part_of
from companion.server.views.results_export import bg_stats_link, title_of
from companion.server.views.table_view import table_view
from companion.server.views.view_types import (
    BestGamesView,
    BestScoreView,
    FiguresView,
    ForeignView,
    GameFiguresView,
    LeadView,
    PastGameView,
    PastSeatView,
    PlaceView,
    PlayerView,
    StatisticsView,
    WholeGameView,
)
from companion.server.views.web_table_view import seat_view
from companion.session.session import Snapshot
from companion.support.frozen_dataclasses import frozen
from companion.table.people import People
from companion.table.session_errors import SessionError
from companion.words.catalogue import Words
from companion.words.signs import join_names, seat_marks
from companion.words.status_lines import foreign_text


def games_view(games: Iterable[PastGame], open_game: int | None, words: Words) -> list[PastGameView]:
    """Return the games for a list, in the order given: who played, and who won if the game is over.

    `status` is `over`, `open` (on the table now), `unfinished`, `closed`, or `unreadable`: then the rest is empty.
    `only_noted` says that the result cannot be verified here. `foreign` is present with the reason if the present rules
    cannot read the game; its `opens` says whether opening it may be tried. `places` are the seats as people read them
    out: by rank once the game is over, before that in playing order.
    """
    return [_list_entry(past, open_game, words) for past in games]


@frozen
class EveningView:
    """Games that the page lists together."""

    day: str | None
    unfinished: bool
    tally: str
    """The number of games, and who won how many; empty for a single game."""
    winner: str | None
    """The person with the most wins of several games; None without one."""
    summary: str
    """The tally, or else the only game with its winner, or the number of games."""
    games: list[PastGameView]


def evenings_view(
    evenings: Iterable[Evening], open_game: int | None, people: People, words: Words
) -> list[EveningView]:
    """Return the evenings of a page, in the order given."""
    return [_evening_view(evening, open_game, people, words) for evening in evenings]


def game_view(
    archived: ArchivedGame,
    open_game: int | None,
    words: Words,
    people: People,
    games: Sequence[Game] = (),
    before: int | None = None,
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
    whole["partial"] = head is None or bool(head.get("partial"))
    whole["table"], whole["moves"] = None, []
    whole["bg_stats"] = bg_stats_link(archived, games, people)
    if table is not None:
        part = part_of(table, before)
        whole["table"] = table_view(Snapshot(table, saved=True), PUBLIC, words, part)
        whole["moves"] = moves_view(table, PUBLIC, words, part)
        add_neighbouring_parts(whole, table, part, words)
    return whole


def statistics_view(games: Iterable[PastGame], people: People, words: Words) -> StatisticsView:
    """Return the figures of every player, of pairs, and the best games, in the order of `GameStatistics`.

    Averages have two decimal places.
    """
    games = tuple(games)
    statistics, evenings = statistics_of(games, people), {past.number: evening_day(past) for past in games}
    return {
        "players": [_player_view(player, words) for player in statistics.players],
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "games": pair.games,
                "first_ahead": pair.first_ahead,
                "second_ahead": pair.second_ahead,
            }
            for pair in statistics.pairs
        ],
        "games": [_best_games_view(kind, evenings, words) for kind in statistics.kinds],
    }


def figures_by_game(players: Iterable[PlayerView]) -> dict[str, list[tuple[str, GameFiguresView]]]:
    """Return the name and figures of those who played each game: most wins, the higher average, then the best total."""
    games: dict[str, list[tuple[str, GameFiguresView]]] = {}
    for player in players:
        for own in player["by_game"]:
            games.setdefault(own["game"], []).append((player["name"], own))
    for figures in games.values():
        figures.sort(key=lambda entry: (-entry[1]["wins"], -entry[1]["average_total"], -entry[1]["best"]["total"]))
    return games


def records_view(games: Iterable[PastGame], people: People, words: Words) -> dict[int, list[str]]:
    """Return the records of the games that set any, by number, as sentences."""
    return {number: [words.of(text) for text in texts] for number, texts in records_of(games, people).items()}


def _evening_view(evening: Evening, open_game: int | None, people: People, words: Words) -> EveningView:
    games, wins = games_view(evening.games, open_game, words), _wins_of(evening, people)
    count = words("web.evening.games", n=len(games))
    if evening.day is None or len(games) > 1:
        tally = _tally(len(games), wins, _shared_wins(evening, people), words) if evening.day is not None else ""
        leads = tally and wins and (len(wins) == 1 or wins[0][1] > wins[1][1])
        return EveningView(evening.day, evening.unfinished, tally, wins[0][0] if leads else None, tally or count, games)
    winners = [seat["name"] for seat in games[0]["places"] if seat["rank"] == 1]
    won = words("end.winner", names=join_names(winners, words), n=len(winners)) if winners else ""
    summary = " · ".join(part for part in (games[0]["title"], won) if part)
    return EveningView(evening.day, evening.unfinished, "", None, summary or count, games)


def _wins_of(evening: Evening, people: People) -> list[tuple[str, int]]:
    """Return the people who won games of an evening and how many each: most wins first, then by name."""
    wins, names = Counter[str](), dict[str, str]()
    for past in evening.games:
        for name in (past.names[seat - 1] for seat, rank, _ in past.result or () if rank == 1):
            if not people.is_nobody(name):
                present = people.present_name(name)
                wins[name_key(present)] += 1
                names.setdefault(name_key(present), present)
    return [(names[key], number) for key, number in sorted(wins.items(), key=lambda entry: (-entry[1], entry[0]))]


def _shared_wins(evening: Evening, people: People) -> int:
    """Return the number of games of an evening that several people won together."""

    def winners(past: PastGame) -> list[str]:
        return [past.names[seat - 1] for seat, rank, _ in past.result or () if rank == 1]

    return sum(sum(not people.is_nobody(name) for name in winners(past)) > 1 for past in evening.games)


def _tally(count: int, wins: Sequence[tuple[str, int]], shared: int, words: Words) -> str:
    """Return how many games an evening had, who won how many, and how many of them were shared."""
    games = words("web.evening.games", n=count)
    if not wins:
        return games
    if len(wins) == count > 1 and not shared:
        return words("web.evening.one_each", games=games, names=join_names([name for name, _ in wins], words))
    (best, most), *others = wins
    all_won = most == count and not others
    won_all = "web.evening.won_both" if count == 2 else "web.evening.won_all"
    won = [words(won_all if all_won else "web.evening.won", name=best, n=most)]
    won += [words("web.evening.won_too", name=name, n=number) for name, number in others]
    names = join_names(won, words)
    return words("web.evening.tally_shared" if shared else "web.evening.tally", games=games, wins=names, n=shared)


def _list_entry(past: PastGame, open_game: int | None, words: Words) -> PastGameView:
    view: PastGameView = {
        "number": past.number,
        "damaged": past.damaged,
        "status": "unreadable",
        "game": None,
        "title": "",
        "started": None,
        "ended": None,
        "date": None,
        "evening": None,
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
    view["started"], view["ended"] = plausible_time(past.started), plausible_time(past.ended)
    view["date"], view["evening"] = day_of(past.started), evening_day(past)
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
    return {
        "name": player.name,
        **_rounded(player.all),
        "by_game": by_game,
        "present_streak": player.present_streak,
        "longest_streak": player.longest_streak,
    }


def _rounded(figures: Figures) -> FiguresView:
    return {
        "games": figures.games,
        "wins": figures.wins,
        "average_total": round(figures.average_total, 2),
        "average_rank": round(figures.average_rank, 2),
        "best": {"total": figures.best, "number": figures.best_number},
    }


def _best_games_view(kind: BestGames, evenings: Mapping[int, str | None], words: Words) -> BestGamesView:
    return {
        "game": kind.game,
        "title": title_of(kind.game, words),
        "games": kind.games,
        "best": _best_score_view(kind.best, evenings),
        "closest": _lead_view(kind.closest, evenings),
        "clearest": _lead_view(kind.clearest, evenings),
    }


def _best_score_view(best: BestScore | None, evenings: Mapping[int, str | None]) -> BestScoreView | None:
    if best is None:
        return None
    return {
        "total": best.total,
        "number": best.number,
        "names": list(best.names),
        "evening": evenings[best.number],
        "more": best.more,
    }


def _lead_view(lead: GameLead | None, evenings: Mapping[int, str | None]) -> LeadView | None:
    if lead is None:
        return None
    places: list[PlaceView] = [{"name": name, "total": total} for name, total in (lead.first, lead.second)]
    return {
        "number": lead.number,
        "evening": evenings[lead.number],
        "points": lead.points,
        "places": places,
        "more": lead.more,
        "tie_break": lead.tie_break,
    }
