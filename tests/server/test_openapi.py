"""Tests of the API's description: every described request is made, and every response matches the description."""

from __future__ import annotations

import re
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given
from hypothesis.strategies import SearchStrategy
from jsonschema import Draft202012Validator
from requests.structures import CaseInsensitiveDict
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.games import GAMES
from companion.server.openapi import document
from companion.server.phone_routes import COOKIE
from tests.depth import deep, search
from tests.kit.scripted_games import expedition, play, step
from tests.server.phones_room import Room

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
EACH = 40
"""Number of requests for each address."""


@schemathesis.serializer("application/jsonl", "application/vnd.sqlite3")
def _jsonl(_: Any, value: Any) -> bytes:
    return str(value).encode()


def test_every_address_of_the_interface_is_described() -> None:
    described = {(path, method.upper()) for path, methods in document(GAMES)["paths"].items() for method in methods}
    addresses = {
        (re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in Room().app.url_map.iter_rules()
        if rule.rule.startswith(("/api/", "/healthz")) and rule.rule != "/api/openapi.json"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == addresses


def test_the_description_is_served_and_names_every_move(client: FlaskClient) -> None:
    served = client.get("/api/openapi.json").json
    assert served
    assert served["openapi"].startswith("3.1")
    for schema in served["components"]["schemas"]["Moves"]["properties"].values():
        Draft202012Validator.check_schema(schema)


@pytest.fixture
def client() -> FlaskClient:
    return Room().app.test_client()


class UnlimitedApi:
    """A table during a game, and a host without rate limits."""

    def __init__(self) -> None:
        self.room = Room()
        self.host = self.bearer()

    def bearer(self) -> dict[str, str]:
        """Return the header of a new host."""
        cookie = self.room.phone(None).client.get_cookie(COOKIE)
        assert cookie
        return {"Authorization": f"Bearer {cookie.value}"}

    def game(self) -> None:
        """Ensure that a game is open, whatever happened to the one before."""
        if self.room.world.session.table is None:
            self.room.world.session.do(expedition())
            self.room.world.session.do(play(step(1)))
            self.room.world.codes.offer(1, 1)


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> UnlimitedApi:
    for rate in ("_REQUESTS_AT_ONCE", "_COMMANDS_AT_ONCE", "_OPENINGS_AT_ONCE"):
        monkeypatch.setattr(f"companion.server.phone_routes.{rate}", 10**9)
    return UnlimitedApi()


ALLOWED, SPOILT = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


# A stream never ends; the tests of streams cover it.
@pytest.mark.parametrize("path", sorted({*document(GAMES)["paths"]} - {"/api/events"}))
@pytest.mark.parametrize("mode", [pytest.param(ALLOWED, marks=deep), SPOILT])
def test_every_response_matches_its_description(api: UnlimitedApi, path: str, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", api.room.app)
    for operation in schema[path].values():
        if mode is SPOILT and not (operation.body or operation.query or operation.path_parameters):
            continue  # it has no parameters to make invalid
        _ask(api, path, operation.as_strategy(generation_mode=mode))


def _ask(api: UnlimitedApi, path: str, cases: SearchStrategy[Any]) -> None:
    @search(EACH, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
    @given(case=cases)
    def ask(case: Any) -> None:
        api.game()
        # Forgetting needs a new phone each time.
        headers = api.host if path != "/api/forget" else {}
        case.headers = CaseInsensitiveDict({**dict(case.headers or {}), **headers, "Accept-Encoding": "identity"})
        case.call_and_validate(checks=list(CHECKS))

    ask()
