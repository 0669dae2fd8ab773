"""The questions that find out the parts of a board: takes gestures and typed lines, returns sentences. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from types import MappingProxyType

from companion.devices.board_file import REQUIRED_KEYS
from companion.devices.board_overrides import parts_by_line
from companion.devices.board_parts import HEADER_PINS, LAST_PIN, SEATS, BoardProfile, DisplaySpec, I2c, KnobSpec, Spi
from companion.devices.new_board.hand_gestures import HandEvent, HandGesture, LinesStayLow
from companion.rules.text import Text, join_texts, say
from companion.support.frozen_dataclasses import frozen
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


class QuestionType(Enum):
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


_BY_HAND = (QuestionType.KEY, QuestionType.UP_OR_KNOB, QuestionType.SPINNER, QuestionType.TURN_BACK)
_BY_TURNING = (QuestionType.UP_OR_KNOB, QuestionType.SPINNER, QuestionType.TURN_BACK)
_TRIED = (QuestionType.SHINES, QuestionType.SOUNDS)


@frozen
class Question:
    """One question."""

    type: QuestionType
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
        return self.type in _BY_HAND

    @property
    def turning(self) -> bool:
        """True if a knob may be turned."""
        return self.type in _BY_TURNING

    @property
    def tried(self) -> bool:
        """True if a line is tried during the question."""
        return self.type in _TRIED


_AFTER_UP = (Key.DOWN, Key.LEFT, Key.RIGHT, Key.SPIN, Key.UNDO, Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)
_ORDER = (
    *(Question(question_type) for question_type in (QuestionType.SCREEN, QuestionType.DC, QuestionType.RESET)),
    *(Question(QuestionType.KEY, key) for key in (Key.OK, Key.BACK)),
    Question(QuestionType.UP_OR_KNOB),
    *(Question(QuestionType.KEY, key) for key in _AFTER_UP),
    Question(QuestionType.SPINNER),
    *(Question(QuestionType.LIGHT, seat=seat) for seat in range(1, SEATS + 1)),
    Question(QuestionType.BUZZER),
)


@frozen
class _Step:
    """A question with the knowledge before it."""

    place: int
    """The index in the order; a follow-up question has the index of the question it follows."""
    question: Question
    board: BoardProfile


class Questions:
    """The state of the dialogue. It ends once `current` is None; then `board` is complete."""

    def __init__(self, screen: DisplaySpec | None = None, excluded: Mapping[int, Text] = MappingProxyType({})) -> None:
        """Begin with the first question.

        Args:
            screen: The screen that was detected, if any.
            excluded: Lines that are used elsewhere, each with its user.
        """
        self._screen = screen
        self._excluded = {**dict.fromkeys(_IDENTITY, say("board.new.of_identity"))}
        self._excluded |= {**dict.fromkeys(_CONSOLE, say("board.new.of_console")), **excluded}
        self._earlier: list[_Step] = []
        self._step = _Step(0, _ORDER[0], BoardProfile("", {}, {}, None, None))
        self._over = False
        self._detents: tuple[tuple[int, ...], int] = ((), 0)
        """The pair of lines that is being turned, and its detents so far, above 0 if the first goes low first."""

    @property
    def current(self) -> Question | None:
        """The current question; None when all are answered."""
        return None if self._over else self._step.question

    @property
    def board(self) -> BoardProfile:
        """The board as far as it is known."""
        return self._step.board

    @property
    def lines_to_watch(self) -> frozenset[int]:
        """The lines over which a hand may answer; none if the answer is typed, or a line is tried."""
        if self.current is None or not self.current.by_hand:
            return frozenset()
        board = self.board
        screen = board.display.pins if board.display else ()  # lights and the buzzer are asked for after all gestures
        return frozenset(range(LAST_PIN + 1)) - {*self._excluded, *screen}

    def exclude(self, line: int, user: Text) -> None:
        """Exclude a line that is used elsewhere."""
        self._excluded[line] = user

    def text(self) -> Text:
        """Return the question in words."""
        question = self._step.question
        match question.type:
            case QuestionType.SCREEN:
                return say("board.new.ask.screen", found=self._screen_text())
            case QuestionType.DC | QuestionType.RESET:
                return say(
                    "board.new.ask.screen_line",
                    name=question.type.value,
                    usual=line_text(self._default_line(question.type)),
                )
            case QuestionType.KEY if question.key is not None:
                key = "board.new.ask.key" if question.key in REQUIRED_KEYS else "board.new.ask.other_key"
                return say(key, name=key_text(question.key))
            case QuestionType.LIGHT:
                return say("board.new.ask.light", number=question.seat)
            case QuestionType.SHINES:
                return say("board.new.ask.shines", number=question.seat, where=line_text(question.line or 0))
            case QuestionType.SOUNDS:
                return say("board.new.ask.sounds", where=line_text(question.line or 0))
            case _:
                return say(f"board.new.ask.{question.type.value}")

    # Answers. Each method returns the messages about the answer; a valid answer changes the current question.

    def answer_by_hand(self, event: HandEvent) -> tuple[Text, ...]:
        """Handle a gesture. While an answer is typed, gestures are ignored and cause no message."""
        question = self.current
        if question is None or not question.by_hand:
            return ()
        if isinstance(event, LinesStayLow):
            return (say("board.new.stays", lines=lines_text(event.lines)),)
        if not isinstance(event, HandGesture):
            self.exclude(event.line, say("board.new.of_noise"))
            return (say("board.new.restless", where=line_text(event.line)),)
        if question.type is QuestionType.TURN_BACK:
            return self._turned_back(event)
        if question.key is not None or event.pressed is not None:
            return self._pressed(event, question.key)
        return self._turned(event)

    def answer_typed(self, text: str) -> tuple[Text, ...]:
        """Handle a typed line."""
        question, word = self.current, " ".join(text.lower().split())
        if question is None:
            return ()
        if word == BACK:
            return self._back()
        if not word:
            return self._entered(question)
        match question.type:
            case QuestionType.SCREEN:
                return self._screen_chosen(word)
            case QuestionType.DC | QuestionType.RESET | QuestionType.LIGHT | QuestionType.BUZZER:
                return self._with_line(word, question)
            case QuestionType.SHINES | QuestionType.SOUNDS:
                return self._confirmed(word, question)
            case _:
                return (say("board.new.press", back=BACK),)

    def line_failed(self) -> None:
        """Ask for another line: the one that was tried is not available."""
        self._go_back()

    # Keys and knobs.

    def _pressed(self, gesture: HandGesture, key: Key | None) -> tuple[Text, ...]:
        """Handle one contact that closed and opened again, for a key or for up; or something else instead."""
        if gesture.pressed is None:
            return self._refuse_several(gesture)
        line = gesture.pressed
        if line in self._detents[0]:  # a knob that slipped back into its detent
            return (say("board.new.turn_on", lines=lines_text(self._detents[0])),)
        if (conflict := self._conflict((line,))) is not None:
            return (conflict,)
        if key is None and self._step.question.type is QuestionType.SPINNER:
            return (say("board.new.one_line", where=line_text(line)),)
        key = key or Key.UP
        self._accept(replace(self.board, keys={**self.board.keys, key: line}))
        return (say("board.new.key_found", name=key_text(key), where=line_text(line)),)

    def _turned(self, gesture: HandGesture) -> tuple[Text, ...]:
        """Handle two lines that changed alternately, for a knob; or something else instead."""
        pair = gesture.lines
        if len(pair) != 2:
            return self._refuse_several(gesture)
        if (conflict := self._conflict(pair)) is not None:
            return (conflict,)
        detents = gesture.detents(*pair) + (self._detents[1] if self._detents[0] == pair else 0)
        self._detents = (pair, detents)
        if abs(detents) < DETENTS:
            return (say("board.new.turn_on", lines=lines_text(pair)),)
        knob = KnobSpec(*(pair if detents > 0 else reversed(pair)))
        self._ask_follow_up(Question(QuestionType.TURN_BACK, knob=knob))
        return ()

    def _turned_back(self, gesture: HandGesture) -> tuple[Text, ...]:
        """Check that the knob was turned once more, and in the other direction."""
        knob = self._step.question.knob
        assert knob is not None
        if not {*gesture.lines} <= {knob.a, knob.b}:
            self._go_back()
            return (say("board.new.other_knob", lines=lines_text(gesture.lines)),)
        detents = gesture.detents(knob.a, knob.b)
        if detents > 0:
            self._go_back()
            return (say("board.new.same_way"),)
        if not detents:
            return (say("board.new.turn_on", lines=lines_text((knob.a, knob.b))),)
        spinner = _ORDER[self._step.place].type is QuestionType.SPINNER
        self._accept(replace(self.board, spinner=knob) if spinner else replace(self.board, knob=knob))
        key = "board.new.spinner_found" if spinner else "board.new.knob_found"
        return (say(key, a=line_text(knob.a), b=line_text(knob.b)),)

    def _refuse_several(self, gesture: HandGesture) -> tuple[Text, ...]:
        """Refuse several lines that changed instead of one; a single line that was not pressed is ignored."""
        lines = gesture.lines
        if len(lines) == 1:
            return ()
        conflict = self._conflict(lines) if {*lines} <= users_by_line(self.board).keys() else None
        return (conflict or say("board.new.several", lines=lines_text(lines)),)

    def _conflict(self, lines: tuple[int, ...]) -> Text | None:
        """Return the part that already uses one of these lines, in words; None if all are free."""
        users = users_by_line(self.board)
        used_line = next((line for line in lines if line in users), None)
        return None if used_line is None else say("board.new.taken", where=line_text(used_line), user=users[used_line])

    # Typed answers.

    def _entered(self, question: Question) -> tuple[Text, ...]:
        """Handle Enter alone: take the default, or report that it is missing."""
        if question.type is QuestionType.SCREEN:
            return self._with_screen(self._screen)
        if question.type in (QuestionType.DC, QuestionType.RESET):
            return self._with_line(str(self._default_line(question.type)), question)
        if question.tried:
            return (say("board.new.yes_or_no"),)
        if question.type in (QuestionType.UP_OR_KNOB, QuestionType.TURN_BACK) or question.key in REQUIRED_KEYS:
            return (say("board.new.needed"),)
        self._accept(self.board)
        return ()

    def _screen_text(self) -> Text:
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
        self._accept(replace(self.board, display=screen))
        return ()

    def _default_line(self, question_type: QuestionType) -> int:
        """Return the current line of the screen, dc or reset."""
        assert self.board.display is not None
        bus = self.board.display.bus
        assert isinstance(bus, Spi)
        return bus.dc if question_type is QuestionType.DC else bus.reset

    def _with_line(self, word: str, question: Question) -> tuple[Text, ...]:
        """Handle a typed line, for parts that send no edges."""
        line = parse_line(word)
        if line is None:
            return (say("board.new.no_line", text=shortened(word), last=LAST_PIN),)
        if (refusal := self._refusal(line, question.type)) is not None:
            return (refusal,)
        if question.type in (QuestionType.DC, QuestionType.RESET):
            return self._with_own_line(line, question.type)
        self._ask_follow_up(
            replace(
                question,
                type=QuestionType.SHINES if question.type is QuestionType.LIGHT else QuestionType.SOUNDS,
                line=line,
            )
        )
        return ()

    def _refusal(self, line: int, question_type: QuestionType) -> Text | None:
        """Return why a line cannot be used; None if it can."""
        if line in self._excluded:
            return say("board.new.left", where=line_text(line), whose=self._excluded[line])
        users = users_by_line(self.board)
        for other in {
            QuestionType.DC: (QuestionType.DC, QuestionType.RESET),
            QuestionType.RESET: (QuestionType.RESET,),
        }.get(question_type, ()):
            users.pop(self._default_line(other), None)
        return say("board.new.taken", where=line_text(line), user=users[line]) if line in users else None

    def _with_own_line(self, line: int, question_type: QuestionType) -> tuple[Text, ...]:
        display = self.board.display
        assert display is not None
        assert isinstance(display.bus, Spi)
        bus = display.bus
        if question_type is QuestionType.RESET:
            bus = replace(bus, reset=line)
        else:  # reset is asked for next: its default must not be the line of dc
            bus = replace(bus, dc=line, reset=bus.dc if line == bus.reset else bus.reset)
        self._accept(replace(self.board, display=replace(display, bus=bus)))
        return ()

    def _confirmed(self, word: str, question: Question) -> tuple[Text, ...]:
        """Handle the answer whether a light shone, or a buzzer sounded."""
        assert question.line is not None
        if word in _NO:
            self._go_back()
            return (say("board.new.not_seen", where=line_text(question.line)),)
        if word not in _YES:
            return (say("board.new.yes_or_no"),)
        if question.type is QuestionType.SHINES:
            self._accept(replace(self.board, lights={**self.board.lights, question.seat: question.line}))
        else:
            self._accept(replace(self.board, buzzer=question.line))
        return ()

    # Steps from question to question.

    def _back(self) -> tuple[Text, ...]:
        if not self._earlier:
            return (say("board.new.first"),)
        self._go_back()
        return ()

    def _go_back(self) -> None:
        self._step = self._earlier.pop()
        self._detents = ((), 0)

    def _ask_follow_up(self, question: Question) -> None:
        """Ask a follow-up question before an answer counts."""
        self._earlier.append(self._step)
        self._step = replace(self._step, question=question)
        self._detents = ((), 0)

    def _accept(self, board: BoardProfile) -> None:
        """Accept an answer and go to the next question, or end."""
        place = self._step.place + 1
        while place < len(_ORDER) and not _applies(_ORDER[place], board):
            place += 1
        self._earlier.append(self._step)
        self._detents = ((), 0)
        if place == len(_ORDER):
            self._over = True
            place -= 1
        self._step = _Step(place, _ORDER[place], board)


def _applies(question: Question, board: BoardProfile) -> bool:
    """Return whether a question is still needed for this board."""
    if question.type in (QuestionType.DC, QuestionType.RESET):
        return board.display is not None and isinstance(board.display.bus, Spi)
    return question.key is not Key.DOWN or board.knob is None


def users_by_line(board: BoardProfile) -> dict[int, str]:
    """Return the part on each line of a board, named as in its file."""
    return parts_by_line(board) | {line: key.value for key, line in board.keys.items()}


def key_text(key: Key) -> Text:
    """Return a key's name and purpose, in words."""
    if key.value.startswith("seat"):
        return say("board.new.key.seat", number=int(key.value.removeprefix("seat")))
    return say(f"board.new.key.{key.value}")


def line_text(line: int) -> Text:
    """Return a line with its pin, in words."""
    return say("board.new.where", line=line, pin=HEADER_PINS[line])


def lines_text(lines: tuple[int, ...]) -> Text:
    """Return several lines with their pins, in words; at least one."""
    return join_texts([say("board.new.short_where", line=line, pin=HEADER_PINS[line]) for line in lines])


def parse_line(word: str) -> int | None:
    """Return the line given by its number or, behind a p, by its pin; None if it is neither."""
    if (by_pin := _BY_PIN.fullmatch(word)) is not None:
        pin = int(by_pin[1])
        return HEADER_PINS.index(pin) if pin in HEADER_PINS else None
    return int(word) if _BY_LINE.fullmatch(word) and int(word) <= LAST_PIN else None


def shortened(word: str) -> str:
    """Return the typed text, shortened to a readable length."""
    return word if len(word) <= 20 else f"{word[:20]}…"
