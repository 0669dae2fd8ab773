"""A turn at the table: the keys, the cursor, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from companion.box.faces.faces import ConfirmFace, TurnFace
from companion.table.commands import Play, StartGame
from companion.words.signs import Glyph
from tests.input.hands import Hands


@pytest.fixture
def table(hands: Hands) -> Hands:
    """Three players who have just begun."""
    hands.new_game("Inès", "Bao", "Chloé")
    return hands


def test_the_turn_shows_the_seat_its_total_and_all_positions(table: Hands) -> None:
    face, mark = table.turn, table.turn.strip.turn
    assert mark is not None
    assert (mark.name, mark.letter, mark.shape.value, mark.colour) == ("Inès", "I", "circle", "bleu")
    assert (face.number, face.unit, face.place) == (3, Glyph.COIN, "Ormuz")
    assert face.block is not None
    assert (face.block.turn, face.block.spoken) == (
        1,
        ("Inès\xa0: Ormuz", "Bao\xa0: case\xa01", "Chloé\xa0: case\xa02"),
    )


def test_every_key_has_a_hint(table: Hands) -> None:
    assert table.hints == {"back": "passer", "down": "autre", "ok": "jouer"}
    table.press("ok")
    assert table.hints == {"back": "finir", "down": "autre", "ok": "jouer"}


def test_a_step_and_ending_a_turn_take_one_press_each(table: Hands) -> None:
    table.press("ok", "back")
    assert table.spoken == "Bao | 3 | case 1 | Avancer sur la 4. en jouant des cartes | I 0 → 3 | Inès pioche une carte"


def test_back_only_offers_to_pass_an_untouched_turn(table: Hands) -> None:
    table.hold("ok")
    table.choose("Feuille de score")
    table.press("back", "back", "back")
    assert table.turn.action == "Passer"
    assert table.hints["back"] == "retour"
    table.press("back")
    assert table.turn.action == "Avancer sur la 3"
    assert not table.table.entries
    table.press("back", "ok")
    assert table.spoken.endswith("Inès passe | Inès pioche une carte")


def test_up_and_down_cycle_through_the_actions(table: Hands) -> None:
    table.press("ok")
    actions = []
    for _ in range(table.turn.actions):
        actions.append(table.turn.action)
        table.press("down")
    assert actions == ["Avancer sur la 4", "Caisse de 1", "Caisse de 2", "Lâcher du lest → 4", "Finir le tour"]
    assert table.turn.action == "Avancer sur la 4"
    table.press("up")
    assert table.turn.action == "Finir le tour"
    assert [hint.text for hint in table.face.hints] == ["finir", "autre", "jouer"]


def test_taking_a_crate_moves_the_cursor_to_the_step(table: Hands) -> None:
    table.press("ok")
    table.act("Caisse de 1")
    assert table.turn.action == "Avancer sur la 4"


def test_a_refused_action_says_why_and_resets_the_cursor(table: Hands) -> None:
    table.press("down")
    assert table.turn.action_refused
    assert table.turn.action_detail == "pas possible (E5)"
    table.press("ok")
    assert table.spoken.startswith("Pas de délestage vers la 3 : aucun chameau adverse n’y est passé. | E5 | E5")
    assert "Où mène le délestage" in table.spoken
    table.press("ok")
    assert table.turn.action == "Avancer sur la 3"
    assert not table.table.entries


def test_after_ballast_the_cursor_is_on_a_step_by_cards(table: Hands) -> None:
    table.play(until=lambda now: now.state.camels[0] == (8,))
    table.press("back")
    table.act("Lâcher du lest → 3")
    assert table.turn.action == "Avancer sur la 4"
    assert table.turn.number == 2


def test_a_new_turn_begins_with_its_usual_action(table: Hands) -> None:
    table.press("ok")
    table.act("Finir le tour")
    assert table.turn.action == "Avancer sur la 4"


def test_taking_back_resets_the_cursor_and_names_the_move(table: Hands) -> None:
    table.press("ok")
    table.act("Caisse de 2")
    table.press("down", "down")
    table.hold("back")
    assert table.spoken == "Inès | 3 | case 3 | Avancer sur la 4. en jouant des cartes | Repris : I caisse de 2"


def test_taking_back_works_to_the_start_and_then_says_so(table: Hands) -> None:
    table.press("ok", "back", "ok")
    for _ in range(3):
        table.hold("back")
    assert not table.table.entries
    table.hold("back")
    assert table.spoken == "Rien à reprendre."
    table.press("ok")
    assert isinstance(table.face, TurnFace)


def test_the_menu_names_the_moves_to_take_back_and_restore(table: Hands) -> None:
    table.press("ok", "back")
    table.hold("back")
    table.hold("ok")
    table.find("Reprendre le coup")
    assert table.note == "Inès va sur la 3"
    table.find("Rétablir le coup")
    assert table.note == "Inès finit son tour"
    table.press("ok")
    assert table.spoken.startswith("Bao")
    table.hold("ok")
    assert "Rétablir le coup" not in table.rows


def test_nothing_can_be_restored_after_a_new_move(table: Hands) -> None:
    table.press("ok")
    table.hold("back")
    table.press("back", "ok")
    table.hold("ok")
    assert "Rétablir le coup" not in table.rows


def test_a_tally_can_go_back_and_be_skipped(table: Hands) -> None:
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


def test_a_restored_tally_is_shown_again(table: Hands) -> None:
    table.play(until=lambda now: now.state.tallied)
    first = table.spoken
    table.press("undo")
    assert table.spoken == "Inès | 3 | case 15 | Avancer sur la 16. 4 différentes ? | Repris : I arrive à Ganzhou"
    table.hold("ok")
    table.choose("Rétablir le coup")
    assert table.spoken == first


def test_the_last_move_can_be_taken_back_after_the_end(table: Hands) -> None:
    table.play()
    assert table.spoken.startswith("Inès gagne !")
    table.press("back")
    table.choose("Reprendre le coup")
    assert table.spoken.startswith("Inès | 9 | Dadu | Plus de caisse")


def test_dadu_asks_for_crates_and_names_who_was_first(hands: Hands) -> None:
    known = {str(space): 0 for space in range(1, 29) if space != 4}
    hands.other_hand(StartGame(game="expedition", names=("Maximilienne", "Bao"), options={"crates": known}))
    hands.press("down", "ok", "back")  # Maximilienne's second camel jumps 3 to 4
    hands.play(until=lambda table: any(29 in spaces for spaces in table.state.camels))
    assert hands.turn.action == "Plus de caisse"
    hands.press("up", "up")
    assert (hands.turn.action, hands.turn.action_detail) == ("Caisse de 1, case\xa04", "+1 or pour Maximil…")
    gold = hands.table.state.gold
    hands.press("ok")
    assert isinstance(hands.face, ConfirmFace)
    hands.press("ok")
    assert hands.table.over
    assert hands.table.state.gold[0] > gold[0]


def test_a_long_name_is_shortened_before_the_event(hands: Hands) -> None:
    hands.new_game("Maximilienne", "Bao")
    hands.watch = lambda face: None
    hands.press("ok")
    assert hands.turn.last == "Maximil…\N{NO-BREAK SPACE}: chameau bleu → 4"


def test_a_step_to_a_tally_is_confirmed_first(table: Hands) -> None:
    table.other_hand(Play(moves=((1, {"move": "correct", "what": "space:1", "by": 15}),)))
    table.act("Avancer sur la 16")
    assert isinstance(table.face, ConfirmFace)
    assert "Avancer sur la 16" in table.spoken
    table.press("back")
    assert len(table.table.entries) == 1
    table.act("Avancer sur la 16")
    table.press("ok")
    assert len(table.table.entries) == 2


def test_a_press_computes_the_offers_once(table: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
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
