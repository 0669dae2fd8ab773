"""The status of the box on the network: a page, an object and a log for hosts, and a health check for any program."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

from flask import Blueprint, Response, g, jsonify, render_template

from companion import __version__
from companion.server.error_responses import errors_as_responses
from companion.server.phone_routes import Phones
from companion.server.views.view_types import StatusLineView, StatusView
from companion.session.system_status import Health, SystemStatus
from companion.support.frozen_dataclasses import frozen
from companion.words.catalogue import Words

EACH_S = 1.0
"""Shortest time between two health checks of the table in seconds, however many programs ask."""


@frozen
class StatusLink:
    """Functions that give the status of the box."""

    status: Callable[[], SystemStatus]
    """Asks the desk for the whole status. Raises TimeoutError."""
    log_lines: Callable[[], Iterable[str]]
    """Gives the log of this run; may be called from any thread."""
    health: Callable[[], Health]
    """Asks the desk only whether it responds; takes some seconds if it does not."""


def status_pages(link: StatusLink, phones: Phones, clock: Callable[[], float] = time.monotonic) -> Blueprint:
    """Return the routes of `/how` and below, for hosts, and `/healthz` for everybody. `clock` counts seconds."""
    pages = Blueprint("how", __name__)
    pages.before_request(phones.guard)
    health_cache = HealthCache(link.health, clock)

    def view() -> StatusView:
        phones.require_host()
        with errors_as_responses():
            return status_view(link.status(), g.words)

    @pages.get("/how")
    def status_page() -> str:
        return render_template("how.html", how=view())

    @pages.get("/api/how")
    def status_json() -> Response:
        return jsonify(view())

    @pages.get("/how/log.txt")
    def log_of_this_run() -> Response:
        facts = [_log_line(line) for line in view()["lines"]]
        logged = tuple(link.log_lines()) or (g.words("web.how.log_empty"),)
        lines = [g.words("web.how.log_title"), "", *facts, "", *logged]
        response = Response("\n".join(lines) + "\n", mimetype="text/plain")
        response.headers["Content-Disposition"] = 'attachment; filename="companion-log.txt"'
        return response

    @pages.get("/healthz")
    def healthz() -> tuple[Response, int]:
        health = health_cache.current()
        details = {
            "version": __version__,
            "screen": health.screen,
            "journal": health.journal,
            "seconds": health.seconds,
        }
        if health.failing:
            return jsonify(ok=False, amiss=list(health.failing), **details), 503
        return jsonify(ok=True, **details), 200

    return pages


def status_view(status: SystemStatus, words: Words) -> StatusView:
    """Return the status in words, with what needs attention first."""
    lines: list[StatusLineView] = [
        {
            "about": condition.subject,
            "title": words(f"how.{condition.subject}"),
            "well": condition.ok,
            "verdict": words("how.well" if condition.ok else "how.amiss"),
            "text": words.of(condition.text),
            "advice": words.of(condition.advice) if condition.advice is not None else None,
        }
        for condition in status.conditions
    ]
    problems = sum(not condition.ok for condition in status.conditions)
    summary = words("how.summary.amiss", n=problems) if problems else words("how.summary.well")
    return {"lines": lines, "amiss": problems, "summary": summary, "faults": list(status.faults)}


class HealthCache:
    """The table's health, asked for at most once in EACH_S. May be used from any thread.

    While one thread waits for the table, all others get the previous health. So a table that hangs blocks only one
    thread of the server.
    """

    def __init__(self, ask: Callable[[], Health], clock: Callable[[], float]) -> None:
        """Create the cache; `ask` may take its time, and `clock` counts seconds and never goes back."""
        self._ask = ask
        self._clock = clock
        self._refreshing = threading.Lock()
        self._health = Health(("desk",))
        self._valid_until = clock()

    def current(self) -> Health:
        """Return the health as of the last EACH_S seconds, or the previous one while another thread asks."""
        if self._clock() >= self._valid_until and self._refreshing.acquire(blocking=False):
            try:
                self._health = self._ask()
                self._valid_until = self._clock() + EACH_S
            finally:
                self._refreshing.release()
        return self._health


def _log_line(line: StatusLineView) -> str:
    """Return a line of the log file; one that needs attention begins with "!"."""
    return f"{'  ' if line['well'] else '! '}{g.words('scene.pair', head=line['title'], said=line['text'])}"
