"""Copying a printed wheel into the box: how many sectors, then what each shows on every ring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.box.faces.faces import Face, Hint, ListFace, NumberFace, Row, Strip
from companion.box.faces.wheel_face import Sector, WheelFace, bounds, middle_of
from companion.box.pages.page import Host, Page
from companion.rules.accessories import Answer, Asked, CopiedWheel
from companion.rules.fields import Json
from companion.rules.game import Game
from companion.support.frozen import frozen
from companion.table.game_setup import PROFILE
from companion.words.signs import Key, glyph_named

_LIST, _TRIAL, _WEIGHT = "sectors", "placeholder", "weight"


def draft_note(game: Game) -> str:
    """The note of a wheel that is not copied to its end: games go on with the old one until then."""
    return f"copying.{game.id}"


@frozen
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

    def finished(self, names: list[str]) -> list[dict[str, Json]]:
        """The sectors for the profile, by what is asked of each."""
        return [{name: self.sector(at)[name] for name in names} for at in range(self.count)]


class CopyWheelPage(Page):
    """Up and down change what is asked, ok takes it and goes on, back goes back. Every step is kept.

    The steps: how many sectors, whether all are as wide, and then sector by sector each ring and, if asked for, weight.
    """

    counts = True

    def __init__(self, box: Host, game: Game, copied: CopiedWheel) -> None:
        super().__init__(box)
        self._game, self._copied = game, copied
        self._draft = self._begun()
        self._at: tuple[int, str] | None = None
        """The sector, from 0, and what of it is asked; None for what comes before all sectors."""
        self._asks_width = False

    def face(self) -> Face:
        if self._at is None:
            return self._width_face() if self._asks_width else self._count_face()
        index, name = self._at
        return self._weight_face(index) if name == _WEIGHT else self._ring_face(index, self._band(name))

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
            strip=Strip(title=self._title),
            hints=self._hints(),
            caption=self.word("copy.count"),
            number=self._draft.count,
            low=self._copied.sectors[0],
            high=self._copied.sectors[-1],
        )

    def _width_face(self) -> ListFace:
        rows = tuple(Row(self.word(key)) for key in ("copy.even", "copy.uneven"))
        title = Strip(title=self._title)
        return ListFace(strip=title, hints=self._hints(), rows=rows, chosen=int(self._draft.uneven))

    def _weight_face(self, index: int) -> NumberFace:
        return NumberFace(
            strip=Strip(title=self._title),
            hints=self._hints(),
            caption=self.word("copy.weight", number=index + 1, count=self._draft.count),
            number=self._weight(index),
            low=1,
            high=self._copied.heaviest,
        )

    def _ring_face(self, index: int, band: Asked) -> WheelFace:
        """The ring as it grows, the sector that is asked for at the pointer."""
        count = self._draft.count
        sectors = tuple(self._label(at, band) for at in range(count))
        words = self.box.words
        return WheelFace(
            strip=Strip(title=words("scene.pair", head=words.of(self._copied.title), said=words.brief(band.says))),
            hints=self._hints(),
            sectors=sectors,
            at=-middle_of(bounds(sectors), index) % 1,
            result=index,
            line=self.word("copy.sector", number=index + 1, count=count),
            glyph=glyph_named(band.glyph, self._game.words),
        )

    def _hints(self) -> tuple[Hint, ...]:
        return self.hints((Key.BACK, "key.back"), (Key.UP, "key.change"), (Key.OK, "key.next"))

    def _label(self, index: int, band: Asked) -> Sector:
        weight = self._weight(index)
        known = band.name in self._draft.sector(index) or self._at == (index, band.name)
        if not known:
            return Sector("", weight=weight)
        answer = self._shown(index, band)
        label, glyph = self.box.words.of(answer.says), glyph_named(answer.glyph, self._game.words)
        return Sector(label, answer.stark, glyph, weight)

    def _shown(self, index: int, band: Asked) -> Answer:
        """What a sector shows on a ring: at first what comes first."""
        value = self._draft.sector(index).get(band.name)
        return next((answer for answer in band.answers if answer.value == value), band.answers[0])

    def _band(self, name: str) -> Asked:
        return next(band for band in self._copied.bands if band.name == name)

    @property
    def _title(self) -> str:
        return self.box.words.of(self._copied.copy)

    def _weight(self, index: int) -> int:
        value = self._draft.sector(index).get(_WEIGHT, 1)
        return value if isinstance(value, int) else 1

    def _change(self, step: int) -> None:
        draft = self._draft
        if self._at is None:
            if self._asks_width:
                self._draft = replace(draft, uneven=not draft.uneven)
            elif draft.count + step in self._copied.sectors:
                self._draft = replace(draft, count=draft.count + step)
            return
        index, name = self._at
        if name == _WEIGHT:
            weight = min(max(self._weight(index) + step, 1), self._copied.heaviest)
            self._draft = draft.with_value(index, name, weight)
        else:
            band = self._band(name)
            here = band.answers.index(self._shown(index, band))
            answer = band.answers[(here + step) % len(band.answers)]
            self._draft = draft.with_value(index, name, answer.value)

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
            self._draft = self._draft.with_value(index, name, self._shown(index, self._band(name)).value)

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
        return [(index, name) for index in range(self._draft.count) for name in self._names()]

    def _names(self) -> list[str]:
        """What is asked of each sector."""
        return [*(band.name for band in self._copied.bands), *([_WEIGHT] if self._draft.uneven else [])]

    def _first(self) -> tuple[int, str]:
        """Where copying goes on: at the first thing that is not known; where all is, at the beginning."""
        steps = self._steps()
        unknown = [(index, name) for index, name in steps if name not in self._draft.sector(index)]
        return unknown[0] if unknown else steps[0]

    def _keep(self) -> None:
        self.box.keep(draft_note(self._game), self._draft.to_note())

    def _finish(self) -> None:
        """From now on games begin with this wheel, and none of them calls it a trial."""
        note = f"{PROFILE}{self._game.id}"
        profile = self.box.records.noted(note) or {}
        wheel = {_LIST: self._draft.finished(self._names()), _TRIAL: False}
        kept = self.box.keep(note, {**profile, self._copied.table: wheel})
        if kept and self.box.keep(draft_note(self._game), None):
            self.box.pop()
            self.box.tell(self._title, self.word("copy.wheel_kept", n=self._draft.count))

    def _begun(self) -> Draft:
        """What was copied so far: of a wheel that is not finished, else of the one there is; else nothing."""
        note = self.box.records.noted(draft_note(self._game))
        if isinstance(note, dict):
            return Draft(note["count"], note["uneven"], tuple(note[_LIST]))
        sectors = self.box.records.profile(self._game.id).get(self._copied.table, {}).get(_LIST)
        if not sectors:
            return Draft(self._copied.default, uneven=False)
        return Draft(len(sectors), any(sector.get(_WEIGHT, 1) != 1 for sector in sectors), tuple(sectors))
