"""Tests of guessing codes: guessers wait longer and longer, nobody is locked out, and all guessers get few attempts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.server.code_attempts import BURST, FREE_ATTEMPTS, INTERVAL_S, LONGEST_WAIT_S, WAITS_S, CodeAttempts
from tests.kit.clock import Clock


def try_wrong_code(tries: CodeAttempts, who: str) -> float:
    """Try a wrong code; return 0 if it was checked, else the seconds to wait."""
    wait = tries.wait(who)
    if not wait:
        tries.record_wrong(who)
    return wait


def test_first_errors_are_free_and_later_ones_wait_longer() -> None:
    clock = Clock()
    tries = CodeAttempts(clock)
    assert [try_wrong_code(tries, "one") for _ in range(FREE_ATTEMPTS)] == [0.0] * FREE_ATTEMPTS
    for wait in (*WAITS_S, WAITS_S[-1], WAITS_S[-1]):
        assert tries.wait("one") == wait
        clock.now += wait - 0.5
        assert tries.wait("one") == 0.5, "trying again meanwhile makes it no longer"
        clock.now += 0.5
        assert try_wrong_code(tries, "one") == 0.0


def test_a_right_code_resets_the_count() -> None:
    tries = CodeAttempts(Clock())
    for _ in range(FREE_ATTEMPTS - 1):
        try_wrong_code(tries, "one")
    assert tries.wait("one") == 0.0
    tries.record_right("one")
    assert [try_wrong_code(tries, "one") for _ in range(FREE_ATTEMPTS)] == [0.0] * FREE_ATTEMPTS


def test_one_guesser_keeps_nobody_waiting() -> None:
    clock = Clock()
    tries = CodeAttempts(clock)
    for _ in range(10_000):
        try_wrong_code(tries, "guesser")
        clock.now += 0.1
    assert tries.wait("somebody") == 0.0


def test_with_six_guessers_everybody_still_gets_a_turn() -> None:
    clock = Clock()
    tries = CodeAttempts(clock)
    for _ in range(3_000):
        for guesser in range(6):
            try_wrong_code(tries, f"guesser {guesser}")
        clock.now += 0.1
    wait = tries.wait("somebody")
    assert wait <= 7 * INTERVAL_S
    for _ in range(round(10 * wait) + 1):
        for guesser in range(6):
            try_wrong_code(tries, f"guesser {guesser}")
        clock.now += 0.1
    assert tries.wait("somebody") == 0.0, "the turn was kept"


def test_many_guessers_keep_nobody_waiting_for_long() -> None:
    """65,000 networks with one guess each: the wait is bounded, and ends with the attack."""
    clock = Clock()
    tries = CodeAttempts(clock)
    for guesser in range(65_000):
        try_wrong_code(tries, f"guesser {guesser}")
        clock.now += 0.001
    assert tries.wait("somebody") == LONGEST_WAIT_S
    clock.now += LONGEST_WAIT_S
    wait = tries.wait("somebody")
    assert wait <= INTERVAL_S
    clock.now += wait
    assert tries.wait("somebody") == 0.0


def test_a_new_code_begins_a_new_queue() -> None:
    clock = Clock()
    tries = CodeAttempts(clock)
    for guesser in range(250):
        tries.wait(f"guesser {guesser}", "first code")
    for _ in range(FREE_ATTEMPTS):
        tries.record_wrong("somebody")
    assert tries.wait("somebody", "first code") > 0.0
    assert tries.wait("somebody", "second code") == 0.0


def test_an_unused_turn_expires() -> None:
    clock = Clock()
    tries = CodeAttempts(clock)
    for guesser in range(BURST + 1):
        try_wrong_code(tries, f"guesser {guesser}")
    assert tries.wait("late") > 0
    clock.now += 3600
    for guesser in range(BURST + 20):
        try_wrong_code(tries, f"other {guesser}")
    assert tries.wait("late") > 0, "it queues like everybody else"


@given(st.lists(st.tuples(st.integers(0, 40), st.floats(0, 5)), max_size=200))
def test_all_guessers_together_have_few_guesses(guesses: list[tuple[int, float]]) -> None:
    clock = Clock()
    tries = CodeAttempts(clock)
    begun, looked_at = clock.now, 0
    for who, later in guesses:
        clock.now += later
        looked_at += try_wrong_code(tries, str(who)) == 0.0
        assert looked_at <= BURST + (clock.now - begun) / INTERVAL_S + 1
