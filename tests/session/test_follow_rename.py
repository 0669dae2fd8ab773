"""An amendment that changes the id of a card or the value of a die: later moves of the game use the new one too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.journal import recorded_game
from companion.journal.open_journal import Store
from companion.rules.game import move_to_json
from companion.rules.rule_errors import IllegalMoveError
from companion.session.session import Session
from companion.table.commands import Amend, Restore, StartGame, TakeBack
from companion.table.session_errors import MisfitsError
from tests.kit.scripted_games import SeatMove, play, resumed_table, session_on, table_of

TAKEN, NAMED, TAKEN_TOO, FILLED = 6, 7, 9, 11
"""The entries that take two contracts, name one in the row, take that, and fill one of the first two."""


def deal(seat: int, what: str) -> SeatMove:
    return seat, {"move": "correct", "what": what, "by": 9, "note": ""}


def taking(*cards: str) -> SeatMove:
    return 1, {
        **{"move": "contracts", "dice": ["blue:3"], "slots": [1, 2], "contracts": [*cards]},
        **{"bonus": [], "discard": [None]},
    }


def naming(card: str) -> SeatMove:
    return 2, {"move": "name", "contract": card, "slot": 1}


def evening(contracts: tuple[str, str] = ("K07", "K08"), row: str = "K12", filled: str = "K07") -> tuple[SeatMove, ...]:
    """Return an evening: Ada takes two contracts and fills the first later; Bao names one in the row, and takes it."""
    rolls = [(seat, {"move": "roll", "chance": [3, 3, 3, 3, 3]}) for seat in (1, 2)]
    take = {"move": "contracts", "dice": ["green:3"], "slots": [1], "contracts": [row], "bonus": [], "discard": []}
    ends = {"move": "end_turn"}
    fill = {"move": "fulfil", "contract": filled}
    goods = [deal(1, what) for what in ("camels", "pepper", "silk")]
    return (*rolls, *goods, taking(*contracts), naming(row), (1, ends), (2, take), (2, ends), (1, fill))


@pytest.fixture
def played(store: Store) -> Session:
    session = session_on(store.journal)
    session.do(StartGame(game="voyages", names=("Ada", "Bao"), options={"characters": ["wilhelm", "berke"]}))
    for move in evening():
        session.do(play(move))
    return session


def moves_of(session: Session) -> tuple[SeatMove, ...]:
    return tuple((entry.played.seat, move_to_json(entry.played.move)) for entry in table_of(session).entries)


def test_later_moves_use_the_new_name(played: Session, tmp_path: Path) -> None:
    assert moves_of(played) == evening()
    played.do(Amend(entry=TAKEN, move=taking("K09", "K08")[1]))
    assert moves_of(played) == evening(("K09", "K08"), filled="K09")
    assert table_of(played).state.boards[0].filled == ("K09",)
    assert table_of(played).state.boards[0].purse.points == 4
    assert resumed_table(played.journal, tmp_path) == table_of(played)


def test_moves_of_others_and_of_the_row_are_renamed_too(played: Session, tmp_path: Path) -> None:
    played.do(Amend(entry=NAMED, seat=2, move=naming("K13")[1]))
    assert moves_of(played) == evening(row="K13")
    assert [contract.card for contract in table_of(played).state.boards[1].active] == [None, "K13"]
    assert resumed_table(played.journal, tmp_path) == table_of(played)


def test_two_cards_can_be_swapped(played: Session) -> None:
    played.do(Amend(entry=TAKEN, move=taking("K08", "K07")[1]))
    assert moves_of(played) == evening(("K08", "K07"), filled="K08")


def test_a_first_name_renames_no_later_move(store: Store) -> None:
    session = session_on(store.journal)
    session.do(StartGame(game="voyages", names=("Ada", "Bao"), options={"characters": ["wilhelm", "berke"]}))
    unnamed = (1, {**evening()[TAKEN - 1][1], "contracts": [None, "K08"]})
    moves = (*evening()[: TAKEN - 1], unnamed, *evening()[TAKEN:])
    for move in moves:
        session.do(play(move))
    session.do(Amend(entry=TAKEN, move=taking("K07", "K08")[1]))
    assert moves_of(session) == evening()
    session.do(Amend(entry=TAKEN, move=unnamed[1]))
    assert moves_of(session) == moves


@pytest.mark.parametrize("change", [{"slots": [2, 1]}, {"slots": [1, 3]}])
def test_an_amendment_of_more_than_the_name_renames_nothing(played: Session, change: Any) -> None:
    """The contract K07 is still elsewhere, so Ada cannot fill it."""
    with pytest.raises(MisfitsError) as misfits:
        played.do(Amend(entry=TAKEN, move={**taking("K09", "K08")[1], **change}))
    assert FILLED in [misfit.entry for misfit in misfits.value.misfits]


class TestRefused:
    """A name that another contract has is refused with its reason, and nothing is changed."""

    def test_the_name_belongs_to_a_card_seen_before(self, played: Session) -> None:
        before = played.snapshot()
        with pytest.raises(IllegalMoveError) as refused:
            played.do(Amend(entry=NAMED, seat=2, move=naming("K07")[1]))
        assert (refused.value.reason.key, refused.value.ruling) == ("voyages.refused.contract_held", "V15")
        assert played.snapshot() == before

    def test_the_name_belongs_to_a_card_that_comes_later(self, played: Session, tmp_path: Path) -> None:
        """It meant another contract, which only the table knows. So the later name is left out."""
        amend = Amend(entry=TAKEN, move=taking("K12", "K08")[1])
        with pytest.raises(MisfitsError) as misfits:
            played.do(amend)
        reasons = [(misfit.entry, misfit.reason.key) for misfit in misfits.value.misfits]
        assert reasons[:2] == [(NAMED, "voyages.refused.contract_held"), (TAKEN_TOO, "voyages.refused.contract_held")]
        assert moves_of(played) == evening()
        dropped = tuple(misfit.entry for misfit in misfits.value.misfits)
        played.do(replace(amend, without=dropped))
        assert FILLED in dropped
        assert moves_of(played) == evening(("K12", "K08"))[: NAMED - 1] + evening()[NAMED : TAKEN_TOO - 1]
        assert resumed_table(played.journal, tmp_path) == table_of(played)


def test_a_renaming_amendment_is_undone_and_restored_as_a_whole(played: Session, tmp_path: Path) -> None:
    before = table_of(played)
    played.do(Amend(entry=TAKEN, move=taking("K09", "K08")[1]))
    amended = table_of(played)
    played.do(TakeBack())
    assert table_of(played).entries == before.entries
    played.do(Restore())
    assert table_of(played).entries == amended.entries
    assert resumed_table(played.journal, tmp_path) == table_of(played)


def test_the_row_holds_the_renames_for_readers_without_rules(played: Session) -> None:
    played.do(Amend(entry=TAKEN, move=taking("K09", "K08")[1]))
    *_, row = played.journal.rows(1)
    assert row.body["renamed"] == [{"entry": FILLED, "move": {"move": "fulfil", "contract": "K09"}}]
    assert tuple(
        (entry.seat, entry.move) for entry in recorded_game.read_rows(played.journal.rows(1)).entries
    ) == moves_of(played)


def test_a_row_without_renames_is_unchanged(played: Session) -> None:
    played.do(Amend(entry=FILLED, move=evening()[FILLED - 1][1]))
    *_, row = played.journal.rows(1)
    assert set(row.body) == {"entry", "move", "without"}


def test_a_renaming_amendment_can_be_previewed(played: Session) -> None:
    preview = played.preview(Amend(entry=TAKEN, move=taking("K09", "K08")[1]))
    assert preview.state.boards[0].filled == ("K09",)
    assert moves_of(played) == evening()


def test_later_moves_use_the_die_of_an_amended_roll(played: Session, tmp_path: Path) -> None:
    """Three dice of Ada’s first roll were misread; with a 2 she may still take the contracts of two slots."""
    amend = Amend(entry=1, move={"move": "roll", "chance": [2, 2, 2, 4, 5]})
    preview = played.preview(amend)
    played.do(amend)
    assert moves_of(played)[TAKEN - 1][1]["dice"] == ["blue:2"]
    assert moves_of(played)[TAKEN:] == evening()[TAKEN:]
    assert table_of(played).state == preview.state
    assert resumed_table(played.journal, tmp_path) == table_of(played)
