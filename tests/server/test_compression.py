"""Tests of compression: the responses that are compressed, the others, and files, which are compressed once."""

from __future__ import annotations

import gzip
import http.client
import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask, Response, request, send_from_directory
from flask.testing import FlaskClient

from companion.server.compression import LEAST_BYTES, Compression
from companion.server.event_streams import Streams, format_event
from companion.session.publisher import Publisher
from tests.server.helpers import PATIENCE_S, EventReader, running

GZIP = {"Accept-Encoding": "gzip, deflate"}
EVENTS = "text/event-stream"
TEXT = "Ada steps to Ormuz. " * 200


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """Return an app that answers with the requested content."""
    app = Flask("plain")
    compressed = Compression()

    @app.after_request
    def finish(response: Response) -> Response:
        return compressed(request, response)

    @app.get("/said")
    def text_response() -> Response:
        return Response(request.args.get("text", TEXT), mimetype=request.args["type"])

    @app.get("/stream")
    def stream() -> Response:
        return Response(iter([TEXT]), mimetype=request.args["type"])

    @app.get("/packed")
    def packed() -> Response:
        return Response(gzip.compress(os.urandom(4000)), mimetype="text/csv", headers={"Content-Encoding": "gzip"})

    @app.get("/files/<path:name>")
    def file(name: str) -> Response:
        return send_from_directory(tmp_path, name)

    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def attempts() -> Iterator[list[int]]:
    """Yield the lengths of everything that was compressed."""
    attempts: list[int] = []
    real = gzip.compress

    def counting(data: bytes, level: int = 9, *, mtime: float | None = None) -> bytes:
        attempts.append(len(data))
        return real(data, level, mtime=mtime)

    with patch("companion.server.compression.gzip.compress", counting):
        yield attempts


@pytest.mark.parametrize(
    "mimetype", ["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml", "text/csv"]
)
def test_texts_are_compressed(client: FlaskClient, mimetype: str) -> None:
    answer = client.get("/said", query_string={"type": mimetype}, headers=GZIP)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) == len(answer.data) < len(TEXT) / 10
    assert gzip.decompress(answer.data).decode() == TEXT


@pytest.mark.parametrize("accepted", [{}, {"Accept-Encoding": "br"}, {"Accept-Encoding": "gzip;q=0, br"}])
def test_without_accept_encoding_texts_are_sent_plain(client: FlaskClient, accepted: dict[str, str]) -> None:
    answer = client.get("/said?type=text/html", headers=accepted)
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding", "another may get it compressed"
    assert answer.text == TEXT


def test_short_texts_are_not_compressed(client: FlaskClient) -> None:
    for length, encoding in ((LEAST_BYTES - 1, None), (LEAST_BYTES, "gzip")):
        answer = client.get("/said", query_string={"type": "text/html", "text": "x" * length}, headers=GZIP)
        assert answer.headers.get("Content-Encoding") == encoding


def test_pictures_and_archives_are_not_compressed(client: FlaskClient) -> None:
    for mimetype in ("image/png", "application/zip", "font/woff2"):
        answer = client.get(f"/said?type={mimetype}", headers=GZIP)
        assert "Content-Encoding" not in answer.headers
        assert "Vary" not in answer.headers
        assert answer.text == TEXT


@pytest.mark.parametrize("mimetype", ["text/event-stream", "text/csv"])
def test_streamed_responses_are_not_compressed(client: FlaskClient, mimetype: str) -> None:
    answer = client.get(f"/stream?type={mimetype}", headers=GZIP)
    assert "Content-Encoding" not in answer.headers
    assert answer.text == TEXT


def test_compressed_responses_are_not_compressed_again(client: FlaskClient, attempts: list[int]) -> None:
    assert client.get("/packed", headers=GZIP).headers["Content-Encoding"] == "gzip"
    assert len(attempts) == 1, "by the view itself"


class TestFiles:
    """Tests of files from the disk, which are compressed once."""

    def test_a_file_is_compressed_once(self, client: FlaskClient, tmp_path: Path, attempts: list[int]) -> None:
        (tmp_path / "box.js").write_text(TEXT)
        answers = [client.get("/files/box.js", headers=GZIP, buffered=True) for _ in range(3)]
        assert [gzip.decompress(answer.data).decode() for answer in answers] == [TEXT] * 3
        assert attempts == [len(TEXT)]

    def test_a_file_that_changed_is_compressed_again(self, client: FlaskClient, tmp_path: Path) -> None:
        for time, text in ((1_700_000_000, TEXT), (1_700_000_001, TEXT.upper())):
            (tmp_path / "box.js").write_text(text)
            os.utime(tmp_path / "box.js", (time, time))
            answer = client.get("/files/box.js", headers=GZIP, buffered=True)
            assert gzip.decompress(answer.data).decode() == text

    def test_equal_files_of_different_names_are_cached_separately(self, client: FlaskClient, tmp_path: Path) -> None:
        for name in ("a.css", "b.css"):
            (tmp_path / name).write_text(TEXT.replace("Ada", name))
            os.utime(tmp_path / name, (1_700_000_000, 1_700_000_000))
        for name in ("a.css", "b.css", "a.css"):
            answer = client.get(f"/files/{name}", headers=GZIP, buffered=True)
            assert gzip.decompress(answer.data).decode().startswith(name)

    def test_the_number_of_cached_files_is_limited(
        self, client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attempts: list[int]
    ) -> None:
        monkeypatch.setattr("companion.server.compression._MOST_FILES", 2)
        for name in ("a.css", "b.css", "c.css"):
            (tmp_path / name).write_text(TEXT)
        for name in ("a.css", "b.css", "c.css", "c.css", "b.css", "a.css"):
            client.get(f"/files/{name}", headers=GZIP, buffered=True)
        assert len(attempts) == 4, "only the oldest had to be compressed once more"

    @pytest.mark.parametrize("first", [GZIP, {}])
    @pytest.mark.parametrize("again", [GZIP, {}])
    def test_a_cached_file_gets_a_304(
        self, client: FlaskClient, tmp_path: Path, first: dict[str, str], again: dict[str, str]
    ) -> None:
        (tmp_path / "box.js").write_text(TEXT)
        tag = client.get("/files/box.js", headers=first, buffered=True).headers["ETag"]
        answer = client.get("/files/box.js", headers={**again, "If-None-Match": tag}, buffered=True)
        assert (answer.status_code, answer.data) == (304, b"")
        assert (answer.headers["ETag"], answer.headers["Vary"]) == (tag, "Accept-Encoding")
        assert "Content-Encoding" not in answer.headers

    def test_a_range_request_is_not_compressed(self, client: FlaskClient, tmp_path: Path) -> None:
        (tmp_path / "box.js").write_text(TEXT)
        answer = client.get("/files/box.js", headers={**GZIP, "Range": "bytes=0-1999"}, buffered=True)
        assert (answer.status_code, answer.text) == (206, TEXT[:2000])
        full_response = client.get("/files/box.js", headers=GZIP, buffered=True)
        assert "Accept-Ranges" not in full_response.headers


def test_the_real_server_sends_and_closes_a_whole_file(app: Flask, tmp_path: Path) -> None:
    # There, files go through waitress's file wrapper.
    (tmp_path / "box.js").write_text(TEXT)
    with running(app, Streams()) as server:
        for headers in (GZIP, GZIP, {}):
            connection = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE_S)
            connection.request("GET", "/files/box.js", headers=headers)
            body = connection.getresponse().read()
            connection.close()
            assert (gzip.decompress(body) if headers else body).decode() == TEXT


def test_an_event_stream_is_never_compressed(app: Flask) -> None:
    streams, news = Streams(), Publisher[str]()
    news.publish(TEXT)
    app.add_url_rule("/events", view_func=lambda: Response(streams.open(news, format_event, bool), mimetype=EVENTS))
    with running(app, streams) as server:
        reader = EventReader(server.port, "/events", Accept_Encoding="gzip")
        assert reader.begin() == 200
        assert "Content-Encoding" not in reader.response.headers
        assert [reader.line(), reader.line()] == ["retry: 500", f"data: {TEXT.strip()}"]
        reader.close()
