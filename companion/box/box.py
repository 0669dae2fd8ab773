"""The box: it takes key input, lets pages answer it, sends commands to the session and returns a face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.box.edges import Edge, KnobThrow, KnobTurn, LetGo
from companion.box.faces.faces import BlockFace, Face, Hold, MessageFace
from companion.box.faces.signals import Glow, Output, RingSeats, RingShow, Sound, live_keys, ring_of
from companion.box.key_presses import Act, Debouncer, Gesture, Gestures
from companion.box.pages.backup_page import HandOutPage
from companion.box.pages.chance_page import announce
from companion.box.pages.hand_over_page import HandOverPage
from companion.box.pages.home_page import HomePage
from companion.box.pages.message_page import MessagePage
from companion.box.pages.page import Handed, Page, Pile
from companion.box.pages.past_games_page import take_up
from companion.box.pages.phones_page import TakeOverPage
from companion.box.pages.table_page import TablePage
from companion.box.preferences import NOTE, Preferences, preferences_from
from companion.box.session_queries import Records
from companion.box.setup_draft import Plan
from companion.journal.journal import Saved
from companion.rules.rule_errors import IllegalMoveError, Refusal, RulesError
from companion.rules.scene import Tone
from companion.rules.text import Text, say
from companion.rules.viewer import PUBLIC
from companion.session.backup_permission import Wish
from companion.session.pairing_codes import Asking, Codes
from companion.session.session import Session
from companion.session.system_status import SystemStatus
from companion.table.commands import Answer, Command, Play, Restore, TakeBack
from companion.table.counts import replaced
from companion.table.table import Table
from companion.table.table_errors import SessionError
from companion.words.catalogue import Words
from companion.words.scene_texts import notes_of
from companion.words.signs import Badge, Key
from companion.words.status_lines import carried_told

__all__ = ["Box", "Preferences"]

_LETTERS_A_LINE = 12
"""Letters that fit on any line. Without the screen's own count, this gives the most lines that a text can need."""


def about_last_scroll(face: MessageFace | BlockFace) -> int:
    """Return an upper bound of how far a face can be scrolled, for a box whose screen does not say."""
    if isinstance(face, BlockFace):
        return sum(len(shown.said) for shown in face.blocks)
    return len(face.body) // _LETTERS_A_LINE


class Box(Pile):
    """One box at a table. It lives on the desk's thread; `output` is what it shows and plays now.

    Pages are kept on a stack. The first is the welcome page; while a game is open, the table's page is always the
    second.
    """

    def __init__(  # noqa: PLR0913 - all collaborators of the box
        self,
        session: Session,
        first: Preferences,
        power_off: Callable[[], None],
        address: Callable[[], str],
        last_scroll: Callable[[MessageFace | BlockFace], int] = about_last_scroll,
        *,
        codes: Codes,
        named_address: Callable[[], str] = lambda: "",
        qr: Callable[[str], tuple[tuple[bool, ...], ...]] = lambda address: (),
        restart: Callable[[], None] | None = None,
        how: Callable[[], SystemStatus] = lambda: SystemStatus(()),
    ) -> None:
        """Create the box on a session.

        `first` are the preferences until something is set on the box. `power_off` ends everything. `address` returns
        where phones find the table, "" without a network. `last_scroll` returns how many lines the screen can scroll a
        face.

        `codes` let phones act; they use the clock of the edges. `named_address` returns the address by this machine's
        name, "" while nothing answers for that name. `qr` draws an address as QrFace needs it. `restart` ends
        everything and starts it again; None if that is impossible. `system_status` returns the condition of everything
        the box depends on.
        """
        self.session = session
        self.records = Records(session)
        self.power_off = power_off
        self.restart = restart
        self.address = address
        self.codes = codes
        self.named_address = named_address
        self.qr = qr
        self.how = how
        self.preferences = preferences_from(self.records.noted(NOTE), first)
        self.words = Words(self.preferences.language)
        self.screen_lost = False
        self.spinner_lost = False
        self._last_scroll = last_scroll
        self._debouncer = Debouncer()
        self._gestures = Gestures()
        self._now = 0.0
        self._touched = 0.0
        self.plan: Plan | None = None
        """A set-up that was left unfinished; it continues where it was."""
        self.handed: Handed | None = None
        self._asked: Asking | None = None
        """The take-over request that the box asked about last."""
        self._wished: Wish | None = None
        """The backup request that the box asked about last."""
        self._sound: Sound | None = None
        self._sound_number = 0
        self._seen: Table | None = session.table
        super().__init__()
        self.push(HomePage(self))
        self.to_table()
        self._tell_carried()
        self._tell_from_file()
        if session.waits is not None:
            take_up(self, session.waits)

    # Input.

    def edge(self, edge: Edge) -> bool:
        """Handle a changed key line; return whether a key went down or came up, rather than a contact bounced."""
        self._now = max(self._now, edge.at)
        changes = self._debouncer.edge(edge)
        for change in changes:
            self._act(self._gestures.change(change, self.page.grips))
        return bool(changes)

    def turn(self, turn: KnobTurn) -> None:
        """Handle a turn of the knob: each detent goes to the page that is on top at that moment."""
        self._now = max(self._now, turn.at)
        for _ in range(abs(turn.steps)):
            self._touch(lambda page: page.turn(1 if turn.steps > 0 else -1))

    def throw(self, throw: KnobThrow) -> None:
        """Handle a throw of the spinner."""
        self._now = max(self._now, throw.at)
        self._touch(lambda page: page.throw(throw.speed))

    def let_go(self, gone: LetGo) -> None:
        """Handle the loss of the spinner: a press that began on it has no effect."""
        self._now = max(self._now, gone.at)
        if changes := self._debouncer.let_go(gone.at):
            self._gestures.let_go()
            for change in changes:
                self._act(self._gestures.change(change))

    def tick(self, now: float) -> bool:
        """Handle the time that `deadline` gave; return False if all it did was to check that a contact is at rest."""
        before, waited_for = self.page, self._deadline_of_pages()
        self._now = max(self._now, now)
        changes = self._debouncer.tick(now)
        for change in changes:
            self._act(self._gestures.change(change, self.page.grips))
        self._act(self._gestures.tick(now))
        self._look(self.page)
        return bool(changes) or self.page is not before or (waited_for is not None and waited_for <= now)

    def deadline(self) -> float | None:
        """Return when `tick` is needed next, in the edges' time; None at rest."""
        return _earliest(self._debouncer.deadline(), self._deadline_of_pages())

    def _deadline_of_pages(self) -> float | None:
        """Return when a held key or a page next needs a tick."""
        return _earliest(self._gestures.deadline(self._now), *(page.deadline() for page in self._pages))

    def refresh(self) -> None:
        """Follow a session that a phone may have changed, or codes that a phone may have used.

        A key that is held meanwhile was meant for the state before, so its gesture is cancelled.
        """
        before = self.page
        if self._follow():
            self._gestures.let_go()
        self._look(before)

    # Output.

    def output(self) -> Output:
        """Return everything the box shows now."""
        face, glows = self._face(), self._glows()
        return Output(
            face,
            glows,
            self._sound,
            self._sound_number,
            self.preferences.heard,
            self._ring(face, glows),
            self._live(face),
            self.preferences.calm,
        )

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
        corrected = self.table is not None and any(entry.played.move.kind == "correct" for entry in self.table.entries)
        tones = {note.tone for note in notes_of(self.table, self.words)} if self.table is not None else set()
        signs = (
            (Badge.HOUSE_RULES, Tone.RULE in tones),
            (Badge.LOOK, Tone.WARNING in tones),
            (Badge.NOT_SAVED, not self.session.saved),
            (Badge.SCREEN_LOST, self.screen_lost),
            (Badge.SPINNER_LOST, self.spinner_lost),
            (Badge.DAMAGED, self.session.damaged),
            (Badge.CORRECTED, corrected),
            (Badge.LOOK, self.table is not None and bool(replaced(self.table))),
            (Badge.MUTED, self.preferences.heard == 0),
        )
        return tuple(badge for badge, shown in signs if shown)

    def _glows(self) -> tuple[Glow, ...]:
        table = self.table
        if table is None or table.closed:
            return ()
        turn, waiting = table.match.turn(table.state), table.match.active_seats(table.state)
        return tuple(
            Glow.STEADY if seat == turn else Glow.BLINK if seat in waiting else Glow.OFF for seat in table.seats
        )

    def _ring(self, face: Face, glows: tuple[Glow, ...]) -> RingShow:
        """Return what the ring of lights shows.

        The whole table sees the ring, so it shows nothing of a page that one seat alone may see.
        """
        colours = tuple(own[0] for own in self.table.match.colours) if self.table is not None else ()
        turn = next((seat for seat, glow in enumerate(glows, 1) if glow is Glow.STEADY), 0)
        seats = RingSeats(colours, turn, tuple(seat for seat, glow in enumerate(glows, 1) if glow is Glow.BLINK))
        if self.viewer is not PUBLIC:
            return ring_of(Face(), seats)
        return self.page.ring(face) or ring_of(face, seats)

    def _live(self, face: Face) -> frozenset[Key]:
        scrolls = isinstance(face, MessageFace) and self.last_scroll(face) > 0
        table = self.table
        return live_keys(face, scrolls=scrolls, takes_back=bool(table.done) and not table.closed if table else None)

    # For the pages.

    @property
    def now(self) -> float:
        """Newest time that came in with a touch or a tick, in seconds of the edges' clock."""
        return self._now

    @property
    def down(self) -> frozenset[Key]:
        """Keys that are held now and mean something to the page on top."""
        return self._gestures.down()

    @property
    def touched(self) -> float:
        """Time of the last input that reached a page, in seconds of the edges' clock."""
        return self._touched

    @property
    def table(self) -> Table | None:
        """The open game; None if none is open."""
        return self.session.table

    def to_table(self) -> None:
        """Go to the open game's page, or home if none is open."""
        self._take_off(self._pages[1:])
        if self.table is not None:
            self.push(TablePage(self))

    def do(self, command: Command) -> Answer | None:
        """Execute a command. If it is refused, show why on a separate page and return None."""
        try:
            answer = self.session.do(command)
        except (RulesError, SessionError) as error:
            seat = _mover(command)
            self._offer_private(error, seat)
            self.refuse(error, seat)
            return None
        self.sound(Sound.DONE)
        return answer

    def ask(self, command: Command) -> Answer:
        """Execute a command without a sound or a message. Raises what the session and the rules raise."""
        return self.session.do(command)

    def preview(self, command: Command) -> Table:
        """Return the table as a command would leave it; nothing is written. Raises as `do_or_raise` does."""
        return self.session.preview(command)

    def do_at_table(self, command: Command) -> None:
        """Execute a command as `do` does; if it succeeds, go to the table's page, which shows the outcome."""
        if self.do(command) is not None:
            self.show_table()

    def show_table(self) -> None:
        """Go to the table's page, which shows the outcome of the last command."""
        self.to_table()
        self._follow()

    def take_back(self) -> None:
        """Take back the last change, or show why not; on the table's page, where everyone sees it."""
        self.to_table()
        self.do_at_table(TakeBack())

    def restore(self) -> None:
        """Restore what was taken back last, or show why not; on the table's page, where everyone sees it."""
        self.to_table()
        self.do_at_table(Restore())

    def refuse(self, why: RulesError | SessionError | Refusal, seat: int | None = None) -> None:
        """Show why something is refused, with its ruling.

        `seat` is the seat whose move is refused. What its hand lacks is shown only while that seat holds the box;
        without `seat`, nothing is said about any hand.
        """
        names = self.table.names if self.table else ()
        told = [self.words.with_reading(why.reason, names)]
        mine = seat is not None and self.viewer.sees(seat)
        if isinstance(why, IllegalMoveError) and why.private is not None and mine:
            told.append(self.words.of(why.private, names))
        self.tell(self.words("refused.title"), " ".join(told), getattr(why, "ruling", None) or "")
        self.sound(Sound.REFUSED)

    def tell(self, heading: str, text: Text | str, ruling: str = "") -> None:
        """Push a page of words; any key closes it."""
        names = self.table.names if self.table else ()
        body = text if isinstance(text, str) else self.words.with_reading(text, names)
        self.push(MessagePage(self, heading, body, ruling))

    def sound(self, sound: Sound) -> None:
        """Play a sound."""
        self._sound, self._sound_number = sound, self._sound_number + 1

    def last_scroll(self, face: MessageFace | BlockFace) -> int:
        """Return how many lines this face can be scrolled before its last line is in sight."""
        return self._last_scroll(replace(face, large=self.preferences.large))

    def prefer(self, preferences: Preferences) -> None:
        """Set and save preferences; they apply even if they cannot be saved."""
        self.preferences = preferences
        self.words = Words(preferences.language)
        self.keep(NOTE, preferences.to_json())

    def keep(self, name: str, value: Any) -> bool:
        """Save a note in the journal and return whether that worked; show why if it did not."""
        try:
            self.session.note(name, value)
        except SessionError as error:
            self.refuse(error)
            return False
        return True

    def saved_games(self) -> tuple[Saved, ...]:
        """Return every game in the journal, oldest first; show why if the journal cannot be read."""
        try:
            return self.session.journal.games()
        except SessionError as error:
            self.refuse(error)
            return ()

    # Internals.

    def _offer_private(self, error: RulesError | SessionError, seat: int | None) -> None:
        """Offer to show a seat what its refused move lacks in its hand.

        That is for the seat alone, so a hand-over page is pushed behind the reason.
        """
        private = error.private if isinstance(error, IllegalMoveError) and self.viewer is PUBLIC else None
        if seat is not None and isinstance(error, IllegalMoveError) and private is not None:
            show = partial(self.tell, self.words("hand.lacks"), private, error.ruling or "")
            self.push(HandOverPage(self, seat, show))

    def _tell_carried(self) -> None:
        """Show that the game just opened continues by other rules, and which totals they changed."""
        if self.session.carried_now:
            told = carried_told(self.session.snapshot().carried_totals)
            names = self.table.names if self.table else ()
            body = " ".join(self.words.of(text, names) for text in told)
            self.tell(self.words("past.game", number=self.table.number if self.table else 0), body)

    def _tell_from_file(self) -> None:
        """Show that the throws of the game just opened have a new seal, until the first of them is drawn."""
        table = self.table
        if table is None or not table.commitments or not table.commitments[-1].from_file:
            return
        last = len(table.commitments) - 1
        if all(drawn.commitment < last for drawn in table.draws):
            words = " ".join(table.commitments[last].words)
            self.tell(self.words("past.game", number=table.number), say("session.from_file", words=words))

    @property
    def _kept(self) -> int:
        return 1 if self.table is None else 2

    def _look(self, before: Page) -> None:
        for page in tuple(self._pages):
            page.look(self._now)
        self._settle(before)

    def _settle(self, before: Page) -> None:
        """Notify the page that is now on top if it changed, and push the questions that are due.

        A key that is held was meant for the page before, so it has no effect on a page that comes up here.
        """
        if self.page is not before:
            self.page.on_top()
        self._ask()
        if self.page is not before:
            self._gestures.let_go()

    def _ask(self) -> None:
        """Ask everyone whether a phone may do something, but not while a seat's hand is on the screen."""
        if self.viewer is not PUBLIC:
            return
        wish = self.codes.handing.asking
        if wish is not None and wish != self._wished:
            self._wished = wish
            self.push(HandOutPage(self, wish))
        asking = self.codes.asking
        if asking is None or asking == self._asked:
            return
        if self.table and self.table.number == asking.game:
            self._asked = asking
            self.push(TakeOverPage(self, asking))

    def _act(self, gestures: tuple[Gesture, ...]) -> None:
        for gesture in gestures:
            self._touch(partial(_do, gesture))

    def _touch(self, do: Callable[[Page], None]) -> None:
        """Let the page on top handle an input."""
        page = self.page
        self._touched = self._now
        self.sound(Sound.KEY)
        do(page)
        self._follow()
        self._settle(page)

    def _follow(self) -> bool:
        """Notify the pages of the session's table; return whether it changed since the last call."""
        before, after = self._seen, self.table
        if before is after:
            return False
        self._seen = after
        if before is None or after is None or after.number != before.number:
            self.to_table()
            if after is not None:
                announce(self, after)
            self._tell_carried()
            self._tell_from_file()
            return True
        unfit = next((number for number, page in enumerate(self._pages) if not page.fits(after)), None)
        if unfit is not None:
            self._take_off(self._pages[unfit:])
            self.tell(self.words("refused.title"), say("session.stale"))
        for page in sorted(self._pages, key=lambda page: page.held_by is None):  # hands are hidden before anything else
            page.table_changed(before, after)
        return True


def _earliest(*times: float | None) -> float | None:
    return min((time for time in times if time is not None), default=None)


def _mover(command: Command) -> int | None:
    """Return the only seat whose moves a command plays; None if there are several or none."""
    seats = {seat for seat, _ in command.moves} if isinstance(command, Play) else set()
    return seats.pop() if len(seats) == 1 else None


def _do(gesture: Gesture, page: Page) -> None:
    if gesture.act is Act.GRIP:
        page.grip(gesture.key)
    elif gesture.act is Act.RELEASE:
        page.release(gesture.key)
    elif gesture.act is Act.LONG:
        page.long(gesture.key)
    elif gesture.key is Key.UNDO:
        page.undo()
    else:
        page.press(gesture.key)
