"""Backups: the journal copied to one file, and such a file restored."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.chance.seed import SEED_BYTES
from companion.journal.database import check_bounds, check_not_newer, delete_games, not_saved
from companion.journal.database_files import broken_log_of, copy_database, discard_database, flush
from companion.journal.file_watch import SQLITE_MAGIC
from companion.journal.journal import OPEN_GAME, Journal, SavedGame, free_name
from companion.journal.open_journal import journal_to_read
from companion.journal.replacement import replace_journal, undo_interrupted_replacement
from companion.journal.replay import Replay, replay_stored
from companion.journal.rescue import checkpoint_fully, salvage_into
from companion.journal.rows import Stamp
from companion.journal.sanitise_import import RESTORE_SOURCE, sanitise_games
from companion.journal.state_directory import (
    NAME,
    PARTIAL_ENDING,
    RESTORE_PREFIX,
    check_kind,
    check_readable,
    journal_path,
    lock,
    path_for_copy,
)
from companion.rules.game import Game
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table import game_limits
from companion.table.roles import ROLES_NOTE, Roles, to_note
from companion.table.session_errors import (
    DamagedError,
    NewerError,
    NotSavedError,
    SaveFailure,
    TakenError,
    UnreadableError,
)


@frozen
class BackupContents:
    """Contents of a backup."""

    games: int
    unfinished: int
    """Number of unfinished games."""
    open_game: SavedGame | None
    """The game that would be open on the table."""
    too_long: tuple[int, ...] = ()
    """The games left out because they have too many rows. The file of the backup still has them."""
    lost: int = 0
    """Number of games in a damaged backup that could not be saved whole."""


def backup_to(backup: Path, directory: Path) -> int:
    """Copy the journal of a state directory to one file; return the number of games.

    A companion may be using the directory. The file exists whole or not at all; until it is whole, it is in a new
    folder beside its place. Raises TakenError if the file exists, NotSavedError if it cannot be written, and what
    `journal_to_read` raises.
    """
    with journal_to_read(directory) as journal, ExitStack() as stack:
        if os.path.lexists(backup):
            raise TakenError(say("session.backup_exists", path=str(backup)))
        try:
            folder = TemporaryDirectory(
                prefix="backup-", suffix=PARTIAL_ENDING, dir=backup.parent, ignore_cleanup_errors=True
            )
            part = Path(stack.enter_context(folder)) / NAME
            journal.copy_to(part)
            flush(part)
            part.replace(backup)
            flush(backup.parent)
        except (OSError, NotSavedError) as error:
            refused = not_saved(error) if isinstance(error, OSError) else error
            reason = say("session.backup_not_written", path=str(backup))
            raise NotSavedError(refused.cause, refused.failure, reason) from error
        return len(journal.games())


def restore_backup(
    backup: Path, directory: Path, games: tuple[Game, ...], now: Callable[[], float] = time.time
) -> BackupContents:
    """Replace the journal of a state directory by a backup, and keep the old journal beside it.

    The backup is checked first, every game of it; the old journal becomes `replaced-N.sqlite3`. No phone has a role
    in what comes from a file, and unfinished games get a new seed; `now` gives seconds since 1970. Raises
    DamagedError if the file is no backup or not whole, NewerError, InUseError, NoStateError, UnreadableError or
    NotSavedError; then the journal is unchanged.
    """
    return _restore(backup, directory, games, now, damaged=False)


def restore_damaged_backup(
    backup: Path, directory: Path, games: tuple[Game, ...], now: Callable[[], float] = time.time
) -> BackupContents:
    """Do the same with a damaged backup; some of its games may be restored only in part.

    Raises DamagedError if no game of it can be read, and as `restore_backup` does. A backup of a later version is
    refused too, because the parts that this version does not know would be lost.
    """
    return _restore(backup, directory, games, now, damaged=True)


def prepare_backup(
    path: Path,
    games: tuple[Game, ...],
    now: Callable[[], float] = time.time,
    reading: AbstractContextManager[Any] | None = None,
    *,
    from_phone: bool = False,
) -> BackupContents:
    """Prepare a copy of a backup for the restore: check every game, and give each unfinished one a new seed.

    Games with too many rows are left out. Games are read one at a time, while `reading` is held, if given. With
    `from_phone`, a note is left that a phone has the file, to be shown once it is in place. Raises DamagedError if
    the file is no backup or not whole, or if all of its games are left out, NewerError, or NotSavedError; then the
    copy must not be used.
    """
    try:
        too_long = check_bounds(path)
        Journal(path, read_only=True).close()  # an empty file would become a new journal
        if too_long:
            delete_games(path, too_long)
        with closing(Journal(path)) as journal:
            journal.erase(too_long)  # their summaries
            if too_long and not journal.games():
                raise DamagedError(say("backup.all_too_long", n=game_limits.MOST_ROWS))
            replays = _replay_each(journal, games, reading or nullcontext())
            sanitise_games(
                journal,
                replays,
                Stamp(int(now()), RESTORE_SOURCE),
                lambda: secrets.token_bytes(SEED_BYTES),
                from_phone=from_phone,
            )
            saved_games = journal.games()
            open_number = journal.note(OPEN_GAME)
            checkpoint_fully(journal)
    except OSError as error:
        raise not_saved(error) from error
    unfinished = [game for game in saved_games if game.result is None and not game.closed]
    open_game = next((game for game in unfinished if game.number == open_number), None)
    return BackupContents(len(saved_games), len(unfinished), open_game, too_long)


def install_backup(prepared: Path, directory: Path, roles: Roles) -> Path:
    """Replace the journal of a state directory by a prepared backup; return the path where the old one is kept.

    `roles` are the roles of phones from then on. Raises InUseError, NoStateError, UnreadableError or NotSavedError:
    then the journal is unchanged.
    """
    path = journal_path(directory)
    check_kind(path)
    with ExitStack() as stack:
        stack.callback(lock(directory))
        stack.callback(discard_database, prepared)
        try:
            undo_interrupted_replacement(path)
            with closing(Journal(prepared)) as journal:
                journal.set_note(ROLES_NOTE, to_note(roles))
                checkpoint_fully(journal)
            return replace_journal(path, prepared)
        except DamagedError as error:  # damaged since it was prepared
            raise NotSavedError(f"damaged: {error.reason.key}") from error
        except OSError as error:
            raise not_saved(error) from error


def _check_is_database(backup: Path) -> None:
    """Raise DamagedError unless the file starts like a database."""
    with backup.open("rb") as file:
        if file.read(len(SQLITE_MAGIC)) != SQLITE_MAGIC:
            raise DamagedError(say("backup.foreign"))


def _restore(
    backup: Path, directory: Path, games: tuple[Game, ...], now: Callable[[], float], *, damaged: bool
) -> BackupContents:
    path, lost = journal_path(directory), 0
    new_path = free_name(path, RESTORE_PREFIX)
    check_kind(path)
    with ExitStack() as stack:
        stack.callback(lock(directory))
        stack.callback(discard_database, new_path)
        try:
            check_readable(backup)
            if not damaged:
                _check_is_database(backup)
        except UnreadableError as error:
            raise DamagedError(error.reason) from error
        except OSError as error:
            raise DamagedError(say("file.unreadable", path=str(backup), cause=error.strerror or str(error))) from error
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise NotSavedError(str(path.parent), SaveFailure.READ_ONLY)
        try:
            undo_interrupted_replacement(path)
            if damaged:
                copied = path_for_copy(stack, backup)
                copy_database(backup, copied)
                check_not_newer(copied)
                lost, _ = salvage_into(copied, new_path, games)
            else:
                copy_database(backup, new_path)
                if (fault := broken_log_of(new_path)) is not None:
                    raise fault
            contents = replace(prepare_backup(new_path, games, now), lost=lost)
            if damaged and not contents.games:
                raise DamagedError(say("session.not_ours"))
            replace_journal(path, new_path)
        except NewerError as error:  # the error names the copy
            raise NewerError(say("session.newer", path=str(backup))) from error
        except OSError as error:
            raise not_saved(error) from error
        return contents


def _replay_each(journal: Journal, games: tuple[Game, ...], reading: AbstractContextManager[Any]) -> Iterator[Replay]:
    """Yield the replayed games of this journal. Raises DamagedError or NewerError at one that is not whole."""
    for game in journal.games():
        with reading:
            replay = replay_stored(partial(journal.rows, game.number), games)
        if replay.damage is not None:
            raise replay.damage
        yield replay
