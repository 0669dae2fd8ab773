"""A terminal for tests: runs commands of the companion in this process or in a separate one, and writes files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from companion.cli.main import main
from tests.kept import SeatMove

HEAD = {"game": "expedition", "seats": ["Ada", "Bao", "Chloé"], "options": {}}
STEP = {"seat": 1, "move": "step", "by": "cards"}
PATIENCE_S = 60
Lines = Sequence[dict[str, Any] | str | bytes]


def run(*args: str | Path, stdin: bytes | None = None) -> Result:
    """Run a command in this process, for an English reader."""
    result = CliRunner(env={"LC_ALL": "en_GB.UTF-8", "COMPANION_STATE": ""}).invoke(
        main, [*map(str, args)], input=stdin
    )
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def run_json(*args: str | Path, stdin: bytes | None = None) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the one JSON object of a command."""
    result = run(*args, "--json", stdin=stdin)
    assert result.stderr == ""
    assert result.stdout.endswith("}\n")
    body = json.loads(result.stdout)
    assert isinstance(body, dict)
    return result.exit_code, body


def write(folder: Path, *lines: dict[str, Any] | str | bytes, name: str = "moves.jsonl") -> Path:
    """Write a file with these lines."""
    path = folder / name
    path.write_bytes(b"".join(map(as_line, lines)))
    return path


def as_line(line: dict[str, Any] | str | bytes) -> bytes:
    """Return the bytes of a line: an object as JSON, a text unchanged."""
    text = json.dumps(line, ensure_ascii=False) if isinstance(line, dict) else line
    return (text.encode() if isinstance(text, str) else text) + b"\n"


def move_lines(moves: Sequence[SeatMove]) -> list[dict[str, Any]]:
    """Return the lines of these moves."""
    return [{"seat": seat, **move} for seat, move in moves]


def run_process(*args: str | Path, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a separate process, as `python -m companion`."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, args)],
        env=environment(**variables),
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )


def environment(**variables: str) -> dict[str, str]:
    """Return the environment of an English reader, independent of the current user, with these variables added."""
    ours = ("COMPANION_", "LC_", "LANG", "PYTHONUTF8")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**inherited, "LC_ALL": "C.UTF-8", **variables}
