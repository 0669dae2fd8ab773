"""Tests of the drawings: pages and the little screen show the same silhouettes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from jinja2 import Environment, FileSystemLoader
from PIL import Image, ImageDraw, ImageOps
from playwright.sync_api import Browser, Page

from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap
from companion.games import GAMES
from companion.support.resources import art_dir, web_dir
from companion.words.signs import AnyGlyph, GameGlyph, Glyph

pytestmark = pytest.mark.e2e

PACKAGES = [game.words for game in GAMES]
DRAWN: tuple[AnyGlyph, ...] = (
    *(glyph for glyph in Glyph if glyph is not Glyph.DIE),
    GameGlyph("companion.games.classic", "loot"),
)
"""Drawings that exist both in points and as a picture; the die's pips are set by its value."""
PX = 320
"""Usual side of a picture."""
LARGE_ALIKE, SMALL_ALIKE = 0.67, 0.58
"""Smallest common part of the silhouettes, for 16 by 16 points and for 9 by 9."""


def svg_of(glyph: AnyGlyph) -> str:
    """Return the picture of a drawing as pages show it."""
    templates = Environment(loader=FileSystemLoader(web_dir() / "templates"), autoescape=True)
    drawn = str(templates.get_template("drawings.html").module.drawing(glyph.value))  # type: ignore[attr-defined]
    if "<path" in drawn:
        return drawn
    files = (art_dir(package) / f"{glyph.value}.svg" for package in PACKAGES)
    return next(file for file in files if file.exists()).read_text("utf-8")


def picture_of(page: Page, drawn: str, px: int = PX) -> Image.Image:
    """Return what an SVG covers, in white on black."""
    sized = re.sub(r"<svg ", f'<svg width="{px}" height="{px}" style="display:block;color:#fff" ', drawn, count=1)
    page.set_content(f'<body style="margin:0;background:#000">{sized}')
    shot = page.screenshot(clip={"x": 0, "y": 0, "width": px, "height": px})
    return Image.open(io.BytesIO(shot)).convert("L").point(lambda light: 255 * (light > 127))


def image_of(points: Bitmap) -> Image.Image:
    """Return points as a picture, in white on black."""
    image = Image.new("L", (points.width, points.height))
    for y, row in enumerate(points.rows):
        for x in range(points.width):
            image.putpixel((x, y), 255 * (row >> (points.width - 1 - x) & 1))
    return image


def silhouette(image: Image.Image) -> Image.Image:
    """Return the picture without holes and without a margin."""
    roomy = ImageOps.expand(image, 1)
    ImageDraw.floodfill(roomy, (0, 0), 128)
    filled = roomy.point(lambda light: 255 * (light != 128))
    return filled.crop(filled.getbbox())


def alike(points: Bitmap, image: Image.Image) -> float:
    """Return how much of two silhouettes is common to both when they are equally large, 0 to 1."""
    small = silhouette(image_of(points))
    large = silhouette(image).resize(small.size, Image.Resampling.BOX)
    pairs = list(zip(small.tobytes(), large.tobytes(), strict=True))
    return sum(map(min, pairs)) / sum(map(max, pairs))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("glyph", DRAWN, ids=lambda glyph: glyph.value)
def test_page_and_screen_show_the_same_silhouette(page: Page, glyph: AnyGlyph) -> None:
    picture = picture_of(page, svg_of(glyph))
    assert alike(glyphs.large_pictogram(glyph), picture) >= LARGE_ALIKE
    assert alike(glyphs.pictogram(glyph), picture) >= SMALL_ALIKE


@pytest.mark.parametrize("px", [16, 24, 240])
def test_the_camel_has_four_legs_at_any_size(page: Page, px: int) -> None:
    """Count the legs where the knees are; the tail is shorter."""
    image = picture_of(page, svg_of(Glyph.CAMEL), px)
    knees = image.crop((0, round(px * 0.82), px, round(px * 0.82) + 1)).tobytes()
    assert sum(lit > dark for dark, lit in pairwise([0, *knees])) == 4


def test_the_camel_has_an_eye_on_page_and_screen(page: Page) -> None:
    for image in (picture_of(page, svg_of(Glyph.CAMEL)), image_of(glyphs.large_pictogram(Glyph.CAMEL))):
        side = image.width
        head = image.crop((side * 3 // 4, 0, side, side // 3))
        assert silhouette(head).histogram()[255] > head.crop(head.getbbox()).histogram()[255]
