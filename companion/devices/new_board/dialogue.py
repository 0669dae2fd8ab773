"""The dialogue: questions shown at a terminal, answered there by what is typed and over the free lines by hands."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from functools import partial
from queue import Empty, SimpleQueue

from companion.box.faces.signals import MOST_VOLUME
from companion.devices.key_trial import ctrl_c_ends
from companion.devices.lines import Input, Output, Pins, PinsError, Tone
from companion.devices.new_board.hand_gestures import HandFinder, LineEdge
from companion.devices.new_board.questions import Question, Questions, Sort, all_of, where
from companion.devices.signal_thread import loudness
from companion.rules.text import Text, say
from companion.support.wait_readable import readable
from companion.words.catalogue import Words

PITCH = 880
"""In Hz: of what is high enough for a small piezo disc, and not yet a whistle."""


class Ear:
    """Hears every change of lines, bounces and all. Closed, it has given every line back."""

    def __init__(self, pins: Pins, on_edge: Callable[[LineEdge], None]) -> None:
        """`on_edge` is called on the lines' own thread and must return at once. Nothing is listened to yet."""
        self._pins = pins
        self._on_edge = on_edge
        self._lines: dict[int, Input] = {}

    def listen(self, lines: Collection[int]) -> Mapping[int, str]:
        """Listen to these lines, and to no others: the lines that another program has, each with its name.

        Raises:
            PinsError: A line cannot be had, and it is not known that another program than a companion has it.
        """
        for line in [line for line in self._lines if line not in lines]:
            self._lines.pop(line).close()
        strangers = {}
        for line in sorted(set(lines) - self._lines.keys()):
            try:
                self._lines[line] = self._heard(line)
            except PinsError:
                if not (stranger := self._pins.stranger(line)):
                    raise
                strangers[line] = stranger
        return strangers

    def low(self) -> Mapping[int, bool]:
        """Whether each line that is listened to is low at this moment."""
        return {line: taken.low for line, taken in self._lines.items()}

    def close(self) -> None:
        """Give every line back. Raises PinsError, but keeps no line for that."""
        with ExitStack() as lines:
            while self._lines:
                lines.callback(self._lines.popitem()[1].close)

    def _heard(self, line: int) -> Input:
        taken = Input(line, self._pins)
        try:
            taken.watch(partial(self._changed, line))
        except BaseException:
            taken.close()
            raise
        return taken

    def _changed(self, line: int, low: bool, age: float) -> None:
        self._on_edge(LineEdge(line, low, time.monotonic() - age))


@contextmanager
def shining(line: int, pins: Pins) -> Iterator[None]:
    """A line is high inside, and given back afterwards. Raises PinsError."""
    with closing(Output(line, pins)) as light:
        light.set(True)
        try:
            yield
        finally:
            light.set(False)


@contextmanager
def sounding(line: int, pins: Pins) -> Iterator[None]:
    """A line sounds inside as loud as it can, and is given back afterwards. Raises PinsError."""
    with closing(Tone(line, pins)) as buzzer:
        buzzer.sound(PITCH, loudness(MOST_VOLUME))
        try:
            yield
        finally:
            buzzer.silence()


def ask(questions: Questions, pins: Pins, terminal: int, words: Words, show: Callable[[str], None]) -> None:
    """Ask until everything is answered; `questions` has the board then.

    To be called on the main thread, the only one that Ctrl-C reaches.

    Args:
        questions: What to ask.
        pins: The lines of this machine.
        terminal: The open file that lines are typed in.
        words: The words of whoever is asked.
        show: Shows one line.

    Raises:
        PinsError: A line cannot be had; as a rule, because the table runs.
        KeyboardInterrupt: Whoever is asked wants no more: Ctrl-C, or the end of the typing.
    """
    with ctrl_c_ends(), closing(Inbox(terminal)) as inbox, closing(Ear(pins, inbox.put)) as ear:
        asking = _Asking(questions, pins, inbox, ear, lambda text: show(words.of(text)))
        while questions.now is not None:
            asking.one(questions.now)


class Inbox:
    """What comes in, from a terminal and from lines, in one row."""

    def __init__(self, terminal: int) -> None:
        """`terminal` is an open file, which is not closed with this."""
        self._terminal = terminal
        self._edges: SimpleQueue[LineEdge] = SimpleQueue()
        self._typed: deque[str] = deque()
        self._begun = b""
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    def put(self, edge: LineEdge) -> None:
        """An edge came in; may be called from any thread."""
        self._edges.put(edge)
        os.eventfd_write(self._wake, 1)

    def take(self, deadline: float | None) -> LineEdge | str | None:
        """The next edge or typed line; None at the deadline, in seconds of the monotonic clock. Edges come first.

        Raises KeyboardInterrupt at the end of the typing.
        """
        while True:
            try:
                return self._edges.get_nowait()
            except Empty:
                pass
            if self._typed:
                return self._typed.popleft()
            wait = None if deadline is None else max(0.0, deadline - time.monotonic())
            ready = readable((self._terminal, self._wake), wait)
            if not ready:
                return None
            if self._wake in ready:
                os.eventfd_read(self._wake)
            if self._terminal in ready:
                self._read()

    def close(self) -> None:
        """Take nothing more; nobody may put anything in afterwards."""
        os.close(self._wake)

    def _read(self) -> None:
        read = os.read(self._terminal, 4096)
        if not read:
            raise KeyboardInterrupt
        *whole, self._begun = (self._begun + read).split(b"\n")
        self._typed += [line.decode(errors="replace") for line in whole]


class _Asking:
    """One question after the other."""

    def __init__(self, questions: Questions, pins: Pins, inbox: Inbox, ear: Ear, show: Callable[[Text], None]) -> None:
        self._questions = questions
        self._pins = pins
        self._inbox = inbox
        self._ear = ear
        self._show = show
        self._hand = HandFinder()
        self._heard: set[int] = set()
        self._told_low: set[int] = set()

    def one(self, question: Question) -> None:
        """Ask a question and wait for what comes of it: another question, or something to be told before it is asked
        again."""
        self._listen()
        self._hand.ask(turning=question.turning)
        if low := tuple(line for line in self._hand.passed_over if line not in self._told_low):
            self._told_low |= {*low}
            self._show(say("board.new.low", lines=all_of(low)))
        try:
            with self._tried(question):
                self._show(self._questions.asked())
                told: tuple[Text, ...] = ()
                while not told and self._questions.now is question:
                    told = self._next()
        except PinsError as error:
            self._questions.failed()
            told = (error.told if isinstance(error.told, Text) else say("start.lines", reason=error.told),)
        for text in told:
            self._show(text)

    def _listen(self) -> None:
        """Have ears where a hand may answer."""
        for line, name in self._ear.listen(self._questions.listened_to).items():
            self._questions.leave(line, say("board.new.of_program", name=name))
            self._show(say("board.new.stranger", where=where(line), name=name))
        stand = self._ear.low()
        for line in self._heard - stand.keys():
            self._hand.gone(line)
        for line in stand.keys() - self._heard:
            self._hand.stands(line, stand[line])
        self._heard = {*stand}

    def _tried(self, question: Question) -> AbstractContextManager[None]:
        """What is to be seen or heard while this is asked."""
        if question.line is None:
            return nullcontext()
        return (shining if question.sort is Sort.SHINES else sounding)(question.line, self._pins)

    def _next(self) -> tuple[Text, ...]:
        """Take in the next thing that comes; what is to be told of it."""
        came = self._inbox.take(self._hand.deadline())
        if isinstance(came, str):
            return self._questions.typed(came)
        found = self._hand.tick(time.monotonic()) if came is None else self._hand.edge(came)
        return () if found is None else self._questions.hand(found)
