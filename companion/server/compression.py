"""Compression of responses, and the cache of static files."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Request, Response
from werkzeug.test import run_wsgi_app

from companion.server.request_origin_checks import host_allowed
from companion.support.frozen_dataclasses import frozen

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LEAST_BYTES = 1024
"""Smallest text that is worth compressing."""

_COMPRESSED_TYPES = frozenset(
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
"""Types that are compressed. Never an event stream, which must arrive event by event."""
_FILE_LEVEL = 9
"""Compression level for a file, whose result is cached."""
_RESPONSE_LEVEL = 5
"""Compression level for a single response."""
_MOST_FILES = 100
"""Limit on cached files, far more than there are."""


class Compression:
    """Compression of responses with a cache for files. May be used from all of the server's threads."""

    def __init__(self) -> None:
        self._files: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def __call__(self, request: Request, response: Response) -> Response:
        """Return the response, its text compressed if that is worthwhile and the client accepts it."""
        file = response.direct_passthrough
        if response.mimetype not in _COMPRESSED_TYPES or not (file or response.is_sequence):
            return response
        response.vary.add("Accept-Encoding")
        etag, _ = response.get_etag()
        if etag is not None:
            # Both forms have the same meaning with different bytes, as a weak tag says; a request with it gets a 304
            # for either.
            response.set_etag(etag, weak=True)
        if not _should_compress(request, response):
            return response
        if file and etag is not None:
            response.set_data(self._compressed_file((request.path, etag), response))
        else:
            response.set_data(gzip.compress(response.get_data(), _RESPONSE_LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        del response.headers["Accept-Ranges"]
        return response

    def _compressed_file(self, name: tuple[str, str], response: Response) -> bytes:
        """Return a file, compressed. `name` has Flask's tag, made of the file's time of change, size and path."""
        response.direct_passthrough = False
        compressed = self._files.get(name)
        if compressed is not None:
            response.response.close()  # type: ignore[union-attr]  # the open file, which is not needed
            return compressed
        compressed = self._files[name] = gzip.compress(response.get_data(), _FILE_LEVEL, mtime=0)
        while len(self._files) > _MOST_FILES:
            self._files.popitem(last=False)
        return compressed


def _should_compress(request: Request, response: Response) -> bool:
    return (
        response.status_code == 200
        and (response.content_length or 0) >= LEAST_BYTES
        and "Content-Encoding" not in response.headers
        and request.accept_encodings["gzip"] > 0
    )


_MOST_RESPONSES = 300
"""Limit on cached responses, more than there are files."""
_UNCACHED_HEADERS = frozenset(
    ("HTTP_RANGE", "HTTP_IF_RANGE", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE")
)
"""Headers of requests that the application answers itself."""
_BODY_HEADERS = frozenset(("Accept-Ranges", "Content-Type", "Content-Length", "Content-Encoding", "Last-Modified"))
"""Headers that a 304 response leaves out."""


@frozen(slots=False)
class _CachedResponse:
    """A response with a file, and the state of the file on the disk when it was made."""

    state: tuple[int, int]
    tag: str
    headers: list[tuple[str, str]]
    body: bytes


_responses: dict[tuple[Path, str], _CachedResponse] = {}
"""Cached responses by file and accepted encodings; shared by all applications of a process, which respond alike."""


class FileCache:
    """WSGI middleware that sends cached responses for files that are unchanged on the disk.

    Only the application decides which files exist; it also answers every request that is not a plain GET.
    """

    def __init__(self, app: WSGIApplication, folders: Mapping[str, Path], hosts: Callable[[], Collection[str]]) -> None:
        """Wrap `app`. `folders` has the files by the names with which addresses begin; `hosts` is as for `make_app`."""
        self._app = app
        self._folders = folders
        self._hosts = hosts

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        path: str = environ["PATH_INFO"]
        top, slash, rest = path.removeprefix("/").partition("/")
        is_plain = (
            path.startswith("/")
            and slash
            and top in self._folders
            and environ["REQUEST_METHOD"] == "GET"
            and not environ.get("QUERY_STRING")
            and _UNCACHED_HEADERS.isdisjoint(environ)
            and host_allowed(environ.get("HTTP_HOST", ""), self._hosts)
        )
        if not is_plain:
            return self._app(environ, start_response)
        file = Path(f"{self._folders[top]}/{rest}")
        name = (file, environ.get("HTTP_ACCEPT_ENCODING", ""))
        state = _state(file)
        cached = _responses.get(name)
        if cached is None or cached.state != state:
            body, status, headers = run_wsgi_app(self._app, environ, buffered=True)
            cached = _CachedResponse(
                state, headers.get("ETag", ""), [header for header in headers if header[0] != "Date"], b"".join(body)
            )
            if not (status.startswith("200 ") and cached.tag):
                start_response(status, list(headers))
                return (cached.body,)
            if len(_responses) >= _MOST_RESPONSES:
                _responses.clear()
            _responses[name] = cached
        if environ.get("HTTP_IF_NONE_MATCH") == cached.tag:
            start_response("304 NOT MODIFIED", [header for header in cached.headers if header[0] not in _BODY_HEADERS])
            return ()
        start_response("200 OK", list(cached.headers))
        return (cached.body,)


def _state(file: Path) -> tuple[int, int]:
    """Return the time and size of a file, to notice changes; (0, 0) if it does not exist or its name is impossible."""
    try:
        status = file.stat()
    except (OSError, ValueError):
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
