"""The build of the Debian package: fetches vendored packages, lays out a tree, and runs Debian's tools on it, offline.

`python systemd/make_deb.py [--version V] [--out FOLDER]`, from the .venv of `make install`, or `make deb`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from systemd.debian_copyright import debian_copyright
from systemd.man_pages import write_man_pages
from systemd.packaged_docs import copy_documents
from systemd.release.maintainer import CHECKOUT, Maintainer, read_maintainer

HERE = Path(__file__).resolve().parent
VENDORED = ("colorzero", "gpiozero", "luma-core", "luma-oled")
"""Packages that are too old in Debian 13, all pure Python. Versions and hashes are those of requirements.txt."""
UNITS = (
    "cloud.cfg",
    "companion",
    "companion.rules",
    "companion.sysusers",
    "companion.tmpfiles",
    "companion.udev",
    "settings.toml",
)
_NO_MAIL = """\
# Nobody has a mail address for this package yet, and none is invented: the only one goes nowhere (pyproject.toml).
companion: bogus-mail-host Maintainer *
companion: bogus-mail-host-in-debian-changelog *
"""
"""Reports of lintian to ignore as long as the maintainer has no mail address."""
_OFFLINE = ("unshare", "--net") if os.geteuid() == 0 else ("unshare", "--map-root-user", "--net")
"""Prefix of a command that must run without any network."""
_BUILD = ("dpkg-buildpackage", "--no-check-builddeps", "--build=binary", "--no-sign")
"""The build. Its own check requires a compiler for every package: nothing here is compiled."""
_TOOLS = ("debhelper", "dh-python", "dpkg-dev", "util-linux")


def make(out: Path, version: str | None = None, suite: str | None = None) -> Path:
    """Build the package into a folder, and return its file.

    Args:
        out: The folder; it is created if it does not exist.
        version: Another version than the program's own, for tests of an upgrade.
        suite: A release of Debian whose tools build it, in a fresh root: the same bytes on every machine. Without one,
            this machine's tools build it.

    Raises:
        subprocess.CalledProcessError: A tool failed; its output is on standard error.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="companion-deb-") as name:
        work = Path(name)
        tree = work / "companion"
        tree.mkdir()
        _fetch_vendored(tree / "vendored")
        _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tree / "own", CHECKOUT)
        _lay_out(tree, version or _version())
        if suite is None:
            _run(*_OFFLINE, *_BUILD, cwd=tree)
        else:
            _build_in_root(suite, work)
        (built,) = (*work.glob("*.deb"), *work.glob("built/*.deb"))
        return Path(shutil.copy(built, out))


def _build_in_root(suite: str, work: Path) -> None:
    """Build the package of the tree in `work` with the tools of a release of Debian, and put it beside the tree."""
    build = f"unshare --net {' '.join(_BUILD)}"
    hooks = (
        f"--customize-hook=copy-in {work / 'companion'} /",
        f"--chrooted-customize-hook=mkdir /tree && mv /companion /tree && cd /tree/companion && {build}",
        "--chrooted-customize-hook=mkdir /built && mv /tree/*.deb /built",
        f"--customize-hook=copy-out /built {work}",
    )
    packages = f"--include={','.join(_TOOLS)}"
    quick = (
        '--aptopt=Apt::Install-Recommends "false"',
        "--dpkgopt=force-unsafe-io",
        "--dpkgopt=path-exclude=/usr/share/doc/*",
    )
    archive = f"deb http://deb.debian.org/debian {suite} main"
    _run("mmdebstrap", "--quiet", "--variant=minbase", packages, *quick, *hooks, suite, "/dev/null", archive)


def requirements_of(names: tuple[str, ...], text: str) -> str:
    """Return the entries of these packages in a list with hashes. Raises ValueError if one is missing."""
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)
    chosen = [entry for entry in entries if entry.partition("==")[0] in names]
    if missing := set(names) - {entry.partition("==")[0] for entry in chosen}:
        raise ValueError(f"not in requirements.txt: {', '.join(sorted(missing))}")
    return "".join(chosen)


def _fetch_vendored(folder: Path) -> None:
    folder.mkdir()
    requirements = folder.with_suffix(".txt")
    requirements.write_text(requirements_of(VENDORED, (CHECKOUT / "requirements.txt").read_text("utf-8")), "utf-8")
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    _run(*pip, "--no-deps", "--only-binary=:all:", "--require-hashes", "--dest", folder, "--requirement", requirements)


def _lay_out(tree: Path, version: str) -> None:
    maintainer, date = read_maintainer(), commit_date()
    shutil.copytree(HERE / "debian", tree / "debian")
    for name in (*UNITS, *(unit.name for unit in HERE.glob("*.service"))):
        shutil.copy(HERE / name, tree / name)
    shutil.copy(CHECKOUT / "CHANGELOG.md", tree)
    copy_documents(tree / "documents")
    write_man_pages(tree / "man", version, date)
    (tree / "journal-version").write_text(f"{_journal_version()}\n", "utf-8")
    debian = tree / "debian"
    control = (debian / "control").read_text("utf-8").replace("#MAINTAINER#", maintainer.contact)
    if maintainer.downloads:
        control = control.replace("Rules-Requires-Root", f"Homepage: {maintainer.downloads}\nRules-Requires-Root")
    (debian / "control").write_text(control, "utf-8")
    (debian / "copyright").write_text(debian_copyright(maintainer, (tree / "vendored").glob("*.whl")), "utf-8")
    (debian / "changelog").write_text(_changelog(version, maintainer, date), "utf-8")
    if maintainer.signing_key:
        (tree / "companion.allowed_signers").write_text(maintainer.allowed_signers, "utf-8")
    if not maintainer.email:
        (debian / "companion.lintian-overrides").write_text(_NO_MAIL, "utf-8")


def _changelog(version: str, maintainer: Maintainer, date: datetime) -> str:
    """Return a changelog in Debian's format, with one entry: CHANGELOG.md lists the changes."""
    head = f"companion ({version}) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n"
    return f"{head} -- {maintainer.contact}  {format_datetime(date)}\n"


def commit_date() -> datetime:
    """Return the date of the checkout's commit, which is that of every file made from it; 1970 outside of git.

    SOURCE_DATE_EPOCH replaces it.
    """
    committed = (
        os.environ.get("SOURCE_DATE_EPOCH")
        or subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False
        ).stdout.strip()
    )
    return datetime.fromtimestamp(int(committed or 0), UTC)


def _version() -> str:
    from companion import __version__

    return __version__


def _journal_version() -> int:
    from companion.journal.database import VERSION

    return VERSION


def _run(*command: str | Path, cwd: Path | None = None) -> None:
    # The output is only useful after a failure, then all of it.
    completed = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    if completed.returncode:
        sys.stderr.write(completed.stdout)
        raise subprocess.CalledProcessError(completed.returncode, [str(word) for word in command])


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the Debian package of the companion.")
    parser.add_argument("--version", help="another version than the program's own")
    parser.add_argument("--suite", help="a release of Debian whose tools build it; otherwise this machine's")
    parser.add_argument("--out", type=Path, default=CHECKOUT / "dist", help="where to put it")
    arguments = parser.parse_args()
    try:
        print(make(arguments.out, arguments.version, arguments.suite))
    except (subprocess.CalledProcessError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
