"""The files for the browser, separate or bundled, and the build id of the pages."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from companion import __version__
from companion.support.frozen_dataclasses import frozen

FILES = ("styles", "scripts", "icons", "fonts")
"""Names of the folders whose files are served."""
SOURCES = ("scripts", "styles", "templates")
"""Names of the folders whose files make a bundle."""
PAGE, LATER, TAPPED, SHARED = "page", "later", "tapped", "shared"
"""Names of the files of a bundled page: those loaded with it, those fetched later, those fetched once something is
tapped, and the code that several of them share."""
FIRST = "theme"
"""Name of the script in `scripts/lib` that runs before a page is drawn. Its bundled file is the same for all pages."""
HASH_LETTERS = 16
"""Length of a hash of the sources, in letters."""


@frozen(slots=False)
class PageBundle:
    """The bundled files of a page, by address."""

    sheet: str
    script: str
    shared: str | None
    """The script that its own one imports; the page names it too, so that the browser loads it at once."""
    later_sheet: str | None
    later_script: str | None
    """The script that is fetched later; a page that draws blocks at once names it too."""
    first_script: str
    """The script that runs before any page is drawn."""


class WebFiles:
    """The folder of the files for the browser, and its bundles. May be used from all of the server's threads.

    Scripts, styles and templates are checked for changes at every page, so a bundle never hides an edited file.
    """

    def __init__(self, folder: Path, bundles: Path | None = None) -> None:
        """Create it; `bundles` holds bundles by the hash of their sources. Without it, pages load separate files."""
        self.folder = folder.resolve()
        self._bundles = None if bundles is None else bundles.resolve()
        self._known: tuple[frozenset[tuple[str, int, int]], str] = (frozenset(), "")

    @property
    def folders(self) -> Mapping[str, Path]:
        """Folders of the served files, by the names with which their addresses begin."""
        own = {name: self.folder / name for name in FILES}
        return own if self._bundles is None else {**own, "bundle": self._bundles}

    @property
    def fonts(self) -> Sequence[str]:
        """Addresses of the fonts of all pages. Each holds the hash of its file."""
        return sorted(f"/fonts/{file.name}" for file in (self.folder / "fonts").glob("*.woff2"))

    def bundle_of(self, template: str) -> PageBundle | None:
        """Return the bundled files of the page of this template; None if it has to load separate files."""
        if self._bundles is None or not self._bundles.is_dir():
            return None
        name = f"{self._sources_hash()}/{template.removesuffix('.html')}"
        names = {file.name for file in (self._bundles / name).glob("*.*")}
        if not names:
            return None

        def address(file: str) -> str | None:
            return f"/bundle/{name}/{file}" if file in names else None

        return PageBundle(
            f"/bundle/{name}/{PAGE}.css",
            f"/bundle/{name}/{PAGE}.js",
            address(f"{SHARED}.js"),
            address(f"{LATER}.css"),
            address(f"{LATER}.js"),
            f"/bundle/{self._sources_hash()}/{FIRST}.js",
        )

    def _sources_hash(self) -> str:
        """Return the hash of the present sources; files are read only when one has changed."""
        states = frozenset(state for name in SOURCES for state in _file_states(str(self.folder / name)))
        known_states, sources_hash = self._known
        if states != known_states:
            sources_hash = hash_of_sources(self.folder)
            self._known = (states, sources_hash)
        return sources_hash


def hash_of_sources(web: Path) -> str:
    """Return a hash of these sources and of the bundling code."""
    digest = hashlib.sha256(Path(__file__).with_name("bundling.py").read_bytes())
    for name in SOURCES:
        for file in sorted(path for path in (web / name).rglob("*") if path.is_file()):
            for part in (file.relative_to(web).as_posix().encode(), file.read_bytes()):
                digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:HASH_LETTERS]


def _file_states(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yield the path, time and size of each file under a folder, to notice changes."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _file_states(entry.path)
        else:
            status = entry.stat()
            yield entry.path, status.st_mtime_ns, status.st_size


_BUILD_LETTERS = 16


def build_id(*folders: Path, shown_text: str = "") -> str:
    """Return the build of the pages: a hash over every file of these folders, the version of the program, and
    `shown_text`, the text that all pages show.
    """
    digest = hashlib.sha256(f"{__version__}{shown_text}".encode())
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            for part in (file.relative_to(folder).as_posix().encode(), file.read_bytes()):
                digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:_BUILD_LETTERS]
