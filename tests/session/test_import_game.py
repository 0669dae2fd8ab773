"""An exported game is imported: the same game, with its marks, and nobody knows what it will draw."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.chance.seeded_draws import DrawName
from companion.chance.verdict import WarningCode
from companion.chance.verify_chance import check_chance
from companion.journal.file_watch import SQLITE_MAGIC
from companion.journal.game_export import moves_file
from companion.journal.import_game import MOST_BYTES
from companion.journal.moves_file import BadFileError, IllegalLineError, export
from companion.journal.open_journal import Store, open_store
from companion.journal.replay import replay_rows
from companion.journal.verify_moves_file import check_moves_file
from companion.server.views.moves_file_report_view import report_text
from companion.session.session import Session
from companion.table.commands import Amend, Answer, ClaimSeat, OpenGame, Restore, StartGame, TakeBack
from companion.table.draw_record import fair_draw
from companion.table.session_errors import StaleError
from companion.table.table import Table
from companion.words.catalogue import Words
from tests.kit.golden_games import games_with_golden_games, golden_games
from tests.kit.scripted_games import GAMES, NOON, SeatMove, correct, expedition, play, roll, step, table_of, whole_game
from tests.session.test_random_evenings import random_legal_moves

HIDDEN = ((1, "red", 11111), (1, "blue", 22222), (2, "red", 33333), (2, "blue", 44444))


def fair_session(store: Store) -> Session:
    """Return a session that draws from its seeds."""
    return Session(store.journal, GAMES, lambda: NOON, fair_draw)


@pytest.fixture
def importer(tmp_path: Path) -> Iterator[Session]:
    """Yield another box, with its own open game."""
    store = open_store(tmp_path / "other", GAMES)
    session = fair_session(store)
    session.do(expedition(("Dom", "Eve", "Flo")))
    yield session
    store.close()


@pytest.fixture
def chance(store: Store) -> Session:
    """Return a game of Lanterns with laid hands, before the first draw."""
    session = fair_session(store)
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    session.do(play(*((seat, {"move": "hide", "colour": c, "value": v, "wish": "rain"}) for seat, c, v in HIDDEN)))
    return session


def play_to_end(session: Session, *, drawn: bool = True) -> None:
    """Play any legal moves until the game is over; unless `drawn`, all chance is typed in."""
    rnd = Random(1)
    while not table_of(session).over:
        session.do(play(*random_legal_moves(table_of(session), rnd, most=5, drawn=drawn)))


def import_file(session: Session, text: str | bytes) -> Answer:
    data = text.encode() if isinstance(text, str) else text
    return session.add_imported(session.parse_import(data, session.journal.next_number()))


def file_of(session: Session, number: int) -> str:
    replay = replay_rows(session.journal.rows(number), GAMES)
    return moves_file(replay.table, replay.recorded, None, GAMES)


@pytest.mark.parametrize("game", sorted({*games_with_golden_games()} & {game.id for game in GAMES}))
def test_every_golden_game_is_imported_unchanged(importer: Session, game: str) -> None:
    for golden in golden_games(game):
        if golden.refused is None and b'"end"' not in golden.valid_part():  # one result does not follow from its moves
            answer = import_file(importer, golden.valid_part())
            replay = replay_rows(importer.journal.rows(answer.game), GAMES)
            assert replay.damage is None
            assert replay.table is not None
            assert len(replay.table.entries) == golden.entries
            assert json.loads(file_of(importer, answer.game).splitlines()[0])["seats"] == list(replay.table.names)


def test_the_open_game_stays_and_the_imported_can_be_opened(importer: Session, game: Session) -> None:
    game.do(play(step(1), correct(1, 5, "found")))
    before = importer.table
    answer = import_file(importer, export(table_of(game)))
    assert importer.table == before
    assert (answer.game, answer.entry) == (2, 2)
    importer.do(OpenGame(number=2))
    assert table_of(importer).state == table_of(game).state
    assert [entry.played for entry in table_of(importer).entries] == [entry.played for entry in table_of(game).entries]
    importer.do(TakeBack())
    assert len(table_of(importer).entries) == 1, "each move is one of its own again"


def test_a_finished_game_of_chance_exports_the_same_file(chance: Session, importer: Session) -> None:
    chance.do(play(roll(1)))
    chance.do(TakeBack())
    chance.do(play(roll(1)))
    chance.do(play(roll(2, 3, 4)))
    play_to_end(chance)
    text = export(table_of(chance))
    answer = import_file(importer, text)
    assert file_of(importer, answer.game) == text
    assert check_moves_file(text.encode(), GAMES).holds
    assert not any(commitment.from_file for commitment in _table(importer, answer.game).commitments)


def test_a_roll_restored_after_a_later_one_imports_unchanged(chance: Session, importer: Session) -> None:
    chance.do(play(roll(1)))
    chance.do(Amend(entry=5))
    chance.do(play(roll(1)))
    chance.do(TakeBack())
    chance.do(TakeBack())
    restore_after(chance, roll(2))
    play_to_end(chance)
    text = export(table_of(chance))
    assert check_moves_file(text.encode(), GAMES).faults == ()
    draw_lines = [line for line in map(json.loads, text.splitlines()) if line.get("name") == "lanterns/1/roll/1"]
    assert [(line["entry"], "again" in line) for line in draw_lines] == [(None, False), (None, True), (6, True)]
    answer = import_file(importer, text)
    assert file_of(importer, answer.game) == text


def test_a_roll_restored_behind_another_seed_is_remarked(chance: Session) -> None:
    chance.do(play(roll(1)))
    entries = len(table_of(chance).entries)
    play_to_end(chance, drawn=False)
    while len(table_of(chance).entries) > entries:
        chance.do(TakeBack())
    restore_after(chance, roll(2))
    assert [draw.commitment_index for draw in table_of(chance).standing_draws()] == [0, 1]
    play_to_end(chance)
    report = check_moves_file(export(table_of(chance)).encode(), GAMES)
    assert report.faults == ()
    assert [remark.code for remark in report.verdict.warnings] == [WarningCode.ANOTHER_COMMITMENT]


def restore_after(session: Session, later: SeatMove) -> None:
    """Let the first seat take back its last move, and restore it after another seat has moved."""
    session.do(play(later))
    session.do(TakeBack(seat=1))
    session.do(Restore())
    assert [entry.played.seat for entry in table_of(session).entries[-2:]] == [2, 1]


def test_a_finished_game_with_two_seeds_imports_as_typed(chance: Session, importer: Session) -> None:
    """It has two seeds, because its end was taken back. All its results count as typed in."""
    chance.do(play(roll(1)))
    play_to_end(chance)
    chance.do(TakeBack())
    play_to_end(chance)
    answer = import_file(importer, export(table_of(chance)))
    again = file_of(importer, answer.game)
    assert not any('"draw"' in line for line in again.splitlines())
    for problems in (check_chance(again.encode()).problems, check_moves_file(again.encode(), GAMES).faults):
        assert problems == ()
    twice = import_file(importer, again)
    assert file_of(importer, twice.game) == again


def test_an_unfinished_game_continues_with_its_own_seal(chance: Session, importer: Session) -> None:
    """Its draws count as typed in, because their origin cannot be proved any more."""
    chance.do(play(roll(1)))
    text = export(table_of(chance))
    assert importer.parse_import(text.encode(), importer.journal.next_number()).draws_lost
    answer = import_file(importer, text)
    importer.do(OpenGame(number=answer.game))
    table = table_of(importer)
    assert [commitment.from_file for commitment in table.commitments] == [True]
    assert table.commitments[0].seed != table_of(chance).commitments[0].seed
    assert table.entries[-1].played.typed
    name = DrawName("lanterns", 2, "roll", 1)
    importer.do(play(roll(2)))
    drawn = table_of(importer).draws[-1]
    assert (drawn.name, drawn.commitment_index) == (str(name), 0)
    mine = export(table_of(importer))
    report = check_moves_file(mine.encode(), GAMES)
    assert report.holds
    [committed] = report.verdict.commitments
    assert committed.from_file
    assert [remark.code for remark in report.verdict.warnings] == [WarningCode.ANOTHER_COMMITMENT]
    assert any("was imported" in line for line in report_text(report, Words("en")))
    assert any(json.loads(line).get("kind") == "typed" for line in mine.splitlines())


def test_an_imported_game_gives_no_phone_a_role(chance: Session, importer: Session) -> None:
    chance.do(ClaimSeat(phone="fox", seat=1))
    answer = import_file(importer, export(table_of(chance)))
    assert _table(importer, answer.game).claims == {}


def test_a_file_with_hidden_values_cannot_be_continued(chance: Session, importer: Session) -> None:
    with pytest.raises(BadFileError) as refused:
        import_file(importer, file_of(chance, 1))
    assert (refused.value.line, refused.value.reason.key) == (1, "file.partial")
    assert [saved.number for saved in importer.journal.games()] == [1]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [('"value": 2', '"value": 4', 3), ('"seat": 1', '"seat": 2', 2), ("step", "leap", 2), ("{", "[", 1)],
)
def test_refused_moves_are_reported_with_their_line(importer: Session, old: str, new: str, line: int) -> None:
    text = '{"game": "expedition", "seats": ["A", "B", "C"]}\n{"seat": 1, "move": "step", "by": "cards"}\n'
    text += '{"seat": 1, "move": "crate", "value": 2}\n'
    assert import_file(importer, text).entry == 2
    before = importer.journal.next_number()
    with pytest.raises((BadFileError, IllegalLineError), match=f"line {line}:"):
        import_file(importer, text.replace(old, new, 1))
    assert importer.journal.next_number() == before


def test_an_altered_line_is_reported(chance: Session, importer: Session) -> None:
    play_to_end(chance)
    lines = export(table_of(chance)).splitlines()
    index = next(number for number, line in enumerate(lines) if '"chance"' in line)
    lines[index] = lines[index].replace('"chance": [', '"chance": [6, ', 1)
    with pytest.raises(BadFileError) as refused:
        import_file(importer, "\n".join(lines) + "\n")
    assert (refused.value.line, refused.value.reason.key) == (index + 1, "verify.code.altered_line")


def test_a_result_that_differs_from_the_moves_is_reported(importer: Session, game: Session) -> None:
    for move in whole_game():
        game.do(play(move))
    lines = export(table_of(game)).splitlines()
    end = json.loads(lines[-1])
    end["standings"][0]["total"] += 1
    with pytest.raises(BadFileError) as refused:
        import_file(importer, "\n".join([*lines[:-1], json.dumps(end)]))
    assert refused.value.reason.key == "verify.code.wrong_result"


@pytest.mark.parametrize(
    ("data", "key"),
    [
        *((b"", "file.not_a_game"), (b"\xff\xfe", "file.not_a_game"), (b'{"players": 3}', "file.not_a_game")),
        *((SQLITE_MAGIC + bytes(9), "file.is_backup"), (b"x" * (MOST_BYTES + 1), "file.too_long")),
    ],
    ids=["empty", "no text", "other JSON", "backup", "long"],
)
def test_a_file_that_is_not_a_game_is_refused(importer: Session, data: bytes, key: str) -> None:
    with pytest.raises(BadFileError) as refused:
        import_file(importer, data)
    assert refused.value.reason.key == key


def test_a_number_used_meanwhile_is_not_used_twice(importer: Session, game: Session) -> None:
    read = importer.parse_import(export(table_of(game)).encode(), importer.journal.next_number())
    importer.do(expedition())
    with pytest.raises(StaleError):
        importer.add_imported(read)


def _table(session: Session, number: int) -> Table:
    table = replay_rows(session.journal.rows(number), GAMES).table
    assert table is not None
    return table


def test_a_finished_game_with_lost_draws_has_no_commitment(chance: Session, importer: Session) -> None:
    play_to_end(chance)
    chance.do(TakeBack())
    chance.do(Restore())
    text = export(table_of(chance))
    read = importer.parse_import(text.encode(), importer.journal.next_number())
    assert read.draws_lost
    table = _table(importer, importer.add_imported(read).game)
    assert table.over
    assert table.commitments == ()
    assert all(entry.played.drawn is None for entry in table.entries)
