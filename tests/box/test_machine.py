"""The virtual machine itself: what it passes on of its command, and what it says when something is wrong."""

from __future__ import annotations

import pytest

from tests.box.machine import PATIENCE_S, Machine, build, run
from tests.box.vm.parts import CHECKOUT, MachineError, called


def test_a_command_runs_in_the_checkout_with_the_lines_of_a_header(capfd: pytest.CaptureFixture[str]) -> None:
    command = """
        echo pull-up >$SIM_DIR/sim_gpio17/pull && cat $SIM_DIR/sim_gpio17/value
        python -c 'import companion, lgpio, RPi.GPIO, sys; print(sys.prefix, companion.__file__)'
        echo complaint >&2; exit 3
    """
    done = run(command, seconds=PATIENCE_S)
    assert done.status == 3
    lines = done.output.splitlines()
    assert lines == ["1", f"{CHECKOUT}/.venv {CHECKOUT}/companion/__init__.py", "complaint"]
    assert capfd.readouterr().out == done.output


def test_host_and_command_talk_in_lines_and_a_machine_that_is_killed_is_gone() -> None:
    with Machine('while read -r line; do echo "heard $line"; done') as one:
        one.send("first")
        assert one.wait_for(r"heard (\w+)")[1] == "first"
        assert one.comes("never", seconds=0) is None
        one.kill()
        assert [found[1] for found in one.told(r"heard (\w+)")] == ["first"]
        with pytest.raises(MachineError, match="No line 'never' came"):
            one.wait_for("never")


def test_a_command_that_takes_too_long_is_ended_with_what_it_had_said() -> None:
    with Machine("echo begun; read -r never") as slow:
        slow.wait_for("begun")
        with pytest.raises(MachineError, match=r"(?s)Not done within 0 s:.*begun"):
            slow.end(seconds=0)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = build()
    monkeypatch.setenv("PATH", "")
    missing = Machine("true", parts=parts)
    with pytest.raises(MachineError, match="qemu-system-x86_64 is missing: install qemu-system-x86"):
        missing.__enter__()
    with pytest.raises(MachineError, match="no-such-tool is missing: install busybox-static e2fsprogs"):
        called("no-such-tool")
