"""Files checked by the rules: what a forger who knows the seed and reseals cannot hide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.chance.canonical_json import digest
from companion.chance.chance_lines import recompute_draw
from companion.chance.seed import commitment, short_words
from companion.chance.verdict import ChanceStatus, ProblemCode, WarningCode
from companion.games import GAMES
from companion.journal.export_chance import ChanceHistory, EntryChance, with_chance
from companion.journal.moves_file import BadFileError, IllegalLineError, export, export_recorded
from companion.journal.recorded_game import read_rows
from companion.journal.verify_moves_file import FileReport, RulesCheck, check_moves_file
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.session.session import Session
from companion.table.commands import Amend, CloseGame, Play, StartGame, TakeBack
from companion.table.draw_record import Commitment, DrawRecord
from tests.games.lanterns import LANTERNS
from tests.kit.forgeries import Bodies, read_bodies, sealed_file
from tests.kit.golden_games import golden_file
from tests.kit.scripted_games import NOON, journal_in_memory, table_of

SPIN = {"move": "spin", "route": "land"}


@pytest.fixture
def session() -> Iterator[Session]:
    with journal_in_memory() as journal:
        yield Session(journal, (*GAMES, LANTERNS), lambda: NOON, entropy=Random(3).randbytes)


@pytest.fixture
def closed(session: Session) -> Bodies:
    """Return the lines of a closed game: a typed spin to a fight, the fight, drawn and won, and a spin of the other
    seat.
    """
    attack = 7
    session.do(StartGame(game="classic", names=("Ada", "Bao")))
    session.do(Play(moves=((1, {**SPIN, "chance": [attack]}),)))
    session.do(Play(moves=((1, {"move": "fight"}),)))
    session.do(Play(moves=((1, {"move": "correct", "what": "besants", "by": 10}),)))
    session.do(Play(moves=((2, SPIN),)))
    session.do(CloseGame())
    return read_bodies(export(table_of(session)).encode())


def first(lines: Bodies) -> tuple[int | None, ProblemCode]:
    """Return the entry and the code of the first fault."""
    problem = report(lines).faults[0].problem
    return problem.entry, problem.code


def report(lines: Bodies) -> FileReport:
    """Return the report on a file of these lines, sealed again."""
    return check_moves_file(sealed_file(lines), GAMES)


def entry_line(lines: Bodies, entry: int) -> int:
    """Return the index of an entry in these lines, from 0."""
    return [index for index, line in enumerate(lines) if index and "kind" not in line][entry - 1]


def test_a_game_is_valid(closed: Bodies) -> None:
    result = report(closed)
    assert result.holds
    assert (result.verdict.chance, result.verdict.checked_draws, result.result) == (ChanceStatus.CHECKED, 2, False)
    assert result.table
    assert not result.table.over


def test_a_draw_of_the_wrong_dice_is_found(closed: Bodies) -> None:
    """It is right by the seed, and legal as a result: only the rules know that the dice have four faces."""
    [seed] = [bytes.fromhex(line["seed"]) for line in closed if line.get("kind") == "seed"]
    [draw] = [line for line in closed if line.get("kind") == "draw" and line["entry"] == 2]
    draw["of"] = [["d6", 1], ["d6", 1]]
    draw["values"] = [*recompute_draw(seed, draw["name"], (("d6", 1), ("d6", 1)))]
    assert first(closed) == (2, ProblemCode.WRONG_REQUEST)


def test_a_wheel_with_other_weights_is_found(closed: Bodies) -> None:
    [seed] = [bytes.fromhex(line["seed"]) for line in closed if line.get("kind") == "seed"]
    draw = [line for line in closed if line.get("kind") == "draw"][-1]
    weights = [2, 1, 1, 1, 1, 1, 1, 1]
    draw["weights"] = weights
    draw["values"] = [*recompute_draw(seed, draw["name"], (("sectors", 8),), weights)]
    closed[closed.index(draw) + 1]["chance"] = draw["values"]
    assert first(closed) == (draw["entry"], ProblemCode.WRONG_REQUEST)
    draw["weights"] = [5] * 8  # all equal, as if there were no weights
    draw["values"] = [*recompute_draw(seed, draw["name"], (("sectors", 8),), draw["weights"])]
    closed[closed.index(draw) + 1]["chance"] = draw["values"]
    assert report(closed).holds


@pytest.mark.parametrize(
    ("name", "code"),
    [("classic/2/spin/104", ProblemCode.WRONG_NAME), ("classic/2/spin.late/1", ProblemCode.WRONG_REQUEST)],
)
def test_a_draw_with_a_wrong_name_is_found(closed: Bodies, name: str, code: ProblemCode) -> None:
    """A later number is right by the rules too, but a free choice of the number is a choice of the sector.

    Another purpose, of which it is the first, is found only with the rules: they have no such word.
    """
    [seed] = [bytes.fromhex(line["seed"]) for line in closed if line.get("kind") == "seed"]
    draw = [line for line in closed if line.get("kind") == "draw"][-1]
    draw["name"] = name
    draw["values"] = [*recompute_draw(seed, draw["name"], (("sectors", 8),))]
    closed[closed.index(draw) + 1]["chance"] = draw["values"]
    assert first(closed) == (draw["entry"], code)


def test_a_move_against_the_rules_is_reported(closed: Bodies) -> None:
    closed[entry_line(closed, 3)] = {"seat": 1, "move": "claim"}
    result = report(closed)
    [fault] = result.faults
    assert (fault.problem.entry, fault.problem.code) == (3, ProblemCode.ILLEGAL)
    assert fault.problem.line == entry_line(closed, 3) + 1
    assert fault.reason
    assert result.names == ("Ada", "Bao")


def test_an_invalid_move_is_reported(closed: Bodies) -> None:
    closed[entry_line(closed, 3)] = {"seat": 1, "move": "fly"}
    assert first(closed) == (3, ProblemCode.UNREADABLE)


def test_a_result_before_the_end_is_reported(closed: Bodies) -> None:
    closed.append({"kind": "end", "standings": []})
    assert first(closed) == (None, ProblemCode.WRONG_RESULT)


def ended(session: Session) -> Bodies:
    """Return the lines of a finished game: one draw, and a hand that is counted at the end."""
    golden = golden_file("classic", "two_players").parent
    for path in sorted(golden.glob("*.jsonl")):
        head, *moves = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        if not path.name.startswith("refused") and any(move.get("move") == "claim" for move in moves):
            session.do(StartGame(game="classic", names=tuple(head["seats"]), options=head["options"]))
            for move in moves:
                session.do(Play(moves=((move["seat"], {name: move[name] for name in move if name != "seat"}),)))
            if table_of(session).over:
                return read_bodies(export(table_of(session), PUBLIC).encode())
    raise AssertionError("no golden game comes to its end")


def test_a_finished_game_has_a_result_and_reveals_its_seed(session: Session) -> None:
    lines = ended(session)
    assert report(lines).holds
    assert report(lines).result
    copies = json.loads(json.dumps(lines))
    [end] = [line for line in copies if line.get("kind") == "end"]
    end["standings"][0]["total"] += 1
    assert first(copies) == (None, ProblemCode.WRONG_RESULT)
    # Without its last line it would look unfinished, but its moves end the game.
    assert first([line for line in lines if line.get("kind") not in ("end", "seed")]) == (None, ProblemCode.NO_SEED)


def test_a_file_with_hidden_secrets_is_checked_partially(session: Session) -> None:
    session.do(StartGame(game="classic", names=("Ada", "Bao")))
    session.do(Play(moves=((1, {**SPIN, "chance": [0]}), (1, {"move": "arrive", "place": "post", "colour": "blue"}))))
    session.do(Play(moves=((1, {"move": "buy", "colour": "blue", "value": 80}),)))
    session.do(Play(moves=((1, {"move": "end_turn"}),)))
    session.do(Play(moves=((2, SPIN),)))
    result = check_moves_file(export(table_of(session), PUBLIC).encode(), GAMES)
    assert result.holds
    assert (result.table, result.verdict.partial, result.verdict.chance) == (None, True, ChanceStatus.NOT_REVEALED)
    assert check_moves_file(export(table_of(session), EVERYTHING).encode(), GAMES).table


def recommitted(lines: Bodies) -> Bodies:
    """Return the lines as if their author had committed to this content: the closing words differ."""
    match, *_ = (line for line in lines if line.get("kind") == "match")
    covered = digest({name: value for name, value in match.items() if name not in ("kind", "changed")})
    seeds = iter([line["seed"] for line in lines if line.get("kind") == "seed"])
    for line in lines:
        if line.get("kind") == "commitment":
            line["sha256"] = commitment(bytes.fromhex(next(seeds)), covered)
            line["words"] = [*short_words(line["sha256"])]
    return lines


def test_a_corrected_move_is_valid(session: Session) -> None:
    lines = corrected(session)
    result = report(lines)
    assert result.holds
    assert result.rules is RulesCheck.COMPARED
    assert [(remark.entry, remark.code) for remark in result.verdict.warnings] == [(1, WarningCode.CORRECTED)]


@pytest.mark.parametrize("asked", [{"route": "air"}, {"route": "sea", "more": 1}, {}])
def test_an_impossible_announcement_behind_a_correction_is_found(session: Session, asked: dict[str, Any]) -> None:
    lines = corrected(session)
    [draw] = [line for line in lines if line.get("kind") == "draw"]
    draw["asked"] = asked
    assert first(lines) == (1, ProblemCode.WRONG_ASKED)


def corrected(session: Session) -> Bodies:
    """Return the lines of a closed game of one spin, announced for the sea and corrected."""
    session.do(StartGame(game="classic", names=("Ada", "Bao")))
    session.do(Play(moves=((1, {**SPIN, "route": "sea"}),)))
    session.do(Amend(entry=1, move=SPIN))
    session.do(CloseGame())
    return read_bodies(export(table_of(session)).encode())


def test_figures_that_differ_from_the_options_are_found(closed: Bodies) -> None:
    closed[1]["edition"] = {**closed[1]["edition"], "wheel": None}
    assert first(recommitted(closed)) == (None, ProblemCode.WRONG_MATCH)


def test_an_amended_start_is_valid_and_complete(session: Session) -> None:
    session.do(StartGame(game="classic", names=("Ada", "Bao")))
    session.do(Amend(entry=0, names=("Ada", "Bo")))
    session.do(Play(moves=((1, SPIN),)))
    session.do(CloseGame())
    lines = read_bodies(export(table_of(session)).encode())
    assert [line["seats"] for line in lines if line.get("kind") == "match"] == [["Ada", "Bao"], ["Ada", "Bo"]]
    assert report(lines).holds
    assert [remark.code for remark in report(lines).verdict.warnings] == [WarningCode.CHANGED_MATCH]
    copies = json.loads(json.dumps(lines))
    copies[1]["options"] = {"tracking": "nothing"}
    fault = report(recommitted(copies)).faults[0]
    assert (fault.problem.line, fault.problem.code) == (2, ProblemCode.WRONG_MATCH)
    assert fault.reason
    lines[2]["edition"] = {}
    fault = report(lines).faults[0]
    assert (fault.problem.line, fault.problem.code, fault.reason) == (3, ProblemCode.WRONG_MATCH, None)


def test_a_change_taken_back_is_shown_with_what_stands(session: Session) -> None:
    session.do(StartGame(game="classic", names=("Ada", "Bao")))
    session.do(Amend(entry=0, names=("Ada", "Bo")))
    session.do(TakeBack())
    session.do(CloseGame())
    played_lines = read_bodies(export(table_of(session)).encode())
    recorded_lines = read_bodies(export_recorded(read_rows(session.journal.rows(1)), None).encode())
    for lines in (played_lines, recorded_lines):
        matches = [line for line in lines if line.get("kind") == "match"]
        assert [match["seats"][1] for match in matches] == ["Bao", "Bo", "Bao"]
        assert [match.get("changed") for match in matches] == [None, True, True]
        assert report(lines).holds


def test_results_of_other_rules_are_skipped_the_rest_is_checked(closed: Bodies) -> None:
    closed[1]["rules_version"] = 99
    closed[entry_line(closed, 3)] = {"seat": 1, "move": "no more"}
    result = report(recommitted(closed))
    assert result.holds
    assert (result.rules, result.table, result.verdict.checked_draws) == (RulesCheck.OTHER_VERSION, None, 2)
    draw = [line for line in closed if line.get("kind") == "draw"][-1]
    draw["values"] = closed[closed.index(draw) + 1]["chance"] = [(draw["values"][0] + 1) % 8]
    result = report(closed)
    assert (result.rules, result.faults[0].problem.code) == (RulesCheck.FAULTY, ProblemCode.WRONG_DRAW)


def test_an_unknown_game_is_checked_without_its_rules(closed: Bodies) -> None:
    others = tuple(game for game in GAMES if game.id != "classic")
    result = check_moves_file(sealed_file(closed), others)
    assert result.holds
    assert (result.rules, result.table, result.verdict.checked_draws) == (RulesCheck.UNKNOWN_GAME, None, 2)


def test_an_old_file_without_a_version_is_version_0(closed: Bodies) -> None:
    lines = in_old_format(closed)
    assert report(lines).rules is RulesCheck.OTHER_VERSION
    assert report(lines).holds
    [classic] = [game for game in GAMES if game.id == "classic"]
    alike: Any = type("Alike", (type(classic),), {"compatible_versions": frozenset({0, classic.rules_version})})()
    result = check_moves_file(sealed_file(lines), (alike,))
    assert (result.rules, result.holds) == (RulesCheck.COMPARED, True)
    others = tuple(game for game in GAMES if game is not classic)
    assert [fault.problem.code for fault in check_moves_file(sealed_file(lines), others).faults] == [
        ProblemCode.UNREADABLE
    ]


def in_old_format(lines: Bodies) -> Bodies:
    """Return the lines as they were written before matches were sealed."""
    copies = [{name: line[name] for name in line if name not in ("form", "asked")} for line in lines]
    [seed] = [line["seed"] for line in lines if line.get("kind") == "seed"]
    for line in copies:
        if line.get("kind") == "commitment":
            line["sha256"] = commitment(bytes.fromhex(seed))
            line["words"] = [*short_words(line["sha256"])]
    return [line for line in copies if line.get("kind") != "match"]


def test_present_secrets_are_not_revealed_by_fixed_fields() -> None:
    """No present game has moves of chance with secrets in them, so the test invents one."""
    draw = DrawRecord(0, 1, "dig", 1, "isle/1/dig/1", (("d6", 1),), (), (3,), False, 0, fixed={"at": 5, "how": "deep"})
    back = replace(draw, number=1, n=2, name="isle/1/dig/2")
    move: dict[str, Any] = {"move": "dig", "at": 5, "how": "deep", "chance": [3]}
    story = ChanceHistory((Commitment.to(bytes(32)),), (draw, back), (EntryChance(draw, False, move),), has_setup=True)

    def fixed_fields_shown(**fields: Any) -> list[Any]:
        shown_lines = with_chance(story, [{"seat": 1, **move, **fields}])
        return [line["asked"] for line in shown_lines if line.get("kind") == "draw"]

    assert fixed_fields_shown() == [draw.fixed, draw.fixed]
    assert fixed_fields_shown(at=None) == [{"at": None, "how": "deep"}, None]
    assert fixed_fields_shown(chance=None) == [draw.fixed, None]
    corrected = replace(story, entries=(EntryChance(draw, False, {**move, "how": "flat"}),))
    lines = with_chance(corrected, [{"seat": 1, **move, "how": "flat", "at": None}])
    assert [line["asked"] for line in lines if line.get("kind") == "draw"] == [{"at": None, "how": None}, None]
    assert [line.get("corrected") for line in lines if line.get("kind") == "draw"] == [True, None]


def test_a_file_that_hides_the_start_is_partial(session: Session) -> None:
    session.do(StartGame(game="lanterns", names=("Ada", "Bao", "Chloé"), options={"charms": ["red", None, "blue"]}))
    for viewer in (PUBLIC, as_seat(1), EVERYTHING):
        data = export(table_of(session), viewer)
        result = check_moves_file(data.encode(), (*GAMES, LANTERNS))
        assert result.holds
        assert result.verdict.partial is (viewer is not EVERYTHING)
        assert result.rules is (RulesCheck.COMPARED if viewer is EVERYTHING else RulesCheck.SECRET)
        assert '"salt": null' in data
    session.do(CloseGame())
    assert '"salt": null' in export(table_of(session), PUBLIC)
    assert check_moves_file(export(table_of(session), PUBLIC).encode(), (*GAMES, LANTERNS)).holds
    assert '"salt": null' not in export(table_of(session), EVERYTHING)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b'{"seat": 1, "move": "fly"}', BadFileError),
        (b'{"seat": 1, "move": "claim"}', IllegalLineError),
        (b"{oh", BadFileError),
    ],
)
def test_a_handwritten_list_of_moves_is_still_read(line: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        check_moves_file(b'{"game": "classic", "seats": ["Ada", "Bao"]}\n' + line, GAMES)


def test_all_pages_use_the_same_seal(session: Session, closed: Bodies) -> None:
    """The page seals the same bytes as the export."""
    data: Any = export(table_of(session))
    assert sealed_file(closed).decode() == data
