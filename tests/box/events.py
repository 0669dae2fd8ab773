"""What a stream of the companion's tells, event by event. Standard library alone, so that it is there at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

Event = dict[str, Any]
"""The table, or what the box shows: whatever the page of the stream is about."""


def events(stream: Iterable[bytes]) -> Iterator[Event]:
    """The events in the lines of a stream, but for its heartbeats, which are empty."""
    for line in stream:
        if line.startswith(b"data: ") and (event := json.loads(line.removeprefix(b"data: "))):
            yield event
