"""Tests of backups over the network: downloads for hosts, the box's permission, uploads and their installation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.journal.journal import Journal
from companion.journal.state_directory import NAME, UPLOAD_NAME
from companion.journal.upload import MOST_BYTES, UploadSlot
from companion.server import backup_routes
from companion.server.backup_routes import FILE_TYPE
from companion.table import game_limits
from companion.table.commands import CloseGame
from companion.table.session_errors import NotSavedError, SaveFailure
from tests.kit.scripted_games import GAMES, backup_of_another_table, expedition, play, whole_game
from tests.server.helpers import new_session
from tests.server.phones_room import Phone, Room, refusal_of

WISH = "a planted wish"


@pytest.fixture
def room() -> Iterator[Room]:
    """Yield a table with a finished game, and one under way with a secret."""
    with new_session(GAMES) as session:
        room = Room(session)
        session.do(expedition())
        for move in whole_game():
            session.do(play(move))
        yield room


@pytest.fixture
def host(room: Room) -> Phone:
    host = room.phone(None)
    assert host.do("start", game="lanterns", seats=["Dom", "Eve"]).status_code == 200
    hide = {"move": "hide", "colour": "red", "value": 30_303, "wish": WISH}
    room.world.session.do(play((1, hide)))
    room.world.table.ask(lambda: None)
    return host


@pytest.fixture
def backup(tmp_path: Path) -> bytes:
    """Return a backup of another table with one game."""
    return backup_of_another_table(tmp_path).read_bytes()


def upload(phone: Phone, content: bytes, kind: str = FILE_TYPE, **options: Any) -> TestResponse:
    return phone.client.post(
        "/api/restore", data=content, content_type=kind, headers={**phone.headers, **options.pop("headers", {})}
    )


def take(phone: Phone) -> TestResponse:
    return read_fully(phone.post("/api/backup/take"))


def take_finished(phone: Phone) -> TestResponse:
    return read_fully(phone.client.get("/backup/finished.sqlite3"))


def read_fully(answer: TestResponse) -> TestResponse:
    """Read a response to its end, so that the file behind it is closed."""
    assert answer.data
    answer.close()
    return answer


def answer_at_box(room: Room, *, granted: bool) -> None:
    """Answer the question at the box."""
    handing = room.world.codes.backup_permission
    wish = handing.pending_request
    assert wish is not None
    assert handing.answer(wish, granted=granted)


def games_in(content: bytes, tmp_path: Path) -> list[int]:
    path = tmp_path / "fetched.sqlite3"
    path.write_bytes(content)
    with closing(Journal(path, read_only=True)) as journal:
        return [game.number for game in journal.games()]


def state(room: Room) -> Path:
    return room.world.session.journal.path.parent


def rows_of(room: Room, game: int) -> int:
    return sum(1 for _ in room.world.session.journal.rows(game))


def leftover_files(room: Room) -> list[str]:
    return sorted(path.name for path in state(room).iterdir() if not path.name.startswith(NAME))


class TestFinished:
    """Tests of finished games, which a host gets with one tap."""

    def test_finished_games_are_a_download(self, host: Phone, room: Room, tmp_path: Path) -> None:
        answer = take_finished(host)
        assert answer.status_code == 200
        assert answer.mimetype == FILE_TYPE
        assert answer.headers["Content-Disposition"] == "attachment; filename=finished-games.sqlite3"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.content_length == len(answer.data)
        assert games_in(answer.data, tmp_path) == [1]
        assert WISH.encode() not in answer.data
        assert leftover_files(room) == []

    def test_a_full_card_does_not_prevent_the_download(
        self, host: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(backup_routes, "free_name", lambda path, word: tmp_path / "no card" / "handed-1.sqlite3")
        assert games_in(take_finished(host).data, tmp_path) == [1]

    def test_a_head_request_creates_no_file(self, host: Phone) -> None:
        answers = [host.client.head("/backup/finished.sqlite3") for _ in range(12)]
        assert {(answer.status_code, answer.mimetype) for answer in answers} == {(200, FILE_TYPE)}

    def test_the_page_shows_the_number_of_games(self, host: Phone) -> None:
        page = host.client.get("/backup", headers=host.headers).text
        assert "The one finished game with its moves" in page
        assert host.get("/api/backup")["finished"] == 1

    def test_guests_see_only_that_the_page_is_for_hosts(self, host: Phone, room: Room) -> None:
        for phone in (room.phone(), room.phone(2)):
            page = phone.client.get("/backup", headers=phone.headers).text
            assert "The host takes care of backups" in page
            assert "finished" not in page.partition("<main")[2].partition("</main")[0]

    @pytest.mark.parametrize("path", ["/backup/finished.sqlite3", "/api/backup"])
    def test_only_hosts_get_finished_games(self, host: Phone, room: Room, path: str) -> None:
        assert room.phone().client.get(path).status_code == 401
        assert room.phone(2).client.get(path).status_code == 403


class TestEverything:
    """Tests of all games, which the phone permitted by the box gets once."""

    def test_a_phone_permitted_by_the_box_downloads_once(self, host: Phone, room: Room, tmp_path: Path) -> None:
        assert host.post("/api/backup/ask").json == {"standing": "asked", "seconds": 60}
        refusal_of(take(host), 404, "nothing_to_take")
        answer_at_box(room, granted=True)
        assert host.get("/api/backup")["whole"] == {"standing": "ready", "seconds": 300}
        fetched = take(host)
        assert fetched.status_code == 200
        assert games_in(fetched.data, tmp_path) == [1, 2]
        assert WISH.encode() in fetched.data
        refusal_of(take(host), 404, "nothing_to_take")
        assert leftover_files(room) == []

    def test_the_boxs_refusal_is_reported(self, host: Phone, room: Room) -> None:
        host.post("/api/backup/ask")
        answer_at_box(room, granted=False)
        assert host.get("/api/backup")["whole"]["standing"] == "refused"
        refusal_of(take(host), 404, "nothing_to_take")

    def test_the_permission_is_not_for_another_host(self, host: Phone, room: Room) -> None:
        other_host = room.phone(None)
        host.post("/api/backup/ask")
        refusal_of(other_host.post("/api/backup/ask"), 409, "box_asks")
        answer_at_box(room, granted=True)
        refusal_of(take(other_host), 404, "nothing_to_take")
        assert other_host.get("/api/backup")["whole"] == {"standing": "none", "seconds": 0}
        assert take(host).status_code == 200

    def test_a_former_host_gets_no_backup(self, host: Phone, room: Room) -> None:
        host.post("/api/backup/ask")
        answer_at_box(room, granted=True)
        host.post("/api/resign")
        refusal_of(take(host), 401, "no_claim")

    def test_a_failed_copy_keeps_the_permission(self, host: Phone, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        host.post("/api/backup/ask")
        answer_at_box(room, granted=True)
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "copy_to", _full)
            refusal_of(take(host), 507, "not_saved")
        assert take(host).status_code == 200

    def test_a_seat_cannot_ask_for_everything(self, room: Room, host: Phone) -> None:
        refusal_of(room.phone(1).post("/api/backup/ask"), 403, "not_yours")
        refusal_of(room.phone().post("/api/backup/ask"), 401, "no_claim")
        assert room.world.codes.backup_permission.pending_request is None


def _full(journal: Journal, path: Path) -> None:
    raise NotSavedError("full", SaveFailure.FULL)


class TestBringing:
    """Tests of uploads, which are examined first, and only then installed."""

    def test_an_upload_reports_what_it_would_replace(self, host: Phone, room: Room, backup: bytes) -> None:
        body = upload(host, backup).json
        assert body
        assert len(body.pop("backup")) == 32
        assert body.pop("aside").endswith(": Dom and Eve)")
        assert body == {
            "games": 1,
            "going_on": 1,
            "opens": "Game 1 (Marco Polo Expedition: Ina, Jo and Kim)",
            "too_long": [],
            "here": 2,
        }
        assert room.world.wanted == []
        assert room.world.session.table is not None

    def test_an_upload_reports_the_games_left_out(
        self, host: Phone, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room.world.session.journal.copy_to(tmp_path / "backup.sqlite3")
        monkeypatch.setattr(game_limits, "MOST_ROWS", rows_of(room, 1) - 1)
        body = upload(host, (tmp_path / "backup.sqlite3").read_bytes()).json or {}
        assert (body["games"], body["too_long"], body["here"]) == (1, [1], 2)
        assert host.get("/api/backup")["too_long"] == [1]
        assert "Game 1 is too long to be restored from a backup." in host.client.get(
            "/backup", headers=host.headers
        ).get_data(as_text=True)

    def test_the_second_step_installs_the_backup(self, host: Phone, room: Room, backup: bytes) -> None:
        name = (upload(host, backup).json or {})["backup"]
        answer = host.post("/api/restore/put", backup=name, put=True)
        assert answer.json == {"again": True}
        assert room.world.wanted == [], "the answer is on its way before the table closes"
        answer.close()
        assert [waiting_backup.name for waiting_backup in room.world.wanted] == [name]
        refusal_of(upload(host, backup), 409, "backup_busy")

    def test_the_second_step_can_discard_the_backup(self, host: Phone, room: Room, backup: bytes) -> None:
        name = (upload(host, backup).json or {})["backup"]
        assert leftover_files(room) == [UPLOAD_NAME]
        assert host.post("/api/restore/put", backup=name, put=False).json == {"again": False}
        assert leftover_files(room) == []
        refusal_of(host.post("/api/restore/put", backup=name, put=True), 404, "no_such_backup")
        refusal_of(host.post("/api/restore/put", backup=name, put=False), 404, "no_such_backup")
        assert room.world.wanted == []

    @pytest.mark.parametrize("value", [None, 1, "yes"])
    def test_the_second_step_needs_a_boolean(self, host: Phone, room: Room, value: object) -> None:
        assert refusal_of(host.post("/api/restore/put", backup="x", put=value), 400, "malformed")["where"] == "put"

    def test_an_unusable_upload_is_explained_and_leaves_nothing(self, host: Phone, room: Room, backup: bytes) -> None:
        newer = bytearray(backup)
        newer[60:64] = (99).to_bytes(4)
        bad = (
            (
                "This file isn’t a backup of the companion. A single game, a .jsonl file, is imported instead.",
                b"Dear Marco, " * 500,
            ),
            ("This file isn’t a backup of the companion. A single game, a .jsonl file, is imported instead.", b""),
            ("The backup is damaged.", backup[: len(backup) // 2]),
        )
        for why, content in bad:
            assert refusal_of(upload(host, content), 422, "bad_backup")["reason"].endswith(why)
        refusal_of(upload(host, bytes(newer)), 422, "newer_backup")
        assert leftover_files(room) == []

    def test_a_too_large_upload_is_refused_by_its_length(self, host: Phone, room: Room) -> None:
        assert "64 MB" in refusal_of(self.announced(host, MOST_BYTES + 1), 413, "backup_too_large")["reason"]
        refusal_of(self.announced(host, MOST_BYTES), 400, "malformed")
        assert leftover_files(room) == []

    def test_a_truncated_upload_makes_room_for_the_next(self, host: Phone, room: Room, backup: bytes) -> None:
        refusal_of(self.announced(host, len(backup)), 400, "malformed")
        assert leftover_files(room) == []
        assert upload(host, backup).status_code == 200

    @staticmethod
    def announced(host: Phone, length: int) -> TestResponse:
        """Return the response to a backup that announces this length and sends nothing."""
        headers = {"CONTENT_LENGTH": str(length)}
        return host.client.post("/api/restore", content_type=FILE_TYPE, headers=host.headers, environ_overrides=headers)

    def test_missing_disk_space_is_reported(self, host: Phone, backup: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        def begin(uploads: UploadSlot, length: int) -> None:
            raise NotSavedError("full", SaveFailure.FULL)

        monkeypatch.setattr(UploadSlot, "begin", begin)
        refusal_of(upload(host, backup), 507, "no_room")

    def test_uploads_from_other_sites_are_refused(self, host: Phone, room: Room, backup: bytes) -> None:
        refusal_of(upload(host, backup, headers={"Origin": "http://evil.example"}), 403, "foreign_origin")
        refusal_of(upload(host, backup, "text/plain"), 415, "no_backup")
        assert leftover_files(room) == []

    def test_only_hosts_may_upload(self, host: Phone, room: Room, backup: bytes) -> None:
        name = (upload(host, backup).json or {})["backup"]
        for phone, status, why in ((room.phone(), 401, "no_claim"), (room.phone(1), 403, "not_yours")):
            refusal_of(upload(phone, backup), status, why)
            refusal_of(phone.post("/api/restore/put", backup=name, put=True), status, why)
        assert room.world.wanted == []


def test_every_phone_shows_that_everything_was_handed_out(host: Phone, room: Room) -> None:
    onlooker = room.phone()
    assert "handed_out" not in [badge["key"] for badge in onlooker.view["badges"]]
    room.world.table.ask(room.world.session.note_backup_given)
    assert "handed_out" in [badge["key"] for badge in onlooker.view["badges"]]


def test_every_phone_shows_a_nearly_full_or_full_game(host: Phone, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    onlooker, session = room.phone(), room.world.session
    rows = rows_of(room, 2)

    def warnings() -> list[str]:
        room.world.table.ask(lambda: None)
        return [badge["key"] for badge in onlooker.view["badges"] if badge["key"].endswith("full")]

    monkeypatch.setattr(game_limits, "KEPT_ROWS", 0)
    for most, badge in ((2 * rows, []), (rows + 1, ["nearly_full"]), (rows, ["full"])):
        monkeypatch.setattr(game_limits, "MOST_ROWS", most * 10 // 9 if badge == ["nearly_full"] else most)
        assert warnings() == badge
    refusal_of(host.do("take_back"), 422, "illegal_move")
    session.do(CloseGame())
    assert warnings() == []


def test_backups_are_rate_limited(host: Phone) -> None:
    answers = [take_finished(host).status_code for _ in range(12)]
    assert answers[:10] == [200] * 10
    assert answers[-1] == 429
