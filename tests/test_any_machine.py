"""Tests that the program starts, plays, saves and ends with any locale, time zone, home, path, umask or proxy.

Tests that need root to change the machine are in tests/box/test_any_machine.py.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal.state_directory import NAME
from tests.depth import some_of
from tests.kept import save_game
from tests.kit.other_machine import CHECKOUT, MachineVariant, press_ok, running
from tests.terminal import PATIENCE_S, environment, run

ABSENT = "/no/such/folder"
PROXY = "http://127.0.0.1:9"
HABITS = (
    MachineVariant("C", {"LC_ALL": "C"}),
    MachineVariant(
        "C, and Python takes it at its word", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ),
    MachineVariant("POSIX", {"LC_ALL": "POSIX"}),
    MachineVariant("French", {"LC_ALL": "fr_FR.UTF-8"}),
    MachineVariant("French in Latin letters", {"LC_ALL": "", "LANG": "fr_FR.ISO-8859-1"}),
    MachineVariant("Turkish, where an i has its dot", {"LC_ALL": "tr_TR.UTF-8"}),
    MachineVariant("Japanese", {"LC_ALL": "ja_JP.UTF-8"}),
    MachineVariant("a language that there is not", {"LC_ALL": "xx_YY"}),
    MachineVariant("the other side of the date line", {"TZ": "Pacific/Auckland"}),
    MachineVariant("a zone that there is not", {"TZ": "Mars/Olympus"}),
    MachineVariant("no home", without=("HOME",)),
    MachineVariant("a home that is gone", {"HOME": ABSENT}),
    MachineVariant("an empty home", {"HOME": ""}),
    MachineVariant("no folder of temporary files", {"TMPDIR": ABSENT}),
    MachineVariant("a state of the user's that is no path", {"XDG_STATE_HOME": "relative"}),
    MachineVariant("no terminal", without=("TERM",)),
    MachineVariant("an empty PATH", {"PATH": ""}),
    MachineVariant("no PATH", without=("PATH",)),
    MachineVariant(
        "a proxy that nobody answers", dict.fromkeys(("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"), PROXY)
    ),
    MachineVariant("files for everybody", umask=0),
    MachineVariant("files for nobody else", umask=0o077),
    MachineVariant("a folder with blanks and letters", folder="La table à thé ☕ / état".replace("/", "∕")),
    MachineVariant("a folder with signs", folder='50% of #1\'s "table"; $(echo) & ?x=1'),
    MachineVariant("no input", shell='exec "$@" <&-'),
    MachineVariant("no output for errors", shell='exec "$@" 2>&-'),
    MachineVariant("Python without assertions", {"PYTHONOPTIMIZE": "2"}),
    MachineVariant("Python that looks closely", {"PYTHONDEVMODE": "1", "PYTHONWARNINGS": "error"}),
)


@pytest.mark.parametrize("habit", some_of(HABITS, share=3, deep_share=2), ids=lambda habit: habit.name)
def test_it_starts_plays_saves_and_ends(habit: MachineVariant, tmp_path: Path) -> None:
    state = tmp_path / habit.folder
    save_game(state)
    with running(habit, state) as address:
        assert press_ok(address)["entry"] == 1
    assert (state / NAME).stat().st_mode & 0o777 == 0o600
    saved = run("export", "--state", state)
    assert [line["move"] for line in map(json.loads, saved.stdout.splitlines()) if "move" in line] == ["step"]


@pytest.mark.parametrize("home", ["read-only", "a file"])
def test_unwritable_home_is_reported_in_one_sentence(tmp_path: Path, home: str) -> None:
    """The state directory is in the home unless another is given."""
    place = tmp_path / "home"
    if home == "a file":
        place.touch()
    else:
        place.symlink_to("/proc/self")  # not even root can make a folder there
    without = {name: value for name, value in environment().items() if not name.startswith("XDG_")}
    completed = subprocess.run(
        [sys.executable, "-m", "companion", "run", "--simulate", "--port", "0"],
        cwd=CHECKOUT, env={**without, "HOME": str(place)}, capture_output=True, text=True, check=False,
        timeout=PATIENCE_S,
    )  # fmt: skip
    assert (completed.returncode, completed.stdout) == (2, "")
    assert completed.stderr.startswith(f"The directory {place}/.local/state/companion can’t be used: ")
    assert completed.stderr.count("\n") == 1
