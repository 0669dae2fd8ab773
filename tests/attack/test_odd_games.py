"""Backups with games that no program of ours has written: their hashes are right, their contents impossible."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.expedition import EXPEDITION
from companion.journal.backup import restore_backup, restore_damaged_backup
from companion.journal.database import MOST_NUMBER, connect, with_digest
from companion.journal.journal import OPEN_GAME, Journal
from companion.journal.open_journal import Store, open_store
from companion.journal.rows import NO_PREVIOUS_HASH, Row, RowDraft, RowKind, committed_body
from companion.journal.upload import UploadSlot
from companion.session.session import Session
from companion.table.commands import Amend, LeaveGame, OpenGame
from companion.table.session_errors import DamagedError
from tests.input.hands import Hands
from tests.kit.scripted_games import GAMES, NOON, correct, expedition, play, session_on, whole_game
from tests.server.helpers import RecordedBox
from tests.terminal import run, run_json

ODD = 3
"""Number of the odd game; a finished game and an unfinished one precede it."""
LISTS = ("/games", "/api/games", "/results.csv", "/games.zip", "/api/statistics")
TWO: dict[str, Any] = {"names": ["A", "B"], "colours": [["red"], ["blue"]], "totals": [1, 2], "result": None}
"""A note that fits a game of two."""

Rows = list[Row]
COMMITTED = committed_body(b"\1" * 32, None)[2]


def rows(started: dict[str, Any], *bodies: tuple[RowKind, Any], time: int = int(NOON)) -> Rows:
    """Return a game by other rules, from the extra fields of its first row and the bodies of the others."""
    first = {"game": "expedition", "rules_version": 99, "seats": ["A", "B"], "options": {}, **started}
    rows_so_far: Rows = []
    for seq, (kind, body) in enumerate([(RowKind.STARTED, first), *bodies], 1):
        seat = 1 if kind in (RowKind.PLAYED, RowKind.AMENDED, RowKind.INSERTED, RowKind.SEAT_CLAIMED) else None
        previous = rows_so_far[-1].hash() if rows_so_far else NO_PREVIOUS_HASH
        rows_so_far.append(Row(ODD, seq, seq, time, "box", seat, None, kind, body, 0, previous, "00"))
    return rows_so_far


def nested(levels: int) -> Any:
    inner: Any = {}
    for _ in range(levels):
        inner = {"a": inner}
    return inner


PLAYED = (RowKind.PLAYED, {"move": {"move": "step"}})
ODD_ROWS: dict[str, Rows] = {
    "options are a number": rows({"options": 5}),
    "options are a list": rows({"options": [1]}),
    "options without an end": rows({"options": nested(400)}),
    "options of a missing game": rows({"game": "foo", "options": 5}),
    "no seats": rows({"seats": []}),
    "seats are a word": rows({"seats": "AB"}),
    "seats are numbers": rows({"seats": [1, None]}),
    "seats are objects": rows({"seats": [{}, []]}),
    "seats of a missing game": rows({"game": "foo", "seats": [{}, []]}),
    "many seats": rows({"seats": [f"n{number}" for number in range(20_000)]}),
    "a long name": rows({"seats": ["A" * 100_000, "B"]}),
    "a name that moves the cursor": rows({"seats": ["A", "B\x1b[2J"]}),
    "the game is a list": rows({"game": ["expedition"]}),
    "the game is a long word": rows({"game": "e" * 100_000}),
    "the version is a list": rows({"rules_version": [99]}),
    "the version is huge": rows({"rules_version": 10**30}),
    "the version is below zero": rows({"rules_version": -1}),
    "a move is a number": rows({}, (RowKind.PLAYED, {"move": 5})),
    "a move without a word": rows({}, (RowKind.PLAYED, {"move": {"move": ["step"]}})),
    "a body is a list": rows({}, (RowKind.PLAYED, ["move"])),
    "spends are numbers": rows({}, (RowKind.PLAYED, {"move": {"move": "step"}, "spends": [[], 1]})),
    "a seat beyond the last": [*(game := rows({}, PLAYED))[:1], replace(game[1], seat=7)],
    "another seat in between": rows({}, (RowKind.AMENDED, {"entry": 0, "seats": ["A"], "options": {}, "without": []})),
    "options of another beginning": rows(
        {}, (RowKind.AMENDED, {"entry": 0, "seats": ["A", "B"], "options": 5, "without": []})
    ),
    "an entry before the first": rows({}, PLAYED, (RowKind.AMENDED, {"entry": -1, "move": None, "without": []})),
    "an entry left out twice": rows({}, PLAYED, (RowKind.MIGRATED, {"to": 98, "without": [1, 1]})),
    "carried to a list": rows({}, (RowKind.MIGRATED, {"to": [], "without": []})),
    "carried below zero": rows({}, (RowKind.MIGRATED, {"to": -5, "without": []})),
    "a phone is a list": rows({}, (RowKind.SEAT_CLAIMED, {"phone": [5]})),
    "a nested result": rows({}, (RowKind.CLOSED, {"result": [[[1], 2, 3]]})),
    "a result for one": rows({}, (RowKind.CLOSED, {"result": [[1, 1, 3]]})),
    "a result for nobody": rows({}, (RowKind.CLOSED, {"result": [[8, 1, 3], [9, 2, 2]]})),
    "a rank that is a word": rows({}, (RowKind.CLOSED, {"result": [[1, "1", 3], [2, 2, 2]]})),
}
ODD_NOTES: dict[str, Any] = {
    "nested result": {**TWO, "result": [[[1], 2, 3]]},
    "result is a word": {**TWO, "result": "abc"},
    "result for one": {**TWO, "result": [[1, 1, 3]]},
    "names are numbers": {**TWO, "names": [1, 2]},
    "a long name": {**TWO, "names": ["A" * 100_000, "B"]},
    "three names": {**TWO, "names": ["A", "B", "C"]},
    "a colour is an object": {**TWO, "colours": [[{}], ["blue"]]},
    "no colours": {**TWO, "colours": [[], []]},
    "totals are words": {**TWO, "totals": ["1", "2"]},
    "totals are huge": {**TWO, "totals": [10**400, 2]},
    "a number": 5,
}
CASES = [
    *(pytest.param(game, None, id=name) for name, game in ODD_ROWS.items()),
    *(pytest.param(rows({}), note, id=f"noted: {name}") for name, note in ODD_NOTES.items()),
]
ODD_TIMES = (-(2**63), -(10**11), -5, 0, 10**12, 2**62, 2**63 - 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a state directory with a finished game and an unfinished one."""
    directory = tmp_path / "state"
    with closing(open_store(directory, GAMES)) as store:
        session = session_on(store.journal)
        session.do(expedition())
        session.do(play(*whole_game()))
        session.do(expedition(("Ada", "Dan")))
    return directory


def add_game(folder: Path, game: Rows, note: Any = None, *, opened: bool = True) -> None:
    """Add an odd game to a journal, as a program without checks would have kept it."""
    with closing(open_store(folder, GAMES)) as store:
        store.journal.append(game, note, {OPEN_GAME: ODD} if opened else None)


def backup_of(folder: Path) -> Path:
    path = folder.with_name("backup.sqlite3")
    with closing(Journal(folder / "journal.sqlite3", read_only=True)) as journal:
        journal.copy_to(path)
    return path


def started(store: Store) -> Session:
    return Session(store.journal, GAMES, lambda: NOON)


@pytest.fixture
def served(folder: Path) -> Iterator[Any]:
    """Yield a function that starts the table on the folder, and returns a client of its pages and the session."""
    stores: list[Store] = []

    def begin() -> Any:
        stores.append(open_store(folder, GAMES))
        session = started(stores[-1])
        return RecordedBox(session=session).app().test_client(), session

    yield begin
    for store in stores:
        store.close()


@pytest.mark.parametrize(("game", "note"), CASES)
def test_a_backup_with_an_odd_game_is_damaged(folder: Path, tmp_path: Path, game: Rows, note: Any) -> None:
    add_game(folder, game, note)
    path = backup_of(folder)
    with pytest.raises(DamagedError):
        restore_backup(path, tmp_path / "other", GAMES)
    uploads = UploadSlot(tmp_path / "other", GAMES)
    data = path.read_bytes()
    part = uploads.begin(len(data))
    part.append(data)
    with pytest.raises(DamagedError):
        uploads.examine(part)


@pytest.mark.parametrize(("game", "note"), CASES)
def test_the_valid_part_is_restored(folder: Path, tmp_path: Path, game: Rows, note: Any) -> None:
    add_game(folder, game, note)
    assert restore_damaged_backup(backup_of(folder), tmp_path / "other", GAMES).games in (2, 3)
    with closing(open_store(tmp_path / "other", GAMES)) as store:
        assert not any(saved.unreadable for saved in started(store).journal.games())


@pytest.mark.parametrize(("game", "note"), CASES)
def test_a_table_with_an_odd_game_shows_all_others(folder: Path, served: Any, game: Rows, note: Any) -> None:
    add_game(folder, game, note)
    client, session = served()
    assert session.table is None or session.table.number == ODD
    assert [saved.number for saved in session.journal.games()] == [1, 2, ODD]
    for page in LISTS:
        assert client.get(page).status_code == 200, page
    for page in (f"/games/{ODD}", f"/api/games/{ODD}", f"/games/{ODD}/moves.jsonl"):
        assert client.get(page).status_code in (200, 409, 410), page
    listed = client.get("/api/games").get_json()["games"]
    assert [game_row["number"] for game_row in listed] == [ODD, 2, 1]
    session.do(OpenGame(number=2))
    session.do(Amend(entry=0, names=("Zoé", "Dan")))
    session.do(play(correct(1, 1)))
    session.do(expedition())
    session.erase(ODD)
    assert [saved.number for saved in session.journal.games()] == [1, 2, 4]


@pytest.mark.parametrize(("game", "note"), CASES)
def test_the_box_and_the_terminal_list_the_others(folder: Path, game: Rows, note: Any) -> None:
    add_game(folder, game, note, opened=False)
    status, body = run_json("games", "--state", folder)
    assert (status, [game_row["number"] for game_row in body["games"]]) == (0, [1, 2, ODD])
    assert run("games", "--state", folder).exit_code == 0
    hands = Hands(folder)
    hands.watch = lambda face: None
    try:
        hands.other_hand(LeaveGame())
        for row in ("Continuer une partie", "Parties finies"):
            hands.press("ok")
            hands.choose(row)
            hands.press("back", "back")
    finally:
        hands.close()


@pytest.mark.parametrize("time", ODD_TIMES)
def test_an_impossible_time_is_no_date(folder: Path, tmp_path: Path, served: Any, time: int) -> None:
    with closing(open_store(folder, GAMES)) as store:
        session = Session(store.journal, GAMES, lambda: time)
        session.do(expedition())
        session.do(play(*whole_game()))
    path = backup_of(folder)
    restore_backup(path, tmp_path / "other", GAMES)
    client, _ = served()
    for page in (*LISTS, f"/games/{ODD}", f"/api/games/{ODD}", f"/games/{ODD}/moves.jsonl"):
        assert client.get(page).status_code == 200, page
    game = client.get(f"/api/games/{ODD}").get_json()
    assert (game["started"], game["date"], game["ended"]) == (None, None, None)
    assert len(zipfile.ZipFile(io.BytesIO(client.get("/games.zip").data)).namelist()) == 3


def test_a_result_in_the_wrong_row_is_not_shown(folder: Path, served: Any) -> None:
    odd: RowDraft = (RowKind.COMMITTED, None, {**COMMITTED, "result": "abc"})
    noted = {**TWO, "result": [[1, 1, 1], [2, 2, 2]]}
    add_game(folder, rows({"game": "foo"}, (odd[0], odd[2]), (RowKind.CLOSED, {})), noted)
    client, _ = served()
    for page in LISTS:
        assert client.get(page).status_code == 200, page


@pytest.mark.parametrize("note", [pytest.param(note, id=name) for name, note in ODD_NOTES.items()])
def test_an_odd_note_of_a_present_game_hides_nothing(folder: Path, served: Any, note: Any) -> None:
    with closing(open_store(folder, GAMES)) as store:
        session = session_on(store.journal)
        session.do(expedition(("Ada", "Bao")))
        session.journal.truncate(ODD, 1, note)
    client, session = served()
    assert [saved.number for saved in session.journal.games()] == [1, 2, ODD]
    for page in (*LISTS, f"/games/{ODD}", f"/api/games/{ODD}", f"/games/{ODD}/moves.jsonl"):
        assert client.get(page).status_code in (200, 410), page


ODD_TEXTS = ("NaN", "[1e999]", r'"\ud800"', '{"a":1,"a":2}', "[1, 2]", "{")


@pytest.mark.parametrize("text", ODD_TEXTS)
@pytest.mark.parametrize("where", ["a note", "beside a game"])
def test_a_foreign_note_is_damage_without_other_losses(
    folder: Path, tmp_path: Path, served: Any, text: str, where: str
) -> None:
    with closing(connect(folder / "journal.sqlite3", read_only=False)) as db:
        if where == "a note":
            db.execute("INSERT INTO notes VALUES (?, ?, ?)", with_digest("volume", text))
        else:
            _, *record = with_digest(2, 1, text)
            db.execute("UPDATE games SET last = ?, result = ?, digest = ? WHERE number = 2", record)
    backup = tmp_path / "backup.sqlite3"
    backup.write_bytes((folder / "journal.sqlite3").read_bytes())
    with pytest.raises(DamagedError):
        restore_backup(backup, tmp_path / "other", GAMES)
    restore_damaged_backup(backup, tmp_path / "other", GAMES)
    for state in (folder, tmp_path / "other"):
        with closing(open_store(state, GAMES)) as store:
            assert [saved.number for saved in store.journal.games()] == [1, 2]
            assert "volume" not in store.journal.notes()
    assert served()[0].get("/").status_code == 200


@pytest.mark.parametrize("number", [True, -1, MOST_NUMBER, 10**30, [1]])
def test_an_odd_number_of_the_open_game_is_ignored(folder: Path, number: Any) -> None:
    with closing(Journal(folder / "journal.sqlite3")) as journal:
        journal.set_note(OPEN_GAME, number)
    with closing(open_store(folder, GAMES)) as store:
        session = session_on(store.journal)
        assert session.table is None
        session.do(expedition())


def test_options_that_the_rules_refuse_are_reported(folder: Path, served: Any) -> None:
    """Their JSON is valid; only the rules can tell."""
    add_game(folder, rows({"options": {"start": {"gold": "x"}, "track": [], "colours": 5}}))
    client, session = served()
    assert session.table is None
    assert [saved.number for saved in session.journal.games()] == [1, 2, ODD]
    for page in LISTS:
        assert client.get(page).status_code == 200, page


def test_the_table_starts_even_if_rules_crash(folder: Path, served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    add_game(folder, rows({}))

    def begin(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(type(EXPEDITION), "begin", begin)
    client, session = served()
    assert session.table is None
    assert client.get("/api/games").status_code == 200
