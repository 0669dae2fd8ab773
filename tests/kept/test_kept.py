"""Journals and exports that an earlier program wrote: they open, show the same, go on and verify, byte by byte."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.cli.output import BAD
from companion.table.table_errors import MisfitsError
from tests.kept.files import (
    EVERY_JOURNAL,
    EXPORTS,
    FOLDER,
    JOURNALS,
    MOVES,
    REFUSED,
    SHOWN,
    VERDICTS,
    copied,
    export_named,
    exports_of,
)
from tests.kept.outlets import OUTLETS, differences, kept, shown
from tests.kept.phones import text_at
from tests.kept.program import at_the_box, exports, phones_around, run
from tests.kept.terminal import numbers_in
from tests.kept.text import told_by
from tests.kept.verify_page import verdicts

every_journal = pytest.mark.parametrize("name", EVERY_JOURNAL)


@every_journal
@pytest.mark.parametrize("outlet", OUTLETS)
def test_what_was_shown_is_shown(name: str, outlet: str, tmp_path: Path) -> None:
    now = shown(name, outlet, tmp_path)
    assert {file: told for file, text in now.items() if (told := differences(kept(name, file), text))} == {}


@every_journal
def test_what_was_exported_is_exported(name: str, tmp_path: Path) -> None:
    state = copied(name, tmp_path / "state")
    numbers = numbers_in(state)
    without = REFUSED.get(name, ())
    files = {
        export_named(name, number, ending, alone=len(numbers) == 1): text
        for number in numbers
        for ending, text in exports(state, number, without).items()
    }
    assert sorted(files) == exports_of(name)
    for file, text in files.items():
        assert told_by(text) == told_before(file, without), file


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_present_rules_refuse_is_named_and_nothing_else(name: str, tmp_path: Path) -> None:
    state = copied(name, tmp_path / "state")
    with pytest.raises(MisfitsError) as refused:
        exports(state, 1)
    assert tuple(misfit.entry for misfit in refused.value.misfits) == REFUSED[name]
    done = run("export", "1", "--state", state)
    assert (done.exit_code, done.stdout) == (BAD, "")


@every_journal
def test_the_terminal_and_the_phones_hand_out_what_is_public(name: str, tmp_path: Path) -> None:
    state = copied(name, tmp_path / "state")
    numbers = numbers_in(state)
    without = REFUSED.get(name, ())
    with at_the_box(state) as hands:
        room = phones_around(hands)
        for number in numbers:
            public = told_before(export_named(name, number, ".public", alone=len(numbers) == 1), without)
            exported = run("export", str(number), "--state", state).stdout
            assert told_by(exported) == public
            assert text_at(room, f"/games/{number}/moves.jsonl") == exported


def told_before(file: str, without: Collection[int]) -> list[dict[str, Any]]:
    """Return the lines of a kept export, without the entries of these numbers, from 1, and lines about them."""
    kept = told_by((EXPORTS / file).read_text("utf-8"))
    number, left = 0, []
    for line in kept:
        number += "move" in line
        entry = number if "move" in line else line.get("entry")
        if entry in without:
            continue
        if entry is not None and "kind" in line:
            line = {**line, "entry": entry - sum(gone < entry for gone in without)}
        left.append(line)
    return left


def test_the_page_that_checks_games_says_the_same(browser: Browser) -> None:
    assert differences(VERDICTS.read_text("utf-8"), verdicts(browser)) == []


def test_every_file_is_the_one_that_was_kept() -> None:
    listed = {}
    for line in (FOLDER / "SHA256SUMS").read_text("utf-8").splitlines():
        digest, _, path = line.partition("  ")
        listed[path] = digest
    files = [path for folder in (JOURNALS, EXPORTS, MOVES) for path in sorted(folder.iterdir())]
    assert {path.relative_to(FOLDER).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files} == listed


def test_nothing_is_kept_that_no_outlet_shows() -> None:
    files = {"table.json", "past.json", "pages.txt", "box.fr.txt", "box.en.txt", "terminal.txt", "went_on.json"}
    assert {path.relative_to(SHOWN).as_posix() for path in SHOWN.glob("*/*")} == {
        f"{name}/{file}" for name in EVERY_JOURNAL for file in files
    }
    assert {path.stem for path in MOVES.iterdir()} == set(EVERY_JOURNAL)
