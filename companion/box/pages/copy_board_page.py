"""Copying a printed board into the box: one pass over its spaces, with all questions about each."""

from __future__ import annotations

from typing import Any

from companion.box.faces.faces import AskedRow, Face, SpaceFace, Strip
from companion.box.pages.page import Host, Page
from companion.rules.accessories import Answer, Asked, CopiedBoard, CopiedSpace
from companion.rules.game import Game
from companion.rules.profile import merged
from companion.table.game_setup import PROFILE
from companion.words.signs import Key, glyph_named


class CopyBoardPage(Page):
    """Copies a board: up and down change the answer, ok takes it and goes on, back goes back. Each space is saved."""

    def __init__(self, box: Host, game: Game, copied: CopiedBoard) -> None:
        super().__init__(box)
        self._game, self._copied = game, copied
        self._note = f"{PROFILE}{game.id}"
        self._profile: dict[str, Any] = box.records.noted(self._note) or {}
        self._spaces = copied.spaces(merged(game.figures, box.records.profile(game.id)))
        self._at = 0
        """Index of the space, and of the question about it."""
        self._asks = 0

    def face(self) -> Face:
        space = self._space
        return SpaceFace(
            strip=Strip(title=self.box.words.brief(self._copied.title)),
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.next")),
            space=space.id,
            place=self._at + 1,
            of=len(self._spaces),
            asked=tuple(self._row(asked) for asked in self._copied.asked),
            field=self._copied.asked.index(self._asked),
        )

    def press(self, key: Key) -> None:
        step = {Key.DOWN: 1, Key.RIGHT: 1, Key.UP: -1, Key.LEFT: -1}.get(key)
        if step is not None:
            self._turn(step)
        elif key is Key.OK:
            self._go_on()
        elif key is Key.BACK:
            self._go_back()

    def long(self, key: Key) -> None:
        if key is Key.BACK:
            self._keep()
        super().long(key)

    @property
    def _space(self) -> CopiedSpace:
        return self._spaces[self._at]

    @property
    def _asked(self) -> Asked:
        """The present question."""
        return self._questions[self._asks]

    @property
    def _questions(self) -> list[Asked]:
        return [asked for asked in self._copied.asked if asked.name in self._space.asked]

    def _row(self, asked: Asked) -> AskedRow:
        answer = self._answer(asked)
        if answer is None:
            return AskedRow(self.word("copy.unknown"))
        return AskedRow(
            self.box.words.brief(answer.says), glyph=glyph_named(answer.glyph, self._game.words), n=answer.n
        )

    def _answer(self, asked: Asked) -> Answer | None:
        """Return the noted answer, if any."""
        value = self._profile.get(asked.name, {}).get(self._space.id)
        return next((one for one in asked.answers if value is not None and one.value == value), None)

    def _turn(self, step: int) -> None:
        answers = (None, *self._asked.answers)
        answer = answers[(answers.index(self._answer(self._asked)) + step) % len(answers)]
        entries = dict(self._profile.get(self._asked.name, {}))
        entries.pop(self._space.id, None)
        if answer is not None:
            entries[self._space.id] = answer.value
        self._profile = {**self._profile, self._asked.name: entries}

    def _go_on(self) -> None:
        if self._asks + 1 < len(self._questions):
            self._asks += 1
        elif self._at + 1 < len(self._spaces):
            self._at, self._asks = self._at + 1, 0
            self._keep()
        elif self._keep():
            self.box.pop()
            self.box.tell(self.box.words.brief(self._copied.title), self.box.words.of(self._copied.kept(self._profile)))

    def _go_back(self) -> None:
        if self._asks:
            self._asks -= 1
        elif self._at:
            self._at -= 1
            self._asks = len(self._questions) - 1
        else:
            self._keep()
            self.box.pop()

    def _keep(self) -> bool:
        return self.box.keep(self._note, self._profile or None)
