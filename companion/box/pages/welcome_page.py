"""The first page: its menu, and the choice of the owner's board or wheel to copy."""

from __future__ import annotations

from functools import partial

from companion.box.faces.faces import Face, HomeFace, ListRow, Strip
from companion.box.pages.copy_printed_board_page import CopyBoardPage
from companion.box.pages.copy_printed_wheel_page import CopyWheelPage
from companion.box.pages.free_dice_page import open_free_dice
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.lobby_page import choose_game
from companion.box.pages.page import Page, PageHost
from companion.box.pages.phones_page import phones
from companion.box.pages.rulebook_page import rulebook_items
from companion.box.pages.saved_games_page import SavedGames, finished, saved_games, unfinished
from companion.box.pages.settings_page import power_off, settings
from companion.rules.copied_parts import CopiedBoard, CopiedWheel
from companion.rules.game import Game
from companion.words.signs import Glyph, Key, glyph_named


class HomePage(Page):
    """The welcome page; any key opens the menu."""

    def face(self) -> Face:
        seated = len(self.box.lobby.places) if self.box.lobby is not None else 0
        return HomeFace(
            strip=Strip(title=self.word("home.title")),
            hints=self.hints((Key.OK, "key.menu")),
            line=self.word("home.seated", n=seated) if seated else self.word("home.invitation"),
        )

    def press(self, key: Key) -> None:
        open_menu(self.box)

    def long_press(self, key: Key) -> None:
        self.press(key)

    def hold_text(self, key: Key) -> str:
        return ""


def open_menu(box: PageHost) -> None:
    """Push the menu behind the welcome page."""
    saves = SavedGames(box)

    def items() -> list[ListItem]:
        word, unfinished_count = box.words, len(unfinished(saves.games))
        rows = [ListItem(ListRow(word("home.new"), glyph=Glyph.CAMEL), lambda: choose_game(box))]
        if unfinished_count:
            row = ListRow(word("home.go_on"), detail=str(unfinished_count))
            rows.append(ListItem(row, lambda: box.push(saved_games(box, saves, unfinished, "home.go_on"))))
        rows.extend(rulebook_items(box))
        rows.append(ListItem(ListRow(word("phones.title")), lambda: box.push(phones(box))))
        rows.append(
            ListItem(ListRow(word("home.past")), lambda: box.push(saved_games(box, saves, finished, "home.past")))
        )
        rows.append(ListItem(ListRow(word("home.free"), glyph=Glyph.DIE), lambda: open_free_dice(box)))
        rows.extend(copy_items(box))
        rows.append(ListItem(ListRow(word("home.settings")), lambda: box.push(settings(box))))
        rows.append(ListItem(ListRow(word("home.off")), lambda: power_off(box)))
        return rows

    box.push(ListPage(box, lambda: box.words("home.menu"), items))
    saves.read()


def copy_items(box: PageHost) -> list[ListItem]:
    """Return the menu row that leads to copying; if there are several things to copy, it asks which.

    Lists are written on the web pages only: four keys are too few for that.
    """
    items = _copied_items(box)
    if len(items) < 2:
        return items
    page = partial(ListPage, box, lambda: box.words("copy.title"), lambda: _copied_items(box))
    return [ListItem(ListRow(box.words("copy.title"), glyph=Glyph.CRATE), lambda: box.push(page()))]


def _copied_items(box: PageHost) -> list[ListItem]:
    return [
        ListItem(
            ListRow(box.words.of(copied.action_label), glyph=glyph_named(copied.glyph, game.words)),
            partial(_copy, box, game, copied),
        )
        for game in box.queries.games
        for copied in game.accessories.copied
        if isinstance(copied, CopiedBoard | CopiedWheel)
    ]


def _copy(box: PageHost, game: Game, copied: CopiedBoard | CopiedWheel) -> None:
    """Push the first page of copying."""
    page = CopyBoardPage(box, game, copied) if isinstance(copied, CopiedBoard) else CopyWheelPage(box, game, copied)
    box.push(page)
