"""Tests of owners' editions: valid files, each fault with its file and line, and their uses."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.app.application import Companion
from companion.cli.doctor import examine
from companion.games import GAMES
from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.journal.journal import Journal
from companion.journal.state_directory import NAME
from companion.rules.game import Game, figure_tables
from companion.support.settings_errors import SettingsError
from companion.system.edition_files import editions_of, read_edition
from companion.system.settings import Settings, read_settings
from companion.table.game_setup import PROFILE_PREFIX
from companion.words.catalogue import LANGUAGES, Words
from tests.terminal import run, run_json, run_process

GOOD = """\
# The one that grandfather had.
[money]
start = 300

[goods]
colours = ["blue", "green", "yellow"]   # mauve is lost
values = { 80 = 3, 50 = 4, 30 = 0 }

[wheel]
sectors = [
    { land = 1, sea = "corsair" },
    { land = "bandit", sea = 2, weight = 3 },
    { land = 9, sea = 9 },
]

[[hasard.effects]]
besants = -30

[mission]
towns = ["Pagan", "Pékin"]
"""
SHORT_WHEEL = "[wheel]\nplaceholder = false\nsectors = [\n  { land = 1, sea = 1 },\n]\n"


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def fault(game: Game, path: Path) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        read_edition(game, path)
    return caught.value


def test_edition_overrides_the_shipped_one(tmp_path: Path) -> None:
    edition = read_edition(CLASSIC, write(tmp_path, GOOD))
    match, state, _ = CLASSIC.begin(["Ada", "Bao"], edition)
    assert state.hands[0].besants == 300
    assert (len(match.edition.colours), match.edition.goods_per_colour, match.edition.price) == (3, 7, 20)
    assert (match.edition.wheel.weights, match.edition.wheel.placeholder) == ((1, 3, 1), False)
    assert (match.edition.effects[0].besants, match.edition.towns) == (-30, ("Pagan", "Pékin"))


def test_edition_may_hold_the_tables_of_the_game() -> None:
    assert figure_tables(EXPEDITION) == ("track", "tally", "start", "crates", "requirements")
    assert {"money", "goods", "wheel", "return"} < {*figure_tables(CLASSIC)}
    assert not {"tracking", "bandits_d8", "move_bonus", "colours"} & {*figure_tables(CLASSIC)}


CLASSIC_FAULTS = [
    (SHORT_WHEEL, 3, "wheel.sectors"),
    ("[wheel]\nsectors = [\n" + "  { land = 1, sea = 1 },\n" * 37 + "]\n", 2, "wheel.sectors"),
    (
        "[wheel]\nsectors = [\n  { land = 1, sea = 1 },\n  # a comment\n  { land = 10, sea = 1 },\n]\n",
        5,
        "wheel.sectors.1.land",
    ),
    ("[wheel]\nsectors = [\n  { land = 1, sea = 'bandit' },\n  { land = 1, sea = 1 },\n]\n", 3, "wheel.sectors.0.sea"),
    (
        "[[wheel.sectors]]\nland = 1\nsea = 1\n[[wheel.sectors]]\nland = 1\nsea = 1\nweight = 0\n",
        7,
        "wheel.sectors.1.weight",
    ),
    ("[[wheel.sectors]]\nland = 1\nsea = 1\n[[wheel.sectors]]\nland = 1\n", 4, "wheel.sectors.1.sea"),
    ("[goods]\nprice = 20\ncolours = ['blue', 'red']\n", 3, "goods.colours.1"),
    ("[return]\neach_of = [\n  'blue',\n  'pink',\n]\n", 4, "return.each_of.1"),
    ("[goods]\ncolours = ['blue', 'blue']\n", 2, "goods.colours"),
    ("[goods.values]\n80 = 3\n50 = -1\n", 3, "goods.values.50"),
    ("[goods.values]\nhigh = 3\n", 2, "goods.values.high"),
    ("[money]\nstart = '240'\n", 2, "money.start"),
    ("[money]\nstart = 240.0\n", 2, "money.start"),
    ("[money]\nstart = 100000\n", 2, "money.start"),
    ("[money]\nnotes = [10, 0]\n", 2, "money.notes.1"),
    ("[return.threshold]\n2 = 1100\n3 = -900\n", 3, "return.threshold.3"),
    ("[return.threshold]\n5 = 100\n", 2, "return.threshold.5"),
    ("[khan]\ngift_value = 75\n", 2, "khan.gift_value"),
    ("[hasard]\neffects = [\n  { besants = 10 },\n  { besants = 10, miss_turn = true },\n]\n", 4, "hasard.effects.1"),
    ("[hasard]\neffects = [{ lose = { colour = 'blue', value = 75 } }]\n", 2, "hasard.effects.0"),
    ("[mission]\ntowns = ['Pagan', '']\n", 2, "mission.towns.1"),
    ("[money]\nstart = 240\nstrat = 240\n", 3, "money.strat"),
    ("\n[monney]\nstart = 240\n", 2, "monney"),
    ("tracking = 'dice'\n", 1, "tracking"),
    ("money = 240\n", 1, "money"),
]
EXPEDITION_FAULTS = [
    ("[track]\nganzhou = 16\ndadu = 'far'\n", 3, "track.dadu"),
    ("[crates]\n3 = 7\n", 2, "crates.3"),
    ("[tracks]\ndadu = 29\n", 1, "tracks"),
]


@pytest.mark.parametrize(
    ("game", "text", "line", "where"),
    [*((CLASSIC, *case) for case in CLASSIC_FAULTS), *((EXPEDITION, *case) for case in EXPEDITION_FAULTS)],
)
def test_each_fault_is_reported_with_its_line(tmp_path: Path, game: Game, text: str, line: int, where: str) -> None:
    path = write(tmp_path, text)
    error = fault(game, path)
    assert error.line == line
    for language in LANGUAGES:
        sentence = error.sentence(Words(language))
        assert sentence.startswith(f"{path}: ")
        assert f": {where}: " in sentence
        assert re.search(rf"\b{line}\b", sentence)
        assert "{" not in sentence
        assert "\n" not in sentence


def test_missing_or_invalid_file_is_reported(tmp_path: Path) -> None:
    broken = fault(CLASSIC, write(tmp_path, "[money]\nstart = 240\nstart = 240\n"))
    assert (broken.line, broken.key) == (3, "config.no_toml")
    assert fault(CLASSIC, tmp_path / "none.toml").key == "config.unreadable"


# Uses of an edition


def settings(folder: Path, text: str) -> Settings:
    return read_settings(write(folder, text, "settings.toml"))


def test_path_in_settings_is_relative_to_their_folder(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    editions = editions_of(settings(tmp_path, "[profiles]\nclassic = 'mine.toml'\n"), GAMES)
    assert editions == {"classic": read_edition(CLASSIC, tmp_path / "mine.toml")}


def test_unknown_game_is_a_fault_of_the_settings(tmp_path: Path) -> None:
    named = settings(tmp_path, "port = 1\n[profiles]\nchess = 'mine.toml'\n")
    with pytest.raises(SettingsError) as caught:
        editions_of(named, GAMES)
    assert (caught.value.path, caught.value.line) == (tmp_path / "settings.toml", 3)
    assert "chess" in caught.value.sentence(Words("fr"))


def test_new_games_use_it_below_copied_figures(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    options: dict[str, Any] = {"host": "127.0.0.1", "port": 0}
    named = Settings(profiles={"classic": tmp_path / "mine.toml"}, **options)
    with Companion(named, tmp_path / "state", simulated=True) as companion:
        session = companion.session
        companion.ask(
            lambda: session.note(PROFILE_PREFIX + "classic", {"money": {"start": 500}, "ransom": {"besants": 10}})
        )
        own = companion.ask(lambda: session.profile("classic"))
    assert (own["money"], own["ransom"]["besants"]) == ({"start": 500}, 10)
    assert len(own["wheel"]["sectors"]) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_does_not_open_with_an_invalid_edition(tmp_path: Path, language: str) -> None:
    state = tmp_path / "state"
    state.mkdir()
    write(state, SHORT_WHEEL)
    write(state, "port = 0\n[profiles]\nclassic = 'mine.toml'\n", "settings.toml")
    result = run_process("run", "--simulate", "--state", str(state), LC_ALL=f"{language}_XX.UTF-8")
    assert result.returncode == 2
    line = Words(language)("cli.line", line=3)
    assert result.stderr.decode().startswith(f"{state / 'mine.toml'}: {line} wheel.sectors: ")
    assert not (state / "journal.sqlite3").exists()


def test_doctor_checks_the_edition(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    write(state, "[profiles]\nclassic = 'mine.toml'\n", "settings.toml")
    for text, well in ((GOOD, True), (SHORT_WHEEL, False)):
        path = write(state, text)
        [results] = [result for result in examine(state, None, None, Words("en")) if str(path) in result.text]
        assert results.ok is well


def copied(state: Path, figures: Any) -> None:
    """Store these figures as copied at the table."""
    state.mkdir(exist_ok=True)
    with closing(Journal(state / NAME)) as journal:
        journal.set_note(f"{PROFILE_PREFIX}classic", figures)


@pytest.mark.parametrize("language", LANGUAGES)
def test_doctor_checks_copied_figures_over_the_current_file(tmp_path: Path, language: str) -> None:
    state, words = tmp_path / "state", Words(language)
    copied(state, {"khan": {"gift_value": 50}})
    write(state, "[profiles]\nclassic = 'mine.toml'\n", "settings.toml")
    write(state, GOOD)
    assert words("doctor.copied.ok", game=words("game.classic")) in [
        result.text for result in examine(state, None, None, words)
    ]
    write(state, GOOD.replace("50 = 4", "50 = 0"))
    [results] = [result for result in examine(state, None, None, words) if "khan.gift_value" in result.text]
    assert not results.ok
    assert words("error.gifts", value=50, n=0) in results.text


def test_doctor_mentions_copied_figures_only_if_there_are_any(tmp_path: Path) -> None:
    copied(tmp_path / "state", None)
    words = Words("en")
    assert words("doctor.copied.ok", game=words("game.classic")) not in [
        result.text for result in examine(tmp_path / "state", None, None, words)
    ]


# The command


def test_the_command_checks_a_file_without_starting_anything(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    result = run("profile", "classic", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    assert str(path) in result.stdout
    assert run_json("profile", "classic", str(path)) == (
        0,
        {"game": "classic", "file": str(path), "tables": ["money", "goods", "wheel", "hasard", "mission"]},
    )


def test_the_command_reports_a_fault_with_file_and_line(tmp_path: Path) -> None:
    path = write(tmp_path, SHORT_WHEEL)
    result = run("profile", "classic", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{path}: Line 3: wheel.sectors: ")
    status, body = run_json("profile", "classic", str(path))
    assert (status, body["error"], body["line"]) == (2, "bad_file", 3)
    assert "wheel.sectors" in body["reason"]
    assert json.dumps(body)


def test_the_command_refuses_an_unknown_game(tmp_path: Path) -> None:
    status, body = run_json("profile", "chess", str(write(tmp_path, GOOD)))
    assert (status, body["error"]) == (2, "bad_file")


def test_the_shipped_figures_are_valid(tmp_path: Path) -> None:
    games = Path(__file__).parents[1] / "companion" / "games"
    for game in GAMES:
        files = sorted((games / game.id / "figures").glob("*.toml"))
        assert files
        assert all(read_edition(game, figures) for figures in files)
