"""Complete moves from the choices in a command, with chance typed in or drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.fields import ChanceField
from companion.rules.game import move_from_json, move_to_json
from companion.rules.match_functions import chance_field_of
from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError, MalformedError, RulesError
from companion.rules.text import say
from companion.table import table as tables
from companion.table.amendments import check_draw
from companion.table.commands import Amend, Insert, Play
from companion.table.draw_record import Draw, DrawRecord, fixed_fields, make_draw
from companion.table.legal_moves import check_locked_draws, draw_spent_at, draw_spent_now, next_draw_name, offers_of
from companion.table.table import CompleteMove, Table, rewind


def complete_moves(table: Table, moves: Iterable[tuple[int, dict[str, Any]]], draw: Draw) -> list[CompleteMove]:
    """Return the moves with their chance: typed in if the command has it, else drawn.

    After a draw only moves that cannot depend on it may follow. Raises MalformedError or IllegalMoveError. The last
    move is not played here, so of its errors only those that show before it is played are raised.
    """
    played: list[CompleteMove] = []
    before, drawing = table, set[int]()
    for seat, body in moves:
        tables.check_seat(table, seat)
        check_after_chance(before, drawing, seat, body)
        if played:  # each move is chosen after those before it; the caller plays the last one
            table = tables.play(table, played[-1:], table.seq + 1)
        typed, drawn, purpose = "chance" in body, None, None
        if typed:
            purpose = _draw_purpose(table, seat, body)
        elif (wanted := _chance_wanted(table, seat, body)) is not None:
            drawn = _draw_chance(table, seat, body, wanted, draw)
            body = {**body, "chance": list(drawn.values)}
            before = before if drawing else table
        if drawing or drawn is not None:
            drawing.add(seat)
        move = move_from_json(table.game, body)
        spends = (
            draw_spent_now(table, seat, purpose, move_to_json(move)) if purpose is not None and table.draws else None
        )
        played.append(CompleteMove(seat, move, typed, drawn, spends))
    return played


def replacement_move(table: Table, command: Amend) -> CompleteMove | None:
    """Return the move that replaces an entry by this amendment; None if the entry is left out.

    A move of the same kind keeps the draw or the typed chance of the entry unless the command has other chance: nothing
    is drawn again for the past. Raises MalformedError or IllegalMoveError.
    """
    if command.move is None or not 1 <= command.entry <= len(table.entries):
        return None
    old = table.entries[command.entry - 1].played
    seat = command.seat or old.seat
    before = rewind(table, command.entry)
    [played] = complete_moves(before, [(seat, _with_chance(command.move, seat, old))], refuse_draw)
    if _same_chance(played, old):
        played = replace(played, typed=old.typed, drawn=old.drawn)
        check_draw(before.match, before.state, played)
    if played.typed:
        played = replace(played, spends=_spent_draw(table, before, command.entry, played, old))
    tables.play(before, [replace(played, drawn=None)], before.seq + 1)
    return played


def inserted_move(table: Table, command: Insert) -> CompleteMove:
    """Return the move that this command inserts before an entry. Its chance must be typed in.

    Raises MalformedError or IllegalMoveError.
    """
    if not 1 <= command.entry <= len(table.entries):
        raise MalformedError(say("session.no_entry", entry=command.entry), "entry")
    before = rewind(table, command.entry)
    [played] = complete_moves(before, [(command.seat, command.move)], refuse_draw)
    return replace(played, spends=_spent_draw(table, before, command.entry, played)) if played.typed else played


def is_order_independent(table: Table, command: Play) -> bool:
    """Return whether no move of a command depends on what other seats did, neither by its kind nor by its fields."""
    return all(
        any(_ignores_others(offer, body) for offer in offers_of(table, seat) if offer.kind == body.get("move"))
        for seat, body in command.moves
        if seat in table.seats
    )


def check_after_chance(before: Table, seats: Collection[int], seat: int, move: Mapping[str, Any]) -> None:
    """Raise IllegalMoveError for a move that could depend on chance of the same press.

    Otherwise the reason for its refusal would leak a draw that is not kept. `before` is the table before the first move
    with chance. `seats` are those of the moves from there on; empty if there was no chance yet.
    """
    if seats and (seat in seats or not is_offered_in_any_order(before, seat, move)):
        raise IllegalMoveError(say("session.after_chance"))


def is_offered_in_any_order(table: Table, seat: int, move: Mapping[str, Any]) -> bool:
    """Return whether a move is offered complete whatever other seats do meanwhile, so that it reveals nothing of their
    chance.
    """
    return independent_offer(table, seat, {name: value for name, value in move.items() if name != "chance"}) is not None


def independent_offer(table: Table, seat: int, move: Mapping[str, Any]) -> Offer | None:
    """Return the public offer for exactly this move that is valid in any order; None if there is no such offer."""
    if seat not in table.seats:
        return None
    return next((offer for offer in independent_offers(table, seat) if offer.move() == move), None)


def independent_offers(table: Table, seat: int) -> Collection[Offer]:
    """Return the offers of a seat that are complete, legal, valid in any order and not secret."""
    offers = offers_of(table, seat)
    return [
        offer for offer in offers if offer.complete and offer.any_order and not offer.secret and offer.refused is None
    ]


def refuse_draw(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
    """Refuse to draw, as in a preview: chance must be typed in. Raises IllegalMoveError."""
    raise IllegalMoveError(say("session.no_chance"))


def _ignores_others(offer: Offer, body: Mapping[str, Any]) -> bool:
    return offer.any_order and all(body.get(name) is None for name in offer.order_sensitive_fields)


def _draw_chance(table: Table, seat: int, body: dict[str, Any], wanted: ChanceField, draw: Draw) -> DrawRecord:
    if not table.commitments or draw is refuse_draw:
        raise IllegalMoveError(say("session.no_chance"))
    lowest = [bound[0] for bound in wanted.bounds]  # any legal values, so that the other fields get their defaults
    kind = str(body["move"])
    fixed = fixed_fields(move_to_json(move_from_json(table.game, {**body, "chance": lowest})))
    purpose = wanted.purpose(kind)
    check_locked_draws(table, seat, kind, fixed, purpose)
    name = next_draw_name(table, seat, purpose)
    return make_draw(
        name, wanted, fixed, table.moment, occasion=table.occasion, earlier=table.draws, commitments=table.commitments,
        draw=draw,
    )  # fmt: skip


def _draw_purpose(table: Table, seat: int, body: dict[str, Any]) -> str | None:
    """Return the purpose of the draw for this move with typed chance, None if it has none.

    Errors in the move are ignored here: they are raised when it is played.
    """
    try:
        wanted = _chance_wanted(table, seat, body)
    except RulesError:
        return None
    return wanted.purpose(str(body["move"])) if wanted is not None else None


def _spent_draw(
    table: Table, before: Table, entry: int, played: CompleteMove, old: CompleteMove | None = None
) -> tuple[str, int] | None:
    """Return the draw that a typed result replaces as this entry, from 1, if it comes instead of `old`."""
    move = move_to_json(played.move)
    purpose = _draw_purpose(before, played.seat, dict(move))
    return draw_spent_at(table, entry, played.seat, purpose, move, old) if purpose is not None else None


def _with_chance(move: dict[str, Any], seat: int, old: CompleteMove) -> dict[str, Any]:
    """Return a replacement move, with the chance of the old one if it has none itself and is of the same seat and
    kind.
    """
    chance = move_to_json(old.move).get("chance")
    if "chance" in move or chance is None or (seat, move.get("move")) != (old.seat, old.move.kind):
        return move
    return {**move, "chance": chance}


def _same_chance(played: CompleteMove, old: CompleteMove) -> bool:
    """Return whether a move has exactly the chance of the one that it replaces, and that one had chance."""
    same_kind = (played.seat, played.move.kind) == (old.seat, old.move.kind)
    before, after = (move_to_json(complete_move.move).get("chance") for complete_move in (old, played))
    return same_kind and before is not None and before == after


def _chance_wanted(table: Table, seat: int, body: dict[str, Any]) -> ChanceField | None:
    """Return the chance field of this move; None if it has none, or if its form cannot be completed."""
    kind = body.get("move")
    if not isinstance(kind, str) or kind not in table.game.moves:
        raise MalformedError(say("error.unknown_move", move=str(kind)), "move")
    cls = table.game.moves[kind]
    if "chance" not in cls.__dataclass_fields__:  # type: ignore[attr-defined]  # every move is a dataclass
        return None
    chosen = {name: value for name, value in body.items() if name not in ("move", "chance")}
    return chance_field_of(table.match, table.state, seat, kind, chosen)
