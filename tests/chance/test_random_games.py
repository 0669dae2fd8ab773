"""Tests that the companion and the page for everybody agree about random games, valid and altered."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.chance.moves_file_lines import seal_line
from companion.chance.seeded_draws import below
from companion.chance.verdict import ChanceStatus, ProblemCode, WarningCode
from companion.chance.verify_chance import check_chance
from companion.journal.verify_moves_file import check_moves_file
from companion.support.resources import web_dir
from tests.chance import test_commitment_reader, test_replaced_draws, test_requests
from tests.chance.games import random_games
from tests.chance.test_verify_chance import HEAD, WRONG, committed, revealed
from tests.depth import DEEP, deep
from tests.kit.forgeries import FORGERIES, change_byte, read_bodies, sealed_file, with_old_seal
from tests.kit.scripted_games import GAMES

COUNT = 300 if DEEP else 80
BATCH = 50
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
OF_MATCHES = json.loads((Path(__file__).parent / "vectors_match.json").read_text("utf-8"))
RARE = ("_dropped_correction", "_other_dice")
"""Forgeries that are impossible in many games."""
Checked = dict[str, Any]
Asking = Callable[[Sequence[bytes]], list[Checked]]


@pytest.fixture(scope="module")
def ask(browser: Browser) -> Iterator[Asking]:
    """Yield a function that lets the page, opened from disk, check files."""
    page = browser.new_page()
    page.goto((web_dir() / "verify.html").as_uri())

    def check_files(files: Sequence[bytes]) -> list[Checked]:
        verdicts: list[Checked] = []
        for start in range(0, len(files), BATCH):
            coded = [base64.b64encode(file).decode() for file in files[start : start + BATCH]]
            # As one text: Playwright needs more time for a large object than the page for the files.
            checked = "files.map(file => check(Uint8Array.from(atob(file), letter => letter.charCodeAt(0))))"
            verdicts += json.loads(page.evaluate(f"files => JSON.stringify({checked})", coded))
        return verdicts

    yield check_files
    page.close()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_page_computes_the_known_draws(browser: Browser, vector: dict[str, Any]) -> None:
    page = browser.new_page()
    page.goto((web_dir() / "verify.html").as_uri())
    result = page.evaluate(
        """({ seed, name }) => {
          const drawn = () => numbers(unhex(seed), name);
          const many = drawn();
          const wheel = drawn();
          return {
            numbers: Array.from({ length: 10 }, () => many.next().value),
            dice: recomputed(unhex(seed), name, [["d6", 12]], []),
            weighted: Array.from({ length: 8 }, () => weighted([3, 0, 1, 2], wheel)),
          };
        }""",
        vector,
    )
    assert result == {name: vector[name] for name in ("numbers", "dice", "weighted")}
    page.close()


@pytest.mark.parametrize("vector", OF_MATCHES, ids=lambda vector: vector["seed"][:8])
def test_the_page_computes_the_known_commitments(browser: Browser, vector: dict[str, Any]) -> None:
    page = browser.new_page()
    page.goto((web_dir() / "verify.html").as_uri())
    result = page.evaluate(
        """({ seed, match }) => {
          const digest = hex(sha256(utf8(canonical(match))));
          const commitment = hex(sha256(joined([unhex(seed), unhex(digest)])));
          return { canonical: canonical(match), digest, commitment, words: shortWords(commitment) };
        }""",
        vector,
    )
    assert result == {name: vector[name] for name in ("canonical", "digest", "commitment", "words")}
    page.close()


def test_the_page_rejects_numbers_beyond_the_last_part(browser: Browser) -> None:
    """No game would reach this: it concerns four of four thousand million numbers."""
    page = browser.new_page()
    page.goto((web_dir() / "verify.html").as_uri())
    cases: list[tuple[int, list[int]]] = [
        (3, [2**32 - 1, 2**32 - 1, 7]),
        *((3, [number]) for number in (1431655764, 1431655765)),
        (6, [2**32 - 4, 2**32 - 5]),
        (1, [9]),
    ]
    expected = [below(bound, iter(drawn)) for bound, drawn in cases]
    assert page.evaluate("cases => cases.map(([bound, drawn]) => below(bound, drawn.values()))", cases) == expected
    assert expected == [0, 0, 1, 5, 0]
    page.close()


def test_the_page_computes_digests_itself(browser: Browser) -> None:
    page = browser.new_page()
    page.goto((web_dir() / "verify.html").as_uri())
    lengths = [*range(130), 1000, 100_000]
    digests = page.evaluate("lengths => lengths.map(length => hex(sha256(new Uint8Array(length).fill(97))))", lengths)
    assert digests == [hashlib.sha256(b"a" * length).hexdigest() for length in lengths]
    keys = [1, 32, 63, 64, 65, 200]
    digests = page.evaluate("keys => keys.map(key => hex(hmac(new Uint8Array(key).fill(107), utf8('dés|0'))))", keys)
    assert digests == [hmac.digest(b"k" * key, "dés|0".encode(), "sha256").hex() for key in keys]
    page.close()


def test_both_warn_about_a_commitment_after_an_import(ask: Asking) -> None:
    file = next(game for game in random_games(20) if b'"kind": "commitment"' in game)
    lines = read_bodies(file)
    for mark, marked in ((True, True), ("yes", False)):
        next(line for line in lines if line.get("kind") == "commitment")["from_file"] = mark
        [page_verdict] = ask([sealed_file(lines)])
        verdict = check_chance(sealed_file(lines)).to_json()
        assert {name: page_verdict[name] for name in verdict} == verdict
        assert verdict["commitments"][0].get("from_file", False) is marked
        assert ("another_commitment" in [warning["code"] for warning in verdict["warnings"]]) is marked


@deep
def test_random_games_are_valid_here_and_on_the_page(ask: Asking) -> None:
    games = random_games(COUNT)
    verdicts = [verdict_here(game) for game in games]
    assert page_verdicts(ask, games) == verdicts
    assert [verdict["problems"] for verdict in verdicts] == [[]] * COUNT
    total = {name: sum(verdict[name] for verdict in verdicts) for name in ("draws", "unchecked", "taken_back", "typed")}
    assert min(total.values()) > 40, total
    assert sum(line["again"] for verdict in verdicts for line in verdict["told"]) > 40
    assert {verdict["chance"] for verdict in verdicts} == {ChanceStatus.CHECKED.value, ChanceStatus.NOT_REVEALED.value}
    warned = Counter(warning["code"] for verdict in verdicts for warning in verdict["warnings"])
    rare = {WarningCode.REPLACED_DRAW: 3, WarningCode.MOVED_DRAW: 0}
    assert all(warned[code.value] > rare.get(code, 10) for code in WarningCode), warned
    assert {verdict["game"] for verdict in verdicts} == {"classic", "lanterns"}


@deep
def test_random_games_are_valid_by_the_rules() -> None:
    reports = [check_moves_file(game, GAMES) for game in random_games(COUNT)]
    assert [report.faults for report in reports] == [()] * COUNT
    assert sum(report.result for report in reports) > 5
    assert sum(report.table is None for report in reports) == sum(report.verdict.partial for report in reports)


def check_altered_bytes(ask: Asking, count: int) -> None:
    """Change one byte in each file, and check that both verdicts fail and name the entry of that byte."""
    games, rnd = random_games(COUNT), Random(count)
    altered = [change_byte(games[number % COUNT], rnd) for number in range(count)]
    files = [data for data, _ in altered]
    verdicts = [verdict_here(file) for file in files]
    assert page_verdicts(ask, files) == verdicts
    assert [verdict["problems"][:1] == [] for verdict in verdicts] == [False] * count
    assert [verdict["problems"][0]["entry"] for verdict in verdicts] == [entry for _, entry in altered]


def test_an_altered_byte_is_found_with_its_entry(ask: Asking) -> None:
    check_altered_bytes(ask, COUNT)


@pytest.mark.long
def test_a_thousand_altered_bytes_are_found_with_their_entries(ask: Asking) -> None:
    check_altered_bytes(ask, 1000)


@deep
@pytest.mark.parametrize(
    "forge",
    FORGERIES,
    ids=lambda forge: forge.__name__.strip("_"),
)
def test_a_forgery_is_found_under_either_seal(ask: Asking, forge: Any) -> None:
    rnd = Random(forge.__name__)
    files, wanted = [], []
    each = 1 if forge.__name__ in RARE else 3
    for game in random_games(COUNT)[FORGERIES.index(forge) % each :: each]:
        lines = read_bodies(game)
        has_draw = any(line.get("kind") == "draw" and line["entry"] for line in lines)
        if lines[0].get("partial") or not has_draw or not any(line.get("kind") == "seed" for line in lines):
            continue
        if (forged := forge(lines, rnd)) is None:
            continue
        entry, code = forged
        files += [with_old_seal(game, lines), sealed_file(lines)]
        wanted.append((entry, code.value))
    verdicts = [verdict_here(file) for file in files]
    assert page_verdicts(ask, files) == verdicts
    first = [verdict["problems"][0] for verdict in verdicts]
    assert [(problem["entry"], problem["code"]) for problem in first[1::2]] == wanted
    assert len(wanted) > (5 if forge.__name__ in RARE else 25), len(wanted)
    for old, (entry, _) in zip(first[::2], wanted, strict=True):
        # An inserted line is reported with the entry of the line that belongs there.
        assert old["code"] == ProblemCode.ALTERED_LINE.value
        assert old["entry"] == entry


def test_both_name_every_fault_alike(ask: Asking) -> None:
    between = [*WRONG, *test_requests.WRONG, *test_replaced_draws.WRONG]
    files = [[HEAD, committed(), *lines, revealed()] for _, lines, _ in between]
    files += [[HEAD, *test_commitment_reader.without_left_out(lines)] for _, lines, _ in test_commitment_reader.WRONG]
    # With hidden secrets, and with a changed match, other things are faults.
    unchanged = [*files]
    files += [[{**HEAD, "partial": True}, *lines[1:]] for lines in unchanged]
    files += [
        [HEAD, test_commitment_reader.match(), test_commitment_reader.match(changed=True), *lines[1:]]
        for lines in unchanged
    ]
    sealed = [
        seal_raw([json.dumps(line).encode() if isinstance(line, dict) else line for line in lines]) for lines in files
    ]
    verdicts = [verdict_here(file) for file in sealed]
    assert page_verdicts(ask, sealed) == verdicts
    wanted = [row[2][1:] for row in (*between, *test_commitment_reader.WRONG)]
    first = [verdict["problems"][0] for verdict in verdicts[: len(wanted)]]
    assert [(problem["entry"], problem["code"]) for problem in first] == wanted


def test_both_read_broken_lines_alike(ask: Asking) -> None:
    rnd = Random(5)
    files = []
    for game in random_games(COUNT):
        lines = game.splitlines()[:-1]
        for _ in range(3):
            index = rnd.randrange(len(lines))
            line = bytearray(lines[index])
            line[rnd.randrange(len(line))] = rnd.choice(b'0123456789"{}[],:-.eE \t\xff\xc3nul/d')
            lines[index] = bytes(line)
        files.append(b"\n".join(lines))
        files.append(seal_raw(lines))
    assert page_verdicts(ask, files) == [verdict_here(file) for file in files]


def seal_raw(lines: Sequence[bytes]) -> bytes:
    """Return a file of these raw lines with a new seal."""
    return b"\n".join([*lines, seal_line(lines), b""])


def verdict_here(data: bytes) -> Checked:
    """Return the companion's verdict in the form of the page."""
    verdict = check_chance(data)
    verdict_view = {**verdict.to_json(), "told": [asdict(line) for line in verdict.chance_lines]}
    plain: Checked = json.loads(json.dumps(verdict_view))
    return plain


def page_verdicts(ask: Asking, files: Sequence[bytes]) -> list[Checked]:
    """Return the page's verdicts without the fields for its table."""
    return [{name: verdict[name] for name in verdict if name not in ("names", "moves")} for verdict in ask(files)]
