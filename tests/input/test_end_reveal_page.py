"""The final scoring on the box: turned with its keys, by itself and by phones, skipped, taken back, and covered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.box.faces.faces import LAST_CROWN_STEP, WINNER_STEP, EndFace, QrFace, RevealFace
from companion.box.faces.signals import Glow, RingFinal, RingIdle, Sound
from companion.box.pages.end_reveal_page import LONGEST_S, STEP_S, EndRevealPage
from companion.box.pages.message_page import MessagePage
from companion.box.pages.turn_page import TablePage
from companion.box.screen.paint import paint
from companion.games import GAMES
from companion.rules.game import move_to_json
from companion.table.commands import CloseGame, Play, StartGame, TakeBack, TurnReveal
from tests.input.hands import Hands
from tests.kit.cases import CASES, Case
from tests.kit.cases import GAMES as ALL_GAMES
from tests.kit.golden_games import golden_file
from tests.kit.random_play import whole_game
from tests.kit.scripted_games import expedition, play
from tests.kit.scripted_games import whole_game as expedition_moves

FIRST = "Le décompte final | Qui gagne ? On compte ! | Ada = 11 | Bao = 3 | Chloé = 5"
BAO = "Bao | rien de plus | Ada = 11 | Bao = 3 | Chloé = 5"
CHLOE = "Chloé | rien de plus | Ada = 11 | Bao = 3 | Chloé = 5"
ADA = "Ada | décompte de Dadu, case 29 | Ada +7 = 18 | Bao = 3 | Chloé = 5"
LONG_NAMES = ("Maximilienne", "Jean-Baptiste", "Éléonore", "Bao", "Inès")


@pytest.fixture
def ended(tmp_path: Path) -> Iterator[Hands]:
    """Return a box on which the end of an Expedition is revealed."""
    hands = Hands(tmp_path, games=GAMES)
    hands.skips_reveal = False
    hands.other_hand(expedition())
    for move in expedition_moves():
        hands.other_hand(play(move))
    yield hands
    hands.close()


def test_it_begins_with_what_comes_and_ok_shows_each_step(ended: Hands) -> None:
    assert ended.hints == {"ok": "suite"}
    assert ended.read_reveal() == [FIRST, BAO, CHLOE, ADA]
    assert isinstance(ended.face, EndFace)
    assert ended.spoken.startswith("Ada gagne !")


def test_a_step_draws_the_reason_of_its_amount(ended: Hands) -> None:
    ended.press("ok", "ok", "ok")
    face = ended.face
    assert isinstance(face, RevealFace)
    assert face.reasons == ("Dadu, case 29",)
    assert paint(face) != paint(replace(face, reasons=()))


def test_holding_ok_skips_to_the_end(ended: Hands) -> None:
    ended.grip("ok", 0.5)
    assert ended.face.hold is not None
    assert ended.face.hold.text == "Passer à la fin"
    ended.let_go("ok")
    ended.hold("ok")
    assert isinstance(ended.face, EndFace)


@pytest.mark.parametrize("gesture", ["hold", "undo"])
def test_the_end_can_be_taken_back(ended: Hands, gesture: str) -> None:
    ended.press("ok")
    if gesture == "hold":
        ended.hold("back")
    else:
        ended.press("undo")
    assert isinstance(ended.box.page, TablePage)
    assert not ended.table.over


def test_back_alone_leaves_the_reveal_alone(ended: Hands) -> None:
    ended.press("back", "left", "seat1")
    assert ended.spoken == FIRST


def test_steps_follow_by_themselves_to_the_end(ended: Hands) -> None:
    pictures = [ended.spoken]
    for _ in range(4):
        ended.wait(STEP_S - 0.5)
        assert ended.spoken == pictures[-1]
        ended.wait(0.6)
        pictures.append(ended.spoken)
    assert pictures[:4] == [FIRST, BAO, CHLOE, ADA]
    assert isinstance(ended.face, EndFace)


def test_a_step_shown_by_a_phone_has_its_whole_time(ended: Hands) -> None:
    ended.wait(STEP_S - 1)
    ended.other_hand(TurnReveal(step=2))
    assert ended.spoken == CHLOE
    ended.wait(STEP_S - 0.5)
    assert ended.spoken == CHLOE
    ended.wait(1)
    assert ended.spoken == ADA


def test_a_phone_that_ends_it_uncovers_the_result(ended: Hands) -> None:
    ended.other_hand(TurnReveal(step=9))
    assert isinstance(ended.face, EndFace)


def test_up_and_down_look_at_other_steps(ended: Hands) -> None:
    ended.press("ok", "ok")
    ended.press("up")
    assert ended.spoken == BAO
    ended.press("up", "up")
    assert ended.spoken == FIRST
    ended.press("down")
    assert ended.spoken == BAO
    ended.press("ok")
    assert ended.spoken == ADA


def test_the_knob_and_the_spinner_show_the_next_step(ended: Hands) -> None:
    ended.knob(1)
    assert ended.spoken == BAO
    ended.throw(12.0)
    assert ended.spoken == CHLOE
    ended.knob(-1)
    assert ended.spoken == BAO
    ended.knob(1)
    assert ended.spoken == CHLOE


def test_each_step_sounds_and_no_light_shows_a_seat(ended: Hands) -> None:
    assert ended.box.output().glows == (Glow.OFF,) * 3
    assert ended.box.output().ring == RingIdle()
    for _ in range(3):
        ended.sounds.clear()
        ended.press("ok")
        assert ended.last_sound() is Sound.GOLD
    ended.press("ok")
    assert ended.last_sound() is Sound.END


def test_the_winners_lights_are_on_at_the_end(ended: Hands) -> None:
    ended.read_reveal()
    winner = (Glow.STEADY, Glow.OFF, Glow.OFF)
    assert ended.box.output().glows == winner
    assert ended.box.output().ring == RingFinal((ended.table.match.colours[0][0],))
    ended.press("ok")
    assert ended.box.output().glows == winner
    assert ended.box.output().ring == RingIdle()


def test_after_a_power_cut_the_result_is_shown(ended: Hands) -> None:
    ended.pull_the_plug()
    assert isinstance(ended.face, EndFace)


def test_an_end_that_is_restored_is_not_revealed_again(ended: Hands) -> None:
    ended.other_hand(TakeBack())
    ended.hold("ok")
    ended.choose("Rétablir le coup")
    assert not isinstance(ended.box.page, EndRevealPage)


def test_the_step_waits_while_another_page_covers_it(ended: Hands) -> None:
    ended.press("ok")
    ended.box.show_message("Titre", "Texte")
    ended.wait(3 * STEP_S)
    assert isinstance(ended.box.page, MessagePage)
    ended.press("ok")
    assert ended.spoken == BAO
    ended.wait(STEP_S - 0.5)
    assert ended.spoken == BAO


def test_a_reveal_that_nobody_uncovers_ends_after_ten_minutes(ended: Hands) -> None:
    ended.box.show_message("Titre", "Texte")
    ended.wait(LONGEST_S - 1)
    assert ended.session.reveal is not None
    ended.wait(2)
    assert ended.session.reveal is None
    ended.press("ok")
    assert isinstance(ended.face, EndFace)


def test_an_end_that_cannot_be_taken_back_stays_revealed(ended: Hands) -> None:
    ended.press("ok")
    ended.fill_the_card()
    ended.hold("back")
    assert isinstance(ended.box.page, MessagePage)
    ended.press("ok")
    assert ended.spoken == BAO


def _ending(game: str, seats: int) -> Case:
    return next(case for case in CASES if case.game.id == game and case.seats == seats)


SEVERAL = [("expedition", 2), ("expedition", 5), ("classic", 4), ("voyages", 2), ("voyages", 4), ("lanterns", 3)]


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("game", "seats"), SEVERAL)
def test_marks_amounts_and_totals_fit_on_every_step(
    tmp_path: Path, game: str, seats: int, language: str, *, large: bool
) -> None:
    """Nothing is shortened, whatever the names are: `Hands` look at every face."""
    table = whole_game(_ending(game, seats), 3)
    hands = Hands(tmp_path, language, large=large, games=ALL_GAMES)
    hands.skips_reveal, hands.waits = False, False
    watch, hands.watch = hands.watch, lambda face: None
    session, names = hands.session, LONG_NAMES[:seats]
    session.do(StartGame(game=game, names=names, options=dict(table.match.options)))
    for entry in table.entries:
        session.do(Play(moves=((entry.played.seat, move_to_json(entry.played.move)),)))
    hands.box.refresh()
    hands.watch = watch
    hands.watch(hands.face)
    while session.reveal is not None and session.reveal.shown < len(session.reveal.steps):
        hands.press("ok")
        face = hands.face
        assert isinstance(face, RevealFace)
        assert [column.mark.name for column in face.columns] == [*names]
        assert face.line or any(column.amount for column in face.columns)
    assert session.reveal is not None
    assert session.reveal.shown == len(session.reveal.steps)
    hands.close()


def play_golden_game(hands: Hands, game: str, name: str) -> None:
    """Play a golden game to its end on phones."""
    first, *lines = map(json.loads, golden_file(game, name).read_text("utf-8").splitlines())
    moves = tuple((line.pop("seat"), line) for line in lines)
    hands.other_hand(StartGame(game=game, names=tuple(first["seats"]), options=first["options"]))
    hands.other_hand(Play(moves=moves))


def last_page(hands: Hands) -> int:
    """Return the index of the last page of the end on the screen."""
    face = hands.face
    assert isinstance(face, EndFace)
    return hands.box.last_scroll(face)


def test_the_end_goes_on_with_facts_and_the_picture(tmp_path: Path) -> None:
    hands = Hands(tmp_path, games=GAMES)
    play_golden_game(hands, "expedition", "five_players_board")
    assert hands.spoken.endswith("17 à 16 | 15 tours")
    pages = last_page(hands)
    sheet = paint(hands.face)
    hands.press(*["down"] * pages)
    assert isinstance(hands.face, EndFace)
    assert paint(hands.face) != sheet
    hands.press("down", "down")
    assert isinstance(hands.face, QrFace)
    assert hands.spoken == "192.168.100.20:8080/games/1/picture | L’image"
    hands.press(*["up"] * (pages + 1))
    assert paint(hands.face) == sheet
    hands.press("ok")
    assert hands.spoken.endswith("Feuille de score")
    hands.close()


def test_the_duration_and_records_follow_once_they_are_known(tmp_path: Path) -> None:
    hands = Hands(tmp_path, games=GAMES)
    read = hands.box.past_games
    hands.box.past_games = lambda: tuple(replace(past, result=None) for past in read())
    for _ in range(3):
        play_golden_game(hands, "expedition", "two_players")
    assert "| 13 tours |" in hands.spoken
    hands.box.past_games = lambda: tuple(replace(past, seconds=2400) for past in read())
    assert hands.spoken.endswith("| 13 tours · 40 min | Tournant : tour 8, +7 | Bao gagne 3 parties d’affilée.")
    hands.close()


def test_without_a_network_the_end_offers_no_picture(tmp_path: Path) -> None:
    hands = Hands(tmp_path, games=GAMES)
    hands.box.address = lambda: ""
    play_golden_game(hands, "expedition", "five_players_board")
    hands.press(*["down"] * 9)
    assert isinstance(hands.face, EndFace)
    hands.close()


def crown_steps(hands: Hands) -> list[int]:
    """Return the steps of the crown and the winner, as they are drawn every twentieth of a second."""
    steps = []
    while isinstance(face := hands.face, EndFace) and face.crown is not None:
        steps.append(face.crown)
        hands.wait(0.05)
    return steps


@pytest.mark.parametrize("calm", [False, True])
def test_a_crown_is_drawn_and_gives_way_to_the_sheet(tmp_path: Path, *, calm: bool) -> None:
    hands = Hands(tmp_path, games=GAMES, calm=calm)
    hands.waits_for_crown = False
    play_golden_game(hands, "expedition", "two_players")
    steps = crown_steps(hands)
    drawn = [LAST_CROWN_STEP] if calm else [*range(LAST_CROWN_STEP + 1)]
    assert list(dict.fromkeys(steps)) == [*drawn, WINNER_STEP]
    assert len(steps) * 0.05 < 10
    assert hands.box.deadline() is None
    hands.close()


def test_a_shared_win_has_no_picture_of_one_winner(tmp_path: Path) -> None:
    hands = Hands(tmp_path, games=GAMES)
    hands.waits_for_crown = False
    play_golden_game(hands, "expedition", "shared_win")
    steps = crown_steps(hands)
    assert max(steps) == LAST_CROWN_STEP
    hands.close()


def test_a_press_skips_the_crown_and_another_the_winner(tmp_path: Path) -> None:
    hands = Hands(tmp_path, games=GAMES)
    hands.waits_for_crown = False
    play_golden_game(hands, "expedition", "two_players")
    assert isinstance(hands.face, EndFace)
    assert hands.face.crown is not None
    hands.press("ok")
    assert isinstance(hands.face, EndFace)
    assert hands.face.crown == WINNER_STEP
    hands.press("ok")
    face = hands.face
    assert isinstance(face, EndFace)
    assert face.crown is None
    hands.close()


def test_a_stopped_game_has_no_ranks(tmp_path: Path) -> None:
    hands = Hands(tmp_path, games=GAMES)
    hands.other_hand(expedition())
    hands.other_hand(CloseGame())
    face = hands.face
    assert isinstance(face, EndFace)
    assert {result.rank for result in face.results} == {None}
    assert face.facts == ()
    hands.close()


def test_equal_totals_say_what_decides_between_them(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "en", games=GAMES)
    play_golden_game(hands, "expedition", "five_players_board")
    assert "| 4. Bao 2 (camels: 23) | 5. Dara 2 (camels: 16) |" in hands.spoken
    face = hands.face
    assert isinstance(face, EndFace)
    assert [result.place for result in face.results] == ["", "", "", "camels: 23", "camels: 16"]
    assert paint(face) != paint(replace(face, results=tuple(replace(result, place="") for result in face.results)))
    hands.close()


def test_the_sheet_explains_the_total_before_its_bookings(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "en", games=GAMES)
    play_golden_game(hands, "classic", "two_players")
    assert isinstance(hands.face, EndFace)
    hands.press("seat1")
    explained = list(zip(hands.rows, hands.details, strict=True))[:4]
    assert explained == [("Notes", "140"), ("Goods", "480"), ("Table and Secrets", "480"), ("Fortune", "= 1100")]
    assert hands.rows[4].startswith("+1 blue 80")
    hands.press("ok")
    assert hands.spoken.startswith("How the fortunes add up")
    hands.close()
