"""Gestures: a press, a long press that announces itself, the repeat of a held arrow. Time is plain numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.key_presses import (
    FRAME_TIME,
    HOLDABLE,
    LONG_PRESS_TIME,
    REPEAT_AFTER,
    REPEAT_EVERY,
    REPEATING,
    SHOW_HOLD_AFTER,
    Gesture,
    GestureKind,
    GestureRecognizer,
    KeyTransition,
)
from companion.words.signs import Key

SHORT_PRESSES = (80, 150, 200, 250, 300, 340)
"""Milliseconds of the presses of quick and of slow hands."""
EARLY_RELEASES = (360, 420, 500, 600, 690)
"""Milliseconds of presses that are neither short nor long."""


def down(key: Key, time: float) -> KeyTransition:
    return KeyTransition(key, True, time)


def up(key: Key, time: float) -> KeyTransition:
    return KeyTransition(key, False, time)


@pytest.mark.parametrize("key", [key for key in Key if key not in HOLDABLE])
def test_most_keys_count_as_soon_as_they_go_down(key: Key) -> None:
    gestures = GestureRecognizer()
    assert gestures.change(down(key, 1.0)) == (Gesture(key, GestureKind.PRESS),)
    assert gestures.change(up(key, 1.1)) == ()


@pytest.mark.parametrize("key", [key for key in Key if key in HOLDABLE])
@pytest.mark.parametrize("milliseconds", SHORT_PRESSES)
def test_a_short_press_of_any_hand_counts_on_release(key: Key, milliseconds: int) -> None:
    gestures = GestureRecognizer()
    assert gestures.change(down(key, 1.0)) == ()
    assert gestures.hold(1.0 + milliseconds / 1000) is None
    assert gestures.change(up(key, 1.0 + milliseconds / 1000)) == (Gesture(key, GestureKind.PRESS),)


@pytest.mark.parametrize("key", [key for key in Key if key in HOLDABLE])
@pytest.mark.parametrize("milliseconds", EARLY_RELEASES)
def test_letting_go_while_the_bar_fills_is_too_early(key: Key, milliseconds: int) -> None:
    gestures = GestureRecognizer()
    gestures.change(down(key, 1.0))
    assert gestures.hold(1.0 + milliseconds / 1000) is not None
    assert gestures.change(up(key, 1.0 + milliseconds / 1000)) == (Gesture(key, GestureKind.EARLY_RELEASE),)
    assert gestures.down() == frozenset()


def test_a_long_press_happens_once_while_the_key_is_held() -> None:
    gestures = GestureRecognizer()
    gestures.change(down(Key.OK, 1.0))
    assert gestures.tick(1.0 + LONG_PRESS_TIME - 0.01) == ()
    assert gestures.tick(1.0 + LONG_PRESS_TIME) == (Gesture(Key.OK, GestureKind.LONG_PRESS),)
    assert gestures.tick(9.0) == ()
    assert gestures.change(up(Key.OK, 9.0)) == ()


def test_a_long_press_is_not_lost_by_a_late_tick() -> None:
    gestures = GestureRecognizer()
    gestures.change(down(Key.BACK, 1.0))
    assert gestures.change(up(Key.BACK, 3.0)) == (Gesture(Key.BACK, GestureKind.LONG_PRESS),)


def test_the_bar_of_a_long_press_appears_and_fills() -> None:
    gestures = GestureRecognizer()
    gestures.change(down(Key.OK, 0.0))
    assert gestures.hold(SHOW_HOLD_AFTER - 0.01) is None
    assert gestures.hold(SHOW_HOLD_AFTER) == (Key.OK, 0.0)
    half = gestures.hold((SHOW_HOLD_AFTER + LONG_PRESS_TIME) / 2)
    assert half is not None
    assert half[1] == pytest.approx(0.5)
    assert gestures.hold(LONG_PRESS_TIME) == (Key.OK, 1.0)
    gestures.tick(LONG_PRESS_TIME)
    assert gestures.hold(LONG_PRESS_TIME) is None


def test_deadlines_follow_the_pictures_of_the_bar() -> None:
    gestures = GestureRecognizer()
    gestures.change(down(Key.OK, 0.0))
    assert gestures.deadline(0.0) == SHOW_HOLD_AFTER
    assert gestures.deadline(SHOW_HOLD_AFTER) == SHOW_HOLD_AFTER + FRAME_TIME
    assert gestures.deadline(LONG_PRESS_TIME - FRAME_TIME / 2) == LONG_PRESS_TIME
    gestures.tick(LONG_PRESS_TIME)
    assert gestures.deadline(LONG_PRESS_TIME) is None


@pytest.mark.parametrize("key", [key for key in Key if key in REPEATING])
def test_a_held_arrow_repeats_at_an_even_pace(key: Key) -> None:
    gestures = GestureRecognizer()
    gestures.change(down(key, 0.0))
    moments: list[float] = []
    while len(moments) < 5 and (due := gestures.deadline(0.0)) is not None:
        assert gestures.tick(due) == (Gesture(key, GestureKind.REPEAT),)
        moments.append(due)
    paces = [REPEAT_AFTER, *[REPEAT_EVERY] * 4]
    assert [later - sooner for sooner, later in zip([0.0, *moments], moments, strict=False)] == pytest.approx(paces)
    gestures.change(up(key, moments[-1] + 0.01))
    assert gestures.deadline(9.0) is None


def test_two_keys_are_followed_separately() -> None:
    gestures = GestureRecognizer()
    gestures.change(down(Key.OK, 0.0))
    assert gestures.change(down(Key.DOWN, 0.1)) == (Gesture(Key.DOWN, GestureKind.PRESS),)
    assert gestures.down() == {Key.OK, Key.DOWN}
    assert gestures.change(up(Key.OK, 0.2)) == (Gesture(Key.OK, GestureKind.PRESS),)
    assert gestures.tick(0.1 + REPEAT_AFTER) == (Gesture(Key.DOWN, GestureKind.REPEAT),)


def test_a_cancelled_key_is_ignored_until_it_is_pressed_again() -> None:
    gestures = GestureRecognizer()
    gestures.change(down(Key.OK, 0.0))
    gestures.change(down(Key.DOWN, 0.0))
    gestures.cancel()
    assert gestures.down() == frozenset()
    assert gestures.deadline(0.0) is None
    assert gestures.tick(5.0) == ()
    assert gestures.hold(5.0) is None
    assert gestures.change(up(Key.OK, 5.0)) == ()
    gestures.change(down(Key.OK, 6.0))
    assert gestures.change(up(Key.OK, 6.1)) == (Gesture(Key.OK, GestureKind.PRESS),)


def test_a_release_without_a_press_is_ignored() -> None:
    assert GestureRecognizer().change(up(Key.OK, 1.0)) == ()


@given(st.lists(st.tuples(st.sampled_from(Key), st.integers(0, 900)), max_size=30))
def test_after_every_tick_the_next_deadline_is_later(touched: list[tuple[Key, int]]) -> None:
    gestures, now, held = GestureRecognizer(), 0.0, set[Key]()
    for key, after in touched:
        end = now + after / 1000
        while (due := gestures.deadline(now)) is not None and due <= end:
            assert due > now
            now = due
            gestures.tick(now)
        now = end
        gestures.change(KeyTransition(key, key not in held, now))
        held ^= {key}


@pytest.mark.parametrize("key", list(Key))
def test_a_gripped_key_gives_a_grip_and_a_release(key: Key) -> None:
    gestures = GestureRecognizer()
    assert gestures.change(down(key, 1.0), frozenset({key})) == (Gesture(key, GestureKind.GRIP),)
    assert gestures.down() == {key}
    assert gestures.tick(60.0) == ()
    assert gestures.deadline(2.0) is None
    assert gestures.hold(1.0 + LONG_PRESS_TIME) is None
    assert gestures.change(up(key, 60.0)) == (Gesture(key, GestureKind.RELEASE),)
    assert gestures.down() == frozenset()


def test_a_cancelled_grip_has_no_release() -> None:
    gestures = GestureRecognizer()
    gestures.change(down(Key.OK, 1.0), frozenset({Key.OK}))
    gestures.cancel()
    assert gestures.down() == frozenset()
    assert gestures.change(up(Key.OK, 2.0)) == ()


def test_a_key_held_before_the_page_came_is_not_gripped() -> None:
    gestures = GestureRecognizer()
    grips = frozenset({Key.SPIN})
    assert gestures.change(down(Key.OK, 1.0), grips) == ()
    assert gestures.change(up(Key.OK, 1.1), frozenset({Key.OK})) == (Gesture(Key.OK, GestureKind.PRESS),)
    assert gestures.change(down(Key.UP, 1.2), grips) == (Gesture(Key.UP, GestureKind.PRESS),)
