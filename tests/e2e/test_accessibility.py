"""Tests of accessibility: axe finds nothing, and nothing is cut off, too small to hit, or focused out of sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.depth import LONG, some_of
from tests.e2e.chance_rooms import CHANCE
from tests.e2e.rooms import STATES, Rooms
from tests.server.watched_table import overflow

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

WIDTHS = (320, 390, 820, 1920)
THEMES = ("light", "dark", "black")
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BY_THEME = ["color-contrast", "link-in-text-block"]
"""Rules that depend on the theme; all others are checked once."""
LEAST_PX = 24
COLOURS = (
    *((7.0, "ink", ground) for ground in ("ground", "ground-low", "card", "stone")),
    *((4.5, ink, ground) for ink in ("quiet", "accent") for ground in ("ground", "ground-low", "card")),
    *((4.5, "on-seat", f"seat-{colour}") for colour in ("blue", "red", "green", "violet")),
    *((4.5, "on-yellow", f"seat-{colour}") for colour in ("yellow", "white", "orange")),
    (4.5, "alarm-ink", "alarm"),
    (4.5, "gold", "card"),
    *((3.0, "focus", ground) for ground in ("ground", "ground-low", "card")),
)
"""Lowest contrast of an ink or a sign on its ground: scores AAA, all other words AA, signs as WCAG requires."""


# The checks.


def axe_faults(page: Page) -> list[str]:
    """Return axe's findings on a page, as rule, element and remedy, by the rules that hold in every theme."""
    rules = {"target-size": {"enabled": True}, **{rule: {"enabled": False} for rule in BY_THEME}}
    faults, _ = _run_axe(page, {"runOnly": {"type": "tag", "values": STANDARDS}, "rules": rules})
    return faults


def _run_axe(page: Page, options: dict[str, Any], known: list[str] | None = None) -> tuple[list[str], list[str]]:
    """Return axe's findings and the colours that it looked at.

    With `known` colours it looks at one element of each other colour alone, and nothing is drawn again in between.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    violations, colours = page.evaluate(
        f"""async ([options, known]) => {{
          const colours = known ? ({_NEW_COLOURS})(known) : null;
          if (colours && !colours.size) return [[], []];
          const answer = await axe.run(colours ? {{ include: [...colours.values()] }} : document, options);
          return [answer.violations, [...(colours ?? new Map()).keys()]];
        }}""",
        [{"resultTypes": ["violations"], **options}, known],
    )
    faults = [
        f"{violation['id']}: {' '.join(map(str, node['target']))}: {' '.join(node['failureSummary'].split())}"
        for violation in violations
        for node in violation["nodes"]
    ]
    return faults, colours


def low_contrast(page: Page) -> list[str]:
    """Return what is hard to read in one of the themes, including what is hidden from screen readers.

    Axe cannot compute the ground that a gradient or a drawing makes: the page's gradients are removed, and letters on
    drawings left out. Their colours have a separate test.
    """
    page.evaluate(
        """() => {
          const flat = new CSSStyleSheet();
          flat.replaceSync(
            ":not(.box *) { background-image: none !important } .turn::before { content: none !important }"
          );
          document.adoptedStyleSheets.push(flat);
          for (const shown of document.querySelectorAll("[aria-hidden]:not(.mark, svg)"))
            shown.removeAttribute("aria-hidden");
        }"""
    )
    faults = []
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        rules = {"runOnly": {"type": "rule", "values": BY_THEME}}
        new_faults, colours = _run_axe(page, rules, None if LONG else [*readable])
        faults += [f"{theme}: {fault}" for fault in new_faults]
        if not faults:
            readable.update(colours)
    return faults


readable: set[str] = set()
"""Pairs of letters and grounds, by colour and size, that axe accepted: they are as good everywhere."""
_NEW_COLOURS = """readable => {
  const known = new Set(readable);
  const found = new Map();
  const grounds = new Map([[null, ""]]);
  const groundOf = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, opacity, filter, mixBlendMode } = getComputedStyle(element);
      const own = [backgroundColor, opacity, filter, mixBlendMode].join(" ");
      const seenThrough = !/^rgb\\(/.test(backgroundColor) || opacity !== "1";
      const behind = seenThrough ? groundOf(element.parentElement) : "";
      grounds.set(element, own === "rgba(0, 0, 0, 0) 1 none normal" ? behind : `${own} ${behind}`);
    }
    return grounds.get(element);
  };
  for (const element of document.querySelectorAll("body, body *")) {
    const written = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!(written || element.matches("input, select, textarea")) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.5 : 24);
    const link = element.matches("a") ? [textDecorationLine, getComputedStyle(element.parentElement).color] : [];
    const key = [color, large, textShadow, ...link, groundOf(element)].join(" ");
    if (!known.has(key) && !found.has(key)) found.set(key, element);
  }
  return found;
}"""
"""Script that returns one element for each unchecked colour on its ground, as far as that is visible through it."""


def too_wide(page: Page) -> list[str]:
    """Return the widths at which the page scrolls sideways."""
    before = page.viewport_size
    faults = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        if over := overflow(page):
            faults.append(f"{over} px too wide at {width} px")
    if before:
        page.set_viewport_size(before)
    return faults


def too_small(page: Page) -> list[str]:
    """Return the targets that a finger would miss; for boxes and dots, the label around them is the target."""
    return list(page.evaluate(
        """least => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
          .map(element => element.matches("[type=radio], [type=checkbox]") ? element.closest("label") : element)
          .filter(element => element?.checkVisibility({ visibilityProperty: true }))
          .map(element => [element, element.getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < least)
          .map(([element, box]) => `${element.outerHTML.slice(0, 90)} is ${box.width} by ${box.height} px`)""",
        LEAST_PX,
    ))  # fmt: skip


def invisible_focus(page: Page) -> list[str]:
    """Return elements whose keyboard focus is invisible: without an outline, or behind something else."""
    faults, passed = [], set()
    for _ in range(150):
        page.keyboard.press("Tab")
        number, name, is_visible = page.evaluate(
            """() => {
              const here = document.activeElement;
              const ground = here.matches("[type=radio], [type=checkbox]") ? here.closest("label") : here;
              const lit = [here, ground].some(element => {
                const { outlineStyle, outlineWidth, opacity } = getComputedStyle(element);
                const box = element.getBoundingClientRect();
                return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && opacity > 0 && box.width > 2;
              });
              const [box] = ground.getClientRects();
              const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
              const bare = !top || top.contains(ground) || ground.contains(top);
              return [[...document.querySelectorAll("*")].indexOf(here), here.outerHTML.slice(0, 90),
                (lit && bare) || here === document.body];
            }"""
        )
        if number in passed:
            break
        passed.add(number)
        if not is_visible:
            faults.append(f"focus is not seen on {name}")
    return faults


def without_words(page: Page) -> list[str]:
    """Return signs that a script found no words for something."""
    text = page.locator("body").inner_text()
    return [f"the page says {sign!r}" for sign in ("undefined", "NaN", "null", "[object", "page.") if sign in text]


def contrast(page: Page, ink: str, ground: str) -> float:
    """Return the contrast of two of our colours as WCAG defines it, 1 to 21."""
    dark, light = sorted(luminance(page, name) for name in (ink, ground))
    return (light + 0.05) / (dark + 0.05)


def luminance(page: Page, name: str) -> float:
    """Return the luminance of one of our colours, 0 to 1."""
    colour: list[int] = page.evaluate(
        """name => {
          document.body.style.color = `var(--${name})`;
          return getComputedStyle(document.body).color.match(/\\d+/g).map(Number);
        }""",
        name,
    )
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


@pytest.fixture(scope="module")
def rooms(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rooms]:
    opened = Rooms(browser, tmp_path_factory.mktemp("rooms"))
    with opened.running:
        yield opened


@pytest.fixture
def opened(rooms: Rooms, request: pytest.FixtureRequest) -> Iterator[Rooms]:
    """Yield the rooms for one test, and close its pages."""
    yield rooms
    for world in rooms.opened.values():
        world.close()
        world.contexts.clear()


EVERY_STATE = STATES | CHANCE
LOOKS = (without_words, too_small, too_wide, invisible_focus, axe_faults, low_contrast)
"""Checks in order: the last one alters the page."""


@pytest.mark.parametrize("language", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.long)])
@pytest.mark.parametrize("state", some_of([*EVERY_STATE], share=6, deep_share=3))
def test_pages_are_accessible(opened: Rooms, state: str, language: str) -> None:
    """French has the longest words; elements and colours are the same in both languages."""
    opened.language = language
    page = EVERY_STATE[state](opened)
    faults = [fault for look in LOOKS for fault in look(page)]
    assert not faults, "\n".join(["", *faults])


def test_axe_finds_a_button_without_a_name(opened: Rooms) -> None:
    opened.language = "en-GB"
    page = opened.page("empty")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [fault.partition(":")[0] for fault in axe_faults(page)] == ["button-name"]


def test_low_contrast_letters_are_found(opened: Rooms) -> None:
    opened.language = "en-GB"
    page = opened.page("empty")
    assert low_contrast(page) == []
    page.evaluate(
        """() => {
          const faint = document.createElement("p");
          faint.textContent = "faint";
          faint.style.color = "#998";
          document.querySelector("main").append(faint);
        }"""
    )
    assert {fault.split(":")[1].strip() for fault in low_contrast(page)} == {"color-contrast"}


@pytest.mark.parametrize("theme", THEMES)
def test_colours_that_axe_cannot_check_have_contrast(opened: Rooms, theme: str) -> None:
    opened.language = "en-GB"
    page = opened.page("empty")
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    low = [f"{ink} on {ground}" for least, ink, ground in COLOURS if contrast(page, ink, ground) < least]
    assert low == []


@pytest.mark.parametrize("path", ["", "tv"])
def test_pages_request_no_missing_files(opened: Rooms, path: str) -> None:
    """An example is the picture of an address, where there is no network."""
    opened.language = "en-GB"
    page = opened.page("race", path)
    missing: list[str] = []
    page.on("response", lambda response: missing.append(response.url) if response.status >= 400 else None)
    page.reload()
    assert missing == []
