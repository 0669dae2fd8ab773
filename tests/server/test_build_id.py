"""Tests of the build id of pages, and of a page of another build, which reloads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from companion.server import web_files
from companion.server.event_streams import Streams
from companion.server.web_files import build_id
from companion.session.publisher import Publisher
from companion.support.resources import art_dir, bundle_dir, web_dir
from tests.games.lanterns import LANTERNS
from tests.server.browser_world import open_world
from tests.server.helpers import RecordedBox


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """Return a copy of all files that are served."""
    return Path(shutil.copytree(web_dir(), tmp_path / "web"))


def test_equal_files_have_one_build_id(web: Path) -> None:
    assert build_id(web) == build_id(web_dir())


@pytest.mark.parametrize(
    "name", ["scripts/table/act.js", "styles/lib/house.css", "templates/index.html", "icons/lantern.svg"]
)
def test_a_changed_file_changes_the_build_id(web: Path, name: str) -> None:
    before, file = build_id(web), web / name
    text = file.read_bytes()
    file.write_bytes(text + b" ")
    changed = build_id(web)
    file.write_bytes(text)
    assert build_id(web) == before != changed
    file.rename(file.with_suffix(".other"))
    assert build_id(web) not in (before, changed)


def test_drawings_of_games_belong_to_the_build_id(web: Path, tmp_path: Path) -> None:
    art = Path(shutil.copytree(art_dir(GAMES[0].words), tmp_path / "art"))
    before = build_id(web, art)
    next(art.iterdir()).write_text("<svg/>")
    assert build_id(web, art) not in (before, build_id(web))


def test_another_version_changes_the_build_id(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = build_id(web)
    monkeypatch.setattr(web_files, "__version__", "99")
    assert build_id(web) != before


def test_a_stream_names_the_build_first_and_pages_know_theirs() -> None:
    assert (
        next(Streams(build="abc").open(Publisher(), str.encode, bool)) == b"retry: 500\n\nevent: build\ndata: abc\n\n"
    )
    page = RecordedBox(streams=Streams(build="abc")).app().test_client().get("/").text
    assert 'data-build="abc"' in page


@pytest.mark.e2e
def test_a_page_of_another_build_reloads(browser: Browser, tmp_path: Path) -> None:
    with open_world(browser, tmp_path / "state") as opened:
        opened.start("Inès", "Marc")
        page = opened.phone()
        served = build_id(web_dir(), bundle_dir(), *(art_dir(game.words) for game in (*GAMES, LANTERNS)))
        root = page.locator("html")
        expect(root).to_have_attribute("data-build", served)
        page.evaluate("() => { window.stays = true; dispatchEvent(new Event('online')); }")
        with page.expect_response("**/api/events*"):
            page.evaluate("() => setTimeout(() => dispatchEvent(new Event('online')), 400)")
        assert page.evaluate("() => window.stays")
        with page.expect_event("load"):
            page.evaluate(
                "() => { document.documentElement.dataset.build = 'older';"
                " setTimeout(() => dispatchEvent(new Event('online')), 400); }"
            )
        expect(root).to_have_attribute("data-build", served)
        assert not page.evaluate("() => window.stays")
