"""Sanitising of a game that comes from a file: no phone has a role in it, and nobody knows its coming throws.

The file of a backup contains the seeds, so its owner could predict every throw. So the seed in force is
revealed, and a new one is committed to. Such an owner still knows the hands: for a backup uploaded by a phone,
that is shown as long as its games go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.journal.database import HIGH_NUMBER, MOST_NUMBER
from companion.journal.journal import ANSWERS, LAST_ERASED, OPEN_GAME, REAL_DICE, REPAIR, SECRETS_KNOWN, Journal
from companion.journal.recorded_game import RecordedGame, chain_recorded
from companion.journal.replay import Replay, apply_seed_rows
from companion.journal.rows import RowDraft, Stamp, chain, committed_body, revealed_body
from companion.rules.text import say
from companion.table import people
from companion.table.free_dice import FREE_DICE_NOTE, from_note, put_away, to_note
from companion.table.game_limits import is_full
from companion.table.game_setup import PROFILE_PREFIX
from companion.table.game_summary import check_summary, game_summary
from companion.table.lobby import LOBBY_NOTE
from companion.table.people import PEOPLE_NOTE
from companion.table.roles import ROLES_NOTE, Roles
from companion.table.roles import to_note as noted_roles
from companion.table.session_errors import DamagedError
from companion.table.table import Table

RESTORE_SOURCE = "restore"
"""Source of the rows written here."""


def sanitise_games(
    journal: Journal, replays: Iterable[Replay], stamp: Stamp, seed: Callable[[], bytes], *, from_phone: bool = False
) -> int:
    """Sanitise all games of a journal that came from a file; return their number.

    `replays` are all its games, whole, one at a time; `seed` gives bytes that nobody can guess. With `from_phone`,
    a phone has the file, and may know the hands in it.

    Raises NotSavedError, and DamagedError if the summary of a game does not fit it.
    """
    games, unfinished, tables = 0, [], []
    for replay in replays:
        games += 1
        game = replay.table if replay.table is not None else replay.recorded
        assert game is not None  # every replay has one of the two
        tables.append(game.names)
        _check_summary(journal, game)
        if replay.table is not None and not replay.matches_summary(journal.game_summary(game.number)):
            # All rows stay; only the summary is corrected.
            journal.truncate(game.number, replay.seq, game_summary(replay.table))
        if not _ended(game):
            unfinished.append(game.number)
        draws_nothing = _ended(game) or is_full(game.seq)  # each restore would use up two of the rows left
        bodies = [] if draws_nothing else _reseed(game, seed)
        if not bodies:
            continue
        if isinstance(game, RecordedGame):
            journal.append(chain_recorded(game, stamp, bodies), journal.summary_json(game.number))
            continue
        rows, after = chain(game, replay.last_hash, stamp, bodies, apply_seed_rows(game, bodies))
        journal.append(rows, game_summary(after))
    notes = journal.notes()
    tray = from_note(notes.get(FREE_DICE_NOTE))
    laid_out = to_note(put_away(tray, seed())) if tray is not None else None
    known = people.from_note(notes.get(PEOPLE_NOTE)).at_tables(tables)  # no name of a game that was left out
    journal.set_notes(
        {
            **{name: None for name, value in notes.items() if not _is_kept(name, value)},
            **{
                ROLES_NOTE: noted_roles(Roles()),
                FREE_DICE_NOTE: laid_out,
                PEOPLE_NOTE: people.to_note(known) if known.entries else None,
                SECRETS_KNOWN: unfinished if from_phone else None,
            },
        }
    )
    return games


def _is_kept(name: str, value: Any) -> bool:
    """Return whether a note that somebody else may have written is kept: the table starts with it, and depends on it.

    Answers to commands, the lobby and the switch for real dice are dropped, because they belong to that other table.
    """
    if name in (OPEN_GAME, LAST_ERASED):
        return type(value) is int and 0 <= value < (MOST_NUMBER if name == OPEN_GAME else HIGH_NUMBER)
    if name.startswith(PROFILE_PREFIX):
        return isinstance(value, dict)
    return name not in (ANSWERS, REPAIR, REAL_DICE, LOBBY_NOTE)


def _check_summary(journal: Journal, game: Table | RecordedGame) -> None:
    """Check that the summary of a game fits it, because lists of games use nothing else. Raises DamagedError."""
    try:
        check_summary(journal.game_summary(game.number), len(game.names))
    except ValueError as error:
        raise DamagedError(say("session.database", cause=f"what is noted of game {game.number}")) from error


def _ended(game: Table | RecordedGame) -> bool:
    """Return whether nothing more is drawn in a game. Its summary is not used: anybody can write that."""
    if isinstance(game, Table):
        return game.over or game.closed
    return game.closed or not game.commitments or game.commitments[-1].revealed


def _reseed(game: Table | RecordedGame, seed: Callable[[], bytes]) -> list[RowDraft]:
    if not game.commitments:
        return []
    last = game.commitments[-1]
    commitment = committed_body(seed(), last.match, from_file=True)
    return [commitment] if last.revealed else [revealed_body(last, {}), commitment]
