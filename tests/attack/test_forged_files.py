"""Somebody changes the file of a game and seals it again. `verify` finds it, or says what it could not check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.chance.moves_file_lines import seal_line
from companion.chance.verify_chance import check_chance
from companion.journal.import_game import import_game
from companion.journal.moves_file import BadFileError, export, replay_file
from companion.journal.rows import Stamp
from companion.journal.verify_moves_file import RulesCheck, check_moves_file
from companion.rules.viewer import PUBLIC
from companion.session.session import Session
from companion.table.commands import StartGame
from tests.chance.games import random_games
from tests.kit.forgeries import read_bodies, sealed_file
from tests.kit.scripted_games import GAMES, NOON, journal_in_memory, play, table_of
from tests.terminal import run, run_json

Bodies = list[dict[str, Any]]


@pytest.fixture
def finished() -> Bodies:
    """Return the file of a finished game of 1983, with everything revealed."""
    files = (lines for lines in map(read_bodies, random_games(20)) if lines[0]["game"] == "classic")
    return next(lines for lines in files if any(line.get("kind") == "end" for line in lines))


@pytest.fixture
def hiding() -> Bodies:
    """Return the public file of an unfinished game in which somebody holds a card."""
    with journal_in_memory() as journal:
        session = Session(journal, GAMES, lambda: NOON)
        session.do(StartGame(game="classic", names=("Ada", "Bao")))
        session.do(play((1, {"move": "correct", "what": "blue:80", "by": 1})))
        session.do(play((1, {"move": "spin", "route": "land"})))
        return read_bodies(export(table_of(session), PUBLIC).encode())


def codes(lines: Bodies) -> list[str]:
    return [fault.problem.code.value for fault in check_moves_file(sealed_file(lines), GAMES).faults]


def with_swapped_totals(lines: Bodies) -> Bodies:
    """Return the file with the totals swapped in the result."""
    [end] = [line for line in lines if line.get("kind") == "end"]
    totals = [place["total"] for place in end["standings"]]
    for place, total in zip(end["standings"], reversed(totals), strict=True):
        place["total"] = total + 1
    return lines


def test_a_false_result_is_found_in_a_partial_file(finished: Bodies) -> None:
    assert codes(finished) == []
    forged = with_swapped_totals(finished)
    assert codes(forged) == ["wrong_result"]
    forged[0]["partial"] = True
    assert codes(forged) == ["wrong_partial"]


def test_a_file_that_hides_nothing_is_not_partial(finished: Bodies) -> None:
    """Remove its end, and change a move against the rules."""
    lines = [line for line in finished if line.get("kind") != "end"]
    first = next(line for line in lines[1:] if "kind" not in line)
    first["move"] = "claim"
    lines[0]["partial"] = True
    assert "wrong_partial" in codes(lines)


def test_a_file_that_hides_something_is_not_approved(hiding: Bodies, tmp_path: Path) -> None:
    report = check_moves_file(sealed_file(hiding), GAMES)
    assert (report.holds, report.ok, report.rules) == (True, None, RulesCheck.SECRET)
    path = tmp_path / "game.jsonl"
    path.write_bytes(sealed_file(hiding))
    assert run("verify", path).exit_code == 4
    status, body = run_json("verify", path)
    assert (status, body["ok"], body["rules"]) == (4, None, "secret")


def test_a_line_with_a_duplicate_key_is_invalid(finished: Bodies) -> None:
    """A person reads the first of two equal keys, a program the last, although the closing words are the same."""
    raw = [json.dumps(line, ensure_ascii=False).encode() for line in finished]
    index = next(index for index, line in enumerate(finished) if line.get("kind") == "end")
    twice = b'"standings": [{"seat": 2, "rank": 1, "total": 1000}], "standings":'
    raw[index] = raw[index].replace(b'"standings":', twice, 1)
    data = b"\n".join([*raw, seal_line(raw), b""])
    report = check_moves_file(data, GAMES)
    assert [(fault.problem.line, fault.problem.code.value) for fault in report.faults] == [(index + 1, "unreadable")]
    with pytest.raises(BadFileError):
        replay_file(data, GAMES)


@pytest.mark.parametrize("line", [b'{"a": 1, "\\u0061": 2}', b'{"a": {"b": [{"c": 1, "c": 1}]}}'])
def test_a_nested_or_escaped_duplicate_key_is_invalid(finished: Bodies, line: bytes) -> None:
    raw = [json.dumps(body, ensure_ascii=False).encode() for body in finished]
    raw[1:1] = [line.replace(b"{", b'{"kind": "match", ', 1)]
    assert "unreadable" in [
        fault.problem.code.value for fault in check_moves_file(b"\n".join([*raw, seal_line(raw), b""]), GAMES).faults
    ]


@pytest.mark.parametrize(("number", "right"), [("1.0", True), ("10e-1", True), ("1.5", False)])
def test_equal_numbers_in_different_notation_are_equal(finished: Bodies, number: str, *, right: bool) -> None:
    raw = [json.dumps(line, ensure_ascii=False).encode() for line in finished]
    index = next(index for index, line in enumerate(finished) if line.get("seat") == 1)
    raw[index] = raw[index].replace(b'"seat": 1', f'"seat": {number}'.encode())
    data = b"\n".join([*raw, seal_line(raw), b""])
    assert check_moves_file(data, GAMES).holds == right
    assert (check_chance(data).problems == ()) == right


def test_a_seal_above_the_last_line_is_invalid(finished: Bodies) -> None:
    """The closing words did not cover such a line, so it could say anything."""
    lines = [*finished[:-1], {"kind": "seal", "winner": "Bao"}, finished[-1]]
    assert codes(lines) == ["unreadable"]


def test_too_deeply_nested_lists_are_invalid(finished: Bodies) -> None:
    """A reader with a depth limit, and one without, would disagree."""
    for depth, expected in ((62, []), (64, ["unreadable"]), (3_000, ["unreadable"])):
        raw = [json.dumps(line, ensure_ascii=False).encode() for line in finished]
        raw[-1:-1] = [b'{"kind": "note", "deep": ' + b"[" * depth + b"]" * depth + b"}"]
        report = check_moves_file(b"\n".join([*raw, seal_line(raw), b""]), GAMES)
        assert [fault.problem.code.value for fault in report.faults] == expected


def test_a_file_without_its_chance_is_rejected(finished: Bodies) -> None:
    lines = [line for line in finished if line.get("kind") in (None, "match", "end")]
    assert codes(lines)[:1] == ["missing_draw"]


def without_occasions(lines: Bodies, occasion: Any = ...) -> Bodies:
    """Remove the occasions of all draws, or set them all to this one, and remove the marks of second draws."""
    for line in drawn(lines):
        for name in ("occasion", "instead_of", "moved_to"):
            line.pop(name, None)
        if occasion is not ...:
            line["occasion"] = occasion
    return lines


def drawn(lines: Bodies) -> Bodies:
    return [line for line in lines if line.get("kind") == "draw"]


@pytest.mark.parametrize("occasion", [..., None], ids=["gone", "null"])
def test_a_file_without_its_occasions_is_rejected(finished: Bodies, occasion: Any) -> None:
    """The match promises occasions, and the words of the commitment cover the match."""
    forged = without_occasions(finished, occasion)
    data = sealed_file(forged)
    number = len(drawn(forged))
    assert [problem.code.value for problem in check_chance(data).problems] == ["wrong_occasion"] * number
    del forged[1]["occasions"]
    assert "wrong_commitment" in codes(forged)


@pytest.mark.parametrize("occasion", [[0, 0], [0, 1], [0, 9999], [1, 1]], ids=str)
def test_a_file_with_one_occasion_for_all_is_rejected(finished: Bodies, occasion: list[int]) -> None:
    """Draws that seem to replace each other are named before those at a wrong time."""
    assert {"wrong_occasion", "wrong_replaced"} >= set(codes(without_occasions(finished, occasion))) > set()


def test_a_draw_for_another_turn_is_rejected(finished: Bodies) -> None:
    standing_draws = [line for line in drawn(finished) if line["entry"] is not None]
    for line in standing_draws:
        number, turn = line["occasion"]
        for occasion in ([number, turn + 1], [number, turn - 1], [1, turn]):
            line["occasion"] = occasion
            assert ("wrong_occasion", line["entry"]) in faults_with_entries(finished)
        line["occasion"] = [number, turn]
    assert codes(finished) == []


def test_a_moved_draw_is_where_it_claims_to_be(finished: Bodies) -> None:
    line = next(line for line in drawn(finished) if line["entry"] is not None)
    line["occasion"], line["moved_to"] = [0, 0], line["occasion"]
    assert codes(finished) == []
    assert "moved_draw" in [remark.code.value for remark in check_chance(sealed_file(finished)).warnings]
    line["moved_to"] = [0, 51]
    assert ("wrong_occasion", line["entry"]) in faults_with_entries(finished)


def faults_with_entries(lines: Bodies) -> list[tuple[str, int | None]]:
    return [
        (fault.problem.code.value, fault.problem.entry) for fault in check_moves_file(sealed_file(lines), GAMES).faults
    ]


def test_every_draw_of_a_partial_file_has_its_occasion(hiding: Bodies) -> None:
    assert all(line["occasion"] for line in drawn(hiding))
    assert hiding[1]["occasions"] is True
    assert "wrong_occasion" in codes(without_occasions(hiding))


def test_a_moves_list_has_no_origin_of_values(finished: Bodies, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in finished if "kind" not in line))
    result = run("verify", path)
    assert result.exit_code == 0
    assert "This file has no draws" in result.stdout


def test_a_typed_result_that_spends_null_can_be_imported(finished: Bodies) -> None:
    next(line for line in finished if line.get("kind") == "typed")["spends"] = None
    assert codes(finished) == []
    import_game(sealed_file(finished), GAMES, 1, Stamp(0, "import"), lambda: bytes(32), lambda: bytes(16))


@pytest.mark.parametrize("kind", [[], {}, 1, None])
def test_an_invalid_kind_is_skipped(finished: Bodies, kind: Any) -> None:
    lines = [*finished[:-1], {"kind": kind}, finished[-1]]
    assert codes(lines) == []
    own = [finished[0], {"kind": kind}, {"seat": 1, "move": "spin", "route": "land", "chance": [0]}]
    raw = b"\n".join(json.dumps(line).encode() for line in own)
    assert check_moves_file(raw, GAMES).holds
