"""The line below the headline in a picture of a finished game: how the winner came to win."""

from __future__ import annotations

import pytest

from companion.words.catalogue import Words
from companion.words.evening_lines import evening_line

TURNS = ([0, 1], [2, 2], [4, 3])
"""Three turns of two moves each."""
COURSES = {
    "In the lead from start to finish!": ([0, [0, 0]], [1, [5, 0]], [4, [6, 3]], [6, [6, 4]]),
    "In the lead from turn\xa02 to the end!": ([0, [0, 0]], [1, [0, 2]], [3, [5, 2]], [6, [6, 3]]),
    "Ada takes the lead in the last turn!": ([0, [0, 0]], [3, [0, 2]], [5, [4, 2]], [6, [9, 3]]),
    "Ada takes the lead right at the end!": ([0, [0, 0]], [3, [0, 2]], [6, [9, 2]]),
    "In the last turn, by a single point!": ([0, [0, 0]], [3, [0, 2]], [5, [4, 2]], [6, [4, 3]]),
    "Right at the end, by a single point!": ([0, [0, 0]], [3, [0, 2]], [6, [3, 2]]),
    "By a single point!": ([0, [0, 0]], [1, [5, 0]], [6, [5, 4]]),
}


def line(course: tuple[list[object], ...], winner: int = 1, *, record: bool = False) -> str | None:
    return evening_line(course, TURNS, winner, "Ada", Words("en"), record)


@pytest.mark.parametrize("expected", COURSES)
def test_the_line_says_when_the_winner_took_the_lead(expected: str) -> None:
    assert line(COURSES[expected]) == expected


def test_a_record_is_told_unless_the_end_was_close() -> None:
    for expected, course in COURSES.items():
        changed = "A new record: 6!" if expected.startswith("In the lead") else expected
        assert line(course, record=True) == changed


def test_a_tie_and_an_unknown_course_have_no_line() -> None:
    assert line(([0, [0, 0]], [6, [4, 4]])) is None
    assert line(()) is None
    assert evening_line(COURSES["In the lead from start to finish!"], (), 1, "Ada", Words("en")) is None
