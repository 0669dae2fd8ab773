"""The status of the box on the network: a page, an object and a log for hosts, and a pulse for any program."""

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
"""The table is asked for its health at most so often, in seconds, whoever wants to know."""


@frozen
class StatusLink:
    """The way to what is known of the box."""

    how: Callable[[], SystemStatus]
    """Asks the desk. Raises TimeoutError."""
    lines: Callable[[], Iterable[str]]
    """The log of this run; from any thread."""
    health: Callable[[], Health]
    """Asks the desk for no more than whether it is there; takes some seconds where it is not."""


def how_pages(link: StatusLink, phones: Phones, clock: Callable[[], float] = time.monotonic) -> Blueprint:
    """`/how` and what belongs to it, for hosts; `/healthz` for everybody. `clock` counts seconds."""
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
    """How everything is, in words; what is amiss first."""
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

    While one waits for the table, all others get what was known before: a table that hangs takes one thread of the
    server and not all of them.
    """

    def __init__(self, ask: Callable[[], Health], clock: Callable[[], float]) -> None:
        """`ask` may take its time; `clock` counts seconds and never goes back."""
        self._ask = ask
        self._clock = clock
        self._asking = threading.Lock()
        self._known = Health(("desk",))
        self._until = clock()

    def now(self) -> Health:
        """How it is, or was within the last EACH_S; while it is asked for, how it was before that."""
        if self._clock() >= self._until and self._asking.acquire(blocking=False):
            try:
                self._known = self._ask()
                self._until = self._clock() + EACH_S
            finally:
                self._asking.release()
        return self._known


def _fact(line: dict[str, Any]) -> str:
    """A line of the file: what is amiss begins with a sign."""
    return f"{'  ' if line['well'] else '! '}{g.words('web.how.fact', title=line['title'], text=line['text'])}"
