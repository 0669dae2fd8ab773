"""Times in messages: UTC, as 2026-12-01T20:15:00Z."""

from __future__ import annotations

from datetime import UTC, datetime

from companion.journal.played_times import is_plausible


def time_text(seconds: int) -> str | None:
    """Return seconds since 1970 as text; None if they are not plausible, as when the clock was wrong."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}" if is_plausible(seconds) else None
