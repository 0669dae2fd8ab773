"""Tests of the virtual machine: what it passes on from its command, and what it reports after errors."""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path

import pytest

from tests.box.machine import PATIENCE_S, QEMU, Parts, VirtualMachine, build, run
from tests.box.vm.parts import CHECKOUT, MachineError, called


def test_command_runs_in_the_checkout_with_header_lines(capfd: pytest.CaptureFixture[str]) -> None:
    command = """
        echo pull-up >$SIM_DIR/sim_gpio17/pull && cat $SIM_DIR/sim_gpio17/value
        python -c 'import companion, lgpio, RPi.GPIO, sys; print(sys.prefix, companion.__file__)'
        echo complaint >&2; exit 3
    """
    completed = run(command, seconds=PATIENCE_S)
    assert completed.status == 3
    lines = completed.output.splitlines()
    assert lines == ["1", f"{CHECKOUT}/.venv {CHECKOUT}/companion/__init__.py", "complaint"]
    assert capfd.readouterr().out == completed.output


def test_host_and_command_exchange_lines_until_killed() -> None:
    with VirtualMachine('while read -r line; do echo "heard $line"; done') as machine:
        machine.send("first")
        assert machine.wait_for(r"heard (\w+)")[1] == "first"
        assert machine.line_within("never", seconds=0) is None
        machine.kill()
        assert [match[1] for match in machine.all_matches(r"heard (\w+)")] == ["first"]
        with pytest.raises(MachineError, match="No line 'never' came"):
            machine.wait_for("never")


def test_slow_command_is_ended_and_its_output_kept() -> None:
    with VirtualMachine("echo begun; read -r never") as slow:
        slow.wait_for("begun")
        with pytest.raises(MachineError, match=r"(?s)Not done within 0 s:.*begun"):
            slow.end(seconds=0)


def test_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = build()
    monkeypatch.setenv("PATH", "")
    missing = VirtualMachine("true", parts=parts)
    with pytest.raises(MachineError, match="qemu-system-x86_64 is missing: install qemu-system-x86"):
        missing.__enter__()
    with pytest.raises(MachineError, match="no-such-tool is missing: install busybox-static e2fsprogs"):
        called("no-such-tool")


def test_machine_that_ignores_its_command_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = _replace_qemu(tmp_path, monkeypatch, "exec sleep 600 <&-")
    folders = tmp_path / "folders"
    folders.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    threads = threading.enumerate()
    more_than_a_pipe_holds = "#" * 2**20
    with pytest.raises(MachineError, match="The machine is gone"):
        VirtualMachine(more_than_a_pipe_holds, parts=parts).__enter__()
    # Its reader ends with its process.
    assert (threading.enumerate(), list(folders.iterdir())) == (threads, [])


def test_unresponsive_machine_is_reported_and_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = _replace_qemu(tmp_path, monkeypatch, "read -r command; exec <&-; echo deaf; exec sleep 600")
    with VirtualMachine("true", parts=parts) as machine:
        machine.wait_for("deaf")
        with pytest.raises(MachineError, match=r"(?s)The machine is gone:.*deaf"):
            machine.send("too late")


def _replace_qemu(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Parts:
    """Replace QEMU by a script, and return parts for a machine, which it does not need."""
    qemu = folder / QEMU
    qemu.write_text(f"#!/bin/sh\n{script}\n")
    qemu.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return Parts(folder, folder, folder)
