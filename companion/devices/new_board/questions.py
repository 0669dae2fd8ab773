"""The questions that find out the parts of a board: takes gestures and typed lines, returns sentences. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from types import MappingProxyType

from companion.devices.board_changes import parts_by_line
from companion.devices.board_file import REQUIRED_KEYS
from companion.devices.board_parts import HEADER_PINS, LAST_PIN, SEATS, Board, DisplaySpec, I2c, KnobSpec, Spi
from companion.devices.new_board.hand_gestures import Found, Gesture, Stays
from companion.rules.text import Text, listed, say
from companion.support.frozen import frozen
from companion.words.signs import Key

SSD1306 = DisplaySpec("ssd1306", I2c(port=1, address=0x3C))
SH1106 = DisplaySpec("sh1106", Spi(port=0, device=0, dc=24, reset=25))
"""The two kinds of screen in the question, as they are usually sold and wired."""
BACK = "b"
"""The typed word that goes back one question."""
DETENTS = 2
"""The detents that identify a knob: two keys pressed together look like a single detent."""

_IDENTITY, _CONSOLE = (0, 1), (14, 15)
"""Lines that the system reserves: those for a board's identity, and those of the serial console."""
_YES, _NO = ("y", "yes", "o", "oui"), ("n", "no", "non")
_BY_PIN = re.compile("(?:p|pin|broche) ?([0-9]{1,2})")
_BY_LINE = re.compile("[0-9]{1,2}")


class Sort(Enum):
    """The subject of a question."""

    SCREEN = "screen"
    DC = "dc"
    RESET = "reset"
    KEY = "key"
    UP_OR_KNOB = "up_or_knob"
    SPINNER = "spinner"
    TURN_BACK = "turn_back"
    LIGHT = "light"
    SHINES = "shines"
    BUZZER = "buzzer"
    SOUNDS = "sounds"


_BY_HAND = (Sort.KEY, Sort.UP_OR_KNOB, Sort.SPINNER, Sort.TURN_BACK)
_TURNED = (Sort.UP_OR_KNOB, Sort.SPINNER, Sort.TURN_BACK)
_TRIED = (Sort.SHINES, Sort.SOUNDS)


@frozen
class Question:
    """One question."""

    sort: Sort
    key: Key | None = None
    """The key in question."""
    seat: int = 0
    """The seat whose light is in question."""
    knob: KnobSpec | None = None
    """The knob to be turned back, to check that it was detected correctly."""
    line: int | None = None
    """The line to try: it is high, or sounds, during the question."""

    @property
    def by_hand(self) -> bool:
        """True if a hand answers, over the lines; False if the answer is typed."""
        return self.sort in _BY_HAND

    @property
    def turning(self) -> bool:
        """True if a knob may be turned."""
        return self.sort in _TURNED

    @property
    def tried(self) -> bool:
        """True if a line is tried during the question."""
        return self.sort in _TRIED


_AFTER_UP = (Key.DOWN, Key.LEFT, Key.RIGHT, Key.SPIN, Key.UNDO, Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)
_ORDER = (
    *(Question(sort) for sort in (Sort.SCREEN, Sort.DC, Sort.RESET)),
    *(Question(Sort.KEY, key) for key in (Key.OK, Key.BACK)),
    Question(Sort.UP_OR_KNOB),
    *(Question(Sort.KEY, key) for key in _AFTER_UP),
    Question(Sort.SPINNER),
    *(Question(Sort.LIGHT, seat=seat) for seat in range(1, SEATS + 1)),
    Question(Sort.BUZZER),
)


@frozen
class _Step:
    """A question with the knowledge before it."""

    place: int
    """The index in the order; a follow-up question has the index of the question it follows."""
    question: Question
    board: Board


class Questions:
    """The state of the dialogue. It ends once `now` is None; then `board` is complete."""

    def __init__(self, screen: DisplaySpec | None = None, left: Mapping[int, Text] = MappingProxyType({})) -> None:
        """Begin with the first question.

        Args:
            screen: The screen that was detected, if any.
            excluded: Lines that are used elsewhere, each with its user.
        """
        self._screen = screen
        self._left = {**dict.fromkeys(_IDENTITY, say("board.new.of_identity"))}
        self._left |= {**dict.fromkeys(_CONSOLE, say("board.new.of_console")), **left}
        self._past: list[_Step] = []
        self._step = _Step(0, _ORDER[0], Board("", {}, {}, None, None))
        self._over = False
        self._detents: tuple[tuple[int, ...], int] = ((), 0)
        """The pair of lines that is being turned, and its detents so far, above 0 if the first goes low first."""

    @property
    def now(self) -> Question | None:
        """The current question; None when all are answered."""
        return None if self._over else self._step.question

    @property
    def board(self) -> Board:
        """The board as far as it is known."""
        return self._step.board

    @property
    def listened_to(self) -> frozenset[int]:
        """The lines over which a hand may answer; none if the answer is typed, or a line is tried."""
        if self.now is None or not self.now.by_hand:
            return frozenset()
        board = self.board
        screen = board.display.pins if board.display else ()  # lights and the buzzer are asked for after all gestures
        return frozenset(range(LAST_PIN + 1)) - {*self._left, *screen}

    def leave(self, line: int, whose: Text) -> None:
        """Exclude a line that is used elsewhere."""
        self._left[line] = whose

    def asked(self) -> Text:
        """Return the question in words."""
        question = self._step.question
        match question.sort:
            case Sort.SCREEN:
                return say("board.new.ask.screen", found=self._screen_found())
            case Sort.DC | Sort.RESET:
                return say(
                    "board.new.ask.screen_line", name=question.sort.value, usual=where(self._usual(question.sort))
                )
            case Sort.KEY if question.key is not None:
                key = "board.new.ask.key" if question.key in REQUIRED_KEYS else "board.new.ask.other_key"
                return say(key, name=name_of(question.key))
            case Sort.LIGHT:
                return say("board.new.ask.light", number=question.seat)
            case Sort.SHINES:
                return say("board.new.ask.shines", number=question.seat, where=where(question.line or 0))
            case Sort.SOUNDS:
                return say("board.new.ask.sounds", where=where(question.line or 0))
            case _:
                return say(f"board.new.ask.{question.sort.value}")

    # Answers. Each method returns the messages about the answer; a valid answer changes the current question.

    def hand(self, found: Found) -> tuple[Text, ...]:
        """Handle a gesture. While an answer is typed, gestures are ignored and cause no message."""
        question = self.now
        if question is None or not question.by_hand:
            return ()
        if isinstance(found, Stays):
            return (say("board.new.stays", lines=all_of(found.lines)),)
        if not isinstance(found, Gesture):
            self.leave(found.line, say("board.new.of_noise"))
            return (say("board.new.restless", where=where(found.line)),)
        if question.sort is Sort.TURN_BACK:
            return self._turned_back(found)
        if question.key is not None or found.pressed is not None:
            return self._pressed(found, question.key)
        return self._turned(found)

    def typed(self, text: str) -> tuple[Text, ...]:
        """Handle a typed line."""
        question, word = self.now, " ".join(text.lower().split())
        if question is None:
            return ()
        if word == BACK:
            return self._back()
        if not word:
            return self._entered(question)
        match question.sort:
            case Sort.SCREEN:
                return self._screen_chosen(word)
            case Sort.DC | Sort.RESET | Sort.LIGHT | Sort.BUZZER:
                return self._with_line(word, question)
            case Sort.SHINES | Sort.SOUNDS:
                return self._seen(word, question)
            case _:
                return (say("board.new.press", back=BACK),)

    def failed(self) -> None:
        """Ask for another line: the one that was tried is not available."""
        self._go_back()

    # Keys and knobs.

    def _pressed(self, gesture: Gesture, key: Key | None) -> tuple[Text, ...]:
        """Handle one contact that closed and opened again, for a key or for up; or something else instead."""
        if gesture.pressed is None:
            return self._several(gesture)
        line = gesture.pressed
        if line in self._detents[0]:  # a knob that slipped back into its detent
            return (say("board.new.turn_on", lines=all_of(self._detents[0])),)
        if (refused := self._taken((line,))) is not None:
            return (refused,)
        if key is None and self._step.question.sort is Sort.SPINNER:
            return (say("board.new.one_line", where=where(line)),)
        key = key or Key.UP
        self._go_on(replace(self.board, keys={**self.board.keys, key: line}))
        return (say("board.new.key_found", name=name_of(key), where=where(line)),)

    def _turned(self, gesture: Gesture) -> tuple[Text, ...]:
        """Handle two lines that changed alternately, for a knob; or something else instead."""
        pair = gesture.lines
        if len(pair) != 2:
            return self._several(gesture)
        if (refused := self._taken(pair)) is not None:
            return (refused,)
        went = gesture.detents(*pair) + (self._detents[1] if self._detents[0] == pair else 0)
        self._detents = (pair, went)
        if abs(went) < DETENTS:
            return (say("board.new.turn_on", lines=all_of(pair)),)
        knob = KnobSpec(*(pair if went > 0 else reversed(pair)))
        self._follow(Question(Sort.TURN_BACK, knob=knob))
        return ()

    def _turned_back(self, gesture: Gesture) -> tuple[Text, ...]:
        """Check that the knob was turned once more, and in the other direction."""
        knob = self._step.question.knob
        assert knob is not None
        if not {*gesture.lines} <= {knob.a, knob.b}:
            self._go_back()
            return (say("board.new.other_knob", lines=all_of(gesture.lines)),)
        went = gesture.detents(knob.a, knob.b)
        if went > 0:
            self._go_back()
            return (say("board.new.same_way"),)
        if not went:
            return (say("board.new.turn_on", lines=all_of((knob.a, knob.b))),)
        spinner = _ORDER[self._step.place].sort is Sort.SPINNER
        self._go_on(replace(self.board, spinner=knob) if spinner else replace(self.board, knob=knob))
        key = "board.new.spinner_found" if spinner else "board.new.knob_found"
        return (say(key, a=where(knob.a), b=where(knob.b)),)

    def _several(self, gesture: Gesture) -> tuple[Text, ...]:
        """Refuse several lines that changed instead of one; a single line that was not pressed is ignored."""
        lines = gesture.lines
        if len(lines) == 1:
            return ()
        taken = self._taken(lines) if {*lines} <= users_of(self.board).keys() else None
        return (taken or say("board.new.several", lines=all_of(lines)),)

    def _taken(self, lines: tuple[int, ...]) -> Text | None:
        """Return the part that already uses one of these lines, in words; None if all are free."""
        users = users_of(self.board)
        whose = next((line for line in lines if line in users), None)
        return None if whose is None else say("board.new.taken", where=where(whose), user=users[whose])

    # Typed answers.

    def _entered(self, question: Question) -> tuple[Text, ...]:
        """Handle Enter alone: take the default, or say that there is none."""
        if question.sort is Sort.SCREEN:
            return self._with_screen(self._screen)
        if question.sort in (Sort.DC, Sort.RESET):
            return self._with_line(str(self._usual(question.sort)), question)
        if question.tried:
            return (say("board.new.yes_or_no"),)
        if question.sort in (Sort.UP_OR_KNOB, Sort.TURN_BACK) or question.key in REQUIRED_KEYS:
            return (say("board.new.needed"),)
        self._go_on(self.board)
        return ()

    def _screen_found(self) -> Text:
        if self._screen is None:
            return say("board.new.screen.none")
        if isinstance(self._screen.bus, I2c):
            return say("board.new.screen.answers", address=f"0x{self._screen.bus.address:02X}")
        return say("board.new.screen.spi")

    def _screen_chosen(self, word: str) -> tuple[Text, ...]:
        chosen = {"1": SSD1306, "2": SH1106, "3": None}
        if word not in chosen:
            return (say("board.new.one_of", names="1, 2, 3"),)
        screen = chosen[word]
        if screen and self._screen and type(screen.bus) is type(self._screen.bus):
            screen = self._screen
        return self._with_screen(screen)

    def _with_screen(self, screen: DisplaySpec | None) -> tuple[Text, ...]:
        self._go_on(replace(self.board, display=screen))
        return ()

    def _usual(self, sort: Sort) -> int:
        """Return the current line of the screen, dc or reset."""
        assert self.board.display is not None
        bus = self.board.display.bus
        assert isinstance(bus, Spi)
        return bus.dc if sort is Sort.DC else bus.reset

    def _with_line(self, word: str, question: Question) -> tuple[Text, ...]:
        """Handle a typed line, for parts that send no edges."""
        line = line_of(word)
        if line is None:
            return (say("board.new.no_line", text=text_of(word), last=LAST_PIN),)
        if (refused := self._refused(line, question.sort)) is not None:
            return (refused,)
        if question.sort in (Sort.DC, Sort.RESET):
            return self._with_own_line(line, question.sort)
        self._follow(replace(question, sort=Sort.SHINES if question.sort is Sort.LIGHT else Sort.SOUNDS, line=line))
        return ()

    def _refused(self, line: int, sort: Sort) -> Text | None:
        """Return why a line cannot be used; None if it can."""
        if line in self._left:
            return say("board.new.left", where=where(line), whose=self._left[line])
        users = users_of(self.board)
        for own in {Sort.DC: (Sort.DC, Sort.RESET), Sort.RESET: (Sort.RESET,)}.get(sort, ()):
            users.pop(self._usual(own), None)
        return say("board.new.taken", where=where(line), user=users[line]) if line in users else None

    def _with_own_line(self, line: int, sort: Sort) -> tuple[Text, ...]:
        display = self.board.display
        assert display is not None
        assert isinstance(display.bus, Spi)
        bus = display.bus
        if sort is Sort.RESET:
            bus = replace(bus, reset=line)
        else:  # reset is asked for next: its default must not be the line of dc
            bus = replace(bus, dc=line, reset=bus.dc if line == bus.reset else bus.reset)
        self._go_on(replace(self.board, display=replace(display, bus=bus)))
        return ()

    def _seen(self, word: str, question: Question) -> tuple[Text, ...]:
        """Handle the answer whether a light shone, or a buzzer sounded."""
        assert question.line is not None
        if word in _NO:
            self._go_back()
            return (say("board.new.not_seen", where=where(question.line)),)
        if word not in _YES:
            return (say("board.new.yes_or_no"),)
        if question.sort is Sort.SHINES:
            self._go_on(replace(self.board, lights={**self.board.lights, question.seat: question.line}))
        else:
            self._go_on(replace(self.board, buzzer=question.line))
        return ()

    # Steps from question to question.

    def _back(self) -> tuple[Text, ...]:
        if not self._past:
            return (say("board.new.first"),)
        self._go_back()
        return ()

    def _go_back(self) -> None:
        self._step = self._past.pop()
        self._detents = ((), 0)

    def _follow(self, question: Question) -> None:
        """Ask a follow-up question before an answer counts."""
        self._past.append(self._step)
        self._step = replace(self._step, question=question)
        self._detents = ((), 0)

    def _go_on(self, board: Board) -> None:
        """Accept an answer and go to the next question, or end."""
        place = self._step.place + 1
        while place < len(_ORDER) and not _applies(_ORDER[place], board):
            place += 1
        self._past.append(self._step)
        self._detents = ((), 0)
        if place == len(_ORDER):
            self._over = True
            place -= 1
        self._step = _Step(place, _ORDER[place], board)


def _applies(question: Question, board: Board) -> bool:
    """Return whether a question is still needed for this board."""
    if question.sort in (Sort.DC, Sort.RESET):
        return board.display is not None and isinstance(board.display.bus, Spi)
    return question.key is not Key.DOWN or board.knob is None


def users_of(board: Board) -> dict[int, str]:
    """Return the part on each line of a board, named as in its file."""
    return parts_by_line(board) | {line: key.value for key, line in board.keys.items()}


def name_of(key: Key) -> Text:
    """Return a key's name and purpose, in words."""
    if key.value.startswith("seat"):
        return say("board.new.key.seat", number=int(key.value.removeprefix("seat")))
    return say(f"board.new.key.{key.value}")


def where(line: int) -> Text:
    """Return a line with its pin, in words."""
    return say("board.new.where", line=line, pin=HEADER_PINS[line])


def all_of(lines: tuple[int, ...]) -> Text:
    """Return several lines with their pins, in words; at least one."""
    return listed([say("board.new.short_where", line=line, pin=HEADER_PINS[line]) for line in lines])


def line_of(word: str) -> int | None:
    """Return the line given by its number or, behind a p, by its pin; None if it is neither."""
    if (by_pin := _BY_PIN.fullmatch(word)) is not None:
        pin = int(by_pin[1])
        return HEADER_PINS.index(pin) if pin in HEADER_PINS else None
    return int(word) if _BY_LINE.fullmatch(word) and int(word) <= LAST_PIN else None


def text_of(word: str) -> str:
    """Return the typed text, shortened to a readable length."""
    return word if len(word) <= 20 else f"{word[:20]}…"
