"""The roulette: announce land or sea, hold to wind it up, let go; then it turns to what was drawn and stands."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.classic.accessories import as_free
from companion.games.classic.moves import Route
from companion.input.pages.lists import Item, ListPage
from companion.input.pages.outcome import FoughtPage, SpunPage
from companion.input.pages.page import Host
from companion.input.pages.spinning import GRIPPED, Thrown, resting, stepped
from companion.input.pages.throwing import ThrowingPage
from companion.session.asking import options_of
from companion.session.commands import Play
from companion.session.table import Table
from companion.views.faces import Face, Hint, Row, Strip
from companion.views.roulette import ROUTE_GLYPHS, fought_at, label_of, ring, spun_at, trial_note, wheel_of_table
from companion.views.seats import mark_of
from companion.views.signs import Key
from companion.views.turning import SPIN_KEY_SPEED
from companion.views.wheel_face import WheelFace

_CHOICES: tuple[Route | None, ...] = (*Route, None)
"""What up and down go through: both routes to announce, and the owner's own wheel, whose result is typed in."""


def at_the_wheel(box: Host, seat: int, kind: str, route: object = None) -> bool:
    """Lay the wheel's page on top if this kind of move of this seat is a spin that may be made; whether it was."""
    table = box.table
    if table is None or not _may_spin(table, seat, kind):
        return False
    announced = next((one for one in Route if one.value == route), Route.LAND)
    box.push(WheelPage(box, seat, announced))
    return True


def show_chance(box: Host, before: Table, after: Table) -> None:
    """Lay on top what chance has just brought, whoever asked for it. What is restored was seen before."""
    if after.done and any(change is after.done[-1] for change in before.undone):
        return
    top = box.page
    thrown = top.thrown if isinstance(top, WheelPage) else None
    for entry in range(len(after.entries), len(before.entries), -1):
        if spun_at(after, entry):
            box.push(SpunPage(box, entry, thrown or Thrown(_stands(before), SPIN_KEY_SPEED)))
        elif fought_at(after, entry):
            box.push(FoughtPage(box, entry))


class WheelPage(ThrowingPage):
    """Up and down choose what is announced; holding ok or spin winds up, letting go is the throw, and so is a throw.

    The third choice is for a wheel that was turned by hand: its result is typed in.
    """

    def __init__(self, box: Host, seat: int, route: Route) -> None:
        super().__init__(box)
        self._seat, self._route = seat, route
        self._choice: Route | None = route
        """What is chosen now; None for typing in. The ring of the route chosen last stays in sight."""
        self.thrown: Thrown | None = None
        """How the wheel left the hand, while what that brings is not known."""

    @property
    def grips(self) -> frozenset[Key]:
        return GRIPPED if self._choice else frozenset()

    def face(self) -> Face:
        table, words = self._table(), self.box.words
        wheel = wheel_of_table(table)
        assert wheel is not None  # only a table that spins leads here
        return WheelFace(
            strip=Strip(turn=mark_of(table, self._seat, words)),
            hints=self._hints(),
            sectors=ring(as_free(wheel), self._route, words),
            at=self._angle(),
            line=self.word(f"wheel.{self._choice.value}" if self._choice else "wheel.own"),
            glyph=ROUTE_GLYPHS[self._route],
            note=trial_note(wheel.placeholder, words),
        )

    def press(self, key: Key) -> None:
        step = {Key.UP: -1, Key.LEFT: -1, Key.DOWN: 1, Key.RIGHT: 1}.get(key)
        if step is not None:
            self._choice = _CHOICES[(_CHOICES.index(self._choice) + step) % len(_CHOICES)]
            self._route = self._choice or self._route
        elif key in GRIPPED:
            self.box.push(self._type_route())
        else:
            super().press(key)

    def throw(self, speed: float) -> None:
        """The spinner lets go with its own speed. Where a result is to be typed in, it does nothing."""
        if self._choice:
            self._let_go(speed)

    def table_changed(self, before: Table, after: Table) -> None:
        """Once it was spun, here or on a phone, the page makes way for the result."""
        if len(after.entries) > len(before.entries) or not _may_spin(after, self._seat, "spin"):
            self.box.remove(self)

    def _let_go(self, speed: float) -> None:
        """The result is drawn and journaled first: what turns afterwards only shows it."""
        self.thrown = Thrown(self._angle(), speed)
        self._spin({"route": self._route.value})
        self.thrown = self.thrown if self.box.page is self else None

    def _spin(self, chosen: dict[str, Any]) -> None:
        table = self._table()
        self.box.do(Play(moves=((self._seat, {"move": "spin", **chosen}),), expected_seq=table.seq))

    def _angle(self) -> float:
        table = self._table()
        wheel = wheel_of_table(table)
        count = len(wheel.sectors) if wheel else 1
        return stepped(count, _stands(table) + self._winding.turned)

    def _hints(self) -> tuple[Hint, ...]:
        if self._winding.held:
            return self.hints((self._winding.key, "key.let_go"))
        does = "key.hold" if self._choice else "key.type"
        return self.hints((Key.BACK, "key.back"), (Key.DOWN, "key.other"), (Key.OK, does))

    def _type_route(self) -> ListPage:
        """For a wheel turned by hand, too, land or sea comes first (C1)."""
        words = self.box.words

        def items() -> list[Item]:
            return [
                Item(
                    Row(words(f"classic.route.{route.value}"), glyph=ROUTE_GLYPHS[route]),
                    partial(self._ask_result, route),
                )
                for route in Route
            ]

        return self._own(ListPage(self.box, words("classic.field.route"), items))

    def _ask_result(self, route: Route) -> None:
        """Every result that this ring has, once; which of the sectors it was makes no difference."""
        wheel, words = wheel_of_table(self._table()), self.box.words
        shown: dict[int | None, int] = {}
        for index, sector in enumerate(wheel.sectors if wheel else ()):
            shown.setdefault(sector.shows(route), index)
        ordered = sorted(shown, key=lambda points: (points is None, points or 0))

        def items() -> list[Item]:
            return [
                Item(Row(label_of(points, route, words).label.capitalize()), partial(self._typed, route, shown[points]))
                for points in ordered
            ]

        self.box.push(self._own(ListPage(self.box, words("wheel.shows"), items)))

    def _typed(self, route: Route, sector: int) -> None:
        self.box.uncover(self)
        self._spin({"route": route.value, "chance": [sector]})

    def _own(self, page: ListPage) -> ListPage:
        """A list that lies on this page for as long as the spin may be made."""
        page.fits = lambda table: _may_spin(table, self._seat, "spin")
        return page

    def _table(self) -> Table:
        table = self.box.table
        assert table is not None  # the page lies on the pile only while its game is open
        return table


def _may_spin(table: Table, seat: int, kind: str) -> bool:
    if kind != "spin" or wheel_of_table(table) is None or table.closed:
        return False
    if seat not in table.match.waiting(table.state):
        return False
    return any(option.kind == kind and not option.refused for option in options_of(table, seat))


def _stands(table: Table) -> float:
    """Where the last spin has left the wheel."""
    for entry in range(len(table.entries), 0, -1):
        spun = spun_at(table, entry)
        if spun is not None:
            return resting(len(spun.wheel.sectors), spun.sector)
    return 0.0
