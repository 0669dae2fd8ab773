"""The bus for a test: starts its server, runs processes that find it, and feeds a simulated screen."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Self

from companion.box.screen.canvas import Picture
from companion.devices.simulated_oled import SimulatedOled
from tests.terminal import PATIENCE_S, environment

SYSTEM_PYTHON = "/usr/bin/python3"
"""The Python of Debian's python3-gi and gir1.2-umockdev-1.0."""


class MockedBus:
    """A /dev/i2c-1 with a screen at 0x3C, for the processes that `python` starts. A context: the bus ends with it."""

    def __init__(self, panel: SimulatedOled) -> None:
        """`panel` gets what is sent; a separate thread feeds it."""
        self.panel = panel
        self._changed = threading.Condition()
        self._marks = 0
        self._error: Exception | None = None

    def __enter__(self) -> Self:
        server = Path(__file__).with_name("server.py")
        self._server = subprocess.Popen(
            [SYSTEM_PYTHON, server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        greeting = _out(self._server).readline()
        assert greeting, f"the bus did not start: {self._server.communicate(timeout=PATIENCE_S)[1]}"
        self._root = json.loads(greeting)["root"]
        self._reader = threading.Thread(target=self._read, name="bus")
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        _in(self._server).close()
        self._reader.join(PATIENCE_S)
        with self._server:
            complaints = "" if self._server.stderr is None else self._server.stderr.read()
        assert (self._server.returncode, complaints) == (0, ""), complaints
        assert not Path(self._root).exists(), "umockdev removes its folder"

    def pull(self, after: int = 0) -> None:
        """Pull the cable out after `after` more bytes."""
        self._order(do="pull", after=after)

    def plug(self) -> None:
        """Plug the cable in again. The screen was without power meanwhile."""
        self._order(do="plug")

    def settle(self) -> None:
        """Wait until everything that was sent so far has reached the screen."""
        wanted = self._marks + 1
        self._order(do="mark")
        self.wait_for(lambda: self._marks == wanted)

    def shows(self, picture: Picture) -> None:
        """Wait until the screen shows a picture."""
        self.wait_for(lambda: self.panel.picture() == picture)

    def wait_for(self, good: Callable[[], bool]) -> None:
        """Wait until a condition holds after a transfer."""
        with self._changed:
            reached = self._changed.wait_for(lambda: self._error is not None or good(), PATIENCE_S)
        if self._error is not None:
            raise self._error
        assert reached, "it never came to that"

    def python(self, *args: str | Path) -> Process:
        """Run a module of the checkout, as `python -m`, so that it finds the bus. In it, every warning is an error."""
        command = ["umockdev-wrapper", sys.executable, "-X", "dev", "-W", "error", "-m", *map(str, args)]
        return Process(command, environment(UMOCKDEV_DIR=self._root))

    def _order(self, **order: Any) -> None:
        stdin = _in(self._server)
        stdin.write(json.dumps(order) + "\n")
        stdin.flush()

    def _read(self) -> None:
        for line in _out(self._server):
            with self._changed:
                try:
                    self._take(json.loads(line))
                except ValueError as error:  # raised in the waiting thread
                    self._error = error
                self._changed.notify_all()

    def _take(self, event: dict[str, Any]) -> None:
        match event:
            case {"bytes": content}:
                self._transfer(*bytes.fromhex(content))
            case {"plugged": True}:
                self.panel.power_cycle()
            case {"mark": True}:
                self._marks += 1
            case _:
                raise ValueError(f"nothing a bus tells: {event}")

    def _transfer(self, control: int, *content: int) -> None:
        match control:
            case 0x00:
                self.panel.command(*content)
            case 0x40:
                self.panel.data(content)
            case _:
                raise ValueError(f"neither commands nor bytes for the memory: {control:#04x}")


class Process:
    """A process on the bus, used in lines. A context: it must end successfully and without a complaint."""

    def __init__(self, command: list[str], variables: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        out, complaints = self.rest()
        if kind is None:
            ended = (self._process.returncode, out, complaints)
            assert ended == (0, "", ""), ended

    def ask(self, line: str = "") -> str:
        """Send a line, if given, and return the next line of the process."""
        if line:
            _in(self._process).write(line + "\n")
            _in(self._process).flush()
        answer = _out(self._process).readline()
        assert answer, f"it ended: {self.rest()[1]}"
        return answer.rstrip("\n")

    def rest(self) -> tuple[str, str]:
        """Let it end; return its remaining output and its complaints."""
        return self._process.communicate(timeout=PATIENCE_S)


def _in(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdin is not None
    return process.stdin


def _out(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout
