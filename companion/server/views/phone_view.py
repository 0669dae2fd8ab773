"""The view of one phone: the table for its viewer, and the offers of the seats that it acts for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from companion.rules.fields import ChanceField, OneOf
from companion.rules.fill_form_by_touch import TouchedOffer
from companion.rules.offers import Offer, likely_offer, offered_kinds
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.server.views.form_view import options_view, refused_view
from companion.server.views.lobby_view import lobby_view
from companion.server.views.preview_view import brings_view, outlook_view
from companion.server.views.table_view import incremental_table_view
from companion.server.views.view_types import ActionView, OfferView, OptionView, PhoneView, RoleView
from companion.session.session import Snapshot
from companion.support.frozen_dataclasses import frozen
from companion.table.amendments import seats_of_change
from companion.table.incremental_cache import with_plain_lists
from companion.table.legal_moves import next_pick, offers_of
from companion.table.offer_preview import preview_offer
from companion.table.one_press_moves import MoveGroup, groups_ending_turn, groups_for_all_seats, has_chance
from companion.table.table import Table, TableChange
from companion.words.catalogue import Words
from companion.words.event_lines import take_back_question
from companion.words.translated_scene import arrival_entries


@frozen
class ViewerRole:
    """The role of a phone at this table. A phone without any role may only watch."""

    host: bool = False
    """True if it sets games up, and plays for the seats that no phone has claimed; it never sees their hands."""
    seat: int | None = None
    """The seat that it claimed: it acts for it, and sees its secrets."""
    leads: bool = False
    """True if it led the lobby of the open game: it plays for the seats that no phone has claimed, as a host does."""
    place: int | None = None
    """Its place in the lobby of the next game, 0 if it may take one; None if it has no part in that."""
    leads_lobby: bool = False
    """True if it leads the lobby."""
    display: bool = False
    """True for a television that may show the code of the lobby, and do nothing else."""

    @property
    def may_act(self) -> bool:
        """True if it may do anything at all in the open game."""
        return self.host or self.seat is not None or self.leads

    @property
    def is_known(self) -> bool:
        """True if the box let it in, to act or to sit down."""
        return self.may_act or self.place is not None

    @property
    def is_let_in(self) -> bool:
        """True if it used any code of the box, also as a television."""
        return self.is_known or self.display

    @property
    def plays_for_others(self) -> bool:
        """True if it plays for the seats that no phone has claimed."""
        return self.host or self.leads

    @property
    def viewer(self) -> Viewer:
        """The viewer whose secrets it may see."""
        return as_seat(self.seat) if self.seat is not None else PUBLIC

    def seats(self, table: Table) -> tuple[int, ...]:
        """Return the seats that it acts for, its own first."""
        others = [seat for seat in table.seats if self.plays_for_others and seat not in table.claims]
        return tuple(others) if self.seat is None else (self.seat, *others)

    def owns(self, table: Table, change: TableChange) -> bool:
        """Return whether a change is only of seats that it acts for; that of the setup is the hosts'."""
        seats = seats_of_change(change)
        return set(seats) <= set(self.seats(table)) if seats else self.host

    def offers(self, table: Table, seat: int) -> tuple[Offer, ...]:
        """Return its offers for a seat, but for another seat none of a kind that reveals a hand."""
        if seat not in self.seats(table):
            return ()
        offers = offers_of(table, seat)
        secret_kinds = {offer.kind for offer in offers if offer.secret}
        return tuple(offer for offer in offers if seat == self.seat or offer.kind not in secret_kinds)

    def move_groups(self, table: Table) -> tuple[MoveGroup, ...]:
        """Return the groups of moves for several seats at once; a host may also have claimed seats roll dice."""
        mine = self.seats(table)
        return groups_for_all_seats(
            table, mine, [seat for seat in table.seats if self.plays_for_others and seat not in mine]
        )

    def masked_offers(self, table: Table, seat: int) -> tuple[Offer, ...]:
        """Return the offers of another seat that depend on its hand: one for each kind, and nothing more about it."""
        if seat == self.seat or seat not in self.seats(table):
            return ()
        secret_offers = {offer.kind: offer for offer in offers_of(table, seat) if offer.secret}
        return tuple(
            Offer(kind=kind, label=offer.kind_label or offer.label, aside=offer.aside, secret=True)
            for kind, offer in secret_offers.items()
        )


def role_of(phone: str | None, snapshot: Snapshot) -> ViewerRole:
    """Return the present role of the phone with this digest; None has no role."""
    if phone is None:
        return ViewerRole()
    table, lobby = snapshot.table, snapshot.lobby
    claims = table.claims if table is not None else {}
    seat = next((seat for seat, linked in claims.items() if linked == phone), None)
    leads = table is not None and snapshot.roles.leads(phone, table.number)
    place = lobby.place_of(phone) if lobby is not None else None
    leads_lobby = lobby is not None and phone == lobby.leader
    display = snapshot.roles.role_of(phone).display
    return ViewerRole(phone in snapshot.roles.hosts, seat, leads, place, leads_lobby, display)


def role_view(role: ViewerRole) -> RoleView:
    """Return a role as JSON."""
    view: RoleView = {"host": role.host, "seat": role.seat}
    if role.leads:
        view["leads"] = True
    if role.place is not None:
        view["place"] = role.place
    if role.leads_lobby:
        view["leads_lobby"] = True
    if role.display:
        view["display"] = True
    return view


def phone_view(snapshot: Snapshot, role: ViewerRole, words: Words) -> PhoneView:
    """Return the table view for this role, with `you`, and `offers`, `options` and `actions` of the seats it acts for.

    `mendable`, if there are any, are the entries that produced visible things and that the phone may amend;
    `undo_question`, if the last change is of others, what is asked before it is taken back.
    """
    return with_plain_lists(incremental_phone_view(snapshot, role, words))


def incremental_phone_view(snapshot: Snapshot, role: ViewerRole, words: Words) -> PhoneView:
    """Return the phone view, with append-only lists shared and not copied: it is made again after every key press."""
    table = snapshot.table
    view = cast(PhoneView, incremental_table_view(snapshot, role.viewer, words))
    view["you"] = role_view(role)
    if snapshot.real_dice:
        view["real_dice"] = True
    if snapshot.lobby is not None:
        view["lobby"] = lobby_view(snapshot.lobby, words, real_dice=snapshot.real_dice)
    view["offers"], view["actions"], view["options"] = [], [], []
    if table is None or table.closed:
        return view
    likely = _likely_offer(table, role)
    for group in role.move_groups(table):
        first_seat = next((seat for seat in role.seats(table) if seat in group.seats), group.seats[0])
        view["offers"].append(move_group_view(table, first_seat, group, words, is_likely=group == likely))
    for seat in role.seats(table):
        offers = role.offers(table, seat)
        view["offers"] += _seat_rows(table, seat, role, words, likely)
        view["actions"] += _actions([row for row in view["offers"] if row["seat"] == seat and "moves" not in row])
        shown = _kinds_on_cards(table, seat, offers)
        for kind in options_view(offered_kinds(offers), table.names, words):
            option: OptionView = {
                "seat": seat,
                "move": kind["move"],
                "text": kind["text"],
                "refused": kind["refused"],
                "any_order": kind["any_order"],
            }
            if kind["move"] in shown:
                option["card"] = True
            view["options"].append(option)
    if role.may_act and table.undo_stack and not role.owns(table, table.undo_stack[-1]):
        view["undo_question"] = take_back_question(table, words)
    if mendable := _amendable_entries(table, role):
        view["mendable"] = mendable
    return view


def _seat_rows(
    table: Table, seat: int, role: ViewerRole, words: Words, likely: Offer | MoveGroup | None
) -> Iterator[OfferView]:
    """Yield the offers of a seat, those that end the turn behind the others, and last what only the seat itself may do.

    An offer after which only the end of the turn can follow is followed by both together, which takes its card.
    """
    offers = role.offers(table, seat)
    ending = groups_ending_turn(table, seat, role.viewer)
    for offer in sorted(offers, key=lambda offer: offer.ends_turn):
        row = _own_offer_view(table, seat, offer, role, words)
        with_end = next((group for group in ending if group.offer.identity == offer.identity), None)
        row["usual"] = offer is likely and with_end is None
        if with_end is not None or not _has_card(offer, offers):
            row["no_card"] = True
        yield row
        if with_end is not None:
            yield move_group_view(table, seat, with_end, words, is_likely=offer is likely)
    yield from (offer_view(table, seat, offer, words) for offer in role.masked_offers(table, seat))


def offers_view(table: Table, seats: Iterable[int], words: Words, *, everything: bool) -> dict[str, Any]:
    """Return the position of the game and the offers of these seats; no offers once it is over or closed.

    Without `everything`, offers that reveal a hand are reduced to their kind, as for any other viewer.
    """
    offers = [] if table.closed else [offer for seat in seats for offer in _seat_offers(table, seat, words, everything)]
    position = {"game": table.game.id, "seq": table.seq, "entry": len(table.entries)}
    return {**position, "over": table.over, "closed": table.closed, "offers": offers}


def offer_view(table: Table, seat: int, offer: Offer, words: Words) -> OfferView:
    """Return an offer as JSON: the seat, the move as far as it is decided, its texts, and its properties."""
    component = table.match.component(offer.thing) if offer.thing else None
    view: OfferView = {
        "seat": seat,
        "move": offer.move(),
        "text": words.of(offer.label, table.names),
        "detail": words.of(offer.detail, table.names) if offer.detail else "",
        "glyph": component.page_glyph if component else None,
        "colour": component.colour if component else None,
        "refused": refused_view(offer.refused, table.names, words),
        "whole": offer.complete,
        "chance": offer.complete and has_chance(table, offer.move()),
        "ends_turn": offer.ends_turn,
        "solemn": offer.needs_confirmation,
        "usual": offer.default,
        "at": offer.touch,
        "touches": list(offer.form_touches),
        "any_order": offer.any_order,
        "secret": offer.secret,
    }
    if view["chance"] and (field := _dealt_by(table, seat, offer)) is not None:
        view["deals"] = bool(field.deals)
    if component is not None and component.face is not None and offer.detail == component.face.text is not None:
        view["large"] = True
    if offer.aside:
        view["no_card"] = True
    if offer.group:
        view["group"] = words.of(offer.group, table.names)
    return view


def _dealt_by(table: Table, seat: int, offer: Offer) -> ChanceField | None:
    """Return the field of a complete offer that deals cards; None if it does not, or is refused."""
    field = None if offer.refused else next_pick(table, seat, offer.kind, dict(offer.chosen))
    return field if isinstance(field, ChanceField) and field.is_deal else None


def touched_offer_view(table: Table, seat: int, touched: TouchedOffer, role: ViewerRole, words: Words) -> OfferView:
    """Return an offer with the touched components as JSON: the move as far as it is filled, and whether it is complete.

    `brings` is what it would cost and give its seat, as far as that is certain; `of_use` is false if the offer does not
    concern the touched components. An offer that takes more components than were touched is confirmed first.
    """
    offer = touched.offer
    if touched.walk is not None:
        offer = replace(offer, chosen=tuple(touched.walk.settled.move_fields.items()), complete=touched.walk.complete)
    view = offer_view(table, seat, replace(offer, refused=touched.refused), words)
    result = preview_offer(table, seat, replace(offer, refused=touched.refused), role.viewer)
    if result is not None:
        view["brings"] = brings_view(result)
    view["of_use"] = touched.of_use
    view["solemn"] = view["solemn"] or touched.takes_more
    return view


def move_group_view(table: Table, seat: int, group: MoveGroup, words: Words, *, is_likely: bool = False) -> OfferView:
    """Return a group of moves as one offer: the view of this seat's first move, with all of them in `moves`."""
    seats = group.seats
    row = offer_view(table, seat, group.offer, words)
    row["text"] = words.of(group.label, table.names)
    row["solemn"], row["usual"] = group.needs_confirmation, is_likely
    if len(seats) > 1:
        row["detail"] = ", ".join(table.names[seat - 1] for seat in seats)
    row["moves"] = [{"seat": seat, "move": move} for seat, move in group.moves]
    return row


def _likely_offer(table: Table, role: ViewerRole) -> Offer | MoveGroup | None:
    """Return the one offer of a phone that stands out: a move of the seat on turn, else of a seat that is waited for.

    Between turns, a group of moves for several seats comes first.
    """
    turn, waiting = table.match.turn(table.state), table.match.active_seats(table.state)
    if turn is None:
        group = next((group for group in role.move_groups(table) if len(group.seats) > 1), None)
        if group is not None:
            return group
    active = [seat for seat in role.seats(table) if seat in waiting]
    for seat in sorted(active, key=lambda seat: seat != turn):
        offers = role.offers(table, seat)
        if any(offer.refused is None and not offer.aside for offer in offers):
            return likely_offer(offers)
    return None


def _amendable_entries(table: Table, role: ViewerRole) -> list[int]:
    """Return the entries that produced something visible to the phone, by seats that it acts for."""
    mine = role.seats(table)
    entries = {*arrival_entries(table, role.viewer).values()} if mine else set()
    return sorted(entry for entry in entries if table.entries[entry - 1].played.seat in mine)


def _own_offer_view(table: Table, seat: int, offer: Offer, role: ViewerRole, words: Words) -> OfferView:
    """Return an offer; one that needs confirmation with its certain outcome, which the question shows.

    Only the seat's own phone gets its private question.
    """
    view = offer_view(table, seat, offer, words)
    if offer.private_question is not None and seat == role.seat:
        view["solemn"], view["question"] = True, words.of(offer.private_question, table.names)
    if offer.needs_confirmation and (lines := outlook_view(table, seat, offer, role.viewer, words)):
        view["outlook"] = lines
    return view


def _has_card(offer: Offer, offers: Sequence[Offer]) -> bool:
    """Return whether a phone shows an offer as a card.

    These have none: offers that are aside, refused forms, offers that are played by touching a card of the hand, and
    the form of a kind for which the phone has shorter offers.
    """
    if offer.aside or (offer.phone_only and offer.touch is not None) or (offer.refused and not offer.complete):
        return False
    return not _is_form(offer) or not any(other.phone_only and other.kind == offer.kind for other in offers)


def _is_form(offer: Offer) -> bool:
    """Return whether an offer is the form of its kind from the beginning."""
    return not offer.complete and not offer.chosen


def _kinds_on_cards(table: Table, seat: int, offers: Sequence[Offer]) -> set[str]:
    """Return the kinds with all their choices on cards: as their form, or as offers that leave out no choice."""
    cards = [offer for offer in offers if _has_card(offer, offers)]
    forms = {offer.kind for offer in cards if _is_form(offer)}
    return forms | ({offer.kind for offer in cards} - _kinds_with_more(table, seat, offers))


def _kinds_with_more(table: Table, seat: int, offers: Sequence[Offer]) -> set[str]:
    """Return the kinds with complete offers whose form begins with a choice that none of those offers makes."""
    kinds = set()
    for kind in {offer.kind for offer in offers if offer.complete} & {
        offer.kind for offer in offers if not offer.complete
    }:
        try:
            field = next_pick(table, seat, kind, {})
        except RulesError:
            continue
        values = [
            dict(offer.chosen).get(field.name) for offer in offers if field and offer.complete and offer.kind == kind
        ]
        choices = field.choices if isinstance(field, OneOf) else ()
        if any(choice.refused is None and choice.value not in values for choice in choices):
            kinds.add(kind)
    return kinds


def _actions(offers: list[OfferView]) -> list[ActionView]:
    """Return the complete moves among these offers, the one that ends the turn last."""
    complete = sorted((offer for offer in offers if offer["whole"]), key=lambda offer: offer["ends_turn"])
    return [
        {
            "seat": offer["seat"],
            "move": offer["move"],
            "text": offer["text"],
            "detail": offer["detail"],
            "glyph": offer["glyph"],
            "refused": offer["refused"],
            "ends_turn": offer["ends_turn"],
        }
        for offer in complete
    ]


def _seat_offers(table: Table, seat: int, words: Words, everything: bool) -> list[OfferView]:
    """Return the offers of one seat, as it sees them itself, or as a host sees those of an unclaimed seat."""
    role = ViewerRole(seat=seat) if everything else ViewerRole(host=True)
    unclaimed = table if everything else replace(table, claims={})
    offers = (*role.offers(unclaimed, seat), *role.masked_offers(unclaimed, seat))
    return [offer_view(table, seat, offer, words) for offer in offers]
