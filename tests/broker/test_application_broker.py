"""Tests of the whole program with a scripted broker: what it publishes, its status, and what `doctor` says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.application import Companion
from companion.cli import doctor
from companion.session.system_status import Condition
from companion.system.settings import Settings
from companion.table.commands import StartGame
from companion.words.catalogue import LANGUAGES, Words
from tests.broker.schemas import check, schema
from tests.broker.scripted_broker import WRONG_LOGIN, ScriptedBroker
from tests.hands import CLOCK
from tests.kit.used_box import used_box

HERE = Settings(language="en", host="127.0.0.1", port=0)


def broker_line(companion: Companion) -> Condition | None:
    return next((line for line in companion.status().conditions if line.subject == "broker"), None)


def findings(state: Path, text: str, language: str = "en") -> list[tuple[bool, str]]:
    (state / "settings.toml").write_text(text, "utf-8")
    results = doctor.examine(state, state / "settings.toml", None, Words(language))
    broker = {"en": " broker", "fr": " courtier"}[language]
    return [(result.ok, result.text) for result in results if broker in result.text]


def test_game_on_the_table_is_published(tmp_path: Path) -> None:
    with ScriptedBroker() as broker:
        settings = Settings(language="en", host="127.0.0.1", port=0, mqtt=broker.address)
        with Companion(settings, used_box(tmp_path), simulated=True, clock=CLOCK) as companion:
            broker.wait_for("/state")
            start = StartGame(game="expedition", names=("Ada", "Rouge"))
            companion.ask(lambda: companion.session.do(start))
            state = json.loads(broker.wait_for("/state", 2)[-1])
            check(state, schema("state-1"))
            assert [seat["name"] for seat in state["seats"]] == ["Ada", None]
            line = broker_line(companion)
            assert line is not None
            assert line.ok
        assert broker.payloads("/online") == [b"online", b"offline"]


def test_table_without_a_broker_has_no_line_about_it(tmp_path: Path) -> None:
    with Companion(HERE, used_box(tmp_path), simulated=True, clock=CLOCK) as companion:
        assert broker_line(companion) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_doctor_names_a_refused_password(tmp_path: Path, language: str) -> None:
    with ScriptedBroker(WRONG_LOGIN) as broker:
        [(ok, text)] = findings(tmp_path, f'mqtt = "{broker.address}"\n', language)
    assert not ok
    assert "mqtt_login" in text


def test_doctor_finds_a_good_broker(tmp_path: Path) -> None:
    with ScriptedBroker() as broker:
        [(ok, text)] = findings(tmp_path, f'mqtt = "{broker.address}"\n')
        assert (ok, text) == (True, f"Connected to the broker at {broker.address}.")


def test_doctor_connects_to_no_address_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object) -> None:
        pytest.fail("it connects")

    monkeypatch.setattr(doctor, "broker_fault", connect)
    [(ok, text)] = findings(tmp_path, 'mqtt = "mqtt://9.9.9.9"\n')
    assert not ok
    assert "9.9.9.9" in text


def test_program_can_encrypt_although_it_loads_no_openssl() -> None:
    code = (
        "import companion.__main__, sys\n"
        "from companion.broker.mqtt_connection import BrokerAddress, MqttConnection\n"
        "print(bool(sys.modules.get('_ssl')))\n"
        "MqttConnection(BrokerAddress.of('mqtts://broker.lan'), None)\n"
        "import ssl\n"
        "print(bool(sys.modules.get('_ssl')))"
    )
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert answer.stdout.split() == ["False", "True"]
