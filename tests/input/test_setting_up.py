"""Setting up a game in the lobby: people, colours, order, options, phones that arrive, and a rematch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.faces import HomeFace, LettersFace, ListFace, LobbyFace, MessageFace, NumberFace, TurnFace
from companion.box.faces.signals import Sound
from companion.box.pages.lobby_page import ARRIVAL_S, MOST_KNOWN
from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.games.voyages import VOYAGES
from companion.rules.fields import Choice, OneOf, SetupField
from companion.rules.text import say
from companion.session.pairing_codes import LIFE_S, CodeKind
from companion.support.qr_code import modules
from companion.table.commands import CloseGame, LeaveGame, Play, RenewPhone, StartGame
from companion.table.game_setup import PROFILE_PREFIX
from companion.words.catalogue import Words
from companion.words.signs import Glyph
from tests.games.lanterns import LANTERNS, Lanterns
from tests.input.hands import CODE, TAP, TOKEN, Hands


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


def ticks(hands: Hands) -> list[bool]:
    """Return for each person in the list whether it is ticked."""
    face = hands.face
    assert isinstance(face, ListFace)
    return [row.ticked for row in face.rows if row.ticked is not None]


def begin_lanterns(hands: Hands) -> None:
    """Have two players of Lanterns sit down, who are about to begin."""
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.choose("game.lanterns")
    for name in ("Inès", "Bao"):
        hands.add_player(name)


def test_players_are_kept_after_leaving_the_lobby(two_games: Hands) -> None:
    hands = two_games
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.choose("game.expedition")
    hands.add_player("Inès")
    hands.press("back", "back")
    hands.choose("game.expedition")
    hands.find("Nouveau nom…")
    assert hands.rows[0] == "Inès"
    hands.add_player("Bao")
    hands.press("back", "back")
    hands.pull_the_plug()
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.press("ok")
    hands.choose("rules.tonight")
    hands.choose("Jeu")
    hands.choose("game.lanterns")
    hands.press("back")
    hands.find("setup.begin", n=2)
    assert hands.rows[:2] == ["Inès", "Bao"]
    hands.choose("setup.begin", n=2)
    assert hands.table.names == ("Inès", "Bao")
    assert hands.table.game is LANTERNS
    hands.box.do_at_table(LeaveGame())
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.choose("game.lanterns")
    hands.find("Nouveau nom…")
    assert hands.session.lobby is not None
    assert hands.session.lobby.places == ()


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
    players.press("ok")
    assert players.rows == ["Nouveau nom…", "Sans noms", "Télévision", "Afficher le code"]
    players.add_player("Inès")
    assert players.rows == ["Inès", "Nouveau nom…", "Vider la table", "Télévision", "Afficher le code"]
    assert players.row == "Nouveau nom…"


def test_with_enough_players_the_game_may_begin(players: Hands) -> None:
    for name in ("Inès", "Bao"):
        players.add_player(name)
    last = [
        "Nouveau nom…",
        "Commencer (2 joueurs)",
        "Les règles de ce soir",
        "Vider la table",
        "Télévision",
        "Afficher le code",
    ]
    assert players.rows == ["Inès", "Bao", *last]
    assert players.row == "Nouveau nom…"
    players.press("down")
    assert players.note == "Inès commence"


def test_five_fill_the_table_and_the_cursor_is_on_begin(players: Hands) -> None:
    for name in ("Inès", "Bao", "Chloé", "Dan", "Eva"):
        players.add_player(name)
    assert "Nouveau nom…" not in players.rows
    assert players.row == "Commencer (5 joueurs)"
    players.press("ok")
    assert isinstance(players.face, TurnFace)


def test_a_colour_is_exchanged_with_its_holder(players: Hands) -> None:
    for name in ("Inès", "Bao", "Chloé"):
        players.add_player(name)
    assert colours(players) == ["bleu", "rouge", "vert"]
    players.choose("Bao")
    players.choose("Couleur")
    assert players.row == "rouge"
    players.find("bleu")
    assert players.details[players.rows.index("bleu")] == "Inès"
    assert players.note == "Échange avec Inès"
    players.press("ok", "back")
    assert colours(players) == ["rouge", "bleu", "vert"]


def test_two_players_have_two_colours_and_a_third_frees_some(players: Hands) -> None:
    players.add_player("Inès", "blue")
    players.add_player("Bao", "red")
    players.choose("Inès")
    players.choose("Chameau 2")
    players.choose("violet")
    players.press("back")
    assert colours(players) == ["bleu+violet", "rouge+jaune"]
    players.add_player("Chloé", "violet")
    assert colours(players) == ["bleu", "rouge", "violet"]


def test_a_name_may_be_used_only_once(players: Hands) -> None:
    players.add_player("Inès")
    players.choose("Nouveau nom…")
    players.write("inès")
    assert players.spoken == "Inès est déjà à table."
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
    assert players.row == "Dan"
    players.press("ok")
    players.choose("Jouer plus tard")
    assert players.rows[:3] == ["Inès", "Bao", "Dan"]
    players.press("ok")
    players.choose("Jouer plus tôt")
    players.choose("Inès")
    assert "Jouer plus tôt" not in players.rows
    players.choose("Retirer de la table")
    assert players.rows[:2] == ["Dan", "Bao"]


def test_a_name_may_be_kept_as_it_is(players: Hands) -> None:
    players.add_player("Inès")
    players.choose("Inès")
    players.choose("Changer le nom")
    players.press("ok")
    assert players.row == "Changer le nom"


def test_known_people_are_ticked_the_latest_first(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.other_hand(StartGame(game="expedition", names=("Chloé", "Bao")))
    hands.other_hand(LeaveGame())
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.press("ok")
    assert hands.rows == ["Chloé", "Bao", "Inès", "Nouveau nom…", "Sans noms", "Télévision", "Afficher le code"]
    assert ticks(hands) == [False, False, False]
    assert hands.row == "Chloé"
    hands.press("ok")
    assert ticks(hands) == [True, False, False]
    assert hands.row == "Bao"
    hands.choose("Nouveau nom…")
    hands.write("Dan")
    assert hands.rows[:4] == ["Chloé", "Dan", "Bao", "Inès"]
    assert ticks(hands) == [True, True, False, False]
    hands.choose("Inès")
    assert hands.row == "Bao", "who played last is still missing"
    hands.press("ok")
    assert hands.row == "Commencer (4 joueurs)"


def test_a_person_gets_the_preferred_colour_if_it_is_free(hands: Hands) -> None:
    options = {"colours": ["violet", "red", "blue"]}
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao", "Chloé"), options=options))
    hands.other_hand(LeaveGame())
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.choose("Bao")
    hands.add_player("Dan", "violet")
    hands.choose("Inès")
    assert [detail.split("+")[0] for detail in colours(hands)] == ["rouge", "violet", "bleu"]


def test_long_lists_of_known_people_are_cut(hands: Hands) -> None:
    for number in range(0, 20, 5):
        names = tuple(f"Name {number + seat}" for seat in range(5))
        hands.other_hand(StartGame(game="expedition", names=names))
    hands.other_hand(LeaveGame())
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.press("ok")
    assert hands.rows[:3] == ["Name 15", "Name 16", "Name 17"]
    assert hands.rows.index("Nouveau nom…") == MOST_KNOWN


def test_options_explain_themselves_and_depend_on_the_players(players: Hands) -> None:
    players.add_player("Inès")
    players.add_player("Bao")
    players.choose("rules.tonight")
    players.choose("Options")
    assert players.rows == ["Les deux chameaux", "Repos à Ganzhou"]
    assert players.note == "Tu peux avancer les deux dans le même tour"
    players.press("ok", "down", "ok", "back")
    assert (players.details[1], players.note) == ("2", "")
    players.press("back")
    players.add_player("Chloé")
    players.choose("rules.tonight")
    assert list(zip(players.rows, players.details, strict=True)) == [
        ("Qui commence", "Inès"),
        ("Repos à Ganzhou", "non"),
    ]
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
    two_games.press("ok")
    assert two_games.rows == ["Nouveau nom…", "Sans noms", "Les règles de ce soir", "Télévision", "Afficher le code"]
    two_games.choose("rules.tonight")
    assert (two_games.rows, two_games.details) == (["Jeu", "Vrais dés", "Options"], ["Lanternes", "non", "2+"])


def test_open_lobby_keeps_its_game_when_it_is_shown_again(two_games: Hands) -> None:
    begin_lanterns(two_games)
    two_games.hold("back")
    two_games.press("ok")
    two_games.choose("Nouvelle partie")
    assert two_games.session.lobby is not None
    assert two_games.session.lobby.game.id == "lanterns"
    two_games.press("ok")
    assert two_games.rows[0] == "Inès"


def test_television_is_let_in_from_the_lobby(players: Hands) -> None:
    lobby_code = players.codes.current_offer
    players.press("ok")
    players.choose("Télévision")
    offer = players.codes.current_offer
    assert offer is not None
    assert offer.kind is CodeKind.DISPLAY
    players.press("back")
    again = players.codes.current_offer
    assert again is not None
    assert again.kind is CodeKind.LOBBY
    assert again != lobby_code, "the code before is void"


def test_menu_of_the_table_has_the_lobby_of_a_phone(hands: Hands) -> None:
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao", "Chloé")))
    hands.hold("ok")
    assert "Une nouvelle partie se prépare" not in hands.rows
    hands.session.open_lobby(EXPEDITION, led_by="a" * 64)
    hands.box.refresh()
    hands.choose("Une nouvelle partie se prépare")
    assert isinstance(hands.face, LobbyFace)


def test_key_for_a_lost_row_starts_no_game(players: Hands) -> None:
    for name in ("Inès", "Bao", "Chloé", "Dan"):
        players.add_player(name)
    players.find("Nouveau nom…")
    players.session.sit_down("Eve", "e" * 64)
    players.box.refresh()
    assert "Nouveau nom…" not in players.rows
    assert not players.row.startswith("Commencer")
    players.press("ok")
    assert players.session.table is None


def test_arrival_is_named_however_long_no_key_was_touched(players: Hands) -> None:
    players.wait(60)
    players.session.change_lobby(lambda lobby: lobby.with_visitor("e" * 64))
    players.session.sit_down("Eve", "e" * 64)
    players.box.refresh()
    assert isinstance(players.face, LobbyFace)
    assert players.face.arrival == "Eve"
    players.wait(ARRIVAL_S + 0.1)
    assert isinstance(players.face, LobbyFace)
    assert not players.face.arrival


def test_table_is_emptied_with_one_row(players: Hands) -> None:
    players.add_player("Inès")
    players.add_player("Bao")
    players.choose("Vider la table")
    assert players.session.lobby is not None
    assert not players.session.lobby.places
    assert players.rows[:2] == ["Nouveau nom…", "Sans noms"]


def test_welcome_page_tells_how_many_sit(players: Hands) -> None:
    players.add_player("Inès")
    players.add_player("Bao")
    players.hold("back")
    assert isinstance(players.face, HomeFace)
    assert players.face.line == "2 à table"


def test_the_game_can_change_without_losing_anybody(two_games: Hands) -> None:
    begin_lanterns(two_games)
    two_games.choose("rules.tonight")
    two_games.choose("Jeu")
    assert two_games.row == "Lanternes"
    two_games.choose("game.expedition")
    assert two_games.row == "Jeu"
    two_games.press("back")
    assert two_games.rows[:2] == ["Inès", "Bao"]
    two_games.choose("setup.begin", n=2)
    assert (two_games.table.game, two_games.table.names) == (EXPEDITION, ("Inès", "Bao"))
    two_games.box.do_at_table(LeaveGame())
    two_games.press("ok")
    two_games.choose("Nouvelle partie")
    assert two_games.row == "Marco Polo Expédition", "the game that was played last"


def test_a_game_whose_colours_are_fixed_asks_for_none(two_games: Hands) -> None:
    begin_lanterns(two_games)
    assert colours(two_games) == ["rouge", "vert"]
    two_games.choose("Inès")
    assert two_games.rows[0] == "Changer le nom"


def test_a_number_option_is_asked_for(two_games: Hands) -> None:
    begin_lanterns(two_games)
    two_games.choose("rules.tonight")
    two_games.choose("Manches")
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
    two_games.choose("rules.tonight")
    assert two_games.rows == ["Jeu", "Qui commence", "Vrais dés", "Manches"]
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
    faces = []
    two_games.watch = lambda face: faces.append(" ".join(face.spoken()))
    two_games.press("back")
    two_games.choose("Revanche")
    two_games.press("ok")
    assert two_games.rows[:2] == ["Bao", "Inès"]
    two_games.choose("rules.tonight")
    assert two_games.rows == ["Jeu", "Qui commence", "Vrais dés", "Manches"]
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
    hands.choose("rules.tonight")
    hands.find("Manches")
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
    hands.choose("rules.tonight")
    hands.find("Suivi")
    yield hands
    hands.close()


def test_a_choice_is_explained_where_its_option_is_not(voyages: Hands) -> None:
    assert voyages.row == "Suivi"
    assert voyages.note == voyages.words("voyages.tracking.full.note.short")
    voyages.press("ok")
    assert voyages.note == voyages.words("voyages.tracking.points.note")


def test_an_option_by_seat_is_set_for_each_without_repeats(voyages: Hands) -> None:
    voyages.choose("rules.dealt")
    voyages.choose("Personnages")
    assert voyages.rows == ["Bao", "Inès"]
    assert voyages.note == "Pas fixé ici"
    voyages.choose("Bao")
    voyages.choose("Matteo Polo")
    assert voyages.note == "Matteo Polo"
    voyages.choose("Inès")
    assert "Matteo Polo" not in voyages.rows
    voyages.press("back", "back")
    assert "Personnages 1" in voyages.face.spoken()[0]
    voyages.press("back")
    assert "Saisi à la main 1" in voyages.face.spoken()[0]
    voyages.press("back")
    voyages.choose("Commencer (2 joueurs)")
    assert voyages.table.match.options["characters"] == [None, "matteo"]


def test_an_option_of_a_seat_can_be_cleared(voyages: Hands) -> None:
    voyages.choose("rules.dealt")
    voyages.choose("Cartes Cité")
    voyages.choose("Moscou")
    voyages.press("down", "ok")
    voyages.choose("Moscou")
    voyages.choose("Demandé le moment venu")
    voyages.press("back", "back", "back")
    voyages.choose("Commencer (2 joueurs)")
    assert {*voyages.table.match.options} == {"colours"}


def test_an_option_of_a_seat_is_removed_with_it(voyages: Hands) -> None:
    voyages.choose("rules.dealt")
    voyages.choose("Personnages")
    voyages.choose("Bao")
    voyages.choose("Matteo Polo")
    voyages.press("back", "back", "back")
    voyages.add_player("Chloé")
    voyages.choose("rules.tonight")
    voyages.choose("rules.dealt")
    voyages.choose("Personnages")
    voyages.choose("Chloé")
    voyages.choose("Berke Khan")
    voyages.press("back", "back", "back")
    voyages.choose("Chloé")
    voyages.choose("Retirer de la table")
    voyages.choose("Commencer (2 joueurs)")
    assert voyages.table.match.options["characters"] == [None, "matteo"]


def test_a_rematch_of_an_expedition_keeps_everything(hands: Hands) -> None:
    options = {"both_camels": True, "colours": [["violet", "red"], ["blue", "green"]]}
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao"), options=options))
    hands.play()
    hands.press("back")
    hands.choose("Revanche")
    hands.press("ok")
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
    hands.press("back")
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
    places = "1. Inès 9 (chameaux : 16) | 1. Bao 9 (chameaux : 16) | 3. Chloé 7"
    assert hands.spoken == f"Inès et Bao gagnent ! | {places} | 9 partout | 9 tours"
    hands.press("back")
    hands.choose("Mettre en pause")
    hands.press("ok")
    hands.choose("Parties finies")
    assert hands.rows[0] == "Inès et Bao"


# Phones that arrive.


def code_until(hands: Hands) -> float:
    """Return until when the code of the lobby is valid, which must be shown now."""
    offer = hands.codes.current_offer
    assert offer is not None
    assert offer.kind is CodeKind.LOBBY
    return offer.until


def test_the_code_comes_first_and_says_who_sits(players: Hands) -> None:
    face = players.face
    assert isinstance(face, LobbyFace)
    assert (face.code, face.marks) == (CODE, ())
    assert face.modules == modules(f"http://192.168.100.20:8080/#{TOKEN}")
    assert players.hints == {"ok": "sans tél."}
    players.sit_by_phone("Anna")
    assert players.hints == {"back": "sortir", "ok": "liste"}
    players.sit_by_phone("Bao")
    assert isinstance(players.face, LobbyFace)
    assert [mark.name for mark in players.face.marks] == ["Anna", "Bao"]
    players.wait(ARRIVAL_S)
    assert players.spoken == "482 913 | Qui joue ? | Anna, Bao | Scanne pour t’asseoir"


def test_an_arrival_sounds_and_is_named_for_two_seconds(players: Hands) -> None:
    players.sit_by_phone("Anna")
    assert players.last_sound() is Sound.GOLD
    assert players.spoken == "Anna s’assied | 482 913 | Qui joue ? | Anna | Scanne pour t’asseoir"
    players.wait(ARRIVAL_S - 0.1)
    assert isinstance(players.face, LobbyFace)
    assert players.face.arrival == "Anna"
    players.wait(0.11)
    assert players.face.arrival == ""


def test_an_arrival_takes_no_key_and_leaves_the_cursor(hands: Hands) -> None:
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao", "Chloé")))
    hands.other_hand(LeaveGame())
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.find("Bao")
    hands.grip("ok")
    hands.sit_by_phone("Anna")
    assert hands.face.strip.title == "Anna s’assied"
    assert hands.rows[:4] == ["Anna", "Inès", "Bao", "Chloé"]
    assert hands.row == "Bao"
    hands.let_go("ok")
    assert ticks(hands) == [True, True, False, False]
    assert hands.rows[:2] == ["Anna", "Bao"]
    hands.wait(ARRIVAL_S)
    assert hands.face.strip.title.startswith("Qui joue")


def test_a_held_key_goes_on_through_an_arrival(players: Hands) -> None:
    players.add_player("Inès")
    players.find("Nouveau nom…")
    players.grip("back", 0.5)
    players.sit_by_phone("Anna")
    players.wait(0.3)
    players.let_go("back")
    assert isinstance(players.face, HomeFace)


def test_a_person_who_arrives_under_the_cursor_does_not_leave(hands: Hands) -> None:
    hands.other_hand(StartGame(game="expedition", names=("Inès", "Bao")))
    hands.other_hand(LeaveGame())
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.find("Bao")
    hands.sit_by_phone("Bao")
    hands.press("ok")
    assert hands.session.lobby is not None
    assert len(hands.session.lobby.places) == 1
    assert "Retirer de la table" in hands.rows


def test_phones_have_a_sign_and_the_leader_a_crown(players: Hands) -> None:
    players.sit_by_phone("Anna")
    players.sit_by_phone("Bao")
    players.add_player("Chloé")
    assert players.details[:3] == ["bleu ☎", "rouge ☎", "vert"]
    face = players.face
    assert isinstance(face, ListFace)
    assert [row.glyph for row in face.rows[:3]] == [Glyph.CROWN, None, None]
    players.find("Anna")
    assert players.spoken == "Anna, hôte bleu ☎ | Qui joue ?"
    players.find("Bao")
    assert players.spoken == "Bao, avec un téléphone rouge ☎ | Qui joue ?"
    players.press("ok")
    players.choose("En faire l’hôte")
    assert players.session.lobby is not None
    assert players.session.lobby.leader == "phone of Bao"
    assert players.spoken.startswith("Bao, hôte")


def test_with_phones_only_opening_and_starting_take_presses(players: Hands) -> None:
    for name in ("Anna", "Bao", "Chloé"):
        players.sit_by_phone(name)
    players.press("ok")
    assert players.row == "Commencer (3 joueurs)"
    players.press("ok")
    assert players.table.names == ("Anna", "Bao", "Chloé")
    assert players.table.claims == {seat: f"phone of {name}" for seat, name in enumerate(players.table.names, 1)}
    assert players.codes.current_offer is None


def test_a_name_that_a_phone_took_meanwhile_stays(players: Hands) -> None:
    players.choose("Nouveau nom…")
    players.turn_to("A")
    players.press("ok")
    players.sit_by_phone("A")
    assert isinstance(players.face, LettersFace)
    players.hold("ok")
    assert players.spoken == "A est déjà à table."
    assert players.last_sound() is Sound.REFUSED
    players.press("ok")
    assert isinstance(players.face, LettersFace)
    assert players.face.typed == "A"
    players.write("l")
    assert players.rows[:2] == ["A", "Al"]


def test_the_table_may_be_full_before_a_name_is_written(players: Hands) -> None:
    players.choose("Nouveau nom…")
    for name in ("Anna", "Bao", "Chloé", "Dan", "Eva"):
        players.sit_by_phone(name)
    players.write("Fred")
    assert players.spoken == "La table est complète : on joue à 5 au plus."
    players.press("ok")
    assert isinstance(players.face, LettersFace)


def test_the_code_is_renewed_every_quarter_of_an_hour(players: Hands) -> None:
    until = code_until(players)
    players.choose("Nouveau nom…")
    players.wait(LIFE_S)
    assert code_until(players) > until
    players.sit_by_phone("Anna")
    players.press("back")
    assert players.rows[0] == "Anna"


def test_a_phone_that_is_sent_away_needs_the_new_code(players: Hands) -> None:
    players.sit_by_phone("Anna")
    players.sit_by_phone("Bao")
    until = code_until(players)
    players.choose("Anna")
    players.find("Renvoyer ce téléphone")
    assert players.note == "Il lui faudra le nouveau code"
    players.press("ok")
    assert code_until(players) > until
    lobby = players.session.lobby
    assert lobby is not None
    assert (lobby.places[0].name, lobby.place_of("phone of Anna"), lobby.leader) == ("Bao", None, "phone of Bao")


def test_a_phone_that_sends_away_renews_the_code_too(players: Hands) -> None:
    players.sit_by_phone("Anna")
    players.sit_by_phone("Bao")
    until = code_until(players)
    players.wait(1)
    players.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.stand_up(2)))
    assert code_until(players) == until
    players.sit_by_phone("Bao")
    players.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.send_away(2)))
    assert code_until(players) > until


def test_a_renewed_token_is_no_arrival_and_renews_no_code(players: Hands) -> None:
    players.sit_by_phone("Anna")
    players.wait(ARRIVAL_S)
    until, sounds = code_until(players), len(players.sounds)
    players.other_hand(RenewPhone(before="phone of Anna", phone="later", source="phone"))
    assert isinstance(players.face, LobbyFace)
    assert players.face.arrival == ""
    assert (code_until(players), len(players.sounds)) == (until, sounds)


def test_forgetting_all_phones_renews_the_code(players: Hands) -> None:
    players.sit_by_phone("Anna")
    until = code_until(players)
    players.wait(1)
    players.change_by_phone(lambda session: session.forget_phones())
    assert code_until(players) > until
    assert players.session.lobby is not None
    assert players.session.lobby.places[0].phone is None
    players.sit_by_phone("Bao")


@pytest.mark.parametrize("leave", [("back",), ("ok", "back", "back"), ("undo",)])
def test_leaving_withdraws_the_code_and_loses_nobody(leave: tuple[str, ...], players: Hands) -> None:
    players.sit_by_phone("Anna")
    players.press(*leave)
    assert players.row == "Nouvelle partie"
    assert players.codes.current_offer is None
    players.press("ok")
    assert isinstance(players.face, LobbyFace)
    assert [mark.name for mark in players.face.marks] == ["Anna"]
    assert code_until(players) > players.now


def test_the_list_turns_back_to_the_code(players: Hands) -> None:
    players.press("down")
    assert players.row == "Nouveau nom…"
    players.choose("Afficher le code")
    assert isinstance(players.face, LobbyFace)
    players.press("seat1", "back")
    assert isinstance(players.face, LobbyFace)


def test_without_a_network_there_is_only_the_list(hands: Hands) -> None:
    hands.box.address = lambda: ""
    hands.press("ok")
    hands.choose("Nouvelle partie")
    assert hands.rows == ["Nouveau nom…", "Sans noms"]
    hands.box.address = lambda: "http://10.0.0.7:8080/"
    assert hands.rows[-1] == "Afficher le code"
    hands.press("back")
    hands.box.address = lambda: ""
    assert hands.row == "Nouveau nom…"
    hands.press("back")
    assert hands.row == "Nouvelle partie"


def test_without_names_the_game_starts_at_once(players: Hands) -> None:
    players.find("Sans noms")
    assert players.note == "Commence aussitôt"
    players.press("ok")
    assert players.rows == ["2 joueurs", "3 joueurs", "4 joueurs", "5 joueurs"]
    players.choose("3 joueurs")
    assert players.table.names == ("bleu", "rouge", "vert")
    assert isinstance(players.face, TurnFace)
    players.other_hand(LeaveGame())
    players.press("ok")
    players.choose("Nouvelle partie")
    players.press("ok")
    assert players.rows == ["Nouveau nom…", "Sans noms", "Télévision", "Afficher le code"], (
        "nobody is known by a colour"
    )


def test_nobody_is_started_over_a_person_who_arrives(players: Hands) -> None:
    players.choose("Sans noms")
    players.sit_by_phone("Anna")
    players.choose("3 joueurs")
    assert players.spoken == "Anna est déjà à table."
    assert players.session.table is None
    players.press("ok")
    assert players.rows[0] == "Anna"


def test_another_may_begin_without_a_new_order(players: Hands) -> None:
    for name in ("Inès", "Bao", "Chloé"):
        players.add_player(name)
    players.choose("rules.tonight")
    players.find("Qui commence")
    assert (players.details[0], players.note) == ("Inès", "Honneur à la jeunesse")
    players.press("ok")
    assert players.details[0] == "Bao"
    players.press("ok", "ok", "ok")
    assert players.details[0] == "Bao"
    players.press("back")
    assert players.rows[:3] == ["Inès", "Bao", "Chloé"]
    players.find("setup.begin", n=3)
    assert players.note == "Bao commence"
    players.press("ok")
    assert players.table.names == ("Bao", "Chloé", "Inès")


def test_an_option_by_seat_follows_who_begins(voyages: Hands) -> None:
    voyages.choose("Qui commence")
    voyages.choose("rules.dealt")
    voyages.choose("Personnages")
    assert voyages.rows == ["Inès", "Bao"]
    voyages.choose("Bao")
    voyages.choose("Matteo Polo")
    voyages.press("back", "back", "back")
    voyages.choose("setup.begin", n=2)
    assert voyages.table.names == ("Bao", "Inès")
    assert voyages.table.match.options["characters"] == ["matteo"]


def test_the_place_of_a_person_who_stands_up_is_empty(players: Hands) -> None:
    players.sit_by_phone("Anna")
    players.sit_by_phone("Bao")
    players.choose("Bao")
    players.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.stand_up(1)))
    assert players.face.strip.title == "Bao", "the page follows its person"
    players.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.rename(1, "Bo")))
    assert players.face.strip.title == "Bo"
    players.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.stand_up(1)))
    assert players.rows == ["Rien pour l’instant"]
    players.press("ok")
    assert players.rows[0] == "Nouveau nom…"


def test_a_place_without_a_name_is_not_taken_for_another(players: Hands) -> None:
    players.change_by_phone(lambda session: session.sit_down("", "visitor"))
    players.choose("bleu")
    assert players.face.strip.title == "bleu"
    players.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.stand_up(1)))
    players.sit_by_phone("Anna")
    assert players.rows == ["Rien pour l’instant"]
    players.press("ok")
    players.change_by_phone(lambda session: session.sit_down(""))
    players.choose("rouge")
    players.choose("Changer le nom")
    players.write("Bao")
    assert players.face.strip.title == "Bao"
    players.press("back")
    assert players.rows[:2] == ["Anna", "Bao"]


def test_a_lobby_with_a_full_card_says_so(players: Hands) -> None:
    players.add_player("Inès")
    players.choose("Nouveau nom…")
    players.fill_the_card()
    players.write("Bao")
    assert players.spoken.startswith("Impossible d’enregistrer.")
    players.press("ok")
    players.fill_the_card(full=False)
    players.hold("ok")
    assert players.rows[:2] == ["Inès", "Bao"]


# A phone that opens or starts.


def test_a_phone_that_opens_the_lobby_shows_its_code(hands: Hands) -> None:
    hands.change_by_phone(lambda session: session.open_lobby(EXPEDITION, led_by="host"))
    assert isinstance(hands.face, LobbyFace)
    hands.press("back")
    assert isinstance(hands.face, HomeFace)
    hands.change_by_phone(lambda session: session.sit_down("Anna", "host"))
    assert isinstance(hands.face, HomeFace)
    hands.change_by_phone(lambda session: session.open_lobby(EXPEDITION, led_by="host"))
    assert isinstance(hands.face, LobbyFace), "it is opened again"
    hands.change_by_phone(lambda session: session.sit_down("Bao"))
    hands.change_by_phone(lambda session: session.start_lobby(str, "phone"))
    assert isinstance(hands.face, TurnFace)
    assert hands.codes.current_offer is None


def test_a_phone_that_opens_the_lobby_leaves_other_pages(hands: Hands) -> None:
    hands.press("ok")
    hands.change_by_phone(lambda session: session.open_lobby(EXPEDITION, led_by="host"))
    assert hands.row == "Nouvelle partie"
    hands.press("back")
    hands.new_game("Inès", "Bao")
    hands.change_by_phone(lambda session: session.open_lobby(EXPEDITION, led_by="host"))
    assert isinstance(hands.face, TurnFace)


def test_the_open_game_does_not_change_before_the_start(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.play()
    hands.press("back")
    before = hands.table
    hands.choose("Revanche")
    hands.sit_by_phone("Anna")
    hands.choose("Inès")
    hands.choose("Retirer de la table")
    assert hands.table is before
    hands.find("setup.begin", n=2)
    hands.press("ok")
    assert hands.table.names == ("Bao", "Anna")
    assert hands.table.number == 2


# How many presses it takes.


class CountingHands(Hands):
    """Hands that count their presses."""

    presses = 0

    def grip(self, key: str, seconds: float = TAP) -> None:
        self.presses += 1
        super().grip(key, seconds)


ALL_GAMES = (EXPEDITION, CLASSIC, VOYAGES)


@pytest.mark.parametrize("game", ["expedition", "classic", "voyages"])
def test_known_people_start_within_nine_presses(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = CountingHands(tmp_path / "state", games=ALL_GAMES)
    hands.other_hand(StartGame(game=game, names=("Inès", "Bao", "Chloé")))
    hands.other_hand(LeaveGame())
    hands.presses = 0
    hands.press("ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok")
    assert (hands.table.game.id, hands.table.names) == (game, ("Inès", "Bao", "Chloé"))
    with capsys.disabled():
        print(f"\nknown people of {game}: {hands.presses} presses")
    assert hands.presses <= 9
    hands.close()


@pytest.mark.parametrize(
    ("names", "most"),
    [
        (("Anna", "Ben", "Chloé"), 45),
        (("Léa", "Tom", "Zoé"), 45),
        (("Marc", "Julie", "Paul"), 45),
        (("Yuki", "Bao", "Otto"), 100),
    ],
)
def test_three_new_names_take_few_presses(
    names: tuple[str, ...], most: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = CountingHands(tmp_path / "state", games=ALL_GAMES)
    hands.press("ok", "ok", "ok", "ok")
    for name in names:
        hands.press("ok")
        write_quickly(hands, name)
    hands.press("down", "ok")
    assert hands.table.names == names
    with capsys.disabled():
        print(f"\nnew names {', '.join(names)}: {hands.presses} presses")
    assert hands.presses <= most
    hands.close()


def write_quickly(hands: Hands, name: str) -> None:
    """Write a name as people do who see it among the letters: letter by letter until it is guessed."""
    for typed in range(len(name)):
        face = hands.face
        assert isinstance(face, LettersFace)
        if name in face.wheel:
            hands.turn_to(name)
            hands.press("ok")
            return
        hands.turn_to(name[typed])
        hands.press("ok")
    hands.hold("ok")
