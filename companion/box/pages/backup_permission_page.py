"""Backups at the box: their address for a host's phone, and the permission to get everything."""

from __future__ import annotations

from companion.box.faces.faces import ConfirmFace, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.page import Page, PageHost
from companion.box.pages.phones_page import SETTLES_S, FindPage
from companion.session.backup_permission import BackupRequest
from companion.table.session_errors import SessionError
from companion.words.signs import Key

PATH = "backup"
"""Path of the page of backups, after the address of the table."""


def open_backup(box: PageHost) -> None:
    """Show where a host's phone exports and imports games; without a host, show how a phone becomes one."""
    if box.queries.roles.hosts:
        box.push(FindPage(box, "backup.title", PATH))
    else:
        box.show_message(box.words("backup.title"), box.words("backup.no_host"))


class HandOutPage(Page):
    """Asks whether a host's phone may get everything, unfinished games too: holding ok allows it, back does not.

    A backup contains hands and coming throws, so a short press is not enough. No answer in time counts as a no, and so
    does leaving the page in any way. The page appears unasked, so keys mean nothing at first.
    """

    def __init__(self, box: PageHost, request: BackupRequest) -> None:
        super().__init__(box)
        self._request = request
        self._keys_from = 0.0
        """Time from which keys mean something, in seconds of the edges' clock."""
        self.on_top()

    def face(self) -> ConfirmFace:
        return ConfirmFace(
            strip=Strip(title=self.word("backup.title")),
            hints=self.hints((Key.BACK, "key.no"), (Key.OK, "key.hold")),
            question=self.word("backup.question"),
            body=self.word("backup.body"),
        )

    def on_top(self) -> None:
        self._keys_from = self.box.codes.now + SETTLES_S

    def press(self, key: Key) -> None:
        if self._takes_keys and key in (Key.BACK, Key.LEFT):
            self._refuse()

    def long_press(self, key: Key) -> None:
        if not self._takes_keys:
            return
        if key is Key.OK:
            self._grant()
        elif key is Key.BACK:
            self._refuse()
            super().long_press(key)

    def undo(self) -> None:
        if self._takes_keys:
            super().undo()

    def hold_text(self, key: Key) -> str:
        if key is Key.OK:
            return self.word("hold.hand_out") if self._takes_keys else ""
        return super().hold_text(key)

    def deadline(self) -> float:
        return self._request.until

    def update(self, now: float) -> None:
        if not self._is_open:
            self._refuse()

    def on_removed(self) -> None:
        self.box.codes.backup_permission.answer(self._request, granted=False)

    @property
    def _is_open(self) -> bool:
        """True while the request is open: it was not answered elsewhere, and the phone is still a host."""
        return (
            self.box.codes.backup_permission.pending_request == self._request
            and self._request.phone in self.box.queries.roles.hosts
        )

    @property
    def _takes_keys(self) -> bool:
        return self.box.now >= self._keys_from

    def _grant(self) -> None:
        if not self._is_open:
            self._refuse()
            return
        try:
            self.box.queries.announce_backup()
        except SessionError as error:
            self._refuse()
            self.box.show_refusal(error)
            return
        self.box.codes.backup_permission.answer(self._request, granted=True)
        self.box.remove(self)
        self.box.show_message(self.word("backup.title"), self.word("backup.granted"))
        self.box.sound(Sound.DONE)

    def _refuse(self) -> None:
        self.box.remove(self)
        self.box.show_message(self.word("backup.title"), self.word("backup.refused"))
