"""Status in words: of the box's parts, of phones with a role, and of games that follow other rules, with what no longer
fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.journal.replay import ForeignReason
from companion.rules.text import Text, say
from companion.session.system_status import Condition
from companion.table.roles import PhoneRole
from companion.table.session_errors import Misfit
from companion.words.catalogue import Words


def condition_detail(condition: Condition, words: Words) -> str:
    """Return a condition in a word or a number."""
    return words.brief(condition.text)


def condition_text(condition: Condition, words: Words) -> str:
    """Return a condition and the advice about it."""
    return " ".join(words.of(text) for text in (condition.text, condition.advice) if text is not None)


_HERE_S = 60.0
_HOUR_S = 3600.0


def phone_text(guest: PhoneRole, words: Words) -> str:
    """Return the owner of a phone: a person, the host, or both; or what else it is."""
    if guest.name is None:
        return words("guest.host" if guest.host else "guest.display" if guest.display else "guest.nobody")
    return words("guest.both", name=guest.name) if guest.host else guest.name


def last_seen_text(seconds: float | None, words: Words) -> str:
    """Return when a phone was last seen, `seconds` ago; None if it was not seen since the box started."""
    if seconds is None:
        return words("guest.away")
    if seconds < _HERE_S:
        return words("guest.here")
    if seconds < _HOUR_S:
        return words("guest.minutes", n=int(seconds / 60))
    return words("guest.hours", n=int(seconds / _HOUR_S))


def foreign_text(foreign: ForeignReason | None, *, over: bool, closed: bool) -> Text | None:
    """Return why a game cannot be continued as it is; None if it can."""
    if foreign is None:
        return None
    ended = ".ended" if over else ".closed" if closed else ""
    return say(f"past.foreign.{foreign.value}{ended if foreign is ForeignReason.OTHER_RULES else ''}")


def misfit_text(misfit: Misfit) -> Text:
    """Return the kind of a move that no longer fits; the rest may be secret, or mean nothing in these rules."""
    return misfit.kind if misfit.kind is not None else say("past.misfit.move", number=misfit.entry)


def migration_texts(totals: Sequence[tuple[int, int, int]]) -> tuple[Text, ...]:
    """Return the news that a game was migrated to other rules, and the totals that changed by that: (seat, before,
    now).
    """
    changed = (say("past.carried_total", seat=seat, before=before, now=after) for seat, before, after in totals)
    return (say("past.carried"), *changed)
