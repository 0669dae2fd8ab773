"""Playing: what the rules accept is written and then stands; what they refuse leaves no trace."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.open_journal import Store
from companion.journal.rows import Row, RowKind
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.session.session import Session
from companion.table.commands import Amend, Answer, CloseGame, Command, OpenGame, Play, StartGame
from companion.table.complete_moves import refuse_draw
from companion.table.session_errors import NoGameError
from tests.kit.scripted_games import (
    NOON,
    correct,
    crate,
    digests,
    end_turn,
    expedition,
    play,
    replayed_table,
    resumed_table,
    roll,
    start_lanterns,
    step,
    table_of,
    whole_game,
)


def rows_of(session: Session, game: int = 1) -> list[Row]:
    return list(session.journal.rows(game))


def test_a_move_is_answered_with_its_game_seq_and_entry(session: Session) -> None:
    assert session.do(expedition()) == Answer(game=1, seq=1, entry=0)
    assert session.do(play(step(1))) == Answer(game=1, seq=2, entry=1)


def test_an_answered_move_is_in_the_journal(game: Session) -> None:
    game.do(play(step(1), source="phone", id="press-7"))
    row = rows_of(game)[-1]
    assert (row.game, row.seq, row.group, row.seat, row.entry) == (1, 2, 2, 1, 1)
    assert (row.kind, row.body) == (RowKind.PLAYED, {"move": {"move": "step", "by": "cards"}})
    assert (row.source, row.command, row.time) == ("phone", "press-7", NOON)
    assert row.digest == table_of(game).digest()


def test_a_complete_game_ends_as_its_rules_say(game: Session, tmp_path: Path) -> None:
    for number, move in enumerate(whole_game(), 1):
        assert game.do(play(move)).entry == number
        assert table_of(game).digest() == digests()[number]
    assert table_of(game).over
    assert replace(table_of(game), sealed=()) == replayed_table(whole_game())
    assert table_of(game) == resumed_table(game.journal, tmp_path)


def test_a_refused_move_has_a_reason_and_leaves_no_trace(game: Session) -> None:
    before, rows = game.snapshot(), rows_of(game)
    with pytest.raises(IllegalMoveError) as refused:
        game.do(play(step(2), id="too early"))
    assert refused.value.reason.key == "refused.turn"
    assert (game.snapshot(), rows_of(game)) == (before, rows)
    assert game.journal.answer_to("too early") is None


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (Play(moves=((1, {"move": "fly"}),)), "move"),
        (Play(moves=((1, {}),)), "move"),
        (Play(moves=((1, {"move": "step"}),)), "by"),
        (Play(moves=((1, {"move": "step", "by": "cards", "twice": True}),)), "twice"),
        (Play(moves=((4, {"move": "step", "by": "cards"}),)), "seat"),
        (Play(moves=((0, {"move": "step", "by": "cards"}),)), "seat"),
        (Play(moves=((True, {"move": "step", "by": "cards"}),)), "moves.0.0"),
        (Play(moves=((1, ["step"]),)), "moves.0.1"),  # type: ignore[arg-type]  # as it may come from JSON
        (Play(moves=()), "moves"),
        (play(step(1), id="\ud800"), "id"),
        (play(step(1), id=7), "id"),
        (play(step(1), source="\ud800"), "source"),
        (play(step(1), expected_seq=True), "expected_seq"),
        (play(correct(1, 1, "\ud800")), "note"),
        (Amend(entry=True), "entry"),
        (Amend(entry=1, seat=True, move={"move": "end_turn"}), "seat"),
        (Amend(entry=1, without=(True,)), "without.0"),
        (OpenGame(number=True), "game"),
        (StartGame(game="chess", names=("Ada", "Bao")), "game"),
        (StartGame(game="expedition", names=("Ada",)), "seats"),
        (StartGame(game="expedition", names=("Ada", "ada")), "seats.1"),
        (StartGame(game="expedition", names=("Ada", "Bao"), options={"wind": 3}), "wind"),
        (StartGame(game="expedition", names=("Ada", "Bao"), options={"wind": {3}}), "options"),
        (StartGame(game="expedition", names=("Ada", "Bao"), options={"\ud800": 3}), "options"),
        (StartGame(game="expedition", names=("Ada", "Bao"), options={"start": {"gold": float("nan")}}), "options"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_invalid_command_is_reported_with_its_field(game: Session, command: Command, where: str) -> None:
    before, rows = game.snapshot(), rows_of(game)
    with pytest.raises(MalformedError) as malformed:
        game.do(command)
    assert malformed.value.where == where
    assert (game.snapshot(), rows_of(game), len(game.journal.games())) == (before, rows, 1)


def test_without_an_open_game_nothing_can_be_played(session: Session) -> None:
    with pytest.raises(NoGameError):
        session.do(play(step(1)))
    assert session.snapshot().table is None


def test_a_closed_game_accepts_no_moves(game: Session) -> None:
    game.do(CloseGame())
    with pytest.raises(IllegalMoveError) as refused:
        game.do(play(step(1)))
    assert refused.value.reason.key == "refused.closed"


class TestGroups:
    """One press may make several moves: they are written together, or not at all."""

    def test_each_move_is_an_entry_and_all_share_a_group(self, game: Session) -> None:
        assert game.do(play(step(1), crate(1, 2), step(1))) == Answer(game=1, seq=4, entry=3)
        assert [(row.seq, row.group, row.entry) for row in rows_of(game)[1:]] == [(2, 2, 1), (3, 2, 2), (4, 2, 3)]
        assert {entry.group for entry in table_of(game).entries} == {2}

    def test_each_row_has_the_digest_after_its_own_move(self, game: Session) -> None:
        moves = (step(1), crate(1, 2), end_turn(1))
        game.do(play(*moves))
        assert [row.digest for row in rows_of(game)] == [replayed_table(moves[:n]).digest() for n in range(4)]

    def test_a_group_leads_where_its_single_moves_lead(self, game: Session, tmp_path: Path) -> None:
        moves = whole_game()
        for first in range(0, len(moves), 4):
            game.do(play(*moves[first : first + 4]))
        assert table_of(game).digest() == digests()[-1]
        assert resumed_table(game.journal, tmp_path) == table_of(game)

    def test_if_the_last_move_is_refused_none_is_made(self, game: Session) -> None:
        before, rows = game.snapshot(), rows_of(game)
        with pytest.raises(IllegalMoveError):
            game.do(play(step(1), end_turn(1), step(1)))
        assert (game.snapshot(), rows_of(game)) == (before, rows)

    def test_seats_may_share_a_group(self, game: Session) -> None:
        game.do(play(step(1), end_turn(1), step(2)))
        assert [row.seat for row in rows_of(game)[1:]] == [1, 1, 2]


class TestPreview:
    """The result of a move is shown before it is confirmed."""

    def test_a_preview_is_the_table_after_the_move(self, game: Session) -> None:
        preview = game.preview(play(step(1), crate(1, 2)))
        game.do(play(step(1), crate(1, 2)))
        assert preview.entries == table_of(game).entries

    def test_a_preview_writes_and_changes_nothing(self, game: Session) -> None:
        before, rows = game.snapshot(), rows_of(game)
        game.preview(play(step(1)))
        assert (game.snapshot(), rows_of(game)) == (before, rows)

    def test_a_preview_is_refused_like_the_move(self, game: Session) -> None:
        with pytest.raises(IllegalMoveError):
            game.preview(play(step(2)))

    def test_dice_cannot_be_previewed(self, store: Store) -> None:
        session = start_lanterns(store.journal, dice=[6, 6])
        with pytest.raises(IllegalMoveError) as refused:
            session.preview(play(roll(1)))
        assert refused.value.reason.key == "session.no_chance"


class TestChance:
    """Chance is part of the move: drawn by the session, or typed in and marked."""

    @pytest.fixture
    def stalls(self, store: Store) -> Session:
        return start_lanterns(store.journal, dice=[3, 5, 6, 1])

    def test_chance_missing_in_a_command_is_drawn_and_written(self, stalls: Session) -> None:
        stalls.do(play(roll(1)))
        draw = {"name": "lanterns/1/roll/1", "n": 1, "of": [["d6", 2]], "weights": [], "asked": {}, "moment": [0, 1]}
        draw["occasion"] = [1, 0]
        assert rows_of(stalls)[-1].body == {"move": {"move": "roll", "chance": [3, 5]}, "draw": draw}
        assert not table_of(stalls).entries[-1].played.typed

    def test_typed_results_are_marked(self, stalls: Session, tmp_path: Path) -> None:
        stalls.do(play(roll(1, 2, 2)))
        assert rows_of(stalls)[-1].body == {"move": {"move": "roll", "chance": [2, 2]}, "typed": True}
        assert table_of(stalls).entries[-1].played.typed
        assert resumed_table(stalls.journal, tmp_path) == table_of(stalls)

    def test_all_dice_of_a_round_may_be_one_press(self, stalls: Session) -> None:
        stalls.do(play(roll(2), roll(1)))
        assert table_of(stalls).state.oil == (1 + 6 + 1, 1 + 3 + 5)
        assert [row.group for row in rows_of(stalls)[-2:]] == [7, 7]

    def test_drawn_results_are_not_drawn_again_on_resuming(self, stalls: Session, tmp_path: Path) -> None:
        stalls.do(play(roll(2)))
        again = resumed_table(stalls.journal, tmp_path)
        assert again is not None
        assert again.state.oil == (1, 9)

    def test_a_refused_press_shows_and_writes_no_draws(self, stalls: Session) -> None:
        before, rows = stalls.snapshot(), rows_of(stalls)
        with pytest.raises(IllegalMoveError):
            stalls.do(play(roll(1), roll(1)))
        assert (stalls.snapshot(), rows_of(stalls)) == (before, rows)

    def test_a_session_without_draws_requires_typed_results(self, stalls: Session) -> None:
        without = Session(stalls.journal, stalls.games, lambda: NOON, refuse_draw)
        with pytest.raises(IllegalMoveError) as refused:
            without.do(play(roll(1)))
        assert refused.value.reason.key == "session.no_chance"
        assert without.do(play(roll(1, 1, 1))).entry == 5


def test_a_correction_is_an_ordinary_move_by_any_seat(game: Session) -> None:
    game.do(play(correct(3, -1, "une pièce de trop")))
    assert table_of(game).state.gold == (3, 3, 2)


def test_the_sheet_has_every_line_with_its_entry(game: Session) -> None:
    game.do(play(step(1), crate(1, 2)))
    lines = [(entry, line.seat, line.by) for entry, line in table_of(game).lines()]
    assert lines == [(0, 1, 3), (0, 2, 3), (0, 3, 3), (2, 1, 2)]


def test_options_are_copied(session: Session, tmp_path: Path) -> None:
    crates = {"crates": {"5": 2}}
    session.do(expedition(options=crates))
    crates["crates"]["5"] = 1
    assert table_of(session).match.options == {"crates": {"5": 2}}
    assert resumed_table(session.journal, tmp_path) == table_of(session)
