"""The box's inner life: keys come in, pages answer, commands go to the session, a face comes out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.input.debounce import Debouncer
from companion.input.edges import Edge
from companion.input.gestures import Act, Gesture, Gestures
from companion.input.pages.page import Page
from companion.rules.errors import RulesError
from companion.rules.text import Text
from companion.session.commands import Answer, Command, Restore, TakeBack
from companion.session.errors import SessionError
from companion.session.session import Session
from companion.session.table import Table
from companion.views.faces import Badge, Face, Hold, Key
from companion.views.signals import MOST_VOLUME, Glow, Output, Sound
from companion.views.texts import LANGUAGES, Words

log = logging.getLogger(__name__)
PREFERENCES = "preferences"
"""The note under which what is set on the box is kept."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a table may set on the box. The settings file gives the first values."""

    language: str = LANGUAGES[0]
    volume: int = 2
    """0 (mute) to MOST_VOLUME."""
    large: bool = False

    def to_json(self) -> dict[str, Any]:
        """As they are kept."""
        return {"language": self.language, "volume": self.volume, "large": self.large}


def preferences_from(kept: Any, first: Preferences) -> Preferences:
    """What was kept laid over the first values; what makes no sense is left as it was."""
    if not isinstance(kept, dict):
        return first
    language = kept["language"] if kept.get("language") in LANGUAGES else first.language
    volume = kept.get("volume")
    large = kept.get("large")
    return Preferences(
        language,
        volume if type(volume) is int and 0 <= volume <= MOST_VOLUME else first.volume,
        large if isinstance(large, bool) else first.large,
    )


class Box:
    """One box at a table. Lives on the desk's thread; `output` is what it shows and sounds now."""

    def __init__(
        self, session: Session, first: Preferences, power_off: Callable[[], None], address: Callable[[], str]
    ) -> None:
        """`power_off` ends everything; `address` tells where phones find the table, "" while nowhere."""
        from companion.input.pages.home import HomePage

        self.session = session
        self.power_off = power_off
        self.address = address
        self.preferences = preferences_from(session.journal.note(PREFERENCES), first)
        self.words = Words(self.preferences.language)
        self.screen_lost = False
        self._debouncer = Debouncer()
        self._gestures = Gestures()
        self._now = 0.0
        self._sound: Sound | None = None
        self._sound_number = 0
        self._seen: Table | None = session.table
        self._pages: list[Page] = [HomePage(self)]
        if session.table is not None:
            self.to_table()

    # What comes in.

    def edge(self, edge: Edge) -> None:
        """A key's line changed."""
        self._now = max(self._now, edge.at)
        for change in self._debouncer.edge(edge):
            self._act(self._gestures.change(change))

    def tick(self, now: float) -> None:
        """The time that `deadline` gave has come."""
        self._now = max(self._now, now)
        for change in self._debouncer.tick(now):
            self._act(self._gestures.change(change))
        self._act(self._gestures.tick(now))

    def deadline(self) -> float | None:
        """When `tick` is needed next, in the edges' time; None at rest."""
        times = [self._debouncer.deadline(), self._gestures.deadline(self._now)]
        return min((time for time in times if time is not None), default=None)

    def refresh(self) -> None:
        """The session may have changed by another hand: follow it."""
        before, after = self._seen, self.session.table
        if before is after:
            return
        self._seen = after
        if after is None or before is None or after.number != before.number:
            self.home()
            if after is not None:
                self.to_table()
            return
        for page in tuple(self._pages):
            page.table_changed(before, after)

    # What goes out.

    def output(self) -> Output:
        """Everything the box shows now."""
        volume = self.preferences.volume
        return Output(self._face(), self._glows(), self._sound, self._sound_number, volume)

    def _face(self) -> Face:
        face = self.page.face()
        down = self._gestures.down()
        hints = tuple(replace(hint, pressed=True) if hint.key in down else hint for hint in face.hints)
        strip = replace(face.strip, badges=(*face.strip.badges, *self._badges()))
        hold = self._gestures.hold(self._now)
        meaning = self.page.held(hold[0]) if hold else ""
        bar = Hold(meaning, hold[1]) if hold and meaning else None
        return replace(face, hints=hints, strip=strip, hold=bar, large=self.preferences.large)

    def _badges(self) -> tuple[Badge, ...]:
        signs = (
            (Badge.NOT_SAVED, not self.session.saved),
            (Badge.SCREEN_LOST, self.screen_lost),
            (Badge.DAMAGED, self.session.damaged),
            (Badge.MUTED, self.preferences.volume == 0),
        )
        return tuple(badge for badge, shown in signs if shown)

    def _glows(self) -> tuple[Glow, ...]:
        table = self.session.table
        if table is None or table.closed:
            return ()
        turn, waiting = table.game.turn(table.state), table.game.waiting(table.state)
        return tuple(
            Glow.STEADY if seat == turn else Glow.BLINK if seat in waiting else Glow.OFF for seat in table.seats
        )

    # What pages may ask for.

    @property
    def page(self) -> Page:
        """The page on top."""
        return self._pages[-1]

    @property
    def table(self) -> Table | None:
        """The open game."""
        return self.session.table

    def push(self, page: Page) -> None:
        """Lay a page on top."""
        self._pages.append(page)

    def pop(self, pages: int = 1) -> None:
        """Take pages off; the first one stays."""
        del self._pages[max(1, len(self._pages) - pages) :]

    def remove(self, page: Page) -> None:
        """Take a page off, wherever it lies."""
        if page in self._pages[1:]:
            self._pages.remove(page)

    def home(self) -> None:
        """Back to the first page."""
        del self._pages[1:]

    def to_table(self) -> None:
        """To the open game's page, or home if none is open."""
        from companion.input.pages.table import TablePage

        self.home()
        if self.session.table is not None:
            self.push(TablePage(self))

    def do(self, command: Command) -> Answer | None:
        """Have a command done. When it is refused, say why on a page of its own and return None."""
        try:
            answer = self.session.do(command)
        except (RulesError, SessionError) as error:
            self.refuse(error)
            return None
        self.sound(Sound.DONE)
        return answer

    def take_back(self) -> None:
        """Take back the last change, or say why not."""
        if self.do(TakeBack()) is not None:
            self.refresh()

    def restore(self) -> None:
        """Restore what was taken back last, or say why not."""
        if self.do(Restore()) is not None:
            self.refresh()

    def refuse(self, error: RulesError | SessionError) -> None:
        """Show why something is refused, with its ruling."""
        self.tell(self.words("refused.title"), error.reason, getattr(error, "ruling", None) or "")
        self.sound(Sound.REFUSED)

    def tell(self, heading: str, text: Text | str, ruling: str = "") -> None:
        """Lay a page of words on top; any key takes it off."""
        from companion.input.pages.message import MessagePage

        names = self.table.names if self.table else ()
        body = text if isinstance(text, str) else self.words.of(text, names)
        self.push(MessagePage(self, heading, body, ruling))

    def sound(self, sound: Sound) -> None:
        """Let a sound be heard."""
        self._sound, self._sound_number = sound, self._sound_number + 1

    def prefer(self, preferences: Preferences) -> None:
        """Set and keep preferences; they hold for now even if they cannot be kept."""
        self.preferences = preferences
        self.words = Words(preferences.language)
        self.keep(PREFERENCES, preferences.to_json())

    def keep(self, name: str, value: Any) -> bool:
        """Note something in the journal; says so on the screen when it cannot be kept."""
        try:
            self.session.note(name, value)
        except SessionError as error:
            self.refuse(error)
            return False
        return True

    def _act(self, gestures: tuple[Gesture, ...]) -> None:
        for gesture in gestures:
            page = self.page
            if gesture.key is Key.UNDO:
                self.take_back()
            elif gesture.act is Act.LONG:
                page.long(gesture.key)
            else:
                self.sound(Sound.KEY)
                page.press(gesture.key)
            self.refresh()
