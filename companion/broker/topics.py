"""The topics of a box, and the form of their payloads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.support.frozen_dataclasses import frozen

ROOT = "table-companion"
CHECK_TOPIC = f"{ROOT}/check"
"""The topic to which `doctor` publishes an empty message, which the broker must acknowledge."""
VERSION = 1
"""Version of the payloads. It rises when a field changes its meaning or goes; new fields keep it."""
ONLINE, OFFLINE = b"online", b"offline"


@frozen
class Topics:
    """The topics of one box."""

    box: str

    @property
    def state(self) -> str:
        """The live state, retained."""
        return f"{ROOT}/{self.box}/state"

    @property
    def online(self) -> str:
        """`online` or `offline`, retained; the last will says `offline`."""
        return f"{ROOT}/{self.box}/online"

    def result(self, number: int) -> str:
        """Return the topic for the result of a game, which is not retained."""
        return f"{ROOT}/{self.box}/results/{number}"

    @property
    def client(self) -> str:
        """The name of the client, at most 23 letters: every broker takes that many."""
        return f"table-{self.box}"


def payload(message: Mapping[str, Any]) -> bytes:
    """Return a message as bytes, always the same ones: keys in order, UTF-8."""
    return json.dumps(message, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
