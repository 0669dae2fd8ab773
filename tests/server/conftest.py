"""Shared fixtures of page tests: a table with the box's page; pages bundled, or as separate files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import companion.app.application
from companion.server.bundling import bundle
from companion.session.session import Session
from companion.support.resources import web_dir
from tests.kit.scripted_games import GAMES
from tests.server import box_table as tables
from tests.server import helpers
from tests.server.box_table import BoxTable, opened_page
from tests.server.browser_world import NAMES, BrowserWorld, open_world
from tests.server.helpers import new_session
from tests.server.phones_room import Room


@pytest.fixture
def table() -> Iterator[BoxTable]:
    table = BoxTable()
    yield table
    table.close()


@pytest.fixture
def session() -> Iterator[Session]:
    """Yield a session with every game, before its first."""
    with new_session(GAMES) as session:
        yield session


@pytest.fixture
def room(session: Session) -> Room:
    return Room(session)


@pytest.fixture
def world(browser: Browser, tmp_path: Path) -> Iterator[BrowserWorld]:
    """Yield a companion without a game."""
    with open_world(browser, tmp_path / "state") as opened:
        yield opened


@pytest.fixture
def race(world: BrowserWorld) -> BrowserWorld:
    """Start an Expedition with three players."""
    world.start(*NAMES)
    return world


@pytest.fixture
def page(browser: Browser, table: BoxTable) -> Iterator[Page]:
    with opened_page(browser, table.address, viewport={"width": 1280, "height": 800}) as page:
        yield page


@pytest.fixture(scope="session")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the bundle of the present files."""
    folder = tmp_path_factory.mktemp("made") / "bundle"
    assert bundle(web_dir(), folder), "this needs esbuild: sudo make system"
    return folder


@pytest.fixture
def bundled(bundles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pages load the bundle."""
    _use_bundles(bundles, monkeypatch)


@pytest.fixture
def separate_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pages load separate files."""
    _use_bundles(tmp_path / "none", monkeypatch)


@pytest.fixture(params=["bundled", "separate_files"])
def bundling(request: pytest.FixtureRequest) -> str:
    """Have pages load the bundle, and in a second run separate files."""
    request.getfixturevalue(request.param)
    return str(request.param)


def _use_bundles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for where in (companion.app.application, helpers, tables):
        monkeypatch.setattr(where, "bundle_dir", lambda: folder)
