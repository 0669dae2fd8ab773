"""A place in the lobby: its colours and name, its order, and freeing it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.box.faces.faces import ListRow
from companion.box.pages.letters_page import name_page
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.page import PageHost
from companion.rules.game import has_chosen_colours
from companion.table.lobby import Lobby
from companion.words.lobby_lines import place_names
from companion.words.signs import brief_names

Change = Callable[[Callable[[Lobby], Lobby]], bool]
"""Changes the lobby and returns whether that was possible; shows why if it was not."""


def place_page(box: PageHost, lobby: Lobby, number: int, change: Change) -> ListPage:
    """Return a list of what can be done with a place of the lobby, from 1."""
    menu = _PlaceMenu(box, lobby, number, change)
    return ListPage(box, menu.title, menu.items)


class _PlaceMenu:
    """Rows about a place: they follow its person, whatever phones change meanwhile."""

    def __init__(self, box: PageHost, lobby: Lobby, number: int, change: Change) -> None:
        self._box = box
        self._place, self._number = lobby.places[number - 1], number
        self._change_lobby = change

    def title(self) -> str:
        lobby, number = self._find()
        return place_names(lobby, self._box.words)[number - 1] if lobby and number else self._place.name

    def items(self) -> list[ListItem]:
        lobby, number = self._find()
        if lobby is None or not number:
            return []
        word, place = self._box.words, lobby.places[number - 1]
        rows = self._colour_items(lobby, number) if has_chosen_colours(lobby.game) else []
        rows.append(ListItem(ListRow(word("setup.rename")), self._rename))
        if number > 1:
            rows.append(ListItem(ListRow(word("setup.earlier")), partial(self._move, -1)))
        if number < len(lobby.places):
            rows.append(ListItem(ListRow(word("lobby.later")), partial(self._move, 1)))
        if place.phone is not None and place.phone != lobby.leader:
            row = ListRow(word("lobby.hand_on"))
            rows.append(ListItem(row, partial(self._leave_after, Lobby.hand_on), word("lobby.hand_on_note")))
        rows.append(ListItem(ListRow(word("setup.remove")), partial(self._leave_after, Lobby.stand_up)))
        if place.phone is not None:
            row = ListRow(word("lobby.send_away"))
            rows.append(ListItem(row, partial(self._leave_after, Lobby.send_away), word("lobby.send_away_note")))
        return rows

    def _colour_items(self, lobby: Lobby, number: int) -> list[ListItem]:
        word, rows = self._box.words, []
        colours = lobby.colours()[number - 1]
        for piece, colour in enumerate(colours):
            label = word("setup.colour") if len(colours) == 1 else word("setup.colour_of", piece=piece + 1)
            row = ListRow(label, detail=word(f"colour.{colour}"))
            rows.append(ListItem(row, partial(self._choose_colour, piece)))
        return rows

    def _choose_colour(self, piece: int) -> None:
        """List all colours; that of another piece exchanges the two."""
        lobby, number = self._find()
        if lobby is None or not number:
            return
        word = self._box.words

        def items() -> list[ListItem]:
            lobby, number = self._find()
            if lobby is None or not number:
                return []
            names = brief_names(place_names(lobby, word))
            holders = {
                colour: name
                for name, colours in zip(names, lobby.colours(), strict=True)
                for colour in colours
                if name != names[number - 1]
            }
            return [self._colour_item(piece, colour, holders.get(colour, "")) for colour in lobby.game.colours]

        chosen = lobby.game.colours.index(lobby.colours()[number - 1][piece])
        self._box.push(ListPage(self._box, word("setup.colour_for", name=self.title()), items, chosen))

    def _colour_item(self, piece: int, colour: str, holder: str) -> ListItem:
        word = self._box.words

        def take() -> None:
            if self._change(partial(Lobby.choose_colour, piece=piece, colour=colour)):
                self._box.pop()

        note = word("lobby.exchange", name=holder) if holder else ""
        return ListItem(ListRow(word(f"colour.{colour}"), detail=holder), take, note)

    def _rename(self) -> None:
        lobby, number = self._find()
        if lobby is None or not number:
            return

        def named(name: str) -> None:
            if self._change(partial(Lobby.rename, name=name)):
                self._place = replace(self._place, name=name)
                self._box.pop()

        own = lobby.places[number - 1].name
        taken = [place.name for place in lobby.places if place.name != own]
        self._box.push(name_page(self._box, named, own, taken=taken))

    def _move(self, by: int) -> None:
        self._leave_after(partial(Lobby.move, by=by))

    def _leave_after(self, change: Callable[[Lobby, int], Lobby]) -> None:
        if self._change(change):
            self._box.pop()

    def _change(self, change: Callable[[Lobby, int], Lobby]) -> bool:
        """Change this place, wherever it is now; return whether that was possible, after showing why if not."""

        return self._change_lobby(lambda lobby: change(lobby, self._number_in(lobby)))

    def _find(self) -> tuple[Lobby | None, int]:
        """Return the lobby and the present number of the place; 0 once this person does not sit any more."""
        lobby = self._box.lobby
        return lobby, self._number_in(lobby) if lobby is not None else 0

    def _number_in(self, lobby: Lobby) -> int:
        """Return the number of the place: of the same phone, else of the same name, else of nobody in particular."""
        if number := lobby.place_of(self._place.phone) or lobby.place_named(self._place.name):
            return number
        nobody = [(place.name, place.phone) for place in lobby.places][self._number - 1 : self._number]
        return self._number if nobody == [("", None)] == [(self._place.name, self._place.phone)] else 0
