"""Tests of `companion verify` on games with draws: its output in both languages, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from companion.chance.canonical_json import digest
from companion.chance.chance_lines import recompute_draw
from companion.chance.seed import commitment, short_words
from companion.chance.verdict import ProblemCode, WarningCode
from companion.cli.main import main
from companion.games import GAMES
from companion.journal.moves_file import export
from companion.server.views.moves_file_report_view import MOST_LISTED
from companion.session.session import Session
from companion.table.commands import Amend, CloseGame, Play, StartGame, TakeBack
from companion.words.catalogue import LANGUAGES, Words
from tests.kit.forgeries import read_bodies, sealed_file
from tests.kit.scripted_games import NOON, journal_in_memory, table_of
from tests.terminal import run, run_json

SPIN = {"move": "spin", "route": "land"}
FORGED = bytes([9] * 32)


@pytest.fixture
def session() -> Iterator[Session]:
    """Yield a game with a taken-back spin that came back the same, and with typed-in spins."""
    with journal_in_memory() as journal:
        session = Session(journal, GAMES, lambda: NOON, entropy=Random(1).randbytes)
        session.do(StartGame(game="classic", names=("Ada", "Bao")))
        session.do(Play(moves=((1, SPIN),)))
        session.do(TakeBack())
        for seat in (1, 2):
            session.do(Play(moves=((seat, {**SPIN, "chance": [0]}), (seat, {"move": "arrive", "place": "town"}))))
            session.do(Play(moves=((seat, {"move": "end_turn"}),)))
        session.do(Play(moves=((1, SPIN),)))
        yield session


@pytest.fixture
def path(session: Session, tmp_path: Path) -> Path:
    """Return the file of the closed game."""
    session.do(CloseGame())
    path = tmp_path / "game.jsonl"
    path.write_text(export(table_of(session)), "utf-8")
    return path


def committed(path: Path) -> str:
    """Return the digits of the only commitment."""
    [digits] = [line["sha256"] for line in read_bodies(path.read_bytes()) if line.get("kind") == "commitment"]
    return str(digits)


def test_correct_game_is_reported_in_a_few_lines(path: Path) -> None:
    sha256 = committed(path)
    closing = run_json("verify", path)[1]["closing"]["sha256"]
    assert run("verify", path).stdout.splitlines() == [
        "All moves are right (7). The file gives no result.",
        "2 draws recomputed: all of them are right.",
        "1 of them was taken back.",
        "2 results of real dice were typed in. They can’t be recomputed.",
        f"Seal before move 1: {' '.join(short_words(sha256))} ({sha256})",
        "Compare these words with those noted at the table before the first draw.",
        f"Closing words: {' '.join(short_words(closing))} ({closing}). Compare them with those shown at the end. "
        "If they differ, something in this file was changed: a name, a move or a draw.",
    ]
    assert run_json("verify", path) == (
        0,
        {
            **{"holds": True, "entries": 7, "over": False, "result": False, "rules": "compared", "rules_version": 3},
            **{"ok": True, "game": "classic", "draws": 2, "unchecked": 0, "taken_back": 1, "typed": 2},
            **{"chance": "checked", "problems": [], "warnings": []},
            "commitments": [
                {
                    **{"line": 3, "entry": 1, "sha256": sha256, "words": [*short_words(sha256)]},
                    **{"revealed": True, "form": 2},
                }
            ],
            "closing": {"sha256": closing, "words": [*short_words(closing)]},
        },
    )


def test_report_is_french_for_a_french_reader(path: Path) -> None:
    result = CliRunner(env={"LC_ALL": "fr_FR.UTF-8"}).invoke(main, ["verify", str(path)])
    assert "2 tirages refaits\N{NO-BREAK SPACE}: tous justes." in result.stdout
    path.write_bytes(path.read_bytes().replace(b'"seat": 2', b'"seat": 3', 1))
    failed = CliRunner(env={"LC_ALL": "fr_FR.UTF-8"}).invoke(main, ["verify", str(path)])
    assert failed.exit_code == 1
    assert failed.stderr.startswith("Coup 4 (ligne ")
    assert "la ligne a été changée" in failed.stderr


def test_unfinished_game_is_no_failure(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(export(table_of(session)), "utf-8")
    status, body = run_json("verify", path)
    assert (status, body["ok"], body["chance"], body["draws"], body["unchecked"]) == (0, True, "not_revealed", 0, 2)
    assert "2 draws can be checked at the end of the game" in run("verify", path).stdout


def test_altered_byte_is_reported_with_entry_and_line(path: Path) -> None:
    content = path.read_bytes()
    position = content.index(b'"entry": 4')
    line = content[:position].count(b"\n") + 1
    path.write_bytes(content[: position - 2] + b"?" + content[position - 1 :])
    status, body = run_json("verify", path)
    assert (status, body["ok"], body["holds"]) == (1, False, False)
    text = "the line was changed after the export."
    assert body["problems"] == [{"line": line, "entry": 4, "code": "altered_line", "text": text}]
    output = run("verify", path)
    assert (output.exit_code, output.stdout) == (1, "")
    assert output.stderr.splitlines()[0] == f"Move 4 (line {line}): {text}"


def test_forged_draw_is_noticed_despite_a_new_digest(path: Path) -> None:
    lines = read_bodies(path.read_bytes())
    draw = [line for line in lines if line.get("kind") == "draw"][-1]
    draw["values"] = [(draw["values"][0] + 1) % 8]
    path.write_bytes(sealed_file(lines))
    status, body = run_json("verify", path)
    assert status == 1
    assert [(entry["entry"], entry["code"]) for entry in body["problems"]] == [(7, "wrong_draw"), (7, "wrong_chance")]
    assert run("verify", path).stderr.splitlines()[0].startswith("Move 7 (line ")


def test_exchanged_seed_is_reported_with_its_line(path: Path) -> None:
    lines = read_bodies(path.read_bytes())
    lines[-1]["seed"] = "00" * 32
    path.write_bytes(sealed_file(lines))
    output = run("verify", path)
    assert output.exit_code == 1
    first, *others = output.stderr.splitlines()
    wrong = "the seed doesn’t belong to the seal, or the game began differently."
    assert first == f"Line {len(lines)}: {wrong}"
    assert committed(path) in others[0]  # the words to compare are printed also after a fault


def test_illegal_move_is_reported_with_the_reason(path: Path) -> None:
    lines = read_bodies(path.read_bytes())
    position = next(n for n, line in enumerate(lines) if line.get("move") == "end_turn")
    lines[position] = {"seat": 1, "move": "claim"}
    path.write_bytes(sealed_file(lines))
    output = run("verify", path)
    assert output.exit_code == 1
    assert output.stderr.startswith(f"Move 3 (line {position + 1}): the rules refuse this move. ")


def test_first_faults_are_listed_and_the_others_counted(session: Session, tmp_path: Path) -> None:
    session.do(CloseGame())
    lines = read_bodies(export(table_of(session)).encode())
    lines += [{"kind": "draw"}] * (MOST_LISTED + 3)
    path = tmp_path / "game.jsonl"
    path.write_bytes(sealed_file(lines))
    output = run("verify", path).stderr.splitlines()
    assert output[MOST_LISTED] == "And 3 more faults."
    assert [line.startswith("Line ") for line in output[: MOST_LISTED + 1]] == [True] * MOST_LISTED + [False]
    assert len(run_json("verify", path)[1]["problems"]) == MOST_LISTED + 3


def test_second_commitment_causes_a_warning(path: Path) -> None:
    """The end was never taken back: a forger put his own seed before a spin, and computed a new digest for the file."""
    lines = read_bodies(path.read_bytes())
    drawn = [line for line in lines if line.get("kind") == "draw" and line["entry"]][-1]
    sha256 = commitment(FORGED)
    other_commitment = {"kind": "commitment", "sha256": sha256, "words": [*short_words(sha256)]}
    lines.insert(position := lines.index(drawn), other_commitment)
    drawn["values"] = lines[position + 2]["chance"] = [*recompute_draw(FORGED, drawn["name"], (("sectors", 8),))]
    lines.append({"kind": "seed", "seed": FORGED.hex()})
    path.write_bytes(sealed_file(lines))
    status, body = run_json("verify", path)
    assert (status, body["ok"]) == (0, True)
    assert [(entry["entry"], entry["revealed"]) for entry in body["commitments"]] == [(1, True), (7, True)]
    [warning] = body["warnings"]
    assert (warning["line"], warning["entry"], warning["code"]) == (position + 1, 7, "another_commitment")
    assert "another seal begins before move 7" in warning["text"].lower()
    *_, second, _, several, _ = run("verify", path).stdout.splitlines()
    assert second == f"Seal before move 7: {' '.join(short_words(sha256))} ({sha256})"
    assert several.startswith("Careful: this game has 2 seals.")


def test_corrections_are_named_without_failing(session: Session, tmp_path: Path) -> None:
    session.do(Amend(entry=7, move={"move": "spin", "route": "sea"}))
    session.do(Amend(entry=0, names=("Ada", "Bo")))
    session.do(CloseGame())
    path = tmp_path / "game.jsonl"
    path.write_text(export(table_of(session)), "utf-8")
    status, body = run_json("verify", path)
    assert (status, body["ok"], body["holds"]) == (0, True, True)
    position = [line.get("corrected", False) for line in read_bodies(path.read_bytes())].index(True) + 1
    changed = "the start of the game (names, colours, options or rules) was changed while it was played."
    corrected = "corrected after the draw: the move is not the one that was announced."
    assert body["warnings"] == [
        {"line": 3, "entry": None, "code": "changed_match", "text": changed},
        {"line": position, "entry": 7, "code": "corrected", "text": corrected},
    ]
    assert run("verify", path).stdout.splitlines()[-2:] == [
        f"Line 3: {changed}",
        f"Move 7 (line {position}): {corrected}",
    ]


def test_first_remarks_are_listed_and_the_others_counted(session: Session, tmp_path: Path) -> None:
    for number in range(MOST_LISTED + 3):
        session.do(Amend(entry=0, names=("Ada", f"Bo {number}")))
    session.do(CloseGame())
    path = tmp_path / "game.jsonl"
    path.write_text(export(table_of(session)), "utf-8")
    output = run("verify", path).stdout.splitlines()
    assert [line.startswith("Line ") for line in output[-MOST_LISTED - 1 :]] == [True] * MOST_LISTED + [False]
    assert output[-1] == "And 3 more remarks."
    assert len(run_json("verify", path)[1]["warnings"]) == MOST_LISTED + 3


def by_version(path: Path, version: int) -> None:
    """Turn this file into one of a game with another version of its rules."""
    lines = read_bodies(path.read_bytes())
    lines[1]["rules_version"] = version
    match = {name: value for name, value in lines[1].items() if name != "kind"}
    [committed] = [line for line in lines if line.get("kind") == "commitment"]
    committed["sha256"] = commitment(bytes.fromhex(lines[-1]["seed"]), digest(match))
    committed["words"] = [*short_words(committed["sha256"])]
    path.write_bytes(sealed_file(lines))


def test_other_rules_are_reported_as_not_compared(path: Path) -> None:
    by_version(path, 7)
    status, body = run_json("verify", path)
    assert (status, body["ok"], body["rules"], body["rules_version"], body["draws"]) == (4, None, "other_version", 7, 2)
    first, second, *_ = run("verify", path).stdout.splitlines()
    assert first.startswith("This game follows version 7 of its rules,")
    assert first.endswith("the rules were not.")
    assert second == "2 draws recomputed: all of them are right."
    result = CliRunner(env={"LC_ALL": "fr_FR.UTF-8"}).invoke(main, ["verify", str(path)])
    assert "les règles non" in result.stdout


def test_unknown_game_is_reported_as_not_compared(path: Path) -> None:
    path.write_bytes(sealed_file(json.loads(json.dumps(read_bodies(path.read_bytes())).replace('"classic', '"marble'))))
    by_version(path, 1)
    lines = read_bodies(path.read_bytes())
    [seed] = [bytes.fromhex(line["seed"]) for line in lines if line.get("kind") == "seed"]
    for position, line in enumerate(lines):
        if line.get("kind") == "draw":
            line["values"] = [*recompute_draw(seed, line["name"], (("sectors", 8),))]
            if line["entry"]:
                lines[position + 1]["chance"] = line["values"]
    path.write_bytes(sealed_file(lines))
    status, body = run_json("verify", path)
    assert (status, body["ok"], body["rules"], body["draws"]) == (4, None, "unknown_game", 2)
    assert run("verify", path).stdout.startswith("This program doesn’t know the game “marble”.")


def test_rules_are_not_checked_after_another_fault(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"seat": 2', b'"seat": 3', 1))
    assert run_json("verify", path)[1]["rules"] == "faulty"


def test_unused_commitment_begins_after_the_last_entry(path: Path) -> None:
    lines = read_bodies(path.read_bytes())
    sha256 = commitment(FORGED)
    lines.insert(-1, {"kind": "commitment", "sha256": sha256, "words": [*short_words(sha256)]})
    path.write_bytes(sealed_file([*lines, {"kind": "seed", "seed": FORGED.hex()}]))
    assert run_json("verify", path)[1]["commitments"][1]["entry"] == 8
    assert f"Seal after the last move: {' '.join(short_words(sha256))}" in run("verify", path).stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_warning_has_a_text(language: str) -> None:
    assert all(Words(language).has(f"verify.warning.{code.value}") for code in WarningCode)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ProblemCode)
def test_every_fault_has_a_text(language: str, code: ProblemCode) -> None:
    assert Words(language).has(f"verify.code.{code.value}")
