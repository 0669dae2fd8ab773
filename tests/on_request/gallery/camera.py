"""The camera for pages: on phones and on a television, in light and dark, once nothing on them moves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Page, Request

SHOTS = 20
"""The most looks at a page until it looks the same twice in a row."""
# Nothing moves or gets its own layer, whose look would depend on earlier content. The script counts the events of the
# stream: a page that has its view gets no other. Everything that would disappear after a while stays.
STILL = """
  const calm = new CSSStyleSheet();
  calm.replaceSync(`*, ::before, ::after, ::backdrop {
    animation: none !important; transition: none !important; will-change: auto !important;
    scroll-behavior: auto !important
  }`);
  document.adoptedStyleSheets.push(calm);
  const Stream = window.EventSource;
  window.viewsSeen = 0;
  window.EventSource = class extends Stream {
    constructor(...about) {
      super(...about);
      for (const heard of ["build", "message"]) this.addEventListener(heard, () => { window.viewsSeen += 1; });
    }
  };
  const later = window.setTimeout;
  window.setTimeout = (then, ms, ...more) => later(then, ms >= 2000 ? 1e8 : ms, ...more);
"""
"""A script that a page runs before its own scripts."""
# Not with wait_for_function, whose polling the pages' headers forbid.
_SEEN = "new Promise(done => { const look = () => viewsSeen > 0 ? done() : setTimeout(look, 10); look(); })"
_FRAMES = "() => new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 30))"
_HEIGHT = "document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight"
_pending: WeakKeyDictionary[Page, set[Request]] = WeakKeyDictionary()
"""The pending requests of each page, without the streams, which never end."""


@dataclass(frozen=True)
class Lens:
    """The size and theme of a picture."""

    width: int
    height: int
    theme: Literal["light", "dark"]
    whole_page: bool = True
    """True for the whole page, however long it is; False for the part visible without scrolling."""

    @property
    def name(self) -> str:
        return f"{self.width}-{self.theme}"


PHONES = tuple(Lens(width, 844, theme) for width in (390, 320) for theme in ("light", "dark"))
TELEVISIONS = tuple(Lens(1280, 720, theme, whole_page=False) for theme in ("light", "dark"))


def watch(context: BrowserContext) -> None:
    """Track the pending requests of a browser's pages from now on."""

    def begin(page: Page) -> None:
        pending = _pending.setdefault(page, set())

        def asks(request: Request) -> None:
            if request.resource_type != "eventsource":
                pending.add(request)

        def answered(request: Request) -> None:
            pending.discard(request)

        page.on("request", asks)
        page.on("requestfinished", answered)
        page.on("requestfailed", answered)

    context.on("page", begin)


TEXTS = "texts.md"
"""File in each folder of pictures with the words of all of them, for a reader."""


def take(page: Page, folder: Path, name: str, lenses: Iterable[Lens]) -> None:
    """Take a page through these lenses, and its words."""
    folder.mkdir(parents=True, exist_ok=True)
    note_words(folder, file_name(name), page.inner_text("body"))
    page.mouse.move(0, 0)  # away from the clicked element, whose hover style would depend on the time
    for lens in lenses:
        page.emulate_media(color_scheme=lens.theme)
        page.set_viewport_size({"width": lens.width, "height": lens.height})
        if lens.whole_page:
            _unroll(page, lens)
        (folder / f"{file_name(name)}-{lens.name}.png").write_bytes(_still(page))


def note_words(folder: Path, name: str, words: str) -> None:
    """Add the words of a picture to the file of its folder."""
    with (folder / TEXTS).open("a", encoding="utf-8") as file:
        file.write(f"## {name}\n\n{words}\n\n")


def file_name(name: str) -> str:
    """Return a name in the form for file names."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def live(page: Page) -> Page:
    """Wait until a page that follows the table has received it; return the page."""
    page.evaluate(_SEEN)
    return page


def _unroll(page: Page, lens: Lens) -> None:
    """Make the window as tall as the page, unless something lies over it and must be seen in its position.

    A browser that captures more than its window draws the edge differently from time to time.
    """
    last_height, height = -1, 0
    while last_height != height:
        _settle(page)
        last_height, height = height, page.evaluate(_HEIGHT)
    if last_height > lens.height:
        page.set_viewport_size({"width": lens.width, "height": last_height})
    page.evaluate("scrollTo(0, 0)")


def _still(page: Page) -> bytes:
    """Return the picture that comes twice in a row."""
    before = b""
    for _ in range(SHOTS):
        _settle(page)
        picture = page.screenshot(animations="disabled", caret="hide", scale="css")
        if picture == before:
            return picture
        before = picture
    raise AssertionError(f"{page.url} never stands still")


def _settle(page: Page) -> None:
    """Wait until a page has everything that it requested, and has drawn it."""
    page.evaluate(_FRAMES)
    while _pending.get(page):
        page.evaluate(_FRAMES)
