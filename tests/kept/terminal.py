"""Output of the command line about a kept journal, and about the exports of its games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.kept.files import EXPORTS, export_names
from tests.kept.phones import promised_parts
from tests.kept.program import run
from tests.kept.text import diff_json, format_json

VIEWERS = ("everything", "public", "2")


def terminal_output(name: str, state: Path) -> str:
    """Return the list of games, and for every export its verdict and its replay."""
    parts = [_game_list(state, "--json"), _game_list(state)]
    first_names: dict[bytes, str] = {}
    for export in export_names(name):
        parts += [verdict(EXPORTS / export, "--json"), verdict(EXPORTS / export)]
        same = first_names.setdefault((EXPORTS / export).read_bytes(), export)
        parts.append(_replay_output(EXPORTS / export) if same == export else f"{export} is {same} once more\n")
    return "\n".join(parts)


def game_numbers(state: Path) -> list[int]:
    """Return the numbers of the saved games."""
    return [game["number"] for game in json.loads(run("games", "--json", "--state", state).stdout)["games"]]


def verdict(file: Path, *options: str) -> str:
    """Return the output of `verify` for a moves file, and its exit status."""
    result = run("verify", file, *options)
    output = format_json(json.loads(result.stdout)) + "\n" if "--json" in options else result.stdout + result.stderr
    return _transcript(("verify", file.name, *options), output, result.exit_code)


def _game_list(state: Path, *options: str) -> str:
    result = run("games", "--state", state, *options)
    output = format_json(json.loads(result.stdout)) + "\n" if options else result.stdout
    return _transcript(("games", *options), output, result.exit_code)


def _replay_output(file: Path) -> str:
    """Return the replay of a file for each viewer: the first whole, for the others the differences."""
    result = run("replay", file)
    output = _transcript(("replay", file.name), result.stdout + result.stderr, result.exit_code)
    if result.exit_code:
        return output
    views = {viewer: _view(file, viewer) for viewer in VIEWERS}
    first = views[VIEWERS[0]]
    for viewer, view in views.items():
        content = view if view is first else diff_json(view, first)
        output += "\n" + _transcript(("replay", file.name, "--json", "--as", viewer), format_json(content) + "\n", 0)
    return output


def _view(file: Path, viewer: str) -> dict[str, Any]:
    return promised_parts(json.loads(run("replay", file, "--json", "--as", viewer).stdout))


def _transcript(command: tuple[str, ...], output: str, status: int) -> str:
    return f"$ companion {' '.join(command)}\n\n{output}\nexit status {status}\n"
