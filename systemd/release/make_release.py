"""The release: everything that somebody downloads, made from the last commit, with checksums and a signature.

`make release`, or
`python -m systemd.release.make_release [--out FOLDER] [--sign KEY] [--apt-key KEY] [--downloads ADDRESS]`. The same
commit gives the same bytes in any folder, time zone and with any umask. Only signatures differ.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from systemd.release.apt_repository import make_repository
from systemd.release.bill_of_materials import cyclonedx, locked_packages, versions_list
from systemd.release.maintainer import CHECKOUT, Maintainer, read_maintainer

NAMESPACE = "companion"
"""Namespace of the signatures: one of this project is no signature of anything else."""
SUMS = "SHA256SUMS"
_ESBUILD = CHECKOUT / ".venv/release/node_modules/@esbuild"
"""The folder of esbuild, in the version that package-lock.json fixes; Debian's differs from release to release."""
_SUITE = "trixie"
"""The release of Debian whose tools build the package, on whichever Debian this runs."""
_SPINNER = ("README.md", "main.py", "pins.py", "spinner")
_FILE_MODE = 0o644 << 16
_FACET = re.compile(r"facet normal (.*)\n\s*outer loop\n((?:\s*vertex .*\n){3})\s*endloop")


class ReleaseError(Exception):
    """The release cannot be made; the message says why."""


def make_release(out: Path, maintainer: Maintainer, sign: Path | None = None, apt_key: Path | None = None) -> list[str]:
    """Make the release of the last commit in a folder. Files of the same names are replaced.

    Args:
        out: The folder; it is created if it does not exist.
        maintainer: The maintainer.
        sign: The secret SSH key that signs the checksums; None leaves them unsigned.
        apt_key: The secret OpenPGP key that signs the repository for apt; None leaves it unsigned.

    Returns:
        Remarks on what is missing.

    Raises:
        ReleaseError: A key is not that of the package, or the commit has no notes.
        subprocess.CalledProcessError: A tool failed; its output is on standard error.
    """
    remarks = check_keys(maintainer, sign, apt_key)
    os.umask(0o022)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="companion-release-") as name:
        tree, files = Path(name, "companion"), Path(name, "files")
        files.mkdir()
        date = export_commit(tree)
        environment = build_environment(tree, date)
        _run("-m", "build", "--no-isolation", "--outdir", files, tree, environment=environment)
        _run(tree / "systemd/make_deb.py", "--suite", _SUITE, "--out", files, environment=environment)
        _run("-m", "hardware.case.build", environment=environment)
        version = next(files.glob("companion-*.tar.gz")).name.removeprefix("companion-").removesuffix(".tar.gz")
        stem = f"companion-{version}"
        firmware, case = tree / "firmware", tree / "build/case"
        spinner = [file for name in _SPINNER for file in _files(firmware / name)]
        write_zip(files / f"{stem}-spinner.zip", {_path(firmware, file): file.read_bytes() for file in spinner}, date)
        pieces = {_path(case, file): ordered_stl(file.read_text("ascii")).encode() for file in case.glob("*/*.stl")}
        write_zip(files / f"{stem}-case.zip", pieces, date)
        packages = locked_packages(tree)
        fonts = sorted(path.name.removesuffix(".OFL.txt") for path in (tree / "web/fonts").glob("*.OFL.txt"))
        texts = {
            f"{stem}-versions.txt": versions_list(packages),
            f"{stem}.cdx.json": cyclonedx(version, date, packages, fonts),
            f"{stem}-notes.md": release_notes((tree / "CHANGELOG.md").read_text("utf-8"), version),
        }
        for file, text in texts.items():
            (files / file).write_text(text, "utf-8")
        (files / SUMS).write_text(checksums(files), "utf-8")
        if sign is not None:
            sign_file(files / SUMS, sign)
        address = f"{maintainer.downloads}apt/" if maintainer.downloads else ""
        make_repository(files / "apt", [*files.glob("*.deb")], date, apt_key, address)
        (out / f"{SUMS}.sig").unlink(missing_ok=True)
        shutil.rmtree(out / "apt", ignore_errors=True)
        shutil.copytree(files, out, dirs_exist_ok=True)
    return remarks


def check_keys(maintainer: Maintainer, sign: Path | None, apt_key: Path | None) -> list[str]:
    """Return remarks on signatures that are missing. Raises ReleaseError for a key that is not the package's."""
    remarks = []
    if sign is None:
        remarks.append("The checksums are unsigned: no key was given (SIGN=KEY).")
    elif public_key(sign) != " ".join(maintainer.signing_key.split()[:2]):
        raise ReleaseError("signing_key in pyproject.toml is not the public part of this key, so nobody could check it")
    if apt_key is None:
        remarks.append("The repository for apt is unsigned, and apt refuses it: no key was given (APT_KEY=KEY).")
    if not maintainer.downloads:
        remarks.append("pyproject.toml names no address of the downloads, so apt/ has no companion.sources.")
    if _git("status", "--porcelain").strip():
        remarks.append("Some files are not committed. The release is that of the last commit.")
    return remarks


def export_commit(tree: Path) -> datetime:
    """Write the files of the last commit into a folder, without any other; return the commit's date."""
    tree.mkdir()
    archive = _git("-c", "tar.umask=0022", "archive", "--format=tar", "HEAD")
    subprocess.run(["tar", "--extract", "--directory", tree], input=archive, check=True)
    return datetime.fromtimestamp(int(_git("log", "-1", "--format=%ct")), UTC)


def build_environment(tree: Path, date: datetime) -> Mapping[str, str]:
    """Return the environment in which the same commit gives the same bytes."""
    esbuild = next(_ESBUILD.glob("*/bin"), None)
    if esbuild is None:
        raise ReleaseError("esbuild is missing: use make release")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DEB_", "PYTHON"))}
    return {
        **kept,
        "LC_ALL": "C.UTF-8",
        "PATH": f"{esbuild}:{os.environ['PATH']}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(tree),
        "PYTHONUTF8": "1",
        "SOURCE_DATE_EPOCH": str(int(date.timestamp())),
        "TZ": "UTC",
    }


def write_zip(path: Path, contents: Mapping[str, bytes], date: datetime) -> None:
    """Write a zip of these files by their paths: the same bytes for the same contents."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, date.timetuple()[:6])
            entry.external_attr = _FILE_MODE
            entry.create_system = 3  # Unix, on every system
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def ordered_stl(text: str) -> str:
    """Return a piece to print with its facets in order: OpenSCAD writes the same ones in another order each time."""
    facets = []
    for normal, loop in _FACET.findall(text):
        corners = [line.strip() for line in loop.strip().splitlines()]
        first = corners.index(min(corners))
        facets.append((normal, *corners[first:], *corners[:first]))
    lines = ["solid companion"]
    for normal, *corners in sorted(facets):
        lines += [f"  facet normal {normal}", "    outer loop", *(f"      {corner}" for corner in corners)]
        lines += ["    endloop", "  endfacet"]
    return "\n".join([*lines, "endsolid companion"]) + "\n"


def release_notes(changelog: str, version: str) -> str:
    """Return the section of a version in the changelog. Raises ReleaseError without one."""
    match = re.search(rf"^## \[{re.escape(version)}\].*?(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if match is None:
        raise ReleaseError(f"CHANGELOG.md has no section of version {version}")
    return match[0].strip() + "\n"


def checksums(folder: Path) -> str:
    """Return a line for each file of a folder, as sha256sum reads them."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def sign_file(path: Path, key: Path) -> None:
    """Write the signature of a file beside it, with an SSH key. Raises subprocess.CalledProcessError."""
    subprocess.run(["ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", NAMESPACE, path], check=True)


def public_key(key: Path) -> str:
    """Return the kind and the public part of an SSH key. Raises subprocess.CalledProcessError."""
    output = subprocess.run(["ssh-keygen", "-y", "-f", key], capture_output=True, encoding="utf-8", check=True).stdout
    return " ".join(output.split()[:2])


def _path(root: Path, file: Path) -> str:
    return file.relative_to(root).as_posix()


def _files(path: Path) -> Iterable[Path]:
    return [path] if path.is_file() else (file for file in path.rglob("*") if file.is_file())


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=CHECKOUT, stdout=subprocess.PIPE, check=True).stdout


def _run(*words: str | Path, environment: Mapping[str, str]) -> None:
    """Run this Python; its output is only useful after a failure, then all of it."""
    completed = subprocess.run(
        [sys.executable, *words],
        cwd=environment["PYTHONPATH"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if completed.returncode:
        sys.stderr.write(completed.stdout)
        raise subprocess.CalledProcessError(completed.returncode, [str(word) for word in words])


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m systemd.release.make_release", description="Make the release.")
    parser.add_argument("--out", type=Path, default=CHECKOUT / "dist", help="where to put it")
    parser.add_argument("--sign", type=Path, help="secret SSH key for the checksums")
    parser.add_argument("--apt-key", type=Path, help="secret OpenPGP key for the repository")
    parser.add_argument("--downloads", help="another address of the downloads than that in pyproject.toml")
    options = parser.parse_args()
    try:
        maintainer = read_maintainer()
        if options.downloads:
            maintainer = replace(maintainer, downloads=options.downloads)
        remarks = make_release(options.out, maintainer, options.sign, options.apt_key)
    except (ReleaseError, ValueError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The release is in {options.out}.", *remarks, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
