"""Phones with a role, in words: who each is, and when it was last there."""

from __future__ import annotations

from companion.table.roles import Guest
from companion.words.catalogue import Words

_HERE_S = 60.0
_HOUR_S = 3600.0


def guest_told(guest: Guest, words: Words) -> str:
    """Who a phone is: a person, the host, or both."""
    if guest.name is None:
        return words("guest.host")
    return words("guest.both", name=guest.name) if guest.host else guest.name


def since_told(seconds: float | None, words: Words) -> str:
    """When it was last there, `seconds` ago; None where it was not since the box was started."""
    if seconds is None:
        return words("guest.away")
    if seconds < _HERE_S:
        return words("guest.here")
    if seconds < _HOUR_S:
        return words("guest.minutes", n=int(seconds / 60))
    return words("guest.hours", n=int(seconds / _HOUR_S))
