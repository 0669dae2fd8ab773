"""The base class of pages, the `PageHost` they work with, and the stack that holds them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.box.box_parts import BoxParts
from companion.box.faces.faces import Face, Hint, ScrolledFace
from companion.box.faces.signals import RingShow, Sound
from companion.box.preferences import Preferences
from companion.box.session_queries import SessionQueries
from companion.journal.archive import PastGame
from companion.journal.journal import SavedGame
from companion.rules.game import Game
from companion.rules.rule_errors import Refusal, RulesError
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.session.machine_change import Machine
from companion.session.pairing_codes import PairingCodes
from companion.session.system_status import SystemStatus
from companion.support.frozen_dataclasses import frozen
from companion.table.commands import Answer, Command
from companion.table.lobby import Lobby
from companion.table.session_errors import SessionError
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import Key

SEAT_KEYS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)


@frozen
class BoxHolder:
    """A seat that has just made a secret move on the box and still holds it."""

    seat: int
    kind: str
    """Kind of the move it made."""
    seq: int
    """Sequence number of the table after that move."""
    until: float
    """Time after which nobody is assumed to hold the box, in seconds of the edges' clock."""


@frozen
class FinishedTask:
    """A task that was ticked off. The same words in another list, such as that of a new round, are another task."""

    game: int
    """Number of the game."""
    list_name: str
    text: str


class PageHost(Protocol):
    """The part of the box that pages use: the screen and sounds, the stack of pages, and the saved state."""

    preferences: Preferences
    words: Words
    codes: PairingCodes
    queries: SessionQueries
    """Access beside the open table: games, notes, phones, free dice."""
    box_holder: BoxHolder | None
    """Seat that has just made a secret move and holds the box."""
    real_dice: bool
    """True while the table uses real dice: results of dice and wheels are typed in without asking."""
    finished_tasks: frozenset[FinishedTask]
    """Tasks ticked off on the lists of what to set up, since the box was switched on."""
    power_off: Callable[[], None]
    """Ends everything."""
    restart: Callable[[], None] | None
    """Ends everything and starts it again; None if that is impossible."""
    machine: Machine | None
    """The machine below, if the program may change it."""
    address: Callable[[], str]
    """Returns where phones find the table, "" without a network."""
    named_address: Callable[[], str]
    """Returns the same by this machine's name."""
    more_addresses: Callable[[], Sequence[str]]
    """Returns the other addresses that may also be reached."""
    why_no_address: Callable[[], str]
    """Returns the catalogue key of the reason why there is no address."""
    qr: Callable[[str], tuple[tuple[bool, ...], ...]]
    """Draws an address for `QrFace`."""
    system_status: Callable[[], SystemStatus]
    """Returns the status of the system."""
    parts: Callable[[], BoxParts]
    """Returns the keys and turned parts that are connected now."""
    past_games: Callable[[], tuple[PastGame, ...]]
    """Returns every game of the journal as its list shows it; raises SessionError if the journal cannot be read."""

    # Present state.

    @property
    def table(self) -> Table | None:
        """The open game; None if none is open."""

    @property
    def lobby(self) -> Lobby | None:
        """The lobby of the next game; None while nobody opens one."""

    @property
    def viewer(self) -> Viewer:
        """Viewer of the screen: everyone, or only the seat that holds the box."""

    @property
    def page(self) -> Page:
        """The page on top."""

    @property
    def now(self) -> float:
        """Newest time that came in, in seconds of the edges' clock."""

    @property
    def touched(self) -> float:
        """Time of the last input, in seconds of the edges' clock."""

    @property
    def down(self) -> frozenset[Key]:
        """Keys that are held now and mean something to the page on top."""

    # Pages.

    def push(self, page: Page) -> None:
        """Put a page on top."""

    def pop(self, pages: int = 1) -> None:
        """Remove pages from the top; the lowest pages, which must stay, do."""

    def remove(self, page: Page) -> None:
        """Remove a page anywhere in the stack."""

    def uncover(self, page: Page) -> None:
        """Remove all pages above a page."""

    def to_table(self) -> None:
        """Go to the open game's page, or home if none is open."""

    def show_table(self) -> None:
        """Go to the table's page, which shows the outcome of the last command."""

    # Words and sounds.

    def show_message(self, heading: str, text: Text | str, ruling: str = "") -> None:
        """Push a page of words; any key closes it."""

    def show_refusal(self, error: RulesError | SessionError | Refusal, seat: int | None = None) -> None:
        """Show why something is refused; what the hand of `seat` lacks only while that seat holds the box."""

    def sound(self, sound: Sound) -> None:
        """Play a sound."""

    def last_scroll(self, face: ScrolledFace) -> int:
        """Return how far this face can be scrolled until its end is in sight: in lines, or in pages of large text."""

    # Commands.

    def do(self, command: Command) -> Answer | None:
        """Execute a command. If it is refused, show why on a separate page and return None."""

    def do_at_table(self, command: Command) -> None:
        """Execute a command as `do` does; if it succeeds, go to the table's page, which shows the outcome."""

    def do_or_raise(self, command: Command) -> Answer:
        """Execute a command without a sound or a message. Raises what the session and the rules raise."""

    def preview(self, command: Command) -> Table:
        """Return the table as a command would leave it; nothing is written. Raises as `do_or_raise` does."""

    def open_lobby(self, game: Game, *, rematch: bool = False) -> bool:
        """Open the lobby for a game, or go on with the one that is open; with `rematch`, the people at the table sit.

        Return whether that was possible; show why if it was not.
        """

    def change_lobby(self, change: Callable[[Lobby], Lobby]) -> bool:
        """Change the lobby and return whether that was possible; show why if it was not."""

    def start_lobby(self) -> None:
        """Start the game of the lobby and go to its table, or show why not."""

    def take_back(self) -> None:
        """Take back the last change, or show why not."""

    def restore(self) -> None:
        """Restore what was taken back last, or show why not."""

    # Saved state.

    def set_preferences(self, preferences: Preferences) -> None:
        """Set and save preferences; they apply even if they cannot be saved."""

    def save_note(self, name: str, value: Any) -> bool:
        """Save a note under a name and return whether that worked; show why if it did not."""

    def saved_games(self) -> tuple[SavedGame, ...]:
        """Return every saved game, oldest first; show why if they cannot be read."""


class Page:
    """A page on the stack; the top page has the screen and the keys."""

    clockwise_is_up: bool = False
    """Turning clockwise means up here, as on a knob for a number. Elsewhere clockwise goes on in a list, which
    is down."""
    is_dark: bool = False
    """No light is on while the page is on top."""

    def __init__(self, box: PageHost) -> None:
        self.box = box
        self.still_holds: Callable[[Table], bool] = _always
        """Returns whether the page, and with it all above, still makes sense after another hand changed the
        open game."""

    @property
    def private_seat(self) -> int | None:
        """Seat that alone looks at the pages above this one; None while everyone at the table may look."""
        return None

    def face(self) -> Face:
        """Return the page's present face."""
        raise NotImplementedError

    def ring(self, face: Face) -> RingShow | None:
        """Return what a ring of lights shows beyond this face of the page; None if the face is enough."""
        return None

    def press(self, key: Key) -> None:
        """Handle a pressed key. Back closes the page unless a page defines another meaning."""
        if key is Key.BACK:
            self.box.pop()

    def long_press(self, key: Key) -> None:
        """Handle a held key. On any page but the table's, holding back leads to the table (or home)."""
        if key is Key.BACK:
            self.box.to_table()
        else:
            self.press(key)

    @property
    def grips(self) -> frozenset[Key]:
        """Keys that the page follows while they are held: it gets `grip` and `release` for them, and no `press`."""
        return frozenset()

    def grip(self, key: Key) -> None:
        """Handle a key of `grips` that went down."""

    def release(self, key: Key) -> None:
        """Handle a key of `grips` that came up, if the page was on top all the time."""

    def turn(self, step: int) -> None:
        """Handle one detent of the knob, 1 clockwise or -1 back: to the next or previous row, or to a larger number."""
        self.press(Key.UP if (step > 0) is self.clockwise_is_up else Key.DOWN)

    def throw(self, speed: float) -> None:
        """Handle a throw of the spinner like a press of its key.

        `speed` is in detents a second; the result never depends on it.
        """
        self.press(Key.SPIN)

    def undo(self) -> None:
        """Handle the undo key. If no game is open it means back."""
        if self.box.table is None:
            self.press(Key.BACK)
        else:
            self.box.take_back()

    def hold_text(self, key: Key) -> str:
        """Return what holding a key would do, for the bar that fills; empty if it does nothing special.

        If it is empty, the key counts as pressed whenever it comes up.
        """
        if key is Key.BACK:
            return self.word("hold.table" if self.box.table else "hold.home")
        return ""

    def hold_brief(self, key: Key) -> str:
        """Return the same in fewer letters, for a long text; empty if it is short."""
        return ""

    def deadline(self) -> float | None:
        """Return when `update` is needed next, in the edges' time; None while time changes nothing here."""
        return None

    def on_top(self) -> None:
        """Handle becoming the top page: it is new, or all pages above it were removed."""

    def update(self, now: float) -> None:
        """Handle the passing of time or an action of a phone, anywhere in the stack. The page may remove itself."""

    def on_removed(self) -> None:
        """Handle the page's removal from the stack, for whatever reason."""

    def table_changed(self, before: Table, after: Table) -> None:
        """Handle a change of the open game, by this box or another hand, anywhere in the stack."""

    def word(self, key: str, **args: int | str) -> str:
        """Return a sentence of the catalogue."""
        return self.box.words(key, **args)

    def hints(self, *keys: tuple[Key, str]) -> tuple[Hint, ...]:
        """Return the key hints of a face, from keys and catalogue keys."""
        return tuple(Hint(key, self.word(text)) for key, text in keys)


def _always(table: Table) -> bool:
    return True


class PageStack:
    """A stack of pages. Every page that is removed, for whatever reason, is notified."""

    def __init__(self) -> None:
        """Create an empty stack; a first page must be pushed before anything else is called."""
        self._pages: list[Page] = []

    @property
    def page(self) -> Page:
        """The page on top."""
        return self._pages[-1]

    @property
    def viewer(self) -> Viewer:
        """Viewer of the screen: everyone, or only the seat that holds the box."""
        seat = next((page.private_seat for page in self._pages if page.private_seat is not None), None)
        return PUBLIC if seat is None else as_seat(seat)

    @property
    def _fixed_pages(self) -> int:
        """Number of lowest pages that `pop` leaves."""
        return 1

    def push(self, page: Page) -> None:
        """Put a page on top."""
        self._pages.append(page)

    def push_below(self, page: Page) -> None:
        """Put a page below all pages that can be closed."""
        self._pages.insert(self._fixed_pages, page)

    def pop(self, pages: int = 1) -> None:
        """Remove pages from the top; the lowest pages, which must stay, do."""
        self._remove_pages(self._pages[max(self._fixed_pages, len(self._pages) - pages) :])

    def remove(self, page: Page) -> None:
        """Remove a page anywhere in the stack."""
        if page in self._pages[1:]:
            self._remove_pages([page])

    def uncover(self, page: Page) -> None:
        """Remove all pages above a page."""
        if page in self._pages:
            self._remove_pages(self._pages[self._pages.index(page) + 1 :])

    def _remove_pages(self, pages: list[Page]) -> None:
        for page in pages:
            self._pages.remove(page)
            page.on_removed()
