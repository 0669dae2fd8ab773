"""Records of finished games: what each was the first for at this table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.journal.archive import PastGame
from companion.journal.game_statistics import FEWEST_OF_KIND, lead_of
from companion.rules.people_names import name_key
from companion.rules.text import Text, say
from companion.table.people import People

FEWEST_EARLIER = FEWEST_OF_KIND - 1
"""Number of earlier games of the same kind from which on a game can have the best score, or be the closest."""
FEWEST_IN_A_ROW = 3
"""Number of wins from which on they count as a series."""


def records_of(games: Iterable[PastGame], people: People) -> Mapping[int, tuple[Text, ...]]:
    """Return the records that each finished game set when it was played, by number; games without any are left out.

    The winner's records come first. Games of another table's file set no record and break none. A seat without a person
    sets none. Each game is looked at once.
    """
    persons: dict[str, _PersonSoFar] = {}
    kinds: dict[str | None, _KindSoFar] = {}
    records = {}
    for past in sorted(games, key=lambda past: past.number):
        if past.result is None or past.imported:
            continue
        kind = kinds.setdefault(past.game, _KindSoFar())
        if texts := (*_of_winners(past, people, persons), *_of_kind(past, people, kind)):
            records[past.number] = texts
    return records


def personal_bests(past: PastGame, games: Iterable[PastGame], people: People) -> list[int]:
    """Return the seats of a finished game whose person never had as high a total in an earlier game of its kind.

    A first game of a kind is no record.
    """
    earlier = [game for game in games if game.game == past.game and game.number < past.number and not game.imported]

    def key_of(game: PastGame, seat: int) -> str:
        name = game.names[seat - 1]
        return "" if people.is_nobody(name) else name_key(people.present_name(name))

    bests = []
    for seat, _, total in past.result or ():
        key = key_of(past, seat)
        own = [score for game in earlier for other, _, score in game.result or () if key and key_of(game, other) == key]
        if own and total > max(own):
            bests.append(seat)
    return bests


@dataclass
class _PersonSoFar:
    """The games of a person before a game."""

    games: int = 0
    wins: int = 0
    in_a_row: int = 0
    """Number of the last games that were won."""


@dataclass
class _KindSoFar:
    """The games of one kind before a game."""

    games: int = 0
    best: int = 0
    """The highest total, once there is a game."""
    leads: int = 0
    """Number of games with two people in the first two places."""
    fewest: int = 0
    """The fewest points between these places, once there is such a game."""
    most: int = 0
    """The most points between them, likewise."""


def _of_winners(past: PastGame, people: People, persons: dict[str, _PersonSoFar]) -> Iterator[Text]:
    """Yield that a winner won for the first time, or again and again; count the game for everyone."""
    for seat, rank, _ in past.result or ():
        name = past.names[seat - 1]
        if people.is_nobody(name):
            continue
        person = persons.setdefault(name_key(people.present_name(name)), _PersonSoFar())
        if rank == 1 and person.games and not person.wins:
            yield say("story.first_win", name=name)
        elif rank == 1 and person.in_a_row + 1 >= FEWEST_IN_A_ROW:
            yield say("story.in_a_row", name=name, n=person.in_a_row + 1)
        person.games += 1
        person.wins += rank == 1
        person.in_a_row = person.in_a_row + 1 if rank == 1 else 0


def _of_kind(past: PastGame, people: People, kind: _KindSoFar) -> Iterator[Text]:
    """Yield that a game has the highest score so far, or is the closest or clearest one; count it for its kind."""
    best = max(total for _, _, total in past.result or ())
    if kind.games >= FEWEST_EARLIER and best > kind.best:
        names = [past.names[seat - 1] for seat, _, total in past.result or () if total == best]
        yield from (say("story.best", name=name, total=best) for name in names if not people.is_nobody(name))
    kind.best = max(kind.best, best) if kind.games else best
    kind.games += 1
    lead = lead_of(past, people)
    if lead is None:
        return
    if kind.leads >= FEWEST_EARLIER and lead.points < kind.fewest:
        yield say("story.closest")
    elif kind.leads >= FEWEST_EARLIER and lead.points > kind.most:
        yield say("story.clearest")
    kind.fewest = min(kind.fewest, lead.points) if kind.leads else lead.points
    kind.most = max(kind.most, lead.points) if kind.leads else lead.points
    kind.leads += 1
