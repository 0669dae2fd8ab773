"""Readable text of the output, for comparison: JSON in long lines, and the visible text of pages."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

WIDTH = 200
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_UNREAD = {"head", "script", "style", "svg", "template"}


def format_json(value: Any, depth: int = 0) -> str:
    """Return a JSON value as text; a part that fits into one line stays on it."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or 2 * depth + len(line) <= WIDTH:
        return line
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {format_json(part, depth + 1)}" for key, part in value.items()
        ]
    else:
        parts = [format_json(part, depth + 1) for part in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    inside, outside = "  " * (depth + 1), "  " * depth
    return f"{first}\n{inside}" + f",\n{inside}".join(parts) + f"\n{outside}{last}"


def diff_json(value: Any, default: Any) -> Any:
    """Return the parts of `value` that differ from the default one; for lists of equal length, by index from 0."""
    if isinstance(value, dict) and isinstance(default, dict) and value.keys() >= default.keys():
        return {name: diff_json(part, default.get(name)) for name, part in value.items() if part != default.get(name)}
    if isinstance(value, list) and isinstance(default, list) and len(value) == len(default):
        pairs = enumerate(zip(value, default, strict=True))
        return {f"[{index}]": diff_json(part, before) for index, (part, before) in pairs if part != before}
    return value


def page_text(page: str) -> str:
    """Return the text of a page before any script runs: its title, and every text that is not hidden, one line each."""
    reader = _TextCollector()
    reader.feed(page)
    reader.close()
    return "".join(f"{line}\n" for line in reader.lines)


class _TextCollector(HTMLParser):
    """Collector of the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._open: list[tuple[str, bool]] = []
        """The open elements, and whether their content is read."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            attributes = dict(attrs)
            unread = tag in _UNREAD or "hidden" in attributes
            self._open.append((tag, not unread and self._visible))

    def handle_endtag(self, tag: str) -> None:
        while self._open and tag not in _VOID:
            if self._open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        titled = [tag for tag, _ in self._open] == ["html", "head", "title"]
        if (self._visible or titled) and (words := " ".join(data.split())):
            self.lines.append(words)

    @property
    def _visible(self) -> bool:
        return not self._open or self._open[-1][1]


def game_lines(export: str) -> list[dict[str, Any]]:
    """Return the lines of a moves file, except those added when the game is migrated to later rules.

    These are the match by those rules, and so the seal over the whole file. The lines are dictionaries: without its
    own rules, the order of a move's fields is unknown.
    """
    lines = [json.loads(line) for line in export.splitlines()]
    return [line for line in lines if line.get("kind") not in ("match", "seal")]
