"""How everything is as JSON: a line for each thing, and the newest faults."""

from __future__ import annotations

from typing import Any

from companion.session.system_status import How
from companion.words.catalogue import Words


def how_view(how: How, words: Words) -> dict[str, Any]:
    """How everything is, in words; what is amiss first."""
    lines = [
        {
            "about": one.about,
            "title": words(f"how.{one.about}"),
            "well": one.well,
            "verdict": words("how.well" if one.well else "how.amiss"),
            "text": words.of(one.text),
            "advice": words.of(one.advice) if one.advice is not None else None,
        }
        for one in how.conditions
    ]
    amiss = sum(not one.well for one in how.conditions)
    summary = words("how.summary.amiss", n=amiss) if amiss else words("how.summary.well")
    return {"lines": lines, "amiss": amiss, "summary": summary, "faults": list(how.faults)}
