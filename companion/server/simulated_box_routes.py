"""The simulated box in the browser: its page, its stream of states, and its keys."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, render_template, request

from companion.box.key_presses import HOLDABLE, REPEATING
from companion.server.error_responses import refuse, refuse_foreign
from companion.server.event_streams import STREAM_HEADERS, EventCache, Streams, TooManyStreamsError
from companion.server.request_bodies import EnterBody, KeyBody, read_body
from companion.server.request_origin_checks import COOKIE, cookie_for, key_matches, may_see_box, same_origin
from companion.server.table_gateway import mark_as_stream, owner_of_request
from companion.server.views.view_types import BoxView, SpinnerView
from companion.session.publisher import Publisher
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key

_SEAT_KEYS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)
_TAP_S = 0.03
"""Seconds for which a tap holds a key down: the shortest press that a hand can make."""


class BoxState(Protocol):
    """The state of a simulated box."""

    @property
    def picture(self) -> bytes:
        """The picture, row by row, eight pixels a byte, leftmost first."""

    @property
    def on(self) -> bool:
        """True if the screen is on."""

    @property
    def lights(self) -> tuple[bool, ...]:
        """The lights, from seat 1."""

    @property
    def tune(self) -> tuple[tuple[int, int], ...]:
        """The notes of the tune as (Hz, milliseconds)."""

    @property
    def tune_number(self) -> int:
        """Counter that grows with every tune."""

    @property
    def volume(self) -> int:
        """The volume, from 0, which is mute."""

    @property
    def spoken(self) -> tuple[str, ...]:
        """The face in words."""

    @property
    def ring(self) -> bytes:
        """Red, green and blue of each light of the spinner's ring, clockwise from the top; b"" without a ring."""

    @property
    def lit(self) -> tuple[Key, ...]:
        """The keys of the spinner that are lit."""


@frozen
class BoxLink:
    """The link to a simulated box."""

    states: Publisher[Any]
    """Publishes a `BoxState` at every change."""
    set_key: Callable[[Key, bool], None]
    """Presses (True) or releases a key; may be called from any thread."""
    keys: Sequence[Key]
    """The keys of the box."""
    lights: Sequence[int]
    """The seats that have a light, from 1."""
    key: str
    """The secret of the link that admits other machines than this: random, at least 128 bits."""
    turned_keys: Sequence[Key] = ()
    """Keys that are pressed by turning a knob: each press is a detent, and a release means nothing."""
    spinner_keys: Sequence[Key] | None = None
    """The keys beside the ring of a spinner, in order, without its knob; None without a ring."""


def box_pages(box: BoxLink, streams: Streams) -> Blueprint:  # noqa: C901 - one handler a path
    """Return the routes under /box. All but `/box/enter` require a request from this machine or the link's cookie."""
    pages = Blueprint("box", __name__)
    keys_by_name = {key.value: key for key in box.keys}
    event_cache = EventCache(_state_json)

    @pages.before_request
    def guard() -> None:
        if not same_origin(request):
            refuse_foreign("foreign_origin")
        if request.endpoint != "box.enter" and not may_see_box(request, box.key):
            refuse(403, "box_closed")

    @pages.get("/box")
    def box_page() -> str:
        seats = _seats(box)
        seat_keys = [seat for seat in seats if seat.key]
        return render_template(
            "box.html",
            keys=keys_by_name,
            seats=seats,
            seat_keys=seat_keys,
            holds={key.value: hold for key in box.keys if (hold := _hold_of(box, key))},
            spinner=_keys_beside_ring(box),
        )

    @pages.post("/box/enter")
    def enter() -> Response:
        if not key_matches(box.key, read_body(EnterBody).key):
            refuse(403, "box_closed")
        response = _no_content()
        response.set_cookie(COOKIE, cookie_for(box.key), path="/box", httponly=True, samesite="Strict")
        return response

    @pages.get("/box/events")
    def events() -> Response:
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        has_hung_up = request.environ.get("waitress.client_disconnected", bool)
        try:
            owner = owner_of_request(has_role=True)
            stream = streams.open(box.states, _StateEncoder(event_cache), has_hung_up, owner=owner)
        except TooManyStreamsError:
            refuse(503, "too_many_streams")
        mark_as_stream(has_role=True)
        return Response(stream, mimetype="text/event-stream", headers=STREAM_HEADERS)

    @pages.post("/box/keys")
    def press() -> Response:
        body = read_body(KeyBody)
        if body.key not in keys_by_name:
            refuse(400, "unknown_key")
        key = keys_by_name[body.key]
        box.set_key(key, body.down)
        if body.down and body.tap:
            time.sleep(_TAP_S)
            box.set_key(key, False)
        return _no_content()

    return pages


@frozen
class _Seat:
    """A seat as the page draws it: by its number, because the game decides who sits there with which letter."""

    number: int
    key: str | None
    light: bool


def _seats(box: BoxLink) -> list[_Seat]:
    keys = {seat: key.value for seat, key in enumerate(_SEAT_KEYS, start=1) if key in box.keys}
    return [
        _Seat(seat, keys.get(seat), seat in box.lights)
        for seat in range(1, len(_SEAT_KEYS) + 1)
        if seat in keys or seat in box.lights
    ]


def _hold_of(box: BoxLink, key: Key) -> str | None:
    """Return what a key does while it is held: it turns a knob, repeats, or becomes a long press; None for nothing."""
    if key in box.turned_keys:
        return "turn"
    return "repeat" if key in REPEATING else "long" if key in HOLDABLE else None


def _keys_beside_ring(box: BoxLink) -> list[str] | None:
    """Return the keys drawn beside the ring, if there is one; its knob throws, and seats' keys are drawn elsewhere."""
    if box.spinner_keys is None:
        return None
    return [key.value for key in box.spinner_keys if key is not Key.SPIN and key not in _SEAT_KEYS]


def _no_content() -> Response:
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


class _StateEncoder:
    """Encoder of states for one page: when only the spinner has changed, it sends nothing else.

    A turning ring changes thirty times a second, and its lights are a tenth of the size of a whole state.
    """

    def __init__(self, event_cache: EventCache[BoxState, bool]) -> None:
        self._event_cache = event_cache
        self._last_rest: tuple[Any, ...] | None = None

    def __call__(self, state: BoxState) -> bytes | None:
        """Return the event for this state; runs on the page's own thread."""
        rest = _without_spinner(state)
        has_changed, self._last_rest = rest != self._last_rest, rest
        return self._event_cache.event_for(state, has_changed)


def _without_spinner(state: BoxState) -> tuple[Any, ...]:
    """Return all of a state but the spinner."""
    return state.picture, state.on, state.lights, state.tune, state.tune_number, state.volume, state.spoken


def _state_json(state: BoxState, include_box: bool) -> str:
    """Return a state as JSON: all of it, or only the spinner."""
    spinner: SpinnerView = {"ring": base64.b64encode(state.ring).decode(), "lit": [key.value for key in state.lit]}
    if not include_box:
        return json.dumps(spinner, separators=(",", ":"))
    box: BoxView = {
        "picture": base64.b64encode(state.picture).decode(),
        "on": state.on,
        "lights": state.lights,
        "tune": state.tune,
        "tune_number": state.tune_number,
        "volume": state.volume,
        "spoken": state.spoken,
        **spinner,
    }
    return json.dumps(box, separators=(",", ":"))
