"""Tests of the rulings of every game: each has its card in both languages and its example, and no other is cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion
from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.rulings import Ruling, rulebook, rulings
from companion.table.example_table import merge_state, play_example, scene_of
from companion.words.catalogue import LANGUAGES, Words

LETTERS = {"expedition": ("E", 19), "classic": ("C", 20), "voyages": ("V", 46)}
"""The letter of each game's rulings, and how many there are."""
PRINTED = {"classic": {"C20"}, "voyages": set[str]()}
"""Rulings without an example: their cards list what is printed or chosen."""
EVERY = [(game, ruling) for game in GAMES for ruling in rulings(game).values()]
CODE = Path(companion.__file__).parent / "games"
MOST_SENTENCES = 4

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_ruling = pytest.mark.parametrize(("game", "ruling"), EVERY, ids=lambda value: getattr(value, "number", ""))


@every_game
def test_every_ruling_is_in_the_list_once(game: Game) -> None:
    letter, count = LETTERS[game.id]
    assert sorted(rulings(game), key=lambda number: int(number[1:])) == [f"{letter}{n}" for n in range(1, count + 1)]
    assert sum(len(chapter.rulings) for chapter in rulebook(game)) == count


@every_game
def test_code_cites_only_listed_rulings(game: Game) -> None:
    letter, _ = LETTERS[game.id]
    cited = {
        number
        for file in (CODE / game.id).rglob("*.py")
        for number in re.findall(rf'"({letter}[0-9]{{1,2}})"', file.read_text("utf-8"))
    }
    assert cited
    assert cited <= rulings(game).keys()


@every_ruling
def test_card_has_short_words_in_both_languages(game: Game, ruling: Ruling) -> None:
    for language in LANGUAGES:
        words = Words(language)
        for text in (ruling.title, ruling.says):
            assert words.has(text.key), f"{language}: {text.key}"
        sentences = re.findall(r"[.!?…](?=\s|$)", words.of(ruling.says))
        assert 1 <= len(sentences) <= MOST_SENTENCES + 1, f"{language}: {ruling.number} has {len(sentences)} sentences"
        assert ruling.title.key.startswith(f"{game.id}.ruling.")


@every_ruling
def test_example_shows_its_ruling(game: Game, ruling: Ruling) -> None:
    if ruling.number in PRINTED.get(game.id, ()):
        assert ruling.example is None
        return
    assert ruling.example is not None
    played = play_example(game, ruling.example)
    if not ruling.example.unnamed:
        assert ruling.number in played.named
    elif ruling.example.move is not None:
        assert played.refused is None
        assert played.after is not None
        assert played.after.state != played.before.state


@every_ruling
def test_example_draws_the_blocks_it_names(game: Game, ruling: Ruling) -> None:
    if ruling.example is None:
        return
    played = play_example(game, ruling.example)
    tables = [table for table in (played.before, played.after) if table is not None]
    there = {block.id for table in tables for block in scene_of(table, ruling.example)}
    assert there >= set(played.blocks_of(ruling.example))


@every_game
def test_chapters_have_words_and_pictures(game: Game) -> None:
    for chapter in rulebook(game):
        for language in LANGUAGES:
            assert Words(language).has(chapter.title.key)
            assert Words(language).has(chapter.says.key)
        if chapter.picture is not None:
            drawn = play_example(game, chapter.picture)
            assert {block.id for block in scene_of(drawn.before, chapter.picture)} >= set(
                drawn.blocks_of(chapter.picture)
            )


def test_state_of_an_example_names_only_differences() -> None:
    base = {"a": 1, "hands": [{"coins": 7, "posts": []}, {"coins": 8, "posts": []}], "row": [1, 2]}
    over = {"hands": [{}, {"posts": ["X"]}], "row": [3]}
    assert merge_state(base, over) == {
        "a": 1,
        "hands": [{"coins": 7, "posts": []}, {"coins": 8, "posts": ["X"]}],
        "row": [3],
    }
