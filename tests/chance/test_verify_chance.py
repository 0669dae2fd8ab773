"""Tests of the check of chance: valid files, and every way in which a sealed file can be wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.chance.chance_lines import DrawSpec, recompute_draw
from companion.chance.moves_file_lines import seal_line
from companion.chance.seed import commitment, short_words
from companion.chance.verdict import ChanceStatus, ProblemCode, Verdict
from companion.chance.verify_chance import check_chance

SEED = bytes(range(32))
OTHER = bytes(32)
HEAD: dict[str, Any] = {"game": "classic", "seats": ["Ada", "Bao"], "options": {}}
SPIN: DrawSpec = (("sectors", 8),)
FIGHT: DrawSpec = (("d6", 2),)
END: dict[str, Any] = {"kind": "end", "standings": []}
Body = dict[str, Any]


def committed(seed: bytes = SEED) -> Body:
    sha256 = commitment(seed)
    return {"kind": "commitment", "sha256": sha256, "words": list(short_words(sha256))}


def revealed(seed: bytes = SEED) -> Body:
    return {"kind": "seed", "seed": seed.hex()}


def draw(entry: int | None, name: str, of: DrawSpec = SPIN, seed: bytes = SEED, **more: Any) -> Body:
    """Return a valid draw with these fields changed."""
    values = recompute_draw(seed, name, of, more.get("weights", ()))
    return {
        "kind": "draw",
        "entry": entry,
        "name": name,
        "of": [list(part) for part in of],
        "values": [*values],
        **more,
    }


def spin(seat: int = 1, n: int = 1, seed: bytes = SEED, **more: Any) -> Body:
    """Return a spin that uses its draw."""
    chance = [*recompute_draw(seed, f"classic/{seat}/spin/{n}", SPIN)]
    return {"seat": seat, "move": "spin", "route": "land", "chance": chance, **more}


def checked(*bodies: Body | bytes, head: Body = HEAD) -> Verdict:
    """Return the verdict on a file of these lines, sealed."""
    raw = [body if isinstance(body, bytes) else json.dumps(body).encode() for body in (head, *bodies)]
    return check_chance(b"\n".join([*raw, seal_line(raw), b""]))


def problems_of(*bodies: Body | bytes, head: Body = HEAD) -> list[tuple[int, int | None, str]]:
    """Return the problems: line, entry, code."""
    return [(problem.line, problem.entry, problem.code.value) for problem in checked(*bodies, head=head).problems]


def warnings_of(*bodies: Body | bytes, head: Body = HEAD) -> list[tuple[int, int | None, str]]:
    """Return the warnings of a file without problems: line, entry, code."""
    verdict = checked(*bodies, head=head)
    assert verdict.problems == ()
    return [(warning.line, warning.entry, warning.code.value) for warning in verdict.warnings]


def test_all_draws_are_recomputed() -> None:
    name = "classic/1/spin/1"
    verdict = checked(
        committed(),
        draw(None, name),
        draw(1, name, again=True),
        spin(),
        {"kind": "typed", "entry": 2, "values": [6, 1]},
        {"seat": 1, "move": "fight", "chance": [6, 1]},
        draw(None, "classic/2/fight/1", FIGHT),
        revealed(),
    )
    assert verdict.to_json() == {
        **{"ok": True, "game": "classic", "entries": 2, "draws": 3, "unchecked": 0, "taken_back": 2, "typed": 1},
        **{"chance": "checked", "problems": [], "warnings": []},
        "commitments": [
            {
                "line": 2,
                "entry": 1,
                "sha256": commitment(SEED),
                "words": [*short_words(commitment(SEED))],
                "revealed": True,
            }
        ],
        "closing": {"sha256": verdict.closing, "words": [*short_words(verdict.closing or "")]},
    }
    assert [line.right for line in verdict.chance_lines] == [True, True, None, True]


def test_weights_and_mixed_dice_are_drawn_in_order() -> None:
    name = "classic/1/fight/1"
    of: DrawSpec = (("d6", 1), ("d8", 1))
    fight = {"seat": 1, "move": "fight", "chance": [*recompute_draw(SEED, name, of)]}
    weighty = draw(2, "classic/2/spin/1", (("sectors", 3),), weights=[1, 0, 5])
    spun = {"seat": 2, "move": "spin", "route": "sea", "chance": weighty["values"]}
    assert problems_of(committed(), draw(1, name, of), fight, weighty, spun, revealed()) == []


def test_a_draw_uses_the_seed_of_its_first_occurrence() -> None:
    first, second = "classic/1/spin/1", "classic/2/spin/1"
    lines = [committed(), draw(None, first), committed(OTHER), draw(1, first, again=True), spin()]
    lines += [draw(2, second, seed=OTHER), spin(2, seed=OTHER)]
    assert problems_of(*lines, revealed(), revealed(OTHER)) == []
    assert problems_of(*lines, revealed()) == []
    assert checked(*lines, revealed()).chance is ChanceStatus.NOT_REVEALED
    assert problems_of(*lines, END, revealed()) == [(9, None, "no_seed")]
    assert problems_of(*lines, revealed(OTHER), revealed())[0] == (9, None, "wrong_commitment")


def test_a_purpose_suffix_separates_the_draws_of_a_kind() -> None:
    late, again = "classic/1/spin.late/1", "classic/1/spin.late/2"
    lines = [draw(1, "classic/1/spin/1"), spin(), draw(2, late), spin(chance=[*recompute_draw(SEED, late, SPIN)])]
    assert problems_of(committed(), *lines, draw(None, again), revealed()) == []


def test_numbers_continue_after_the_highest_draw() -> None:
    names = [f"classic/1/spin/{n}" for n in (1, 2, 3)]
    lines = [draw(None, names[0]), draw(None, names[1]), draw(None, names[0], again=True), draw(None, names[2])]
    assert problems_of(committed(), *lines, revealed()) == []


def test_a_new_seed_for_every_draw_is_a_warning() -> None:
    lines: list[Body | bytes] = []
    seeds = (SEED, OTHER, bytes([7] * 32))
    for entry, seed in enumerate(seeds, 1):
        lines += [committed(seed), draw(entry, f"classic/1/spin/{entry}", seed=seed), spin(1, entry, seed)]
    verdict = checked(*lines, *map(revealed, seeds)).to_json()
    assert verdict["ok"]
    assert [(line["line"], line["entry"], line["sha256"]) for line in verdict["commitments"]] == [
        (line, entry, commitment(seed)) for line, entry, seed in zip((2, 5, 8), (1, 2, 3), seeds, strict=True)
    ]
    assert verdict["warnings"] == [
        {"line": 5, "entry": 2, "code": "another_commitment"},
        {"line": 8, "entry": 3, "code": "another_commitment"},
    ]


def test_a_commitment_without_digits_has_no_words() -> None:
    [commitment_line] = checked({**committed(), "sha256": 7}).commitments
    assert (commitment_line.sha256, commitment_line.words, commitment_line.revealed) == ("", (), False)


def test_draws_stay_unchecked_until_the_seed_is_revealed() -> None:
    verdict = checked(committed(), draw(1, "classic/1/spin/1", values=[0]), spin(chance=[0]))
    assert verdict.problems == ()
    assert (verdict.chance, verdict.checked_draws, verdict.to_json()["unchecked"]) == (ChanceStatus.NOT_REVEALED, 0, 1)
    assert problems_of(committed(), END) == [(3, None, "no_seed")]


def test_the_same_key_in_two_objects_is_allowed() -> None:
    line = b'{"kind": "note", "a": {"b": ": {", "c": [{"b": 1}, {"b": "\\"b\\": 1"}]}, "b": "a"}'
    assert problems_of(committed(), line, revealed()) == []


@pytest.mark.parametrize("more", [{}, {"options": {"hand": "red"}}])
def test_a_partial_file_must_hide_something_and_lack_an_end(more: Body) -> None:
    head = {**HEAD, "partial": True, **more}
    lines = [draw(1, "classic/1/spin/1"), spin()]
    assert problems_of(committed(), *lines, revealed(), head=head) == [(1, None, "wrong_partial")]
    assert problems_of(committed(), *lines, revealed(), head={**head, "options": {"hands": ["red", None]}}) == []
    assert problems_of(committed(), lines[0], {**lines[1], "cards": [{"card": None}]}, revealed(), head=head)[:1] == []
    assert (1, None, "wrong_partial") in problems_of(committed(), *lines, END, revealed(), head=head)
    assert problems_of(*lines[1:], head=head) == [], "it says nothing of chance, and only what reads moves judges it"
    assert checked(committed(), *lines, revealed(), head={**head, "options": {"hands": None}}).to_json()["ok"] is None


def test_a_partial_file_may_hide_values() -> None:
    lines = [committed(), draw(1, "classic/1/spin/1", values=None), spin(chance=None)]
    assert problems_of(*lines, head={**HEAD, "partial": True}) == []
    assert problems_of(*lines) == [(3, 1, "unreadable"), (4, 1, "missing_draw")]


def test_a_file_without_draws_has_no_chance_to_check() -> None:
    data = b'{"game": "classic", "seats": ["Ada", "Bao"]}\n{"seat": 1, "move": "spin", "chance": [3]}\n{"kind": "seed"}'
    verdict = check_chance(data)
    assert (verdict.problems, verdict.chance, verdict.entries, verdict.over) == ((), ChanceStatus.NONE, 1, False)
    assert check_chance(b"").chance is ChanceStatus.NONE


FIRST = draw(1, "classic/1/spin/1")
DRAWN = draw(None, "classic/1/spin/1")
END = {"kind": "end", "standings": []}
WRONG: list[tuple[str, list[Body | bytes], tuple[int, int | None, str]]] = [
    ("another value", [draw(1, "classic/1/spin/1", values=[9]), spin(chance=[9])], (3, 1, "wrong_draw")),
    ("one value too many", [draw(1, "classic/1/spin/1", values=[1, 1]), spin(chance=[1, 1])], (3, 1, "wrong_draw")),
    ("another value of a draw taken back", [draw(None, "classic/1/spin/1", values=[9])], (3, None, "wrong_draw")),
    ("another chance", [draw(1, "classic/1/spin/1"), spin(chance=[9])], (4, 1, "wrong_chance")),
    ("true is no number", [{"kind": "typed", "entry": 1, "values": [1]}, spin(chance=[True])], (4, 1, "wrong_chance")),
    ("chance that is no list", [{"kind": "typed", "entry": 1, "values": [1]}, spin(chance=1)], (4, 1, "wrong_chance")),
    ("a move without chance", [draw(1, "classic/1/spin/1"), {"seat": 1, "move": "spin"}], (4, 1, "wrong_chance")),
    ("no draw", [spin()], (3, 1, "missing_draw")),
    ("two draws", [FIRST, {"kind": "typed", "entry": 1, "values": [0]}, spin()], (4, 1, "two_draws")),
    ("another game", [draw(None, "voyages/1/spin/1")], (3, None, "wrong_name")),
    ("no such seat", [draw(None, "classic/3/spin/1")], (3, None, "wrong_name")),
    ("a number left out", [draw(1, "classic/1/spin/2"), spin(n=2)], (3, 1, "wrong_name")),
    ("a number left out later", [FIRST, spin(), draw(None, "classic/1/spin/3")], (5, None, "wrong_name")),
    ("a number of another kind", [DRAWN, draw(None, "classic/1/fight/2", FIGHT)], (4, None, "wrong_name")),
    ("a number of another seat", [DRAWN, draw(None, "classic/2/spin/2")], (4, None, "wrong_name")),
    ("a purpose without its word", [draw(None, "classic/1/spin./1")], (3, None, "wrong_name")),
    ("a purpose without its kind", [draw(None, "classic/1/.late/1")], (3, None, "wrong_name")),
    ("a number of another purpose", [DRAWN, draw(None, "classic/1/spin.late/2")], (4, None, "wrong_name")),
    ("a purpose of another kind", [draw(1, "classic/1/fight.spin/1"), spin()], (3, 1, "wrong_name")),
    ("n from 0", [draw(None, "classic/1/spin/0")], (3, None, "wrong_name")),
    ("another seat", [draw(1, "classic/2/spin/1"), {**spin(2), "seat": 1}], (3, 1, "wrong_name")),
    ("another purpose", [draw(1, "classic/1/spin/1"), spin(move="fight")], (3, 1, "wrong_name")),
    ("a seat that is true", [draw(1, "classic/1/spin/1"), {**spin(), "seat": True}], (3, 1, "wrong_name")),
    ("another entry", [draw(2, "classic/1/spin/1"), spin()], (3, 1, "wrong_entry")),
    ("no entry after it", [draw(1, "classic/1/spin/1")], (3, 1, "wrong_entry")),
    ("not told that it is again", [DRAWN, FIRST, spin()], (4, 1, "wrong_again")),
    ("told again the first time", [draw(1, "classic/1/spin/1", again=True), spin()], (3, 1, "wrong_again")),
    ("half a letter", [{**DRAWN, "name": "classic/1/\ud800/1"}], (3, None, "unreadable")),
    ("no values", [draw(1, "classic/1/spin/1", values=None), spin()], (3, 1, "unreadable")),
    ("values of words", [draw(1, "classic/1/spin/1", values=["3"]), spin()], (3, 1, "unreadable")),
    ("entry 0", [draw(0, "classic/1/spin/1")], (3, 0, "unreadable")),
    ("again is false", [draw(None, "classic/1/spin/1", again=False)], (3, None, "unreadable")),
    ("a die without faces", [{**DRAWN, "of": [["d0", 1]]}], (3, None, "unreadable")),
    ("no dice", [{**DRAWN, "of": []}], (3, None, "unreadable")),
    ("too many dice", [{**DRAWN, "of": [["d6", 600], ["d4", 600]]}], (3, None, "unreadable")),
    ("weights of another wheel", [{**DRAWN, "weights": [1, 2]}], (3, None, "unreadable")),
    ("weights below 0", [{**DRAWN, "weights": [-1, 2, 1, 1, 1, 1, 1, 1]}], (3, None, "unreadable")),
    ("typed in without an entry", [{"kind": "typed", "entry": None, "values": [3]}], (3, None, "unreadable")),
    ("a line that is no JSON", [b"{oh"], (3, None, "unreadable")),
    ("a key twice", [b'{"kind": "typed", "kind": "note"}'], (3, None, "unreadable")),
    ("a key twice, once in other letters", [b'{"kind": "note", "a" : 1, "\\u0061": 1}'], (3, None, "unreadable")),
    ("a number that is not whole", [b'{"kind": "note", "a": [{"b": 1.5}]}'], (3, None, "unreadable")),
    ("a number that is too great", [b'{"kind": "note", "a": 9007199254740992}'], (3, None, "unreadable")),
    ("two ends", [END, END], (4, None, "unreadable")),
    ("an end that says more", [{**END, "winner": "Bao"}], (3, None, "unreadable")),
    ("an end that says less", [{"kind": "end"}], (3, None, "unreadable")),
    ("a key twice deep inside", [b'{"kind": "note", "a": [{"b": {"c": 1, "c": 1}}]}'], (3, None, "unreadable")),
]


@pytest.mark.parametrize(("lines", "problem"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_the_first_fault_is_named(lines: list[Body | bytes], problem: tuple[int, int | None, str]) -> None:

    assert problems_of(committed(), *lines, revealed())[0] == problem


def test_two_moves_cannot_use_one_draw() -> None:
    name = "classic/1/spin/1"
    lines = [draw(1, name), spin(), draw(2, name, again=True), spin()]
    assert problems_of(committed(), *lines, revealed()) == [(5, 2, "name_twice")]


def test_the_same_name_with_other_values_is_wrong() -> None:
    name = "classic/1/spin/1"
    value = (recompute_draw(SEED, name, SPIN)[0] + 1) % 8
    lines = [draw(None, name), draw(1, name, again=True, values=[value]), spin(chance=[value])]
    assert problems_of(committed(), *lines, revealed()) == [(4, 1, "wrong_draw")]


@pytest.mark.parametrize(
    ("commitment_line", "seed_line", "problem"),
    [
        (committed(), revealed(OTHER), (3, None, "wrong_commitment")),
        (committed(), {"kind": "seed", "seed": "00"}, (3, None, "wrong_commitment")),
        (committed(), {"kind": "seed"}, (3, None, "wrong_commitment")),
        ({**committed(), "words": ["a", "b", "c", "d"]}, revealed(), (2, None, "wrong_words")),
        ({**committed(), "words": None}, revealed(), (2, None, "wrong_words")),
        ({**committed(), "sha256": "0"}, revealed(), (2, None, "unreadable")),
    ],
)
def test_a_broken_commitment_is_named(
    commitment_line: Body, seed_line: Body, problem: tuple[int, int | None, str]
) -> None:
    assert problems_of(commitment_line, seed_line)[0] == problem


def test_an_extra_seed_is_a_fault() -> None:
    assert problems_of(committed(), revealed(), revealed(OTHER)) == [(4, None, "wrong_commitment")]


def test_a_draw_before_any_commitment_is_a_fault() -> None:
    assert problems_of(draw(None, "classic/1/spin/1")) == [(2, None, "no_commitment")]


def test_a_file_with_a_commitment_needs_a_seal() -> None:
    raw = [json.dumps(body).encode() for body in (HEAD, committed(), revealed())]
    [problem] = check_chance(b"\n".join(raw)).problems
    assert (problem.line, problem.entry, problem.code) == (3, None, ProblemCode.NO_SEAL)


@pytest.mark.parametrize("head", [{"seats": ["Ada"]}, {"game": "classic"}, {"game": 7, "seats": []}])
def test_a_head_without_game_or_seats_is_a_fault(head: Body) -> None:
    assert problems_of(committed(), revealed(), head=head)[0] == (1, None, "unreadable")
