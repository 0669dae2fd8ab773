"""One box for all tests of an installed one, in the order of the file: each continues where the previous one ended."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.journal.open_journal import open_store
from companion.session.session import Session
from companion.table.commands import ClaimSeat
from tests.box.installed.box import HOST, InstalledBox
from tests.box.vm.debian import as_version, installed_image
from tests.box.vm.parts import CHECKOUT
from tests.devices.spinner.micropython_unix import SCRIPTS
from tests.kept import save_game

OLD, NEW = "0.0.1", "0.0.2"


class Installed:
    """An installed box that survives the loss of its power."""

    def __init__(self, disk: Path) -> None:
        self._disk = disk
        self._power = ExitStack()
        self.box: InstalledBox
        """The machine while it has power."""

    def switch_on(self) -> InstalledBox:
        """Boot from the current disk, without a network."""
        self.box = self._power.enter_context(InstalledBox(self._disk))
        return self.box

    def pull_the_plug(self) -> None:
        """Cut the power: everything that was only in memory is lost."""
        self._power.close()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """Yield a box whose disk has a started game and a host, and, beside the package, one of a newer version."""
    folder = tmp_path_factory.mktemp("installed")
    save_game(folder / "state")
    _with_host(folder / "state")
    older = _package(folder)
    newer = as_version(older, NEW)
    files = (newer, Path(__file__).parent / "stuck.py", SCRIPTS / "line.py")
    installed_image(older, files, folder / "state", folder / "disk")
    box = Installed(folder / "disk")
    yield box
    box.pull_the_plug()


def _with_host(state: Path) -> None:
    """Make a phone with the cookie HOST a host."""
    with closing(open_store(state, GAMES)) as store:
        phone = hashlib.sha256(HOST.encode()).hexdigest()
        Session(store.journal, GAMES, time.time).do(ClaimSeat(seat=None, phone=phone))


def _package(folder: Path) -> Path:
    command = [sys.executable, str(CHECKOUT / "systemd/make_deb.py"), "--version", OLD, "--out", str(folder)]
    completed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr
    return Path(completed.stdout.strip())
