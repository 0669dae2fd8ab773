"""Tests of the owner of files that the superuser writes for a service. Without a superuser nothing changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.system.ownership import keep_owner

SERVICE = 4711
"""The number of a user."""


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Return the changes of owners, as the superuser of a machine where every file here is the superuser's."""
    calls: list[tuple[str, int, int]] = []

    def fchown(file: int, user: int, group: int) -> None:
        calls.append((Path(f"/proc/self/fd/{file}").readlink().name, user, group))

    true = os.fstat

    def fstat(file: int) -> os.stat_result:
        fields = list(true(file))
        is_folder = Path(f"/proc/self/fd/{file}").is_dir()
        fields[4], fields[5] = (SERVICE, SERVICE + 1) if is_folder else (0, 0)
        return os.stat_result(fields)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", fchown)
    monkeypatch.setattr(os, "fstat", fstat)
    return calls


def test_files_of_the_superuser_go_to_the_folders_owner(tmp_path: Path, changes: list[tuple[str, int, int]]) -> None:
    with keep_owner(tmp_path):
        (tmp_path / "journal.sqlite3").touch()
    assert changes == [("journal.sqlite3", SERVICE, SERVICE + 1)]


def test_files_change_owner_after_an_error_too(tmp_path: Path, changes: list[tuple[str, int, int]]) -> None:
    (tmp_path / "half").touch()
    with pytest.raises(FileNotFoundError), keep_owner(tmp_path):
        (tmp_path / "half").rename(tmp_path / "none" / "half")
    assert [name for name, *_ in changes] == ["half"]


def test_links_and_other_files_keep_their_owner(tmp_path: Path, changes: list[tuple[str, int, int]]) -> None:
    state, outside = tmp_path / "state", tmp_path / "other"
    state.mkdir()
    outside.touch()
    (state / "hard").hardlink_to(outside)
    (state / "soft").symlink_to(outside)
    (state / "folder").mkdir()
    os.mkfifo(state / "pipe")
    with keep_owner(state):
        pass
    assert changes == []


def test_other_users_change_nothing(
    tmp_path: Path, changes: list[tuple[str, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with keep_owner(tmp_path):
        (tmp_path / "mine").touch()
    assert changes == []


def test_missing_folder_is_no_error(tmp_path: Path, changes: list[tuple[str, int, int]]) -> None:
    with keep_owner(tmp_path / "none"):
        pass
    assert changes == []
