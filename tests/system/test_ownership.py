"""Files that the superuser writes for a service: who has them afterwards. Without a superuser nothing changes hands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.system.ownership import keep_owner

SERVICE = 4711
"""The number of a user."""


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """What is given to whom, as the superuser of a machine where every file here is the superuser's."""
    given: list[tuple[str, int, int]] = []

    def fchown(file: int, user: int, group: int) -> None:
        given.append((Path(f"/proc/self/fd/{file}").readlink().name, user, group))

    true = os.fstat

    def fstat(file: int) -> os.stat_result:
        found = list(true(file))
        is_folder = Path(f"/proc/self/fd/{file}").is_dir()
        found[4], found[5] = (SERVICE, SERVICE + 1) if is_folder else (0, 0)
        return os.stat_result(found)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", fchown)
    monkeypatch.setattr(os, "fstat", fstat)
    return given


def test_what_the_superuser_wrote_is_given_to_whom_the_folder_belongs(
    tmp_path: Path, changes: list[tuple[str, int, int]]
) -> None:
    with keep_owner(tmp_path):
        (tmp_path / "journal.sqlite3").touch()
    assert changes == [("journal.sqlite3", SERVICE, SERVICE + 1)]


def test_also_where_it_went_wrong(tmp_path: Path, changes: list[tuple[str, int, int]]) -> None:
    (tmp_path / "half").touch()
    with pytest.raises(FileNotFoundError), keep_owner(tmp_path):
        (tmp_path / "half").rename(tmp_path / "none" / "half")
    assert [name for name, *_ in changes] == ["half"]


def test_nothing_is_given_that_is_also_elsewhere(tmp_path: Path, changes: list[tuple[str, int, int]]) -> None:
    state, other = tmp_path / "state", tmp_path / "other"
    state.mkdir()
    other.touch()
    (state / "hard").hardlink_to(other)
    (state / "soft").symlink_to(other)
    (state / "folder").mkdir()
    os.mkfifo(state / "pipe")
    with keep_owner(state):
        pass
    assert changes == []


def test_others_change_nothing(
    tmp_path: Path, changes: list[tuple[str, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with keep_owner(tmp_path):
        (tmp_path / "mine").touch()
    assert changes == []


def test_a_folder_that_is_not_there_is_no_fault(tmp_path: Path, changes: list[tuple[str, int, int]]) -> None:
    with keep_owner(tmp_path / "none"):
        pass
    assert changes == []
