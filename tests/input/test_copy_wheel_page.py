"""Copying the owner's roulette: sectors, rings and weights, saved at every step; then it is no trial any more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.faces.faces import ListFace, MessageFace, NumberFace
from companion.box.faces.wheel_face import WheelFace
from companion.box.pages.copy_printed_board_page import CopyBoardPage
from companion.box.pages.copy_printed_wheel_page import draft_note_name
from companion.box.pages.turn_page import TablePage
from companion.games import GAMES
from companion.games.classic import CLASSIC
from companion.games.classic.edition import edition_from
from companion.games.classic.wheel import wheel_from
from companion.games.expedition import EXPEDITION
from companion.rules.figure_tables import merge_figures
from companion.table.game_setup import PROFILE_PREFIX
from tests.input.hands import Hands

NOTE = f"{PROFILE_PREFIX}classic"


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    hands = Hands(tmp_path / "state", games=GAMES)
    yield hands
    hands.close()


@pytest.fixture
def copying(hands: Hands) -> Hands:
    """Hands at the first question: the number of sectors."""
    open_copying(hands)
    return hands


def open_copying(hands: Hands) -> None:
    hands.press("ok")
    hands.choose("copy.title")
    hands.choose("classic.copy_wheel")


def ring(hands: Hands) -> WheelFace:
    face = hands.face
    assert isinstance(face, WheelFace), hands.spoken
    return face


def count(hands: Hands, sectors: int) -> None:
    """Set the number of sectors, all alike."""
    while isinstance(face := hands.face, NumberFace) and face.number != sectors:
        hands.press("up" if face.number < sectors else "down")
    hands.press("ok")


def show(hands: Hands, label: str) -> None:
    """Turn the sector at the pointer to its label, and take it."""
    for _ in range(10):
        pointed = ring(hands).sector_at_pointer
        if pointed is not None and pointed.label == label:
            hands.press("ok")
            return
        hands.press("up")
    raise AssertionError(f"no {label!r} is offered")


def test_with_two_things_to_copy_one_row_asks_which(hands: Hands, tmp_path: Path) -> None:
    hands.press("ok")
    assert "Recopier ton plateau" not in hands.rows
    hands.choose("copy.title")
    assert hands.rows == ["Recopier ton plateau", "Recopier ta roulette", "Recopier tes comptoirs"]
    alone = Hands(tmp_path / "alone", games=(EXPEDITION,))
    alone.press("ok")
    alone.choose("expedition.copy")
    assert type(alone.box.page) is CopyBoardPage
    alone.close()


def test_a_wheel_has_two_to_thirty_six_sectors(copying: Hands) -> None:
    copying.press(*["down"] * 10)
    face = copying.face
    assert isinstance(face, NumberFace)
    assert (face.number, face.low, face.high) == (2, 2, 36)
    copying.knob(50)
    face = copying.face
    assert isinstance(face, NumberFace)
    assert face.number == 36


def test_the_ring_grows_as_it_is_copied(copying: Hands) -> None:
    count(copying, 3)
    copying.press("ok")
    assert copying.spoken == "1 | secteur 1/3 | Ta roulette : terre"
    assert [sector.label for sector in ring(copying).sectors] == ["1", "", ""]
    show(copying, "4")
    assert copying.spoken == "1 | secteur 1/3 | Ta roulette : mer"
    show(copying, "corsaires")
    assert copying.spoken == "1 | secteur 2/3 | Ta roulette : terre"
    assert [sector.label for sector in ring(copying).sectors] == ["4", "1", ""]
    assert ring(copying).rotation == pytest.approx(1 - 1 / 3)
    show(copying, "bandits")
    assert [sector.label for sector in ring(copying).sectors] == ["corsaires", "1", ""]


def test_values_cycle_from_one_to_nine_and_the_attack(copying: Hands) -> None:
    count(copying, 2)
    copying.press("ok")
    labels = []
    for _ in range(10):
        labels.append(ring(copying).sectors[0].label)
        copying.press("up")
    assert labels == [*"123456789", "bandits"]
    assert ring(copying).sectors[0].label == "1"
    copying.press("down")
    assert ring(copying).sectors[0].stark


def test_a_finished_copy_becomes_the_profile_and_is_no_trial(copying: Hands) -> None:
    count(copying, 2)
    copying.press("ok")
    for label in ("7", "2", "bandits", "corsaires"):
        assert copying.session.journal.note(NOTE) is None
        show(copying, label)
    assert isinstance(copying.face, MessageFace)
    sectors = [{"land": 7, "sea": 2}, {"land": "bandit", "sea": "corsair"}]
    assert copying.session.journal.note(NOTE) == {"wheel": {"sectors": sectors, "placeholder": False}}
    assert copying.session.journal.note(draft_note_name(CLASSIC)) is None
    copying.hold("back")
    copying.press("ok")
    copying.choose("home.free")
    copying.choose("free.wheel")
    assert copying.spoken == "Sur terre | Roulette"
    copying.hold("back")
    copying.press("ok")
    copying.choose("home.new")
    copying.choose("game.classic")
    for name in ("Inès", "Bao"):
        copying.add_player(name)
    copying.choose("setup.begin", n=2)
    copying.press("ok")
    assert type(copying.box.page) is TablePage
    copying.press("ok")
    assert copying.spoken == "Sur terre | Inès"
    assert [sector.label for sector in ring(copying).sectors] == ["7", "bandits"]


def test_a_copied_wheel_overrides_a_file_that_calls_it_trial(copying: Hands) -> None:
    count(copying, 2)
    copying.press(*["ok"] * 5)
    trial = {"wheel": {"placeholder": True, "sectors": [{"land": 1, "sea": 1}] * 3}}
    assert edition_from(trial, 2).wheel.placeholder
    own = merge_figures(trial, copying.session.journal.note(NOTE))
    assert (len(own["wheel"]["sectors"]), edition_from(own, 2).wheel.placeholder) == (2, False)


def test_uneven_sectors_are_asked_for_their_width(copying: Hands) -> None:
    count(copying, 2)
    copying.press("down")
    assert copying.spoken.startswith("Secteurs inégaux")
    copying.press("ok", "ok", "ok")
    assert copying.spoken == "Largeur du secteur 1/2 | 1"
    copying.press("down", "up", "up", "ok", "ok", "ok", "ok")
    note = copying.session.journal.note(NOTE)
    assert note["wheel"]["sectors"] == [{"land": 1, "sea": 1, "weight": 3}, {"land": 1, "sea": 1, "weight": 1}]
    assert wheel_from(note["wheel"], note["wheel"]).weights == (3, 1)


def test_back_goes_back_step_by_step_and_forgets_nothing(copying: Hands) -> None:
    count(copying, 2)
    copying.press("ok")
    show(copying, "5")
    show(copying, "6")
    spoken = []
    for _ in range(5):
        copying.press("back")
        spoken.append(copying.spoken.split(" | ")[0])
    assert spoken[:4] == ["6", "5", "Secteurs tous égaux", "Combien de secteurs ?"]
    assert isinstance(copying.face, ListFace)


@pytest.mark.parametrize("leave", ["plug", "hold"])
def test_copying_continues_another_day_at_the_same_step(copying: Hands, leave: str) -> None:
    count(copying, 3)
    copying.press("ok")
    show(copying, "5")
    show(copying, "6")
    if leave == "plug":
        copying.pull_the_plug()
    else:
        copying.hold("back")
    open_copying(copying)
    assert copying.spoken == "Combien de secteurs ? | 3"
    copying.press("ok", "ok")
    assert copying.spoken == "1 | secteur 2/3 | Ta roulette : terre"
    assert [sector.label for sector in ring(copying).sectors] == ["5", "1", ""]


def test_a_copied_wheel_can_be_corrected(copying: Hands) -> None:
    count(copying, 2)
    copying.press("ok")
    for label in ("7", "2", "3", "4"):
        show(copying, label)
    copying.press("ok")
    copying.choose("classic.copy_wheel")
    assert copying.spoken == "Combien de secteurs ? | 2"
    copying.press("ok", "ok")
    assert [sector.label for sector in ring(copying).sectors] == ["7", "3"]
    copying.press("up", "ok", "ok", "ok", "ok")
    note = copying.session.journal.note(NOTE)
    assert note["wheel"]["sectors"] == [{"land": 8, "sea": 2}, {"land": 3, "sea": 4}]


def test_other_figures_of_the_owner_are_unchanged(copying: Hands) -> None:
    copying.session.note(NOTE, {"ransom": {"besants": 40}})
    count(copying, 2)
    copying.press(*["ok"] * 5)
    assert set(copying.session.journal.note(NOTE)) == {"ransom", "wheel"}


def test_a_wheel_that_cannot_be_saved_is_reported(copying: Hands) -> None:
    count(copying, 2)
    copying.press("ok")
    copying.fill_the_card()
    copying.press("ok")
    assert isinstance(copying.face, MessageFace)
