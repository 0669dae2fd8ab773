"""Tests of the file cache: its responses equal those of the application, which is asked only once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from flask import Flask, Response, request, send_from_directory
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.server.compression import Compression, FileCache
from companion.support.resources import web_dir
from tests.server.helpers import RecordedBox

GZIP = {"Accept-Encoding": "gzip"}
TEXT = "Ada steps to Ormuz. " * 200
SCRIPT = "/scripts/box/box.js"
STYLE = "/styles/box/box.css"


class CountingApp(Flask):
    """An application that serves files, and counts its requests."""

    def __init__(self, web: Path) -> None:
        super().__init__("counted", static_folder=None)
        self.requests: list[str] = []
        compressed = Compression()

        @self.before_request
        def count() -> None:
            self.requests.append(request.path)

        @self.after_request
        def small(response: Response) -> Response:
            return compressed(request, response)

        @self.get("/scripts/<path:name>")
        def file(name: str) -> Response:
            return send_from_directory(web / "scripts", name)

        self.wsgi_app = FileCache(self.wsgi_app, {"scripts": web / "scripts"}, lambda: ("table-pi",))  # type: ignore[method-assign]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts" / "box.js"
    script.write_text(TEXT)
    return script


@pytest.fixture
def app(tmp_path: Path, script: Path) -> CountingApp:
    return CountingApp(tmp_path)


@pytest.fixture
def client(app: CountingApp) -> FlaskClient:
    return app.test_client()


def get(client: FlaskClient, path: str = "/scripts/box.js", **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.get(path, headers={"Host": "localhost", **named}, buffered=True)


def test_the_application_serves_a_file_once(app: CountingApp, client: FlaskClient) -> None:
    first, *others = [get(client, Accept_Encoding="gzip") for _ in range(3)]
    assert len(app.requests) == 1
    assert first.headers["Content-Encoding"] == "gzip"
    for response in others:
        assert (response.status_code, response.data) == (200, first.data)
        assert list(response.headers) == [header for header in first.headers if header[0] != "Date"]


def test_encodings_are_cached_separately(app: CountingApp, client: FlaskClient) -> None:
    for _ in range(2):
        assert get(client).text == TEXT
        assert get(client, Accept_Encoding="gzip").headers["Content-Encoding"] == "gzip"
    assert len(app.requests) == 2


def test_a_changed_file_is_requested_again(app: CountingApp, client: FlaskClient, script: Path) -> None:
    for time, text in ((1_700_000_000, TEXT), (1_700_000_001, TEXT.upper()), (1_700_000_001, "short")):
        script.write_text(text, encoding="utf-8")
        os.utime(script, (time, time))
        assert [get(client).text, get(client).text] == [text, text]
    assert len(app.requests) == 3
    script.unlink()
    assert get(client).status_code == 404


@pytest.mark.parametrize("first", [GZIP, {}])
def test_an_unchanged_file_gets_a_304(app: CountingApp, client: FlaskClient, first: dict[str, str]) -> None:
    tag = get(client, **first).headers["ETag"]
    answer = get(client, **first, If_None_Match=tag)
    assert (answer.status_code, answer.data) == (304, b"")
    assert (answer.headers["ETag"], answer.headers["Vary"]) == (tag, "Accept-Encoding")
    assert not {"Content-Encoding", "Content-Length", "Content-Type"} & set(answer.headers.keys())
    assert get(client, **first, If_None_Match='"older"').status_code == 200
    assert len(app.requests) == 1


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/scripts/box.js?again=1", {}),
        ("/scripts/box.js", {"Range": "bytes=0-99"}),
        ("/scripts/box.js", {"If_Modified_Since": "Wed, 21 Oct 2015 07:28:00 GMT"}),
        ("/scripts/box.js", {"Host": "evil.example"}),
        ("/scripts/none.js", {}),
        ("/scripts/../scripts/box.js", {}),
    ],
)
def test_other_requests_go_to_the_application(
    app: CountingApp, client: FlaskClient, path: str, headers: dict[str, str]
) -> None:
    get(client)
    for times in (2, 3):
        get(client, path, **headers)
        assert len(app.requests) == times


def test_only_get_requests_use_the_cache(app: CountingApp, client: FlaskClient) -> None:
    get(client)
    assert client.post("/scripts/box.js").status_code == 405
    assert client.head("/scripts/box.js", buffered=True).data == b""
    assert len(app.requests) == 3


def test_the_cache_is_limited(app: CountingApp, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    responses: dict[object, object] = {}
    monkeypatch.setattr("companion.server.compression._MOST_RESPONSES", 2)
    monkeypatch.setattr("companion.server.compression._responses", responses)
    for encoding in ("a", "b", "c", "d", "e"):
        assert get(client, Accept_Encoding=encoding).text == TEXT
        assert len(responses) <= 2


@pytest.fixture
def twice() -> FlaskClient:
    """Return a client of a whole application, each of whose files has been requested once."""
    client = RecordedBox().app().test_client()
    for path in (SCRIPT, STYLE):
        for headers in ({}, GZIP):
            client.get(path, headers=headers, buffered=True)
    return client


@pytest.mark.parametrize("path", [SCRIPT, STYLE])
@pytest.mark.parametrize("accepted", [{}, GZIP])
def test_cached_responses_equal_those_of_the_application(
    twice: FlaskClient, path: str, accepted: dict[str, str]
) -> None:
    cached = twice.get(path, headers=accepted, buffered=True)
    itself = twice.get(f"{path}?", query_string={"new": "1"}, headers=accepted, buffered=True)
    assert cached.data == itself.data
    assert set(cached.headers) == {header for header in itself.headers if header[0] != "Date"}
    tag = {"If-None-Match": cached.headers["ETag"]}
    revalidated = twice.get(path, headers={**accepted, **tag}, buffered=True)
    uncached = twice.get(path, query_string={"new": "1"}, headers={**accepted, **tag}, buffered=True)
    assert revalidated.status_code == uncached.status_code == 304
    assert set(revalidated.headers) == {
        header for header in uncached.headers if header[0] not in ("Date", "Accept-Ranges")
    }


def test_a_foreign_host_gets_nothing_from_the_cache(twice: FlaskClient) -> None:
    assert twice.get(SCRIPT, headers={"Host": "evil.example"}).status_code == 403
    assert twice.get(SCRIPT, headers={"Host": "table-pi"}, buffered=True).data == (web_dir() / SCRIPT[1:]).read_bytes()


@pytest.mark.parametrize("path", ["/styles/%00", "/scripts/box%00.js", "/icons/" + "a" * 5000, "/styles/%ff%fe"])
def test_an_impossible_file_name_is_not_found(path: str) -> None:
    answer = RecordedBox().app().test_client().get(path, headers={"Host": "localhost"})
    assert answer.status_code == 404
