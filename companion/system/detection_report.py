"""The report of the hardware detection, left for the screen, the pages and `doctor`: keys of texts, no prose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from companion.rules.text import Arg, Text, say
from companion.support.frozen_dataclasses import frozen

REPORT_PATH = Path("/run/companion-setup/found.json")
"""The path of the report; it is gone after a restart of the machine."""
_MAX_BYTES = 65_536
"""Limit of the bytes read of a file. A larger one was not written by us; it is cut off, so it cannot be understood."""
_URGENT_PREFIXES = ("found.bus.", "found.boot.", "found.devices.", "found.command.", "found.card.")
"""Prefixes of the keys of findings that only this report mentions.

A slip in the settings, missing lines and a silent screen are left out: the table reports these without our help."""
_MAX_DEPTH = 4
"""Limit of the nesting of texts; a list of several names has depth 2."""


@frozen
class DetectionFinding:
    """One detected fact, or one action."""

    ok: bool
    """True if nothing is to be done; else the text says what to do."""
    text: Text


@frozen
class DetectionReport:
    """The board that was chosen, and why."""

    board: str
    """The name of its profile, or the path of its file."""
    restart: bool
    """True if the machine has to be restarted before the bus exists."""
    findings: tuple[DetectionFinding, ...]
    """The findings, in the order in which to deal with them; the first says which board it is."""
    chosen: bool = False
    """True if the board, or its detection, was chosen without a keyboard."""

    @property
    def urgent(self) -> tuple[Text, ...]:
        """The texts of the findings that need action, without those that the table reports elsewhere."""
        return tuple(
            finding.text
            for finding in self.findings
            if not finding.ok and finding.text.key.startswith(_URGENT_PREFIXES)
        )

    @property
    def news(self) -> tuple[Text, ...]:
        """The texts about a file on the boot partition that was read at this start."""
        return tuple(finding.text for finding in self.findings if finding.ok and finding.text.key == "found.card.read")

    def to_json(self) -> str:
        """Return the text of a file that `read_report` reads."""
        entries = [{"ok": finding.ok, "text": finding.text.to_json()} for finding in self.findings]
        body = {"board": self.board, "chosen": self.chosen, "restart": self.restart, "told": entries}
        return json.dumps(body, ensure_ascii=False) + "\n"


def read_report(path: Path = REPORT_PATH) -> DetectionReport | None:
    """Return the report of this start of the machine; None if nothing was detected or the file cannot be understood."""
    try:
        with path.open("rb") as opened:
            return _report(json.loads(opened.read(_MAX_BYTES)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _report(body: Mapping[str, object]) -> DetectionReport:
    """Return the report of a JSON body. Raises KeyError, TypeError or ValueError for anything else."""
    board, restart, entries = body["board"], body["restart"], body["told"]
    if not (isinstance(board, str) and isinstance(restart, bool) and isinstance(entries, list)):
        raise TypeError("not what was found")
    return DetectionReport(
        board,
        restart,
        tuple(DetectionFinding(entry["ok"] is True, _text(entry["text"])) for entry in entries),
        chosen=body.get("chosen") is True,
    )


def _text(body: object, depth: int = 1) -> Text:
    if not isinstance(body, dict) or not isinstance(body["key"], str) or depth > _MAX_DEPTH:
        raise TypeError("not a text")
    args = body.get("args", {})
    if not isinstance(args, dict):
        raise TypeError("not the arguments of a text")
    return say(body["key"], **{name: _arg(value, depth) for name, value in args.items()})


def _arg(value: object, depth: int) -> Arg:
    return value if isinstance(value, (int, str)) else _text(value, depth + 1)
