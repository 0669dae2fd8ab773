"""Tests of a missing library: the program names it and its package in words, without a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.support.install_commands import System
from companion.support.missing_library import report_missing
from tests.terminal import run_process

TRIXIE = System("debian", (13,), has_raspberry_archive=False, python=(3, 13), packaged=True)


def without(folder: Path, *names: str) -> str:
    """Return a folder for PYTHONPATH that hides these modules."""
    hidden = ", ".join(repr(name) for name in names)
    (folder / "sitecustomize.py").write_text(
        "import sys\n"
        "class Gone:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name in ({hidden},):\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Gone())\n"
    )
    return str(folder)


NEEDED_TO_RUN = ["click", "flask", "gpiozero", "luma.oled", "PIL", "jinja2"]


@pytest.mark.parametrize("name", [*NEEDED_TO_RUN, "babel"])  # babel reads catalogues that are not compiled
def test_doctor_names_the_missing_library(tmp_path: Path, name: str) -> None:
    path = without(tmp_path, name)
    code = run_process("doctor", "--state", tmp_path / "state", PYTHONPATH=path, LC_ALL="C.UTF-8")
    assert (code.returncode, code.stderr) == (1, b"")
    first, *brings = code.stdout.decode().splitlines()
    assert first == f"!!  The companion is incomplete. Missing: {name}."
    assert [line for line in brings if line.startswith("!!  To install it: ")] == brings != []


@pytest.mark.parametrize("name", NEEDED_TO_RUN)
def test_run_names_the_missing_library(tmp_path: Path, name: str) -> None:
    path = without(tmp_path, name)
    run = run_process(
        "run", "--simulate", "--port", "0", "--state", tmp_path / "state", PYTHONPATH=path, LC_ALL="fr_FR"
    )
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode().splitlines()[0] == f"Le compagnon est incomplet. Il manque\N{NO-BREAK SPACE}: {name}."


def test_all_missing_libraries_are_reported_at_once(tmp_path: Path) -> None:
    path = without(tmp_path, "click", "flask", "segno")
    for command, status in (("doctor", 1), ("games", 2)):
        result = run_process(command, "--json", "--state", tmp_path / "state", PYTHONPATH=path, LC_ALL="C.UTF-8")
        assert (result.returncode, result.stderr) == (status, b"")
        body = json.loads(result.stdout)
        message = body["findings"][0]["text"] if command == "doctor" else body["reason"]
        assert message.startswith("The companion is incomplete. Missing: click, flask, segno.")
        assert body.get("well", False) is False


def test_library_that_does_not_load_is_reported_with_its_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = ImportError("cannot import name 'Flask' from 'flask'", name="flask")
    assert report_missing(error, ["run"], TRIXIE) == 2
    output = capsys.readouterr().err.splitlines()
    assert output[0].endswith("(cannot import name 'Flask' from 'flask').")
    assert output[1].endswith("sudo apt install python3-flask")


@pytest.mark.parametrize("name", [None, "companion.gone", "sqlite3", "_ssl"])
def test_other_import_errors_are_raised_unchanged(name: str | None) -> None:
    error = ModuleNotFoundError("gone", name=name)
    with pytest.raises(ModuleNotFoundError) as caught:
        report_missing(error, ["doctor"], TRIXIE)
    assert caught.value is error
