"""The history and its amendments: entries replaced, left out, inserted, with misfits asked about; and corrections."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.box.faces.faces import BlockFace, ListFace, MessageFace, NumberFace, PlaceFace
from companion.rules.game import move_to_json
from companion.rules.scene import Track
from companion.table.commands import CloseGame, Insert, TakeBack
from companion.table.table import Table
from tests.input.hands import Hands, plain


@pytest.fixture
def table(hands: Hands) -> Hands:
    """Inès has stepped and ended her turn, so has Bao, and Chloé has stepped."""
    hands.new_game("Inès", "Bao", "Chloé")
    hands.press("ok", "back", "ok", "back", "ok")
    hands.hold("ok")
    hands.choose("Coups joués")
    return hands


def question(hands: Hands) -> list[str]:
    """Return the question before a change, and under it the move and the changes, as they are read aloud."""
    assert isinstance(hands.face, BlockFace)
    return [plain(line) for line in (hands.face.strip.title, *hands.face.blocks[0].spoken)]


def kinds(table: Table) -> list[tuple[int, str]]:
    """Return seat and kind of every present entry."""
    return [(entry.played.seat, entry.played.move.kind) for entry in table.entries]


def test_the_newest_entry_comes_first_each_with_its_seat(table: Hands) -> None:
    face = table.face
    assert isinstance(face, ListFace)
    assert [(row.mark.letter, row.text) for row in face.rows if row.mark] == [
        ("C", "va sur la 5"),
        ("B", "1 → 4"),
        ("I", "0 → 3"),
    ]
    table.press("down")
    assert table.note == "2 coups"
    table.press("ok")
    assert table.rows == ["finit son tour", "va sur la 4"]
    table.press("back")
    assert table.rows == ["va sur la 5", "1 → 4", "0 → 3", "Le début"]


def test_an_opened_turn_closes_when_it_changes(table: Hands) -> None:
    table.press("down", "ok")
    table.other_hand(TakeBack())
    assert table.rows == ["finit son tour", "va sur la 4"], "the turn is as it was"
    table.other_hand(TakeBack())
    assert "avancé entre-temps" in table.spoken
    table.press("ok")
    assert table.rows == ["va sur la 4", "0 → 3", "Le début"], "the turn goes on, its moves are told one by one"


def test_a_move_is_read_in_full(table: Hands) -> None:
    table.press("down", "ok", "down", "ok")
    table.choose("Le lire")
    assert table.spoken == "Bao va sur la 4 (coup 3)"


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("fr", ["{}", "{}", "Remplacer : {}", "Supprimer : {}", "Avant : {}"]),
        ("en", ["{}", "{}", "Replace: {}", "Remove: {}", "Before: {}"]),
    ],
)
def test_titles_name_the_move_in_both_sizes(tmp_path: Path, language: str, titles: list[str], large: bool) -> None:
    with closing(Hands(tmp_path / "state", language, large=large)) as hands:
        hands.new_game("Inès", "Bao", "Chloé")
        hands.press("ok", "back", "ok", "back", "ok")
        hands.hold("ok")
        hands.choose("menu.history")
        hands.press("down", "ok", "down", "ok")
        pages = [title_of(hands)]
        for row in ("read", "replace", "leave_out", "put_in"):
            hands.choose(f"history.{row}")
            pages.append(title_of(hands))
            hands.press("back")
        name = {"fr": "B va sur la 4", "en": "B steps to 4"}[language]
        assert pages == [title.format(name) for title in titles]


def title_of(hands: Hands) -> str:
    return plain(hands.face.strip.title)


def test_a_move_is_read_with_its_lines_and_reasons(tmp_path: Path) -> None:
    with closing(Hands(tmp_path / "state", "en")) as hands:
        hands.new_game("Inès", "Bao")
        hands.correct("Bao", "gold", 2)
        hands.hold("ok")
        hands.choose("menu.history")
        hands.press("ok")
        assert title_of(hands) == "B 3 → 5 gold, corrected"
        hands.choose("history.read")
        assert hands.spoken == "Bao: 3 → 5 gold, corrected (move 1)\nBao: +2 gold · corrected by hand"


def test_a_move_is_replaced_by_one_that_was_legal_then(table: Hands) -> None:
    table.press("up", "up", "ok", "up", "ok", "ok")
    assert table.rows == ["Avancer", "Finir le tour", "Corriger à la main"]
    table.choose("Corriger à la main")
    table.choose("or")
    table.press("up", "ok", "ok")
    assert question(table)[:2] == ["Remplacer : I va sur la 3", "Inès : 3 → 4 or, corrigé"]
    assert "Inès : or : 3 → 4" in question(table)
    table.press("ok")
    assert kinds(table.table)[:2] == [(1, "correct"), (1, "end_turn")]


def test_misfits_are_listed_with_reasons_and_confirmed(table: Hands) -> None:
    table.press("up", "up", "ok", "up", "ok", "ok")
    table.choose("Finir le tour")
    assert table.rows == ["Supprimer aussi 1 coup", "finit son tour"]
    assert table.note == "Il n’est plus possible"
    assert len(table.table.entries) == 5, "nothing is done before it is asked"
    table.press("down")
    assert table.note == "C’est à Bao de jouer."
    table.press("ok")
    assert table.spoken == "C’est à Bao de jouer."
    table.press("ok", "up", "ok")
    assert question(table)[:3] == ["Remplacer : I va sur la 3", "Inès passe", "Inès : case 3 → Ormuz"]
    assert len(table.table.entries) == 5, "nothing is done before its changes are shown"
    table.press("ok")
    assert kinds(table.table) == [(1, "end_turn"), (2, "step"), (2, "end_turn"), (3, "step")]
    assert plain(table.turn.last) == "Changé : Inès va sur la 3 → passe"
    assert plain(table.turn.last_brief) == "Changé : I va sur la 3 → passe"


def test_an_amendment_without_misfits_is_one_question(table: Hands) -> None:
    table.press("down", "ok", "down", "ok")
    table.choose("Le supprimer")
    assert question(table) == [
        "Supprimer : B va sur la 4",
        "Bao : case 4 → 1",
        "Chloé : case 5 → 4",
        "Inès : comme avant",
        "Rien d’autre ne change.",
        "Les coups suivants restent valables.",
    ]
    table.press("back")
    assert len(table.table.entries) == 5
    table.choose("Le supprimer")
    table.press("ok")
    assert kinds(table.table) == [(1, "step"), (1, "end_turn"), (2, "end_turn"), (3, "step")]


def test_a_replacement_names_the_new_move(table: Hands) -> None:
    table.press("ok", "ok")
    table.choose("Finir le tour")
    assert question(table)[1:3] == ["Chloé passe", "Chloé : case 5 → 2"]
    table.press("ok")
    assert kinds(table.table)[-1] == (3, "end_turn")


def test_a_forgotten_move_is_inserted_before_another(table: Hands) -> None:
    table.press("up", "up", "ok", "ok")
    table.choose("Un coup oublié avant")
    assert table.rows == ["Inès", "Bao", "Chloé"]
    assert table.row == "Inès", "whoever made the move it comes before"
    table.press("ok")
    assert table.rows == ["Avancer", "Prendre une caisse", "Finir le tour", "Corriger à la main"]
    assert plain(table.spoken).endswith("Avant : I finit son tour")
    table.choose("Prendre une caisse")
    table.press("ok")
    assert question(table)[0] == "Avant : I finit son tour"
    assert "Inès : or : 3 → 4" in question(table)
    assert len(table.table.entries) == 5, "nothing is done before it is asked"
    before = table.table.digest()
    table.press("ok")
    assert kinds(table.table)[:3] == [(1, "step"), (1, "crate"), (1, "end_turn")]
    assert table.turn.last == "Coup oublié\N{NO-BREAK SPACE}: Inès prend une caisse de 1"
    table.hold("back")
    assert table.table.digest() == before


def test_an_inserted_move_equals_the_insert_command(table: Hands) -> None:
    table.press("up", "up", "ok", "ok")
    table.choose("Un coup oublié avant")
    table.press("ok")
    table.choose("Prendre une caisse")
    table.press("ok", "ok")
    by_keys = table.table
    table.other_hand(TakeBack())
    move = move_to_json(by_keys.entries[1].played.move)
    table.other_hand(Insert(entry=2, seat=1, move=move))
    assert table.table.digest() == by_keys.digest()
    assert [entry.played for entry in table.table.entries] == [entry.played for entry in by_keys.entries]


def test_misfits_of_an_inserted_move_are_listed_first(table: Hands) -> None:
    table.press("up", "up", "ok", "ok")
    table.choose("Un coup oublié avant")
    table.press("ok")
    table.choose("Finir le tour")
    assert table.rows == ["Supprimer aussi 1 coup", "finit son tour"]
    assert plain(table.spoken).endswith("Avant : I finit son tour")
    table.press("ok")
    assert question(table)[-1] == "Rien ne change sur le plateau."
    table.press("ok")
    assert kinds(table.table) == [(1, "step"), (1, "end_turn"), (2, "step"), (2, "end_turn"), (3, "step")]
    assert table.turn.last == "Coup oublié\N{NO-BREAK SPACE}: Inès finit son tour"


def test_a_change_by_another_hand_cancels_an_insertion(table: Hands) -> None:
    table.press("up", "up", "ok", "ok")
    table.choose("Un coup oublié avant")
    table.press("ok")
    table.other_hand(TakeBack())
    assert "avancé entre-temps" in table.spoken
    assert len(table.table.entries) == 4


def test_an_amendment_can_be_taken_back(table: Hands) -> None:
    before = table.table.digest()
    table.press("up", "up", "ok", "up", "ok")
    table.choose("Le supprimer")
    table.press("ok")
    assert table.table.digest() != before
    table.hold("back")
    assert table.table.digest() == before
    assert plain(table.turn.last).endswith("Supprimé : I va sur la 3")
    table.hold("ok")
    table.find("Rétablir le coup")
    assert plain(table.note) == "Supprimé : Inès va sur la 3"


def test_moves_of_a_closed_game_can_only_be_read(table: Hands) -> None:
    table.other_hand(CloseGame())
    table.press("ok")
    assert (table.rows, table.note) == (["Le lire"], "Cette partie a été arrêtée.")


def test_a_move_refused_then_is_not_offered_now(table: Hands) -> None:
    table.press("up", "up", "ok", "up", "ok", "ok")
    table.choose("Avancer")
    assert question(table)[1:3] == ["Inès va sur la 3", "Rien ne change sur le plateau."], (
        "ballast was refused then: there is one way, and nothing to ask"
    )


def test_a_correction_changes_gold_or_a_space_and_stays_marked(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.correct("Bao", "or", -2)
    hands.correct("Chloé", "chameau", 5)
    assert hands.table.state.gold == (3, 1, 3)
    assert hands.table.state.camels == ((0,), (1,), (7,))
    assert hands.badges == {"corrected"}
    hands.hold("back")
    hands.hold("back")
    assert hands.badges == set()


def test_a_correction_may_have_a_reason(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.choose("Bao")
    hands.choose("or")
    hands.press("up", "ok")
    hands.write("déjà payé")
    hands.press("ok")
    hands.press("seat2", "ok")
    assert hands.spoken == "+1 or | corrigé à la main : Déjà payé (coup 1)"


def test_a_correction_shows_the_amount_before_and_after(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.choose("Bao")
    hands.choose("or")
    assert hands.spoken == "3 → combien ? | 3 | Bao"
    hands.press("ok")
    assert "C’est le nombre actuel." in hands.spoken
    hands.press("back", "up", "up", "ok", "ok")
    assert question(hands) == [
        "Corriger à la main",
        "Bao : or : 3 → 5",
        "Bao : en plus : +2 or : corrigé à la main",
        "Inès et Chloé : comme avant",
        "Rien d’autre ne change.",
    ]
    hands.press("ok")
    assert hands.table.state.gold == (3, 5, 3)
    hands.hold("ok")
    hands.find("Reprendre le coup")
    assert plain(hands.note) == "Bao : 3 → 5 or, corrigé"


def test_a_camel_is_put_right_on_its_track(hands: Hands) -> None:
    open_camel_form(hands)
    assert hands.spoken == "Case 1 → où ? | Bao"
    assert piece_on_screen(hands) == ("place:1", "place:1")
    hands.press("up", "right", "up")
    assert hands.spoken == "Case 1 → 4 | Bao"
    assert piece_on_screen(hands) == ("place:1", "place:4")
    hands.press("down", "ok", "ok")
    assert question(hands)[1:] == ["Bao : case 1 → 3", "Inès et Chloé : comme avant", "Rien d’autre ne change."]
    hands.press("ok")
    assert hands.table.state.camels == ((0,), (3,), (2,))


def test_a_refused_place_is_seen_but_not_taken(hands: Hands) -> None:
    open_camel_form(hands)
    hands.press("ok")
    assert "C’est sa place actuelle." in hands.spoken
    hands.press("back", *["up"] * 40)
    assert isinstance(hands.face, PlaceFace)
    assert hands.spoken.startswith("Case 1 → Dadu | ")
    hands.press("ok")
    assert isinstance(hands.face, MessageFace)
    hands.press("back", *["down"] * 40)
    assert hands.spoken == "Case 1 → Ormuz | Bao"


def open_camel_form(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.choose("Bao")
    hands.choose("chameau")


def piece_on_screen(hands: Hands) -> tuple[str, str]:
    """Return the places where the piece of the form comes from, and where it is shown."""
    assert isinstance(hands.face, PlaceFace)
    track = hands.face.block.block
    assert isinstance(track, Track)
    return hands.face.start, next(piece.at for piece in track.pieces if piece.id == hands.face.piece)


def test_a_correction_stays_in_its_bounds(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.choose("Bao")
    hands.choose("or")
    hands.press("down")
    assert hands.spoken == "3 → combien ? | 2 | Bao"
    hands.press(*["down"] * 5)
    assert hands.spoken == "3 → combien ? | 0 | Bao"


def test_a_key_held_for_a_while_counts_by_tens(hands: Hands) -> None:
    hands.new_game("Inès", "Bao")
    hands.hold("ok")
    hands.choose("Corriger à la main")
    hands.choose("Bao")
    hands.choose("or")
    numbers = [3]
    hands.grip("up")
    while numbers[-1] < 50:
        hands.wait(0.02)
        assert isinstance(hands.face, NumberFace)
        if hands.face.number != numbers[-1]:
            numbers.append(hands.face.number)
    hands.let_go("up")
    assert numbers == [*range(3, 15), 20, 30, 40, 50]
    hands.wait(1)
    hands.press("up")
    assert hands.spoken == "3 → combien ? | 51 | Bao"
    hands.press("down", "down")
    assert hands.spoken == "3 → combien ? | 49 | Bao", "a press by itself is one, and so is a turn back"
    hands.grip("down")
    hands.wait(3)
    hands.let_go("down")
    assert hands.spoken == "3 → combien ? | 0 | Bao"


def test_after_the_end_nothing_is_corrected(hands: Hands) -> None:
    hands.new_game("Inès", "Bao", "Chloé")
    hands.play()
    hands.press("back")
    hands.hold("ok")
    assert "Corriger à la main" not in hands.rows
