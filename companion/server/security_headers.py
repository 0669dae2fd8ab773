"""The headers of every answer: nothing but our own files runs, nobody frames us, nothing live is kept."""

from __future__ import annotations

from flask import Response

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def add_headers(response: Response, file: bool) -> Response:
    """Put them on an answer; a `file` may be kept by the browser as long as it asks each time whether it is new.

    What an answer says of itself already, such as a stricter policy, stays.
    """
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Cache-Control"] = "no-cache" if file else "no-store"
    return response
