"""Tests of the lines of a file and their seal: one spelling, and every alteration is located."""

from __future__ import annotations

import hashlib
import json

import pytest

from companion.chance.canonical_json import is_whole_number
from companion.chance.moves_file_lines import entry_numbers, read_lines, read_seal, seal_line
from companion.chance.verdict import ProblemCode
from companion.chance.verify_chance import check_chance

LINES = (
    b'{"game": "classic", "seats": ["Ada", "Bao"], "options": {}}',
    b'{"kind": "typed", "entry": 1, "values": [7]}',
    b'{"seat": 1, "move": "spin", "route": "land", "chance": [7]}',
    b'{"kind": "typed", "entry": 2, "values": [6, 1]}',
    b'{"seat": 1, "move": "fight", "chance": [6, 1]}',
    b'{"seat": 1, "move": "end_turn"}',
)
SEAL = seal_line(LINES)


def problems_of(*lines: bytes) -> list[tuple[int, int | None, ProblemCode]]:
    """Return the problems of a file of these lines: line, entry, code."""
    return [(problem.line, problem.entry, problem.code) for problem in check_chance(b"\n".join([*lines, b""])).problems]


def test_the_seal_names_every_line_and_its_entry() -> None:
    body = json.loads(SEAL)
    assert list(body) == ["kind", "lines", "entries", "sha256"]
    assert body["lines"] == [hashlib.sha256(line).hexdigest()[:16] for line in LINES]
    assert body["entries"] == [None, 1, 1, 2, 2, 3]
    assert body["sha256"] == hashlib.sha256(b"".join(line + b"\n" for line in LINES)).hexdigest()


def test_blank_lines_and_a_missing_last_newline_are_allowed() -> None:
    assert problems_of(*LINES, SEAL) == []
    assert check_chance(b"\n".join([*LINES, SEAL])).problems == ()
    assert problems_of(LINES[0], b"", *LINES[1:], b" \t", SEAL, b"") == []


@pytest.mark.parametrize("index", range(len(LINES)))
def test_an_altered_line_is_named(index: int) -> None:
    altered = [*LINES]
    altered[index] = altered[index].replace(b"1", b"2", 1).replace(b"7", b"6").replace(b"Ada", b"Ana")
    entry = [None, 1, 1, 2, 2, 3][index]
    assert problems_of(*altered, SEAL) == [(index + 1, entry, ProblemCode.ALTERED_LINE)]


@pytest.mark.parametrize("index", range(len(LINES)))
def test_a_removed_line_is_named_with_its_entry(index: int) -> None:
    altered = [*LINES[:index], *LINES[index + 1 :]]
    entry = [None, 1, 1, 2, 2, 3][index]
    assert problems_of(*altered, SEAL) == [(index + 1, entry, ProblemCode.ALTERED_LINE)]


def test_an_inserted_line_is_named_where_it_is() -> None:
    assert problems_of(*LINES, b'{"seat": 2, "move": "end_turn"}', SEAL) == [(7, None, ProblemCode.ALTERED_LINE)]
    assert problems_of(*LINES[:5], LINES[4], LINES[5], SEAL) == [(6, 3, ProblemCode.ALTERED_LINE)]


def test_swapped_lines_are_both_named() -> None:
    first, second = 1, 3
    swapped = [*LINES]
    swapped[first], swapped[second] = swapped[second], swapped[first]
    assert problems_of(*swapped, SEAL) == [(2, 1, ProblemCode.ALTERED_LINE), (4, 2, ProblemCode.ALTERED_LINE)]


def test_the_seal_survives_a_missing_newline_above_it() -> None:
    data = b"\n".join(LINES) + b"x" + SEAL + b"\n"
    [problem] = check_chance(data).problems
    assert (problem.line, problem.entry, problem.code) == (6, 3, ProblemCode.ALTERED_LINE)


@pytest.mark.parametrize(
    "altered",
    [
        SEAL.replace(b": [", b":  [", 1),
        SEAL + b" ",
        SEAL.replace(b"1, 1", b"1, 2"),
        SEAL.replace(json.loads(SEAL)["lines"][2].encode(), b"0" * 16),
        SEAL.replace(json.loads(SEAL)["sha256"].encode(), b"0" * 64),
        SEAL.replace(json.loads(SEAL)["sha256"].encode(), b"0" * 63),
        SEAL.replace(b'"entries": [null, ', b'"entries": ['),
        SEAL.replace(b"null", b"true"),
        b'{"kind": "seal"}',
        b'{"kind": "seal", "lines": {}, "entries": 7, "sha256": null}',
    ],
)
def test_an_altered_seal_differs_from_an_altered_line(altered: bytes) -> None:
    assert altered != SEAL
    assert problems_of(*LINES, altered) == [(7, None, ProblemCode.ALTERED_SEAL)]


def test_a_seal_has_only_one_spelling() -> None:
    line = read_lines(SEAL)[0]
    parsed_seal = read_seal(line)
    assert parsed_seal
    assert parsed_seal.raw() == SEAL


def test_lines_have_their_entry_numbers() -> None:
    assert entry_numbers(read_lines(b"\n".join(LINES))) == (None, 1, 1, 2, 2, 3)
    assert (
        entry_numbers(read_lines(b'{"kind": "draw", "entry": true}\n{"kind": "end", "entry": 4}\n[1]\n\xff'))
        == (None,) * 4
    )


@pytest.mark.parametrize(
    ("number", "body"),
    [("1.0", 1), ("1e2", 100), ("-0", 0), ("9007199254740991", 2**53 - 1)],
)
def test_numbers_are_read_as_every_reader_does(number: str, body: int) -> None:
    [line] = read_lines(f'{{"n": {number}}}'.encode())
    assert line.body == {"n": body}
    assert is_whole_number((line.body or {})["n"])


@pytest.mark.parametrize("number", ["0.5", "9007199254740993", "1e400", "1" * 5000, "true"])
def test_an_inexact_number_is_not_whole(number: str) -> None:
    [line] = read_lines(f'{{"n": {number}}}'.encode())
    assert not is_whole_number((line.body or {})["n"])


@pytest.mark.parametrize("raw", [b"[1]", b"7", b"{", b'{"a": NaN}', b"\xff", b'{"a": 1} x', b"[" * 100_000])
def test_an_unreadable_line_has_no_body(raw: bytes) -> None:
    [line] = read_lines(raw)
    assert line.body is None
