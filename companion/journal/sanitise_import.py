"""Sanitising of a game that comes from a file: no phone has a role in it, and nobody knows its coming throws.

The file of a backup contains the seeds, so its owner could predict every throw. So the seed in force is
revealed, and a new one is committed to. Such an owner still knows the hands: for a backup uploaded by a phone,
that is shown as long as its games go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.journal.database import HIGH_NUMBER, MOST_NUMBER
from companion.journal.journal import ANSWERS, HANDED_OUT, LAST_ERASED, MENDED, OPEN_GAME, Journal
from companion.journal.recorded_game import RecordedGame, chain_on
from companion.journal.replay import Replay, followed
from companion.journal.rows import Body, Stamp, chain, committed_body, revealed_body
from companion.rules.text import say
from companion.table.free_dice import FREE, from_note, put_away, to_note
from companion.table.game_limits import is_full
from companion.table.game_setup import PROFILE
from companion.table.game_summary import check_about, game_summary
from companion.table.roles import ROLES, Roles
from companion.table.roles import to_note as noted_roles
from companion.table.table import Table
from companion.table.table_errors import DamagedError

SOURCE = "restore"
"""Source of the rows written here."""


def take_in(
    journal: Journal, folded: Iterable[Replay], stamp: Stamp, seed: Callable[[], bytes], *, from_phone: bool = False
) -> int:
    """Sanitise all games of a journal that came from a file; return their number.

    `replays` are all its games, whole, one at a time; `seed` gives bytes that nobody can guess. With `from_phone`,
    a phone has the file, and may know the hands in it.

    Raises NotSavedError, and DamagedError if the summary of a game does not fit it.
    """
    games, going_on = 0, []
    for game in folded:
        games += 1
        told = game.table if game.table is not None else game.paper
        assert told is not None  # every replay has one of the two
        _check_noted(journal, told)
        if game.table is not None and not game.fits(journal.noted(told.number)):
            journal.cut(told.number, game.seq, game_summary(game.table))  # all rows stay; only the summary is corrected
        if not _ended(told):
            going_on.append(told.number)
        drawn_no_more = _ended(told) or is_full(told.seq)  # each restore would use up two of the rows left
        bodies = [] if drawn_no_more else _sealed_anew(told, seed)
        if not bodies:
            continue
        if isinstance(told, RecordedGame):
            journal.append(chain_on(told, stamp, bodies), journal.summary(told.number))
            continue
        rows, after = chain(told, game.previous, stamp, bodies, followed(told, bodies))
        journal.append(rows, game_summary(after))
    notes = journal.notes()
    tray = from_note(notes.get(FREE))
    laid_out = to_note(put_away(tray, seed())) if tray is not None else None
    journal.set_notes(
        {
            **{name: None for name, value in notes.items() if not _is_kept(name, value)},
            **{ROLES: noted_roles(Roles()), FREE: laid_out, HANDED_OUT: going_on if from_phone else None},
        }
    )
    return games


def _is_kept(name: str, value: Any) -> bool:
    """Return whether a note that somebody else may have written is kept: the table starts with it, and depends on it.

    Answers to commands are dropped, because they belong to that other table.
    """
    if name in (OPEN_GAME, LAST_ERASED):
        return type(value) is int and 0 <= value < (MOST_NUMBER if name == OPEN_GAME else HIGH_NUMBER)
    if name.startswith(PROFILE):
        return isinstance(value, dict)
    return name not in (ANSWERS, MENDED)


def _check_noted(journal: Journal, told: Table | RecordedGame) -> None:
    """Check that the summary of a game fits it, because lists of games use nothing else. Raises DamagedError."""
    try:
        check_about(journal.noted(told.number), len(told.names))
    except ValueError as error:
        raise DamagedError(say("session.database", cause=f"what is noted of game {told.number}")) from error


def _ended(told: Table | RecordedGame) -> bool:
    """Return whether nothing more is drawn in a game. Its summary is not used: anybody can write that."""
    if isinstance(told, Table):
        return told.over or told.closed
    return told.closed or not told.commitments or told.commitments[-1].revealed


def _sealed_anew(told: Table | RecordedGame, seed: Callable[[], bytes]) -> list[Body]:
    if not told.commitments:
        return []
    last = told.commitments[-1]
    fresh = committed_body(seed(), last.match, from_file=True)
    return [fresh] if last.revealed else [revealed_body(last, {}), fresh]
