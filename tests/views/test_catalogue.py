"""The catalogues: both languages have the same keys, every key in use has a sentence, and the typography is right."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.rules.fields import Choice, Field, OneOf, Pick
from companion.rules.game import Game, Match
from companion.rules.match_functions import next_pick, offered_kinds_of
from companion.rules.people_names import name_key
from companion.rules.rule_errors import RulesError
from companion.rules.rulings import Chapter, Ruling, rulebook, rulings
from companion.rules.text import Text, join_texts, say
from companion.rules.viewer import EVERYTHING
from companion.table.amendments import amend, restore, take_back
from companion.table.table import Table
from companion.words import catalogue
from companion.words.catalogue import (
    LANGUAGES,
    Words,
    add_catalogues,
    colour_words,
    compile_catalogue,
    format_number,
    format_signed,
)
from companion.words.event_lines import change_line, entry_text, last_event_line
from companion.words.signs import BRIEF_LENGTH, brief_names
from tests.depth import enough
from tests.games.made_up import MADE_UP
from tests.kit.cases import CASES
from tests.kit.random_play import whole_game
from tests.views.catalogue import (
    CHECKOUT,
    DERIVED,
    WITH_DE,
    catalogues,
    passed_keys,
    sentences,
    sentences_in,
    used_keys,
)
from tests.views.games import expedition, play_moves

HOUSE = "companion/words/catalogues"

by_language = pytest.mark.parametrize("language", LANGUAGES)


# The catalogues.


def test_the_program_and_every_game_have_catalogues_in_each_language() -> None:
    of_games = {f"{game.words.replace('.', '/')}/words" for game in GAMES}
    of_games |= {f"{game.words.replace('.', '/')}/words" for game in MADE_UP}
    assert {*catalogues()} == {HOUSE, *of_games}
    for folder in catalogues():
        assert {path.name for path in (CHECKOUT / folder).glob("*.po")} == {f"{language}.po" for language in LANGUAGES}


@by_language
def test_only_keys_of_a_game_begin_with_its_name(language: str) -> None:
    for game in GAMES:
        own = {sentence.key for sentence in sentences_in(f"{game.words.replace('.', '/')}/words", language)}
        assert [key for key in own if not belongs_to(game, key)] == []
        assert f"game.{game.id}" in own
    house = [sentence.key for sentence in sentences_in(HOUSE, language)]
    assert [key for key in house if any(belongs_to(game, key) for game in GAMES)] == []


def belongs_to(game: Game, key: str) -> bool:
    """Return whether a key belongs to this game: its title, or a key that begins with its name."""
    return key.startswith((f"{game.id}.", f"game.{game.id}.")) or key == f"game.{game.id}"


@by_language
def test_every_sentence_of_every_catalogue_is_available(language: str) -> None:
    words = Words(language)
    assert words.with_prefix("") == {
        key: sentence.forms[0] if len(sentence.forms) == 1 else list(sentence.forms)
        for key, sentence in sentences(language).items()
    }
    plain = [
        sentence for sentence in sentences(language).values() if len(sentence.forms) == 1 and not sentence.placeholders
    ]
    assert [sentence.key for sentence in plain if words(sentence.key) != sentence.forms[0]] == []


def test_both_languages_have_the_same_keys() -> None:
    assert set(sentences("fr")) == set(sentences("en"))


def test_both_languages_have_the_same_placeholders() -> None:
    french, english = sentences("fr"), sentences("en")
    assert {key: french[key].placeholders for key in french} == {key: english[key].placeholders for key in english}


@by_language
def test_no_form_of_a_sentence_is_empty(language: str) -> None:
    assert [sentence.key for sentence in sentences(language).values() if not all(sentence.forms)] == []
    assert {len(sentence.forms) for sentence in sentences(language).values()} == {1, 2}


def test_both_languages_have_the_same_plurals() -> None:
    plural = [
        {key for key, sentence in sentences(language).items() if len(sentence.forms) == 2} for language in LANGUAGES
    ]
    assert plural[0] == plural[1]


@by_language
def test_every_key_used_in_the_code_has_a_sentence(language: str) -> None:
    catalogue_keys = sentences(language)
    assert [f"{where}: {key}" for where, key in passed_keys() if key not in catalogue_keys] == []


def test_the_search_for_keys_finds_known_ones() -> None:
    keys = {key for _, key in passed_keys()}
    assert {"key.back", "refused.turn", "setup.begin", "expedition.refused.late", "home.off"} <= keys


def test_catalogues_have_no_unused_keys() -> None:
    keys, patterns = used_keys()
    keys |= {text.key for game in GAMES for part in every_part(game) for text in (part.title, part.says)}

    def is_used(key: str) -> bool:
        names = {key, *(key.removesuffix(end) for end in DERIVED)}
        return bool(names & keys) or any(pattern.fullmatch(name) for pattern in patterns for name in names)

    assert [key for key in sentences("fr") if not is_used(key)] == []
    assert not is_used("no.such_key")
    assert not is_used("menu.no_such_key")


def every_part(game: Game) -> Iterator[Chapter | Ruling]:
    """Yield the chapters and rulings of a game's rulebook."""
    yield from rulebook(game)
    yield from rulings(game).values()


def test_derived_keys_belong_to_a_key_or_are_used_directly() -> None:
    sentences_by_key, (keys, _) = sentences("fr"), used_keys()
    derived = {key: key.removesuffix(end) for key in sentences_by_key for end in DERIVED if key.endswith(end)}
    assert [key for key, base in derived.items() if base not in sentences_by_key and key not in keys] == []


# Texts of the games.


@by_language
def test_a_move_needs_no_name_beside_its_seat(language: str) -> None:
    all_sentences = sentences(language)
    moves = [key for key in all_sentences if ".told." in f".{key}" and not key.endswith(".short")]
    assert len(moves) > 20
    briefs = {key: all_sentences.get(f"{key}.short", all_sentences[key]) for key in moves}
    named = [key for key, brief in briefs.items() for form in brief.forms if "{seat" in form.removeprefix("{seat} ")]
    assert named == [], "the name would stand twice beside the mark of the seat"


@by_language
def test_games_and_colours_have_words(language: str) -> None:
    words = Words(language)
    for game in GAMES:
        assert words.has(f"game.{game.id}")
        assert all(words.has(f"colour.{colour}") for colour in game.colours)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_game_has_words_and_all_arguments(language: str, game: Game) -> None:
    words, texts = Words(language), all_texts(game.id)
    assert len(texts) > 20
    for text in texts:
        assert words.has(text.key), text.key
        for sentence in (words.of(text, ("Ada",) * 5), words.brief(text, ("Ada",) * 5)):
            assert "{" not in sentence, sentence


@cache
def all_texts(game: str) -> set[Text]:
    """Return every text, nested texts included, of some random games of this one."""
    cases = [case for case in CASES if case.game.id == game]
    games = [whole_game(case, seed) for case in cases for seed in range(enough(2, fewest=1))]
    return {text for table in games for outer in texts_of_game(table) for text in nested(outer)}


def nested(text: Text) -> Iterator[Text]:
    yield text
    for _, arg in text.args:
        if isinstance(arg, Text):
            yield from nested(arg)


def texts_of_game(table: Table) -> Iterator[Text]:
    """Yield every text of this game in each of its states."""
    match = table.match
    yield from (line.why for _, line in table.lines())
    yield from (option.field.label for option in table.game.setup_form(len(table.names)))
    for number, entry in enumerate(table.entries, 1):
        played, before = entry.played, table.before(number)
        yield match.describe_move(before, played.seat, played.move, entry.state, table.state, EVERYTHING)
        for seat in table.seats:
            yield from texts_for_seat(match, before, seat)


def texts_for_seat(match: Match, state: Any, seat: int) -> Iterator[Text]:
    """Yield every text in the forms and actions of a seat."""
    for offer in match.offers(state, seat):
        yield from (text for text in (offer.label, offer.detail, offer.refused and offer.refused.reason) if text)
    for option in offered_kinds_of(match, state, seat):
        yield from (text for text in (option.label, option.refused and option.refused.reason) if text)
        try:
            field = next_pick(match, state, seat, option.kind, {})
        except RulesError as error:
            yield error.reason
        else:
            yield from texts_of_field(field)


def texts_of_field(field: Field | None) -> Iterator[Text]:
    if field is None:
        return
    yield field.label
    choices: tuple[Choice, ...] = field.choices if isinstance(field, OneOf | Pick) else ()
    for choice in choices:
        yield from (text for text in (choice.label, choice.refused and choice.refused.reason) if text)


# Typography.


def test_french_punctuation_has_no_break_spaces() -> None:
    loose = re.compile(r"(?<![\N{NO-BREAK SPACE}!?])[?!;»]|«(?!\N{NO-BREAK SPACE})| :")
    assert [
        sentence.key for sentence in sentences("fr").values() if any(loose.search(form) for form in sentence.forms)
    ] == []


@by_language
def test_apostrophes_ellipses_and_minus_signs_are_typographic(language: str) -> None:
    poor = re.compile(r"\w'\w|\.\.\.|(?<![\w-])-\d")
    assert [
        sentence.key for sentence in sentences(language).values() if any(poor.search(form) for form in sentence.forms)
    ] == []


@by_language
def test_no_sentence_begins_or_ends_with_a_space(language: str) -> None:
    assert [
        sentence.key
        for sentence in sentences(language).values()
        if any(form != form.strip() for form in sentence.forms)
    ] == []


# Translation.


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(KeyError):
        Words("xx")


@pytest.fixture
def no_catalogues(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remove all catalogues for the test, and restore them afterwards."""
    caches = (catalogue._catalogue, catalogue._sentences, catalogue._rendered)
    monkeypatch.setattr(catalogue, "_folders", {})
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("no_catalogues")
def test_words_are_unavailable_before_catalogues_are_added() -> None:
    with pytest.raises(RuntimeError, match="join"):
        Words("fr")


@pytest.mark.usefixtures("no_catalogues")
def test_catalogues_can_be_added_in_any_order() -> None:
    add_catalogues([""])
    words = Words("en")
    assert (words.has("home.title"), words("game.classic")) == (True, "game.classic")
    add_catalogues(["companion.games.classic"])
    add_catalogues(["companion.games.expedition", "companion.games.classic"])
    add_catalogues([])
    assert (words("game.classic"), words("game.expedition")) == ("Marco Polo (1983)", "Marco Polo Expedition")


@pytest.mark.usefixtures("no_catalogues")
def test_a_package_without_its_declared_words_is_an_error() -> None:
    add_catalogues(["companion.games"])
    with pytest.raises(FileNotFoundError):
        Words("fr")


def write_catalogue(folder: Path, plural: str) -> bytes:
    """Write a PO file of one sentence into this folder; return its content."""
    head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    source = f'{head}msgid "said"\nmsgid_plural "said"\nmsgstr[0] "one"\nmsgstr[1] "{plural}"\n'.encode()
    (folder / "en.po").write_bytes(source)
    return source


def test_a_compiled_catalogue_is_used_until_its_source_changes(tmp_path: Path) -> None:
    (tmp_path / "en.mo").write_bytes(compile_catalogue(write_catalogue(tmp_path, "{n} compiled")))
    assert catalogue._read(tmp_path, "en").ngettext("said", "said", 2) == "{n} compiled"
    write_catalogue(tmp_path, "{n} changed")
    assert catalogue._read(tmp_path, "en").ngettext("said", "said", 2) == "{n} changed"
    (tmp_path / "en.mo").unlink()
    assert catalogue._read(tmp_path, "en").ngettext("said", "said", 2) == "{n} changed"


def test_a_compiled_catalogue_needs_no_parsing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en.mo").write_bytes(compile_catalogue(write_catalogue(tmp_path, "{n}")))
    monkeypatch.setattr(catalogue, "compile_catalogue", lambda source: pytest.fail("it was parsed"))
    catalogue._read(tmp_path, "en")
    with pytest.raises(pytest.fail.Exception, match="parsed"):
        catalogue._read(resources.files("tests.games.lanterns").joinpath("words"), "en")


def test_the_command_adds_the_catalogues_that_words_alone_lacks() -> None:
    script = "from companion.words.catalogue import Words; print(Words('en')('game.classic'))"
    alone, command = (
        subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=False)
        for code in (script, f"import companion.cli.main; {script}")
    )
    assert (alone.returncode, alone.stdout) == (1, "")
    assert "not joined yet" in alone.stderr
    assert (command.returncode, command.stdout) == (0, "Marco Polo (1983)\n")


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    words = Words("en")
    assert words.of(say("refused.turn", seat=2), ("Ada", "Bao")) == "It’s Bao’s turn."
    assert words.of(say("refused.turn", seat=3), ("Ada", "Bao")) == "It’s 3’s turn."


@pytest.mark.parametrize(
    ("language", "n", "sentence"),
    [
        ("fr", 0, "0 coup suivant n’est plus possible."),
        ("fr", 1, "1 coup suivant n’est plus possible."),
        ("fr", 2, "2 coups suivants ne sont plus possibles."),
        ("en", 0, "0 later moves are no longer possible."),
        ("en", 1, "1 later move is no longer possible."),
        ("en", 2, "2 later moves are no longer possible."),
    ],
)
def test_each_language_has_its_own_plural_rule(language: str, n: int, sentence: str) -> None:
    assert Words(language)("session.misfits", n=n) == sentence


def test_a_number_below_zero_has_a_real_minus() -> None:
    text = say("told.correct_by", seat=1, what=say("expedition.thing.gold"), n=-3)
    assert Words("en").of(text, ("Ada",)) == "Ada: −3 gold, corrected"
    assert [format_signed(number) for number in (2, 0, -2)] == ["+2", "0", "−2"]
    assert [format_number(number) for number in (2, 0, -2)] == ["2", "0", "−2"]


def test_nested_texts_follow_the_brief_form() -> None:
    text = say("expedition.cost_gives", cost=say("expedition.costs.cards"), gives=say("expedition.gives", n=2))
    assert Words("fr").of(text) == "en jouant des cartes → +2 or"
    assert Words("fr").brief(text) == "cartes → +2"


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["blue", "blue and green", "blue, green and mauve"]),
        ("fr", ["bleu", "bleu et vert", "bleu, vert et mauve"]),
    ],
)
def test_lists_end_with_and_except_in_brief_form(language: str, sentences: list[str]) -> None:
    words, colours = Words(language), [say(f"classic.colour.{name}") for name in ("blue", "green", "mauve")]
    lists = [join_texts(colours[:count]) for count in (1, 2, 3)]
    assert [words.of(text) for text in lists] == sentences
    assert [words.brief(text) for text in lists] == [
        text.replace(" and ", ", ").replace(" et ", ", ") for text in sentences
    ]


def test_a_text_without_a_short_form_is_given_in_full() -> None:
    assert Words("en").brief(say("expedition.refused.ballast_once")) == "Ballast only once a turn."


def test_an_empty_note_leaves_no_colon() -> None:
    assert Words("fr")("why.correction", note="") == "corrigé à la main"
    assert Words("fr")("why.correction", note="payé") == "corrigé à la main\N{NO-BREAK SPACE}: payé"


def test_a_word_at_the_beginning_gets_a_capital() -> None:
    text = say("expedition.offer.cards_camel", colour=say("colour.red"), space=6)
    assert Words("en").of(text) == "Red camel → 6"
    assert Words("fr").of(text) == "Chameau rouge → 6"


@pytest.mark.parametrize(("name", "joined"), WITH_DE)
def test_de_is_joined_to_a_name(name: str, joined: str) -> None:
    words, template = Words("fr"), "Le tour {name:de}."
    assert words(template, name=name) == f"Le tour {joined}."
    assert words.of(say("Le tour {seat:de}.", seat=1), [name]) == f"Le tour {joined}."
    assert words.of(say(template, name=say("Tour {who}", who=name))) == f"Le tour de Tour {name}."


def test_missing_keys_and_arguments_show_themselves() -> None:
    words = Words("en")
    assert words("no.such.key") == "no.such.key"
    assert not words.has("no.such.key")
    assert words("setup.colour_for") == "Colour for {name}"


# Words for scripts.


@by_language
def test_scripts_get_all_sentences_with_a_prefix_and_their_plurals(language: str) -> None:
    selected = Words(language).with_prefix("history.")
    expected = {key: sentence for key, sentence in sentences(language).items() if key.startswith("history.")}
    assert selected.keys() == expected.keys()
    assert selected["history.read"] == expected["history.read"].forms[0]
    assert selected["history.misfits"] == list(expected["history.misfits"].forms)


def test_a_missing_key_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert Words("en")("no.such.words") == "no.such.words"
    assert "en has no words for 'no.such.words'" in caplog.text


def test_a_sentence_equal_to_its_key_is_not_missing(caplog: pytest.LogCaptureFixture) -> None:
    assert Words("en")("no") == "no"
    assert not caplog.text


FRENCH = Words("fr")


def test_long_names_are_cut() -> None:
    assert brief_names(("Inès", "Éléonore", "Jean-Baptiste", "Anne - Sophie")) == (
        "Inès",
        "Éléonore",
        "Jean-Ba…",
        "Anne…",
    )
    assert all(len(name) <= BRIEF_LENGTH for name in brief_names(("x" * 40,)))


def test_the_last_event_is_the_last_move() -> None:
    table = expedition()
    assert last_event_line(table, FRENCH) == ""
    assert last_event_line(play_moves(table, "step"), FRENCH) == "Inès va sur la 3"
    assert last_event_line(play_moves(table, "step", "crate 2"), FRENCH) == "Inès prend une caisse de 2"


def test_a_take_back_is_shown_until_the_next_move() -> None:
    table = take_back(take_back(play_moves(expedition(), "step", "end")))
    assert last_event_line(table, FRENCH) == "Repris\N{NO-BREAK SPACE}: I va sur la 3"
    assert last_event_line(restore(table), FRENCH) == "Repris\N{NO-BREAK SPACE}: I finit son tour"
    assert last_event_line(restore(restore(table)), FRENCH) == "I 0 → 3"
    assert last_event_line(play_moves(table, "end"), FRENCH) == "Inès passe"


def test_an_amendment_names_the_changed_move() -> None:
    table = play_moves(expedition(), "step", "end", "step")
    amended = amend(table, 3, None)
    assert last_event_line(amended, FRENCH) == "Supprimé\N{NO-BREAK SPACE}: Bao va sur la 4"
    assert (
        last_event_line(take_back(amended), FRENCH)
        == "Repris\N{NO-BREAK SPACE}: Supprimé\N{NO-BREAK SPACE}: B va sur la 4"
    )
    assert change_line(amended, amended.undo_stack[0], FRENCH) == "Inès va sur la 3"


def test_each_entry_is_described_as_it_happened() -> None:
    table = play_moves(expedition(), "step", "end", "step")
    assert [FRENCH.of(entry_text(table, entry), table.names) for entry in (1, 2, 3)] == [
        "Inès va sur la 3",
        "Inès finit son tour",
        "Bao va sur la 4",
    ]


def test_colour_words_are_those_of_every_language_and_game() -> None:
    assert {"red", "rouge", "bleu", "blue", "mauve", "noir", "black", "orange"} <= colour_words()
    assert not any(name_key(name) in colour_words() for name in ("Ada", "Rose", ""))
    assert all(name_key(Words(language)("colour.violet").upper()) in colour_words() for language in LANGUAGES)
