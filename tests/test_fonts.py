"""Tests of fonts: the tests' browser sees the chosen ones, and no others of this machine."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.depth import deep

SENTENCE = "Wolfgang pays 3 besants at Samarkand"
WIDTH = """([family, weight, words]) => {
  const span = document.createElement("span");
  Object.assign(span.style, { font: `${weight} 40px ${family}`, whiteSpace: "nowrap" });
  span.textContent = words;
  document.body.append(span);
  return span.getBoundingClientRect().width;
}"""


def width(browser: Browser, family: str, weight: int = 600) -> float:
    """Return the width of a sentence in a font family, in pixels."""
    page = browser.new_context().new_page()
    measured: float = page.evaluate(WIDTH, [family, weight, SENTENCE])
    page.context.close()
    return measured


@pytest.mark.parametrize("family", ["Liberation Sans", "Noto Sans", "DejaVu Sans Condensed", "Nobody Has This"])
def test_other_fonts_of_the_machine_are_hidden(browser: Browser, family: str) -> None:
    assert width(browser, f"'{family}', sans-serif") == width(browser, "sans-serif")


@pytest.mark.parametrize(("generic", "family"), [("sans-serif", "DejaVu Sans"), ("serif", "DejaVu Serif")])
def test_usual_letters_are_those_of_debians_smallest_package(browser: Browser, generic: str, family: str) -> None:
    assert width(browser, generic) == width(browser, f"'{family}'")


@deep
@pytest.mark.parametrize("browser", ["narrower"], indirect=True)
def test_narrower_letters_are_those_of_a_desktop(browser: Browser) -> None:
    assert width(browser, "sans-serif") == width(browser, "'Liberation Sans'")
    assert width(browser, "sans-serif") == width(browser, "'DejaVu Sans', sans-serif"), "which is not seen now"
    assert width(browser, "serif") == width(browser, "'Liberation Serif'") < width(browser, "sans-serif")


@deep
@pytest.mark.parametrize("browser", ["wider"], indirect=True)
def test_wider_letters_are_bold_wherever_the_usual_ones_are_not(browser: Browser) -> None:
    bold = width(browser, "'DejaVu Sans'", 600)
    assert {width(browser, generic, weight) for generic in ("sans-serif", "serif") for weight in (400, 600)} == {bold}
