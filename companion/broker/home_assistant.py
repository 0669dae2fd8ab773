"""The messages by which Home Assistant discovers a box: one device with its sensors. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.broker.topics import Topics, payload
from companion.words.catalogue import Words

PREFIX = "homeassistant"
"""The usual prefix of the topics that Home Assistant searches."""
STATES = ("none", "playing", "revealing", "over", "closed")
HEALTH = ("ok", "not_saved", "damaged")
_SENSORS: dict[str, dict[str, Any]] = {
    "turn": {
        "icon": "mdi:account-arrow-right",
        "value_template": "{{ value_json.turn.label if value_json.turn else none }}",
    },
    "leader": {"icon": "mdi:trophy", "value_template": "{{ value_json.leader }}"},
    "round": {"icon": "mdi:counter", "value_template": "{{ value_json.round }}"},
    "state": {"device_class": "enum", "options": list(STATES), "value_template": "{{ value_json.state }}"},
    "health": {
        "device_class": "enum",
        "options": list(HEALTH),
        "entity_category": "diagnostic",
        "value_template": "{{ value_json.health }}",
    },
}
"""The sensors, with what is particular to each. A value of none is unknown to Home Assistant."""


def discovery(topics: Topics, words: Words, version: str) -> Iterator[tuple[str, bytes]]:
    """Yield the topic and the payload for each sensor; both are retained."""
    identity = f"table_companion_{topics.box}"
    device = {
        "identifiers": [identity],
        "name": words("broker.device"),
        "model": "Table companion",
        "manufacturer": "Table companion",
        "sw_version": version,
    }
    for sensor, particular in _SENSORS.items():
        message = {
            "name": words(f"broker.sensor.{sensor}"),
            "unique_id": f"{identity}_{sensor}",
            "state_topic": topics.state,
            "availability_topic": topics.online,
            "payload_available": "online",
            "payload_not_available": "offline",
            "device": device,
            "origin": {"name": "Table companion", "sw_version": version},
            **particular,
        }
        if sensor == "turn":
            message["json_attributes_topic"] = topics.state
        yield f"{PREFIX}/sensor/{identity}/{sensor}/config", payload(message)
