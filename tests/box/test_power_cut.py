"""Tests of repeated power cuts: everything that the box has shown as done is still there afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.box.table import Table
from tests.kept import save_game
from tests.terminal import run, run_json

TURN = ("ok", "back")
"""A step by cards, and the end of the turn."""


def test_shown_state_survives_a_power_cut(tmp_path: Path) -> None:
    save_game(tmp_path)
    before = None
    for plug_pulled in range(3):
        with Table(tmp_path) as table:
            view = table.view()
            assert view["entry"] == 4 * plug_pulled
            assert before in (None, view)
            for key in TURN * 2:
                table.press(key)
            before = table.view()
            assert before["entry"] == 4 * plug_pulled + 4
            table.pull_the_plug()
    assert before is not None
    file = tmp_path / "game.jsonl"
    assert run("export", "--state", tmp_path, "-o", file).exit_code == 0
    replayed = run_json("replay", file)[1]
    assert {name: replayed[name] for name in ("entry", "turn", "standings", "holdings")} == {
        name: before[name] for name in ("entry", "turn", "standings", "holdings")
    }


@pytest.mark.parametrize("key", TURN)
def test_press_during_a_cut_is_complete_or_absent(tmp_path: Path, key: str) -> None:
    save_game(tmp_path)
    entries = 0
    for _ in range(4):
        with Table(tmp_path) as table:
            if key == "back":
                table.press("ok")
                entries += 1
            before = table.view_now
            table.push(key, down=True)
            table.wait_for(lambda current_view, before=before: bool(current_view["picture"] != before["picture"]))  # type: ignore[misc]
            table.push(key, down=False)
            log = table.pull_the_plug()
            assert log == ""
        with Table(tmp_path) as table:
            view = table.view()
            assert view["entry"] in (entries, entries + 1)
            assert view["badges"] == []
            entries = view["entry"]


def test_ending_table_notifies_its_pages(tmp_path: Path) -> None:
    save_game(tmp_path)
    with Table(tmp_path) as table:
        table.press("ok")
        assert table.end() == 0
    with Table(tmp_path) as table:
        assert table.view()["entry"] == 1


def test_new_box_begins_with_its_first_steps_once(tmp_path: Path) -> None:
    with Table(tmp_path / "new") as table:
        assert table.view()["game"] is None
        language = table.view_now
        assert "Langue · Language" in " ".join(language["spoken"])
        keys = table.press("ok")
        assert keys["on"]
        assert keys["picture"] != language["picture"]
        table.pull_the_plug()
    with Table(tmp_path / "new") as table:
        assert "Langue · Language" not in " ".join(table.view_now["spoken"])
