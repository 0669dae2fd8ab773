"""The file debian/copyright, in the form that programs can read (DEP-5)."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from email.parser import Parser
from pathlib import Path

from systemd.release.maintainer import CHECKOUT, Maintainer

_FORMAT = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
_COPYRIGHT = re.compile(r"^\s*Copyright (?:\(c\) )?(.+)$", re.MULTILINE)
_NAMES = {"MIT": "Expat", "BSD-3-Clause": "BSD-3-clause"}
"""Names of licences in Debian, by those on PyPI."""
_INSTALLED = "usr/share/companion"


def debian_copyright(maintainer: Maintainer, wheels: Iterable[Path]) -> str:
    """Return the file: our licence, those of the fonts, and that of each vendored wheel.

    Raises ValueError for a wheel without a licence, or with one that has no name here.
    """
    head = f"Format: {_FORMAT}\nUpstream-Name: companion\nUpstream-Contact: {maintainer.contact}\n"
    if maintainer.downloads:
        head += f"Source: {maintainer.downloads}\n"
    comment = "Comment: Paths are those of the installed files.\n"
    ours = (CHECKOUT / "LICENSE").read_text("utf-8")
    parts = [head + comment, _paragraph("*", _COPYRIGHT.findall(ours), "Expat", ours)]
    for path in sorted((CHECKOUT / "web" / "fonts").glob("*.OFL.txt")):
        name, text = path.name.removesuffix(".OFL.txt"), path.read_text("utf-8")
        files = f"{_INSTALLED}/companion/web/fonts/{name}.*"
        parts.append(_paragraph(files, _COPYRIGHT.findall(text), "OFL-1.1", text))
    parts += [paragraph for wheel in sorted(wheels) for paragraph in _wheel_paragraphs(wheel)]
    return "\n".join(parts)


def _wheel_paragraphs(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        licences = [name for name in names if ".dist-info/" in name and "LICENSE" in name]
        if not licences:
            raise ValueError(f"{path.name} has no licence in it")
        metadata = Parser().parsestr(
            next(wheel.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
        )
        if metadata["License"] not in _NAMES:
            raise ValueError(f"{path.name} has a licence without a name here: {metadata['License']}")
        name, version = path.name.split("-")[:2]
        files = f"{_INSTALLED}/vendor/{name.replace('_', '/')}/*\n {_INSTALLED}/vendor/{name}-{version}.dist-info/*"
        for licence in licences:
            text = wheel.read(licence).decode()
            holders = _COPYRIGHT.findall(text) or [f"{metadata['Author']} and contributors"]
            comment = f"{metadata['Name']} {version}, as published on PyPI"
            yield _paragraph(files, holders, _NAMES[metadata["License"]], text, comment)


def _paragraph(files: str, holders: Iterable[str], licence: str, text: str, comment: str = "") -> str:
    """Return a paragraph. Continued lines begin with a space, and an empty one is a dot."""
    lines = (f" {line.rstrip()}" if line.strip() else " ." for line in text.strip().splitlines())
    holding = "\n ".join(holder.strip() for holder in holders)
    note = f"Comment: {comment}\n" if comment else ""
    return f"Files: {files}\nCopyright: {holding}\n{note}License: {licence}\n" + "\n".join(lines) + "\n"
