"""Backups for hosts without a keyboard: their page, downloads, and restoring one over all games here."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from flask import Blueprint, Response, g, jsonify, render_template, request, send_file

from companion.box.preferences import NOTE as PREFERENCES
from companion.journal.archive import Archive
from companion.journal.database_files import discard_database
from companion.journal.finished_backup import finished, write_finished
from companion.journal.journal import Journal, Saved, free_name
from companion.journal.state_directory import HANDED
from companion.journal.upload import MOST_BYTES, Incoming, Part, Restored, Waiting
from companion.server.connections import BACKUP
from companion.server.error_responses import refuse, telling
from companion.server.phone_routes import Phones, phone_of_request
from companion.server.rate_limits import Rate
from companion.server.request_fields import body_of_request
from companion.server.session_link import TableLink
from companion.session.backup_permission import Standing
from companion.support.frozen import frozen
from companion.support.whole_file import scratch_folder
from companion.table.game_limits import is_overlong
from companion.table.table_errors import BusyError, DamagedError, NewerError, NotSavedError, SessionError
from companion.words.catalogue import Words

log = logging.getLogger(__name__)

FILE_TYPE = "application/vnd.sqlite3"
"""Type of a backup."""
_LONGEST_NAME = 64
_MADE_EACH, _MADE_A_SECOND = 10, 0.1
"""Rate of backups made, requested or uploaded: each occupies the disk and the processor for a while."""
_PART_BYTES = 64 * 1024


@frozen
class Backups:
    """Dependencies of the backup pages besides the table."""

    incoming: Incoming
    put: Callable[[Waiting], None]
    """Closes the table, installs this backup, and starts the table again; returns at once."""
    restored: Restored | None = None
    """Result of the backup that was installed before this start."""


def backup_pages(link: TableLink, archive: Archive, backups: Backups, phones: Phones) -> Blueprint:  # noqa: C901 - one handler a path
    """Return the routes of `/backup` and below, for hosts."""
    pages = Blueprint("backups", __name__)
    pages.before_request(phones.guard)
    making = threading.Lock()
    rate = Rate(_MADE_EACH, _MADE_A_SECOND)

    def require_host(*, works: bool = False) -> str:
        """Return the host's phone that sent this request; `works` for slow requests, which are rate-limited."""
        phones.require_host()
        if works:
            phones.count(rate)
        phone = phone_of_request()
        assert phone is not None  # a host has a token
        return phone

    @pages.get("/backup")
    def page() -> str:
        host = phones.role().host
        with telling():
            counts = _counts(archive) if host else {}
            return render_template("backup.html", host=host, most=MOST_BYTES, **counts)

    @pages.get("/backup/finished.sqlite3")
    def take_finished() -> Response:
        require_host(works=request.method != "HEAD")
        if request.method == "HEAD":
            return Response(mimetype=FILE_TYPE)
        with telling(), making:
            made = _made(archive, lambda path: write_finished(archive, finished(archive), path, (PREFERENCES,)))
        return _sent(made, "finished-games")

    @pages.get("/api/backup")
    def told() -> Response:
        phone = require_host()
        with telling():
            counts = _counts(archive)
        standing, seconds = link.codes.handing.of(phone)
        whole = {"standing": standing.value, "seconds": round(seconds)}
        return jsonify(
            **counts,
            whole=whole,
            busy=backups.incoming.busy,
            open=_open(link, g.words),
            restored=_restored(backups.restored, g.words),
        )

    @pages.post("/api/backup/ask")
    def ask() -> Response:
        phone = require_host(works=True)
        body_of_request().end()
        with telling():
            asked = link.ask(lambda: link.codes.handing.ask(phone))
        if not asked:
            refuse(409, "box_asks")
        standing, seconds = link.codes.handing.of(phone)
        return jsonify(standing=standing.value, seconds=round(seconds))

    @pages.post("/api/backup/take")
    def take() -> Response:
        phone = require_host()
        body_of_request().end()
        if link.codes.handing.of(phone)[0] is not Standing.READY:
            refuse(404, "nothing_to_take")
        with telling(), making, closing(Journal(archive.path, read_only=True)) as journal:
            made = _made(archive, journal.copy_to)
        if not link.codes.handing.take(phone):
            made.close()
            refuse(404, "nothing_to_take")
        return _sent(made, "all-games")

    @pages.post("/api/restore")
    def bring() -> Response:
        require_host(works=True)
        if request.mimetype != FILE_TYPE:  # another site's page cannot send this type without a preflight
            refuse(415, "no_backup")
        request.max_content_length = MOST_BYTES
        if (request.content_length or 0) > MOST_BYTES:
            refuse(413, "backup_too_large", str(g.words("web.error.backup_too_large", n=MOST_BYTES // 1024**2)))
        with _telling_of_backup(g.words):
            waiting = backups.incoming.examine(_part(backups.incoming))
        contents = waiting.contents
        return jsonify(
            backup=waiting.name,
            games=contents.games,
            going_on=contents.going_on,
            opens=_game(contents.open, g.words),
            too_long=contents.too_long,
            here=_counts(archive)["games"],
            aside=_open(link, g.words),
        )

    @pages.post("/api/restore/put")
    def put() -> Response:
        require_host()
        body = body_of_request()
        name, wanted = body.text("backup", most=_LONGEST_NAME), body.flag("put")
        body.end()
        if not wanted:
            if not backups.incoming.throw_away(name):
                refuse(404, "no_such_backup")
            return jsonify(again=False)
        waiting = backups.incoming.want(name)
        if waiting is None:
            refuse(404, "no_such_backup")
        response = jsonify(again=True)
        response.call_on_close(lambda: backups.put(waiting))  # the response is sent by then
        return response

    return pages


def _counts(archive: Archive) -> dict[str, Any]:
    """Count the games: all, the finished ones and the damaged ones; and list those too long to be restored."""
    past = archive.games()
    return {
        "games": len(past),
        "finished": len(finished(archive)),
        "damaged": sum(one.damaged for one in past),
        "too_long": [one.number for one in past if is_overlong(one.last)],
    }


def _open(link: TableLink, words: Words) -> str | None:
    """Return the game on the table, in words; None without one."""
    table = link.snapshot.table
    return _named(table.number, table.game.id, table.names, words) if table is not None else None


def _game(saved: Saved | None, words: Words) -> str | None:
    return _named(saved.number, saved.game, saved.names, words) if saved is not None else None


def _named(number: int, game: str, names: tuple[str, ...], words: Words) -> str:
    title = words(f"game.{game}") if words.has(f"game.{game}") else game
    return words("web.backup.game", number=number, title=title, names=", ".join(names))


def _restored(told: Restored | None, words: Words) -> dict[str, Any] | None:
    if told is None:
        return None
    reason = words.of(told.told) if told.reason is not None else None
    return {"backup": told.name, "games": told.games, "kept": told.kept, "reason": reason}


def _part(incoming: Incoming) -> Part:
    """Return the upload of the request: on the disk already, or written there now. Raises as `Incoming.begin` does."""
    came = request.environ.get(BACKUP)
    if isinstance(came, SessionError):
        raise came
    if isinstance(came, Part):
        return came
    length = request.content_length or 0
    part = incoming.begin(length)
    try:
        while not part.whole and not part.ended and (data := request.stream.read(_PART_BYTES)):
            part.append(data)
    except BaseException:
        part.drop()  # otherwise no other upload could begin
        raise
    return part


@contextmanager
def _telling_of_backup(words: Words) -> Iterator[None]:
    """Turn errors of an examined backup into responses."""
    with telling():
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


def _made(archive: Archive, write: Callable[[Path], Any]) -> BinaryIO:
    """Return a file with what `write` writes; it has no name, so closing it deletes it. Raises NotSavedError.

    If the card is full or read-only, the file is made in memory: that is when a backup is needed most.
    """
    try:
        return _written(free_name(archive.path, HANDED), write)
    except NotSavedError:
        log.warning("a backup cannot be made on the card, so it is made in memory", exc_info=True)
    size = archive.path.stat().st_size if archive.path.exists() else 0
    with scratch_folder(2 * size) as folder:
        return _written(Path(folder) / "backup.sqlite3", write)


def _written(path: Path, write: Callable[[Path], Any]) -> BinaryIO:
    try:
        write(path)
        return path.open("rb")
    except OSError as error:
        raise NotSavedError(str(error)) from error
    finally:
        discard_database(path)


def _sent(made: BinaryIO, name: str) -> Response:
    size = made.seek(0, 2)
    made.seek(0)
    response = send_file(made, FILE_TYPE, as_attachment=True, download_name=f"{name}.sqlite3", etag=False)
    response.content_length = size
    return response
