"""One entry to many pages: from the entry to the moment each page has it, compared to werkzeug's own server."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from werkzeug.serving import make_server

from companion.app.application import Companion
from companion.system.settings import Settings
from companion.table.commands import Play, StartGame
from tests.kept import NAMES
from tests.on_request.bench.rows import Counts, Row, row
from tests.on_request.bench.watching_pages import watching

STREAMS = (10, 50)
REST_S = 0.02
"""The time between two entries, which at a table never come so soon after each other."""
BEGIN = StartGame(game="expedition", names=NAMES)


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Pass again and again: the same table, application and view with both servers, which take turns."""
    settings = Settings(host="127.0.0.1", port=0, streams=max(STREAMS))
    with (
        Companion(settings, folder / "streams", simulated=True) as companion,
        _werkzeug(companion.server.app) as werkzeug,
    ):
        ports = {"": companion.server.port, ", werkzeug": werkzeug}
        for count in STREAMS:
            seconds: dict[str, list[float]] = {name: [] for name in ports}
            for _ in range(counts.rounds):
                for name, port in ports.items():
                    seconds[name] += _round(companion, port, count, counts.entries)
            ours = None
            for name, values in seconds.items():
                result = row(f"entry received by {count} pages{name}", "ms", [1000 * second for second in values], ours)
                ours = ours or result
                yield result


def _round(companion: Companion, port: int, count: int, entries: int) -> list[float]:
    """Return the seconds from each entry to each page."""
    seconds = []
    companion.ask(lambda: companion.session.do(BEGIN))
    with watching(port, count) as pages:
        pages.ready()
        for _ in range(entries):
            time.sleep(REST_S)
            seq, stood = _enter(companion)
            seconds += [received - stood for received in pages.received(seq)]
    while len(companion.server.streams):  # a stream ends when it cannot be written to any more
        _enter(companion)
        time.sleep(REST_S)
    return seconds


def _enter(companion: Companion) -> tuple[int, float]:
    """End a turn. Return the number of the view, and its time."""

    def work() -> tuple[int, float]:
        table = companion.session.table
        assert table is not None
        seat = table.match.turn(table.state) or 0
        answer = companion.session.do(Play(moves=((seat, {"move": "end_turn"}),)))
        return answer.seq, time.monotonic()

    return companion.ask(work)


@contextmanager
def _werkzeug(app: Flask) -> Iterator[int]:
    """Run the same application with werkzeug's own server; yield the port."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it logs every request
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
