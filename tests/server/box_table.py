"""A whole simulated box behind a real server, with a real browser, for tests of its page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from companion.box.faces.faces import Face, HomeFace
from companion.box.faces.signals import BoxOutput
from companion.box.input_events import BoxInput, KeyEdge, KnobTurn
from companion.box.screen.canvas import Picture
from companion.devices.board_profiles import BoardOverrides, BoardProfile, load_board
from companion.devices.open_devices import open_box
from companion.journal.archive import Archive
from companion.server.backup_routes import Backups
from companion.server.event_streams import Streams
from companion.server.http_server import Server, listening_server
from companion.server.simulated_box_routes import BoxLink
from companion.server.web_app import make_app
from companion.server.web_files import WebFiles
from companion.session.publisher import Publisher
from companion.support.resources import boards_dir, bundle_dir, web_dir
from companion.words.signs import Key
from tests.chromium import STILL
from tests.devices.helpers import Collected, striped
from tests.server.helpers import LINK_KEY, RecordedBox

BENCH = load_board("bench", boards_dir(), BoardOverrides(keys={Key.LEFT: 12, Key.RIGHT: 13}))
"""The bench, with the two keys that it lacks on free lines: the page has to know them all."""
PICTURES = {"one": striped(1), "two": striped(2), "three": striped(5)}


def paint(face: Face) -> Picture:
    return PICTURES[face.spoken()[0]]


class BoxTable:
    """A simulated box behind a real server, by default the bench's, and the input on its lines."""

    def __init__(self, board: BoardProfile = BENCH, streams: int = 4) -> None:
        self.world = RecordedBox()
        self.outputs: Publisher[BoxOutput] = Publisher()
        self.touches: Collected[BoxInput] = Collected()
        self.box = open_box(
            board,
            True,
            outputs=self.outputs,
            paint=paint,
            on_edge=self.touches.add,
            on_screen_health=lambda ok: None,
            clock=time.monotonic,
        )
        world = self.box.simulated
        assert world is not None
        self.link = BoxLink(
            world.states, world.press, world.keys, tuple(board.lights), LINK_KEY, world.turned_keys, world.spinner_keys
        )
        self.places = streams
        self.server = self.serve(0)
        self.show("one")

    def serve(self, port: int) -> Server:
        streams = Streams(self.places, build="a build")
        app = make_app(
            web=WebFiles(web_dir(), bundle_dir()),
            table=self.world.table,
            archive=Archive(self.world.session.journal.path, self.world.session.games),
            streams=streams,
            backups=Backups(self.world.uploads, self.world.wanted.append),
            box=self.link,
            hosts=lambda: ("table-pi",),
        )
        server = listening_server(app, "127.0.0.1", port, streams)
        server.start()
        return server

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/box"

    def show(self, name: str, **more: Any) -> None:
        self.outputs.publish(BoxOutput(HomeFace(line=name), **more))

    def received(self, count: int) -> list[tuple[Key, bool]]:
        """Return the input once there are `count` items: edges of keys; detents and throws as presses of up, down and
        spin.
        """
        return [_edges_of(touch) for touch in self.touches.wait_for(lambda touches: len(touches) >= count)]

    def close(self) -> None:
        self.server.close()
        self.box.close()


def presses(*keys: Key) -> list[tuple[Key, bool]]:
    """Return the edges of keys that are pressed and released one after the other."""
    return [(key, down) for key in keys for down in (True, False)]


def _edges_of(touch: BoxInput) -> tuple[Key, bool]:
    match touch:
        case KeyEdge():
            return touch.key, touch.down
        case KnobTurn():
            assert abs(touch.steps) == 1
            return (Key.DOWN if touch.steps > 0 else Key.UP), True
        case _:
            return Key.SPIN, True


@contextmanager
def opened_page(browser: Browser, address: str, quiet: bool = True, **options: Any) -> Iterator[Page]:
    """Yield a page that has its first picture; `quiet` pages must not write a word to the console."""
    context: BrowserContext = browser.new_context(**{"locale": "fr-FR", **STILL, **options})
    context.set_default_timeout(10_000)
    page = context.new_page()
    console_lines: list[str] = []
    page.on("console", lambda message: console_lines.append(message.text))
    page.on("pageerror", lambda error: console_lines.append(str(error)))
    page.goto(address)
    expect(page.locator("#spoken p").first).to_be_attached()
    yield page
    assert not quiet or console_lines == []
    context.close()


def key_button(page: Page, key: Key) -> Locator:
    return page.locator(f'[data-key="{key.value}"]')
