"""Backups at the box: their address for a host's phone, and the permission to get everything."""

from __future__ import annotations

from companion.box.faces.signals import Sound
from companion.box.pages.page import PageHost
from companion.box.pages.permission_page import PermissionPage
from companion.box.pages.phones_page import FindPage
from companion.session.box_permission import PermissionRequest
from companion.table.session_errors import SessionError

PATH = "backup"
"""Path of the page of backups, after the address of the table."""


def open_backup(box: PageHost) -> None:
    """Show where a host's phone exports and imports games; without a host, show how a phone becomes one."""
    if box.queries.roles.hosts:
        box.push(FindPage(box, "backup.title", PATH))
    else:
        box.show_message(box.words("backup.title"), box.words("backup.no_host"))


class HandOutPage(PermissionPage):
    """Asks whether a host's phone may get everything, unfinished games too: hands, and throws to come."""

    title, body = "backup.title", "backup.body"
    hold, refused = "hold.hand_out", "backup.refused"

    def __init__(self, box: PageHost, request: PermissionRequest) -> None:
        super().__init__(box, box.codes.backup_permission, request)

    def question(self) -> str:
        return self.word("backup.question")

    def allow(self) -> None:
        try:
            self.box.queries.announce_backup()
        except SessionError as error:
            self.refuse()
            self.box.show_refusal(error)
            return
        self.grant()
        self.box.show_message(self.word("backup.title"), self.word("backup.granted"))
        self.box.sound(Sound.DONE)
