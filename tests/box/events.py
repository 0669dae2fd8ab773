"""The events of a companion's stream. Uses only the standard library, so that it starts at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

Event = dict[str, Any]
"""The table, or what the box shows, depending on the stream."""


def events(stream: Iterable[bytes]) -> Iterator[Event]:
    """Yield the events in the lines of a stream, without those that have a name: heartbeats, and the build of the
    pages.
    """
    named = False
    for line in stream:
        if line.startswith(b"event: "):
            named = True
        elif line.startswith(b"data: ") and not named:
            yield json.loads(line.removeprefix(b"data: "))
        elif not line.strip():
            named = False
