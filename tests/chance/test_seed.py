"""Tests of the commitment to a seed and of its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance.seed import commitment, short_words

SEED = bytes(range(32))
COMMITTED = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == COMMITTED


@pytest.mark.parametrize("seed", [b"", SEED[1:], SEED + b"\0"])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {len(seed)}"):
        commitment(seed)


@pytest.mark.parametrize(("address", "word"), [("7f000001", "lusab-babad"), ("3f54dcc1", "gutih-tugad")])
def test_words_follow_the_proquint_paper(address: str, word: str) -> None:
    assert "-".join(short_words(address + "0" * 56)[:2]) == word


def test_a_commitment_cut_short_has_no_words() -> None:
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        short_words("00ff")


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_words_differ_if_the_first_64_bits_differ(first: bytes, second: bytes) -> None:
    assert (short_words(first.hex()) == short_words(second.hex())) == (first[:8] == second[:8])
