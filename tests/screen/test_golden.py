"""Samples look exactly as they did when somebody last looked."""

import pytest

from companion.box.screen.paint import paint
from tests.kit.pictures import as_text
from tests.screen.golden import golden, names
from tests.screen.golden.__main__ import sheet
from tests.screen.samples import samples


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_sample_matches_its_golden_picture(name: str) -> None:
    painted = as_text(paint(samples()[name]))
    assert painted == as_text(golden(name)), "if it is meant: python -m tests.screen.golden, look, commit"


def test_every_golden_picture_has_a_sample() -> None:
    assert names() == set(samples())


def test_no_two_samples_look_the_same() -> None:
    pictures = [paint(face) for face in samples().values()]
    assert len(set(pictures)) == len(pictures)


def test_the_sheet_shows_the_requested_samples() -> None:
    assert sheet("tally").width == 3 * sheet("letters_done").width
