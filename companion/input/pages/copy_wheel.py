"""Copying the owner's roulette into the box: how many sectors, then what each shows on land and at sea."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.games.classic.moves import Route
from companion.games.classic.wheel import ATTACKS, HEAVIEST, POINTS, SECTORS
from companion.input.pages.page import Host, Page
from companion.rules.fields import Json
from companion.session.setups import PROFILE
from companion.views.faces.faces import Face, Hint, ListFace, NumberFace, Row, Strip
from companion.views.faces.wheel import Sector, WheelFace
from companion.views.words.signs import Glyph, Key

GAME = "classic"
NOTE = f"{PROFILE}{GAME}"
DRAFT = f"copying.{GAME}"
"""The note of a wheel that is not copied to its end: games go on with the old one until then."""
_WHEEL, _LIST, _TRIAL, _WEIGHT = "wheel", "sectors", "placeholder", "weight"
_USUAL_SECTORS = 8
_ATTACKERS = {Route.LAND: "classic.bandits", Route.SEA: "classic.corsairs"}
_SIGNS = {Route.LAND: Glyph.CAMEL, Route.SEA: Glyph.SHIP}
_SHOWN: tuple[int | None, ...] = (*POINTS, None)
"""What up goes through on either ring; None is an attack."""


def copy_wheel(box: Host) -> None:
    """Lay the first page on top: how many sectors there are, and how far it was copied."""
    box.push(CopyWheelPage(box))


@dataclass(frozen=True, slots=True)
class Draft:
    """A wheel on its way: sectors as the profile has them, as far as they were set."""

    count: int
    uneven: bool
    """Sectors differ in width, so that each is asked for its weight."""
    sectors: tuple[dict[str, Json], ...] = ()

    def sector(self, index: int) -> dict[str, Json]:
        """What is known of a sector, from 0."""
        return self.sectors[index] if index < len(self.sectors) else {}

    def with_value(self, index: int, name: str, value: Json) -> Draft:
        """The draft with one thing of a sector set."""
        sectors = [dict(self.sector(at)) for at in range(max(index + 1, len(self.sectors)))]
        sectors[index][name] = value
        return replace(self, sectors=tuple(sectors))

    def to_note(self) -> dict[str, Any]:
        """As the journal keeps it."""
        return {"count": self.count, "uneven": self.uneven, _LIST: [dict(sector) for sector in self.sectors]}

    def finished(self) -> list[dict[str, Json]]:
        """The sectors for the profile."""
        names = [*(route.value for route in Route), *([_WEIGHT] if self.uneven else [])]
        return [{name: self.sector(at)[name] for name in names} for at in range(self.count)]


class CopyWheelPage(Page):
    """Up and down change what is asked, ok takes it and goes on, back goes back. Every step is kept.

    The steps: how many sectors, whether all are as wide, and then sector by sector land, sea and, if asked for, weight.
    """

    counts = True

    def __init__(self, box: Host) -> None:
        super().__init__(box)
        self._draft = _begun(box)
        self._at: tuple[int, str] | None = None
        """The sector, from 0, and what of it is asked; None for what comes before all sectors."""
        self._asks_width = False

    def face(self) -> Face:
        if self._at is None:
            return self._width_face() if self._asks_width else self._count_face()
        index, name = self._at
        return self._weight_face(index) if name == _WEIGHT else self._ring_face(index, Route(name))

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        if step is not None:
            self._change(step)
        elif key is Key.OK:
            self._go_on()
        elif key is Key.BACK:
            self._go_back()

    def long(self, key: Key) -> None:
        if key is Key.BACK:
            self._keep()
        super().long(key)

    def _count_face(self) -> NumberFace:
        return NumberFace(
            strip=Strip(title=self.word("wheel.copy")),
            hints=self._hints(),
            caption=self.word("wheel.copy_count"),
            number=self._draft.count,
            low=SECTORS[0],
            high=SECTORS[-1],
        )

    def _width_face(self) -> ListFace:
        rows = tuple(Row(self.word(key)) for key in ("wheel.copy_even", "wheel.copy_uneven"))
        title = Strip(title=self.word("wheel.copy"))
        return ListFace(strip=title, hints=self._hints(), rows=rows, chosen=int(self._draft.uneven))

    def _weight_face(self, index: int) -> NumberFace:
        return NumberFace(
            strip=Strip(title=self.word("wheel.copy")),
            hints=self._hints(),
            caption=self.word("wheel.copy_weight", number=index + 1, count=self._draft.count),
            number=self._weight(index),
            low=1,
            high=HEAVIEST,
        )

    def _ring_face(self, index: int, route: Route) -> WheelFace:
        """The ring as it grows, the sector that is asked for at the pointer."""
        count = self._draft.count
        return WheelFace(
            strip=Strip(title=self.word(f"wheel.copy_{route.value}")),
            hints=self._hints(),
            sectors=tuple(self._label(at, route) for at in range(count)),
            at=-index / count % 1,
            result=index,
            line=self.word("wheel.copy_sector", number=index + 1, count=count),
            glyph=_SIGNS[route],
        )

    def _hints(self) -> tuple[Hint, ...]:
        return self.hints((Key.BACK, "key.back"), (Key.UP, "key.change"), (Key.OK, "key.next"))

    def _label(self, index: int, route: Route) -> Sector:
        known = route.value in self._draft.sector(index) or self._at == (index, route.value)
        if not known:
            return Sector("")
        shown = self._shown(index, route)
        return Sector(self.word(_ATTACKERS[route]), attack=True) if shown is None else Sector(str(shown))

    def _shown(self, index: int, route: Route) -> int | None:
        """What a sector shows: a number of spaces, at first the lowest; None for an attack."""
        value = self._draft.sector(index).get(route.value, POINTS[0])
        return value if isinstance(value, int) else None

    def _weight(self, index: int) -> int:
        value = self._draft.sector(index).get(_WEIGHT, 1)
        return value if isinstance(value, int) else 1

    def _change(self, step: int) -> None:
        draft = self._draft
        if self._at is None:
            if self._asks_width:
                self._draft = replace(draft, uneven=not draft.uneven)
            elif draft.count + step in SECTORS:
                self._draft = replace(draft, count=draft.count + step)
            return
        index, name = self._at
        if name == _WEIGHT:
            weight = min(max(self._weight(index) + step, 1), HEAVIEST)
            self._draft = draft.with_value(index, name, weight)
        else:
            here = _SHOWN.index(self._shown(index, Route(name)))
            self._set_ring(index, Route(name), _SHOWN[(here + step) % len(_SHOWN)])

    def _set_ring(self, index: int, route: Route, shown: int | None) -> None:
        value = ATTACKS[route] if shown is None else shown
        self._draft = self._draft.with_value(index, route.value, value)

    def _go_on(self) -> None:
        if self._at is None and not self._asks_width:
            self._asks_width = True
        elif self._at is None:
            self._at = self._first()
        else:
            self._take(*self._at)
            if self._at == self._steps()[-1]:
                self._finish()
                return
            self._at = self._steps()[self._steps().index(self._at) + 1]
        self._keep()

    def _take(self, index: int, name: str) -> None:
        """What is shown counts, also when it was never changed."""
        if name == _WEIGHT:
            self._draft = self._draft.with_value(index, name, self._weight(index))
        else:
            self._set_ring(index, Route(name), self._shown(index, Route(name)))

    def _go_back(self) -> None:
        self._keep()
        if self._at is None and self._asks_width:
            self._asks_width = False
        elif self._at is None:
            self.box.pop()
        else:
            here = self._steps().index(self._at)
            self._at = self._steps()[here - 1] if here else None

    def _steps(self) -> list[tuple[int, str]]:
        names = [*(route.value for route in Route), *([_WEIGHT] if self._draft.uneven else [])]
        return [(index, name) for index in range(self._draft.count) for name in names]

    def _first(self) -> tuple[int, str]:
        """Where copying goes on: at the first thing that is not known; where all is, at the beginning."""
        steps = self._steps()
        unknown = [(index, name) for index, name in steps if name not in self._draft.sector(index)]
        return unknown[0] if unknown else steps[0]

    def _keep(self) -> None:
        self.box.keep(DRAFT, self._draft.to_note())

    def _finish(self) -> None:
        """From now on games begin with this wheel, and none of them calls it a trial."""
        profile = self.box.records.noted(NOTE) or {}
        wheel = {_LIST: self._draft.finished(), _TRIAL: False}
        if self.box.keep(NOTE, {**profile, _WHEEL: wheel}) and self.box.keep(DRAFT, None):
            self.box.pop()
            self.box.tell(self.word("wheel.copy"), self.word("wheel.copied", n=self._draft.count))


def _begun(box: Host) -> Draft:
    """What was copied so far: of a wheel that is not finished, else of the one there is; else nothing."""
    note = box.records.noted(DRAFT)
    if isinstance(note, dict):
        return Draft(note["count"], note["uneven"], tuple(note[_LIST]))
    sectors = box.records.profile(GAME).get(_WHEEL, {}).get(_LIST)
    if not sectors:
        return Draft(_USUAL_SECTORS, uneven=False)
    return Draft(len(sectors), any(sector.get(_WEIGHT, 1) != 1 for sector in sectors), tuple(sectors))
