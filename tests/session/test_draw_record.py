"""Draws of a session: committed to before play, named, the same when repeated, revealed at the end."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from companion.chance.seed import commitment
from companion.chance.seeded_draws import numbers, weighted
from companion.games import GAMES
from companion.journal.journal import Journal
from companion.journal.moves_file import export, replay_file
from companion.journal.open_journal import Store
from companion.journal.rows import Row, RowKind
from companion.rules.fields import ChanceField
from companion.rules.game import move_to_json
from companion.rules.moves import Move
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say
from companion.session.session import Session
from companion.table.amendments import check_draw
from companion.table.commands import (
    Amend,
    CloseGame,
    LayOutFreeDice,
    PutAwayFreeDice,
    Restore,
    StartGame,
    TakeBack,
    ThrowFreeDice,
)
from companion.table.complete_moves import complete_moves
from companion.table.draw_record import Commitment, fair_draw, has_chance_moves
from companion.table.session_errors import NothingToDoError
from companion.table.table import GameStart, Table
from tests.kit.scripted_games import NOON, expedition, play, table_of

SEEDS = [bytes([n]) * 32 for n in range(1, 9)]


def session_of(journal: Journal, first: int = 0) -> Session:
    """Return a session with known seeds: all ones, then all twos, and so on."""
    seeds = itertools.islice(SEEDS, first, None)
    return Session(journal, GAMES, lambda: NOON, entropy=lambda n: next(seeds))


def spin(seat: int, route: str = "land", **fields: Any) -> tuple[int, dict[str, Any]]:
    return seat, {"move": "spin", "route": route, **fields}


@pytest.fixture
def road(store: Store) -> Session:
    """Return a new classic game for two, on a wheel without attacks whose sectors show their number."""
    session = session_of(store.journal)
    sectors = [{"land": n, "sea": n, "weight": n} for n in range(1, 10)]
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": {"sectors": sectors}}))
    return session


def rows_of(session: Session) -> list[Row]:
    return list(session.journal.rows(table_of(session).number))


def play_turn(session: Session, seat: int, route: str = "land") -> int:
    """Spin, arrive in a town, end the turn; return the sector that was drawn."""
    session.do(play(spin(seat, route)))
    drawn = table_of(session).draws[-1]
    session.do(play((seat, {"move": "arrive", "place": "town"}), (seat, {"move": "end_turn"})))
    return drawn.values[0]


class TestCommitting:
    def test_a_seed_is_committed_to_before_the_first_move(self, road: Session) -> None:
        assert [row.kind for row in rows_of(road)] == [RowKind.STARTED, RowKind.COMMITTED]
        (public,) = table_of(road).commitments
        assert (public.sha256, public.revealed, public.revealed_seed) == (
            commitment(SEEDS[0], table_of(road).sealed[0].digest()),
            False,
            None,
        )

    def test_no_two_games_have_the_same_seed(self, store: Store) -> None:
        session = Session(store.journal, GAMES, lambda: NOON)
        for _ in range(2):
            session.do(StartGame(game="classic", names=("Ada", "Bao")))
        seeds = [row.body["seed"] for n in (1, 2) for row in store.journal.rows(n) if row.kind is RowKind.COMMITTED]
        assert len(set(seeds)) == 2

    def test_a_game_without_chance_has_no_seed(self, game: Session) -> None:
        assert not has_chance_moves(table_of(game).game)
        assert table_of(game).commitments == ()

    def test_no_view_of_a_commitment_shows_its_seed(self, road: Session) -> None:
        assert SEEDS[0].hex() not in repr(table_of(road)) + repr(road.snapshot()) + export(table_of(road))
        assert repr(SEEDS[0]) not in repr(table_of(road))


class TestDrawing:
    def test_a_draw_has_a_name_and_follows_seed_and_weights(self, road: Session) -> None:
        sector = play_turn(road, 1)
        (draw,) = table_of(road).draws
        assert (draw.name, draw.wanted, draw.weights) == ("classic/1/spin/1", (("sectors", 9),), tuple(range(1, 10)))
        assert sector == weighted(range(1, 10), numbers(SEEDS[0], "classic/1/spin/1"))

    def test_each_seat_counts_its_own_draws(self, road: Session) -> None:
        for seat in (1, 2, 1, 2):
            play_turn(road, seat)
        names = [draw.name for draw in table_of(road).draws]
        assert names == [f"classic/{seat}/spin/{n}" for seat, n in ((1, 1), (2, 1), (1, 2), (2, 2))]

    def test_typed_results_are_not_counted(self, road: Session) -> None:
        road.do(play(spin(1, chance=[4])))
        assert table_of(road).draws == ()
        road.do(play((1, {"move": "arrive", "place": "town"}), (1, {"move": "end_turn"})))
        play_turn(road, 2)
        play_turn(road, 1)
        assert table_of(road).draws[-1].name == "classic/1/spin/1"

    def test_a_draw_taken_back_is_repeated_and_marked(self, road: Session) -> None:
        first = play_turn(road, 1)
        for _ in range(2):
            road.do(TakeBack())
        assert play_turn(road, 1) == first
        assert [(draw.name, draw.repeated) for draw in table_of(road).draws] == [
            ("classic/1/spin/1", False),
            ("classic/1/spin/1", True),
        ]

    def test_a_new_session_continues_with_the_same_draws(self, road: Session, store: Store) -> None:
        play_turn(road, 1)
        road.do(TakeBack())
        road.do(TakeBack())
        road.do(play(spin(1)))
        again = session_of(store.journal, first=5)
        assert again.table == road.table
        again.do(TakeBack())
        again.do(play(spin(1)))
        assert [draw.repeated for draw in table_of(again).draws] == [False, True, True]

    def test_changing_the_announcement_keeps_the_draw(self, road: Session, store: Store) -> None:
        sector = play_turn(road, 1)
        road.do(Amend(entry=1, move={"move": "spin", "route": "sea"}))
        played = table_of(road).entries[0].played
        assert (played.drawn, played.typed) == (table_of(road).draws[0], False)
        assert played.drawn is not None
        assert played.drawn.values == (sector,)
        assert session_of(store.journal, first=5).table == road.table

    def test_another_result_for_a_draw_counts_as_typed(self, road: Session, store: Store) -> None:
        other_sector = (play_turn(road, 1) + 1) % 9
        road.do(Amend(entry=1, move={"move": "spin", "route": "land", "chance": [other_sector]}))
        played = table_of(road).entries[0].played
        assert (played.drawn, played.typed) == (None, True)
        assert len(table_of(road).draws) == 1
        assert session_of(store.journal, first=5).table == road.table


class TestRevealing:
    def test_closing_a_game_reveals_its_seed(self, road: Session) -> None:
        play_turn(road, 1)
        road.do(CloseGame())
        assert [row.kind for row in rows_of(road)][-2:] == [RowKind.CLOSED, RowKind.REVEALED]
        assert table_of(road).commitments[0].revealed_seed == SEEDS[0].hex()
        assert f'"seed": "{SEEDS[0].hex()}"' in export(table_of(road))

    def test_the_end_reveals_the_seed_and_continuing_commits_again(self, store: Store) -> None:
        session = session_of(store.journal)
        session.do(StartGame(game="classic", names=("Ada", "Bao"), options=QUICK))
        first = play_turn(session, 1)
        play_turn(session, 2)
        win(session)
        assert table_of(session).over
        assert [commitment.revealed_seed for commitment in table_of(session).commitments] == [SEEDS[0].hex()]
        session.do(TakeBack())
        assert [commitment.revealed for commitment in table_of(session).commitments] == [True, False]
        while table_of(session).undo_stack:
            session.do(TakeBack())
        assert play_turn(session, 1) == first, "what was drawn comes back the same, though another seed is in force"
        assert table_of(session).draws[-1].commitment_index == 0
        play_turn(session, 2)
        play_turn(session, 1)
        assert table_of(session).draws[-1].commitment_index == 1
        assert session_of(store.journal, first=7).table == session.table
        while table_of(session).redo_stack:
            session.do(Restore())

    def test_restoring_the_end_reveals_the_new_seed_too(self, store: Store) -> None:
        session = session_of(store.journal)
        session.do(StartGame(game="classic", names=("Ada", "Bao"), options=QUICK))
        win(session)
        session.do(TakeBack())
        session.do(Restore())
        assert [commitment.revealed_seed for commitment in table_of(session).commitments] == [
            seed.hex() for seed in SEEDS[:2]
        ]
        assert session_of(store.journal, first=7).table == session.table

    def test_a_lost_row_is_written_again(self, road: Session, store: Store) -> None:
        road.do(CloseGame())
        table = table_of(road)
        store.journal.truncate(table.number, table.seq - 1)
        again = session_of(store.journal, first=5)
        assert [commitment.revealed_seed for commitment in table_of(again).commitments] == [SEEDS[0].hex()]
        assert [row.kind for row in rows_of(again)][-2:] == [RowKind.CLOSED, RowKind.REVEALED]
        assert session_of(store.journal, first=5).table == again.table


QUICK: dict[str, Any] = {"tracking": "dice", "wheel": {"sectors": [{"land": n, "sea": n} for n in range(1, 10)]}}
"""A game in which only the claim requires cards, on a wheel without attacks."""


def win(session: Session) -> None:
    """Let Ada go to Khanbalik, do her mission and claim in Venice, all by typed spins."""
    roads = (("khanbalik", {"move": "give_gifts", "cards": []}), ("mission", {"move": "finish_mission"}))
    for place, deed in roads:
        session.do(play(spin(1, chance=[0]), (1, {"move": "arrive", "place": place}), (1, deed)))
        session.do(play((1, {"move": "end_turn"}), spin(2, chance=[0]), (2, {"move": "arrive", "place": "town"})))
        session.do(play((2, {"move": "end_turn"})))
    goods = {"blue": [80, 80], "green": [80, 80], "yellow": [80]}
    session.do(play(spin(1, chance=[0]), (1, {"move": "arrive", "place": "venice"})))
    session.do(play((1, {"move": "claim", "goods": goods})))


class TestReplayedExports:
    def test_drawn_and_typed_results_are_distinguished(self, road: Session) -> None:
        play_turn(road, 1)
        road.do(play(spin(2, chance=[1])))
        again = replay_file(export(table_of(road)).encode(), GAMES)
        assert [entry.played.typed for entry in again.entries] == [False, False, False, True]


class TestFreeDice:
    """Dice and a wheel without a game."""

    def test_throws_are_kept_and_counted(self, store: Store) -> None:
        session = session_of(store.journal)
        session.do(ThrowFreeDice(dice=6))
        session.do(ThrowFreeDice(route="sea"))
        session.do(ThrowFreeDice(dice=1))
        tray = session.free_dice
        assert tray is not None
        assert [throw.drawn.name for throw in tray.throws] == ["free/0/dice/1", "free/0/spin/1", "free/0/dice/2"]
        assert [len(throw.drawn.values) for throw in tray.throws] == [6, 1, 1]
        assert session_of(store.journal, first=5).free_dice == tray
        assert repr(SEEDS[0]) not in repr(session.snapshot())

    def test_free_dice_do_not_change_the_open_game(self, road: Session) -> None:
        before = road.table
        road.do(ThrowFreeDice(dice=2))
        assert road.table is before

    def test_laying_out_keeps_the_commitment_before_the_first_throw(self, store: Store) -> None:
        session = session_of(store.journal)
        assert session.free_dice is None
        session.do(LayOutFreeDice())
        laid_out = session.free_dice
        session.do(LayOutFreeDice())
        assert laid_out is not None
        assert (
            session.free_dice
            == session.snapshot().free_dice
            == laid_out
            == session_of(store.journal, first=5).free_dice
        )
        session.do(ThrowFreeDice(dice=2))
        assert session.free_dice.commitment == laid_out.commitment

    def test_the_count_continues_beyond_the_kept_throws(self, store: Store) -> None:
        session = session_of(store.journal)
        for _ in range(25):
            session.do(ThrowFreeDice(dice=1))
        session.do(ThrowFreeDice(route="land"))
        again = session_of(store.journal, first=5)
        again.do(ThrowFreeDice(dice=1))
        assert again.free_dice is not None
        assert (len(again.free_dice.throws), again.free_dice.throws[-1].drawn.name) == (20, "free/0/dice/26")

    def test_putting_away_reveals_the_seed_and_makes_a_new_one(self, store: Store) -> None:
        session = session_of(store.journal)
        with pytest.raises(NothingToDoError):
            session.do(PutAwayFreeDice())
        session.do(ThrowFreeDice(dice=3))
        session.do(PutAwayFreeDice())
        assert session.free_dice is not None
        assert session.free_dice.previous_commitment is not None
        assert (session.free_dice.previous_commitment.revealed_seed, session.free_dice.throws) == (SEEDS[0].hex(), ())
        assert session.free_dice.commitment.sha256 == commitment(SEEDS[1])
        assert session_of(store.journal, first=5).free_dice == session.free_dice

    @pytest.mark.parametrize(
        "throw",
        [
            ThrowFreeDice(),
            ThrowFreeDice(dice=0),
            ThrowFreeDice(dice=7),
            ThrowFreeDice(route="air"),
            ThrowFreeDice(dice=1, route="sea"),
        ],
    )
    def test_impossible_throws_are_refused(self, store: Store, throw: ThrowFreeDice) -> None:
        session = session_of(store.journal)
        with pytest.raises(MalformedError):
            session.do(throw)
        assert session.free_dice is None

    def test_the_free_wheel_has_the_owners_figures(self, store: Store) -> None:
        session = session_of(store.journal)
        session.note("profile.classic", {"wheel": {"sectors": [{"land": 9, "sea": "corsair"}] * 2}})
        session.do(ThrowFreeDice(route="land"))
        session.do(ThrowFreeDice(route="sea"))
        assert session.free_dice is not None
        assert [throw.points for throw in session.free_dice.throws] == [9, None]


def test_a_session_that_must_not_draw_refuses_to(store: Store) -> None:
    session = session_of(store.journal)
    session.do(StartGame(game="classic", names=("Ada", "Bao")))
    with pytest.raises(IllegalMoveError) as refused:
        session.preview(play(spin(1)))
    assert refused.value.reason.key == "session.no_chance"


def test_older_journals_without_a_seed_require_typed_chance(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite3")
    session = session_of(journal)
    session.do(expedition())
    assert table_of(session).commitments == ()
    journal.close()


@dataclass(frozen=True, slots=True)
class Dig(Move):
    """A move of chance with a list, and an optional field."""

    kind: ClassVar[str] = "dig"
    places: tuple[int, ...]
    chance: tuple[int, ...]
    deep: bool = False
    word: str | None = None


def isle() -> Table:
    """Return a table of a game that has only this move."""
    wanted = ChanceField(name="chance", label=say("menu.ok"), draws=(("d6", 2),))
    game = SimpleNamespace(id="isle", moves={"dig": Dig})
    over, turn_no = (lambda state: False), (lambda state: 1)
    form: dict[str, Any] = {
        "over": over,
        "turn_no": turn_no,
        "round": lambda state: None,
        "next_pick": lambda *args: wanted,
    }
    match: Any = SimpleNamespace(game=game, names=("Ada", "Bao"), **form)
    return Table(1, GameStart(match, None, ()), 1, commitments=(Commitment.to(bytes(32)),))


def test_the_fixed_fields_are_those_of_the_complete_move() -> None:
    [short] = complete_moves(isle(), [(1, {"move": "dig", "places": [10, 9, 2]})], fair_draw)
    [long] = complete_moves(
        isle(), [(1, {"move": "dig", "places": [10, 9, 2], "deep": False, "word": None})], fair_draw
    )
    assert short == long
    assert short.drawn is not None
    assert short.drawn.fixed == {"places": [10, 9, 2], "deep": False}
    assert move_to_json(short.move)["places"] == [10, 9, 2]
    assert not short.differs_from_draw
    [deep] = complete_moves(isle(), [(1, {"move": "dig", "places": [], "deep": True})], fair_draw)
    assert deep.drawn is not None
    assert deep.drawn.fixed == {"places": [], "deep": True}


def test_a_move_corrected_after_its_draw_is_marked() -> None:
    [typed] = complete_moves(isle(), [(1, {"move": "dig", "places": [10, 9], "chance": [6, 6]})], fair_draw)
    assert typed.move == Dig(places=(10, 9), chance=(6, 6))
    [drawn] = complete_moves(isle(), [(1, {"move": "dig", "places": [10, 9]})], fair_draw)
    assert not replace(typed, drawn=drawn.drawn).differs_from_draw
    assert replace(typed, move=Dig(places=(10,), chance=(6, 6)), drawn=drawn.drawn).differs_from_draw
    assert replace(typed, move=Dig(places=(10, 9), chance=(6, 6), word="x"), drawn=drawn.drawn).differs_from_draw


def test_an_invalid_move_draws_nothing() -> None:
    with pytest.raises(MalformedError):
        complete_moves(isle(), [(1, {"move": "dig", "places": [1], "depth": 3})], fair_draw)


def test_a_draw_for_another_purpose_no_longer_fits() -> None:
    [complete_move] = complete_moves(isle(), [(1, {"move": "dig", "places": []})], fair_draw)
    assert complete_move.drawn is not None
    check_draw(isle().match, None, complete_move)
    with pytest.raises(IllegalMoveError) as refused:
        check_draw(isle().match, None, replace(complete_move, drawn=replace(complete_move.drawn, purpose="dig.late")))
    assert refused.value.reason.key == "session.other_dice"
