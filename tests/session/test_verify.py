"""Files checked by the rules: what a forger who knows the seed and seals anew cannot hide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.chance.told import recomputed
from companion.chance.verdict import Chance, Code
from companion.rules.registry import GAMES
from companion.rules.viewer import EVERYTHING, PUBLIC
from companion.session.commands import Close, Play, Start
from companion.session.journal import Journal
from companion.session.moves_file import BadFileError, IllegalLineError, export
from companion.session.session import Session
from companion.session.verify import Report, examine
from tests.chance.altering import Bodies, bodies, written
from tests.session.games import NOON, folder_in_memory, table_of

SPIN = {"move": "spin", "route": "land"}


@pytest.fixture
def session() -> Iterator[Session]:
    with folder_in_memory() as folder, closing(Journal(Path(folder) / "journal.sqlite3")) as journal:
        yield Session(journal, GAMES, lambda: NOON, entropy=Random(3).randbytes)


@pytest.fixture
def closed(session: Session) -> Bodies:
    """The lines of a closed game: a typed spin to a fight, the fight, drawn and won, and a spin of the other seat."""
    attack = 7
    session.do(Start(game="classic", names=("Ada", "Bao")))
    session.do(Play(moves=((1, {**SPIN, "chance": [attack]}),)))
    session.do(Play(moves=((1, {"move": "fight"}),)))
    session.do(Play(moves=((1, {"move": "correct", "what": "besants", "by": 10}),)))
    session.do(Play(moves=((2, SPIN),)))
    session.do(Close())
    return bodies(export(table_of(session)).encode())


def first(lines: Bodies) -> tuple[int | None, Code]:
    """The entry and the code of the first fault."""
    problem = report(lines).faults[0].problem
    return problem.entry, problem.code


def report(lines: Bodies) -> Report:
    """The report on a file of these lines, sealed anew."""
    return examine(written(lines), GAMES)


def entry_line(lines: Bodies, entry: int) -> int:
    """Where an entry stands in these lines, from 0."""
    return [at for at, line in enumerate(lines) if at and "kind" not in line][entry - 1]


def test_a_game_holds(closed: Bodies) -> None:
    found = report(closed)
    assert found.holds
    assert (found.verdict.chance, found.verdict.checked, found.result) == (Chance.CHECKED, 2, False)
    assert found.table
    assert not found.table.over


def test_a_draw_of_other_dice_than_the_rules_want_is_found(closed: Bodies) -> None:
    """Right by the seed, and legal as a result: only who knows the rules sees that the dice have four faces."""
    [seed] = [bytes.fromhex(line["seed"]) for line in closed if line.get("kind") == "seed"]
    [draw] = [line for line in closed if line.get("kind") == "draw" and line["entry"] == 2]
    draw["of"] = [["d6", 1], ["d6", 1]]
    draw["values"] = [*recomputed(seed, draw["name"], (("d6", 1), ("d6", 1)))]
    assert first(closed) == (2, Code.WRONG_REQUEST)


def test_a_wheel_with_other_weights_is_found(closed: Bodies) -> None:
    [seed] = [bytes.fromhex(line["seed"]) for line in closed if line.get("kind") == "seed"]
    draw = [line for line in closed if line.get("kind") == "draw"][-1]
    weights = [2, 1, 1, 1, 1, 1, 1, 1]
    draw["weights"] = weights
    draw["values"] = [*recomputed(seed, draw["name"], (("sectors", 8),), weights)]
    closed[closed.index(draw) + 1]["chance"] = draw["values"]
    assert first(closed) == (draw["entry"], Code.WRONG_REQUEST)
    draw["weights"] = [5] * 8  # all alike: as if there were none
    draw["values"] = [*recomputed(seed, draw["name"], (("sectors", 8),), draw["weights"])]
    closed[closed.index(draw) + 1]["chance"] = draw["values"]
    assert report(closed).holds


def test_a_draw_of_a_later_number_is_found_though_its_seed_is_right(closed: Bodies) -> None:
    """Right by the seed and by the rules: whoever may choose the number chooses the sector."""
    [seed] = [bytes.fromhex(line["seed"]) for line in closed if line.get("kind") == "seed"]
    draw = [line for line in closed if line.get("kind") == "draw"][-1]
    draw["name"] = "classic/2/spin/104"
    draw["values"] = [*recomputed(seed, draw["name"], (("sectors", 8),))]
    closed[closed.index(draw) + 1]["chance"] = draw["values"]
    assert first(closed) == (draw["entry"], Code.WRONG_NAME)


def test_a_move_against_the_rules_is_named(closed: Bodies) -> None:
    closed[entry_line(closed, 3)] = {"seat": 1, "move": "claim"}
    found = report(closed)
    [fault] = found.faults
    assert (fault.problem.entry, fault.problem.code) == (3, Code.ILLEGAL)
    assert fault.problem.line == entry_line(closed, 3) + 1
    assert fault.reason
    assert found.names == ("Ada", "Bao")


def test_a_move_that_is_none_is_named(closed: Bodies) -> None:
    closed[entry_line(closed, 3)] = {"seat": 1, "move": "fly"}
    assert first(closed) == (3, Code.UNREADABLE)


def test_a_result_before_the_end_is_named(closed: Bodies) -> None:
    closed.append({"kind": "end", "standings": []})
    assert first(closed) == (None, Code.WRONG_RESULT)


def ended(session: Session) -> Bodies:
    """The lines of a game that is over: one draw, and a hand that is counted at the end."""
    golden = Path(__file__).parents[1] / "golden" / "classic"
    for path in sorted(golden.glob("*.jsonl")):
        head, *moves = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        if not path.name.startswith("refused") and any(move.get("move") == "claim" for move in moves):
            session.do(Start(game="classic", names=tuple(head["seats"]), options=head["options"]))
            for move in moves:
                session.do(Play(moves=((move["seat"], {name: move[name] for name in move if name != "seat"}),)))
            if table_of(session).over:
                return bodies(export(table_of(session), PUBLIC).encode())
    raise AssertionError("no golden game comes to its end")


def test_a_game_that_is_over_names_its_result_and_reveals_its_seed(session: Session) -> None:
    lines = ended(session)
    assert report(lines).holds
    assert report(lines).result
    kept = json.loads(json.dumps(lines))
    [end] = [line for line in kept if line.get("kind") == "end"]
    end["standings"][0]["total"] += 1
    assert first(kept) == (None, Code.WRONG_RESULT)
    # Without its end it would pass for a game that goes on, were it not for its moves.
    assert first([line for line in lines if line.get("kind") not in ("end", "seed")]) == (None, Code.NO_SEED)


def test_a_file_that_hides_what_is_secret_yet_is_checked_as_far_as_it_goes(session: Session) -> None:
    session.do(Start(game="classic", names=("Ada", "Bao")))
    session.do(Play(moves=((1, {**SPIN, "chance": [0]}), (1, {"move": "arrive", "place": "post", "colour": "blue"}))))
    session.do(Play(moves=((1, {"move": "buy", "colour": "blue", "value": 80}),)))
    session.do(Play(moves=((1, {"move": "end_turn"}),)))
    session.do(Play(moves=((2, SPIN),)))
    found = examine(export(table_of(session), PUBLIC).encode(), GAMES)
    assert found.holds
    assert (found.table, found.verdict.partial, found.verdict.chance) == (None, True, Chance.NOT_REVEALED)
    assert examine(export(table_of(session), EVERYTHING).encode(), GAMES).table


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b'{"seat": 1, "move": "fly"}', BadFileError),
        (b'{"seat": 1, "move": "claim"}', IllegalLineError),
        (b"{oh", BadFileError),
    ],
)
def test_somebodys_own_list_of_moves_is_read_as_ever(line: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        examine(b'{"game": "classic", "seats": ["Ada", "Bao"]}\n' + line, GAMES)


def test_no_page_of_the_house_has_another_seal(session: Session, closed: Bodies) -> None:
    """What is sealed here is what the export seals: the same bytes."""
    data: Any = export(table_of(session))
    assert written(closed).decode() == data
