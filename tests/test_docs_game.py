"""docs/game.md shows real files: every excerpt stands in its file, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules.base_game import PlainMatch
from companion.rules.scene import ANIMATIONS, BLOCKS, Purse

CHECKOUT = Path(__file__).resolve().parents[1]
DOCUMENT = (CHECKOUT / "docs" / "game.md").read_text("utf-8")
EXCERPTS = re.findall(r"^<!-- from (\S+) -->\n```\w+\n(.*?)^```", DOCUMENT, re.M | re.S)
LEFT_OUT = "…\n"
"""A line that stands for some that are not shown."""


def stands_in(excerpt: str, text: str) -> bool:
    """Return whether a text contains the parts of an excerpt, as whole lines, one after the other."""
    position = 0
    for part in excerpt.split(LEFT_OUT):
        start = f"\n{text}".find(f"\n{part}", position)
        if start < 0:
            return False
        position = start + len(part)
    return True


@pytest.mark.parametrize(("path", "excerpt"), EXCERPTS, ids=[f"{n}-{path}" for n, (path, _) in enumerate(EXCERPTS)])
def test_what_is_shown_stands_in_its_file(path: str, excerpt: str) -> None:
    assert stands_in(excerpt, (CHECKOUT / path).read_text("utf-8"))


def test_every_excerpt_names_its_file() -> None:
    assert len(EXCERPTS) == len(re.findall(r"^```(?:python|po)$", DOCUMENT, re.M)) > 10


@pytest.mark.parametrize(
    ("excerpt", "stands"),
    [("b\n", True), ("a\n…\nc\n", True), ("c\n…\na\n", False), ("a\nc\n", False), ("B\n", False), ("bb\n", False)],
)
def test_an_excerpt_that_has_grown_old_is_found(excerpt: str, stands: bool) -> None:
    assert stands_in(excerpt, "a\nb\nc\n") is stands


def test_every_block_and_ceremony_is_documented() -> None:
    documented = {
        cls for cls in (*BLOCKS, *ANIMATIONS) if f"`{cls.__name__}`" in DOCUMENT or f"`{cls.__name__} " in DOCUMENT
    }
    assert documented == {*BLOCKS, *ANIMATIONS} - {Purse}


def test_what_a_plain_match_has_to_answer_is_documented() -> None:
    [documented] = re.findall(r"methods\s+are\s+required:(.*?)\.", DOCUMENT, re.S)
    assert {*re.findall(r"`(\w+)`", documented)} == PlainMatch.__abstractmethods__
