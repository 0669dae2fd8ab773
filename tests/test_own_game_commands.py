"""Tests of new-game and check-game: a folder that runs at once, and faults that are named."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.new_game import ID
from tests.terminal import run, run_json

CHECKOUT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.usefixtures("own_words")
TEMPLATE = Path("companion/cli/new_game/my_game")


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of own games, made by somebody whose group may write to everything else."""
    folder = tmp_path / "games"
    folder.mkdir(mode=0o755)
    before = os.umask(0o002)
    yield folder
    os.umask(before)


@pytest.fixture
def goose(games: Path) -> Path:
    assert run("--games", games, "new-game", "goose_race").exit_code == 0
    return games / "goose_race"


def check(games: Path, name: str = "goose_race") -> tuple[int, list[str]]:
    """Return the exit status of check-game, and the faults."""
    result = run("--games", games, "check-game", name)
    faults = [line.removeprefix("!!  ") for line in result.stdout.splitlines() if line.startswith("!! ")]
    return result.exit_code, faults


def change(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")


def test_a_new_game_can_be_played_at_once(goose: Path, games: Path) -> None:
    files = sorted(path.relative_to(goose).as_posix() for path in goose.rglob("*.*"))
    template = CHECKOUT / TEMPLATE
    assert files == sorted(path.relative_to(template).as_posix().removesuffix(".txt") for path in template.rglob("*.*"))
    assert check(games) == (0, [])
    assert "Goose race, 4 moves" in run("--games", games, "replay", goose / "golden/a_short_race.jsonl").stdout


def test_a_new_game_has_only_its_own_name(goose: Path) -> None:
    texts = "\n".join(path.read_text("utf-8") for path in goose.rglob("*.*") if path.suffix != ".pyc")
    assert not re.search(r"my.?game|mon jeu", texts, re.IGNORECASE)


def test_commands_are_told_in_json_too(games: Path) -> None:
    status, body = run_json("--games", games, "new-game", "acorns")
    assert (status, body["files"][0]) == (0, f"{games}/acorns/__init__.py")
    status, body = run_json("--games", games, "check-game", "acorns")
    assert (status, {finding["ok"] for finding in body["findings"]}) == (0, {True})


@pytest.mark.parametrize("name", ["Goose", "1goose", "goose-race", "", "class", "a" * 25, "../goose"])
def test_an_id_that_no_folder_may_have_is_refused(games: Path, name: str) -> None:
    result = run("--games", games, "new-game", name)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"“{name}” cannot be the id of a game: small letters")
    assert list(games.iterdir()) == []
    assert ID.fullmatch("a" * 24)


def test_nothing_that_is_there_is_overwritten(goose: Path, games: Path) -> None:
    (games / "acorns").mkdir(mode=0o755)
    before = (goose / "__init__.py").read_bytes()
    assert "already a game “goose_race”" in run("--games", games, "new-game", "goose_race").stderr
    assert "already a game “voyages”" in run("--games", games, "new-game", "voyages").stderr
    assert f"{games}/acorns is there already" in run("--games", games, "new-game", "acorns").stderr
    assert (goose / "__init__.py").read_bytes() == before


def test_a_sentence_that_a_language_lacks_is_named(goose: Path, games: Path) -> None:
    change(goose / "words/fr.po", 'msgid "goose_race.path"\nmsgstr "Le chemin"\n', "")
    status, faults = check(games)
    assert status == 1
    assert faults[0] == "words/fr.po: “goose_race.path” is missing"


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (
            "lines = (Line(",
            "lines = (1 // (3 - state.turn_no),) and (Line(",
            r"2 players, seat \d: \{.*\}: ZeroDivisionError: .* \(__init__.py:\d+\)",
        ),
        (
            "return replace(state, turn_no=state.turn_no + 1), lines",
            "return replace(state, turn_no=state.turn_no + 1), ()",
            r"2 players, seat \d: \{.*\}: no end after 3000 random moves",
        ),
    ],
)
def test_a_fault_in_play_is_named_with_the_move(goose: Path, games: Path, before: str, after: str, fault: str) -> None:
    change(goose / "__init__.py", before, after)
    status, faults = check(games)
    assert status == 1
    assert any(re.fullmatch(fault, text) for text in faults), faults


def test_a_golden_game_that_does_not_hold_is_named(goose: Path, games: Path) -> None:
    change(goose / "golden/a_short_race.jsonl", '"n": 2', '"n": 3')
    status, faults = check(games)
    assert status == 1
    assert faults[0].startswith("golden/a_short_race.jsonl: Line 2")


WALK = '{"seat": 2, "move": "walk", "n": 1}\n'
REFUSED = """
[refused]
line = 6
ruling = ""
"""


@pytest.mark.parametrize(
    ("last_move", "expected", "result"),
    [
        (WALK, REFUSED, "ok  golden/a_short_race.jsonl: Line 6 is refused"),
        (WALK, "", "!!  golden/a_short_race.jsonl: Line 6: "),
        (WALK, REFUSED.replace('""', '"M3"'), "!!  golden/a_short_race.jsonl: Line 6"),
        ("", REFUSED, "!!  golden/a_short_race.jsonl: Line 6 should be refused"),
    ],
)
def test_golden_games_may_end_with_a_refusal(
    goose: Path, games: Path, last_move: str, expected: str, result: str
) -> None:
    file = goose / "golden/a_short_race.jsonl"
    file.write_text(file.read_text("utf-8") + last_move, "utf-8")
    file.with_suffix(".toml").write_text(expected, "utf-8")
    for path in (file, file.with_suffix(".toml")):
        path.chmod(0o644)
    printed = run("--games", games, "check-game", "goose_race").stdout
    assert [line for line in printed.splitlines() if line.startswith(result)], printed


def test_facts_of_an_own_game_are_used(goose: Path, games: Path) -> None:
    change(goose / "facts.py", "GameFacts(\n", 'GameFacts(\n    plain={"well": 99},\n')
    assert check(games) == (
        1,
        ["2 players, begin: well: This choice is no longer possible. Look at what is offered now."],
    )
    change(goose / "facts.py", "GameFacts(\n", "GameFact(\n")
    status, faults = check(games)
    assert status == 1
    assert faults == ["NameError: name 'GameFact' is not defined (facts.py:7)"]
    assert not [*goose.rglob("*.pyc")]


def test_a_correction_that_leads_nowhere_is_named(goose: Path, games: Path) -> None:
    change(goose / "__init__.py", "self.well - 1 - here", "99")
    status, faults = check(games)
    assert status == 1
    assert re.fullmatch(r"game 1, entry \d+: there is no '\d+'", faults[0])


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    before = os.umask(0o002)
    result = run("--games", tmp_path / "new/games", "new-game", "goose_race")
    os.umask(before)
    assert (result.exit_code, result.stderr) == (0, "")
    assert check(tmp_path / "new/games") == (0, [])


@pytest.mark.parametrize("has_words", [True, False])
def test_the_printed_command_opens_the_pages(goose: Path, games: Path, has_words: bool) -> None:
    """The command is run as printed, without its test in a browser."""
    if not has_words:
        change(goose / "words/fr.po", 'msgid "goose_race.path"\nmsgstr "Le chemin"\n', "")
    printed = run("--games", games, "check-game", "goose_race").stdout.splitlines()[-1]
    _, _, command = printed.partition(": ")
    deep, variable, _, *arguments = shlex.split(command)
    assert deep == "DEEP=1"
    environment = os.environ | {"COMPANION_GAMES": variable.removeprefix("COMPANION_GAMES=")}
    environment.pop("DEEP", None)
    pytest_of_them = (sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *arguments)
    ended = subprocess.run(pytest_of_them, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert ("1 passed" in ended.stdout, "goose_race.path" in ended.stdout) == (has_words, not has_words), ended.stdout


def test_an_unknown_game_is_refused(games: Path) -> None:
    result = run("--games", games, "check-game", "goose")
    assert result.exit_code == 2
    assert "no game “goose”" in result.stderr
