"""The machine's two read-only disks: Python with the packages for the companion and pytest, and this checkout."""

from __future__ import annotations

import compileall
import importlib.metadata
import os
import re
import shutil
import sys
import sysconfig
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

from packaging.requirements import Requirement

from tests.box.vm.kernel import BUSYBOX
from tests.box.vm.parts import CHECKOUT, HERE, KEPT, MachineError, cached, called, one_at_a_time

WANTED = ("companion", "gpiod", "lgpio", "rpi-lgpio", "pytest", "pytest-timeout")
"""Packages to be importable inside; their dependencies are included, and nothing else of `.venv`."""
TREE = ("companion", "hardware", "tests", "web", "pyproject.toml")
"""The included parts of the checkout."""
_NEEDLESS = shutil.ignore_patterns(
    "test", "tests", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3", "pydoc_data", "config-*",
    "site-packages", "dist-packages", "*.opt-?.pyc", "*.a",
)  # fmt: skip
_ETC = {"hosts": "127.0.0.1 localhost\n", "passwd": "root:x:0:0:root:/run:/bin/sh\n", "group": "root:x:0:\n"}
_BLOCK = 4096


def python_image() -> Path:
    """Return a disk with the interpreter of this `.venv`, its libraries and packages, made if needed. Raises
    MachineError.
    """
    packages = _packages()
    sources = [sys.version, sys.prefix, sys.base_prefix, str(CHECKOUT), (HERE / "image.py").read_text()]
    sources += [f"{name} {package.version}" for name, package in packages.items()]
    return cached("python", sources, lambda folder: _make_python(packages, folder)) / "image"


def checkout_image() -> Path:
    """Return a disk with the current checkout, its Python compiled. A machine that uses the previous one keeps it."""
    tree, image = KEPT / "checkout/tree", KEPT / "checkout/image"
    with one_at_a_time(KEPT / "lock"):
        (tree / ".venv").mkdir(parents=True, exist_ok=True)
        for name in TREE:
            _archive_mirror(CHECKOUT / name, tree / name)
        compileall.compile_dir(tree, quiet=2, stripdir=str(tree), prependdir=str(CHECKOUT))
        new = image.with_name("image.new")
        _read_only_disk(new, tree)
        new.rename(image)
    return image


def state_disk(image: Path, tree: Path, megabytes: int = 64) -> None:
    """Write a disk for a companion's games: ext4 as mke2fs makes it, with the contents of a folder."""
    called("mke2fs", "-q", "-t", "ext4", "-b", str(_BLOCK), "-d", tree, image, f"{megabytes}M")


def _read_only_disk(image: Path, tree: Path) -> None:
    """Write a disk with the contents of a folder and no free space."""
    files = list(tree.rglob("*"))
    blocks = sum(2 + path.lstat().st_size // _BLOCK for path in files)
    image.unlink(missing_ok=True)
    called(
        "mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-m", "0", "-b", str(_BLOCK), "-N", str(len(files) + 64),
        "-d", tree, image, str(blocks + blocks // 8 + 1024),
    )  # fmt: skip


def _packages() -> dict[str, Distribution]:
    """Return the packages of WANTED by their names, with all their dependencies."""
    packages: dict[str, Distribution] = {}

    def add(name: str) -> None:
        try:
            packages[name] = importlib.metadata.distribution(name)
        except PackageNotFoundError as error:
            raise MachineError(f"The package {name} is missing in {sys.prefix}: make install") from error
        for needed in map(Requirement, packages[name].requires or ()):
            if (needed.marker is None or needed.marker.evaluate({"extra": ""})) and needed.name not in packages:
                add(needed.name)

    for name in WANTED:
        add(name)
    return dict(sorted(packages.items()))


def _make_python(packages: dict[str, Distribution], folder: Path) -> None:
    root = folder / "root"
    for name in ("bin", "dev", "disk", "etc", "proc", "run", "sys", "tmp", "venv"):
        (root / name).mkdir(parents=True)
    _placed(root, CHECKOUT / "there")
    for name, text in _ETC.items():
        (root / "etc" / name).write_text(text)
    shutil.copy(BUSYBOX, root / "bin/busybox")
    for applet in called(BUSYBOX, "--list").split():
        if applet != "busybox":
            (root / "bin" / applet).symlink_to("busybox")
    _copy_interpreter(root)
    _copy_packages(root, packages)
    _copy_libraries(root)
    _read_only_disk(folder / "image", root)
    shutil.rmtree(root)


def _copy_interpreter(root: Path) -> None:
    """Copy the interpreter of `.venv`, under every name by which it is reached, and its standard library."""
    path = Path(sys.prefix) / "bin/python"
    while path.is_symlink():
        target = path.readlink()
        _placed(root, path).symlink_to(target)
        path = path.parent / target
    shutil.copy2(path, _placed(root, path))
    base = {"base": sys.base_prefix, "installed_base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    for folder in {sysconfig.get_path(name, vars=base) for name in ("stdlib", "platstdlib")}:
        shutil.copytree(folder, _placed(root, Path(folder)), ignore=_NEEDLESS, ignore_dangling_symlinks=True)


def _copy_packages(root: Path, packages: dict[str, Distribution]) -> None:
    shutil.copy(Path(sys.prefix) / "pyvenv.cfg", root / "venv")
    for package in packages.values():
        for file in package.files or ():
            path = Path(os.path.normpath(str(file.locate())))
            if path.is_file():
                shutil.copy2(path, _placed(root, path))


def _copy_libraries(root: Path) -> None:
    """Copy the shared libraries that all this is linked with to the places where it looks for them."""
    linked = [path for path in root.rglob("*") if path.is_file() and re.search(r"\.so(\.|$)", path.name)]
    output = called("ldd", sys.executable, *linked)
    for paths in sorted(set(re.findall(r"(/\S+) \(0x", output))):
        path = Path(os.path.normpath(paths))
        if not path.is_relative_to(root):
            shutil.copy2(path, _placed(root, path))


def _placed(root: Path, path: Path) -> Path:
    """Return the place of a path of this machine in the tree of the image; create its folder."""
    venv = Path(sys.prefix)
    inside = root / "venv" / path.relative_to(venv) if path.is_relative_to(venv) else root / path.relative_to("/")
    inside.parent.mkdir(parents=True, exist_ok=True)
    return inside


def _archive_mirror(source: Path, copy: Path) -> None:
    """Make `copy` equal to `source`, with the same times; compiled Python in the copy stays while its source does."""
    if source.is_file():
        shutil.copy2(source, copy)
        return
    copy.mkdir(exist_ok=True)
    names = {path.name for path in source.iterdir()} - {"__pycache__"}
    for path in copy.iterdir():
        if path.name not in {*names, "__pycache__"}:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name in names:
        _archive_mirror(source / name, copy / name)
