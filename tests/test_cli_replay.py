"""Tests of `moves`, `replay` and `verify` with moves files: good ones, bad ones, and refused ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from companion.games import GAMES
from tests.kept import FIRST_TURN, whole_game
from tests.kit.golden_games import golden_games
from tests.terminal import HEAD, STEP, Lines, as_line, move_lines, run, run_json, write

VIEW = [
    *("game", "seq", "entry", "over", "turn", "waiting", "standings", "holdings", "sheet", "options", "badges"),
    "state",
]
"""The fields of the view of a table, except `round`, which Expedition does not have."""
PLACES = [(1, 1, 16), (3, 2, 3), (2, 3, 3)]
"""Seat, rank and total at the end of `to_the_end`."""


# replay

TRICK = "\x1b]0;it is yours\x07\x1b[2J\x9b2J\r\nAll is right.\u202eabc"


@pytest.mark.parametrize("command", ["replay", "verify", "offers"])
@pytest.mark.parametrize(
    "lines",
    [
        (HEAD, {"seat": 1, "move": "correct", "what": "gold", "by": 1, "note": TRICK}),
        (HEAD, {"seat": 1, "move": TRICK}),
        ({**HEAD, TRICK: 1},),
        ({**HEAD, "game": TRICK},),
        ({**HEAD, "options": {TRICK: 1}},),
    ],
    ids=["note", "move", "field", "game", "option"],
)
def test_control_characters_of_a_file_are_escaped(tmp_path: Path, command: str, lines: Lines) -> None:
    result = run(command, write(tmp_path, *lines))
    for line in (result.stdout + result.stderr).split("\n"):
        assert not {"\x1b", "\x07", "\x9b", "\r", "\u202e"} & set(line)
        assert not line.startswith("All is right.")


def test_control_characters_are_printed_as_numbers(tmp_path: Path) -> None:
    note = {"seat": 1, "move": "correct", "what": "gold", "by": 1, "note": TRICK}
    told_so = "\\x1b]0;it is yours\\x07\\x1b[2J\\x9b2J\\x0d\\x0aAll is right.\\u202eabc"
    assert told_so in run("replay", write(tmp_path, HEAD, note)).stdout


def test_replay_prints_the_view_of_the_design(tmp_path: Path) -> None:
    status, view = run_json("replay", write(tmp_path, HEAD, *move_lines(FIRST_TURN)))
    assert status == 0
    assert set(VIEW) <= set(view)
    assert {name: view[name] for name in VIEW[:7]} == {
        "game": "expedition",
        "seq": 3,
        "entry": 2,
        "over": False,
        "turn": 1,
        "waiting": [1],
        "standings": [
            {"seat": 1, "name": "Ada", "colour": "blue", "rank": 1, "total": 5},
            {"seat": 3, "name": "Chloé", "colour": "green", "rank": 2, "total": 3},
            {"seat": 2, "name": "Bao", "colour": "red", "rank": 3, "total": 3},
        ],
    }
    assert view["holdings"] == {
        "1": {"gold": 5, "camels": [3]},
        "2": {"gold": 3, "camels": [1]},
        "3": {"gold": 3, "camels": [2]},
    }
    assert [(line["seat"], line["entry"], line["what"], line["by"], line["ruling"]) for line in view["sheet"]] == [
        (1, 0, "gold", 3, "E1"),
        (2, 0, "gold", 3, "E1"),
        (3, 0, "gold", 3, "E1"),
        (1, 2, "gold", 2, "E3"),
    ]
    assert all({"seat", "entry", "what", "by", "why", "ruling"} <= set(line) for line in view["sheet"])
    assert {(option["seat"], option["move"]) for option in view["options"]} >= {(1, "step"), (2, "correct")}
    assert isinstance(view["badges"], list)
    assert isinstance(view["state"], dict)


def test_replay_of_a_finished_game_names_the_winner(tmp_path: Path) -> None:
    status, view = run_json("replay", write(tmp_path, HEAD, *move_lines(whole_game())))
    assert status == 0
    assert (view["over"], view["turn"], view["waiting"], view["options"]) == (True, None, [], [])
    assert [(place["seat"], place["rank"], place["total"]) for place in view["standings"]] == PLACES


@pytest.mark.parametrize(("viewer", "seats"), [("public", set()), ("1", {1}), ("3", {3}), ("everything", {1, 2, 3})])
def test_replay_as_a_seat_shows_only_its_options(tmp_path: Path, viewer: str, seats: set[int]) -> None:
    status, view = run_json("replay", write(tmp_path, HEAD, STEP), "--as", viewer)
    assert status == 0
    assert {option["seat"] for option in view["options"]} == seats


@pytest.mark.parametrize("viewer", ["0", "4", "²", "-1", "1.0", "", "Ada"])
def test_replay_as_an_unknown_seat_is_refused(tmp_path: Path, viewer: str) -> None:
    status, body = run_json("replay", write(tmp_path, HEAD), "--as", viewer)
    assert (status, body["error"], body["line"]) == (2, "bad_file", None)
    assert "everything, public, or a seat from 1 to 3" in body["reason"]


def test_replay_reads_standard_input(tmp_path: Path) -> None:
    assert run_json("replay", "-", stdin=write(tmp_path, HEAD, STEP).read_bytes())[1]["entry"] == 1


def test_replay_skips_blank_lines_and_notes_but_counts_them(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD, "", {"kind": "commitment", "hash": "…"}, STEP, "  ", {"seat": 2, "move": "end_turn"})
    status, body = run_json("replay", path)
    assert (status, body["error"], body["line"]) == (3, "illegal_move", 6)


def test_replay_in_words_shows_every_total_with_its_lines(tmp_path: Path) -> None:
    result = run("replay", write(tmp_path, HEAD, STEP, {"seat": 1, "move": "step", "by": "ballast"}))
    assert result.exit_code == 3
    result = run(
        "replay",
        write(tmp_path, HEAD, *move_lines(FIRST_TURN), {"seat": 2, "move": "correct", "what": "gold", "by": -1}),
    )
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == [
        "Marco Polo Expedition, 3 moves",
        "It’s Ada’s turn.",
        f"1. {'Ada':<24}    5",
    ]
    assert "  +2 gold · crate on space\N{NO-BREAK SPACE}3 · E3\n" in result.stdout
    assert "  −1 gold · corrected by hand · –\n" in result.stdout


# Invalid moves files: exit 2, line and reason.

BAD: list[tuple[str, Lines, int, str]] = [
    ("empty", [], 1, ".jsonl"),
    ("no head", ["", HEAD], 1, ".jsonl"),
    ("head is a move", [STEP], 1, ".jsonl"),
    ("head is a list", ["[]"], 1, ".jsonl"),
    ("truncated", [HEAD, STEP, '{"seat": 1, "mo'], 3, "isn’t JSON"),
    ("not JSON", [HEAD, "{'seat': 1}"], 2, "isn’t JSON"),
    ("NaN", [HEAD, '{"seat": NaN}'], 2, "isn’t JSON"),
    ("deep", [HEAD, "[" * 100_000], 2, "isn’t JSON"),
    ("not text", [HEAD, b'{"seat": "\xff"}'], 2, "UTF-8"),
    ("not an object", [HEAD, STEP, "7"], 3, "object"),
    ("partial", [{**HEAD, "partial": True}, STEP], 1, "lacks what was secret"),
    ("unknown game", [{**HEAD, "game": "chess"}], 1, "“chess”"),
    ("game of a wrong type", [{**HEAD, "game": 7}], 1, "“7”"),
    ("unknown field of the head", [{**HEAD, "date": "today"}], 1, "“date”"),
    ("unknown option", [{**HEAD, "options": {"speed": 2}}], 1, "“speed”"),
    ("option of a wrong type", [{**HEAD, "options": {"late_camel_stops": 1}}], 1, "boolean"),
    ("option out of bounds", [{**HEAD, "options": {"crates": {"3": 9}}}], 1, "from 0 to 2"),
    ("options of a wrong type", [{**HEAD, "options": []}], 1, "object"),
    ("too few seats", [{**HEAD, "seats": ["Ada"]}], 1, "2 to 5"),
    ("too many seats", [{**HEAD, "seats": list("ABCDEF")}], 1, "2 to 5"),
    ("seats of a wrong type", [{**HEAD, "seats": ["Ada", 7]}], 1, "name"),
    ("a name twice", [{**HEAD, "seats": ["Ada", "ada"]}], 1, "already"),
    ("unknown move", [HEAD, {**STEP, "move": "fly"}], 2, "“fly”"),
    ("no move", [HEAD, {"seat": 1}], 2, "move"),
    ("unknown field", [HEAD, {**STEP, "speed": 2}], 2, "“speed”"),
    ("half a letter", [HEAD, '{"seat": 1, "move": "step", "by": "cards", "\\ud800": 1}'], 2, "field"),
    ("missing field", [HEAD, {"seat": 1, "move": "step"}], 2, "“by”"),
    ("unknown word", [HEAD, {**STEP, "by": "wings"}], 2, "cards, ballast"),
    ("wrong type", [HEAD, STEP, {"seat": 1, "move": "crate", "value": "2"}], 3, "integer"),
    ("true is no number", [HEAD, STEP, {"seat": 1, "move": "crate", "value": True}], 3, "integer"),
    ("no seat", [HEAD, {"move": "end_turn"}], 2, "“seat”"),
    ("seat of a wrong type", [HEAD, {**STEP, "seat": "1"}], 2, "seat"),
    ("unknown seat", [HEAD, {**STEP, "seat": 4}], 2, "no seat 4"),
]


@pytest.mark.parametrize(("lines", "line", "reason"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
@pytest.mark.parametrize("command", ["replay", "verify", "offers"])
def test_other_file_is_reported(tmp_path: Path, command: str, lines: Lines, line: int, reason: str) -> None:
    path = write(tmp_path, *lines)
    status, body = run_json(command, path)
    assert status == 2
    assert (list(body), body["error"], body["line"]) == (["error", "line", "reason"], "bad_file", line)
    assert reason in body["reason"]

    message = run(command, path)
    assert (message.exit_code, message.stdout) == (2, "")
    assert message.stderr.splitlines() == [
        f"Line {line}: " + message.stderr.removeprefix(f"Line {line}: ").rstrip("\n")
    ]


@pytest.mark.parametrize("what", ["missing", "folder"])
def test_unreadable_file_is_reported(tmp_path: Path, what: str) -> None:
    path = tmp_path if what == "folder" else tmp_path / "none.jsonl"
    status, body = run_json("replay", path)
    assert (status, body["error"], body["line"]) == (2, "bad_file", None)
    assert str(path) in body["reason"]
    assert run("replay", path).exit_code == 2


@pytest.mark.parametrize(
    ("lines", "line", "ruling", "reason"),
    [
        ([STEP, {**STEP, "seat": 2}], 3, None, "It’s Ada’s turn."),
        ([{**STEP, "by": "ballast"}], 2, "E5", "No ballast to 3"),
        ([{"seat": 1, "move": "crate", "value": 1}], 2, "E3", "No crate"),
        ([{**STEP, "camel": 2}], 2, "E15", "only one camel"),
        ([*move_lines(whole_game()), STEP], 32, None, "The game is over."),
        ([{"seat": 1, "move": "correct", "what": "gold", "by": -9}], 2, None, ""),
    ],
)
def test_illegal_move_is_reported(
    tmp_path: Path, lines: list[dict[str, Any]], line: int, ruling: str | None, reason: str
) -> None:
    path = write(tmp_path, HEAD, *lines)
    for command in ("replay", "verify", "offers"):
        status, body = run_json(command, path)
        assert status == 3
        assert list(body) == ["error", "line", "reason", "ruling"]
        assert (body["error"], body["line"], body["ruling"]) == ("illegal_move", line, ruling)
        assert reason in body["reason"]
        message = run(command, path)
        assert (message.exit_code, message.stdout) == (3, "")
        assert message.stderr == f"Line {line}: {body['reason']}{f' ({ruling})' if ruling else ''}\n"


# moves


def test_schema_accepts_real_lines_and_rejects_others() -> None:
    schema = json.loads(run("moves", "expedition").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    lines = [
        *move_lines(whole_game()),
        *move_lines(FIRST_TURN),
        {"seat": 2, "move": "correct", "what": "gold", "by": 1, "note": "x"},
    ]
    for line in lines:
        jsonschema.validate(line, schema)
    for bad in ({**STEP, "by": "wings"}, {**STEP, "speed": 1}, {"seat": 1, "move": "fly"}, {"move": "end_turn"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)


def test_schema_accepts_every_golden_line() -> None:
    golden = [golden.path for golden in golden_games("expedition")]
    assert golden
    schema = jsonschema.Draft202012Validator(json.loads(run("moves", "expedition").stdout))
    for path in golden:
        for line in path.read_text("utf-8").splitlines()[1:]:
            if line.strip() and "kind" not in (entry := json.loads(line)):
                schema.validate(entry)


def test_without_a_game_all_schemas_are_printed() -> None:
    schemas = json.loads(run("moves").stdout)
    assert list(schemas) == [game.id for game in GAMES]
    assert run_json("moves")[1] == schemas
    assert run_json("moves", "expedition")[1] == schemas["expedition"]


# verify; its report on draws is tested in test_cli_verify.py


NOTHING_DRAWN: dict[str, Any] = {
    **{"holds": True, "ok": True, "game": "expedition", "chance": "none"},
    **{"commitments": [], "warnings": [], "problems": []},
    **dict.fromkeys(("draws", "unchecked", "taken_back", "typed"), 0),
}


def ended(*, rank: int = 1) -> list[dict[str, Any]]:
    places = [(1, rank, 16), *PLACES[1:]]
    end = {"kind": "end", "standings": [{"seat": s, "rank": r, "total": t} for s, r, t in places]}
    return [HEAD, *move_lines(whole_game()), end]


def test_correct_result_is_accepted(tmp_path: Path) -> None:
    path = write(tmp_path, *ended())
    assert run_json("verify", path) == (0, {**NOTHING_DRAWN, "entries": 30, "over": True, "result": True})
    assert run("verify", path).stdout == "All moves are right (30), and so is the result.\n"


def test_tampered_result_is_noticed(tmp_path: Path) -> None:
    path = write(tmp_path, *ended(rank=2))
    status, body = run_json("verify", path)
    assert (status, body["holds"]) == (1, False)
    message = run("verify", path)
    assert (message.exit_code, message.stdout) == (1, "")
    assert "lead to another result" in message.stderr


@pytest.mark.parametrize("end", [{"kind": "end"}, {"kind": "end", "standings": []}])
def test_end_without_a_result_is_rejected(tmp_path: Path, end: dict[str, Any]) -> None:
    assert run_json("verify", write(tmp_path, HEAD, *move_lines(whole_game()), end))[0] == 1


def test_early_end_is_rejected(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD, STEP)
    places = run_json("replay", path)[1]["standings"]
    end = {"kind": "end", "standings": [{name: place[name] for name in ("seat", "rank", "total")} for place in places]}
    assert run_json("verify", write(tmp_path, HEAD, STEP, end))[0] == 1


def test_file_without_a_result_is_accepted_if_its_moves_are(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD, STEP)
    assert run_json("verify", path) == (0, {**NOTHING_DRAWN, "entries": 1, "over": False, "result": False})
    assert "gives no result" in run("verify", path).stdout


def test_verify_reads_lines_as_replay_does(tmp_path: Path) -> None:
    lines: Lines = [
        b"\xef\xbb\xbf" + as_line(HEAD).strip(),
        "\u00a0",
        b'{"seat": 1,\r"move": "end_turn"}',
        {"kind": "seed"},
    ]
    assert run_json("verify", write(tmp_path, *lines))[0] == 0
