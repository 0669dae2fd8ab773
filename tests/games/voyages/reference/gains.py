"""Gains and choices: fixed gains are booked, gains that ask wait in their order, some settle by themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.games.voyages.reference.contracts import keep_drawn
from tests.games.voyages.reference.figures import GOODS, Amounts
from tests.games.voyages.reference.movement import can_pay_any_edge, movable_posts, move, move_post, walk
from tests.games.voyages.reference.state import Die, Fields, Seat, Table, Waiting, refuse

Source = Amounts | Waiting
"""A reward, or a question about which tile gives it."""


def gain(seat: Seat, sources: list[Source]) -> None:
    """Book the fixed gains and put what asks before all that waits already."""
    questions: list[Waiting] = []
    for source in sources:
        if isinstance(source, Waiting):
            questions.append(source)
        else:
            seat.book(source)
            questions += _questions(source)
    seat.waiting[:0] = questions


def _questions(reward: Amounts) -> list[Waiting]:
    """Return what asks in one reward: goods, town, drawn contract, black die, step."""
    waiting = [Waiting("good")] * reward.get("good_any", 0)
    waiting += [Waiting("goods")] * reward.get("goods_2_different", 0)
    waiting += [Waiting("town")] * reward.get("any_other_town_income", 0)
    waiting += [Waiting("draw")] * reward.get("contract_draw", 0)
    waiting += [Waiting("black_die")] * reward.get("black_die", 0)
    if reward.get("step", 0):
        waiting.append(Waiting("step", count=reward["step"]))
    return waiting


def town_income(table: Table, town: str) -> Source:
    """Return the income of a town, or the question which tile lies there."""
    letter = table.incomes[town]
    if letter is None:
        return Waiting("income", place=town)
    return table.figures.amounts("town_incomes", letter, "income")


def settle(table: Table, seat: Seat) -> None:
    """Do what happens by itself once it comes first, until something waits for an answer."""
    while seat.waiting and _settle_first(table, seat, seat.waiting[0]):
        pass


def _settle_first(table: Table, seat: Seat, first: Waiting) -> bool:
    """Settle the first waiting item if it needs no answer and tell whether it did."""
    if first.kind == "draw" and table.pile == 0:
        seat.waiting.pop(0)
    elif first.kind == "black_die" and (table.black_left == 0 or seat.is_raschid):
        seat.waiting.pop(0)
        if table.black_left:
            take_black_die(table, seat, 0)
    elif first.kind == "step" and not can_pay_any_edge(table, seat):
        seat.waiting.pop(0)
    elif first.kind == "income" and table.incomes[first.place] is not None:
        seat.waiting.pop(0)
        gain(seat, [town_income(table, first.place)])
    elif first.kind == "posts" and not first.places:
        seat.waiting.pop(0)
        gain(seat, _post_gains(table, seat, first.placed))
    elif first.kind == "posts" and not movable_posts(seat, first):
        seat.waiting[0] = replace(first, places=first.places[1:])
    else:
        return False
    return True


def _post_gains(table: Table, seat: Seat, placed: tuple[str, ...]) -> list[Source]:
    """Return what the new posts of one movement give, in order (V20, V21)."""
    sources: list[Source] = []
    for place in placed:
        kind = table.figures.kind(place)
        if kind == "town":
            sources.append(town_income(table, place))
        elif kind == "city" and place not in table.bonus_taken:
            table.bonus_taken.add(place)
            tile = table.bonus_tiles[place]
            known = tile is not None
            sources.append(_tile_reward(table, str(tile)) if known else Waiting("bonus", place=place))
    return sources


def _tile_reward(table: Table, tile: str) -> Amounts:
    return table.figures.amounts("bonus_tiles", tile, "reward")


def take_black_die(table: Table, seat: Seat, value: int) -> None:
    """Move a black die to a seat's board; Raschid's has no value (0)."""
    table.black_left -= 1
    seat.dice.append(Die("black", value))


def chance(fields: Fields, count: int) -> list[int]:
    """Return the values of as many dice as were rolled."""
    values: list[int] = fields["chance"]
    if len(values) != count or not all(1 <= value <= 6 for value in values):
        refuse(f"{count} values from 1 to 6")
    return values


def answer(table: Table, seat: Seat, kind: str, fields: Fields) -> None:
    """Answer what waits first for a seat by one of its moves."""
    if not seat.waiting:
        refuse("nothing waits for an answer")
    first = seat.waiting.pop(0)
    if kind == "choose":
        _choose(table, seat, first, fields)
    elif kind == "keep" and first.kind == "draw":
        keep_drawn(table, seat, fields)
    elif kind == "decline" and first.kind in ("draw", "black_die", "step"):
        pass
    elif kind == "step" and first.kind == "step":
        _step(table, seat, first.count, fields["paths"])
    elif kind == "roll" and first.kind == "black_die":
        take_black_die(table, seat, chance(fields, 1)[0])
    else:
        refuse(f"{first.kind} waits first, {kind} does not answer it")
    settle(table, seat)


def _step(table: Table, seat: Seat, count: int, paths: list[list[str]]) -> None:
    """Make the steps of one gain: no fare, no fee, no claim on the first turn (V25)."""
    journey = walk(table, seat, paths, count, "V25")
    seat.pay(journey.cost, "V25")
    move(table, seat, journey)


def _choose(table: Table, seat: Seat, first: Waiting, fields: Fields) -> None:
    field = {"good": "goods", "posts": "post"}.get(first.kind, first.kind)
    if list(fields) != [field]:
        refuse(f"choose answers {first.kind} with {field} alone")
    choosing: dict[str, Callable[[Table, Seat, Waiting, Any], None]] = {
        "good": _choose_goods,
        "goods": _choose_goods,
        "town": _choose_town,
        "income": _choose_income,
        "bonus": _choose_bonus,
        "posts": _choose_post,
    }
    if first.kind not in choosing:
        refuse(f"{first.kind} is not answered with choose")
    choosing[first.kind](table, seat, first, fields[field])


def _choose_goods(_table: Table, seat: Seat, first: Waiting, goods: list[str]) -> None:
    count = 1 if first.kind == "good" else 2
    if len(goods) != count or len(set(goods)) != count or not set(goods) <= set(GOODS):
        refuse("one good" if count == 1 else "two different goods")
    seat.book(dict.fromkeys(goods, 1))


def _choose_town(table: Table, seat: Seat, _first: Waiting, town: str) -> None:
    """Take the income of any town except the one with tile D (V24)."""
    if town not in table.incomes or table.incomes[town] == _tile_of_any_town(table):
        refuse("a town other than that of this tile", "V24")
    gain(seat, [town_income(table, town)])


def _tile_of_any_town(table: Table) -> str:
    incomes: dict[str, Any] = table.figures.tables["town_incomes"]
    return next(letter for letter, tile in incomes.items() if "any_other_town_income" in tile["income"])


def _choose_income(table: Table, seat: Seat, first: Waiting, letter: str) -> None:
    if letter not in table.figures.tables["town_incomes"] or letter in table.incomes.values():
        refuse("an income tile that lies in no other town", "V20")
    table.incomes[first.place] = letter
    gain(seat, [town_income(table, first.place)])


def _choose_bonus(table: Table, seat: Seat, first: Waiting, tile: str) -> None:
    if tile not in table.figures.tables["bonus_tiles"] or tile in table.bonus_tiles.values():
        refuse("a bonus tile that lies in no other city", "V21")
    table.bonus_tiles[first.place] = tile
    gain(seat, [_tile_reward(table, tile)])


def _choose_post(table: Table, seat: Seat, first: Waiting, post: str) -> None:
    """Move an own post to the next place that needs one (V18)."""
    if post not in movable_posts(seat, first):
        refuse("an own post outside this movement", "V18")
    place, *rest = first.places
    move_post(table, seat, post, place)
    seat.waiting.insert(0, replace(first, places=tuple(rest), placed=(*first.placed, place)))
