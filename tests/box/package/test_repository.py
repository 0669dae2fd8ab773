"""Tests of the signatures, with keys made here, and of the repository: apt of Debian 13 upgrades from it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from systemd.release.maintainer import Maintainer
from systemd.release.make_release import NAMESPACE, SUMS, ReleaseError, check_keys, checksums, public_key, sign_file
from tests.box.package.web_space import WebSpace, web_space
from tests.box.vm.debian import as_version, debian_root, inside
from tests.box.vm.parts import called

OLD, NEW = "0.1.0", "0.1.1"


# The signature of the checksums


@pytest.fixture(scope="module")
def ssh_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SSH key made for this run."""
    key = tmp_path_factory.mktemp("ssh") / "key"
    called("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", key)
    return key


def _verify(folder: Path, signers: Path, namespace: str = NAMESPACE) -> int:
    command = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        str(signers),
        "-I",
        "companion",
        "-n",
        namespace,
        "-s",
        f"{SUMS}.sig",
    ]
    with (folder / SUMS).open("rb") as sums:
        return subprocess.run(command, cwd=folder, stdin=sums, capture_output=True, check=False).returncode


def test_checksums_are_verified_with_the_key_of_the_package(ssh_key: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("content")
    (tmp_path / SUMS).write_text(checksums(tmp_path))
    sign_file(tmp_path / SUMS, ssh_key)
    signers = tmp_path / "companion.allowed_signers"
    signers.write_text(Maintainer("Ada", signing_key=public_key(ssh_key)).allowed_signers)
    assert _verify(tmp_path, signers) == 0
    assert _verify(tmp_path, signers, "other") != 0
    assert called("sha256sum", "--check", SUMS, folder=tmp_path) == "file: OK\n"
    (tmp_path / SUMS).write_text("another sum")
    assert _verify(tmp_path, signers) != 0


def test_key_that_is_not_the_packages_is_refused(ssh_key: Path) -> None:
    with pytest.raises(ReleaseError, match="signing_key"):
        check_keys(Maintainer("Ada", signing_key="ssh-ed25519 AAAA"), ssh_key, None)
    remarks = check_keys(Maintainer("Ada", signing_key=f"{public_key(ssh_key)} ada@desk"), ssh_key, None)
    assert [remark for remark in remarks if "checksums are unsigned" in remark] == []
    assert "checksums are unsigned" in check_keys(Maintainer("Ada"), None, None)[0]


# The repository


@dataclass(frozen=True)
class OnlySource:
    """A web space, and a Debian 13 whose apt has no other source."""

    space: WebSpace
    root: Path

    def apt(self, *words: str) -> tuple[int, str]:
        """Run apt-get in the root; return its exit status and its output."""
        variables = {"LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", "no_proxy": "127.0.0.1"}
        command = inside(self.root, ["apt-get", "--quiet", "--yes", *words], variables)
        completed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return completed.returncode, completed.stdout

    def version(self) -> str:
        command = ("dpkg-query", "--show", "--showformat=${Version}", "companion")
        return called("chroot", self.root, *command)


@pytest.fixture(scope="module")
def web() -> Iterator[OnlySource]:
    with web_space() as space, tempfile.TemporaryDirectory(prefix="apt-") as folder:
        root = Path(folder, "root")
        called("cp", "--archive", debian_root(), root)
        for file in (root / "etc/apt").glob("sources.list*/*"):
            file.unlink()
        (root / "etc/apt/sources.list").write_text("")
        yield OnlySource(space, root)


@pytest.fixture(scope="module")
def packages(package: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the package under an older and a newer version."""
    folder = tmp_path_factory.mktemp("packages")
    copied = Path(shutil.copy(package, folder))
    return {version: copied if version in copied.name else as_version(copied, version) for version in (OLD, NEW)}


def test_apt_refuses_a_repository_without_its_signature(web: OnlySource, packages: dict[str, Path]) -> None:
    web.space.publish(packages[OLD])
    shutil.copy(web.space.sources, web.root / "etc/apt/sources.list.d")
    web.space.publish(packages[OLD], signed=False)
    status, output = web.apt("update")
    assert status != 0
    assert "is not signed" in output


def test_apt_refuses_a_changed_repository(web: OnlySource, packages: dict[str, Path]) -> None:
    web.space.publish(packages[OLD])
    signed = web.space.folder / "apt/InRelease"
    signed.write_text(signed.read_text().replace("Label: companion", "Label: changed"))
    status, output = web.apt("update")
    assert status != 0, output


def test_apt_upgrades_from_one_release_to_the_next(web: OnlySource, packages: dict[str, Path]) -> None:
    web.space.publish(packages[OLD])
    assert web.apt("update")[0] == 0
    status, output = web.apt("install", "companion")
    assert (status, web.version()) == (0, OLD), output
    settings = web.root / "etc/companion/settings.toml"
    settings.write_text("volume = 3\n")
    web.space.publish(packages[NEW])
    assert web.apt("update")[0] == 0
    status, output = web.apt("upgrade")
    assert (status, web.version()) == (0, NEW), output
    assert settings.read_text() == "volume = 3\n"
