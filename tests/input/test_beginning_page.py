"""The beginning of a game, corrected with the keys of the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.faces import BlockFace
from companion.games import GAMES
from companion.table.commands import Amend, CloseGame, Play, StartGame
from tests.input.hands import Hands, plain

SPIN = {"move": "spin", "route": "land", "chance": [7]}
FIGHT = {"move": "fight", "chance": [1, 8]}
HIDDEN = {"move": "correct", "what": "blue:80", "by": 1}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Hands]:
    """Léa and Hugo play 1983 without cards, by a house rule: Léa has spun and fought with an eight."""
    hands = Hands(tmp_path / "state", games=GAMES)
    begin(hands, {"tracking": "dice", "bandits_d8": True}, (1, SPIN), (1, FIGHT))
    hands.press("back")  # the lost fight was read
    yield hands
    hands.close()


def begin(
    hands: Hands, options: Mapping[str, Any], *moves: tuple[int, Mapping[str, Any]], game: str = "classic"
) -> None:
    hands.other_hand(StartGame(game=game, names=("Léa", "Hugo"), options=dict(options)))
    for seat, move in moves:
        hands.other_hand(Play(moves=((seat, dict(move)),)))


def open_beginning(hands: Hands) -> None:
    """Open the oldest row of the moves so far."""
    hands.hold("ok")
    hands.choose("menu.history")
    hands.press("up", "ok")


def confirmed(hands: Hands) -> str:
    """Go on to what changes, and return what is asked there."""
    hands.choose("start.check")
    assert isinstance(hands.face, BlockFace)
    assert plain(hands.face.strip.title) == "Corriger le début ?"
    return hands.spoken


def test_the_oldest_row_is_the_beginning(table: Hands) -> None:
    table.hold("ok")
    table.choose("menu.history")
    assert table.rows[-1] == "Le début"
    table.press("up", "ok")
    assert table.rows == ["Léa", "Hugo", "Options"]
    assert table.details[:2] == ["bleu", "rouge"]


def test_a_name_is_corrected_letter_by_letter(table: Hands) -> None:
    open_beginning(table)
    table.choose("Hugo")
    table.choose("setup.rename")
    table.press("back")
    table.write("s")
    assert table.rows[0] == "Changer le nom"
    table.press("back")
    assert table.rows == ["Léa", "Hugs", "Options", "Voir ce qui change"]
    assert "Hugo s’appelle maintenant Hugs | Rien ne change sur le plateau." in confirmed(table)
    assert table.table.names == ("Léa", "Hugo"), "nothing is done before it is asked"
    table.press("ok")
    assert table.table.names == ("Léa", "Hugs")
    assert table.turn.last == "Corrigé\N{NO-BREAK SPACE}: Hugo → Hugs"
    table.hold("ok")
    table.choose("menu.history")
    assert table.rows[-1] == "Le début, corrigé"
    table.press("back", "back")
    table.hold("back")
    assert table.table.names == ("Léa", "Hugo")


def test_the_name_of_another_exchanges_the_two(table: Hands) -> None:
    open_beginning(table)
    table.choose("Hugo")
    table.choose("setup.rename")
    table.hold("back")
    table.write("léa")
    table.press("back")
    assert table.rows[:2] == ["Hugo", "Léa"]


def test_a_colour_of_another_exchanges_the_two(table: Hands) -> None:
    open_beginning(table)
    table.choose("Léa")
    table.choose("setup.colour")
    table.choose("colour.red")
    table.press("back")
    assert table.details[:2] == ["rouge", "bleu"]
    assert "Léa joue maintenant en rouge · Hugo joue maintenant en bleu" in confirmed(table)
    table.press("ok")
    assert table.table.match.colours == (("red",), ("blue",))


def test_a_forgotten_house_rule_is_added(table: Hands) -> None:
    open_beginning(table)
    table.choose("setup.options")
    table.choose("Égalité aux bandits")
    table.press("back")
    assert "Règle maison ajoutée : Égalité aux bandits" in confirmed(table)
    table.press("ok")
    assert table.table.match.options["ties_to_bandits"] is True
    assert len(table.table.entries) == 2


def test_moves_that_no_longer_fit_are_listed_first(table: Hands) -> None:
    open_beginning(table)
    table.choose("setup.options")
    table.choose("Bandits au dé à 8")
    table.press("back")
    table.choose("start.check")
    assert table.rows[0] == "Supprimer aussi 1 coup"
    assert len(table.rows) == 2
    table.press("ok")
    assert "Règle maison supprimée : Bandits au dé à 8" in table.spoken
    assert len(table.table.entries) == 2
    table.press("ok")
    assert [entry.played.move.kind for entry in table.table.entries] == ["spin"]


def test_hidden_moves_are_told_at_the_options(table: Hands) -> None:
    begin(table, {}, (2, HIDDEN))
    open_beginning(table)
    table.choose("setup.options")
    assert table.note == "Des coups sont secrets"
    table.press("ok")
    assert table.spoken.startswith("Des coups sont secrets, et une autre option pourrait trahir leurs cartes.")


def test_colours_and_ways_to_play_stay_where_moves_need_them(table: Hands) -> None:
    rolls = [(seat, {"move": "roll", "chance": [3, 3, 3, 3, 3]}) for seat in (1, 2)]
    contracts = {"dice": ["blue:3"], "slots": [2, 3], "contracts": ["K04", "K06"], "discard": [None]}
    options = {"characters": ["wilhelm", "kubilai"]}
    begin(table, options, *rolls, (1, {"move": "contracts", **contracts}), game="voyages")
    open_beginning(table)
    table.choose("Léa")
    table.find("setup.colour")
    assert table.note == "Des coups les nomment"
    table.press("ok")
    assert table.spoken.startswith("Des coups joués nomment les couleurs")
    table.press("ok", "back")
    table.choose("setup.options")
    assert table.row == "Suivi"
    assert table.note == "1 coup ne va pas"


def test_a_closed_game_only_tells_how_it_began(table: Hands) -> None:
    table.other_hand(CloseGame())
    table.press("back")
    table.choose("menu.history")
    table.press("up", "ok")
    assert "Léa (bleu), Hugo (rouge). Suivi : Roulette et dés" in table.spoken


def test_a_correction_by_another_hand_closes_the_form(table: Hands) -> None:
    open_beginning(table)
    table.choose("Léa")
    table.other_hand(Amend(entry=0, names=("Lea", "Hugo")))
    assert "avancé entre-temps" in table.spoken
    table.press("ok")
    assert table.rows[-1] == "Le début, corrigé"


def test_moves_of_another_hand_leave_the_form(table: Hands) -> None:
    open_beginning(table)
    table.choose("Léa")
    table.other_hand(Play(moves=((1, {"move": "correct", "what": "besants", "by": 1}),)))
    assert table.rows[0] == "Changer le nom"


def test_back_asks_before_corrections_are_lost(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.hold("ok")
    hands.choose("menu.history")
    hands.choose("start.title")
    hands.press("back")
    assert hands.row == hands.words("start.title"), "nothing was changed, so nothing is asked"
    hands.press("ok", "ok", "down", "ok", "down", "ok", "back")
    assert hands.words("start.check") in hands.rows
    hands.press("back")
    assert plain(hands.spoken).startswith("Laisser comme avant ?")
    hands.press("back")
    assert hands.words("start.check") in hands.rows, "no keeps them"
    hands.press("back", "ok")
    assert hands.row == hands.words("start.title")
    assert hands.table.match.colours[0] == ("blue",)
