"""What a stream of the companion's tells, event by event. Standard library alone, so that it is there at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

Event = dict[str, Any]
"""The table, or what the box shows: whatever the page of the stream is about."""


def events(stream: Iterable[bytes]) -> Iterator[Event]:
    """The events in the lines of a stream, but for those with a name: heartbeats, and the build of the pages."""
    named = False
    for line in stream:
        if line.startswith(b"event: "):
            named = True
        elif line.startswith(b"data: ") and not named:
            yield json.loads(line.removeprefix(b"data: "))
        elif not line.strip():
            named = False
