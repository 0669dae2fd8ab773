"""Closing words: at the end they identify the whole evening, and a forger of its file cannot keep them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.chance.canonical_json import digest
from companion.chance.moves_file_lines import digest_of_lines, read_lines
from companion.chance.seed import commitment, short_words
from companion.chance.verify_chance import check_chance
from companion.games import GAMES
from companion.journal import recorded_game
from companion.journal.moves_file import closing_digest, export, export_recorded
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.viewer import PUBLIC
from companion.server.views.moves_file_report_view import report_text
from companion.session.session import Session
from companion.table.commands import CloseGame, Play, Restore, StartGame, TakeBack
from companion.words.catalogue import Words
from tests.games.lanterns import LANTERNS
from tests.kit.forgeries import Bodies, read_bodies, sealed_file
from tests.kit.scripted_games import NOON, journal_in_memory, play, table_of
from tests.session.test_random_evenings import random_legal_moves

ALL = (*GAMES, LANTERNS)
SPIN = {"move": "spin", "route": "land"}


@pytest.fixture
def session() -> Iterator[Session]:
    with journal_in_memory() as journal:
        yield Session(journal, ALL, lambda: NOON, entropy=Random(4).randbytes)


@pytest.fixture
def classic(session: Session) -> Session:
    """Return a game of 1983: one spin taken back, made again, and closed."""
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"tracking": "dice"}))
    session.do(Play(moves=((1, SPIN),)))
    session.do(TakeBack())
    session.do(Play(moves=((1, SPIN),)))
    return session


@pytest.fixture
def lanterns(session: Session) -> Session:
    """Return a finished game of Lanterns."""
    rnd = Random(2)
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    while not table_of(session).over:
        session.do(play(*random_legal_moves(table_of(session), rnd, most=3)))
    return session


def words_of(lines: Bodies) -> tuple[str, ...]:
    return check_chance(sealed_file(lines)).closing_words


def test_there_are_no_closing_words_before_the_end(classic: Session) -> None:
    assert closing_digest(table_of(classic)) is None
    assert check_chance(export(table_of(classic)).encode()).closing is None


def test_at_the_end_box_and_file_show_the_same_words(classic: Session) -> None:
    classic.do(CloseGame())
    text = export(table_of(classic))
    words = closing_digest(table_of(classic))
    assert words is not None
    assert (
        words
        == check_chance(text.encode()).closing
        == digest_of_lines([line.body for line in read_lines(text.encode())[:-1]])
    )
    assert check_moves_file(text.encode(), ALL).holds


def test_a_game_without_chance_has_no_closing_words(session: Session) -> None:
    session.do(StartGame(game="expedition", names=("Ada", "Bao", "Chen")))
    session.do(CloseGame())
    assert closing_digest(table_of(session)) is None


def test_taking_back_the_end_removes_the_closing_words(lanterns: Session) -> None:
    before = closing_digest(table_of(lanterns))
    assert before is not None
    lanterns.do(TakeBack())
    assert closing_digest(table_of(lanterns)) is None
    lanterns.do(Restore())
    after = closing_digest(table_of(lanterns))
    assert after is not None
    assert after != before, "another seed was committed to meanwhile, and the file tells it"


def test_closing_words_are_the_same_without_the_rules(lanterns: Session) -> None:
    """A later program with other rules reads the game without its rules."""
    table = table_of(lanterns)
    recorded = recorded_game.read_rows(lanterns.journal.rows(table.number))
    text = export_recorded(recorded, lanterns.journal.game_summary(table.number).result)
    assert check_chance(text.encode()).closing == closing_digest(table)


def test_the_formatting_of_a_line_does_not_change_the_words(lanterns: Session) -> None:
    lines = read_bodies(export(table_of(lanterns)).encode())
    spaced = "".join(json.dumps(dict(reversed(line.items()))) + " \n" for line in lines)
    assert digest_of_lines([line.body for line in read_lines(spaced.encode())]) == closing_digest(table_of(lanterns))


@pytest.mark.parametrize(("close", "sentence"), [(False, "once the game is over"), (True, "was ended early")])
def test_a_game_with_secrets_says_whether_they_will_be_revealed(
    session: Session, *, close: bool, sentence: str
) -> None:
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    hidden = {"move": "hide", "colour": "red", "value": 11111, "wish": "rain"}
    session.do(play((1, hidden)))
    if close:
        session.do(CloseGame())
    file = export(table_of(session), PUBLIC).encode()
    report = check_moves_file(file, ALL)
    first, *others = report_text(report, Words("en"))
    assert sentence in first
    assert any(line.startswith("Closing words: ") for line in others) == close


def _swapped_names(lines: Bodies) -> None:
    for line in lines:
        if "seats" in line:
            line["seats"] = line["seats"][::-1]
    _recommitted(lines)


def _no_taken_back_draws(lines: Bodies) -> None:
    lines[:] = [line for line in lines if not (line.get("kind") == "draw" and line["entry"] is None)]
    for line in lines:
        line.pop("again", None)


def _another_wheel(lines: Bodies) -> None:
    [match] = [line for line in lines if line.get("kind") == "match"]
    match["edition"]["wheel"]["sectors"][0]["sea"] += 1
    _recommitted(lines)


def _typed_instead(lines: Bodies) -> None:
    index = next(
        position for position, line in enumerate(lines) if line.get("kind") == "draw" and line["entry"] is not None
    )
    lines[index] = {"kind": "typed", "entry": lines[index]["entry"], "values": lines[index]["values"]}


def _recommitted(lines: Bodies) -> None:
    """Commit to the same seed and the altered start of the game, as a forger would."""
    seed = bytes.fromhex(next(line["seed"] for line in lines if line.get("kind") == "seed"))
    [match] = [line for line in lines if line.get("kind") == "match"]
    body = {name: value for name, value in match.items() if name != "kind"}
    sha256 = commitment(seed, digest(body))
    for line in lines:
        if line.get("kind") == "commitment":
            line.update(sha256=sha256, words=[*short_words(sha256)])


FORGERIES: tuple[Callable[[Bodies], None], ...] = (_swapped_names, _no_taken_back_draws, _another_wheel, _typed_instead)


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_resealed_forgery_is_found_or_has_other_words(classic: Session, forge: Callable[[Bodies], None]) -> None:
    classic.do(CloseGame())
    lines = read_bodies(export(table_of(classic)).encode())
    true = check_chance(sealed_file(lines))
    forge(lines)
    report = check_moves_file(sealed_file(lines), ALL)
    forged = check_chance(sealed_file(lines))
    other_commitment = [commitment.words for commitment in forged.commitments] != [
        commitment.words for commitment in true.commitments
    ]
    assert not report.holds or other_commitment or forged.closing_words != true.closing_words
    assert forged.closing_words != true.closing_words, "whatever else it changes"


def test_any_changed_line_changes_the_words(lanterns: Session) -> None:
    lines = read_bodies(export(table_of(lanterns)).encode())
    true = words_of(lines)
    for index in range(len(lines)):
        changed = [dict(line) for line in lines]
        changed[index]["also"] = 1
        assert words_of(changed) != true
        if lines[index].get("kind") not in ("seed", "commitment"):
            assert words_of([*lines[:index], *lines[index + 1 :]]) != true
