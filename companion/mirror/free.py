"""The page of free dice and the free wheel: a mode without a game, live on every phone."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, g, jsonify, render_template

from companion.mirror.errors import refuse, telling
from companion.mirror.link import TableLink
from companion.mirror.phones import Phones
from companion.rules.accessories import FreeWheel
from companion.rules.parts import in_words
from companion.session.commands import LayOut
from companion.session.errors import NotSavedError
from companion.session.free import lender_of_wheel
from companion.views.json.phone_view import phone_view
from companion.views.json.scene_view import as_json
from companion.views.words.things import thing_view


def free_pages(link: TableLink, phones: Phones) -> Blueprint:
    """`/free`, and `/api/wheel`: the wheel that is spun there. For everybody; only phones with a role throw."""
    pages = Blueprint("free", __name__)
    pages.before_request(phones.guard)

    @pages.get("/free")
    def page() -> str:
        # Whoever looks finds their commitment, before the first throw; where nothing can be written, a throw tells.
        with telling(), suppress(NotSavedError):
            link.ask(lambda: link.session.do(LayOut()))
        return render_template("free.html", view=phone_view(link.snapshot, phones.role(), g.words))

    @pages.get("/api/wheel")
    def wheel() -> Response:
        with telling():
            own = link.ask(link.session.free_wheel)
        if own is None:
            refuse(404, "not_found")
        words, lender = g.words, lender_of_wheel(link.session.games)
        ring = as_json(in_words(own.ring, words.of))
        things = {one.name: thing_view(one, words) for one in own.things}
        about = {
            "ring": {**ring, "spoken": []},
            "things": things,
            "address": lender.accessories.wheel_page if lender else None,
            "game": lender.id if lender else None,
        }
        return jsonify(sectors=sectors_view(own), placeholder=own.trial, **about)

    return pages


def sectors_view(wheel: FreeWheel) -> list[dict[str, Any]]:
    """Every sector, from sector 0: what its rings show, null for an attack, and its weight in parts of the whole."""
    return [
        {**dict(zip(wheel.rings, shown, strict=True)), "weight": weight}
        for shown, weight in zip(wheel.shows, wheel.weights, strict=True)
    ]
