"""Tests of the table behind nginx and Caddy of Debian, set as docs/settings.md says, word by word. Needs root.

The box has nothing but a network of its own, so that the ports of the document are free. Only certificates are added.
"""

from __future__ import annotations

import json
import os
import re
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from tests.box.events import events
from tests.box.namespace import Namespace
from tests.box.scene import LIFTED_S, Answer, BoxPage, Scene, Television, answer_of, page_when, playing
from tests.box.vm.debian import runnable, unpacked
from tests.box.vm.parts import CHECKOUT
from tests.kit.used_box import used_box
from tests.terminal import PATIENCE_S

SITE, HERE, PHONE = "table.example", "192.168.1.20", "192.168.1.50"
OUTSIDE = f"https://{SITE}"
DOCUMENT = (CHECKOUT / "docs/settings.md").read_text("utf-8").partition("## Behind a proxy\n")[2]
NO_HEADERS = "location / {\n    proxy_pass http://127.0.0.1:8080;\n}\n"
"""A site of nginx as many write it: Host becomes 127.0.0.1:8080, and nothing says that a proxy passed a request on."""
MISSING = "A proxy sent this request, but the settings name none. Write the address that people type into “address”"
SOON_S = 10.0
"""Seconds within which news arrive that no proxy holds back; nginx holds a few kilobytes back for a minute."""
CODE = r"\d{3}\s?\d{3}"
LARGE_BYTES = 2 * 1024 * 1024
"""More than nginx takes without a setting, and less than a backup may have."""
COMMANDS: tuple[dict[str, Any], ...] = (
    {"do": "start", "game": "expedition", "seats": ["Ada", "Bao", "Chloé"]},
    {"do": "play", "seat": 1, "move": {"move": "step", "by": "cards"}},
)
NGINX = """
daemon off;
user root;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    gzip on;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 443 ssl;
        server_name {site};
        ssl_certificate {folder}/cert.pem;
        ssl_certificate_key {folder}/key.pem;
        {location}
    }}
}}
"""
"""The rest of the settings of nginx, around those of the document."""
CADDY = "{\n    admin off\n    local_certs\n    skip_install_trust\n}\n"
"""Settings of Caddy in front of those of the document: it makes its certificate itself."""


def documented(language: str) -> str:
    """Return the settings of the document in this language."""
    block = re.search(rf"^```{language}\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)
    assert block is not None
    return block[1]


@contextmanager
def nginx(box: Namespace, folder: Path, location: str) -> Iterator[None]:
    """Run nginx on a box."""
    folder.mkdir()
    certificate = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", folder / "key.pem", "-out", folder / "cert.pem")
    subprocess.run([*certificate, "-subj", f"/CN={SITE}", *files], check=True, capture_output=True)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, site=SITE, location=location))
    words = [*runnable(unpacked("nginx"), "nginx"), "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr"]
    with _serving(box, words, {}):
        yield


@contextmanager
def caddy(box: Namespace, folder: Path, site: str) -> Iterator[None]:
    """Run Caddy on a box."""
    folder.mkdir()
    (folder / "Caddyfile").write_text(f"{CADDY}{site}")
    words = [*runnable(unpacked("caddy"), "caddy"), "run", "--config", folder / "Caddyfile"]
    with _serving(box, words, {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}):
        yield


@contextmanager
def _serving(box: Namespace, words: list[str | Path], variables: Mapping[str, str]) -> Iterator[None]:
    """Run a server on a box; wait until its port can be used."""
    with subprocess.Popen(
        box.inside(*words), env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            for _ in range(int(PATIENCE_S * 20)):
                try:
                    box.connect("127.0.0.1", 443).close()
                    break
                except ConnectionRefusedError:
                    assert process.poll() is None, process.communicate()[0]
                    time.sleep(0.05)
            else:
                raise AssertionError("it does not listen")
            yield
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE_S)


class Browser:
    """A browser on a phone, which keeps cookies and sends the headers of a page of the site with each request."""

    def __init__(self, phone: Namespace, site: str = SITE) -> None:
        self._phone, self._site = phone, site
        self._cookies = SimpleCookie()

    def get(self, path: str) -> Answer:
        return self._answer("GET", path, {"Accept": "text/html,*/*;q=0.8", "Accept-Language": "en"})

    def post(self, path: str, body: object, *, origin: str = OUTSIDE, file_type: str = "") -> Answer:
        headers = {"Origin": origin, "Content-Type": file_type or "application/json", "Accept-Language": "en"}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self._answer("POST", path, headers, data)

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator[dict[str, Any]]]:
        """Open a stream of events."""
        connection = self._connection()
        try:
            connection.request("GET", path, headers=self._headers({"Sec-Fetch-Site": "same-origin"}))
            response = connection.getresponse()
            assert response.status == 200
            yield events(response)
        finally:
            connection.close()

    def _answer(self, method: str, path: str, headers: Mapping[str, str], data: bytes | None = None) -> Answer:
        connection = self._connection()
        try:
            connection.request(method, path, data, self._headers(headers))
            response = connection.getresponse()
            for cookie in response.headers.get_all("Set-Cookie", []):
                self._cookies.load(cookie)
            return answer_of(response)
        finally:
            connection.close()

    def _headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self._cookies.items())
        return {"Host": self._site, **headers, **({"Cookie": cookies} if cookies else {})}

    def _connection(self) -> HTTPConnection:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = HTTPConnection("unused", timeout=PATIENCE_S)
        connection.sock = context.wrap_socket(self._phone.connect(HERE, 443), server_hostname=SITE)
        return connection


@pytest.fixture
def box() -> Iterator[Namespace]:
    with Namespace() as box:
        box.set_host_name(b"table")
        yield box


@pytest.fixture
def phone(box: Namespace) -> Iterator[Namespace]:
    with Namespace() as phone:
        box.wire("lan0", phone, "wlan0")
        box.card("lan0")
        box.address("lan0", f"{HERE}/24")
        phone.address("wlan0", f"{PHONE}/24")
        yield phone


def enter_box(browser: Browser, scene: Scene) -> None:
    """Open the simulated box with the key in its address."""
    [line] = [line for line in scene.terminal if line.startswith("From another device")]
    assert browser.post("/box/enter", {"key": line.partition("#")[2]}).status == 204


def press(browser: Browser, *keys: str) -> None:
    """Press keys of the box through the proxy; each must be answered soon."""
    with browser.stream("/box/events") as views:
        view = next(views)
        for key in keys:
            begun = time.monotonic()
            assert browser.post("/box/keys", {"key": key, "down": True, "tap": True}).status == 204
            time.sleep(LIFTED_S)
            view = next(later for later in views if later.get("tune_number", 0) > view["tune_number"])
            assert time.monotonic() - begun < SOON_S


def page_of(browser: Browser, good: Callable[[BoxPage], bool]) -> BoxPage:
    """Return the page of the box through the proxy as soon as it satisfies `good`."""
    with browser.stream("/box/events") as views:
        return page_when(good, views)


def join(browser: Browser) -> None:
    """Make a phone host with the code that the box shows, after a look at the address there."""
    press(browser, "down", "down", "down", "ok", "ok")
    assert page_of(browser, lambda page: page.has_square(OUTSIDE)).spoken[0] == OUTSIDE
    press(browser, "back", "down", "ok")
    code = page_of(browser, lambda page: re.fullmatch(CODE, page.spoken[0]) is not None).spoken[0]
    assert browser.post("/api/claim", {"code": code}).status == 200


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_an_evening_passes_through_the_documented_proxy(
    proxy: str, box: Namespace, phone: Namespace, tmp_path: Path
) -> None:
    serve, language = (nginx, "nginx") if proxy == "nginx" else (caddy, "caddyfile")
    with (
        serve(box, tmp_path / "proxy", documented(language)),
        playing(box, used_box(tmp_path / "state"), documented("toml")) as scene,
    ):
        assert f"Phones find the table at {OUTSIDE}/" in scene.terminal
        browser = Browser(phone)
        page = browser.get("/")
        assert (page.status, page.headers["X-Companion"]) == (200, "1")
        assert scene.television() == Television([OUTSIDE], OUTSIDE)
        enter_box(browser, scene)
        join(browser)
        with browser.stream("/api/events") as views:
            next(views)
            for seq, command in enumerate(COMMANDS):
                begun = time.monotonic()
                answer = browser.post("/api/commands", {"id": f"tap{seq}", "expected_seq": seq, **command})
                assert answer.status == 200, answer.text
                next(view for view in views if view["seq"] == seq + 1)
                assert time.monotonic() - begun < SOON_S
        foreign = browser.post("/api/commands", {"id": "evil", "expected_seq": 2}, origin="https://evil.example")
        assert (foreign.status, foreign.error) == (403, "foreign_origin")
        large = browser.post("/api/restore", bytes(LARGE_BYTES), file_type="application/vnd.sqlite3")
        assert (large.status, large.error) == (422, "bad_backup"), "the proxy takes files of this size"
        rebound = Browser(phone, "evil.example").get("/")
        assert (rebound.status, rebound.text) == (200, "") if proxy == "caddy" else rebound.status == 403


def test_a_proxy_without_headers_only_needs_the_setting(box: Namespace, phone: Namespace, tmp_path: Path) -> None:
    with (
        nginx(box, tmp_path / "proxy", NO_HEADERS),
        playing(box, used_box(tmp_path / "state"), documented("toml")) as scene,
    ):
        browser = Browser(phone)
        assert browser.get("/").status == 200
        assert browser.get("/box").status == 403, "nobody behind a proxy counts as this machine"
        enter_box(browser, scene)
        join(browser)
        foreign = browser.post("/api/commands", COMMANDS[0], origin="https://evil.example")
        assert (foreign.status, foreign.error) == (403, "foreign_origin")


def test_a_proxy_without_its_setting_gets_its_name(box: Namespace, phone: Namespace, tmp_path: Path) -> None:
    host_alone = documented("toml").splitlines()[0]
    browser = Browser(phone)
    with playing(box, used_box(tmp_path / "state"), host_alone):
        with nginx(box, tmp_path / "documented", documented("nginx")):
            assert MISSING in browser.get("/").text
            assert MISSING in browser.post("/api/claim", {"code": "123456"}).text
        with nginx(box, tmp_path / "bare", NO_HEADERS):
            assert browser.get("/").status == 200
            assert MISSING in browser.post("/api/claim", {"code": "123456"}).text
