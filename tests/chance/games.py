"""Random games as files: with drawn and typed results, take-backs, repeats and amendments; finished or not."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

from companion.journal.journal import Journal
from companion.journal.moves_file import export
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import EVERYTHING, PUBLIC
from companion.session.session import Session
from companion.table import table as tables
from companion.table.commands import Amend, CloseGame, Command, Insert, LeaveGame, Play, Restore, StartGame, TakeBack
from companion.table.legal_moves import locked_draws
from companion.table.random_play import complete_move, open_kinds
from companion.table.salted_match_hash import SALT_BYTES
from companion.table.session_errors import MisfitsError, SessionError
from tests.kit.cases import NAMES, PLAIN
from tests.kit.scripted_games import GAMES, NOON, journal_in_memory, table_of

UNEVEN: dict[str, Any] = {"sectors": [{"land": 1 + n, "sea": "corsair", "weight": 1 + n * n} for n in range(5)]}
"""A wheel with sectors of different widths."""
CHARMS: dict[str, Any] = {"charms": ["red", None, "blue"]}
"""Secret options of a game of Lanterns for three."""
REAL_DICE = 0.2
"""Probability that a player rolls real dice."""


@cache
def random_games(count: int) -> tuple[bytes, ...]:
    """Return the files of this number of games, always the same; nearly all have revealed their seeds."""
    with journal_in_memory() as journal:
        return tuple(_games(journal, count))


def _games(journal: Journal, count: int) -> Iterator[bytes]:
    for number in range(count):
        rnd = Random(number)
        session = Session(journal, GAMES, lambda: NOON, entropy=rnd.randbytes, salt=partial(rnd.randbytes, SALT_BYTES))
        to_the_end = number % 8 == 1
        session.do(_start(number, to_the_end))
        ends = 0
        for _ in range(250 if to_the_end else rnd.randint(2, 60)):
            _random_command(session, rnd)
            ends += table_of(session).over
            if ends == 2:  # the first end was taken back, and another seed came into force
                break
        going_on = number % 20 == 7
        if not going_on and (not table_of(session).over or rnd.random() < 0.5):
            session.do(CloseGame())
        # An export during the game, or for somebody outside of it, does not contain the hands.
        unseen = going_on or number % 20 == 16
        yield export(table_of(session), PUBLIC if unseen else EVERYTHING).encode()
        session.do(LeaveGame())


def _start(number: int, to_the_end: bool) -> StartGame:
    """Start most games as Classic, and one in seven as Lanterns, which has more types of draws."""
    if number % 7 == 4:
        options = CHARMS if number % 2 else {}
        return StartGame(game="lanterns", names=NAMES[:3] if options else NAMES[:2], options=options)
    options = {**PLAIN["classic"], **({"wheel": UNEVEN} if number % 3 == 0 else {})}
    if to_the_end:  # random play ends soonest if no cards are tracked
        options["tracking"] = "dice"
    return StartGame(game="classic", names=NAMES[: 2 + number % 3], options=options)


def _random_command(session: Session, rnd: Random) -> None:
    """Make a move most of the time; now and then take back, restore or amend something."""
    table, dice = table_of(session), rnd.random()
    with contextlib.suppress(SessionError):  # nothing to take back, or to restore
        if table.over or dice < 0.14:
            session.do(TakeBack(seat=rnd.choice([None, None, *table.seats])))
        elif dice < 0.18:
            session.do(Restore())
        elif dice < 0.24 and table.entries:
            _amend(session, rnd)
        elif dice < 0.26 and table.entries:
            _insert(session, rnd)
        elif dice < 0.27:
            _amend_setup(session, rnd)
        else:
            session.do(Play(moves=(_move(session, rnd),)))


def _move(session: Session, rnd: Random) -> tuple[int, dict[str, Any]]:
    table = table_of(session)
    seat = rnd.choice(table.match.active_seats(table.state))
    kinds = open_kinds(table.match, table.state, seat)
    kind = rnd.choice([kind for kind in kinds if kind != "correct"] if rnd.random() < 0.9 else kinds)
    body = complete_move(table.match, table.state, seat, kind, rnd)
    if "chance" in body and rnd.random() > REAL_DICE:
        request = {name: value for name, value in body.items() if name not in ("move", "chance")}
        refusing = [bound for bound in locked_draws(table, seat, kind) if bound.refuses(request)]
        if not refusing:
            del body["chance"]
        elif refusing[
            0
        ].repeatable:  # repeat the announced draw that was taken back, if it is legal; else type the result in
            return seat, {"move": kind, **(refusing[0].first.fixed or {})}
    return seat, body


def _amend(session: Session, rnd: Random) -> None:
    """Replace or remove an earlier entry. Entries that no longer fit are removed in some cases."""
    table = table_of(session)
    entry = rnd.randint(max(1, len(table.entries) - 5), len(table.entries))
    played = table.entries[entry - 1].played
    kind = played.move.kind
    body = complete_move(table.match, table.before(entry), played.seat, kind, rnd) if rnd.random() < 0.7 else None
    if body is not None and "chance" in body and rnd.random() > REAL_DICE:
        del body["chance"]
    _execute(session, Amend(entry=entry, seat=played.seat if body else None, move=body), rnd)


def _insert(session: Session, rnd: Random) -> None:
    """Insert a move before one of the last."""
    table = table_of(session)
    entry = rnd.randint(max(1, len(table.entries) - 5), len(table.entries))
    then = tables.rewind(table, entry)
    seat = rnd.choice(table.match.active_seats(then.state))
    kind = rnd.choice(open_kinds(then.match, then.state, seat))
    _execute(session, Insert(entry=entry, seat=seat, move=complete_move(then.match, then.state, seat, kind, rnd)), rnd)


def _amend_setup(session: Session, rnd: Random) -> None:
    """Change the name of a player, or the wheel."""
    table = table_of(session)
    names = (table.names[0] + "!", *table.names[1:])
    wheels: list[Any] = [UNEVEN, None] if table.game.id == "classic" else []
    options = {"wheel": rnd.choice(wheels)} if wheels and rnd.random() < 0.5 else None
    _execute(session, Amend(entry=0, names=None if options else names, options=options), rnd)


def _execute(session: Session, command: Command, rnd: Random) -> None:
    """Execute a command. If later moves no longer fit, remove them or give up."""
    with contextlib.suppress(MisfitsError, RulesError):
        try:
            session.do(command)
        except MisfitsError as error:
            if rnd.random() < 0.5:
                raise
            session.do(replace(command, without=tuple(misfit.entry for misfit in error.misfits)))  # type: ignore[call-arg]  # all of these have it
