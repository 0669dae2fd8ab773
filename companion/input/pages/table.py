"""The table's page: whose turn, what stands, and the next move one press away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.input.pages.actions import actions_menu, table_menu
from companion.input.pages.end import end_face, end_menu
from companion.input.pages.lists import Item, ListPage
from companion.input.pages.page import SEAT_KEYS, Page
from companion.input.pages.sheet import seat_sheet
from companion.input.pages.tally import TallyPage
from companion.rules.fields import Quick
from companion.rules.viewer import PUBLIC
from companion.session.commands import Play
from companion.session.table import Table
from companion.views.caravan import place_of, race_of, tally_at
from companion.views.faces import Face, Glyph, Key, Row, SeatMark, Strip, TurnFace
from companion.views.seats import mark_of
from companion.views.signals import Sound

if TYPE_CHECKING:
    from companion.input.box import Box

_UNITS = {"expedition": Glyph.COIN}


class TablePage(Page):
    """Ok does the action shown, up and down go through the others, back ends the turn.

    Holding ok opens the menu of everything possible, holding back takes back. When several seats may act at once the
    page is the list of them.
    """

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._chosen = 0
        self._note = ""
        self._waiting = ListPage(box, "", self._waiting_items)

    def face(self) -> Face:
        table = self._table()
        if table.over or table.closed:
            return end_face(self.box, table)
        seat = self._acting(table)
        if seat is None:
            self._waiting.title = self.word("table.who")
            return self._waiting.face()
        return self._turn_face(table, seat)

    def press(self, key: Key) -> None:
        table = self._table()
        if key in SEAT_KEYS:
            self._press_seat(table, SEAT_KEYS.index(key) + 1)
        elif table.over or table.closed:
            self.box.push(end_menu(self.box))
        elif (seat := self._acting(table)) is None:
            self._press_waiting(key)
        else:
            self._press_turn(table, seat, key)

    def long(self, key: Key) -> None:
        if key is Key.BACK:
            self.box.take_back()
        else:
            self.box.push(table_menu(self.box))

    def held(self, key: Key) -> str:
        return self.word("hold.take_back" if key is Key.BACK else "hold.menu")

    def table_changed(self, before: Table, after: Table) -> None:
        """A new turn begins with its usual action; a tally is read out; a gain is heard."""
        self._note = ""
        turns = (before.game.turn(before.state), after.game.turn(after.state))
        if turns[0] != turns[1]:
            self._chosen = 0
        if len(after.entries) < len(before.entries):
            told = self._told(before)
            self._note = self.word("table.taken_back", what=told) if told else ""
            return
        grown = range(len(before.entries) + 1, len(after.entries) + 1)
        if any(line.by > 0 for entry in grown for line in after.entries[entry - 1].lines):
            self.box.sound(Sound.GOLD)
        for number in reversed(grown):
            if tally := tally_at(after, number, self.box.words):
                self.box.push(TallyPage(self.box, tally))

    def _turn_face(self, table: Table, seat: int) -> TurnFace:
        quick = self._quick(table, seat)
        chosen = quick[self._chosen % len(quick)] if quick else None
        closing = self._closing(table, seat)
        words, names = self.box.words, table.names
        ok = "key.take_action" if chosen else "key.menu"
        keys = [(Key.BACK, f"key.{closing.kind}")] if closing and words.has(f"key.{closing.kind}") else []
        arrows = [(Key.DOWN, "key.other")] if len(quick) > 1 else []
        total = next(place.total for place in table.game.standings(table.state) if place.seat == seat)
        return TurnFace(
            strip=Strip(turn=mark_of(table, seat, words)),
            hints=self.hints(*keys, *arrows, (Key.OK, ok)),
            number=total,
            unit=_UNITS.get(table.game.id, Glyph.CROWN),
            place=place_of(table, seat, words),
            action=words.of(chosen.label, names) if chosen else self.word("table.choose"),
            action_detail=self._detail(chosen, table) if chosen else "",
            action_refused=bool(chosen and chosen.refused),
            actions=max(1, len(quick)),
            action_index=self._chosen % len(quick) if quick else 0,
            race=race_of(table, words),
            last=self._note or self._told(table),
        )

    def _press_seat(self, table: Table, seat: int) -> None:
        if seat in table.seats:
            self.box.push(seat_sheet(self.box, seat))

    def _press_waiting(self, key: Key) -> None:
        if key is Key.BACK:
            self.box.push(table_menu(self.box))
        else:
            self._waiting.press(key)

    def _detail(self, quick: Quick, table: Table) -> str:
        """What an action costs and gives, or in two words that it is refused; pressing ok tells why."""
        if quick.refused is not None:
            ruling = quick.refused.ruling
            return self.word("refused.short", ruling=ruling) if ruling else self.word("refused.shorter")
        return self.box.words.of(quick.detail, table.names) if quick.detail else ""

    def _press_turn(self, table: Table, seat: int, key: Key) -> None:
        quick = self._quick(table, seat)
        closing = self._closing(table, seat)
        if key is Key.BACK and closing:
            self._play(seat, closing)
        elif key is Key.OK and quick:
            self._play(seat, quick[self._chosen % len(quick)])
        elif key is Key.OK:
            self.box.push(actions_menu(self.box, seat))
        elif key in (Key.DOWN, Key.RIGHT):
            self._chosen += 1
        elif key in (Key.UP, Key.LEFT):
            self._chosen -= 1

    def _play(self, seat: int, quick: Quick) -> None:
        table = self._table()
        self.box.do(Play(moves=((seat, quick.move()),), expected_seq=table.seq))

    def _quick(self, table: Table, seat: int) -> list[Quick]:
        return [quick for quick in table.game.quick(table.state, seat) if not quick.ends_turn]

    def _closing(self, table: Table, seat: int) -> Quick | None:
        return next((quick for quick in table.game.quick(table.state, seat) if quick.ends_turn), None)

    def _acting(self, table: Table) -> int | None:
        """The seat whose move it is when it can only be one, else None."""
        waiting = table.game.waiting(table.state)
        return waiting[0] if len(waiting) == 1 else None

    def _waiting_items(self) -> list[Item]:
        table = self._table()
        waiting = table.game.waiting(table.state)
        marks = [mark_of(table, seat, self.box.words) for seat in waiting]
        return [Item(Row(mark.name, mark=mark), partial(self._choose, mark)) for mark in marks]

    def _choose(self, mark: SeatMark) -> None:
        self.box.push(actions_menu(self.box, mark.seat))

    def _told(self, table: Table) -> str:
        if not table.entries:
            return ""
        number = len(table.entries)
        played, state = table.entries[-1].played, table.entries[-1].state
        text = table.game.tell(table.before(number), played.seat, played.move, state, PUBLIC)
        return self.box.words.of(text, table.names)

    def _table(self) -> Table:
        table = self.box.table
        assert table is not None  # the page lies on the pile only while a game is open
        return table
