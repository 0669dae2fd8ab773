"""Tests of access: the simulated box is for this machine and for the link, and no page speaks for another."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.server.request_origin_checks import host_allowed, host_name
from companion.support.host_names import ascii_name
from companion.words.signs import Key
from tests.server.helpers import LINK_KEY, RecordedBox, catalogue_text

PEER_HERE = {"REMOTE_ADDR": "127.0.0.1"}
PEER_AWAY = {"REMOTE_ADDR": "192.168.1.7"}
OK_DOWN = {"key": "ok", "down": True}


@pytest.fixture
def world() -> RecordedBox:
    return RecordedBox()


@pytest.fixture
def client(world: RecordedBox) -> FlaskClient:
    return world.app().test_client()


def get_box_page(client: FlaskClient, peer: dict[str, str], host: str, **headers: str) -> int:
    answer = client.get("/box", environ_base=peer, headers={"Host": host, **headers})
    return answer.status_code


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "127.0.0.1:8080", "127.8.9.1", "[::1]:8080"])
def test_the_box_opens_on_this_machine(client: FlaskClient, host: str) -> None:
    assert get_box_page(client, PEER_HERE, host) == 200


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"])
def test_this_machine_has_several_addresses(client: FlaskClient, peer: str) -> None:
    assert get_box_page(client, {"REMOTE_ADDR": peer}, "localhost") == 200


@pytest.mark.parametrize("host", ["192.168.1.5", "table-pi", "evil.example", "localhost.evil.example", "", "["])
def test_a_foreign_host_name_cannot_reach_the_box(client: FlaskClient, host: str) -> None:
    assert get_box_page(client, PEER_HERE, host) == 403


@pytest.mark.parametrize("peer", ["192.168.1.7", "10.0.0.1", "fe80::1", "::ffff:192.168.1.7", ""])
def test_other_machines_cannot_reach_the_box_by_any_name(client: FlaskClient, peer: str) -> None:
    assert get_box_page(client, {"REMOTE_ADDR": peer}, "localhost") == 403


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-Ip", "X-Forwarded-Host"])
def test_a_request_through_a_local_proxy_is_not_local(client: FlaskClient, header: str) -> None:
    assert get_box_page(client, PEER_HERE, "localhost", **{header: "192.168.1.7"}) == 403


def test_the_links_key_opens_the_box_elsewhere_and_is_remembered(world: RecordedBox, client: FlaskClient) -> None:
    away: dict[str, Any] = {"environ_base": PEER_AWAY, "headers": {"Host": "table-pi:8080"}}
    answer = client.post("/box/enter", json={"key": LINK_KEY}, **away)
    assert answer.status_code == 204
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/box" in cookie
    assert LINK_KEY not in cookie
    assert client.get("/box", **away).status_code == 200
    assert client.post("/box/keys", json=OK_DOWN, **away).status_code == 204
    assert world.pressed == [(Key.OK, True)]


@pytest.mark.parametrize(
    ("key", "refusal"),
    [
        *((key, (403, "box_closed")) for key in ("", "the-key-of-the-lin", "THE-KEY-OF-THE-LINK", "é")),
        *((key, (400, "malformed")) for key in (None, 5, ["x"])),
    ],
)
def test_a_wrong_key_of_the_link_opens_nothing(client: FlaskClient, key: object, refusal: tuple[int, str]) -> None:
    away: dict[str, Any] = {"environ_base": PEER_AWAY, "headers": {"Host": "table-pi:8080"}}
    answer = client.post("/box/enter", json={"key": key}, **away)
    assert (answer.status_code, (answer.json or {})["error"]) == refusal
    assert "Set-Cookie" not in answer.headers
    assert client.get("/box", **away).status_code == 403


def test_the_key_itself_is_no_cookie(client: FlaskClient) -> None:
    assert get_box_page(client, PEER_AWAY, "table-pi", Cookie=f"companion_box={LINK_KEY}") == 403


def test_the_key_is_not_accepted_in_the_query_string(client: FlaskClient) -> None:
    answer = client.get(f"/box?key={LINK_KEY}", environ_base=PEER_AWAY, headers={"Host": "table-pi"})
    assert answer.status_code == 403


def test_a_refusal_gives_the_reason_and_the_keys_script(client: FlaskClient) -> None:
    headers = {"Host": "table-pi", "Accept": "text/html,*/*;q=0.8", "Accept-Language": "en"}
    answer = client.get("/box", environ_base=PEER_AWAY, headers=headers)
    assert answer.status_code == 403
    assert catalogue_text("en", "web.error.box_closed") in unescape(answer.text)
    assert "/scripts/lib/enter.js" in answer.text


@pytest.mark.parametrize("path", ["/box/keys", "/box/enter"])
def test_a_lone_surrogate_is_no_key(client: FlaskClient, path: str) -> None:
    """Guard against a former fault: such a key broke the server, with a traceback each time."""
    answer = client.post(path, data=b'{"key": "\\ud800"}', content_type="application/json")
    assert (answer.status_code, (answer.json or {})["error"]) == (400, "malformed")


@pytest.mark.parametrize("path", ["/box/keys", "/box/enter"])
@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:9999", "https://localhost", "null"])
def test_another_page_cannot_press_keys(world: RecordedBox, client: FlaskClient, path: str, origin: str) -> None:
    headers = {"Host": "localhost", "Origin": origin}
    answer = client.post(path, json=OK_DOWN, environ_base=PEER_HERE, headers=headers)
    assert (answer.status_code, (answer.json or {})["error"]) == (403, "foreign_origin")
    assert world.pressed == []


@pytest.mark.parametrize("path", ["/api/events", "/box/events"])
@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200), ("é, ;", 200)]
)
def test_a_browser_that_reports_another_site_gets_no_stream(
    client: FlaskClient, path: str, site: str, status: int
) -> None:
    headers = {"Host": "localhost", "Sec-Fetch-Site": site}
    answer = client.get(path, environ_base=PEER_HERE, headers=headers)
    assert answer.status_code == status
    answer.close()


def test_another_sites_page_gets_no_stream(client: FlaskClient) -> None:
    headers = {"Host": "localhost", "Origin": "http://evil.example"}
    assert client.get("/box/events", environ_base=PEER_HERE, headers=headers).status_code == 403


def test_our_own_origin_is_accepted(world: RecordedBox, client: FlaskClient) -> None:
    headers = {"Host": "localhost:8080", "Origin": "http://localhost:8080"}
    assert client.post("/box/keys", json=OK_DOWN, environ_base=PEER_HERE, headers=headers).status_code == 204
    assert world.pressed == [(Key.OK, True)]


@pytest.mark.parametrize("host", ["evil.example", "", "table-pi.evil.example"])
def test_no_address_answers_to_a_foreign_host_name(client: FlaskClient, host: str) -> None:
    for path in ("/", "/api/state", "/styles/lib/house.css"):
        answer = client.get(path, headers={"Host": host})
        assert (answer.status_code, (answer.json or {})["error"]) == (403, "foreign_host")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8080", "192.168.1.5:8080", "[fe80::1]:8080", "table-pi", "Table-Pi.local.:8080"]
)
def test_addresses_and_this_machines_own_names_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("name", ["my_table", "été", "🐫", "x" * 63])
def test_every_name_that_is_announced_is_answered(name: str) -> None:
    names = (ascii_name(name), f"{ascii_name(name)}.local")
    client = RecordedBox().app(hosts=lambda: names).test_client()
    for host in (*names, f"{name}.local".encode().decode("latin-1"), f"{names[1]}.:8080"):
        answer = client.get("/api/state", headers={"Host": host, "Origin": f"http://{host}"})
        assert answer.status_code == 200, host
    assert client.get("/api/state", headers={"Host": f"{names[0]}.evil.example"}).status_code == 403


def test_commands_under_a_rare_name_are_ours() -> None:
    world = RecordedBox()
    client = world.app(hosts=lambda: ("my_table.local",)).test_client()
    headers = {"Host": "my_table.local:8080", "Origin": "http://my_table.local:8080"}
    away: dict[str, Any] = {"environ_base": PEER_AWAY, "headers": headers}
    assert client.post("/box/enter", json={"key": LINK_KEY}, **away).status_code == 204


# Behind a proxy


def test_a_proxy_needs_the_setting_of_its_address(client: FlaskClient) -> None:
    headers = {"Host": "localhost:8080", "Origin": "https://table.example", "Accept-Language": "en"}
    answer = client.post("/box/keys", json=OK_DOWN, environ_base=PEER_HERE, headers=headers)
    assert (answer.status_code, (answer.json or {})["error"]) == (403, "foreign_origin")
    assert "“address”" in (answer.json or {})["reason"]


def test_a_refusal_names_the_setting_that_a_proxy_lacks(world: RecordedBox) -> None:
    """The page for a reader gives the same reason as the answer for a script."""
    passed_on = {"Host": "table.example", "X-Forwarded-For": "192.0.2.7", "Accept-Language": "en"}
    for accepted in ("text/html", "application/json"):
        headers = {**passed_on, "Accept": accepted}
        for outside, setting in (("", "“address”"), ("https://other.example", "“hosts”")):
            assert setting in world.app(outside=outside).test_client().get("/", headers=headers).text


@pytest.mark.parametrize("host", ["table.example", "127.0.0.1:8080"])
def test_commands_through_a_proxy_are_answered(world: RecordedBox, host: str) -> None:
    client = world.app(hosts=lambda: ("table.example",), outside="https://Table.example").test_client()
    headers = {"Host": host, "Origin": "https://table.example"}
    through: dict[str, Any] = {"environ_base": PEER_HERE, "headers": headers, "base_url": f"http://{host}"}
    assert client.post("/box/enter", json={"key": LINK_KEY}, **through).status_code == 204
    assert client.post("/box/keys", json=OK_DOWN, **through).status_code == 204
    assert world.pressed == [(Key.OK, True)]


def test_nobody_behind_a_proxy_counts_as_this_machine(world: RecordedBox) -> None:
    """Some proxies add no header of their own: what they pass on looks local."""
    client = world.app(outside="https://table.example").test_client()
    answer = client.post("/box/keys", json=OK_DOWN, environ_base=PEER_HERE, headers={"Host": "127.0.0.1:8080"})
    assert (answer.status_code, (answer.json or {})["error"]) == (403, "box_closed")
    assert world.pressed == []


def test_a_malformed_host_header_is_refused() -> None:
    assert host_name("[::1") == ""
    assert not host_allowed("[::1", tuple)
    assert not host_allowed("", lambda: ("",))


def test_without_a_simulated_box_there_is_no_box_page() -> None:
    client = RecordedBox(simulated=False).app().test_client()
    for path in ("/box", "/box/events"):
        assert client.get(path, headers={"Host": "localhost"}).status_code == 404
    for path in ("/box/keys", "/box/enter"):
        assert client.post(path, json=OK_DOWN, headers={"Host": "localhost"}).status_code == 404
