"""Whole random games of Voyages: the sheet adds up at every entry, and offers are accepted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.printed_parts import Person
from companion.rules.game import move_from_json
from companion.table import table as tables
from companion.table.random_play import complete_move, open_kinds
from companion.table.table import Table
from tests.depth import enough
from tests.kit.cases import Case
from tests.kit.random_play import MOST_ENTRIES, complete_offers, cut_table, play_on, refusal_of

GAMES, MANY_GAMES = enough(50), 1_000
WALKED, OFTEN_WALKED = 5, 50
"""Number of entries of a game at which everything possible is tried, in the everyday games and in the others."""
HELD = ("coins", "camels", "pepper", "silk", "gold", "points")
games = [pytest.param(n, marks=[pytest.mark.long] if n >= GAMES else []) for n in range(MANY_GAMES)]


def random_case(number: int) -> Case:
    """Return a game with two to four seats, any characters, both ways of tracking, all set-ups."""
    rnd = Random(number)
    seats = 2 + number % 3
    if number % 5 == 4:
        return Case(VOYAGES, seats, {"tracking": "points", "draft": number % 2 == 1})
    people = rnd.sample([person.value for person in Person], seats)
    draft, deal = number % 4 in (1, 2), number % 4 in (2, 3)
    characters = [None if draft and number % 8 < 4 else person for person in people]
    return Case(VOYAGES, seats, {"characters": [*characters], "expert": number % 2 == 1, "draft": draft, "deal": deal})


@pytest.mark.parametrize("number", games)
def test_a_game_adds_up_and_accepts_its_offers(number: int) -> None:
    case, rnd = random_case(number), Random(f"Voyages {number}")
    table = play_on(tables.start(case.game, case.names, case.options), rnd, MOST_ENTRIES)
    assert table.over
    check_sums(case, table)
    for entries in sorted(rnd.sample(range(len(table.entries)), WALKED if number < GAMES else OFTEN_WALKED)):
        check_offers(case, cut_table(table, entries).state, rnd)


def check_sums(case: Case, table: Table) -> None:
    """Check that a seat's holdings are those before plus the lines of the entry."""
    before = tables.start(case.game, case.names, case.options)
    held = {(seat, what): held_by(case, before.state, seat, what) for seat in case.every_seat for what in HELD}
    for number, entry in enumerate(table.entries, 1):
        for line in entry.lines:
            if (line.seat, line.what) in held:
                held[line.seat, line.what] += line.by
        after = table.before(number + 1)
        for (seat, what), sum_of_lines in held.items():
            assert held_by(case, after, seat, what) == sum_of_lines, f"{what} of seat {seat} at entry {number}"


def held_by(case: Case, state: Any, seat: int, what: str) -> int:
    held = case.match.holdings(state, seat).get(what)
    return held if isinstance(held, int) else 0  # in points tracking only points are counted


def check_offers(case: Case, state: Any, rnd: Random) -> None:
    """Check that every open kind, filled in at random, and every complete offer without chance is accepted."""
    for seat in case.every_seat:
        for kind in open_kinds(case.match, state, seat):
            body = complete_move(case.match, state, seat, kind, rnd)
            assert refusal_of(case.match, state, seat, body) is None, body
        for offer in complete_offers(case.match, state, seat):
            if "chance" not in case.game.moves[offer.kind].__annotations__:
                refusal = refusal_of(case.match, state, seat, offer.move())
                assert (refusal is None) is (offer.refused is None), offer.move()
                if refusal is None:
                    case.match.play(state, seat, move_from_json(case.game, offer.move()))
