"""The page that verifies moves files, with its content security policy."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from flask import Blueprint, Response, request

PAGE_FILE = "verify.html"
_INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)


def verify_pages(web: Path) -> Blueprint:
    """Return the route of `/verify.html`; with `?save=1` it is a download.

    Args:
        web: The folder of the files for the browser.
    """
    pages = Blueprint("verify", __name__)

    @pages.get(f"/{PAGE_FILE}")
    def verify_page() -> Response:
        body = (web / PAGE_FILE).read_bytes()
        response = Response(body, mimetype="text/html")
        response.headers["Content-Security-Policy"] = security_policy(body)
        if request.args.get("save"):
            response.headers["Content-Disposition"] = f'attachment; filename="{PAGE_FILE}"'
        return response

    return pages


def security_policy(page: bytes) -> str:
    """Return the content security policy of this page: only its own script and style, by their digests."""
    own: dict[str, list[str]] = {"script": [], "style": []}
    for kind, text in _INLINE.findall(page):
        digest = base64.b64encode(hashlib.sha256(text).digest()).decode()
        own[kind.decode()].append(f"'sha256-{digest}'")
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(own['script'])}",
            f"style-src {' '.join(own['style'])}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
