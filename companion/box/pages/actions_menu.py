"""The menus of the table, and the offers of a seat that its page goes through with up and down."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.box.faces.faces import ListRow, Strip
from companion.box.pages.blocks_page import all_blocks
from companion.box.pages.field_pages import refused_note
from companion.box.pages.form_page import show_form
from companion.box.pages.free_dice_page import open_free_dice
from companion.box.pages.history_page import history
from companion.box.pages.list_page import ListItem, ListPage, table_items
from companion.box.pages.lobby_page import show_lobby
from companion.box.pages.message_page import MessagePage
from companion.box.pages.page import PageHost
from companion.box.pages.phones_page import phones
from companion.box.pages.private_hand_page import (
    hands_items,
    has_hand,
    keep_private,
    open_hand,
    show_privately,
    shows_hand,
)
from companion.box.pages.rulebook_page import rulebook_items
from companion.box.pages.rules_page import table_rules_item
from companion.box.pages.seal_page import seal_items
from companion.box.pages.settings_page import power_off, settings
from companion.box.pages.sheet_page import totals
from companion.box.pages.spin_wheel_page import open_wheel
from companion.box.pages.tasks_page import set_up_items
from companion.rules.fields import FieldValues
from companion.rules.moves import Correct
from companion.rules.offers import Offer, OfferedKind
from companion.table.commands import LeaveGame, Play
from companion.table.legal_moves import offers_of, options_of, refused_by_hidden_cards
from companion.table.table import Table
from companion.words.event_lines import change_line
from companion.words.signs import Glyph, seat_mark


def table_menu(box: PageHost) -> ListPage:
    """List everything possible at this table."""

    def items(table: Table) -> list[ListItem]:
        word = box.words
        rows = [_acting_item(box, table, seat) for seat in acting_seats(table)]
        rows.extend(hands_items(box, table))
        rows.extend(set_up_items(box, table))
        rows.extend(undo_items(box, table))
        rows.append(ListItem(ListRow(word("menu.sheet"), glyph=Glyph.COIN), lambda: box.push(totals(box))))
        rows.append(ListItem(ListRow(word("menu.blocks")), lambda: box.push(all_blocks(box))))
        rows.append(table_rules_item(box, table))
        rows.extend(rulebook_items(box, table.game))
        rows.append(ListItem(ListRow(word("phones.title")), lambda: box.push(phones(box))))
        note = word("menu.history_note")
        rows.append(ListItem(ListRow(word("menu.history")), lambda: box.push(history(box)), note))
        rows.append(ListItem(ListRow(word("menu.correct")), lambda: box.push(_correct_whom(box))))
        return [*rows, *seal_items(box), *closing_items(box)]

    of_table = table_items(box, items)
    return ListPage(box, lambda: box.words("menu.title"), lambda: [*of_table(), *lobby_items(box)])


def lobby_items(box: PageHost) -> list[ListItem]:
    """Return the row that leads to the lobby of the next game, if somebody has opened one on a phone."""
    if box.lobby is None:
        return []
    return [ListItem(ListRow(box.words("menu.lobby")), lambda: show_lobby(box))]


def undo_items(box: PageHost, table: Table) -> list[ListItem]:
    """Return rows for taking back and restoring, if there is something to; each names it."""
    rows = []
    if table.undo_stack and not table.closed:
        note = change_line(table, table.undo_stack[-1], box.words)
        rows.append(ListItem(ListRow(box.words("menu.take_back")), box.take_back, note))
    if table.redo_stack and not table.closed:
        note = change_line(table, table.redo_stack[-1], box.words)
        rows.append(ListItem(ListRow(box.words("menu.restore")), box.restore, note))
    return rows


def closing_items(box: PageHost) -> list[ListItem]:
    """Return rows that are not about the game: the last rows of every menu of the table."""
    word = box.words
    return [
        ListItem(ListRow(word("home.free")), lambda: open_free_dice(box)),
        ListItem(ListRow(word("home.settings")), lambda: box.push(settings(box))),
        ListItem(ListRow(word("menu.leave")), lambda: box.do_at_table(LeaveGame()), word("menu.leave_note")),
        ListItem(ListRow(word("home.off")), lambda: power_off(box)),
    ]


def actions_menu(box: PageHost, seat: int) -> ListPage:
    """List what one seat may do now; refused moves stay in sight with their reason."""

    def items(table: Table) -> list[ListItem]:
        options = options_of(table, seat)
        rows = [_option_item(box, table, seat, option) for option in options if option.kind != "correct"]
        if has_hand(box, table, seat):
            rows.append(ListItem(ListRow(box.words("hand.mine")), partial(open_hand, box, seat)))
        return rows

    def strip() -> Strip:
        return Strip(turn=seat_mark(box.table, seat, box.words)) if box.table else Strip()

    return ListPage(box, strip, table_items(box, items))


def open_offer(box: PageHost, seat: int, offer: Offer) -> None:
    """Ask for the open fields of an offer, then for its confirmation, and play it.

    Fields that show the seat's hand are asked once the seat holds the box; a complete move has nothing more to show.
    """
    _show_form(box, seat, offer.kind, dict(offer.chosen), secret=offer.secret and not offer.complete)


def play_form(box: PageHost, seat: int, kind: str) -> None:
    """Ask for a kind of move from its beginning: at the wheel if it spins that, else field by field."""
    if not open_wheel(box, seat, kind):
        _show_form(box, seat, kind, {}, secret=box.table is not None and shows_hand(box.table, seat, kind))


def actions_of(table: Table, seat: int) -> list[Offer]:
    """Return the actions of a seat as its page goes through them, computed once for each table."""
    return table.cached(("actions", seat), lambda: _actions_of(table, seat))


def _actions_of(table: Table, seat: int) -> list[Offer]:
    """Return complete moves, then forms that are not refused, then what gives something up, and at the end what ends
    the turn.

    Offers of one group stay together, in the game's order. The list is empty if there is no complete move, or all of
    them are refused, while others may act as well: then ok opens the list of every kind of move. Whether the hand
    allows a move is not shown before the move is tried.
    """
    offers = [_without_hidden_refusal(table, seat, offer) for offer in offers_of(table, seat) if _is_for_box(offer)]
    complete_moves = [offer for offer in offers if offer.complete]
    forms = [offer for offer in offers if not offer.complete and offer.refused is None]
    alone = table.match.active_seats(table.state) == (seat,)
    if not any(offer.refused is None for offer in complete_moves) and not (forms and alone):
        return []
    headings = [*dict.fromkeys(offer.group for offer in offers)]
    ordered = sorted([*complete_moves, *forms], key=lambda offer: headings.index(offer.group))
    return sorted(ordered, key=lambda offer: (offer.ends_turn, offer.gives_up))


def acting_seats(table: Table) -> tuple[int, ...]:
    """Return the active seats, then the other seats that may do something."""
    active_seats = table.match.active_seats(table.state)
    return (*active_seats, *(seat for seat in table.seats if seat not in active_seats and open_offers(table, seat)))


def open_offers(table: Table, seat: int) -> list[Offer]:
    """Return the offers of a seat that are not refused, complete or with a form, as they are shown."""
    offers = (_without_hidden_refusal(table, seat, offer) for offer in offers_of(table, seat) if _is_for_box(offer))
    return [offer for offer in offers if offer.refused is None]


def _is_for_box(offer: Offer) -> bool:
    """Return whether the box lists an offer; corrections have their own menu."""
    return offer.kind != Correct.kind and not offer.phone_only


def _without_hidden_refusal(table: Table, seat: int, offer: Offer) -> Offer:
    """Return an offer as it is shown: one that only the hand refuses looks like any other."""
    hidden = offer.refused is not None and (
        (offer.secret and offer.refused.hidden) or refused_by_hidden_cards(table, seat, offer.kind)
    )
    return replace(offer, refused=None) if hidden else offer


def _show_form(box: PageHost, seat: int, kind: str, chosen: FieldValues, *, secret: bool) -> None:
    """Show the form of a kind of move, starting from `chosen`, and play it.

    A secret form is shown once its seat holds the box.
    """

    def play(move: dict[str, Any]) -> None:
        if box.table is not None:
            was_private = box.viewer.sees(seat)
            box.do_at_table(Play(moves=((seat, move),), expected_seq=box.table.seq))
            if was_private and not box.viewer.sees(seat):
                keep_private(box, seat, kind)
                _give_back(box, seat)

    def begin() -> None:
        if box.table is not None:
            show_form(box, box.table, seat, kind, play, chosen=chosen)

    if secret:
        show_privately(box, seat, begin, kind)
    else:
        begin()


def _give_back(box: PageHost, seat: int) -> None:
    """Ask for the box to be given back to the seat on turn, after another seat has made a secret move."""
    table = box.table
    turn = table.match.turn(table.state) if table else None
    if table is not None and turn not in (None, seat):
        name = seat_mark(table, turn or seat, box.words).name
        box.push(MessagePage(box, box.words("hand.hidden"), box.words("hand.back_to", name=name)))


def _acting_item(box: PageHost, table: Table, seat: int) -> ListItem:
    mark = seat_mark(table, seat, box.words)
    return ListItem(
        ListRow(box.words("menu.actions", name=mark.name), mark=mark), lambda: box.push(actions_menu(box, seat))
    )


def _option_item(box: PageHost, table: Table, seat: int, option: OfferedKind) -> ListItem:
    label, refused = box.words.of(option.label, table.names), option.refused
    if refused is None or refused_by_hidden_cards(table, seat, option.kind):
        return ListItem(ListRow(label), partial(play_form, box, seat, option.kind))
    return ListItem(ListRow(label, refused=True), partial(box.show_refusal, refused), refused_note(box, refused))


def _correct_whom(box: PageHost) -> ListPage:
    def items(table: Table) -> list[ListItem]:
        marks = [seat_mark(table, seat, box.words) for seat in table.seats]
        return [
            ListItem(ListRow(mark.name, mark=mark), partial(play_form, box, mark.seat, "correct")) for mark in marks
        ]

    return ListPage(box, lambda: box.words("menu.correct"), table_items(box, items))
