"""What was found plugged in, as it is left for the screen, the pages and `doctor`: sentences to be, never prose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from companion.rules.text import Arg, Text, say
from companion.support.frozen import frozen

FOUND = Path("/run/companion-setup/found.json")
"""Where it is left; gone with the next start of the machine."""
_MOST_BYTES = 65_536
"""More is not read of a file: one that is larger is none of ours, and ends in the midst of it."""
_PRESSING = ("found.bus.", "found.boot.", "found.devices.", "found.command.")
"""How the keys begin of what is told nowhere else: of a slip in the settings, of lines that are not there and of a
silent screen the table tells by itself."""
_DEEPEST = 4
"""How many texts may be one within another; a list of several names is one in two."""


@frozen
class Told:
    """One thing that was found, or done."""

    ok: bool
    """Whether it is well so; else the text says what to do."""
    text: Text


@frozen
class Found:
    """Which board was taken, and why."""

    board: str
    """The name of its profile, or the path of its file."""
    restart: bool
    """Whether the machine has to be started again before its bus is there."""
    told: tuple[Told, ...]
    """In the order in which one would put it right; the first says which board it is."""

    @property
    def pressing(self) -> tuple[Text, ...]:
        """What somebody has to do before the box is what it could be; what the table tells by itself is left out."""
        return tuple(one.text for one in self.told if not one.ok and one.text.key.startswith(_PRESSING))

    def to_json(self) -> str:
        """The text of a file that `read_found` reads."""
        told = [{"ok": one.ok, "text": one.text.to_json()} for one in self.told]
        return json.dumps({"board": self.board, "restart": self.restart, "told": told}, ensure_ascii=False) + "\n"


def read_found(path: Path = FOUND) -> Found | None:
    """What was found at this start of the machine; None where nobody looked, or the file cannot be understood."""
    try:
        with path.open("rb") as opened:
            return _found(json.loads(opened.read(_MOST_BYTES)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _found(body: Mapping[str, object]) -> Found:
    """Raises KeyError, TypeError or ValueError for what is none."""
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
