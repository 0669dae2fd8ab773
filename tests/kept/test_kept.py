"""Journals and exports that an earlier program wrote: they open, show the same, go on and verify, byte by byte."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.cli.output import BAD
from companion.table.session_errors import MisfitsError
from tests.kept.files import (
    EVERY_JOURNAL,
    EXPORTS,
    FOLDER,
    JOURNALS,
    MOVES,
    REFUSED,
    SHOWN,
    VERDICTS,
    copy_journal,
    export_name,
    export_names,
)
from tests.kept.outlets import OUTLETS, differences, kept_text, show
from tests.kept.phones import text_at
from tests.kept.program import exported_files, phones_of, run, run_box
from tests.kept.terminal import game_numbers
from tests.kept.text import game_lines
from tests.kept.verify_page import page_verdicts

every_journal = pytest.mark.parametrize("name", EVERY_JOURNAL)


@every_journal
@pytest.mark.parametrize("outlet", OUTLETS)
def test_outlets_show_the_same_as_before(name: str, outlet: str, tmp_path: Path) -> None:
    texts = show(name, outlet, tmp_path)
    assert {
        file: difference for file, text in texts.items() if (difference := differences(kept_text(name, file), text))
    } == {}


@every_journal
def test_exports_are_the_same_as_before(name: str, tmp_path: Path) -> None:
    state = copy_journal(name, tmp_path / "state")
    numbers = game_numbers(state)
    without = REFUSED.get(name, ())
    files = {
        export_name(name, number, ending, alone=len(numbers) == 1): text
        for number in numbers
        for ending, text in exported_files(state, number, without).items()
    }
    assert sorted(files) == export_names(name)
    for file, text in files.items():
        assert game_lines(text) == kept_game_lines(file, without), file


@pytest.mark.parametrize("name", REFUSED)
def test_migration_names_exactly_the_refused_moves(name: str, tmp_path: Path) -> None:
    state = copy_journal(name, tmp_path / "state")
    with pytest.raises(MisfitsError) as refused:
        exported_files(state, 1)
    assert tuple(misfit.entry for misfit in refused.value.misfits) == REFUSED[name]
    result = run("export", "1", "--state", state)
    assert (result.exit_code, result.stdout) == (BAD, "")


@every_journal
def test_terminal_and_phones_export_only_public_content(name: str, tmp_path: Path) -> None:
    state = copy_journal(name, tmp_path / "state")
    numbers = game_numbers(state)
    without = REFUSED.get(name, ())
    with run_box(state) as hands:
        room = phones_of(hands)
        for number in numbers:
            public = kept_game_lines(export_name(name, number, ".public", alone=len(numbers) == 1), without)
            exported = run("export", str(number), "--state", state).stdout
            assert game_lines(exported) == public
            assert text_at(room, f"/games/{number}/moves.jsonl") == exported


def kept_game_lines(file: str, without: Collection[int]) -> list[dict[str, Any]]:
    """Return the lines of a kept export, without the entries of these numbers, from 1, and lines about them."""
    lines = game_lines((EXPORTS / file).read_text("utf-8"))
    number, remaining = 0, []
    for line in lines:
        number += "move" in line
        entry = number if "move" in line else line.get("entry")
        if entry in without:
            continue
        if entry is not None and "kind" in line:
            line = {**line, "entry": entry - sum(left_out < entry for left_out in without)}
        remaining.append(line)
    return remaining


def test_verify_page_gives_the_same_verdicts(browser: Browser) -> None:
    assert differences(VERDICTS.read_text("utf-8"), page_verdicts(browser)) == []


def test_kept_files_match_their_checksums() -> None:
    listed = {}
    for line in (FOLDER / "SHA256SUMS").read_text("utf-8").splitlines():
        digest, _, path = line.partition("  ")
        listed[path] = digest
    files = [path for folder in (JOURNALS, EXPORTS, MOVES) for path in sorted(folder.iterdir())]
    assert {path.relative_to(FOLDER).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files} == listed


def test_every_kept_text_belongs_to_an_outlet() -> None:
    files = {"table.json", "past.json", "pages.txt", "box.fr.txt", "box.en.txt", "terminal.txt", "went_on.json"}
    assert {path.relative_to(SHOWN).as_posix() for path in SHOWN.glob("*/*")} == {
        f"{name}/{file}" for name in EVERY_JOURNAL for file in files
    }
    assert {path.stem for path in MOVES.iterdir()} == set(EVERY_JOURNAL)
