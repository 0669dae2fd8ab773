"""Tests of the colours: red is red in every theme, and the edges of cards can be seen in the dark."""

from __future__ import annotations

import colorsys
import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.support.resources import web_dir
from tests.server.browser_world import BrowserWorld

pytestmark = pytest.mark.e2e

DARK_THEMES = ("dark", "black")
LEAST_OF_BORDERS = 3.0
LEAST_OF_LETTERS = 4.5
REDDEST, SATURATED = 8, 0.7
"""How far the hue of red may be from pure red, in degrees, and how colourful it is at least, 0 to 1."""
TOLD_APART = 9.0
"""Smallest distance of two colours of seats in CIE Lab, as colour-blind people see them: letter and shape help."""
Rgb = tuple[float, float, float]
BLINDNESS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Linear colours as they are seen: the matrices of Machado, Oliveira and Fernandes (2009)."""
PALE_BORDERS = """least => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const over = (top, below) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of [below, top]) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join(" ")})`;
  };
  const groundOf = (element) => {
    if (!element) return "rgb(0 0 0)";
    return over(getComputedStyle(element).backgroundColor, groundOf(element.parentElement));
  };
  const luminance = (colour) => {
    const parts = colour.match(/[\\d.]+/g).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (first, second) => {
    const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const pale = [];
  let checked = 0;
  for (const element of document.querySelectorAll("main :not(.wheel-face *)")) {
    const { borderTopStyle, borderTopColor, borderRadius, borderLeftWidth } = getComputedStyle(element);
    const isCard = borderTopStyle !== "none" && parseFloat(borderRadius) >= 8 && parseFloat(borderLeftWidth) > 0;
    if (!isCard || !element.checkVisibility() || /, 0\\)$/.test(borderTopColor)) continue;
    const beside = groundOf(element.parentElement);
    const ratio = contrast(over(borderTopColor, beside), beside);
    checked += 1;
    if (ratio < least) pale.push(`${element.className || element.id}: ${ratio.toFixed(2)}`);
  }
  return checked ? pale : ["no cards"];
}"""
"""Script that returns the cards whose border is too faint on the ground beside them."""


def palette(theme: str, sheet: str = "lib/colours.css") -> dict[str, str]:
    """Return the colours that a sheet sets for a theme, as #rrggbb by name."""
    css = (web_dir() / "styles" / sheet).read_text("utf-8")
    start = css.index(":root") if theme == "light" else css.index(f'[data-theme="{theme}"]')
    block = css[start : css.index("}", start)]
    return {
        name: value if len(value) == 7 else "#" + "".join(digit * 2 for digit in value[1:])
        for name, value in re.findall(r"--([\w-]+): (#[0-9a-f]+);", block)
    }


def rgb(colour: str) -> Rgb:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def linear(colour: str) -> Rgb:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(colour))
    return red, green, blue


def contrast(first: str, second: str) -> float:
    dark, light = sorted(
        sum(map(float.__mul__, (0.2126, 0.7152, 0.0722), linear(colour))) for colour in (first, second)
    )
    return (light + 0.05) / (dark + 0.05)


def lab(light: Rgb) -> Rgb:
    """Return a linear colour in CIE Lab."""
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def distance(first: str, second: str, blindness: str) -> float:
    """Return how different two colours look to somebody who is colour-blind."""

    def look(colour: str) -> Rgb:
        light = linear(colour)
        red, green, blue = (min(1.0, max(0.0, sum(map(float.__mul__, row, light)))) for row in BLINDNESS[blindness])
        return lab((red, green, blue))

    return float(sum((a - b) ** 2 for a, b in zip(look(first), look(second), strict=True)) ** 0.5)


@pytest.mark.parametrize("theme", DARK_THEMES)
def test_the_red_seat_is_red_and_not_salmon(theme: str) -> None:
    hue, saturation, _ = colorsys.rgb_to_hsv(*rgb(palette(theme)["seat-red"]))
    assert min(hue, 1 - hue) * 360 <= REDDEST
    assert saturation >= SATURATED


@pytest.mark.parametrize("theme", ["light", *DARK_THEMES])
def test_letters_and_figures_in_seat_colours_have_contrast(theme: str) -> None:
    colours = palette(theme)
    seats = [name for name in colours if name.startswith("seat-") and name != "seat-edge"]
    for seat in seats:
        ink = "on-yellow" if seat in ("seat-yellow", "seat-white", "seat-orange") else "on-seat"
        assert contrast(colours[ink], colours[seat]) >= LEAST_OF_LETTERS, seat
        if theme != "light":  # by day a dark edge is drawn around the figure
            assert contrast(colours["card"], colours[seat]) >= LEAST_OF_BORDERS, seat


@pytest.mark.parametrize("theme", ["light", *DARK_THEMES])
def test_the_filled_card_of_the_likely_move_is_read(theme: str) -> None:
    colours = palette(theme)
    assert contrast(colours["card"], colours["accent"]) >= LEAST_OF_LETTERS
    assert contrast(colours["accent"], colours["ground"]) >= LEAST_OF_BORDERS


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("theme", DARK_THEMES)
def test_colour_blind_people_can_tell_red_from_others(theme: str, blindness: str) -> None:
    colours = palette(theme)
    seats = [name for name in colours if name.startswith("seat-") and name != "seat-edge"]
    for first, second in combinations(seats, 2):
        if "seat-red" in (first, second):
            assert distance(colours[first], colours[second], blindness) >= TOLD_APART, (first, second)


@pytest.mark.parametrize("theme", DARK_THEMES)
def test_lines_have_contrast_on_every_ground(theme: str) -> None:
    colours = palette(theme)
    for ground in ("ground", "ground-low", "card", "stone"):
        assert contrast(colours["line"], colours[ground]) >= LEAST_OF_BORDERS, ground


@pytest.mark.parametrize("theme", ["light", *DARK_THEMES])
def test_goods_and_coins_are_seen_on_cards(theme: str) -> None:
    goods = palette(theme, "lib/things.css")
    for name in ("pepper", "silk", "bar", "camel", "paper", "seal"):
        for ground in ("card", "stone"):
            assert contrast(goods[name], palette(theme)[ground]) >= LEAST_OF_BORDERS, name


@pytest.mark.parametrize("theme", DARK_THEMES)
def test_names_are_read_on_land_and_sea_in_the_dark(theme: str) -> None:
    map_colours = palette(theme, "table/ground.css")
    for ground in ("land", "sea"):
        assert contrast(map_colours[ground], palette(theme)["ink"]) >= LEAST_OF_LETTERS, ground


def pale_borders(page: Page, theme: str) -> Any:
    """Return the cards of a page whose border is too faint."""
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    return page.evaluate(PALE_BORDERS, LEAST_OF_BORDERS)


@pytest.mark.parametrize("game", ["expedition", "classic", "voyages"])
def test_borders_of_cards_are_seen_in_the_dark(world: BrowserWorld, game: str) -> None:
    world.start("Inès", "Marc", "Zoé", game=game)
    for page in (world.seat(1), world.phone(path="tv", viewport={"width": 1280, "height": 720})):
        expect(page.locator("main")).to_be_visible()
        for theme in DARK_THEMES:
            assert pale_borders(page, theme) == []
