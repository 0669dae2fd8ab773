"""The board and the name of the machine, chosen on the box or by a phone; both need a restart."""

from __future__ import annotations

from functools import partial

from companion.box.faces.faces import ConfirmFace, Face, ListRow, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.letters_page import SHORT_NAME, LettersPage
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.off_page import MomentPage
from companion.box.pages.page import Page, PageHost
from companion.box.pages.permission_page import PermissionPage
from companion.session.box_permission import PermissionRequest
from companion.session.machine_change import AUTOMATIC, MachineChange, host_name
from companion.table.session_errors import SessionError
from companion.words.catalogue import Words
from companion.words.signs import Key


def open_machine(box: PageHost) -> None:
    """List the board and the name of a machine that can be changed; ok changes one of them."""
    machine = box.machine
    if machine is None:
        return

    def boards() -> list[ListItem]:
        return [
            ListItem(
                ListRow(board_word(name, box.words), detail="✓" if name == machine.board else ""),
                partial(_ask, box, MachineChange(board=name)),
            )
            for name in (AUTOMATIC, *machine.boards)
        ]

    def rename() -> None:
        box.push(LettersPage(box, box.words("machine.name"), partial(_ask_name, box), longest=SHORT_NAME))

    def items() -> list[ListItem]:
        board = ListRow(box.words("machine.board"), detail=board_word(machine.board, box.words))
        return [
            ListItem(board, lambda: box.push(ListPage(box, lambda: box.words("machine.board"), boards))),
            ListItem(ListRow(box.words("machine.name"), detail=machine.name), rename),
        ]

    box.push(ListPage(box, lambda: box.words("machine.title"), items))


def board_word(name: str, words: Words) -> str:
    """Return the word for a board, or for the one that is detected."""
    return words("machine.auto") if name == AUTOMATIC else name


def change_question(change: MachineChange, words: Words) -> str:
    """Return the question whether to make a change."""
    if change.name is not None:
        return words("machine.name_question", name=change.name)
    if change.board == AUTOMATIC:
        return words("machine.auto_question")
    return words("machine.board_question", board=change.board or "")


def _ask_name(box: PageHost, typed: str) -> None:
    if name := host_name(typed):
        box.pop()
        _ask(box, MachineChange(name=name))
    else:
        box.show_message(box.words("machine.name"), box.words("machine.no_name"))


def _ask(box: PageHost, change: MachineChange) -> None:
    box.push(ChangePage(box, change))


def _make_change(box: PageHost, change: MachineChange) -> bool:
    """Make a change; return whether that was possible, and show why if it was not."""
    if box.machine is None:
        return False
    try:
        box.machine.change(change)
    except SessionError as error:
        box.show_refusal(error)
        return False
    return True


def _restart(box: PageHost) -> None:
    """Restart the machine, so that a change takes effect."""
    box.sound(Sound.DONE)
    box.push(MomentPage(box))
    if box.restart is not None:
        box.restart()


class ChangePage(Page):
    """Asks whether to change the machine: holding ok does it and restarts, back does not."""

    def __init__(self, box: PageHost, change: MachineChange) -> None:
        super().__init__(box)
        self._change = change

    def face(self) -> Face:
        return ConfirmFace(
            strip=Strip(title=self.word("machine.title")),
            hints=self.hints((Key.BACK, "key.no"), (Key.OK, "key.hold")),
            question=change_question(self._change, self.box.words),
            body=self.word("machine.body"),
        )

    def long_press(self, key: Key) -> None:
        if key is Key.OK:
            self.box.remove(self)
            if _make_change(self.box, self._change):
                _restart(self.box)
        else:
            super().long_press(key)

    def hold_text(self, key: Key) -> str:
        return self.word("hold.restart") if key is Key.OK else super().hold_text(key)


class AllowChangePage(PermissionPage):
    """Asks whether a host's phone may change the board or the name of the machine."""

    title, body = "machine.title", "machine.body"
    hold, refused = "hold.restart", "machine.refused"

    def __init__(self, box: PageHost, request: PermissionRequest) -> None:
        super().__init__(box, box.codes.change_permission, request)

    def question(self) -> str:
        assert self.request.change is not None  # only such a request brings this page
        return change_question(self.request.change, self.box.words)

    def allow(self) -> None:
        assert self.request.change is not None  # only such a request brings this page
        if _make_change(self.box, self.request.change):
            self.grant()
            _restart(self.box)
        else:
            self.box.remove(self)
