"""The files that the browser gets, as they are or bundled, and which build of them this is."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion import __version__
from companion.support.frozen import frozen

FILES = ("styles", "scripts", "icons")
"""The folders whose files have addresses."""
SOURCES = ("scripts", "styles", "templates")
"""The folders whose files make a bundle."""
PAGE, LATER, SHARED = "page", "later", "shared"
"""What the files of a bundled page are called: what comes with it, what is fetched later, what both scripts share."""
LETTERS = 16
"""How long a mark is."""


@frozen(slots=False)
class Bundled:
    """The files of a page, by their addresses."""

    sheet: str
    script: str
    shared: str | None
    """What its script imports, so that a page may name it at once."""
    later_sheet: str | None
    later_script: str | None
    """What it fetches later, which a page that draws blocks at once names as well."""


class Web:
    """One folder of what the browser gets, and its bundles. Used from all of the server's threads.

    Scripts, sheets and templates are looked at anew for every page: one that was edited is never hidden by a bundle.
    """

    def __init__(self, folder: Path, bundles: Path | None = None) -> None:
        """`bundles` holds bundles by their marks; without any, or if it is not there, pages take files as they are."""
        self.folder = folder.resolve()
        self._bundles = None if bundles is None else bundles.resolve()
        self._known: tuple[frozenset[tuple[str, int, int]], str] = (frozenset(), "")

    @property
    def folders(self) -> Mapping[str, Path]:
        """Where files lie, by the names with which their addresses begin."""
        own = {name: self.folder / name for name in FILES}
        return own if self._bundles is None else {**own, "bundle": self._bundles}

    def bundled(self, template: str) -> Bundled | None:
        """What the page of this template takes; None where it has to take the files as they are."""
        if self._bundles is None or not self._bundles.is_dir():
            return None
        name = f"{self._mark()}/{template.removesuffix('.html')}"
        there = {file.name for file in (self._bundles / name).glob("*.*")}
        if not there:
            return None

        def address(file: str) -> str | None:
            return f"/bundle/{name}/{file}" if file in there else None

        return Bundled(
            f"/bundle/{name}/{PAGE}.css",
            f"/bundle/{name}/{PAGE}.js",
            address(f"{SHARED}.js"),
            address(f"{LATER}.css"),
            address(f"{LATER}.js"),
        )

    def _mark(self) -> str:
        """The mark of the files as they are, which are read only when one has changed."""
        states = frozenset(state for name in SOURCES for state in _states(str(self.folder / name)))
        known, mark = self._known
        if states != known:
            mark = mark_of(self.folder)
            self._known = (states, mark)
        return mark


def mark_of(web: Path) -> str:
    """What tells these sources from others, and this way of bundling from another one."""
    found = hashlib.sha256(Path(__file__).with_name("bundling.py").read_bytes())
    for name in SOURCES:
        for file in sorted(path for path in (web / name).rglob("*") if path.is_file()):
            for part in (file.relative_to(web).as_posix().encode(), file.read_bytes()):
                found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:LETTERS]


def _states(folder: str) -> Iterator[tuple[str, int, int]]:
    """What tells each file under a folder from the one that it was before."""
    for one in os.scandir(folder):
        if one.is_dir():
            yield from _states(one.path)
        else:
            about = one.stat()
            yield one.path, about.st_mtime_ns, about.st_size


_LETTERS = 16


def build_of(*folders: Path, said: str = "") -> str:
    """The build of the pages that these folders make: a hash over every file, the version of the program, and what is
    `said` on every page.
    """
    found = hashlib.sha256(f"{__version__}{said}".encode())
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            for part in (file.relative_to(folder).as_posix().encode(), file.read_bytes()):
                found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:_LETTERS]
