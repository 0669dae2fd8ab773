"""Tests of pages and API: what each address answers, in which language, and with which headers."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from companion.server.event_streams import Streams
from companion.server.request_origin_checks import PAGE_COOKIE
from companion.support.resources import web_dir
from companion.words.signs import Key
from tests.server.helpers import RecordedBox, catalogue_text

READER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def world() -> RecordedBox:
    return RecordedBox()


@pytest.fixture
def client(world: RecordedBox) -> FlaskClient:
    return world.app().test_client()


def error_of(answer: TestResponse) -> str:
    """Return the error name for programs; the reason in words is always there."""
    assert answer.json
    assert len(answer.json["reason"]) > 10
    assert not answer.json["reason"].startswith("web.")
    return str(answer.json["error"])


def test_the_state_is_a_spectators_view(client: FlaskClient) -> None:
    answer = client.get("/api/state")
    assert answer.mimetype == "application/json"
    assert answer.json
    assert (answer.json["game"], answer.json["seq"], answer.json["standings"]) == (None, 0, [])
    assert list(answer.json)[:3] == ["game", "seq", "entry"], "in the order of the design"


def test_only_pages_set_the_page_cookie(client: FlaskClient) -> None:
    for path in ("/", "/tv", "/setup", "/games", "/phones", "/box", "/none"):
        cookies = client.get(path, headers=READER).headers.getlist("Set-Cookie")
        assert cookies == [f"{PAGE_COOKIE}=1; HttpOnly; Path=/; SameSite=Strict"]
    for path in ("/api/state", "/api/claim", "/styles/lib/house.css", "/healthz"):
        assert "Set-Cookie" not in client.get(path).headers


def test_keys_are_pressed_and_released(world: RecordedBox, client: FlaskClient) -> None:
    for key in Key:
        for down in (True, False):
            answer = client.post("/box/keys", json={"key": key.value, "down": down})
            assert (answer.status_code, answer.data) == (204, b"")
            assert "Content-Type" not in answer.headers
    assert world.pressed == [(key, down) for key in Key for down in (True, False)]


def test_a_tap_is_a_press_and_its_release(world: RecordedBox, client: FlaskClient) -> None:
    for down in (True, False):
        assert client.post("/box/keys", json={"key": "ok", "down": down, "tap": True}).status_code == 204
    assert world.pressed == [(Key.OK, True), (Key.OK, False), (Key.OK, False)]


def test_the_page_says_what_a_held_key_does() -> None:
    page = RecordedBox(turned=(Key.UP, Key.SPIN)).app().test_client().get("/box").text
    holds = dict(re.findall(r'data-key="(\w+)" data-hold="(\w+)"', page))
    repeating = dict.fromkeys(("down", "left", "right"), "repeat")
    assert holds == {"up": "turn", "spin": "turn", "ok": "long", "back": "long"} | repeating


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ('{"key": "ok", "down": true', 400, "malformed"),
        ("", 400, "malformed"),
        ("[]", 400, "malformed"),
        ('"ok"', 400, "malformed"),
        ("[" * 4000, 400, "malformed"),
        ('{"key": "ok"}', 400, "malformed"),
        ('{"down": true}', 400, "malformed"),
        ('{"key": "ok", "down": 1}', 400, "malformed"),
        ('{"key": "ok", "down": "yes"}', 400, "malformed"),
        ('{"key": "ok", "down": true, "tap": 1}', 400, "malformed"),
        ('{"key": "ok", "tap": true}', 400, "malformed"),
        ('{"key": 7, "down": true}', 400, "malformed"),
        ('{"key": "ok", "down": true, "more": 1}', 400, "malformed"),
        ('{"key": "jump", "down": true}', 400, "unknown_key"),
        ('{"key": "OK", "down": true}', 400, "unknown_key"),
        ('{"key": "ok", "down": true, "pad": "' + "x" * 16 * 1024 + '"}', 413, "too_large"),
    ],
)
def test_a_malformed_press_is_refused(
    world: RecordedBox, client: FlaskClient, body: str, status: int, error: str
) -> None:
    answer = client.post("/box/keys", data=body.encode(), headers=JSON)
    assert (answer.status_code, error_of(answer)) == (status, error)
    assert world.pressed == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_press_that_is_not_json_is_refused(world: RecordedBox, client: FlaskClient, kind: str) -> None:
    answer = client.post("/box/keys", data=b'{"key": "ok", "down": true}', headers={"Content-Type": kind})
    assert (answer.status_code, error_of(answer)) == (415, "not_json")
    assert world.pressed == []


def test_a_key_that_this_box_lacks_is_unknown() -> None:
    world = RecordedBox(keys=(Key.UP, Key.DOWN, Key.OK, Key.BACK), lights=())
    client = world.app().test_client()
    answer = client.post("/box/keys", json={"key": "spin", "down": True})
    assert (answer.status_code, error_of(answer)) == (400, "unknown_key")


def test_the_page_has_the_boxs_keys_and_lights() -> None:
    world = RecordedBox(keys=(Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.SEAT2), lights=(1, 2))
    page = world.app().test_client().get("/box").text
    assert sorted(re.findall(r'data-key="(\w+)"', page)) == ["back", "down", "ok", "seat2", "up"]
    assert re.findall(r'data-seat="(\d)"', page) == ["1", "2"]
    assert catalogue_text("fr", "box.legend.spin") not in page.partition('id="words"')[0]
    four = RecordedBox(keys=(Key.UP, Key.DOWN, Key.OK, Key.BACK), lights=()).app().test_client().get("/box").text
    assert catalogue_text("fr", "box.seats") not in four
    assert "<kbd>2</kbd>" not in four


def test_a_spinners_ring_is_drawn_with_its_keys() -> None:
    without = RecordedBox().app().test_client().get("/box").text
    assert not re.findall('id="ring"|class="(?:ring|arcade|cap|knob)|with-spinner', without)
    keys = (Key.BACK, Key.UP, Key.DOWN, Key.OK, Key.SPIN)
    page = RecordedBox(keys=keys, lights=(), spinner=keys[:-1]).app().test_client().get("/box").text
    assert re.findall(r'<button class="(\w+).*" data-key="(\w+)"', page) == [
        ("knob", "spin"),
        *(("cap", key.value) for key in keys[:-1]),
    ]
    assert unescape(page).count(catalogue_text("fr", "box.ring")) == 1


def test_a_spinner_does_not_move_the_boxs_keys() -> None:
    page = RecordedBox(spinner=(Key.OK, Key.SEAT1, Key.SPIN)).app().test_client().get("/box").text
    assert sorted(re.findall(r'data-key="(\w+)"', page)) == sorted(key.value for key in Key)
    assert re.findall(r'class="cap .*data-key="(\w+)"', page) == ["ok"]
    assert re.findall(r'class="key key-(?!seat).*data-key="(\w+)"', page) == [
        "up",
        "left",
        "right",
        "down",
        "back",
        "undo",
    ]


def test_the_page_says_that_it_is_simulated(client: FlaskClient) -> None:
    assert catalogue_text("fr", "box.simulated") in unescape(client.get("/box").text)


@pytest.mark.parametrize("path", ["/nothing", "/styles/nothing.css", "/styles/../templates/box.html", "/scripts/"])
def test_a_404_suits_programs_and_readers(client: FlaskClient, path: str) -> None:
    assert error_of(client.get(path)) == "not_found"
    answer = client.get(path, headers=READER)
    assert answer.status_code == 404
    assert catalogue_text("fr", "web.error.not_found") in unescape(answer.text)


@pytest.mark.parametrize("typed", ["/TV", "/Tv", "/tv/", "/tv.", "/TV/."])
def test_a_typed_address_may_have_capitals_and_a_full_stop(client: FlaskClient, typed: str) -> None:
    answer = client.get(typed, headers=READER)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/tv")


@pytest.mark.parametrize("path", ["/TVs", "/Games/9", "/\\evil.example"])
def test_an_unknown_address_leads_nowhere_else(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers=READER, follow_redirects=True)
    assert answer.status_code == 404
    assert not urlsplit(answer.headers.get("Location", "")).netloc


def test_a_wrong_method_is_answered_with_the_right_ones(client: FlaskClient) -> None:
    answer = client.get("/box/keys")
    assert (answer.status_code, error_of(answer)) == (405, "not_allowed")
    assert "POST" in answer.headers["Allow"]


def test_a_fault_of_ours_is_a_sentence_and_no_traceback(world: RecordedBox, caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        @property
        def table(self) -> object:
            raise ZeroDivisionError("secret detail")

    client = world.app().test_client()
    world.table.snapshots.publish(Broken())  # type: ignore[arg-type]  # that is the fault
    answer = client.get("/api/state")
    assert (answer.status_code, error_of(answer)) == (500, "broken")
    assert "secret detail" in caplog.text, "the maintainer finds it in the log"


@pytest.mark.parametrize("path", ["/", "/box", "/box/keys", "/api/state", "/nothing", "/styles/box/box.css"])
def test_every_response_has_the_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path, buffered=True).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == ("no-cache" if path.endswith(".css") else "no-store")


@pytest.mark.parametrize(("language", "name"), [("fr", "Compagnon de table"), ("en", "Table companion")])
def test_a_phone_can_keep_the_table_on_its_home_screen(client: FlaskClient, language: str, name: str) -> None:
    page = client.get("/", headers={"Accept-Language": language}).text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    manifest: dict[str, Any] = answer.get_json()
    assert (answer.mimetype, manifest["name"], manifest["lang"]) == ("application/manifest+json", name, language)
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    for icon in manifest["icons"]:
        file = client.get(icon["src"], buffered=True)
        with Image.open(io.BytesIO(file.data)) as picture:
            width, height = picture.size
            assert (file.mimetype, icon["sizes"]) == (icon["type"], f"{width}x{height}")
            corner = picture.convert("RGB").tobytes()[:3]
        assert f"#{corner.hex()}" == "#131d38", "a phone cuts off the corners of an icon"


def test_a_game_has_its_own_drawings() -> None:
    client = RecordedBox(streams=Streams(build="abc")).app().test_client()
    with client.get("/art/expedition/dadu.svg") as answer:
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert answer.headers["Cache-Control"] == "no-cache"
    for build, cache in (("abc", "max-age=31536000, immutable"), ("before", "no-cache"), ("", "no-cache")):
        with client.get(f"/art/expedition/dadu.svg?build={build}") as answer:
            assert answer.headers["Cache-Control"] == cache
    assert client.get("/art/expedition/none.svg?build=abc").headers["Cache-Control"] == "no-cache"
    for path in ("expedition/none.svg", "none/dadu.svg", "classic/dadu.svg", "expedition/..%2Fplay.py.svg"):
        assert client.get(f"/art/{path}").status_code == 404


def test_files_are_revalidated_each_time(client: FlaskClient) -> None:
    first = client.get("/scripts/box/box.js", buffered=True)
    assert first.mimetype == "text/javascript"
    again = client.get("/scripts/box/box.js", headers={"If-None-Match": first.headers["ETag"]}, buffered=True)
    assert (again.status_code, again.data) == (304, b"")
    assert first.data == (web_dir() / "scripts" / "box" / "box.js").read_bytes()


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "fr"),
        ({"Accept-Language": "de"}, "fr"),
        ({"Accept-Language": "en-GB,en;q=0.9,fr;q=0.8"}, "en"),
        ({"Accept-Language": "fr-CA,en;q=0.5"}, "fr"),
    ],
)
def test_the_browser_chooses_the_language(client: FlaskClient, headers: dict[str, str], language: str) -> None:
    page = client.get("/box", headers=headers).text
    assert f'<html lang="{language}">' in page
    assert catalogue_text(language, "box.title") in unescape(page)


def test_a_chosen_language_overrides_the_browser_and_is_remembered(client: FlaskClient) -> None:
    assert '<html lang="en">' in client.get("/box?lang=en").text
    assert '<html lang="en">' in client.get("/box", headers={"Accept-Language": "fr"}).text
    assert '<html lang="fr">' in client.get("/box?lang=fr").text
    assert '<html lang="fr">' in client.get("/box?lang=xx").text


def test_no_page_has_inline_code_or_style() -> None:
    # The headers forbid it, so it would silently not work.
    for template in (web_dir() / "templates").glob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"\son\w+=|\sstyle=|<style|<script>", text), template.name


def test_nothing_moves_with_reduced_motion() -> None:
    wanted = re.compile(r"@media \(prefers-reduced-motion: no-preference\) \{.*?^\}", re.DOTALL | re.MULTILINE)
    for file in (web_dir() / "styles").rglob("*.css"):
        text = wanted.sub("", file.read_text(encoding="utf-8"))
        assert not re.search(r"\b(?:animation(?:-name)?|transition(?:-property)?):(?! none)", text), file.name


def test_pages_name_only_existing_files_of_ours() -> None:
    folders = ("templates", "styles", "scripts")
    for file in (path for folder in folders for path in (web_dir() / folder).rglob("*") if path.is_file()):
        text = file.read_text(encoding="utf-8")
        for name in re.findall(r'"(/(?:styles|scripts|icons)/[^"{]+)"', text):
            assert (web_dir() / name.lstrip("/")).is_file(), f"{file.name} names {name}"
        for name in re.findall(r'from "(\.{1,2}/[^"]+)"', text):
            assert Path(file.parent, name).is_file(), f"{file.name} imports {name}"
        assert "//" not in re.sub(r"^\s*//.*|\s//\s.*|http://www.w3.org/\S*", "", text, flags=re.MULTILINE), file.name
