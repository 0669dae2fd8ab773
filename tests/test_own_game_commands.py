"""Tests of new-game and check-game: a folder that runs at once, and faults that are named."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.cli.check_game import command_for_pages
from companion.cli.check_secrets import leak_of
from companion.cli.new_game import ID
from companion.rules.game import Game, find_game
from companion.words.catalogue import Words
from tests.kit.cases import CASES, FACTS, GAMES, SECRETIVE
from tests.kit.random_play import whole_game
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
    change(goose / "facts.py", "GameFacts(\n", "GameFact(\n")  # so no random game is played
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


STATE_LEAKS = ("        return replace(state, bids=tuple(bids))\n", "        return state\n")
STATE_LEAKS_TO_SEATS = ("(bid if viewer.sees(seat) else None)", "(bid if viewer.seat else None)")
MOVE_LEAKS = ("hidden = isinstance(move, Bid) and not _is_shown(before, seat, now, viewer)", "hidden = False")
WORDS_LEAK = ("isinstance(move, Bid) and _is_shown(before, seat, now, viewer)", "isinstance(move, Bid)")
WORDS_LEAK_TO_SEATS = (
    "_is_shown(before, seat, now, viewer):",
    "(viewer.seat or _is_shown(before, seat, now, viewer)):",
)
ANIMATION_LEAKS = (
    "        if after.round == before.round:\n            return end\n",
    "        if isinstance(move, Bid):\n"
    '            return (Reveal(name=say("bids.bids"), rows=tuple(_bid_rows(after.bids))), *end)\n',
)
TO_ALL = "everybody sees what player "
TO_A_SEAT = r"player \d sees what player "


@pytest.mark.parametrize(
    ("leaks", "facts", "fault"),
    [
        ([STATE_LEAKS], False, TO_ALL + r"\d keeps secret, in player_view\.bids\.\d"),
        ([STATE_LEAKS_TO_SEATS], False, TO_A_SEAT + r"\d keeps secret, in player_view\.bids\.\d"),
        ([MOVE_LEAKS], False, TO_ALL + r"\d keeps secret, in move_view: \d\.card"),
        ([WORDS_LEAK], False, TO_ALL + r"\d keeps secret, in describe_move: \d\.bids\.told\.bid_this"),
        ([WORDS_LEAK_TO_SEATS], False, TO_A_SEAT + r"\d keeps secret, in describe_move: \d\.bids\.told\.bid_this"),
        ([MOVE_LEAKS, WORDS_LEAK], False, TO_ALL + r"\d keeps secret, in move_view: \d\.card"),
        ([ANIMATION_LEAKS], False, TO_ALL + r"\d keeps secret, in animations: .*\.cards\.1\.thing"),
        ([STATE_LEAKS, MOVE_LEAKS, WORDS_LEAK], True, TO_ALL + r"\d keeps secret, in player_view\.bids\.\d"),
    ],
)
def test_a_leak_of_a_secret_is_named(games: Path, leaks: list[tuple[str, str]], facts: bool, fault: str) -> None:
    bids = bids_in(games)
    for leak in leaks:
        change(bids / "__init__.py", *leak)
    if not facts:
        (bids / "facts.py").unlink()
    status, faults = check(games, "bids")
    assert status == 1
    assert re.fullmatch(r"2 players, seat \d: {'move': 'bid', 'card': \d}: " + fault, faults[0]), faults


def test_secrets_that_facts_name_are_searched_for(games: Path) -> None:
    change(bids_in(games) / "facts.py", "lambda state, seat: set()", 'lambda state, seat: {f"bid:{seat}"}')
    status, [fault, *_] = check(games, "bids")
    assert status == 1
    assert re.fullmatch(r"2 players, seat .*: (everybody|player \d) sees .* keeps secret, in scene: bid:\d", fault), (
        fault
    )


@pytest.mark.parametrize("game", [game for game in GAMES if game.id in SECRETIVE], ids=lambda game: game.id)
def test_no_leak_is_found_where_there_is_none(game: Game) -> None:
    case = next(case for case in CASES if case.game is game)
    facts = replace(FACTS[game.id], secrets=None)  # these are to be planted
    assert leak_of(whole_game(case, 0), facts, Random(1), Words("en")) is None


def bids_in(games: Path) -> Path:
    """Return a copy of Bids as an owner's game."""
    bids = games / "bids"
    shutil.copytree(CHECKOUT / "tests/games/bids", bids, ignore=shutil.ignore_patterns("__pycache__", "test_*"))
    for path in (bids, *bids.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    change(bids / "facts.py", "from tests.games.bids import", "from . import")
    return bids


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
    ended = run_tests(variable.removeprefix("COMPANION_GAMES="), *arguments)
    assert ("5 passed" in ended, "goose_race.path" in ended) == (has_words, not has_words), ended


def test_a_game_of_the_product_needs_no_folder() -> None:
    assert command_for_pages(find_game("expedition", GAMES)).startswith("DEEP=1 .venv/bin/pytest -x tests/input/")


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("high=30), 12)", "high=30), 40)", "MalformedError: well: "),
        ('"steps": view.steps[seat - 1]', '"steps": {n: n for n in range(8)}[view.steps[seat - 1]]', "KeyError: "),
    ],
)
def test_generic_tests_stop_at_the_first_fault(goose: Path, games: Path, before: str, after: str, fault: str) -> None:
    change(goose / "__init__.py", before, after)
    ended = run_tests(games, "tests/rules", "-k", "goose_race")
    assert "1 failed" in ended, ended
    assert fault in ended, ended


def test_generic_tests_hold_for_a_new_game(goose: Path, games: Path) -> None:
    ended = run_tests(games, "tests/rules", "-k", "goose_race")
    assert " failed" not in ended, ended
    assert " passed" in ended, ended


def run_tests(games: Path | str, *arguments: str) -> str:
    """Return the output of a quick pytest about the game in this folder, without another process for it."""
    pytest_of_them = (sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *arguments)
    environment = os.environ | {"COMPANION_GAMES": str(games)}
    environment.pop("DEEP", None)
    ended = subprocess.run(pytest_of_them, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    return ended.stdout + ended.stderr


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_text_too_long_for_the_little_screen_is_named(goose: Path, games: Path, language: str) -> None:
    file, long = goose / f"words/{language}.po", "Wanderungen " * 20
    text = file.read_text("utf-8")
    file.write_text(re.sub('(msgid "goose_race.path"\nmsgstr ").*"', f'\\g<1>{long.strip()}"', text), "utf-8")
    status, [fault, *_] = check(games)
    assert status == 1
    assert "Wanderungen" in fault, fault
    assert " not fit on the little screen" in fault or " petit écran" in fault, fault


def test_an_unknown_game_is_refused(games: Path) -> None:
    result = run("--games", games, "check-game", "goose")
    assert result.exit_code == 2
    assert "no game “goose”" in result.stderr
