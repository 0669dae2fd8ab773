"""Large text to read is shown page by page: every line once, complete and large."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.faces import BlockFace, Face, MessageFace, Strip
from companion.box.screen import paint_block as paint_block_module
from companion.box.screen.canvas import Canvas
from companion.box.screen.font.text_lines import Size
from companion.box.screen.paint import last_scroll, paint, shortened
from companion.box.screen.paint_block import paint_block
from companion.box.screen.paint_status_and_hints import STRIP_HEIGHT
from companion.box.screen.paint_words import paint_message
from companion.words.signs import Glyph
from tests.screen.block_samples import block_faces
from tests.screen.samples import FIVE

PARTS = ("Délestage", "Le", "délestage", "coûte", "1", "or,", "et", "tu", "n’en", "as", "pas.", "Jusqu’à", "Ganzhou")
TEXTS = st.lists(st.sampled_from(PARTS), max_size=30).map(" ".join)
HEADINGS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=5).map(" ".join)


def written(face: Face) -> list[tuple[str, Size]]:
    """Return the lines below the strip with their sizes, as they are written."""
    lines: list[tuple[str, Size]] = []
    write = Canvas.text

    def text(
        canvas: Canvas, content: str, x: int, y: int, width: int, size: Size = Size.SMALL, *args: Any, **more: Any
    ) -> int:
        if y > STRIP_HEIGHT and content:
            lines.append((content, size))
        return write(canvas, content, x, y, width, size, *args, **more)

    with patch.object(Canvas, "text", text):
        if isinstance(face, MessageFace):
            paint_message(Canvas(), face)
        elif isinstance(face, BlockFace):
            paint_block(Canvas(), face)
    return lines


def pages(face: MessageFace) -> list[list[tuple[str, Size]]]:
    return [written(replace(face, scroll=page)) for page in range(last_scroll(face) + 1)]


@given(HEADINGS, TEXTS, st.sampled_from((None, Glyph.CAMEL)))
def test_a_large_message_is_read_page_by_page(heading: str, body: str, glyph: Glyph | None) -> None:
    face = MessageFace(strip=Strip(title="Règle"), heading=heading, body=body, glyph=glyph, large=True)
    lines = [line for page in pages(face) for line in page]
    assert {size for _, size in lines} == {Size.LARGE}
    words = " ".join(dict(enumerate(text for text, _ in lines)).values()).split()
    repeated = (len(pages(face)) - 1) * heading.split() if lines[0][0] == heading else []
    assert sorted(words) == sorted([*heading.split(), *body.split(), *repeated])
    assert all(shortened(replace(face, scroll=page)) == () for page in range(last_scroll(face) + 1))


def test_scrolling_beyond_the_end_stays_on_the_last_page() -> None:
    face = MessageFace(heading="Délestage", body="Le délestage coûte 1 or, et tu n’en as pas. " * 4, large=True)
    last = last_scroll(face)
    assert paint(replace(face, scroll=last + 3)) == paint(replace(face, scroll=last))
    assert paint(replace(face, scroll=last - 1)) != paint(replace(face, scroll=last))


LARGE_BLOCKS = {name: face for name, face in block_faces(FIVE).items() if face.large and last_scroll(face)}


@pytest.mark.parametrize("name", LARGE_BLOCKS)
def test_pages_of_large_blocks_show_every_line_once(name: str) -> None:
    face = LARGE_BLOCKS[name]
    by_page = [line for page in range(last_scroll(face) + 1) for line in written(replace(face, scroll=page))]
    with patch.object(paint_block_module, "_ROOM", 10_000), patch.object(paint_block_module, "HINTS_TOP", 10_000):
        on_one_page = written(replace(face, scroll=0))
    assert by_page == on_one_page
    assert paint(replace(face, scroll=99)) == paint(replace(face, scroll=last_scroll(face)))
