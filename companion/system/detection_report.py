"""The report of the hardware detection, left for the screen, the pages and `doctor`: keys of texts, no prose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from companion.rules.text import Arg, Text, say
from companion.support.frozen import frozen

FOUND = Path("/run/companion-setup/found.json")
"""The path of the report; it is gone after a restart of the machine."""
_MOST_BYTES = 65_536
"""Limit of the bytes read of a file. A larger one was not written by us; it is cut off, so it cannot be understood."""
_PRESSING = ("found.bus.", "found.boot.", "found.devices.", "found.command.")
"""Prefixes of the keys of findings that only this report mentions.

A slip in the settings, missing lines and a silent screen are left out: the table reports these without our help."""
_DEEPEST = 4
"""Limit of the nesting of texts; a list of several names has depth 2."""


@frozen
class Told:
    """One detected fact, or one action."""

    ok: bool
    """True if nothing is to be done; else the text says what to do."""
    text: Text


@frozen
class Found:
    """The board that was chosen, and why."""

    board: str
    """The name of its profile, or the path of its file."""
    restart: bool
    """True if the machine has to be restarted before the bus exists."""
    told: tuple[Told, ...]
    """The findings, in the order in which to deal with them; the first says which board it is."""

    @property
    def pressing(self) -> tuple[Text, ...]:
        """The texts of the findings that need action, without those that the table reports elsewhere."""
        return tuple(one.text for one in self.told if not one.ok and one.text.key.startswith(_PRESSING))

    def to_json(self) -> str:
        """Return the text of a file that `read_report` reads."""
        told = [{"ok": one.ok, "text": one.text.to_json()} for one in self.told]
        return json.dumps({"board": self.board, "restart": self.restart, "told": told}, ensure_ascii=False) + "\n"


def read_found(path: Path = FOUND) -> Found | None:
    """Return the report of this start of the machine; None if nothing was detected or the file cannot be understood."""
    try:
        with path.open("rb") as opened:
            return _found(json.loads(opened.read(_MOST_BYTES)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _found(body: Mapping[str, object]) -> Found:
    """Return the report of a JSON body. Raises KeyError, TypeError or ValueError for anything else."""
    board, restart, told = body["board"], body["restart"], body["told"]
    if not (isinstance(board, str) and isinstance(restart, bool) and isinstance(told, list)):
        raise TypeError("not what was found")
    return Found(board, restart, tuple(Told(one["ok"] is True, _text(one["text"])) for one in told))


def _text(body: object, depth: int = 1) -> Text:
    if not isinstance(body, dict) or not isinstance(body["key"], str) or depth > _DEEPEST:
        raise TypeError("not a text")
    args = body.get("args", {})
    if not isinstance(args, dict):
        raise TypeError("not the arguments of a text")
    return say(body["key"], **{name: _arg(value, depth) for name, value in args.items()})


def _arg(value: object, depth: int) -> Arg:
    return value if isinstance(value, (int, str)) else _text(value, depth + 1)
