"""Compression of responses."""

from __future__ import annotations

import gzip
from collections import OrderedDict

from flask import Request, Response

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
