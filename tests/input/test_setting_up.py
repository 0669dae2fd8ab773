"""Setting up a game: names, colours, order, options, and a rematch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.faces import LettersFace, ListFace, MessageFace, NumberFace, TurnFace
from companion.box.faces.signals import Sound
from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.games.voyages import VOYAGES
from companion.rules.fields import Choice, OneOf, SetupField
from companion.rules.text import say
from companion.table.commands import CloseGame, LeaveGame, Play, StartGame
from companion.table.game_setup import PROFILE_PREFIX
from companion.words.catalogue import Words
from tests.games.lanterns import LANTERNS, Lanterns
from tests.input.hands import Hands


@pytest.fixture
def players(hands: Hands) -> Hands:
    """Show a set-up without players."""
    hands.press("ok")
    hands.choose("Nouvelle partie")
    return hands


@pytest.fixture
def two_games(tmp_path: Path) -> Iterator[Hands]:
    """Return a box that knows another game besides Expedition."""
    hands = Hands(tmp_path / "state", games=(EXPEDITION, LANTERNS))
    hands.watch = lambda face: None
    yield hands
    hands.close()


def colours(hands: Hands) -> list[str]:
    """Return the text beside each player."""
    face = hands.face
    assert isinstance(face, ListFace)
    return [row.detail for row in face.rows if row.mark]


def begin_lanterns(hands: Hands) -> None:
    """Set up two players of Lanterns who are about to begin."""
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.choose("game.lanterns")
    for name in ("Inès", "Bao"):
        hands.choose("Ajouter quelqu’un")
        hands.write(name)


def test_players_are_kept_after_leaving_a_set_up(two_games: Hands) -> None:
    hands = two_games
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.choose("game.expedition")
    hands.choose("Ajouter quelqu’un")
    hands.write("Inès")
    hands.press("ok", "back")
    hands.choose("game.expedition")
    assert hands.rows[0] == "Inès"
    hands.choose("Ajouter quelqu’un")
    hands.write("Bao")
    hands.press("ok", "back")
    hands.choose("game.lanterns")
    assert hands.rows[:2] == ["Inès", "Bao"]
    hands.choose("setup.begin", n=2)
    assert hands.table.names == ("Inès", "Bao")
    hands.box.do_at_table(LeaveGame())
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.choose("game.lanterns")
    assert "Inès" not in hands.rows


def test_figures_that_no_longer_fit_are_reported_with_reasons(tmp_path: Path) -> None:
    hands = Hands(tmp_path / "state", games=(CLASSIC,))
    hands.session.note(f"{PROFILE_PREFIX}classic", {"return": {"threshold": {"4": None}}, "khan": {"gift_value": 77}})
    hands.press("ok")
    hands.choose("Nouvelle partie")
    for name in ("Inès", "Bao"):
        hands.add_player(name)
    hands.choose("setup.begin", n=2)
    assert isinstance(hands.face, MessageFace)
    assert "khan.gift_value" in hands.spoken
    assert Words("fr")("error.gifts", value=77, n=0) in hands.spoken
    assert hands.sounds[-1] is Sound.REFUSED
    assert hands.session.table is None
    hands.session.note(f"{PROFILE_PREFIX}classic", {"return": {"threshold": {"4": None}}})
    hands.press("ok")
    hands.choose("setup.begin", n=2)
    assert hands.table.names == ("Inès", "Bao")  # the copied figures fit this number of players
    hands.close()


def test_a_game_cannot_begin_with_one_player(players: Hands) -> None:
    assert players.rows == ["Ajouter quelqu’un"]
    assert players.note == "Le ou la plus jeune d’abord"
    players.add_player("Inès")
    assert players.rows == ["Inès", "Ajouter quelqu’un"]
    assert players.row == "Ajouter quelqu’un"
    assert players.note == "Puis dans le sens horaire"


def test_with_enough_players_the_game_may_begin(players: Hands) -> None:
    for name in ("Inès", "Bao"):
        players.add_player(name)
    assert players.rows == ["Inès", "Bao", "Ajouter quelqu’un", "Commencer (2 joueurs)", "Options"]
    assert players.row == "Ajouter quelqu’un"
    players.press("down")
    assert players.note == "Inès commence"


def test_five_fill_the_table_and_the_cursor_is_on_begin(players: Hands) -> None:
    for name in ("Inès", "Bao", "Chloé", "Dan", "Eva"):
        players.add_player(name)
    assert "Ajouter quelqu’un" not in players.rows
    assert players.row == "Commencer (5 joueurs)"
    players.press("ok")
    assert isinstance(players.face, TurnFace)


def test_a_chosen_colour_is_not_offered_again(players: Hands) -> None:
    players.add_player("Inès", "blue")
    players.choose("Ajouter quelqu’un")
    players.write("Bao")
    assert players.rows == ["rouge", "vert", "jaune", "violet", "blanc", "orange"]


def test_back_from_the_colours_keeps_the_proposed_one(players: Hands) -> None:
    players.choose("Ajouter quelqu’un")
    players.write("Inès")
    players.press("back")
    assert colours(players) == ["bleu"]
    players.add_player("Bao", "blue")
    assert colours(players) == ["rouge+vert", "bleu+jaune"]


def test_two_players_have_two_colours_and_a_third_frees_some(players: Hands) -> None:
    players.add_player("Inès", "blue")
    players.add_player("Bao", "red")
    players.choose("Inès")
    players.choose("Chameau 2")
    players.choose("violet")
    players.press("back")
    assert colours(players) == ["bleu+violet", "rouge+vert"]
    players.add_player("Chloé", "violet")
    assert colours(players) == ["bleu", "rouge", "violet"]


def test_a_name_may_be_used_only_once(players: Hands) -> None:
    players.add_player("Inès")
    players.choose("Ajouter quelqu’un")
    players.write("inès")
    assert players.spoken == "Inès est déjà à la table."
    players.press("ok")
    assert isinstance(players.face, LettersFace)
    assert players.face.typed == "Inès"


def test_a_player_can_be_renamed_moved_up_and_removed(players: Hands) -> None:
    for name in ("Inès", "Bao", "Chloé"):
        players.add_player(name)
    players.choose("Chloé")
    players.choose("Changer le nom")
    players.hold("back")
    players.write("Dan")
    players.choose("Jouer plus tôt")
    assert players.rows[:3] == ["Inès", "Dan", "Bao"]
    players.choose("Inès")
    assert "Jouer plus tôt" not in players.rows
    players.choose("Retirer de la table")
    assert players.rows[:2] == ["Dan", "Bao"]


def test_a_name_may_be_kept_as_it_is(players: Hands) -> None:
    players.add_player("Inès")
    players.choose("Inès")
    players.choose("Changer le nom")
    players.press("ok")
    assert players.rows[0] == "Couleur"


def test_names_of_past_games_are_offered_newest_first(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.other_hand(StartGame(game="expedition", names=("Chloé", "Bao")))
    hands.other_hand(LeaveGame())
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.press("ok")
    assert hands.rows == ["Chloé", "Bao", "Inès", "Nouveau nom…"]
    hands.press("ok", "ok")
    hands.press("ok")
    assert hands.rows == ["Bao", "Inès", "Nouveau nom…"]
    hands.choose("Nouveau nom…")
    hands.write("Dan")
    hands.press("back")
    assert hands.rows[:2] == ["Chloé", "Dan"]


def test_options_explain_themselves_and_depend_on_the_players(players: Hands) -> None:
    players.add_player("Inès")
    players.add_player("Bao")
    players.choose("Options")
    assert players.rows == ["Les deux chameaux", "Repos à Ganzhou"]
    assert players.note == "Tu peux avancer les deux dans le même tour"
    players.press("ok", "down", "ok", "back")
    players.add_player("Chloé")
    players.choose("Options")
    assert players.rows == ["Repos à Ganzhou"]
    players.press("back")
    players.choose("Commencer (3 joueurs)")
    match: Any = players.table.match
    assert not match.both_camels
    assert not match.late_camel_stops


def test_with_several_games_the_game_is_chosen_first(two_games: Hands) -> None:
    two_games.press("ok")
    two_games.choose("Nouvelle partie")
    assert two_games.rows == ["Marco Polo Expédition", "Lanternes"]
    two_games.choose("game.lanterns")
    assert two_games.rows == ["Ajouter quelqu’un"]


def test_a_game_whose_colours_are_fixed_asks_for_none(two_games: Hands) -> None:
    begin_lanterns(two_games)
    assert colours(two_games) == ["rouge", "vert"]
    two_games.choose("Inès")
    assert two_games.rows[0] == "Changer le nom"


def test_a_number_option_is_asked_for(two_games: Hands) -> None:
    begin_lanterns(two_games)
    two_games.choose("Options")
    two_games.press("ok")
    assert isinstance(two_games.face, NumberFace)
    assert two_games.face.number == 2
    two_games.press("up", "ok")
    assert two_games.face.spoken()[0] == "Manches 3"
    two_games.press("back")
    two_games.choose("Commencer (2 joueurs)")
    assert two_games.table.match.edition.rounds == 3


def test_a_secret_option_is_not_offered(two_games: Hands) -> None:
    faces = []
    two_games.watch = lambda face: faces.append(" ".join(face.spoken()))
    begin_lanterns(two_games)
    two_games.choose("Options")
    assert two_games.rows == ["Manches"]
    two_games.press("back")
    two_games.choose("Commencer (2 joueurs)")
    assert "charms" not in two_games.table.match.options
    assert faces
    assert [spoken for spoken in faces if "charm" in spoken] == []


def test_a_rematch_does_not_keep_a_secret_option(two_games: Hands) -> None:
    options = {"rounds": 1, "charms": ["red", None]}
    two_games.other_hand(StartGame(game="lanterns", names=("Inès", "Bao"), options=options))
    two_games.press("ok")  # closes the seal on chance
    while not two_games.table.over:
        [seat, *_] = two_games.table.match.active_seats(two_games.table.state)
        two_games.other_hand(Play(moves=((seat, whole_move(two_games, seat)),)))
    two_games.press("ok", "ok", "ok")  # closes the cards revealed under the stalls
    two_games.press("back")  # skips the rest of the final tally
    two_games.press("ok")  # closes the closing words
    faces = []
    two_games.watch = lambda face: faces.append(" ".join(face.spoken()))
    two_games.press("back")
    two_games.choose("Revanche")
    assert two_games.rows[:2] == ["Bao", "Inès"]
    two_games.choose("Options")
    assert two_games.rows == ["Manches"]
    two_games.press("back")
    two_games.choose("Commencer (2 joueurs)")
    assert two_games.table.number == 2
    assert two_games.table.match.options["rounds"] == 1
    assert "charms" not in two_games.table.match.options
    assert [spoken for spoken in faces if "charm" in spoken] == []


def whole_move(hands: Hands, seat: int) -> dict[str, Any]:
    """Return a move to the end of a market on which nobody does anything."""
    match, state = hands.table.match, hands.table.state
    kind = "end_turn" if match.turn(state) else "roll" if match.round(state) else "hide"
    chance = {"chance": [1, 2]} if kind == "roll" else {}
    hidden = {"colour": "red", "value": 11_111, "wish": "paix"} if kind == "hide" else {}
    return {"move": kind, **chance, **hidden}


class FairsOfLanterns(Lanterns):
    """The same game with a choice of three numbers of rounds."""

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        choices = tuple(Choice(rounds, say("how.faults.some.short", n=rounds)) for rounds in (1, 2, 3))
        return (SetupField(OneOf(name="rounds", label=say("lanterns.rounds"), choices=choices), 2),)


def test_a_choice_option_cycles_by_ok(tmp_path: Path) -> None:
    hands = Hands(tmp_path / "state", games=(EXPEDITION, FairsOfLanterns()))
    hands.watch = lambda face: None
    begin_lanterns(hands)
    hands.choose("Options")
    details = []
    for _ in range(3):
        details.append(hands.face.spoken()[0])
        hands.press("ok")
    assert details == ["Manches 2", "Manches 3", "Manches 1"]
    hands.press("ok", "back")
    hands.choose("Commencer (2 joueurs)")
    assert hands.table.match.edition.rounds == 3
    hands.close()


@pytest.fixture
def voyages(tmp_path: Path) -> Iterator[Hands]:
    """Two players of Voyages about to begin, before the options."""
    hands = Hands(tmp_path / "state", games=(EXPEDITION, VOYAGES))
    hands.watch = lambda face: None
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.choose("game.voyages")
    for name in ("Inès", "Bao"):
        hands.add_player(name)
    hands.choose("Options")
    yield hands
    hands.close()


def test_a_choice_is_explained_where_its_option_is_not(voyages: Hands) -> None:
    assert voyages.row == "Suivi"
    assert voyages.note == voyages.words("voyages.tracking.full.note.short")
    voyages.press("ok")
    assert voyages.note == voyages.words("voyages.tracking.points.note")


def test_an_option_by_seat_is_set_for_each_without_repeats(voyages: Hands) -> None:
    voyages.choose("Personnages")
    assert voyages.rows == ["Bao", "Inès"]
    assert voyages.note == "De la première partie"
    voyages.choose("Bao")
    voyages.choose("Matteo Polo")
    assert voyages.note == "Matteo Polo"
    voyages.choose("Inès")
    assert "Matteo Polo" not in voyages.rows
    voyages.press("back", "back")
    assert "Personnages 1" in voyages.face.spoken()[0]
    voyages.press("back")
    voyages.choose("Commencer (2 joueurs)")
    assert voyages.table.match.options["characters"] == [None, "matteo"]


def test_an_option_of_a_seat_can_be_cleared(voyages: Hands) -> None:
    voyages.choose("Cartes Cité")
    voyages.choose("Moscou")
    voyages.press("down", "ok")
    voyages.choose("Moscou")
    voyages.choose("Demandé le moment venu")
    voyages.press("back", "back")
    voyages.choose("Commencer (2 joueurs)")
    assert {*voyages.table.match.options} == {"colours"}


def test_an_option_of_a_seat_is_removed_with_it(voyages: Hands) -> None:
    voyages.choose("Personnages")
    voyages.choose("Bao")
    voyages.choose("Matteo Polo")
    voyages.press("back", "back")
    voyages.add_player("Chloé")
    voyages.choose("Options")
    voyages.choose("Personnages")
    voyages.choose("Chloé")
    voyages.choose("Berke Khan")
    voyages.press("back", "back")
    voyages.choose("Chloé")
    voyages.choose("Retirer de la table")
    voyages.choose("Commencer (2 joueurs)")
    assert voyages.table.match.options["characters"] == [None, "matteo"]


def test_a_rematch_of_an_expedition_keeps_everything(hands: Hands) -> None:
    options = {"both_camels": True, "colours": [["violet", "red"], ["blue", "green"]]}
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao"), options=options))
    hands.play()
    hands.press("back", "back")
    hands.choose("Revanche")
    assert hands.rows[:2] == ["Inès", "Bao"]
    hands.choose("Commencer (2 joueurs)")
    assert hands.table.number == 2
    assert hands.table.match.colours == (("violet", "red"), ("blue", "green"))
    match: Any = hands.table.match
    assert match.both_camels


def test_games_can_be_left_continued_and_viewed_again(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.press("ok")
    hands.hold("ok")
    hands.choose("Mettre en pause")
    hands.new_game("Inès", "Bao")
    hands.play()
    hands.press("back", "back")
    hands.choose("Mettre en pause")
    hands.press("ok")
    hands.choose("Continuer une partie")
    assert hands.rows[0] == "Inès, Bao +1"
    assert hands.note == "1 · Inès, Bao, Chloé"
    hands.press("ok")
    assert hands.spoken.startswith("Inès | 3 | case 3")
    hands.hold("ok")
    hands.choose("Mettre en pause")
    hands.press("ok")
    hands.choose("Parties finies")
    assert hands.spoken == "Inès 16 | 2 · Inès, Bao | Parties finies"
    hands.press("ok")
    assert hands.spoken.startswith("Inès gagne !")


def test_a_closed_game_is_among_the_past_games(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.other_hand(CloseGame())
    hands.press("back")
    hands.choose("Mettre en pause")
    hands.press("ok")
    assert "Continuer une partie" not in hands.rows
    hands.choose("Parties finies")
    assert hands.spoken == "Inès, Bao arrêtée | 1 · Inès, Bao | Parties finies"


def test_a_shared_win_names_everyone_who_won(hands: Hands) -> None:
    options = {"tally": {"ganzhou": {"15": 6}}}
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao", "Chloé"), options=options))
    hands.press("back", "ok")
    hands.play(until=lambda table: table.state.camels[1] == (15,))
    hands.press("back", "back", "ok")
    hands.play(until=lambda table: table.state.tallied)
    hands.press("back", "back", "ok")
    hands.play(until=lambda table: bool(table.state.turn.stopped))
    hands.press("back", "back", "ok", "back", "ok")
    hands.correct("Chloé", "or", -3)
    hands.play()
    hands.press("back")
    assert hands.spoken == "Inès et Bao gagnent ! | 1. Inès 9 | 1. Bao 9 | 3. Chloé 7"
    hands.press("back")
    hands.choose("Mettre en pause")
    hands.press("ok")
    hands.choose("Parties finies")
    assert hands.rows[0] == "Inès et Bao"
