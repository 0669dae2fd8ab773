"""Replacement of one journal by another, so that a power cut costs neither."""

from __future__ import annotations

import filecmp
import logging
import re
from contextlib import suppress
from pathlib import Path

from companion.journal.database import FILES
from companion.journal.database_files import (
    copy_database,
    discard_database,
    file_beside,
    flush,
    is_whole,
    link_or_copy,
    log_of,
    remove_database,
)
from companion.journal.journal import Journal, free_name
from companion.journal.state_directory import DAMAGED, PARTIAL_ENDING, REPLACED, REPLACEMENT_MARK, SALVAGED
from companion.table.session_errors import SessionError

log = logging.getLogger(__name__)


def replace_journal(path: Path, new_path: Path) -> Path:
    """Replace the present journal by a whole one; return the path under which the old one is kept."""
    if path.is_file() and not log_of(path).broken:
        with suppress(SessionError):  # closing puts the WAL into it, so that one rename replaces it
            Journal(path).close()
    old_path = free_name(path, REPLACED)
    replace_database(new_path, path, old_path)
    return old_path


def replace_database(new_path: Path, path: Path, old_path: Path) -> None:
    """Replace the journal by a closed database; the old one stays whole under another name."""
    flush(new_path)
    if path.is_dir():
        path.rename(old_path)
    copy_database(path, old_path, link_or_copy)
    flush(path.parent)
    mark = path.with_name(REPLACEMENT_MARK)
    try:
        _write_mark(mark, old_path.name)
    except OSError:
        if path.is_file():  # nothing of the journal was removed
            discard_database(old_path)
        raise
    for ending in FILES[1:]:
        file_beside(path, ending).unlink(missing_ok=True)
    new_path.replace(path)
    flush(path.parent)
    mark.unlink()
    flush(path.parent)


def undo_interrupted_replacement(path: Path) -> None:
    """Undo a replacement that a power cut interrupted, and put the log back beside the journal if it is already gone.

    Data saved from a damaged journal may have been only in memory: in that case the replacement is completed
    instead.
    """
    mark, salvaged_path = path.with_name(REPLACEMENT_MARK), path.with_name(SALVAGED)
    if not mark.is_file():
        return
    old_path = _read_mark(mark, path)
    if old_path is not None and old_path.name.startswith(DAMAGED) and is_whole(salvaged_path):
        if path.is_file() and not _must_put_back(path, old_path):
            # Somebody has put another journal there in the meantime.
            salvaged_path.rename(free_name(path))
        else:
            for ending in FILES[1:]:
                file_beside(path, ending).unlink(missing_ok=True)
            salvaged_path.replace(path)
        discard_database(salvaged_path)
    elif old_path is not None and _must_put_back(path, old_path):
        for ending in FILES:
            if ending != "-shm":
                file_beside(path, ending).unlink(missing_ok=True)
        copy_database(old_path, path)
        for ending in FILES:
            if file_beside(path, ending).is_file():
                flush(file_beside(path, ending))
        flush(path.parent)
        remove_database(old_path)
    mark.unlink()
    flush(path.parent)


def _write_mark(mark: Path, name: str) -> None:
    """Write the mark so that it is on the disk whole or not at all. Raises OSError; then there is no mark."""
    part = mark.with_name(f"{mark.name}{PARTIAL_ENDING}")
    try:
        part.unlink(missing_ok=True)  # left by a power cut
        part.write_text(name, "utf-8")
        flush(part)
        part.replace(mark)
        flush(mark.parent)
    except OSError:
        for file in (part, mark):
            with suppress(OSError):
                file.unlink(missing_ok=True)
        raise


def _read_mark(mark: Path, path: Path) -> Path | None:
    """Return the path under which the journal at `path` was put aside, or None if the mark names no such file.

    A mark is written whole before anything is removed. So if it is unreadable or empty, nothing was removed yet.
    """
    try:
        name = mark.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        name = ""
    if re.fullmatch(rf"({DAMAGED}|{REPLACED})-[0-9]{{1,9}}{re.escape(path.suffix)}", name):
        return path.with_name(name)
    log.error("%s names no journal that was put aside", mark)
    return None


def _must_put_back(path: Path, old_path: Path) -> bool:
    """Return whether a journal that was put aside must be put back.

    A damaged journal stays aside if there is something else at its path, and so does a file that is no journal.
    """
    if not old_path.is_file() or not path.is_file():
        return old_path.is_file()
    if filecmp.cmp(old_path, path, shallow=False):  # only its log was removed
        return True
    return not old_path.name.startswith(DAMAGED) and (is_whole(old_path) or not is_whole(path))
