"""Status in words: of the box and its parts, of phones with a role, and of games that go by other rules."""

from __future__ import annotations

from collections.abc import Sequence

from companion.journal.replay import Foreign
from companion.rules.text import Text, say
from companion.session.system_status import Condition
from companion.table.roles import Guest
from companion.table.table_errors import Misfit
from companion.words.catalogue import Words


def detail_of(one: Condition, words: Words) -> str:
    """How a thing is, in a word or a number."""
    return words.brief(one.text)


def told(one: Condition, words: Words) -> str:
    """How a thing is, and what to do."""
    return " ".join(words.of(text) for text in (one.text, one.advice) if text is not None)


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


def foreign_told(foreign: Foreign | None, *, over: bool, closed: bool) -> Text | None:
    """Why a game cannot be played on as it is; None where it can."""
    if foreign is None:
        return None
    ended = ".ended" if over else ".closed" if closed else ""
    return say(f"past.foreign.{foreign.value}{ended if foreign is Foreign.OTHER_RULES else ''}")


def misfit_told(misfit: Misfit) -> Text:
    """A move that no longer fits: its kind alone, for what is in it may be a secret, or be nothing by these rules."""
    return misfit.kind if misfit.kind is not None else say("past.misfit.move", number=misfit.entry)


def carried_told(totals: Sequence[tuple[int, int, int]]) -> tuple[Text, ...]:
    """That a game goes on by other rules, and the totals that have changed by that: (seat, before, now)."""
    changed = (say("past.carried_total", seat=seat, before=before, now=now) for seat, before, now in totals)
    return (say("past.carried"), *changed)
