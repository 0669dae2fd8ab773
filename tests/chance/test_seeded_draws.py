"""Tests of draws: known answers, repeatable, and unbiased."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance.seeded_draws import DrawName, below, dice, numbers, weighted

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
"""Known answers, shared with the page that checks an export."""
SEEDS = st.binary(min_size=32, max_size=32)


def test_a_name_states_what_is_drawn() -> None:
    assert str(DrawName("classic", 2, "spin", 1)) == "classic/2/spin/1"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_known_answers(vector: dict[str, object]) -> None:
    seed = bytes.fromhex(str(vector["seed"]))
    name = str(vector["name"])
    assert list(islice(numbers(seed, name), 10)) == vector["numbers"]
    assert list(dice([6] * 12, numbers(seed, name))) == vector["dice"]
    assert [weighted([3, 0, 1, 2], drawn) for drawn in [numbers(seed, name)] for _ in range(8)] == vector["weighted"]


def test_a_block_is_one_hmac() -> None:
    digest = hmac.new(b"k" * 32, b"classic/1/spin/1|1", hashlib.sha256).digest()
    second_block = list(islice(numbers(b"k" * 32, "classic/1/spin/1"), 8, 16))
    assert b"".join(number.to_bytes(4, "big") for number in second_block) == digest


@pytest.mark.parametrize(("number", "drawn"), [(0, 0), (1431655764, 0), (1431655765, 1), (2**32 - 2, 2)])
def test_the_range_is_cut_into_equal_parts(number: int, drawn: int) -> None:
    assert below(3, iter([number])) == drawn


def test_a_number_beyond_the_last_part_is_rejected() -> None:
    assert below(3, iter([2**32 - 1, 2**32 - 1, 7])) == 0


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_out_of_range_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=f"not of {bound}"):
        below(bound, iter([0]))


@given(SEEDS, st.integers(1, 1000))
def test_a_draw_is_in_bounds_and_repeatable(seed: bytes, bound: int) -> None:
    drawn = [below(bound, numbers(seed, "classic/1/spin/1")) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert 0 <= drawn[0] < bound


@given(SEEDS)
def test_another_name_is_another_draw(seed: bytes) -> None:
    names = [DrawName("classic", seat, "spin", n) for seat in (1, 2) for n in (1, 2)]
    assert len({tuple(islice(numbers(seed, str(name)), 8)) for name in names}) == len(names)


def test_weights_decide_how_often_a_sector_is_drawn() -> None:
    drawn = numbers(b"w" * 32, "classic/1/spin/1")
    counts = Counter(weighted([1, 0, 3], drawn) for _ in range(4000))
    assert set(counts) == {0, 2}
    assert 2800 < counts[2] < 3200


@pytest.mark.parametrize("weights", [[-1, 2], [0, 0], []])
def test_invalid_weights_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match=r"weights are 0 or more|not of 0"):
        weighted(weights, iter([0]))
