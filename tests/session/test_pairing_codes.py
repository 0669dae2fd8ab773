"""Pairing codes: one at a time, used once, gone with their screen, and not blocked by guesses."""

from __future__ import annotations

import pytest

from companion.session.pairing_codes import DIGITS, LIFE_S, CodeOffer, PairingCodes
from tests.kit.clock import Clock

TOKEN = "Ab3_-x" * 3 + "wxyz"


@pytest.fixture
def clock() -> Clock:
    return Clock()


def codes_of(clock: Clock, *draws: int) -> PairingCodes:
    drawn = iter(draws)
    limits: list[int] = []

    def below(most: int) -> int:
        limits.append(most)
        assert most == 10**DIGITS, "every code is as likely as any other"
        return next(drawn)

    return PairingCodes(clock, below, lambda: TOKEN)


def test_a_code_has_all_its_digits(clock: Clock) -> None:
    assert codes_of(clock, 42).offer(None, 1).code == "000042"


def test_a_code_is_used_once(clock: Clock) -> None:
    codes = codes_of(clock, 482913)
    offer = codes.offer(2, 1)
    assert codes.redeem("482913") == offer == CodeOffer("482913", TOKEN, 2, 1, clock.now + LIFE_S)
    assert codes.redeem("482913") is None
    assert codes.current_offer is None


def test_a_code_expires(clock: Clock) -> None:
    codes = codes_of(clock, 482913)
    codes.offer(None, 1)
    clock.now += LIFE_S - 0.001
    assert codes.current_offer is not None
    clock.now += 0.001
    assert codes.current_offer is None
    assert codes.redeem("482913") is None


def test_a_new_code_voids_the_last_one(clock: Clock) -> None:
    codes = codes_of(clock, 111111, 222222)
    codes.offer(1, 1)
    codes.offer(2, 1)
    assert codes.redeem("111111") is None
    assert codes.redeem("222222") is not None


def test_a_withdrawn_code_is_void(clock: Clock) -> None:
    codes = codes_of(clock, 111111)
    codes.offer(1, 1)
    codes.withdraw()
    assert codes.redeem("111111") is None


def test_a_code_is_used_once_typed_or_scanned(clock: Clock) -> None:
    codes = codes_of(clock, 482913, 482913)
    offer = codes.offer(None, 1)
    assert codes.redeem(TOKEN) == offer == codes.last_used
    assert codes.redeem("482913") is None
    codes.offer(None, 1)
    assert codes.redeem("482913") is not None
    assert codes.redeem(TOKEN) is None


def test_nobody_can_void_a_code_by_guessing(clock: Clock) -> None:
    codes = codes_of(clock, 111111)
    offer = codes.offer(1, 1)
    assert [codes.redeem(f"{guess:06}") for guess in range(1000)] == [None] * 1000
    assert [codes.redeem(f"{guess:022}") for guess in range(1000)] == [None] * 1000
    assert codes.redeem("111111") == offer


@pytest.mark.parametrize(
    "guess", ["", "11111", "1111111", "１１１１１１", "\N{BROKEN HEART}", TOKEN[:-1], TOKEN.lower()]
)
def test_an_invalid_code_is_just_wrong(clock: Clock, guess: str) -> None:
    codes = codes_of(clock, 111111)
    codes.offer(1, 1)
    assert codes.redeem(guess) is None
    assert codes.current_offer is not None
