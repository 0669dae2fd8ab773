"""A seat rolls again until it likes the result. It gets the first result again, or everybody sees a mark."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.chance.moves_file_lines import seal_line
from companion.chance.verify_chance import check_chance
from companion.games import GAMES
from companion.journal.import_game import import_game
from companion.journal.journal import Journal
from companion.journal.moves_file import closing_digest, export, export_recorded
from companion.journal.recorded_game import read_rows
from companion.journal.rows import Stamp
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.viewer import PUBLIC
from companion.server.views.chance_view import draws_view
from companion.server.views.history_view import moves_view, part_of
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.session.session import Session
from companion.table.commands import Amend, CloseGame, Insert, LeaveGame, Restore, StartGame, TakeBack, UseRealDice
from companion.table.draw_record import DrawRecord
from companion.table.history_queries import moved_draws, replaced_draw_names
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from companion.words.event_lines import last_event_line
from tests.kit.scripted_games import NOON, folder_in_memory, play, table_of

WHEEL = {
    "sectors": [*({"land": 1 + index % 9, "sea": 9 - index % 9} for index in range(35)), {"land": "bandit", "sea": 1}]
}
BANDITS = 35
TABLE = {"move": "correct", "what": "table", "by": 1}


@pytest.fixture
def session() -> Iterator[Session]:
    with folder_in_memory() as folder:
        journal = Journal(Path(folder) / "journal.sqlite3")
        yield Session(journal, GAMES, lambda: NOON, entropy=Random(5).randbytes)
        journal.close()


def spin(session: Session, seat: int, **choices: Any) -> int:
    session.do(play((seat, {"move": "spin", "route": "land", **choices})))
    sector: int = table_of(session).entries[-1].played.move.chance[0]  # type: ignore[attr-defined]
    return sector


def fish_for_spin(session: Session) -> tuple[int, int]:
    """Play a game of 1983 in which the first seat sees its spin, and spins another one; return both sectors."""
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": WHEEL}))
    first = spin(session, 1)
    session.do(TakeBack())
    session.do(play((1, TABLE)))
    spin(session, 1, chance=[BANDITS])
    session.do(play((1, {"move": "refuse_fight"})))
    second = spin(session, 1)
    session.do(Amend(entry=2, without=(3,)))
    return first, second


def marks_in_outputs(table: Table, session: Session) -> dict[str, Any]:
    """Return what each output says of draws that replace others."""
    view = phone_view(session.snapshot(), ViewerRole(), Words("en"))
    report = check_moves_file(export(table).encode(), GAMES)
    moves = moves_view(table, PUBLIC, Words("en"), part_of(table, None))
    last = next(row for row in moves if row["entry"] == len(table.entries))
    return {
        "badge": [row["text"] for row in view["badges"] if row["key"] == "replaced"],
        "log": [row["text"] for row in view["events"] if "second draw" in row["text"]],
        "counts": view["chance"]["replaced"] if view["chance"] else None,
        "draws": [row.get("instead_of") for row in draws_view(table, PUBLIC, Words("en"))["draws"]],
        "history": last["text"],
        "verify": [remark.code.value for remark in report.verdict.warnings],
        "holds": report.holds,
    }


def test_a_look_a_typed_attack_and_three_moves_left_out(session: Session) -> None:
    first, second = fish_for_spin(session)
    session.do(Amend(entry=1))
    table = table_of(session)
    [entry] = table.entries
    assert entry.played.move.chance == (second,) != (first,)  # type: ignore[attr-defined]
    assert not entry.played.typed
    assert replaced_draw_names(table) == {1: "classic/1/spin/1"}
    texts = marks_in_outputs(table, session)
    assert texts["badge"] == ["A second draw counts. The first was taken back, removed or moved."]
    assert len(texts["log"]) == 1
    assert "second draw" in texts["history"]
    assert texts["draws"] == [None, "classic/1/spin/1"]
    assert texts["counts"] == 1
    assert texts["verify"] == ["replaced_draw"]
    assert texts["holds"]


def test_the_mark_appears_at_once_and_only_once(session: Session) -> None:
    fish_for_spin(session)
    for language in LANGUAGES:
        words = Words(language)
        arose = words("table.replaced_now", what="")
        assert arose in phone_view(session.snapshot(), ViewerRole(), words)["events"][0]["text"]
    session.do(Amend(entry=1))
    for language in LANGUAGES:
        words = Words(language)
        events = phone_view(session.snapshot(), ViewerRole(), words)["events"]
        assert words("table.replaced_now", what="") not in events[0]["text"]


def test_a_typed_result_spends_no_other_turns_draw(session: Session) -> None:
    """A look, real dice instead, and a draw in the seat's next turn: nobody has chosen anything."""
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": WHEEL}))
    spin(session, 1)
    session.do(TakeBack())
    for seat in (1, 2):
        spin(session, seat, chance=[0])
        session.do(play((seat, {"move": "arrive", "place": "town"}), (seat, {"move": "end_turn"})))
    spin(session, 1)
    table = table_of(session)
    assert [drawn.name for drawn in table.draws] == ["classic/1/spin/1", "classic/1/spin/2"]
    assert replaced_draw_names(table) == {}
    session.do(Amend(entry=1, without=(2, 3, 4, 5, 6)))
    assert replaced_draw_names(table_of(session)) == {1: "classic/1/spin/1"}, "it stands in the first turn now"
    session.do(TakeBack())
    assert replaced_draw_names(table_of(session)) == {}


def test_a_take_back_that_replaces_a_draw_is_marked(session: Session) -> None:
    """The draw belongs to the turn that was looked at, as long as a typed result there is taken back."""
    fish_for_spin(session)
    session.do(TakeBack())
    assert replaced_draw_names(table_of(session)) == {}
    session.do(Restore())
    arose = Words("en")("table.replaced_now", what="")
    assert arose in phone_view(session.snapshot(), ViewerRole(), Words("en"))["events"][0]["text"]
    assert arose in last_event_line(table_of(session), Words("en"))


def test_draws_of_older_games_are_left_out(session: Session) -> None:
    fish_for_spin(session)
    table = table_of(session)
    draws = [replace(drawn, occasion=None) for drawn in table.draws]
    assert replaced_draw_names(replace(table, draws=draws)) == {}
    assert '"occasion"' not in export(replace(table, draws=draws[:1], entries=table.entries[:1]))


def test_a_file_without_the_mark_is_rejected(session: Session) -> None:
    """A cheater cannot remove the mark from the file."""
    fish_for_spin(session)
    session.do(Amend(entry=1))
    lines = [json.loads(line) for line in export(table_of(session)).splitlines()[:-1]]
    [marked] = [line for line in lines if "instead_of" in line]
    del marked["instead_of"]
    report = check_moves_file(resealed(lines), GAMES)
    assert [(fault.problem.code.value, fault.problem.entry) for fault in report.faults] == [("wrong_replaced", 1)]
    marked["instead_of"] = "classic/1/spin/3"
    report = check_moves_file(resealed(lines), GAMES)
    assert [(fault.problem.code.value, fault.problem.entry) for fault in report.faults] == [("wrong_replaced", 1)]


def end_turn(session: Session, seat: int) -> None:
    session.do(play((seat, {"move": "arrive", "place": "town"}), (seat, {"move": "end_turn"})))


def typed_turn(session: Session, seat: int) -> None:
    """Play a whole turn with a real wheel."""
    spin(session, seat, chance=[0])
    end_turn(session, seat)


def burn_next_spin(session: Session) -> tuple[int, int]:
    """Play a game of 1983 in which the first seat looks at the spin of its next turn, and uses it up in this one.

    Return both spins of the next turn, the one that was looked at and the one that stands.
    """
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": WHEEL}))
    typed_turn(session, 1)
    typed_turn(session, 2)
    first = spin(session, 1)
    while table_of(session).entries:
        session.do(TakeBack())
    assert spin(session, 1) == first
    end_turn(session, 1)
    typed_turn(session, 2)
    return first, spin(session, 1)


def test_using_up_the_next_turns_spin_is_marked(session: Session) -> None:
    first, second = burn_next_spin(session)
    assert first != second
    table = table_of(session)
    assert replaced_draw_names(table) == {7: "classic/1/spin/1"}
    texts = marks_in_outputs(table, session)
    assert texts["badge"] == ["A second draw counts. The first was taken back, removed or moved."]
    assert ["no longer counts" in text for text in texts["log"]] == [True]
    assert "second draw" in texts["history"]
    assert texts["draws"] == [None, None, "classic/1/spin/1"]
    assert texts["counts"] == 1
    assert texts["verify"] == ["replaced_draw"]
    assert texts["holds"]


def test_before_the_next_turn_there_is_no_mark(session: Session) -> None:
    burn_next_spin(session)
    session.do(TakeBack())
    assert replaced_draw_names(table_of(session)) == {}
    spin(session, 1)
    assert [*replaced_draw_names(table_of(session))] == [7]


def test_a_spin_moved_into_a_removed_turn_is_marked(session: Session) -> None:
    first, second = leave_out(session)
    assert first != second
    table = table_of(session)
    assert replaced_draw_names(table) == {7: "classic/1/spin/1"}
    assert marks_in_outputs(table, session)["verify"] == ["moved_draw", "replaced_draw"]
    assert check_moves_file(export(table).encode(), GAMES).holds


def leave_out(session: Session) -> tuple[int, int]:
    """Play a game whose turn with a real wheel is removed, so that the next spin moves into it.

    Return both spins of the next turn, the first one and the one that is then made for it.
    """
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": WHEEL}))
    typed_turn(session, 1)
    typed_turn(session, 2)
    first = spin(session, 1)
    end_turn(session, 1)
    session.do(Amend(entry=1, without=(2, 3, 4, 5, 6)))
    table = table_of(session)
    assert (moved_draws(table), replaced_draw_names(table)) == ({1: (0, 1)}, {})
    typed_turn(session, 2)
    return first, spin(session, 1)


def test_rerolling_the_next_rounds_die_is_marked(session: Session) -> None:
    options = {"tracking": "points", "characters": ["kubilai", "johannes"]}
    session.do(StartGame(game="voyages", names=("Ada", "Bao"), options=options))

    def reroll() -> Any:
        die = table_of(session).state.boards[0].dice[0]
        session.do(play((1, {"move": "reroll", "die": f"{die.colour}:{die.value}"})))
        return table_of(session).entries[-1].played.drawn

    def rolls() -> None:
        session.do(play((1, {"move": "roll"}), (2, {"move": "roll"})))

    def turns() -> None:
        for seat in (1, 2):
            session.do(play((seat, {"move": "end_turn", "used": 5})))

    rolls()
    turns()
    rolls()
    first = reroll()
    for _ in range(4):
        session.do(TakeBack())
    assert reroll().name == first.name
    turns()
    rolls()
    assert replaced_draw_names(table_of(session)) == {}
    assert reroll().name != first.name
    table = table_of(session)
    assert replaced_draw_names(table) == {len(table.entries): first.name}
    assert check_moves_file(export(table).encode(), GAMES).holds


def test_replayed_turns_give_no_second_draw(session: Session) -> None:
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": WHEEL}))
    for _ in range(2):
        for seat in (1, 2, 1, 2):
            spin(session, seat)
            end_turn(session, seat)
        assert not replaced_draw_names(table_of(session))
        assert not moved_draws(table_of(session))
        while table_of(session).entries:
            session.do(TakeBack())
    typed_turn(session, 1)
    for seat in (2, 1, 2):
        spin(session, seat)
        end_turn(session, seat)
    assert replaced_draw_names(table_of(session)) == {}, "the first spin of seat 1 was typed in, and spends its name"
    session.do(Insert(entry=1, seat=1, move={"move": "correct", "what": "table", "by": 1}))
    assert not replaced_draw_names(table_of(session))
    assert not moved_draws(table_of(session))


def test_an_unmarked_burned_draw_is_found_without_rules(session: Session) -> None:
    burn_next_spin(session)
    lines = [json.loads(line) for line in export(table_of(session)).splitlines()[:-1]]
    [marked] = [line for line in lines if "instead_of" in line]
    del marked["instead_of"]
    for problems in (
        check_chance(resealed(lines)).problems,
        [problem.problem for problem in check_moves_file(resealed(lines), GAMES).faults],
    ):
        assert [(problem.code.value, problem.entry) for problem in problems] == [("wrong_replaced", 7)]


def test_a_later_program_shows_the_same_marks(session: Session) -> None:
    """It reads the game without its rules, before the game is closed and after."""
    leave_out(session)
    assert check_chance(export_recorded(read_rows(session.journal.rows(1)), None).encode()).problems == ()
    session.do(CloseGame())
    table = table_of(session)
    last = read_rows(session.journal.rows(1))
    assert (
        (last.replaced_draws, last.moved_draws)
        == (replaced_draw_names(table), moved_draws(table))
        == ({7: "classic/1/spin/1"}, {1: (0, 1)})
    )
    assert check_chance(export_recorded(last, None).encode()).closing == closing_digest(table)


def test_an_unfinished_foreign_game_shows_its_marks(session: Session) -> None:
    burn_next_spin(session)
    verdict = check_chance(export_recorded(read_rows(session.journal.rows(1)), None).encode())
    assert verdict.problems == ()
    assert verdict.chance_lines == check_chance(export(table_of(session)).encode()).chance_lines
    assert [draw.instead_of for draw in verdict.chance_lines if draw.name] == [None, None, "classic/1/spin/1"]


def test_an_imported_file_shows_the_same_marks(session: Session) -> None:
    for make in (burn_next_spin, leave_out):
        make(session)
        session.do(CloseGame())
        table = table_of(session)
        text = export(table)
        imported = import_game(text.encode(), GAMES, 1, Stamp(0, "import"), lambda: bytes(32), lambda: bytes(16))
        assert not imported.draws_lost
        assert replaced_draw_names(imported.table) == replaced_draw_names(table)
        assert moved_draws(imported.table) == moved_draws(table)
        assert [line for line in export(imported.table).splitlines() if '"draw"' in line] == [
            line for line in text.splitlines() if '"draw"' in line
        ]
        session.do(LeaveGame())


def resealed(lines: list[dict[str, Any]]) -> bytes:
    raw = [json.dumps(line, ensure_ascii=False).encode() for line in lines]
    return b"\n".join([*raw, seal_line(raw), b""])


def test_an_extra_turn_gives_the_same_dice(session: Session) -> None:
    """Rolls are made between counted turns: a last turn split in two once gave another roll."""
    options = {"tracking": "points", "characters": ["kubilai", "johannes"]}
    session.do(StartGame(game="voyages", names=("Ada", "Bao"), options=options))
    thrown = set()
    for parts in ([5], [4, 1], [3, 1, 1], [2, 1, 1, 1], [1, 1, 1, 1, 1]):
        session.do(play((1, {"move": "roll"}), (2, {"move": "roll"})))
        session.do(play((1, {"move": "end_turn", "used": 5})))
        for used in parts:
            session.do(play((2, {"move": "end_turn", "used": used})))
        session.do(play((2, {"move": "roll"})))
        assert table_of(session).match.round(table_of(session).state) == 2
        thrown.add(table_of(session).entries[-1].played.move.chance)  # type: ignore[attr-defined]
        while table_of(session).entries:
            session.do(TakeBack())
    assert len(thrown) == 1


@pytest.mark.parametrize("same_round", [True, False], ids=["in its own round", "in the round before"])
def test_a_split_turn_gives_no_other_die(session: Session, same_round: bool) -> None:
    """Split turns in the round itself or in an earlier one; the die that was thrown again keeps its value."""
    options = {"tracking": "points", "characters": ["kubilai", "johannes"]}
    session.do(StartGame(game="voyages", names=("Ada", "Bao"), options=options))

    def used(seat: int, *parts: int) -> None:
        for part in parts:
            session.do(play((seat, {"move": "end_turn", "used": part})))

    def rolls() -> None:
        session.do(play((1, {"move": "roll"}), (2, {"move": "roll"})))

    def reroll(seat: int) -> Any:
        die = table_of(session).state.boards[seat - 1].dice[0]
        session.do(play((seat, {"move": "reroll", "die": f"{die.colour}:{die.value}"})))
        return table_of(session).entries[-1].played.move.chance  # type: ignore[attr-defined]

    rolls()
    used(1, 5)
    if same_round:
        used(2, 4)
        first = reroll(2)
        session.do(TakeBack())
        session.do(TakeBack())
        used(2, 3, 1)
        assert reroll(2) == first
    else:
        used(2, 5)
        rolls()
        first = reroll(1)
        for _ in range(3):
            session.do(TakeBack())
        used(2, 4, 1)
        rolls()
        assert reroll(1) == first
    assert replaced_draw_names(table_of(session)) == {}


class TestATurnThatBecomesAnothers:
    """In 1983 a seat looks at its spin; then an amendment has the other miss another turn, and this one is his."""

    @pytest.fixture
    def first(self, session: Session) -> DrawRecord:
        """Return the spin of the first seat in turn 4, taken back."""
        session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": WHEEL}))
        typed_turn(session, 1)
        buys = self.hasard(session)
        typed_turn(session, 1)
        drawn = self.spun(session)
        session.do(TakeBack())
        session.do(Amend(entry=buys, move={"move": "buy", "colour": "blue", "hasard": [{"note": "-"}]}))
        assert table_of(session).match.turn(table_of(session).state) == 2
        self.hasard(session)
        return drawn

    def spun(self, session: Session) -> DrawRecord:
        """Spin for the first seat; return the draw."""
        spin(session, 1)
        [*_, drawn] = table_of(session).draws
        return drawn

    def hasard(self, session: Session) -> int:
        """Have the second seat buy a Hasard, miss a turn, and end this one; return the entry of the purchase."""
        spin(session, 2, chance=[0])
        session.do(play((2, {"move": "arrive", "place": "post", "colour": "blue"})))
        session.do(play((2, {"move": "buy", "colour": "blue", "hasard": [{"miss_turn": True}]})))
        buys = len(table_of(session).entries)
        session.do(play((2, {"move": "end_turn"})))
        return buys

    def test_the_seats_next_turn_repeats_the_spin(self, session: Session, first: DrawRecord) -> None:
        again = self.spun(session)
        assert (again.name, again.values, again.occasion) == (first.name, first.values, (0, 5))
        end_turn(session, 1)
        assert self.spun(session).n == 2, "that turn was had"
        assert replaced_draw_names(table_of(session)) == {}

    def test_a_correction_by_hand_is_no_turn(self, session: Session, first: DrawRecord) -> None:
        session.do(Insert(entry=len(table_of(session).entries), seat=1, move=TABLE))
        assert self.spun(session).values == first.values

    def test_another_spin_by_a_detour_is_marked(self, session: Session, first: DrawRecord) -> None:
        session.do(play((1, TABLE)))
        spin(session, 1, chance=[BANDITS])
        typed = len(table_of(session).entries)
        session.do(play((1, {"move": "refuse_fight"})))
        spin(session, 1)
        assert replaced_draw_names(table_of(session)) == {}
        session.do(Amend(entry=typed, without=(typed + 1,)))
        table = table_of(session)
        assert replaced_draw_names(table) == {typed: first.name}
        session.do(CloseGame())
        text = export(table_of(session)).encode()
        assert check_chance(text).problems == ()
        assert check_moves_file(text, GAMES).faults == ()
        assert [remark.code.value for remark in check_chance(text).warnings] == ["replaced_draw"]


class TestATypedResultForSomethingElse:
    """In Voyages a seat throws a die again, dislikes the result, and types in one for another die."""

    @pytest.fixture
    def first(self, session: Session) -> Any:
        """Return the disliked draw, taken back."""
        options = {"tracking": "points", "characters": ["kubilai", "johannes"]}
        session.do(StartGame(game="voyages", names=("Ada", "Bao"), options=options))
        session.do(play((1, {"move": "roll", "chance": [2, 3, 4, 5, 6]}), (2, {"move": "roll"})))
        draw = self.reroll(session, 0)
        session.do(TakeBack())
        return draw

    def reroll(self, session: Session, index: int, *chance: int) -> Any:
        """Throw a die again, or type in its result; return the draw."""
        die = table_of(session).state.boards[0].dice[index]
        move = {"move": "reroll", "die": f"{die.colour}:{die.value}"}
        session.do(play((1, {**move, "chance": list(chance)} if chance else move)))
        return table_of(session).entries[-1].played.drawn

    def test_the_draw_returns_after_the_typed_result(self, session: Session, first: Any) -> None:
        self.reroll(session, 4, 6)
        assert table_of(session).entries[-1].played.spends is None
        again = self.reroll(session, 0)
        assert (again.name, again.values, again.repeated) == (first.name, first.values, True)
        assert replaced_draw_names(table_of(session)) == {}

    def test_a_result_amended_to_another_die_frees_this_one(self, session: Session, first: Any) -> None:
        self.reroll(session, 0, 2)
        typed = len(table_of(session).entries)
        assert table_of(session).entries[-1].played.spends == first.purpose_and_n
        second = self.reroll(session, 0)
        assert second.name != first.name
        assert replaced_draw_names(table_of(session)) == {}
        session.do(Amend(entry=typed, move={"move": "reroll", "die": "blue:6", "chance": [6]}))
        table = table_of(session)
        assert (table.entries[typed - 1].played.spends, replaced_draw_names(table)) == (
            None,
            {len(table.entries): first.name},
        )
        assert check_moves_file(export(table).encode(), GAMES).holds

    def test_a_typed_result_spends_only_its_own_dies_draw(self, session: Session, first: Any) -> None:
        self.reroll(session, 0)
        entry = len(table_of(session).entries)
        for die, spent in (("blue:6", None), ("blue:2", first.purpose_and_n)):
            session.do(Amend(entry=entry, move={"move": "reroll", "die": die, "chance": [int(die[-1])]}))
            assert table_of(session).entries[-1].played.spends == spent

    def test_an_inserted_result_replaces_the_draw_as_well(self, session: Session, first: Any) -> None:
        move = {"move": "reroll", "die": "blue:2", "chance": [2]}
        session.do(play((1, move)))
        typed = len(table_of(session).entries)
        self.reroll(session, 0)
        session.do(Amend(entry=typed))
        assert replaced_draw_names(table_of(session)) == {typed: first.name}
        session.do(Insert(entry=typed, seat=1, move=move))
        table = table_of(session)
        assert (table.entries[typed - 1].played.spends, replaced_draw_names(table)) == (first.purpose_and_n, {})
        assert check_moves_file(export(table).encode(), GAMES).holds
        session.do(Insert(entry=typed, seat=1, move=move))
        assert table_of(session).entries[typed - 1].played.spends is None, "it is spent already"


def test_switching_to_real_dice_gives_no_second_draw(session: Session) -> None:
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": WHEEL}))
    first = spin(session, 1)
    for _ in range(3):
        session.do(TakeBack())
        session.do(UseRealDice(on=True))
        assert spin(session, 1, chance=[(first + 1) % BANDITS]) != first
        session.do(TakeBack())
        session.do(UseRealDice(on=False))
        assert spin(session, 1) == first
    assert len({draw.name for draw in table_of(session).draws}) == 1
