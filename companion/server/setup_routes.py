"""Routes for setting a game up: the choices, and the owner's own figures for a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, g, jsonify, request

from companion.journal.archive import Archive
from companion.rules.copied_parts import CopiedWheel
from companion.rules.figure_tables import merge_figures
from companion.rules.game import Game, find_game
from companion.rules.match_functions import figures_error
from companion.server.error_responses import errors_as_responses, refuse
from companion.server.phone_routes import Phones
from companion.server.request_bodies import ProfileBody, read_body, refuse_malformed
from companion.server.table_gateway import TableGateway
from companion.server.views.copied_parts_view import copied_view, find_copied
from companion.server.views.people_view import people_of
from companion.server.views.setup_view import game_choices_view
from companion.server.views.view_types import ProfileView, RematchView, SetupView
from companion.table.game_setup import PROFILE_PREFIX
from companion.table.table import Table
from companion.words.catalogue import Words


def setup_pages(link: TableGateway, archive: Archive, phones: Phones) -> Blueprint:
    """Return the routes of `/api/setup`, `/api/profile` and `/api/copied`, for hosts."""
    pages = Blueprint("setup", __name__)
    pages.before_request(phones.guard)

    @pages.get("/api/setup")
    def setup() -> Response:
        phones.require_host_or_place()
        words: Words = g.words
        with errors_as_responses():
            return jsonify(_setup_view(link, archive, words))

    @pages.get("/api/profile")
    def own_figures_of_game() -> Response:
        """Return the owner's own figures of a game, and those they replace."""
        phones.require_host()
        with errors_as_responses():
            game = find_game(request.args.get("game"), link.session.games)
            own_figures = _own_figures(archive, game)
            printed = _printed_figures(game, link.session.edition(game.id))
            view: ProfileView = {"game": game.id, "profile": own_figures, "printed": printed}
            return jsonify(view)

    @pages.get("/api/copied")
    def copied_figures() -> Response:
        """Return the questions of the page at an address, by the owner's present figures."""
        phones.require_host()
        words: Words = g.words
        with errors_as_responses():
            result = find_copied(link.session.games, request.args.get("address", ""))
            if result is None:
                refuse(404, "not_found")
            game, copied = result
            own_figures = _own_figures(archive, game)
            printed = _printed_figures(game, link.session.edition(game.id))
            return jsonify(copied_view(game, copied, printed, own_figures, words))

    @pages.post("/api/profile")
    def keep_profile() -> Response:
        phones.require_host()
        body = read_body(ProfileBody)
        figures = body.profile
        with errors_as_responses():
            game = find_game(body.game, link.session.games)
            if "colours" in figures:
                refuse_malformed("colours")
            if fault := figures_error(game, merge_figures(link.session.edition(game.id), figures)):
                raise fault
            link.ask(lambda: link.session.note(PROFILE_PREFIX + game.id, figures or None))
        view: ProfileView = {"game": game.id, "profile": figures}
        return jsonify(view)

    return pages


def _own_figures(archive: Archive, game: Game) -> dict[str, Any]:
    """Return the owner's own figures of a game, as they were copied here."""
    return archive.note(PROFILE_PREFIX + game.id) or {}


def _printed_figures(game: Game, edition: Mapping[str, Any]) -> dict[str, Any]:
    """Return the base of the owner's figures: the shipped ones under those of the owner's file.

    A wheel from the owner's file is no longer a trial.
    """
    printed = merge_figures(game.figures, edition)
    for copied in game.accessories.copied:
        if isinstance(copied, CopiedWheel) and game.accessories.wheel is not None:
            trial = game.accessories.wheel(edition).trial
            printed[copied.table] = {**printed[copied.table], "placeholder": trial}
    return printed


def _setup_view(link: TableGateway, archive: Archive, words: Words) -> SetupView:
    table, editions = link.snapshot.table, link.session.edition
    profiles = {game.id: merge_figures(editions(game.id), _own_figures(archive, game)) for game in link.session.games}
    return {
        "games": [game_choices_view(game, profiles[game.id], words) for game in link.session.games],
        "names": [person.name for person in people_of(archive).known([past.names for past in archive.games()])],
        "rematch": _rematch_view(table),
        "seq": table.seq if table else 0,
    }


def _rematch_view(table: Table | None) -> RematchView | None:
    if table is None:
        return None
    rematch = table.match.rematch()
    colours = [list(each) for each in rematch.colours]
    return {"game": table.game.id, "seats": list(rematch.names), "colours": colours, "options": rematch.options}
