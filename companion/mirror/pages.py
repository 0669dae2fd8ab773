"""The web application: puts pages, interface and files together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from flask import Flask, Response, g, jsonify, redirect, request, send_from_directory, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.mirror.access import host_allowed
from companion.mirror.box import BoxLink, box_pages
from companion.mirror.errors import handle_errors, refuse
from companion.mirror.headers import add_headers
from companion.mirror.languages import language_of, remember_language
from companion.mirror.streams import Streams

MOST_BODY_BYTES = 16 * 1024
"""No request that we understand is larger."""

_FILES = ("styles", "scripts", "icons")


class Translate(Protocol):
    """Puts words to a key."""

    def __call__(self, language: str, key: str, /, **args: Any) -> str:
        """The sentence of `key` in one of the languages there are."""


def make_app(
    *,
    web: Path,
    translate: Translate,
    languages: Sequence[str],
    state: Callable[[], Any],
    streams: Streams,
    box: BoxLink | None = None,
    hosts: Collection[str] = (),
) -> Flask:
    """The application. It keeps nothing of its own; two may live side by side.

    Args:
        web: The folder of what the browser gets.
        translate: Puts words to a key.
        languages: The languages there are, the house's own first; each names itself by the key `language.name`.
        state: Gives what `/api/state` serves, ready for JSON. Called on the servers' threads.
        streams: The places for pages that look on; give the same to `serve`.
        box: The simulated box. Without it there is no /box at all.
        hosts: Names besides "localhost" and all addresses under which this machine may be called.
    """
    web = web.resolve()
    app = Flask("companion", static_folder=None, template_folder=str(web / "templates"))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask's own provider has it
    handle_errors(app)

    @app.before_request
    def choose() -> None:
        g.language = language_of(request, languages)
        if not host_allowed(request.host, hosts):
            refuse(403, "foreign_host")

    @app.after_request
    def finish(response: Response) -> Response:
        remember_language(request, response, languages)
        return add_headers(response, file=request.endpoint == "file")

    @app.context_processor
    def words() -> dict[str, Any]:
        named = [(code, translate(code, "language.name")) for code in languages]
        return {"t": partial(translate, g.language), "language": g.language, "languages": named}

    @app.get("/")
    def home() -> AnyResponse:
        if box is None:
            refuse(404, "no_page_yet")
        return redirect(url_for("box.page"))

    @app.get("/api/state")
    def api_state() -> Response:
        return jsonify(state())

    @app.get(f"/<any({', '.join(_FILES)}):folder>/<path:name>")
    def file(folder: str, name: str) -> Response:
        return send_from_directory(web / folder, name)

    if box is not None:
        app.register_blueprint(box_pages(box, streams))
    return app
