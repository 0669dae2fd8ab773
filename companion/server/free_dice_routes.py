"""The page of free dice and the free wheel: a mode without a game, live on every phone."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g, jsonify, render_template

from companion.journal.archive import Archive
from companion.rules.copied_parts import FreeWheel
from companion.rules.figure_tables import merge_figures
from companion.rules.text import translated
from companion.server.error_responses import refuse
from companion.server.phone_routes import Phones
from companion.server.table_gateway import TableGateway
from companion.server.views.phone_view import phone_view
from companion.server.views.scene_view import as_json
from companion.server.views.view_types import FreeWheelView
from companion.session.session import Session
from companion.table.free_dice import wheel_lender
from companion.table.game_setup import PROFILE_PREFIX
from companion.words.signs import thing_view


def free_dice_pages(link: TableGateway, archive: Archive, phones: Phones) -> Blueprint:
    """Return the routes of `/free` and `/api/wheel`, its wheel. Everybody may watch; only phones with a role throw."""
    pages = Blueprint("free", __name__)
    pages.before_request(phones.guard)
    wheels = _FreeWheelCache(link.session, archive)

    @pages.get("/free")
    def page() -> str:
        now = link.snapshot
        return render_template("free.html", view=phone_view(now, phones.role_in(now), g.words))

    @pages.get("/api/wheel")
    def wheel() -> Response:
        free_wheel = wheels.current()
        if free_wheel is None:
            refuse(404, "not_found")
        words, lender = g.words, wheel_lender(link.session.games)
        ring = as_json(translated(free_wheel.ring, words.of))
        components = {component.name: thing_view(component, words) for component in free_wheel.components}
        view: FreeWheelView = {
            "sectors": sectors_view(free_wheel),
            "placeholder": free_wheel.trial,
            "ring": {**ring, "spoken": []},
            "things": components,
            "address": lender.accessories.wheel_page if lender else None,
            "game": lender.id if lender else None,
        }
        return jsonify(view)

    return pages


class _FreeWheelCache:
    """The free wheel by the figures in the journal; made again only when the owner's figures change."""

    def __init__(self, session: Session, archive: Archive) -> None:
        self._session = session
        self._archive = archive
        self._cached: tuple[Any, FreeWheel | None] | None = None

    def current(self) -> FreeWheel | None:
        """Return the wheel; None if no game lends one."""
        lender = wheel_lender(self._session.games)
        if lender is None or lender.accessories.wheel is None:
            return None
        copied = self._archive.note(PROFILE_PREFIX + lender.id)
        if self._cached is None or self._cached[0] != copied:
            self._cached = (
                copied,
                lender.accessories.wheel(merge_figures(self._session.edition(lender.id), copied or {})),
            )
        return self._cached[1]


def sectors_view(wheel: FreeWheel) -> list[dict[str, Any]]:
    """Return every sector, from sector 0: its ring values, null for an attack, and its weight in parts of the sum."""
    return [
        {**dict(zip(wheel.rings, values, strict=True)), "weight": weight}
        for values, weight in zip(wheel.values, wheel.weights, strict=True)
    ]
