"""The documents in the package: every page that the READMEs lead to, with its pictures, and links that work there."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from systemd.release.maintainer import CHECKOUT

FOLDER = Path("/usr/share/doc/companion")
"""The folder of the documents once installed."""
_FIRST = ("README.md", "README.fr.md")
_COPIED = (".md", ".png", ".svg", ".csv")
"""Endings of documents. The program's own files are installed elsewhere."""
_FENCED = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"`[^`\n]+`|(!?)\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)|(<img src=\")([^\"]+)(\")")
_PROGRAM = Path("/usr/share/companion/companion")
_INSTALLED = {
    "LICENSE": FOLDER / "copyright",
    "companion": _PROGRAM,
    "firmware": _PROGRAM / "firmware",
    "hardware/boards": _PROGRAM / "boards",
    "web": _PROGRAM / "web",
    "systemd/companion.service": Path("/usr/lib/systemd/system/companion.service"),
    "systemd/companion-setup.service": Path("/usr/lib/systemd/system/companion-setup.service"),
    "systemd/settings.toml": Path("/etc/companion/settings.toml"),
}
"""Installed paths of the checkout's files and folders."""


def copy_documents(folder: Path) -> list[Path]:
    """Copy the documents into a folder, as in the checkout; return their paths relative to it.

    A link to another installed file becomes its full path. A link to anything else becomes plain words.
    """
    copied: set[Path] = set()
    queue = [Path(name) for name in _FIRST]
    while queue:
        page = queue.pop()
        if page in copied:
            continue
        copied.add(page)
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix == ".md":
            target.write_text(_with_links(page, queue.append), "utf-8")
        else:
            shutil.copyfile(CHECKOUT / page, target)
    return sorted(copied)


def installed_path(path: Path) -> Path | None:
    """Return the installed path of a file or folder of the checkout; None if the package does not have it."""
    for source, place in _INSTALLED.items():
        if path == Path(source) or path.is_relative_to(source):
            return place / path.relative_to(source)
    return None


def _with_links(page: Path, add: Callable[[Path], None]) -> str:
    """Return the text of a page with the links of the package, and add the documents it leads to."""

    def link(match: re.Match[str]) -> str:
        if match[0].startswith("`"):
            return match[0]
        sign, words, target, before, source, after = match.groups()
        new = _target(page, target or source, add)
        if source is not None:
            return f"{before}{new}{after}"
        return str(words) if new is None else f"{sign}[{words}]({new})"

    parts = _FENCED.split((CHECKOUT / page).read_text("utf-8"))
    return "".join(part if part.startswith("```") else _LINK.sub(link, part) for part in parts)


def _target(page: Path, target: str, add: Callable[[Path], None]) -> str | None:
    """Return where a link leads in the package; None if that is not there."""
    path, mark, anchor = target.partition("#")
    if not path or "://" in path:
        return target
    linked = Path(os.path.normpath(page.parent / path))
    if linked.suffix in _COPIED:
        add(linked)
        return target
    if (CHECKOUT / linked / "README.md").is_file():
        add(linked / "README.md")
        return f"{path.rstrip('/')}/README.md{mark}{anchor}"
    installed = installed_path(linked)
    return None if installed is None else f"{installed}{mark}{anchor}"
