"""Tests of six million dice and a million spins for fairness, with Pearson's chi-square test at 0.1 %.

The seed is fixed, so that the result never changes. Pairs do not overlap, so that they are independent and the test is
exact: (first, second), (third, fourth), …
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from companion.chance.seeded_draws import NUMBER_BYTES, numbers
from companion.rules.fields import ChanceField
from companion.rules.text import say
from companion.table.draw_record import fair_draw
from tests.depth import deep

DICE = 6_000_000
SPINS = 1_000_000
SEED = sha256(b"six million dice").digest()
MANY = 6_000
"""Dice per draw; many more than in a game, to need fewer names."""
FACES: Mapping[int, float] = dict.fromkeys(range(1, 7), 1 / 6)
WEIGHTS = (3, 1, 4, 1, 5, 9, 2, 6)
WHEEL: Mapping[int, float] = {sector: weight / sum(WEIGHTS) for sector, weight in enumerate(WEIGHTS)}
CRITICAL = {5: 20.515, 7: 24.322, 35: 66.619, 63: 103.442}
"""Values that chi-square exceeds once in a thousand times, by degrees of freedom.

Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, upper-tail critical values, 0.999."""


@cache
def six_million_dice() -> bytes:
    """Return six million dice as the session draws them."""
    wanted = ChanceField(name="chance", label=say("field.chance"), draws=(("d6", MANY),))
    return b"".join(bytes(fair_draw(SEED, f"classic/1/roll/{n}", wanted)) for n in range(1, DICE // MANY + 1))


@cache
def million_spins() -> bytes:
    """Return a million spins of an uneven wheel, each a draw of its own as in a game."""
    wanted = ChanceField(name="chance", label=say("field.chance"), draws=(("sectors", len(WEIGHTS)),), weights=WEIGHTS)
    return bytes(fair_draw(SEED, f"classic/1/spin/{n}", wanted)[0] for n in range(1, SPINS + 1))


def chi_square(counts: Mapping[Any, int], wanted: Mapping[Any, float]) -> float:
    """Return Pearson's statistic of these counts, given the probability of each value."""
    total = sum(counts.values())
    assert set(counts) <= set(wanted)
    return sum((counts.get(value, 0) - total * chance) ** 2 / (total * chance) for value, chance in wanted.items())


def singles(values: Sequence[int], chances: Mapping[int, float]) -> float:
    """Return the statistic of the single values."""
    return chi_square(Counter(values), chances)


def pairs(values: Sequence[int], chances: Mapping[int, float]) -> float:
    """Return the statistic of the pairs."""
    wanted = {(first, second): chances[first] * chances[second] for first, second in product(chances, repeat=2)}
    return chi_square(Counter(zip(values[::2], values[1::2], strict=True)), wanted)


def is_fair(values: Sequence[int], chances: Mapping[int, float]) -> bool:
    """Return whether values pass the test, both single ones and pairs."""
    degrees_of_singles, degrees_of_pairs = len(chances) - 1, len(chances) ** 2 - 1
    return (
        singles(values, chances) < CRITICAL[degrees_of_singles] and pairs(values, chances) < CRITICAL[degrees_of_pairs]
    )


@deep
def test_six_million_dice_are_fair() -> None:
    assert len(six_million_dice()) == DICE
    assert singles(six_million_dice(), FACES) < CRITICAL[5]
    assert pairs(six_million_dice(), FACES) < CRITICAL[35]


@deep
def test_a_million_spins_follow_the_weights() -> None:
    assert len(million_spins()) == SPINS
    assert singles(million_spins(), WHEEL) < CRITICAL[7]
    assert pairs(million_spins(), WHEEL) < CRITICAL[63]


def test_dice_by_remainder_fail_the_test() -> None:
    """256 is not a multiple of 6: the first four faces occur 43 times, the others 42 times."""
    of_byte = bytes(1 + byte % 6 for byte in range(256))
    stream = array(
        "I", (number for number, _ in zip(numbers(SEED, "biased"), range(DICE // NUMBER_BYTES), strict=False))
    )
    values = stream.tobytes().translate(of_byte)
    assert len(values) == DICE
    assert singles(values, FACES) > CRITICAL[5]
    assert not is_fair(values, FACES)


@deep
def test_a_slightly_loaded_die_fails_the_test() -> None:
    """Every 300th one becomes a six."""
    values, ones = bytearray(six_million_dice()), 0
    position = values.find(1)
    while position >= 0:
        ones += 1
        if ones % 300 == 0:
            values[position] = 6
        position = values.find(1, position + 1)
    assert singles(values, FACES) > CRITICAL[5]


@deep
def test_dependent_dice_fail_the_test_of_pairs() -> None:
    """In the first third each pair is a double. Dice that just count up show every face equally often."""
    third = DICE // 3
    values = bytearray(six_million_dice())
    values[1:third:2] = values[0:third:2]
    assert pairs(values, FACES) > CRITICAL[35]
    counting = bytes(1 + position % 6 for position in range(DICE))
    assert singles(counting, FACES) == 0
    assert not is_fair(counting, FACES)


def test_a_wheel_that_ignores_its_weights_fails_the_test() -> None:
    even = ChanceField(name="chance", label=say("field.chance"), draws=(("sectors", len(WEIGHTS)),))
    values = bytes(fair_draw(SEED, f"classic/1/spin/{n}", even)[0] for n in range(1, 10_001))
    assert singles(values, WHEEL) > CRITICAL[7]


@deep
def test_a_slightly_unfair_wheel_fails_the_test() -> None:
    """Every 100th spin of the widest sector goes to the next one."""
    values, count = bytearray(million_spins()), 0
    for position, value in enumerate(values):
        if value == 5:
            count += 1
            if count % 100 == 0:
                values[position] = 6
    assert singles(values, WHEEL) > CRITICAL[7]


@pytest.mark.parametrize(("freedom", "critical"), CRITICAL.items())
def test_the_critical_values_are_those_of_chi_square(freedom: int, critical: float) -> None:
    assert upper_tail(critical, freedom) == pytest.approx(0.001, rel=2e-3)


def upper_tail(value: float, freedom: int) -> float:
    """Return the probability that chi-square exceeds this value, for an odd number of degrees of freedom.

    By the recurrence of the incomplete gamma function from one degree, where it is the error function (Abramowitz and
    Stegun, 26.4.4).
    """
    half = value / 2
    term, total = math.sqrt(half) * math.exp(-half) / math.gamma(1.5), math.erfc(math.sqrt(half))
    for odd in range(3, freedom + 1, 2):
        total += term
        term *= value / odd
    return total
