"""Compression of responses."""

from __future__ import annotations

import gzip
from collections import OrderedDict

from flask import Request, Response

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
