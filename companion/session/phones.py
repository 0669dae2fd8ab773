"""Which phones may act: what is kept of hosts, and which seats stay linked from one game to the next."""

from __future__ import annotations

from typing import Any

from companion.session.table import Table

HOSTS = "hosts"
"""The note with the digests of the phones that are hosts, the newest last."""
MOST_HOSTS = 16
"""One more, and the oldest is host no longer."""


def hosts_from(noted: Any) -> list[str]:
    """The hosts that a note names."""
    return [phone for phone in noted if isinstance(phone, str)] if isinstance(noted, list) else []


def with_host(noted: Any, phone: str) -> list[str]:
    """The hosts with this one more."""
    return [*(other for other in hosts_from(noted) if other != phone), phone][-MOST_HOSTS:]


def without_host(noted: Any, phone: str | None) -> list[str]:
    """The hosts without this one; without any for None."""
    return [] if phone is None else [other for other in hosts_from(noted) if other != phone]


def carried_over(before: Table | None, after: Table) -> dict[int, str]:
    """The links of a new game's seats: whoever sat at the table before keeps the phone, wherever they sit now."""
    if before is None:
        return {}
    linked = {before.names[seat - 1].casefold(): phone for seat, phone in before.claims.items()}
    names = enumerate(after.names, 1)
    return {seat: linked[name.casefold()] for seat, name in names if name.casefold() in linked}
