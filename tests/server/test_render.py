"""Tests of how pages render again (scripts/lib/render.js): what is drawn as before stays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.watched_table import WatchedTable

pytestmark = pytest.mark.e2e

_SHOW = """async () => {
  const { h } = await import("/scripts/lib/dom.js");
  const { render } = await import("/scripts/lib/render.js");
  const place = document.querySelector("main");
  place.tabIndex = -1;
  document.body.append(h("div", { hidden: true }, [...place.childNodes])); // the page's scripts still find their parts
  window.taps = [];
  const row = ([name, word = name]) =>
    h("li", { key: name, id: name, class: word },
      h("button", { onclick: () => window.taps.push(word) }, word),
      h("input", { "aria-label": name, value: word }),
      h("details", {}, h("summary", {}, word), "more"));
  const list = (rows) => rows.length > 0 && h("ol", {}, rows.map(row));
  window.show = (...rows) => render(place, h("h2", {}, `${rows.length} rows`), list(rows));
  window.rendered = (...children) => render(place, children);
  window.h = h;
}"""
"""Script that lets a test show rows, each by its name and a word."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with WatchedTable(browser).served() as table, table.page() as page:
        page.evaluate(_SHOW)
        yield page


def show(page: Page, *rows: str) -> None:
    """Show these rows: `a` with its name as its word, `a:word` with another one."""
    page.evaluate("rows => window.show(...rows.map((each) => each.split(':')))", list(rows))


def names(page: Page) -> list[str]:
    """Return the names of the rows on the page, in order."""
    ids: list[str] = page.locator("main li").evaluate_all("all => all.map(({ id }) => id)")
    return ids


def mark(page: Page, name: str) -> None:
    """Mark the element of a row, so that it is known again."""
    page.locator(f"#{name}").evaluate("row => { row.isMarked = true; }")


def is_marked(page: Page, name: str) -> bool:
    """Return whether the element of a row is the marked one."""
    return bool(page.locator(f"#{name}").evaluate("row => row.isMarked === true"))


@pytest.mark.parametrize(
    "after", [["a", "b", "c"], ["c", "a", "b"], ["n", "b"], ["c", "b", "a"], ["b", "n", "c"]], ids="".join
)
def test_rows_are_in_order_and_keep_their_elements(page: Page, after: list[str]) -> None:
    show(page, "a", "b", "c")
    for name in ("a", "b", "c"):
        mark(page, name)
    show(page, *after)
    assert names(page) == after
    assert [is_marked(page, name) for name in after] == [name != "n" for name in after]
    assert page.locator("main h2").inner_text() == f"{len(after)} rows"


def test_what_is_gone_is_removed(page: Page) -> None:
    show(page, "a", "b")
    show(page)
    expect(page.locator("main")).to_have_text("0 rows")
    assert page.locator("main > *").count() == 1


@pytest.mark.parametrize("after", [["n", "a:other", "b"], ["b", "a"], ["a", "b", "n"]], ids=":".join)
def test_the_focus_and_what_is_half_typed_stay(page: Page, after: list[str]) -> None:
    show(page, "a", "b")
    field = page.get_by_label("a", exact=True)
    field.fill("half ty")
    show(page, *after)
    expect(field).to_be_focused()
    expect(field).to_have_value("half ty")
    page.keyboard.type("ped")
    expect(field).to_have_value("half typed")


def test_what_differs_is_updated_in_place(page: Page) -> None:
    show(page, "a:old", "b")
    mark(page, "a")
    page.locator("#a summary").click()
    show(page, "a:new", "b")
    assert is_marked(page, "a")
    expect(page.locator("#a")).to_have_class("new")
    expect(page.locator("#a details")).to_have_attribute("open", "")
    expect(page.get_by_label("a", exact=True)).to_have_value("new")
    page.locator("#a button").click()
    assert page.evaluate("window.taps") == ["new"]


def test_a_tap_counts_although_everything_is_rendered_meanwhile(page: Page) -> None:
    show(page, "a", "b")
    page.locator("#b button").hover()
    page.mouse.down()
    show(page, "a", "b:later")
    page.mouse.up()
    assert page.evaluate("window.taps") == ["later"]


def test_the_focus_of_a_removed_button_goes_to_no_other(page: Page) -> None:
    show(page, "a", "b")
    page.locator("#a button").focus()
    show(page, "b")
    expect(page.locator("main")).to_be_focused()


def test_rows_without_a_key_stay_where_they_are_equal(page: Page) -> None:
    texts = "texts => window.rendered(window.h('ul', {}, texts.map((text) => window.h('li', {}, text))))"
    page.evaluate(texts, ["one", "two"])
    rows = page.locator("main li")
    rows.evaluate_all("all => all.forEach((row) => { row.was = row.textContent; })")
    page.evaluate(texts, ["none", "one", "two"])
    assert rows.all_inner_texts() == ["none", "one", "two"]
    assert rows.evaluate_all("all => all.map(({ was }) => was ?? null)") == [None, "one", "two"]


def test_an_element_that_an_object_owns_is_never_thrown_away(page: Page) -> None:
    page.evaluate("window.owned = ['x', 'y'].map((text) => window.h('p', { key: {} }, text))")
    for index in (0, 1):
        page.evaluate("index => window.rendered(window.owned[index])", index)
        assert page.evaluate("index => window.owned[index] === document.querySelector('main > p')", index)
        expect(page.locator("main")).to_have_text("xy"[index])


def test_the_focus_stays_in_an_element_that_an_object_owns(page: Page) -> None:
    page.evaluate("window.owned = window.h('button', { key: {} }, 'owned')")
    in_paragraph = "text => window.rendered(() => window.h('p', {}, text, window.owned))"
    page.evaluate(in_paragraph, "one ")
    page.get_by_role("button", name="owned").focus()
    page.evaluate(in_paragraph, "two ")
    expect(page.locator("main > p")).to_have_text("two owned")
    expect(page.get_by_role("button", name="owned")).to_be_focused()


def test_a_value_changes_once(page: Page) -> None:
    changes = page.evaluate(
        """async () => {
          const { hasChanged } = await import("/scripts/lib/render.js");
          const [owner, other] = [{}, {}];
          const values = [[owner, [1]], [owner, [1]], [other, [1]], [owner, [2]], [owner, [1]]];
          return values.map(([of, value]) => hasChanged(of, value));
        }"""
    )
    assert changes == [True, False, True, True, True]
