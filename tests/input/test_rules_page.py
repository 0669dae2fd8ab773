"""Tonight's rules on the box: a page of the lobby that changes them, and one of the table to read them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import ListFace, LobbyFace, MessageFace
from companion.games import GAMES
from companion.games.classic import CLASSIC
from companion.games.voyages import VOYAGES
from companion.rules.game import Game
from companion.words.catalogue import LANGUAGES
from tests.games.lanterns import LANTERNS
from tests.input.hands import Hands, plain

NAMES = ("Léa", "Maximilienne", "Zoé")


def prepare(hands: Hands, game: Game, *names: str) -> None:
    """Open the lobby of a game, and let these people sit down."""
    hands.press("ok")
    hands.choose("home.new")
    hands.choose(f"game.{game.id}")
    for name in names:
        hands.add_player(name)


def open_table_rules(hands: Hands) -> None:
    """Start the game that is prepared, and open its rules from the menu."""
    hands.choose("setup.begin", n=len(NAMES))
    if isinstance(hands.face, SealFace):
        hands.press("ok")
    hands.hold("ok")
    hands.choose("rules.tonight")


def shown_rules(hands: Hands) -> dict[str, str]:
    return dict(zip(hands.rows, hands.details, strict=True))


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    with closing(Hands(tmp_path / "state", "fr", games=GAMES)) as hands:
        yield hands


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_line_fits_the_screen(game: Game, language: str, tmp_path: Path, *, large: bool) -> None:
    with closing(Hands(tmp_path / "state", language, large=large, games=GAMES)) as hands:
        prepare(hands, game, *NAMES)
        hands.find("rules.tonight")
        hands.press("ok")
        rows = hands.rows
        hands.press(*["down"] * len(rows))
        for title in ("setup.options", "rules.dealt", "rules.title"):
            if hands.words(title) in rows:
                hands.choose(title)
                hands.press(*["down", "up"] * len(hands.rows), "back")
        if game is CLASSIC:
            hands.choose("rules.title")
            for _ in hands.rows[:-1]:
                hands.press("ok", "down")
            hands.press("back")
        hands.press("back")
        open_table_rules(hands)
        hands.press(*["down"] * len(hands.rows))
        hands.choose("rules.players")
        assert isinstance(hands.face, MessageFace)


def test_rules_are_one_row_of_the_lobby(hands: Hands) -> None:
    prepare(hands, VOYAGES, *NAMES)
    hands.find("rules.tonight")
    assert hands.note == "Règles maison : aucune"
    assert not {"Options", "Jeu", "Qui commence"} & {*hands.rows}
    hands.press("ok")
    assert shown_rules(hands) == {
        "Jeu": "Voyages",
        "Qui commence": "Léa",
        "Suivi": "Tout",
        "Options": "aucune",
        "Saisi à la main": "rien",
        "Règles maison": "aucune",
        "Vrais dés": "non",
    }


def test_house_rules_are_opened_alone_and_named(hands: Hands) -> None:
    prepare(hands, VOYAGES, *NAMES)
    hands.choose("rules.tonight")
    hands.choose("rules.title")
    assert shown_rules(hands) == {"Échange à double sens": "oui", "Beijing : on remonte": "non"}
    hands.press("ok", "back")
    assert (hands.row, shown_rules(hands)["Règles maison"]) == ("Règles maison", "1")
    assert hands.note == "Échange à double sens : non"
    hands.press("ok", "down", "ok", "back")
    assert (shown_rules(hands)["Règles maison"], hands.note) == ("2", "")
    hands.press("back")
    assert hands.note == "Règles maison : 2"


def test_changes_of_a_phone_are_seen_at_once(hands: Hands) -> None:
    prepare(hands, CLASSIC, *NAMES)
    hands.choose("rules.tonight")
    hands.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.with_options({"bandits_d8": True})))
    assert shown_rules(hands)["Règles maison"] == "1"
    hands.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.begin_with(3)))
    assert shown_rules(hands)["Qui commence"] == "Zoé"
    hands.change_by_phone(lambda session: session.change_lobby(lambda lobby: lobby.without_people()))
    assert shown_rules(hands) == {"Jeu": "Marco Polo (1983)", "Vrais dés": "non", "Options": "2+"}
    hands.choose("setup.options")
    assert isinstance(hands.face, MessageFace)
    assert hands.face.body == "Dès 2 joueurs assis"


def test_the_rules_close_once_a_phone_starts_the_game(hands: Hands) -> None:
    prepare(hands, CLASSIC, *NAMES)
    hands.choose("rules.tonight")
    hands.choose("rules.title")
    hands.change_by_phone(lambda session: session.start_lobby(str, "phone"))
    assert not isinstance(hands.face, LobbyFace | ListFace)


def test_the_table_reads_its_rules_and_changes_none(hands: Hands) -> None:
    prepare(hands, VOYAGES, *NAMES)
    hands.choose("rules.tonight")
    hands.choose("setup.options")
    hands.choose("voyages.option.deal")
    hands.press("back", "back")
    open_table_rules(hands)
    before = hands.table
    rules = shown_rules(hands)
    assert rules == {
        "Jeu": "Voyages",
        "Joueurs": "3",
        "Suivi": "Tout",
        "Options": "1",
        "Saisi à la main": "rien",
        "Règles maison": "aucune",
        "Vrais dés": "non",
        "Le début": "",
    }
    read = []
    for title in [title for title in rules if title not in ("Vrais dés", "Le début")]:
        hands.choose(title)
        assert isinstance(hands.face, MessageFace)
        read.append(hands.face.body)
        hands.press("ok")
    assert read[1] == "Léa, Maximilienne, Zoé"
    assert plain(read[5]) == "Aucune règle maison ce soir. « Le début » peut encore le changer."
    assert read[3].startswith("Le boîtier distribue. Le boîtier distribue")
    assert hands.table is before


def test_the_beginning_is_corrected_from_the_rules(hands: Hands) -> None:
    prepare(hands, CLASSIC, *NAMES)
    open_table_rules(hands)
    hands.choose("start.title")
    assert hands.rows[:3] == [*NAMES]
    hands.choose("setup.options")
    hands.choose("classic.option.bandits_d8")
    hands.press("back")
    hands.choose("start.check")
    hands.press("ok")
    assert hands.table.match.options["bandits_d8"] is True


def test_secret_options_are_in_no_line(tmp_path: Path) -> None:
    with closing(Hands(tmp_path / "state", "fr", games=(*GAMES, LANTERNS))) as hands:
        faces: list[str] = []
        hands.watch = lambda face: faces.append(" ".join(face.spoken()).lower())
        prepare(hands, LANTERNS, "Léa", "Hugo")
        hands.choose("rules.tonight")
        assert hands.rows == ["Jeu", "Qui commence", "Vrais dés", "Manches"]
        assert not [face for face in faces if "charme" in face]
