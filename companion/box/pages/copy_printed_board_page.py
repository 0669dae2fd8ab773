"""Copying a printed board into the box: one pass over its spaces, with all questions about each."""

from __future__ import annotations

from typing import Any

from companion.box.faces.faces import Face, SpaceAnswer, SpaceFace, Strip
from companion.box.pages.page import Page, PageHost
from companion.rules.copied_parts import CopiedBoard, CopiedSpace, CopyAnswer, CopyQuestion
from companion.rules.figure_tables import merge_figures
from companion.rules.game import Game
from companion.table.game_setup import PROFILE_PREFIX
from companion.words.signs import Key, glyph_named


class CopyBoardPage(Page):
    """Copies a board: up and down change the answer, ok takes it and goes on, back goes back. Each space is saved."""

    def __init__(self, box: PageHost, game: Game, copied: CopiedBoard) -> None:
        super().__init__(box)
        self._game, self._copied = game, copied
        self._note = f"{PROFILE_PREFIX}{game.id}"
        self._profile: dict[str, Any] = box.queries.note(self._note) or {}
        self._spaces = copied.spaces(merge_figures(game.figures, box.queries.profile(game.id)))
        self._space_index = 0
        """Index of the space, and of the question about it."""
        self._question_index = 0

    def face(self) -> Face:
        space = self._space
        name = self.box.words.brief(space.label) if space.label is not None else ""
        return SpaceFace(
            strip=Strip(title=name or self.box.words.brief(self._copied.title)),
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.next")),
            space=str(self._space_index + 1) if name else space.id,
            name=name,
            place=self._space_index + 1,
            of=len(self._spaces),
            asked=tuple(self._row(question) for question in self._copied.questions),
            field=self._copied.questions.index(self._question),
        )

    def press(self, key: Key) -> None:
        step = {Key.DOWN: 1, Key.RIGHT: 1, Key.UP: -1, Key.LEFT: -1}.get(key)
        if step is not None:
            self._turn(step)
        elif key is Key.OK:
            self._go_on()
        elif key is Key.BACK:
            self._go_back()

    def long_press(self, key: Key) -> None:
        if key is Key.BACK:
            self._save_profile()
        super().long_press(key)

    @property
    def _space(self) -> CopiedSpace:
        return self._spaces[self._space_index]

    @property
    def _question(self) -> CopyQuestion:
        """The present question."""
        return self._questions[self._question_index]

    @property
    def _questions(self) -> list[CopyQuestion]:
        return [question for question in self._copied.questions if question.name in self._space.questions]

    def _row(self, question: CopyQuestion) -> SpaceAnswer:
        answer = self._answer(question)
        if answer is None:
            return SpaceAnswer(self.word("copy.unknown"))
        return SpaceAnswer(
            self.box.words.brief(answer.text), glyph=glyph_named(answer.glyph, self._game.words), n=answer.n
        )

    def _answer(self, question: CopyQuestion) -> CopyAnswer | None:
        """Return the noted answer, if any."""
        value = self._profile.get(question.name, {}).get(self._space.id)
        return next((answer for answer in question.answers if value is not None and answer.value == value), None)

    def _turn(self, step: int) -> None:
        answers = (None, *self._question.answers)
        answer = answers[(answers.index(self._answer(self._question)) + step) % len(answers)]
        entries = dict(self._profile.get(self._question.name, {}))
        entries.pop(self._space.id, None)
        if answer is not None:
            entries[self._space.id] = answer.value
        self._profile = {**self._profile, self._question.name: entries}

    def _go_on(self) -> None:
        if self._question_index + 1 < len(self._questions):
            self._question_index += 1
        elif self._space_index + 1 < len(self._spaces):
            self._space_index, self._question_index = self._space_index + 1, 0
            self._save_profile()
        elif self._save_profile():
            self.box.pop()
            self.box.show_message(
                self.box.words.brief(self._copied.title), self.box.words.of(self._copied.summary(self._profile))
            )

    def _go_back(self) -> None:
        if self._question_index:
            self._question_index -= 1
        elif self._space_index:
            self._space_index -= 1
            self._question_index = len(self._questions) - 1
        else:
            self._save_profile()
            self.box.pop()

    def _save_profile(self) -> bool:
        return self.box.save_note(self._note, self._profile or None)
