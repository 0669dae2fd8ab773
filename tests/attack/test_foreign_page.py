"""A page of another site, open in the house, opens event streams of the box; yet each page of ours has its own."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.depth import deep
from tests.server.browser_world import NAMES, open_world

pytestmark = deep

BOX, ELSEWHERE = os.environ.get("COMPANION_ADDRESSES", "127.0.0.1,127.0.0.2").split(",")
"""Addresses of the box and of the other site. tests/box uses some off the loopback: there a browser says less."""
PLACES = 4
"""Limit on the streams of the box."""
WINDOWS, IMAGES = 6, 8
"""Number of windows, more than there are places."""
FOREIGN = f"""<body><script>
const streams = new URLSearchParams(location.search).get("streams");
let failed = 0;
function again(number) {{
  const image = new Image();
  image.onerror = () => {{ failed += 1; setTimeout(again, 100, number); }};
  image.src = `${{streams}}?image=${{number}}-${{failed}}`;
}}
for (let number = 0; streams && number < {IMAGES}; number += 1) again(number);
for (let number = 0; streams && number < {WINDOWS}; number += 1) open(`${{streams}}?window=${{number}}`);
</script>"""
"""A page that opens streams from the given addresses: with images again and again, and with windows that stay."""


class _Elsewhere(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(FOREIGN.encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def foreign() -> Iterator[str]:
    """Yield the address of the other site's page."""
    with ThreadingHTTPServer((ELSEWHERE, 0), _Elsewhere) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://{ELSEWHERE}:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_another_sites_page_blocks_none_of_our_streams(browser: Browser, tmp_path: Path, foreign: str) -> None:
    with open_world(browser, tmp_path / "state", streams=PLACES, host=BOX) as race:
        race.start(*NAMES)
        page = race.phone()
        box = page.url
        assert BOX in box
        expect(page.locator("#headline")).to_have_text("Inès’s turn")
        assert page.context.cookies(), "this browser has the cookie of our pages"
        page.goto(f"{foreign}?streams={box}api/events")
        page.wait_for_function(f"failed > {5 * IMAGES}")
        phones = [race.phone() for _ in range(PLACES)]
        phones[0].goto(foreign)
        phones[0].context.clear_cookies()
        phones[0].evaluate("box => { location.href = box; }", box)  # opened by a link, it is our page as well
        phones[0].wait_for_url(box)
        race.play(1, move="step", by="cards")
        for phone in phones:
            expect(phone.locator("#last")).to_have_text("Inès steps to 3")
            expect(phone.locator("#banner")).to_be_hidden()
        page.wait_for_function(f"failed > {10 * IMAGES}")
        race.play(1, move="step", by="cards")
        for phone in phones:
            expect(phone.locator("#last")).to_have_text("Inès steps to 4")
