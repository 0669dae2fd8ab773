"""A table with phones that use the API, for tests of what phones may do and get."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.session.pairing_codes import PairingCodes
from companion.session.session import Session
from tests.server.helpers import RecordedBox, code_sequence

STEP = {"move": "step", "by": "cards"}
END = {"move": "end_turn"}
NAMES = ["Ada", "Bao", "Chloé"]
START = {"game": "expedition", "seats": NAMES}


class Room:
    """A table with phones."""

    def __init__(self, session: Session | None = None, clock: Callable[[], float] = lambda: 0.0) -> None:
        """Create the table; `clock` is that of the codes."""
        codes = PairingCodes(
            clock, code_sequence(*(f"{number:06}" for number in range(100_000, 100_100))), lambda: "A" * 22
        )
        self.world = RecordedBox(codes=codes, session=session) if session else RecordedBox(codes=codes)
        self.app = self.world.app()
        self._ids = 0

    def phone(self, *roles: int | None, language: str = "en", address: str = "127.0.0.1") -> Phone:
        """Return a phone that has used the codes of these roles: a seat, or None for the table."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        phone = Phone(self, client, language)
        for seat in roles:
            epoch = self.world.session.snapshot().roles.epoch
            code = self.world.codes.offer(seat, epoch).code
            assert phone.post("/api/claim", code=code).status_code == 200
        return phone

    def fresh_id(self) -> str:
        self._ids += 1
        return f"id-{self._ids}"

    @property
    def seq(self) -> int:
        table = self.world.session.table
        return table.seq if table else 0


class Phone:
    """A phone at the table."""

    def __init__(self, room: Room, client: FlaskClient, language: str) -> None:
        self.room = room
        self.client = client
        self.headers = {"Accept-Language": language}

    def post(self, path: str, /, **body: Any) -> TestResponse:
        return self.client.post(path, json=body, headers=self.headers)

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers).json

    def do(self, what: str, /, **body: Any) -> TestResponse:
        body = {"id": self.room.fresh_id(), "expected_seq": self.room.seq, **body}
        return self.post("/api/commands", do=what, **body)

    def play(self, seat: int, move: dict[str, Any], **body: Any) -> TestResponse:
        return self.do("play", seat=seat, move=move, **body)

    def start(self, *names: str) -> None:
        assert self.do("start", game="expedition", seats=list(names or NAMES)).status_code == 200

    @property
    def view(self) -> Any:
        return self.get("/api/state")


def refusal_of(answer: TestResponse, status: int, error: str) -> dict[str, Any]:
    """Return the body of a refusal, which gives the reason in words."""
    assert answer.json
    assert (answer.status_code, answer.json["error"]) == (status, error)
    assert len(answer.json["reason"]) > 8
    assert "web.error" not in answer.json["reason"]
    return dict(answer.json)
