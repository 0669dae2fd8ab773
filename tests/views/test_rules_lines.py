"""Tonight's rules in a few lines: titles and values of every game, for pages and for the little screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import GAMES
from companion.rules.fields import Json, NumberField, SetupField
from companion.rules.game import Game, find_game, visible_setup_form
from companion.rules.per_seat_options import with_answer
from companion.rules.viewer import PUBLIC
from companion.server.views.lobby_view import lobby_view
from companion.server.views.setup_view import beginning_view
from companion.table import table as tables
from companion.table.lobby import Lobby
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from companion.words.rules_lines import lobby_rules_lines, table_rules_lines
from tests.games.lanterns import LANTERNS

NAMES = ("Léa", "Hugo", "Zoé")


def lobby_of(game: Game, options: Mapping[str, Json] | None = None, names: tuple[str, ...] = NAMES) -> Lobby:
    lobby = Lobby(game)
    for name in names:
        lobby = lobby.sit(name, lambda name: None)
    return lobby.with_options(options or {})


def begin_table(game: Game, names: tuple[str, ...] = NAMES, **options: Json) -> Table:
    return tables.start(game, names, options, number=1)


def lines(lobby: Lobby, language: str = "fr", *, brief: bool = False) -> dict[str, str]:
    """Return the value of each line by its title."""
    return {line.title: line.value for line in lobby_rules_lines(lobby, Words(language), brief=brief)}


def options_of(game: Game) -> list[SetupField]:
    return [*visible_setup_form(game, len(NAMES))]


def another_value(option: SetupField) -> Json:
    """Return a value other than the default of a switch or a number."""
    return option.field.high if isinstance(option.field, NumberField) else not option.default


HOUSE_RULES = [
    pytest.param(game, option, id=f"{game.id}-{option.field.name}")
    for game in GAMES
    for option in game.setup_form(3)
    if option.house_rule
]
PER_PLACE = [
    pytest.param(game, option, id=f"{game.id}-{option.field.name}")
    for game in GAMES
    for option in game.setup_form(3)
    if option.parts
]


@pytest.mark.parametrize(
    ("game", "language", "expected"),
    [
        ("expedition", "fr", {"Jeu": "Marco Polo Expédition", "Joueurs": "3 · Léa commence", "Repos à Ganzhou": "oui"}),
        (
            "classic",
            "fr",
            {
                "Jeu": "Marco Polo (1983)",
                "Joueurs": "3 · Léa commence",
                "Vrais dés": "non",
                "Suivi": "Besants et cartes",
                "Règles maison": "aucune",
            },
        ),
        (
            "voyages",
            "en",
            {
                "Game": "The Voyages of Marco Polo",
                "Players": "3 · Léa begins",
                "Real dice": "no",
                "Tracking": "Everything",
                "Options": "none",
                "Entered by hand": "nothing",
                "House rules": "none",
            },
        ),
    ],
)
def test_defaults_are_summed_up_in_few_lines(game: str, language: str, expected: dict[str, str]) -> None:
    assert lines(lobby_of(find_game(game, GAMES)), language) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "option"), HOUSE_RULES)
def test_each_house_rule_is_named_and_counted(game: Game, option: SetupField, language: str) -> None:
    words = Words(language)
    lobby = lobby_of(game, {option.field.name: another_value(option)})
    line = lobby_rules_lines(lobby, words)[-1]
    label = words.of(option.field.label)
    assert (line.key, line.title) == ("house", words("rules.title"))
    assert line.value.startswith(label)
    assert line.value != label or option.default is False
    assert [note for note in line.notes if note.startswith(label)]
    brief = lobby_rules_lines(lobby, words, brief=True)[-1]
    assert (brief.value, brief.notes) == ("1", (line.value,))


def test_house_rules_that_are_switched_off_are_named_so() -> None:
    lobby = lobby_of(find_game("voyages", GAMES), {"mixed_exchange": False, "beijing_slides": True})
    expected = "Échange à double sens : non, Beijing : on remonte"
    assert lines(lobby)["Règles maison"].replace("\N{NO-BREAK SPACE}", " ") == expected
    assert lines(lobby, brief=True)["Règles maison"] == "2"


@pytest.mark.parametrize(("game", "option"), PER_PLACE)
def test_what_was_entered_by_hand_is_counted(game: Game, option: SetupField) -> None:
    field: Any = option.field
    value = with_answer(option, None, option.parts[0].path, field.choices[1].value)
    lobby = lobby_of(game, {option.field.name: value})
    assert lines(lobby)["Saisi à la main"] == "1 carte ou tuile"
    assert lines(lobby, "en")["Entered by hand"] == "1 card or tile"
    assert lines(lobby, brief=True)["Saisi à la main"] == "1"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_visible_option_is_in_one_line(game: Game) -> None:
    for seats in game.seats:
        names = ("Léa", "Hugo", "Zoé", "Bao", "Inès")[:seats]
        rules = lobby_rules_lines(lobby_of(game, names=names), Words("fr"))
        shown = [option.field.name for line in rules for option in line.options]
        assert sorted(shown) == sorted(option.field.name for option in visible_setup_form(game, seats))


def test_without_enough_players_there_are_no_options() -> None:
    lobby = Lobby(find_game("voyages", GAMES))
    expected = {"Game": "The Voyages of Marco Polo", "Real dice": "no", "Options": "2+"}
    assert lines(lobby, "en") == expected
    assert lobby_rules_lines(lobby, Words("en"))[-1].notes == ("Once 2 players sit",)
    assert [*lines(lobby_of(find_game("voyages", GAMES), names=("Léa",)), "en")] == [
        "Game",
        "Players",
        "Real dice",
        "Options",
    ]


def test_whoever_begins_is_named_first() -> None:
    lobby = lobby_of(find_game("classic", GAMES)).begin_with(2)
    assert lines(lobby)["Joueurs"] == "3 · Hugo commence"
    assert lines(lobby, brief=True)["Qui commence"] == "Hugo"


def test_a_secret_option_is_in_no_line() -> None:
    words = Words("en")
    lobby = lobby_of(LANTERNS, {"rounds": 3}, names=("Léa", "Hugo"))
    assert [line.key for line in lobby_rules_lines(lobby, words)] == ["game", "players", "real_dice", "rounds"]
    table = begin_table(LANTERNS, NAMES[:2], charms=["red", None])
    assert "charm" not in repr(table_rules_lines(table, words)).lower()
    assert "charm" not in repr(beginning_view(table, PUBLIC, words, may_change=True)["rules"]).lower()


def test_phones_get_the_same_lines_for_lobby_and_table() -> None:
    words, game = Words("fr"), find_game("classic", GAMES)
    view = lobby_view(lobby_of(game, {"bandits_d8": True}), words)["rules"]
    assert view[-1] == {
        "key": "house",
        "title": "Règles maison",
        "value": "Bandits au dé à 8",
        "notes": ["Bandits au dé à 8\N{NO-BREAK SPACE}: Le dé noir a huit faces"],
        "options": [option.field.name for option in options_of(game) if option.house_rule],
    }
    table = begin_table(game, bandits_d8=True)
    begun = beginning_view(table, PUBLIC, words, may_change=False)["rules"]
    assert [line for line in begun if line["key"] != "players"] == [line for line in view if line["key"] != "players"]
    assert begun[1]["value"] == ", ".join(table.names)
