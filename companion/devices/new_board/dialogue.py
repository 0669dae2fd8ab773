"""The dialogue for a new board: shows questions at a terminal, takes typed answers and touches of the free lines."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from functools import partial
from queue import Empty, SimpleQueue

from companion.box.faces.signals import MOST_VOLUME
from companion.devices.key_trial import ctrl_c_interrupts
from companion.devices.lines import Input, OutputLine, Pins, PinsError, Tone
from companion.devices.new_board.hand_gestures import HandFinder, LineEdge
from companion.devices.new_board.questions import Question, Questions, Sort, all_of, where
from companion.devices.signal_thread import loudness
from companion.rules.text import Text, say
from companion.support.wait_readable import readable
from companion.words.catalogue import Words

PITCH = 880
"""The test pitch in Hz: high enough for a small piezo disc, and not yet a whistle."""


class Ear:
    """A listener for every change of some lines, bounces included. Closing it releases every line."""

    def __init__(self, pins: Pins, on_edge: Callable[[LineEdge], None]) -> None:
        """`on_edge` is called on the lines' own thread and must return at once. Nothing is listened to yet."""
        self._pins = pins
        self._on_edge = on_edge
        self._lines: dict[int, Input] = {}

    def listen(self, lines: Collection[int]) -> Mapping[int, str]:
        """Listen to exactly these lines. Return the lines that another program has, each with the program's name.

        Raises:
            PinsError: A line is not available, and no program other than a companion is known to have it.
        """
        for line in [line for line in self._lines if line not in lines]:
            self._lines.pop(line).close()
        strangers = {}
        for line in sorted(set(lines) - self._lines.keys()):
            try:
                self._lines[line] = self._heard(line)
            except PinsError:
                if not (stranger := self._pins.other_user(line)):
                    raise
                strangers[line] = stranger
        return strangers

    def low(self) -> Mapping[int, bool]:
        """Return for each watched line whether it is low at this moment."""
        return {line: taken.low for line, taken in self._lines.items()}

    def close(self) -> None:
        """Release every line. Raises PinsError, but only after releasing every line."""
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
    """Keep a line high inside the block, and release it afterwards. Raises PinsError."""
    with closing(OutputLine(line, pins)) as light:
        light.set(True)
        try:
            yield
        finally:
            light.set(False)


@contextmanager
def sounding(line: int, pins: Pins) -> Iterator[None]:
    """Sound a line inside the block as loud as it can, and release it afterwards. Raises PinsError."""
    with closing(Tone(line, pins)) as buzzer:
        buzzer.sound(PITCH, loudness(MOST_VOLUME))
        try:
            yield
        finally:
            buzzer.silence()


def ask(questions: Questions, pins: Pins, terminal: int, words: Words, show: Callable[[str], None]) -> None:
    """Ask until everything is answered; `questions` has the board then.

    Call it on the main thread, the only one that Ctrl-C reaches.

    Args:
        questions: The questions.
        pins: The lines of this machine.
        terminal: The open file that lines are typed in.
        words: The words in the user's language.
        show: Shows one line.

    Raises:
        PinsError: A line is not available; usually because the table is running.
        KeyboardInterrupt: The user stops: Ctrl-C, or the end of the input.
    """
    with ctrl_c_interrupts(), closing(Inbox(terminal)) as inbox, closing(Ear(pins, inbox.put)) as ear:
        asking = _Asking(questions, pins, inbox, ear, lambda text: show(words.of(text)))
        while questions.now is not None:
            asking.one(questions.now)


class Inbox:
    """A queue of the events from a terminal and from lines."""

    def __init__(self, terminal: int) -> None:
        """`terminal` is an open file, which is not closed with this object."""
        self._terminal = terminal
        self._edges: SimpleQueue[LineEdge] = SimpleQueue()
        self._typed: deque[str] = deque()
        self._begun = b""
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    def put(self, edge: LineEdge) -> None:
        """Add an edge; may be called from any thread."""
        self._edges.put(edge)
        os.eventfd_write(self._wake, 1)

    def take(self, deadline: float | None) -> LineEdge | str | None:
        """Return the next edge or typed line; None at the deadline, in seconds of the monotonic clock.

        Edges come first.

        Raises KeyboardInterrupt at the end of the input.
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
        """Close the inbox; nobody may add anything afterwards."""
        os.close(self._wake)

    def _read(self) -> None:
        read = os.read(self._terminal, 4096)
        if not read:
            raise KeyboardInterrupt
        *whole, self._begun = (self._begun + read).split(b"\n")
        self._typed += [line.decode(errors="replace") for line in whole]


class _Asking:
    """A loop that asks one question after the other."""

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
        """Ask a question until another question follows, or until a message is shown before it is asked again."""
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
        """Listen to the lines over which a hand may answer."""
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
        """Light or sound the line that the question tries."""
        if question.line is None:
            return nullcontext()
        return (shining if question.sort is Sort.SHINES else sounding)(question.line, self._pins)

    def _next(self) -> tuple[Text, ...]:
        """Handle the next event and return the messages about it."""
        came = self._inbox.take(self._hand.deadline())
        if isinstance(came, str):
            return self._questions.typed(came)
        found = self._hand.tick(time.monotonic()) if came is None else self._hand.edge(came)
        return () if found is None else self._questions.hand(found)
