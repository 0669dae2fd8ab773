"""Tests of docs/chance.md: its worked example, and that it covers every line and every code."""

from __future__ import annotations

import hashlib
import json
import re
from itertools import islice
from pathlib import Path

from companion.chance.canonical_json import canonical, digest
from companion.chance.moves_file_lines import seal_line
from companion.chance.seed import commitment, short_words
from companion.chance.seeded_draws import dice, numbers, weighted
from companion.chance.verdict import ProblemCode, WarningCode
from companion.chance.verify_chance import check_chance
from companion.journal.verify_moves_file import RulesCheck

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "chance.md").read_text("utf-8")
EXAMPLE = {
    what.strip(): re.findall(r"`([^`]+)`", figures)
    for what, figures in re.findall(r"^\| ([^|]+)\|([^|]*`[^|]*)\|$", DOCUMENT.split("### An example")[1], re.M)
}


def test_the_worked_example_is_right() -> None:
    [seed], [committed], [words] = (EXAMPLE[name] for name in ("seed", "commitment", "its four words"))
    key = bytes.fromhex(seed)
    assert commitment(key) == committed
    assert " ".join(short_words(committed)) == words

    [name], [block] = EXAMPLE["name of the draw"], EXAMPLE["block 0"]
    drawn = [*islice(numbers(key, name), 8)]
    assert b"".join(number.to_bytes(4, "big") for number in drawn).hex() == block
    assert EXAMPLE["the first two numbers"] == [str(number) for number in drawn[:2]]
    assert EXAMPLE["parts of 715827882"] == [str(number // (2**32 // 6)) for number in drawn[:2]]
    assert EXAMPLE["the white die and the black one"] == [*map(str, dice([6, 6], numbers(key, name)))]

    [name], [block] = EXAMPLE["name of another draw"], EXAMPLE["its block 0"]
    drawn = [*islice(numbers(key, name), 8)]
    weights = [*map(int, EXAMPLE["weights of four sectors"])]
    assert b"".join(number.to_bytes(4, "big") for number in drawn).hex() == block
    assert EXAMPLE["its first number"] == [str(drawn[0])]
    assert EXAMPLE["part of 536870912"] == [str(drawn[0] // (2**32 // sum(weights)))]
    assert EXAMPLE["the sector"] == [str(weighted(weights, numbers(key, name)))]
    assert f"hexkey:{seed}" in DOCUMENT


def test_the_worked_example_of_a_commitment_is_right() -> None:
    [seed], [line], [covered] = (EXAMPLE[name] for name in ("seed", "the canonical line", "its digest"))
    match = json.loads(line)
    assert canonical(match) == line
    assert hashlib.sha256(line.encode()).hexdigest() == digest(match) == covered
    [committed] = EXAMPLE["the commitment"]
    assert hashlib.sha256(bytes.fromhex(seed) + bytes.fromhex(covered)).hexdigest() == committed
    assert commitment(bytes.fromhex(seed), covered) == committed
    assert EXAMPLE["the words"] == [" ".join(short_words(committed))]
    head = {name: match[name] for name in ("game", "seats", "options")}
    committed_line = {"kind": "commitment", "form": 2, "sha256": committed, "words": [*short_words(committed)]}
    raw = [
        json.dumps(body).encode()
        for body in (head, {"kind": "match", **match}, committed_line, {"kind": "seed", "seed": seed})
    ]
    assert check_chance(b"\n".join([*raw, seal_line(raw), b""])).to_json()["ok"]


def test_the_numbers_in_the_text_are_right() -> None:
    text = " ".join(DOCUMENT.split())
    assert f"from 0 to {2**32 - 1}" in text
    assert f"{2**32} divided by 6 is {2**32 // 6}" in text
    assert 2**32 - 6 * (2**32 // 6) == 4
    assert "Four numbers lie beyond the last part" in text


def test_every_code_is_documented() -> None:
    table = DOCUMENT.split("| code | what it means |")[1]
    assert {code for row in re.findall(r"^\| (`.*?) \|", table, re.M) for code in re.findall(r"`(\w+)`", row)} == {
        code.value for code in ProblemCode
    }


def test_every_warning_is_documented() -> None:
    assert all(f"`{remark.value}`" in DOCUMENT for remark in WarningCode)
    assert all(f"`{rules.value}`" in DOCUMENT for rules in RulesCheck)


def test_every_line_about_chance_is_documented() -> None:
    table = DOCUMENT.split("| kind | what is checked |")[1].split("\n\n")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.M) == ["match", "commitment", "draw", "typed", "seed", "end", "seal"]
