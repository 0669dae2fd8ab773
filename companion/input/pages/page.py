"""What every page of the little screen is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.session.table import Table
from companion.views.faces import Face, Hint
from companion.views.signs import Key

if TYPE_CHECKING:
    from companion.input.box import Box

SEAT_KEYS = (Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)


class Page:
    """A page lies on a pile of pages; the top one has the screen and the keys."""

    counts: bool = False
    """Up is more here: a knob turned clockwise is up, as on any knob. Elsewhere clockwise is on, which is down."""

    def __init__(self, box: Box) -> None:
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
