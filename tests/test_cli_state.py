"""Tests of `games`, `export`, `backup` and `restore`, also while the table runs."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import companion.cli.main
from companion.app.application import Companion
from companion.games import GAMES
from companion.journal.database import MOST_NUMBER
from companion.journal.journal import Journal
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from companion.session.session import Session
from companion.system.settings import Settings
from companion.table import game_limits
from companion.table.commands import CloseGame
from tests.kept import FIRST_TURN, NOON, ROUND_OF_PASSES, save_game, whole_game
from tests.kit.older_journals import everything_in, rewrite_game
from tests.kit.special_files import NO_FILES
from tests.kit.special_files import everything_in as everything_in_folder
from tests.terminal import HEAD, run, run_json, write


def test_state_of_an_installed_box_is_used_if_permitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert Path("/var/lib/companion") == companion.cli.main.STATE_OF_SERVICE
    monkeypatch.setattr(companion.cli.main, "STATE_OF_SERVICE", tmp_path)
    assert companion.cli.main.default_state() == tmp_path
    monkeypatch.setenv("STATE_DIRECTORY", "/srv/games")
    assert companion.cli.main.default_state() == Path("/srv/games")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setattr(companion.cli.main, "STATE_OF_SERVICE", tmp_path / "none")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert companion.cli.main.default_state() == tmp_path / "companion"


@pytest.mark.parametrize("command", ["backup", "restore", "import"])
def test_files_in_the_state_keep_its_owner(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state, calls = tmp_path / "state", list[Path]()

    @contextlib.contextmanager
    def noted(folder: Path) -> Iterator[None]:
        yield
        calls.append(folder)

    save_game(state, FIRST_TURN)
    files = {"backup": tmp_path / "new", "restore": tmp_path / "copy", "import": tmp_path / "game.jsonl"}
    assert run("backup", files["restore"], "--state", state).exit_code == 0
    assert run("export", "-o", files["import"], "--state", state).exit_code == 0
    monkeypatch.setattr(companion.cli.main, "keep_owner", noted)
    assert run(command, files[command], "--state", state).exit_code == 0
    assert calls == [state]


def test_games_lists_what_is_saved(tmp_path: Path) -> None:
    save_game(tmp_path, whole_game())
    save_game(tmp_path, ROUND_OF_PASSES, names=("Dara", "Émile", "Fu"))
    status, body = run_json("games", "--state", tmp_path)
    assert status == 0
    assert [(game["number"], game["game"], game["seats"], game["over"]) for game in body["games"]] == [
        (1, "expedition", ["Ada", "Bao", "Chloé"], True),
        (2, "expedition", ["Dara", "Émile", "Fu"], False),
    ]
    assert body["games"][0]["standings"][0] == {"seat": 1, "rank": 1, "total": 16}
    assert body["games"][1]["standings"] == []
    assert run("games", "--state", tmp_path).stdout.splitlines() == [
        "   1  Marco Polo Expedition  Ada, Bao, Chloé  Ada won",
        "   2  Marco Polo Expedition  Dara, Émile, Fu  not finished",
    ]


def test_games_of_an_empty_state(tmp_path: Path) -> None:
    with closing(open_store(tmp_path, GAMES)):
        pass
    assert run_json("games", "--state", tmp_path) == (0, {"games": []})
    assert run("games", "--state", tmp_path).stdout == "There are no saved games yet.\n"


def test_games_of_a_missing_state_directory(tmp_path: Path) -> None:
    assert run_json("games", "--state", tmp_path / "none") == (0, {"games": []})
    assert (
        run("games", "--state", tmp_path / "none").stdout
        == f"There are no saved games at {tmp_path / 'none' / NAME}.\n"
    )
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("kind", NO_FILES)
def test_every_command_names_a_target_that_is_no_file(kind: str, tmp_path: Path) -> None:
    """No command waits for the writer of a pipe, and none changes anything."""
    file = write(tmp_path, HEAD)
    state = tmp_path / "state"
    state.mkdir()
    NO_FILES[kind](state / NAME)
    before = everything_in_folder(state)
    commands: list[list[str | Path]] = [["games"], ["export"], ["offers"], ["backup", tmp_path / "copy"]]
    if kind != "a folder":  # it is set aside
        commands += [["restore", file], ["import", file], ["run", "--simulate", "--port", "0"]]
    for command in commands:
        result = run(*command, "--state", state)
        assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
        assert result.stderr.startswith(f"{state / NAME} is {kind}")
    assert f"!!  {state / NAME} is {kind}" in run("doctor", "--state", state).stdout
    assert everything_in_folder(state) == before


def test_backup_from_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    result = run("restore", tmp_path / "pipe", "--state", tmp_path / "state")
    expected = f"{tmp_path / 'pipe'} is a pipe, not a file with saved games.\n"
    assert (result.exit_code, result.stderr) == (2, expected)


def test_empty_file_is_named(tmp_path: Path) -> None:
    (tmp_path / NAME).touch()
    for command in (["games"], ["export"], ["offers"], ["backup", str(tmp_path / "copy")]):
        result = run(*command, "--state", tmp_path)
        expected = f"{tmp_path / NAME} is empty: there are no saved games in it.\n"
        assert (result.exit_code, result.stderr) == (2, expected)


def test_backup_of_a_missing_state_directory(tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        status, body = run_json("backup", "copy.sqlite3", "--state", tmp_path / "none")
    assert (status, body["error"]) == (2, "bad_file")
    assert str(tmp_path / "none") in body["reason"]
    assert [*tmp_path.iterdir()] == []


def test_exported_game_replays_to_the_same_view(tmp_path: Path) -> None:
    save_game(tmp_path, whole_game(), options={"crates": {"5": 2}})
    save_game(tmp_path, FIRST_TURN)
    with Companion(Settings(host="127.0.0.1", port=0), tmp_path, simulated=True):
        for number, end in ((1, "result"), (2, "moves")):
            path = tmp_path / f"{end}.jsonl"
            assert run("export", str(number), "--state", tmp_path, "-o", path).exit_code == 0
            assert run("export", str(number), "--state", tmp_path).stdout_bytes == path.read_bytes()
            assert run_json("verify", path)[0] == 0
    with closing(open_store(tmp_path, GAMES)) as store:
        table = Session(store.journal, GAMES, lambda: NOON).table
    assert table is not None
    view = run_json("replay", tmp_path / "moves.jsonl")[1]
    assert (view["seq"], view["entry"]) == (table.seq, len(table.entries))
    assert view["holdings"] == {"1": {"gold": 5, "camels": [3]}, "2": _left(1), "3": _left(2)}
    original_view = run_json("replay", tmp_path / "result.jsonl")[1]
    assert original_view["holdings"]["1"] == {"gold": 18, "camels": [29]}
    again = write(tmp_path, *(tmp_path / "result.jsonl").read_bytes().splitlines(), name="again.jsonl")
    assert run_json("replay", again)[1] == original_view


def _left(space: int) -> dict[str, Any]:
    return {"gold": 3, "camels": [space]}


def test_export_takes_the_open_game_or_else_the_last(tmp_path: Path) -> None:
    save_game(tmp_path, names=("Ada", "Bao"))
    save_game(tmp_path, names=("Chen", "Dara"), leave=True)
    assert json.loads(run("export", "--state", tmp_path).stdout.splitlines()[0])["seats"] == ["Chen", "Dara"]
    with closing(open_store(tmp_path, GAMES)) as store:
        store.journal.set_note("open_game", 1)
    assert json.loads(run("export", "--state", tmp_path).stdout.splitlines()[0])["seats"] == ["Ada", "Bao"]


def test_export_of_a_game_that_is_closed(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    with closing(open_store(tmp_path, GAMES)) as store:
        Session(store.journal, GAMES, lambda: NOON).do(CloseGame())
    assert len(run("export", "1", "--state", tmp_path).stdout.splitlines()) == 4
    assert run_json("games", "--state", tmp_path)[1]["games"][0]["closed"]


def test_games_by_other_rules_or_unknown_are_listed_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_game(tmp_path, whole_game())
    save_game(tmp_path, FIRST_TURN, leave=True)
    save_game(tmp_path, game="classic", names=("Ada", "Bao"), leave=True)
    path = tmp_path / NAME
    for number in (1, 2):
        rewrite_game(path, number, version=7)
    before = [everything_in(path, number) for number in (1, 2, 3)]
    monkeypatch.setattr(companion.cli.known_games, "GAMES", tuple(game for game in GAMES if game.id == "expedition"))
    games = run_json("games", "--state", tmp_path)[1]["games"]
    listed = [
        (listed_game["game"], listed_game["rules_version"], listed_game["foreign"], listed_game["over"])
        for listed_game in games
    ]
    assert listed == [
        ("expedition", 7, "other_rules", True),
        ("expedition", 7, "other_rules", False),
        ("classic", 3, "missing", False),
    ]
    assert games[0]["standings"][0] == {"seat": 1, "rank": 1, "total": 16}
    lines = run("games", "--state", tmp_path).stdout.splitlines()
    assert "Its result stands" in lines[0]
    assert "does not know this game" in lines[2]
    ended = run("export", "1", "--state", tmp_path)
    assert ended.exit_code == 0
    assert json.loads(ended.stdout.splitlines()[1])["rules_version"] == 7
    assert run("export", "2", "--state", tmp_path).exit_code == 0, "the present rules take it up"
    missing = run("export", "3", "--state", tmp_path)
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "does not know what is secret" in missing.stderr
    backup = tmp_path / "backup.sqlite3"
    assert run_json("backup", backup, "--state", tmp_path)[1]["games"] == 3
    assert run_json("restore", backup, "--state", tmp_path / "other")[1]["games"] == 3
    assert [everything_in(path, number) for number in (1, 2, 3)] == before
    restored = [everything_in(tmp_path / "other" / NAME, number) for number in (1, 2, 3)]
    assert restored[0] == before[0]
    for now, then in zip(restored[1:], before[1:], strict=True):
        assert [record for record in now[:-1] if "restore" not in record] == then[:-1]


def test_export_counts_moves_refused_by_the_present_rules(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN, leave=True)
    worse = {"move": {"move": "crate", "value": 9}}
    rewrite_game(tmp_path / NAME, 1, lambda seq, body: body | worse if seq == 3 else body, version=7)
    result = run("export", "1", "--state", tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "refuse 1 of its moves" in result.stderr


@pytest.mark.parametrize("number", ["0", "-1", "3", "first"])
def test_export_of_a_missing_game(tmp_path: Path, number: str) -> None:
    save_game(tmp_path)
    result = run("export", "--state", tmp_path, "--", number)
    assert (result.exit_code, result.stdout) == (2, "")
    assert number in result.stderr


def test_export_without_any_game(tmp_path: Path) -> None:
    with closing(open_store(tmp_path, GAMES)):
        pass
    result = run("export", "--state", tmp_path)
    assert (result.exit_code, result.stderr) == (2, "There are no saved games yet.\n")


def test_export_to_an_unwritable_file(tmp_path: Path) -> None:
    save_game(tmp_path)
    result = run("export", "--state", tmp_path, "-o", tmp_path / "none" / "moves.jsonl")
    assert result.exit_code == 2
    assert result.stderr == f"{tmp_path / 'none' / 'moves.jsonl'} can’t be written: No such file or directory\n"


def test_backup_of_a_running_table_is_complete(tmp_path: Path) -> None:
    state, copy = tmp_path / "state", tmp_path / "copy.sqlite3"
    save_game(state, whole_game())
    save_game(state, FIRST_TURN)
    with Companion(Settings(host="127.0.0.1", port=0), state, simulated=True):
        assert run("backup", copy, "--state", state).stdout == f"2 games copied to {copy}.\n"
        refused = run("restore", copy, "--state", state)
        assert refused.exit_code == 2
        assert "Another companion is already using" in refused.stderr
    games = run_json("games", "--state", state)[1]
    save_game(state)
    assert run_json("restore", copy, "--state", state) == (0, {"games": 2, "state": str(state)})
    assert run_json("games", "--state", state)[1] == games
    assert len(list(state.glob("replaced-*"))) == 1


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    save_game(tmp_path)
    copy = write(tmp_path, "mine", name="copy.sqlite3")
    status, body = run_json("backup", copy, "--state", tmp_path)
    assert (status, body["error"]) == (2, "bad_file")
    assert copy.read_text() == "mine\n"


def test_invalid_backup_changes_nothing(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    before = (tmp_path / NAME).read_bytes()
    status, body = run_json("restore", write(tmp_path, "no database", name="copy.sqlite3"), "--state", tmp_path)
    assert (status, body["error"]) == (2, "bad_file")
    assert (tmp_path / NAME).read_bytes() == before


def test_backup_to_an_unwritable_file_says_why(tmp_path: Path) -> None:
    save_game(tmp_path)
    result = run("backup", tmp_path / "none" / "copy.sqlite3", "--state", tmp_path)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert result.stderr.startswith(f"The backup {tmp_path / 'none' / 'copy.sqlite3'} could not be written. (")
    assert "No such file" in result.stderr


def test_damaged_journal_is_reported_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\x00" * 5000)
    for command in (["games"], ["export"], ["backup", str(tmp_path / "copy")]):
        result = run(*command, "--state", tmp_path)
        assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert (tmp_path / NAME).read_bytes() == b"\x00" * 5000


def test_exported_game_is_imported_beside_the_others(tmp_path: Path) -> None:
    file = write(
        tmp_path, '{"game": "expedition", "seats": ["A", "B", "C"]}\n{"seat": 1, "move": "step", "by": "cards"}\n'
    )
    state = tmp_path / "state"
    assert run_json("import", file, "--state", state) == (
        0,
        {"game": 1, "entries": 1, "loose": False, "state": str(state)},
    )
    assert run("import", file, "--state", state).stdout == "Imported as game 2.\n"
    assert [game["number"] for game in run_json("games", "--state", state)[1]["games"]] == [1, 2]
    exported = run("export", "2", "--state", state).stdout
    assert [json.loads(line).get("move") for line in exported.splitlines()][-1] == "step"
    bad = write(
        tmp_path, '{"game": "expedition", "seats": ["A", "B", "C"]}\n{"seat": 1, "move": "leap"}\n', name="bad.jsonl"
    )
    refused = run("import", bad, "--state", state)
    assert (refused.exit_code, "Line 2" in refused.stderr) == (2, True)


def test_import_is_refused_while_the_table_runs(tmp_path: Path) -> None:
    store = open_store(tmp_path, GAMES)
    file = write(tmp_path, '{"game": "expedition", "seats": ["A", "B", "C"]}\n', name="game.jsonl")
    refused = run("import", file, "--state", tmp_path)
    assert refused.exit_code == 2
    assert "already using" in refused.stderr
    store.close()


def test_backup_names_faulty_games(tmp_path: Path) -> None:
    file = write(
        tmp_path, '{"game": "expedition", "seats": ["A", "B", "C"]}\n{"seat": 1, "move": "step", "by": "cards"}\n'
    )
    state = tmp_path / "state"
    for _ in range(2):
        run("import", file, "--state", state)
    assert run("backup", tmp_path / "whole.sqlite3", "--state", state).exit_code == 0
    with closing(sqlite3.connect(state / NAME)) as db, db:
        db.execute("UPDATE rows SET source = 'fox' WHERE game = 1 AND seq = 2")
    result = run("backup", tmp_path / "bad.sqlite3", "--state", state)
    assert (result.exit_code, "Game 1 is damaged" in result.stderr) == (1, True)
    assert run_json("backup", tmp_path / "other.sqlite3", "--state", state)[1]["faulty"] == [1]
    bad = tmp_path / "bad.sqlite3"
    assert run("restore", bad, "--state", tmp_path / "new").exit_code == 2
    restored = run_json("restore", bad, "--damaged", "--state", tmp_path / "new")
    assert restored == (0, {"games": 2, "state": str(tmp_path / "new"), "lost": 1})


def test_backup_names_the_game_that_prevents_a_restore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state, file = tmp_path / "state", tmp_path / "backup"
    save_game(state, ROUND_OF_PASSES)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "next_number", lambda _: MOST_NUMBER)
        save_game(state, ROUND_OF_PASSES)
    result = run("backup", file, "--state", state)
    assert result.exit_code == 1
    assert f"The number of game {MOST_NUMBER} is too high" in result.stderr
    assert run_json("backup", tmp_path / "other", "--state", state)[1]["misnumbered"] == [MOST_NUMBER]
    assert run("restore", file, "--state", tmp_path / "new").exit_code == 2


def test_backup_and_restore_name_games_that_are_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state, file = tmp_path / "state", tmp_path / "backup.sqlite3"
    save_game(state, FIRST_TURN)
    save_game(state)
    monkeypatch.setattr(game_limits, "MOST_ROWS", 2)
    result = run("backup", file, "--state", state)
    assert (result.exit_code, "Game 1 is in the file, but too long" in result.stderr) == (1, True)
    assert run_json("backup", tmp_path / "other", "--state", state)[1]["too_long"] == [1]
    result = run("restore", file, "--state", tmp_path / "new")
    assert (result.exit_code, "Game 1 was not restored" in result.stderr) == (1, True)
    told_again = run_json("restore", file, "--damaged", "--state", tmp_path / "new")
    assert told_again == (1, {"games": 1, "state": str(tmp_path / "new"), "lost": 0, "too_long": [1]})
    assert [game["number"] for game in run_json("games", "--state", tmp_path / "new")[1]["games"]] == [2]


def test_imported_games_are_marked(tmp_path: Path) -> None:
    file = write(tmp_path, '{"game": "expedition", "seats": ["A", "B", "C"]}\n')
    run("import", file, "--state", tmp_path / "state")
    assert run("games", "--state", tmp_path / "state").stdout.rstrip().endswith("imported")
    assert run_json("games", "--state", tmp_path / "state")[1]["games"][0]["brought_in"] is True


@pytest.mark.parametrize("command", ["games", "doctor"])
def test_another_user_reads_where_the_box_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    box, own = tmp_path / "box", tmp_path / "own"
    box.mkdir()
    hint = f"The installed box has its own games, in {box}. For them: sudo companion {command}\n"
    monkeypatch.setattr(companion.cli.main, "STATE_OF_SERVICE", box)
    monkeypatch.setattr(companion.cli.main, "default_state", lambda: own)
    assert hint in run(command, "--state", own).stderr
    assert hint not in run(command, "--state", tmp_path / "elsewhere").stderr
    assert hint not in run(command, "--state", box).stderr
    monkeypatch.setattr(companion.cli.main, "STATE_OF_SERVICE", tmp_path / "none")
    assert hint not in run(command, "--state", own).stderr
