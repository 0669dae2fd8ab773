"""Tests of the lines that a companion prints at its start: the box's address, and the addresses for phones."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app import application
from companion.app.application import Companion
from companion.app.run import _can_show_qr, _greeting, share_one_heap
from companion.support import qr_code
from companion.system.settings import Settings
from companion.words.catalogue import Words

ENGLISH = Words("en")
FAR, NAMED = "http://192.0.2.7:8080/", "http://table.local:8080/"


class Terminal(io.TextIOWrapper):
    """A stream that is a terminal."""

    def __init__(self, encoding: str, *, attended: bool = True) -> None:
        super().__init__(io.BytesIO(), encoding)
        self._attended = attended

    def isatty(self) -> bool:
        return self._attended


def greeting(  # noqa: PLR0913 - every word of the command line, by name
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, far: str = "", named: str = "", host: str = "0.0.0.0",
    simulate: bool = False, draws: bool = False,
) -> list[str]:  # fmt: skip
    """Return the lines of a companion with these addresses; `HERE` replaces its own machine and port."""
    settings = replace(Settings(), host=host, port=0)
    with Companion(settings, tmp_path, simulated=True) as companion:
        monkeypatch.setattr(Companion, "address", far)
        monkeypatch.setattr(Companion, "named_address", named)
        lines = _greeting(companion, ENGLISH, simulate=simulate, show_qr=draws)
        local = companion.local_address
        return [line.replace(local, "HERE/").replace(companion.link_key, "KEY") for line in lines]


def test_both_addresses_for_phones_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert greeting(tmp_path, monkeypatch, far=FAR, named=NAMED) == [
        f"Phones find the table at {FAR}",
        f"or at {NAMED}",
    ]


def test_simulated_box_is_printed_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert greeting(tmp_path, monkeypatch, far=FAR, simulate=True) == [
        "The simulated box is at HERE/box",
        f"From another device: {FAR}box#KEY",
        f"Phones find the table at {FAR}",
        "Ctrl-C stops it. Every move is saved.",
    ]


@pytest.mark.parametrize(
    ("host", "reason"),
    [("0.0.0.0", ["No network. You can still play."]), ("::", ["No network. You can still play."]), ("127.0.0.1", [])],
)
def test_without_phones_the_local_address_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, reason: list[str]
) -> None:
    monkeypatch.setattr(application, "fault_of_addresses", lambda: "")
    assert greeting(tmp_path, monkeypatch, host=host, draws=True) == ["The table is at HERE/", *reason]


def test_every_address_of_the_room_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Companion, "more_addresses", ("http://10.0.0.5:8080/",))
    assert greeting(tmp_path, monkeypatch, far=FAR, named=NAMED) == [
        f"Phones find the table at {FAR}",
        "or at http://10.0.0.5:8080/",
        f"or at {NAMED}",
    ]


def test_terminal_shows_the_qr_code_of_the_numeric_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = greeting(tmp_path, monkeypatch, far=FAR, named=NAMED, draws=True)
    assert lines[2:] == qr_code.terminal_lines(FAR)


@pytest.mark.parametrize(
    ("stream", "draws"),
    [
        (Terminal("utf-8"), True),
        (Terminal("UTF8"), True),
        (Terminal("latin-1"), False),
        (Terminal("ascii"), False),
        (Terminal("utf-8", attended=False), False),
    ],
)
def test_qr_code_needs_a_utf_8_terminal(stream: Terminal, draws: bool) -> None:
    assert _can_show_qr(stream) is draws


def test_the_threads_of_a_companion_share_one_heap() -> None:
    """The C library of the box supports it; for one that does not, the answer is no."""
    assert share_one_heap()


def test_program_does_not_load_openssl() -> None:
    """The program encrypts nothing, and has the hashes that it needs."""
    code = "import sys, companion.__main__; print(*(name for name in ('_hashlib', '_ssl') if sys.modules.get(name)))"
    code += "; import hmac; print(hmac.new(b'key', b'message', 'sha256').hexdigest()[:8])"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output == "\n6e9ef29b\n"
