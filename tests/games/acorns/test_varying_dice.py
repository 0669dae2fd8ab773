"""Tests of a throw whose number of dice varies: nobody gains by taking it back, and its file is checked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.chance.chance_lines import recompute_draw
from companion.journal.moves_file import export
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.game import move_to_json
from companion.rules.rule_errors import IllegalMoveError
from companion.session.session import Session
from companion.table.commands import Amend, CloseGame, StartGame, TakeBack
from companion.table.legal_moves import options_of
from tests.games.acorns import ACORNS
from tests.kit.forgeries import read_bodies, sealed_file
from tests.kit.scripted_games import NOON, journal_in_memory, play, table_of

GAMES = (ACORNS,)


@pytest.fixture
def session() -> Iterator[Session]:
    """Yield a game for two, after the first throw of its first turn."""
    with journal_in_memory() as journal:
        session = Session(journal, GAMES, lambda: NOON, entropy=Random(3).randbytes)
        session.do(StartGame(game="acorns", names=("Ada", "Bao")))
        for seat in (1, 2):
            session.do(play((seat, {"move": "choose", "tree": 3})))
        session.do(play((1, {"move": "roll", "chance": [1, 2, 2, 5, 6]})))
        yield session


def reroll(session: Session, *keep: int, **fields: Any) -> tuple[int, ...]:
    """Keep these dice and roll the others; return their values."""
    session.do(play((1, {"move": "reroll", "keep": list(keep), **fields})))
    return chance_of(session)


def chance_of(session: Session) -> tuple[int, ...]:
    """Return the values of the last move."""
    chance: Any = move_to_json(table_of(session).entries[-1].played.move)["chance"]
    return tuple(chance)


def faults(session: Session, change: Any = lambda lines: None) -> list[str]:
    """Return the codes of the problems in the file of the game, closed now, after this change of its lines."""
    session.do(CloseGame())
    lines = read_bodies(export(table_of(session)).encode())
    change(lines)
    return [fault.problem.code.value for fault in check_moves_file(sealed_file(lines), GAMES).faults]


def test_an_honest_game_holds(session: Session) -> None:
    for keep in ((6,), ()):
        reroll(session, *keep)
    session.do(play((1, {"move": "gather"})))
    session.do(play((2, {"move": "roll"})))
    session.do(play((2, {"move": "reroll", "keep": list(chance_of(session)[:4])})))
    assert faults(session) == []


def test_another_number_of_dice_is_no_fresh_throw(session: Session) -> None:
    values = reroll(session, 6)
    session.do(TakeBack())
    for keep in ((), (5, 6), (5,)):
        with pytest.raises(IllegalMoveError) as refused:
            reroll(session, *keep)
        assert refused.value.reason.key == "session.bound"
    assert reroll(session, 6) == values
    assert faults(session) == []


def test_a_throw_that_kept_other_dice_is_not_offered_again(session: Session) -> None:
    """The roll before it was typed wrong: the dice that were kept are not there, so nothing may be thrown again."""
    reroll(session, 5, 6)
    session.do(TakeBack())
    session.do(TakeBack())
    session.do(play((1, {"move": "roll", "chance": [1, 1, 2, 2, 3]})))
    kinds = {option.kind: option.refused for option in options_of(table_of(session), 1)}
    assert kinds["reroll"] is not None
    assert (kinds["reroll"].reason.key, kinds["gather"]) == ("session.bound", None)
    with pytest.raises(IllegalMoveError):
        reroll(session, 1, 1)
    assert reroll(session, 1, 1, chance=[1, 1, 1]) == (1, 1, 1)


def test_real_dice_are_as_many_as_are_rolled(session: Session) -> None:
    for count in (2, 4):
        with pytest.raises(IllegalMoveError):
            reroll(session, 5, 6, chance=[1] * count)
    assert reroll(session, 5, 6, chance=[1, 1, 1]) == (1, 1, 1)
    assert faults(session) == []


@pytest.mark.parametrize(
    ("of", "fault"),
    [
        ([["d6", 4]], "illegal"),
        ([["d6", 2]], "illegal"),
        ([["d8", 3]], "other_dice"),
        ([["d6", 2], ["d8", 1]], "other_dice"),
    ],
    ids=str,
)
def test_dice_that_the_rules_do_not_want_are_found(session: Session, of: list[Any], fault: str) -> None:
    """Of the second throw its player pretends to have thrown others, with the values that the seed gives for them."""
    reroll(session, 6)
    reroll(session, *chance_of(session)[:2])

    def pretend(lines: list[dict[str, Any]]) -> None:
        seed = next(line["seed"] for line in lines if line.get("kind") == "seed")
        index = max(index for index, line in enumerate(lines) if line.get("kind") == "draw")
        values = recompute_draw(bytes.fromhex(seed), lines[index]["name"], tuple(map(tuple, of)))
        lines[index] |= {"of": of, "values": [*values]}
        lines[index + 1]["chance"] = [*values]

    assert faults(session, pretend) == [fault]


def test_dice_of_a_move_without_their_draw_are_found(session: Session) -> None:
    reroll(session, 5, 6)

    def leave_out_the_last(lines: list[dict[str, Any]]) -> None:
        move = next(line for line in lines if line.get("move") == "reroll")
        move["chance"] = move["chance"][:2]

    assert faults(session, leave_out_the_last) == ["wrong_chance"]


def test_a_correction_to_more_or_fewer_dice_is_typed(session: Session) -> None:
    reroll(session, 5, 6)
    entry = len(table_of(session).entries)
    for keep in ((), (2, 5, 6)):
        move: dict[str, Any] = {"move": "reroll", "keep": list(keep)}
        with pytest.raises(IllegalMoveError) as refused:
            session.do(Amend(entry=entry, move=move))
        assert refused.value.reason.key == "session.other_dice"
        session.do(Amend(entry=entry, move={**move, "chance": [3] * (5 - len(keep))}))
        assert table_of(session).entries[-1].played.typed
        session.do(TakeBack())
    session.do(Amend(entry=entry, move={"move": "reroll", "keep": [2, 2], "chance": [3, 3, 3]}))
    assert faults(session) == []
