"""Backups for hosts without a keyboard: their page, downloads, and restoring one over all games here."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from flask import Blueprint, Response, g, jsonify, render_template, request, send_file

from companion.box.preferences import PREFERENCES_NOTE as PREFERENCES
from companion.journal.archive import Archive
from companion.journal.database_files import discard_database
from companion.journal.finished_games_backup import finished_games, write_finished
from companion.journal.journal import Journal, SavedGame, free_name
from companion.journal.state_directory import PHONE_COPY_PREFIX
from companion.journal.upload import MOST_BYTES, RestoreOutcome, UploadedFile, UploadSlot, WaitingBackup
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.server.connections import BACKUP
from companion.server.error_responses import errors_as_responses, refuse
from companion.server.phone_routes import Phones, phone_of_request
from companion.server.rate_limits import RateLimit
from companion.server.request_bodies import EmptyBody, RestoreBody, read_body
from companion.server.table_gateway import TableGateway
from companion.server.views.view_types import (
    BackupView,
    GameCountsView,
    PermissionRequestView,
    RestoredView,
    UploadedView,
)
from companion.session.box_permission import PermissionStatus
from companion.support.atomic_write import scratch_folder
from companion.support.frozen_dataclasses import frozen
from companion.table.game_limits import is_overlong
from companion.table.session_errors import BusyError, DamagedError, NewerError, NotSavedError, SessionError
from companion.words.catalogue import Words
from companion.words.signs import join_names

log = logging.getLogger(__name__)

FILE_TYPE = "application/vnd.sqlite3"
"""Type of a backup."""
_BACKUPS_AT_ONCE, _BACKUPS_PER_SECOND = 10, 0.1
"""Rate of backups made, requested or uploaded: each occupies the disk and the processor for a while."""
_PART_BYTES = 64 * 1024


@frozen
class Backups:
    """Dependencies of the backup pages besides the table."""

    uploads: UploadSlot
    install: Callable[[WaitingBackup], None]
    """Closes the table, installs this backup, and starts the table again; returns at once."""
    last_restore: RestoreOutcome | None = None
    """Result of the backup that was installed before this start."""


def backup_pages(link: TableGateway, archive: Archive, backups: Backups, phones: Phones) -> Blueprint:  # noqa: C901 - one handler a path
    """Return the routes of `/backup` and below, for hosts."""
    pages = Blueprint("backups", __name__)
    pages.before_request(phones.guard)
    making_lock = threading.Lock()
    rate = RateLimit(_BACKUPS_AT_ONCE, _BACKUPS_PER_SECOND)

    def require_host(*, is_slow: bool = False) -> str:
        """Return the host's phone that sent this request; `is_slow` for slow requests, which are rate-limited."""
        phones.require_host()
        if is_slow:
            phones.enforce_rate(rate)
        phone = phone_of_request()
        assert phone is not None  # a host has a token
        return phone

    def request_status(phone: str) -> PermissionRequestView:
        permission, seconds = link.codes.backup_permission.status_of(phone)
        return {"standing": permission.value, "seconds": round(seconds)}

    def refuse_during_reveal() -> None:
        """Refuse a whole backup while the end of the open game is revealed: it has the end."""
        table = link.snapshot.table
        if table is not None and table.reveal is not None:
            raise IllegalMoveError(say("reveal.wait"))

    @pages.get("/backup")
    def page() -> str:
        host = phones.role().host
        with errors_as_responses():
            counts: Mapping[str, Any] = _game_counts(archive) if host else {}
            return render_template("backup.html", host=host, most=MOST_BYTES, **counts)

    @pages.get("/backup/finished.sqlite3")
    def take_finished() -> Response:
        require_host(is_slow=request.method != "HEAD")
        if request.method == "HEAD":
            return Response(mimetype=FILE_TYPE)
        with errors_as_responses(), making_lock:
            backup_file = _make_file(
                archive, lambda path: write_finished(archive, finished_games(archive), path, (PREFERENCES,))
            )
        return _download(backup_file, "finished-games")

    @pages.get("/api/backup")
    def backup_status() -> Response:
        phone = require_host()
        with errors_as_responses():
            counts = _game_counts(archive)
        view: BackupView = {
            **counts,
            "whole": request_status(phone),
            "busy": backups.uploads.busy,
            "open": _open_game(link, g.words),
            "restored": _restored_view(backups.last_restore, g.words),
        }
        return jsonify(view)

    @pages.post("/api/backup/ask")
    def ask() -> Response:
        phone = require_host(is_slow=True)
        read_body(EmptyBody)
        with errors_as_responses():
            refuse_during_reveal()
            is_asking = link.ask(lambda: link.codes.backup_permission.ask(phone))
        if not is_asking:
            refuse(409, "box_asks")
        return jsonify(request_status(phone))

    @pages.post("/api/backup/take")
    def take() -> Response:
        phone = require_host()
        read_body(EmptyBody)
        if link.codes.backup_permission.status_of(phone)[0] is not PermissionStatus.READY:
            refuse(404, "nothing_to_take")
        with errors_as_responses(), making_lock, closing(Journal(archive.path, read_only=True)) as journal:
            refuse_during_reveal()
            backup_file = _make_file(archive, journal.copy_to)
        if not link.codes.backup_permission.redeem(phone):
            backup_file.close()
            refuse(404, "nothing_to_take")
        return _download(backup_file, "all-games")

    @pages.post("/api/restore")
    def upload_backup() -> Response:
        require_host(is_slow=True)
        if request.mimetype != FILE_TYPE:  # another site's page cannot send this type without a preflight
            refuse(415, "no_backup")
        request.max_content_length = MOST_BYTES
        if (request.content_length or 0) > MOST_BYTES:
            refuse(413, "backup_too_large", str(g.words("web.error.backup_too_large", n=MOST_BYTES // 1024**2)))
        with _backup_errors_as_responses(g.words):
            backup = backups.uploads.examine(_uploaded_part(backups.uploads))
        contents = backup.contents
        view: UploadedView = {
            "backup": backup.name,
            "games": contents.games,
            "going_on": contents.unfinished,
            "opens": _saved_game(contents.open_game, g.words),
            "too_long": contents.too_long,
            "here": _game_counts(archive)["games"],
            "aside": _open_game(link, g.words),
        }
        return jsonify(view)

    @pages.post("/api/restore/put")
    def install_backup() -> Response:
        require_host()
        body = read_body(RestoreBody)
        if not body.put:
            if not backups.uploads.discard(body.backup):
                refuse(404, "no_such_backup")
            return jsonify(again=False)
        backup = backups.uploads.claim(body.backup)
        if backup is None:
            refuse(404, "no_such_backup")
        response = jsonify(again=True)
        response.call_on_close(lambda: backups.install(backup))  # the response is sent by then
        return response

    return pages


def _game_counts(archive: Archive) -> GameCountsView:
    """Count the games: all, the finished ones and the damaged ones; and list those too long to be restored."""
    past = archive.games()
    return {
        "games": len(past),
        "finished": len(finished_games(archive)),
        "damaged": sum(game.damaged for game in past),
        "too_long": [game.number for game in past if is_overlong(game.last_seq)],
    }


def _open_game(link: TableGateway, words: Words) -> str | None:
    """Return the game on the table, in words; None without one."""
    table = link.snapshot.table
    return _game_text(table.number, table.game.id, table.names, words) if table is not None else None


def _saved_game(saved: SavedGame | None, words: Words) -> str | None:
    return _game_text(saved.number, saved.game, saved.names, words) if saved is not None else None


def _game_text(number: int, game: str, names: tuple[str, ...], words: Words) -> str:
    title = words(f"game.{game}") if words.has(f"game.{game}") else game
    return words("web.backup.game", number=number, title=title, names=join_names(names, words))


def _restored_view(restored: RestoreOutcome | None, words: Words) -> RestoredView | None:
    if restored is None:
        return None
    reason = words.of(restored.sentence) if restored.reason is not None else None
    return {"backup": restored.name, "games": restored.games, "kept": restored.kept_file, "reason": reason}


def _uploaded_part(uploads: UploadSlot) -> UploadedFile:
    """Return the upload of the request: on the disk already, or written there now. Raises as `Incoming.begin` does."""
    upload = request.environ.get(BACKUP)
    if isinstance(upload, SessionError):
        raise upload
    if isinstance(upload, UploadedFile):
        return upload
    length = request.content_length or 0
    part = uploads.begin(length)
    try:
        while not part.complete and not part.ended and (data := request.stream.read(_PART_BYTES)):
            part.append(data)
    except BaseException:
        part.drop()  # otherwise no other upload could begin
        raise
    return part


@contextmanager
def _backup_errors_as_responses(words: Words) -> Iterator[None]:
    """Turn errors of an examined backup into responses."""
    with errors_as_responses():
        try:
            yield
        except BusyError:
            refuse(409, "backup_busy")
        except NewerError:
            refuse(422, "newer_backup")
        except DamagedError as error:
            refuse(422, "bad_backup", str(words("web.error.bad_backup", why=words.of(error.reason))))
        except NotSavedError:
            refuse(507, "no_room")


def _make_file(archive: Archive, write: Callable[[Path], Any]) -> BinaryIO:
    """Return a file with what `write` writes; it has no name, so closing it deletes it. Raises NotSavedError.

    If the card is full or read-only, the file is made in memory: that is when a backup is needed most.
    """
    try:
        return _write_file(free_name(archive.path, PHONE_COPY_PREFIX), write)
    except NotSavedError:
        log.warning("a backup cannot be made on the card, so it is made in memory", exc_info=True)
    size = archive.path.stat().st_size if archive.path.exists() else 0
    with scratch_folder(2 * size) as folder:
        return _write_file(Path(folder) / "backup.sqlite3", write)


def _write_file(path: Path, write: Callable[[Path], Any]) -> BinaryIO:
    try:
        write(path)
        return path.open("rb")
    except OSError as error:
        raise NotSavedError(str(error)) from error
    finally:
        discard_database(path)


def _download(backup_file: BinaryIO, name: str) -> Response:
    size = backup_file.seek(0, 2)
    backup_file.seek(0)
    response = send_file(backup_file, FILE_TYPE, as_attachment=True, download_name=f"{name}.sqlite3", etag=False)
    response.content_length = size
    return response
