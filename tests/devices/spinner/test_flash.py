"""Tests of the installation on a Pico: it inspects the old files, and replaces them only after the new ones arrived."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from companion.devices.spinner.flash import (
    FOLDERS_SCRIPT,
    IDENTIFY_SCRIPT,
    LIST_SCRIPT,
    REPLACE_SCRIPT,
    ConnectedPico,
    FlashError,
    MpRemote,
    install,
    plan_flash,
    program,
)
from companion.support.resources import firmware_dir
from tests.devices.spinner.micropython_unix import micropython

OURS = {path: hashlib.sha256(file.read_bytes()).hexdigest() for file, path in program(firmware_dir())}


class Folder:
    """A Pico whose files are in a folder, where a real MicroPython runs its scripts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.resets = 0
        self.spoils = ""
        """A file that does not arrive intact."""

    def board(self) -> ConnectedPico:
        name, version = json.loads(self.run(IDENTIFY_SCRIPT))
        return ConnectedPico(name, version)

    def files(self) -> Mapping[str, str]:
        script = LIST_SCRIPT.replace('look("")', 'look(".")').replace("path[1:]", "path[2:]")  # its root is the folder
        files: Mapping[str, str] = json.loads(self.run(script))
        return files

    def copy(self, files: Sequence[tuple[Path, str]]) -> None:
        self.run(FOLDERS_SCRIPT.format(folders=sorted({Path(path).parent.as_posix() for _, path in files}, key=len)))
        for file, path in files:
            shutil.copyfile(file, self.folder / path)
            if path.endswith(self.spoils) and self.spoils:
                (self.folder / path).write_text("half of i")

    def run(self, script: str) -> str:
        result = subprocess.run(
            micropython("-c", script), cwd=self.folder, capture_output=True, text=True, check=False, timeout=60
        )
        assert result.returncode == 0, result.stderr + result.stdout
        return result.stdout

    def reset(self) -> None:
        self.resets += 1


@pytest.fixture
def pico(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_an_empty_pico_gets_everything_without_a_question(pico: Folder) -> None:
    what = plan_flash(firmware_dir(), pico.files())
    assert (what.replaced, what.up_to_date) == ((), False)
    install(pico, what)
    assert pico.files() == OURS
    assert plan_flash(firmware_dir(), pico.files()).up_to_date


def test_the_pico_reports_its_board(pico: Folder) -> None:
    board = pico.board()
    assert board.name.startswith("linux")
    assert board.micropython.count(".") == 2


def test_a_foreign_program_is_named_before_it_is_replaced(pico: Folder) -> None:
    (pico.folder / "main.py").write_text("print('a lamp')")
    (pico.folder / "lamp.py").write_text("x = 1")
    what = plan_flash(firmware_dir(), pico.files())
    assert what.replaced == ("main.py",)
    install(pico, what)
    assert pico.files() == OURS | {"lamp.py": hashlib.sha256(b"x = 1").hexdigest()}


def test_an_older_program_of_ours_is_replaced_completely(pico: Folder) -> None:
    install(pico, plan_flash(firmware_dir(), {}))
    (pico.folder / "spinner/old.py").write_text("x = 1")
    (pico.folder / "spinner/link.py").write_text("PROTOCOL = 0")
    what = plan_flash(firmware_dir(), pico.files())
    assert (what.replaced, what.up_to_date) == ((), False)
    install(pico, what)
    assert pico.files() == OURS


def test_foreign_files_beside_our_program_are_named(pico: Folder) -> None:
    (pico.folder / "spinner").mkdir()
    (pico.folder / "spinner/fair.py").write_text("x = 1")
    (pico.folder / "spinner/core.py").write_text("x = 2")
    (pico.folder / "main.py").write_text("import spinner")
    what = plan_flash(firmware_dir(), pico.files())
    assert sorted(what.replaced) == ["main.py", "spinner/core.py", "spinner/fair.py"]
    install(pico, what)
    (pico.folder / "spinner/scores.txt").write_text("9")
    assert plan_flash(firmware_dir(), pico.files()).replaced == ("spinner/scores.txt",)


def test_an_extra_file_in_our_folder_is_a_difference(pico: Folder) -> None:
    install(pico, plan_flash(firmware_dir(), {}))
    (pico.folder / "spinner/old.py").write_text("x = 1")
    assert not plan_flash(firmware_dir(), pico.files()).up_to_date
    (pico.folder / "spinner/old.py").unlink()
    (pico.folder / "lamp.py").write_text("x = 1")
    assert plan_flash(firmware_dir(), pico.files()).up_to_date


def test_a_failed_copy_leaves_the_old_program_in_place(pico: Folder) -> None:
    install(pico, plan_flash(firmware_dir(), {}))
    (pico.folder / "main.py").write_text("print('older')")
    before = pico.files()
    pico.spoils = "ring.py"
    with pytest.raises(FlashError, match=r"spinner/ring\.py did not arrive"):
        install(pico, plan_flash(firmware_dir(), before))
    assert {path: sha for path, sha in pico.files().items() if not path.startswith("new-spinner")} == before
    pico.spoils = ""
    install(pico, plan_flash(firmware_dir(), pico.files()))
    assert pico.files() == OURS, "and what was left of the first attempt is gone"


def test_the_program_has_all_files_of_the_firmware() -> None:
    assert {"main.py", "pins.py", "spinner/__init__.py", "spinner/core.py", "spinner/link.py"} <= OURS.keys()
    assert all(path.endswith(".py") for path in OURS)


def test_main_is_replaced_last() -> None:
    """Unplugged in the middle, the Pico never starts a program with a missing part."""
    scripts: list[str] = []

    class Seen(Folder):
        def __init__(self) -> None:
            pass

        def copy(self, files: Sequence[tuple[Path, str]]) -> None:
            pass

        def files(self) -> Mapping[str, str]:
            return {f"new-spinner/{path}": sha for path, sha in OURS.items()}

        def run(self, script: str) -> str:
            scripts.append(script)
            return ""

    install(Seen(), plan_flash(firmware_dir(), {}))
    assert scripts == [REPLACE_SCRIPT.format(names=["pins.py", "spinner", "main.py"], new="new-spinner")]


def test_the_tool_gets_arguments_and_its_error_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        commands.append(command[1:])
        if "reset" in command:
            return subprocess.CompletedProcess(command, 1, "", "Traceback\nmpremote: no device found\n")
        return subprocess.CompletedProcess(command, 0, '{"main.py": "ab"}', "")

    monkeypatch.setattr(subprocess, "run", run)
    remote = MpRemote("/dev/ttyACM0")
    assert remote.files() == {"main.py": "ab"}
    remote.copy([(tmp_path / "a.py", "new-spinner/spinner/a.py")])
    with pytest.raises(FlashError, match=r"^mpremote: no device found$"):
        remote.reset()
    begin = ["-m", "mpremote", "connect", "/dev/ttyACM0", "resume"]
    assert commands == [
        [*begin, "exec", LIST_SCRIPT],
        [*begin, "exec", FOLDERS_SCRIPT.format(folders=["new-spinner", "new-spinner/spinner"])],
        [*begin, "fs", "cp", str(tmp_path / "a.py"), ":new-spinner/spinner/a.py"],
        [*begin, "reset"],
    ]


def test_a_silent_failure_of_the_tool_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired(command, 90)

    monkeypatch.setattr(subprocess, "run", hangs)
    with pytest.raises(FlashError, match="/dev/ttyACM0: nothing answers"):
        MpRemote("/dev/ttyACM0").reset()

    def says_hello(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, "MicroPython", "")

    monkeypatch.setattr(subprocess, "run", says_hello)
    with pytest.raises(FlashError, match="no list of files"):
        MpRemote("/dev/ttyACM0").files()
