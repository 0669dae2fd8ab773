"""Tests of results: which of them a broker lacks, what they hold, and the file of those it has."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.broker.game_results import key_of, missing_results, result_of
from companion.broker.sent_results import FILE, SentResults
from companion.broker.topics import Topics
from companion.journal.archive import Archive, PastGame
from companion.journal.open_journal import Store
from companion.session.session import Session
from companion.table.commands import TakeBack
from tests.broker.schemas import BOX, check, schema
from tests.kit.scripted_games import GAMES, expedition, play, skip_reveal, whole_game

TOPICS = Topics(BOX)
EVENING = 1_796_065_600
ENDED = PastGame(
    number=3,
    last_seq=40,
    game="expedition",
    names=("Ada", "Rouge"),
    colours=(("blue",), ("red", "white")),
    started=EVENING,
    ended=EVENING + 3600,
    seconds=3000,
    result=((2, 1, 30), (1, 2, 20)),
    first_time=EVENING,
    turns=12,
)


def missing(sent: dict[str, str], *games: PastGame) -> list[str]:
    return [message.topic for message in missing_results(games, sent, TOPICS)]


def acknowledge(sent: dict[str, str], *games: PastGame) -> None:
    for message in missing_results(games, sent, TOPICS):
        check(json.loads(message.payload), schema("result-1"))
        sent[message.key] = message.fingerprint


def test_result_has_places_times_and_the_identity_of_the_game() -> None:
    message = result_of(ENDED, BOX, {"rouge"})
    check(message, schema("result-1"))
    assert message == {
        "version": 1,
        "box": BOX,
        "number": 3,
        "first_time": EVENING,
        "seq": 40,
        "game": "expedition",
        "over": True,
        "verified": True,
        "started": "2026-11-30T19:06:40Z",
        "ended": "2026-11-30T20:06:40Z",
        "minutes": 50,
        "turns": 12,
        "places": [
            {"seat": 2, "rank": 1, "total": 30, "name": None, "colours": ["red", "white"]},
            {"seat": 1, "rank": 2, "total": 20, "name": "Ada", "colours": ["blue"]},
        ],
    }


def test_acknowledged_result_is_not_sent_again() -> None:
    sent: dict[str, str] = {}
    acknowledge(sent, ENDED)
    assert missing(sent, ENDED) == []


@pytest.mark.parametrize(
    "other", [replace(ENDED, last_seq=41, names=("Ada", "Bao")), replace(ENDED, result=((1, 1, 20), (2, 1, 20)))]
)
def test_changed_result_is_sent_again(other: PastGame) -> None:
    sent: dict[str, str] = {}
    acknowledge(sent, ENDED)
    assert missing(sent, other) == [f"table-companion/{BOX}/results/3"]


def test_end_that_was_taken_back_withdraws_the_result_once() -> None:
    sent: dict[str, str] = {}
    open_again = replace(ENDED, result=None, last_seq=41)
    assert missing(sent, open_again) == []
    acknowledge(sent, ENDED)
    [message] = missing_results([open_again], sent, TOPICS)
    assert json.loads(message.payload)["over"] is False
    assert json.loads(message.payload)["places"] == []
    acknowledge(sent, open_again)
    assert missing(sent, replace(open_again, last_seq=50)) == []
    assert len(missing(sent, replace(ENDED, last_seq=60))) == 1


def test_number_of_another_game_is_another_result() -> None:
    """After an older backup was restored, the numbers of later games are given again."""
    sent: dict[str, str] = {}
    acknowledge(sent, ENDED)
    assert len(missing(sent, replace(ENDED, first_time=EVENING + 86400))) == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(ENDED, result=None),
        replace(ENDED, result=None, closed=True),
        replace(ENDED, damaged=True),
        replace(ENDED, imported=True),
        replace(ENDED, game=None),
    ],
)
def test_other_games_have_no_result_to_send(other: PastGame) -> None:
    assert missing({}, other) == []


def test_results_wait_for_the_reveal_of_an_ending(store: Store, session: Session) -> None:
    archive = Archive(store.journal.path, GAMES, lambda: session.table, lambda: session.snapshot().table)
    sent: dict[str, str] = {}
    session.do(expedition())
    for move in whole_game():
        session.do(play(move))
    assert session.reveal is not None
    assert missing(sent, *archive.games()) == []
    skip_reveal(session)
    assert len(missing(sent, *archive.games())) == 1
    acknowledge(sent, *archive.games())
    session.do(TakeBack())
    [message] = missing_results(archive.games(), sent, TOPICS)
    assert json.loads(message.payload)["over"] is False


class TestFile:
    def test_what_was_acknowledged_is_known_after_a_restart(self, tmp_path: Path) -> None:
        sent = SentResults(tmp_path / FILE, "mqtt://broker.lan", BOX)
        sent.add(key_of(ENDED), "0123")
        sent.save()
        assert SentResults(tmp_path / FILE, "mqtt://broker.lan", BOX).fingerprints == {key_of(ENDED): "0123"}
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600

    @pytest.mark.parametrize(("broker", "box"), [("mqtt://other.lan", BOX), ("mqtt://broker.lan", "f" * 16)])
    def test_another_broker_and_another_box_begin_with_none(self, tmp_path: Path, broker: str, box: str) -> None:
        sent = SentResults(tmp_path / FILE, "mqtt://broker.lan", BOX)
        sent.add("3-1", "0123")
        sent.save()
        assert SentResults(tmp_path / FILE, broker, box).fingerprints == {}

    @pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b'{"sent": []}', b'{"sent": {"3-1": 5}}', b"null"])
    def test_damaged_file_counts_as_none(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / FILE).write_bytes(content)
        assert SentResults(tmp_path / FILE, "mqtt://broker.lan", BOX).fingerprints == {}

    def test_games_that_are_no_longer_saved_are_dropped(self, tmp_path: Path) -> None:
        sent = SentResults(tmp_path / FILE, "mqtt://broker.lan", BOX)
        sent.add("3-1", "0123")
        sent.add("4-1", "0123")
        sent.keep_only({"3-1"})
        assert sent.fingerprints == {"3-1": "0123"}

    def test_file_that_cannot_be_written_is_logged(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        sent = SentResults(tmp_path / "none" / FILE, "mqtt://broker.lan", BOX)
        sent.add("3-1", "0123")
        sent.save()
        assert "what the broker has is not noted" in caplog.text
