"""Statistics over finished games: the figures of every player, pairs of players, and the best games of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from statistics import median

from companion.journal.archive import PastGame
from companion.rules.people_names import name_key
from companion.support.frozen_dataclasses import frozen
from companion.table.people import People

FEWEST_MEETINGS = 2
"""Number of games from which on two players are compared."""
FEWEST_OF_KIND = 3
"""Number of games of one kind from which on some of them are its best, closest and clearest."""

OUTSTANDING = 2
"""Factor by which the lead in the clearest and the closest game differs from the median of all leads, at least."""


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
    imported: bool = False
    """True for a game from a file: nobody here knows whether it was played before or after the others."""


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
    present_streak: int
    """Number of the player's last games in a row that were won; imported games do not count."""
    longest_streak: int
    """Greatest number of the player's games in a row that were won, likewise."""


@frozen
class PairStatistics:
    """Counts of the games in which each of two players was ahead of the other."""

    first: str
    """The player who was ahead more often; the first by name of two equal ones."""
    second: str
    games: int
    """Number of games that both played; the two were equal in the remaining ones."""
    first_ahead: int
    second_ahead: int


@frozen
class BestScore:
    """The highest total in a kind of game."""

    total: int
    number: int
    """Number of the game, the first of several."""
    names: tuple[str, ...]
    """The players who had this total in that game."""
    more: int = 0
    """Number of later games with the same highest total."""


@frozen
class GameLead:
    """The first two places of a game."""

    number: int
    first: tuple[str, int]
    """Name and total of the first place."""
    second: tuple[str, int]
    more: int = 0
    """Number of later games with as many points between the places, once the game is an outstanding one."""
    tie_break: bool = False
    """True if both totals are equal, and the tie-break of the rules decided."""

    @property
    def points(self) -> int:
        """Points between the two places."""
        return self.first[1] - self.second[1]


@frozen
class BestGames:
    """The outstanding games of one kind."""

    game: str
    """The game's id."""
    games: int
    """Number of finished games."""
    best: BestScore | None
    """The highest total; None with fewer than FEWEST_OF_KIND games."""
    closest: GameLead | None
    """The game with the fewest points between the first two places.

    None without FEWEST_OF_KIND games that differ, and if it does not stand out."""
    clearest: GameLead | None
    """The game with the most points between them, likewise."""


@frozen
class GameStatistics:
    """All statistics. Seats without a person have no part in them."""

    players: tuple[PlayerStatistics, ...]
    """Most wins first, then the better average rank, then more games, then by name."""
    pairs: tuple[PairStatistics, ...]
    """The two who met most often come first, then by name."""
    kinds: tuple[BestGames, ...]
    """The kind that was played most comes first."""


def statistics_of(games: Iterable[PastGame], people: People) -> GameStatistics:
    """Return the statistics of the finished games. People have their present names; merged people are one."""
    finished = sorted((past for past in games if past.result is not None), key=lambda past: past.number)
    scores = [
        GameScore(people.present_name(past.names[seat - 1]), past.game, past.number, rank, total, past.imported)
        for past in finished
        if past.game is not None
        for seat, rank, total in past.result or ()
        if not people.is_nobody(past.names[seat - 1])
    ]
    leads = [(past.game, lead) for past in finished if (lead := lead_of(past, people)) is not None]
    return GameStatistics(player_statistics(scores), pair_statistics(scores), _best_games(scores, leads))


def player_statistics(scores: Iterable[GameScore]) -> tuple[PlayerStatistics, ...]:
    """Return every player's figures: most wins first, then the better average rank, then more games, then by name."""
    people: dict[str, list[GameScore]] = {}
    for score in sorted(scores, key=lambda score: score.number):
        people.setdefault(name_key(score.name), []).append(score)
    players = [
        PlayerStatistics(own[-1].name, _figures(own), _by_game(own), *_win_streaks(own)) for own in people.values()
    ]
    return tuple(sorted(players, key=_player_order))


def pair_statistics(scores: Iterable[GameScore]) -> tuple[PairStatistics, ...]:
    """Return every two players who met at least FEWEST_MEETINGS times: most games first, then by name."""
    names: dict[str, str] = {}
    ahead: dict[tuple[str, str], list[int]] = {}
    """By the keys of two names: number of games, and how often the first and the second was ahead."""
    for _, table in groupby(sorted(scores, key=lambda score: score.number), key=lambda score: score.number):
        ranks = {}
        for score in table:
            key = name_key(score.name)
            names[key], ranks[key] = score.name, score.rank
        for pair in combinations(sorted(ranks), 2):
            first, second = (ranks[key] for key in pair)
            counts = ahead.setdefault(pair, [0, 0, 0])
            counts[0] += 1
            counts[1] += first < second
            counts[2] += second < first
    pairs = (
        PairStatistics(names[left], names[right], games, left_ahead, right_ahead)
        if left_ahead >= right_ahead
        else PairStatistics(names[right], names[left], games, right_ahead, left_ahead)
        for (left, right), (games, left_ahead, right_ahead) in ahead.items()
        if games >= FEWEST_MEETINGS
    )
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, name_key(pair.first), name_key(pair.second))))


def lead_of(past: PastGame, people: People) -> GameLead | None:
    """Return the first two places of a finished game; None if one of them is no person."""
    result = (past.result or ())[:2]
    places = [(past.names[seat - 1], total) for seat, _, total in result]
    if len(places) < 2 or any(people.is_nobody(name) for name, _ in places):
        return None
    first, second = ((people.present_name(name), total) for name, total in places)
    return GameLead(past.number, first, second, tie_break=first[1] == second[1] and result[0][1] != result[1][1])


def _best_games(scores: Sequence[GameScore], leads: Iterable[tuple[str | None, GameLead]]) -> tuple[BestGames, ...]:
    """Return the outstanding games of each kind, in the order of their numbers given, the most played first."""
    by_kind: dict[str, list[GameScore]] = {}
    for score in scores:
        by_kind.setdefault(score.game, []).append(score)
    leads = list(leads)
    kinds = []
    for game, own in by_kind.items():
        count = len({score.number for score in own})
        best = _best_score(own) if count >= FEWEST_OF_KIND else None
        kinds.append(
            BestGames(game, count, best, *_closest_and_clearest([lead for kind, lead in leads if kind == game]))
        )
    return tuple(sorted(kinds, key=lambda kind: (-kind.games, kind.game)))


def _best_score(own: Sequence[GameScore]) -> BestScore:
    """Return the highest total of the scores, with all who had it in the first game that has it."""
    top = _best(own)
    equal = [score for score in own if score.total == top.total]
    names = tuple(score.name for score in equal if score.number == top.number)
    return BestScore(top.total, top.number, names, len({score.number for score in equal}) - 1)


def _closest_and_clearest(leads: Sequence[GameLead]) -> tuple[GameLead | None, GameLead | None]:
    """Return the first games with the fewest and with the most points between the first two places.

    A game stands out only if it has at most half, or at least twice, the points of a usual one.
    """
    points = [lead.points for lead in leads]
    if len(leads) < FEWEST_OF_KIND or min(points) == max(points):
        return None, None
    median_points = median(points)

    def first_with(number: int) -> GameLead:
        return replace(leads[points.index(number)], more=points.count(number) - 1)

    closest = first_with(min(points)) if min(points) * OUTSTANDING <= median_points else None
    clearest = first_with(max(points)) if max(points) >= median_points * OUTSTANDING else None
    return closest, clearest


def _win_streaks(own: Iterable[GameScore]) -> tuple[int, int]:
    """Return how many of a player's last games in a row were won, and the greatest such number at any time."""
    present = longest = 0
    for score in own:
        if not score.imported:
            present = present + 1 if score.rank == 1 else 0
            longest = max(longest, present)
    return present, longest


def _by_game(own: Sequence[GameScore]) -> tuple[tuple[str, Figures], ...]:
    games: dict[str, list[GameScore]] = {}
    for score in own:
        games.setdefault(score.game, []).append(score)
    figures = ((game, _figures(scores)) for game, scores in games.items())
    return tuple(sorted(figures, key=lambda pair: (-pair[1].games, pair[0])))


def _figures(own: Sequence[GameScore]) -> Figures:
    best = _best(own)
    return Figures(
        games=len(own),
        wins=sum(score.rank == 1 for score in own),
        average_total=sum(score.total for score in own) / len(own),
        average_rank=sum(score.rank for score in own) / len(own),
        best=best.total,
        best_number=best.number,
    )


def _best(scores: Iterable[GameScore]) -> GameScore:
    """Return the score with the highest total, the earliest of several."""
    return max(scores, key=lambda score: (score.total, -score.number))


def _player_order(player: PlayerStatistics) -> tuple[int, float, int, str]:
    return (-player.all.wins, player.all.average_rank, -player.all.games, name_key(player.name))
