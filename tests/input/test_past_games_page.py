"""Saved games at the box: continuing one, and erasing one permanently."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.faces.faces import ConfirmFace, MessageFace, TurnFace
from companion.box.faces.signals import Sound
from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.journal.journal import OPEN_GAME
from companion.table.commands import CloseGame, EraseGames, LeaveGame, OpenGame, StartGame
from tests.input.hands import EXPEDITION_ALONE, Hands
from tests.kit.older_games import FINISHED_GAME, MIGRATED_GAME, MISSING_GAME, REFUSED_GAME, leave_older_games
from tests.kit.older_journals import everything_in, rewrite_game


@pytest.fixture
def saved(hands: Hands) -> Hands:
    """Two games that can continue and a closed one, at the welcome page."""
    for names in (("Inès", "Bao"), ("Chloé", "Dan"), ("Eva", "Fadi")):
        hands.other_hand(StartGame(game="expedition", names=names))
    hands.other_hand(CloseGame())
    hands.other_hand(LeaveGame())
    hands.press("ok")
    return hands


def numbers(hands: Hands) -> list[int]:
    return [saved.number for saved in hands.session.journal.games()]


def test_one_press_continues_a_game(saved: Hands) -> None:
    saved.choose("Continuer une partie")
    assert saved.rows == ["Chloé, Dan", "Inès, Bao", "Effacer une partie"]
    saved.press("ok")
    assert isinstance(saved.face, TurnFace)
    assert saved.table.number == 2


@pytest.mark.parametrize(
    ("menu", "row", "left"),
    [("Continuer une partie", "Inès, Bao", [2, 3]), ("Parties finies", "Eva, Fadi", [1, 2])],
)
def test_a_game_is_erased_after_confirmation(saved: Hands, menu: str, row: str, left: list[int]) -> None:
    saved.choose(menu)
    saved.choose("Effacer une partie")
    saved.choose(row)
    assert saved.spoken.startswith("Pour toujours ?")
    saved.press("back")
    assert numbers(saved) == [1, 2, 3]
    saved.press("ok", "ok")
    assert numbers(saved) == left
    assert saved.last_sound() is Sound.DONE
    assert row not in saved.rows
    saved.press("back")
    assert row not in saved.rows


def test_without_games_there_is_nothing_to_erase(saved: Hands) -> None:
    saved.choose("Parties finies")
    saved.choose("Effacer une partie")
    saved.press("ok", "ok")
    assert saved.rows == ["Rien pour l’instant"]
    saved.press("ok")
    assert saved.rows == ["Rien pour l’instant"]
    saved.press("ok")
    assert saved.row == "Parties finies"


def test_a_game_erased_elsewhere_is_reported(saved: Hands) -> None:
    saved.choose("Continuer une partie")
    saved.other_hand(EraseGames(number=2))
    saved.press("ok")
    assert isinstance(saved.face, MessageFace)
    saved.press("ok", "down", "down", "ok", "ok", "ok")
    assert isinstance(saved.face, MessageFace)
    assert numbers(saved) == [1, 3]


def test_a_game_that_cannot_be_erased_is_reported_and_stays(saved: Hands) -> None:
    saved.choose("Continuer une partie")
    saved.choose("Effacer une partie")
    saved.fill_the_card()
    saved.press("ok", "ok")
    assert isinstance(saved.face, MessageFace)
    assert numbers(saved) == [1, 2, 3]


# Games by other rules, and of a game that is not installed.


@pytest.fixture
def foreign(tmp_path: Path) -> Iterator[Hands]:
    """Show the games that another program left, at the menu."""
    hands = Hands(tmp_path / "state", games=(EXPEDITION, CLASSIC))
    leave_older_games(hands.session)
    hands.games = EXPEDITION_ALONE
    hands.pull_the_plug()
    hands.press("ok")
    yield hands
    hands.close()


def saved_game(hands: Hands, number: int) -> object:
    return everything_in(hands.store.journal.path, number)


def test_each_game_shows_its_problem(foreign: Hands) -> None:
    foreign.choose("Continuer une partie")
    notes = []
    for _ in range(3):
        notes.append(foreign.note)
        foreign.press("down")
    assert notes == ["4 · Avec d’autres règles", "3 · Avec d’autres règles", "1 · Jeu inconnu ici"]
    foreign.press("back")
    foreign.choose("Parties finies")
    assert foreign.note == "2 · Avec d’autres règles"
    assert foreign.spoken.startswith("Inès 16")


@pytest.mark.parametrize(
    ("menu", "downs", "number", "reason"),
    [
        ("Continuer une partie", 2, MISSING_GAME, "Ce programme ne connaît pas le jeu « classic »"),
        (
            "Parties finies",
            0,
            FINISHED_GAME,
            "Cette partie s’est terminée avec la version 7 de ses règles. Son résultat reste.",
        ),
    ],
)
def test_a_game_that_cannot_be_opened_says_why(foreign: Hands, menu: str, downs: int, number: int, reason: str) -> None:
    before = saved_game(foreign, number)
    foreign.choose(menu)
    foreign.press(*["down"] * downs, "ok")
    assert isinstance(foreign.face, MessageFace)
    assert foreign.spoken.startswith(reason)
    assert foreign.last_sound() is Sound.REFUSED
    foreign.press("ok")
    assert foreign.session.table is None
    assert saved_game(foreign, number) == before


def test_misfits_are_listed_after_the_choices(foreign: Hands) -> None:
    before = saved_game(foreign, REFUSED_GAME)
    foreign.choose("Continuer une partie")
    foreign.press("down", "ok")
    assert foreign.rows == ["Continuer sans ce coup", "L’arrêter pour de bon", "Prendre une caisse"]
    foreign.press("up")
    assert foreign.note == "Une caisse du plateau vaut 1 ou 2."
    foreign.press("ok")
    assert foreign.spoken.startswith("Une caisse du plateau vaut 1 ou 2.")
    foreign.press("ok", "back")
    assert foreign.row == "Inès, Bao +1"
    assert saved_game(foreign, REFUSED_GAME) == before


def test_a_game_continues_without_its_misfits(foreign: Hands) -> None:
    foreign.choose("Continuer une partie")
    foreign.press("down", "ok", "ok")
    assert foreign.spoken.startswith("La partie continue avec de nouvelles règles. Inès : 5 devient 3.")
    foreign.press("ok")
    assert isinstance(foreign.face, TurnFace)
    assert [entry.played.move.kind for entry in foreign.table.entries] == ["step", "end_turn", "step"]


def test_a_game_is_closed_permanently_after_confirmation(foreign: Hands) -> None:
    before = saved_game(foreign, REFUSED_GAME)
    foreign.choose("Continuer une partie")
    foreign.press("down", "ok")
    foreign.choose("L’arrêter pour de bon")
    assert isinstance(foreign.face, ConfirmFace)
    foreign.press("back")
    assert saved_game(foreign, REFUSED_GAME) == before
    foreign.press("ok", "ok")
    assert foreign.spoken == "La partie 3 est arrêtée. Son fichier dit tout, même les secrets et la graine."
    foreign.press("ok")
    assert foreign.rows == ["Inès, Bao +1", "Inès, Bao", "Effacer une partie"]
    assert [saved.closed for saved in foreign.session.journal.games()] == [False, False, True, False]


def test_a_game_that_cannot_be_closed_is_reported_and_stays(foreign: Hands) -> None:
    before = saved_game(foreign, REFUSED_GAME)
    foreign.choose("Continuer une partie")
    foreign.press("down", "ok")
    foreign.choose("L’arrêter pour de bon")
    foreign.fill_the_card()
    foreign.press("ok")
    assert foreign.last_sound() is Sound.REFUSED
    assert saved_game(foreign, REFUSED_GAME) == before


def test_changed_totals_are_shown_once(foreign: Hands) -> None:
    foreign.choose("Continuer une partie")
    foreign.press("ok")
    assert foreign.spoken.startswith("La partie continue avec de nouvelles règles. Inès : 4 devient 5.")
    foreign.press("ok")
    assert isinstance(foreign.face, TurnFace)
    foreign.other_hand(LeaveGame())
    foreign.other_hand(OpenGame(number=MIGRATED_GAME))
    assert isinstance(foreign.face, TurnFace)


def test_changed_totals_are_shown_when_a_phone_opens_the_game(foreign: Hands) -> None:
    foreign.other_hand(OpenGame(number=MIGRATED_GAME))
    assert foreign.spoken.startswith("La partie continue avec de nouvelles règles. Inès : 4 devient 5.")


def test_changed_totals_are_shown_at_the_start(foreign: Hands) -> None:
    foreign.store.journal.set_note("open_game", MIGRATED_GAME)
    foreign.pull_the_plug()
    assert foreign.spoken.startswith("La partie continue avec de nouvelles règles. Inès : 4 devient 5.")
    foreign.press("ok")
    assert isinstance(foreign.face, TurnFace)


def test_a_game_that_could_not_even_begin_can_be_closed(foreign: Hands) -> None:
    fog = {"options": {"fog": True}}
    rewrite_game(
        foreign.store.journal.path, MIGRATED_GAME, lambda seq, body: body | fog if seq == 1 else body, version=7
    )
    foreign.store.journal.keep_recent()
    foreign.choose("Continuer une partie")
    foreign.press("ok")
    assert foreign.spoken.startswith("Avec les règles actuelles, cette partie n’aurait pas pu commencer ainsi")
    foreign.press("ok")
    assert foreign.rows == ["L’arrêter pour de bon"]
    foreign.press("ok", "ok")
    assert foreign.spoken.startswith("La partie 4 est arrêtée.")


def test_the_open_game_asks_about_its_misfits_at_the_start(foreign: Hands) -> None:
    foreign.session.note(OPEN_GAME, REFUSED_GAME)
    foreign.pull_the_plug()
    assert foreign.session.undecided_game == REFUSED_GAME
    assert foreign.rows == ["Continuer sans ce coup", "L’arrêter pour de bon", "Prendre une caisse"]
    foreign.press("ok")
    assert foreign.spoken.startswith("La partie continue avec de nouvelles règles. Inès : 5 devient 3.")
    foreign.press("ok")
    assert isinstance(foreign.face, TurnFace)
    assert foreign.session.undecided_game is None


@pytest.mark.parametrize("number", [FINISHED_GAME, MISSING_GAME])
def test_a_game_that_cannot_open_asks_nothing_at_the_start(foreign: Hands, number: int) -> None:
    foreign.session.note(OPEN_GAME, number)
    foreign.pull_the_plug()
    assert foreign.session.undecided_game is None
    assert foreign.spoken == "Compagnon | Qui part en caravane ?"
