"""The status of the box on the network: a page, an object and a log for hosts, and a health check for any program."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Blueprint, Response, g, jsonify, render_template

from companion import __version__
from companion.server.error_responses import telling
from companion.server.phone_routes import Phones
from companion.session.system_status import Health, SystemStatus
from companion.support.frozen import frozen
from companion.words.catalogue import Words

EACH_S = 1.0
"""Shortest time between two health checks of the table in seconds, however many programs ask."""


@frozen
class StatusLink:
    """Functions that give the status of the box."""

    how: Callable[[], SystemStatus]
    """Asks the desk for the whole status. Raises TimeoutError."""
    lines: Callable[[], Iterable[str]]
    """Gives the log of this run; may be called from any thread."""
    health: Callable[[], Health]
    """Asks the desk only whether it responds; takes some seconds if it does not."""


def how_pages(link: StatusLink, phones: Phones, clock: Callable[[], float] = time.monotonic) -> Blueprint:
    """Return the routes of `/how` and below, for hosts, and `/healthz` for everybody. `clock` counts seconds."""
    pages = Blueprint("how", __name__)
    pages.before_request(phones.guard)
    pulse = Pulse(link.health, clock)

    def view() -> dict[str, Any]:
        phones.require_host()
        with telling():
            return how_view(link.how(), g.words)

    @pages.get("/how")
    def page() -> str:
        return render_template("how.html", how=view())

    @pages.get("/api/how")
    def how() -> Response:
        return jsonify(view())

    @pages.get("/how/log.txt")
    def log_of_this_run() -> Response:
        facts = [_fact(line) for line in view()["lines"]]
        logged = tuple(link.lines()) or (g.words("web.how.log_empty"),)
        lines = [g.words("web.how.log_title"), "", *facts, "", *logged]
        response = Response("\n".join(lines) + "\n", mimetype="text/plain")
        response.headers["Content-Disposition"] = 'attachment; filename="companion-log.txt"'
        return response

    @pages.get("/healthz")
    def healthz() -> tuple[Response, int]:
        now = pulse.now()
        about = {"version": __version__, "screen": now.screen, "journal": now.journal, "seconds": now.seconds}
        if now.amiss:
            return jsonify(ok=False, amiss=list(now.amiss), **about), 503
        return jsonify(ok=True, **about), 200

    return pages


def how_view(how: SystemStatus, words: Words) -> dict[str, Any]:
    """Return the status in words, with what needs attention first."""
    lines = [
        {
            "about": one.about,
            "title": words(f"how.{one.about}"),
            "well": one.well,
            "verdict": words("how.well" if one.well else "how.amiss"),
            "text": words.of(one.text),
            "advice": words.of(one.advice) if one.advice is not None else None,
        }
        for one in how.conditions
    ]
    amiss = sum(not one.well for one in how.conditions)
    summary = words("how.summary.amiss", n=amiss) if amiss else words("how.summary.well")
    return {"lines": lines, "amiss": amiss, "summary": summary, "faults": list(how.faults)}


class Pulse:
    """The table's health, asked for at most once in EACH_S. May be used from any thread.

    While one thread waits for the table, all others get the previous health. So a table that hangs blocks only one
    thread of the server.
    """

    def __init__(self, ask: Callable[[], Health], clock: Callable[[], float]) -> None:
        """Create the cache; `ask` may take its time, and `clock` counts seconds and never goes back."""
        self._ask = ask
        self._clock = clock
        self._asking = threading.Lock()
        self._known = Health(("desk",))
        self._until = clock()

    def now(self) -> Health:
        """Return the health as of the last EACH_S seconds, or the previous one while another thread asks."""
        if self._clock() >= self._until and self._asking.acquire(blocking=False):
            try:
                self._known = self._ask()
                self._until = self._clock() + EACH_S
            finally:
                self._asking.release()
        return self._known


def _fact(line: dict[str, Any]) -> str:
    """Return a line of the log file; one that needs attention begins with "!"."""
    return f"{'  ' if line['well'] else '! '}{g.words('web.how.fact', title=line['title'], text=line['text'])}"
