"""The table's page: whose turn it is, the state of the seat, and the next move one press away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.box.faces.block_view import turn_block_view
from companion.box.faces.faces import EndFace, Face, Hint, ListRow, QrFace, Strip, TurnFace
from companion.box.faces.signals import RingShow, Sound
from companion.box.pages.actions_menu import acting_seats, actions_menu, actions_of, open_offer, open_offers, table_menu
from companion.box.pages.crown_animation import CrownAnimation, reveal_has_ended
from companion.box.pages.end_page import end_face, end_facts, end_menu
from companion.box.pages.list_page import ListItem, ListPage, table_items
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.move_animations import play_animations, reveals_at_end, rolled_by_several
from companion.box.pages.outcome_pages import RevealPage, RolledDice
from companion.box.pages.page import SEAT_KEYS, Page, PageHost
from companion.box.pages.phones_page import FindPage
from companion.box.pages.seal_page import closing_words_page, has_new_closing_words
from companion.box.pages.sheet_page import seat_sheet, totals
from companion.box.pages.spin_wheel_page import open_wheel
from companion.box.pages.tasks_page import TasksPage, has_open_tasks, show_new_tasks
from companion.box.pages.walk_animation import WalkAnimation
from companion.rules.fill_form_by_touch import SECTOR
from companion.rules.match_functions import standings
from companion.rules.offers import Offer, default_offer, likely_offer
from companion.rules.scene import Reveal
from companion.rules.text import Text, say
from companion.rules.viewer import PUBLIC
from companion.table.commands import Play
from companion.table.legal_moves import refused_by_hidden_cards
from companion.table.one_press_moves import MoveGroup, groups_for_all_seats, rolls_dice
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.event_lines import last_event_line, seat_of_change, taken_back_by_others, taken_back_line
from companion.words.signs import Key, brief_names, glyph_of, seat_mark, unit_of
from companion.words.translated_scene import asides, reminder, seat_notes_of, tally_of_entry

_LETTERS_IN_LINE = 40
"""Most letters that may fit in a line of the screen."""


class TablePage(Page):
    """The page of an open game: ok does the action shown, up and down go through the others, back ends the turn.

    An action that needs confirmation is asked about first. Holding ok opens the menu of everything possible, holding
    back takes back. When several seats may act at once the page is the list of what each would do: ok does it, a seat's
    own key is its turn. At the end the page shows the result: ok opens the sheet, back the menu. For the first time, ok
    goes through revealed hands, the sheet and the closing words, in this order.
    """

    def __init__(self, box: PageHost) -> None:
        super().__init__(box)
        self._picked: Offer | None = None
        """Action selected with up and down; None for the usual one."""
        self._seat: int | None = None
        """Seat selected where several may act."""
        self._waiting = ListPage(box, lambda: self.word("table.who"), table_items(box, self._waiting_items))
        self._walking: WalkAnimation | None = None
        """Pieces that are still moving to their places."""
        self._rolled: RolledDice | None = None
        """Dice that several seats have just thrown, for the ring."""
        self._reveals: tuple[tuple[int, Reveal[str]], ...] = ()
        """Cards that the end laid open and nobody has looked at yet, with the numbers of their entries."""
        self._has_closing_words = False
        """True until the closing words were shown for the first time."""
        self._end_scroll = 0
        """Index of the page in sight at the end; after the pages of the face comes the code of the game's picture."""
        self._facts: tuple[Table, Words, tuple[str, ...]] | None = None
        """The facts of the game at the end, and what they were made for."""
        self._crown: CrownAnimation | None = None
        """The crown that is still drawn, or the winner after it."""
        self._sheet: Page | None = None
        """The sheet that was opened at the end; it goes when the game goes on."""
        self._reminds = False
        """True from the end of a turn to the next press: a seat may still do something by hand."""

    def face(self) -> Face:
        table = self._table()
        if table.over or table.closed:
            return self._end_face(table)
        seat = self._acting_seat(table)
        if seat is None:
            return self._waiting_face()
        face = self._turn_face(table, seat)
        return face if self._walking is None else self._walking.animate(face)

    def ring(self, face: Face) -> RingShow | None:
        return self._rolled.dice if self._rolled is not None else None

    def press(self, key: Key) -> None:
        self._rolled, self._reminds = None, False
        table = self._table()
        seat = self._acting_seat(table)
        if key in SEAT_KEYS:
            self._press_seat(table, SEAT_KEYS.index(key) + 1)
        elif table.over or table.closed:
            self._press_end(key)
        elif seat is not None:
            self._press_turn(table, seat, key)
        elif key in (Key.BACK, Key.LEFT):
            self.box.push(table_menu(self.box))
        else:
            self._waiting.press(key)

    def _end_face(self, table: Table) -> Face:
        face = self._end_sheet(table)
        if self._crown is not None:
            return replace(face, crown=self._crown.step, hints=self.hints((Key.OK, "key.next")))
        last = self._last_end_page(face)
        self._end_scroll = min(self._end_scroll, last)
        if self._end_scroll > self.box.last_scroll(face):
            return self._picture_face(table)
        if last == 0:
            return face
        back, ok = face.hints
        return replace(face, hints=(back, *self.hints((Key.DOWN, "key.more")), ok), scroll=self._end_scroll)

    def _end_sheet(self, table: Table) -> EndFace:
        """Return the sheet with the facts, which are made once for each table: they take a look into the journal."""
        words = self.box.words
        face = end_face(self.box, table, "key.next" if self._reveals else "key.scores")
        if self._facts is not None and self._facts[0] is table and self._facts[1] is words:
            return replace(face, facts=self._facts[2])
        facts, complete = end_facts(self.box, table, face)
        self._facts = (table, words, facts) if complete else None
        return replace(face, facts=facts)

    def _last_end_page(self, face: EndFace) -> int:
        """Return the index of the last page of the end; one more with a network, for the code of the picture."""
        return self.box.last_scroll(face) + (self._table().over and self.box.address() != "")

    def _picture_face(self, table: Table) -> Face:
        """Return the code of the game's picture, for the camera of a phone."""
        face = FindPage(self.box, "end.picture", f"games/{table.number}/picture").face()
        hints = self.hints((Key.BACK, "key.menu"))
        if not isinstance(face, QrFace):
            return face
        return replace(face, strip=Strip(), hints=hints, line=face.strip.title, words=face.words[:1])

    def _press_end(self, key: Key) -> None:
        """Open the menu or the sheet, for the first time between revealed hands and the closing words."""
        if self._crown is not None:
            if self._crown.skip():
                self._crown = None
            return
        if key in (Key.BACK, Key.LEFT):
            self.box.push(end_menu(self.box))
            return
        last = self._last_end_page(self._end_sheet(self._table()))
        if last and key in (Key.UP, Key.DOWN):
            self._end_scroll = min(max(self._end_scroll + (1 if key is Key.DOWN else -1), 0), last)
            return
        if self._has_closing_words:
            self.box.push(closing_words_page(self.box))
        self._sheet = totals(self.box)
        self.box.push(self._sheet)
        for entry, reveal in reversed(self._reveals):
            self.box.push(RevealPage(self.box, entry, reveal))
        self._reveals, self._has_closing_words = (), False

    def long_press(self, key: Key) -> None:
        self._rolled, self._reminds = None, False
        table = self._table()
        if key is Key.BACK:
            self.box.take_back()
        else:
            self.box.push(end_menu(self.box) if table.over or table.closed else table_menu(self.box))

    def hold_text(self, key: Key) -> str:
        if key is not Key.BACK:
            return self.word("hold.menu")
        name = self._name_to_take_back()
        return self.word("hold.take_back_of", name=name) if name else self.word("hold.take_back")

    def hold_brief(self, key: Key) -> str:
        name = self._name_to_take_back() if key is Key.BACK else ""
        return self.box.words.brief(say("hold.take_back_of", name=name)) if name else ""

    def _name_to_take_back(self) -> str:
        """Return the name of the seat whose move holding back takes back; empty if it is no move of one seat."""
        table = self._table()
        seat = seat_of_change(table.undo_stack[-1]) if table.undo_stack and not table.closed else None
        return brief_names(table.names)[seat - 1] if seat is not None else ""

    def deadline(self) -> float | None:
        times = [self._rolled.deadline() if self._rolled is not None else None]
        if self.box.page is self and self._walking is not None:
            times.append(self._walking.deadline())
        if self.box.page is self and self._crown is not None:
            times.append(self._crown.deadline())
        return min((time for time in times if time is not None), default=None)

    def update(self, now: float) -> None:
        """Move the pieces once the page is looked at, and end the showing of dice after a while."""
        if self._rolled is not None and self._rolled.is_over(now):
            self._rolled = None
        if self._walking is not None and self.box.page is self:
            self._walking.update(now)
        if self._crown is not None and self.box.page is self and self._crown.update(now):
            self._crown = None

    def table_changed(self, before: Table, after: Table) -> None:
        """Show the effects of the new entries.

        A gain is heard, and so is the end. A new turn begins with its usual action.
        """
        self._keep_picked(before, after)
        self._keep_waiting(before, after)
        new_entries = range(len(before.entries) + 1, len(after.entries) + 1)
        if any(line.by > 0 for entry in new_entries for line in after.entries[entry - 1].lines):
            self.box.sound(Sound.GOLD)
        reveals = before.reveal is not None
        tallied = not reveals and any(tally_of_entry(after, entry, self.box.words) for entry in new_entries)
        changed = len(after.entries) > len(before.entries) or len(after.redo_stack) > len(before.redo_stack)
        self._reminds = changed and not _is_amended(after) and self._reminder(after) != ""
        self._walking = self._rolled = None
        if self._is_being_set_up(before):
            show_new_tasks(self.box, before, after)
        self._walking = play_animations(self.box, before, after, self)
        if any(table.over or table.closed for table in (before, after)):
            self._keep_end(before, after)
        if not reveals:
            self._rolled = rolled_by_several(self.box, before, after)
        if after.over and not before.over and not tallied:
            self.box.sound(Sound.END)

    def _keep_end(self, before: Table, after: Table) -> None:
        """Keep what ok shows after the winner: the winner comes first, and stays until a press."""
        if reveal_has_ended(before, after):
            self._crown = CrownAnimation(self.box, after)
        if not (after.over or after.closed):
            self._reveals, self._has_closing_words, self._crown, self._end_scroll = (), False, None, 0
            if self._sheet is not None:
                self.box.remove(self._sheet)
        elif not before.over:
            self._reveals = reveals_at_end(self.box, before, after)
        self._has_closing_words |= has_new_closing_words(before, after)

    def _is_being_set_up(self, before: Table) -> bool:
        """Return whether no turn and no round had begun, and no other page has the keys: they would tick off tasks."""
        match, state = before.match, before.state
        if match.turn(state) is not None or match.round(state) is not None:
            return False
        return self.box.page is self or isinstance(self.box.page, TasksPage)

    def _keep_picked(self, before: Table, after: Table) -> None:
        """Keep the cursor on an action within a turn, as long as the action can be done once more."""
        turns = [table.match.turn(table.state) for table in (before, after)]
        self._seat, picked, self._picked = None, self._picked, None
        seat = self._acting_seat(after)
        if picked and seat and turns[0] == turns[1] and len(after.entries) >= len(before.entries):
            same_actions = (
                action
                for action in actions_of(after, seat)
                if action.identity == picked.identity and not action.refused
            )
            self._picked = next(same_actions, None)

    def _keep_waiting(self, before: Table, after: Table) -> None:
        """Keep the cursor on its row where several may act; start at the first row when other seats become active."""
        active_seats = after.match.active_seats(after.state)
        if len(active_seats) > 1:
            self._waiting.table_changed(before, after)
        if not set(active_seats) <= set(before.match.active_seats(before.state)):
            self._waiting.chosen = 0

    def _turn_face(self, table: Table, seat: int) -> TurnFace:
        actions = actions_of(table, seat)
        index = self._cursor(actions)
        chosen = actions[index] if actions else None
        words = self.box.words
        back, _ = self._back(table, seat, actions)
        others = self.hints((Key.DOWN, "key.other")) if len(actions) > 1 else ()
        total = next(place.total for place in standings(table.match, table.state) if place.seat == seat)
        number = table.match.round(table.state)
        return TurnFace(
            strip=Strip(turn=seat_mark(table, seat, words)),
            hints=(Hint(Key.BACK, back), *others, *self.hints((Key.OK, "key.take_action" if chosen else "key.menu"))),
            number=total,
            unit=unit_of(table.match),
            place=" · ".join(seat_note.says for seat_note in seat_notes_of(table, seat, PUBLIC, words, brief=True)),
            round=_round(number, table.match.rounds, words) if number else "",
            action=self._label(chosen, table) if chosen else self.word("table.choose"),
            action_detail=(detail := self._detail(chosen, table, index) if chosen else ""),
            action_detail_brief=self._brief_detail(chosen, detail) if chosen else "",
            action_glyph=glyph_of(table.match, chosen.thing) if chosen and not chosen.refused else None,
            action_refused=bool(chosen and chosen.refused),
            actions=max(1, len(actions)),
            action_index=index,
            block=turn_block_view(table, PUBLIC, words),
            last=last_event_line(table, words) or self._first_line(table),
            last_brief=last_event_line(table, words, brief=True),
            reminder=self._reminder(table) if self._reminds else "",
        )

    def _reminder(self, table: Table) -> str:
        """Return who took back the move of another, or what a seat still does by hand; empty if there is neither."""
        if table.redo_stack:
            taken_back = taken_back_by_others(table.redo_stack[-1])
            return taken_back_line(table, self.box.words, brief=True) if taken_back else ""
        return reminder(table, self.box.words)

    def _first_line(self, table: Table) -> str:
        """Return the line in the place of the last event before the first one: the way to the menu."""
        return self.word("table.first_set_up" if has_open_tasks(self.box, table) else "table.first")

    def _label(self, offer: Offer, table: Table) -> str:
        label = self.box.words.of(offer.label, table.names)
        return label if offer.complete else self.word("table.form", label=label)

    def _detail(self, offer: Offer, table: Table, index: int) -> str:
        """Return the cost and gain of an action, or in two words that it is refused; pressing ok shows why.

        If there is nothing to say about it, the line is used for asides, another sentence at each action.
        """
        words = self.box.words
        if offer.refused is not None:
            ruling = offer.refused.ruling
            return words("refused.short", ruling=ruling) if ruling else words("refused.shorter")
        if offer.detail is None:
            aside = asides(table, words)
            return aside[index % len(aside)] if aside else ""
        of_two_parts = any(isinstance(arg, Text) for _, arg in offer.detail.args)
        text = words.brief if of_two_parts and self.box.preferences.large else words.of
        return text(offer.detail, brief_names(table.names))

    def _brief_detail(self, offer: Offer, detail: str) -> str:
        """Return a detail of several lines in fewer words; empty if there are none, and for a detail of one line."""
        if offer.detail is None or len(detail) <= _LETTERS_IN_LINE:
            return ""
        brief = self.box.words.brief(offer.detail, brief_names(self._table().names))
        return brief if brief != detail else ""

    def _press_turn(self, table: Table, seat: int, key: Key) -> None:
        actions = actions_of(table, seat)
        index = self._cursor(actions)
        step = {Key.UP: -1, Key.LEFT: -1, Key.DOWN: 1, Key.RIGHT: 1}.get(key)
        if key is Key.BACK:
            _, go_back = self._back(table, seat, actions)
            go_back()
        elif key is Key.OK and actions:
            self._play(seat, actions[index])
        elif key is Key.OK:
            self.box.push(actions_menu(self.box, seat))
        elif key is Key.SPIN:
            open_wheel(self.box, seat)
        elif step and actions:
            self._pick(actions[(index + step) % len(actions)])

    def _back(self, table: Table, seat: int, actions: list[Offer]) -> tuple[str, Callable[[], None]]:
        """Return the label and the function of back.

        Back ends a turn at once, but only offers to pass a turn in which nothing was done yet. Otherwise pressing back
        once too often on the way out of a menu would pass somebody's turn.
        """
        closing = next((action for action in actions if action.ends_turn and action.refused is None), None)
        if self._seat is not None:
            return self.word("key.back"), partial(self._take_seat, None)
        if closing is None:
            return self.word("key.menu"), lambda: self.box.push(table_menu(self.box))
        label = self.box.words.brief(closing.label, table.names)
        if not _just_begun(table):
            return label, partial(self._play, seat, closing)
        if actions[self._cursor(actions)] is closing:
            return self.word("key.back"), partial(self._pick, None)
        return label, partial(self._pick, closing)

    def _pick(self, action: Offer | None) -> None:
        self._picked = action

    def _take_seat(self, seat: int | None) -> None:
        self._seat, self._picked = seat, None

    def _press_seat(self, table: Table, seat: int) -> None:
        """Handle a seat's own key: open its moves if several may act or it may act out of turn, else its sheet."""
        active_seats = table.match.active_seats(table.state)
        if len(active_seats) > 1 and seat in active_seats:
            self._open_seat(seat)
        elif seat in acting_seats(table) and seat not in active_seats:
            self.box.push(actions_menu(self.box, seat))
        elif seat in table.seats:
            self.box.push(seat_sheet(self.box, seat))

    def _play(self, seat: int, offer: Offer) -> None:
        """Play an offer, or ask for its open fields or its confirmation; after a refused offer the cursor goes back.

        While the table uses real dice, what they show is an open field.
        """
        asked_before = (
            offer.needs_confirmation
            and not offer.refused
            and not refused_by_hidden_cards(self._table(), seat, offer.kind)
        )
        if asked_before or not offer.complete:
            open_offer(self.box, seat, offer)
            return
        turns_wheel = offer.refused is None and SECTOR in offer.form_touches
        if turns_wheel and open_wheel(self.box, seat, offer.kind, dict(offer.chosen)):
            return
        if self.box.real_dice and rolls_dice(self._table(), seat, offer):
            open_offer(self.box, seat, offer)
            return
        self.box.do(Play(moves=((seat, offer.move()),), expected_seq=self._table().seq))
        if offer.refused is not None:
            self._picked = None

    def _cursor(self, actions: list[Offer]) -> int:
        """Return the index of the cursor: of the selected action, else of the usual one."""
        if self._picked is not None:
            for number, action in enumerate(actions):
                if action.identity == self._picked.identity:
                    return number
        usual_action = default_offer(actions)
        return actions.index(usual_action) if usual_action else 0

    def _waiting_face(self) -> Face:
        face = self._waiting.face()
        return replace(face, hints=self.hints((Key.BACK, "key.menu"), (Key.OK, "key.choose")))

    def _waiting_items(self, table: Table) -> list[ListItem]:
        """Return rows for what all may do together, then for seats that owe an answer out of turn, then the others."""
        active_seats, turn = table.match.active_seats(table.state), table.match.turn(table.state)
        in_order = sorted(active_seats, key=lambda seat: seat == turn)
        return [*self._together_items(table), *(self._waiting_item(table, seat) for seat in in_order)]

    def _together_items(self, table: Table) -> list[ListItem]:
        words = self.box.words
        groups = groups_for_all_seats(table, table.seats)
        rows = (
            (ListRow(words.of(group.label, table.names)), group)
            for group in groups
            if not (self.box.real_dice and rolls_dice(table, group.seats[0], group.offer))
        )
        return [ListItem(row, partial(self._play_together, row.text, group, table.seq)) for row, group in rows]

    def _waiting_item(self, table: Table, seat: int) -> ListItem:
        """Return a row with a seat's usual offer under its badge.

        One press plays the offer if it is complete and not secret. Otherwise a press opens the form, if that is the
        seat's only or usual offer, asides not counted, or else the seat's turn. A seat without a usual offer shows its
        name.
        """
        mark, offers = seat_mark(table, seat, self.box.words), open_offers(table, seat)
        offer = default_offer(offers)
        if offer is None:
            return ListItem(ListRow(mark.name, mark=mark), partial(self._open_seat, seat))
        do = partial(self._open_seat, seat)
        if offer.complete and not offer.secret:
            do = partial(self._play, seat, offer)
        elif likely_offer(offers) == offer:
            do = partial(open_offer, self.box, seat, offer)
        label = self._label(offer, table)
        return ListItem(
            ListRow(label, mark=mark, spoken_text=self.word("table.who_would", name=mark.name, offer=label)), do
        )

    def _play_together(self, label: str, group: MoveGroup, seq: int) -> None:
        """Play what several seats do together, or none of it; ask first if it needs confirmation."""
        do = partial(self.box.do_at_table, Play(moves=group.moves, expected_seq=seq))
        if not group.needs_confirmation:
            do()
            return
        question = ConfirmPage(self.box, self.word("table.who"), label, do)
        question.still_holds = lambda table: table.seq == seq
        self.box.push(question)

    def _open_seat(self, seat: int) -> None:
        """Open the turn of one of several seats; if it has no complete moves, the list of its kinds of move."""
        if actions_of(self._table(), seat):
            self._take_seat(seat)
        else:
            self.box.push(actions_menu(self.box, seat))

    def _acting_seat(self, table: Table) -> int | None:
        """Return the seat to move: the only active one, or the one selected of several; None while none is."""
        active_seats = table.match.active_seats(table.state)
        return active_seats[0] if len(active_seats) == 1 else self._seat

    def _table(self) -> Table:
        table = self.box.table
        assert table is not None  # the page is on the stack only while a game is open
        return table


def _round(number: int, of: int | None, words: Words) -> str:
    return words("turn.round_of", n=number, of=of) if of else words("turn.round", n=number)


def _is_amended(table: Table) -> bool:
    """Return whether the newest change is one of earlier moves."""
    return not table.redo_stack and bool(table.undo_stack) and table.undo_stack[-1].group is None


def _just_begun(table: Table) -> bool:
    """Return whether nothing was done yet in the present turn."""
    last = len(table.entries)
    return not last or table.match.turn(table.before(last)) != table.match.turn(table.state)
