"""The box: it takes key input, lets pages answer it, sends commands to the session and returns a face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.box.box_parts import BoxParts
from companion.box.faces.faces import BlockFace, Face, Hold, MessageFace, ScrolledFace
from companion.box.faces.signals import BoxOutput, Glow, RingSeats, RingShow, Sound, live_keys, ring_for
from companion.box.input_events import KeyEdge, KnobThrow, KnobTurn, SpinnerLost
from companion.box.key_presses import Debouncer, Gesture, GestureKind, GestureRecognizer, KeyTransition
from companion.box.pages.backup_permission_page import HandOutPage
from companion.box.pages.end_reveal_page import EndRevealPage
from companion.box.pages.lobby_page import show_lobby
from companion.box.pages.machine_page import AllowChangePage
from companion.box.pages.message_page import MessagePage
from companion.box.pages.night_page import DARK_AFTER_S, LOOK_S, NightPage, is_night
from companion.box.pages.off_page import OffPage
from companion.box.pages.page import BoxHolder, FinishedTask, Page, PageStack
from companion.box.pages.phones_page import TakeOverPage
from companion.box.pages.private_hand_page import HandOverPage
from companion.box.pages.saved_games_page import open_game
from companion.box.pages.seal_page import show_opening_seal
from companion.box.pages.turn_page import TablePage
from companion.box.pages.welcome_page import HomePage
from companion.box.preferences import PREFERENCES_NOTE, Preferences, preferences_from
from companion.box.session_queries import SessionQueries
from companion.journal.archive import PastGame
from companion.journal.journal import SavedGame
from companion.rules.game import Game
from companion.rules.match_functions import standings
from companion.rules.rule_errors import IllegalMoveError, Refusal, RulesError
from companion.rules.scene import Tone
from companion.rules.text import Text, say
from companion.rules.viewer import PUBLIC
from companion.session.box_permission import PermissionRequest
from companion.session.machine_change import Machine
from companion.session.pairing_codes import PairingCodes, TakeoverRequest
from companion.session.session import Session
from companion.session.system_status import SystemStatus
from companion.table.commands import Answer, Command, Play, Restore, TakeBack
from companion.table.history_queries import replaced_draw_names
from companion.table.lobby import Lobby
from companion.table.session_errors import SessionError
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import Badge, Key
from companion.words.status_lines import migration_texts
from companion.words.translated_scene import notes_of

__all__ = ["Box", "Preferences"]

EARLY_RELEASE_S = 2.0
"""Seconds for which the screen says that a key was let go too early, unless another key goes down."""
_LETTERS_PER_LINE = 12
"""Letters that fit on any line. Without the screen's own count, this gives the most lines that a text can need."""


def estimate_last_scroll(face: ScrolledFace) -> int:
    """Return an upper bound of how far a face can be scrolled, for a box whose screen does not say."""
    if isinstance(face, BlockFace):
        return sum(len(block.spoken) for block in face.blocks)
    if not isinstance(face, MessageFace):
        return 0
    return len(face.body) // _LETTERS_PER_LINE


class Box(PageStack):
    """One box at a table. It lives on the desk's thread; `output` is what it shows and plays now.

    Pages are kept on a stack. The first is the welcome page; while a game is open, the table's page is always the
    second.
    """

    def __init__(  # noqa: PLR0913 - all collaborators of the box
        self,
        session: Session,
        initial: Preferences,
        power_off: Callable[[], None],
        address: Callable[[], str],
        last_scroll: Callable[[ScrolledFace], int] = estimate_last_scroll,
        *,
        codes: PairingCodes,
        named_address: Callable[[], str] = lambda: "",
        more_addresses: Callable[[], Sequence[str]] = tuple,
        why_no_address: Callable[[], str] = lambda: "settings.no_address",
        qr: Callable[[str], tuple[tuple[bool, ...], ...]] = lambda address: (),
        restart: Callable[[], None] | None = None,
        system_status: Callable[[], SystemStatus] = lambda: SystemStatus(()),
        parts: Callable[[], BoxParts] = BoxParts,
        past_games: Callable[[], tuple[PastGame, ...]] = lambda: (),
        hour: Callable[[], int] = lambda: 12,
        machine: Machine | None = None,
    ) -> None:
        """Create the box on a session.

        `initial` are the preferences until something is set on the box. `power_off` ends everything. `address` returns
        where phones find the table, "" without a network. `last_scroll` returns how many lines the screen can scroll a
        face.

        `codes` let phones act; they use the clock of the edges. `named_address` returns the address by this machine's
        name, "" while nothing answers for that name. `more_addresses` returns the other likely addresses,
        `why_no_address` the catalogue key of the reason for having no address. `qr` draws an address for QrFace.
        `restart` ends everything and starts it again; None if that is impossible. `system_status` returns the condition
        of everything the box depends on. `parts` returns the keys and turned parts that are connected. `past_games`
        returns every game as the list of past games shows it; it raises SessionError if the journal cannot be read.
        `hour` returns the hour of the day here, from 0 to 23. `machine` is the machine below, if the program may
        change it.
        """
        self.session = session
        self.queries = SessionQueries(session)
        self.power_off = power_off
        self.restart = restart
        self.address = address
        self.codes = codes
        self.named_address = named_address
        self.more_addresses = more_addresses
        self.why_no_address = why_no_address
        self.qr = qr
        self.system_status = system_status
        self.parts = parts
        self.past_games = past_games
        self.preferences = preferences_from(self.queries.note(PREFERENCES_NOTE), initial)
        self.words = Words(self.preferences.language)
        self.screen_lost = False
        self.spinner_lost = False
        self._last_scroll = last_scroll
        self._debouncer = Debouncer()
        self._gestures = GestureRecognizer()
        self.machine = machine
        self._hour = hour
        self._now = 0.0
        self._touched = 0.0
        self._look_at = codes.now + DARK_AFTER_S
        """The time to look whether the box should go dark."""
        self._early_release: tuple[Page, float] | None = None
        """The page on which a key was let go too early, and the time until which the screen says so."""
        self.box_holder: BoxHolder | None = None
        self.finished_tasks: frozenset[FinishedTask] = frozenset()
        self.real_dice = session.real_dice
        self._last_request: TakeoverRequest | None = None
        """The take-over request that the box asked about last."""
        self._last_permissions: dict[type[Page], PermissionRequest] = {}
        """The permission requests that the box asked about last, by their page."""
        self._sound: Sound | None = None
        self._sound_number = 0
        self._last_table: Table | None = session.shown_table
        self._last_opening = session.lobby_openings
        """The number of times that the lobby had been opened when the box last looked."""
        super().__init__()
        self.push(HomePage(self))
        self.to_table()
        self._show_migrated_totals()
        self._show_new_seal()
        if session.undecided_game is not None:
            open_game(self, session.undecided_game)

    # Input.

    def edge(self, edge: KeyEdge) -> bool:
        """Handle a changed key line; return whether a key went down or came up, rather than a contact bounced."""
        self._now = max(self._now, edge.time)
        changes = self._debouncer.edge(edge)
        self._handle_transitions(changes)
        return bool(changes)

    def turn(self, turn: KnobTurn) -> None:
        """Handle a turn of the knob: each detent goes to the page that is on top at that moment."""
        self._now = max(self._now, turn.time)
        for _ in range(abs(turn.steps)):
            self._handle_input(lambda page: page.turn(1 if turn.steps > 0 else -1))

    def throw(self, throw: KnobThrow) -> None:
        """Handle a throw of the spinner."""
        self._now = max(self._now, throw.time)
        self._handle_input(lambda page: page.throw(throw.speed))

    def release_spinner(self, loss: SpinnerLost) -> None:
        """Handle the loss of the spinner: a press that began on it has no effect."""
        self._now = max(self._now, loss.time)
        if changes := self._debouncer.release_spinner(loss.time):
            self._gestures.cancel()
            for change in changes:
                self._handle_gestures(self._gestures.change(change))

    def tick(self, now: float) -> bool:
        """Handle the time that `deadline` gave; return False if all it did was to check that a contact is at rest."""
        before, waited_for = self.page, self._deadline_of_pages()
        self._now = max(self._now, now)
        changes = self._debouncer.tick(now)
        self._handle_transitions(changes)
        self._handle_gestures(self._gestures.tick(now))
        self._update_pages(self.page)
        if self._now >= self._look_at:
            self._darken_at_night()
        return bool(changes) or self.page is not before or (waited_for is not None and waited_for <= now)

    def deadline(self) -> float | None:
        """Return when `tick` is needed next, in the edges' time; None at rest."""
        looks = self.preferences.dark_at_night and not self.page.is_dark
        return _earliest(self._debouncer.deadline(), self._deadline_of_pages(), self._look_at if looks else None)

    def _deadline_of_pages(self) -> float | None:
        """Return when a held key, a hint or a page next needs a tick."""
        early_until = self._early_release[1] if self._is_early_release_shown and self._early_release else None
        return _earliest(early_until, self._gestures.deadline(self._now), *(page.deadline() for page in self._pages))

    def refresh(self) -> None:
        """Follow a session that a phone may have changed, or codes that a phone may have used.

        A key that is held meanwhile was meant for the state before, so its gesture is cancelled.
        """
        before = self.page
        if self._follow_session():
            self._gestures.cancel()
        self._follow_lobby()
        self._update_pages(before)

    # Output.

    def output(self) -> BoxOutput:
        """Return everything the box shows now."""
        face, glows = self._face(), () if self.page.is_dark else self._glows()
        return BoxOutput(
            face,
            glows,
            self._sound,
            self._sound_number,
            self.preferences.effective_volume,
            self._ring(face, glows),
            self._live_keys(face),
            self.preferences.brightness,
            self.preferences.calm,
        )

    def _face(self) -> Face:
        face = self.page.face()
        down = self._gestures.down()
        hints = tuple(replace(hint, pressed=True) if hint.key in down else hint for hint in face.hints)
        strip = replace(face.strip, badges=(*face.strip.badges, *self._badges()))
        return replace(face, hints=hints, strip=strip, hold=self._hold(), large=self.preferences.large)

    def _hold(self) -> Hold | None:
        """Return the bar of a held key, or the empty bar that says that a key was let go too early."""
        hold = self._gestures.hold(self._now)
        text = self.page.hold_text(hold[0]) if hold else ""
        if hold and text:
            return Hold(text, hold[1], self.page.hold_brief(hold[0]))
        if self._is_early_release_shown:
            return Hold(self.words("hold.nothing"), 0.0, self.words.brief(say("hold.nothing")))
        return None

    @property
    def _is_early_release_shown(self) -> bool:
        early = self._early_release
        return early is not None and early[0] is self.page and self._now < early[1]

    def _badges(self) -> tuple[Badge, ...]:
        corrected = self.table is not None and any(entry.played.move.kind == "correct" for entry in self.table.entries)
        tones = {note.tone for note in notes_of(self.table, self.words)} if self.table is not None else set()
        signs = (
            (Badge.HOUSE_RULES, Tone.RULE in tones),
            (Badge.REAL_DICE, self.real_dice),
            (Badge.LOOK, Tone.WARNING in tones),
            (Badge.NOT_SAVED, not self.session.saved),
            (Badge.SCREEN_LOST, self.screen_lost),
            (Badge.SPINNER_LOST, self.spinner_lost),
            (Badge.DAMAGED, self.session.damaged),
            (Badge.CORRECTED, corrected),
            (Badge.LOOK, self.table is not None and bool(replaced_draw_names(self.table))),
            (Badge.MUTED, self.preferences.effective_volume == 0),
        )
        return tuple(badge for badge, active in signs if active)

    def _glows(self) -> tuple[Glow, ...]:
        table = self.table
        if table is None or table.closed:
            return ()
        if table.reveal is not None:
            return (Glow.OFF,) * len(table.seats)
        if table.over:
            winners = {place.seat for place in standings(table.match, table.state) if place.rank == 1}
            return tuple(Glow.STEADY if seat in winners else Glow.OFF for seat in table.seats)
        turn, active_seats = table.match.turn(table.state), table.match.active_seats(table.state)
        return tuple(
            Glow.STEADY if seat == turn else Glow.BLINK if seat in active_seats else Glow.OFF for seat in table.seats
        )

    def _ring(self, face: Face, glows: tuple[Glow, ...]) -> RingShow:
        """Return what the ring of lights shows.

        The whole table sees the ring, so it shows nothing of a page that one seat alone may see.
        """
        colours = (
            tuple(colours_of_seat[0] for colours_of_seat in self.table.match.colours) if self.table is not None else ()
        )
        over = self.table is not None and self.table.over
        turn = 0 if over else next((seat for seat, glow in enumerate(glows, 1) if glow is Glow.STEADY), 0)
        seats = RingSeats(colours, turn, tuple(seat for seat, glow in enumerate(glows, 1) if glow is Glow.BLINK))
        if self.viewer is not PUBLIC and not self.page.is_dark:
            return ring_for(Face(), seats)
        return self.page.ring(face) or ring_for(face, seats)

    def _live_keys(self, face: Face) -> frozenset[Key]:
        scrolls = isinstance(face, MessageFace) and self.last_scroll(face) > 0
        table = self.table
        return live_keys(
            face, scrolls=scrolls, takes_back=bool(table.undo_stack) and not table.closed if table else None
        )

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
        """The open game, as everybody may see it; None if none is open."""
        return self.session.shown_table

    def to_table(self) -> None:
        """Go to the open game's page, or home if none is open."""
        self._remove_pages(self._pages[1:])
        if self.table is not None:
            self.push(TablePage(self))
            if self.table.reveal is not None:
                self.push(EndRevealPage(self))

    def do(self, command: Command) -> Answer | None:
        """Execute a command. If it is refused, show why on a separate page and return None."""
        try:
            answer = self.session.do(command)
        except (RulesError, SessionError) as error:
            seat = _moving_seat(command)
            self._offer_private(error, seat)
            self.show_refusal(error, seat)
            return None
        self.sound(Sound.DONE)
        return answer

    @property
    def lobby(self) -> Lobby | None:
        """The lobby of the next game; None while nobody opens one."""
        return self.session.lobby

    def open_lobby(self, game: Game, *, rematch: bool = False) -> bool:
        """Open the lobby for a game, or go on with the one that is open; with `rematch`, the people at the table sit.

        Return whether that was possible; show why if it was not.
        """

        def open_for_game() -> None:
            lobby = self.session.open_lobby(game, rematch=rematch)
            if lobby.game is not game:
                self.session.choose_game(game)

        opened = self._attempt(open_for_game)
        self._last_opening = self.session.lobby_openings
        return opened

    def change_lobby(self, change: Callable[[Lobby], Lobby]) -> bool:
        """Change the lobby and return whether that was possible; show why if it was not."""
        return self._attempt(partial(self.session.change_lobby, change))

    def start_lobby(self) -> None:
        """Start the game of the lobby and go to its table, or show why not."""
        if self._attempt(lambda: self.session.start_lobby(lambda colour: self.words(f"colour.{colour}"))):
            self.sound(Sound.DONE)
            self.show_table()

    def do_or_raise(self, command: Command) -> Answer:
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
        self._follow_session()

    def take_back(self) -> None:
        """Take back the last change, or show why not; on the table's page, where everyone sees it."""
        self.to_table()
        self.do_at_table(TakeBack())

    def restore(self) -> None:
        """Restore what was taken back last, or show why not; on the table's page, where everyone sees it."""
        self.to_table()
        self.do_at_table(Restore())

    def show_refusal(self, error: RulesError | SessionError | Refusal, seat: int | None = None) -> None:
        """Show why something is refused, with its ruling.

        `seat` is the seat whose move is refused. What its hand lacks is shown only while that seat holds the box;
        without `seat`, nothing is said about any hand.
        """
        names = self.table.names if self.table else ()
        sentences = [self.words.with_interpretation(error.reason, names)]
        own = seat is not None and self.viewer.sees(seat)
        if isinstance(error, IllegalMoveError) and error.private is not None and own:
            sentences.append(self.words.of(error.private, names))
        self.show_message(self.words("refused.title"), " ".join(sentences), getattr(error, "ruling", None) or "")
        self.sound(Sound.REFUSED)

    def show_message(self, heading: str, text: Text | str, ruling: str = "") -> None:
        """Push a page of words; any key closes it."""
        names = self.table.names if self.table else ()
        body = text if isinstance(text, str) else self.words.with_interpretation(text, names)
        self.push(MessagePage(self, heading, body, ruling))

    def sound(self, sound: Sound) -> None:
        """Play a sound."""
        self._sound, self._sound_number = sound, self._sound_number + 1

    def last_scroll(self, face: ScrolledFace) -> int:
        """Return how far this face can be scrolled until its end is in sight: in lines, or in pages of large text."""
        return self._last_scroll(replace(face, large=self.preferences.large))

    def set_preferences(self, preferences: Preferences) -> None:
        """Set and save preferences; they apply even if they cannot be saved."""
        self.preferences = preferences
        self.words = Words(preferences.language)
        self.save_note(PREFERENCES_NOTE, preferences.to_json())

    def save_note(self, name: str, value: Any) -> bool:
        """Save a note in the journal and return whether that worked; show why if it did not."""
        try:
            self.session.note(name, value)
        except SessionError as error:
            self.show_refusal(error)
            return False
        return True

    def saved_games(self) -> tuple[SavedGame, ...]:
        """Return every game in the journal, oldest first; show why if the journal cannot be read."""
        try:
            saved_games = self.session.journal.games()
        except SessionError as error:
            self.show_refusal(error)
            return ()
        hidden = self.table.number if self.table is not None and self.table.reveal is not None else None
        return tuple(replace(saved, result=None) if saved.number == hidden else saved for saved in saved_games)

    # Internals.

    def _attempt(self, action: Callable[[], object]) -> bool:
        """Return whether the session and the rules accept an action; show why if they do not."""
        try:
            action()
        except (RulesError, SessionError) as error:
            self.show_refusal(error)
            return False
        return True

    def _follow_lobby(self) -> None:
        """Turn from the welcome page to the lobby that a phone has opened."""
        opening, self._last_opening = self._last_opening, self.session.lobby_openings
        if opening != self._last_opening and self.lobby is not None and isinstance(self.page, HomePage):
            show_lobby(self)

    def _darken_at_night(self) -> None:
        """Show nothing any more on a box that was left alone for long enough, if it is night."""
        self._look_at = self._now + LOOK_S
        is_wanted = self.preferences.dark_at_night and not self.page.is_dark and not isinstance(self.page, OffPage)
        if is_wanted and is_night(self._hour()):
            self.push(NightPage(self))

    def _offer_private(self, error: RulesError | SessionError, seat: int | None) -> None:
        """Offer to show a seat what its refused move lacks in its hand.

        That is for the seat alone, so a hand-over page is pushed behind the reason.
        """
        private = error.private if isinstance(error, IllegalMoveError) and self.viewer is PUBLIC else None
        if seat is not None and isinstance(error, IllegalMoveError) and private is not None:
            show = partial(self.show_message, self.words("hand.lacks"), private, error.ruling or "")
            self.push(HandOverPage(self, seat, show))

    def _show_migrated_totals(self) -> None:
        """Show that the game just opened continues by other rules, and which totals they changed."""
        if self.session.just_migrated:
            texts = migration_texts(self.session.snapshot().migrated_totals)
            names = self.table.names if self.table else ()
            body = " ".join(self.words.of(text, names) for text in texts)
            self.show_message(self.words("past.game", number=self.table.number if self.table else 0), body)

    def _show_new_seal(self) -> None:
        """Show that the throws of the game just opened have a new seal, until the first of them is drawn."""
        table = self.table
        if table is None or not table.commitments or not table.commitments[-1].from_file:
            return
        last = len(table.commitments) - 1
        if all(drawn.commitment_index < last for drawn in table.draws):
            words = " ".join(table.commitments[last].words)
            self.show_message(self.words("past.game", number=table.number), say("session.from_file", words=words))

    @property
    def _fixed_pages(self) -> int:
        return 1 if self.table is None else 2

    def _update_pages(self, before: Page) -> None:
        for page in tuple(self._pages):
            page.update(self._now)
        self._follow_session()  # a page may have turned the reveal of the end
        self._after_input(before)

    def _after_input(self, before: Page) -> None:
        """Notify the page that is now on top if it changed, and push the questions that are due.

        A key that is held was meant for the page before, so it has no effect on a page that comes up here.
        """
        if self.page is not before:
            self.page.on_top()
        self._push_questions()
        if self.page is not before:
            self._gestures.cancel()

    def _push_questions(self) -> None:
        """Ask everyone whether a phone may do something, but not while a seat's hand is on the screen."""
        if self.viewer is not PUBLIC:
            return
        pages = ((self.codes.backup_permission, HandOutPage), (self.codes.change_permission, AllowChangePage))
        for permission, page in pages:
            asked = permission.pending_request
            if asked is not None and asked != self._last_permissions.get(page):
                self._last_permissions[page] = asked
                self.push(page(self, asked))
        request = self.codes.takeover_request
        if request is None or request == self._last_request:
            return
        if self.table and self.table.number == request.game:
            self._last_request = request
            self.push(TakeOverPage(self, request))

    def _handle_transitions(self, transitions: tuple[KeyTransition, ...]) -> None:
        for transition in transitions:
            if transition.down:
                self._early_release = None
            self._handle_gestures(self._gestures.change(transition, self.page.grips))

    def _handle_gestures(self, gestures: tuple[Gesture, ...]) -> None:
        for gesture in gestures:
            if gesture.kind is GestureKind.EARLY_RELEASE and self.page.hold_text(gesture.key):
                self._early_release = (self.page, self._now + EARLY_RELEASE_S)
            else:
                self._handle_input(partial(_send_to_page, gesture))

    def _handle_input(self, action: Callable[[Page], None]) -> None:
        """Let the page on top handle an input."""
        page = self.page
        self._touched = self._now
        self._look_at = self._now + DARK_AFTER_S
        self.sound(Sound.KEY)
        action(page)
        self._follow_session()
        self._after_input(page)

    def _follow_session(self) -> bool:
        """Notify the pages of the session's table; return whether it changed since the last call."""
        self.real_dice = self.session.real_dice
        before, after = self._last_table, self.table
        if before is after:
            return False
        self._last_table = after
        self._look_at = self.codes.now + DARK_AFTER_S
        if before is None or after is None or after.number != before.number:
            self.to_table()
            if after is not None:
                show_opening_seal(self, after)
            self._show_migrated_totals()
            self._show_new_seal()
            return True
        unfit = next((number for number, page in enumerate(self._pages) if not page.still_holds(after)), None)
        if unfit is not None:
            self._remove_pages(self._pages[unfit:])
            self.show_message(self.words("refused.title"), say("session.stale"))
        for page in sorted(
            self._pages, key=lambda page: page.private_seat is None
        ):  # hands are hidden before anything else
            page.table_changed(before, after)
        if after.reveal is not None and before.reveal is None:
            self.to_table()
        return True


def _earliest(*times: float | None) -> float | None:
    return min((time for time in times if time is not None), default=None)


def _moving_seat(command: Command) -> int | None:
    """Return the only seat whose moves a command plays; None if there are several or none."""
    seats = {seat for seat, _ in command.moves} if isinstance(command, Play) else set()
    return seats.pop() if len(seats) == 1 else None


def _send_to_page(gesture: Gesture, page: Page) -> None:
    if gesture.kind is GestureKind.GRIP:
        page.grip(gesture.key)
    elif gesture.kind is GestureKind.RELEASE:
        page.release(gesture.key)
    elif gesture.kind is GestureKind.LONG_PRESS:
        page.long_press(gesture.key)
    elif gesture.key is Key.UNDO:
        page.undo()
    else:
        page.press(gesture.key)
