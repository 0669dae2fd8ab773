"""Flipped bits, cuts and zeroed pages anywhere in journal and log: the content is intact, or the damage is reported."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.journal.journal_check import faulty_games
from companion.journal.open_journal import open_store
from companion.journal.rows import Row
from companion.journal.state_directory import NAME
from companion.table.commands import Play, StartGame
from companion.table.session_errors import DamagedError, NewerError
from tests.depth import enough
from tests.kit.golden_games import golden_file
from tests.kit.scripted_games import GAMES, expedition, folder_in_memory, play, roll, session_on, step, table_of

WAL = f"{NAME}-wal"
PAGE = 4096
EVENINGS = {"expedition": "two_camels_tied", "classic": "two_players", "lanterns": None}


@dataclass(frozen=True)
class LeftoverState:
    """A state directory after a power cut, with its true content."""

    files: Mapping[str, bytes]
    rows: Mapping[int, list[Row]]
    settled: Mapping[int, int]
    """The number of rows in the database itself, by game."""


def moves_of(game: str) -> list[Play | StartGame]:
    """Return an evening of a game."""
    name = EVENINGS[game]
    if name is None:
        cards = ((1, "red", 11111), (1, "blue", 22222), (2, "red", 33333), (2, "blue", 44444))
        hidden = [play((seat, {"move": "hide", "colour": c, "value": v, "wish": "rain"})) for seat, c, v in cards]
        return [StartGame(game=game, names=("Ada", "Bao")), *hidden, play(roll(1, 3, 4)), play(roll(2, 1, 2))]
    head, *lines = map(json.loads, golden_file(game, name).read_text("utf-8").split("\n")[:-1])
    commands: list[Play | StartGame] = [
        StartGame(game=game, names=tuple(head["seats"]), options=head.get("options", {}))
    ]
    for line in lines:
        seat = line.pop("seat")
        commands.append(play((seat, line)))
    return commands


@pytest.fixture(scope="module", params=[(game, rest) for game in EVENINGS for rest in (False, True)], ids=str)
def leftover(request: pytest.FixtureRequest) -> Iterator[LeftoverState]:
    """Yield a state directory with a game finished long ago, and one in progress or at rest."""
    game, rest = request.param
    with folder_in_memory() as folder:
        store = open_store(Path(folder), GAMES)
        session = session_on(store.journal)
        session.do(expedition())
        session.do(play(step(1)))
        session.note("volume", 3)
        commands = moves_of(game)
        for command in commands[: len(commands) // 2]:
            session.do(command)
        assert session.checkpoint()
        settled = {saved.number: len(list(store.journal.rows(saved.number))) for saved in store.journal.games()}
        for command in commands[len(commands) // 2 :]:
            session.do(command)
        assert len(table_of(session).entries) > 5
        rows = {saved.number: list(store.journal.rows(saved.number)) for saved in store.journal.games()}
        if rest:
            assert session.checkpoint()
            settled = {number: len(all_of_them) for number, all_of_them in rows.items()}
        files = {name: (Path(folder) / name).read_bytes() for name in (NAME, WAL)}
        store.close()
        yield LeftoverState({name: content for name, content in files.items() if content}, rows, settled)


@pytest.mark.parametrize("times", [enough(30), pytest.param(500, marks=pytest.mark.long)])
def test_a_damaged_journal_is_intact_or_reported(
    leftover: LeftoverState, times: int, capsys: pytest.CaptureFixture[str]
) -> None:
    rnd, counted = Random(times), Counter[str]()
    for _ in range(times):
        file = rnd.choice(sorted(leftover.files))
        kind = rnd.choice(["a bit", "a cut", "a page"])
        counted[check_damage(leftover, file, damaged(leftover.files[file], kind, rnd), kind)] += 1
    with capsys.disabled():
        print(f"\n{times} times, log of {len(leftover.files.get(WAL, b''))} bytes: {dict(counted)}")
    assert counted["told"]


def damaged(content: bytes, kind: str, rnd: Random) -> bytes:
    """Return a file with a flipped bit, a missing end, or a page of zeros."""
    offset = rnd.randrange(len(content))
    if kind == "a cut":
        return content[:offset]
    changed = bytearray(content)
    if kind == "a bit":
        changed[offset] ^= 1 << rnd.randrange(8)
    else:
        offset -= offset % PAGE
        changed[offset : offset + PAGE] = bytes(len(changed[offset : offset + PAGE]))
    return bytes(changed)


def check_damage(leftover: LeftoverState, file: str, content: bytes, kind: str) -> str:
    """Open the damaged directory, compare everything shown with the truth, and return what was intact or reported."""
    with folder_in_memory() as folder:
        directory = Path(folder)
        for name, original in leftover.files.items():
            (directory / name).write_bytes(content if name == file else original)
        try:
            store = open_store(directory, GAMES)
        except NewerError:  # the bits that hold the version
            assert file == NAME
            return "told"
        try:
            reported = store.old_path is not None
            rows_found: dict[int, list[Row]] = {}
            for saved in store.journal.games():
                rows_found[saved.number] = []
                with suppress(DamagedError):
                    rows_found[saved.number].extend(store.journal.rows(saved.number))
            reported = reported or any(faulty_games(store.journal.path, GAMES))
            if store.old_path is not None:
                assert store.old_path.read_bytes() == (content if file == NAME else leftover.files[NAME])
            for number, rows in rows_found.items():
                assert rows == leftover.rows[number][: len(rows)], "what was never so"
            if rows_found == leftover.rows:
                return "told" if reported else "whole"
            if file == WAL:
                for number, least in leftover.settled.items():
                    assert len(rows_found.get(number, [])) >= least, (
                        "more is lost than had not been put into the database"
                    )
            if not reported:
                assert (file, kind) == (WAL, "a cut"), "something is lost and nobody says so"
                return "shorter"
            return "told"
        finally:
            store.close()
