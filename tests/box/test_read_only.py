"""Tests of saved games that the command line rescues from a read-only card or folder. Needs root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from companion.session.session import Session
from companion.table.commands import Play
from tests.kept import FIRST_TURN, NOON, ROUND_OF_PASSES, save_game
from tests.kit.other_machine import CHECKOUT
from tests.kit.special_files import everything_in
from tests.terminal import PATIENCE_S, environment

LOG = f"{NAME}-wal"
FILES = {"clean": (NAME,), "with a log": (NAME, LOG), "with all files": (NAME, LOG, f"{NAME}-shm")}
"""The files of the journal, by its state."""
READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
NO_ROOM = """
mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"
for folder in /dev/shm /tmp /var/tmp; do
    mount --bind $folder $folder && mount -o remount,ro,bind $folder
done
cd "$0" && exec "$@"
"""
NUMBER_AND_GAME = ("1", "Marco", "Polo", "Expedition")
CARD = ("unshare", "--mount", "sh", "-c", READ_ONLY)
NO_ROOM_CARD = ("unshare", "--mount", "sh", "-c", NO_ROOM)
USER = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--")
"""Command prefix that runs a command as a user to whom permissions apply."""


def companion(around: tuple[str, ...], *words: str | Path) -> tuple[int, str, str]:
    """Run a command of the companion within another; return its status, its output and its errors."""
    command = (*around, sys.executable, "-m", "companion", *map(str, words))
    variables = {**environment(), "PYTHONPATH": str(CHECKOUT)}
    completed = subprocess.run(
        command, env=variables, capture_output=True, text=True, check=False, timeout=PATIENCE_S, cwd=CHECKOUT
    )
    return completed.returncode, completed.stdout, completed.stderr


def on(place: str, state: Path) -> tuple[str, ...]:
    """Return the command prefix within which the state directory cannot be written."""
    if place == "card":
        return (*CARD, str(state))
    for file in state.iterdir():
        file.chmod(0o444)
    state.chmod(0o555)
    return USER


@pytest.fixture
def leftover(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return a state directory with a game of five moves, of which the last three are in the log if there is one."""
    files: tuple[str, ...] = FILES[request.param]
    running, state = tmp_path / "running", tmp_path / "state"
    state.mkdir()
    save_game(running, FIRST_TURN)
    with closing(open_store(running, GAMES)) as store:
        session = Session(store.journal, GAMES, lambda: NOON)
        for move in ROUND_OF_PASSES:
            session.do(Play(moves=(move,)))
        if LOG not in files:
            store.journal.checkpoint()
        for name in files:
            shutil.copyfile(running / name, state / name)
    return state


every_journal = pytest.mark.parametrize("leftover", FILES, indirect=True)
every_place = pytest.mark.parametrize("place", ["card", "folder"])


@every_journal
@every_place
def test_everything_can_be_rescued_from_a_read_only_card(place: str, leftover: Path, tmp_path: Path) -> None:
    around, before = on(place, leftover), everything_in(leftover)
    (tmp_path / "elsewhere").mkdir()
    copy = tmp_path / "elsewhere" / "copy.sqlite3"
    status, listed, _ = companion(around, "games", "--state", leftover)
    assert (status, listed.split()) == (0, [*NUMBER_AND_GAME, "Ada,", "Bao,", "Chloé", "not", "finished"])
    status, exported, _ = companion(around, "export", "--state", leftover)
    assert (status, exported.count('"move"')) == (0, 5)
    assert companion(around, "offers", "--state", leftover)[0] == 0
    assert companion(around, "backup", copy, "--state", leftover) == (0, f"1 game copied to {copy}.\n", "")
    _, result, _ = companion(around, "doctor", "--state", leftover)
    assert f"!!  {leftover} is read-only: games can be viewed, but not played.\n" in result
    assert everything_in(leftover) == before
    status, again, _ = companion((), "restore", copy, "--state", tmp_path / "other")
    assert (status, again.splitlines()[0]) == (0, f"1 game restored to {tmp_path / 'other'}.")


@pytest.mark.parametrize("leftover", ["clean", "with a log"], indirect=True)
def test_commands_that_write_report_the_read_only_card(leftover: Path, tmp_path: Path) -> None:
    around = on("card", leftover)
    copy, game = tmp_path / "copy.sqlite3", tmp_path / "game.jsonl"
    assert companion(around, "backup", copy, "--state", leftover)[0] == 0
    assert companion(around, "export", "-o", game, "--state", leftover)[0] == 0
    sentence = f"The card or the folder is read-only. Nothing was saved. ({leftover})\n"
    for command in (("restore", copy), ("restore", "--damaged", copy), ("import", game)):
        assert companion(around, *command, "--state", leftover) == (2, "", sentence)


@every_journal
def test_without_space_for_a_copy_only_a_log_is_unreadable(leftover: Path, request: pytest.FixtureRequest) -> None:
    status, _, errors = companion((*NO_ROOM_CARD, str(leftover)), "games", "--state", leftover)
    if {LOG} == {path.name for path in leftover.iterdir()} - {NAME}:
        assert (status, errors.count("\n")) == (2, 1)
        assert errors.startswith(
            f"{leftover / NAME} is in a read-only folder, so a copy must be read. The copy failed: "
        )
    else:
        assert (status, errors) == (0, "")


@pytest.mark.parametrize("leftover", ["with a log"], indirect=True)
@pytest.mark.parametrize("name", [NAME, LOG])
def test_file_without_read_permission_is_named(name: str, leftover: Path) -> None:
    around = on("folder", leftover)
    (leftover / name).chmod(0)
    for command in ("games", "export", "offers"):
        sentence = f"{leftover / name} can’t be read: Permission denied\n"
        assert companion(around, command, "--state", leftover) == (2, "", sentence)


def test_device_is_named_and_left_alone(tmp_path: Path) -> None:
    os.mknod(tmp_path / NAME, 0o20600, os.makedev(1, 5))
    before = everything_in(tmp_path)
    (file := tmp_path.with_name("game.jsonl")).touch()
    for command in (["games"], ["export"], ["backup", tmp_path / "copy"], ["restore", file], ["import", file]):
        sentence = f"{tmp_path / NAME} is a device, not a file with saved games.\n"
        assert companion((), *command, "--state", tmp_path) == (2, "", sentence)
    assert everything_in(tmp_path) == before
