"""Tests of the wheel: it has what the program needs and nothing else; the program finds its files in it."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.server.web_files import hash_of_sources
from companion.support import resources
from tests.depth import some_of
from tests.devices.spinner.micropython_unix import NoisyLine, SpinnerProcess
from tests.test_docs import COMMANDS

CHECKOUT = Path(__file__).resolve().parents[1]
BUNDLES = CHECKOUT / "companion" / "bundle"
FOR_TESTS = r"companion/games/\w+/(facts\.py|digests\.json|golden/.+)"
"""Files that stay out of the wheel: what the tests know about a game."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sdist of this checkout and the wheel built from that sdist."""
    folder = tmp_path_factory.mktemp("built")
    _run("-m", "build", "--no-isolation", "--outdir", folder, CHECKOUT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


def test_wheel_has_the_package_and_its_data(wheel: Path) -> None:
    content = set(zipfile.ZipFile(wheel).namelist())
    assert {path for path in _files("companion") if not re.fullmatch(FOR_TESTS, path)} <= content
    assert {f"companion/{path}" for path in (*_files("web"), *_files("firmware"))} <= content
    assert {path.replace("hardware/", "companion/") for path in _files("hardware/boards")} <= content


@pytest.mark.parametrize(
    ("folder", "ending"),
    [
        ("companion/web", ""),
        ("companion/boards", ".toml"),
        ("companion/plans", "parts.toml"),
        ("companion/plans", "words.toml"),
        ("companion/firmware/spinner", ".py"),
        ("companion/words/catalogues", ".po"),
        ("companion/words/catalogues", ".mo"),
        ("companion/games/classic/art", ".txt"),
        ("companion/games/classic/words", ".mo"),
        ("companion/games/classic/figures", ".toml"),
        ("companion/games/classic/words", ".po"),
        ("companion/games/expedition/art", ".svg"),
        ("companion/games/expedition/figures", ".toml"),
        ("companion/games/expedition/words", ".po"),
    ],
)
def test_wheel_has_data_of_each_kind(wheel: Path, folder: str, ending: str) -> None:
    content = zipfile.ZipFile(wheel).namelist()
    assert [name for name in content if name.startswith(f"{folder}/") and name.endswith(ending)]


def test_tests_have_facts_and_golden_games_of_each_game() -> None:
    for_tests = [path for path in _files("companion") if re.fullmatch(FOR_TESTS, path)]
    assert {path.split("/")[2] for path in for_tests if "/golden/" in path} == {"classic", "expedition", "voyages"}


def test_wheel_has_nothing_else(wheel: Path) -> None:
    content = zipfile.ZipFile(wheel).namelist()
    folders = {name.split("/")[0] for name in content}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {"companion"}
    assert not [name for name in content if "__pycache__" in name or re.fullmatch(FOR_TESTS, name)]


def test_sdist_has_only_the_sources_of_the_wheel(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        content = {name.split("/", 1)[1] for name in sdist.getnames()}
    assert {name for name in content if "/" not in name} == {
        ".gitignore",  # hatchling reads it to find the ignored files
        "LICENSE",
        "PKG-INFO",
        "README.md",
        "hatch_build.py",
        "pyproject.toml",
    }
    assert {name.split("/")[0] for name in content if "/" in name} == {"companion", "firmware", "hardware", "web"}
    assert {name for name in content if name.startswith("hardware/")} == set(_files("hardware/boards"))
    assert not [name for name in content if re.fullmatch(FOR_TESTS, name)]


def test_wheel_and_sdist_have_only_the_matching_bundle(built: Path, wheel: Path) -> None:
    of_now = f"companion/bundle/{hash_of_sources(CHECKOUT / 'web')}"
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        in_sdist = {member.name.split("/", 1)[1] for member in sdist.getmembers() if member.isfile()}
    for content in (in_sdist, set(zipfile.ZipFile(wheel).namelist())):
        bundled = {name for name in content if name.startswith("companion/bundle/")}
        assert {f"{of_now}/index/{name}" for name in ("page.js", "page.css", "later.js")} <= bundled
        assert all(name.startswith(f"{of_now}/") for name in bundled)


def test_wheel_can_be_built_without_esbuild(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in ("companion", "firmware", "web", "hardware/boards"):
        shutil.copytree(CHECKOUT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "bundle"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(CHECKOUT / name, source / name)
    _run("-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, source, cwd=tmp_path, path="")
    content = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert "companion/web/scripts/table/table.js" in content
    assert "companion/words/catalogues/fr.mo" in content
    assert not [name for name in content if name.startswith("companion/bundle/")]


def test_installed_program_finds_its_own_files(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    _run("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", target, wheel, cwd=tmp_path)
    # The target comes before the checkout on the path, and -P keeps the current folder off it.
    code = "from companion.support import resources; print(resources.web_dir(), resources.boards_dir(), sep='\\n')"
    printed = _run("-P", "-c", code, cwd=tmp_path, python_path=target)
    package = target.resolve() / "companion"
    assert printed.splitlines() == [str(package / "web"), str(package / "boards")]


def test_requirements_of_a_pi_need_no_compiler() -> None:
    running, pi = _pinned("requirements.txt"), _pinned("requirements-pi.txt")
    assert pi - running == {"gpiod"}
    assert {"cbor2", "markupsafe", "pillow"} <= pi, "each has wheels for 64 bits; spidev and lgpio have not"


def _pinned(name: str) -> set[str]:
    """Return the packages of a list of requirements."""
    lines = (CHECKOUT / name).read_text("utf-8").splitlines()
    return {line.partition("==")[0] for line in lines if "==" in line.partition(" ")[0]}


def test_checkout_finds_its_own_files() -> None:
    assert resources.web_dir() == CHECKOUT / "web"
    assert resources.boards_dir() == CHECKOUT / "hardware" / "boards"


@pytest.mark.parametrize(
    ("function", "in_wheel", "in_checkout"),
    [("web_dir", "companion/web", "web"), ("boards_dir", "companion/boards", "hardware/boards")],
)
def test_missing_files_are_reported_with_both_places(
    tmp_path: Path, function: str, in_wheel: str, in_checkout: str
) -> None:
    alone = tmp_path / "companion" / "support" / "resources.py"
    alone.parent.mkdir(parents=True)
    alone.write_bytes(Path(resources.__file__).read_bytes())
    spec = importlib.util.spec_from_file_location("resources_alone", alone)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    with pytest.raises(FileNotFoundError) as caught:
        getattr(module, function)()

    assert isinstance(caught.value, module.MissingResourceError)
    assert str(tmp_path.resolve() / in_wheel) in str(caught.value)
    assert str(tmp_path.resolve() / in_checkout) in str(caught.value)


def _files(folder: str) -> list[str]:
    """Return the files of a folder of the checkout, without bytecode, bundles, and catalogues left over."""
    return [
        path.relative_to(CHECKOUT).as_posix()
        for path in (CHECKOUT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and BUNDLES not in path.parents
        if path.suffix != ".mo" or path.with_suffix(".po").is_file()
    ]


def _run(*arguments: str | Path, cwd: Path, python_path: Path | None = None, path: str | None = None) -> str:
    """Run this Python outside the checkout; return its output, or fail with it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if python_path is not None:
        environment["PYTHONPATH"] = str(python_path)
    if path is not None:
        environment["PATH"] = path
    completed = subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return completed.stdout


# Without a checkout


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the installed content of the wheel."""
    folder = tmp_path_factory.mktemp("alone")
    _run("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel, cwd=folder)
    return folder


@pytest.mark.parametrize("command", some_of([*COMMANDS]))
def test_each_command_works_once_installed(alone: Path, tmp_path: Path, command: str) -> None:
    output = _run("-P", "-m", "companion", *command.split(), "--help", cwd=tmp_path, python_path=alone)
    assert f"companion {command} " in output


def test_pico_files_are_present_once_installed(alone: Path, tmp_path: Path) -> None:
    code = "from companion.devices.spinner.flash import program; from companion.support.resources import firmware_dir; "
    code += "print(*(file for file, _ in program(firmware_dir())), sep='\\n')"
    files = [Path(line) for line in _run("-P", "-c", code, cwd=tmp_path, python_path=alone).splitlines()]
    assert {path.name for path in files} >= {"main.py", "pins.py", "core.py", "ring.py"}
    assert all(path.is_relative_to(alone.resolve() / "companion/firmware") for path in files)


def test_spinner_can_be_tested_once_installed(alone: Path, tmp_path: Path) -> None:
    with closing(NoisyLine(31)) as line, closing(SpinnerProcess(line.ends[0])):
        words = ("spinner", "test", "--line", "--json", "--port", line.ends[1])
        output = _run("-P", "-m", "companion", *words, cwd=tmp_path, python_path=alone)
    assert json.loads(output)["back"] == 200
