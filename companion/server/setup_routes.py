"""Routes for setting a game up: the choices, and the owner's own figures for a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flask import Blueprint, Response, g, jsonify, request

from companion.journal.archive import Archive
from companion.rules.copied_parts import CopiedWheel
from companion.rules.fields import OptionPart, SetupField
from companion.rules.figure_tables import merge_figures
from companion.rules.game import Game, figure_tables, find_game, visible_setup_form
from companion.rules.match_functions import figures_error
from companion.server.error_responses import errors_as_responses, refuse
from companion.server.phone_routes import Phones
from companion.server.request_bodies import ProfileBody, read_body, refuse_malformed
from companion.server.table_gateway import TableGateway
from companion.server.views.copied_parts_view import copied_view, copy_link, find_copied
from companion.server.views.form_view import field_view
from companion.server.views.view_types import (
    GameChoicesView,
    ProfileView,
    RematchView,
    SetupFieldView,
    SetupTargetView,
    SetupView,
)
from companion.table.game_setup import PROFILE_PREFIX, recent_names
from companion.table.table import Table
from companion.words.catalogue import Words


def setup_pages(link: TableGateway, archive: Archive, phones: Phones) -> Blueprint:
    """Return the routes of `/api/setup`, `/api/profile` and `/api/copied`, for hosts."""
    pages = Blueprint("setup", __name__)
    pages.before_request(phones.guard)

    @pages.get("/api/setup")
    def setup() -> Response:
        phones.require_host()
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
        "games": [_game_view(game, profiles[game.id], words) for game in link.session.games],
        "names": recent_names(past.names for past in archive.games()),
        "rematch": _rematch_view(table),
        "seq": table.seq if table else 0,
    }


def _game_view(game: Game, profile: dict[str, Any], words: Words) -> GameChoicesView:
    return {
        "id": game.id,
        "title": words(f"game.{game.id}"),
        "least": game.seats[0],
        "most": game.seats[-1],
        "coloured": "colours" in game.options_schema.get("properties", {}),
        "colours": [{"id": colour, "name": words(f"colour.{colour}")} for colour in game.colours],
        "colours_each": {str(seats): game.colours_per_seat(seats) for seats in game.seats},
        "forms": {str(seats): _form_view(game, seats, words) for seats in game.seats},
        "profile": profile or None,
        "copied": [copy_link(copied, words) for copied in game.accessories.copied],
        "tables": list(figure_tables(game)),
    }


def _form_view(game: Game, seats: int, words: Words) -> list[SetupFieldView]:
    return [_setup_field_view(option, words) for option in visible_setup_form(game, seats)]


def _setup_field_view(option: SetupField, words: Words) -> SetupFieldView:
    """Return an option; with the seats that it is set for separately, if it is. The page has the names of the seats."""
    note = f"{option.field.label.key}.note"
    view = cast(SetupFieldView, field_view(option.field, (), words))
    view["default"] = option.default
    if option.house_rule:
        view["house"] = True
    view["note"] = words(note) if words.has(note) else ""
    if option.parts:
        view["apart"] = [_target_view(target, words) for target in option.parts]
        view["exclusive"] = option.exclusive
    return view


def _target_view(target: OptionPart, words: Words) -> SetupTargetView:
    label = words.of(target.label) if target.label is not None else None
    return {"at": list(target.path), "seat": target.seat, "label": label}


def _rematch_view(table: Table | None) -> RematchView | None:
    if table is None:
        return None
    rematch = table.match.rematch()
    colours = [list(each) for each in rematch.colours]
    return {"game": table.game.id, "seats": list(rematch.names), "colours": colours, "options": rematch.options}
