"""A page that asks whether a phone may do something that only the box allows."""

from __future__ import annotations

from companion.box.faces.faces import ConfirmFace, Strip
from companion.box.pages.page import Page, PageHost
from companion.box.pages.phones_page import SETTLES_S
from companion.session.box_permission import BoxPermission, PermissionRequest
from companion.words.signs import Key


class PermissionPage(Page):
    """Asks whether a host's phone may do something: holding ok allows it, back does not.

    A short press is not enough. No answer in time counts as a no, and so does leaving the page in any way. The page
    appears unasked, so keys mean nothing at first.
    """

    title: str
    """Key of the title."""
    body: str
    """Key of the sentence below the question."""
    hold: str
    """Key of what holding ok does."""
    refused: str
    """Key of the sentence after a no."""

    def __init__(self, box: PageHost, permission: BoxPermission, request: PermissionRequest) -> None:
        super().__init__(box)
        self._permission = permission
        self.request = request
        self._keys_from = 0.0
        """Time from which keys mean something, in seconds of the edges' clock."""
        self.on_top()

    def question(self) -> str:
        """Return the question."""
        raise NotImplementedError

    def allow(self) -> None:
        """Allow what the phone asks for."""
        raise NotImplementedError

    def face(self) -> ConfirmFace:
        return ConfirmFace(
            strip=Strip(title=self.word(self.title)),
            hints=self.hints((Key.BACK, "key.no"), (Key.OK, "key.hold")),
            question=self.question(),
            body=self.word(self.body),
        )

    def on_top(self) -> None:
        self._keys_from = self.box.codes.now + SETTLES_S

    def press(self, key: Key) -> None:
        if self._takes_keys and key in (Key.BACK, Key.LEFT):
            self.refuse()

    def long_press(self, key: Key) -> None:
        if not self._takes_keys:
            return
        if key is Key.OK:
            self.allow() if self._is_open else self.refuse()
        elif key is Key.BACK:
            self.refuse()
            super().long_press(key)

    def undo(self) -> None:
        if self._takes_keys:
            super().undo()

    def hold_text(self, key: Key) -> str:
        if key is Key.OK:
            return self.word(self.hold) if self._takes_keys else ""
        return super().hold_text(key)

    def deadline(self) -> float:
        return self.request.until

    def update(self, now: float) -> None:
        if not self._is_open:
            self.refuse()

    def on_removed(self) -> None:
        self._permission.answer(self.request, granted=False)

    def grant(self) -> None:
        """Give the permission, and close the page."""
        self._permission.answer(self.request, granted=True)
        self.box.remove(self)

    def refuse(self) -> None:
        """Close the page, and say that the phone may not."""
        self.box.remove(self)
        self.box.show_message(self.word(self.title), self.word(self.refused))

    @property
    def _is_open(self) -> bool:
        """True while the request is open: it was not answered elsewhere, and the phone is still a host."""
        return self._permission.pending_request == self.request and self.request.phone in self.box.queries.roles.hosts

    @property
    def _takes_keys(self) -> bool:
        return self.box.now >= self._keys_from
