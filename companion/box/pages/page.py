"""What every page of the little screen is, what it may ask of the box, and the pile that pages lie on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from companion.box.faces.faces import BlockFace, Face, Hint, MessageFace
from companion.box.faces.signals import RingShow, Sound
from companion.box.preferences import Preferences
from companion.box.session_queries import Records
from companion.box.setup_draft import Plan
from companion.journal.journal import Saved
from companion.rules.rule_errors import Refusal, RulesError
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.session.pairing_codes import Codes
from companion.session.system_status import SystemStatus
from companion.support.frozen import frozen
from companion.table.commands import Answer, Command
from companion.table.table import Table
from companion.table.table_errors import SessionError
from companion.words.catalogue import Words
from companion.words.signs import Key

SEAT_KEYS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)


@frozen
class Handed:
    """A seat that has just said something secret on the box, which is in its hands still."""

    seat: int
    kind: str
    """The kind of move that it made."""
    seq: int
    """The table as that move left it."""
    until: float
    """When nobody counts on it any more, in seconds of the edges' clock."""


class Host(Protocol):
    """The box, as far as a page knows it: what is shown and played here, what lies on top, and what is kept."""

    preferences: Preferences
    words: Words
    codes: Codes
    records: Records
    """What there is besides the open table: games, notes, phones, free dice."""
    handed: Handed | None
    """The seat that has just made a secret move with the box in its hands."""
    plan: Plan | None
    """A set-up that somebody has left: it goes on where it was."""
    power_off: Callable[[], None]
    """Ends everything."""
    restart: Callable[[], None] | None
    """Ends everything and begins it anew; None where that cannot be had."""
    address: Callable[[], str]
    """Where phones find the table, "" while nowhere."""
    named_address: Callable[[], str]
    """The same by this machine's name."""
    qr: Callable[[str], tuple[tuple[bool, ...], ...]]
    """An address as `QrFace` draws it."""
    how: Callable[[], SystemStatus]
    """How everything is."""

    # What is so now.

    @property
    def table(self) -> Table | None:
        """The open game."""

    @property
    def viewer(self) -> Viewer:
        """Who looks at the screen: everyone, or alone the seat that the box was handed to."""

    @property
    def page(self) -> Page:
        """The page on top."""

    @property
    def now(self) -> float:
        """The newest time that came in, in seconds of the edges' clock."""

    @property
    def touched(self) -> float:
        """When a hand last did something, in seconds of the edges' clock."""

    @property
    def down(self) -> frozenset[Key]:
        """The keys that are held now and mean something to the page on top."""

    # Pages.

    def push(self, page: Page) -> None:
        """Lay a page on top."""

    def pop(self, pages: int = 1) -> None:
        """Take pages off the top; those that are kept stay."""

    def remove(self, page: Page) -> None:
        """Take a page off, wherever it lies."""

    def uncover(self, page: Page) -> None:
        """Take off everything that lies above a page."""

    def to_table(self) -> None:
        """To the open game's page, or home if none is open."""

    def show_table(self) -> None:
        """To the table's page, which reads out what has just been done."""

    # Words and sounds.

    def tell(self, heading: str, text: Text | str, ruling: str = "") -> None:
        """Lay a page of words on top; any key takes it off."""

    def refuse(self, why: RulesError | SessionError | Refusal, seat: int | None = None) -> None:
        """Show why something is refused; what the hand of `seat` lacks only if the box is in its hands."""

    def sound(self, sound: Sound) -> None:
        """Let a sound be heard."""

    def last_scroll(self, face: MessageFace | BlockFace) -> int:
        """How many lines this face can be scrolled before its last one is in sight."""

    # What is done.

    def do(self, command: Command) -> Answer | None:
        """Have a command done. When it is refused, say why on a page of its own and return None."""

    def do_at_table(self, command: Command) -> None:
        """As `do`; once it is done, to the table's page, which reads out what it brought."""

    def ask(self, command: Command) -> Answer:
        """Have a command done. Raises what the session and the rules raise."""

    def preview(self, command: Command) -> Table:
        """The table as a command would leave it; nothing is written. Raises as `ask` does."""

    def take_back(self) -> None:
        """Take back the last change, or say why not."""

    def restore(self) -> None:
        """Restore what was taken back last, or say why not."""

    # What is kept.

    def prefer(self, preferences: Preferences) -> None:
        """Set and keep preferences; they hold for now even if they cannot be kept."""

    def keep(self, name: str, value: Any) -> bool:
        """Note something under a name; says so on the screen when it cannot be kept."""

    def saved_games(self) -> tuple[Saved, ...]:
        """Every game there is, oldest first; says so on the screen when it cannot be read."""


class Page:
    """A page lies on a pile of pages; the top one has the screen and the keys."""

    counts: bool = False
    """Up is more here: a knob turned clockwise is up, as on any knob. Elsewhere clockwise is on, which is down."""

    def __init__(self, box: Host) -> None:
        self.box = box
        self.fits: Callable[[Table], bool] = _always
        """Whether the page, and with it all above, still makes sense now that another hand changed the open game."""

    @property
    def held_by(self) -> int | None:
        """The seat that alone looks at what lies above this page; None while everyone at the table may look."""
        return None

    def face(self) -> Face:
        """What the page shows now."""
        raise NotImplementedError

    def ring(self, face: Face) -> RingShow | None:
        """What a ring of lights shows with this face of the page, where that is more than it tells; None elsewhere."""
        return None

    def press(self, key: Key) -> None:
        """A key was pressed. Back takes the page off, unless the page has something better to do."""
        if key is Key.BACK:
            self.box.pop()

    def long(self, key: Key) -> None:
        """A key was held. On any page but the table, holding back leads to the table (or home)."""
        if key is Key.BACK:
            self.box.to_table()
        else:
            self.press(key)

    @property
    def grips(self) -> frozenset[Key]:
        """Keys that the page follows while they are held: it gets `grip` and `release` of them, and no `press`."""
        return frozenset()

    def grip(self, key: Key) -> None:
        """A key of `grips` went down."""

    def release(self, key: Key) -> None:
        """A key of `grips` came up again, while the page was on top all the time."""

    def turn(self, step: int) -> None:
        """The knob was turned by one detent, 1 clockwise or -1 back: on in what there is, or back in it; or to more."""
        self.press(Key.UP if (step > 0) is self.counts else Key.DOWN)

    def throw(self, speed: float) -> None:
        """The spinner was spun, so fast, in detents a second: as its key. What it brings never depends on the speed."""
        self.press(Key.SPIN)

    def undo(self) -> None:
        """The key of its own for taking back was pressed. Where there is no game it is the same as back."""
        if self.box.table is None:
            self.press(Key.BACK)
        else:
            self.box.take_back()

    def held(self, key: Key) -> str:
        """What holding a key would do, for the bar that fills; empty when nothing of its own."""
        if key is Key.BACK:
            return self.word("hold.table" if self.box.table else "hold.home")
        return ""

    def deadline(self) -> float | None:
        """When `look` is needed next, in the edges' time; None while time changes nothing here."""
        return None

    def on_top(self) -> None:
        """The page has come on top: it is new, or all that lay above it was taken off."""

    def look(self, now: float) -> None:
        """Time has passed, or a phone did something, while this page lay on the pile. It may take itself off."""

    def gone(self) -> None:
        """The page was taken off the pile, in whatever way."""

    def table_changed(self, before: Table, after: Table) -> None:
        """The open game changed, by this box or another hand, while this page lay on the pile."""

    def word(self, key: str, **args: int | str) -> str:
        """A sentence of the catalogue."""
        return self.box.words(key, **args)

    def hints(self, *keys: tuple[Key, str]) -> tuple[Hint, ...]:
        """The key hints of a face, from keys and catalogue keys."""
        return tuple(Hint(key, self.word(text)) for key, text in keys)


def _always(table: Table) -> bool:
    return True


class Pile:
    """Pages on top of each other. Every page that is taken off, in whatever way, is told so."""

    def __init__(self) -> None:
        """Nothing lies on it yet: a first page comes before anything else is asked."""
        self._pages: list[Page] = []

    @property
    def page(self) -> Page:
        """The page on top."""
        return self._pages[-1]

    @property
    def viewer(self) -> Viewer:
        """Who looks at the screen: everyone, or alone the seat that the box was handed to."""
        seat = next((page.held_by for page in self._pages if page.held_by is not None), None)
        return PUBLIC if seat is None else as_seat(seat)

    @property
    def _kept(self) -> int:
        """How many of the lowest pages `pop` leaves."""
        return 1

    def push(self, page: Page) -> None:
        """Lay a page on top."""
        self._pages.append(page)

    def pop(self, pages: int = 1) -> None:
        """Take pages off the top; those that are kept stay."""
        self._take_off(self._pages[max(self._kept, len(self._pages) - pages) :])

    def remove(self, page: Page) -> None:
        """Take a page off, wherever it lies."""
        if page in self._pages[1:]:
            self._take_off([page])

    def uncover(self, page: Page) -> None:
        """Take off everything that lies above a page."""
        if page in self._pages:
            self._take_off(self._pages[self._pages.index(page) + 1 :])

    def _take_off(self, pages: list[Page]) -> None:
        for page in pages:
            self._pages.remove(page)
            page.gone()
