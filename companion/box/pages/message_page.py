"""Pages of words to read, and questions before something is done."""

from __future__ import annotations

from collections.abc import Callable

from companion.box.faces.faces import ConfirmFace, Face, MessageFace, Strip
from companion.box.pages.page import Page, PageHost
from companion.rules.game import Game
from companion.rules.rulings import Ruling, rulings
from companion.words.ruling_cards import card_text, ruling_card
from companion.words.signs import AnyGlyph, Key


class MessagePage(Page):
    """Words to read; up and down scroll, any other key closes it. Below a reason follows the card of its ruling."""

    def __init__(
        self, box: PageHost, heading: str, body: str, ruling: str = "", glyph: AnyGlyph | None = None, title: str = ""
    ) -> None:
        super().__init__(box)
        self._heading, self._body, self._ruling, self._glyph, self._title = heading, body, ruling, glyph, title
        self._card = cited_card(box, ruling)
        self._scroll = 0

    def face(self) -> MessageFace:
        why = ((Key.DOWN, "key.why"),) if self._card and not self._scroll else ()
        return MessageFace(
            strip=Strip(title=self._title or self._heading),
            hints=self.hints(*why, (Key.OK, "key.ok")),
            heading=self._heading if self._title else "",
            body=self._body,
            ruling=self._ruling,
            card=self._card,
            glyph=self._glyph,
            scroll=self._scroll,
        )

    def press(self, key: Key) -> None:
        if key is Key.DOWN:
            self._scroll = min(self._scroll + 1, self.box.last_scroll(self.face()))
        elif key is Key.UP:
            self._scroll = max(0, self._scroll - 1)
        else:
            self.box.pop()

    def undo(self) -> None:
        self.box.pop()


def cited_card(box: PageHost, number: str) -> str:
    """Return the card of a ruling that a reason names, with its number and title; empty if the open game has none."""
    ruling = rulings(box.table.game).get(number) if box.table is not None else None
    if box.table is None or ruling is None:
        return ""
    card = ruling_card(box.table.game, ruling, box.words)
    return box.words("rulebook.card", number=card.number, title=card.title, text=card_text(card, box.words))


def show_ruling(box: PageHost, game: Game, ruling: Ruling) -> None:
    """Show the card of a ruling, with its example in words."""
    card = ruling_card(game, ruling, box.words)
    box.push(MessagePage(box, card.title, card_text(card, box.words), title=card.number))


class ConfirmPage(Page):
    """The last question before something is done: ok does it, back does not."""

    def __init__(  # noqa: PLR0913 - the question, then keyword options
        self,
        box: PageHost,
        title: str | Strip,
        question: str,
        do: Callable[[], None],
        *,
        costs: tuple[str, ...] = (),
        gives: tuple[str, ...] = (),
        body: str = "",
    ) -> None:
        super().__init__(box)
        self._strip = Strip(title=title) if isinstance(title, str) else title
        self._question, self._do = question, do
        self._costs, self._gives, self._body = costs, gives, body

    def face(self) -> Face:
        return ConfirmFace(
            strip=self._strip,
            hints=self.hints((Key.BACK, "key.no"), (Key.OK, "key.yes")),
            question=self._question,
            costs=self._costs,
            gives=self._gives,
            body=self._body,
        )

    def press(self, key: Key) -> None:
        if key is Key.OK:
            self.box.pop()
            self._do()
        else:
            super().press(key)
