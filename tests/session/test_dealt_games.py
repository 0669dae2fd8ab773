"""Games of Voyages that the box deals: anyone can check the dealing, and the set-up survives all that may happen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.cli.output import FAILED
from companion.games import GAMES
from companion.journal.backup import backup_to, restore_backup
from companion.journal.moves_file import export
from companion.journal.open_journal import Store, open_store
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.viewer import EVERYTHING, PUBLIC
from companion.session.session import Session
from companion.table.commands import Amend, CloseGame, OpenGame, Restore, StartGame, TakeBack
from companion.table.legal_moves import options_of
from companion.table.table import Table
from tests.kit.dealt_voyages import in_setup, next_move, play_setup, play_to_end, start_dealt_game
from tests.kit.forgeries import Bodies, read_bodies, sealed_file
from tests.kit.scripted_games import NOON, journal_in_memory, play, table_of
from tests.terminal import run

DEALS = ("deal_map", "deal_row", "deal_characters", "deal_goals")


def session_of(store: Store, seed: int = 2) -> Session:
    return Session(store.journal, GAMES, lambda: NOON, entropy=Random(seed).randbytes)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Yield a session with a dealt game before its first move."""
    with closing(open_store(tmp_path / "state", GAMES)) as store:
        session = session_of(store)
        start_dealt_game(session)
        yield session


@pytest.fixture(scope="module")
def file() -> bytes:
    """Return the file of a whole dealt game, of which one deal of goals was taken back and dealt again."""
    with journal_in_memory() as journal:
        session = Session(journal, GAMES, lambda: NOON, entropy=Random(2).randbytes)
        start_dealt_game(session)
        while next_move(table_of(session))[1]["move"] != "keep_goals":
            session.do(play(next_move(table_of(session))))
        session.do(TakeBack())
        play_to_end(session)
        return export(table_of(session), PUBLIC).encode()


class TestVerifying:
    def test_every_deal_is_recomputed_from_the_seed(self, file: bytes) -> None:
        report = check_moves_file(file, GAMES)
        assert report.holds
        assert report.verdict.warnings == ()
        deals = [line for line in report.verdict.chance_lines if line.name and "/deal_" in line.name]
        assert [line.name for line in deals] == [
            "voyages/1/deal_map.7of10-9of31-6of6/1",
            "voyages/1/deal_row.6of38/1",
            "voyages/1/deal_characters.4of8/1",
            "voyages/3/deal_goals.4of10/1",
            "voyages/2/deal_goals.4of14/1",
            *["voyages/1/deal_goals.4of18/1"] * 2,
        ]
        assert all(line.right for line in deals)
        assert [line.entry is None for line in deals] == [False] * 5 + [True, False]
        assert all(values is not None for values in (line.values for line in deals)), "nothing is secret after the end"

    @pytest.mark.parametrize("kind", DEALS)
    def test_an_altered_card_is_found_with_its_entry(self, file: bytes, kind: str, tmp_path: Path) -> None:
        lines = read_bodies(file)
        entry = alter_deal(lines, kind)
        forged = tmp_path / "forged.jsonl"
        forged.write_bytes(sealed_file(lines))
        faults = check_moves_file(forged.read_bytes(), GAMES).faults
        assert ("wrong_draw", entry) in {(fault.problem.code.value, fault.problem.entry) for fault in faults}
        assert run("verify", str(forged)).exit_code == FAILED

    def test_a_deal_for_fewer_cards_breaks_the_rules(self, file: bytes) -> None:
        lines = read_bodies(file)
        [draw] = [line for line in lines if line.get("name", "").startswith("voyages/1/deal_row")]
        draw["of"][0][0] = "d37"
        codes = {fault.problem.code.value for fault in check_moves_file(sealed_file(lines), GAMES).faults}
        assert "wrong_request" in codes

    def test_an_unfinished_file_hides_goals_and_still_verifies(self, session: Session) -> None:
        play_setup(session)
        data = export(table_of(session), PUBLIC).encode()
        verdict = check_moves_file(data, GAMES).verdict
        assert (verdict.problems, verdict.ok, verdict.partial) == ((), None, True)


def alter_deal(lines: Bodies, kind: str) -> int:
    """Exchange the first card of a deal, in its draw and its move alike; return its entry, from 1."""
    [draw] = [line for line in lines if f"/{kind}." in line.get("name", "") and line["entry"] and "/1/" in line["name"]]
    moves = [line for line in lines if "move" in line]
    first = draw["values"][0] % 5 + 1
    draw["values"] = moves[draw["entry"] - 1]["chance"] = [first, *draw["values"][1:]]
    return int(draw["entry"])


class TestResuming:
    def test_after_a_power_cut_anywhere_the_set_up_continues(self, tmp_path: Path) -> None:
        """The journal is opened again after every move, and after a move taken back that is restored or made again."""
        seats = []
        with closing(open_store(tmp_path, GAMES)) as store:
            start_dealt_game(session_of(store))
        entries, before = -1, None
        while entries < 12:
            with closing(open_store(tmp_path, GAMES)) as store:
                session = session_of(store, seed=entries)
                table = table_of(session)
                entries = len(table.entries)
                assert before in (None, all_of(table))
                seat, move = next_move(table)
                seats.append(seat)
                session.do(play((seat, move)))
                after = table_of(session).state
                session.do(TakeBack())
                session.do(Restore() if entries % 2 else play((seat, move)))
                assert table_of(session).state == after
                before = all_of(table_of(session))
        assert not in_setup(table)
        assert {1, 2, 3} <= {*seats}

    def test_a_restored_backup_continues_with_the_same_deals(self, session: Session, tmp_path: Path) -> None:
        for _ in range(8):
            session.do(play(next_move(table_of(session))))
        dealt = table_of(session)
        backup = tmp_path / "backup.sqlite3"
        backup_to(backup, session.journal.path.parent)
        restore_backup(backup, tmp_path / "other", GAMES)
        with closing(open_store(tmp_path / "other", GAMES)) as store:
            restored = session_of(store, seed=9)
            restored.do(OpenGame(number=1))
            assert table_of(restored).state == dealt.state
            while table_of(restored).entries:
                restored.do(TakeBack())
            for entry in dealt.entries:
                body = dealt.match.move_view(
                    entry.before, entry.played.seat, entry.played.move, dealt.state, EVERYTHING
                )
                restored.do(play((entry.played.seat, {k: v for k, v in body.items() if k != "chance"})))
            assert table_of(restored).state == dealt.state, "a draw keeps its seed"
            play_setup(restored)
            play_to_end(restored)
            assert check_moves_file(export(table_of(restored)).encode(), GAMES).verdict.problems == ()

    def test_an_imported_set_up_continues(self, session: Session, tmp_path: Path) -> None:
        for _ in range(8):
            session.do(play(next_move(table_of(session))))
        with closing(open_store(tmp_path / "other", GAMES)) as store:
            importer = session_of(store, seed=9)
            data = export(table_of(session), EVERYTHING).encode()
            number = importer.add_imported(importer.parse_import(data, importer.journal.next_number())).game
            importer.do(OpenGame(number=number))
            assert table_of(importer).state == table_of(session).state
            play_setup(importer)
            play_to_end(importer)
            report = check_moves_file(export(table_of(importer)).encode(), GAMES)
            assert report.faults == ()

    def test_a_game_closed_in_its_set_up_verifies(self, session: Session) -> None:
        for _ in range(7):
            session.do(play(next_move(table_of(session))))
        session.do(CloseGame())
        table = table_of(session)
        assert (table.over, table.closed, table.match.round(table.state)) == (False, True, None)
        assert check_moves_file(export(table, PUBLIC).encode(), GAMES).verdict.problems == ()


def all_of(table: Table) -> tuple[object, ...]:
    """Return everything of a table that a power cut must leave."""
    return table.state, table.draws, [entry.played for entry in table.entries], options(table)


def options(table: Table) -> list[tuple[int, str, bool]]:
    return [(seat, option.kind, option.refused is None) for seat in table.seats for option in options_of(table, seat)]


def test_a_rematch_is_dealt_and_drafted_again(session: Session) -> None:
    session.do(Amend(entry=0, options={"goals": [None, None, ["G01", "G02"]], "bonus_tiles": {"MOS": "B10"}}))
    play_setup(session)
    first = table_of(session)
    rematch = first.match.rematch()
    assert rematch.options == {"draft": True, "deal": True, "expert": True}
    session.do(CloseGame())
    session.do(StartGame(game="voyages", names=rematch.names, options=dict(rematch.options)))
    assert next_move(table_of(session)) == (1, {"move": "deal_map"})
    play_setup(session)
    again = table_of(session)
    assert again.commitments[0].seed != first.commitments[0].seed
    assert (again.state.cities, again.state.market) != (first.state.cities, first.state.market)
    assert json.loads(export(again).splitlines()[0])["seats"] == ["Bao", "Chloé", "Ada"]
