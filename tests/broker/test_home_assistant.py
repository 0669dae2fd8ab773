"""Tests of discovery by Home Assistant: documented fields, one device, and templates for fields that exist."""

from __future__ import annotations

import json
import re

import jinja2
import pytest

from companion.broker.home_assistant import HEALTH, STATES, discovery
from companion.broker.live_state import live_state
from companion.broker.topics import Topics
from companion.session.session import Snapshot
from companion.words.catalogue import LANGUAGES, Words
from tests.broker.schemas import BOX, HOME_ASSISTANT, check, schema

TOPICS = Topics(BOX)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sensor_has_documented_fields_alone(language: str) -> None:
    sensors = [json.loads(message) for _, message in discovery(TOPICS, Words(language), "1.0")]
    for sensor in sensors:
        check(sensor, json.loads(HOME_ASSISTANT.read_text("utf-8")))
    assert len(sensors) == 5
    assert len({json.dumps(sensor["device"]) for sensor in sensors}) == 1
    assert len({sensor["unique_id"] for sensor in sensors}) == 5


def test_topics_are_those_that_home_assistant_searches() -> None:
    topics = [topic for topic, _ in discovery(TOPICS, Words("en"), "1.0")]
    assert all(re.fullmatch(rf"homeassistant/sensor/table_companion_{BOX}/\w+/config", topic) for topic in topics)


def test_templates_name_fields_of_the_state() -> None:
    fields = schema("state-1")["properties"]
    for _, message in discovery(TOPICS, Words("en"), "1.0"):
        names = re.findall(r"value_json\.(\w+)", json.loads(message)["value_template"])
        assert names
        assert set(names) <= set(fields)


def test_sensors_without_a_game_are_unknown() -> None:
    state = live_state(Snapshot(None, saved=True), BOX, Words("en"))
    values = {
        topic.split("/")[-2]: jinja2.Template(json.loads(message)["value_template"]).render(value_json=state)
        for topic, message in discovery(TOPICS, Words("en"), "1.0")
    }
    # Home Assistant reads "None" as unknown, and an empty text as a value.
    assert values == {"turn": "None", "leader": "None", "round": "None", "state": "none", "health": "ok"}


def test_options_are_the_values_of_the_state() -> None:
    fields = schema("state-1")["properties"]
    assert fields["state"]["enum"] == [*STATES]
    assert fields["health"]["enum"] == [*HEALTH]
