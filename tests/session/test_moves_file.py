"""Moves files: faults are reported with their line, refusals with their ruling, and an export replays to the same
game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.games.expedition import EXPEDITION
from companion.journal import moves_file
from companion.journal.file_watch import SQLITE_MAGIC
from companion.journal.moves_file import BadFileError, IllegalLineError
from companion.rules.fields import Json
from companion.rules.match_functions import standings
from companion.rules.moves import Line, Move
from companion.rules.viewer import Viewer
from companion.table import table as tables
from companion.table.table import Table
from tests.games.lanterns import Lanterns
from tests.games.lanterns.match import Match
from tests.games.lanterns.state import State
from tests.kit.cases import GAMES, Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import play_on, some_moment, whole_game

HEAD = '{"game": "expedition", "seats": ["Ada", "Bao", "Chen"], "options": {}}'
STEP = '{"seat": 1, "move": "step", "by": "cards"}'
END = '{"seat": 1, "move": "end_turn"}'


def test_a_file_has_a_head_and_a_move_per_line() -> None:
    table = _replay(HEAD, STEP, STEP, END)
    assert table.names == ("Ada", "Bao", "Chen")
    assert [entry.played.move.kind for entry in table.entries] == ["step", "step", "end_turn"]
    assert table.match.turn(table.state) == 2


@pytest.mark.parametrize("head", ['{"game": "expedition", "seats": ["Ada", "Bao"]}', HEAD[:-1] + ', "partial": false}'])
def test_options_and_partial_may_be_missing_or_false(head: str) -> None:
    assert _replay(head).entries == ()


@pytest.mark.parametrize(
    "line", ["", "   ", "\t", "\r", '{"kind": "draw"}', '{"kind": null, "seat": 9, "move": "fly"}']
)
def test_blank_lines_and_lines_with_a_kind_are_skipped(line: str) -> None:
    assert len(_replay(HEAD, line, STEP, line, line, STEP).entries) == 2
    assert _fault(HEAD, line, STEP, line, "no JSON").line == 5
    assert _refused(HEAD, line, STEP, line, '{"seat": 2, "move": "end_turn"}').line == 5


def test_any_line_ending_and_a_byte_order_mark_are_accepted() -> None:
    data = "\ufeff" + "\r\n".join((HEAD, STEP, STEP))
    assert len(moves_file.replay_file(data.encode(), GAMES).entries) == 2


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"\n", b"\n" + HEAD.encode(), b"   \n\n", b"[]\n", b"<html>", b"a,b\n1,2\n", b"PK\3\4", b"\x89PNG\r\n"),
        *(b'{"players": 3}\n', b"{}", HEAD.encode("utf-16")),
    ],
)
def test_another_kind_of_file_is_refused(data: bytes) -> None:
    fault = _fault(data)
    assert (fault.line, fault.reason.key) == (1, "file.not_a_game")


def test_a_backup_is_called_a_backup() -> None:
    fault = _fault(SQLITE_MAGIC + bytes(100))
    assert (fault.line, fault.reason.key) == (None, "file.is_backup")


@pytest.mark.parametrize(
    ("last", "key"),
    [
        ('{"seat": 1, "move": "st', "file.no_json"),
        ("{'seat': 1}", "file.no_json"),
        ('{"seat": 1, "move": "crate", "value": NaN}', "file.no_json"),
        ('{"seat": 1, "move": "crate", "value": -Infinity}', "file.no_json"),
        ('{"seat": 1} {"seat": 2}', "file.no_json"),
        ("[" * 100_000, "file.no_json"),
        ("[]", "file.no_object"),
        ("null", "file.no_object"),
        ("3", "file.no_object"),
        ('"step"', "file.no_object"),
    ],
    ids=lambda value: value[:20],
)
def test_a_line_without_a_json_object_is_reported_by_number(last: str, key: str) -> None:
    fault = _fault(HEAD, STEP, "", last)
    assert (fault.line, fault.reason.key) == (4, key)


@pytest.mark.parametrize("raw", [b"\xff\xfe{", b'{"seat": 1, "move": "\xe9"}', b"\xed\xa0\x80"])
def test_a_line_without_utf_8_is_reported_by_number(raw: bytes) -> None:
    fault = _fault(HEAD.encode() + b"\n" + STEP.encode() + b"\n" + raw + b"\n")
    assert (fault.line, fault.reason.key) == (3, "file.no_text")
    assert _fault(HEAD.encode("utf-16")).line == 1


def test_a_truncated_file_is_shorter_or_faulty_at_its_end() -> None:
    data = "\n".join((HEAD, STEP, STEP, END)).encode()
    for length in range(len(data)):
        cut = data[:length]
        *complete_lines, last = cut.decode().split("\n")
        if len(last) > 0 and last not in (HEAD, STEP, END):
            assert _fault(cut).line == len(complete_lines) + 1
        elif cut:
            lines = [line for line in (*complete_lines, last) if line]
            assert len(moves_file.replay_file(cut, GAMES).entries) == len(lines) - 1


@pytest.mark.parametrize("partial", ["true", "null", "1", '"no"'])
def test_a_partial_file_is_not_replayed(partial: str) -> None:
    fault = _fault(HEAD[:-1] + f', "partial": {partial}}}', STEP)
    assert (fault.line, fault.reason.key) == (1, "file.partial")


@pytest.mark.parametrize(
    ("change", "where", "key"),
    [
        ({"game": "chess"}, "game", "error.unknown_game"),
        ({"game": None}, "game", "error.unknown_game"),
        ({"game": ["expedition"]}, "game", "error.unknown_game"),
        ({"players": 3}, "players", "error.unknown_field"),
        ({"seats": ["Ada"]}, "seats", "error.seats"),
        ({"seats": ["Ada", "Bao", "Chen", "Dara", "Eva", "Fay"]}, "seats", "error.seats"),
        ({"seats": "Ada, Bao"}, "seats", "error.seats"),
        ({"seats": None}, "seats", "error.seats"),
        ({"seats": ["Ada", "Bao", 3]}, "seats.2", "error.name"),
        ({"seats": ["Ada", " ", "Chen"]}, "seats.1", "error.name"),
        ({"seats": ["Ada", "B\no", "Chen"]}, "seats.1", "error.name"),
        ({"seats": ["\ud800", "Bao", "Chen"]}, "seats.0", "error.name"),
        ({"seats": ["Ada", "Bao", "ADA"]}, "seats.2", "error.name_twice"),
        ({"options": []}, "options", "error.wrong_type"),
        ({"options": None}, "options", "error.wrong_type"),
        ({"options": {"both_camels": True}}, "both_camels", "error.both_camels"),
        ({"options": {"no_such": 1}}, "no_such", "error.unknown_option"),
        ({"options": {"crates": {"16": 3}}}, "crates.16", "error.out_of_bounds"),
        ({"options": {"tally": {"ganzhou": None}}}, "tally.ganzhou", "error.wrong_type"),
    ],
)
def test_a_fault_in_the_head_is_reported_with_its_path(change: dict[str, Any], where: str, key: str) -> None:
    fault = _fault(json.dumps({**json.loads(HEAD), **change}), STEP)
    assert (fault.line, fault.where, fault.reason.key) == (1, where, key)


def test_the_seats_must_be_named() -> None:
    fault = _fault('{"game": "expedition"}')
    assert (fault.line, fault.where) == (1, "seats")


@pytest.mark.parametrize(
    ("line", "where", "key"),
    [
        ('{"seat": 1, "move": "fly"}', "move", "error.unknown_move"),
        ('{"seat": 1}', "move", "error.unknown_move"),
        ('{"seat": 1, "move": 3}', "move", "error.unknown_move"),
        ('{"seat": 1, "move": "roll"}', "move", "error.unknown_move"),
        ('{"move": "end_turn"}', "seat", "error.missing_field"),
        ('{"seat": "1", "move": "end_turn"}', "seat", "error.missing_field"),
        ('{"seat": true, "move": "end_turn"}', "seat", "error.missing_field"),
        ('{"seat": 1.5, "move": "end_turn"}', "seat", "error.missing_field"),
        ('{"seat": ' + "1" * 5_000 + ', "move": "end_turn"}', "seat", "error.missing_field"),
        ('{"seat": 0, "move": "end_turn"}', "seat", "error.no_seat"),
        ('{"seat": -1, "move": "end_turn"}', "seat", "error.no_seat"),
        ('{"seat": 4, "move": "end_turn"}', "seat", "error.no_seat"),
        ('{"seat": 1, "move": "end_turn", "card": 1}', "card", "error.unknown_field"),
        ('{"seat": 1, "move": "end_turn", "chance": [1]}', "chance", "error.unknown_field"),
        ('{"seat": 1, "move": "step"}', "by", "error.missing_field"),
        ('{"seat": 1, "move": "step", "by": "boat"}', "by", "error.unknown_word"),
        ('{"seat": 1, "move": "crate", "value": "1"}', "value", "error.wrong_type"),
        ('{"seat": 1, "move": "crate", "value": 1e400}', "value", "error.wrong_type"),
        ('{"seat": 1, "move": "correct", "what": "gold", "by": 1, "note": "\\ud800"}', "note", "error.wrong_type"),
    ],
)
def test_an_invalid_move_is_reported_with_line_and_field(line: str, where: str, key: str) -> None:
    fault = _fault(HEAD, STEP, "", line, STEP)
    assert (fault.line, fault.where, fault.reason.key) == (4, where, key)


@pytest.mark.parametrize(
    ("line", "ruling", "key"),
    [
        ('{"seat": 2, "move": "end_turn"}', None, "refused.turn"),
        ('{"seat": 1, "move": "step", "by": "ballast"}', "E5", "expedition.refused.ballast_unreached"),
        ('{"seat": 1, "move": "crate", "value": 3}', "E3", "expedition.refused.crate_value"),
        ('{"seat": 1, "move": "step", "by": "cards", "camel": 2}', "E15", "expedition.refused.one_camel"),
        ('{"seat": 3, "move": "correct", "what": "silver", "by": 1}', None, "refused.correct_what"),
    ],
)
def test_a_refused_move_is_reported_with_line_and_ruling(line: str, ruling: str | None, key: str) -> None:
    refused = _refused(HEAD, STEP, "", line, "no JSON: what comes after is not looked at")
    assert (refused.line, refused.ruling, refused.reason.key) == (4, ruling, key)


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_an_export_replays_to_the_same_game_at_any_time(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    again = moves_file.replay_file(moves_file.export(table).encode(), GAMES)
    assert (again.digest(), again.match) == (table.digest(), table.match)
    assert (again.names, dict(again.match.options)) == (table.names, dict(table.match.options))
    for entry, original in zip(again.entries, table.entries, strict=True):
        assert (entry.played.seat, entry.played.move) == (original.played.seat, original.played.move)
    assert moves_file.export(again) == moves_file.export(table)


@every_case
def test_an_export_has_one_line_each_and_the_standings_last(case: Case) -> None:
    table = whole_game(case, 0)
    head, *entries, end = [json.loads(line) for line in moves_file.export(table).splitlines()]
    assert head == {"game": case.game.id, "seats": list(case.names), "options": dict(case.options)}
    assert [(entry["seat"], entry["move"]) for entry in entries] == [
        (entry.played.seat, entry.played.move.kind) for entry in table.entries
    ]
    assert end["kind"] == "end"
    assert end["standings"] == [
        {"seat": place.seat, "rank": place.rank, "total": place.total} for place in standings(case.match, table.state)
    ]


def test_an_export_asks_for_the_present_view_of_each_move() -> None:
    states: list[tuple[State, State]] = []

    class Watched(Match):
        def move_view(self, before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
            states.append((before, now))
            return super().move_view(before, seat, move, now, viewer)

    class Watching(Lanterns):
        def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, tuple[Line, ...]]:
            match, state, lines = super().begin(names, options)
            return Watched(**vars(match)), state, lines

    table = play_on(tables.start(Watching(), ("Ada", "Bao"), {}), Random(1), 9)
    moves_file.export(table)
    assert states == [(table.before(entry), table.state) for entry in range(1, 10)]


def test_an_export_keeps_letters_unchanged() -> None:
    table = tables.start(EXPEDITION, ("Zoé", "李", "Ｂ"), {})
    assert '["Zoé", "李", "Ｂ"]' in moves_file.export(table)


def _replay(*lines: str) -> Table:
    return moves_file.replay_file("\n".join(lines).encode("utf-8", "surrogatepass"), GAMES)


def _fault(*lines: str | bytes) -> BadFileError:
    data = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    with pytest.raises(BadFileError) as caught:
        moves_file.replay_file(data, GAMES)
    return caught.value


def _refused(*lines: str) -> IllegalLineError:
    with pytest.raises(IllegalLineError) as caught:
        _replay(*lines)
    return caught.value
