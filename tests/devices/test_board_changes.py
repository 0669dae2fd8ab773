"""Tests of the owner's changes to a board: mapped keys, a rotated joystick, no buzzer, and every mistake reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.board_file import REQUIRED_KEYS
from companion.devices.board_overrides import apply_changes
from companion.devices.board_parts import LAST_PIN
from companion.devices.board_profiles import BoardOverrides, BoardProfile, board_names, load_board
from companion.support.resources import boards_dir
from companion.support.settings_errors import SettingsError
from companion.system.board_from_settings import changes_from
from companion.system.settings import Settings, read_settings
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import Key
from tests.devices.test_board_profiles import lines_of

BONNET = load_board("adafruit-bonnet", boards_dir())
BENCH = load_board("bench", boards_dir())
HAT = load_board("waveshare-oled-hat", boards_dir())
BOARDS = [load_board(name, boards_dir()) for name in board_names(boards_dir())]
FOUR = BoardProfile("four", {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4}, {}, None, None)


def changes_in(folder: Path, text: str) -> BoardOverrides:
    """Return the changes of a settings file."""
    path = folder / "settings.toml"
    path.write_text(text, "utf-8")
    return changes_from(read_settings(path))


def test_without_changes_the_board_stays_the_same() -> None:
    assert changes_from(Settings()) == BoardOverrides()
    assert apply_changes(BONNET, BoardOverrides()) is BONNET


def test_an_ignored_buzzer_frees_its_line_for_a_key(tmp_path: Path) -> None:
    assert apply_changes(BENCH, changes_in(tmp_path, "buzzer = false\n")) == replace(BENCH, buzzer=None)
    assert apply_changes(BENCH, changes_in(tmp_path, "buzzer = true\n")) == BENCH
    assert apply_changes(BONNET, changes_in(tmp_path, "buzzer = false\n")) == BONNET
    mapped = apply_changes(BENCH, changes_in(tmp_path, "buzzer = false\n[keys]\nundo = 18\n"))
    assert mapped.keys[Key.UNDO] == BENCH.buzzer


# Keys on other lines.


def test_a_key_can_be_mapped_to_another_line(tmp_path: Path) -> None:
    mapped = apply_changes(BONNET, changes_in(tmp_path, "[keys]\nundo = 12\n"))
    assert mapped == replace(BONNET, keys={**BONNET.keys, Key.UNDO: 12})


def test_two_keys_change_places(tmp_path: Path) -> None:
    mapped = apply_changes(BONNET, changes_in(tmp_path, "[keys]\nback = 6\nspin = 5\n"))
    assert mapped.keys == {**BONNET.keys, Key.BACK: 6, Key.SPIN: 5}


def test_a_key_whose_line_is_taken_loses_it(tmp_path: Path) -> None:
    mapped = apply_changes(BONNET, changes_in(tmp_path, "[keys]\nundo = 6\n"))
    assert Key.SPIN not in mapped.available_keys
    assert mapped.keys[Key.UNDO] == 6


@pytest.mark.parametrize(
    ("board", "text", "line", "sentence"),
    [
        (BONNET, "[keys]\njump = 5\n", 2, "there is no key “jump”. The keys are: up, down, ok, back, left, right"),
        (BONNET, "[keys]\nleft = 12\nright = 12\n", 3, "line 12 isn’t free for “right”: “left” uses it."),
        (BONNET, "[keys]\n# mine\nspin = 4\n", 3, "“spin” takes line 4 from “ok”. The box needs that key"),
        (BONNET, "[keys]\nspin = 2\n", 2, "line 2 isn’t free for “spin”: [display] uses it."),
        (HAT, "[keys]\nspin = 25\n", 2, "line 25 isn’t free for “spin”: [display] uses it."),
        (BENCH, "[keys]\nspin = 9\n", 2, "line 9 isn’t free for “spin”: [lights] seat1 uses it."),
        (BENCH, "[keys]\nspin = 18\n", 2, "line 18 isn’t free for “spin”: [buzzer] uses it."),
        (BENCH, "[keys]\nspin = 27\n", 2, "line 27 isn’t free for “spin”: [knob] uses it."),
        (BENCH, "[keys]\nundo = 6\n", 2, "line 6 isn’t free for “undo”: [spinner] uses it."),
        (BENCH, "[keys]\nup = 12\n", 2, "on the board “bench”, “up” is the knob"),
        (BENCH, "rotate = 90\n", 1, "the board “bench” has no joystick that can be turned by 90°."),
        (BENCH, "\nrotate = 180\n", 2, "the board “bench” has no joystick that can be turned by 180°."),
        (FOUR, "rotate = 270\n", 1, "the board “four” has no joystick that can be turned by 270°."),
    ],
)
def test_impossible_changes_are_reported_with_file_and_line(
    tmp_path: Path, board: BoardProfile, text: str, line: int, sentence: str
) -> None:
    with pytest.raises(SettingsError) as error:
        apply_changes(board, changes_in(tmp_path, text))
    assert (error.value.path, error.value.line) == (tmp_path / "settings.toml", line)
    assert sentence in error.value.sentence(Words("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_error_is_in_the_readers_language(tmp_path: Path, language: str) -> None:
    words = Words(language)
    with pytest.raises(SettingsError) as error:
        apply_changes(BONNET, changes_in(tmp_path, "rotate = 90\n[keys]\nspin = 2\n"))
    line = words("cli.line", line=3)
    sentence = words("config.line_taken", name="spin", pin=2, part="[display]")
    assert error.value.sentence(words) == f"{tmp_path / 'settings.toml'}: {line} {sentence}"


@given(
    board=st.sampled_from(BOARDS),
    keys=st.dictionaries(st.sampled_from(Key), st.integers(0, LAST_PIN), max_size=4),
    rotate=st.sampled_from((0, 90, 180, 270)),
)
def test_any_changes_keep_lines_unique_and_required_keys(
    board: BoardProfile, keys: dict[Key, int], rotate: int
) -> None:
    try:
        mapped = apply_changes(board, BoardOverrides(keys=keys, rotate=rotate))
    except SettingsError:
        return
    assert {key: mapped.keys[key] for key in keys} == keys
    assert set(REQUIRED_KEYS) <= set(mapped.available_keys)
    assert len(lines_of(mapped)) == len(set(lines_of(mapped)))
    assert replace(mapped, keys=board.keys) == board


# The rotated joystick.


@pytest.mark.parametrize(
    ("rotate", "up", "right", "down", "left"),
    [
        (90, Key.LEFT, Key.UP, Key.RIGHT, Key.DOWN),
        (180, Key.DOWN, Key.LEFT, Key.UP, Key.RIGHT),
        (270, Key.RIGHT, Key.DOWN, Key.LEFT, Key.UP),
    ],
)
def test_up_stays_up_for_the_player(tmp_path: Path, rotate: int, up: Key, right: Key, down: Key, left: Key) -> None:
    # After a quarter clockwise, the joystick's own left points away from the player.
    keys = apply_changes(BONNET, changes_in(tmp_path, f"rotate = {rotate}\n")).keys
    own = BONNET.keys
    assert keys[Key.UP] == own[up]
    assert keys[Key.RIGHT] == own[right]
    assert keys[Key.DOWN] == own[down]
    assert keys[Key.LEFT] == own[left]
    assert (keys[Key.OK], keys[Key.BACK]) == (own[Key.OK], own[Key.BACK])


@given(quarters=st.lists(st.sampled_from((90, 180, 270)), max_size=6))
def test_turns_add_up_to_the_whole_turn(quarters: list[int]) -> None:
    board = BONNET
    for rotate in quarters:
        board = apply_changes(board, BoardOverrides(rotate=rotate))
    assert board == apply_changes(BONNET, BoardOverrides(rotate=sum(quarters) % 360))


def test_two_opposite_keys_may_be_turned_upside_down() -> None:
    assert apply_changes(FOUR, BoardOverrides(rotate=180)).keys == {**FOUR.keys, Key.UP: 27, Key.DOWN: 17}


def test_a_mapped_key_ignores_the_joysticks_rotation(tmp_path: Path) -> None:
    mapped = apply_changes(BONNET, changes_in(tmp_path, "rotate = 180\n[keys]\nup = 12\n")).keys
    assert (mapped[Key.UP], mapped[Key.DOWN]) == (12, BONNET.keys[Key.UP])


def test_a_knob_is_not_rotated() -> None:
    board = replace(BENCH, keys={**BENCH.keys, Key.LEFT: 12, Key.RIGHT: 13})
    rotated = apply_changes(board, BoardOverrides(rotate=180))
    assert rotated == replace(board, keys={**BENCH.keys, Key.LEFT: 13, Key.RIGHT: 12})
