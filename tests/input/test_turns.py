"""A turn at the table: the keys, the cursor, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from companion.box.faces.faces import ConfirmFace, TurnFace
from companion.table.commands import Play
from companion.words.signs import Glyph
from tests.input.hands import Hands


@pytest.fixture
def table(hands: Hands) -> Hands:
    """Three players who have just begun."""
    hands.new_game("Inès", "Bao", "Chloé")
    return hands


def test_the_turn_shows_whose_it_is_what_they_hold_and_where_everybody_stands(table: Hands) -> None:
    face, mark = table.turn, table.turn.strip.turn
    assert mark is not None
    assert (mark.name, mark.letter, mark.shape.value, mark.colour) == ("Inès", "A", "circle", "bleu")
    assert (face.number, face.unit, face.place) == (3, Glyph.COIN, "Ormuz")
    assert face.block is not None
    assert (face.block.turn, face.block.spoken) == (1, ("Inès\xa0: Ormuz", "Bao\xa0: case 1", "Chloé\xa0: case 2"))


def test_every_key_says_what_it_does_now(table: Hands) -> None:
    assert table.hints == {"back": "passer", "down": "autre", "ok": "jouer"}
    table.press("ok")
    assert table.hints == {"back": "fin tour", "down": "autre", "ok": "jouer"}


def test_a_step_and_the_end_of_a_turn_are_a_press_each(table: Hands) -> None:
    table.press("ok", "back")
    assert table.spoken == "Bao | 3 | case 1 | Avancer en 4. payer en cartes | A 0 → 3"


def test_back_only_offers_to_pass_so_that_one_back_too_many_passes_nobody(table: Hands) -> None:
    table.hold("ok")
    table.choose("Feuille de score")
    table.press("back", "back", "back")
    assert table.turn.action == "Passer"
    assert table.hints["back"] == "retour"
    table.press("back")
    assert table.turn.action == "Avancer en 3"
    assert not table.table.entries
    table.press("back", "ok")
    assert table.spoken.endswith("Inès passe")


def test_up_and_down_go_round_through_the_actions_the_end_of_the_turn_last(table: Hands) -> None:
    table.press("ok")
    actions = []
    for _ in range(table.turn.actions):
        actions.append(table.turn.action)
        table.press("down")
    assert actions == ["Avancer en 4", "Caisse 1", "Caisse 2", "Délestage en 4", "Finir le tour"]
    assert table.turn.action == "Avancer en 4"
    table.press("up")
    assert table.turn.action == "Finir le tour"
    assert [hint.text for hint in table.face.hints] == ["fin tour", "autre", "jouer"]


def test_a_crate_taken_by_hand_leaves_the_cursor_on_the_next_step(table: Hands) -> None:
    table.press("ok")
    table.act("Caisse 1")
    assert table.turn.action == "Avancer en 4"


def test_what_is_refused_says_so_and_why_and_the_cursor_goes_back_to_what_can_be_done(table: Hands) -> None:
    table.press("down")
    assert table.turn.action_refused
    assert table.turn.action_detail == "pas possible (E5)"
    table.press("ok")
    assert table.spoken == "Pas de délestage vers 3 : aucun chameau adverse n’y est passé. | E5"
    table.press("ok")
    assert table.turn.action == "Avancer en 3"
    assert not table.table.entries


def test_after_ballast_the_cursor_is_on_a_step_by_cards(table: Hands) -> None:
    table.play(until=lambda now: now.state.camels[0] == (8,))
    table.press("back")
    table.act("Délestage en 3")
    assert table.turn.action == "Avancer en 4"
    assert table.turn.number == 2


def test_a_new_turn_begins_with_its_usual_action_wherever_the_cursor_was(table: Hands) -> None:
    table.press("ok")
    table.act("Finir le tour")
    assert table.turn.action == "Avancer en 4"


def test_taking_back_leads_to_the_usual_action_and_says_what_was_taken_back(table: Hands) -> None:
    table.press("ok")
    table.act("Caisse 2")
    table.press("down", "down")
    table.hold("back")
    assert table.spoken == "Inès | 3 | case 3 | Avancer en 4. payer en cartes | Repris : A caisse +2"


def test_taking_back_goes_on_to_the_start_and_then_says_that_there_is_nothing(table: Hands) -> None:
    table.press("ok", "back", "ok")
    for _ in range(3):
        table.hold("back")
    assert not table.table.entries
    table.hold("back")
    assert table.spoken == "Rien à reprendre."
    table.press("ok")
    assert isinstance(table.face, TurnFace)


def test_the_menu_says_what_would_be_taken_back_and_restored(table: Hands) -> None:
    table.press("ok", "back")
    table.hold("back")
    table.hold("ok")
    table.find("Reprendre le coup")
    assert table.note == "Inès avance en 3"
    table.find("Rétablir le coup")
    assert table.note == "Inès finit son tour"
    table.press("ok")
    assert table.spoken.startswith("Bao")
    table.hold("ok")
    assert "Rétablir le coup" not in table.rows


def test_nothing_is_restored_after_a_new_move(table: Hands) -> None:
    table.press("ok")
    table.hold("back")
    table.press("back", "ok")
    table.hold("ok")
    assert "Rétablir le coup" not in table.rows


def test_a_tally_can_be_gone_back_in_and_left_out(table: Hands) -> None:
    table.play(until=lambda now: now.state.tallied)
    assert table.hints == {"back": "sauter", "ok": "suite"}
    table.press("ok")
    second = table.spoken
    table.press("ok")
    assert table.hints == {"back": "sauter", "ok": "suite"}
    table.press("ok")
    assert (table.spoken, table.hints) == ("Inès pioche encore une carte.", {"ok": "fermer"})
    table.press("up", "up")
    assert table.spoken == second
    table.press("back")
    assert isinstance(table.face, TurnFace)


def test_a_tally_that_is_restored_is_read_out_again(table: Hands) -> None:
    table.play(until=lambda now: now.state.tallied)
    first = table.spoken
    table.press("undo")
    assert table.spoken == "Inès | 3 | case 15 | Avancer en 16. payer en cartes | Repris : A atteint Ganzhou"
    table.hold("ok")
    table.choose("Rétablir le coup")
    assert table.spoken == first


def test_the_last_move_can_be_taken_back_after_the_end(table: Hands) -> None:
    table.play()
    table.press("back")
    assert table.spoken.startswith("Inès gagne !")
    table.press("ok")
    table.choose("Reprendre le coup")
    assert table.spoken.startswith("Inès | 9 | case 28")


def test_a_long_name_is_cut_in_a_line_but_never_what_it_is_about(hands: Hands) -> None:
    hands.new_game("Maximilienne", "Bao")
    hands.watch = lambda face: None
    hands.press("ok")
    assert hands.turn.last == "Maximil…, chameau 1 en 4"


def test_what_brings_a_tally_is_asked_before(table: Hands) -> None:
    table.other_hand(Play(moves=((1, {"move": "correct", "what": "space:1", "by": 15}),)))
    table.act("Avancer en 16")
    assert isinstance(table.face, ConfirmFace)
    assert "Avancer en 16" in table.spoken
    table.press("back")
    assert len(table.table.entries) == 1
    table.act("Avancer en 16")
    table.press("ok")
    assert len(table.table.entries) == 2


def test_a_press_asks_the_game_once_what_may_be_done(table: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    real = type(table.table.match).offers

    def counted(match: Any, state: Any, seat: int) -> Any:
        calls.append(seat)
        return real(match, state, seat)

    monkeypatch.setattr(type(table.table.match), "offers", counted)
    table.press("ok")
    for key in ("down", "up", "down"):
        table.press(key)
    assert calls == [1]
