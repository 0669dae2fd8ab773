"""Saved games that go by other rules, as texts: why that is, and which of their moves no longer fit."""

from __future__ import annotations

from collections.abc import Sequence

from companion.journal.replay import Foreign
from companion.rules.text import Text, say
from companion.table.table_errors import Misfit


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
