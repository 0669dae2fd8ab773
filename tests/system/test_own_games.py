"""Tests of the owner's own games: loaded from one safe folder, and what is wrong with one stops nobody."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.application import Companion
from companion.games import GAMES
from companion.support.settings_errors import SettingsError, raise_error
from companion.system.own_games import MOST_FILES, is_open_to_others, with_own_games
from companion.system.settings import Settings
from companion.words.catalogue import Words

pytestmark = pytest.mark.usefixtures("own_words")

PEBBLES = Path(__file__).parents[1] / "games/pebbles"
IDS = [game.id for game in GAMES]


def copy_pebbles(folder: Path, name: str) -> Path:
    """Copy the game Pebbles under another id; return its folder."""
    to = folder / name
    for file in ("__init__.py", "words/fr.po", "words/en.po"):
        (to / file).parent.mkdir(parents=True, exist_ok=True)
        (to / file).write_text((PEBBLES / file).read_text("utf-8").replace("pebbles", name), "utf-8")
    return to


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    before = os.umask(0o022)
    folder = tmp_path / "own"
    folder.mkdir()
    copy_pebbles(folder, "marbles")
    yield folder
    os.umask(before)


def loaded(folder: Path) -> tuple[list[str], list[str]]:
    """Return the ids of all games, and the faults in English."""
    slips: list[SettingsError] = []
    games = with_own_games(Settings(games=str(folder)), GAMES, slips.append)
    return [game.id for game in games], [slip.sentence(Words("en")) for slip in slips]


def test_own_games_stand_after_those_of_the_product(folder: Path) -> None:
    copy_pebbles(folder, "acorns")
    (folder / "notes.txt").write_text("no game")
    (folder / "empty").mkdir()
    assert loaded(folder) == ([*IDS, "acorns", "marbles"], [])


def test_a_changed_game_is_loaded_anew(folder: Path) -> None:
    file = folder / "marbles/__init__.py"
    file.write_text(file.read_text("utf-8").replace("seats = range(2, 6)", "seats = range(2, 4)"), "utf-8")
    assert with_own_games(Settings(games=str(folder)), GAMES, raise_error)[-1].seats == range(2, 4)


def test_without_the_setting_nothing_is_loaded() -> None:
    assert with_own_games(Settings(), GAMES, raise_error) == GAMES


def fault(change: Callable[[Path], object], folder: Path) -> str:
    """Return the only fault after a change in the game's folder; the game is left out, the others are there."""
    copy_pebbles(folder, "acorns")
    change(folder / "marbles")
    ids, faults = loaded(folder)
    assert ids == [*IDS, "acorns"]
    (only,) = faults
    return only.removeprefix(f"{folder}/marbles/")


def appended(text: str, file: str = "__init__.py") -> Callable[[Path], object]:
    return lambda game: (game / file).write_text((game / file).read_text("utf-8") + text, "utf-8")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            appended("\nthis is no Python\n"),
            "__init__.py: Line 126: the game “marbles” cannot be loaded: SyntaxError: invalid syntax.",
        ),
        (
            appended("\nraise SystemExit(3)\n"),
            "__init__.py: Line 126: the game “marbles” cannot be loaded: SystemExit: 3.",
        ),
        (
            appended("\nMatch.totals = lambda match, view: 1 // 0\n"),
            "__init__.py: Line 126: the game “marbles” cannot be loaded: ZeroDivisionError: "
            "integer division or modulo by zero.",
        ),
        (appended('\nPEBBLES.id = "stones"\n'), "__init__.py: it has no game with the id “marbles”."),
        (
            lambda game: (game / "words/fr.po").unlink(),
            "words/fr.po: this file can’t be read: No such file or directory",
        ),
        (
            appended('\nmsgid "marbles.more"\nmsgstr "{seat takes"\n', "words/en.po"),
            "words/en.po: this file can’t be read: marbles.more: expected '}' before end of string",
        ),
        (
            lambda game: (game / "words/en.po").write_text('msgid "marbles.x"\nmsgstr "x"\n'),
            "words/en.po: “game.marbles” is missing, the title of the game.",
        ),
    ],
)
def test_a_fault_names_the_file_and_leaves_others(
    folder: Path, change: Callable[[Path], object], sentence: str
) -> None:
    assert fault(change, folder) == sentence


def test_an_id_that_is_taken_is_refused(folder: Path) -> None:
    copy_pebbles(folder, "voyages")
    assert loaded(folder) == ([*IDS, "marbles"], [f"{folder}/voyages: there is already a game “voyages”."])


# Who may change the folder.


@pytest.mark.parametrize(
    ("place", "mode"),
    [
        ("own", 0o775),
        ("own", 0o757),
        ("own/marbles", 0o775),
        ("own/marbles/__init__.py", 0o664),
        ("own/marbles/words/fr.po", 0o646),
        (".", 0o777),
    ],
)
def test_nothing_is_loaded_that_others_may_write(folder: Path, place: str, mode: int) -> None:
    unsafe = folder.parent / place
    unsafe.chmod(mode)
    assert loaded(folder) == (
        IDS,
        [
            f"{folder}: its games are not loaded, because others than root and its owner can change “{unsafe}” "
            "(chmod -R go-w, chown)."
        ],
    )
    unsafe.chmod(0o755)
    assert loaded(folder)[0] == [*IDS, "marbles"]


def test_a_folder_above_with_the_sticky_bit_is_safe(folder: Path) -> None:
    folder.parent.chmod(0o1777)
    assert loaded(folder) == ([*IDS, "marbles"], [])


def test_a_link_in_the_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    copy_pebbles(tmp_path, "acorns")
    (folder / "acorns").symlink_to(tmp_path / "acorns")
    ids, (fault,) = loaded(folder)
    assert ids == IDS
    assert f"“{folder}/acorns”" in fault


@pytest.mark.parametrize(
    ("mode", "uid", "is_open"),
    [
        (0o100644, 1000, False),
        (0o100644, 0, False),
        (0o100644, 1001, True),
        (0o100664, 1000, True),
        (0o100646, 0, True),
        (0o040755, 1000, False),
        (0o041777, 1000, True),
        (0o120755, 1000, True),
    ],
)
def test_only_root_and_the_owner_may_change_a_file(mode: int, uid: int, is_open: bool) -> None:
    status = os.stat_result((mode, 0, 0, 1, uid, uid, 0, 0, 0, 0))
    assert is_open_to_others(status, owner=1000) == is_open


def test_a_sticky_folder_above_is_safe_for_its_owner() -> None:
    status = os.stat_result((0o041777, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    assert not is_open_to_others(status, owner=1000, may_be_sticky=True)
    foreign = os.stat_result((0o041777, 0, 0, 1, 1001, 0, 0, 0, 0, 0))
    assert is_open_to_others(foreign, owner=1000, may_be_sticky=True)


def test_a_folder_of_too_many_files_is_not_searched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_FILES == 10_000
    monkeypatch.setattr("companion.system.own_games.MOST_FILES", 4)
    assert loaded(folder)[0] == IDS


def test_a_folder_that_is_not_there_is_told(folder: Path) -> None:
    shutil.rmtree(folder)
    assert loaded(folder) == (IDS, [f"{folder}: this file can’t be read: No such file or directory"])


def test_a_fault_is_shown_and_keeps_no_table_from_starting(folder: Path, tmp_path: Path) -> None:
    copy_pebbles(folder, "acorns")
    (folder / "acorns/__init__.py").write_text("1 / 0\n")
    settings = Settings(language="en", host="127.0.0.1", port=0, games=str(folder))
    with Companion(settings, tmp_path / "state", simulated=True) as companion:
        assert [game.id for game in companion.session.games] == [*IDS, "marbles"]
        (error,) = companion.startup_errors
        sentence = (
            f"{folder}/acorns/__init__.py, line 1: the game “acorns” cannot be loaded: ZeroDivisionError: division by "
            "zero. The box ignores it."
        )
        assert Words("en").of(error) == sentence
        assert companion.outputs.newest is not None
        assert sentence[:20] in str(companion.outputs.newest.face)
