"""The lobby of a new game: its code, and the list of who plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.box.faces.faces import MOST_MODULES, Face, Hint, ListRow, LobbyFace, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.letters_page import name_page
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.lobby_place_page import place_page
from companion.box.pages.page import SEAT_KEYS, PageHost
from companion.box.pages.phones_page import CodePage
from companion.box.pages.rules_page import lobby_rules_item
from companion.rules.game import Game
from companion.rules.people_names import name_key
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.session.pairing_codes import CodeKind, CodeOffer
from companion.table.lobby import Lobby
from companion.table.table import Table
from companion.words.lobby_lines import lobby_marks, place_names
from companion.words.signs import Glyph, Key, brief_names

ARRIVAL_S = 2.0
"""Seconds for which the screen names the person who has just sat down."""
MOST_KNOWN = 12
"""Most known people who are listed; the letters page guesses the names of the others."""
BY_PHONE = "☎"
"""Sign of a person who sits with a phone."""
_Row = tuple[str, ListItem]
"""A row with a key that stays the same while the list changes."""


def choose_game(box: PageHost) -> None:
    """Choose a game and open its lobby; with a single game there is nothing to choose.

    Where people sit already, the choice is made, and can be changed in their list.
    """
    games = box.queries.games
    if box.lobby is not None and box.lobby.places:
        show_lobby(box)
        return
    if len(games) == 1:
        _open(box, games[0])
        return
    last = next((game.game for game in reversed(box.saved_games())), None)
    chosen = next((number for number, game in enumerate(games) if game.id == last), 0)
    items = [ListItem(ListRow(box.words(f"game.{game.id}")), partial(_open, box, game)) for game in games]
    box.push(ListPage(box, box.words("setup.game"), lambda: items, chosen))


def rematch(box: PageHost) -> None:
    """Open the lobby of another game with the same people, colours and options."""
    table = box.table
    if table is not None:
        _open(box, table.game, rematch=True)


def show_lobby(box: PageHost) -> None:
    """Show the lobby that is open."""
    page = LobbyPage(box)
    box.push(page)
    page.read()


def _open(box: PageHost, game: Game, *, rematch: bool = False) -> None:
    if box.open_lobby(game, rematch=rematch):
        show_lobby(box)


class LobbyPage(ListPage):
    """The lobby: its code until a key turns to the list, and the list of who plays until back turns to the code.

    The code is valid while the page is open. Without a network there is only the list. Nobody who arrives takes a key:
    the cursor stays on its row.
    """

    def __init__(self, box: PageHost) -> None:
        super().__init__(box, self._list_title, lambda: [])
        self.leave = self._leave_list
        self._shows_code = self._has_code
        self._offer = self._new_offer()
        self._followed = box.lobby
        """The lobby when the page last looked."""
        self._arrival: tuple[str, float] | None = None
        """The name of the person who has just sat down, and until when it is shown."""
        self._known: list[str] = []
        self._likely: list[str] = []
        """The players of the last game."""
        self._key, self._keys = "", [""]
        """The key of the chosen row, and those of all rows."""

    def read(self) -> None:
        """Read the people of past games; call it when the page is on the stack, because it may show an error."""
        games, people = self.box.saved_games(), self.box.queries.people
        self._known = [person.name for person in people.known(game.names for game in reversed(games))]
        last_names = map(people.present_name, games[-1].names if games else ())
        self._likely = [name for name in last_names if name in self._known]
        self._choose_next_step()

    # The two faces.

    def face(self) -> Face:
        lobby = self.box.lobby
        if lobby is not None and self._is_at_code:
            return self._code_face(lobby)
        return super().face()

    def items(self) -> Sequence[ListItem]:
        rows = self._rows()
        self._keys = [key for key, _ in rows] or [""]
        if self._key in self._keys:
            self.chosen = self._keys.index(self._key)
        else:
            # The row is gone because somebody arrived or left. A key that was meant for it must not start the game.
            key = self._keys[max(min(self.chosen, len(self._keys)) - 1, 0)]
            self._key = self._keys[0] if key == "start" else key
            self.chosen = self._keys.index(self._key)
        return [item for _, item in rows] or super().items()

    def press(self, key: Key) -> None:
        if self._is_at_code:
            if key in (Key.BACK, Key.LEFT):
                self.box.pop()
            else:
                self._turn_to_list()
            return
        self._shows_code = False
        super().press(key)
        if key in (Key.UP, Key.DOWN, *SEAT_KEYS):
            self._key = self._keys[self.chosen]

    def table_changed(self, before: Table, after: Table) -> None:
        """Stay as it is: the open game is another one."""

    @property
    def _has_code(self) -> bool:
        return bool(self.box.address())

    @property
    def _is_at_code(self) -> bool:
        return self._shows_code and self._has_code

    def _code_face(self, lobby: Lobby) -> LobbyFace:
        modules = self.box.qr(f"{self.box.address()}#{self._offer.token}")
        square = modules if len(modules) <= MOST_MODULES else ()
        return LobbyFace(
            strip=Strip(title=self.word("setup.who")),
            hints=self._code_hints(lobby),
            code=self._offer.code,
            line=self.word("lobby.scan" if square else "phones.type"),
            modules=square,
            marks=lobby_marks(lobby, self.box.words),
            arrival=self._arrival[0] if self._arrival else "",
            arrival_line=self.word("lobby.sits_down") if self._arrival else "",
        )

    def _code_hints(self, lobby: Lobby) -> tuple[Hint, ...]:
        """Return the hints beside the code: while nobody sits, the way for people without a phone."""
        if not lobby.places:
            return self.hints((Key.OK, "key.no_phone"))
        return self.hints((Key.BACK, "key.leave"), (Key.OK, "key.list"))

    def _turn_to_list(self) -> None:
        self._shows_code = False
        self._choose_next_step()
        lobby = self.box.lobby
        if lobby is not None and len(lobby.places) in lobby.game.seats:
            self._key = "start"

    def _turn_to_code(self) -> None:
        self._shows_code = True

    def _leave_list(self) -> None:
        """Turn to the code; without a network, leave."""
        if self._has_code:
            self._turn_to_code()
        else:
            self.box.pop()

    # Who arrives and leaves, and the code.

    def deadline(self) -> float:
        return min(self._offer.until, self._arrival[1] if self._arrival else self._offer.until)

    def update(self, now: float) -> None:
        lobby = self.box.lobby
        if lobby is None:
            self.box.uncover(self)
            self.box.remove(self)
            return
        if self._arrival is not None and now >= self._arrival[1]:
            self._arrival = None
        self._follow(lobby)
        self._renew_void_code()

    def on_top(self) -> None:
        self._renew_void_code()  # a page above may have shown another code

    def _renew_void_code(self) -> None:
        current_offer = self.box.codes.current_offer
        is_outdated = self._offer.epoch != self.box.queries.roles.epoch
        if current_offer is None or (current_offer == self._offer and is_outdated):
            self._offer = self._new_offer()

    def on_removed(self) -> None:
        if self.box.codes.current_offer == self._offer:
            self.box.codes.withdraw()

    def _new_offer(self) -> CodeOffer:
        return self.box.codes.offer(None, self.box.queries.roles.epoch, kind=CodeKind.LOBBY)

    def _change(self, change: Callable[[Lobby], Lobby]) -> bool:
        """Change the lobby as `PageHost.change_lobby` does, and follow the change."""
        changed = self.box.change_lobby(change)
        if self.box.lobby is not None:
            self._follow(self.box.lobby)
        return changed

    def _follow(self, lobby: Lobby) -> None:
        """Name who has sat down with a phone since the last look, and renew the code if somebody was sent away."""
        before, self._followed = self._followed, lobby
        if before is None or before is lobby or before.rematch_of != lobby.rematch_of:
            return
        sat = {place.phone: name_key(place.name) for place in before.places}
        for place in lobby.places:
            if place.phone is not None and place.phone not in sat and name_key(place.name) not in sat.values():
                self._arrival = place.name, self.box.codes.now + ARRIVAL_S  # hands may have been off the keys for long
                self.box.sound(Sound.GOLD)
        sitting = {name_key(place.name) for place in lobby.places if place.phone is not None}
        gone = sat.keys() - {None, *lobby.visitors}
        if any(sat[phone] not in sitting for phone in gone):  # else only the phone's token was renewed
            self._offer = self._new_offer()

    # The list.

    def _list_title(self) -> str:
        return self.word("lobby.arrival", name=self._arrival[0]) if self._arrival else self.word("setup.who")

    def _rows(self) -> list[_Row]:
        lobby, word = self.box.lobby, self.box.words
        if lobby is None:
            return []
        count, seats = len(lobby.places), lobby.game.seats
        rows = self._place_rows(lobby)
        if count < seats[-1]:
            rows += [
                (f"person {name_key(name)}", ListItem(ListRow(name, ticked=False), partial(self._sit, name)))
                for name in self._not_sitting(lobby)
            ]
            rows.append(("new", ListItem(ListRow(word("setup.new_name")), self._write_name)))
        if not count:
            nameless = ListRow(word("lobby.nameless"))
            rows.append(("nameless", ListItem(nameless, self._ask_count, word("lobby.nameless_note"))))
        if count >= seats[0]:
            start = ListRow(word("setup.begin", n=count), glyph=Glyph.LANTERN)
            beginner = brief_names([place_names(lobby, word)[lobby.begins - 1]])[0]
            note = word("setup.begin_note", name=beginner)
            rows.append(("start", ListItem(start, self.box.start_lobby, note)))
        if count >= seats[0] or len(self.box.queries.games) > 1:
            rows.append(("rules", lobby_rules_item(self.box, lobby, self._change)))
        if count:
            rows.append(("empty", ListItem(ListRow(word("lobby.empty")), self._empty_table)))
        if self._has_code:
            show_code = partial(CodePage, self.box, None, CodeKind.DISPLAY)
            television = ListRow(word("phones.display"))
            rows.append(
                ("television", ListItem(television, lambda: self.box.push(show_code()), word("phones.display_note")))
            )
            rows.append(("code", ListItem(ListRow(word("lobby.code")), self._turn_to_code)))
        return rows

    def _place_rows(self, lobby: Lobby) -> list[_Row]:
        """Return a row for everybody who sits, around the table."""
        word = self.box.words
        rows: list[_Row] = []
        shown = zip(lobby.places, lobby.colours(), lobby_marks(lobby, word), strict=True)
        for number, (place, colours, mark) in enumerate(shown, 1):
            key = f"person {name_key(place.name)}" if place.name else f"place {number}"
            leads = place.phone is not None and place.phone == lobby.leader
            colour = "+".join(word(f"colour.{colour}") for colour in colours)
            phone = word("lobby.leads") if leads else word("lobby.by_phone") if place.phone else ""
            row = ListRow(
                mark.name,
                detail=" ".join(filter(None, (colour, BY_PHONE if place.phone else ""))),
                glyph=Glyph.CROWN if leads else None,
                mark=mark,
                ticked=True,
                spoken_text=", ".join(filter(None, (mark.name, phone))),
            )
            rows.append((key, ListItem(row, partial(self._push_place, number))))
        return rows

    def _push_place(self, number: int) -> None:
        if self.box.lobby is not None:
            self.box.push(place_page(self.box, self.box.lobby, number, self._change))

    def _not_sitting(self, lobby: Lobby) -> list[str]:
        """Return known people who do not sit, the latest first."""
        names = [name for name in self._known if lobby.place_named(name) is None]
        return names[:MOST_KNOWN]

    def _choose_next_step(self) -> None:
        """Put the cursor on the next person who is likely to play; else on the start, or on a new name."""
        lobby = self.box.lobby
        if lobby is None:
            return
        count, seats = len(lobby.places), lobby.game.seats
        missing = [name for name in self._likely if lobby.place_named(name) is None]
        missing = missing or (self._not_sitting(lobby) if count < seats[0] else [])
        if missing and count < seats[-1]:
            self._key = f"person {name_key(missing[0])}"
        else:
            self._key = "start" if count >= seats[0] else "new"

    def _sit(self, name: str) -> None:
        if self._change(lambda lobby: lobby.sit(name, self.box.queries.people.colour_of)):
            self._choose_next_step()

    def _write_name(self) -> None:
        """Ask for a new name; the cursor then stays on this row, for the next one, while the table has room."""
        lobby = self.box.lobby
        if lobby is None:
            return

        def named(name: str) -> None:
            if self._change(lambda lobby: lobby.sit(name, self.box.queries.people.colour_of)):
                self.box.uncover(self)
                full = self.box.lobby is not None and len(self.box.lobby.places) == self.box.lobby.game.seats[-1]
                self._key = "start" if full else "new"

        taken = [place.name for place in lobby.places]
        self.box.push(name_page(self.box, named, known=self._known, taken=taken))

    def _ask_count(self) -> None:
        """Ask how many play without names, then start at once."""
        lobby, word = self.box.lobby, self.box.words
        if lobby is None:
            return

        def start(count: int) -> None:
            self.box.uncover(self)
            if self._change(partial(_with_nobody, count=count)):
                self.box.start_lobby()

        def items() -> list[ListItem]:
            counts = lobby.game.seats
            return [ListItem(ListRow(word("lobby.players", n=count)), partial(start, count)) for count in counts]

        self.box.push(ListPage(self.box, word("lobby.nameless"), items))

    def _empty_table(self) -> None:
        if self._change(Lobby.without_people):
            self._choose_next_step()


def _with_nobody(lobby: Lobby, count: int) -> Lobby:
    """Fill an empty lobby with nobody in particular; refuse if somebody has sat down meanwhile."""
    if lobby.places:
        raise IllegalMoveError(say("lobby.sits_already", name=lobby.places[0].name))
    for _ in range(count):
        lobby = lobby.sit("", lambda name: None)
    return lobby
