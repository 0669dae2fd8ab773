"""Output of the command line about a kept journal, and about the exports of its games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.kept.files import EXPORTS, exports_of
from tests.kept.phones import promised
from tests.kept.program import run
from tests.kept.text import laid_out, other_than

VIEWERS = ("everything", "public", "2")


def at_the_terminal(name: str, state: Path) -> str:
    """Return the list of games, and for every export its verdict and its replay."""
    parts = [_listed(state, "--json"), _listed(state)]
    seen: dict[bytes, str] = {}
    for export in exports_of(name):
        parts += [verdict(EXPORTS / export, "--json"), verdict(EXPORTS / export)]
        same = seen.setdefault((EXPORTS / export).read_bytes(), export)
        parts.append(_replayed(EXPORTS / export) if same == export else f"{export} is {same} once more\n")
    return "\n".join(parts)


def numbers_in(state: Path) -> list[int]:
    """Return the numbers of the saved games."""
    return [game["number"] for game in json.loads(run("games", "--json", "--state", state).stdout)["games"]]


def verdict(file: Path, *more: str) -> str:
    """Return the output of `verify` for a moves file, and its exit status."""
    done = run("verify", file, *more)
    said = laid_out(json.loads(done.stdout)) + "\n" if "--json" in more else done.stdout + done.stderr
    return _said(("verify", file.name, *more), said, done.exit_code)


def _listed(state: Path, *more: str) -> str:
    done = run("games", "--state", state, *more)
    said = laid_out(json.loads(done.stdout)) + "\n" if more else done.stdout
    return _said(("games", *more), said, done.exit_code)


def _replayed(file: Path) -> str:
    """Return the replay of a file for each viewer: the first whole, for the others the differences."""
    done = run("replay", file)
    said = _said(("replay", file.name), done.stdout + done.stderr, done.exit_code)
    if done.exit_code:
        return said
    views = {viewer: _view(file, viewer) for viewer in VIEWERS}
    first = views[VIEWERS[0]]
    for viewer, view in views.items():
        told = view if view is first else other_than(view, first)
        said += "\n" + _said(("replay", file.name, "--json", "--as", viewer), laid_out(told) + "\n", 0)
    return said


def _view(file: Path, viewer: str) -> dict[str, Any]:
    return promised(json.loads(run("replay", file, "--json", "--as", viewer).stdout))


def _said(command: tuple[str, ...], said: str, status: int) -> str:
    return f"$ companion {' '.join(command)}\n\n{said}\nexit status {status}\n"
