"""Legal moves at a table: those of the game, without those that a throw that was taken back forbids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.chance.replaced_draws import Occasion, period
from companion.chance.seeded_draws import DrawName
from companion.rules import match_functions
from companion.rules.fields import ChanceField, Field, FieldValues, Items, Json, OneOf
from companion.rules.fill_form_by_touch import TouchedOffer, apply_touches, mentions_touch
from companion.rules.form_walk import FormWalk, begin_walk
from companion.rules.game import move_from_json
from companion.rules.offers import Offer, OfferedKind, offered_kinds
from companion.rules.rule_errors import IllegalMoveError, Refusal, RulesError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import DrawRecord, differs_from_draw
from companion.table.history_queries import count_taken_back_draws, previous_own_turn
from companion.table.table import CompleteMove, Moment, Table


def offers_of(table: Table, seat: int) -> tuple[Offer, ...]:
    """Return what a seat may do now, in the order of display: refused offers with their reason, `correct` last.

    The game is asked once for each table and seat, however many screens and phones need the result. Nothing is offered
    while the end is revealed.
    """
    if table.reveal is not None:
        return ()
    if seat not in table.offers:
        offers = match_functions.offers_of(table.match, table.state, seat)
        table.offers[seat] = tuple(_with_locked_draws(table, seat, offer) for offer in offers)
    return table.offers[seat]


def options_of(table: Table, seat: int) -> tuple[OfferedKind, ...]:
    """Return the kinds of moves that a seat may consider now, refused ones with their reason."""
    return offered_kinds(offers_of(table, seat))


def next_pick(table: Table, seat: int, kind: str, chosen: FieldValues, items: Items = ()) -> Field | None:
    """Return the next field of a kind of move, `correct` included; None if it is complete. Raises what the game
    raises.
    """
    field = match_functions.next_pick(table.match, table.state, seat, kind, chosen, items)
    if not isinstance(field, OneOf):
        return field
    for locked in locked_draws(table, seat, kind):
        choices = tuple(
            replace(choice, refused=choice.refused or _locked_refusal())
            if _contradicts(locked, {**chosen, field.name: choice.value})
            else choice
            for choice in field.choices
        )
        field = replace(field, choices=choices)
    return field


def refused_by_hidden_cards(table: Table, seat: int, kind: str) -> bool:
    """Return whether a kind of move is refused now because of a hand's cards: nobody may know that before it is
    tried.
    """
    return table.cached(("told by hand", seat, kind), lambda: _refused_by_hidden_cards(table, seat, kind))


def walk(table: Table, seat: int, kind: str, chosen: FieldValues | None = None) -> FormWalk:
    """Return the form of a kind of move, starting with the choices made already. Raises what the game raises."""
    return begin_walk(partial(next_pick, table, seat, kind), chosen)


def touched_offers(
    table: Table, seat: int, touches: Sequence[str], offered: Iterable[Offer]
) -> tuple[TouchedOffer, ...]:
    """Return those of a seat's offers that concern the touched things, with these filled into their forms in this
    order.

    Raises IllegalMoveError if no offer concerns them.
    """
    matching = tuple(
        apply_touches(offer, partial(walk, table, seat, offer.kind, dict(offer.chosen)), touches)
        for offer in offered
        if mentions_touch(offer, touches)
    )
    if not matching:
        raise IllegalMoveError(say("refused.touched_nothing"))
    return matching


@frozen
class LockedDraw:
    """A throw that was taken back and would be repeated now by its kind of move."""

    first: DrawRecord
    """Its first record; the first that can be repeated now, if there is one."""
    repeatable: bool
    """It can be repeated exactly as it was."""
    has_alternative: bool
    """Its seat can do something else."""

    @property
    def binds(self) -> bool:
        """True if it may be repeated only as it was. False if neither that nor anything else is legal, so that no seat
        is stuck.
        """
        return self.repeatable or self.has_alternative

    def refuses(self, fixed: Mapping[str, Json]) -> bool:
        """Return whether the same throw may not be made with these fixed fields."""
        return self.binds and dict(fixed) != dict(self.first.fixed or {})


def next_draw_name(table: Table, seat: int, purpose: str) -> DrawName:
    """Return the name of a seat's next draw for a purpose: one more than the highest number that stands or is spent."""
    moment, occasion = table.moment, table.occasion
    own_draws = [draw for draw in table.draws if (draw.seat, draw.purpose) == (seat, purpose)]
    standing_numbers = {draw.number for draw in table.standing_draws()}
    last_own_turn = previous_own_turn(table, seat, occasion) if own_draws else None
    used = [
        draw.n for draw in own_draws if draw.number in standing_numbers or _was_earlier(draw, moment, last_own_turn)
    ]
    spends = (entry.played.spends for entry in table.entries if entry.played.seat == seat)
    used += [spent[1] for spent in spends if spent is not None and spent[0] == purpose]
    return DrawName(table.game.id, seat, purpose, 1 + max(used, default=0))


def draw_spent_now(table: Table, seat: int, purpose: str, move: Mapping[str, Json]) -> tuple[str, int] | None:
    """Return the draw that a result typed in now for this purpose replaces: a throw that was taken back; else None.

    It must have been announced as the move says: a result for something else leaves it unspent.
    """
    name = next_draw_name(table, seat, purpose)
    repeats = (draw for draw in table.draws if draw.name == str(name))
    return (purpose, name.n) if any(not differs_from_draw(move, draw) for draw in repeats) else None


def draw_spent_at(
    table: Table, entry: int, seat: int, purpose: str, move: Mapping[str, Json], old: CompleteMove | None = None
) -> tuple[str, int] | None:
    """Return the draw that a result typed in as the entry of this number, from 1, replaces, if it comes instead of
    `old`.

    It is the first of the throws for that round (or turn) on which no move stands and which no other result replaces.
    """
    others = [
        other_entry.played for number, other_entry in enumerate(table.entries, 1) if old is None or number != entry
    ]
    standing_numbers = {played.drawn.number for played in others if played.drawn is not None}
    names = {draw.name for draw in table.draws if draw.number in standing_numbers}
    spent = {played.spends for played in others if played.seat == seat}
    now, old_draw = period(table.occasion_of(entry)), old.drawn if old is not None else None
    numbers = [
        draw.n
        for draw in table.draws
        if (draw.seat, draw.purpose) == (seat, purpose)
        and draw.name not in names
        and draw.purpose_and_n not in spent
        and (draw == old_draw or (draw.occasion is not None and period(draw.occasion) == now))
        and not differs_from_draw(move, draw)
    ]
    return (purpose, min(numbers)) if numbers else None


def locked_draws(table: Table, seat: int, kind: str) -> tuple[LockedDraw, ...]:
    """Return the throws of this kind of move that were taken back and would be repeated now."""
    if not count_taken_back_draws(table):
        return ()
    repeats = dict(_repeated_draws(table, seat))
    locked = []
    for purpose, first in repeats.items():
        if _kind_of(purpose) == kind:
            locked.append(LockedDraw(first, _is_repeatable(table, first), _has_alternative(table, seat, kind, repeats)))
    return tuple(locked)


def check_locked_draws(table: Table, seat: int, kind: str, fixed: Mapping[str, Json], purpose: str) -> None:
    """Raise IllegalMoveError for a throw that repeats one that was taken back, but with another announcement."""
    for locked in locked_draws(table, seat, kind):
        if locked.first.purpose == purpose and locked.refuses(fixed):
            raise locked_draw_refusal()


def locked_draw_refusal() -> IllegalMoveError:
    """Return the error for a throw that was taken back and is announced differently now."""
    return IllegalMoveError(say("session.bound"))


def _was_earlier(draw: DrawRecord, moment: Moment, last_own_turn: Occasion | None) -> bool:
    """Return whether a draw was for a round or turn that its seat has had already. Older draws have only their
    moment.
    """
    if draw.occasion is not None:
        return last_own_turn is not None and period(draw.occasion) <= last_own_turn
    return draw.moment is not None and draw.moment < moment


def _repeated_draws(table: Table, seat: int) -> Iterator[tuple[str, DrawRecord]]:
    """Yield, by purpose, the earlier draws of the names that a seat's next throws will have.

    A draw is left out if its announcement leads to another purpose now: that throw has another name. Of several draws
    of one name, take the first that can be repeated as it was: if its dice are different now or its announcement is
    refused, the seat has also seen the next one.
    """
    for purpose in {draw.purpose for draw in table.draws if draw.seat == seat}:
        name = str(next_draw_name(table, seat, purpose))
        repeats = [draw for draw in table.draws if draw.name == name]
        if repeats and repeats[0].fixed is not None and _purpose_now(table, repeats[0]) in (None, purpose):
            yield purpose, next((draw for draw in repeats if _is_repeatable(table, draw)), repeats[0])


def _is_repeatable(table: Table, draw: DrawRecord) -> bool:
    """Return whether a throw can be made again as it was: with the same announcement and the same dice."""
    wanted = _chance_now(table, draw)
    if wanted is None or _purpose_now(table, draw) != draw.purpose:
        return False
    if (wanted.draws, wanted.weights) != (draw.wanted, draw.weights):
        return False
    move = {"move": _kind_of(draw.purpose), **(draw.fixed or {}), "chance": list(draw.values)}
    try:  # a form does not check the items of a list that was fixed
        table.match.play(table.state, draw.seat, move_from_json(table.game, move))
    except RulesError:
        return False
    return True


def _purpose_now(table: Table, draw: DrawRecord) -> str | None:
    """Return the purpose of the chance that the announcement of a draw leads to now; None if it leads to none."""
    wanted = _chance_now(table, draw)
    return None if wanted is None else wanted.purpose(_kind_of(draw.purpose))


def _chance_now(table: Table, draw: DrawRecord) -> ChanceField | None:
    """Return the chance that the announcement of a draw leads to now; None if it is not legal or leads to none."""
    kind = _kind_of(draw.purpose)
    try:
        return match_functions.chance_field_of(table.match, table.state, draw.seat, kind, draw.fixed or {})
    except RulesError:
        return None


def _has_alternative(table: Table, seat: int, kind: str, repeats: Mapping[str, DrawRecord]) -> bool:
    """Return whether another kind of move can be made. Kinds whose own repeated throws would be refused do not
    count.
    """
    for option in match_functions.offered_kinds_of(table.match, table.state, seat):
        if option.refused is None and option.kind not in (kind, "correct"):
            others = [first for purpose, first in repeats.items() if _kind_of(purpose) == option.kind]
            if all(_is_repeatable(table, first) for first in others):
                return True
    return False


def _kind_of(purpose: str) -> str:
    return purpose.partition(".")[0]


def _refused_by_hidden_cards(table: Table, seat: int, kind: str) -> bool:
    try:
        next_pick(table, seat, kind, {})
    except IllegalMoveError as error:
        return error.private is not None
    except RulesError:
        return False
    return False


def _with_locked_draws(table: Table, seat: int, offer: Offer) -> Offer:
    """Return an offer, refused if a throw that was taken back was announced differently or cannot be made as it was."""
    if offer.refused is None:
        for locked in locked_draws(table, seat, offer.kind):
            if (locked.binds and not locked.repeatable) or _contradicts(locked, dict(offer.chosen)):
                return replace(offer, refused=_locked_refusal())
    return offer


def _contradicts(locked: LockedDraw, chosen: Mapping[str, Json]) -> bool:
    """Return whether the choices so far differ from the throw as it was announced."""
    fixed = locked.first.fixed or {}
    return locked.binds and any(name in chosen and chosen[name] != value for name, value in fixed.items())


def _locked_refusal() -> Refusal:
    return Refusal.from_error(locked_draw_refusal())
