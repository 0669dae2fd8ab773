"""Tests of bundling: a bundle has the hash of its sources, and is no longer served once one changes."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.server import bundling
from companion.server.bundling import bundle
from companion.server.web_files import hash_of_sources
from companion.support.resources import web_dir
from tests.server import helpers
from tests.server.helpers import RecordedBox

HTML = {"Accept": "text/html"}


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """Return a copy of all files that are served."""
    return Path(shutil.copytree(web_dir(), tmp_path / "web"))


@pytest.fixture
def folder(bundles: Path, tmp_path: Path) -> Path:
    """Return a copy of the folder with the bundle."""
    return Path(shutil.copytree(bundles, tmp_path / "bundle"))


@pytest.fixture
def client(web: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a client for pages of the two copies."""
    monkeypatch.setattr(helpers, "web_dir", lambda: web)
    monkeypatch.setattr(helpers, "bundle_dir", lambda: folder)
    return RecordedBox().app().test_client()


def named_files(client: FlaskClient, path: str = "/") -> list[str]:
    """Return the scripts and sheets that a page names."""
    return re.findall(r'(?:href|src)="(/[^"]+\.(?:js|css))"', client.get(path, headers=HTML).text)


def is_bundled(client: FlaskClient) -> bool:
    return any(path.startswith("/bundle/") for path in named_files(client))


def file_texts(folder: Path, ending: str) -> dict[str, str]:
    """Return the contents of files with this ending, by folder and file name."""
    return {f"{file.parent.name}/{file.name}": file.read_text("utf-8") for file in folder.rglob(f"*{ending}")}


# The bundle.


def test_every_page_with_fixed_scripts_is_bundled(bundles: Path) -> None:
    templates = file_texts(web_dir() / "templates", ".html")
    with_script = {Path(name).stem for name, text in templates.items() if 'type="module"' in text}
    assert with_script >= {"index", "tv", "setup", "box", "error", "page"}
    (bundle_folder,) = bundles.iterdir()
    assert {page.name for page in bundle_folder.iterdir()} == with_script - {"error", "page"} | {"theme.js"}


def test_a_bundled_page_has_few_files(bundles: Path) -> None:
    (bundle_folder,) = bundles.iterdir()
    pages = [page for page in bundle_folder.iterdir() if page.is_dir()]
    files = {page.name: {file.name for file in page.iterdir()} for page in pages}
    drawing = {name for name, page in files.items() if "later.js" in page}
    assert drawing == {"index", "tv", "game", "rulebook"}
    tapping = {name for name, page in files.items() if "tapped.js" in page}
    assert tapping == drawing
    for name, page in files.items():
        tapped = {"tapped.js", "tapped.css"} if name in tapping else set()
        later = {"shared.js", "later.js", "later.css"} if name in drawing else set()
        assert page == {"page.js", "page.css"} | later | tapped


def test_the_bundle_has_all_files_fetched_later(bundles: Path) -> None:
    sources = file_texts(web_dir() / "scripts", ".js")
    scripts, tapped_scripts = (
        {name for text in sources.values() for name in re.findall(rf'{call}\("(/scripts/[^"]+)"', text)}
        for call in ("loadScript", "loadTapped")
    )
    scripts |= {f"/scripts/blocks/{name}.js" for name in ("track", "ring", "dice", "cards", "grid", "purse")}
    scripts |= {f"/scripts/ceremonies/{name}.js" for name in ("walk", "tally", "spin", "throw", "reveal")}
    assert len(scripts) > 17
    assert len(tapped_scripts) == 17
    for file, names in (("later.js", scripts), ("tapped.js", tapped_scripts)):
        text = file_texts(bundles, file)[f"index/{file}"]
        assert [name for name in sorted(scripts | tapped_scripts) if f'["{name}"]=' in text] == sorted(names)


def test_each_sheet_is_bundled_whole_and_once(bundles: Path) -> None:
    sheets = file_texts(bundles, ".css")
    assert not [name for name, text in sheets.items() if "@import" in text]
    page, later = sheets["index/page.css"], sheets["index/later.css"]
    for rule in (":where(.block) h3{", ".block>.mark{"):  # from a sheet that ten others import
        assert (page.count(rule), later.count(rule)) == (0, 1), rule
    assert later.index(":where(.block) h3{") < later.index(".track")
    assert page.count(".sheet,.ask{") == 1
    assert page.index(":root{") < page.index(".sheet,.ask{")


def test_a_bundle_has_no_comments(bundles: Path) -> None:
    for name, text in file_texts(bundles, ".*").items():
        assert "/*" not in text, name
        assert "sourceMappingURL" not in text, name


# Its sources.


@pytest.mark.parametrize("name", ["scripts/table/act.js", "styles/lib/house.css", "templates/index.html"])
def test_a_changed_source_changes_the_bundles_hash(web: Path, name: str) -> None:
    before, file = hash_of_sources(web), web / name
    assert before == hash_of_sources(web_dir())
    file.write_bytes(file.read_bytes() + b" ")
    changed = hash_of_sources(web)
    file.rename(file.with_name("other" + file.suffix))
    assert len({before, changed, hash_of_sources(web)}) == 3


def test_other_files_do_not_change_the_bundles_hash(web: Path) -> None:
    before = hash_of_sources(web)
    (web / "icons" / "lantern.svg").write_text("<svg/>")
    os.utime(web / "scripts" / "table" / "act.js", (1, 1))
    assert hash_of_sources(web) == before


def test_a_page_uses_the_bundle(client: FlaskClient, folder: Path) -> None:
    (bundle_folder,) = folder.iterdir()
    address = f"/bundle/{bundle_folder.name}/index"
    assert named_files(client) == [
        f"{address}/page.css",
        f"{address}/shared.js",
        f"{address}/page.js",
        f"/bundle/{bundle_folder.name}/theme.js",
    ]
    for path in named_files(client):
        for again in (False, True):  # the second time it comes from the cache
            answer = client.get(path, buffered=True, headers={"Accept-Encoding": "gzip"})
            assert answer.status_code == 200
            cache = "max-age=31536000, immutable" if path.startswith("/bundle/") else "no-cache"
            assert answer.headers["Cache-Control"] == cache, again
            assert answer.headers.get("Content-Encoding") == "gzip" or "theme" in path
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "name", ["scripts/table/act.js", "scripts/offers/play.js", "styles/blocks/ring.css", "styles/lib/house.css"]
)
def test_an_edited_file_is_served_at_once(client: FlaskClient, web: Path, name: str) -> None:
    assert is_bundled(client)
    file = web / name
    text = file.read_text("utf-8")
    file.write_text(f"{text}\n/* edited */\n", "utf-8")
    assert not is_bundled(client)
    assert "/scripts/table/table.js" in named_files(client)
    assert "edited" in client.get(f"/{name}", buffered=True).text
    file.write_text(text, "utf-8")
    assert is_bundled(client)


def test_added_and_removed_files_count_too(client: FlaskClient, web: Path) -> None:
    new = web / "scripts" / "blocks" / "new.js"
    new.write_text("// New.\n")
    assert not is_bundled(client)
    new.unlink()
    assert is_bundled(client)
    (web / "styles" / "blocks" / "ring.css").unlink()
    assert not is_bundled(client)


def test_without_a_bundle_pages_use_separate_files(client: FlaskClient, folder: Path) -> None:
    shutil.rmtree(folder)
    first = ["fonts", "colours", "house"]
    assert named_files(client)[:3] == [f"/styles/lib/{name}.css" for name in first]
    assert "/scripts/table/act.js" in named_files(client)


def test_the_bundle_folder_serves_only_bundles(client: FlaskClient, folder: Path) -> None:
    (folder.parent / "secret.js").write_text("secret")
    for path in ("", "..", "../secret.js", "..%2Fsecret.js", "/etc/passwd", "none/index/page.js"):
        assert client.get(f"/bundle/{path}").status_code in (308, 404)


# The time of bundling.


def test_a_bundle_is_made_once_until_a_file_changes(web: Path, folder: Path) -> None:
    (first,) = folder.iterdir()
    script = first / "index" / "page.js"
    script.write_text("as it was")
    assert bundle(web, folder) == first
    assert script.read_text() == "as it was"
    edited = web / "scripts" / "setup" / "phones.js"
    edited.write_text(edited.read_text("utf-8") + '\nconsole.info("edited");\n', "utf-8")
    second = bundle(web, folder)
    assert second is not None
    assert list(folder.iterdir()) == [second] != [first]
    assert "edited" in (second / "phones" / "page.js").read_text("utf-8")


def test_without_esbuild_the_old_bundle_is_removed(web: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert bundle(web, folder) is not None, "that of now stays"
    (web / "scripts" / "new.js").write_text("// New.\n")
    assert bundle(web, folder) is None
    assert list(folder.iterdir()) == []


def test_an_old_esbuild_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "esbuild"
    old.write_text("#!/bin/sh\necho 0.8.57\n")
    old.chmod(0o755)
    monkeypatch.setattr(bundling, "_ESBUILD", str(old))
    assert bundle(web_dir(), tmp_path / "bundle") is None
    assert not (tmp_path / "bundle").exists()
