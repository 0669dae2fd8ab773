"""Reports of whole turns in a game of 1983: one line each, without the secrets of the hands."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.table import table as tables
from companion.table.history_queries import turn_span_at
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.event_lines import turn_line, turn_row
from tests.games.classic.journey import ATTACK, cards
from tests.views.games import with_move

FRENCH, ENGLISH = Words("fr"), Words("en")
END: dict[str, Any] = {"move": "end_turn"}


def spin(sector: int = 2, route: str = "land") -> dict[str, Any]:
    return {"move": "spin", "route": route, "chance": [sector]}


def post(*others: int) -> dict[str, Any]:
    return {"move": "arrive", "place": "post", "colour": "blue", "shared_with": [*others]}


def arrive(place: str) -> dict[str, Any]:
    return {"move": "arrive", "place": place}


def bought(value: int) -> dict[str, Any]:
    return {"move": "buy", "colour": "blue", "value": value}


def hasard(*effects: dict[str, Any]) -> dict[str, Any]:
    return {"move": "buy", "colour": "blue", "hasard": [*effects]}


def holding(*things: str, seat: int = 1) -> Table:
    """Return a game in which this seat holds these cards, Tables or Secrets."""
    table = tables.start(CLASSIC, ("Hugo", "Bao"), {}, number=1)
    for thing in things:
        table = with_move(table, seat, {"move": "correct", "what": thing, "by": 1})
    return table


def played(*moves: dict[str, Any], table: Table | None = None) -> Table:
    """Return a game after these moves, of seat 1 if they do not say another."""
    table = table or holding()
    for move in moves:
        table = with_move(table, move.get("seat", 1), {name: value for name, value in move.items() if name != "seat"})
    return table


def report(table: Table, viewer: Viewer = PUBLIC, words: Words = FRENCH) -> str:
    """Return the report of the last turn that has ended."""
    entries = range(len(table.entries), 0, -1)
    ended = next(span for entry in entries if (span := turn_span_at(table, entry)).ended)
    return turn_line(table, ended, words, viewer).replace("\N{NO-BREAK SPACE}", " ")


def brief_report(table: Table) -> str:
    """Return the report of the first seat's last turn for a row of the little screen."""
    seat, text = turn_row(table, turn_span_at(table, len(table.entries)), FRENCH)
    assert seat == 1
    return text


def test_a_turn_is_one_line_with_the_name_once() -> None:
    table = played(spin(), post(), bought(80), END)
    assert report(table) == "Hugo : avance de 3 sur terre, visite le comptoir bleu, une carte (−20)"
    assert report(table, as_seat(1)) == "Hugo : avance de 3 sur terre, visite le comptoir bleu, bleu 80 (−20)"
    assert report(table, words=ENGLISH) == "Hugo: moves 3 by land, visits the blue trading post, a card (−20)"


def test_the_little_screen_begins_at_the_last_stop() -> None:
    table = played(spin(), post(), hasard({"spin_again": True}), spin(0, "sea"), arrive("port"), END)
    assert report(table) == (
        "Hugo : avance de 3 sur terre, visite le comptoir bleu, un Hasard (−20), relance la roulette, "
        "avance de 2 en mer, visite un port"
    )
    assert brief_report(table) == "visite un port"


def test_the_little_screen_counts_all_cards_bought() -> None:
    sale = {"move": "sell", "cards": cards("green:50", "green:50")}
    fined = hasard({"besants": -350}, {"note": "aller à Chypre"})
    more = {"move": "sell", "cards": cards("mauve:80")}
    held = holding("green:50", "green:50", "mauve:80")
    table = played(spin(), post(), sale, bought(80), fined, more, END, table=held)
    assert brief_report(table) == "visite le comptoir bleu, vend 3 cartes (+180), 2 cartes (−40)"


def test_sales_and_purchases_are_summed() -> None:
    sales = [{"move": "sell", "cards": cards(*names)} for names in (("blue:80",), ("green:50", "green:50"))]
    table = played(spin(), post(), sales[0], bought(50), bought(50), END, table=holding("blue:80"))
    assert report(table) == "Hugo : avance de 3 sur terre, visite le comptoir bleu, vend bleu 80 (+80), 2 cartes (−40)"
    many = holding("blue:80", "green:50", "green:50")
    assert report(played(spin(), post(), *sales, END, table=many)) == (
        "Hugo : avance de 3 sur terre, visite le comptoir bleu, vend 3 cartes (+180)"
    )


@pytest.mark.parametrize(
    ("dice", "more", "line"),
    [
        ((6, 1), (), "Hugo : rencontre des bandits, combat gagné"),
        (
            (1, 6),
            ({"move": "ransom", "pay": "besants"},),
            "Hugo : rencontre des bandits, combat perdu, 30 besants de rançon",
        ),
    ],
)
def test_a_fight_is_reported_without_its_dice(dice: tuple[int, int], more: Any, line: str) -> None:
    assert report(played(spin(ATTACK), {"move": "fight", "chance": [*dice]}, *more)) == line


def test_only_its_payer_knows_a_card_of_the_loot() -> None:
    lost = [spin(ATTACK), {"move": "fight", "chance": [1, 6]}]
    paid = {"move": "ransom", "pay": "card", "colour": "blue", "value": 30}
    table = played(*lost, paid, table=holding("blue:30"))
    assert report(table) == "Hugo : rencontre des bandits, combat perdu, une carte en rançon"
    assert report(table, as_seat(1)) == "Hugo : rencontre des bandits, combat perdu, un bleu 30 en rançon"
    won = played({**spin(ATTACK, "sea"), "seat": 2}, {"seat": 2, "move": "fight", "chance": [4, 4]}, table=table)
    assert report(won) == "Bao : rencontre des corsaires, combat gagné, 1 carte de butin"


def test_a_card_taken_is_named_to_both_players_alone() -> None:
    table = played(spin(), arrive("town"), END, {**spin(), "seat": 2}, {**post(), "seat": 2}, {**END, "seat": 2})
    table = with_move(table, 2, {"move": "correct", "what": "mauve:50", "by": 1})
    taken = {"move": "trade", "with": 2}
    named = {"seat": 2, "move": "trade", "with": 1, "card": cards("mauve:50")[0]}
    ended = played(spin(), post(2), taken, named, END, table=table)
    assert report(ended) == "Hugo : avance de 3 sur terre, visite le comptoir bleu, une carte prise à Bao (−30)"
    for viewer in (as_seat(1), as_seat(2)):
        assert (
            report(ended, viewer)
            == "Hugo : avance de 3 sur terre, visite le comptoir bleu, un mauve 50 pris à Bao (−30)"
        )


def test_a_fine_and_a_missed_turn_are_reported() -> None:
    fined = hasard({"besants": -300}, {"miss_turn": True})
    table = played(spin(), post(), fined, {"move": "sell", "cards": cards("green:80")}, END, table=holding("green:80"))
    assert report(table) == (
        "Hugo : avance de 3 sur terre, visite le comptoir bleu, un Hasard (−20), −300 besants, passe un tour, "
        "vend vert 80 (+80), 80 besants à la banque"
    )
    missed = played({**spin(), "seat": 2}, {**arrive("town"), "seat": 2}, {**END, "seat": 2}, table=table)
    assert report(missed) == "Bao : avance de 3 sur terre, visite une ville, Hugo passe son tour"


def test_the_way_to_khanbalik_and_home_is_reported() -> None:
    gifts = ("blue:80", "green:80", "yellow:80")
    given = {"move": "give_gifts", "cards": cards(*gifts), "town": "Pagan"}
    table = played(spin(), arrive("khanbalik"), given, END, table=holding(*gifts))
    assert report(table) == "Hugo : avance de 3 sur terre, visite Khanbalik, une Table d’Or"
    assert report(table, as_seat(1)) == "Hugo : avance de 3 sur terre, visite Khanbalik, une Table d’Or (Pagan)"
    other = [{"seat": 2, **move} for move in (spin(), arrive("town"), END)]
    safe = [spin(ATTACK), {"move": "refuse_fight"}, spin(), arrive("mission"), {"move": "finish_mission"}, END]
    table = played(*other, *safe, table=table)
    assert (
        report(table)
        == "Hugo : rencontre des bandits, montre la Table d’Or, avance de 3 sur terre, mission accomplie : Pagan"
    )
    table = with_move(table, 1, {"move": "correct", "what": "besants", "by": 1600})
    for card in gifts:
        table = with_move(table, 1, {"move": "correct", "what": card, "by": 1})
    home = played(*other, spin(), arrive("venice"), {"move": "claim"}, table=table)
    assert report(home) == "Hugo : avance de 3 sur terre, arrive à Venise, fortune faite : Messer Millionni"


def test_a_new_start_names_another_player() -> None:
    table = with_move(holding(), 2, {"move": "correct", "what": "besants", "by": -240})
    table = played(spin(), {"seat": 2, "move": "restart"}, arrive("town"), END, table=table)
    assert report(table) == "Hugo : avance de 3 sur terre, Bao repart de Venise (+240), visite une ville"


def test_a_turn_with_nothing_but_corrections_has_no_report() -> None:
    table = holding("blue:80")
    assert turn_line(table, turn_span_at(table, 1), FRENCH) == ""
