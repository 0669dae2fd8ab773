"""The web application: routes and files put together, the headers of all responses, and the language of a page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Flask, Request, Response, g, jsonify, render_template, request, send_from_directory
from jinja2 import pass_context
from jinja2.runtime import Context

from companion.journal.archive import Archive
from companion.rules.text import Text
from companion.server.backup_routes import Backups, backup_pages
from companion.server.compression import Compression, FileCache
from companion.server.connections import MOST_BODY_BYTES
from companion.server.content_policy import content_policy
from companion.server.display_routes import display_pages
from companion.server.error_responses import (
    errors_as_responses,
    file_errors_as_responses,
    handle_errors,
    refuse,
    refuse_foreign,
)
from companion.server.event_streams import Streams
from companion.server.free_dice_routes import free_dice_pages
from companion.server.game_art import SCENE, STRIP, games_with
from companion.server.http_server import BEGIN_BACKUP, MAY_UPLOAD, PHONE_LOOKUP
from companion.server.lobby_routes import lobby_pages
from companion.server.open_game_routes import LATER_WORDS, api_pages
from companion.server.openapi import document
from companion.server.past_games_routes import past_games_pages
from companion.server.people_routes import people_pages
from companion.server.phone_routes import Phones, phone_pages
from companion.server.rate_limits import OURS
from companion.server.request_origin_checks import OUTSIDE, host_allowed, host_of, may_see_box, set_page_cookie
from companion.server.rulebook_routes import rulebook_pages
from companion.server.settings_routes import SettingsLink, settings_pages
from companion.server.setup_routes import setup_pages
from companion.server.simulated_box_routes import BoxLink, box_pages
from companion.server.status_routes import StatusLink, status_pages
from companion.server.table_gateway import TableGateway
from companion.server.verify_moves_file_routes import verify_pages
from companion.server.view_cache import ViewCache
from companion.server.views.copied_parts_view import find_copied, page_kind
from companion.server.views.phone_view import phone_view
from companion.server.web_files import PageBundle, WebFiles
from companion.support.qr_code import svg
from companion.support.resources import art_dir
from companion.table.commands import EraseGames
from companion.table.incremental_cache import with_plain_lists
from companion.table.session_errors import NoGameError, StaleError
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import join_names

_LANGUAGE_QUERY = "lang"
_LANGUAGE_COOKIE = "companion_language"
_YEAR_S = 365 * 24 * 3600
_HEADERS = {
    OURS: "1",
    "Content-Security-Policy": content_policy(),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_IMPORT_ATTEMPTS = 5
"""Number of attempts to import a game, whose number another game may take meanwhile."""
_FROM_DISK = ("file", "art", "later_words")
"""Endpoints of files that a browser may cache."""
_HASHED = ("/bundle/", "/fonts/")
"""Beginnings of addresses that hold the hash of what is there."""
_NIGHT = "#131d38"
"""Colour around the icon of the home screen."""
_ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
"""Sizes and purposes of the icons for a phone's home screen."""


def make_app(  # noqa: C901, PLR0913 - one handler a path; keyword arguments only
    *,
    web: WebFiles,
    table: TableGateway,
    archive: Archive,
    streams: Streams,
    backups: Backups,
    settings: SettingsLink | None = None,
    box: BoxLink | None = None,
    startup_errors: Collection[Text] = (),
    status: StatusLink | None = None,
    hosts: Callable[[], Collection[str]] = tuple,
    outside: str = "",
) -> Flask:
    """Return the application. It has no global state; two may exist side by side.

    Args:
        web: The files for the browser.
        table: The link to the table.
        archive: Past games, read on the servers' threads.
        streams: The open event streams; pass the same to `serve`.
        backups: Uploaded backups and their installation.
        settings: The link to the settings of the box. Without it there is no /settings.
        box: The simulated box. Without it there is no /box at all.
        startup_errors: Errors of the start, shown at the top of every page.
        status: The status of the box. Without it there is no /how and no /healthz.
        hosts: Returns the present names of this machine, besides "localhost" and all addresses.
        outside: The origin under which browsers reach a proxy before this server; empty without one.
    """
    folders = web.folders
    app = Flask("companion", static_folder=None, template_folder=str(web.folder / "templates"))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        bundled=_bundle_lookup(web),
        fonts=web.fonts,
        join_names=join_names,
        later_words=LATER_WORDS,
        scenes=games_with(SCENE, table.session.games),
        strips=games_with(STRIP, table.session.games),
    )
    app.extensions[OUTSIDE] = outside.lower()
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY_BYTES
    app.json.sort_keys = app.json.ensure_ascii = False  # type: ignore[attr-defined]  # Flask's own provider has them
    handle_errors(app)
    compression = Compression()
    phones = Phones(table)

    @app.before_request
    def choose_language() -> None:
        g.language = language_of(request, LANGUAGES)
        g.words = Words(g.language)
        if not host_allowed(host_of(request), hosts):
            refuse_foreign("foreign_host")

    @app.after_request
    def finish_response(response: Response) -> Response:
        remember_language(request, response, LANGUAGES)
        if response.mimetype == "text/html":
            set_page_cookie(response)
        return add_headers(compression(request, response), cache=_cache_policy(request, response, streams.build))

    @app.context_processor
    def template_variables() -> dict[str, Any]:
        languages = [(code, Words(code)("language.name")) for code in LANGUAGES]
        shows_box = box is not None and may_see_box(request, box.key)
        texts = {"t": g.words, "language": g.language, "languages": languages, "words": g.words}
        errors = [g.words.of(trouble) for trouble in startup_errors]
        return {**texts, "box_here": shows_box, "build": streams.build, "troubles": errors}

    @app.get(f"/<any({', '.join(folders)}):folder>/<path:name>")
    def file(folder: str, name: str) -> Response:
        return send_from_directory(folders[folder], name)

    @app.get("/art/<game>/<name>.svg")
    def art(game: str, name: str) -> Response:
        package = next((game_pack.words for game_pack in table.session.games if game_pack.id == game), "")
        if not package:
            refuse(404, "not_found")
        return send_from_directory(art_dir(package), f"{name}.svg")

    @app.get(f"/words/<any({', '.join(LANGUAGES)}):language>.json")
    def later_words(language: str) -> Response:
        return jsonify(Words(language).with_prefix(LATER_WORDS))

    @app.get("/api/openapi.json")
    def openapi() -> Response:
        return jsonify(document(table.session.games))

    @app.get("/manifest.webmanifest")
    def manifest() -> Response:
        response = jsonify(_manifest(g.words, g.language))
        response.mimetype = "application/manifest+json"
        return response

    @app.get("/qr.svg")
    def qr() -> Response:
        address = table.address()
        if not address:
            refuse(404, "no_network")
        return Response(svg(address), mimetype="image/svg+xml")

    def erase_game(number: int | None) -> None:
        with errors_as_responses():
            try:
                table.ask(lambda: table.session.do(EraseGames(number=number)))
            except NoGameError:
                refuse(404, "no_such_game")

    import_turn = threading.Lock()

    def import_game(data: bytes) -> tuple[int, bool]:
        # One at a time: a large file takes seconds and much memory, and others' pages wait for the processor.
        with import_turn, errors_as_responses(), file_errors_as_responses():
            for _ in range(_IMPORT_ATTEMPTS):
                number = table.ask(table.session.journal.next_number)
                imported = table.session.parse_import(data, number)
                with suppress(StaleError):  # another game took the number; try again
                    return table.ask(partial(table.session.add_imported, imported)).game, imported.draws_lost
        refuse(503, "stopping")

    views = ViewCache()
    app.extensions[PHONE_LOOKUP], app.extensions[MAY_UPLOAD] = phones.phone_with_role, phones.is_host
    app.extensions[BEGIN_BACKUP] = backups.uploads.begin
    _add_live_pages(app, table, phones, views)
    app.register_blueprint(phone_pages(phones))
    app.register_blueprint(api_pages(table, phones, streams, views))
    app.register_blueprint(setup_pages(table, archive, phones))
    app.register_blueprint(lobby_pages(table, phones))
    app.register_blueprint(display_pages(table, phones, streams))
    app.register_blueprint(free_dice_pages(table, archive, phones))
    app.register_blueprint(past_games_pages(archive, erase_game, import_game, phones))
    app.register_blueprint(people_pages(table, archive, phones))
    app.register_blueprint(backup_pages(table, archive, backups, phones))
    app.register_blueprint(verify_pages(web.folder))
    app.register_blueprint(rulebook_pages(table.session.games, phones))
    if settings is not None:
        app.register_blueprint(settings_pages(table, settings, phones))
    if status is not None:
        app.register_blueprint(status_pages(status, phones))
    if box is not None:
        app.register_blueprint(box_pages(box, streams))
    app.wsgi_app = FileCache(app.wsgi_app, folders, hosts)  # type: ignore[method-assign]  # as Flask documents it
    return app


def _typed(address: str) -> str:
    """Return an address as short as it can be typed on a phone."""
    return address.removeprefix("http://").rstrip("/")


def language_of(request: Request, languages: Sequence[str]) -> str:
    """Return the language of the response; the first of `languages` is the default."""
    for language in (request.args.get(_LANGUAGE_QUERY), request.cookies.get(_LANGUAGE_COOKIE)):
        if language is not None and language in languages:
            return language
    # In the browser's order of preference; the country ("fr-CA") is ignored.
    preferred = [tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0]
    return next((language for language in preferred if language in languages), languages[0])


def remember_language(request: Request, response: Response, languages: Sequence[str]) -> None:
    """Remember a language from the query string in a cookie, so that the next page uses it too."""
    language = request.args.get(_LANGUAGE_QUERY)
    if language is not None and language in languages:
        response.set_cookie(_LANGUAGE_COOKIE, language, max_age=_YEAR_S, httponly=True, samesite="Lax")


def add_headers(response: Response, cache: str) -> Response:
    """Add the common headers to a response, and how long a browser may cache it.

    Headers that the response already has, such as another policy, stay.
    """
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Cache-Control"] = cache
    return response


def _cache_policy(request: Request, response: Response, build: str) -> str:
    """Return the Cache-Control header of a response.

    A file may stay in the cache if its address holds its hash or the build of the pages. Browsers check other files.
    """
    if request.endpoint not in _FROM_DISK:
        return "no-store"
    names_build = bool(build) and request.args.get("build") == build
    unchanging = response.status_code == 200 and (names_build or request.path.startswith(_HASHED))
    return f"max-age={_YEAR_S}, immutable" if unchanging else "no-cache"


def _manifest(words: Words, language: str) -> dict[str, Any]:
    """Return what a phone needs to keep the table on its home screen: name, icons and colours."""
    icons = [
        {"src": f"/icons/home-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size, purpose in _ICONS
    ]
    colours = {"background_color": _NIGHT, "theme_color": _NIGHT}
    name = words("web.house")
    return {"name": name, "lang": language, "start_url": "/", "display": "standalone", **colours, "icons": icons}


def _bundle_lookup(web: WebFiles) -> Callable[[Context], PageBundle | None]:
    """Return the function with which a template asks for its bundled files."""

    @pass_context
    def bundled(context: Context) -> PageBundle | None:
        return web.bundle_of(context.name or "")

    return bundled


def _add_live_pages(app: Flask, table: TableGateway, phones: Phones, views: ViewCache) -> None:
    """Add the pages of the open game, each rendered with its view before any script runs."""

    def render_live(template: str) -> str:
        now = table.snapshot
        named_view = views.newest(now, phones.role_in(now), g.language)
        return render_template(
            template,
            view=with_plain_lists(named_view.view),
            view_name=named_view.name,
            address=table.address(),
            addresses=list(map(_typed, (table.address(), *table.more_addresses()))),
            named_host=_typed(table.named_address()),
            host=host_of(request),
        )

    @app.get("/")
    def home() -> str:
        return render_live("index.html")

    @app.get("/tv")
    def tv() -> str:
        return render_live("tv.html")

    @app.get("/setup")
    def set_up() -> str:
        return render_live("setup.html")

    def copy_page(address: str) -> str:
        result = find_copied(table.session.games, address)
        assert result is not None  # routes exist only for these addresses
        copied, words, now = result[1], g.words, table.snapshot
        texts = {"address": address, "copied_title": words.of(copied.title), "copied_why": words.of(copied.why)}
        return render_template(
            f"copy_{page_kind(copied)}.html", view=phone_view(now, phones.role_in(now), words), **texts
        )

    for game in table.session.games:
        for copied in game.accessories.copied:
            app.add_url_rule(f"/{copied.id}", f"copied_{copied.id}", copy_page, defaults={"address": copied.id})
