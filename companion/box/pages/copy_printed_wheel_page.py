"""Copying a printed wheel into the box: the number of sectors, then the content of each on every ring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.box.faces.faces import Face, Hint, ListFace, ListRow, NumberFace, Strip
from companion.box.faces.wheel_face import SectorLabel, WheelFace, middle_of, sector_ends
from companion.box.pages.page import Page, PageHost
from companion.rules.copied_parts import CopiedWheel, CopyAnswer, CopyQuestion
from companion.rules.fields import Json
from companion.rules.game import Game
from companion.support.frozen_dataclasses import frozen
from companion.table.game_setup import PROFILE_PREFIX
from companion.words.signs import Key, glyph_named

_LIST, _TRIAL, _WEIGHT = "sectors", "placeholder", "weight"


def draft_note_name(game: Game) -> str:
    """Return the name of the note for an unfinished copy; until it is finished, games use the old wheel."""
    return f"copying.{game.id}"


@frozen
class WheelDraft:
    """An unfinished wheel: the sectors set so far, in the form of the profile."""

    count: int
    uneven: bool
    """True if sectors differ in width, so that the weight of each is asked."""
    sectors: tuple[dict[str, Json], ...] = ()

    def sector(self, index: int) -> dict[str, Json]:
        """Return the known values of a sector, from 0."""
        return self.sectors[index] if index < len(self.sectors) else {}

    def with_value(self, index: int, name: str, value: Json) -> WheelDraft:
        """Return the draft with one value of a sector set."""
        sectors = [dict(self.sector(sector_index)) for sector_index in range(max(index + 1, len(self.sectors)))]
        sectors[index][name] = value
        return replace(self, sectors=tuple(sectors))

    def to_note(self) -> dict[str, Any]:
        """Return the draft in the form of its note."""
        return {"count": self.count, "uneven": self.uneven, _LIST: [dict(sector) for sector in self.sectors]}

    def finished(self, names: list[str]) -> list[dict[str, Json]]:
        """Return the sectors for the profile, with the values of these names."""
        return [{name: self.sector(index)[name] for name in names} for index in range(self.count)]


class CopyWheelPage(Page):
    """Copies a wheel: up and down change the answer, ok takes it and goes on, back goes back. Every step is saved.

    The steps: the number of sectors, whether all have the same width, and then for each sector each ring and, if
    needed, its weight.
    """

    clockwise_is_up = True

    def __init__(self, box: PageHost, game: Game, copied: CopiedWheel) -> None:
        super().__init__(box)
        self._game, self._copied = game, copied
        self._draft = self._load_draft()
        self._position: tuple[int, str] | None = None
        """The sector, from 0, and the name of the question about it; None for the steps before all sectors."""
        self._asks_width = False

    def face(self) -> Face:
        if self._position is None:
            return self._width_face() if self._asks_width else self._count_face()
        index, name = self._position
        return self._weight_face(index) if name == _WEIGHT else self._ring_face(index, self._band(name))

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        if step is not None:
            self._change(step)
        elif key is Key.OK:
            self._go_on()
        elif key is Key.BACK:
            self._go_back()

    def long_press(self, key: Key) -> None:
        if key is Key.BACK:
            self._save_draft()
        super().long_press(key)

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
        rows = tuple(ListRow(self.word(key)) for key in ("copy.even", "copy.uneven"))
        title = Strip(title=self._title)
        return ListFace(strip=title, hints=self._hints(), rows=rows, chosen=int(self._draft.uneven))

    def _weight_face(self, index: int) -> NumberFace:
        return NumberFace(
            strip=Strip(title=self._title),
            hints=self._hints(),
            caption=self.word("copy.weight", number=index + 1, count=self._draft.count),
            number=self._weight(index),
            low=1,
            high=self._copied.max_weight,
        )

    def _ring_face(self, index: int, band: CopyQuestion) -> WheelFace:
        """Return the ring as far as it is known, with the sector in question at the pointer."""
        count = self._draft.count
        sectors = tuple(self._label(sector_index, band) for sector_index in range(count))
        words = self.box.words
        return WheelFace(
            strip=Strip(title=words("scene.pair", head=words.of(self._copied.title), said=words.brief(band.text))),
            hints=self._hints(),
            sectors=sectors,
            rotation=-middle_of(sector_ends(sectors), index) % 1,
            result=index,
            line=self.word("copy.sector", number=index + 1, count=count),
            glyph=glyph_named(band.glyph, self._game.words),
        )

    def _hints(self) -> tuple[Hint, ...]:
        return self.hints((Key.BACK, "key.back"), (Key.UP, "key.change"), (Key.OK, "key.next"))

    def _label(self, index: int, band: CopyQuestion) -> SectorLabel:
        weight = self._weight(index)
        is_known = band.name in self._draft.sector(index) or self._position == (index, band.name)
        if not is_known:
            return SectorLabel("", weight=weight)
        answer = self._answer(index, band)
        label, glyph = self.box.words.of(answer.text), glyph_named(answer.glyph, self._game.words)
        return SectorLabel(label, answer.stark, glyph, weight)

    def _answer(self, index: int, band: CopyQuestion) -> CopyAnswer:
        """Return the answer of a sector on a ring; the first answer if none was given."""
        value = self._draft.sector(index).get(band.name)
        return next((answer for answer in band.answers if answer.value == value), band.answers[0])

    def _band(self, name: str) -> CopyQuestion:
        return next(band for band in self._copied.bands if band.name == name)

    @property
    def _title(self) -> str:
        return self.box.words.of(self._copied.action_label)

    def _weight(self, index: int) -> int:
        value = self._draft.sector(index).get(_WEIGHT, 1)
        return value if isinstance(value, int) else 1

    def _change(self, step: int) -> None:
        draft = self._draft
        if self._position is None:
            if self._asks_width:
                self._draft = replace(draft, uneven=not draft.uneven)
            elif draft.count + step in self._copied.sectors:
                self._draft = replace(draft, count=draft.count + step)
            return
        index, name = self._position
        if name == _WEIGHT:
            weight = min(max(self._weight(index) + step, 1), self._copied.max_weight)
            self._draft = draft.with_value(index, name, weight)
        else:
            band = self._band(name)
            position = band.answers.index(self._answer(index, band))
            answer = band.answers[(position + step) % len(band.answers)]
            self._draft = draft.with_value(index, name, answer.value)

    def _go_on(self) -> None:
        if self._position is None and not self._asks_width:
            self._asks_width = True
        elif self._position is None:
            self._position = self._first()
        else:
            self._take(*self._position)
            if self._position == self._steps()[-1]:
                self._finish()
                return
            self._position = self._steps()[self._steps().index(self._position) + 1]
        self._save_draft()

    def _take(self, index: int, name: str) -> None:
        """Set the answer on the screen, even if it was never changed."""
        if name == _WEIGHT:
            self._draft = self._draft.with_value(index, name, self._weight(index))
        else:
            self._draft = self._draft.with_value(index, name, self._answer(index, self._band(name)).value)

    def _go_back(self) -> None:
        self._save_draft()
        if self._position is None and self._asks_width:
            self._asks_width = False
        elif self._position is None:
            self.box.pop()
        else:
            position = self._steps().index(self._position)
            self._position = self._steps()[position - 1] if position else None

    def _steps(self) -> list[tuple[int, str]]:
        return [(index, name) for index in range(self._draft.count) for name in self._names()]

    def _names(self) -> list[str]:
        """Return the names of the questions about each sector."""
        return [*(band.name for band in self._copied.bands), *([_WEIGHT] if self._draft.uneven else [])]

    def _first(self) -> tuple[int, str]:
        """Return the step where copying continues: the first unknown value, or the beginning if all are known."""
        steps = self._steps()
        unknown = [(index, name) for index, name in steps if name not in self._draft.sector(index)]
        return unknown[0] if unknown else steps[0]

    def _save_draft(self) -> None:
        self.box.save_note(draft_note_name(self._game), self._draft.to_note())

    def _finish(self) -> None:
        """Save the wheel in the profile: from now on games begin with it, and none of them calls it a trial."""
        note = f"{PROFILE_PREFIX}{self._game.id}"
        profile = self.box.queries.note(note) or {}
        wheel = {_LIST: self._draft.finished(self._names()), _TRIAL: False}
        saved = self.box.save_note(note, {**profile, self._copied.table: wheel})
        if saved and self.box.save_note(draft_note_name(self._game), None):
            self.box.pop()
            self.box.show_message(self._title, self.word("copy.wheel_kept", n=self._draft.count))

    def _load_draft(self) -> WheelDraft:
        """Return the draft of an unfinished copy, else the present wheel, else an empty draft."""
        note = self.box.queries.note(draft_note_name(self._game))
        if isinstance(note, dict):
            return WheelDraft(note["count"], note["uneven"], tuple(note[_LIST]))
        sectors = self.box.queries.profile(self._game.id).get(self._copied.table, {}).get(_LIST)
        if not sectors:
            return WheelDraft(self._copied.default, uneven=False)
        return WheelDraft(len(sectors), any(sector.get(_WEIGHT, 1) != 1 for sector in sectors), tuple(sectors))
