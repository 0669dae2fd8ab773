"""The page of the table: from a key on the box to the page in a real browser, and the size of the page."""

from __future__ import annotations

import gzip
import re
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Page

from companion.app.application import Companion
from companion.system.settings import Settings
from companion.words.signs import Key
from tests.chromium import launched
from tests.hands import CLOCK, PATIENCE_S, move
from tests.on_request.bench.press import BEGIN, TURNS
from tests.on_request.bench.rows import Counts, Row, row

MOST_KB = 60
"""The limit for the page before there is a game: itself, its styles, scripts and pictures, as they are sent."""
PAGE = f"page over the wire, of {MOST_KB} kB"
_NAMED = re.compile(
    r"""(?:(?:href|src)=|\b(?:from|import) ?|url\()"?"""
    r"""((?:/styles/|/scripts/|/bundle/|/icons/|\.\.?/)[\w./-]+\.(?:css|js|svg))"""
)
"""References in a page, a style or a script to another file of ours that is loaded with it; not those loaded later."""
# Both sides use wall-clock time: the browser is another process, whose own clock begins with the page.
_WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now();
  let changed = now();
  let tell = null;
  const painted = (told) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => told(now());
    after.port2.postMessage(null);
  });
  new MutationObserver(() => {
    changed = now();
    if (!tell) return;
    const [told, first] = [tell, changed];
    tell = null;
    painted((at) => told([first, at]));
  }).observe(document.querySelector("main"), {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
  window.quiet = () => new Promise((told) => {
    const look = () => (now() - changed > 100 ? told() : setTimeout(look, 20));
    look();
  });
  window.watch = () => (window.seen = new Promise((told) => (tell = told))) && null;
}"""


@dataclass(frozen=True, slots=True)
class Weight:
    """The size of a file on the wire, in bytes."""

    body: int
    """The body, compressed if it is sent compressed."""
    with_headers: int
    """The body with its headers."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Measure the page's size; then play some turns with the keys of the box while the page is open."""
    settings = Settings(host="127.0.0.1", port=0)
    with Companion(settings, folder / "browser", simulated=True, clock=CLOCK) as companion:
        weights = list(weigh(companion.local_address).values())
        with _page(companion.local_address) as page:
            turns = min(TURNS, counts.pages)
            _play(companion, page, turns)  # not counted: it warms everything up
            times: list[tuple[float, float]] = []
            while len(times) < counts.pages:
                times += _play(companion, page, turns)
    yield row("edge to page changed in a browser", "ms", [changed for changed, _ in times])
    yield row("edge to page painted in a browser", "ms", [painted for _, painted in times])
    yield row(PAGE, "kB", [sum(weight.body for weight in weights) / 1000], most=MOST_KB)
    yield row("page over the wire with all headers", "kB", [sum(weight.with_headers for weight in weights) / 1000])


def weigh(address: str) -> dict[str, Weight]:
    """Return the sizes of a page and of everything that it names, by address."""
    weights: dict[str, Weight] = {}
    wanted = [address]
    while wanted:
        if (url := wanted.pop()) not in weights:
            weights[url], text = _fetch(url)
            wanted += [urljoin(url, name) for name in _NAMED.findall(text)]
    return weights


def _fetch(url: str) -> tuple[Weight, str]:
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        body = answer.read()
        text = gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body
        return Weight(len(body), len(answer.headers.as_bytes()) + len(body)), text.decode()


@contextmanager
def _page(address: str) -> Iterator[Page]:
    """Yield the page, open in a browser without a screen, with reduced motion."""
    with launched() as browser:
        page = browser.new_context(reduced_motion="reduce", viewport={"width": 390, "height": 844}).new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        page.goto(address)
        page.evaluate(_WATCH)
        yield page


def _play(companion: Companion, page: Page, turns: int) -> list[tuple[float, float]]:
    """Begin a game and play some turns of it."""
    page.evaluate("watch()")
    companion.ask(lambda: companion.session.do(BEGIN))
    page.evaluate("seen")
    return [_press(companion, page, key) for _ in range(turns) for key in (Key.OK, Key.BACK)]


def _press(companion: Companion, page: Page, key: Key) -> tuple[float, float]:
    """Return the milliseconds from the edge that counts to the page's first change, and to its picture."""
    move(companion, key, down=True)
    page.evaluate("quiet()")
    page.evaluate("watch()")
    edge = 1000 * time.time()
    move(companion, key, down=False)
    changed, painted = page.evaluate("seen")
    return changed - edge, painted - edge
