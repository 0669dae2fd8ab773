"""An emulated Pico for tests: switch it on and off, press its keys, read its lights, and talk over its line."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from companion.devices.spinner.link import Echo, Event, KeyChange, Link, Message, MessageKind
from tests.on_request.pico.given_images import Images
from tests.on_request.pico.images import Files, flash_image

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[2]
MODULES = CHECKOUT / ".venv" / "pico"
"""The folder where `make test-pico` installs the emulator, in node_modules."""
RING, BUZZER, KNOB_A, KNOB_B = 2, 15, 16, 17
KEYS = (3, 4, 5, 6, 7)
KEY_LIGHTS = (8, 9, 10, 11, 12)
PATIENCE_S = 60.0
"""The longest wait in real time: the emulator is slower than a Pico."""
SESSION = 0x5A17
_QUARTERS = ((KNOB_A, 0), (KNOB_B, 0), (KNOB_A, 1), (KNOB_B, 1))
"""A detent clockwise, line by line."""
_GLANCE_S = 0.02

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Frame:
    """One transfer to the ring."""

    us: int
    lights: tuple[str, ...]
    """The lights as rrggbb."""
    odd: int
    """Bits that are no whole light."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a line's level."""

    us: int
    pin: int
    level: int


@dataclass(frozen=True, slots=True)
class Boot:
    """A power-on or a reset."""

    us: int
    why: str


class Pico:
    """A Pico with MicroPython and some files, as a context: it is on inside. All its times are in microseconds."""

    def __init__(self, images: Images, files: Files, folder: Path, *, quiet: tuple[int, ...] = (BUZZER,)) -> None:
        """`folder` keeps its flash meanwhile.

        Changes of `quiet` outputs are not reported: there are too many of them.
        """
        flash = folder / "flash.bin"
        flash.write_bytes(flash_image(images.micropython, files))
        self._command = [
            *("node", str(HERE / "pico.mjs"), "--modules", str(MODULES), "--ring", str(RING)),
            *("--flash", str(flash), "--bootrom", str(images.bootrom), "--quiet", ",".join(map(str, quiet))),
        ]
        self.frames: list[Frame] = []
        self.changes: list[Change] = []
        """Changes of its outputs."""
        self.pulls: list[Change] = []
        """Changes of its inputs."""
        self.sent: list[tuple[int, bytes]] = []
        """The bytes that it put on its line, each with its time."""
        self.boots: list[Boot] = []
        self.us = 0
        """The Pico's time, from its last report."""
        self._reported = threading.Condition()

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        ports = json.loads(self._process.stdout.readline())
        self.port: int = ports["line"]
        self._pins = socket.create_connection(("127.0.0.1", ports["pins"]))
        self._reader = threading.Thread(target=self._read, name="pins", daemon=True)
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._pins.shutdown(socket.SHUT_RDWR)
        self._reader.join()
        self._pins.close()
        self._process.communicate()

    @property
    def url(self) -> str:
        """Its line, as a URL for pyserial and mpremote."""
        return f"socket://127.0.0.1:{self.port}"

    @property
    def frame(self) -> Frame:
        """The last frame of the ring."""
        return self.frames[-1]

    def now(self) -> float:
        """Return the Pico's time in seconds: a clock for programs that should be as slow as it is."""
        return self.us / 1_000_000

    def set(self, pin: int, level: int, after_us: int = 0) -> None:
        """Pull an input low (0) or let it go (1), after some time."""
        self._pins.sendall(json.dumps({"pin": pin, "level": level, "after_us": after_us}).encode() + b"\n")

    def bounce(self, pin: int, level: int, after_us: int = 0) -> None:
        """Do the same with a contact that bounces for some milliseconds."""
        for at_us, bounced in ((0, level), (700, 1 - level), (1500, level), (4000, 1 - level), (6000, level)):
            self.set(pin, bounced, after_us + at_us)

    def turn(self, detents: int, between_us: int = 20_000) -> None:
        """Turn the knob, above 0 clockwise."""
        for quarter in range(4 * abs(detents)):
            pin, level = _QUARTERS[quarter % 4]
            if detents < 0:
                pin = KNOB_A + KNOB_B - pin
            self.set(pin, level, quarter * between_us // 4)

    def wait(self, condition: Callable[[], T]) -> T:
        """Wait until a function returns something true, called at every report of the Pico; return that."""
        end = time.monotonic() + PATIENCE_S
        with self._reported:
            while not (result := condition()):
                assert self._reported.wait(end - time.monotonic()), f"it never came; {self._process.poll()}"
        return result

    def pass_us(self, us: int) -> None:
        """Let some of the Pico's time pass."""
        end = self.us + us
        self.wait(lambda: self.us >= end)

    def level(self, pin: int) -> int:
        """Return the level of an output now."""
        return next((change.level for change in reversed(self.changes) if change.pin == pin), 0)

    def _read(self) -> None:
        with suppress(ConnectionResetError), self._pins.makefile(encoding="ascii") as reports:
            for line in reports:
                with self._reported:
                    self._take(json.loads(line))
                    self._reported.notify_all()

    def _take(self, report: Mapping[str, Any]) -> None:
        self.us = us = report["us"]
        match report:
            case {"ring": lights}:
                self.frames.append(Frame(us, tuple(lights), report.get("odd", 0)))
            case {"pin": pin, "level": level}:
                self.changes.append(Change(us, pin, level))
            case {"pulled": pin, "level": level}:
                self.pulls.append(Change(us, pin, level))
            case {"sent": data}:
                self.sent.append((us, bytes.fromhex(data)))
            case {"boot": why}:
                self.boots.append(Boot(us, why))


class SpinnerLine:
    """The companion's end of the line, on the Pico's clock. Its events are in `events`."""

    def __init__(self, pico: Pico, session: int = SESSION) -> None:
        self.pico = pico
        self.link = Link(session)
        self.events: list[Event] = []
        self.received = b""
        """Every byte that came in."""
        self._echoes = 0
        self._socket: socket.socket | None = None

    def close(self) -> None:
        """Pull the plug out of the companion."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    @property
    def keys(self) -> list[tuple[int, bool]]:
        """The key changes that have come in."""
        return [(event.key, event.down) for event in self.events if isinstance(event, KeyChange)]

    def until(self, condition: Callable[[], T]) -> T:
        """Exchange bytes until a function returns something true; return that."""
        end = time.monotonic() + PATIENCE_S
        while not (result := condition()):
            assert time.monotonic() < end, f"it never came: {self.events[-3:]}, {self.received[-500:]!r}"
            self._round()
        return result

    def meet(self) -> Self:
        """Wait until both know each other."""
        self.until(lambda: self.link.alive)
        return self

    def pass_us(self, us: int) -> None:
        """Exchange bytes for some of the Pico's time."""
        end = self.pico.us + us
        self.until(lambda: self.pico.us >= end)

    def show(self, *messages: Message) -> None:
        """Show something on the spinner, and wait until it has it."""
        self.link.show(messages, self.pico.now())
        self.echo()

    def echo(self) -> None:
        """Wait until it has processed everything that was sent."""
        self._echoes += 1
        body = self._echoes.to_bytes(4, "big")
        self.link.send_once(Message(MessageKind.PING, body))
        self.until(lambda: Echo(body) in self.events)

    def send(self, data: bytes) -> None:
        """Send any bytes, frames or not."""
        self._round(data)

    def _round(self, more: bytes = b"") -> None:
        data = self._exchange(more)
        self.received += data
        now = self.pico.now()
        self.events += self.link.receive(data, now)
        self.events += self.link.tick(now)

    def _exchange(self, more: bytes) -> bytes:
        """Send the due bytes, and more. Return the bytes that come in at once; reconnect a line that was cut."""
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self.pico.port))
            self._socket.settimeout(_GLANCE_S)
        try:
            self._socket.sendall(self.link.take_output() + more)
            data = self._socket.recv(4096)
        except TimeoutError:
            return b""
        except OSError:
            data = b""
        if not data:
            self.close()
            self.link.reset_line()
        return data


def talking(pico: Pico) -> Iterator[SpinnerLine]:
    """Yield a line whose spinner is met; hang up at the end."""
    with closing(SpinnerLine(pico)) as talk:
        yield talk.meet()
