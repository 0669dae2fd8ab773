"""The wheel: announce a ring, hold to wind it up, let go; then it turns to the drawn result and stops."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.box.faces.faces import Face, Hint, ListRow, Strip
from companion.box.faces.find_chance_results import sector_label, sector_labels, spin_result_at, spins_of
from companion.box.faces.wheel_face import WheelFace, sector_ends
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.page import PageHost
from companion.box.pages.wheel_spin import GRIPPED, ThrowingPage, WheelThrow, resting_angle, round_to_step
from companion.rules.fields import ChanceField, Json, OneOf
from companion.rules.offers import Offer
from companion.rules.scene import Ring
from companion.rules.text import Text
from companion.table.commands import Play
from companion.table.legal_moves import next_pick
from companion.table.table import Table
from companion.words.signs import AnyGlyph, Key, glyph_of, seat_mark
from companion.words.wheel_labels import announced_band, wheel_of


def open_wheel(box: PageHost, seat: int, kind: str | None = None, chosen: dict[str, Json] | None = None) -> bool:
    """Push the wheel's page if this seat may turn it now by this kind of move; return whether it was pushed.

    `chosen` is what the move announces. Without a kind, any move that turns the wheel will do. While the table uses
    real dice, the result is asked for at once.
    """
    table = box.table
    spins = spins_of(table, seat) if table is not None else ()
    if not spins or kind not in (None, spins[0].kind):
        return False
    announced = next((index for index, spin in enumerate(spins) if chosen and dict(spin.chosen) == chosen), 0)
    page = WheelPage(box, seat, announced)
    box.push(page)
    if box.real_dice:
        page.type_in(announced=bool(chosen))
    return True


class WheelPage(ThrowingPage):
    """The wheel to spin: up and down choose the announcement; holding ok or spin winds up, releasing it throws.

    A throw of the spinner throws too. The last choice is for a wheel that was turned by hand: its result is typed in.
    While the table uses real dice, it is the only choice.
    """

    def __init__(self, box: PageHost, seat: int, announced: int) -> None:
        """Create the page; `announced` is the index of one of this seat's spins."""
        super().__init__(box)
        self._seat, self._announced = seat, announced
        """`_announced` is the spin chosen last: its ring stays in sight."""
        self._chose_typing = False
        """True while typing in is chosen."""
        self.thrown: WheelThrow | None = None
        """Start of the spin, while its result is not known."""

    @property
    def _typing_in(self) -> bool:
        return self._chose_typing or self.box.real_dice

    @property
    def grips(self) -> frozenset[Key]:
        return frozenset() if self._typing_in else GRIPPED

    def face(self) -> Face:
        ring = self._ring()
        band = announced_band(ring, dict(self._spin().chosen))
        return WheelFace(
            strip=Strip(turn=seat_mark(self._table(), self._seat, self.box.words)),
            hints=self._hints(),
            sectors=sector_labels(ring, band, partial(glyph_of, self._table().match)),
            rotation=self._angle(),
            line=self.word("wheel.own") if self._typing_in else ring.bands[band].name,
            glyph=self._glyph(ring, band),
            note=ring.note or "",
        )

    def press(self, key: Key) -> None:
        step = {Key.UP: -1, Key.LEFT: -1, Key.DOWN: 1, Key.RIGHT: 1}.get(key)
        if step is not None:
            count = len(self._spins())
            index = (count if self._chose_typing else self._announced) + step
            self._chose_typing = index % (count + 1) == count
            self._announced = self._announced if self._chose_typing else index % (count + 1)
        elif key in GRIPPED:
            self.type_in()
        else:
            super().press(key)

    def throw(self, speed: float) -> None:
        """Throw the wheel with the spinner's speed, unless a result is to be typed in."""
        if not self._typing_in:
            self._spin_wheel(speed)

    def table_changed(self, before: Table, after: Table) -> None:
        """Remove the page once the wheel was spun, here or on a phone: the result follows."""
        if len(after.entries) > len(before.entries) or not self._may_spin(after):
            self.box.remove(self)

    def _spin_wheel(self, speed: float) -> None:
        """Draw the result and write it to the journal; the turning afterwards only shows it."""
        self.thrown = WheelThrow(self._angle(), speed)
        self._play(self._spin().move())
        self.thrown = self.thrown if self.box.page is self else None

    def _play(self, move: dict[str, Json]) -> None:
        self.box.do(Play(moves=((self._seat, move),), expected_seq=self._table().seq))

    def _angle(self) -> float:
        return round_to_step(
            sector_ends(self._ring().sectors), wheel_angle(self.box, self._table()) + self._winding.turns
        )

    def _hints(self) -> tuple[Hint, ...]:
        if self._winding.held:
            return self.hints((self._winding.key, "key.let_go"))
        ok_hint = "key.type" if self._typing_in else "key.hold"
        return self.hints((Key.BACK, "key.back"), (Key.DOWN, "key.other"), (Key.OK, ok_hint))

    def type_in(self, *, announced: bool = False) -> None:
        """Ask for the announcement, which comes first for a wheel turned by hand, too; after it, for the result."""
        spins = (self._spin(),) if announced else self._spins()
        if len(spins) == 1:
            self._ask_result(spins[0])
            return
        field = next_pick(self._table(), self._seat, spins[0].kind, {})
        title = self.box.words.of(field.label) if field is not None else ""
        names = {choice.value: choice.label for choice in field.choices} if isinstance(field, OneOf) else {}

        def items() -> list[ListItem]:
            return [ListItem(self._row(spin, names), partial(self._ask_result, spin)) for spin in spins]

        self.box.push(self._while_spinnable(ListPage(self.box, title, items)))

    def _row(self, spin: Offer, names: Mapping[Json, Text]) -> ListRow:
        """Return a row for the announcement of a spin, labelled as in the form of its kind of move."""
        ring, values = self._ring(), [value for _, value in spin.chosen]
        band = announced_band(ring, dict(spin.chosen))
        named = next((names[value] for value in values if value in names), spin.label)
        return ListRow(self.box.words.of(named), glyph=self._glyph(ring, band))

    def _ask_result(self, spin: Offer) -> None:
        """List every result of this ring, once; which of its sectors it was makes no difference."""
        ring = self._ring()
        band = announced_band(ring, dict(spin.chosen))
        results: dict[tuple[int | None, str], int] = {}
        for index, sector in enumerate(ring.sectors):
            results.setdefault((sector.shows[band].n, sector_label(sector.shows[band])), index)
        ordered = sorted(results, key=lambda result: (result[0] is None, result))

        def items() -> list[ListItem]:
            return [
                ListItem(ListRow(label.capitalize()), partial(self._typed, spin, results[n, label]))
                for n, label in ordered
            ]

        self.box.push(self._while_spinnable(ListPage(self.box, self.word("wheel.shows"), items)))

    def _typed(self, spin: Offer, sector: int) -> None:
        self.box.uncover(self)
        field = next_pick(self._table(), self._seat, spin.kind, dict(spin.chosen))
        first = field.bounds[0].start if isinstance(field, ChanceField) else 0
        self._play({**spin.move(), "chance": [first + sector]})

    def _while_spinnable(self, page: ListPage) -> ListPage:
        """Make a list last only as long as the spin may be made."""
        page.still_holds = self._may_spin
        return page

    def _may_spin(self, table: Table) -> bool:
        return len(spins_of(table, self._seat)) > self._announced

    def _spins(self) -> tuple[Offer, ...]:
        return spins_of(self._table(), self._seat)

    def _spin(self) -> Offer:
        return self._spins()[self._announced]

    def _ring(self) -> Ring[str]:
        ring = wheel_of(self._table(), self.box.words)
        assert ring is not None  # the page is only opened for a table that has a wheel
        return ring

    def _glyph(self, ring: Ring[str], band: int) -> AnyGlyph | None:
        return glyph_of(self._table().match, ring.bands[band].thing)

    def _table(self) -> Table:
        table = self.box.table
        assert table is not None  # the page is on the stack only while its game is open
        return table


def wheel_angle(box: PageHost, table: Table) -> float:
    """Return the angle where the last spin left the wheel, in turns."""
    for entry in range(len(table.entries), 0, -1):
        spun = spin_result_at(table, entry, box.words)
        if spun is not None:
            return resting_angle(sector_ends(spun.ring.sectors), spun.sector)
    return 0.0
