"""Tests of the windows around changes: they turn the old picture into the new one, and they are cheap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.screen.canvas import WIDTH
from companion.devices.changed_windows import (
    FRAME_BYTES,
    PAGES,
    RECTANGLE_BYTES,
    RUN_BYTES,
    WHOLE,
    Window,
    cost,
    page_runs,
    rectangles,
)

EMPTY = bytes(FRAME_BYTES)
Cover = Callable[[bytes | None, bytes], list[Window]]
EACH: dict[Cover, int] = {rectangles: RECTANGLE_BYTES, page_runs: RUN_BYTES}
both = pytest.mark.parametrize("cover", EACH)


def lit(*windows: Window) -> bytes:
    """Return a frame in which all of these windows are lit."""
    return glass_after(EMPTY, bytes([255]) * FRAME_BYTES, list(windows))


def glass_after(before: bytes, after: bytes, windows: list[Window]) -> bytes:
    """Return the glass after these windows of `after` were sent onto `before`."""
    glass = bytearray(before)
    for window in windows:
        content = iter(window.content_of(after))
        for page in range(window.first_page, window.last_page + 1):
            for column in range(window.first_column, window.last_column + 1):
                glass[page * WIDTH + column] = next(content)
        assert next(content, None) is None
    return bytes(glass)


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """Draw a frame with a few rectangles in it, and a few stray bytes."""
    windows = []
    for _ in range(draw(st.integers(0, 8))):
        top, left = draw(st.integers(0, PAGES - 1)), draw(st.integers(0, WIDTH - 1))
        windows.append(Window(top, draw(st.integers(top, PAGES - 1)), left, draw(st.integers(left, WIDTH - 1))))
    frame = bytearray(lit(*windows))
    for index in draw(st.lists(st.integers(0, FRAME_BYTES - 1), max_size=60)):
        frame[index] ^= draw(st.integers(1, 255))
    return bytes(frame)


any_frame = st.one_of(frames(), st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES))


@both
@given(before=any_frame, after=any_frame)
def test_the_windows_turn_the_old_frame_into_the_new(cover: Cover, before: bytes, after: bytes) -> None:
    assert glass_after(before, after, cover(before, after)) == after


@both
@given(before=any_frame, after=any_frame)
def test_the_windows_are_ordered_and_on_the_glass(cover: Cover, before: bytes, after: bytes) -> None:
    windows = cover(before, after)
    assert windows == sorted(windows)
    for window in windows:
        assert 0 <= window.first_page <= window.last_page < PAGES
        assert 0 <= window.first_column <= window.last_column < WIDTH


@given(before=any_frame, after=any_frame)
def test_rectangles_never_cost_more_than_one_around_everything(before: bytes, after: bytes) -> None:
    changed = [index for index in range(FRAME_BYTES) if before[index] != after[index]]
    if changed:
        columns = [index % WIDTH for index in changed]
        around = Window(changed[0] // WIDTH, changed[-1] // WIDTH, min(columns), max(columns))
        assert cost(rectangles(before, after), RECTANGLE_BYTES) <= cost([around], RECTANGLE_BYTES)


@given(before=any_frame, after=any_frame)
def test_runs_stay_on_one_page_and_below_its_cost(before: bytes, after: bytes) -> None:
    windows = page_runs(before, after)
    assert all(window.first_page == window.last_page for window in windows)
    assert cost(windows, RUN_BYTES) <= cost(page_runs(None, after), RUN_BYTES)


@both
@given(frame=any_frame)
def test_an_unchanged_frame_needs_no_window(cover: Cover, frame: bytes) -> None:
    assert cover(frame, frame) == []


@both
def test_an_unknown_glass_needs_the_whole_frame(cover: Cover) -> None:
    assert glass_after(lit(Window(3, 5, 9, 99)), EMPTY, cover(None, EMPTY)) == EMPTY
    assert sum(window.size for window in cover(None, EMPTY)) == FRAME_BYTES


@both
def test_one_byte_is_one_window(cover: Cover) -> None:
    assert cover(EMPTY, lit(Window(7, 7, 127, 127))) == [Window(7, 7, 127, 127)]


@both
def test_changes_on_a_page_share_the_cheaper_window(cover: Cover) -> None:
    left, near, far = Window(2, 2, 10, 19), Window(2, 2, 20 + EACH[cover], 50), Window(2, 2, 21 + EACH[cover], 50)
    assert cover(EMPTY, lit(left, near))[0].first_column == 10
    assert len(cover(EMPTY, lit(left, near))) <= len(cover(EMPTY, lit(left, far)))
    assert cover(EMPTY, lit(left, far)) == [left, far]


def test_a_rectangle_is_one_window_or_one_a_page() -> None:
    rectangle = Window(2, 5, 30, 59)
    assert rectangles(EMPTY, lit(rectangle)) == [rectangle]
    assert page_runs(EMPTY, lit(rectangle)) == [Window(page, page, 30, 59) for page in range(2, 6)]


def test_two_distant_columns_are_two_windows() -> None:
    columns = [Window(0, 7, 10, 19), Window(0, 7, 26, 35)]
    assert rectangles(EMPTY, lit(*columns)) == columns


def test_a_heading_and_the_text_below_are_two_windows() -> None:
    windows = [Window(0, 0, 0, 127), Window(1, 4, 100, 127)]
    assert rectangles(EMPTY, lit(*windows)) == windows


def test_a_window_within_another_is_not_sent() -> None:
    frame_of_a_box = lit(Window(0, 0, 0, 40), Window(1, 5, 0, 0), Window(1, 5, 40, 40), Window(6, 6, 0, 40))
    inside = lit(Window(3, 3, 20, 20))
    both_lit = bytes(a | b for a, b in zip(frame_of_a_box, inside, strict=True))
    windows = rectangles(EMPTY, both_lit)
    for number, window in enumerate(windows):
        others = windows[:number] + windows[number + 1 :]
        assert glass_after(EMPTY, both_lit, others) != both_lit, f"{window} is there for nothing"


@pytest.mark.parametrize("step", [2, 5, 12])
def test_a_new_picture_never_costs_more_than_the_whole(step: int) -> None:
    comb = bytes(255 if index % step == 0 else 0 for index in range(FRAME_BYTES))
    assert cost(rectangles(EMPTY, comb), RECTANGLE_BYTES) <= cost([WHOLE], RECTANGLE_BYTES)
