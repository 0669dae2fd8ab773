"""Tests of the way to a Pico's prompt: after a spinner's program has left, over a port that goes and comes back."""

from __future__ import annotations

import errno
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest

from companion.devices.spinner import wait_for_prompt
from companion.devices.spinner.frames import FrameDecoder, encode_frame
from companion.devices.spinner.link import PROTOCOL, Hello, MessageKind
from companion.devices.spinner.serial_port import Port, PortError, SocketPort
from companion.devices.spinner.wait_for_prompt import NoPromptError, PromptWait

SESSION = 77
PROMPT = b"\r\n>>> "
GONE = PortError("gone", errno.ENODEV)
End = Callable[[socket.socket], None]
"""The behaviour of the other end of an opened port."""


class Ports:
    """A function that opens one port after the other; each has a behaviour at its other end, or cannot be opened."""

    def __init__(self, *ends: End | PortError) -> None:
        self._ends = iter(ends)
        self._parts = ExitStack()
        self.opened = 0

    def open(self) -> Port:
        self.opened += 1
        end = next(self._ends, GONE)
        if isinstance(end, PortError):
            raise end
        mine, theirs = socket.socketpair()
        thread = threading.Thread(target=self._play, args=(end, theirs), daemon=True)
        self._parts.callback(thread.join)
        thread.start()
        return SocketPort(mine)

    def close(self) -> None:
        self._parts.close()

    @staticmethod
    def _play(end: End, theirs: socket.socket) -> None:
        with theirs, suppress(ConnectionError):
            end(theirs)


@pytest.fixture
def bring() -> Iterator[Callable[..., tuple[Ports, list[Hello], list[str]]]]:
    """Return a function that brings a Pico to its prompt: its ports, the spinners met on the way, and the waits."""
    with ExitStack() as parts:

        def run(*ends: End | PortError) -> tuple[Ports, list[Hello], list[str]]:
            ports = Ports(*ends)
            parts.callback(ports.close)
            met: list[Hello] = []
            waited: list[str] = []
            PromptWait(ports.open, SESSION, on_spinner=met.append, on_wait=lambda: waited.append("waits")).run()
            return ports, met, waited

        yield run


def at_prompt(end: socket.socket) -> None:
    """Answer at once."""
    end.recv(4096)
    end.sendall(PROMPT)
    deaf(end)


def spinner(end: socket.socket) -> None:
    """Run a spinner's program until it is asked to leave; its Pico restarts then."""
    frames = FrameDecoder()

    def say(session: int) -> None:
        body = bytes((PROTOCOL, 0, 9)) + session.to_bytes(2, "big") + bytes((24, 5, 7, 1, 1, 0))
        end.sendall(encode_frame(bytes((MessageKind.HELLO,)) + body + b"pico"))

    say(0)
    while data := end.recv(4096):
        for message in frames.feed(data):
            if message[0] == MessageKind.HELLO:
                say(int.from_bytes(message[2:4], "big"))
            elif message[0] == MessageKind.LEAVE:
                assert message[4:] == b"go"
                return


def deaf(end: socket.socket) -> None:
    """Take all bytes, and send nothing."""
    while end.recv(4096):
        pass


def test_an_available_prompt_needs_no_wait(bring: Callable[..., tuple[Ports, list[Hello], list[str]]]) -> None:
    ports, met, waited = bring(at_prompt)
    assert (ports.opened, met, waited) == (1, [], [])


def test_a_leaving_spinners_prompt_gets_no_frame(
    bring: Callable[..., tuple[Ports, list[Hello], list[str]]],
) -> None:
    received = b""

    def prompt_of_third(end: socket.socket) -> None:
        nonlocal received
        while received.count(b"\x03") < 3:
            received += end.recv(4096)
        end.sendall(PROMPT)
        deaf(end)

    ports, met, waited = bring(spinner, GONE, GONE, prompt_of_third)
    assert (ports.opened, [hello.version for hello in met], waited) == (4, [(1, 1, 0)], ["waits"])
    assert received == b"\r\x03\x02" * 3


def test_a_port_that_cannot_be_opened_raises_at_once(
    bring: Callable[..., tuple[Ports, list[Hello], list[str]]],
) -> None:
    with pytest.raises(PortError, match="taken"):
        bring(PortError("taken", errno.EBUSY), at_prompt)


@pytest.mark.parametrize(
    ("ends", "error"), [((deaf,), NoPromptError), ((spinner,), PortError), ((spinner,) * 9999, NoPromptError)]
)
def test_a_prompt_that_comes_too_late_is_given_up(
    bring: Callable[..., tuple[Ports, list[Hello], list[str]]],
    monkeypatch: pytest.MonkeyPatch,
    ends: tuple[End, ...],
    error: type[Exception],
) -> None:
    monkeypatch.setattr(wait_for_prompt, "READY_S", 0.7)
    with pytest.raises(error):
        bring(*ends)
