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
from companion.devices.gpio_lines import InputLine, OutputLine, Pins, PinsError, ToneLine
from companion.devices.key_trial import ctrl_c_interrupts
from companion.devices.light_sound_thread import loudness
from companion.devices.new_board.hand_gestures import GestureFinder, LineEdge
from companion.devices.new_board.questions import Question, Questions, QuestionType, line_text, lines_text
from companion.rules.text import Text, say
from companion.support.wait_readable import readable
from companion.words.catalogue import Words

PITCH = 880
"""The test pitch in Hz: high enough for a small piezo disc, and not yet a whistle."""


class LineListener:
    """A listener for every change of some lines, bounces included. Closing it releases every line."""

    def __init__(self, pins: Pins, on_edge: Callable[[LineEdge], None]) -> None:
        """`on_edge` is called on the lines' own thread and must return at once. Nothing is listened to yet."""
        self._pins = pins
        self._on_edge = on_edge
        self._lines: dict[int, InputLine] = {}

    def listen(self, lines: Collection[int]) -> Mapping[int, str]:
        """Listen to exactly these lines. Return the lines that another program has, each with the program's name.

        Raises:
            PinsError: A line is not available, and no program other than a companion is known to have it.
        """
        for line in [line for line in self._lines if line not in lines]:
            self._lines.pop(line).close()
        other_users = {}
        for line in sorted(set(lines) - self._lines.keys()):
            try:
                self._lines[line] = self._open(line)
            except PinsError:
                if not (other_user := self._pins.other_user(line)):
                    raise
                other_users[line] = other_user
        return other_users

    def low(self) -> Mapping[int, bool]:
        """Return for each watched line whether it is low at this moment."""
        return {line: input_line.low for line, input_line in self._lines.items()}

    def close(self) -> None:
        """Release every line. Raises PinsError, but only after releasing every line."""
        with ExitStack() as lines:
            while self._lines:
                lines.callback(self._lines.popitem()[1].close)

    def _open(self, line: int) -> InputLine:
        input_line = InputLine(line, self._pins)
        try:
            input_line.watch(partial(self._changed, line))
        except BaseException:
            input_line.close()
            raise
        return input_line

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
    with closing(ToneLine(line, pins)) as buzzer:
        buzzer.sound(PITCH, loudness(MOST_VOLUME))
        try:
            yield
        finally:
            buzzer.silence()


def run_dialogue(questions: Questions, pins: Pins, terminal: int, words: Words, show: Callable[[str], None]) -> None:
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
    with ctrl_c_interrupts(), closing(Inbox(terminal)) as inbox, closing(LineListener(pins, inbox.put)) as listener:
        dialogue = _Dialogue(questions, pins, inbox, listener, lambda text: show(words.of(text)))
        while questions.current is not None:
            dialogue.ask(questions.current)


class Inbox:
    """A queue of the events from a terminal and from lines."""

    def __init__(self, terminal: int) -> None:
        """`terminal` is an open file, which is not closed with this object."""
        self._terminal = terminal
        self._edges: SimpleQueue[LineEdge] = SimpleQueue()
        self._typed: deque[str] = deque()
        self._partial = b""
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
        data = os.read(self._terminal, 4096)
        if not data:
            raise KeyboardInterrupt
        *lines, self._partial = (self._partial + data).split(b"\n")
        self._typed += [line.decode(errors="replace") for line in lines]


class _Dialogue:
    """A loop that asks one question after the other."""

    def __init__(
        self, questions: Questions, pins: Pins, inbox: Inbox, listener: LineListener, show: Callable[[Text], None]
    ) -> None:
        self._questions = questions
        self._pins = pins
        self._inbox = inbox
        self._listener = listener
        self._show = show
        self._finder = GestureFinder()
        self._watched: set[int] = set()
        self._reported_low: set[int] = set()

    def ask(self, question: Question) -> None:
        """Ask a question until another question follows, or until a message is shown before it is asked again."""
        self._listen()
        self._finder.restart(turning=question.turning)
        if low := tuple(line for line in self._finder.ignored_lines if line not in self._reported_low):
            self._reported_low |= {*low}
            self._show(say("board.new.low", lines=lines_text(low)))
        try:
            with self._trying(question):
                self._show(self._questions.text())
                messages: tuple[Text, ...] = ()
                while not messages and self._questions.current is question:
                    messages = self._next()
        except PinsError as error:
            self._questions.line_failed()
            messages = (error.message if isinstance(error.message, Text) else say("start.lines", reason=error.message),)
        for text in messages:
            self._show(text)

    def _listen(self) -> None:
        """Listen to the lines over which a hand may answer."""
        for line, name in self._listener.listen(self._questions.lines_to_watch).items():
            self._questions.exclude(line, say("board.new.of_program", name=name))
            self._show(say("board.new.stranger", where=line_text(line), name=name))
        levels = self._listener.low()
        for line in self._watched - levels.keys():
            self._finder.remove_line(line)
        for line in levels.keys() - self._watched:
            self._finder.add_line(line, levels[line])
        self._watched = {*levels}

    def _trying(self, question: Question) -> AbstractContextManager[None]:
        """Light or sound the line that the question tries."""
        if question.line is None:
            return nullcontext()
        return (shining if question.type is QuestionType.SHINES else sounding)(question.line, self._pins)

    def _next(self) -> tuple[Text, ...]:
        """Handle the next event and return the messages about it."""
        event = self._inbox.take(self._finder.deadline())
        if isinstance(event, str):
            return self._questions.answer_typed(event)
        gesture = self._finder.tick(time.monotonic()) if event is None else self._finder.edge(event)
        return () if gesture is None else self._questions.answer_by_hand(gesture)
