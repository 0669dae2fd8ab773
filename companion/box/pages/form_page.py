"""Forms on the small screen: one field is one page, and at the end one question, "costs → gives"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.box.faces.faces import ListRow, Strip
from companion.box.pages.changes_page import ChangesPage
from companion.box.pages.field_pages import NumberPage, PickPage, TakeValue, refused_note
from companion.box.pages.letters_page import LettersPage
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.page import Page, PageHost
from companion.box.pages.place_page import PlacePage, track_with
from companion.rules.components import ComponentKind
from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    FieldValues,
    Items,
    Json,
    NumberField,
    OneOf,
    Pick,
    SeatField,
    TextField,
    YesNoField,
)
from companion.rules.form_walk import FormWalk, begin_walk
from companion.rules.game import move_from_json
from companion.rules.moves import Correct
from companion.rules.offers import offered_kinds
from companion.rules.rule_errors import RulesError
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC
from companion.support.frozen_dataclasses import frozen
from companion.table import table as tables
from companion.table.legal_moves import next_pick, offers_of
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import format_signed
from companion.words.event_lines import entry_text
from companion.words.offer_outcome import outcome_lines
from companion.words.signs import amount_text, seat_mark
from companion.words.wheel_labels import die_name, sector_labels

_MOST_AMOUNTS = 2
"""Most lines on each side of the question."""
_MOST_REASONS = 3
"""Most consequences of an offer that fit below its question."""
OnDone = Callable[[dict[str, Any]], None]


@frozen
class _Question:
    """The question at the end of a form: the move with its costs and gains, or with its effect."""

    question: str
    costs: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    body: str = ""


def show_form(  # noqa: PLR0913 - the question, then keyword options
    box: PageHost,
    table: Table,
    seat: int,
    kind: str,
    on_done: OnDone,
    *,
    in_the_past: bool = False,
    chosen: FieldValues | None = None,
    start: Sequence[int] = (),
) -> None:
    """Show the form of a kind of move of a seat, starting from `chosen`; `on_done` gets the confirmed move.

    Dice and wheels start with the values of `start`, if it has as many. With `in_the_past` the table is one of the
    past: the form asks no question at its end, draws no chance, and is closed by any change of the open game.
    """
    _FormWalk(box, table, seat, kind, on_done, in_the_past=in_the_past, start=start).begin(chosen)


class _FormWalk:
    """A form that is being filled in.

    What is chosen is never changed: every page keeps its own values, so going back is going to the page before. When
    another hand changes the game, a page stays as long as its field, or its question, would be the same again.
    """

    def __init__(  # noqa: PLR0913 - the question, then keyword options
        self,
        box: PageHost,
        table: Table,
        seat: int,
        kind: str,
        on_done: OnDone,
        *,
        in_the_past: bool,
        start: Sequence[int],
    ) -> None:
        self.box, self.table, self.seat, self.kind, self.on_done = box, table, seat, kind, on_done
        self.in_the_past, self.start = in_the_past, start

    def begin(self, chosen: FieldValues | None) -> None:
        """Push the page of the first field that `chosen` leaves open."""
        self._step(lambda: begin_walk(self._next_field, chosen))

    def _step(self, take_step: Callable[[], FormWalk]) -> None:
        """Take a step, then push the page of the next open field, or the question once the move is complete.

        A field with a usual answer is skipped: its page lies below, for a player who goes back to it.
        """
        try:
            walk: FormWalk | None = take_step()
            while walk is not None and walk.field is not None:
                self._push_while_same(self._page(walk.field, walk), partial(self._current_field, walk), walk.field)
                walk = None if self.in_the_past else walk.with_default
        except RulesError as error:
            self.box.show_refusal(error, self.seat)
            return
        if walk is not None:
            self._end(walk.move_fields)

    def _next_field(self, chosen: FieldValues, items: Items) -> Field | None:
        """Return the next field at the present table."""
        return next_pick(self.table, self.seat, self.kind, chosen, items)

    def _current_field(self, walk: FormWalk) -> Field | None:
        """Return the open field of a walk at the present table, with the items that were taken of a list."""
        items = walk.field.items if isinstance(walk.field, Pick) else ()
        return walk.next_field(walk.chosen, items)

    def _push_while_same(self, page: Page, ask_again: Callable[[], object], answer: object) -> None:
        """Push a page that stays as long as `ask_again`, called for the changed game, returns the same answer."""

        def fits(table: Table) -> bool:
            if self.in_the_past:
                return False
            self.table = table
            try:
                return ask_again() == answer
            except RulesError:
                return False

        page.still_holds = fits
        self.box.push(page)

    def _page(self, field: Field, walk: FormWalk) -> Page:
        def take(value: Json) -> None:
            self._step(lambda: walk.answer(value))

        title = self.box.words.of(field.label, self.table.names)
        match field:
            case NumberField() | TextField():
                return self._entry_page(field, take)
            case OneOf():
                return self._one_of(title, field, take)
            case SeatField():
                return self._list(title, [self._seat(seat, take) for seat in field.seats])
            case YesNoField():
                answers = ((True, "yes"), (False, "no"))
                return self._list(title, [self._row(self.box.words(word), value, take) for value, word in answers])
            case Pick(ordered=True):
                return self._path(title, field, walk)
            case Pick():
                fill = partial(self._fill, lambda: self._current_field(walk), field)
                return PickPage(self.box, title, walk, lambda walk: self._step(lambda: walk), fill, self.table.names)
            case ChanceField():
                return self._chance(title, field, walk, take)

    def _one_of(self, title: str, field: OneOf, take: TakeValue) -> Page:
        """Return the page for one of several choices: the places of a piece on its track, anything else in a list."""
        view = track_with(self.table, field.piece, self.box.words) if field.piece is not None else None
        if view is not None:
            return PlacePage(self.box, self._strip(), field, view, take)
        starts = (
            index
            for index, choice in enumerate(field.choices)
            if choice.default or (field.piece is not None and choice.value == 0)
        )
        return self._list(title, [self._choice(choice, take) for choice in field.choices], next(starts, 0))

    def _entry_page(self, field: NumberField | TextField, take: TakeValue) -> Page:
        """Return the page for a number that is counted, or for a few words letter by letter."""
        title = self.box.words.of(field.label, self.table.names)
        if isinstance(field, NumberField):
            return NumberPage(self.box, title, field, take, strip=self._strip())
        longest, required = field.longest, field.required
        return LettersPage(self.box, title, take, strip=self._strip(), longest=longest, required=required)

    def _fill(self, ask_again: Callable[[], object], answer: object, choice: Choice, take: TakeValue) -> None:
        """Ask for the open part of a choice, then take the resulting item."""
        assert choice.blank is not None
        page = self._entry_page(choice.blank.field, lambda value: take(choice.with_answer(value).value))
        self._push_while_same(page, ask_again, answer)

    def _strip(self) -> Strip:
        """Return the strip with the seat of the form, for pages that have room for their question elsewhere."""
        return Strip(turn=seat_mark(self.table, self.seat, self.box.words))

    def _list(self, title: str, items: list[ListItem], chosen: int = 0) -> ListPage:
        return ListPage(self.box, title, lambda: items, chosen)

    def _row(self, text: str, value: Json, take: TakeValue) -> ListItem:
        return ListItem(ListRow(text), lambda: take(value))

    def _choice(self, choice: Choice, take: TakeValue) -> ListItem:
        label, refused = self.box.words.of(choice.label, self.table.names), choice.refused
        if refused is None:
            return self._row(label, choice.value, take)
        return ListItem(
            ListRow(label, refused=True), partial(self.box.show_refusal, refused), refused_note(self.box, refused)
        )

    def _seat(self, seat: int, take: TakeValue) -> ListItem:
        mark = seat_mark(self.table, seat, self.box.words)
        return ListItem(ListRow(mark.name, mark=mark), lambda: take(seat))

    def _path(self, title: str, field: Pick, walk: FormWalk, headings: tuple[Text, ...] = ()) -> ListPage:
        """Return the page for the next item of an ordered list, with "stop here" where it may end.

        Choices in groups are below the row of their heading, which opens a page for them.
        """
        depth, words = len(headings), self.box.words
        items: list[ListItem] = []
        grouped: list[Text] = []
        for choice in field.choices:
            if choice.groups[:depth] != headings:
                continue
            if len(choice.groups) == depth:
                items.append(self._item(choice, field, walk))
            elif (heading := choice.groups[depth]) not in grouped:
                grouped.append(heading)
                text = words.of(heading, self.table.names)
                row = ListRow(words("table.form", label=text))
                items.append(ListItem(row, partial(self._open_group, text, field, walk, (*headings, heading))))
        if field.complete and not headings:
            items.insert(0, ListItem(ListRow(words("form.stop_here")), lambda: self._step(walk.close)))
        return self._list(title, items)

    def _open_group(self, title: str, field: Pick, walk: FormWalk, headings: tuple[Text, ...]) -> None:
        """Push the page of the choices below a heading."""
        page = self._path(title, field, walk, headings)
        self._push_while_same(page, lambda: self._current_field(walk), field)

    def _item(self, choice: Choice, field: Pick, walk: FormWalk) -> ListItem:
        def take(item: Json) -> None:
            self._step(lambda: walk.take(item))

        row = self._choice(choice, take)
        if choice.blank is None or choice.refused is not None:
            return row
        return replace(row, do=lambda: self._fill(lambda: self._current_field(walk), field, choice, take))

    def _chance(self, title: str, field: ChanceField, walk: FormWalk, take: TakeValue) -> Page:
        """Return the page that lets the box draw, or asks for the values of real dice, or for the cards as they lie.

        While the table uses real dice, it asks for the first value at once; cards are still dealt by the box.
        """
        sectors = any(kind == "sectors" for kind, _ in field.draws)
        typed_label = "form.typed_spin" if sectors else "form.typed_deal" if field.is_deal else "form.typed"

        def typed(values: list[Json]) -> None:
            if len(values) == len(field.bounds):
                take(values)
                return
            page = self._typed(title, field, walk, values, lambda value: typed([*values, value]))
            self._push_while_same(page, lambda: self._current_field(walk), field)

        if self.box.real_dice and not field.is_deal:
            return self._typed(title, field, walk, [], lambda value: typed([value]))
        draw = ListItem(ListRow(self.box.words("form.draw")), lambda: self._end(walk.move_fields, drawn=True))
        type_in = ListItem(ListRow(self.box.words(typed_label)), lambda: typed([]))
        return self._list(title, [type_in] if self.in_the_past else [draw, type_in])

    def _typed(self, title: str, field: ChanceField, walk: FormWalk, values: list[Json], take: TakeValue) -> Page:
        """Return the page for the value after `values`, as it shows on the table: a sector by its label, a card by its
        name, dice one after the other.
        """
        words, index = self.box.words, len(values)
        bounds = field.bounds[index]
        first = self.start[index] if len(self.start) == len(field.bounds) else bounds.start
        if field.deals:
            return self._dealt(field, values, take, first - bounds.start)
        if field.draws[0][0] == "sectors" and (labels := sector_labels(self.table, walk.chosen, words)):
            rows = [self._row(text, value, take) for value, text in zip(bounds, labels, strict=True)]
            return self._list(title, rows, first)
        label = die_name(self.table.game.id, self.kind, index, words)
        number = NumberField(name=field.name, label=field.label, low=bounds.start, high=bounds[-1])
        return NumberPage(self.box, label, number, take, strip=self._strip(), number=first)

    def _dealt(self, field: ChanceField, values: list[Json], take: TakeValue, chosen: int) -> ListPage:
        """Return the page for the card at the next place: those that are left of its pile."""
        deals, index = [*field.deals], len(values)
        while index >= len(deals[0].places):
            index -= len(deals.pop(0).places)
        places = deals[0].places
        text = self.box.words.brief(places[index], self.table.names)
        count = places.count(places[index])
        number = places[: index + 1].count(places[index])
        left = deals[0].left_after([value for value in values[len(values) - index :] if isinstance(value, int)])
        names = (self.box.words.brief(choice.label, self.table.names) for choice in left)
        rows = [self._row(name, value, take) for value, name in enumerate(names, 1)]
        return self._list(text if count == 1 else f"{text} {number}/{count}", rows, chosen)

    def _end(self, chosen: FieldValues, *, drawn: bool = False) -> None:
        """Ask the final question: the move is complete, except for chance that is still to be drawn."""
        body = {"move": self.kind, **chosen}
        if self.in_the_past or self._only_ends_turn():
            self.on_done(body)
            return
        try:
            question = self._question(body, drawn)
        except RulesError as error:
            self.box.show_refusal(error, self.seat)
            return
        page: Page
        if self.kind == Correct.kind and self.box.viewer == PUBLIC:
            page = ChangesPage(self.box, question.question, self._after(body), partial(self.on_done, body))
        else:
            page = self._confirm_page(question, body)
        self._push_while_same(page, lambda: self._question(body, drawn), question)

    def _confirm_page(self, question: _Question, body: dict[str, Any]) -> ConfirmPage:
        """Return the page that asks the final question."""
        return ConfirmPage(
            self.box,
            self._strip(),
            question.question,
            partial(self.on_done, body),
            costs=question.costs,
            gives=question.gives,
            body=question.body,
        )

    def _after(self, body: dict[str, Any]) -> Table:
        """Return the table after this move."""
        played = CompleteMove(self.seat, move_from_json(self.table.game, body))
        return tables.play(self.table, [played], self.table.seq + 1)

    def _only_ends_turn(self) -> bool:
        """Return whether the move only ends a turn: like the back key, it then needs no question."""
        of_kind = [offer for offer in offers_of(self.table, self.seat) if offer.kind == self.kind]
        needs_question = any(offer.needs_confirmation for offer in of_kind) or self._private_question() is not None
        return any(offer.ends_turn for offer in of_kind) and not needs_question

    def _private_question(self) -> Text | None:
        """Return the question that only the seat may read, if it holds the box."""
        if not self.box.viewer.sees(self.seat):
            return None
        of_kind = (offer for offer in offers_of(self.table, self.seat) if offer.kind == self.kind)
        return next((offer.private_question for offer in of_kind if offer.private_question is not None), None)

    def _question(self, body: dict[str, Any], drawn: bool) -> _Question:
        """Return the question. It leaves out the result of chance, which is not known yet."""
        words, names = self.box.words, self.table.names
        label, detail = self._labels(body)
        if (private := self._private_question()) is not None:
            return _Question(label, body=words.of(private, names))
        if drawn:
            return _Question(label)
        if why := self._reasons(body):
            return _Question(label, body=why)
        after = self._after(body)
        effect = detail or words.of(entry_text(after, len(after.entries), self.box.viewer), names)
        if self.kind == Correct.kind:
            return _Question(label, body=effect)
        balance: dict[str, int] = {}
        for line in after.entries[-1].lines:
            if (
                line.seat == self.seat
                and not line.follows
                and (not line.secret or after.over or self.box.viewer.sees(self.seat))
            ):
                balance[line.what] = balance.get(line.what, 0) + line.by
        costs = self._amounts({what: by for what, by in balance.items() if by < 0})
        gives = self._amounts({what: by for what, by in balance.items() if by > 0})
        return _Question(label, costs, gives, "" if costs or gives else effect)

    def _labels(self, body: dict[str, Any]) -> tuple[str, str]:
        """Return the move's label, and the detail that the table's page shows if it is one of its actions."""
        words, names = self.box.words, self.table.names
        offers = offers_of(self.table, self.seat)
        for offer in offers:
            if offer.complete and offer.move() == body:
                return words.of(offer.label, names), words.of(offer.detail, names) if offer.detail else ""
        options = offered_kinds(offers)
        return next((words.of(option.label, names) for option in options if option.kind == self.kind), self.kind), ""

    def _reasons(self, body: dict[str, Any]) -> str:
        """Return the consequences of an offer that needs confirmation, if there is room for all of them."""
        offer = next(
            (
                complete_offer
                for complete_offer in offers_of(self.table, self.seat)
                if complete_offer.complete and complete_offer.move() == body
            ),
            None,
        )
        reasons = outcome_lines(self.table, self.seat, offer, self.box.viewer, self.box.words) if offer else ()
        return " · ".join(reasons) if len(reasons) <= _MOST_REASONS else ""

    def _amounts(self, side: dict[str, int]) -> tuple[str, ...]:
        """Return one line for each amount; if there are too many, cards are counted together."""
        cards = [what for what in side if self.table.match.component(what).kind is ComponentKind.CARD]
        if len(side) <= _MOST_AMOUNTS or len(cards) < 2:
            return tuple(self._amount(what, by) for what, by in side.items())
        count = sum(side[what] for what in cards)
        others = tuple(self._amount(what, by) for what, by in side.items() if what not in cards)
        return (*others, self.box.words("sheet.cards", by=format_signed(count), n=abs(count)))

    def _amount(self, what: str, by: int) -> str:
        return amount_text(self.table.match, what, by, self.box.words, brief=True)
