"""The program in a namespace, what it shows of its addresses, and a phone that uses them."""

from __future__ import annotations

import base64
import html
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.support import qr_code
from companion.support.host_names import ascii_name
from tests.box.events import events
from tests.box.namespace import Namespace
from tests.terminal import PATIENCE_S, environment

PORT = 8080
_WIDTH = 128
"""Points in a row of the box's screen."""
_SCALES = (1, 2)
"""Points of the screen for each module of a square code."""
LIFTED_S = 0.1
"""Seconds between two presses: a key that is pressed again at once counts as bouncing."""
_LAST_LINE = "Ctrl-C"


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    text: str
    headers: Mapping[str, str]

    @property
    def error(self) -> str:
        """The name of the error; "" without one."""
        return str(json.loads(self.text).get("error", "")) if self.text.startswith("{") else ""


@dataclass(frozen=True)
class Television:
    """The invitation on the page for televisions."""

    addresses: list[str]
    """As they are typed: without http:// and the last /."""
    square: str
    """The address of the square code, in the same form; "" if it is another one's than the first."""


@dataclass(frozen=True)
class BoxPage:
    """What is on the box's screen."""

    spoken: list[str]
    """Its words."""
    rows: list[str]
    """Its points row by row, 1 for a lit one."""

    def has_square(self, address: str) -> bool:
        """Return whether the square code of an address is on the screen; its dark modules are not lit."""
        for scale in _SCALES:
            wanted = [
                "".join("01"[not dark] * scale for dark in row)
                for row in qr_code.modules(_whole(address))
                for _ in range(scale)
            ]
            for top in range(len(self.rows) - len(wanted) + 1):
                left, rows = self.rows[top].find(wanted[0]), self.rows[top : top + len(wanted)]
                if left >= 0 and all(row.startswith(line, left) for row, line in zip(rows, wanted, strict=True)):
                    return True
        return False


def page_when(good: Callable[[BoxPage], bool], views: Iterator[Mapping[str, Any]]) -> BoxPage:
    """Return the page of the box from its stream as soon as it satisfies `good`: first come the words of a new page,
    then its picture.
    """
    for view in views:
        if "spoken" in view:  # otherwise only the spinner has changed
            bits = "".join(f"{byte:08b}" for byte in base64.b64decode(view["picture"]))
            page = BoxPage(view["spoken"], [bits[index : index + _WIDTH] for index in range(0, len(bits), _WIDTH)])
            if good(page):
                return page
    raise AssertionError("the stream ended")


class Scene:
    """`companion run --simulate` on a machine, with its clients."""

    def __init__(self, machine: Namespace, process: subprocess.Popen[str], terminal: Sequence[str]) -> None:
        self._machine, self._process = machine, process
        self.terminal = tuple(terminal)
        """What it wrote to the terminal at its start."""

    def get(self, path: str, **headers: str) -> Answer:
        """Ask from the machine itself."""
        return ask(self._machine, "127.0.0.1", f"127.0.0.1:{PORT}", path, headers=headers)

    def addresses_in_terminal(self) -> list[str]:
        """Return the addresses for phones that it printed at its start, as they are typed."""
        return [_short(line.rpartition(" ")[2]) for line in self.terminal if line.startswith(("Phones", "or at"))]

    def television(self) -> Television:
        """Return the invitation on the page for televisions."""
        invitation = re.search(r'<aside class="invite".*?</aside>', self.get("/tv").text, re.DOTALL)
        addresses = list(map(html.unescape, re.findall(r"<b>(.*?)</b>", invitation[0]))) if invitation else []
        is_first = bool(addresses) and self.get("/qr.svg").text == qr_code.svg(_whole(addresses[0]))
        return Television(addresses, addresses[0] if is_first else "")

    def entry(self) -> int:
        """Return the number of the last entry of the game."""
        return int(json.loads(self.get("/api/state").text)["entry"])

    def press(self, *keys: str) -> None:
        """Press keys of the box; wait after each until the page has changed."""
        with self._stream() as views:
            view = next(views)
            for key in keys:
                before = view["tune_number"]
                self._key(key, down=True, tap=True)
                time.sleep(LIFTED_S)
                view = next(view for view in views if view.get("tune_number", 0) > before)

    def find_table(self, *, in_game: bool = False) -> None:
        """Open the page of the box with the address of the table."""
        if in_game:
            self._key("ok", down=True)
            self.until(lambda page: "Menu" in page.spoken)
            self._key("ok", down=False)
        while self.until(lambda _: True).spoken[0] != "Phones":
            self.press("down")
        self.press("ok", "ok")

    def until(self, good: Callable[[BoxPage], bool]) -> BoxPage:
        """Return the page of the box as soon as it satisfies `good`."""
        with self._stream() as views:
            return page_when(good, views)

    def wait_for_square(self, address: str) -> BoxPage:
        """Return the page of the box as soon as it shows the square code of an address."""
        return self.until(lambda page: page.has_square(address))

    def _key(self, key: str, *, down: bool, tap: bool = False) -> None:
        body = {"key": key, "down": down, "tap": tap}
        assert ask(self._machine, "127.0.0.1", f"127.0.0.1:{PORT}", "/box/keys", body=body).status == 204

    @contextmanager
    def _stream(self) -> Iterator[Iterator[dict[str, Any]]]:
        connection = self._machine.connect("127.0.0.1", PORT)
        with connection, connection.makefile("rb") as lines:
            connection.sendall(f"GET /box/events HTTP/1.0\r\nHost: 127.0.0.1:{PORT}\r\n\r\n".encode())
            yield events(lines)


def ask(
    machine: Namespace,
    peer: str,
    host: str,
    path: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: object = None,
) -> Answer:
    """Send a request from a machine to an address, with a Host header of its own; return the answer."""
    connection = HTTPConnection("unused", timeout=PATIENCE_S)
    connection.sock = machine.connect(peer, PORT)
    data = None if body is None else json.dumps(body).encode()
    content = {} if body is None else {"Content-Type": "application/json"}
    try:
        connection.request("GET" if body is None else "POST", path, data, {"Host": host, **content, **(headers or {})})
        return answer_of(connection.getresponse())
    finally:
        connection.close()


def answer_of(response: HTTPResponse) -> Answer:
    """Read an answer to its end."""
    return Answer(response.status, response.read().decode(), dict(response.headers.items()))


def visit(phone: Namespace, shown: str, peer: str = "") -> bool:
    """Open an address that the program shows, as a browser on a phone does; return whether it is the page of the table.

    `peer` is the number that a name leads to.
    """
    parts = urlsplit(_whole(shown))
    assert parts.hostname is not None
    name = parts.hostname if ":" not in parts.hostname else f"[{parts.hostname}]"
    answer = ask(phone, peer or parts.hostname, f"{ascii_name(name)}:{parts.port}", "/")
    return answer.status == 200 and "X-Companion" in answer.headers


@contextmanager
def playing(machine: Namespace, state: Path, settings: str = "", **variables: str) -> Iterator[Scene]:
    """Run the program on a machine as `make run` does. It must end cleanly, and print no traceback."""
    state.mkdir(exist_ok=True)
    (state / "settings.toml").write_text(f'language = "en"\n{settings}', "utf-8")
    words = machine.inside(sys.executable, "-m", "companion", "run", "--simulate", "--state", state)
    with subprocess.Popen(
        words, env=environment(**variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            terminal = []
            for line in process.stdout:
                terminal.append(line.strip())
                if line.startswith(_LAST_LINE):
                    break
            else:
                raise AssertionError((terminal, process.communicate(timeout=PATIENCE_S)))
            yield Scene(machine, process, terminal)
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert process.returncode == 0, errors
    assert "Traceback" not in errors, errors


def _short(address: str) -> str:
    return address.removeprefix("http://").rstrip("/")


def _whole(shown: str) -> str:
    return f"{shown if '://' in shown else f'http://{shown}'}/"
