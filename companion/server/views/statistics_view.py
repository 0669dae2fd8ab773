"""Who won how often: figures for each player over the games that are over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.people_names import same_person
from companion.support.frozen import frozen


@frozen
class Score:
    """What one player had at the end of one game."""

    name: str
    game: str
    """The game's id."""
    number: int
    """Which one in the journal; greater is later."""
    rank: int
    """From 1; those who share a win all have 1."""
    total: int


@frozen
class Figures:
    """A player's figures over some games, at least one."""

    games: int
    wins: int
    """Shared ones count."""
    average_total: float
    average_rank: float
    best: int
    """The highest total."""
    best_number: int
    """The game in which it was; the first of several."""


@frozen
class Player:
    """A player with figures over all games, and over those of each kind. Totals of two games do not compare."""

    name: str
    """As last written."""
    all: Figures
    by_game: tuple[tuple[str, Figures], ...]
    """By the game's id, the most played first."""


def statistics(scores: Iterable[Score]) -> tuple[Player, ...]:
    """Every player's figures: most wins first, then the better rank on average, then more games, then by name."""
    people: dict[str, list[Score]] = {}
    for score in sorted(scores, key=lambda score: score.number):
        people.setdefault(same_person(score.name), []).append(score)
    players = [Player(own[-1].name, _figures(own), _by_game(own)) for own in people.values()]
    return tuple(sorted(players, key=_order))


def _by_game(own: Sequence[Score]) -> tuple[tuple[str, Figures], ...]:
    games: dict[str, list[Score]] = {}
    for score in own:
        games.setdefault(score.game, []).append(score)
    found = ((game, _figures(scores)) for game, scores in games.items())
    return tuple(sorted(found, key=lambda pair: (-pair[1].games, pair[0])))


def _figures(own: Sequence[Score]) -> Figures:
    best = max(own, key=lambda score: (score.total, -score.number))
    return Figures(
        games=len(own),
        wins=sum(score.rank == 1 for score in own),
        average_total=sum(score.total for score in own) / len(own),
        average_rank=sum(score.rank for score in own) / len(own),
        best=best.total,
        best_number=best.number,
    )


def _order(player: Player) -> tuple[int, float, int, str]:
    return (-player.all.wins, player.all.average_rank, -player.all.games, same_person(player.name))
