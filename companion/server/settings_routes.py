"""The settings of the box on the network, for hosts; the board and the name of the machine need OK held on the box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

from flask import Blueprint, Response, g, jsonify, render_template

from companion.box.faces.signals import MOST_BRIGHTNESS, MOST_VOLUME
from companion.box.preferences import Preferences
from companion.server.error_responses import errors_as_responses, refuse
from companion.server.phone_routes import Phones, phone_of_request
from companion.server.request_bodies import MachineBody, SettingsBody, read_body, refuse_malformed
from companion.server.table_gateway import TableGateway
from companion.server.views.view_types import MachineView, NamedChoiceView, SettingsView
from companion.session.machine_change import AUTOMATIC, Machine, MachineChange, host_name
from companion.support.frozen_dataclasses import frozen
from companion.words.catalogue import LANGUAGES, Words


@frozen
class SettingsLink:
    """Access to the settings of the box."""

    preferences: Callable[[], Preferences]
    """Returns them as they are; may be called from any thread."""
    set_preferences: Callable[[Preferences], None]
    """Sets them, on the desk's thread."""
    machine: Machine | None = None
    """The machine below, if the program may change it."""


def settings_pages(link: TableGateway, settings: SettingsLink, phones: Phones) -> Blueprint:
    """Return the routes of `/settings` and its API, for hosts."""
    pages = Blueprint("settings", __name__)
    pages.before_request(phones.guard)

    def require_host() -> str:
        """Return the host's phone that sent this request."""
        phones.require_host()
        phone = phone_of_request()
        assert phone is not None  # a host has a token
        return phone

    def view(phone: str) -> SettingsView:
        machine = _machine_view(settings.machine, link, phone, g.words) if settings.machine is not None else None
        return {**_preferences_view(settings.preferences()), "machine": machine}

    @pages.get("/settings")
    def page() -> str:
        return render_template("settings.html", host=phones.role().host)

    @pages.get("/api/settings")
    def read_settings() -> Response:
        return jsonify(view(require_host()))

    @pages.post("/api/settings")
    def change_settings() -> Response:
        phone = require_host()
        body = read_body(SettingsBody)
        if body.language is not None and body.language not in LANGUAGES:
            refuse_malformed("language")
        with errors_as_responses():
            link.ask(lambda: settings.set_preferences(_changed(settings.preferences(), body)))
        return jsonify(view(phone))

    @pages.post("/api/settings/ask")
    def ask_box() -> Response:
        phone = require_host()
        change = _read_change(settings.machine)
        with errors_as_responses():
            is_asking = link.ask(lambda: link.codes.change_permission.ask(phone, change))
        if not is_asking:
            refuse(409, "box_asks")
        return jsonify(view(phone))

    return pages


def _preferences_view(preferences: Preferences) -> SettingsView:
    return {
        "language": preferences.language,
        "languages": [{"id": language, "name": Words(language)("language.name")} for language in LANGUAGES],
        "volume": preferences.volume,
        "most_volume": MOST_VOLUME,
        "muted": preferences.muted,
        "brightness": preferences.brightness,
        "most_brightness": MOST_BRIGHTNESS,
        "dark_at_night": preferences.dark_at_night,
        "large": preferences.large,
        "calm": preferences.calm,
        "machine": None,
    }


def _machine_view(machine: Machine, link: TableGateway, phone: str, words: Words) -> MachineView:
    status, seconds = link.codes.change_permission.status_of(phone)
    boards: list[NamedChoiceView] = [{"id": AUTOMATIC, "name": words("machine.auto")}]
    boards += [{"id": name, "name": name} for name in machine.boards]
    return {
        "board": machine.board,
        "boards": boards,
        "name": machine.name,
        "request": {"standing": status.value, "seconds": round(seconds)},
    }


def _changed(preferences: Preferences, body: SettingsBody) -> Preferences:
    """Return preferences with the values of a body; a volume that is set is heard."""
    values = {each.name: value for each in fields(body) if (value := getattr(body, each.name)) is not None}
    if body.volume is not None and body.muted is None:
        values["muted"] = False
    return replace(preferences, **values)


def _read_change(machine: Machine | None) -> MachineChange:
    """Return the change of the request; refuse one of a machine that cannot be changed, and an impossible one."""
    body = read_body(MachineBody)
    if machine is None:
        refuse(404, "nothing_here")
    if (body.board is None) is (body.name is None):
        refuse_malformed("board")
    if body.board is not None and body.board not in (AUTOMATIC, *machine.boards):
        refuse_malformed("board")
    name = host_name(body.name) if body.name is not None else None
    if name == "":
        refuse_malformed("name")
    return MachineChange(board=body.board, name=name)
