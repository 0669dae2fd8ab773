"""Random games of 1983 as files: drawn and typed, taken back and asked again, amended, closed or still going on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.rules.errors import RulesError
from companion.rules.viewer import EVERYTHING, PUBLIC
from companion.session.commands import Amend, Close, Leave, Play, Restore, Start, TakeBack
from companion.session.errors import MisfitsError, SessionError
from companion.session.journal import Journal
from companion.session.moves_file import export
from companion.session.session import Session
from tests.rules.cases import NAMES, PLAIN
from tests.rules.walking import completed, open_kinds
from tests.session.games import GAMES, NOON, folder_in_memory, table_of

UNEVEN: dict[str, Any] = {"sectors": [{"land": 1 + n, "sea": "corsair", "weight": 1 + n * n} for n in range(5)]}
"""A wheel whose sectors are not all alike."""
REAL = 0.2
"""How often somebody takes the real dice."""


@cache
def random_games(count: int) -> tuple[bytes, ...]:
    """The files of so many games, the same for the same count; nearly all with their seeds revealed."""
    with folder_in_memory() as folder, closing(Journal(Path(folder) / "journal.sqlite3")) as journal:
        return tuple(_games(journal, count))


def _games(journal: Journal, count: int) -> Iterator[bytes]:
    for number in range(count):
        rnd = Random(number)
        session = Session(journal, GAMES, lambda: NOON, entropy=rnd.randbytes)
        options = {**PLAIN["classic"], **({"wheel": UNEVEN} if number % 3 == 0 else {})}
        to_the_end = number % 8 == 1
        if to_the_end:  # hands that play at random come home soonest where nobody tracks their cards
            options["tracking"] = "dice"
        session.do(Start(game="classic", names=NAMES[: 2 + number % 3], options=options))
        ends = 0
        for _ in range(250 if to_the_end else rnd.randint(2, 60)):
            _something(session, rnd)
            ends += table_of(session).over
            if ends == 2:  # once it was taken back, and another seed came into force
                break
        going_on = number % 20 == 7
        if not going_on and (not table_of(session).over or rnd.random() < 0.5):
            session.do(Close())
        # What somebody gets who asks while the game goes on lacks the hands.
        yield export(table_of(session), PUBLIC if going_on else EVERYTHING).encode()
        session.do(Leave())


def _something(session: Session, rnd: Random) -> None:
    """Most of the time a move; now and then somebody thinks better of it."""
    table, dice = table_of(session), rnd.random()
    with contextlib.suppress(SessionError):  # nothing to take back, or to restore
        if table.over or dice < 0.14:
            session.do(TakeBack())
        elif dice < 0.18:
            session.do(Restore())
        elif dice < 0.22 and table.entries:
            _amend(session, rnd)
        else:
            session.do(Play(moves=(_move(session, rnd),)))


def _move(session: Session, rnd: Random) -> tuple[int, dict[str, Any]]:
    table = table_of(session)
    seat = rnd.choice(table.game.waiting(table.state))
    kinds = open_kinds(table.game, table.state, seat)
    kind = rnd.choice([kind for kind in kinds if kind != "correct"] if rnd.random() < 0.9 else kinds)
    body = completed(table.game, table.state, seat, kind, rnd)
    if "chance" in body and rnd.random() > REAL:
        del body["chance"]
    return seat, body


def _amend(session: Session, rnd: Random) -> None:
    """Put something else in place of an earlier entry, or nothing, if what came after it still fits."""
    table = table_of(session)
    entry = rnd.randint(max(1, len(table.entries) - 5), len(table.entries))
    played = table.entries[entry - 1].played
    kind = played.move.kind
    body = completed(table.game, table.before(entry), played.seat, kind, rnd) if rnd.random() < 0.7 else None
    if body is not None and "chance" in body and rnd.random() > REAL:
        del body["chance"]
    with contextlib.suppress(MisfitsError, RulesError):
        session.do(Amend(entry=entry, seat=played.seat if body else None, move=body))
