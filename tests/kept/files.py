"""The kept files: their names and folders, and copies to work on."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.kept.program import NAME

FOLDER = Path(__file__).parent
JOURNALS, EXPORTS, MOVES, SHOWN = (FOLDER / name for name in ("journals", "exports", "moves", "shown"))
VERDICTS = FOLDER / "verify.html.txt"
"""Output of the page that checks games for all exports."""
EVERY_JOURNAL = sorted(path.stem for path in JOURNALS.glob("*.sqlite3"))

REFUSED = {
    "classic_v1_refused": (11, 23, 24, 25, 26, 27),
    "classic_v2": (14, 15, 16),
    "classic_v2_refused": (16, 23, 24, 25, 26, 28),
    "expedition_v1_refused": (9,),
    "expedition_v2_refused": (14, 18),
    "voyages_v1_refused": (18, 19, 20, 21),
}
"""By unfinished game, the moves that the present rules refuse: the game goes on without them."""

PHONES = (
    *("host", "second-host", "host-for-a-while", "somebody", "seat-3-of-the-second"),
    *(f"seat-{seat}" for seat in range(1, 6)),
)
"""The phones that were used when the journals were kept."""


def copy_journal(name: str, state: Path) -> Path:
    """Return a state directory with a copy of a kept journal; the kept one is never opened itself."""
    state.mkdir(parents=True)
    shutil.copyfile(JOURNALS / f"{name}.sqlite3", state / NAME)
    return state


def export_names(name: str) -> list[str]:
    """Return the exports of the games of a journal: `NAME.jsonl`, or `NAME-NUMBER.jsonl` if it has several."""
    return sorted(path.name for path in EXPORTS.glob("*.jsonl") if path.name.partition(".")[0].split("-")[0] == name)


def export_name(name: str, number: int, ending: str, *, alone: bool) -> str:
    """Return the name of such a file; `ending` names its viewer."""
    return f"{name}{ending}.jsonl" if alone else f"{name}-{number}{ending}.jsonl"


def token(phone: str) -> str:
    """Return the token of one of these phones."""
    return f"phone-of-{phone}".ljust(43, "_")
