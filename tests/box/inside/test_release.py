"""Tests that every line is free and nothing complains, however a companion ends."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest

from companion.app.application import Companion
from companion.devices.board_profiles import load_board
from companion.devices.gpio_library import MODULES
from companion.support.resources import boards_dir
from companion.support.settings_errors import CannotStartError
from companion.system.settings import Settings
from tests.box.inside.lines import Lines
from tests.box.inside.process import Process, complaints

BENCH = load_board("bench", boards_dir())


def test_interrupted_process_leaves_no_line_and_no_complaint(lines: Lines, tmp_path: Path) -> None:
    with Process(tmp_path) as table:
        assert set(lines.used()) >= {*BENCH.keys.values(), *BENCH.lights.values()}
        status, log = table.end(signal.SIGINT)
    assert (status, lines.used(), complaints(log)) == (0, (), [])


@pytest.mark.parametrize("library", MODULES)
def test_closed_companion_releases_every_line(lines: Lines, tmp_path: Path, library: str) -> None:
    settings = Settings(host="127.0.0.1", port=0, gpio=library)
    with Companion(settings, tmp_path, simulated=False):
        assert lines.used() != ()
    assert lines.used() == ()
    with Companion(settings, tmp_path, simulated=False):
        assert lines.used() != ()


def test_failed_start_releases_every_line(lines: Lines, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(CannotStartError):
        Companion(Settings(host="127.0.0.1", port=server.getsockname()[1]), tmp_path, simulated=False)
    assert lines.used() == ()


def test_error_while_running_releases_every_line(lines: Lines, tmp_path: Path) -> None:
    def run_into_it() -> None:
        with Companion(Settings(host="127.0.0.1", port=0), tmp_path, simulated=False):
            assert lines.used() != ()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_into_it()
    assert lines.used() == ()
