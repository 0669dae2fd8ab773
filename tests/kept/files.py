"""The kept files: which there are, where they lie, and how one gets a copy to work on."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.kept.program import NAME

FOLDER = Path(__file__).parent
JOURNALS, EXPORTS, MOVES, SHOWN = (FOLDER / name for name in ("journals", "exports", "moves", "shown"))
VERDICTS = FOLDER / "verify.html.txt"
"""What the page that checks games says of all exports."""
EVERY_JOURNAL = sorted(path.stem for path in JOURNALS.glob("*.sqlite3"))

REFUSED = {"classic_v1_refused": (11, 23, 24, 25, 26, 27), "expedition_v1_refused": (9,)}
"""Unfinished games of which the present rules refuse some moves, with these: they go on without them."""

PHONES = (
    *("host", "second-host", "host-for-a-while", "somebody", "seat-3-of-the-second"),
    *(f"seat-{seat}" for seat in range(1, 6)),
)
"""The phones that were at the tables then."""


def copied(name: str, state: Path) -> Path:
    """A state directory with a copy of a kept journal; the kept one is never opened itself."""
    state.mkdir(parents=True)
    shutil.copyfile(JOURNALS / f"{name}.sqlite3", state / NAME)
    return state


def exports_of(name: str) -> list[str]:
    """The files that were made of the games of a journal: `NAME.jsonl`, or `NAME-NUMBER.jsonl` where it has several."""
    return sorted(path.name for path in EXPORTS.glob("*.jsonl") if path.name.partition(".")[0].split("-")[0] == name)


def export_named(name: str, number: int, ending: str, *, alone: bool) -> str:
    """The name of such a file; `ending` says who is to have it."""
    return f"{name}{ending}.jsonl" if alone else f"{name}-{number}{ending}.jsonl"


def token(phone: str) -> str:
    """What one of these phones shows."""
    return f"phone-of-{phone}".ljust(43, "_")
