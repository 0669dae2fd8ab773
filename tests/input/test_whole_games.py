"""Whole games of Expedition on the box, from an empty card to the next game, with its keys only."""

from __future__ import annotations

from companion.box.faces.faces import TallyFace
from companion.box.faces.signals import Sound
from companion.box.pages.outcome_pages import TallyPage
from companion.games import GAMES
from companion.journal.moves_file import export, replay_file
from companion.rules.match_functions import standings
from companion.words.signs import Key
from tests.input.hands import Hands

REQUIRED = {Key.UP, Key.DOWN, Key.OK, Key.BACK}


def assert_as_replayed(hands: Hands) -> None:
    """Assert that the game, written as a moves file and replayed by the rules alone, ends the same."""
    replayed = replay_file(export(hands.table).encode(), GAMES)
    assert (replayed.match, replayed.digest()) == (hands.table.match, hands.table.digest())
    assert standings(replayed.match, replayed.state) == standings(hands.table.match, hands.table.state)


def read_tally(hands: Hands) -> list[tuple[str, str, int, int]]:
    """Read a tally to its end: seat, place, pay and new total of each share."""
    shares = []
    while isinstance(face := hands.face, TallyFace):
        shares.append((face.mark.name, face.place, face.pays, face.total))
        hands.press("ok")
    if isinstance(hands.box.page, TallyPage):
        assert hands.spoken.endswith("pioche encore une carte.")
        hands.press("ok")
    return shares


def test_three_players_reach_a_rematch_with_the_four_required_keys(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Nouvelle partie")
    for name, colour in (("Inès", "violet"), ("Bao", "blue"), ("Jean-Luc", None)):
        hands.add_player(name, colour)
    assert hands.rows[:5] == ["Inès", "Bao", "Jean-Luc", "Nouveau nom…", "Commencer (3 joueurs)"]
    hands.choose("Commencer (3 joueurs)")
    assert hands.table.match.colours == (("violet",), ("blue",), ("red",))

    # Inès finds a crate that the box does not know, and may not go on by ballast.
    assert hands.spoken == "Inès | 3 | Ormuz | Avancer sur la 3. en jouant des cartes | Mise en place : maintenir OK"
    hands.press("ok")
    hands.act("Caisse de 2")
    assert hands.spoken == "Inès | 5 | case 3 | Avancer sur la 4. en jouant des cartes | Inès prend une caisse de 2"
    hands.act("Lâcher du lest → 4")
    assert hands.spoken.startswith("Pas de délestage vers la 4 : aucun chameau adverse n’y est passé. | E5 | ")
    hands.press("ok", "back")

    # Bao's step and the end of Inès' turn were mistakes: both are taken back, across the turn, and restored.
    hands.press("ok")
    hands.hold("back")
    hands.hold("back")
    assert hands.spoken == "Inès | 5 | case 3 | Avancer sur la 4. en jouant des cartes | Repris : I finit son tour"
    for _ in range(2):
        hands.hold("ok")
        hands.choose("Rétablir le coup")
    assert hands.spoken == "Bao | 3 | case 4 | Avancer sur la 5. en jouant des cartes | Bao va sur la 4"

    # Bao goes far, Jean-Luc follows by ballast, and Inès triggers the tally, which is shown seat by seat.
    hands.play(until=lambda table: table.state.camels[1] == (12,))
    hands.press("back")
    hands.act("Lâcher du lest → 4")
    assert (
        hands.spoken
        == "Jean-Luc | 2 | case 4 | Avancer sur la 5. en jouant des cartes | Jean-Luc lâche du lest et va sur la 4"
    )
    hands.press("back")
    hands.play(until=lambda table: table.state.tallied)
    assert read_tally(hands) == [
        ("Inès", "case\xa016", 6, 11),
        ("Bao", "case\xa012 → Ganzhou", 2, 5),
        ("Jean-Luc", "case\xa04", 0, 2),
    ]
    assert (
        hands.spoken
        == "Bao | 5 | Ganzhou | Avancer sur la 17. en jouant des cartes | I 3 → Ganzhou, +6 or | Inès pioche une carte"
    )

    # Bao passes: back only offers it. Jean-Luc comes late to Ganzhou and rests: he can only end his turn.
    hands.press("back")
    assert hands.turn.action == "Passer"
    hands.press("ok")
    hands.play(until=lambda table: bool(table.state.turn.stopped))
    assert (
        hands.spoken
        == "Jean-Luc | 2 | Ganzhou | Finir le tour. pioche une carte | Jean-Luc va sur la 11, puis à Ganzhou"
    )
    hands.press("ok")

    # Inès wins; the end is a sheet, and behind it every line has its reason.
    hands.skips_reveal = False
    hands.play()
    assert hands.read_reveal() == [
        "Le décompte final | Qui gagne ? On compte ! | Inès = 11 | Bao = 5 | Jean-Luc = 2",
        "Jean-Luc | rien de plus | Inès = 11 | Bao = 5 | Jean-Luc = 2",
        "Bao | rien de plus | Inès = 11 | Bao = 5 | Jean-Luc = 2",
        "Inès | décompte de Dadu, case 29 | Inès +7 = 18 | Bao = 5 | Jean-Luc = 2",
    ]
    assert hands.last_sound() is Sound.END
    assert hands.spoken == "Inès gagne ! | 1. Inès 18 | 2. Bao 5 | 3. Jean-Luc 2 | 18 à 5 | 7 tours"
    assert_as_replayed(hands)
    hands.press("ok")
    hands.choose("Inès")
    assert hands.rows[:4] == ["Au départ", "Caisses", "Décompte de Ganzhou", "Décompte de Dadu"]
    assert hands.details[:5] == ["3", "2", "6", "7", "= 18"]
    assert hands.rows[5:] == ["+7 Dadu, case 29", "+6 Ganzhou, case 16", "+2 caisse, case 3", "+3 au départ"]
    hands.choose("+2 caisse, case 3")
    assert hands.spoken.startswith("+2 or | caisse de la case 3 (coup 2) | E3 | ")
    hands.press("ok", "back", "back", "back")

    # A rematch: the youngest begins again.
    hands.choose("Revanche")
    hands.press("ok")
    assert hands.rows[:4] == ["Inès", "Bao", "Jean-Luc", "Nouveau nom…"]
    hands.press("ok")
    assert hands.table.match.colours == (("violet",), ("blue",), ("red",))
    hands.hold("ok")
    hands.choose("Mettre en pause")
    hands.press("ok")
    hands.choose("Parties finies")
    assert hands.rows[0] == "Inès"
    assert hands.note == "1 · Inès, Bao, Jean-Luc"
    assert hands.used == REQUIRED


def run(hands: Hands, seat: int, camel: int, space: int) -> None:
    """Step until this camel is on a space."""
    hands.play(until=lambda table: table.state.camels[seat - 1][camel - 1] == space)


def test_two_players_play_with_one_camel_a_turn(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    assert hands.table.match.colours == (("blue", "green"), ("red", "yellow"))

    # The cursor stays on the camel that moves; the other one may not move in the same turn.
    hands.act("Chameau vert → 4")
    assert hands.spoken == "Inès | 3 | Bl 0 · Ve 4 | Chameau vert → 5. en jouant des cartes | Inès : chameau vert → 4"
    hands.press("up")
    assert hands.turn.action_refused
    hands.press("ok")
    assert hands.spoken.startswith("Un seul chameau par tour. Ton chameau vert a déjà avancé. | E15 | ")
    hands.press("ok")
    assert hands.turn.action == "Chameau vert → 5"
    run(hands, 1, 2, 12)
    hands.press("back")
    run(hands, 2, 1, 11)
    hands.press("back")
    run(hands, 1, 1, 10)
    hands.press("back")
    hands.act("Chameau jaune → 4")
    hands.play(until=lambda table: table.state.tallied)
    assert read_tally(hands) == [
        ("Bao", "jaune, case\xa016", 6, 9),
        ("Inès", "vert, case\xa012 → Ganzhou", 2, 5),
        ("Bao", "rouge, case\xa011 → Ganzhou", 1, 10),
        ("Inès", "bleu, case\xa010", 0, 5),
    ]

    # The camel left behind rests when it comes in; the other one goes on in the next turn, to the end.
    turn = "Inès | 5 | Bl 10 · Ve 16 | Chameau bleu → 11. cartes → Ganzhou"
    assert hands.spoken == f"{turn} | B jaune 3 → Ganzhou, +7 or | Bao pioche une carte"
    hands.press("ok")
    assert hands.turn.action == "Finir le tour"
    hands.press("ok", "back", "ok")
    hands.skips_reveal = False
    hands.play()
    assert hands.read_reveal()[-1] == "Inès | décompte de Dadu, case 29 | Inès +7 = 12 | Bao = 10"
    assert hands.spoken == "Inès gagne ! | 1. Inès 12 | 2. Bao 10 | 12 à 10 | 7 tours"
    assert_as_replayed(hands)


def test_two_players_play_with_both_camels_a_turn(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Nouvelle partie")
    hands.add_player("Inès")
    hands.add_player("Bao")
    hands.choose("rules.tonight")
    hands.choose("Options")
    hands.choose("Les deux chameaux")
    hands.press("back", "back")
    hands.choose("Commencer (2 joueurs)")

    # First one camel, then the other, then the first again: the cursor stays where the hand put it.
    hands.act("Chameau bleu → 4")
    hands.act("Chameau vert → 5")
    assert hands.turn.action == "Chameau vert → 6"
    hands.act("Chameau bleu → 6")
    assert hands.turn.place == "Bl 6 · Ve 5"
    hands.press("back")
    assert hands.turn.action == "Chameau rouge → 2"
    hands.play(until=lambda table: table.state.tallied)
    assert [share[:3] for share in read_tally(hands)] == [
        ("Bao", "rouge, case\xa016", 6),
        ("Inès", "bleu, case\xa06", 0),
        ("Inès", "vert, case\xa05", 0),
        ("Bao", "jaune, case\xa03", 0),
    ]

    # A late camel stops only itself: ok goes on with the other one.
    run(hands, 1, 1, 16)
    assert hands.turn.action == "Chameau vert → 6"
    run(hands, 1, 2, 16)
    assert hands.turn.action == "Finir le tour"
    hands.press("ok")
    hands.skips_reveal = False
    hands.play()
    assert hands.read_reveal()[-1] == "Bao | décompte de Dadu, case 29 | Inès = 3 | Bao +7 = 16"
    assert hands.spoken == "Bao gagne ! | 1. Bao 16 | 2. Inès 3 | 16 à 3 | 4 tours"
    assert_as_replayed(hands)


def test_crates_of_a_copied_board_are_taken_automatically(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("Recopier ton plateau")
    hands.copy({3: ("drivers", 2), 4: ("all_goods", 0), 5: (None, 1), 29: ("one_good", None)})
    assert hands.spoken == (
        "3 cases avec leur symbole, caisses trouvées : 2 sur 11 (un autre nombre convient aussi). "
        "Les nouvelles parties s’en servent."
    )
    hands.press("ok")
    hands.choose("Nouvelle partie")
    for name in ("Inès", "Bao", "Chloé"):
        hands.add_player(name)
    hands.choose("Commencer (3 joueurs)")
    assert hands.spoken == "Inès | 3 | Ormuz | Avancer sur la 3. 2 chameliers → +2 or | Mise en place : maintenir OK"
    hands.press("ok")
    assert hands.spoken == "Inès | 5 | case 3 | Avancer sur la 4. 4 différentes | Inès va sur la 3"
    hands.press("ok")
    assert hands.turn.actions == 3, "no crate is asked for where there is known to be none"
    hands.press("back")
    run(hands, 2, 1, 5)
    assert hands.turn.number == 4
    hands.play()
    read_tally(hands)
    assert_as_replayed(hands)


def test_settings_change_during_a_game_and_survive_a_power_cut(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.press("ok")
    hands.hold("ok")
    hands.choose("Réglages")
    hands.choose("Langue")
    assert hands.rows[0] == "Language"
    hands.choose("Mute the sound")
    hands.choose("Large text")
    hands.press("back", "back")
    assert hands.spoken == "Inès | 3 | space 3 | Step to 4. by paying cards | Inès steps to 3"
    assert hands.face.large
    assert hands.box.output().volume == 0
    assert hands.badges == {"muted"}

    hands.pull_the_plug()
    assert hands.spoken == "Inès | 3 | space 3 | Step to 4. by paying cards | Inès steps to 3"
    assert hands.face.large
    assert hands.badges == {"muted"}
    hands.play()
    read_tally(hands)
    assert hands.spoken.startswith("Inès wins!")
    assert_as_replayed(hands)
