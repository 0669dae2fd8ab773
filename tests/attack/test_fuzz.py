"""A fuzzer over the whole API, as a stranger, a seat and a host: nothing breaks, leaks, or is left behind."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import secrets
import threading
from collections import Counter
from contextlib import ExitStack
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.server.openapi import document
from companion.table.commands import ClaimSeat, Play, StartGame
from tests.attack.memory import resident_kb
from tests.depth import enough
from tests.games.lanterns import LANTERNS
from tests.server.helpers import new_session
from tests.server.phones_room import Room

SHORT, LONG = enough(20_000), 1_000_000
"""Number of requests in `make test`, and in `make test-long`."""
MOST_GROWN_KB = 40_000
"""Limit on the growth of the process's memory in a run, for caches of games, catalogues and responses."""
_WARM = 2_000
"""Number of requests after which everything was requested once, and caches are full."""
NAMES = ("Ada", "Bao", "Cléo")
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 9, -1, 2**53, 2**53 - 1, 1.5, 1e308),
    *("", "a", "é", "\u0000", "x" * 5000, "../../etc/passwd", "<script>", "null", "1", "lanterns", "classic", "000000"),
    *([], [[]], [None], [1, 1, 1], {}, {"": None}, {"move": "hide"}, {"a": {"b": {"c": []}}}),
)
RAW = (b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"do": "\\ud800"}', b"{}" * 9000, b"[" * 8000, b'{"do": NaN}')


class Fuzzer:
    """A client that sends random requests."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.rnd = Random(seed)
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.planted = ""
        self.tokens: dict[str, str] = {}
        self.client = room.app.test_client(use_cookies=False)
        self.operations = [
            (path, method, operation)
            for path, methods in document(room.world.session.games)["paths"].items()
            if path != "/api/events"
            for method, operation in methods.items()
        ]
        self.pages = [
            rule.rule
            for rule in room.app.url_map.iter_rules()
            if "GET" in (rule.methods or ()) and not rule.arguments and "events" not in rule.rule
        ]

    def sit_down(self) -> None:
        """Start a game in which the first seat has a secret, with phones that have their roles."""
        session, ask = self.room.world.session, self.room.world.table.ask
        table = session.table
        if table is None or table.game.id != "lanterns" or table.over or table.closed or not self.planted:
            ask(lambda: session.do(StartGame(game="lanterns", names=NAMES)))
            table = session.table
            assert table is not None
            self.planted = f"planted-wish-{table.number}"
            hide = {"move": "hide", "colour": "red", "value": 30_303, "wish": self.planted}
            ask(lambda: session.do(Play(moves=((1, hide),))))
        hosts = session.snapshot().roles.hosts
        if not (hosts and 2 in table.claims):
            self.tokens = {"": "", "seat": secrets.token_urlsafe(32), "host": secrets.token_urlsafe(32)}
            seat, host = (hashlib.sha256(self.tokens[who].encode()).hexdigest() for who in ("seat", "host"))
            ask(session.forget_phones)
            ask(lambda: session.do(ClaimSeat(seat=2, phone=seat)))
            ask(lambda: session.do(ClaimSeat(seat=None, phone=host)))

    def ask(self) -> None:
        """Send one request, and check what must hold of every response."""
        self.sit_down()
        who = self.rnd.choice([*self.tokens])
        headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who else {}
        headers["Accept-Language"] = self.rnd.choice(["fr", "en", "xx", "*"])
        writes = self.room.world.session.journal.writes
        path, options = self._request(who, headers)
        answer = self.client.open(path, **options, headers=headers)
        text = answer.get_data().decode(errors="replace")
        answer.close()
        self.statuses[who, answer.status_code] += 1
        assert answer.status_code < 500, (who, path, options, text[:300])
        assert self.planted not in text, (who, path, options)
        for seed in self._sealed():
            assert seed not in text, (who, path, options)
        if not who:
            assert self.room.world.session.journal.writes == writes, (path, options)

    def _sealed(self) -> list[str]:
        """Return the seeds that nobody may know yet."""
        table = self.room.world.session.table
        return (
            [commitment.seed.hex() for commitment in table.commitments if not commitment.revealed]
            if table is not None
            else []
        )

    def _request(self, who: str, headers: dict[str, str]) -> tuple[str, dict[str, Any]]:
        rnd = self.rnd
        if rnd.random() < 0.05:
            return rnd.choice(self.pages) + rnd.choice(["", "?lang=fr", "?page=2", "?page=x", "?lang=%00"]), {}
        path, method, operation = rnd.choice(self.operations)
        path = path.replace("{number}", str(rnd.choice([1, 2, 3, 99, 2**63])))
        options: dict[str, Any] = {"method": method.upper()}
        query = {
            parameter["name"]: rnd.choice(["1", "0", "-1", "x", "classic", "wheel"])
            for parameter in operation.get("parameters", ())
        }
        query.pop("number", None)
        if query and rnd.random() < 0.8:
            options["query_string"] = query
        if method == "post":
            if rnd.random() < 0.1:
                return path, {
                    **options,
                    "data": rnd.choice(RAW),
                    "content_type": rnd.choice(["application/json", "text/plain", "application/jsonl"]),
                }
            options["json"] = self._body(who, path, operation)
        if rnd.random() < 0.03:
            headers["Origin"] = "http://evil.example"
        return path, options

    def _body(self, who: str, path: str, operation: dict[str, Any]) -> dict[str, Any]:
        """Return a body as the description has it, or as a page would send it, often with something odd in it."""
        rnd = self.rnd
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        fields = content.get("schema", {}).get("properties", {})
        if path in ("/api/commands", "/api/preview") and who and rnd.random() < 0.6:
            body = self._offered(who)
        else:
            body = {name: self._value(name, schema) for name, schema in fields.items() if rnd.random() < 0.6}
        while rnd.random() < 0.4:
            where: Any = body
            while (
                isinstance(where, dict)
                and where
                and isinstance(inner := rnd.choice([*where.values()]), dict)
                and rnd.random() < 0.5
            ):
                where = inner
            where[rnd.choice([*where, "extra"]) if where else "extra"] = deepcopy(rnd.choice(ODD))
        return body

    def _offered(self, who: str) -> dict[str, Any]:
        """Return a command from an offer of this phone."""
        rnd, session = self.rnd, self.room.world.session
        seq = session.table.seq if session.table is not None else 0
        base = {"id": f"{rnd.random()}", "expected_seq": rnd.choice([seq, seq, seq, seq - 1, 0])}
        token = {"Authorization": f"Bearer {self.tokens[who]}"}
        view = self.client.get("/api/state", headers=token).json or {}
        offers = view.get("offers", [])
        if not offers or rnd.random() < 0.3:
            return {
                **base,
                "do": rnd.choice(
                    [
                        "take_back",
                        "restore",
                        "amend",
                        "insert",
                        "close",
                        "leave",
                        "open",
                        "lay_out",
                        "throw",
                        "real_dice",
                    ]
                ),
                "entry": 1,
                "seat": 2,
                "game": 1,
            }
        offer = rnd.choice(offers)
        return {**base, "do": "play", "seat": offer["seat"], "move": offer["move"]}

    def _value(self, name: str, schema: dict[str, Any]) -> Any:
        rnd = self.rnd
        if "enum" in schema and rnd.random() < 0.7:
            return rnd.choice(schema["enum"])
        real = {
            "seat": 2,
            "entry": 1,
            "game": 1,
            "expected_seq": 2,
            "do": "take_back",
            "touches": ["die:blue:4"],
            "code": "123456",
        }
        return real.get(name, deepcopy(rnd.choice(ODD))) if rnd.random() < 0.7 else deepcopy(rnd.choice(ODD))


def _fuzz(requests: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for rate in ("_REQUESTS_AT_ONCE", "_COMMANDS_AT_ONCE", "_OPENINGS_AT_ONCE"):
        monkeypatch.setattr(f"companion.server.phone_routes.{rate}", 10**9)
    with ExitStack() as stack:
        session = stack.enter_context(new_session((*GAMES, LANTERNS)))
        room = Room(session)
        room.world.codes._below = lambda _: 424_242
        fuzzer = Fuzzer(room, seed=int(os.environ.get("FUZZ_SEED", "25")))
        threads = threading.active_count()
        for _ in range(_WARM):
            fuzzer.ask()
        gc.collect()
        before = resident_kb()
        for _ in range(requests - _WARM):
            fuzzer.ask()
        gc.collect()
        growth = resident_kb() - before
        table: dict[str, dict[int, int]] = {who or "stranger": {} for who, _ in fuzzer.statuses}
        for (who, status), times in sorted(fuzzer.statuses.items()):
            table[who or "stranger"][status] = times
        print(f"{requests} requests, {growth / 1000:.1f} MB more: {json.dumps(table)}")
        assert threading.active_count() <= threads
        assert growth < MOST_GROWN_KB
        for who in ("seat", "host"):
            assert table[who].get(401, 0) < table["stranger"][401] / 4, "it is let in"


def test_random_requests_break_and_leak_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _fuzz(SHORT, monkeypatch)


@pytest.mark.long
@pytest.mark.timeout(3 * 3600)
def test_a_million_random_requests_break_and_leak_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _fuzz(LONG, monkeypatch)
