"""Tests of the status on the network: for hosts alone, except for the health check, which is cheap and terse."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pytest

from companion import __version__
from companion.server.status_routes import EACH_S, HealthCache
from companion.session.system_status import Health
from tests.kit.clock import Clock
from tests.server.helpers import PATIENCE_S
from tests.server.phones_room import Phone, Room, refusal_of

FOR_HOSTS = ("/how", "/api/how", "/how/log.txt")
READER = {"Accept": "text/html"}


@pytest.fixture
def room() -> Room:
    return Room()


def started(room: Room) -> Phone:
    """Return a host at a table with a game."""
    host = room.phone(None)
    host.start()
    return host


@pytest.mark.parametrize("path", FOR_HOSTS)
def test_only_a_host_gets_the_status(room: Room, path: str) -> None:
    host = started(room)
    refusal_of(room.phone().client.get(path), 401, "no_claim")
    refusal_of(room.phone(1).client.get(path), 403, "not_yours")
    for phone in (room.phone(), room.phone(2)):
        page = phone.client.get(path, headers=READER).get_data(as_text=True)
        assert "power" not in page
        assert "a line of the log" not in page
    assert host.client.get(path).status_code == 200


@pytest.mark.parametrize("path", FOR_HOSTS)
def test_a_forgotten_host_no_longer_gets_the_status(room: Room, path: str) -> None:
    host = room.phone(None)
    assert host.post("/api/forget").status_code == 200
    refusal_of(host.client.get(path), 401, "no_claim")


def test_the_page_can_be_read_before_any_script_runs(room: Room) -> None:
    response = room.phone(None, language="fr").client.get("/how", headers={"Accept-Language": "fr", **READER})
    page = response.get_data(as_text=True)
    assert "Tout va bien." in page
    assert "Le courant suffit." in page


def test_the_log_is_a_file_with_the_facts_on_top(room: Room) -> None:
    answer = room.phone(None).client.get("/how/log.txt", headers={"Accept-Language": "en"})
    assert answer.mimetype == "text/plain"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="companion-log.txt"'
    assert answer.get_data(as_text=True).splitlines() == [
        "Table companion: state of the box and log since startup",
        "",
        "  Power: There is enough power.",
        "  Screen: This board has no screen.",
        "",
        "+0:00:00 INFO companion: a line of the log",
    ]


def test_an_empty_log_says_so(room: Room) -> None:
    room.world.log = ()
    answer = room.phone(None).client.get("/how/log.txt", headers={"Accept-Language": "en"})
    assert answer.get_data(as_text=True).splitlines()[-1] == "Nothing has been logged since startup."


def test_an_unresponsive_table_is_reported(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    host = room.phone(None)

    class Hanging:
        def __get__(self, *_: object) -> None:
            raise TimeoutError

    monkeypatch.setattr(type(room.world), "status", Hanging(), raising=False)
    vars(room.world).pop("status")
    refusal_of(host.client.get("/api/how"), 503, "stopping")


# The health check.


def test_any_program_may_check_the_health(room: Room) -> None:
    answer = room.phone().client.get("/healthz")
    assert answer.status_code == 200
    expected = {"ok": True, "version": __version__, "screen": "ok", "journal": "ok", "seconds": 90}
    assert answer.json == expected


@pytest.mark.parametrize(
    "health", [Health(("desk",), None, None, 7), Health(("journal",), "lost", "not_saved", 7)], ids=["desk", "journal"]
)
def test_problems_are_reported_with_503(room: Room, health: Health) -> None:
    room.world.health = health
    answer = room.phone().client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json is not None
    assert (answer.json["ok"], answer.json["amiss"]) == (False, list(health.failing))
    assert (answer.json["screen"], answer.json["journal"]) == (health.screen, health.journal)


def test_a_foreign_host_name_is_refused(room: Room) -> None:
    assert room.phone().client.get("/healthz", headers={"Host": "evil.example"}).status_code == 403


@dataclass
class CountingTable:
    """A table that counts the health checks, and answers once it may."""

    calls: int = 0
    may: threading.Event = field(default_factory=threading.Event)
    called: threading.Event = field(default_factory=threading.Event)

    def __call__(self) -> Health:
        self.calls += 1
        self.called.set()
        assert self.may.wait(PATIENCE_S)
        return Health((), "ok", "ok", self.calls)


def test_the_table_is_asked_at_most_once_a_second() -> None:
    table, clock = CountingTable(), Clock()
    table.may.set()
    pulse = HealthCache(table, clock)
    assert {pulse.current().seconds for _ in range(100)} == {1}
    clock.now += EACH_S
    assert {pulse.current().seconds for _ in range(100)} == {2}
    assert table.calls == 2


def test_a_hanging_table_blocks_only_one_caller() -> None:
    table, clock = CountingTable(), Clock()
    table.may.set()
    pulse = HealthCache(table, clock)
    assert pulse.current().seconds == 1
    table.may.clear()
    table.called.clear()
    clock.now += EACH_S
    patient = threading.Thread(target=pulse.current)
    patient.start()
    assert table.called.wait(PATIENCE_S)
    assert [pulse.current().seconds for _ in range(20)] == [1] * 20
    table.may.set()
    patient.join()
    assert (pulse.current().seconds, table.calls) == (2, 2)


def test_a_table_is_unhealthy_until_its_first_answer() -> None:
    table, clock = CountingTable(), Clock()
    pulse = HealthCache(table, clock)
    patient = threading.Thread(target=pulse.current)
    patient.start()
    assert table.called.wait(PATIENCE_S)
    assert pulse.current().failing == ("desk",)
    table.may.set()
    patient.join()
    assert pulse.current().failing == ()
