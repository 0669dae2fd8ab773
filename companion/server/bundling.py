"""Bundling: the scripts and styles of each page in a few files instead of dozens, made once, used by every start.

A page loads one script and one sheet. If it has much to fetch later, there is one more of each, one of each with what
a tap asks for, and one script with the code that several of these scripts share. They are in a folder named after the
hash of their sources. Once a script, a sheet or a template changes, the folder no longer matches, and pages load the
separate files.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urljoin

from companion.server.web_files import FIRST, HASH_LETTERS, LATER, PAGE, SHARED, TAPPED, hash_of_sources
from companion.support.frozen_dataclasses import frozen

_LEAST_LATER_BYTES = 12288
"""Compressed size in bytes below which later files are not worth a request and come with the page."""
_ESBUILD = "esbuild"
_OLDEST_VERSION = (0, 17)
_BUNDLE_OPTIONS = ("--bundle", "--format=esm", "--splitting", f"--chunk-names={SHARED}", "--target=es2022")
_FIRST_TARGET = "--target=es2019"
"""Target of the script that tells old browsers what they lack."""
_MINIFY_OPTIONS = ("--minify", "--charset=utf8", "--legal-comments=none", "--log-level=error")

_BASE = "page.html"
_EXTENDS = f'{{% extends "{_BASE}" %}}'
_HEAD = re.compile(r"\{% block head %\}(.*?)\{% endblock %\}", re.DOTALL)
_SHEET = re.compile(r'<link rel="stylesheet" href="(/styles/[\w/-]+\.css)">')
_SCRIPT = re.compile(r'<script src="(/scripts/[\w/-]+\.js)" type="module">')
_IMPORTED = re.compile(r'^(?:import|export)\b[^"]*"(\.{1,2}/[\w./-]+\.js)";', re.MULTILINE)
_IMPORTED_SHEET = re.compile(r'^@import url\("(/styles/[\w/-]+\.css)"\);\n', re.MULTILINE)
_FETCHED_SCRIPT = re.compile(r"""\bload(?:Script|Tapped)\(["`](/scripts/[^"`]+\.js)["`]\)""")
_TAPPED_SCRIPT = re.compile(r"""\bloadTapped\(["`](/scripts/[^"`]+\.js)["`]\)""")
_LOADED_SHEET = re.compile(r"""\bloadStylesheet\(["`](/styles/[^"`]+\.css)["`]\)""")
_TAPPED_SHEET = re.compile(r"""\bloadTappedStylesheet\(["`](/styles/[^"`]+\.css)["`]\)""")
_PLACEHOLDER = re.compile(r"\$\{\w+\}")


@frozen(slots=False)
class _Page:
    """The files that one page loads, by address, in order."""

    name: str
    scripts: tuple[str, ...]
    sheets: tuple[str, ...]
    later_scripts: tuple[str, ...] = ()
    tapped_scripts: tuple[str, ...] = ()
    """Those of the later ones that only a tap asks for."""
    later_sheets: tuple[str, ...] = ()
    tapped_sheets: tuple[str, ...] = ()
    """Sheets that only a tap asks for; they are not among the later ones."""


def bundle(web: Path, folder: Path) -> Path | None:
    """Make `folder` hold the bundle of these sources, and no older one; without esbuild, none.

    Returns:
        The folder of the bundle, or None without one.

    Raises:
        subprocess.CalledProcessError: esbuild cannot read a script or a sheet.
    """
    ready = folder / hash_of_sources(web)
    for older in folder.glob(f"[!.]{'?' * (HASH_LETTERS - 1)}"):
        if older != ready:
            shutil.rmtree(older)
    if ready.is_dir():
        return ready
    if not _has_esbuild():
        return None
    folder.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".") as work:
        new_bundle = Path(work, ready.name)
        scripts = shutil.copytree(web / "scripts", Path(work, "scripts"))
        for page in _pages(web):
            _write_page(page, web, scripts, new_bundle / page.name, f"/bundle/{new_bundle.name}/{page.name}")
        _esbuild(f"lib/{FIRST}.js", _FIRST_TARGET, f"--outfile={new_bundle / FIRST}.js", cwd=web / "scripts")
        try:
            new_bundle.rename(ready)
        except OSError:
            if not ready.is_dir():  # another process was quicker
                raise
    return ready


def _has_esbuild() -> bool:
    """Return whether there is an esbuild that knows all options used here."""
    if shutil.which(_ESBUILD) is None:
        return False
    version = subprocess.run([_ESBUILD, "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    return tuple(map(int, re.findall(r"\d+", version)[:2])) >= _OLDEST_VERSION


def _pages(web: Path) -> Iterator[_Page]:
    """Yield the pages that can be bundled: those with a script that load the same files whatever they show."""
    base = (web / "templates" / _BASE).read_text("utf-8")
    for template in sorted((web / "templates").glob("*.html")):
        text = template.read_text("utf-8")
        head = _HEAD.search(text)
        if _EXTENDS not in text or head is None or "{% if" in head[1]:
            continue
        scripts, sheets = _SCRIPT.findall(head[1]), _with_imports(web, _SHEET.findall(base) + _SHEET.findall(head[1]))
        if not scripts:
            continue
        texts = [(web / path[1:]).read_text("utf-8") for path in _reachable_scripts(web, scripts)]
        tapped_only = _fetched_files(_TAPPED_SHEET, web, texts)
        fetched = (sheet for sheet in _fetched_files(_LOADED_SHEET, web, texts) if sheet not in tapped_only)
        later = _with_imports(web, fetched)
        tapped = _with_imports(web, tapped_only)
        yield _Page(
            template.stem,
            tuple(scripts),
            tuple(sheets),
            tuple(_fetched_files(_FETCHED_SCRIPT, web, texts)),
            tuple(_fetched_files(_TAPPED_SCRIPT, web, texts)),
            tuple(sheet for sheet in later if sheet not in sheets),
            tuple(sheet for sheet in tapped if sheet not in (*sheets, *later)),
        )


def _reachable_scripts(web: Path, paths: Iterable[str], *, fetched: bool = True) -> list[str]:
    """Return these scripts with all that they import, and unless `fetched` is False, all that they may fetch."""
    reached: dict[str, None] = {}
    wanted = list(paths)
    while wanted:
        path = wanted.pop()
        if path not in reached:
            reached[path] = None
            text = (web / path[1:]).read_text("utf-8")
            wanted += [urljoin(path, name) for name in _IMPORTED.findall(text)]
            if fetched:
                wanted += _fetched_files(_FETCHED_SCRIPT, web, [text])
    return list(reached)


def _shared_scripts(web: Path, groups: Iterable[Iterable[str]]) -> list[str]:
    """Return the scripts that several of these groups import."""
    times = Counter(path for paths in groups for path in _reachable_scripts(web, paths, fetched=False))
    return [path for path, number in times.items() if number > 1]


def _fetched_files(by: re.Pattern[str], web: Path, texts: Iterable[str]) -> list[str]:
    """Return the files that scripts fetch with calls like `by`; for a composed name, all that match it."""
    names = {name for text in texts for name in by.findall(text)}
    files = (file for name in names for file in web.glob(_PLACEHOLDER.sub("*", name[1:])))
    return sorted({f"/{file.relative_to(web).as_posix()}" for file in files})


def _with_imports(web: Path, sheets: Iterable[str]) -> list[str]:
    """Return these sheets, each after its imports, without repetition."""
    ordered: dict[str, None] = {}
    for sheet in sheets:
        imported = _IMPORTED_SHEET.findall((web / sheet[1:]).read_text("utf-8"))
        ordered.update(dict.fromkeys([*_with_imports(web, imported), sheet]))
    return list(ordered)


def _write_page(page: _Page, web: Path, scripts: Path, to: Path, address: str) -> None:
    """Write the files of a page into `to`, which has this address; `scripts` is a copy of its scripts to edit."""
    has_later_files = bool(page.later_scripts or page.later_sheets)
    if has_later_files:
        _write_scripts(page, scripts, to, address)
        _write_sheet(page.later_sheets, web, to / f"{LATER}.css")
        _write_sheet(page.tapped_sheets, web, to / f"{TAPPED}.css")
        if sum(len(gzip.compress(file.read_bytes())) for file in to.glob(f"{LATER}.*")) < _LEAST_LATER_BYTES:
            shutil.rmtree(to)
            sheets = (*page.sheets, *page.later_sheets, *page.tapped_sheets)
            page = replace(page, sheets=sheets, later_sheets=(), tapped_sheets=())
            has_later_files = False
    if not has_later_files:
        _write_scripts(page, scripts, to, None)
    _write_sheet(page.sheets, web, to / f"{PAGE}.css")


def _write_scripts(page: _Page, scripts: Path, to: Path, address: str | None) -> None:
    """Write the scripts of a page; without the address of its folder, all in one."""
    constants: dict[str, object] = {
        "LATER_BUNDLE": address and f"{address}/{LATER}",
        "TAPPED_BUNDLE": (address and page.tapped_scripts and f"{address}/{TAPPED}.js") or None,
        "LOADED_STYLESHEETS": page.sheets,
        "LOADED_SCRIPTS": {},
    }
    _write_lines(
        scripts / "lib" / "bundle.js", (f"export const {name} = {json.dumps(it)};" for name, it in constants.items())
    )
    later = [path for path in page.later_scripts if path not in page.tapped_scripts]
    if address is None:
        _write_entry(scripts, PAGE, page.scripts, held=page.later_scripts)
        entries = [PAGE]
    else:
        groups = {PAGE: page.scripts, LATER: later, TAPPED: page.tapped_scripts}
        entries = [name for name, paths in groups.items() if paths]
        shared = _shared_scripts(scripts.parent, [groups[name] for name in entries])
        _write_entry(scripts, SHARED, shared)
        for name in entries:
            held = () if name == PAGE else groups[name]
            _write_entry(scripts, name, [f"/scripts/{SHARED}.js", *(page.scripts if name == PAGE else ())], held=held)
    _esbuild(*(f"{name}.js" for name in entries), *_BUNDLE_OPTIONS, f"--outdir={to}", cwd=scripts)


def _write_entry(scripts: Path, name: str, paths: Iterable[str], held: Iterable[str] = ()) -> None:
    """Write a script that imports these scripts, and holds others for those that fetch them by their addresses."""
    names = {path: f"held{n}" for n, path in enumerate(held)}
    imports = [f'import ".{path.removeprefix("/scripts")}";' for path in paths]
    imports += [f'import * as {name} from ".{path.removeprefix("/scripts")}";' for path, name in names.items()]
    if names:
        imports.append('import { LOADED_SCRIPTS } from "./lib/bundle.js";')
    assignments = (f"LOADED_SCRIPTS[{json.dumps(path)}] = {held_name};" for path, held_name in names.items())
    _write_lines(scripts / f"{name}.js", (*imports, *assignments))


def _write_sheet(sheets: Iterable[str], web: Path, to: Path) -> None:
    """Write sheets as one, in order; their imports are among them."""
    text = "".join(_IMPORTED_SHEET.sub("", (web / sheet[1:]).read_text("utf-8")) for sheet in sheets)
    if text:
        to.write_bytes(_esbuild("--loader=css", cwd=web, read=text))


def _write_lines(file: Path, lines: Iterable[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _esbuild(*arguments: str, cwd: Path, read: str = "") -> bytes:
    command = [_ESBUILD, *arguments, *_MINIFY_OPTIONS]
    return subprocess.run(command, cwd=cwd, input=read.encode(), stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    from companion.support.resources import bundle_dir, web_dir

    bundle(web_dir(), bundle_dir())
