"""From a command to complete moves: its choices, with the chance that it left to be drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.fields import ChanceField
from companion.rules.game import move_from_json, move_to_json
from companion.rules.match_functions import chance_of
from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError, MalformedError, RulesError
from companion.rules.text import say
from companion.table import table as tables
from companion.table.amendments import check_draw
from companion.table.commands import Amend, Insert, Play
from companion.table.draw_record import Draw, Drawn, fixed_fields, make_draw
from companion.table.legal_moves import check_locked_draws, draw_spent_at, draw_spent_now, next_draw_name, offers_of
from companion.table.table import Played, Table, rewound


def complete_moves(table: Table, moves: Iterable[tuple[int, dict[str, Any]]], draw: Draw) -> list[Played]:
    """The moves with their chance: typed in where the command has it, drawn where it leaves it out.

    After a draw only moves follow that cannot depend on it. Raises MalformedError or IllegalMoveError; of the last move
    only what is wrong before it is played.
    """
    played: list[Played] = []
    before, drawing = table, set[int]()
    for seat, body in moves:
        tables.check_seat(table, seat)
        check_after_chance(before, drawing, seat, body)
        if played:  # what comes next is chosen on what came before; the last is played by whoever asks
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
        played.append(Played(seat, move, typed, drawn, spends))
    return played


def replacement_move(table: Table, command: Amend) -> Played | None:
    """The move that an amendment puts in place of an entry; None when it leaves the entry out.

    A move of the same kind keeps the draw of the entry, or what was typed in, where it brings no other chance: nothing
    is drawn anew for the past. Raises MalformedError or IllegalMoveError.
    """
    if command.move is None or not 1 <= command.entry <= len(table.entries):
        return None
    old = table.entries[command.entry - 1].played
    seat = command.seat or old.seat
    before = rewound(table, command.entry)
    [played] = complete_moves(before, [(seat, _with_chance(command.move, seat, old))], no_chance)
    if _same_chance(played, old):
        played = replace(played, typed=old.typed, drawn=old.drawn)
        check_draw(before.match, before.state, played)
    if played.typed:
        played = replace(played, spends=_spent_draw(table, before, command.entry, played, old))
    tables.play(before, [replace(played, drawn=None)], before.seq + 1)
    return played


def inserted_move(table: Table, command: Insert) -> Played:
    """The move that a command inserts before an entry; chance in it has to be typed. Raises as `instead_of` does."""
    if not 1 <= command.entry <= len(table.entries):
        raise MalformedError(say("session.no_entry", entry=command.entry), "entry")
    before = rewound(table, command.entry)
    [played] = complete_moves(before, [(command.seat, command.move)], no_chance)
    return replace(played, spends=_spent_draw(table, before, command.entry, played)) if played.typed else played


def is_order_independent(table: Table, command: Play) -> bool:
    """Whether all moves of a command are of kinds that do not mind what others did, and say nothing that does."""
    return all(
        any(_ignores_others(offer, body) for offer in offers_of(table, seat) if offer.kind == body.get("move"))
        for seat, body in command.moves
        if seat in table.seats
    )


def check_after_chance(before: Table, seats: Collection[int], seat: int, move: Mapping[str, Any]) -> None:
    """Raise IllegalMoveError for a move that could depend on chance of the same press.

    Otherwise the reason why it is refused would tell of a draw that is not kept. `before` is the table before the
    first move with chance, `seats` are those of the moves from there on; none while there was no chance.
    """
    if seats and (seat in seats or not is_offered_in_any_order(before, seat, move)):
        raise IllegalMoveError(say("session.after_chance"))


def is_offered_in_any_order(table: Table, seat: int, move: Mapping[str, Any]) -> bool:
    """Whether a move is offered whole whatever others do meanwhile, so that it tells nothing of their chance."""
    return independent_offer(table, seat, {name: value for name, value in move.items() if name != "chance"}) is not None


def independent_offer(table: Table, seat: int, move: Mapping[str, Any]) -> Offer | None:
    """What offers exactly this move in any order, to whoever looks on; None where nothing does."""
    if seat not in table.seats:
        return None
    return next((offer for offer in independent_offers(table, seat) if offer.move() == move), None)


def independent_offers(table: Table, seat: int) -> Collection[Offer]:
    """What a seat may do as it stands, in any order, and by nothing that is a secret."""
    offers = offers_of(table, seat)
    return [
        offer for offer in offers if offer.complete and offer.any_order and not offer.secret and offer.refused is None
    ]


def no_chance(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
    """The draw where nothing may be drawn, as in a look beforehand: results have to be typed in."""
    raise IllegalMoveError(say("session.no_chance"))


def _ignores_others(offer: Offer, body: Mapping[str, Any]) -> bool:
    return offer.any_order and all(body.get(name) is None for name in offer.minds)


def _draw_chance(table: Table, seat: int, body: dict[str, Any], wanted: ChanceField, draw: Draw) -> Drawn:
    if not table.commitments or draw is no_chance:
        raise IllegalMoveError(say("session.no_chance"))
    lowest = [bound[0] for bound in wanted.bounds]  # any values will do, to have the other fields with their defaults
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
    """The purpose of a draw for this move with typed chance; what is wrong with the move is told when it is played."""
    try:
        wanted = _chance_wanted(table, seat, body)
    except RulesError:
        return None
    return wanted.purpose(str(body["move"])) if wanted is not None else None


def _spent_draw(
    table: Table, before: Table, entry: int, played: Played, old: Played | None = None
) -> tuple[str, int] | None:
    """What a typed result stands in the place of that comes as this entry, from 1, instead of `own`."""
    move = move_to_json(played.move)
    purpose = _draw_purpose(before, played.seat, dict(move))
    return draw_spent_at(table, entry, played.seat, purpose, move, old) if purpose is not None else None


def _with_chance(move: dict[str, Any], seat: int, old: Played) -> dict[str, Any]:
    """A move in place of an old one, with the chance of that one where it leaves it out."""
    chance = move_to_json(old.move).get("chance")
    if "chance" in move or chance is None or (seat, move.get("move")) != (old.seat, old.move.kind):
        return move
    return {**move, "chance": chance}


def _same_chance(played: Played, old: Played) -> bool:
    """Whether a move has the very chance of the one that it replaces, and that one had any."""
    same_kind = (played.seat, played.move.kind) == (old.seat, old.move.kind)
    before, after = (move_to_json(complete_move.move).get("chance") for complete_move in (old, played))
    return same_kind and before is not None and before == after


def _chance_wanted(table: Table, seat: int, body: dict[str, Any]) -> ChanceField | None:
    """What chance this move wants; None where it wants none, or where its form cannot be walked."""
    kind = body.get("move")
    if not isinstance(kind, str) or kind not in table.game.moves:
        raise MalformedError(say("error.unknown_move", move=str(kind)), "move")
    cls = table.game.moves[kind]
    if "chance" not in cls.__dataclass_fields__:  # type: ignore[attr-defined]  # every move is a dataclass
        return None
    chosen = {name: value for name, value in body.items() if name not in ("move", "chance")}
    return chance_of(table.match, table.state, seat, kind, chosen)
