"""Tests of match lines and of the commitments that cover them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.chance.canonical_json import canonical, digest, is_plain, same_json
from companion.chance.moves_file_lines import seal_line
from companion.chance.seed import commitment, short_words
from companion.chance.verdict import ChanceStatus
from companion.chance.verify_chance import check_chance
from tests.chance.test_verify_chance import (
    END,
    HEAD,
    OTHER,
    SEED,
    Body,
    checked,
    committed,
    draw,
    problems_of,
    revealed,
    warnings_of,
)

SALT = "5a" * 16
DOCUMENT: Body = {**HEAD, "rules_version": 1, "edition": {"wheel": [1, 2], "Été": "fünf 🐫"}, "salt": SALT}
PARTIAL: Body = {**HEAD, "partial": True}
VECTORS = json.loads((Path(__file__).parent / "vectors_match.json").read_text("utf-8"))


def match(**more: Any) -> Body:
    """Return a match line with these fields changed; a field with the value ... is left out."""
    body = {"kind": "match", **DOCUMENT, **more}
    return {name: value for name, value in body.items() if value is not ...}


def committed_match(seed: bytes = SEED, document: Body = DOCUMENT) -> Body:
    """Return a commitment to a seed and to a match."""
    sha256 = commitment(seed, digest(document))
    return {"kind": "commitment", "form": 2, "sha256": sha256, "words": [*short_words(sha256)]}


SPUN = draw(None, "classic/1/spin/1", asked={"route": "land"})


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["seed"][:8])
def test_known_commitments_to_a_match(vector: dict[str, Any]) -> None:
    assert canonical(vector["match"]) == vector["canonical"]
    assert digest(vector["match"]) == vector["digest"]
    assert commitment(bytes.fromhex(vector["seed"]), vector["digest"]) == vector["commitment"]
    assert [*short_words(vector["commitment"])] == vector["words"]


def test_a_commitment_may_cover_the_match() -> None:
    verdict = checked(match(), committed_match(), SPUN, revealed())
    assert (verdict.problems, verdict.chance, verdict.checked_draws) == ((), ChanceStatus.CHECKED, 1)
    assert verdict.to_json()["commitments"][0]["form"] == 2
    assert verdict.to_json()["rules_version"] == 1
    assert repr(SEED) not in repr(verdict.commitments)


def test_a_match_line_needs_no_commitment() -> None:
    assert problems_of(match(), committed(), revealed()) == []
    assert check_chance(json.dumps(HEAD).encode() + b"\n" + json.dumps(match()).encode()).to_json()["ok"]


def test_every_commitment_of_a_game_covers_the_first_match() -> None:
    changed = match(seats=["Ada", "Bo"], salt="00" * 16, changed=True)
    head = {**HEAD, "seats": ["Ada", "Bo"]}
    lines = [match(), changed, committed_match(), SPUN, committed_match(OTHER), revealed(), revealed(OTHER)]
    assert warnings_of(*lines, head=head) == [(3, None, "changed_match"), (6, 1, "another_commitment")]
    assert checked(*lines, head=head).rules_version == 1


def test_a_changed_match_may_have_another_rules_version() -> None:
    lines = [match(rules_version=1), match(rules_version=2, changed=True), committed_match(), revealed()]
    assert warnings_of(*lines) == [(3, None, "changed_match")]
    assert checked(*lines).rules_version == 2


def test_the_salt_is_hidden_before_the_end() -> None:
    verdict = checked(match(salt=None), committed_match(), SPUN)
    assert (verdict.problems, verdict.chance) == ((), ChanceStatus.NOT_REVEALED)


def test_a_game_continued_after_its_end_hides_the_salt() -> None:
    verdict = checked(match(salt=None), committed_match(), SPUN, committed_match(OTHER), revealed())
    assert (verdict.problems, verdict.chance, verdict.checked_draws) == ((), ChanceStatus.NOT_REVEALED, 0)


def test_a_seed_proves_nothing_while_secrets_are_hidden() -> None:
    for hidden in (match(salt=None, options=None), match(salt=None, options={"goals": [None, None]})):
        head = {**PARTIAL, "options": hidden["options"]}
        verdict = checked(hidden, committed_match(), SPUN, revealed(), head=head)
        assert (verdict.problems, verdict.chance, verdict.checked_draws) == ((), ChanceStatus.NOT_REVEALED, 0)
        assert not verdict.commitments[0].revealed


WRONG: list[tuple[str, list[Body | bytes], tuple[int, int | None, str]]] = [
    ("another edition", [match(edition={}), committed_match(), revealed()], (4, None, "wrong_commitment")),
    ("another salt", [match(salt="00" * 16), committed_match(), revealed()], (4, None, "wrong_commitment")),
    ("another version", [match(rules_version=2), committed_match(), revealed()], (4, None, "wrong_commitment")),
    ("another seed", [match(), committed_match(), revealed(OTHER)], (4, None, "wrong_commitment")),
    ("no seed", [match(), committed_match(), {"kind": "seed"}], (4, None, "wrong_commitment")),
    (
        "no seed without a salt",
        [match(salt=None), committed_match(), committed_match(), {"kind": "seed"}],
        (5, None, "wrong_commitment"),
    ),
    ("a field more", [match(more=1), committed_match(), revealed()], (4, None, "wrong_commitment")),
    ("the form dropped", [match(), {**committed_match(), "form": ...}, revealed()], (4, None, "wrong_commitment")),
    ("a form too many", [match(), {**committed(), "form": 2}, revealed()], (4, None, "wrong_commitment")),
    ("a form of another kind", [match(), {**committed_match(), "form": 3}, revealed()], (3, None, "unreadable")),
    ("form 1", [match(), {**committed(), "form": 1}, revealed()], (3, None, "unreadable")),
    ("a form that is true", [match(), {**committed_match(), "form": True}, revealed()], (3, None, "unreadable")),
    ("a form that is null", [match(), {**committed_match(), "form": None}, revealed()], (3, None, "unreadable")),
    ("nothing covered", [committed_match(), revealed()], (2, None, "no_match")),
    ("another game", [match(game="voyages"), committed(), revealed()], (2, None, "wrong_match")),
    ("other players", [match(seats=["Ada", "Bo"]), committed(), revealed()], (2, None, "wrong_match")),
    ("another player more", [match(seats=["Ada", "Bao", "C"]), committed(), revealed()], (2, None, "wrong_match")),
    ("other options", [match(options={"a": 1}), committed(), revealed()], (2, None, "wrong_match")),
    ("changed first", [match(changed=True), committed(), revealed()], (2, None, "wrong_match")),
    ("not told that it is changed", [match(), match(), committed(), revealed()], (3, None, "wrong_match")),
    (
        "a player more before a change",
        [match(seats=["Ada", "Bao", "C"]), match(changed=True), committed(), revealed()],
        (2, None, "wrong_match"),
    ),
    (
        "another game before a change",
        [match(game="voyages"), match(changed=True), committed(), revealed()],
        (2, None, "wrong_match"),
    ),
    ("below its commitment", [committed(), match(), revealed()], (3, None, "wrong_match")),
    ("after a gap", [match(), committed(), match(changed=True), revealed()], (4, None, "wrong_match")),
    ("changed is false", [match(changed=False), committed(), revealed()], (2, None, "unreadable")),
    ("no salt at the end", [match(salt=None), committed_match(), revealed()], (2, None, "no_salt")),
    ("no salt though it is over", [match(salt=None), committed_match(), END, revealed()], (2, None, "no_salt")),
    (
        "no salt for a change",
        [match(), match(salt=None, changed=True), committed_match(), revealed()],
        (3, None, "no_salt"),
    ),
    ("options hidden", [match(options=None, salt=None), committed()], (2, None, "unreadable")),
    ("options of words", [match(options="a"), committed(), revealed()], (2, None, "unreadable")),
    ("a salt too short", [match(salt="00"), committed(), revealed()], (2, None, "unreadable")),
    ("a salt of capitals", [match(salt="AB" * 16), committed(), revealed()], (2, None, "unreadable")),
    ("a salt that is a number", [match(salt=7), committed(), revealed()], (2, None, "unreadable")),
    ("the salt left out", [match(salt=...), committed(), revealed()], (2, None, "unreadable")),
    ("the edition left out", [match(edition=...), committed(), revealed()], (2, None, "unreadable")),
    ("no version", [match(rules_version="1"), committed(), revealed()], (2, None, "unreadable")),
    ("a version that is true", [match(rules_version=True), committed(), revealed()], (2, None, "unreadable")),
    ("no game", [match(game=None), committed(), revealed()], (2, None, "unreadable")),
    ("no seats", [match(seats=None), committed(), revealed()], (2, None, "unreadable")),
    ("seats of numbers", [match(seats=[1, 2]), committed(), revealed()], (2, None, "unreadable")),
    ("a broken number", [match(edition=0.5), committed(), revealed()], (2, None, "unreadable")),
    ("a number too great", [match(edition=2**53), committed(), revealed()], (2, None, "unreadable")),
    ("half a letter", [match(edition=["\ud800"]), committed(), revealed()], (2, None, "unreadable")),
    ("half a letter in a key", [match(edition={"\udfff": 1}), committed(), revealed()], (2, None, "unreadable")),
]
"""Files without head and seal, and the first problem in them."""


def without_left_out(lines: list[Body | bytes]) -> list[Body | bytes]:
    """Return the lines without the fields that have the value ...."""
    return [
        {name: value for name, value in line.items() if value is not ...} if isinstance(line, dict) else line
        for line in lines
    ]


@pytest.mark.parametrize(("lines", "problem"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_faults_of_a_match_line_are_named(lines: list[Body | bytes], problem: tuple[int, int | None, str]) -> None:
    assert problems_of(*without_left_out(lines))[0] == problem


def test_the_head_agrees_with_the_last_match() -> None:
    changed = match(options={"b": [1]}, changed=True)
    assert problems_of(match(), changed, committed(), revealed())[0] == (3, None, "wrong_match")
    head = {**HEAD, "options": {"b": [1]}}
    assert problems_of(match(), changed, committed(), revealed(), head=head) == []
    assert problems_of(match(options={"b": [True]}), committed(), revealed(), head=head) == [(2, None, "wrong_match")]
    no_options = {name: value for name, value in HEAD.items() if name != "options"}
    assert problems_of(match(), committed(), revealed(), head=no_options) == [(2, None, "wrong_match")]
    assert (2, None, "wrong_match") in problems_of(
        match(), committed(), revealed(), head={"game": "classic", "seats": "no"}
    )


@pytest.mark.parametrize("first", [match(), committed(), {"kind": "end"}, {"kind": "seed"}])
def test_a_file_without_its_head_is_still_read(first: Body) -> None:
    raw = json.dumps(first).encode()
    assert (
        not check_chance(b"\n".join([raw, seal_line([raw])])).commitments
        or not checked(first, head=first).to_json()["ok"]
    )


@pytest.mark.parametrize(
    "value",
    [None, True, 0, -7, 2**53 - 1, "", "é🐫", [], {}, [[{"a": [1]}]], {"a": {"b": None}}],
)
def test_plain_values_have_one_json_form(value: Any) -> None:
    assert is_plain(value)
    assert same_json(value, json.loads(json.dumps(value)))


@pytest.mark.parametrize("value", [0.5, 2**53, float("nan"), "\udc00", {"\ud83d": 1}, [[0.5]], {"a": [0.5]}, (1,)])
def test_ambiguous_values_are_not_plain(value: Any) -> None:
    assert not is_plain(value)
    assert not same_json(value, value)


def test_true_differs_from_1_and_key_order_does_not_matter() -> None:
    assert not same_json(True, 1)
    assert not same_json([0], [False])
    assert same_json({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert canonical({"\uffee": 1, "😀": 2, "a": 3}) == '{"a":3,"\uffee":1,"😀":2}'


def test_nesting_is_limited() -> None:
    value: Any = 1
    for _ in range(64):
        value = [value]
    assert is_plain(value)
    assert not is_plain([value])
