"""Answers that travel small and are kept: texts compressed once, and files as they were answered before."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Request, Response
from werkzeug.test import run_wsgi_app

from companion.server.access import host_allowed
from companion.support.frozen import frozen

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


LEAST_BYTES = 1024
"""Below that there is next to nothing to win."""

_TEXTS = frozenset(
    (
        "text/html",
        "text/css",
        "text/csv",
        "text/javascript",
        "text/plain",
        "application/javascript",
        "application/json",
        "application/x-ndjson",
        "image/svg+xml",
        "application/manifest+json",
    )
)
"""What is compressed. Never an event stream, which must arrive event by event."""
_ONCE = 9
"""How hard to try for a file, which is kept."""
_EACH_TIME = 5
"""How hard to try for what is compressed for one answer."""
_MOST_KEPT = 100
"""How many files are kept, far more than there are."""


class Compression:
    """Compresses answers for those who can read them so. Used from all of the server's threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def __call__(self, request: Request, response: Response) -> Response:
        """The response, its text compressed where that is worth while and the client accepts it."""
        file = response.direct_passthrough
        if response.mimetype not in _TEXTS or not (file or response.is_sequence):
            return response
        response.vary.add("Accept-Encoding")
        etag, _ = response.get_etag()
        if etag is not None:
            # Both forms say the same with different bytes, which is what a weak tag says; asked for again by it,
            # either is answered by 304.
            response.set_etag(etag, weak=True)
        if not _wanted(request, response):
            return response
        if file and etag is not None:
            response.set_data(self._of_file((request.path, etag), response))
        else:
            response.set_data(gzip.compress(response.get_data(), _EACH_TIME, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        del response.headers["Accept-Ranges"]
        return response

    def _of_file(self, name: tuple[str, str], response: Response) -> bytes:
        """A file, compressed. Its name has Flask's tag, which is made of when it was changed, its size and its path."""
        response.direct_passthrough = False
        kept = self._kept.get(name)
        if kept is not None:
            response.response.close()  # type: ignore[union-attr]  # the open file, which nobody will read
            return kept
        kept = self._kept[name] = gzip.compress(response.get_data(), _ONCE, mtime=0)
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return kept


def _wanted(request: Request, response: Response) -> bool:
    return (
        response.status_code == 200
        and (response.content_length or 0) >= LEAST_BYTES
        and "Content-Encoding" not in response.headers
        and request.accept_encodings["gzip"] > 0
    )


_MOST_ANSWERS = 300
"""How many answers are kept, more than there are files."""
_OWN = frozenset(("HTTP_RANGE", "HTTP_IF_RANGE", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE"))
"""Whoever asks with one of these gets an answer of their own."""
_OF_THE_BODY = frozenset(("Accept-Ranges", "Content-Type", "Content-Length", "Content-Encoding", "Last-Modified"))
"""What an answer that only says that nothing is new leaves out."""


@frozen(slots=False)
class _Answer:
    """A file as it was sent, and the state that it was in on the disk."""

    state: tuple[int, int]
    tag: str
    headers: list[tuple[str, str]]
    body: bytes


_kept: dict[tuple[Path, str], _Answer] = {}
"""By the file and what may be sent of it; for all applications of a process, which answer alike."""


class KeptFiles:
    """Stands before an application and sends its files as it did before, as long as they are the same on the disk.

    The application alone decides which files there are, and answers whatever is not asked plainly.
    """

    def __init__(self, app: WSGIApplication, folders: Mapping[str, Path], hosts: Callable[[], Collection[str]]) -> None:
        """The files lie in `folders`, by the names with which their addresses begin; `hosts` as for `make_app`."""
        self._app = app
        self._folders = folders
        self._hosts = hosts

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        path: str = environ["PATH_INFO"]
        top, slash, rest = path.removeprefix("/").partition("/")
        plain = (
            path.startswith("/")
            and slash
            and top in self._folders
            and environ["REQUEST_METHOD"] == "GET"
            and not environ.get("QUERY_STRING")
            and _OWN.isdisjoint(environ)
            and host_allowed(environ.get("HTTP_HOST", ""), self._hosts())
        )
        if not plain:
            return self._app(environ, start_response)
        file = Path(f"{self._folders[top]}/{rest}")
        name = (file, environ.get("HTTP_ACCEPT_ENCODING", ""))
        state = _state(file)
        answer = _kept.get(name)
        if answer is None or answer.state != state:
            sent, status, headers = run_wsgi_app(self._app, environ, buffered=True)
            answer = _Answer(
                state, headers.get("ETag", ""), [one for one in headers if one[0] != "Date"], b"".join(sent)
            )
            if not (status.startswith("200 ") and answer.tag):
                start_response(status, list(headers))
                return (answer.body,)
            if len(_kept) >= _MOST_ANSWERS:
                _kept.clear()
            _kept[name] = answer
        if environ.get("HTTP_IF_NONE_MATCH") == answer.tag:
            start_response("304 NOT MODIFIED", [one for one in answer.headers if one[0] not in _OF_THE_BODY])
            return ()
        start_response("200 OK", list(answer.headers))
        return (answer.body,)


def _state(file: Path) -> tuple[int, int]:
    """What tells a file from the one that it was before; no file can have some of the names that are asked for."""
    try:
        about = file.stat()
    except (OSError, ValueError):
        return (0, 0)
    return (about.st_mtime_ns, about.st_size)
